"""Who plays whom, and on which seat: Swiss, round robin, knock-out. Nothing here reads a clock, a database or dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from itertools import chain, combinations, permutations

from ludoteka.server.tournaments.standings import NOBODY, Line, Met

Table = tuple[int, ...]
"""Players in the order of the seats."""
Cost = Callable[[int, int], int]
REPEAT = 1_000_000
"""Meeting again is worse than any difference in points."""
PARTS = 60
"""Of a point: places are shared by at most six."""


def meetings(matches: Sequence[Met]) -> Counter[frozenset[int]]:
    """How often each two have met."""
    return Counter(frozenset(pair) for m in matches for pair in combinations(m.players, 2))


def swiss(lines: Sequence[Line], matches: Sequence[Met], size: int) -> list[Table]:
    """The next round: equals play equals, as few as possible meet again, and nobody sits out twice."""
    order = [line.player for line in lines]
    tables: list[Table] = []
    if size == 2 and len(order) % 2:
        sat_out = Counter(m.seats[0] for m in matches if len(m.seats) == 1)
        out = min(reversed(order), key=lambda p: sat_out[p])
        order.remove(out)
        tables = [(out,)]
    points = {line.player: line.points for line in lines}
    met = meetings(matches)

    def cost(one: int, other: int) -> int:
        apart = int(abs(points[one] - points[other]) * PARTS)
        return REPEAT * met[frozenset((one, other))] ** 2 + apart * apart

    first = folded(order, [points[p] for p in order], size)
    return seat_all(improved(first, cost), matches) + tables


def folded(order: Sequence[int], points: Sequence[object], size: int) -> list[list[int]]:
    """Tables as they would be if nobody had met: among those with equal points the upper half plays the lower."""
    many = -(-len(order) // size)
    sizes = [len(order) // many + (i < len(order) % many) for i in range(many)]
    groups = [[p for p, mine in zip(order, points, strict=True) if mine == value] for value in dict.fromkeys(points)]
    tables: list[list[int]] = []
    waiting: list[int] = []
    for i, group in enumerate(groups):
        last = i == len(groups) - 1
        pool = waiting + group
        fits: list[int] = []
        while len(tables) + len(fits) < many and (last or sum(fits) + sizes[len(tables) + len(fits)] <= len(pool)):
            fits.append(sizes[len(tables) + len(fits)])
        tables += _dealt(pool[: sum(fits)], fits)
        waiting = pool[sum(fits) :]
    return tables


def _dealt(pool: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    tables: list[list[int]] = [[] for _ in sizes]
    at = 0
    for seat in range(max(sizes, default=0)):
        for table, wide in zip(tables, sizes, strict=True):
            if seat < wide:
                table.append(pool[at])
                at += 1
    return tables


def improved(tables: list[list[int]], cost: Cost) -> list[list[int]]:
    """Swap players between tables as long as that makes the whole cheaper."""
    cost = cache(cost)
    places = [(t, s) for t, table in enumerate(tables) for s in range(len(table))]

    def price(player: int, table: list[int], without: int) -> int:
        return sum(cost(player, other) for other in table if other not in (player, without))

    better = True
    while better:
        better = False
        for (t, s), (u, v) in combinations(places, 2):
            if t == u:
                continue
            one, other = tables[t][s], tables[u][v]
            now = price(one, tables[t], one) + price(other, tables[u], other)
            if now > price(one, tables[u], other) + price(other, tables[t], one):
                tables[t][s], tables[u][v] = other, one
                better = True
    return tables


def robin(players: Sequence[int], size: int) -> list[list[Table]]:
    """All rounds in which everybody meets everybody: exactly once at tables for two, else as evenly as we can."""
    if size == 2:
        return _circle(players)
    rounds: list[list[Table]] = []
    played: list[Met] = []
    met: Counter[frozenset[int]] = Counter()
    pairs = [frozenset(pair) for pair in combinations(players, 2)]

    def cost(one: int, other: int) -> int:
        return met[frozenset((one, other))] * 3 + (met[frozenset((one, other))] > 0)

    while not all(met[pair] for pair in pairs) and len(rounds) < 3 * len(players):
        turn = len(rounds) % len(players)
        order = [*players[turn:], *players[:turn]]
        tables = seat_all(improved(folded(order, [0] * len(order), size), cost), played)
        rounds.append(tables)
        played += [Met(len(rounds), table) for table in tables]
        met = meetings(played)
    return rounds


def _circle(players: Sequence[int]) -> list[list[Table]]:
    """The old way: one stays, the others go round; whoever would meet nobody sits out."""
    ring = [*([NOBODY] if len(players) % 2 else []), *players]
    rounds = []
    for turn in range(len(ring) - 1):
        tables: list[Table] = []
        for i in range(len(ring) // 2):
            one, other = ring[i], ring[-1 - i]
            pair = (one, other) if (turn if i == 0 else i) % 2 == 0 else (other, one)
            tables.append(tuple(p for p in pair if p != NOBODY))
        rounds.append(tables)
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return rounds


def knockout(left: Sequence[int], matches: Sequence[Met], size: int) -> list[Table]:
    """The next round of those who are still in: the best seeds are kept apart. At tables for two some of the best sit
    out the first round, so that the field halves from then on."""
    if size == 2:
        full = 1
        while 2 * full <= len(left):
            full *= 2
        idle = 0 if full == len(left) else 2 * full - len(left)
        tables = [[p] for p in left[:idle]]
        rest = left[idle:]
        tables += [[rest[i], rest[-1 - i]] for i in range(len(rest) // 2)]
    else:
        many = -(-len(left) // size)
        tables = [[] for _ in range(many)]
        for i, player in enumerate(left):
            lap, at = divmod(i, many)
            tables[at if lap % 2 == 0 else many - 1 - at].append(player)
    return seat_all(tables, matches)


def knockout_rounds(players: int, size: int, through: int) -> int:
    """How many rounds a knock-out takes if nobody gives up."""
    rounds = 1
    while players > size:
        if size == 2:
            full = 2 ** (players.bit_length() - 1)
            players = full if full < players else players // 2
        else:
            many = -(-players // size)
            wide = [players // many + (i < players % many) for i in range(many)]
            players = sum(min(through, w) for w in wide)
        rounds += 1
    return rounds


def seat_all(tables: Sequence[Sequence[int]], matches: Sequence[Met]) -> list[Table]:
    """Seats go round: everybody sits where they sat least."""
    sat: Counter[tuple[int, int]] = Counter(
        chain.from_iterable(((p, seat) for seat, p in enumerate(m.seats)) for m in matches if len(m.seats) > 1)
    )
    return [seated(table, sat) for table in tables]


def seated(table: Sequence[int], sat: Counter[tuple[int, int]]) -> Table:
    if len(table) < 2:
        return tuple(table)
    # where nothing speaks for one of them, neighbours do not begin alike: the strong, who win, would always be first
    turn = min(table).bit_count() % len(table)
    turned = [*table[turn:], *table[:turn]]
    return min(permutations(turned), key=lambda way: sum((sat[p, seat] + 1) ** 2 for seat, p in enumerate(way)))


def filled(table: Table, size: int) -> Table:
    """A table that lacks players gets bots of the house on its last seats; somebody alone at a table for two sits
    out."""
    return table if size == 2 else table + (NOBODY,) * (size - len(table))
