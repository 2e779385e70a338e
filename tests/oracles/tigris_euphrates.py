"""Tigris & Euphrates twice: the engine and a second one (`tigris_euphrates_rules`) in lock-step.

At every step the mover and the legal actions are compared, after every decision the whole table, at the end the scores.
16 matches go through both boards and all options.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from ludoteka.core.game import OVER
from ludoteka.games.tigris_euphrates import GAME
from ludoteka.games.tigris_euphrates.state import TigrisState
from tests.oracles.run import Journal, answered, choose
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
    course, journal = table.run(), Journal(f"seed {seed}, {seats} seats, {options}")
    same = journal.same
    asked = next(course, None)
    while asked is not None:
        seat, answers = asked
        same("mover", state.to_move(), seat)
        legal = {str(a): a for a in state.legal_actions()}
        same("answers", sorted(legal.keys() - answers), sorted(answers - legal.keys()))
        answer = str(state.sample(rng)) if seat == CHANCE else wish(table, list(legal), rng)
        journal.note(seat, answer, answer.split()[0])
        state.apply(legal[answer])
        asked = answered(course, answer)
        if seat != CHANCE:
            same("table", ours(state), theirs(table))
    same("end", state.to_move(), OVER)
    same("scores", state.scores(), table.scores())
    return journal.met


def wish(table: Play, legal: list[str], rng: Random) -> str:
    """What is liked; of the tiles rather those that let kingdoms grow and meet."""
    answer = choose(legal, LIKED, rng)
    if answer.startswith("tile"):
        kingdoms, occupied = table.kingdoms(), table.occupied()
        at = {a: CELL[a.split()[2]] for a in legal if a.startswith("tile")}
        near = [a for a, cell in at.items() if any(c in occupied for c in BESIDE[cell])]
        alike = [a for a in near if any(table.tiles.get(c) == COLOUR[a.split()[1]] for c in BESIDE[at[a]])]
        uniting = [a for a in near if len(touching(at[a], kingdoms)) == 2]
        for better, share in ((uniting, 0.3), (alike, 0.65), (near, 0.8)):
            if better and rng.random() < share:
                return rng.choice(better)
    return answer


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
