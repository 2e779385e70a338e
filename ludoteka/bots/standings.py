"""What the matches of an arena say: win shares with intervals, scores, time, ratings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from random import Random
from statistics import fmean
from typing import Any

from openskill.models import PlackettLuce

from ludoteka.bots.arena import Played

RESAMPLES = 2000


@dataclass(frozen=True, slots=True)
class Standing:
    """One bot's results. Intervals are two-sided 95 %."""

    bot: str
    seats: int
    """Places at tables: matches, counted once for each seat it held."""
    share: float
    """Mean share of victory."""
    low: float
    high: float
    score: float
    """Mean of the first number of the score."""
    score_low: float
    score_high: float
    decision: float
    """Mean seconds for a decision with a choice."""
    slowest: float
    rating: float
    rating_error: float

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


def standings(played: Sequence[Played]) -> list[Standing]:
    """One line per bot, the best share first."""
    names = list(dict.fromkeys(name for p in played for name in p.lineup))
    ratings = rate(played)
    lines = []
    for name in names:
        held = [(p, seat) for p in played for seat, bot in enumerate(p.lineup) if bot == name]
        shares = [p.shares[seat] for p, seat in held]
        scores = [float(p.scores[seat][0]) for p, seat in held]
        decisions = sum(p.decisions[seat] for p, seat in held)
        seconds = sum(p.seconds[seat] for p, seat in held)
        slowest = max(p.slowest[seat] for p, seat in held)
        low, high = wilson(sum(shares), len(shares))
        score_low, score_high = bootstrap(scores, [p.deal for p, _ in held])
        mu, sigma = ratings[name]
        lines.append(
            Standing(
                name,
                len(held),
                fmean(shares),
                low,
                high,
                fmean(scores),
                score_low,
                score_high,
                seconds / max(1, decisions),
                slowest,
                mu,
                sigma,
            )
        )
    return sorted(lines, key=lambda line: -line.share)


def wilson(won: float, n: int, z: float = 1.96) -> tuple[float, float]:
    """The interval of a share. Ties count as shares of a win, which only makes it wider than it need be."""
    if n == 0:
        return 0.0, 1.0
    p = won / n
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return max(0.0, middle - half), min(1.0, middle + half)


def bootstrap(values: Sequence[float], groups: Sequence[int]) -> tuple[float, float]:
    """The interval of a mean. Whole deals are drawn, because the rotations of one deal are not independent."""
    by_group: dict[int, list[float]] = {}
    for value, group in zip(values, groups, strict=True):
        by_group.setdefault(group, []).append(value)
    sums = [(sum(v), len(v)) for v in by_group.values()]
    if len(sums) < 2:
        return min(values), max(values)
    rng = Random(0)
    means = []
    for _ in range(RESAMPLES):
        drawn = rng.choices(sums, k=len(sums))
        means.append(sum(total for total, _ in drawn) / sum(n for _, n in drawn))
    means.sort()
    return means[int(0.025 * RESAMPLES)], means[int(0.975 * RESAMPLES) - 1]


def rate(played: Sequence[Played]) -> dict[str, tuple[float, float]]:
    """openskill's Plackett-Luce (mu, sigma) of each bot; a bot on several seats of a match is rated by the mean."""
    model = PlackettLuce()
    ratings = {name: model.rating(name=name) for p in played for name in p.lineup}
    for p in played:
        if len(set(p.lineup)) < 2:
            continue
        after = model.rate(
            [[model.create_rating([ratings[name].mu, ratings[name].sigma])] for name in p.lineup],
            ranks=[float(sum(other > score for other in p.scores)) for score in p.scores],
        )
        for name in set(p.lineup):
            mine = [team[0] for team, bot in zip(after, p.lineup, strict=True) if bot == name]
            ratings[name].mu = fmean(r.mu for r in mine)
            ratings[name].sigma = fmean(r.sigma for r in mine)
    return {name: (rating.mu, rating.sigma) for name, rating in ratings.items()}
