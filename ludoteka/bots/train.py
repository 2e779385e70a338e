"""Learning as a pipeline: self-play, a fit, a gate, and then publishing (`ludoteka train`).

All matches lie as records in one folder, so a run that was broken off goes on where it stopped, and positions need no
form of their own. In self-play every seat has its judge's weights scaled at random, or there would be nothing to learn
from. A fit is believed only if it plays better over fresh deals.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from math import exp
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

from ludoteka import bots, games
from ludoteka.bots import fit, judge, weights
from ludoteka.bots.arena import Played, Task, play, run, schedule
from ludoteka.bots.standings import bootstrap, wilson
from ludoteka.core.match import Match

NEW, OLD, SCALED = "new", "old", "scaled"
GOALS = ("win", "score")
FRESH = 1_000_000
"""Added to the seed for the deals of the gate, which nothing was learned from."""
POSITIONS = 8000
Done = Callable[[], None]


@dataclass(frozen=True, slots=True)
class Training:
    """What is trained: a bot's judge in a game, at tables of so many seats with these options."""

    game: str
    folder: Path
    bot: str = "level5"
    seats: int = 2
    options: Mapping[str, Any] = field(default_factory=dict)
    spread: float = 0.2
    seed: int = 0
    goal: str = "win"
    """`win`: the new judge against the old one; `score`: tables of the new against tables of the old one."""

    def matches(self, n: int) -> list[Task]:
        """Self-play, every seat with a number of its own that its weights are drawn by."""
        names = [[f"{SCALED}:{k * self.seats + i}" for i in range(self.seats)] for k in range(n)]
        return [Task(k, self.game, dict(self.options), tuple(seats), k, self.seed) for k, seats in enumerate(names)]

    def trials(self, n: int) -> list[Task]:
        seed = self.seed + FRESH
        if self.goal == "win":
            return schedule(self.game, [NEW, OLD], n, seed, self.seats, self.options)
        # the same deals for both, in turn: broken off, a gate has still seen pairs
        sides = [(NEW, k) if i == 0 else (OLD, k) for k in range(n) for i in range(2)]
        return [
            Task(number, self.game, dict(self.options), (name,) * self.seats, deal, seed)
            for number, (name, deal) in enumerate(sides)
        ]


def self_play(training: Training, n: int, executor: Executor | None, done: Done) -> list[Match]:
    return _records(training, training.matches(n), training.folder / "matches", None, executor, done)


def fitted(
    training: Training, matches: Sequence[Match], steps: int, executor: Executor | None, done: Done
) -> fit.Fitted:
    """A new value where the judge has one, else new weights. `done` is called for every match looked through."""
    own = judge.load(training.game)
    if own.model is None:
        found = fit.fit_weights(own, matches, steps, POSITIONS, Random(training.seed))
        for _ in matches:
            done()
        return found
    rows: list[fit.Row] = []
    look = partial(_rows, training.game)  # every turn is planned anew: seconds for each match
    for taken in (executor.map if executor else map)(look, range(len(matches)), [match.save() for match in matches]):
        rows += taken
        done()
    return fit.halfway(own.model, fit.fit_value(rows, own.model["mix"]))


def _rows(game: str, number: int, record: str) -> list[fit.Row]:
    return fit.rows_of(Match.load(record, games.load, check=False), number, judge.load(game))


@dataclass(frozen=True, slots=True)
class Gate:
    """How the new judge fared: the share of victories, or the points a seat it gained, with the 95 % interval."""

    tables: int
    goal: str
    mean: float
    low: float
    high: float

    @property
    def passed(self) -> bool:
        return self.low > (0.5 if self.goal == "win" else 0.0)

    def told(self) -> str:
        if self.goal == "win":
            return f"{self.mean:.0%} [{self.low:.0%}, {self.high:.0%}] of {self.tables} matches against the old one"
        return f"{self.mean:+.1f} [{self.low:+.1f}, {self.high:+.1f}] points a seat over {self.tables} deals"


