"""What a seat may know, as plain values: everything but the coins of others."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from ludoteka.core.bits import bits
from ludoteka.core.game import CHANCE, OVER
from ludoteka.games.small_world.board import Board, is_printed
from ludoteka.games.small_world.data import FORTRESSES
from ludoteka.games.small_world.state import SLOTS, STATES, SmallWorld


def view(s: SmallWorld, seat: int | None) -> dict[str, Any]:
    board = s.world.board
    over = s.to_move() == OVER
    open_coins = over or s.options.coins == "open"
    result: dict[str, Any] = {
        "game": "small_world",
        "seat": seat,
        "to_move": s.to_move(),
        "board": board.name,
        "round": s.round,
        "rounds": s.rounds,
        "turn": s.turn,
        "over": over,
        "asked": asked(s),
        "regions": [region(s, at, told) for at, told in enumerate(printed(board))],
        "column": column(s),
        "stacks": {
            "banners": s.banners.bit_count() + len(s.queue),
            "badges": s.badges.bit_count(),
            "discards": [s.world.powers[i].id for i in bits(s.discards)],
            "returned": [s.world.races[i].id for i in s.queue],
        },
        "tray": {race.id: s.tray[i] for i, race in enumerate(s.world.races)},
        "fortresses_left": FORTRESSES - s.forts.bit_count(),
        "players": [player(s, i, open_coins or i == seat) for i in range(s.seats)],
        "die": {"n": s.die, "seat": s.roller} if s.die >= 0 else None,
        "this_turn": {
            "fresh": s.fresh,
            "taken": board.names_of(s.taken),
            "attacked": list(bits(s.attacked)),
            "bewitched": list(bits(s.bewitched)),
            "dragon_used": s.dragon_used,
        },
        "names": s.world.names,
        "scores": [list(score) for score in s.scores()] if over else None,
    }
    if s.options.custom:
        result["custom"] = s.options.custom
    if not is_printed(board):
        result["map"] = [dict(r) for r in board.regions]
    return result


def asked(s: SmallWorld) -> dict[str, Any] | None:
    """The question: its phase, the people it is about, what is in hand, and what else the phase shows."""
    if not s.stack:
        return None
    f = s.stack[-1]
    phase = f[0]
    result: dict[str, Any] = {"phase": str(phase).lower(), "seat": None if f[1] == CHANCE else f[1]}
    slot = phase.people(s, f)
    if slot >= 0 and s.race[slot] >= 0:
        race = s.world.races[s.race[slot]].id
        result["people"] = {"seat": slot // SLOTS, "state": STATES[slot % SLOTS], "race": race}
        result["hand"] = s.hand[slot]
    return {**result, **phase.shown(s, f)}


@lru_cache(16)
def printed(board: Board) -> list[dict[str, Any]]:
    """What a map says of its regions: all views share it."""
    found = []
    for at, source in enumerate(board.regions):
        bit = 1 << at
        terrain = [t for t, mask in board.terrain.items() if mask & bit]
        told = {
            "name": board.names[at],
            "terrain": terrain[0] if terrain else "",
            "terrains": terrain,
            "symbols": [m for m, mask in board.symbol.items() if mask & bit],
            "label": str(source.get("label", board.names[at])),
            "border": bool(board.border & bit),
            "coast": bool(board.coast & bit),
            "mountain": bool(board.mountains & bit),
        }
        found.append(told)
    return found


def region(s: SmallWorld, at: int, printed: dict[str, Any]) -> dict[str, Any]:
    bit = 1 << at
    slot = s.owner[at]
    able = s.able[slot] if slot >= 0 else None
    power = s.power[slot] if slot >= 0 else -1
    return {
        **printed,
        "tribe": bool(s.tribes & bit),
        "owner": slot // SLOTS if slot >= 0 else None,
        "state": STATES[slot % SLOTS] if slot >= 0 else None,
        "race": s.world.races[s.race[slot]].id if slot >= 0 else None,
        "power": s.world.powers[power].id if power >= 0 else None,
        "tokens": s.tokens[at],
        "lair": able is not None and able.lairs,
        "fortress": bool(s.forts & bit),
        "camps": s.camps[at],
        "hole": bool(s.holes & bit),
        "hero": bool(s.heroes & bit),
        "dragon": bool(s.dragons & bit),
        "defence": s.defence[at],
    }


def column(s: SmallWorld) -> list[dict[str, Any]]:
    return [
        {
            "race": s.world.races[race].id,
            "power": s.world.powers[power].id,
            "coins": coins,
            "price": i,
            "race_tokens": s.world.races[race].tokens,
            "power_tokens": s.world.powers[power].tokens,
            "extra_tokens": s.world.ability(race, power, False).extra,
        }
        for i, (race, power, coins) in enumerate(zip(s.col_race, s.col_power, s.col_coins, strict=True))
    ]


def player(s: SmallWorld, seat: int, sees_coins: bool) -> dict[str, Any]:
    return {
        "seat": seat,
        "coins": s.coins[seat] if sees_coins else None,
        "peoples": [people(s, seat * SLOTS + k) for k in range(SLOTS) if s.race[seat * SLOTS + k] >= 0],
        "aside": s.aside[seat],
        "waiting": s.waiting[seat],
        "camps_in_hand": s.camp_hand[seat],
        "holes_left": s.holes_left[seat],
        "ally": s.ally[seat] if s.ally[seat] >= 0 else None,
        "income": [[origin, n] for origin, n in s.income[seat]],
    }


def people(s: SmallWorld, slot: int) -> dict[str, Any]:
    power = s.power[slot]
    held = s.held[slot]
    return {
        "state": STATES[slot % SLOTS],
        "active": slot % SLOTS == 0,
        "race": s.world.races[s.race[slot]].id,
        "power": s.world.powers[power].id if power >= 0 else None,
        "regions": s.world.board.names_of(held),
        "tokens": sum(s.tokens[at] for at in bits(held)),
        "hand": s.hand[slot],
    }


def stack(s: SmallWorld) -> list[list[Any]]:
    """What is asked and what comes then, from the bottom."""
    return [[repr(f[0]), *f[1:]] for f in s.stack]


def paid(s: SmallWorld) -> dict[str, list[int]]:
    """Who had which coins for a first turn."""
    return {origin: seats for origin, i in s.world.once.items() if (seats := list(bits(s.paid >> 8 * i & 0xFF)))}
