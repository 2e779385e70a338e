"""A turn: up to two actions in any mix. [TE-2.1 … TE-2.4]"""

from __future__ import annotations

from random import Random
from typing import Final

from ludoteka.core.action import Action
from ludoteka.core.errors import Reason
from ludoteka.core.game import Frame, Phase
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
    add_actions,
    catastrophe_table,
    leader_table,
    move_table,
    tile_table,
)
from ludoteka.games.tigris_euphrates.board import BIT, NEAR, dilate, nth_cell
from ludoteka.games.tigris_euphrates.data import BLUE, RED
from ludoteka.games.tigris_euphrates.phases.building import OFFER_BUILDING
from ludoteka.games.tigris_euphrates.phases.conflict import WARS, start_revolt
from ludoteka.games.tigris_euphrates.phases.draw_tiles import put_aside
from ludoteka.games.tigris_euphrates.phases.monument import OFFER_MONUMENT, pluses, squares
from ludoteka.games.tigris_euphrates.phases.refusals import why_not_now
from ludoteka.games.tigris_euphrates.phases.treasure import TREASURES
from ludoteka.games.tigris_euphrates.reach import beside_several, beside_two_without, catastrophe_cells, free_cells
from ludoteka.games.tigris_euphrates.state import TigrisState, scorer


def _open_cells(s: TigrisState) -> tuple[int, int, int]:
    """Cells that may take a tile, empty land beside a temple, and the cells beside two kingdoms."""
    two, three = beside_several(s.halos)
    free = free_cells(s)
    return free & ~three, free & s.board.land & dilate(s.tiles[RED]), two  # [TE-5.2, TE-3.2]


