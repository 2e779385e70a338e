"""Which of the two hundred actions of a turn of Tigris & Euphrates are worth a thought.

Masks do the work: of all cells beside a kingdom those are kept that score, unite, protect, link or build squares, and
one or two of the rest for each colour and kingdom.
"""

from __future__ import annotations

from typing import Final

from ludoteka.core.action import Action
from ludoteka.core.game import Frame
from ludoteka.games.tigris_euphrates.actions import CATASTROPHE, LEADER, MOVE, PASS, SWAP, TILE
from ludoteka.games.tigris_euphrates.board import NEAR, cells, dilate
from ludoteka.games.tigris_euphrates.data import BLUE, GREEN, RED
from ludoteka.games.tigris_euphrates.masks import STRIDE
from ludoteka.games.tigris_euphrates.reach import beside_several, beside_two_without, catastrophe_cells, free_cells
from ludoteka.games.tigris_euphrates.state import TigrisState, scorer

LEADER_CELLS: Final = 5
MOVE_CELLS: Final = 2
PLAIN_CELLS: Final = 2
MOST_UNIONS: Final = 6
MOST_CURSES: Final = 4


def sensible(s: TigrisState, f: Frame) -> list[Action]:
    """A part of `s.legal_actions()` for the moment of a turn; never empty."""
    seat = f[1]
    two, three = beside_several(s.halos)
    free = free_cells(s)
    found: list[Action] = []
    for colour in range(4):
        if s.hands[seat * 4 + colour]:
            ground = s.board.river if colour == BLUE else s.board.land
            found += [TILE[colour][i] for i in _tile_cells(s, seat, colour, free & ground & ~three, two)]
    beside = free & s.board.land & dilate(s.tiles[RED])
    temples = _by_neighbours(s.tiles[RED])
    for colour in range(4):
        bit = s.leaders[seat * 4 + colour]
        if bit:
            may = beside & ~beside_two_without(s, bit, two, three)
            found += [MOVE[colour][i] for i in _leader_cells(s, seat, colour, may, bit, temples, MOVE_CELLS)]
        else:
            may = beside & ~two
            found += [LEADER[colour][i] for i in _leader_cells(s, seat, colour, may, 0, temples, LEADER_CELLS)]
    if s.curses[seat]:
        found += [CATASTROPHE[i] for i in _curse_cells(s, seat)]
    useless = [c for c in range(4) if s.hands[seat * 4 + c] and (not s.leaders[seat * 4 + c] or not found)]
    found += [SWAP[c] for c in useless]
    return found or [PASS]


def _tile_cells(s: TigrisState, seat: int, colour: int, open_cells: int, two: int) -> list[int]:
    kept = 0
    same = s.tiles[colour]
    red = colour == RED
    own = 0
    for i in range(seat * 4, seat * 4 + 4):
        own |= s.leaders[i]
    single = open_cells & ~two
    loose = s.occupied
    for realm in s.realms:
        loose &= ~realm
    links = dilate(loose) & single
    squares = _square_cells(same, single)
    for realm, halo in zip(s.realms, s.halos, strict=True):
        here = single & halo
        if not here:
            continue
        mine = scorer(s, colour, realm) == seat
        guard = here & dilate(own & realm) if red and own & realm else 0
        if not mine:
            if guard and scorer(s, colour, realm) < 0:
                kept |= _lowest(guard, 1)
            continue
        good = here & squares | guard
        if colour == GREEN or s.owner(GREEN, realm) == seat:
            good |= here & links & dilate(s.treasures & loose)
        kept |= _lowest(good, 4)
        if good.bit_count() < PLAIN_CELLS:
            # quiet cells first: away from other kingdoms and from what they could reach
            plain = here & ~good
            far = plain & ~dilate(two & ~realm)
            kept |= _lowest(far or plain, PLAIN_CELLS)
    if own:
        unions = open_cells & two
        near_own = 0
        for realm, halo in zip(s.realms, s.halos, strict=True):
            if realm & own:
                near_own |= halo
        kept |= _lowest(unions & near_own, MOST_UNIONS)
    return cells(kept) if kept else []


