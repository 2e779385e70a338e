"""Written positions: any board, any column, any peoples on it, as one line of JSON. For puzzles, tests and other maps.

    state = place(2, SmallWorldOptions(), '''{"turn": 1, "coins": [3, 8],
        "peoples": [{"seat": 0, "race": "orcs", "power": "hill", "regions": {"Fa1": 2, "Fo1": 1}, "hand": 3},
                    {"seat": 1, "race": "elves", "state": "declined", "regions": {"H4": 1}}],
        "column": [["trolls", "stout", 2]]}''')

Everything may be left out. The seat of `turn` is at the start of its turn. `board` is the number of players of a
printed board, or a list of regions as `make_board` takes it; `round` and `rounds` as they say. A `column` given is at
the top; chance fills the rest. `tribes`, `forts`, `holes`, `heroes`, `dragons` are lists of regions, `camps` counts by
region, `ally` names by seat whom it bound to peace (that ends when the turn of the seat begins).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ludoteka.core.bag import changed
from ludoteka.core.errors import BadOptions
from ludoteka.core.game import State
from ludoteka.games.small_world.board import BadBoard, Board, make_board, printed_board
from ludoteka.games.small_world.custom import read_option
from ludoteka.games.small_world.options import SmallWorldOptions
from ludoteka.games.small_world.phases.column import BADGE, BANNER
from ludoteka.games.small_world.phases.turn import begin
from ludoteka.games.small_world.state import ACTIVE, DECLINED, EXEMPT, SLOTS, SmallWorld, new_state
from ludoteka.games.small_world.world import World, printed_world

_STATES = {"active": ACTIVE, "declined": DECLINED, "exempt": EXEMPT}
_KEYS = {
    "board", "rounds", "round", "turn", "coins", "column", "peoples", "tribes", "forts", "holes", "heroes", "dragons",
    "camps", "ally",
}  # fmt: skip


def start(seats: int, options: SmallWorldOptions) -> State:
    """A new match on the printed board for this number of players."""
    return begin(new_state(seats, options, printed_world(seats, options.custom)))


def start_on(board: Board, seats: int, options: SmallWorldOptions | None = None) -> SmallWorld:
    """A new match on any board. Chance lays out the column: push `banner orcs`, `badge hill`, … in the order wanted."""
    options = options or SmallWorldOptions()
    return begin(new_state(seats, options, World(board, read_option(options.custom))))


def lay_out(s: SmallWorld, banners: Sequence[str], badges: Sequence[str]) -> None:
    """Let chance turn up banners and badges in this order for as long as it is asked: call it at the start and after
    each action to play with a known column. Each list may name the whole stack; what lies open already is passed over.
    """
    while s.stack and s.stack[-1][0] in (BANNER, BADGE):
        wanted = banners if s.stack[-1][0] is BANNER else badges
        legal = {str(a).split()[1]: a for a in s.legal_actions()}
        s.apply(next(legal[name] for name in [*wanted, *legal] if name in legal))


def place(seats: int, options: SmallWorldOptions, text: str) -> State:
    """The position that a line of JSON describes; raises BadOptions if it cannot be."""
    try:
        given = json.loads(text)
        if not isinstance(given, dict):
            raise TypeError("an object {…} is expected")
        unknown = sorted(set(given) - _KEYS)
        if unknown:
            raise ValueError(f"unknown keys: {', '.join(unknown)}; there are: {', '.join(sorted(_KEYS))}")
        return _Placer(seats, options, given).state
    except (ValueError, TypeError, LookupError, AttributeError, BadBoard) as error:
        problem = f"unknown name {error}" if isinstance(error, KeyError) else str(error)
        raise BadOptions("error.bad_position", problem=problem) from error


def position(board: Sequence[Mapping[str, Any]] | None = None, **given: Any) -> str:
    """The line for `Match(game, seats, options, players, position(…))`."""
    if board is not None:
        given["board"] = [dict(region) for region in board]
    return json.dumps(given, ensure_ascii=False, separators=(",", ":"))


class _Placer:
    def __init__(self, seats: int, options: SmallWorldOptions, given: Mapping[str, Any]) -> None:
        board = given.get("board")
        if isinstance(board, list):
            world = World(make_board(board, given.get("rounds", 10)), read_option(options.custom))
        elif board is None:
            world = printed_world(seats, options.custom)
        else:
            world = World(printed_board(int(board)), read_option(options.custom))
        self.world = world
        self.state = s = new_state(seats, options, world)
        s.rounds = self.number(given.get("rounds", world.board.rounds), 1, 99, "rounds")
        s.round = self.number(given.get("round", 1), 1, s.rounds, "round")
        s.turn = self.number(given.get("turn", 0), 0, seats - 1, "turn")
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
            whose = self.number(int(seat), 0, seats - 1, "ally")
            s.ally = changed(s.ally, whose, self.number(other, 0, seats - 1, "ally"))
        begin(s)

    def number(self, value: Any, low: int, high: int, key: str) -> int:
        if type(value) is not int or not low <= value <= high:
            raise ValueError(f"{key} must be from {low} to {high}, not {value}")
        return value

    def mask(self, names: Iterable[str]) -> int:
        return self.world.board.mask(*names)

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
        holes_left: int | None = None,
    ) -> None:
        """Put a people on the board."""
        s = self.state
        kind = _STATES[state]
        slot = self.number(seat, 0, s.seats - 1, "seat") * SLOTS + kind
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
            s.tribes &= ~(1 << at)
            s.tray[r] -= n
        s.hand[slot] = self.number(hand, 0, 20, "hand")
        if kind == ACTIVE:
            s.aside = changed(s.aside, seat, self.number(aside, 0, able.extra, "aside"))
            s.camp_hand = changed(s.camp_hand, seat, able.camps)
            holes = 0 if holes_left is None else self.number(holes_left, 0, able.holes, "holes_left")
            s.holes_left = changed(s.holes_left, seat, holes)
        elif not s.held[slot] and not hand:
            raise ValueError(f"{race} in decline have no token")
        s.tray[r] -= hand + aside
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
        r, p = self.use(race, power)
        s.col_race += (r,)
        s.col_power += (p,)
        s.col_coins += (self.number(coins, 0, 999, "column"),)
