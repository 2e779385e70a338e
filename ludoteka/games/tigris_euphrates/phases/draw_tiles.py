"""Tiles come out of the bag: refilling hands, swapping. The match ends when one is missing. [TE-10.1 … TE-11.2]"""

from __future__ import annotations

from random import Random
from typing import Final

from ludoteka.core.action import Action
from ludoteka.core.errors import Reason, reason
from ludoteka.core.game import CHANCE, Frame, Phase
from ludoteka.games.tigris_euphrates.actions import COLOUR, DONE, DRAW, SWAP, Draw, Swap
from ludoteka.games.tigris_euphrates.data import BLACK, BLUE, GREEN, RED, TILES
from ludoteka.games.tigris_euphrates.state import TigrisState


class DrawTile(Phase[TigrisState, Frame]):
    """f = (DRAW_TILE, CHANCE, seat, n): the seat draws n tiles, one after the other."""

    def outcomes(self, s: TigrisState, f: Frame) -> list[tuple[Action, int]]:
        draws = DRAW[f[2]]
        return [(draws[c], n) for c, n in enumerate(s.bag) if n]

    def sample(self, s: TigrisState, f: Frame, rng: Random) -> Action:
        """By weight, without the list."""
        red, blue, green, black = s.bag
        n = int(rng.random() * (red + blue + green + black))
        draws = DRAW[f[2]]
        if n < red:
            return draws[RED]
        n -= red
        if n < blue:
            return draws[BLUE]
        return draws[GREEN] if n - blue < green else draws[BLACK]

    def apply(self, s: TigrisState, f: Frame, a: Action) -> None:
        assert isinstance(a, Draw)
        colour = COLOUR[a.what]
        s.bag[colour] -= 1
        s.hands[a.seat * 4 + colour] += 1
        missing: int = f[3]
        if missing > 1:
            ask_to_draw(s, a.seat, missing - 1)


def ask_to_draw(s: TigrisState, seat: int, n: int) -> None:
    """Whoever must draw a tile that is not there ends the match. [TE-11.2]"""
    red, blue, green, black = s.bag
    if red or blue or green or black:
        s.stack.append((DRAW_TILE, CHANCE, seat, n))
    else:
        s.stack.clear()


class SwapTiles(Phase[TigrisState, Frame]):
    """f = (SWAP_TILES, seat, colour, n): n tiles are put aside, the last one of that colour; more?

    Tiles are named in the order of the colours, so that a set of tiles can be put aside in one way only.
    """

    def legal(self, s: TigrisState, f: Frame) -> list[Action]:
        hand = f[1] * 4
        found: list[Action] = [SWAP[c] for c in range(f[2], 4) if s.hands[hand + c]]
        found.append(DONE)
        return found

    def apply(self, s: TigrisState, f: Frame, a: Action) -> None:
        if isinstance(a, Swap):
            put_aside(s, f[1], COLOUR[a.what], f[3])
        else:
            _draw_instead(s, f[1], f[3])

    def why_not(self, s: TigrisState, f: Frame, a: Action) -> Reason | None:
        if isinstance(a, Swap) and a.what in TILES:
            if not s.hands[f[1] * 4 + COLOUR[a.what]]:
                return reason("why.none_in_hand", "TE-10.1", what=a.what)
            return reason("why.swap_order", "TE-10.1", what=a.what)
        return reason("why.swap_first", "TE-10.1")


def put_aside(s: TigrisState, seat: int, colour: int, n: int) -> None:
    """One more tile is put aside face down, n were before. [TE-10.1]"""
    s.hands[seat * 4 + colour] -= 1
    s.swapped[seat * 4 + colour] += 1
    if s.hand_size(seat):
        # asked even if no later colour is left in the hand: leaving the question out would show that
        s.stack.append((SWAP_TILES, seat, colour, n + 1))
    else:
        _draw_instead(s, seat, n + 1)


def _draw_instead(s: TigrisState, seat: int, n: int) -> None:
    if sum(s.bag) < n:
        s.stack.clear()  # the bag cannot supply the swap: the match ends at once [TE-10.3]
    else:
        s.stack.append((DRAW_TILE, CHANCE, seat, n))


DRAW_TILE: Final = DrawTile()
SWAP_TILES: Final = SwapTiles()
