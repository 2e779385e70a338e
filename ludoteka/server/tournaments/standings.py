"""Points, and who stands where. Players are the numbers they were seeded with; the best seed is the smallest."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby

NOBODY = -1
"""A seat that a bot of the house fills: it plays, but it is not in the tournament."""


@dataclass(frozen=True, slots=True)
class Met:
    """A match of a tournament: who sat on which seat, and the places; none as long as it is not over. Somebody alone
    sat the round out."""

    round: int
    seats: tuple[int, ...]
    ranks: tuple[int, ...] = ()

    @property
    def players(self) -> list[int]:
        return [p for p in self.seats if p != NOBODY]


@dataclass(slots=True)
class Line:
    """One row of the table."""

    player: int
    points: Fraction = Fraction(0)
    wins: int = 0
    """First places that were not shared."""
    strength: Fraction = Fraction(0)
    """Mean points of those met."""
    rounds: dict[int, Fraction] = field(default_factory=dict)
    """Points by round."""
    place: int = 0

    @property
    def key(self) -> tuple[Fraction, int, Fraction, int]:
        """What the order goes by: points, first places, how strong the opponents were, the seed."""
        return (-self.points, -self.wins, -self.strength, self.player)


def worth(size: int) -> list[Fraction]:
    """Points for the places at a table: one for everybody left behind, and one more for the winner."""
    return [Fraction(size)] + [Fraction(size - place) for place in range(2, size + 1)]


def points(ranks: Sequence[int]) -> list[Fraction]:
    """What the places of a match bring; shared places share. Sitting out is a win at a table for two."""
    if len(ranks) == 1:
        return worth(2)[:1]
    prize = worth(len(ranks))
    found = []
    for rank in ranks:
        many = ranks.count(rank)
        found.append(sum(prize[rank - 1 : rank - 1 + many], Fraction(0)) / many)
    return found


def standings(players: Iterable[int], matches: Sequence[Met]) -> list[Line]:
    """The players in order. Matches that are not over do not count yet."""
    lines = {p: Line(p) for p in players}
    over = [m for m in matches if m.ranks]
    for m in over:
        for player, rank, won in zip(m.seats, m.ranks, points(m.ranks), strict=True):
            if player in lines:
                line = lines[player]
                line.points += won
                line.wins += rank == 1 and m.ranks.count(1) == 1
                line.rounds[m.round] = line.rounds.get(m.round, Fraction(0)) + won
    opponents: dict[int, list[int]] = {p: [] for p in lines}
    for m in over:
        for player in set(m.players) & lines.keys():
            opponents[player] += [p for p in m.players if p != player and p in lines]
    for player, met in opponents.items():
        if met:
            lines[player].strength = sum((lines[p].points for p in met), Fraction(0)) / len(met)
    return numbered(sorted(lines.values(), key=lambda line: line.key))


def numbered(lines: list[Line]) -> list[Line]:
    """With places: only the seed decides among those who are equal in all else, so they share one."""
    place = 1
    for _, equal in groupby(lines, key=lambda line: line.key[:3]):
        group = list(equal)
        for line in group:
            line.place = place
        place += len(group)
    return lines


def knocked_out(players: Iterable[int], matches: Sequence[Met], through: int) -> list[Line]:
    """The table of a knock-out: whoever came further stands higher, then the place at the last table, then as ever."""
    lines = standings(players, matches)
    last: dict[int, tuple[int, int]] = {}
    for m in sorted(matches, key=lambda m: m.round):
        for seat, player in enumerate(m.seats):
            last[player] = (m.round, m.ranks[seat] if m.ranks else 0)
    survivors = set(alive(players, matches, through))
    lines.sort(key=lambda line: _way(line.player, last, line.player in survivors))
    for place, line in enumerate(lines, 1):
        line.place = place
    return lines


def _way(player: int, last: dict[int, tuple[int, int]], survives: bool) -> tuple[bool, int, int]:
    reached, rank = last.get(player, (0, 0))
    return (not survives, -reached, rank)


def alive(players: Iterable[int], matches: Sequence[Met], through: int) -> list[int]:
    """Who is still in a knock-out, by seed. Of those who share the last place that goes on, the better seed does."""
    left = set(players)
    for m in matches:
        if len(m.ranks) > 1:
            order = sorted((rank, p) for p, rank in zip(m.seats, m.ranks, strict=True) if p != NOBODY)
            left -= {p for _, p in order[through:]}
    return sorted(left)