class Turn(Phase[TigrisState]):
    """f = (TURN, seat, left): the next of the actions that are left, or the end of the turn."""

    def legal(self, s: TigrisState, f: Frame) -> list[Action]:
        seat = f[1]
        base = seat * 4
        hands, leaders = s.hands, s.leaders
        for_tiles, beside_temple, two = _open_cells(s)
        found: list[Action] = []
        colours = tuple([c for c in LAND_COLOURS if hands[base + c]])
        if colours:
            add_actions(found, for_tiles & s.board.land, tile_table(colours))
        if hands[base + BLUE]:
            add_actions(found, for_tiles & s.board.river, tile_table((BLUE,)))
        waiting = tuple([c for c in range(4) if not leaders[base + c]])
        if waiting:
            add_actions(found, beside_temple & ~two, leader_table(waiting))
        standing = [c for c in range(4) if leaders[base + c]]
        for c in standing:
            add_actions(found, beside_temple & ~beside_two_without(s, leaders[base + c]), move_table(c))
        found += [WITHDRAW[c] for c in standing]
        if s.curses[seat]:
            add_actions(found, catastrophe_cells(s), catastrophe_table())
        found += [SWAP[c] for c in range(4) if hands[base + c]]
        found.append(PASS)
        return found

    def sample(self, s: TigrisState, f: Frame, rng: Random) -> Action:
        """The same choice from the sizes of the masks. Moves are drawn from all cells beside a temple, and the draw is
        repeated if that one cell will not do: so the kingdoms without the leader are looked at only when needed."""
        seat = f[1]
        hands = s.hands[seat * 4 : seat * 4 + 4]
        leaders = s.leaders[seat * 4 : seat * 4 + 4]
        for_tiles, beside_temple, two = _open_cells(s)
        land, river, reserve = for_tiles & s.board.land, for_tiles & s.board.river, beside_temple & ~two
        curse = catastrophe_cells(s) if s.curses[seat] else 0
        lands, rivers = land.bit_count(), river.bit_count() if hands[BLUE] else 0
        places, moves, curses = reserve.bit_count(), beside_temple.bit_count(), curse.bit_count()
        colours = [c for c in LAND_COLOURS if hands[c]]
        waiting = [c for c in range(4) if not leaders[c]]
        standing = [c for c in range(4) if leaders[c]]
        swaps = len(colours) + (1 if hands[BLUE] else 0)
        blocks = (lands * len(colours), rivers, places * len(waiting), moves * len(standing), curses)
        total = sum(blocks) + len(standing) + swaps + 1
        while True:
            n = int(rng.random() * total)
            if n < blocks[0]:
                return TILE[colours[n // lands]][nth_cell(land, n % lands)]
            n -= blocks[0]
            if n < blocks[1]:
                return TILE[BLUE][nth_cell(river, n)]
            n -= blocks[1]
            if n < blocks[2]:
                return LEADER[waiting[n // places]][nth_cell(reserve, n % places)]
            n -= blocks[2]
            if n < blocks[3]:
                c, i = standing[n // moves], nth_cell(beside_temple, n % moves)
                if not beside_two_without(s, leaders[c]) >> i & 1:
                    return MOVE[c][i]
                continue
            n -= blocks[3]
            if n < blocks[4]:
                return CATASTROPHE[nth_cell(curse, n)]
            n -= blocks[4]
            if n < len(standing):
                return WITHDRAW[standing[n]]
            n -= len(standing)
            return SWAP[[c for c in range(4) if hands[c]][n]] if n < swaps else PASS

    def question(self, s: TigrisState, f: Frame) -> str:
        return "Turn" if f[2] > 1 else "Turn.last"

    def apply(self, s: TigrisState, f: Frame, a: Action) -> None:
        _, seat, left = f
        kind = type(a)
        if left > 1 and kind is not Pass:
            s.stack.append((self, seat, left - 1))
        if kind is Tile:
            place_tile(s, seat, COLOUR[a.what], BIT[a.at])  # type: ignore[attr-defined]
        elif kind is Leader:
            place_leader(s, seat, COLOUR[a.what], BIT[a.at])  # type: ignore[attr-defined]
        elif kind is Move:
            colour = COLOUR[a.what]  # type: ignore[attr-defined]
            s.lift_leader(seat, colour, "move")
            place_leader(s, seat, colour, BIT[a.at])  # type: ignore[attr-defined]
        elif kind is Withdraw:
            s.lift_leader(seat, COLOUR[a.what], "withdraw")  # type: ignore[attr-defined]
        elif kind is Catastrophe:
            strike(s, seat, BIT[a.at])  # type: ignore[attr-defined]
        elif kind is Swap:
            put_aside(s, seat, COLOUR[a.what], 0)  # type: ignore[attr-defined]

    def why_not(self, s: TigrisState, f: Frame, a: Action) -> Reason | None:
        return why_not_now(s, f[1], a)


def place_tile(s: TigrisState, seat: int, colour: int, bit: int) -> None:
    """Place, score unless it unites, then wars, building, monument, treasures in this order. [TE-2.3]"""
    s.hands[seat * 4 + colour] -= 1
    s.tiles[colour] |= bit
    s.occupied |= bit
    kingdoms = s.join(bit)
    s.stack.append((TREASURES, None, seat))
    if squares(s, colour, bit) or pluses(s, colour, bit):
        s.stack.append((OFFER_MONUMENT, None, seat, colour, bit))
    if s.options.buildings and s.tiles[colour] & NEAR[bit]:  # a line needs a neighbour
        s.stack.append((OFFER_BUILDING, None, seat, colour, bit))
    if kingdoms == 1:
        realm = s.realms[-1]
        who = scorer(s, colour, realm)
        if who >= 0:
            s.score(who, colour, 2 if s.buildings[colour] & realm else 1, "tile")  # [TE-14.6]
    elif kingdoms:
        s.union = bit
        s.stack.append((WARS, None, seat, bit))


def place_leader(s: TigrisState, seat: int, colour: int, bit: int) -> None:
    """Place, revolt if the kingdom has such a leader, then treasures. [TE-2.4]"""
    s.put_leader(seat, colour, bit)
    s.stack.append((TREASURES, None, seat))
    rivals = s.chiefs[colour] & s.realms[-1] & ~bit
    if rivals:
        start_revolt(s, seat, s.owner(colour, rivals), colour)


def strike(s: TigrisState, seat: int, bit: int) -> None:
    """A catastrophe: the tile goes, the cell is dead, leaders without a temple go home. [TE-9.3]"""
    s.curses[seat] -= 1
    s.dead |= bit
    for colour in range(4):
        if s.tiles[colour] & bit:
            s.remove_tiles(colour, bit)
            if colour == RED:
                s.send_home_stranded()


TURN: Final = Turn()
