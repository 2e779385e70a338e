"""The second engine's course of a match: set-up, chapters, turns, epilogue. See `fabled_rules`."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.oracles.fabled_cards import ALLIES, CHANCE, EVENTS, TERRAINS, TIERS, TRIAL, Record, terrain
from tests.oracles.fabled_rules import Flow, Sage
from tests.oracles.fabled_spirits import Spirits


class Play(Spirits):
    """A match as one generator: `run()` yields questions and is sent the answers."""

    def run(self) -> Flow:
        yield from self.set_up()
        self.part = "prologue"
        for seat in self.in_turn_order():
            self.turn = seat
            yield from self.prologue(seat)
        if self.trial:
            self.turn = self.spirits
            self.start_turn()
            yield from self.spirits_prologue()
        self.part = "chapters"
        while not self.is_over():
            yield from self.play_chapter()
        self.part = "epilogue"
        yield from self.epilogue()
        self.part = "over"

    # --- set-up ------------------------------------------------------------------------------------------------------

    def set_up(self) -> Flow:
        first = 0
        if self.players > 1:
            answer = yield from self.ask(CHANCE, {f"first {i}" for i in range(self.players)})
            first = int(answer.split()[1])
        self.order = [(first + i) % self.players for i in range(self.players)]
        if self.trial:
            self.order.append(self.spirits)
        self.give_books()
        if self.trial and self.players > 1:
            answer = yield from self.ask(CHANCE, {f"fate {i}" for i in range(self.players)})
            self.fate = int(answer.split()[1])
        for kind in TERRAINS:
            for _ in range(2):
                yield from self.open_card(kind)
        for _ in range(self.content["setup"]["start_allies"]):
            for seat in self.in_turn_order():
                yield from self.choose_ally(seat)
        yield from self.show_back()

    def give_books(self) -> None:
        setup = self.content["setup"]
        extras = setup["extra_steppe_by_seat"]
        extra = extras[f"p{self.sides}"]
        if self.players == 1 and "p1" in extras:
            extra = extras["p1"]
        for i, side in enumerate(self.order):
            alone = side == self.spirits and self.players == 1
            start = TRIAL["spirit_start"] if alone else setup["start_books"]
            self.books[side] = Counter({t: n for t, n in start.items() if n})
            if not alone:  # together, the spirits have what the last player has
                self.books[side]["steppe"] += extra[i]
            if side != self.spirits:
                self.books[side] += Counter(self.scenario.get("extra_start_books", {}))
                if self.o["easier"]:
                    self.books[side] += Counter(self.content["trial"]["together"]["easier_books"])

    def open_card(self, kind: str) -> Flow:
        if self.decks[kind]:
            answer = yield from self.ask(CHANCE, {f"open {x}" for x in self.decks[kind]})
            self.decks[kind].remove(answer.split()[1])
            self.open[kind].append(answer.split()[1])

    def show_back(self) -> Flow:
        """Cards of two decks without a cover: it is seen from which one the next event comes."""
        self.back = ""
        backs = {f"back {EVENTS[e]['deck']}" for e in self.event_deck}
        if len(backs) > 1 and not self.o["cover"]:
            answer = yield from self.ask(CHANCE, backs)
            self.back = answer.split()[1]

    def choose_ally(self, seat: int) -> Flow:
        skip = self.scenario.get("trial_skip_allies_of") if self.trial else None
        offered: list[str] = []
        skipped: list[str] = []
        while len(offered) < self.content["setup"]["ally_choice"] and (self.ally_deck or self.ally_bottom):
            if self.ally_deck:
                answer = yield from self.ask(CHANCE, {f"offer {a}" for a in self.ally_deck})
                ally = answer.split()[1]
                self.ally_deck.remove(ally)
            else:
                ally = self.ally_bottom.pop(0)
            (skipped if ALLIES[ally]["terrain"] == skip else offered).append(ally)
        kept = ""
        if offered:
            answer = yield from self.ask(seat, {f"keep {a}" for a in offered})
            kept = answer.split()[1]
            self.allies[seat].append(kept)
            self.tokens[kept] = ALLIES[kept].get("tokens", 0)
        back = {a for a in offered + skipped if a != kept}
        if back:
            self.ally_deck |= back | set(self.ally_bottom)
            self.ally_bottom = []

    def prologue(self, seat: int) -> Flow:
        self.start_turn()
        self.income(seat)
        legal = {f"add {land}" for land in self.addable(seat, self.books[seat])}
        answer = yield from self.ask(seat, legal)
        yield from self.add_land(seat, answer.split()[1])

    # --- chapters ----------------------------------------------------------------------------------------------------

    def is_over(self) -> bool:
        if self.last_discards:
            return len(self.discard) >= self.last_discards or self.chapter == self.scenario["chapter_cap"]
        return bool(self.chapter == self.layout["end"])

    def play_chapter(self) -> Flow:
        self.chapter += 1
        self.turn = -1
        self.forgotten_in_chapter = 0
        if self.chapter <= self.content["time_board"]["divisions"]:
            yield from self.path_tokens()
        for side in self.order:
            self.turn = side
            yield from self.spirits_turn() if side == self.spirits else self.play_turn(side)
        for land in [land for land in self.row if not self.on_land(land)]:
            if self.lags_behind():
                self.forget(land)

    def lags_behind(self) -> bool:
        """Whether the chapter has still to take a land: in scenario 3 since the sixth edition one for each chapter."""
        due = self.scenario.get("lands_due_from", {}).get(f"p{self.sides}")
        if due is not None:
            return len(self.discard) <= self.chapter - due
        since = self.content["oblivion"]["each_chapter_from"].get(f"p{self.sides}", 99)
        return self.chapter >= since and not self.forgotten_in_chapter

    def path_tokens(self) -> Flow:
        if self.chapter in self.layout["allies"]:
            for seat in self.in_turn_order():
                yield from self.choose_ally(seat)
        if self.chapter in self.layout["events"] and self.event_deck:
            yield from self.turn_up_event()
        for name in ("milestone_a", "milestone_b"):
            if name in self.scenario and self.chapter == self.layout[name]:
                for seat in self.in_turn_order():
                    yield from self.effects(seat, self.scenario[name], {})
        if self.trial and self.chapter == self.escalation() and not self.last_discards:
            self.escalated = True

    def turn_up_event(self) -> Flow:
        legal = {f"reveal {e}" for e in self.event_deck if self.back in ("", EVENTS[e]["deck"])}
        answer = yield from self.ask(CHANCE, legal)
        if self.event:
            self.past_events.append(self.event)
        self.event = answer.split()[1]
        self.event_deck.remove(self.event)
        yield from self.show_back()
        for seat in self.in_turn_order():
            yield from self.event_hooks(seat, "on_reveal")

    # --- the turn of a player ----------------------------------------------------------------------------------------

    def play_turn(self, seat: int) -> Flow:
        self.start_turn()
        self.income(seat)
        yield from self.event_hooks(seat, "start_of_turn")
        yield from self.moment(seat, "start_of_turn")
        yield from self.paid_phase(seat) if "paid_actions" in self.special else self.action_phase(seat)
        yield from self.movement(seat)
        yield from self.oblivion(seat)
        yield from self.storm(seat)

    def income(self, seat: int) -> None:
        key = "start_of_turn_steppe" + ("_after_milestone" if self.is_past_milestone() else "")
        self.books[seat]["steppe"] += self.special.get(key, 0)

    def abilities(self, seat: int) -> set[str]:
        return {f"use {a}" for a in self.allies[seat] if self.usable(seat, a, ("action_phase",), {})}

    def action_phase(self, seat: int) -> Flow:
        while True:
            legal = self.abilities(seat) | {"done"}
            if len(self.taken) < self.content["action_phase"]["standard_actions_per_turn"]:
                legal |= self.standard_actions(seat, self.books[seat], [])
            answer = yield from self.ask(seat, legal)
            if answer == "done":
                return
            if answer.startswith("use"):
                yield from self.use(seat, answer.split()[1], {})
            else:
                yield from self.standard_action(seat, answer)

    def standard_action(self, seat: int, answer: str) -> Flow:
        verb, what = answer.split()
        if verb == "add":
            self.taken.append("add_land")
            yield from self.add_land(seat, what)
            return
        self.taken.append(what)
        (op,) = next(a["effects"] for a in self.content["standard_action"] if a["id"] == what)
        yield from self.act(seat, what, op)

    def act(self, seat: int, what: str, op: Record, bonus: bool = True) -> Flow:
        """Conversions that allies and the event add join those of the action."""
        if op["op"] != "transform":
            yield from self.effects(seat, [op], {}, least=1)
            return
        n = op["n"]
        if bonus:
            found = [m for m in self.mods(seat, "standard_bonus") if m["action"] == what]
            found += [
                self.text(seat, a)
                for a in self.allies[seat]
                if self.usable(seat, a, ("on_standard_action",), {"action": what})
            ]
            n += sum(more["n"] for record in found for more in record["effects"])
        yield from self.transform(seat, n, least=1)

    def paid_phase(self, seat: int) -> Flow:
        """Scenario 4: for books, in any order."""
        paid = {a["id"]: a for a in self.special["paid_actions"]}
        books = self.books[seat]
        while True:
            legal = self.abilities(seat) | {"done"}
            for name, action in paid.items():
                price = Counter(steppe=action["price"])
                if not books >= price or (not action["repeat"] and name in self.taken):
                    continue
                if name == "add_land":
                    legal |= {f"add {land}" for land in self.addable(seat, books - price)}
                elif name == "steps" and self.unpaid(seat):
                    legal.add("act steps")
                elif name == "transform" and self.conversions(books - price):
                    legal.add("act transform")
            answer = yield from self.ask(seat, legal)
            if answer == "done":
                return
            verb, what = answer.split()
            if verb == "use":
                yield from self.use(seat, what, {})
                continue
            name = "add_land" if verb == "add" else what
            books["steppe"] -= paid[name]["price"]
            first = name not in self.taken
            self.taken.append(name)
            if verb == "add":
                yield from self.add_land(seat, what)
            elif name == "steps":
                yield from self.paid_step(seat)
            else:
                yield from self.act(seat, name, paid[name]["effects"][0], bonus=first)

    def unpaid(self, seat: int) -> list[Sage]:
        return [x for x in self.in_row(seat) if not x.waits and x not in self.paid_sages]

    def paid_step(self, seat: int) -> Flow:
        at = self.freshest(self.unpaid(seat))
        answer = yield from self.ask(seat, {f"step {cell}" for cell in at})
        sage = at[answer.split()[1]]
        self.paid_sages.append(sage)
        yield from self.walk(sage, 1)
        yield from self.visits(seat)

    # --- adding a land -----------------------------------------------------------------------------------------------

    def add_land(self, seat: int, land: str) -> Flow:
        kind = terrain(land)
        extra = self.surcharge(seat, kind)
        answer = yield from self.ask(seat, {f"pay {b} {n}" for b, n in self.prices(seat, kind, self.books[seat])})
        _, book, n = answer.split()
        answer = yield from self.ask(seat, {f"insert g{i}" for i in range(len(self.row) + 1)})
        self.books[seat][book] -= int(n)
        self.books[seat]["steppe"] -= extra
        self.row.insert(int(answer.split("g")[1]), land)
        yield from self.take_open(land)
        yield from self.settle(seat, land)

    def take_open(self, land: str) -> Flow:
        self.open[terrain(land)].remove(land)
        yield from self.open_card(terrain(land))

    def settle(self, side: int, land: str) -> Flow:
        """Sages for a new land, and what follows."""
        kind = terrain(land)
        placed = self.supply(side)[: self.sages_needed(kind)]
        for sage, cell in zip(placed, (f"{land}.1", f"{land}.d1"), strict=False):
            sage.at = cell
        for seat in self.in_turn_order():
            for mod in self.mods(seat, "add_bonus_all"):
                if mod["terrain"] in ("any", kind):
                    yield from self.effects(seat, mod["effects"], {})
        yield from self.moment(side, "on_add_land", placed=placed)

    # --- movement, oblivion, storm -----------------------------------------------------------------------------------

    def movement(self, seat: int) -> Flow:
        kinds = [t for t in TERRAINS if any(terrain(land) == t for land in self.row)]
        if not kinds:
            return
        legal = {f"announce {t}" for t in kinds}
        if self.mods(seat, "split_announce"):
            legal |= {f"announce {a}+{b}" for a in kinds for b in kinds if TERRAINS.index(a) < TERRAINS.index(b)}
        skips = self.mods(seat, "may_skip_announce")
        answer = yield from self.ask(seat, legal | ({"halt"} if skips else set()))
        if answer == "halt":
            for mod in skips:
                yield from self.effects(seat, mod["effects"], {})
            return
        yield from self.announce(seat, set(answer.split()[1].split("+")))

    def oblivion(self, side: int) -> Flow:
        while self.row and not self.on_land(self.row[0]):
            self.forget(self.row[0])
            self.oblivion_took += 1
            yield from self.moment(side, "on_forgotten")

    def storm(self, seat: int) -> Flow:
        """Scenario 5 from the milestone on: the leftmost land goes, and its sages go home."""
        if "storm" not in self.special or not self.is_past_milestone() or self.oblivion_took or not self.row:
            return
        land = self.row[0]
        gone = [(x.side, x) for x in self.on_land(land)]
        for _, sage in gone:
            sage.at = ""
        self.forget(land)
        n = self.special["storm"]["or_transform_up"]
        for owner in self.clockwise(seat):
            for side, _ in gone:
                if side != owner:
                    continue
                books = self.books[owner]
                able = any(self.can_go_on(books, *c, n - 1, True) for c in self.conversions(books, True))
                answer = yield from self.ask(owner, {"gather", "convert"} if able else {"gather"})
                if answer == "gather":
                    books["steppe"] += self.special["storm"]["gain_steppe"]
                else:
                    yield from self.transform(owner, n, upwards=True, least=n)

    # --- epilogue ----------------------------------------------------------------------------------------------------

    def epilogue(self) -> Flow:
        self.turn = -1
        if self.event:
            self.past_events.append(self.event)
            self.event = ""
        if self.special.get("winds_claim_books"):
            for seat in self.in_turn_order():
                yield from self.claim(seat)
            for seat in self.in_turn_order():
                self.books[seat]["steppe"] = 0
        for seat in self.in_turn_order():
            n = len(self.in_row(seat)) * self.content["epilogue"]["transformations_per_own_volkhv_in_row"]
            upwards = self.content["epilogue"]["upwards"] and "knowledge_tiers" not in self.special
            yield from self.transform(seat, n, upwards)
        if self.trial:
            self.spirits_end()

    def claim(self, seat: int) -> Flow:
        books = self.books[seat]
        for _ in range(books["steppe"]):
            legal = {f"discard {t}" for t in TIERS[1:] if books[t]}
            at = self.freshest(self.in_row(seat))
            legal |= {f"recall {cell}" for cell in at}
            if not legal:
                break
            answer = yield from self.ask(seat, legal)
            verb, what = answer.split()
            if verb == "recall":
                at[what].at = ""
            else:
                books[what] -= 1

    def spirits_end(self) -> None:
        books = self.treasure
        players = range(self.players)
        if self.rivals:
            self.out = [p for p in players if self.books[p]["sun"] < books["sun"]]
            books[TRIAL["together"]["book_per_eliminated"][self.o["level"]]] += len(self.out)
        if self.level["epilogue"]:
            for tier, higher in (("steppe", "mountain"), ("mountain", "forest")):
                books[higher] += books[tier] // TRIAL["epilogue_exchange"]
                books[tier] %= TRIAL["epilogue_exchange"]
            self.spirits_convert(TRIAL["epilogue_transformations"], keep=False)
        if self.comrades:
            behind = [p for p in players if self.books[p]["sun"] <= books["sun"]]
            books["sun"] += len(behind) * TRIAL["together"]["spirits_sun_per_player_not_ahead"]

    # --- the end -----------------------------------------------------------------------------------------------------

    def standing(self, side: int) -> tuple[int, ...]:
        return tuple(self.books[side][t] for t in reversed(TIERS))

    def knowledge(self, seat: int) -> int:
        rules = self.special
        points = self.books[seat]["sun"] * rules["knowledge_per_sun"]
        for tier in rules["knowledge_tiers"]:
            most = max(self.books[p][tier] for p in range(self.players))
            first = [p for p in range(self.players) if self.books[p][tier] == most]
            if most and seat in first:
                points += rules["knowledge_majority" if len(first) == 1 else "knowledge_majority_tied"]
        return int(points)

    def result(self) -> dict[str, Any]:
        players = list(range(self.players))
        found: dict[str, Any] = {"rating": -1, "out": self.out, "comrades": None, "knowledge": None}
        if self.comrades:
            theirs = self.treasure["sun"] * self.players + self.head_start
            sums = sum(self.books[p]["sun"] for p in players), theirs
            found["comrades"] = list(sums)
            won = sums[0] > sums[1]
            return found | {"winners": players if won else [], "spirits_win": not won}
        points = {p: self.standing(p) for p in players if p not in self.out}
        if "knowledge_tiers" in self.special:
            found["knowledge"] = [self.knowledge(p) for p in players]
            points = {p: (self.knowledge(p), *self.standing(p)) for p in players}
        if self.trial:
            first, second, *rest = self.standing(self.spirits)
            theirs = first + self.head_start, second + self.forest_start, *rest
            if not points or max(points.values()) <= theirs:
                return found | {"winners": [], "spirits_win": True}
            if self.players == 1:
                lead = points[0][0] - theirs[0]
                found["rating"] = max(i for i, r in enumerate(TRIAL["rating"]) if r["difference"] <= lead)
        best = max(points.values())
        return found | {"winners": [p for p in points if points[p] == best], "spirits_win": False}

    def scores(self) -> list[tuple[int, ...]]:
        """The standing, in scenario 2 after the points; in the Trial after 1 for a victory; of comrades their sum."""
        result, seats = self.result(), range(self.players)
        if self.comrades:
            return [(int(not result["spirits_win"]), result["comrades"][0]) for _ in seats]
        if self.trial:
            return [(int(p in result["winners"]), *self.standing(p)) for p in seats]
        points = result["knowledge"]
        return [(*([points[p]] if points else []), *self.standing(p)) for p in seats]
