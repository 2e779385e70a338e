"""A second engine of Terra Mystica: setup, rounds and the end, as a course of questions."""

from __future__ import annotations

from collections.abc import Callable

from tests.oracles.terra_mystica_answers import Scope
from tests.oracles.terra_mystica_rules import CHANCE, Player
from tests.oracles.terra_mystica_tables import (
    AREA_PRIZES,
    BASE,
    CARDS,
    CULT_PRIZES,
    CULTS,
    FACTIONS,
    FINAL_TILES,
    ICY,
    ROUNDS,
    START_POINTS,
    VOLCANIC,
    WHEEL,
)
from tests.oracles.terra_mystica_turn import Course, Turns


class Play(Turns):
    def run(self) -> Course:
        yield from self.draw()
        yield from self.choose()
        yield from self.place()
        for seat in reversed(self.order):
            yield from self.first_card(self.players[seat])
        while self.round < 6:
            self.round += 1
            self.coins_on_cards()
            for seat in self.order:
                yield from self.receive_income(self.players[seat])
            yield from self.action_phase()
            if self.round < 6:
                for seat in self.order:
                    yield from self.cult_bonus(self.players[seat])
                self.taken.clear()
                for p in self.players:
                    p.used.clear()
        self.final_scoring()

    # setup
    def draw(self) -> Course:
        pool = [t for t in ROUNDS if t != "SCORE9" or self.options.get("tile_promo")]
        for n in range(1, 7):
            answer = yield CHANCE, {f"round {t}" for t in pool if t != "SCORE1" or n < 5}
            self.tiles.append(answer.split()[1])
            pool.remove(self.tiles[-1])
        self.cards = {c: 0 for c in CARDS if c != "BON10" or self.options.get("card_promo")}
        while len(self.cards) > len(self.players) + 3:
            answer = yield CHANCE, {f"remove {c}" for c in self.cards}
            del self.cards[answer.split()[1]]
        final = self.options.get("final", "auto")
        if final == "draw" or (final == "auto" and self.options.get("factions") != "base"):
            answer = yield CHANCE, {f"final {t}" for t in FINAL_TILES}
            final = answer.split()[1]
        self.final = final if final in FINAL_TILES else ""
        answer = yield CHANCE, {f"first {p.seat}" for p in self.players}
        first = int(answer.split()[1])
        self.order = [(first + n) % len(self.players) for n in range(len(self.players))]

    def choose(self) -> Course:
        given = self.options.get("given", "").split("+")
        if self.options.get("choose") == "given":
            for p, name in zip(self.players, given, strict=True):
                self.take_faction(p, name)
        for seat in self.order:
            p = self.players[seat]
            if not p.faction:
                answer = yield seat, {f"choose {name}" for name in self.free_factions()}
                self.take_faction(p, answer.split()[1])
            yield from self.extras(p)
        for seat in self.order:
            p = self.players[seat]
            if p.faction in VOLCANIC:
                answer = yield seat, {f"settle {t}" for t in self.free_terrains(p)}
                p.start = answer.split()[1]

    def free_factions(self) -> list[str]:
        boards = {q.board.colour for q in self.players if q.faction}
        terrains = {t for q in self.players for t in (q.home, q.start)}
        known = BASE if self.options.get("factions") == "base" else tuple(FACTIONS)
        return [name for name in known if not {FACTIONS[name].colour} & (boards | terrains)]

    def free_terrains(self, p: Player) -> list[str]:
        return [t for t in WHEEL if all(t not in (q.home, q.start) for q in self.players if q is not p)]

    def take_faction(self, p: Player, name: str) -> None:
        p.faction, b = name, FACTIONS[name]
        p.have.update({"C": b.coins, "W": b.workers, "P": b.priests})
        p.bowls = [*b.power, 0]
        p.cult = dict(zip(CULTS, b.cults, strict=True))
        p.ship = b.ship[0]
        p.home = b.colour if b.colour != "variable" else ""
        p.vp = b.points_2017 if self.options.get("start_vp") == "2017" else START_POINTS

    def extras(self, p: Player) -> Course:
        """A terrain and the Ice Maidens' favor tile, in any order."""
        terrain = p.faction in (*ICY, "shapeshifters", "riverwalkers")
        favor = p.faction == "icemaidens"
        while terrain or favor:
            asked = {f"settle {t}" for t in self.free_terrains(p)} if terrain else set()
            answer = yield p.seat, asked | ({f"favor {t}" for t in self.favor_choices(p)} if favor else set())
            verb, what = answer.split()
            if verb == "favor":
                favor = False
                self.take_favor(p, what)
            else:
                terrain = False
                p.start = what
                p.opened = {what}
                if p.faction == "shapeshifters":
                    p.home = what

    def place(self) -> Course:
        twice = [*self.order, *reversed(self.order)]
        last = [s for s in self.order if self.players[s].board.dwellings == 1]
        third = [s for s in self.order if self.players[s].board.dwellings == 3]
        for seat in (*(s for s in twice if s not in last), *third, *last):
            p = self.players[seat]
            terrain = p.start or p.home
            free = [h for h, t in self.land.items() if t == terrain and h not in self.built]
            if p.faction == "riverwalkers":
                free = [h for h in free if self.ground.by_river(h)]
            answer = yield seat, {f"build {h}" for h in free}
            self.built[answer.split()[1]] = (seat, "D")
            if p.home in ("ice", "volcano"):
                self.land[answer.split()[1]] = p.home

    def first_card(self, p: Player) -> Course:
        held = {q.card for q in self.players}
        answer = yield p.seat, {f"card {c}" for c in self.cards if c not in held}
        p.card = answer.split()[1]

    # rounds
    def coins_on_cards(self) -> None:
        held = {p.card for p in self.players}
        for card in self.cards:
            self.cards[card] += card not in held

    def receive_income(self, p: Player) -> Course:
        for what, n in self.income(p).items():
            p.gain(what, n)
        yield from self.priests(p)

    def priests(self, p: Player) -> Course:
        while p.due["priests"]:
            asked = self.unlocks(p)
            self.do(p, (yield p.seat, asked) if len(asked) > 1 else min(asked))

    def action_phase(self) -> Course:
        self.acting, self.passing = True, []
        for p in self.players:
            p.passed = False
        while len(self.passing) < len(self.players):
            for seat in self.order:
                if not self.players[seat].passed:
                    yield from self.turn(self.players[seat])
        self.acting = False
        if self.options.get("turn_order") == "passing":
            self.order = list(self.passing)
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
            self.do_step(p, (yield p.seat, {f"step {c}" for c in self.tracks(p)}).split()[1])
        while self.scope.spades:
            self.scope.away = 0
            asked = {t for t in self.transforms(p) if self.reaches(p, t.split()[1])}
            if not asked:
                return
            self.do(p, (yield p.seat, asked | {"discard spade"}))

    # the end
    def final_scoring(self) -> None:
        for cult in CULTS:
            self.share(CULT_PRIZES, lambda p, c=cult: p.cult[c])  # type: ignore[misc]
        self.share(AREA_PRIZES, lambda p: max((len(net) for net in self.networks(p)), default=0))
        if self.final:
            self.share(AREA_PRIZES, lambda p: max((self.worth(p, net) for net in self.networks(p)), default=0))
        for p in self.players:
            coins = p.bowls[2] + p.bowls[1] // 2 + p.have["P"] + p.have["W"] + p.have["C"]
            p.vp += coins // (2 if p.faction == "alchemists" else 3)

    def share(self, prizes: tuple[int, ...], value: Callable[[Player], int]) -> None:
        values = {p.seat: value(p) for p in self.players}
        place = 0
        for mark in sorted({v for v in values.values() if v}, reverse=True):
            tied = [p for p in self.players if values[p.seat] == mark]
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
