"""A turn: up to two actions in any mix. [TE-2.1 … TE-2.4]"""

from __future__ import annotations

from random import Random
from typing import Any, Final, NamedTuple

from ludoteka.core.action import Action
from ludoteka.core.bag import changed
from ludoteka.core.errors import Reason
from ludoteka.core.game import Phase
from ludoteka.games.tigris_euphrates.actions import (
    CATASTROPHE,
    COLOUR,
    LAND_COLOURS,
    LEADER,
    MOVE,
    PASS,
    SWAP,
    TILE,
    WITHDRAW,
    Catastrophe,
    Leader,
    Move,
    Pass,
    Swap,
    Tile,
    Withdraw,
)
from ludoteka.games.tigris_euphrates.board import BIT, CELL_BIT, NEAR, dilate, nth_bit
from ludoteka.games.tigris_euphrates.data import ACTIONS, BLUE, MOST_SEATS, RED
from ludoteka.games.tigris_euphrates.offer import (
    ALL_COLOURS,
    BLUE_TILES,
    CATASTROPHES,
    END,
    LEADERS,
    MOVES,
    SWAPS,
    TILES,
    WITHDRAWALS,
    Offer,
)
from ludoteka.games.tigris_euphrates.phases.building import OFFER_BUILDING
from ludoteka.games.tigris_euphrates.phases.conflict import WARS, Unrest, start_revolt
from ludoteka.games.tigris_euphrates.phases.draw_tiles import put_aside
from ludoteka.games.tigris_euphrates.phases.monument import OFFER_MONUMENT, AfterTile, pluses, squares
from ludoteka.games.tigris_euphrates.phases.refusals import why_not_now
from ludoteka.games.tigris_euphrates.phases.treasure import END_OF_ACTION
from ludoteka.games.tigris_euphrates.reach import beside_several, beside_two_without, catastrophe_cells, free_cells
from ludoteka.games.tigris_euphrates.state import TigrisState, scorer


def _open_cells(s: TigrisState) -> tuple[int, int, int, int, int]:
    """Land and river that may take a tile, empty land beside a temple, and the cells beside two and three kingdoms."""
    two, three = beside_several(s.halos)
    free = free_cells(s)
    land = free & s.board.land
    river = free ^ land
    beside_temple = land & dilate(s.tiles[RED])  # [TE-3.2]
    if three:  # [TE-5.2]
        land &= ~three
        river &= ~three
    return land, river, beside_temple, two, three


class Actions(NamedTuple):
    phase: Phase[Any, Any]
    seat: int
    left: int


