"""Puts a written position on the table, piece by piece."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ludoteka.core.bag import changed
from ludoteka.games.small_world.board import make_board, printed_board
from ludoteka.games.small_world.options import SmallWorldOptions
from ludoteka.games.small_world.phases.column import Drawn
from ludoteka.games.small_world.phases.table import read_frame
from ludoteka.games.small_world.phases.turn import begin
from ludoteka.games.small_world.state import ACTIVE, EXEMPT, SLOTS, STATES
from ludoteka.games.small_world.table import new_state
from ludoteka.games.small_world.world import printed_world, world_of

KEYS = (
    *("board", "rounds", "round", "turn", "coins", "column", "peoples", "tribes", "forts", "holes", "heroes"),
    *("dragons", "camps", "ally", "returned", "discards", "paid", "this_turn", "die", "income", "left", "stack"),
)


class Placer:
    """`Placer(seats, options, given).state`; raises ValueError or its like."""

    def __init__(self, seats: int, options: SmallWorldOptions, given: Mapping[str, Any]) -> None:
        for key in given:
            if key not in KEYS:
                raise ValueError(f"unknown key {key}; there are: {', '.join(KEYS)}")
        board = given.get("board")
        if isinstance(board, list):
            world = world_of(make_board(board, given.get("rounds", 10)), options.custom)
        elif board is None:
            world = printed_world(seats, options.custom)
        else:
            world = world_of(printed_board(self.number(board, 2, 5, "board")), options.custom)
        self.world = world
        self.state = s = new_state(seats, options, world)
        s.rounds = self.number(given.get("rounds", world.board.rounds), 1, 99, "rounds")
        s.round = self.number(given.get("round", 1), 1, s.rounds, "round")
        s.turn = self.seat(given.get("turn", 0), "turn")
        if "coins" in given:
            s.coins = [self.number(n, 0, 999, "coins") for n in given["coins"]]
            if len(s.coins) != seats:
                raise ValueError(f"coins for {seats} seats are expected")
        if "tribes" in given:
            s.tribes = self.mask(given["tribes"])
        for people in given.get("peoples", []):
            self.settle(**people)
        self.markers(given)
        for at in range(world.board.size):
            s.defend(at)
        for race, power, *coins in given.get("column", []):
            self.offer(race, power, *coins)
        for seat, other in dict(given.get("ally", {})).items():
            s.ally = changed(s.ally, self.seat(int(seat), "ally"), self.seat(other, "ally"))
        self.stacks(given)
        self.memory(given)
        if "stack" in given:
            self.questions(given["stack"])
        else:
            begin(s)

    def stacks(self, given: Mapping[str, Any]) -> None:
        """Banners under the stack, badges beside it."""
        s = self.state
        for race in given.get("returned", []):
            s.queue += (self.use(race, "")[0],)
        for power in given.get("discards", []):
            p = self.world.power_index[power]
            if not s.badges >> p & 1:
                raise ValueError(f"{power} stands twice")
            s.badges ^= 1 << p
            s.discards |= 1 << p

    def memory(self, given: Mapping[str, Any]) -> None:
        """What has happened: this turn, and before."""
        s = self.state
        for origin, seats in dict(given.get("paid", {})).items():
            s.paid |= self.seats(seats, "paid") << 8 * self.world.once[origin]
        turn = dict(given.get("this_turn", {}))
        s.fresh = self.flag(turn.pop("fresh", False), "fresh")
        s.dragon_used = self.flag(turn.pop("dragon_used", False), "dragon_used")
        s.taken = self.mask(turn.pop("taken", ()))
        s.attacked = self.seats(turn.pop("attacked", ()), "attacked")
        s.bewitched = self.seats(turn.pop("bewitched", ()), "bewitched")
        if turn:
            raise ValueError(f"unknown in this_turn: {', '.join(turn)}")
        if given.get("die"):
            n, roller = given["die"]
            s.die, s.roller = self.number(n, 0, 3, "die"), self.seat(roller, "die")
        if given.get("income"):
            most = s.world.board.size
            s.income = tuple(
                tuple((self.origin(o), self.number(n, 0, most if o == "regions" else 99, "income")) for o, n in x)
                for x in given["income"]
            )
            if len(s.income) != s.seats:
                raise ValueError(f"the income of {s.seats} seats is expected")
        s.left = self.seats(given.get("left", ()), "left")

    def questions(self, stack: Any) -> None:
        """What is asked; a banner on its way to the column is in no stack."""
        s = self.state
        if not isinstance(stack, list):
            raise ValueError("stack must be a list")
        s.stack = [read_frame(words) for words in stack]
        for f in s.stack:
            if isinstance(f, Drawn):
                if not 0 <= f.race < len(self.world.races) or not s.banners >> f.race & 1:
                    raise ValueError("stack: the banner that was turned up stands somewhere else")
                s.banners ^= 1 << f.race

    def number(self, value: Any, low: int, high: int, key: str) -> int:
        if type(value) is not int or not low <= value <= high:
            raise ValueError(f"{key} must be from {low} to {high}, not {value}")
        return value

    def seat(self, value: Any, key: str) -> int:
        return self.number(value, 0, self.state.seats - 1, key)

    def seats(self, some: Iterable[Any], key: str) -> int:
        mask = 0
        for seat in some:
            mask |= 1 << self.seat(seat, key)
        return mask

    def flag(self, value: Any, key: str) -> bool:
        if type(value) is not bool:
            raise ValueError(f"{key} must be true or false, not {value}")
        return value

    def origin(self, name: Any) -> str:
        if name not in ("regions", *self.world.race_index, *self.world.power_index):
            raise ValueError(f"nothing pays for {name}")
        return str(name)

    def mask(self, names: Iterable[str]) -> int:
        some = list(names)
        if len(set(some)) < len(some):
            raise ValueError(f"{next(name for name in some if some.count(name) > 1)} is named twice")
        return self.world.board.mask(*some)

    def use(self, race: str, power: str) -> tuple[int, int]:
        """Take a banner and a badge out of the stacks."""
        s = self.state
        r, p = self.world.race_index[race], self.world.power_index[power] if power else -1
        if not s.banners >> r & 1 or (p >= 0 and not s.badges >> p & 1):
            raise ValueError(f"{power} {race} stands twice")
        s.banners ^= 1 << r
        if p >= 0:
            s.badges ^= 1 << p
        return r, p

    def settle(
        self,
        seat: int,
        race: str,
        power: str = "",
        state: str = "active",
        regions: Mapping[str, int] | None = None,
        hand: int = 0,
        aside: int = 0,
        waiting: int = 0,
        holes_left: int | None = None,
    ) -> None:
        """Put a people on the board."""
        s = self.state
        kind = STATES.index(state)
        slot = self.seat(seat, "seat") * SLOTS + kind
        if s.race[slot] >= 0:
            raise ValueError(f"seat {seat} has two peoples {state}")
        if (kind == ACTIVE) and not power:
            raise ValueError(f"the active {race} need a power")
        r, p = self.use(race, power)
        able = self.world.ability(r, p, kind != ACTIVE)
        if kind != ACTIVE and p >= 0 and not able.keeps_badge:
            raise ValueError(f"{power} is discarded at decline")
        if (kind == EXEMPT) != (kind != ACTIVE and able.exempt):
            raise ValueError(f"{power} {race} cannot be {state}")
        s.enlist(slot, r, p, able)
        for name, n in (regions or {}).items():
            at = self.world.board.index[name]
            if s.owner[at] >= 0:
                raise ValueError(f"{name} has two owners")
            s.owner[at] = slot
            s.tokens[at] = self.number(n, 1, 20, name)
            s.held[slot] |= 1 << at
            s.tribes &= ~(1 << at)  # whoever stands there has driven it out
            s.tray[r] -= n
        s.hand[slot] = self.number(hand, 0, 20, "hand")
        if kind == ACTIVE:
            s.aside = changed(s.aside, seat, self.number(aside, 0, able.extra, "aside"))
            s.waiting = changed(s.waiting, seat, self.number(waiting, 0, 20, "waiting"))
            s.camp_hand = changed(s.camp_hand, seat, able.camps)
            holes = 0 if holes_left is None else self.number(holes_left, 0, able.holes, "holes_left")
            s.holes_left = changed(s.holes_left, seat, holes)
        elif aside or waiting or holes_left:
            raise ValueError(f"{race} in decline have nothing aside")
        elif not s.held[slot] and not hand:
            raise ValueError(f"{race} in decline have no token")
        s.tray[r] -= hand + aside + waiting
        if s.tray[r] < 0:
            raise ValueError(f"there are only {self.world.races[r].box} {race}")

    def markers(self, given: Mapping[str, Any]) -> None:
        s = self.state
        everyone = sum(s.held)
        for key in ("forts", "holes", "heroes", "dragons"):
            mask = self.mask(given.get(key, ()))
            if mask & ~everyone:
                raise ValueError(f"{key} stand in regions that somebody holds")
            setattr(s, key, mask)
        for name, n in dict(given.get("camps", {})).items():
            at = self.world.board.index[name]
            seat = s.owner[at] // SLOTS
            most = s.camp_hand[seat] if s.owner[at] >= 0 else 0
            s.camps = changed(s.camps, at, self.number(n, 1, most, f"camps in {name}"))
            s.camp_hand = changed(s.camp_hand, seat, s.camp_hand[seat] - n)

    def offer(self, race: str, power: str, coins: int = 0) -> None:
        s = self.state
        if not power:
            raise ValueError(f"the {race} of the column need a power")
        r, p = self.use(race, power)
        s.col_race += (r,)
        s.col_power += (p,)
        s.col_coins += (self.number(coins, 0, 99, "column"),)
