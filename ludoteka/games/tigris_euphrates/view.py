"""What a seat may know: the board and all counts in front of the screens, and behind its own screen.

[TE-13.1 … TE-13.3]
"""

from __future__ import annotations

from random import Random
from typing import Any, TypeVar

from ludoteka.core.action import Action
from ludoteka.core.bag import deal
from ludoteka.core.position import write_stack
from ludoteka.games.tigris_euphrates.actions import HIDDEN_DRAW, HIDDEN_SWAP, Draw, Swap
from ludoteka.games.tigris_euphrates.board import NAMES, PLUS, SQUARE, cell_names
from ludoteka.games.tigris_euphrates.data import BUILDINGS, COLOURS, LEADERS, MONUMENTS, POINTS, TILES
from ludoteka.games.tigris_euphrates.phases.conflict import ATTACK, Conflict, fought_with, sides
from ludoteka.games.tigris_euphrates.phases.draw_tiles import Swapping
from ludoteka.games.tigris_euphrates.phases.turn import Actions
from ludoteka.games.tigris_euphrates.state import TigrisState

T = TypeVar("T", bound=TigrisState)


def view(s: TigrisState, seat: int | None) -> dict[str, Any]:
    over = not s.stack
    return {
        "game": "tigris_euphrates",
        "seat": seat,
        "seats": s.seats,
        "to_move": s.to_move(),
        "phase": "" if over else repr(s.stack[-1][0]),
        "turn": s.turn,
        "active": s.active,
        "actions_left": actions_left(s),
        "board": s.board.name,
        "options": {
            name: getattr(s.options, name) for name in ("board", "buildings", "wonder", "english", "dynasties")
        },
        "tiles": {what: cell_names(s.tiles[c]) for c, what in enumerate(TILES)},
        "down": cell_names(s.down),
        "dead": cell_names(s.dead),
        "treasures": cell_names(s.treasures),
        "leaders": [{what: _at(s.leaders[q * 4 + c]) for c, what in enumerate(LEADERS)} for q in range(s.seats)],
        "kingdoms": [cell_names(realm) for realm in sorted(s.realms)],
        "buildings": {what: _at(s.buildings[c]) for c, what in enumerate(BUILDINGS)} if s.options.buildings else {},
        "monuments": {what: _at(s.monuments[i]) if s.monuments[i] >= 0 else "-" for i, what in enumerate(MONUMENTS)},
        "monument_cells": {
            what: cell_names(SQUARE[at]) for what, at in zip(MONUMENTS, s.monuments, strict=True) if at > 0
        },
        "wonder": _at(s.wonder) if s.wonder >= 0 else "-",
        "wonder_cells": cell_names(PLUS[s.wonder]) if s.wonder > 0 else [],
        "union": _at(s.union),
        "claimed": {"seat": s.claimed >> 2, "what": POINTS[s.claimed & 3]} if s.claimed >= 0 else None,
        "conflict": conflict(s),
        "treasures_left": s.treasures.bit_count(),
        "players": [_player(s, q, over or q == seat) for q in range(s.seats)],
        "swapping": _swapping(s),
        "hoard": s.hoard,
        "left": s.left,
        "stack": write_stack(s.stack),
        "scores": [list(score) for score in s.scores()] if over else None,
    }


def _at(bit: int) -> str:
    return NAMES[bit.bit_length() - 1] if bit > 0 else ""


def _player(s: TigrisState, seat: int, open_screen: bool) -> dict[str, Any]:
    base = seat * 4
    shown: dict[str, Any] = {
        "dynasty": s.options.dynasty(seat),
        "hand_size": s.hand_size(seat),
        "catastrophes": s.curses[seat],
        "hand": None,
        "points": None,
        "taken": None,
    }
    if open_screen:
        shown["hand"] = {what: s.hands[base + c] for c, what in enumerate(TILES)}
        shown["points"] = {what: s.points[base + c] for c, what in enumerate(POINTS)}
        shown["taken"] = s.taken[seat]
    if not s.stack:
        shown["final"] = dict(zip(POINTS, s.final_points(seat), strict=True))
    return shown


def actions_left(s: TigrisState) -> int:
    """Of the turn that is being played, the one being taken not counted."""
    return sum(f.left for f in s.stack if isinstance(f, Actions))


def conflict(s: TigrisState) -> dict[str, Any] | None:
    """The revolt or war that is being fought: strengths on the board and tiles added so far.

    `supporters` and `at_stake` (what leaves the board if that side loses): the attacker's first."""
    f = s.stack[-1] if s.stack else None
    if not isinstance(f, Conflict):
        return None
    attacking = f.phase is ATTACK
    attacker, defender = (f.seat, f.rival) if attacking else (f.rival, f.seat)
    tile = fought_with(f)
    return {
        "kind": "war" if f.union else "revolt",
        "what": LEADERS[f.colour],
        "colour": COLOURS[tile],
        "tile": TILES[tile],
        "attacker": attacker,
        "defender": defender,
        "attack": f.own if attacking else f.other - f.added,
        "defence": f.other if attacking else f.own,
        "added": None if attacking else f.added,
        "supporters": [cell_names(tiles) for _, tiles, _ in sides(s, f)],
        "at_stake": [cell_names(tiles) for _, _, tiles in sides(s, f)],
    }


def _swapping(s: TigrisState) -> int:
    """How many tiles the active player has put aside so far."""
    f = s.stack[-1] if s.stack else None
    return f.n if isinstance(f, Swapping) else 0


def redact(s: TigrisState, action: Action, seat: int | None) -> Action:
    """Drawn and swapped tiles are seen by their owner only."""
    if isinstance(action, Draw) and action.seat != seat:
        return HIDDEN_DRAW[action.seat]
    if isinstance(action, Swap) and s.to_move() != seat:
        return HIDDEN_SWAP
    return action


def resample(s: T, seat: int | None, rng: Random) -> T:
    """Deal anew what the seat has not seen: the other hands, what others swapped away, the bag.

    Points and treasures of others are behind screens too, but every gain was seen when it was made, so a player who
    remembers knows them: they stay. [TE-13.2]
    """
    world = s.clone()
    if not s.stack:  # the screens are lifted
        return world
    others = [q for q in range(s.seats) if q != seat]
    unseen = world.bag
    for q in others:
        for c in range(4):
            unseen[c] += world.hands[q * 4 + c] + world.swapped[q * 4 + c]
    for q in others:
        cells = slice(q * 4, q * 4 + 4)
        world.hands[cells] = deal(unseen, s.hand_size(q), rng)
        world.swapped[cells] = deal(unseen, sum(s.swapped[cells]), rng)
    return world
