"""A second engine of Terra Mystica: everything before the first round."""

from __future__ import annotations

from collections.abc import Callable, Generator
from math import perm
from typing import Any

from tests.oracles.terra_mystica_rules import CHANCE, Player
from tests.oracles.terra_mystica_tables import (
    BASE,
    CARDS,
    CULTS,
    FACTIONS,
    FINAL_TILES,
    ICY,
    INTRO,
    INTRO_TILES,
    ROUNDS,
    START_POINTS,
    VOLCANIC,
    WHEEL,
)
from tests.oracles.terra_mystica_turn import Asking, Course, Turns


class Setup(Turns):
    def __init__(self, seats: int, **options: Any) -> None:
        super().__init__(seats, **options)
        self.dealt: dict[int, str] = {}
        self.in_play: set[str] = set()
        """Boards drawn before anybody has chosen."""

    def set_up(self) -> Course:
        if self.options.get("choose") == "intro":
            yield from self.introduction()
        else:
            yield from self.draw()
            yield from self.choose()
            yield from self.place()
        for seat in reversed(self.order):
            yield from self.first_card(self.players[seat])

    def settled(self) -> list[Player]:
        """Everybody in turn order but who left before choosing a faction."""
        return [self.players[seat] for seat in self.order if self.players[seat].faction]

    def lot(self, asked: Callable[[], set[str]]) -> Asking:
        return (yield from self.ask(CHANCE, asked))

    def draw(self) -> Course:
        pool = [t for t in ROUNDS if t != "SCORE9" or self.options.get("tile_promo")]
        for n in range(1, 7):
            answer = yield from self.lot(lambda n=n: {f"round {t}" for t in pool if t != "SCORE1" or n < 5})  # type: ignore[misc]
            self.tiles.append(answer.split()[1])
            pool.remove(self.tiles[-1])
        self.cards = {c: 0 for c in CARDS if c != "BON10" or self.options.get("card_promo")}
        while len(self.cards) > len(self.players) + 3:
            answer = yield from self.lot(lambda: {f"remove {c}" for c in self.cards})
            del self.cards[answer.split()[1]]
        final = self.options.get("final", "auto")
        if final == "draw" or (final == "auto" and self.options.get("factions") != "base"):
            answer = yield from self.lot(lambda: {f"final {t}" for t in FINAL_TILES})
            final = answer.split()[1]
        self.final = final if final in FINAL_TILES else ""
        yield from self.first_player()

    def odds(self, answers: set[str]) -> dict[str, int]:
        """How likely chance answers so: all alike, but for the spade tile, which waits for the last two rounds to pass.

        The tiles are laid from round 6 down to 1; a spade tile that comes up for 6 or 5 is shuffled back. So every
        arrangement without it in those rounds is as likely as any other: count those that go on with an answer.
        """
        weights = dict.fromkeys(answers, 1)
        if not min(answers).startswith("round"):
            return weights
        after = 5 - len(self.tiles)
        spade = "SCORE1" not in self.tiles
        others = len(ROUNDS) - (not self.options.get("tile_promo")) - len(self.tiles) - spade
        for answer in answers:
            is_spade = answer == "round SCORE1"
            plain = others - (not is_spade)
            weights[answer] = perm(plain, after)
            if spade and not is_spade:
                weights[answer] += max(after - 2, 0) * perm(plain, after - 1) if after else 0
        return weights

    def first_player(self) -> Course:
        answer = yield from self.lot(lambda: {f"first {p.seat}" for p in self.players})
        first = int(answer.split()[1])
        self.order = [(first + n) % len(self.players) for n in range(len(self.players))]

    def choose(self) -> Course:
        how = self.options.get("choose", "order")
        if how == "given":
            for p, name in zip(self.players, self.options["given"].split("+"), strict=True):
                self.take_faction(p, name)
        elif how == "random":
            yield from self.deal()
        if how == "auction":
            yield from self.auctions()
        else:
            for seat in self.order:
                yield from self.pick(self.players[seat], how)
        for seat in self.order:
            p = self.players[seat]
            if p.faction in VOLCANIC:
                answer = yield from self.ask(seat, lambda p=p: {f"settle {t}" for t in self.free_terrains(p)})  # type: ignore[misc]
                p.start = answer.removeprefix("settle ")

    def pick(self, p: Player, how: str) -> Course:
        if not p.faction:
            answer = yield from self.ask(p.seat, lambda: {f"choose {name}" for name in self.offered(p, how)})
            if not answer:
                return
            self.take_faction(p, answer.split()[1])
        yield from self.extras(p)

    def offered(self, p: Player, how: str) -> list[str]:
        if how == "random":
            return [n for n in self.known() if FACTIONS[n].colour == self.dealt[p.seat]]
        return self.free_factions()

    def known(self) -> tuple[str, ...]:
        return BASE if self.options.get("factions") == "base" else tuple(FACTIONS)

    def deal(self) -> Course:
        """A board at random for everybody."""
        boards = {FACTIONS[name].colour for name in self.known()}
        for seat in self.order:
            answer = yield from self.lot(lambda: {f"draw {board}" for board in boards - set(self.dealt.values())})
            self.dealt[seat] = answer.split()[1]
        self.in_play = set(self.dealt.values())

    def auctions(self) -> Course:
        drawn: list[str] = []
        for _ in self.players:
            answer = yield from self.lot(
                lambda: {f"draw {n}" for n in self.known() if FACTIONS[n].colour not in self.in_play}
            )
            drawn.append(answer.split()[1])
            self.in_play.add(FACTIONS[drawn[-1]].colour)
        places = dict.fromkeys(range(1, len(self.players) + 1), -1)
        bidders = list(self.order)
        while bidders := [seat for seat in bidders if not self.players[seat].gone]:
            winner, bid = yield from self.auction(bidders)
            yield from self.won(self.players[winner], bid, drawn, places)
            at = bidders.index(winner)
            bidders = [*bidders[at + 1 :], *bidders[:at]]
        without = [seat for seat in self.order if seat not in places.values()]
        self.order = [seat if seat >= 0 else without.pop(0) for seat in places.values()]
        if self.options.get("turn_order") != "passing":
            self.seating = list(self.order)

    def auction(self, bidders: list[int]) -> Generator[tuple[int, set[str]], str, tuple[int, int]]:
        """Who wins the right to choose, for how much. If the highest bid leaves, all that stay bid again."""
        still, holder, bid = list(bidders), -1, -1

        def gone(seat: int) -> bool:
            return seat >= 0 and self.players[seat].gone

        def asked() -> set[str]:
            if gone(holder) or all(gone(seat) for seat in still[1:]):
                return set()
            return {f"bid {n}" for n in range(bid + 1, 41)} | ({"fold"} if bid >= 0 else set())

        while len(still) > 1 and bid < 40:
            seat = still[0]
            answer = yield from self.ask(seat, asked)
            if gone(holder):
                at = bidders.index(seat)
                return (yield from self.auction([q for q in (*bidders[at:], *bidders[:at]) if not gone(q)]))
            if answer.startswith("bid"):
                holder, bid = seat, int(answer.split()[1])
            still = [q for q in (*still[1:], seat) if not gone(q) and (q != seat or answer != "fold")]
        return (holder, bid) if holder >= 0 else (still[0], 0)

    def won(self, p: Player, bid: int, drawn: list[str], places: dict[int, int]) -> Course:
        names = {f"choose {n}" for n in drawn}
        name = (yield from self.ask(p.seat, lambda: names)) if len(names) > 1 else min(names)
        if not name:
            return
        drawn.remove(name.split()[1])
        self.take_faction(p, name.split()[1])
        p.vp = 40 - bid
        yield from self.extras(p)
        free = {f"place {n}" for n, who in places.items() if who < 0}
        place = (yield from self.ask(p.seat, lambda: free)) if len(free) > 1 else min(free)
        if place:
            places[int(place.split()[1])] = p.seat

    def introduction(self) -> Course:
        """The first match: everything is laid out but the first player and the cards."""
        self.tiles = list(INTRO_TILES)
        unused, laid = INTRO[len(self.players)]
        self.cards = {c: 0 for c in CARDS if c != "BON10" and c not in unused}
        yield from self.first_player()
        for seat, (name, dwellings) in zip(self.order, laid.items(), strict=True):
            self.take_faction(self.players[seat], name)
            self.built.update((at, (seat, "D")) for at in dwellings)

    def free_factions(self) -> list[str]:
        boards = {q.board.colour for q in self.players if q.faction}
        terrains = {t for q in self.players for t in (q.home, q.start)}
        return [name for name in self.known() if not {FACTIONS[name].colour} & (boards | terrains)]

    def free_terrains(self, p: Player) -> list[str]:
        taken = {t for q in self.players if q is not p for t in (q.home, q.start)}
        return [t for t in WHEEL if t not in taken | self.in_play]

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
            asked |= {f"favor {t}" for t in self.favor_choices(p)} if favor else set()
            answer = yield from self.ask(p.seat, lambda asked=asked: asked)  # type: ignore[misc]
            if not answer:
                return
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
        last = [p.seat for p in self.settled() if p.board.dwellings == 1]
        third = [p.seat for p in self.settled() if p.board.dwellings == 3]
        for seat in (*(s for s in twice if s not in last), *third, *last):
            p = self.players[seat]
            free = {f"build {h}" for h in self.first_sites(p)}
            answer = yield from self.ask(seat, lambda free=free: free)  # type: ignore[misc]
            if not answer:
                continue
            self.built[answer.split()[1]] = (seat, "D")
            if p.home in ("ice", "volcano"):
                self.land[answer.split()[1]] = p.home

    def first_sites(self, p: Player) -> list[str]:
        terrain = p.start or p.home
        free = [h for h, t in self.land.items() if t == terrain and h not in self.built]
        return [h for h in free if self.ground.by_river(h)] if p.faction == "riverwalkers" else free

    def first_card(self, p: Player) -> Course:
        answer = yield from self.ask(p.seat, lambda: {f"card {c}" for c in self.cards if c not in self.held()})
        p.card = answer.removeprefix("card ")