def gate(training: Training, data: Mapping[str, Any], n: int, executor: Executor | None, done: Done) -> Gate:
    """Fresh deals. Another fit is another gate: its folder has the digest of the data in its name."""
    digest = sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:8]
    tasks = training.trials(n)
    matches = _records(training, tasks, training.folder / f"gate-{digest}", data, executor, done)
    if training.goal == "win":
        ours = [_share(task, match) for task, match in zip(tasks, matches, strict=True)]
        return Gate(n, "win", fmean(ours), *wilson(sum(ours), len(ours)))
    means = [fmean(score[0] for score in match.state.scores()) for match in matches]
    gains = [new - old for new, old in zip(means[::2], means[1::2], strict=True)]
    return Gate(n, "score", fmean(gains), *bootstrap(gains, range(len(gains))))


def _share(task: Task, match: Match) -> float:
    """Of victory that the new one won; two on one side of a table share it."""
    return sum(share for name, share in zip(task.lineup, match.state.returns(), strict=True) if name == NEW)


def publish(game: str, data: Mapping[str, Any], made: str) -> Path:
    """Put what was learned into the folder of the game, with the words that say how it was made."""
    folder = games.load(game).folder
    if judge.load(game).model is None:
        path = folder / "judge.toml"
        weights.write(path, weights.flatten(data), made)
        return path
    path = folder / "judge_value.json"
    rows = ",\n".join(f'  "{chapter}": {json.dumps(line)}' for chapter, line in data["weights"].items())
    head = f'"made": {json.dumps(made, ensure_ascii=False)},\n "mix": {data["mix"]}'
    path.write_text(f'{{\n {head},\n "weights": {{\n{rows}\n }}\n}}\n', "utf-8")
    return path


# --- matches ---------------------------------------------------------------------------------------------------------


def _records(
    training: Training,
    tasks: Sequence[Task],
    folder: Path,
    data: Mapping[str, Any] | None,
    executor: Executor | None,
    done: Done,
) -> list[Match]:
    """The matches of these tasks: read where they have been played, else played and kept."""
    folder.mkdir(parents=True, exist_ok=True)
    files = [folder / f"{task.number:05}.txt" for task in tasks]
    for file in files:
        if file.exists():
            done()

    def keep(played: Played) -> None:
        whole = files[played.number].with_suffix(".part")  # a record is there as a whole or not at all
        whole.write_text(played.record, "utf-8")
        whole.rename(files[played.number])
        done()

    player = partial(_player, game=training.game, bot=training.bot, spread=training.spread, data=data)
    missing = [task for task, file in zip(tasks, files, strict=True) if not file.exists()]
    run(missing, executor, keep, play=partial(play, make=player))
    return [Match.load(file.read_text("utf-8"), games.load, check=False) for file in files]


def _player(name: str, game: str, bot: str, spread: float, data: Mapping[str, Any] | None) -> bots.Bot:
    """The bot under training as a seat's name says: with the old judge, the new one, or one scaled at random."""
    kind, _, number = name.partition(":")
    own = judge.load(game)
    if kind == NEW:
        assert data is not None
        own = judge.taught(game, data)
    elif kind == SCALED:
        own = _scaled(game, Random(f"{SCALED} {number}"), spread)
    return bots.make(bot, own)


def _scaled(game: str, rng: Random, spread: float) -> judge.Judge:
    own = judge.load(game)
    flat = weights.flatten(own.weights)
    factors = {name.split(".")[0]: exp(rng.gauss(0, spread)) for name in flat}  # the numbers of a list together
    tree = weights.unflatten({name: value * factors[name.split(".")[0]] for name, value in flat.items()}, own.weights)
    made = type(own)(tree)
    if own.model is not None:
        by_feature = [exp(rng.gauss(0, spread)) for _ in next(iter(own.model["weights"].values()))]
        rows = own.model["weights"].items()
        scaled = {chapter: [w * f for w, f in zip(row, by_feature, strict=True)] for chapter, row in rows}
        made.model = own.model | {"weights": scaled}
    return made
