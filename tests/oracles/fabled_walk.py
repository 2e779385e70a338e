"""The second engine's steps, vortices and visits. See `fabled_rules`."""

from __future__ import annotations

from collections import Counter

from tests.oracles.fabled_cards import (
    ALLIES,
    PLACES,
    Record,
    is_dead_end,
    joined,
    land_of,
    next_cell,
    terrain,
)
from tests.oracles.fabled_effects import Effects
from tests.oracles.fabled_rules import Flow, Sage, Verdict


class Walk(Effects):
    """Sages on their way. Visits wait while `visits_later` is set: in the movement phase, and during visits."""

    visits_later = False

    # --- steps -------------------------------------------------------------------------------------------------------

    def walk(self, sage: Sage, n: int) -> Flow:
        for _ in range(n):
            stays_on_the_way = yield from self.step(sage)
            if not stays_on_the_way:
                return

    def step(self, sage: Sage) -> Verdict:
        """One step; whether the sage may make another one."""
        cell = next_cell(sage.at) or self.beyond(sage)
        if not cell:
            if (yield from self.crosses(sage)):
                cell = f"{self.right_of(land_of(sage.at))}.1"
            else:
                yield from self.leave(sage)
                return False
        sage.at = cell
        if not self.linked(cell):
            return True
        yield from self.vortex(sage)
        return not sage.waits

    def beyond(self, sage: Sage) -> str:
        """Where a step off the end of the path leads, without abilities that must be chosen."""
        land = land_of(sage.at)
        right = self.right_of(land)
        if not right or (is_dead_end(sage.at) and not self.mods(sage.side, "dead_end_exit")):
            return ""
        return f"{right}.1" if joined(land, right) or self.mods(sage.side, "all_connected") else ""

    def crosses(self, sage: Sage) -> Verdict:
        """Whether an ally leads the sage to the neighbour although there is no way."""
        if not self.right_of(land_of(sage.at)):
            return False
        for ally in self.allies[sage.side] if sage.side != self.spirits else ():
            for mod in self.text(sage.side, ally).get("mods", ()):
                able = mod["mod"] == "cross_unconnected" and (not mod["limit"] or self.uses[ally] < mod["limit"])
                if able and mod in self.mods(sage.side, "cross_unconnected"):
                    answer = yield from self.ask(sage.side, {"cross", "leave"})
                    if answer == "cross":
                        self.uses[ally] += 1
                        return True
        return False

    def leave(self, sage: Sage) -> Flow:
        """Off the row, unless an ally takes the sage elsewhere."""
        here = sage.at
        yield from self.moment(sage.side, "before_return", sage=sage)
        if sage.at != here:
            return
        sage.at = ""
        if sage.side == self.spirits:
            self.gain_trick()
        yield from self.moment(sage.side, "on_return")

    # --- vortices ----------------------------------------------------------------------------------------------------

    def choices_at(self, sage: Sage) -> list[str]:
        seen = [place for land, place in sage.visited if land == land_of(sage.at)]
        return [p for p in self.open_places(sage.side, sage.at) if p not in seen]

    def vortex(self, sage: Sage) -> Flow:
        choices = self.choices_at(sage)
        if sage.side == self.spirits:
            if choices:
                sage.waits = min(choices, key=self.memo.index)
            return
        if choices:
            legal = {f"visit {p}" for p in choices}
            if not set(self.linked(sage.at)) & set(self.special.get("no_pass_no_replace", ())):
                legal.add("pass")
            answer = yield from self.ask(sage.side, legal)
            if answer != "pass":
                sage.waits = answer.split()[1]
                return
        for mod in self.mods(sage.side, "pass_bonus"):
            if self.pass_bonuses[sage.side] < mod["limit"]:
                self.pass_bonuses[sage.side] += 1
                yield from self.effects(sage.side, mod["effects"], {})
        yield from self.moment(sage.side, "on_pass")

    # --- handing out -------------------------------------------------------------------------------------------------

    def freshest(self, sages: list[Sage]) -> dict[str, Sage]:
        """By cell the sage with the fewest visits of this turn."""
        found: dict[str, Sage] = {}
        for sage in sorted(sages, key=lambda x: (len(x.visited), x.no)):
            found.setdefault(sage.at, sage)
        return found

    def hand_out(self, seat: int, op: Record, around: Record, least: int) -> Flow:
        """Up to n steps of own sages one by one, at most `cap` for one of them; then the visits."""
        given: Counter[int] = Counter()
        for i in range(op["n"]):
            able = [x for x in self.may_step(seat, op["among"], around) if not op["cap"] or given[x.no] < op["cap"]]
            at = self.freshest(able)
            if not at:
                break
            answer = yield from self.ask(seat, {f"step {cell}" for cell in at} | ({"done"} if i >= least else set()))
            if answer == "done":
                break
            sage = at[answer.split()[1]]
            given[sage.no] += 1
            yield from self.walk(sage, 1)
        yield from self.visits(seat)

    # --- movement ----------------------------------------------------------------------------------------------------

    def announce(self, side: int, terrains: set[str]) -> Flow:
        self.announced = terrains
        self.moving = [x for x in self.sages if x.at and terrain(land_of(x.at)) in terrains]
        self.visits_later = True
        for owner in self.clockwise(side):
            yield from self.move_all(owner, self.steps_of(owner, side))
        if side != self.spirits:
            yield from self.event_hooks(side, "on_announce")
            yield from self.moment(side, "on_announce")
        for owner in self.clockwise(side)[1:]:
            yield from self.moment(owner, "on_other_announce")
        self.visits_later = False
        yield from self.visits(side)

    def steps_of(self, owner: int, announcer: int) -> int:
        if len(self.announced) > 1:
            return 1
        kind = "own_steps" if owner == announcer else "other_steps"
        (said,) = self.announced
        changes = sum(m["delta"] for m in self.mods(owner, kind) if m["terrain"] in ("any", said))
        return max(0, int(self.content["movement"][kind] + changes))

    def move_all(self, owner: int, n: int) -> Flow:
        left = [x for x in self.moving if x.side == owner]
        plain = [x for x in left if owner != self.spirits and self.walks_plain(x, n)]
        for sage in plain:
            yield from self.walk(sage, n)
        left = [x for x in left if x not in plain]
        while left:
            if owner == self.spirits:
                sage = min(left, key=self.place_in_row)
            else:
                at = self.freshest(left)
                answer = yield from self.ask(owner, {f"move {cell}" for cell in at}, not self.order_matters(owner))
                sage = at[answer.split()[1]] if answer else min(left, key=self.place_in_row)
            left.remove(sage)
            yield from self.walk(sage, n)

    def walks_plain(self, sage: Sage, n: int) -> bool:
        """Whether the steps are on plain cells of one land."""
        cell = sage.at
        for _ in range(n):
            cell = next_cell(cell)
            if not cell or self.linked(cell):
                return False
        return True

    def order_matters(self, owner: int) -> bool:
        """Second edition: whether something of the owner acts on a pass, a crossing or a way home."""
        if self.o["edition"] == 1:
            return True
        moments = ("on_pass", "before_return", "on_return")
        if self.mods(owner, "pass_bonus") or self.mods(owner, "cross_unconnected"):
            return True
        return any(self.text(owner, ally)["trigger"] in moments for ally in self.allies[owner])

    # --- visits ------------------------------------------------------------------------------------------------------

    def visits(self, first: int) -> Flow:
        """All visits that wait: the side of the effect, then the others clockwise, round and round."""
        if self.visits_later:
            return
        self.visits_later = True
        while any(x.waits for x in self.sages):
            for side in self.clockwise(first):
                while waiting := [x for x in self.in_row(side) if x.waits]:
                    if side == self.spirits:
                        yield from self.spirits_visit(min(waiting, key=self.rank))
                    else:
                        at = {f"enter {x.at} {x.waits}": x for x in reversed(waiting)}
                        answer = yield from self.ask(side, set(at))
                        yield from self.visit(at[answer])
        self.visits_later = False

    def rank(self, sage: Sage) -> tuple[bool, int, tuple[int, int, bool]]:
        """In which order the spirits visit: what brings books first, then by the memo, then from left to right."""
        return not PLACES[sage.waits].get("producer"), self.memo.index(sage.waits), self.place_in_row(sage)

    def visit(self, sage: Sage) -> Flow:
        seat, cell, place = sage.side, sage.at, sage.waits
        sage.waits = ""
        sage.visited.append((land_of(cell), place))
        around: Record = {"sage": sage, "cell": cell, "place": place, "double": len(self.linked(cell)) == 2}
        ops = PLACES[place]["effects"]
        legal = {"apply"} if self.possible(seat, ops, around) else set()
        if place not in self.special.get("no_pass_no_replace", ()):
            legal.add("replace")
        answer = yield from self.ask(seat, legal)
        if answer == "apply":
            yield from self.effects(seat, ops, around, least=1)
            for mod in self.mods(seat, "place_bonus"):
                if place in mod["places"]:
                    yield from self.effects(seat, mod["effects"], around)
            yield from self.moment(seat, "on_visit", "on_visit_double", **around)
            self.owner_gains(seat, place)
        else:
            yield from self.effects(seat, self.content["replacement"]["effects"], around, least=1)
            yield from self.moment(seat, "on_replacement", **around)
        if self.trial and self.joint[seat]:
            self.joint[seat] -= 1
            self.joint_left += 1
            yield from self.joint_visit(place)

    def owner_gains(self, visitor: int, place: str) -> None:
        ally = PLACES[place].get("ally")
        for seat in range(self.players):
            if ally in self.allies[seat] and seat != visitor:
                gain = ALLIES[ally]["owner_gains_on_other_visit"]
                self.books[seat][gain["book"]] += gain["n"]

    # --- in the other files ------------------------------------------------------------------------------------------

    def spirits_visit(self, sage: Sage) -> Flow:
        raise NotImplementedError

    def joint_visit(self, place: str) -> Flow:
        raise NotImplementedError