def _square_cells(same: int, open_cells: int) -> int:
    """Cells that bring a square of one colour to three or four tiles while it can still be finished."""
    if not same & (same - 1):  # two tiles at least
        return 0
    found = 0
    for side, free_side in ((same << 1, open_cells << 1), (same >> 1, open_cells >> 1)):
        # of the three other cells of a square all have such a tile, or two have one and the third is open
        row, free_row, corner, free_corner = same << STRIDE, open_cells << STRIDE, side << STRIDE, free_side << STRIDE
        found |= side & row & (corner | free_corner) | corner & (side & free_row | row & free_side)
        row, free_row, corner, free_corner = same >> STRIDE, open_cells >> STRIDE, side >> STRIDE, free_side >> STRIDE
        found |= side & row & (corner | free_corner) | corner & (side & free_row | row & free_side)
    return found & open_cells


def _by_neighbours(red: int) -> tuple[int, int, int, int, int]:
    """The cells with no temple beside them, with one, two, three and four: all are counted at once."""
    left, right, above, below = red << 1, red >> 1, red << STRIDE, red >> STRIDE
    one_a, two_a, one_b, two_b = left ^ right, left & right, above ^ below, above & below
    odd, two = one_a ^ one_b, two_a ^ two_b ^ one_a & one_b
    four = two_a & two_b
    return ~(odd | two | four), odd & ~two, two & ~odd, odd & two, four


def _leader_cells(
    s: TigrisState, seat: int, colour: int, open_cells: int, standing: int, temples: tuple[int, ...], most: int
) -> list[int]:
    """The best cells for a leader: many temples beside it, a kingdom with its tiles and treasures, no lost revolt.
    Cells with as many temples beside the same kingdom are worth the same, so that sets of them are ranked."""
    strength = s.hands[seat * 4 + RED]
    least = 0.6 * (NEAR[standing] & s.tiles[RED]).bit_count() + 0.5 if standing else -1.0
    ranked: dict[float, int] = {}
    for realm, halo in zip((*s.realms, 0), (*s.halos, open_cells), strict=True):  # at last what is far from all of them
        here = open_cells & halo
        if not here:
            continue
        open_cells ^= here
        value = _worth_leading(s, colour, realm) if realm else 0.0
        foes = s.chiefs[colour] & realm & ~standing
        defence = (NEAR[foes & -foes] & s.tiles[RED]).bit_count() if foes else -1
        if foes:
            value += 0.8
        elif standing:
            value *= 0.5
        for n, cells_with in enumerate(temples):
            score = 0.6 * n + value
            if here & cells_with and score >= least and (defence < 0 or n + strength > defence):  # else it cannot win
                ranked[score] = ranked.get(score, 0) | here & cells_with
    found: list[int] = []
    for score in sorted(ranked, reverse=True):
        found += cells(ranked[score])
        if len(found) >= most:
            break
    return found[:most]


def _worth_leading(s: TigrisState, colour: int, realm: int) -> float:
    value: float = 0.25 * (s.tiles[colour] & realm).bit_count() + 0.1 * realm.bit_count() ** 0.5
    if colour == GREEN:
        value += 0.4 * (realm & s.treasures).bit_count()
    for at in s.monuments:
        if at > 0 and at & realm:
            value += 1.5
    return value


def _curse_cells(s: TigrisState, seat: int) -> list[int]:
    """Temples that hold up a rival's leader and none of one's own; those that hold it up alone come first."""
    own = rivals = 0
    for i, bit in enumerate(s.leaders):
        if i >> 2 == seat:
            own |= bit
        else:
            rivals |= bit
    may = catastrophe_cells(s) & s.tiles[RED] & dilate(rivals) & ~dilate(own)
    if not may:
        return []

    def alone(i: int) -> int:
        held = NEAR[1 << i] & rivals
        return min((NEAR[1 << k] & s.tiles[RED]).bit_count() for k in cells(held))

    return sorted(cells(may), key=lambda i: (alone(i), i))[:MOST_CURSES]


def _lowest(mask: int, n: int) -> int:
    """The first n cells of a mask, as a mask."""
    kept = 0
    while mask and n:
        low = mask & -mask
        kept |= low
        mask ^= low
        n -= 1
    return kept
