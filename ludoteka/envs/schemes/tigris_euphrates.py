"""What a seat of Tigris & Euphrates sees as numbers: planes of cells, then counts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ludoteka.envs.scheme import Block, View, from_own_seat, numbers, one_hot
from ludoteka.games.tigris_euphrates.board import NAMES
from ludoteka.games.tigris_euphrates.data import LEADERS, MONUMENTS, POINTS, TILES, TigrisOptions

CELLS = {name: i for i, name in enumerate(name for name in NAMES if name)}
PHASES = (
    *("Turn", "SwapTiles", "WarOrder", "Attack", "Defend"),
    *("BuildBuilding", "BuildMonument", "Treasure", "WonderIncome"),
)


def blocks(seats: int, options: TigrisOptions) -> list[Block]:
    return [
        *(tiles(what) for what in TILES),
        cells("face down", lambda v: v["down"], "face-down tiles and the wonder"),
        cells("catastrophes", lambda v: v["dead"], "catastrophes"),
        cells("treasures", lambda v: v["treasures"], "treasures on the board"),
        cells("union", lambda v: [v["union"]], "the unification marker"),
        cells("buildings", lambda v: v["buildings"].values(), "civilization buildings"),
        *(leader(k, what) for k in range(seats) for what in LEADERS),
        numbers(
            "monuments", len(MONUMENTS), lambda v: [at != "" for at in v["monuments"].values()], 1, "built or gone"
        ),
        numbers("hand", 4, lambda v: by_colour(v, "hand"), 6, "own tiles by colour"),
        numbers("points", 4, lambda v: by_colour(v, "points"), 10, "own points by colour"),
        numbers("treasures taken", 1, lambda v: [players(v)[0]["taken"] or 0], 5, "own treasures"),
        numbers("hands", seats, lambda v: [p["hand_size"] for p in players(v)], 6, "tiles in hand, own seat first"),
        numbers("curses", seats, lambda v: [p["catastrophes"] for p in players(v)], 2, "catastrophes left"),
        numbers("treasures left", 1, lambda v: [v["treasures_left"]], 14, "treasures on the board"),
        numbers("actions left", 1, lambda v: [v["actions_left"]], 2, "actions left in this turn"),
        numbers("conflict", 4, conflict, 10, "strength of attack, of defence, tiles added, whether you attack"),
        one_hot("phase", PHASES, lambda v: v["phase"], "what is asked"),
        one_hot("active", range(seats), lambda v: (v["active"] - (v["seat"] or 0)) % seats, "whose turn, own first"),
    ]


def cells(name: str, get: Callable[[View], Iterable[str]], meaning: str) -> Block:
    """A plane: 1 on each of the named cells."""

    def ones(view: View) -> list[int]:
        return [CELLS[at] for at in get(view) if at]

    return Block(name, len(CELLS), f"{meaning}, a plane of cells from A1 row by row", ones=ones)


def tiles(what: str) -> Block:
    return cells(f"{what} tiles", lambda v: v["tiles"][what], "face-up tiles")


def leader(k: int, what: str) -> Block:
    whose = "own" if k == 0 else f"of the {k}. seat after"
    return cells(f"{what} {k}", lambda v: [from_own_seat(v["leaders"], v)[k][what]], f"{what}, {whose}")


def players(view: View) -> list[dict[str, Any]]:
    return from_own_seat(view["players"], view)


def by_colour(view: View, what: str) -> list[float]:
    """Own tiles or points; a spectator has none."""
    return list((players(view)[0][what] or dict.fromkeys(POINTS, 0)).values())


def conflict(view: View) -> list[float]:
    fight = view["conflict"]
    if fight is None:
        return [0, 0, 0, 0]
    return [fight["attack"], fight["defence"], fight["added"] or 0, 10 * (fight["attacker"] == view["seat"])]
