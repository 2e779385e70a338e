"""What a seat of Terra Mystica sees as numbers: the map, cults, tiles, and every side's board."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludoteka.envs.scheme import Block, View, from_own_seat, numbers, one_hot
from ludoteka.games.terra_mystica.board import board
from ludoteka.games.terra_mystica.data import (
    BUILDINGS,
    CARDS,
    CULTS,
    FAVORS,
    POWER_ACTIONS,
    ROUND_TILES,
    TERRAINS,
    TOWNS,
)
from ludoteka.games.terra_mystica.factions import FACTIONS
from ludoteka.games.terra_mystica.options import TerraOptions

PHASES = (
    *("Turn", "Extra", "Answer", "StartDwelling", "StartCard"),
    *("FactionChoice", "BoardSide", "Auction", "OrderPlace", "Choice"),
)
MEANS = ("C", "W", "P", "keys", "ship", "dig", "bridges_left", "priests_sent")


def blocks(seats: int, options: TerraOptions) -> list[Block]:
    hexes = {name: i for i, name in enumerate(board(options.map).names)}
    return [
        *(land(hexes, terrain) for terrain in TERRAINS),
        *(built(hexes, seats, k, what) for k in range(seats) for what in range(len(BUILDINGS))),
        numbers("cults", 4 * seats, cults, 10, "markers on fire, water, earth, air, own seat first"),
        numbers("actions", len(POWER_ACTIONS), lambda v: [a["used"] for a in v["actions"].values()], 1, "used"),
        *(round_tile(i) for i in range(6)),
        numbers("cards", len(CARDS), lambda v: [v["cards"].get(c.name, -1) + 1 for c in CARDS], 4, "coins + 1 if free"),
        numbers("favors", len(FAVORS), lambda v: [v["favors"].get(t.name, 0) for t in FAVORS], 3, "favor tiles left"),
        numbers("towns", len(TOWNS), lambda v: [v["towns"].get(t.name, 0) for t in TOWNS], 2, "town tiles left"),
        *(side(k, seats) for k in range(seats)),
        numbers("round", 1, lambda v: [v["round"]], 6, "the round"),
        numbers("due", 4, due, 3, "spades, favors, towns and bridges of this turn"),
        one_hot("asked", PHASES, lambda v: v["asked"], "what is asked"),
    ]


def land(hexes: dict[str, int], terrain: str) -> Block:
    def ones(view: View) -> list[int]:
        return [hexes[at] for at, kind in view["land"].items() if kind == terrain]

    return Block(terrain, len(hexes), f"hexes of terrain {terrain}", ones=ones)


def built(hexes: dict[str, int], seats: int, k: int, what: int) -> Block:
    def ones(view: View) -> list[int]:
        seat = ((view["seat"] or 0) + k) % seats
        return [hexes[at] for at, (owner, kind) in view["buildings"].items() if (owner, kind) == (seat, what)]

    return Block(f"{BUILDINGS[what]} {k}", len(hexes), f"{BUILDINGS[what]} of the {k}. seat after the own", ones=ones)


def cults(view: View) -> list[float]:
    return [x for cult in CULTS for x in from_own_seat(view["cults"][cult]["markers"], view)]


def round_tile(i: int) -> Block:
    names = [tile.name for tile in ROUND_TILES]
    get: Callable[[View], Any] = lambda v: v["tiles"][i]["what"] if i < len(v["tiles"]) else ""  # noqa: E731
    return one_hot(f"round {i + 1}", names, get, "the scoring tile of that round")


def side(k: int, seats: int) -> Block:
    """A faction's board: which it is, points, means, bowls, buildings left, tiles, card, whether it has passed."""
    folk = [faction.name for faction in FACTIONS]

    def values(view: View) -> list[float]:
        here = from_own_seat(view["sides"], view)[k]
        if not here.get("faction"):
            return [0.0] * size
        return [
            *(float(here["faction"] == name) for name in folk),
            here["vp"] / 100,
            *(here[what] / 10 for what in MEANS),
            *(n / 12 for n in here["bowls"]),
            *(n / 8 for n in here["left"].values()),
            *(float(tile.name in here["favors"]) for tile in FAVORS),
            *(float(card.name == here["card"]) for card in CARDS),
            float(here["passed"]),
        ]

    size = len(folk) + 1 + len(MEANS) + 3 + len(BUILDINGS) + len(FAVORS) + len(CARDS) + 1
    return Block(f"side {k}", size, "faction, points, means, bowls, buildings left, favors, card, passed", values)


def due(view: View) -> list[float]:
    turn = view["turn"]
    return [turn["spades"], turn["favors"], turn["towns"], turn["bridges"]]
