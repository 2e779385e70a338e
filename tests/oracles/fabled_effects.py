"""The second engine's effects: what a player is asked when a card or a place says something. See `fabled_rules`."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.oracles.fabled_cards import ALLIES, EVENTS, PLACES, TIERS, Record, cells_of, terrain
from tests.oracles.fabled_rules import Answer, Flow, Sage, Table


class Effects(Table):
    """Effects of players. `around` says what happened: the visit, the land added, the sage that leaves."""

    def ask(self, seat: int, legal: set[str], may_be_left_out: bool = False) -> Answer:
        """Every question is put, also one with a single answer; whoever drives this may leave it out."""
        assert legal
        return (yield seat, legal, may_be_left_out)

    # --- what is possible --------------------------------------------------------------------------------------------

    def possible(self, seat: int, ops: list[Record], around: Record, books: Counter[str] | None = None) -> bool:
        """An array of operations may be used when its first operation is possible."""
        if not ops:
            return True
        op = ops[0]
        held = self.books[seat] if books is None else books
        match op["op"]:
            case "gain":
                return True
            case "gain_per":
                return self.counted(seat, op) > 0
            case "pay":
                price = Counter({op["book"]: op["n"]})
                return held >= price and self.possible(seat, op["then"], around, held - price)
            case "transform":
                return bool(self.conversions(held, op["dir"] == "up"))
            case "transform_per":
                return self.counted(seat, op) > 0 and bool(self.conversions(held, op["dir"] == "up"))
            case "upgrade":
                return bool(self.upgradable(held, op))
            case "steps":
                return bool(self.may_step(seat, op["among"], around))
            case "steps_per":
                return self.counted(seat, op) > 0 and bool(self.may_step(seat, op["among"], around))
            case "move_land":
                return len(self.row) > 1
            case "copy_place":
                return bool(self.copyable(seat, around, held))
            case "choose":
                return any(self.possible(seat, array, around, held) for array in op["options"])
            case "add_land":
                return bool(self.addable(seat, held))
            case "extra_standard_action":
                return bool(self.taken) and bool(self.standard_actions(seat, held, self.taken))
            case "spend_token":
                return self.tokens[around["ally"]] >= op["n"] and self.possible(seat, op["then"], around, held)
            case "place_sky_token":
                return bool(self.token_spots(around["ally"]))
            case "second_place":
                other = self.other_place(seat, around)
                return bool(other) and self.possible(seat, PLACES[other]["effects"], around, held)
            case "relocate_returned":
                return bool(self.refuges(op["terrain"]))
            case "discard_ally":
                return bool(self.allies[seat])
        raise AssertionError(op)

    def upgradable(self, books: Counter[str], op: Record) -> list[str]:
        tiers = [t for t in TIERS if t in op.get("from", TIERS) and books[t]]
        return [t for t in tiers if TIERS.index(t) + op["tiers"] < len(TIERS)]

    def may_step(self, side: int, among: str, around: Record) -> list[Sage]:
        """Own sages in the row that do not wait for a visit, from left to right."""
        ready = [x for x in self.in_row(side) if not x.waits]
        match among:
            case "announced":
                return [x for x in ready if x in self.moving]
            case "placed":
                return [x for x in ready if x in around["placed"]]
            case "leftmost":
                return ready[:1]
        return ready

    def copyable(self, side: int, around: Record, books: Counter[str] | None = None) -> list[str]:
        kinds = [p for p in self.kinds_in_row() if PLACES[p]["effects"][0]["op"] != "copy_place"]
        return [
            p for p in kinds if self.is_open_to(side, p) and self.possible(side, PLACES[p]["effects"], around, books)
        ]

    def token_spots(self, ally: str) -> set[str]:
        on_card = [p for p in ALLIES[ally]["place_tokens"] if p not in self.place_tokens]
        single = [cell for land in self.row for cell in cells_of(land) if len(self.linked(cell)) == 1]
        return {f"token {p} {cell}" for p in on_card for cell in single}

    def other_place(self, seat: int, around: Record) -> str:
        others = [p for p in self.open_places(seat, around["cell"]) if p != around["place"]]
        return others[0] if others else ""

    def refuges(self, kind: str) -> list[str]:
        return [land for land in self.row if kind in ("any", terrain(land))]

    def standard_actions(self, seat: int, books: Counter[str], but: list[str]) -> set[str]:
        found: set[str] = set()
        for action in self.content["standard_action"]:
            name = action["id"]
            if name in but or not self.possible(seat, action["effects"], {}, books):
                continue
            found |= {f"add {land}" for land in self.addable(seat, books)} if name == "add_land" else {f"act {name}"}
        return found

    # --- carrying out ------------------------------------------------------------------------------------------------

    def effects(self, seat: int, ops: list[Record], around: Record, least: int = 0) -> Flow:
        """One operation after the other; what is not possible is left out. `least` 1: something must change."""
        for op in ops:
            if self.possible(seat, [op], around):
                yield from self.effect(seat, op, around, least)
                least = 0

    def effect(self, seat: int, op: Record, around: Record, least: int) -> Flow:
        books = self.books[seat]
        match op["op"]:
            case "gain":
                books[op["book"]] += op["n"]
            case "gain_per":
                books[op["book"]] += self.counted(seat, op)
            case "pay":
                books[op["book"]] -= op["n"]
                yield from self.effects(seat, op["then"], around, least)
            case "transform":
                yield from self.transform(seat, op["n"], op["dir"] == "up", least)
            case "upgrade":
                yield from self.upgrade(seat, op)
            case "steps":
                yield from self.hand_out(seat, op, around, least)
            case "move_land":
                yield from self.move_land(seat)
            case "copy_place":
                answer = yield from self.ask(seat, {f"copy {p}" for p in self.copyable(seat, around)})
                yield from self.effects(seat, PLACES[answer.split()[1]]["effects"], around, least)
            case "choose":
                legal = [i for i, array in enumerate(op["options"]) if self.possible(seat, array, around)]
                answer = yield from self.ask(seat, {f"choose {i}" for i in legal})
                yield from self.effects(seat, op["options"][int(answer.split()[1])], around, least)
            case "extra_standard_action":
                answer = yield from self.ask(seat, self.standard_actions(seat, books, self.taken))
                yield from self.standard_action(seat, answer)
            case "spend_token":
                self.tokens[around["ally"]] -= op["n"]
                yield from self.effects(seat, op["then"], around, least)
            case "place_sky_token":
                answer = yield from self.ask(seat, self.token_spots(around["ally"]))
                _, token, cell = answer.split()
                self.place_tokens[token] = cell
            case "second_place":
                other = self.other_place(seat, around)
                yield from self.effects(seat, PLACES[other]["effects"], around | {"place": other}, least)
            case "relocate_returned":
                answer = yield from self.ask(seat, {f"relocate {land}" for land in self.refuges(op["terrain"])})
                around["sage"].at = f"{answer.split()[1]}.1"
            case "discard_ally":
                answer = yield from self.ask(seat, {f"dismiss {a}" for a in self.allies[seat]})
                self.dismiss(seat, answer.split()[1])
            case _:
                raise AssertionError(op)

    def transform(self, seat: int, n: int, upwards: bool = False, least: int = 0) -> Flow:
        """Up to n conversions, at least `least`; none that would make the least impossible."""
        books = self.books[seat]
        for made in range(n):
            legal = {
                f"{way} {tier}"
                for way, tier in self.conversions(books, upwards)
                if self.can_go_on(books, way, tier, least - made - 1, upwards)
            }
            if not legal:
                return
            answer = yield from self.ask(seat, legal | ({"done"} if made >= least else set()))
            if answer == "done":
                return
            way, tier = answer.split()
            self.convert(books, way, tier)

    def can_go_on(self, books: Counter[str], way: str, tier: str, more: int, upwards: bool) -> bool:
        if more <= 0:
            return True
        after = Counter(books)
        self.convert(after, way, tier)
        return any(self.can_go_on(after, *c, more - 1, upwards) for c in self.conversions(after, upwards))

    def upgrade(self, seat: int, op: Record) -> Flow:
        """Books held before the first one rises, of different tiers from low to high."""
        legal = self.upgradable(self.books[seat], op)
        for i in range(op["books"]):
            if not legal:
                return
            answer = yield from self.ask(seat, {f"upgrade {t}" for t in legal} | ({"done"} if i else set()))
            if answer == "done":
                return
            tier = answer.split()[1]
            self.lift(seat, tier, op["tiers"])
            assert op["books"] == 1 or op["distinct"]
            legal = legal[legal.index(tier) + 1 :]

    def lift(self, side: int, tier: str, tiers: int) -> None:
        self.books[side][tier] -= 1
        self.books[side][TIERS[TIERS.index(tier) + tiers]] += 1

    def move_land(self, seat: int) -> Flow:
        answer = yield from self.ask(seat, {f"shift {land}" for land in self.row})
        land = answer.split()[1]
        old = self.row.index(land)
        gaps = [i for i in range(len(self.row) + 1) if i not in (old, old + 1)]
        answer = yield from self.ask(seat, {f"insert g{i}" for i in gaps})
        gap = int(answer.split("g")[1])
        self.row.remove(land)
        self.row.insert(gap - (gap > old), land)

    def dismiss(self, seat: int, ally: str) -> None:
        self.allies[seat].remove(ally)
        self.ally_bottom.append(ally)
        self.tokens[ally] = 0
        for p in ALLIES[ally].get("place_tokens", ()):
            self.place_tokens.pop(p, None)

    # --- moments -----------------------------------------------------------------------------------------------------

    def usable(self, seat: int, ally: str, triggers: tuple[str, ...], around: Record) -> bool:
        text = self.text(seat, ally)
        if text["trigger"] not in triggers or (text.get("limit") and self.uses[ally] >= text["limit"]):
            return False
        if "terrains" in text and not self.announced & set(text["terrains"]):
            return False
        if "places" in text and around["place"] not in text["places"]:
            return False
        if "action" in text and around["action"] != text["action"]:
            return False
        if text["trigger"] == "on_visit_double" and not around["double"]:
            return False
        here = around | {"ally": ally}
        return self.holds(seat, text.get("condition")) and self.possible(seat, text["effects"], here)

    def moment(self, seat: int, *triggers: str, **around: Any) -> Flow:
        """The owner uses what acts at this moment, in the order wished; what is free is begun unasked."""
        if (
            seat == self.spirits
            or self.part == "epilogue"
            or (self.part == "prologue" and "on_add_land" not in triggers)
        ):
            return
        used: set[str] = set()
        while True:
            left = [a for a in self.allies[seat] if a not in used and self.usable(seat, a, triggers, around)]
            if not left:
                return
            free = [a for a in left if self.is_free(seat, a, "gain")]
            ally, least = (free or left)[0], 0
            if not free and not (len(left) == 1 and self.is_free(seat, ally, "gain", "transform", "steps")):
                answer = yield from self.ask(seat, {f"use {a}" for a in left} | {"skip"})
                if answer == "skip":
                    return
                ally, least = answer.split()[1], 1
            used.add(ally)
            yield from self.use(seat, ally, around, least)

    def is_free(self, seat: int, ally: str, *words: str) -> bool:
        """Whether the ability costs nothing, not even a limited use: it is begun unasked."""
        text = self.text(seat, ally)
        used = {op["op"] for op in text["effects"]}
        if "gain" in used and self.special.get("winds_claim_books"):
            return False
        return used <= set(words) and (used == {"gain"} or not text.get("limit"))

    def use(self, seat: int, ally: str, around: Record, least: int = 1) -> Flow:
        text = self.text(seat, ally)
        self.uses[ally] += 1
        yield from self.effects(seat, text["effects"], around | {"ally": ally}, least)

    def event_hooks(self, seat: int, hook: str) -> Flow:
        for record in EVENTS[self.event].get(hook, ()) if self.event else ():
            array = record["effects"] if self.holds(seat, record.get("condition")) else record.get("otherwise", [])
            if self.possible(seat, array, {}):
                yield from self.effects(seat, array, {})

    # --- in the other files ------------------------------------------------------------------------------------------

    def hand_out(self, seat: int, op: Record, around: Record, least: int) -> Flow:
        raise NotImplementedError

    def standard_action(self, seat: int, answer: str) -> Flow:
        raise NotImplementedError
