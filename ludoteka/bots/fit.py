"""Learning from matches that were played: what a judge promised in the middle against how they ended.

Two ways, by what a judge has. Where it names `features` of the starts of chapters, a linear value of each chapter is
fitted by ridge regression towards what the judge says by itself: to the ends of plans, because these are what it will
be asked about. Rivals stand still in them, and they are the best that was found. Where it has no features, its own
weights are changed one after another as long as the promised differences come closer to the true ones. Every fifth
match is left out to see whether what was learned holds; whether it plays better, only matches can tell (`train.py`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any

from ludoteka.bots.judge import Judge
from ludoteka.bots.planner import PlannerBot
from ludoteka.bots.weights import Flat, flatten, unflatten
from ludoteka.core.game import OVER, State
from ludoteka.core.match import Match

LEFT_OUT = 5
"""One match of so many is not learned from."""
AHEAD = 0.7
"""The share of what the next chapter will say in what a chapter is to say; the rest is how the match ended."""
WIDTH = 4
"""Plans kept where a turn that was played is planned on."""
PENALTIES = (10.0, 30.0, 100.0, 300.0, 1000.0)
FOLK_PENALTY = 3.0
SMALL, STEP = 0.4, 0.15
"""Weights near nothing are changed by an amount, others by a share."""


@dataclass(frozen=True, slots=True)
class Row:
    """Where a plan of a seat ends: at the start of a chapter, with rivals as the plan saw them."""

    match: int
    seat: int
    chapter: int
    folk: str
    points: float
    end: float
    features: tuple[float, ...]
    """The last of them is what the judge promises beyond the points."""


@dataclass(frozen=True, slots=True)
class Fitted:
    """What a fit gives: data for the judge, and how much of what is still to come it explains in matches left out."""

    data: dict[str, Any]
    told: str


# --- a linear value of each chapter ----------------------------------------------------------------------------------


def rows_of(match: Match, number: int, judge: Judge) -> list[Row]:
    """At every turn, the end of the chapter that the best plan beginning with the action played leads to."""
    plans = judge.plans
    assert plans is not None
    ends = [float(score[0]) for score in match.state.scores()]
    planner = PlannerBot(width=WIDTH, seconds=0, judge=judge)
    found: list[Row] = []
    state = match.at(0)
    for mover, action in zip(match.movers, match.actions, strict=True):
        if mover >= 0 and plans.planned(state, mover) and judge.quiet(state):
            plan = planner.best_plans(state, mover, plans).get(action)
            leaf = plans.opened(plan.state, mover) if plan is not None else state
            if plans.ended(state, leaf) and leaf.to_move() != OVER:
                seen = tuple(float(x) for x in judge.features(leaf, mover))
                points = float(leaf.scores()[mover][0])
                found.append(
                    Row(number, mover, judge.chapter(leaf), judge.folk(state, mover), points, ends[mover], seen)
                )
        state.happen(action)
    return found


def fit_value(rows: Sequence[Row], mix: float) -> Fitted:
    """From the last chapter back to the second, so that each can look to the next."""
    folks = sorted({row.folk for row in rows})
    first: dict[tuple[int, int, int], Row] = {}
    for row in rows:
        first.setdefault((row.match, row.seat, row.chapter), row)
    weights: dict[str, list[float]] = {}
    told = []
    following: _Linear | None = None
    for chapter in sorted({row.chapter for row in rows}, reverse=True):
        here = [row for row in rows if row.chapter == chapter]
        targets = []
        for row in here:
            end = row.end - row.points
            later = first.get((row.match, row.seat, chapter + 1))
            if following is not None and later is not None:
                end = AHEAD * (later.points - row.points + following.of(later)) + (1 - AHEAD) * end
            targets.append(end)
        following, explained = _best_penalty(here, targets, folks)
        weights[str(chapter)] = [round(w, 4) for w in following.plain()]
        told.append(f"{chapter}: {explained:.2f}")
    weights = dict(sorted(weights.items()))
    return Fitted({"mix": mix, "weights": weights}, "R² of chapter " + ", ".join(reversed(told)))


def halfway(old: Mapping[str, Any], new: Fitted) -> Fitted:
    """The mean of the value there was and the fitted one. Both err, but not in the same places, and there plans end."""
    rows = {
        chapter: [round((a + b) / 2, 4) for a, b in zip(old["weights"].get(chapter, line), line, strict=True)]
        for chapter, line in new.data["weights"].items()
    }
    return Fitted(new.data | {"weights": rows}, new.told)


class _Linear:
    """Features scaled to a common size, with an effect of its own for each folk, which the value leaves out."""

    def __init__(self, rows: Sequence[Row], folks: Sequence[str]) -> None:
        self.folks = folks
        columns = list(zip(*(row.features for row in rows), strict=True))
        self.mean = [sum(c) / len(c) for c in columns]
        spreads = [sqrt(sum((x - m) ** 2 for x in c) / len(c)) for c, m in zip(columns, self.mean, strict=True)]
        self.spread = [s if s > 1e-6 else 1.0 for s in spreads]
        self.weights: list[float] = []

    def row(self, row: Row) -> list[float]:
        scaled = [(x - m) / s for x, m, s in zip(row.features, self.mean, self.spread, strict=True)]
        return [1.0, *scaled, *(float(row.folk == folk) for folk in self.folks)]

    def of(self, row: Row) -> float:
        return row.features[-1] + sum(w * x for w, x in zip(self.weights, self.row(row), strict=True))

    def solve(self, gram: list[list[float]], right: list[float], penalty: float) -> None:
        own = 1 + len(self.mean)
        added = [1e-6] + [penalty] * (own - 1) + [FOLK_PENALTY] * len(self.folks)
        self.weights = solved([[*line[:i], line[i] + added[i], *line[i + 1 :]] for i, line in enumerate(gram)], right)

    def plain(self) -> list[float]:
        """The weights of the features as they are, the judge among them; the first feature is always one."""
        own = [w / s for w, s in zip(self.weights[1:], self.spread, strict=False)]
        own[0] = self.weights[0] - sum(w * m for w, m in zip(own, self.mean, strict=True))
        own[-1] += 1
        return own


def _best_penalty(rows: Sequence[Row], targets: Sequence[float], folks: Sequence[str]) -> tuple[_Linear, float]:
    """Fitted to all, with the penalty that told the matches left out best; and the share it explained of them. The
    turns of one chapter tell nearly the same: n of them count as much as the root of n seats."""
    linear = _Linear(rows, folks)
    turns = Counter((row.match, row.seat) for row in rows)
    roots = [turns[row.match, row.seat] ** -0.25 for row in rows]
    lines = [[x * root for x in linear.row(row)] for row, root in zip(rows, roots, strict=True)]
    rests = [(target - row.features[-1]) * root for target, row, root in zip(targets, rows, roots, strict=True)]
    learn = [i for i, row in enumerate(rows) if row.match % LEFT_OUT]
    check = [i for i, row in enumerate(rows) if not row.match % LEFT_OUT] or learn
    gram, right = normal([lines[i] for i in learn], [rests[i] for i in learn])
    errors = {}
    for penalty in PENALTIES:
        linear.solve(gram, right, penalty)
        errors[penalty] = sum((rows[i].end - rows[i].points - linear.of(rows[i])) ** 2 for i in check)
    best = min(PENALTIES, key=lambda penalty: errors[penalty])
    linear.solve(*normal(lines, rests), best)
    ends = [rows[i].end - rows[i].points for i in check]
    mean = sum(ends) / len(ends)
    return linear, 1 - errors[best] / max(1e-9, sum((end - mean) ** 2 for end in ends))


def normal(lines: Sequence[Sequence[float]], rights: Sequence[float]) -> tuple[list[list[float]], list[float]]:
    """The normal equations of a linear regression."""
    columns = list(zip(*lines, strict=True))
    gram = [[0.0] * len(columns) for _ in columns]
    for i, a in enumerate(columns):
        for k in range(i + 1):
            gram[i][k] = gram[k][i] = sum(map(float.__mul__, a, columns[k]))
    return gram, [sum(map(float.__mul__, column, rights)) for column in columns]


def solved(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """x of A x = b, where A is symmetric and positive (Cholesky)."""
    n = len(right)
    low = [[0.0] * n for _ in range(n)]
    half = [0.0] * n
    for i in range(n):
        for k in range(i + 1):
            rest = matrix[i][k] - sum(map(float.__mul__, low[i][:k], low[k][:k]))
            low[i][k] = sqrt(rest) if i == k else rest / low[k][k]
        half[i] = (right[i] - sum(map(float.__mul__, low[i][:i], half[:i]))) / low[i][i]
    found = [0.0] * n
    for i in reversed(range(n)):
        found[i] = (half[i] - sum(low[k][i] * found[k] for k in range(i + 1, n))) / low[i][i]
    return found


# --- the weights of the judge itself ---------------------------------------------------------------------------------

Position = tuple[State, list[float], float]
"""With the final points of every seat, and how much it counts: early promises are mostly luck."""


def positions_of(match: Match, judge: Judge) -> list[Position]:
    """One position for every change of turn that the judge can judge."""
    ends = [sum(part * 0.1**i for i, part in enumerate(score)) for score in match.state.scores()]
    last = len(match.actions)
    taken: list[Position] = []
    state, before = match.at(0), -1
    for n, (mover, action) in enumerate(zip(match.movers, match.actions, strict=True)):
        if mover >= 0 and mover != before and judge.quiet(state):
            before = mover
            taken.append((state.clone(), ends, 1 / (0.2 + (1 - n / last))))
        state.happen(action)
    return taken


def fit_weights(judge: Judge, matches: Iterable[Match], steps: int, positions: int, rng: Random) -> Fitted:
    """So many small changes are tried; those that help are kept."""
    found = [positions_of(match, judge) for match in matches]
    learn = [p for i, taken in enumerate(found) if i % LEFT_OUT for p in taken]
    check = [p for taken in found[::LEFT_OUT] for p in taken]
    learn = rng.sample(learn, min(positions, len(learn)))
    like = judge.weights
    weights = flatten(like)
    best = first = error(judge, weights, like, learn)
    before = error(judge, weights, like, check)
    sizes = dict.fromkeys(weights, STEP)
    for _ in range(steps):
        name = rng.choice(list(weights))
        step = sizes[name] * rng.choice((-1, 1)) * max(abs(weights[name]), SMALL)
        changed = weights | {name: weights[name] + step}
        new = error(judge, changed, like, learn)
        if new < best:
            best, weights = new, changed
        sizes[name] = min(0.5, sizes[name] * 1.4) if new == best else max(0.02, sizes[name] * 0.8)
    after = error(judge, weights, like, check)
    return Fitted(unflatten(weights, like), f"error {first:.3f} to {best:.3f}, left out {before:.3f} to {after:.3f}")


def error(judge: Judge, weights: Flat, like: Mapping[str, Any], positions: Sequence[Position]) -> float:
    """The mean square of promised less true differences from the mean of the seats."""
    own = type(judge)(unflatten(weights, like))
    total = counted = 0.0
    for state, ends, counts in positions:
        worths = own.worth(state)
        off = (sum(worths) - sum(ends)) / len(ends)
        total += counts * sum((w - e - off) ** 2 for w, e in zip(worths, ends, strict=True))
        counted += counts
    return total / counted
