"""The second engine's spirits: they decide nothing, the booklet does. See `fabled_rules`."""

from __future__ import annotations

from collections import Counter

from tests.oracles.fabled_cards import (
    ALLIES,
    CHANCE,
    PLACES,
    TIERS,
    TRIAL,
    TRICKS,
    Record,
    joined,
    land_of,
    terrain,
)
from tests.oracles.fabled_rules import Flow, Sage, Verdict
from tests.oracles.fabled_walk import Walk


class Spirits(Walk):
    """The Trial."""

    @property
    def treasure(self) -> Counter[str]:
        return self.books[self.spirits]

    @property
    def in_doubt(self) -> bool:
        """Second edition: in doubt they gain a trick."""
        return bool(self.content["edition"]["doubt_tricks"])

    # --- their turn --------------------------------------------------------------------------------------------------

    def spirits_prologue(self) -> Flow:
        yield from self.reveal_territory()
        if self.can_add_free(self.territory):
            price = self.content["land_rules"]["price"][self.territory]
            self.treasure[price["book"]] -= price["n"]
            yield from self.search(self.territory)

    def spirits_turn(self) -> Flow:
        self.start_turn()
        yield from self.spirits_start()
        yield from self.reveal_territory()
        if "assistance" in self.level:
            yield from self.assist(self.level["assistance"][self.territory])
        yield from self.spirits_act()
        yield from self.spirits_move()
        yield from self.play_tricks()
        yield from self.oblivion(self.spirits)

    def spirits_start(self) -> Flow:
        if self.last_discards and not self.escalated and self.chapter >= self.escalation():
            missing = self.last_discards - len(self.discard)
            self.escalated = missing <= self.scenario["escalation_needs_missing_at_most"]
        if self.comrades or (self.rivals and self.o["spirit_tricks"]):
            self.gain_trick(TRIAL["together"]["tricks_per_spirit_turn"][f"p{self.players}"])
        if self.in_row(self.spirits):
            return
        help_ = TRIAL["no_volkhvs"]
        self.gain_trick(help_["tricks"])
        for kind in help_["free_lands_after_escalation" if self.escalated else "free_lands"]:
            if self.can_add_free(kind):
                yield from self.search(kind)
            elif self.in_doubt:
                self.gain_trick()

    def reveal_territory(self) -> Flow:
        if not self.ally_deck:
            return
        answer = yield from self.ask(CHANCE, {f"territory {a}" for a in self.ally_deck})
        ally = answer.split()[1]
        self.ally_deck.remove(ally)
        self.revealed.append(ally)
        self.territory = ALLIES[ally]["terrain"]

    def assist(self, record: Record) -> Flow:
        """High level: help by the territory."""
        changed = yield from self.spirits_effect(record["effects"][0])
        if not changed:
            if "otherwise" in record:
                yield from self.spirits_effect(record["otherwise"][0])
            elif self.in_doubt:
                self.gain_trick()
        yield from self.visits(self.spirits)

    def spirits_act(self) -> Flow:
        if self.escalated:
            self.gain_trick()
            return
        kind = "forest" if self.level.get("forest_first") and not self.obstacles("forest") else self.territory
        reasons = self.obstacles(kind)
        if not reasons:
            price = self.content["land_rules"]["price"][kind]
            extra = self.surcharge(self.spirits, kind)
            self.treasure[price["book"]] -= price["n"]
            self.treasure["steppe"] -= extra
            yield from self.search(kind)
            return
        fail = TRIAL["action_fail"]
        self.gain_trick(fail["tricks"])
        if reasons == {"books"}:
            for op in fail["if_only_too_few_books"]:
                changed = yield from self.spirits_effect(op)
                if not changed:
                    self.gain_trick()

    def obstacles(self, kind: str) -> set[str]:
        found = set()
        if self.surcharge(self.spirits, kind) > TRIAL["max_surcharge"]:
            found.add("surcharge")
        if len(self.supply(self.spirits)) < self.sages_needed(kind):
            found.add("sages")
        if not self.prices(self.spirits, kind, self.treasure):
            found.add("books")
        if not self.open[kind] and not self.decks[kind]:
            found.add("card")
        return found

    def spirits_move(self) -> Flow:
        lands = self.lands_with(self.spirits)
        if not lands:
            self.gain_trick()
            return
        kinds = [terrain(land) for land in lands]
        yield from self.announce(self.spirits, {self.territory if self.territory in kinds else kinds[0]})

    # --- lands -------------------------------------------------------------------------------------------------------

    def can_add_free(self, kind: str) -> bool:
        has_card = bool(self.open[kind] or self.decks[kind])
        return has_card and len(self.supply(self.spirits)) >= self.sages_needed(kind)

    def search(self, kind: str) -> Flow:
        """A land at the first position that fits: the farther card, the nearer one, else the top card far left."""
        for land in list(self.open[kind]):
            for i in range(len(self.row) + 1):
                if self.fits(self.row, land, i):
                    self.row.insert(i, land)
                    yield from self.take_open(land)
                    yield from self.settle(self.spirits, land)
                    return
        if self.decks[kind]:
            answer = yield from self.ask(CHANCE, {f"open {x}" for x in self.decks[kind]})
            land = answer.split()[1]
            self.decks[kind].remove(land)
            self.row.insert(0, land)
        else:
            land = self.open[kind][0]
            self.row.insert(0, land)
            yield from self.take_open(land)
        yield from self.settle(self.spirits, land)

    def new_place(self) -> tuple[str, int] | None:
        """Gates: the first land with spirit sages without a way to the right, and where it may go."""
        mine = self.lands_with(self.spirits)
        lone = [land for land in mine if not self.goes_on(self.row, land)]
        if not lone:
            return None
        land, old = lone[0], self.row.index(lone[0])
        rest = [x for x in self.row if x != land]
        others = [x for x in mine if x != land and self.goes_on(self.row, x)]
        for i in range(len(rest) + 1):
            row = rest[:i] + [land] + rest[i:]
            if i != old and self.fits(rest, land, i) and all(self.goes_on(row, x) for x in others):
                return land, i
        return None

    def goes_on(self, row: list[str], land: str) -> bool:
        i = row.index(land)
        return i + 1 < len(row) and joined(land, row[i + 1])

    # --- effects -----------------------------------------------------------------------------------------------------

    def spirits_can(self, place: str) -> bool:
        """Whether they can apply a place."""
        return any(self.spirits_possible(op) for op in PLACES[place]["effects"][:1])

    def spirits_possible(self, op: Record) -> bool:
        match op["op"]:
            case "gain":
                return True
            case "gain_per":
                return self.counted(self.spirits, op) > 0
            case "transform":
                return bool(self.highest())
            case "transform_per":
                return self.counted(self.spirits, op) > 0 and bool(self.highest())
            case "upgrade":
                return bool(self.upgradable(self.treasure, op))
            case "steps":
                return bool(self.may_step(self.spirits, "row", {}))
            case "steps_per":
                return self.counted(self.spirits, op) > 0 and bool(self.may_step(self.spirits, "row", {}))
            case "move_land":
                return self.new_place() is not None
            case "copy_place":
                return bool(self.spirits_copy())
            case "when":
                return any(self.spirits_possible(o) for o in self.spirits_branch(op)[:1])
            case "give_joint_token":
                return self.joint_left > 0
            case "add_land_free":
                return not self.escalated and self.can_add_free(op["terrain"])
            case "portal":
                return bool(self.outside())
        return False

    def spirits_effect(self, op: Record) -> Verdict:
        """Carry out one operation; whether it could be."""
        if not self.spirits_possible(op):
            return False
        match op["op"]:
            case "gain":
                self.treasure[op["book"]] += op["n"]
            case "gain_per":
                self.treasure[op["book"]] += self.counted(self.spirits, op)
            case "transform":
                self.spirits_convert(op["n"])
            case "transform_per":
                self.spirits_convert(self.counted(self.spirits, op))
            case "upgrade":
                tiers = self.upgradable(self.treasure, op)
                tiers.sort(key=op["from"].index if "from" in op else lambda t: -TIERS.index(t))
                for tier in tiers[: op["books"]]:
                    self.lift(self.spirits, tier, op["tiers"])
            case "steps" | "steps_per":
                n = op["n"] if "n" in op else self.counted(self.spirits, op)
                if op["among"] == "leftmost":
                    yield from self.walk(self.may_step(self.spirits, "leftmost", {})[0], n)
                else:
                    yield from self.spirits_hand_out(n)
            case "move_land":
                found = self.new_place()
                assert found
                self.row.remove(found[0])
                self.row.insert(found[1], found[0])
            case "copy_place":
                yield from self.spirits_effect(PLACES[self.spirits_copy()]["effects"][0])
            case "when":
                for part in self.spirits_branch(op):
                    yield from self.spirits_effect(part)
            case "give_joint_token":
                self.give_joint_token()
            case "add_land_free":
                yield from self.search(op["terrain"])
            case "portal":
                for sage in self.outside()[: op["n"]]:
                    sage.at = f"{self.row[-1]}.1"
        return True

    def spirits_branch(self, op: Record) -> list[Record]:
        """The first text if its condition holds and its first operation is possible, else the second one."""
        fits = self.holds(self.spirits, op.get("condition")) and self.spirits_possible(op["then"][0])
        return list(op["then"] if fits else op["otherwise"])

    def highest(self, keep: bool = True) -> str:
        """The highest tier of which two books may be converted; a reserve is kept until the escalation."""
        keeps = keep and not self.escalated
        for tier in ("forest", "mountain", "steppe"):
            rest = self.treasure[tier] - self.content["transformation"]["up_rate"]
            if rest >= (TRIAL["reserve"][tier] if keeps else 0):
                return tier
        return ""

    def spirits_convert(self, n: int, keep: bool = True) -> None:
        for _ in range(n):
            tier = self.highest(keep)
            if tier:
                self.convert(self.treasure, "raise", tier)

    def spirits_copy(self) -> str:
        kinds = [p for p in self.memo if p in self.kinds_in_row() and PLACES[p]["effects"][0]["op"] != "copy_place"]
        return next((p for p in kinds if self.spirits_can(p)), "")

    def spirits_hand_out(self, n: int) -> Flow:
        """One step each from left to right, then again by the positions then."""
        while n and self.may_step(self.spirits, "row", {}):
            for sage in self.in_row(self.spirits):
                if n and sage.at and not sage.waits:
                    n -= 1
                    yield from self.walk(sage, 1)

    def outside(self) -> list[Sage]:
        return [x for x in self.in_row(self.spirits) if land_of(x.at) != self.row[-1]]

    def give_joint_token(self) -> None:
        """To the player; in together play to the holder of the fate token, who hands that on."""
        self.joint_left -= 1
        if self.players == 1:
            self.joint[0] += 1
            return
        self.joint[self.fate] += 1
        order = self.in_turn_order()
        self.fate = order[(order.index(self.fate) + 1) % len(order)]

    # --- visits ------------------------------------------------------------------------------------------------------

    def spirits_visit(self, sage: Sage) -> Flow:
        place, sage.waits = sage.waits, ""
        if not self.spirits_can(place):
            others = [p for p in self.choices_at(sage) if p != place and self.spirits_can(p)]
            place = others[0] if others else place
        sage.visited.append((land_of(sage.at), place))
        if self.spirits_can(place):
            yield from self.spirits_effect(PLACES[place]["effects"][0])
            self.owner_gains(self.spirits, place)
            return
        book, conversion = self.content["replacement"]["effects"][0]["options"]
        yield from self.spirits_effect(conversion[0] if self.highest() else book[0])
        self.gain_trick()

    def joint_visit(self, place: str) -> Flow:
        """They apply the place of the player, without a sage there."""
        if self.spirits_can(place):
            yield from self.spirits_effect(PLACES[place]["effects"][0])
        else:
            self.gain_trick()

    # --- tricks ------------------------------------------------------------------------------------------------------

    def play_tricks(self) -> Flow:
        for _ in range(TRIAL["trick_chain_guard"]):
            if not self.held:
                return
            pile = self.trick_piles[self.held[0]]
            answer = yield from self.ask(CHANCE, {f"trick {t}" for t in pile})
            self.trick = answer.split()[1]
            self.held.pop(0)
            pile.remove(self.trick)
            before, missed = self.all_they_see(), False
            for op in self.trick_text():
                made = yield from self.spirits_effect(op)
                missed |= not made and self.grants_conversions(op)
                yield from self.visits(self.spirits)
            self.trick_discard.add(self.trick)
            self.trick = ""
            if missed or self.all_they_see() == before:
                self.gain_trick()

    def grants_conversions(self, op: Record) -> bool:
        return op["op"] == "transform" or (op["op"] == "transform_per" and self.counted(self.spirits, op) > 0)

    def trick_text(self) -> list[Record]:
        override = self.level.get("trick_override")
        if override:
            rich = self.treasure["steppe"] >= override["steppe_at_least"]
            return list(override["then" if rich else "otherwise"])
        return list(TRICKS[self.o["edition"]][self.trick]["high" if self.level.get("high_tricks") else "effects"])

    def all_they_see(self) -> tuple[object, ...]:
        books = [{t: b[t] for t in TIERS} for b in self.books]
        return books, list(self.row), [x.at for x in self.sages], list(self.joint), self.joint_left

    # --- in the other file -------------------------------------------------------------------------------------------

    def take_open(self, land: str) -> Flow:
        raise NotImplementedError

    def settle(self, side: int, land: str) -> Flow:
        raise NotImplementedError

    def oblivion(self, side: int) -> Flow:
        raise NotImplementedError
