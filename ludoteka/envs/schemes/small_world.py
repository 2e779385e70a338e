"""What a seat of Small World sees as numbers: every region, the column, the players, the question."""

from __future__ import annotations

from typing import Any

from ludoteka.envs.scheme import Block, View, from_own_seat, numbers, one_hot
from ludoteka.games.small_world.options import SmallWorldOptions
from ludoteka.games.small_world.view import STATES
from ludoteka.games.small_world.world import printed_world

COLUMN = 6
MARKS = ("tribe", "fortress", "hole", "hero", "dragon", "lair")
PHASES = (
    *("choice", "takecombo", "conquest", "lastroll", "rollfirst", "redeploy", "forgoregions"),
    *("undead", "encamp", "placeheroes", "buildfortress", "nameally", "latedecline"),
)


def blocks(seats: int, options: SmallWorldOptions) -> list[Block]:
    world = printed_world(seats, options.custom)
    size = world.board.size
    races, powers = [race.id for race in world.races], [power.id for power in world.powers]
    return [
        *(owner(k, state, seats, size) for k in range(seats) for state in STATES),
        numbers("tokens", size, lambda v: [r["tokens"] for r in v["regions"]], 5, "tokens in each region"),
        numbers("defence", size, lambda v: [r["defence"] for r in v["regions"]], 5, "defence of each region"),
        numbers("camps", size, lambda v: [r["camps"] for r in v["regions"]], 5, "encampments in each region"),
        *(mark(what, size) for what in MARKS),
        numbers("prices", size, prices, 10, "tokens a conquest would take now, 0 out of reach"),
        *(combination(i, races, powers) for i in range(COLUMN)),
        numbers("column coins", COLUMN, column_coins, 5, "coins on the combinations, from the cheapest"),
        *(people(k, state, races, powers) for k in range(seats) for state in STATES),
        numbers("coins", seats, lambda v: [p["coins"] or 0 for p in players(v)], 100, "coins where known, own first"),
        numbers("hands", seats, lambda v: [in_hand(p) for p in players(v)], 15, "tokens in hand, own first"),
        numbers("round", 1, lambda v: [v["round"]], 10, "the round"),
        numbers("die", 1, lambda v: [v["die"]["n"] if v["die"] else 0], 3, "the reinforcement die"),
        one_hot("turn", range(seats), lambda v: (v["turn"] - (v["seat"] or 0)) % seats, "whose turn, own first"),
        one_hot("phase", PHASES, lambda v: (v["asked"] or {}).get("phase"), "what is asked"),
    ]


def owner(k: int, state: str, seats: int, size: int) -> Block:
    """The regions that a people holds, as a plane."""

    def ones(view: View) -> list[int]:
        seat = ((view["seat"] or 0) + k) % seats
        return [i for i, r in enumerate(view["regions"]) if r["owner"] == seat and r["state"] == state]

    return Block(f"{state} {k}", size, f"regions of the {state} people of the {k}. seat after the own", ones=ones)


def mark(what: str, size: int) -> Block:
    def ones(view: View) -> list[int]:
        return [i for i, r in enumerate(view["regions"]) if r[what]]

    return Block(what, size, f"regions with: {what}", ones=ones)


def combination(i: int, races: list[str], powers: list[str]) -> Block:
    def ones(view: View) -> list[int]:
        if i >= len(view["column"]):
            return []
        return _pair(view["column"][i], races, powers)

    return Block(f"column {i}", len(races) + len(powers), "race and power on offer", ones=ones)


def people(k: int, state: str, races: list[str], powers: list[str]) -> Block:
    def ones(view: View) -> list[int]:
        found = [p for p in players(view)[k]["peoples"] if p["state"] == state]
        return _pair(found[0], races, powers) if found else []

    return Block(f"people {k} {state}", len(races) + len(powers), "race and power of that people", ones=ones)


def _pair(thing: dict[str, Any], races: list[str], powers: list[str]) -> list[int]:
    found = [races.index(thing["race"])]
    if thing["power"] is not None:
        found.append(len(races) + powers.index(thing["power"]))
    return found


def players(view: View) -> list[dict[str, Any]]:
    return from_own_seat(view["players"], view)


def in_hand(player: dict[str, Any]) -> int:
    return sum(people["hand"] for people in player["peoples"])


def prices(view: View) -> list[float]:
    costs = (view["asked"] or {}).get("costs", {})
    return [costs.get(r["name"], 0) for r in view["regions"]]


def column_coins(view: View) -> list[float]:
    coins = [offer["coins"] for offer in view["column"]]
    return coins + [0] * (COLUMN - len(coins))
