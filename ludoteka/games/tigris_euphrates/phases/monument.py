"""Monuments on squares of four, the wonder on a cross of five. [TE-8.1 … TE-8.9, TE-15.1 … TE-15.6]"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from ludoteka.core.action import Action
from ludoteka.core.bag import changed
from ludoteka.core.errors import Kind, Reason, reason
from ludoteka.core.game import Phase
from ludoteka.games.tigris_euphrates.actions import DECLINE, MONUMENT, WONDER, Monument, Wonder
from ludoteka.games.tigris_euphrates.board import BIT, PLUS, PLUSES, SQUARE, SQUARES
from ludoteka.games.tigris_euphrates.data import MONUMENT_COLOURS, MONUMENTS, RED
from ludoteka.games.tigris_euphrates.state import TigrisState


def squares(s: TigrisState, colour: int, placed: int) -> list[int]:
    """Top left cells of the one-coloured squares that the placed tile belongs to."""
    tiles = s.tiles[colour]
    return [corner for corner in SQUARES[placed] if SQUARE[corner] & tiles == SQUARE[corner]]


def pluses(s: TigrisState, colour: int, placed: int) -> list[int]:
    """Middles of the one-coloured crosses that the placed tile belongs to, if the wonder is still to be had."""
    if not s.options.wonder or s.wonder:
        return []
    tiles = s.tiles[colour]
    return [middle for middle in PLUSES[placed] if PLUS[middle] & tiles == PLUS[middle]]


def unbuilt(s: TigrisState, colour: int) -> list[int]:
    """Monuments beside the board that show the colour."""
    return [i for i, at in enumerate(s.monuments) if not at and colour in MONUMENT_COLOURS[i]]


class AfterTile(NamedTuple):
    """A tile has been placed: shapes with it may be built on."""

    phase: Phase[Any, Any]
    seat: None
    active: int
    colour: int
    placed: int


class Site(NamedTuple):
    """The same as a question."""

    phase: Phase[Any, Any]
    seat: int
    colour: int
    placed: int


class OfferMonument(Phase[TigrisState, AfterTile]):
    def run(self, s: TigrisState, f: AfterTile) -> None:
        if (squares(s, f.colour, f.placed) and unbuilt(s, f.colour)) or pluses(s, f.colour, f.placed):
            s.stack.append(Site(BUILD_MONUMENT, f.active, f.colour, f.placed))


class BuildMonument(Phase[TigrisState, Site]):
    """A monument, the wonder, or nothing; now or never."""

    def legal(self, s: TigrisState, f: Site) -> list[Action]:
        corners = [corner.bit_length() - 1 for corner in squares(s, f.colour, f.placed)]
        found: list[Action] = [MONUMENT[i][corner] for i in unbuilt(s, f.colour) for corner in corners]
        found += [WONDER[middle.bit_length() - 1] for middle in pluses(s, f.colour, f.placed)]
        found.append(DECLINE)
        return found

    def apply(self, s: TigrisState, f: Site, a: Action) -> None:
        if isinstance(a, Monument):
            s.monuments = changed(s.monuments, MONUMENTS.index(a.what), BIT[a.at])
            _turn_over(s, f.colour, SQUARE[BIT[a.at]])
            s.note(f.seat, a.what, 1, "monument")
        elif isinstance(a, Wonder):
            s.wonder = BIT[a.at]
            _turn_over(s, f.colour, PLUS[BIT[a.at]])
            s.note(f.seat, "wonder", 1, "wonder")

    def why_not(self, s: TigrisState, f: Site, a: Action) -> Reason | None:
        if isinstance(a, Monument) and a.what in MONUMENTS:
            i = MONUMENTS.index(a.what)
            if s.monuments[i]:
                return reason("why.monument_built", "TE-8.8", Kind.USED, what=a.what)
            if f.colour not in MONUMENT_COLOURS[i]:
                return reason("why.monument_colour", "TE-8.1", Kind.TERRAIN, what=a.what)
            return reason("why.no_square", "TE-8.2", Kind.NEEDS, at=a.at)
        if isinstance(a, Wonder):
            if not s.options.wonder:
                return reason("why.wonder_off", "TE-15.1", Kind.OPTION_OFF)
            if s.wonder:
                return reason("why.wonder_built", "TE-15.1", Kind.USED)
            return reason("why.no_cross", "TE-15.1", Kind.NEEDS, at=a.at)
        return reason("why.monument_first", "TE-8.1", Kind.FIRST)


def _turn_over(s: TigrisState, colour: int, mask: int) -> None:
    """Tiles lose their colour and go on connecting; treasures stay, a building goes back to the supply."""
    s.tiles[colour] &= ~mask
    s.down |= mask
    s.spent[colour] += mask.bit_count()
    s.buildings = changed(s.buildings, colour, s.buildings[colour] & ~mask)  # [TE-14.8]
    if colour == RED:
        s.send_home_stranded()


OFFER_MONUMENT: Final = OfferMonument()
BUILD_MONUMENT: Final = BuildMonument()
