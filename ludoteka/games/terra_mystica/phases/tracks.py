"""Priests sent to a cult, and steps on the tracks of shipping and digging."""

from __future__ import annotations

from functools import lru_cache

from ludoteka.core.action import Action
from ludoteka.core.bag import changed
from ludoteka.core.errors import Reason
from ludoteka.games.terra_mystica import resources as gain
from ludoteka.games.terra_mystica.actions import ADVANCE_DIG, ADVANCE_SHIP, SEND, Advance, Send
from ludoteka.games.terra_mystica.data import CULTS, DIG_VP, ORDER_SPACES, SH, SHIP_COST
from ludoteka.games.terra_mystica.refusal import reason, short
from ludoteka.games.terra_mystica.side import MutableSide, Side
from ludoteka.games.terra_mystica.state import TerraState


def legal_send(s: TerraState, me: Side, out: list[Action]) -> None:
    if me.priests:
        out += rooms(s.orders)


@lru_cache(1000)
def rooms(orders: tuple[int, ...]) -> list[Action]:
    """Where the orders have room for a priest. They change a few times in a match and are asked about in every turn."""
    return [SEND[track][n] for track in range(4) for n in (3, 2, 1) if has_room(orders, track, n)]


def has_room(orders: tuple[int, ...], track: int, n: int) -> bool:
    """Next to the order there is always room for a priest who makes one step [TM-9.3]."""
    return n == 1 or order_space(orders, track, n) >= 0


def order_space(orders: tuple[int, ...], track: int, n: int) -> int:
    """A free space for so many steps, or -1."""
    for i in range(4 * track, 4 * track + 4):
        if orders[i] < 0 and ORDER_SPACES[i & 3] == n:
            return i
    return -1


def why_no_send(s: TerraState, seat: int, me: Side, a: Send) -> Reason | None:
    if a.what not in CULTS or a.n not in (1, 2, 3):
        return reason("why.no_such_thing", "TM-9.3", what=a.what)
    if not me.priests:
        return short(me, 0, 0, 1, "TM-9.3")
    return (
        None if has_room(s.orders, CULTS.index(a.what), a.n) else reason("why.order_full", "TM-9.3", what=a.what, n=a.n)
    )


def do_send(s: TerraState, seat: int, me: MutableSide, a: Send) -> None:
    track = CULTS.index(a.what)
    if a.n > 1:
        s.orders = changed(s.orders, order_space(s.orders, track, a.n), seat)
        me.priest_max -= 1
        me.sent += 1
    gain.pay(s, seat, 0, 0, 1, "send")
    gain.cult(s, seat, track, a.n + (me.folk.priest_steps if me.own[SH] else 0), "send")


def advance_price(me: Side, what: str) -> tuple[int, int, int] | None:
    """Workers, coins and priests for a step on a track; None at its end."""
    if what == "ship":
        return SHIP_COST if me.ship < me.folk.ship_max else None
    return me.folk.dig_step if me.dig + 1 < len(me.folk.dig) else None


def legal_advance(s: TerraState, me: Side, out: list[Action]) -> None:
    for step in (ADVANCE_SHIP, ADVANCE_DIG):
        price = advance_price(me, step.what)
        if price is not None and me.workers >= price[0] and me.coins >= price[1] and me.priests >= price[2]:
            out.append(step)


def why_no_advance(s: TerraState, seat: int, me: Side, a: Advance) -> Reason | None:
    if a.what not in ("ship", "dig"):
        return reason("why.no_such_thing", "TM-3.1", what=a.what)
    rule = "TM-7.2" if a.what == "ship" else "TM-6.10"
    price = advance_price(me, a.what)
    if price is not None:
        return short(me, *price, rule)
    track = me.folk.ship_max > me.folk.ship if a.what == "ship" else len(me.folk.dig) > 1
    return reason("why.track_end" if track else "why.no_track", rule, what=a.what)


def do_advance(s: TerraState, seat: int, me: MutableSide, a: Advance) -> None:
    price = advance_price(me, a.what)
    assert price is not None
    if a.what == "ship":
        gain.pay(s, seat, *price, "ship")
        gain.ship_step(s, seat)
    else:
        gain.pay(s, seat, *price, "digging")
        me.dig += 1
        gain.vp(s, seat, DIG_VP, "digging")
