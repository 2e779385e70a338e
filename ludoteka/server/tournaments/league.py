"""A league: divisions of groups, in which everybody plays on every seat once, and who goes up and down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from ludoteka.server.tournaments.pairing import Table
from ludoteka.server.tournaments.standings import NOBODY, Line


def tables_of(group: Sequence[int], size: int, laps: int = 1) -> list[Table]:
    """The tables of one season. Each lap has as many tables as the group has players; everybody plays at `size` of
    them, on every seat once, and meets the others as evenly as can be. Seven players at tables for four meet each other
    exactly twice."""
    players = [*group, *[NOBODY] * (size - len(group))]
    found: list[Table] = []
    seen: Counter[int] = Counter()
    for _ in range(laps):
        block = _block(len(players), size, seen)
        seen += _gaps(block, len(players))
        found += [tuple(players[(b + turn) % len(players)] for b in block) for turn in range(len(players))]
    return found


def _gaps(block: Sequence[int], around: int) -> Counter[int]:
    """How far apart, going round, those at one table stand."""
    return Counter((b - a) % around for a in block for b in block if a != b)


def _block(around: int, size: int, seen: Counter[int]) -> tuple[int, ...]:
    """The table that, turned through the group, lets everybody meet most evenly."""

    def uneven(block: tuple[int, ...]) -> int:
        gaps = _gaps(block, around)
        return sum((gaps[d] + seen[d]) ** 2 for d in range(1, around))

    return min(((0, *rest) for rest in combinations(range(1, around), size - 1)), key=uneven)


def divided(players: Sequence[int], group: int, size: int) -> list[list[list[int]]]:
    """Players in the order of their strength as divisions of groups: one group at the top, twice as many below each
    division. What is left at the bottom makes groups of about equal size, or goes to the last ones if it is too few for
    a table."""
    divisions: list[list[list[int]]] = []
    rest, many = list(players), 1
    while rest:
        taken, rest = rest[: many * group], rest[many * group :]
        if len(rest) < size:
            taken, rest = taken + rest, []
        divisions.append(_snake(taken, max(1, min(many, len(taken) // size))))
        many *= 2
    return divisions


def _snake(players: Sequence[int], many: int) -> list[list[int]]:
    groups: list[list[int]] = [[] for _ in range(many)]
    for i, player in enumerate(players):
        lap, at = divmod(i, many)
        groups[at if lap % 2 == 0 else many - 1 - at].append(player)
    return groups


def next_order(season: Sequence[Sequence[Sequence[Line]]], up: int) -> list[int]:
    """Everybody in the order in which the next season is divided. The best `up` of every group change places with as
    many of the division above: its last ones. Nobody moves further than one division."""
    order = [_ranked(division) for division in season]
    rising = [_cut(division, up) if d else [] for d, division in enumerate(season)]
    found: list[int] = []
    falling: list[int] = []
    for d in range(len(season)):
        above = len(rising[d + 1]) if d + 1 < len(season) else 0
        mine = [p for p in order[d] if p not in rising[d]]
        down = mine[max(0, len(mine) - above) :]
        stay = mine[: len(mine) - len(down)]
        # from above, those who stayed, from below: as they will be seeded in the division
        found += falling + stay + (rising[d + 1] if d + 1 < len(season) else [])
        falling = down
    return found + falling


def _ranked(division: Sequence[Sequence[Line]]) -> list[int]:
    """A division in one order: by the place in the group, then by what places are counted by."""
    lines = [(line.place, line.key, line.player) for group in division for line in group]
    return [player for _, _, player in sorted(lines)]


def _cut(division: Sequence[Sequence[Line]], up: int) -> list[int]:
    best = {line.player for group in division for line in group[:up]}
    return [p for p in _ranked(division) if p in best]
