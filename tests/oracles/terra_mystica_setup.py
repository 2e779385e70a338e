"""A second engine of Terra Mystica: everything before the first round."""

from __future__ import annotations

from collections.abc import Generator
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
from tests.oracles.terra_mystica_turn import Course, Turns


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
        answer = yield CHANCE, {f"first {p.seat}" for p in self.players}
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
                answer = yield seat, {f"settle {t}" for t in self.free_terrains(p)}
                p.start = answer.split()[1]

    def pick(self, p: Player, how: str) -> Course:
        if not p.faction:
            names = [n for n in self.known() if FACTIONS[n].colour == self.dealt.get(p.seat)]
            if how != "random":
                names = self.free_factions()
            answer = yield p.seat, {f"choose {name}" for name in names}
            self.take_faction(p, answer.split()[1])
        yield from self.extras(p)

    def known(self) -> tuple[str, ...]:
        return BASE if self.options.get("factions") == "base" else tuple(FACTIONS)

    def deal(self) -> Course:
        """A board at random for everybody."""
        boards = {FACTIONS[name].colour for name in self.known()}
        for seat in self.order:
            answer = yield CHANCE, {f"draw {board}" for board in boards - set(self.dealt.values())}
            self.dealt[seat] = answer.split()[1]
        self.in_play = set(self.dealt.values())

    def auctions(self) -> Course:
        drawn: list[str] = []
        for _ in self.players:
            names = [n for n in self.known() if FACTIONS[n].colour not in self.in_play]
            answer = yield CHANCE, {f"draw {name}" for name in names}
            drawn.append(answer.split()[1])
            self.in_play.add(FACTIONS[drawn[-1]].colour)
        places = dict.fromkeys(range(1, len(self.players) + 1), -1)
        bidders = list(self.order)
        while bidders:
            winner, bid = yield from self.auction(bidders)
            p = self.players[winner]
            name = (yield winner, {f"choose {n}" for n in drawn}).split()[1] if len(drawn) > 1 else drawn[0]
            drawn.remove(name)
            self.take_faction(p, name)
            p.vp = 40 - bid
            yield from self.extras(p)
            free = [n for n, who in places.items() if who < 0]
            place = int((yield winner, {f"place {n}" for n in free}).split()[1]) if len(free) > 1 else free[0]
            places[place] = winner
            at = bidders.index(winner)
            bidders = [*bidders[at + 1 :], *bidders[:at]]
        self.order = list(places.values())
        if self.options.get("turn_order") != "passing":
            self.seating = list(self.order)

    def auction(self, bidders: list[int]) -> Generator[tuple[int, set[str]], str, tuple[int, int]]:
        """Who wins the right to choose, for how much."""
        still, bid = list(bidders), -1
        if len(still) == 1:
            return still[0], 0
        while len(still) > 1 and bid < 40:
            seat = still.pop(0)
            asked = {f"bid {n}" for n in range(bid + 1, 41)} | ({"fold"} if bid >= 0 else set())
            answer = yield seat, asked
            if answer != "fold":
                bid = int(answer.split()[1])
                still.append(seat)
        return still[-1], bid

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
