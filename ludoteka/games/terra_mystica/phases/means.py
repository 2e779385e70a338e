"""What a turn offers besides land and buildings: conversions, priests, tracks, power and special actions."""

from __future__ import annotations

from ludoteka.core.action import Action
from ludoteka.core.bag import changed
from ludoteka.games.terra_mystica import resources as gain
from ludoteka.games.terra_mystica.actions import (
    ACT,
    ADVANCE_DIG,
    ADVANCE_SHIP,
    BURN,
    CONVERT,
    SEND,
    SPECIAL,
    Act,
    Advance,
    Burn,
    Convert,
    Send,
)
from ludoteka.games.terra_mystica.data import (
    BON1,
    BON2,
    CONVERT_COST,
    DIG_VP,
    FAV6,
    LIMITS,
    ORDER_SPACES,
    POWER_ACTIONS,
    SH,
    SHIP_COST,
    TP,
    WHEEL,
    D,
)
from ludoteka.games.terra_mystica.phases import dues, land, leech
from ludoteka.games.terra_mystica.side import MutableSide, Side
from ludoteka.games.terra_mystica.state import ONE_TRACK, TerraState

POWER_INDEX = {a.name: i for i, a in enumerate(POWER_ACTIONS)}
MOST_TOKENS = 100
USED_CARD, USED_FAVOR, USED_OWN = 1, 2, 4


# conversions, free at any moment of the own turn


def legal_convert(s: TerraState, me: Side, out: list[Action]) -> None:
    if me.bowl3:
        if me.bowl3 >= 5 and (can_take_priest(me) or s.rules.wasted_power):
            out.append(CONVERT["PW-P"])
        if me.bowl3 >= 3:
            out.append(CONVERT["PW-W"])
        out.append(CONVERT["PW-C"])
    if me.priests:
        out.append(CONVERT["P-W"])
        out.append(CONVERT["P-C"])
    if me.workers:
        out.append(CONVERT["W-C"])
        if s.ordination and (me.priests < me.priest_max or s.rules.site):
            out.append(CONVERT["W-P"])
    folk = me.folk
    if folk.vp_to_coins and me.vp:
        out.append(CONVERT["VP-C"])
    rate = coins_per_point(s, me)
    if rate and me.coins >= rate:
        out.append(CONVERT["C-VP"])
    if me.bowl2 > 1 and (not s.rules.use_sacrifice or sacrifice_helps(s, me)):
        out.append(BURN)


def power_uses(s: TerraState, me: Side) -> list[tuple[Action, int]]:
    """What power could be spent on now, with its price."""
    uses: list[tuple[Action, int]] = [(CONVERT["PW-C"], 1), (CONVERT["PW-W"], 3)]
    if can_take_priest(me):
        uses.append((CONVERT["PW-P"], 5))
    if s.acts and not dues.open_items(s, me):
        uses += [(ACT[i], power_price(me, i)) for i in power_actions(s, me, MOST_TOKENS)]
        if me.folk.action == "ACTH" and can_shift(s, me):
            uses.append((SPECIAL["ACTH1"], s.rules.shift.cost))
    return uses


def power_price(me: Side, i: int) -> int:
    return POWER_ACTIONS[i].cost - me.folk.power_discount


