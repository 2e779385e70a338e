"""What a seat of Terra Mystica could have if it converted: the prices worth paying, and the conversions for each.

A plan pays in one go. Two sacrifices, a worker for three power and then the dwelling are four steps of which none but
the last shows what it is good for, and a search that goes step by step gives up before.
"""

from __future__ import annotations

from ludoteka.core.action import Action
from ludoteka.games.terra_mystica.actions import BURN, CONVERT
from ludoteka.games.terra_mystica.data import POWER_ACTIONS, SHIP_COST, UPGRADE_FROM, WHEEL, D
from ludoteka.games.terra_mystica.phases import building
from ludoteka.games.terra_mystica.phases.acting import closed, power_price
from ludoteka.games.terra_mystica.phases.converting import PRIEST_POWER, WORKER_POWER
from ludoteka.games.terra_mystica.phases.digging import shortest, spade_price
from ludoteka.games.terra_mystica.phases.reach import in_reach
from ludoteka.games.terra_mystica.side import Side
from ludoteka.games.terra_mystica.state import TerraState

Price = tuple[int, int, int, int]
"""Workers, coins, priests, power."""
Payments = tuple[Action, ...]


def payments(s: TerraState, seat: int) -> list[Payments]:
    """Ways to come to something that is not affordable as it is."""
    me = s.sides[seat]
    found: dict[Payments, None] = {}
    for price in wanted(s, me):
        for line in ways(me, price):
            found[line] = None
    return list(found)


def ways(me: Side, price: Price) -> list[Payments]:
    """The conversions that make a price affordable, if it is not: sparing goods, and sparing power."""
    found: list[Payments] = []
    for spare_power in (False, True):
        line = _way(me, price, spare_power)
        if line and line not in found:
            found.append(line)
    return found


def _way(me: Side, price: Price, spare_power: bool) -> Payments:
    """Nothing where it cannot be paid, or needs no conversion."""
    workers, coins, priests, power = price
    no_workers, no_priests = max(0, workers - me.workers), max(0, priests - me.priests)
    no_coins = max(0, coins - me.coins)
    most = me.bowl3 + me.bowl2 // 2
    from_priests = min(no_workers, max(0, me.priests - priests)) if spare_power else 0
    power += PRIEST_POWER * no_priests + WORKER_POWER * (no_workers - from_priests)
    from_workers = no_coins if spare_power else max(0, power + no_coins - most)
    from_workers = min(from_workers, no_coins, max(0, me.workers - workers))
    power += no_coins - from_workers
    if power > most:
        return ()
    return (
        *[BURN] * (power - me.bowl3),
        *[CONVERT["P-W"]] * from_priests,
        *[CONVERT["W-C"]] * from_workers,
        *[CONVERT["PW-P"]] * no_priests,
        *[CONVERT["PW-W"]] * (no_workers - from_priests),
        *[CONVERT["PW-C"]] * (no_coins - from_workers),
    )


def wanted(s: TerraState, me: Side) -> list[Price]:
    """Of everything that is open to a seat but for what it costs."""
    folk = me.folk
    found: list[Price] = [(0, 0, 0, power_price(me, i)) for i in range(len(POWER_ACTIONS)) if closed(s, me, i) is None]
    dwelling, coins = folk.dwelling
    if me.left(D) and building.lands_of(s, me) & s.reach_of(me):
        found.append((dwelling, coins, 0, 0))
    for kind in building.UPGRADES:
        if me.own[UPGRADE_FROM[kind]] and me.left(kind):
            found.append((*folk.cost(kind), 0, 0))
    if me.ship < folk.ship_max:
        found.append((*SHIP_COST, 0))
    if me.dig < len(folk.dig) - 1:
        found.append((*folk.dig_step, 0))
    if not me.priests:
        found.append((0, 0, 1, 0))
    if me.left(D):
        workers, priests = spade_price(me)
        found += [(workers * n + dwelling, coins, priests * n, 0) for n in spades(s, me)]
    return found


def spades(s: TerraState, me: Side) -> set[int]:
    """How many make a home of some hex in reach."""
    if not 0 <= me.root < WHEEL or spade_price(me) == (0, 0):
        return set()
    lands = in_reach(s, me) & s.transformable()
    rows = [row for terrain, row in enumerate(shortest(me)) if lands & s.land[terrain]]
    return {n for row in rows for end, n in row if end == me.home}
