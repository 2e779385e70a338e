"""Which of the two hundred actions of a turn of Tigris & Euphrates are worth a thought.

Masks do the work: of all cells beside a kingdom those are kept that score, unite, protect, link or build squares, and
one or two of the rest for each colour and kingdom.
"""

from __future__ import annotations

from typing import Final

from ludoteka.core.action import Action
from ludoteka.core.game import Frame
from ludoteka.games.tigris_euphrates.actions import CATASTROPHE, LEADER, MOVE, PASS, SWAP, TILE
from ludoteka.games.tigris_euphrates.board import NEAR, SQUARE, SQUARES, cells, dilate
from ludoteka.games.tigris_euphrates.data import BLUE, GREEN, RED
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
    for colour in range(4):
        bit = s.leaders[seat * 4 + colour]
        if bit:
            cells_for = _leader_cells(s, seat, colour, beside & ~beside_two_without(s, bit, two, three), bit)
            found += [MOVE[colour][i] for i in cells_for[:MOVE_CELLS]]
        else:
            cells_for = _leader_cells(s, seat, colour, beside & ~two, 0)
            found += [LEADER[colour][i] for i in cells_for[:LEADER_CELLS]]
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
    found = 0
    for i in cells(dilate(dilate(same)) & open_cells) if same else ():
        bit = 1 << i
        for corner in SQUARES[bit]:
            square = SQUARE[corner]
            n = (square & same).bit_count()
            if n == 3 or (n == 2 and square & ~same & ~bit & open_cells):
                found |= bit
                break
    return found


def _leader_cells(s: TigrisState, seat: int, colour: int, open_cells: int, standing: int) -> list[int]:
    """The best cells for a leader: many temples beside it, a kingdom with its tiles and treasures, no lost revolt."""
    red = s.tiles[RED]
    strength = s.hands[seat * 4 + RED]
    ranked = []
    by_realm = []
    for realm, halo in zip(s.realms, s.halos, strict=True):
        foes = s.chiefs[colour] & realm & ~standing
        value = 0.25 * (s.tiles[colour] & realm).bit_count() + 0.1 * realm.bit_count() ** 0.5
        if colour == GREEN:
            value += 0.4 * (realm & s.treasures).bit_count()
        for at in s.monuments:
            value += 1.5 * (at > 0 and at & realm != 0)
        by_realm.append((halo, (NEAR[foes & -foes] & red).bit_count() if foes else -1, value))
    current = (NEAR[standing] & red).bit_count() if standing else 0
    for i in cells(open_cells):
        bit = 1 << i
        temples = (NEAR[bit] & red).bit_count()
        score = 0.6 * temples
        for halo, defence, value in by_realm:
            if halo & bit:
                if defence >= 0:
                    if temples + strength <= defence:
                        score = -9.0  # cannot win even if the other side adds nothing
                    else:
                        score += value + 0.8
                elif standing:
                    score += value * 0.5
                else:
                    score += value
                break
        if standing and score < 0.6 * current + 0.5:
            continue
        if score > -5:
            ranked.append((-score, i))
    ranked.sort()
    return [i for _, i in ranked]


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
