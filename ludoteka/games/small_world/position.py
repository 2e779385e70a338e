"""Written positions: any board, any column, any peoples on it, as one line of JSON. For puzzles, tests and other maps.

    state = place(2, SmallWorldOptions(), '''{"turn": 1, "coins": [3, 8],
        "peoples": [{"seat": 0, "race": "orcs", "power": "hill", "regions": {"Fa1": 2, "Fo1": 1}, "hand": 3},
                    {"seat": 1, "race": "elves", "state": "declined", "regions": {"H4": 1}}],
        "column": [["trolls", "stout", 2]]}''')

Everything may be left out. The seat of `turn` is at the start of its turn, unless a `stack` says what is asked. `board`
is the number of players of a printed board, or a list of regions as `make_board` takes it; `round` and `rounds` as they
say. A `column` given is at the top; chance fills the rest. `tribes`, `forts`, `holes`, `heroes`, `dragons` are lists of
regions, `camps` counts by region, `ally` names by seat whom it bound to peace (that ends when the turn of the seat
begins). `state.position()` writes any position, with `returned` banners, `discards`, `this_turn`, `die`, `income`,
first-turn coins `paid`, seats that `left` and the `stack` of questions. What cannot be is refused.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from ludoteka.core.game import State
from ludoteka.core.position import bad_position, read_object
from ludoteka.games.small_world.board import Board
from ludoteka.games.small_world.options import SmallWorldOptions
from ludoteka.games.small_world.phases.column import BADGE, BANNER
from ludoteka.games.small_world.phases.turn import begin
from ludoteka.games.small_world.placing import Placer
from ludoteka.games.small_world.state import SmallWorld
from ludoteka.games.small_world.table import new_state
from ludoteka.games.small_world.world import printed_world, world_of


def start(seats: int, options: SmallWorldOptions) -> State:
    """A new match on the printed board for this number of players."""
    return begin(new_state(seats, options, printed_world(seats, options.custom)))


def start_on(board: Board, seats: int, options: SmallWorldOptions | None = None) -> SmallWorld:
    """A new match on any board. Chance lays out the column: push `banner orcs`, `badge hill`, … in the order wanted."""
    options = options or SmallWorldOptions()
    return begin(new_state(seats, options, world_of(board, options.custom)))


def lay_out(s: SmallWorld, banners: Sequence[str], badges: Sequence[str]) -> None:
    """Let chance turn up banners and badges in this order for as long as it is asked: call it at the start and after
    each action to play with a known column. Each list may name the whole stack; what lies open already is passed over.
    """
    while s.stack and s.stack[-1][0] in (BANNER, BADGE):
        wanted = banners if s.stack[-1][0] is BANNER else badges
        legal = {str(a).split()[1]: a for a in s.legal_actions()}
        s.apply(next(legal[name] for name in [*wanted, *legal] if name in legal))


def place(seats: int, options: SmallWorldOptions, text: str) -> State:
    """The position that a line of JSON describes; raises BadOptions if it cannot be."""
    return _placed(seats, options, read_object(text))


def _placed(seats: int, options: SmallWorldOptions, given: Mapping[str, Any]) -> SmallWorld:
    try:
        return Placer(seats, options, given).state
    except (ValueError, TypeError, LookupError, AttributeError, AssertionError) as error:
        problem = f"unknown name {error}" if isinstance(error, KeyError) else str(error)
        raise bad_position(problem) from error


def from_view(view: Mapping[str, Any], seat: int | None, rng: Random) -> SmallWorld:
    """A world that agrees with what a seat sees; coins it does not know are somewhere near its own."""
    if "position" not in view:
        raise bad_position("a view from which nobody can play on")
    players = view["players"]
    known = [player["coins"] for player in players if player["coins"] is not None]
    about = known[0] if known else 5 + 8 * view["round"]
    coins = [player["coins"] for player in players]
    regions = view["regions"]
    marks = {"tribes": "tribe", "forts": "fortress", "holes": "hole", "heroes": "hero", "dragons": "dragon"}
    peoples = []
    for player in players:
        for people in player["peoples"]:
            own = [r for r in regions if (r["owner"], r["state"]) == (player["seat"], people["state"])]
            row = {key: people[key] for key in ("race", "state", "hand")} | {"seat": player["seat"]}
            row |= {"power": people["power"] or "", "regions": {r["name"]: r["tokens"] for r in own}}
            if people["active"]:
                row |= {key: player[key] for key in ("aside", "waiting", "holes_left")}
            peoples.append(row)
    given = {key: view[key] for key in ("rounds", "round", "turn", "this_turn")} | view["position"]
    options = SmallWorldOptions(**given.pop("options"))
    given |= {
        "board": view.get("map") or int(view["board"]),
        "coins": [rng.randrange(max(0, about - 10), about + 11) if n is None else n for n in coins],
        "column": [[combo["race"], combo["power"], combo["coins"]] for combo in view["column"]],
        "peoples": peoples,
        **{key: [r["name"] for r in regions if r[mark]] for key, mark in marks.items()},
        "camps": {r["name"]: r["camps"] for r in regions if r["camps"]},
        "ally": {str(p["seat"]): p["ally"] for p in players if p["ally"] is not None},
        "returned": view["stacks"]["returned"],
        "discards": view["stacks"]["discards"],
        "die": [view["die"]["n"], view["die"]["seat"]] if view["die"] else [],
        "income": [p["income"] for p in players],
    }
    return _placed(len(players), options, given)


def position(board: Sequence[Mapping[str, Any]] | None = None, **given: Any) -> str:
    """The line for `Match(game, seats, options, players, position(…))`."""
    if board is not None:
        given["board"] = [dict(region) for region in board]
    return json.dumps(given, ensure_ascii=False, separators=(",", ":"))
