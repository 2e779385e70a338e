"""Tigris & Euphrates twice: the engine and a second one (`tigris_euphrates_rules`) in lock-step.

At every step the mover and the legal actions are compared, after every decision the whole table, at the end the scores.
16 matches go through both boards and all options.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from ludoteka.core.action import Action
from ludoteka.core.game import OVER
from ludoteka.games.tigris_euphrates import GAME
from ludoteka.games.tigris_euphrates.state import TigrisState
from tests.oracles.run import Difference
from tests.oracles.tigris_euphrates_rules import (
    BESIDE,
    CELL,
    CHANCE,
    COLOUR,
    COLOURS,
    LEADER,
    NAME,
    POINT,
    TILE,
    Play,
    touching,
)

LIKED = {"tile": 8, "leader": 5, "move": 1.2, "withdraw": 0.1, "catastrophe": 0.5, "swap": 0.3, "pass": 0.1, "done": 2}
"""How much more a verb is liked than others (3), so that kingdoms grow and quarrel."""


def run(matches: int, seed: int = 0) -> Counter[str]:
    """Play so many matches; what was met how often. Raises Difference."""
    met: Counter[str] = Counter()
    for k in range(seed, seed + matches):
        met += play(k)
    return met


def play(seed: int) -> Counter[str]:
    options: dict[str, Any] = {
        "board": ("standard", "advanced")[seed % 2],
        "buildings": bool(seed & 2),
        "wonder": bool(seed & 4),
        "english": bool(seed & 8),
    }
    rng, seats = Random(seed), 2 + seed % 3
    state = GAME.new(seats, **options)
    assert isinstance(state, TigrisState)
    table = Play(seats, **options)
    course, met, played = table.run(), Counter[str](), []
    asked = next(course, None)

    def same(what: str, ours: Any, theirs: Any) -> None:
        if ours != theirs:
            raise Difference(f"seed {seed}: {what}: {ours} and {theirs} after {played[-12:]}")

    while asked is not None:
        seat, answers = asked
        same("mover", state.to_move(), seat)
        legal = {str(a): a for a in state.legal_actions()}
        same("answers", sorted(legal.keys() - answers), sorted(answers - legal.keys()))
        action = state.sample(rng) if seat == CHANCE else choose(table, list(legal.values()), rng)
        played.append(str(action))
        met[str(action).split()[0]] += 1
        met["steps"] += 1
        state.apply(action)
        try:
            asked = course.send(str(action))
        except StopIteration:
            asked = None
        if seat != CHANCE:
            same("table", ours(state), theirs(table))
    same("end", state.to_move(), OVER)
    same("scores", state.scores(), table.scores())
    return met


def choose(table: Play, legal: list[Action], rng: Random) -> Action:
    verbs: dict[str, list[Action]] = {}
    for action in legal:
        verbs.setdefault(type(action).__name__.lower(), []).append(action)
    verb = rng.choices(list(verbs), [LIKED.get(v, 3) for v in verbs])[0]
    if verb == "tile":
        kingdoms, occupied = table.kingdoms(), table.occupied()
        at = {a: CELL[str(a).split()[2]] for a in verbs[verb]}
        near = [a for a, cell in at.items() if any(c in occupied for c in BESIDE[cell])]
        alike = [a for a in near if any(table.tiles.get(c) == COLOUR[str(a).split()[1]] for c in BESIDE[at[a]])]
        uniting = [a for a in near if len(touching(at[a], kingdoms)) == 2]
        for wish, share in ((uniting, 0.3), (alike, 0.65), (near, 0.8)):
            if wish and rng.random() < share:
                return rng.choice(wish)
    return rng.choice(verbs[verb])


def ours(s: TigrisState) -> dict[str, Any]:
    views = [s.view(seat) for seat in range(s.seats)]
    mine = [view["players"][seat] for seat, view in enumerate(views)]
    public = {
        name: sorted(views[0][name]) if name != "tiles" else {k: sorted(v) for k, v in views[0]["tiles"].items()}
        for name in ("tiles", "down", "dead", "treasures")
    }
    return {
        **public,
        "leaders": views[0]["leaders"],
        "kingdoms": sorted(sorted(k) for k in views[0]["kingdoms"]),
        "buildings": sorted(at for at in views[0]["buildings"].values() if at),
        "monuments": {what: at for what, at in views[0]["monuments"].items() if at},
        "wonder": views[0]["wonder"],
        "behind": [(p["hand"], p["points"], p["taken"], p["catastrophes"]) for p in mine],
        "bag": list(s.bag),
    }


def theirs(t: Play) -> dict[str, Any]:
    def names(cells: Any) -> list[str]:
        return sorted(NAME[c] for c in cells)

    return {
        "tiles": {TILE[c]: names(at for at, colour in t.tiles.items() if colour == c) for c in COLOURS},
        "down": names(t.down),
        "dead": names(t.dead),
        "treasures": names(t.treasures),
        "leaders": [
            {LEADER[c]: NAME[t.leaders[q, c]] if (q, c) in t.leaders else "" for c in COLOURS} for q in range(t.seats)
        ],
        "kingdoms": sorted(names(k) for k in t.kingdoms()),
        "buildings": names(t.built.values()),
        "monuments": {what: NAME[at] for what, at in t.monuments.items()},
        "wonder": NAME[t.great] if t.great else "",
        "behind": [
            (
                {TILE[c]: t.hands[q][c] for c in COLOURS},
                {POINT[c]: t.points[q][c] for c in COLOURS},
                t.taken[q],
                t.catastrophes[q],
            )
            for q in range(t.seats)
        ],
        "bag": list(t.bag.values()),
    }
