"""A second engine of Terra Mystica: rounds and the end, as a course of questions."""

from __future__ import annotations

from collections.abc import Callable

from tests.oracles.terra_mystica_answers import Scope
from tests.oracles.terra_mystica_rules import Player
from tests.oracles.terra_mystica_setup import Setup
from tests.oracles.terra_mystica_tables import (
    AREA_PRIZES,
    CULT_PRIZES,
    CULTS,
    ROUNDS,
)
from tests.oracles.terra_mystica_turn import Alone, Course


class Play(Setup):
    def run(self) -> Course:
        try:
            yield from self.rounds()
        except Alone:
            return
        self.final_scoring()

    def rounds(self) -> Course:
        yield from self.set_up()
        while self.round < 6:
            self.round += 1
            self.coins_on_cards()
            for p in self.settled():
                yield from self.receive_income(p)
            yield from self.action_phase()
            if self.round < 6:
                for p in self.settled():
                    yield from self.cult_bonus(p)
                self.taken.clear()
                for p in self.players:
                    p.used.clear()

    # rounds
    def coins_on_cards(self) -> None:
        for card in self.cards:
            self.cards[card] += card not in self.held()

    def receive_income(self, p: Player) -> Course:
        for what, n in self.income(p).items():
            p.gain(what, n)
        yield from self.priests(p)

    def priests(self, p: Player) -> Course:
        while p.due["priests"]:
            asked = self.unlocks(p)
            answer = (yield from self.ask(p.seat, lambda: self.unlocks(p))) if len(asked) > 1 else min(asked)
            if not answer:
                p.due["priests"] = 0
                return
            self.do(p, answer)

    def action_phase(self) -> Course:
        self.acting, self.passing = True, []
        for p in self.players:
            p.passed = False
        while any(not (p.passed or p.gone) for p in self.players):
            for seat in self.order:
                if not (self.players[seat].passed or self.players[seat].gone):
                    yield from self.turn(self.players[seat])
        self.acting = False
        if self.options.get("turn_order") == "passing":
            self.order = [*self.passing, *(seat for seat in self.order if seat not in self.passing)]
        else:
            at = self.seating.index(self.passing[0])
            self.order = [*self.seating[at:], *self.seating[:at]]

    def cult_bonus(self, p: Player) -> Course:
        _, _, cult, per, what, n = ROUNDS[self.tiles[self.round - 1]]
        times = p.sent if cult == "priests" else p.cult[cult] // per
        if what != "spade":
            p.gain(what, n * times)
            yield from self.priests(p)
            return
        self.scope = Scope(spades=self.spades(p, times))
        while p.steps:
            answer = yield from self.ask(p.seat, lambda: {f"step {c}" for c in self.tracks(p)})
            if not answer:
                p.steps = []
                return
            self.do_step(p, answer.split()[1])
        while self.scope.spades and self.cult_digs(p):
            answer = yield from self.ask(p.seat, lambda: self.cult_digs(p) | {"discard spade"})
            if not answer:
                return
            self.do(p, answer)

    def cult_digs(self, p: Player) -> set[str]:
        self.scope.away = 0
        return {t for t in self.transforms(p) if self.reaches(p, t.split()[1])}

    # the end
    def final_scoring(self) -> None:
        for cult in CULTS:
            self.share(CULT_PRIZES, lambda p, c=cult: p.cult[c])  # type: ignore[misc]
        self.share(AREA_PRIZES, lambda p: max((len(net) for net in self.networks(p)), default=0))
        if self.final:
            self.share(AREA_PRIZES, lambda p: max((self.worth(p, net) for net in self.networks(p)), default=0))
        for p in self.settled():
            coins = p.bowls[2] + p.bowls[1] // 2 + p.have["P"] + p.have["W"] + p.have["C"]
            p.vp += coins // (2 if p.faction == "alchemists" else 3)

    def share(self, prizes: tuple[int, ...], value: Callable[[Player], int]) -> None:
        values = {p.seat: value(p) for p in self.settled()}
        place = 0
        for mark in sorted({v for v in values.values() if v}, reverse=True):
            tied = [p for p in self.players if values.get(p.seat) == mark]
            for p in tied:
                p.vp += sum(prizes[place : place + len(tied)]) // len(tied)
            place += len(tied)

    def networks(self, p: Player) -> list[set[str]]:
        """Own buildings connected directly or indirectly."""
        rest, found = set(self.own(p)), []
        while rest:
            net, edge = set[str](), {min(rest)}
            while edge:
                net |= edge
                edge = {b for b in rest - net if any(self.connected(p, a, b) for a in net)}
            found.append(net)
            rest -= net
        return found

    def connected(self, p: Player, a: str, b: str) -> bool:
        far = self.jump_range(p)
        return (
            b in self.joined(p, a)
            or self.ground.sailing(a, b) <= p.ship
            or (far > 0 and self.ground.distance(a, b) <= far + 1)
        )

    def worth(self, p: Player, net: set[str]) -> int:
        """What the extra tile counts in a network."""
        if self.final == "building-on-edge":
            return len(net & self.ground.border)
        if self.final == "connected-clusters":
            return len({min(self.group(p, h)) for h in net})
        if self.final == "connected-sa-sh-distance":
            ends = [h for h in net if self.built[h][1] in ("SH", "SA")]
            return self.ground.distance(*ends) if len(ends) == 2 else 0
        return max(self.ground.distance(a, b) for a in net for b in net)
