"""A turn: up to two actions in any mix. [TE-2.1 … TE-2.4]"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

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
    Swap,
    Tile,
    Withdraw,
    add_actions,
    catastrophe_table,
    leader_table,
    move_table,
    tile_table,
)
from ludoteka.games.tigris_euphrates.board import BIT, dilate, nth_cell
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
        base = seat * 4
        hands = s.hands[base : base + 4]
        leaders = s.leaders[base : base + 4]
        for_tiles, beside_temple, two = _open_cells(s)
        groups: list[tuple[int, Sequence[Action]]] = []
        land, reserve = for_tiles & s.board.land, beside_temple & ~two
        sizes = []
        for c in range(4):
            if hands[c]:
                mask = for_tiles & s.board.river if c == BLUE else land
                groups.append((mask, TILE[c]))
                sizes.append(mask.bit_count())
            mask = beside_temple if leaders[c] else reserve
            groups.append((mask, MOVE[c] if leaders[c] else LEADER[c]))
            sizes.append(mask.bit_count())
        if s.curses[seat]:
            mask = catastrophe_cells(s)
            groups.append((mask, CATASTROPHE))
            sizes.append(mask.bit_count())
        single: list[Action] = [WITHDRAW[c] for c in range(4) if leaders[c]]
        single += [SWAP[c] for c in range(4) if hands[c]]
        single.append(PASS)
        total = sum(sizes) + len(single)
        while True:
            n = int(rng.random() * total)
            k = 0
            for size in sizes:
                if n < size:
                    break
                n -= size
                k += 1
            else:
                return single[n]
            mask, table = groups[k]
            i = nth_cell(mask, n)
            a = table[i]
            if type(a) is not Move or not beside_two_without(s, leaders[COLOUR[a.what]]) >> i & 1:
                return a

    def apply(self, s: TigrisState, f: Frame, a: Action) -> None:
        _, seat, left = f
        if left > 1 and a is not PASS and a != PASS:
            s.stack.append((self, seat, left - 1))
        kind = type(a)
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
    if s.options.buildings:
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


TURN = Turn()
