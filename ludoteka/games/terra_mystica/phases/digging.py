"""Spades: what they cost, how many may be bought, and how many a terrain takes."""

from __future__ import annotations

from functools import cache

from ludoteka.core.action import Action
from ludoteka.core.errors import Reason
from ludoteka.games.terra_mystica import due
from ludoteka.games.terra_mystica import resources as gain
from ludoteka.games.terra_mystica.actions import DIG, Dig
from ludoteka.games.terra_mystica.data import ICE, SHORT_WAY, WHEEL
from ludoteka.games.terra_mystica.phases.reach import in_reach
from ludoteka.games.terra_mystica.refusal import reason, short
from ludoteka.games.terra_mystica.side import MutableSide, Side
from ludoteka.games.terra_mystica.state import TerraState

Ends = tuple[tuple[tuple[int, int], ...], ...]


@cache
def ends(home: int, root: int, flat: int, spades: int, long_way: bool) -> Ends:
    """For each terrain of the wheel what it can become and how many spades that takes."""
    return tuple(tuple(_ends_of(t, home, root, flat, spades, long_way)) for t in range(WHEEL))


def _ends_of(t: int, home: int, root: int, flat: int, spades: int, long_way: bool) -> list[tuple[int, int]]:
    if flat:  # Giants: to home, always the same number [TM-19.9]
        return [(home, flat)] if t != home else []
    result = []
    for u in range(WHEEL):
        if home == ICE and u == root:
            # arriving on the start terrain means ice, and it costs a spade even there [TM-19.25]
            result.append((ICE, SHORT_WAY[t][root] or 1))
        elif u != t:
            cost = SHORT_WAY[t][u]
            if long_way:
                cost = _site_way(t, u, root, cost, spades)
            result.append((u, cost))
    return result


def _site_way(t: int, u: int, root: int, short: int, spades: int) -> int:
    """The site never goes across the home terrain, and to or from it by the way that fits the spades [TM-20.9]."""
    if root in (t, u):
        return WHEEL - short if spades == WHEEL - short else short
    if (u - t) % WHEEL == short:
        between = {(t + i) % WHEEL for i in range(1, short)}
    else:
        between = {(t - i) % WHEEL for i in range(1, short)}
    return WHEEL - short if root in between else short


def shortest(me: Side) -> Ends:
    return ends(me.home, me.root, me.folk.flat_spades, 0, False)


def spade_price(me: Side) -> tuple[int, int]:
    """(workers, priests) of one spade, or (0, 0) if it buys none."""
    folk = me.folk
    if folk.dig:
        return folk.dig[me.dig], 0
    return 0, folk.dig_priests


def bounds(s: TerraState, me: Side) -> tuple[int, int]:
    """The fewest and the most spades that may be bought now, whatever they cost [TM-6.3]."""
    flat, have = me.folk.flat_spades if s.rules.flat_digging else 0, me.owes(due.SPADES)
    return (flat - have, flat - have) if flat else (1, s.rules.most_spades - have)


def legal_dig(s: TerraState, me: Side, out: list[Action]) -> None:
    w, p = spade_price(me)
    if not w and not p:
        return
    least, most = bounds(s, me)
    afford = me.workers // w if w else me.priests // p
    if afford < most:
        most = afford
    if most <= 0:
        return
    if s.rules.dig_anywhere:
        out += DIG[least : most + 1]
        return
    targets = s.transformable()
    if me.folk.flat_spades:
        targets &= ~s.land[me.home]
    if not targets & s.reach_of(me):
        if not me.folk.jump:
            return
        # the tunnel or carpet has to be paid as well
        while most and not targets & in_reach(s, me, w * most):
            most -= 1
    if tops_up(s, me):
        out += [DIG[n] for n in range(least, most + 1) if can_reach_home(s, me, me.owes(due.SPADES) + n)]
    else:
        out += DIG[least : most + 1]


def why_no_dig(s: TerraState, seat: int, me: Side, a: Dig) -> Reason | None:
    w, p = spade_price(me)
    if not w and not p:
        return reason("why.buys_no_spades", "TM-6.3")
    if a.n < 1:
        return reason("why.no_spade_named", "TM-6.3")
    least, most = bounds(s, me)
    if not least <= a.n <= most:
        return reason("why.too_many_spades", "TM-6.3", n=a.n + me.owes(due.SPADES))
    missing = short(me, w * a.n, 0, p * a.n, "TM-6.3")
    if missing is not None:
        return missing
    found: list[Action] = []
    legal_dig(s, me, found)
    return None if a in found else reason("why.no_land", "TM-7.1")


def tops_up(s: TerraState, me: Side) -> bool:
    """Whether a spade bought now joins those of an action, and all of them have to end at home [TM-6.5]."""
    bound = s.work.home_due or not s.work.bought
    return s.rules.top_up_home and bound and me.owes(due.SPADES) > 0


def can_reach_home(s: TerraState, me: Side, spades: int) -> bool:
    """Whether exactly so many spades turn some hex in reach into home terrain."""
    targets = in_reach(s, me) & s.transformable()
    return any(targets & s.land[t] and (me.home, spades) in row for t, row in enumerate(shortest(me)))


def do_dig(s: TerraState, seat: int, me: MutableSide, a: Dig) -> None:
    w, p = spade_price(me)
    home_due = s.work.home_due or tops_up(s, me)
    gain.pay(s, seat, w * a.n, 0, p * a.n, "dig")
    gain.vp(s, seat, me.folk.dig_vp * a.n, "faction")
    gain.spades(s, seat, a.n, "dig")
    # topping up an action binds all its spades to one hex [TM-6.5]; more may be bought until the first transform
    s.work = s.work._replace(transforms=1, builds=1, digs=s.rules.dig_on, bought=True, home_due=home_due)
