"""Positions for the tests: a table of given factions with buildings where the test wants them."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

from ludoteka import games
from ludoteka.core.bag import changed
from ludoteka.core.bits import mask_of
from ludoteka.core.errors import Reason
from ludoteka.core.events import Event
from ludoteka.core.game import Step
from ludoteka.games.terra_mystica.data import BUILDINGS, CARDS, FAVORS, FINAL_TILES, ICE, ROUND_TILES, TERRAINS
from ludoteka.games.terra_mystica.factions import BY_NAME
from ludoteka.games.terra_mystica.phases import choosing, flow, setup
from ludoteka.games.terra_mystica.phases.clock import start_turn
from ludoteka.games.terra_mystica.phases.turn import TURNS
from ludoteka.games.terra_mystica.side import Side
from ludoteka.games.terra_mystica.state import TerraState
from tests.games.terra_mystica.proofs import fault

GAME = games.load("terra_mystica")
TILES = ("SCORE3", "SCORE4", "SCORE1", "SCORE6", "SCORE2", "SCORE8")
PLENTY = {"coins": 40, "workers": 20}


def table(
    *factions: str,
    at: dict[str, str] | None = None,
    tiles: tuple[str, ...] = TILES,
    round: int = 1,
    final: str = "none",
    terrain: dict[str, str] | None = None,
    **options: Any,
) -> TerraState:
    """Seat 0 is to move in that round. `at`: "witches F4 E7=TP" as {faction: "F4 E7=TP"}."""
    s = GAME.new(len(factions), final=final, choose="given", given="+".join(factions), **options)
    assert isinstance(s, TerraState)
    s.tiles = tuple(next(i for i, t in enumerate(ROUND_TILES) if t.name == name) for name in tiles)
    if final in FINAL_TILES:
        s.final = FINAL_TILES.index(final)
    for seat, name in enumerate(factions):
        choosing.take_faction(s, seat, BY_NAME[name], 20)
        if terrain and name in terrain:
            choosing.settle(s, seat, TERRAINS.index(terrain[name]))
    keep = s.seats + 3
    for i in range(len(s.cards)):
        if sum(c >= 0 for c in s.cards) > keep and i not in (0, 1, 3):
            s.cards = changed(s.cards, i, -1)
    for seat, name in enumerate(factions):
        for word in (at or {}).get(name, "").split():
            hex_name, _, kind = word.partition("=")
            put(s, seat, hex_name, kind or "D")
    s.round = round
    return turn_of(s, 0)


def turn_of(s: TerraState, seat: int) -> TerraState:
    """It is this seat's turn."""
    start_turn(s, seat)
    s.stack[:] = [Step(flow.ROUND), TURNS[seat]]
    return s


def put(s: TerraState, seat: int, name: str, kind: str = "D") -> None:
    """A building, on land made fit for it."""
    me = s.edit(seat)
    i = s.board.index[name]
    bit = 1 << i
    if me.home >= 0 and not s.land[me.home] & bit:
        for t in range(len(s.land)):
            s.land = changed(s.land, t, s.land[t] & ~bit)
        s.land = changed(s.land, me.home, s.land[me.home] | bit)
    me.own = changed(me.own, BUILDINGS.index(kind), me.own[BUILDINGS.index(kind)] | bit)
    me.built |= bit
    s.occupied |= bit
    me.reach = -1


def show(s: TerraState, name: str, terrain: str) -> None:
    """Make a hex show a terrain."""
    bit = 1 << s.board.index[name]
    for t in range(len(s.land)):
        s.land = changed(s.land, t, s.land[t] & ~bit)
    s.land = changed(s.land, TERRAINS.index(terrain), s.land[TERRAINS.index(terrain)] | bit)


def give(s: TerraState, seat: int = 0, **fields: Any) -> Side:
    """Set fields of a side: give(s, coins=10, bowls=(0, 0, 6))."""
    me = s.edit(seat)
    for name, value in fields.items():
        if name == "bowls":
            me.bowl1, me.bowl2, me.bowl3 = value
        elif name == "cult":
            me.cult = list(value)
        elif name == "favor":
            i = next(i for i, t in enumerate(FAVORS) if t.name == value)
            me.favors |= 1 << i
            s.favors = changed(s.favors, i, s.favors[i] - 1)
        elif name == "card":
            old, new = me.card, next(i for i, c in enumerate(CARDS) if c.name == value)
            if old >= 0:
                s.cards = changed(s.cards, old, 0)
            s.cards = changed(s.cards, new, -1)
            me.card = new
            me.reach = -1
        elif name == "dues":
            for what, n in value.items():
                me.set_due(what, n)
        else:
            setattr(me, name, value)
    me.reach = -1
    return me


def texts(s: TerraState) -> set[str]:
    return {str(a) for a in s.legal_actions()}


def verbs(s: TerraState) -> set[str]:
    return {str(a).split()[0] for a in s.legal_actions()}


def do(s: TerraState, *lines: str) -> TerraState:
    """Legal actions of whoever is asked, and events (`! speak 1`), one after the other."""
    for line in lines:
        action = GAME.parse(line)
        why = s.why_not(action)
        assert why is None, f"{line}: {why} (asked: {s.to_move()}; {sorted(map(str, s.legal_actions()))[:60]})"
        s.happen(action)
    return s


def why(s: TerraState, line: str) -> Reason:
    """The reason against an action; it must be refused, be true, and have words in both languages."""
    wish = GAME.parse(line)
    found = s.why_not(wish)
    assert found is not None, f"{line} is legal"
    if not isinstance(wish, Event):
        apart = pickle.loads(pickle.dumps(s))  # whoever holds a side of `s` goes on holding it
        assert not (false := fault(apart, wish, found, Random(0))), (false, found)
    for lang in ("en", "ru"):
        assert GAME.catalogue(lang).why(found)
    return found


def hexes(s: TerraState, names: str) -> int:
    return mask_of(s.board.index[n] for n in names.split())


def at_end_of_round(s: TerraState) -> None:
    """Everybody passes; what follows runs up to the next question."""
    for seat in range(s.seats):
        side = s.edit(seat)
        side.passed = True
        side.reach = -1
    s.active = -1
    s.stack[:] = [Step(flow.ROUND)]
    s.settle()


def fresh(seats: int = 4, **options: Any) -> TerraState:
    s = GAME.new(seats, **options)
    assert isinstance(s, TerraState)
    return s


def through_chance(s: TerraState, first: int = 0) -> TerraState:
    """Setup up to the first decision: tiles in order, the first cards out, this seat first."""
    while s.to_move() == -1:
        options = [str(a) for a in s.legal_actions()]
        s.apply(GAME.parse(f"first {first}" if f"first {first}" in options else options[0]))
    return s


__all__ = [
    "GAME",
    "ICE",
    "PLENTY",
    "at_end_of_round",
    "do",
    "fresh",
    "give",
    "hexes",
    "put",
    "setup",
    "show",
    "table",
    "texts",
    "through_chance",
    "turn_of",
    "verbs",
    "why",
]
