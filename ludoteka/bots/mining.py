"""Finds positions for thinking in records of finished matches: one task a match, on the executor of the arena."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, as_completed
from dataclasses import asdict, dataclass
from hashlib import sha256
from random import Random
from typing import Any

from ludoteka import games
from ludoteka.bots.levels import LEVELS
from ludoteka.bots.mcts import MctsBot
from ludoteka.bots.puzzles import Puzzle, read
from ludoteka.bots.thought import Thinker
from ludoteka.core.action import Action, verb_of
from ludoteka.core.game import Game, State
from ludoteka.core.intentions import intend
from ludoteka.core.match import Match
from ludoteka.core.themes import themes

CHOICES = 4
"""Actions below which there is nothing to puzzle over."""
MARGIN = 0.04
"""The share of victory by which the best must be ahead of everything else, each time it is looked at."""
LOOKS = 3
"""How often the strongest bot must find the same, each time with other guesses at what is hidden."""
FAIR = 8
"""Visits from which on a search has an opinion about an action."""
ASKED = 3
"""How often each of the weaker levels is asked."""
FOUND = 0.34
"""The share of their answers that may be right."""
PREPARING = 3
"""Actions that may come before the one that is looked for, such as payments."""


@dataclass(frozen=True, slots=True)
class Task:
    """One record to look through: plain values, for a worker."""

    source: str
    record: str
    most: int
    """Positions looked at, chosen by chance."""
    margin: float = MARGIN


@dataclass(frozen=True, slots=True)
class Mined:
    source: str
    looked: int
    puzzles: tuple[Puzzle, ...]

    def line(self) -> str:
        return json.dumps(asdict(self), ensure_ascii=False)

    @classmethod
    def read(cls, line: str) -> Mined:
        raw = json.loads(line)
        return cls(raw["source"], raw["looked"], tuple(map(read, raw["puzzles"])))


@dataclass(frozen=True, slots=True)
class Look:
    """What the strongest bot says each time it is asked."""

    best: Action
    value: float
    others: Mapping[str, float]


def strongest(game: Game) -> Thinker:
    """The bot of the highest level without a clock, so that a busy machine finds the same."""
    bot = LEVELS[-1].make(game)
    bot.seconds = 0.0
    if isinstance(bot, MctsBot):
        bot.reuse = False
    return bot


def look(
    game: Game, state: State, seat: int, seed: str, besides: Action | None = None, margin: float = MARGIN
) -> Look | None:
    """None unless one action, another than `besides`, is clearly best whatever the guesses."""
    found: list[Look] = []
    for n in range(LOOKS):
        rng = Random(f"{seed} {n}")
        bot = strongest(game)
        options = bot.think(state.resample(seat, rng), seat, rng)
        best, *others = [o for o in options if o.visits >= FAIR or not isinstance(bot, MctsBot)] or options
        known = found[0].best if found else best.action
        if not others or best.action == besides or best.action != known:
            return None
        if best.value - max(o.value for o in others) < margin:
            return None
        found.append(Look(best.action, best.value, {str(o.action): round(o.value, 3) for o in others}))
    return found[0]


def obvious(game: Game, state: State, seat: int, seed: str) -> Action:
    """What one look ahead prefers."""
    bot, rng = LEVELS[-2].make(game), Random(seed)
    bot.blur = 0.0
    return bot.think(state.resample(seat, rng), seat, rng)[0].action


def seen_by_weaker(game: Game, state: State, seat: int, action: Action, seed: str) -> float:
    """The share of answers of the lower levels that are this action."""
    right = asked = 0
    for level in LEVELS[:-1]:
        bot = level.make(game)
        for n in range(ASKED):
            rng = Random(f"{seed} {level.bot} {n}")
            right += bot.choose(state.resample(seat, rng), seat, rng) == action
            asked += 1
    return right / asked


def puzzle(game: Game, state: State, options: Mapping[str, Any], source: str, margin: float = MARGIN) -> Puzzle | None:
    """The puzzle that this position is, if it is one."""
    own, seat = themes(game), state.to_move()
    looks = list(_looks(game, state, seat, source, margin))
    answer = [seen.best for seen in looks]
    if not answer or verb_of(answer[-1]) in own.dull | own.prepares:
        return None
    found = seen_by_weaker(game, state, seat, answer[0], source)
    if found > FOUND:
        return None
    position = state.position()
    others = {text: value for seen in reversed(looks) for text, value in seen.others.items()}
    made = Puzzle(
        sha256(f"{game.name} {position}".encode()).hexdigest()[:10],
        game.name,
        state.seats,
        dict(options),
        position,
        seat,
        tuple(map(str, answer)),
        round(looks[0].value, 3),
        {text: value for text, value in others.items() if text != str(answer[-1])},
        round(found, 3),
        tuple(own.of(state, intend(game, state, answer))),
        source,
    )
    same = made.start()
    return made if same.view(seat) == state.view(seat) and same.legal_actions() == state.legal_actions() else None


def _looks(game: Game, state: State, seat: int, source: str, margin: float) -> Iterator[Look]:
    """What is best, and after an action that only prepares something, what is best then; nothing if one is unclear."""
    found: list[Look] = []
    here, prepares = state, themes(game).prepares
    while here.to_move() == seat and (not found or verb_of(found[-1].best) in prepares):
        besides = None if found else obvious(game, state, seat, source)
        seen = look(game, here, seat, f"{source} {len(found)}", besides, margin)
        if seen is None or len(found) > PREPARING:
            return
        found.append(seen)
        here = here.clone()
        here.apply(seen.best)
    yield from found


def mine(task: Task) -> Mined:
    """Look through one match. Runs in a worker."""
    match = Match.load(task.record, games.load)
    decisions = list(_decisions(match))
    chosen = sorted(Random(task.source).sample(decisions, min(task.most, len(decisions))))
    options = match.options.unusual()
    made = [puzzle(match.game, match.at(n), options, f"{task.source} {n}", task.margin) for n in chosen]
    return Mined(task.source, len(chosen), tuple(p for p in made if p is not None))


def _decisions(match: Match) -> Iterator[int]:
    """The numbers of the actions that were chosen among several."""
    dull = themes(match.game).dull
    state = match.at(0)
    for n, (mover, action) in enumerate(zip(match.movers, match.actions, strict=True)):
        if mover >= 0 and sum(verb_of(a) not in dull for a in state.legal_actions()) >= CHOICES:
            yield n
        state.happen(action)


def mine_all(
    tasks: Sequence[Task],
    executor: Executor | None,
    done: Callable[[Mined], None],
    failed: Callable[[str, Exception], None],
) -> None:
    """Look through all records; `done` is told of each as it comes, `failed` of one that cannot be read."""
    for source, result in _results(tasks, executor):
        try:
            mined = result()
        except Exception as error:
            failed(source, error)
        else:
            done(mined)


def _results(tasks: Sequence[Task], executor: Executor | None) -> Iterator[tuple[str, Callable[[], Mined]]]:
    if executor is None:
        for task in tasks:
            yield task.source, lambda task=task: mine(task)  # type: ignore[misc]
        return
    futures = {executor.submit(mine, task): task.source for task in tasks}
    try:
        for future in as_completed(futures):
            yield futures[future], future.result
    finally:
        for future in futures:
            future.cancel()


def choose(found: Iterable[Puzzle], most: int) -> list[Puzzle]:
    """The hardest to see and clearest first, at most two of a record, themes in turn."""
    by_theme: dict[str, list[Puzzle]] = {}
    for one in sorted(found, key=lambda p: (p.found, max(p.others.values()) - p.value)):
        by_theme.setdefault(one.themes[0] if one.themes else "", []).append(one)
    chosen: dict[str, Puzzle] = {}
    records: dict[str, int] = {}
    while len(chosen) < most and any(by_theme.values()):
        for waiting in by_theme.values():
            if not waiting or len(chosen) == most:
                continue
            one = waiting.pop(0)
            record = one.source.rpartition(" ")[0]
            if records.get(record, 0) < 2:
                chosen.setdefault(one.id, one)
                records[record] = records.get(record, 0) + 1
    return list(chosen.values())
