"""Conversions and the sacrifice of power, free at any moment of the own turn."""

from __future__ import annotations

from typing import Final

from ludoteka.core.action import Action
from ludoteka.core.errors import Reason
from ludoteka.games.terra_mystica import due, hooks
from ludoteka.games.terra_mystica import resources as gain
from ludoteka.games.terra_mystica.actions import ACT, BURN, CONVERT, SPECIAL, Burn, Convert
from ludoteka.games.terra_mystica.data import CONVERT_COST, WHEEL
from ludoteka.games.terra_mystica.phases import acting, leech
from ludoteka.games.terra_mystica.phases.owed import owing
from ludoteka.games.terra_mystica.refusal import reason, short, short_power
from ludoteka.games.terra_mystica.side import MutableSide, Side
from ludoteka.games.terra_mystica.state import TerraState

MOST_TOKENS: Final = 100
PRIEST_POWER: Final = CONVERT_COST["PW-P"]
WORKER_POWER: Final = CONVERT_COST["PW-W"]


def legal_convert(s: TerraState, me: Side, out: list[Action]) -> None:
    if me.bowl3:
        if me.bowl3 >= PRIEST_POWER and takes_priest(s, me, "PW-P"):
            out.append(CONVERT["PW-P"])
        if me.bowl3 >= WORKER_POWER:
            out.append(CONVERT["PW-W"])
        out.append(CONVERT["PW-C"])
    if me.priests:
        out.append(CONVERT["P-W"])
        out.append(CONVERT["P-C"])
    if me.workers:
        out.append(CONVERT["W-C"])
        if me.dues and me.owes(due.ORDINATION) and takes_priest(s, me, "W-P"):
            out.append(CONVERT["W-P"])
    if me.folk.vp_to_coins and me.vp:
        out.append(CONVERT["VP-C"])
    rate = coins_per_point(s, me)
    if rate and me.coins >= rate:
        out.append(CONVERT["C-VP"])
    if me.bowl2 > 1 and (not s.rules.use_sacrifice or sacrifice_helps(s, me)):
        out.append(BURN)


def takes_priest(s: TerraState, me: Side, what: str) -> bool:
    """Whether this conversion may bring a priest [TM-9.5]."""
    return can_take_priest(me) or what in s.rules.wasted


def can_take_priest(me: Side) -> bool:
    """Whether one more priest can come in: to the stock or, for some, to open a terrain, which makes room for one."""
    room = me.priest_max - me.priests
    if me.folk.on_priests is not None:
        room += 2 * (WHEEL - me.lands.bit_count()) - me.owes(due.PRIESTS)
    return room > 0


def coins_per_point(s: TerraState, me: Side) -> int:
    return me.folk.coins_per_vp or s.rules.coins_per_point


def why_no_convert(s: TerraState, seat: int, me: Side, a: Convert) -> Reason | None:
    what = a.what
    if what not in CONVERT:
        return reason("why.no_such_thing", "TM-5.3", what=what)
    source = what.partition("-")[0]
    if source == "PW":
        lack = short_power(me, CONVERT_COST[what], "TM-5.3")
        return lack or _why_no_priest(s, me, what) if what == "PW-P" else lack
    if what == "C-VP":
        rate = coins_per_point(s, me)
        return short(me, 0, rate, 0, "TM-19.16") if rate else reason("why.no_conversion", "TM-5.3")
    if what == "VP-C":
        if not me.folk.vp_to_coins:
            return reason("why.no_conversion", "TM-19.16")
        return reason("why.short_vp", "TM-19.16", n=1)
    lack = short(me, source == "W", 0, source == "P", "TM-5.3")
    if what != "W-P":
        return lack
    if me.folk.on_stronghold is not hooks.ordination:
        return reason("why.no_conversion", "TM-19.18")
    if not me.owes(due.ORDINATION):
        return reason("why.no_ordination", "TM-19.18")
    return _why_no_priest(s, me, what) or lack


def _why_no_priest(s: TerraState, me: Side, what: str) -> Reason | None:
    return None if takes_priest(s, me, what) else reason("why.priest_limit", "TM-9.5")


def do_convert(s: TerraState, seat: int, me: MutableSide, a: Convert) -> None:
    leech.spoil_all(s, seat)
    if s.work.spend:
        s.work = s.work._replace(spend=0)
    what = a.what
    source, _, target = what.partition("-")
    n = coins_per_point(s, me) if what == "C-VP" else CONVERT_COST[what]
    if source == "PW":
        gain.spend_power(s, seat, n, "convert")
    elif source == "VP":
        gain.vp(s, seat, -n, "convert")
    else:
        gain.pay(s, seat, n * (source == "W"), n * (source == "C"), n * (source == "P"), "convert")
    if what == "W-P":
        me.settle(due.ORDINATION)
    elif s.rules.ordination_once:
        me.set_due(due.ORDINATION, 0)  # there any other conversion uses up the right [TM-20.21]
    if target == "C":
        gain.coins(s, seat, 1, "convert")
    elif target == "W":
        gain.workers(s, seat, 1, "convert")
    elif target == "P":
        gain.priests(s, seat, 1, "convert")
    else:
        gain.vp(s, seat, 1, "convert")


# sacrifices


def power_uses(s: TerraState, me: Side) -> list[tuple[Action, int]]:
    """What power could be spent on now, with its price."""
    uses: list[tuple[Action, int]] = [(CONVERT["PW-C"], CONVERT_COST["PW-C"]), (CONVERT["PW-W"], WORKER_POWER)]
    if can_take_priest(me):
        uses.append((CONVERT["PW-P"], PRIEST_POWER))
    if s.acts and not owing(s, me):
        uses += [(ACT[i], acting.power_price(me, i)) for i in acting.power_actions(s, me, MOST_TOKENS)]
        if "ACTH1" in acting.special_acts(me) and acting.no_shift(me) is None:
            uses.append((SPECIAL["ACTH1"], s.rules.shift.cost))
    return uses


def sacrifice_helps(s: TerraState, me: Side) -> bool:
    """Whether something is out of reach of bowl 3 that a sacrifice would pay for [TM-5.5]."""
    return any(me.bowl3 < cost <= me.bowl3 + me.bowl2 // 2 for _, cost in power_uses(s, me))


def legal_spend(s: TerraState, me: Side, out: list[Action]) -> None:
    """After a sacrifice: what it was made for, or more of it [TM-5.5]."""
    out += [a for a, cost in power_uses(s, me) if s.work.spend <= cost <= me.bowl3]
    if sacrifice_helps(s, me):
        out.append(BURN)


def why_no_burn(s: TerraState, seat: int, me: Side, a: Burn) -> Reason | None:
    if me.bowl2 > 1:
        return reason("why.sacrifice_unneeded", "TM-5.5")
    return reason("why.burn_short", "TM-5.5", n=2 - me.bowl2, have=me.bowl2)


def do_burn(s: TerraState, seat: int, me: MutableSide, a: Burn) -> None:
    if s.rules.use_sacrifice and not s.work.spend:
        s.work = s.work._replace(spend=me.bowl3 + 1)
    me.bowl2 -= 2
    me.bowl3 += 1
    if s.notes is not None:
        s.note(seat, "token", -1, "burn")