def sacrifice_helps(s: TerraState, me: Side) -> bool:
    """Whether something is out of reach of bowl 3 that a sacrifice would pay for [TM-5.5]."""
    return any(me.bowl3 < cost <= me.bowl3 + me.bowl2 // 2 for _, cost in power_uses(s, me))


def legal_spend(s: TerraState, me: Side, out: list[Action]) -> None:
    """After a sacrifice: what it was made for, or more of it [TM-5.5]."""
    out += [a for a, cost in power_uses(s, me) if s.work.spend <= cost <= me.bowl3]
    if sacrifice_helps(s, me):
        out.append(BURN)


def can_take_priest(me: Side) -> bool:
    """Whether one more priest can come in: to the stock or, for some, to open a terrain, which makes room for one."""
    room = me.priest_max - me.priests
    if me.folk.on_priests is not None:
        room += 2 * (WHEEL - me.lands.bit_count()) - me.unlock_due
    return room > 0


def coins_per_point(s: TerraState, me: Side) -> int:
    return me.folk.coins_per_vp or (3 if s.rules.coins_to_vp else 0)


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
        s.ordination -= 1
    elif s.rules.site:
        s.ordination = 0  # there any other conversion uses up the right [TM-20.21]
    if target == "C":
        gain.coins(s, seat, 1, "convert")
    elif target == "W":
        gain.workers(s, seat, 1, "convert")
    elif target == "P":
        gain.priests(s, seat, 1, "convert")
    else:
        gain.vp(s, seat, 1, "convert")


def do_burn(s: TerraState, seat: int, me: MutableSide, a: Burn) -> None:
    if s.rules.use_sacrifice and not s.work.spend:
        s.work = s.work._replace(spend=me.bowl3 + 1)
    me.bowl2 -= 2
    me.bowl3 += 1
    if s.notes is not None:
        s.note(seat, "token", -1, "burn")


# priests and tracks


def legal_send(s: TerraState, me: Side, out: list[Action]) -> None:
    if not me.priests:
        return
    for track in range(4):
        free = [ORDER_SPACES[i] for i in range(4) if s.orders[4 * track + i] < 0]
        row = SEND[track]
        if 3 in free:
            out.append(row[3])
        if 2 in free:
            out.append(row[2])
        out.append(row[1])


def do_send(s: TerraState, seat: int, me: MutableSide, a: Send) -> None:
    track = dues.CULT_INDEX[a.what]
    if a.n > 1:
        space = next(i for i in range(4) if ORDER_SPACES[i] == a.n and s.orders[4 * track + i] < 0)
        s.orders = changed(s.orders, 4 * track + space, seat)
        me.priest_max -= 1
        me.sent += 1
    gain.pay(s, seat, 0, 0, 1, "send")
    gain.cult(s, seat, track, a.n + (me.folk.priest_steps if me.own[SH] else 0), "send")


def legal_advance(s: TerraState, me: Side, out: list[Action]) -> None:
    folk = me.folk
    w, c, p = SHIP_COST
    if me.ship < folk.ship_max and me.coins >= c and me.priests >= p:
        out.append(ADVANCE_SHIP)
    if me.dig + 1 < len(folk.dig):
        w, c, p = folk.dig_step
        if me.workers >= w and me.coins >= c and me.priests >= p:
            out.append(ADVANCE_DIG)


def do_advance(s: TerraState, seat: int, me: MutableSide, a: Advance) -> None:
    if a.what == "ship":
        gain.pay(s, seat, *SHIP_COST, "ship")
        gain.ship_step(s, seat)
    else:
        gain.pay(s, seat, *me.folk.dig_step, "digging")
        me.dig += 1
        gain.vp(s, seat, DIG_VP, "digging")


# power actions and special actions


def power_actions(s: TerraState, me: Side, power: int) -> list[int]:
    """The power actions open to it if it has so much power."""
    folk = me.folk
    reuse = folk.reuses_power_actions and me.own[SH]
    found = []
    for i, act in enumerate(POWER_ACTIONS):
        if power < act.cost - folk.power_discount or (s.used >> i & 1 and not reuse):
            continue
        if act.bridges and not dues.can_bridge(s, me):
            continue
        if act.spades and folk.changes == "never":
            continue
        found.append(i)
    return found


def legal_act(s: TerraState, me: Side, out: list[Action]) -> None:
    folk = me.folk
    for i in power_actions(s, me, me.bowl3):
        out.append(ACT[i])
    if not me.used & USED_CARD:
        if me.card == BON1 and folk.changes != "never":
            out.append(SPECIAL["BON1"])
        elif me.card == BON2:
            out.append(SPECIAL["BON2"])
    if me.favors >> FAV6 & 1 and not me.used & USED_FAVOR:
        out.append(SPECIAL["FAV6"])
    if folk.action and (me.own[SH] or not folk.action_needs_stronghold) and not me.used & USED_OWN:
        legal_own_act(s, me, out)


def legal_own_act(s: TerraState, me: Side, out: list[Action]) -> None:
    """The action of the faction itself, where it has a target [TM-10.8]."""
    name = me.folk.action
    if name == "ACTH":
        if can_shift(s, me):
            if me.bowl3 >= s.rules.shift.cost:
                out.append(SPECIAL["ACTH1"])
            if me.bowl1 + me.bowl2 + me.bowl3 >= s.rules.shift.cost:
                out.append(SPECIAL["ACTH2"])
        return
    if name == "ACTE" and me.workers < 2:
        return
    if s.rules.discards or has_target(s, me, name):
        out.append(SPECIAL[name])


def can_shift(s: TerraState, me: Side) -> bool:
    return bool(me.own[SH] and me.shifts and dues.free_terrains(s))


def has_target(s: TerraState, me: Side, name: str) -> bool:
    if name == "ACTE":
        return dues.can_bridge(s, me)
    if name == "ACTN":
        return bool(land.sand_targets(s, me))
    if name == "ACTS":
        return bool(me.own[D]) and me.count(TP) < LIMITS[TP]
    return name != "ACTW" or (me.count(D) < LIMITS[D] and bool(land.lands_of(s, me)))


def do_act(s: TerraState, seat: int, me: MutableSide, a: Act) -> None:
    i = POWER_INDEX.get(a.what, -1)
    if i >= 0:
        act = POWER_ACTIONS[i]
        gain.spend_power(s, seat, act.cost - me.folk.power_discount, act.name)
        s.used |= 1 << i
        s.bridges_due += act.bridges
        gain.coins(s, seat, act.coins, act.name)
        gain.workers(s, seat, act.workers, act.name)
        gain.priests(s, seat, act.priests, act.name)
        if act.spades:
            act_spades(s, seat, me, act.spades, act.name)
    else:
        OWN_ACTS[a.what](s, seat, me)


def act_spades(
    s: TerraState, seat: int, me: MutableSide, n: int, why: str, top_up: bool = True, transforms: int = 0
) -> None:
    gain.spades(s, seat, n, why)
    if me.spades:
        s.work = s.work._replace(transforms=transforms or n, builds=1, digs=top_up)


def _card_spade(s: TerraState, seat: int, me: MutableSide) -> None:
    me.used |= USED_CARD
    act_spades(s, seat, me, 1, "BON1")


def _card_cult(s: TerraState, seat: int, me: MutableSide) -> None:
    me.used |= USED_CARD
    me.cult_due += 1


def _favor_cult(s: TerraState, seat: int, me: MutableSide) -> None:
    me.used |= USED_FAVOR
    me.cult_due += 1


def _two_steps(s: TerraState, seat: int, me: MutableSide) -> None:
    me.used |= USED_OWN
    me.cult_due += 2
    s.work = s.work._replace(track=ONE_TRACK)


def _double_turn(s: TerraState, seat: int, me: MutableSide) -> None:
    me.used |= USED_OWN
    s.acts += 2


def _bridge_for_workers(s: TerraState, seat: int, me: MutableSide) -> None:
    gain.pay(s, seat, 2, 0, 0, "ACTE")
    s.bridges_due += 1


def _two_spades(s: TerraState, seat: int, me: MutableSide) -> None:
    me.used |= USED_OWN
    act_spades(s, seat, me, 2, "ACTG", top_up=False, transforms=1)


def _sandstorm(s: TerraState, seat: int, me: MutableSide) -> None:
    me.used |= USED_OWN
    s.work = s.work._replace(free="sand", transforms=1, builds=1)


def _free_house(s: TerraState, seat: int, me: MutableSide) -> None:
    me.used |= USED_OWN
    s.work = s.work._replace(free="house")


def _ride(s: TerraState, seat: int, me: MutableSide) -> None:
    me.used |= USED_OWN
    s.work = s.work._replace(free="dwelling")


def _shift_power(s: TerraState, seat: int, me: MutableSide) -> None:
    gain.spend_power(s, seat, s.rules.shift.cost, "shift")
    _shift(s, seat, me)


def _shift_tokens(s: TerraState, seat: int, me: MutableSide) -> None:
    if s.rules.fixed_tokens:
        gain.shed(s, seat, s.rules.shift.cost)
    else:
        s.work = s.work._replace(shed=s.rules.shift.cost)
    _shift(s, seat, me)


def _shift(s: TerraState, seat: int, me: MutableSide) -> None:
    me.shifts -= 1
    s.work = s.work._replace(recolour=True)
    gain.vp(s, seat, s.rules.shift.vp, "faction")


OWN_ACTS = {
    "BON1": _card_spade,
    "BON2": _card_cult,
    "FAV6": _favor_cult,
    "ACTA": _two_steps,
    "ACTC": _double_turn,
    "ACTE": _bridge_for_workers,
    "ACTG": _two_spades,
    "ACTN": _sandstorm,
    "ACTS": _free_house,
    "ACTW": _ride,
    "ACTH1": _shift_power,
    "ACTH2": _shift_tokens,
}