class Turn(Phase[TigrisState, Actions]):
    """The next of the actions that are left, or the end of the turn."""

    def legal(self, s: TigrisState, f: Actions) -> Offer:
        seat = f.seat
        leaders = s.leaders[seat * 4 : seat * 4 + 4]
        held, standing = colours(s.hands[seat * 4 : seat * 4 + 4]), colours(leaders)
        land, river, beside_temple, two, three = _open_cells(s)
        parts = [(land, TILES[held & ~BLUE_TILES])]
        if held & BLUE_TILES:
            parts.append((river, TILES[BLUE_TILES]))
        parts.append((beside_temple & ~two, LEADERS[ALL_COLOURS ^ standing]))
        for c, bit in enumerate(leaders):
            if bit:
                parts.append((beside_temple & ~beside_two_without(s, bit, two, three), MOVES[c]))
        parts.append((standing, WITHDRAWALS))
        if s.curses[seat]:
            parts.append((catastrophe_cells(s), CATASTROPHES))
        parts += [(held, SWAPS), (1, END)]
        return Offer(parts)

    def sample(self, s: TigrisState, f: Actions, rng: Random) -> Action:
        """The same choice from the sizes of the masks. Moves are drawn from all cells beside a temple, and the draw is
        repeated if that one cell will not do: so the kingdoms without the leader are looked at only when needed."""
        seat = f.seat
        hands = s.hands[seat * 4 : seat * 4 + 4]
        leaders = s.leaders[seat * 4 : seat * 4 + 4]
        waiting = leaders.count(0)
        standing = 4 - waiting
        swaps = 4 - hands.count(0)
        land, river, beside_temple, two, three = _open_cells(s)
        lands, moves = land.bit_count(), beside_temple.bit_count()
        for_land = lands * (swaps - 1 if hands[BLUE] else swaps)
        for_river = river.bit_count() if hands[BLUE] else 0
        reserve = places = curse = curses = 0
        if waiting:
            reserve = beside_temple & ~two
            places = reserve.bit_count()
        if s.curses[seat]:
            curse = catastrophe_cells(s)
            curses = curse.bit_count()
        total = for_land + for_river + places * waiting + moves * standing + curses + standing + swaps + 1
        while True:
            n = int(rng.random() * total)
            if n < for_land:
                return TILE[[c for c in LAND_COLOURS if hands[c]][n // lands]][nth_bit(land, n % lands)]
            n -= for_land
            if n < for_river:
                return TILE[BLUE][nth_bit(river, n)]
            n -= for_river
            if n < places * waiting:
                return LEADER[_nth(leaders, n // places, False)][nth_bit(reserve, n % places)]
            n -= places * waiting
            if n < moves * standing:
                c, i = _nth(leaders, n // moves), nth_bit(beside_temple, n % moves)
                if not beside_two_without(s, leaders[c], two, three) & CELL_BIT[i]:
                    return MOVE[c][i]
                continue
            n -= moves * standing
            if n < curses:
                return CATASTROPHE[nth_bit(curse, n)]
            n -= curses
            if n < standing:
                return WITHDRAW[_nth(leaders, n)]
            n -= standing
            return SWAP[_nth(hands, n)] if n < swaps else PASS

    def question(self, s: TigrisState, f: Actions) -> str:
        return "Turn" if f.left > 1 else "Turn.last"

    def apply(self, s: TigrisState, f: Actions, a: Action) -> None:
        seat = f.seat
        if f.left > 1 and not isinstance(a, Pass):
            s.stack.append(ACTIONS_LEFT[seat][f.left - 1])
        if isinstance(a, Tile):
            place_tile(s, seat, COLOUR[a.what], BIT[a.at])
        elif isinstance(a, Move):
            colour = COLOUR[a.what]
            s.lift_leader(seat, colour, "move")
            place_leader(s, seat, colour, BIT[a.at])
        elif isinstance(a, Leader):
            place_leader(s, seat, COLOUR[a.what], BIT[a.at])
        elif isinstance(a, Catastrophe):
            strike(s, seat, BIT[a.at])
        elif isinstance(a, Withdraw):
            s.lift_leader(seat, COLOUR[a.what], "withdraw")
        elif isinstance(a, Swap):
            put_aside(s, seat, COLOUR[a.what], 0)

    def why_not(self, s: TigrisState, f: Actions, a: Action) -> Reason | None:
        return why_not_now(s, f.seat, a)


def colours(values: list[int]) -> int:
    """The colours that have something, as a set."""
    red, blue, green, black = values
    return (red > 0) | (blue > 0) << 1 | (green > 0) << 2 | (black > 0) << 3


def _nth(values: list[int], n: int, filled: bool = True) -> int:
    """The n-th colour that has something, or of those that have nothing."""
    return [c for c in range(4) if (values[c] != 0) == filled][n]


def place_tile(s: TigrisState, seat: int, colour: int, bit: int) -> None:
    """Place, score unless it unites, then wars, building, monument, treasures in this order. [TE-2.3]"""
    s.hands[seat * 4 + colour] -= 1
    s.tiles[colour] |= bit
    s.occupied |= bit
    kingdoms = s.join(bit)
    s.stack.append(END_OF_ACTION[seat])
    if s.tiles[colour] & NEAR[bit]:  # a square, a cross and a line all need a neighbour
        if squares(s, colour, bit) or pluses(s, colour, bit):
            s.stack.append(AfterTile(OFFER_MONUMENT, None, seat, colour, bit))
        if s.options.buildings:
            s.stack.append(AfterTile(OFFER_BUILDING, None, seat, colour, bit))
    if kingdoms == 1:
        realm = s.realms[-1]
        who = scorer(s, colour, realm)
        if who >= 0:
            s.score(who, colour, 2 if s.buildings[colour] & realm else 1, "tile")  # [TE-14.6]
    elif kingdoms:
        s.union = bit
        s.stack.append(Unrest(WARS, None, seat, bit))


def place_leader(s: TigrisState, seat: int, colour: int, bit: int) -> None:
    """Place, revolt if the kingdom has such a leader, then treasures. [TE-2.4]"""
    s.put_leader(seat, colour, bit)
    s.stack.append(END_OF_ACTION[seat])
    rivals = s.chiefs[colour] & s.realms[-1] & ~bit
    if rivals:
        start_revolt(s, seat, s.owner(colour, rivals), colour)


def strike(s: TigrisState, seat: int, bit: int) -> None:
    """A catastrophe: the tile goes, the cell is dead, leaders without a temple go home. [TE-9.3]"""
    s.curses = changed(s.curses, seat, s.curses[seat] - 1)
    s.dead |= bit
    for colour in range(4):
        if s.tiles[colour] & bit:
            s.remove_tiles(colour, bit)
            if colour == RED:
                s.send_home_stranded()


TURN: Final = Turn()
ACTIONS_LEFT: Final = [[Actions(TURN, seat, left) for left in range(ACTIONS + 1)] for seat in range(MOST_SEATS)]
"""The frames, by seat and by how many actions are left."""
