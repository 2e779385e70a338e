"""A position as one line of JSON that `place` reads back: the board, the column, the peoples, and what is asked."""

from __future__ import annotations

import json
from typing import Any

from ludoteka.core.bits import bits
from ludoteka.games.small_world.board import is_printed
from ludoteka.games.small_world.state import SLOTS, STATES, SmallWorld
from ludoteka.games.small_world.view import paid, stack


def written(s: SmallWorld) -> str:
    """Whatever is as at the start of a match is left out."""
    world, names = s.world, s.world.board.names_of
    board: Any = int(world.board.name) if is_printed(world.board) else [dict(r) for r in world.board.regions]
    turn = {
        "fresh": s.fresh,
        "dragon_used": s.dragon_used,
        "taken": names(s.taken),
        "attacked": list(bits(s.attacked)),
        "bewitched": list(bits(s.bewitched)),
    }
    given = {
        "board": board,
        "rounds": s.rounds,
        "round": s.round,
        "turn": s.turn,
        "coins": s.coins,
        "column": [
            [world.races[race].id, world.powers[power].id, coins]
            for race, power, coins in zip(s.col_race, s.col_power, s.col_coins, strict=True)
        ],
        "peoples": [_people(s, slot) for slot, race in enumerate(s.race) if race >= 0],
        "tribes": names(s.tribes),
        "stack": stack(s),
    }
    seldom = {
        "forts": names(s.forts),
        "holes": names(s.holes),
        "heroes": names(s.heroes),
        "dragons": names(s.dragons),
        "camps": {world.board.names[at]: n for at, n in enumerate(s.camps) if n},
        "ally": {str(seat): other for seat, other in enumerate(s.ally) if other >= 0},
        "returned": [world.races[race].id for race in s.queue],
        "discards": [world.powers[power].id for power in bits(s.discards)],
        "paid": paid(s),
        "this_turn": {key: value for key, value in turn.items() if value},
        "die": [s.die, s.roller] if s.die >= 0 else [],
        "income": [[list(pair) for pair in income] for income in s.income] if any(s.income) else [],
        "left": list(bits(s.left)),
    }
    given |= {key: value for key, value in seldom.items() if value}
    return json.dumps(given, ensure_ascii=False, separators=(",", ":"))


def _people(s: SmallWorld, slot: int) -> dict[str, Any]:
    seat, kind = divmod(slot, SLOTS)
    power = s.power[slot]
    row: dict[str, Any] = {"seat": seat, "race": s.world.races[s.race[slot]].id}
    row |= {"power": s.world.powers[power].id} if power >= 0 else {}
    row |= {"state": STATES[kind]} if kind else {}
    row["regions"] = {s.world.board.names[at]: s.tokens[at] for at in bits(s.held[slot])}
    counts = {"hand": s.hand[slot]}
    if not kind:
        counts |= {"aside": s.aside[seat], "waiting": s.waiting[seat], "holes_left": s.holes_left[seat]}
    return row | {key: n for key, n in counts.items() if n}
