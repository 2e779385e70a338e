"""How fair is Fabled? A simple greedy player plays every scenario and the Trial; tables for docs/games/fabled.md.

    python -m scripts.fabled_balance --matches 100 --seed 0

Ctrl-C ends it early and shows the tables of the matches played so far: all settings advance together.

The player looks at each answer, lets itself answer the questions that follow at once, and takes what leaves it with the
most: books by tier, sages on their way to places, a reserve for new lands. It does not look at its opponents.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from dataclasses import dataclass, field
from functools import cache
from math import sqrt
from random import Random
from statistics import mean
from typing import Any

from rich.console import Console
from rich.progress import track

from ludoteka.core.action import Action
from ludoteka.core.game import CHANCE
from ludoteka.games.fabled import GAME
from ludoteka.games.fabled.content import Content
from ludoteka.games.fabled.scoring import spirits_win
from ludoteka.games.fabled.state import CHAPTERS, FabledState

# by tier: so many books are worth the first number each (lands cost books), more of them the second
TIER = ((3, 1.1, 0.55), (2, 2.4, 1.9), (1, 5.0, 4.5), (0, 0.0, 10.0))
WORTH = {
    "wind": 2.0,
    "stones_1": 2.2,
    "stones_2": 4.4,
    "roots": 4.8,
    "tavern": 2.5,
    "academy": 1.5,
    "library": 2.6,
    "tower": 5.0,
    "temple": 5.0,
    "serpent": 3.0,
    "gates": 0.5,
    "menhirs": 2.0,
    "sky_tent": 2.6,
    "sky_pier": 1.5,
}
FOLLOWED = 3
"""So many questions that follow an answer at once are thought of."""
SETTINGS: list[tuple[str, int, dict[str, Any]]] = [
    *((f"scenario 1, {n} players", n, {}) for n in (2, 3, 4, 5)),
    ("scenario 1, crossroads, 3 players", 3, {"events": "crossroads"}),
    *((f"scenario {k}, 3 players", 3, {"scenario": k}) for k in (0, 2, 3, 4, 5)),
    ("scenario 3 with 2, 3 players", 3, {"scenario": 3, "combine": 2}),
    ("scenario 3 with 4, long, 3 players", 3, {"scenario": 3, "combine": 4, "long_wandering": True}),
    ("Trial, solo, beginner", 1, {"scenario": 0, "level": "beginner"}),
    ("Trial, solo, normal", 1, {}),
    ("Trial, solo, high", 1, {"level": "high"}),
    ("Trial, solo, scenario 3", 1, {"scenario": 3}),
    ("Trial, comradeship, 2 players", 2, {"mode": "comradeship"}),
    ("Trial, comradeship, 4 players", 4, {"mode": "comradeship"}),
    ("Trial, rivalry, 2 players", 2, {"mode": "rivalry"}),
    ("Trial, rivalry, 4 players", 4, {"mode": "rivalry"}),
]


@cache
def ways_on(content: Content) -> list[float]:
    """By cell: what the places further on along its path promise."""
    found = []
    for start in range(len(content.cell_name)):
        cell, total, distance = start, 0.0, 1
        while (cell := content.cell_next[cell]) >= 0:
            if content.cell_places[cell]:
                worth = max(WORTH.get(content.place_id[p], 1.0) for p in content.cell_places[cell])
                total += worth * 0.75 / (1 + 0.2 * distance)
            distance += 1
        found.append(total)
    return found


def value(s: FabledState, seat: int) -> float:
    """What a position is worth for a seat."""
    content = s.content
    mine = s.books[seat * 4 : seat * 4 + 4]
    total = sum(min(n, few) * first + max(0, n - few) * more for n, (few, first, more) in zip(mine, TIER, strict=True))
    prospects = ways_on(content)
    ahead = max(0.0, min(1.0, (s.setting.layout.end - s.chapter + 0.5) / 3)) if s.part == CHAPTERS else 0.0
    for sage in s.own(seat):
        cell = s.at[sage]
        if cell < 0:
            continue
        total += 0.9
        if s.wait[sage] >= 0:
            total += WORTH.get(content.place_id[s.wait[sage]], 1.0)
        total += ahead * prospects[cell]
    return total


def outlook(s: FabledState, seat: int, action: Action, depth: int) -> float:
    """The value after an action and the best answers to what it asks next."""
    c = s.clone()
    turn = c.turn
    c.apply(action)
    if depth and c.stack and c.to_move() == seat and c.turn == turn:
        return max(outlook(c, seat, a, depth - 1 if depth > 1 else 0) for a in thinned(c.legal_actions()))
    return value(c, seat)


def thinned(actions: list[Action]) -> list[Action]:
    return actions if len(actions) <= 4 else actions[:: len(actions) // 4 + 1]


def choose(s: FabledState, rng: Random) -> Action:
    legal = s.legal_actions()
    if len(legal) == 1:
        return legal[0]
    seat = s.to_move()
    scored = [(outlook(s, seat, a, FOLLOWED), rng.random(), a) for a in legal]
    return max(scored, key=lambda x: x[:2])[2]


@dataclass
class Tally:
    """What the matches of one setting came to."""

    seats: int
    won: dict[int, float] = field(default_factory=lambda: defaultdict(float))
    """Share of victory by place in the turn order."""
    suns: list[float] = field(default_factory=list)
    winner_suns: list[int] = field(default_factory=list)
    spirit_suns: list[int] = field(default_factory=list)
    actions: list[int] = field(default_factory=list)
    chapters: list[int] = field(default_factory=list)
    allies: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    events: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    spirits: int = 0

    def add(self, s: FabledState, actions: int) -> None:
        shares = s.returns()
        for place, seat in enumerate(s.order):
            self.won[place] += shares[seat]
            self.suns.append(s.books[seat * 4 + 3])
            for ally in s.allies[seat]:
                self.allies[s.content.allies[ally].id].append(shares[seat])
        best = max(shares)
        if best:
            self.winner_suns.append(s.books[shares.index(best) * 4 + 3])
        if s.spirits >= 0:
            self.spirit_suns.append(s.books[s.spirits * 4 + 3])
            self.spirits += spirits_win(s)
        for event in s.past_events:
            self.events[s.content.events[event].id].append(mean(s.books[x * 4 + 3] for x in range(s.seats)))
        self.actions.append(actions)
        self.chapters.append(s.chapter)

    def row(self, name: str) -> str:
        n = len(self.actions)
        shares = " / ".join(f"{self.won[i] / n:.2f}" for i in range(self.seats))
        winner = f"{mean(self.winner_suns):.1f}" if self.winner_suns else "–"
        spirits = f"{mean(self.spirit_suns):.1f} / {self.spirits / n:.2f}" if self.spirit_suns else "–"
        length = f"{mean(self.actions):.0f} / {mean(self.chapters):.1f}"
        return f"| {name} | {n} | {shares} | {mean(self.suns):.1f} / {winner} | {spirits} | {length} |"


def play(seats: int, options: dict[str, Any], seed: str) -> tuple[FabledState, int]:
    s = GAME.new(seats, **options)
    assert isinstance(s, FabledState)
    rng = Random(seed)
    n = 0
    while s.stack:
        s.apply(s.sample(rng) if s.to_move() == CHANCE else choose(s, rng))
        n += 1
    return s, n


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--matches", type=int, default=100, help="matches of each setting")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="", help="settings whose name contains this")
    given = parser.parse_args()
    console = Console(stderr=True)
    settings = [x for x in SETTINGS if given.only in x[0]]
    tallies = {name: Tally(seats) for name, seats, _ in settings}
    jobs = [(name, seats, options, k) for k in range(given.matches) for name, seats, options in settings]
    try:
        for name, seats, options, k in track(jobs, "matches", console=console):
            tallies[name].add(*play(seats, options, f"{given.seed} {name} {k}"))
    except KeyboardInterrupt:
        console.print("stopped: the tables show the matches played so far")
    print(
        "| setting | matches | win share by turn order | sun books, mean / winner | spirits: sun books / wins |", end=""
    )
    print(" actions / chapters |\n|---|---|---|---|---|---|")
    for name, tally in tallies.items():
        if tally.actions:
            print(tally.row(name))
    allies: dict[str, list[float]] = defaultdict(list)
    for tally in tallies.values():
        if not tally.spirit_suns:
            for ally, shares in tally.allies.items():
                allies[ally].extend(x - 1 / tally.seats for x in shares)
    print("\n| ally | owned | win share above chance | standard errors |\n|---|---|---|---|")
    for ally, shares in sorted(allies.items(), key=lambda x: -mean(x[1])):
        print(f"| {ally} | {len(shares)} | {mean(shares):+.3f} | {mean(shares) / (0.47 / sqrt(len(shares))):+.1f} |")
    print("\n| event | matches | mean sun books of a player |\n|---|---|---|")
    events: dict[str, list[float]] = defaultdict(list)
    for tally in tallies.values():
        for event, suns in tally.events.items():
            events[event].extend(suns)
    for event, suns in sorted(events.items(), key=lambda x: -mean(x[1])):
        print(f"| {event} | {len(suns)} | {mean(suns):.2f} |")


if __name__ == "__main__":
    main()
