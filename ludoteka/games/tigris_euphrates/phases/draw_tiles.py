"""Tiles come out of the bag: refilling hands, swapping. The match ends when one is missing. [TE-10.1 … TE-11.2]"""

from __future__ import annotations

from random import Random
from typing import Any, Final, NamedTuple

from ludoteka.core.action import Action
from ludoteka.core.errors import Kind, Reason, reason
from ludoteka.core.game import CHANCE, Phase
from ludoteka.games.tigris_euphrates.actions import COLOUR, DONE, DRAW, SWAP, Draw, Swap
from ludoteka.games.tigris_euphrates.data import BLACK, BLUE, GREEN, HAND, MOST_SEATS, RED, TILES
from ludoteka.games.tigris_euphrates.state import TigrisState


class Drawing(NamedTuple):
    phase: Phase[Any, Any]
    seat: int  # CHANCE
    taker: int
    n: int


class DrawTile(Phase[TigrisState, Drawing]):
    """The taker draws n tiles, one after the other."""

    def outcomes(self, s: TigrisState, f: Drawing) -> list[tuple[Action, int]]:
        draws = DRAW[f.taker]
        return [(draws[c], n) for c, n in enumerate(s.bag) if n]

    def sample(self, s: TigrisState, f: Drawing, rng: Random) -> Action:
        """By weight, without the list."""
        red, blue, green, black = s.bag
        n = int(rng.random() * (red + blue + green + black))
        draws = DRAW[f.taker]
        if n < red:
            return draws[RED]
        n -= red
        if n < blue:
            return draws[BLUE]
        return draws[GREEN] if n - blue < green else draws[BLACK]

    def apply(self, s: TigrisState, f: Drawing, a: Action) -> None:
        assert isinstance(a, Draw)
        colour = COLOUR[a.what]
        s.bag[colour] -= 1
        s.hands[a.seat * 4 + colour] += 1
        if f.n > 1:
            ask_to_draw(s, a.seat, f.n - 1)


def ask_to_draw(s: TigrisState, seat: int, n: int) -> None:
    """Whoever must draw a tile that is not there ends the match. [TE-11.2]"""
    red, blue, green, black = s.bag
    if red or blue or green or black:
        s.stack.append(DRAWING[seat][n])
    else:
        s.stack.clear()


class Swapping(NamedTuple):
    phase: Phase[Any, Any]
    seat: int
    n: int


class SwapTiles(Phase[TigrisState, Swapping]):
    """n tiles are put aside, in any order; more?"""

    def legal(self, s: TigrisState, f: Swapping) -> list[Action]:
        hand = f.seat * 4
        found: list[Action] = [SWAP[c] for c in range(4) if s.hands[hand + c]]
        found.append(DONE)
        return found

    def apply(self, s: TigrisState, f: Swapping, a: Action) -> None:
        if isinstance(a, Swap):
            put_aside(s, f.seat, COLOUR[a.what], f.n)
        else:
            _draw_instead(s, f.seat, f.n)

    def why_not(self, s: TigrisState, f: Swapping, a: Action) -> Reason | None:
        if isinstance(a, Swap) and a.what in TILES:
            return reason("why.none_in_hand", "TE-10.1", Kind.SHORT, n=1, what=a.what)
        return reason("why.swap_first", "TE-10.1", Kind.FIRST)


def put_aside(s: TigrisState, seat: int, colour: int, n: int) -> None:
    """One more tile is put aside face down, n were before. [TE-10.1]"""
    s.hands[seat * 4 + colour] -= 1
    s.swapped[seat * 4 + colour] += 1
    if s.hand_size(seat):
        s.stack.append(SWAPPING[seat][n + 1])
    else:
        _draw_instead(s, seat, n + 1)


def _draw_instead(s: TigrisState, seat: int, n: int) -> None:
    if sum(s.bag) < n:
        s.stack.clear()  # the bag cannot supply the swap: the match ends at once [TE-10.3]
    else:
        s.stack.append(DRAWING[seat][n])


DRAW_TILE: Final = DrawTile()
SWAP_TILES: Final = SwapTiles()
# frames are made once, like actions: by seat, then by the number of tiles
DRAWING: Final = [[Drawing(DRAW_TILE, CHANCE, seat, n) for n in range(HAND + 1)] for seat in range(MOST_SEATS)]
SWAPPING: Final = [[Swapping(SWAP_TILES, seat, n) for n in range(HAND + 1)] for seat in range(MOST_SEATS)]
