"""Power actions, and the special actions of cards, tiles and factions."""

from __future__ import annotations

from typing import Final

from ludoteka.core.action import Action
from ludoteka.core.errors import Reason
from ludoteka.games.terra_mystica import due
from ludoteka.games.terra_mystica import resources as gain
from ludoteka.games.terra_mystica.actions import ACT, OWN_FORMS, SPECIAL, Act
from ludoteka.games.terra_mystica.data import BON1, BON2, CARDS, FAV6, POWER_ACTIONS, SH, TP, D
from ludoteka.games.terra_mystica.phases import bridges, building, transforming
from ludoteka.games.terra_mystica.refusal import reason, short, short_power, short_tokens, used
from ludoteka.games.terra_mystica.side import MutableSide, Side
from ludoteka.games.terra_mystica.state import ONE_TRACK, TerraState

POWER_INDEX: Final = {a.name: i for i, a in enumerate(POWER_ACTIONS)}
POWER_PRICES: Final = tuple([act.cost - discount for act in POWER_ACTIONS] for discount in range(2))
"""By the discount of a faction."""
BRIDGE_WORKERS: Final = 2
"""What the bridge of the Engineers costs."""
USED_CARD: Final = 1
USED_FAVOR: Final = 2
USED_OWN: Final = 4
CARD_ACTS: Final = {card: CARDS[card].name for card in (BON1, BON2)}
MARKS: Final = {"BON1": (USED_CARD, "TM-10.6"), "BON2": (USED_CARD, "TM-10.6"), "FAV6": (USED_FAVOR, "TM-10.6")}
"""What says that an action of a card or tile was used, and the rule."""

# power actions


def power_price(me: Side, i: int) -> int:
    return POWER_PRICES[me.folk.power_discount][i]


def taken_acts(s: TerraState, me: Side) -> int:
    """Power actions that others leave no more this round; Yetis with a stronghold do not mind [TM-19.27]."""
    return 0 if me.folk.reuses_power_actions and me.own[SH] else s.used


def already_used(s: TerraState, me: Side, i: int) -> Reason | None:
    return used(POWER_ACTIONS[i].name, "TM-10.1") if taken_acts(s, me) >> i & 1 else None


def never_digs(me: Side) -> bool:
    """Whether spades are of no use to it, so that actions which bring some are not for it [TM-19.43]."""
    return me.folk.changes == "never"


def closed(s: TerraState, me: Side, i: int) -> Reason | None:
    """What keeps a power action from it, whatever it costs."""
    act = POWER_ACTIONS[i]
    if (taken := already_used(s, me, i)) is not None:
        return taken
    if act.spades and never_digs(me):
        return reason("why.forbidden_action", "TM-19.43", what=act.name)
    return bridges.no_spots(s, me) if act.bridges else None


def power_actions(s: TerraState, me: Side, power: int) -> list[int]:
    """The power actions open to it if it has so much power."""
    prices, taken = POWER_PRICES[me.folk.power_discount], taken_acts(s, me)
    return [i for i, price in enumerate(prices) if power >= price and not taken >> i & 1 and closed(s, me, i) is None]


# special actions


def has_own_act(me: Side) -> bool:
    """Whether the action of its faction is there [TM-10.7]."""
    return bool(me.folk.action) and (bool(me.own[SH]) or not me.folk.action_needs_stronghold)


def special_acts(me: Side) -> list[str]:
    """What its card, its tile and its faction let it do, used or not."""
    held = []
    if me.card in CARD_ACTS:
        held.append(CARD_ACTS[me.card])
    if me.favors >> FAV6 & 1:
        held.append("FAV6")
    if has_own_act(me):
        held += OWN_FORMS[me.folk.action]
    return held


def barred(s: TerraState, me: Side, what: str) -> Reason | None:
    """What keeps it from using what it holds."""
    mark, rule = MARKS.get(what, (USED_OWN, "TM-10.7"))
    if me.used & mark:
        return used(what, rule)
    if what == "BON1" and never_digs(me):
        return reason("why.forbidden_action", "TM-19.43", what=what)
    if what == "ACTE":
        return short(me, BRIDGE_WORKERS, 0, 0, "TM-19.19") or bridges.no_spots(s, me)
    if what in OWN_FORMS["ACTH"]:
        lack = short_power if what == "ACTH1" else short_tokens
        return no_shift(me) or lack(me, s.rules.shift.cost, "TM-19.39")
    return None if has_target(s, me, what) else reason("why.no_target", "TM-10.8", what=what)


def no_shift(me: Side) -> Reason | None:
    """A terrain that is nobody's home is always left."""
    return None if me.shifts else reason("why.shift_limit", "TM-19.41")


def has_target(s: TerraState, me: Side, name: str) -> bool:
    if s.rules.idle_actions:
        return True
    if name == "ACTN":
        return bool(transforming.sand_targets(s, me))
    if name == "ACTS":
        return bool(me.own[D]) and me.left(TP) > 0
    return name != "ACTW" or (me.left(D) > 0 and bool(building.lands_of(s, me)))


def legal_act(s: TerraState, me: Side, out: list[Action]) -> None:
    for i in power_actions(s, me, me.bowl3):
        out.append(ACT[i])
    for what in special_acts(me):
        if barred(s, me, what) is None:
            out.append(SPECIAL[what])


def why_no_act(s: TerraState, seat: int, me: Side, a: Act) -> Reason | None:
    what = a.what
    if what in POWER_INDEX:
        i = POWER_INDEX[what]
        return closed(s, me, i) or short_power(me, power_price(me, i), "TM-10.1")
    if what in special_acts(me):
        return barred(s, me, what)
    if what in MARKS:
        return reason("why.not_held", "TM-10.6", what=what)
    mine = me.folk.action and what in OWN_FORMS[me.folk.action]
    return reason("why.no_stronghold" if mine else "why.not_your_action", "TM-10.7", what=what)


def do_act(s: TerraState, seat: int, me: MutableSide, a: Act) -> None:
    i = POWER_INDEX.get(a.what, -1)
    if i >= 0:
        act = POWER_ACTIONS[i]
        gain.spend_power(s, seat, power_price(me, i), act.name)
        s.used |= 1 << i
        if act.bridges:
            me.owe(due.BRIDGES, act.bridges)
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
    if me.owes(due.SPADES):
        s.work = s.work._replace(transforms=transforms or n, builds=1, digs=top_up)


def _card_spade(s: TerraState, seat: int, me: MutableSide) -> None:
    me.used |= USED_CARD
    act_spades(s, seat, me, 1, "BON1")


def _card_cult(s: TerraState, seat: int, me: MutableSide) -> None:
    me.used |= USED_CARD
    me.owe(due.STEPS)


def _favor_cult(s: TerraState, seat: int, me: MutableSide) -> None:
    me.used |= USED_FAVOR
    me.owe(due.STEPS)


def _two_steps(s: TerraState, seat: int, me: MutableSide) -> None:
    me.used |= USED_OWN
    me.owe(due.STEPS, 2)
    s.work = s.work._replace(track=ONE_TRACK)


def _double_turn(s: TerraState, seat: int, me: MutableSide) -> None:
    me.used |= USED_OWN
    s.acts += 2


def _bridge_for_workers(s: TerraState, seat: int, me: MutableSide) -> None:
    gain.pay(s, seat, BRIDGE_WORKERS, 0, 0, "ACTE")
    me.owe(due.BRIDGES)


def _two_spades(s: TerraState, seat: int, me: MutableSide) -> None:
    me.used |= USED_OWN
    act_spades(s, seat, me, 2, "ACTG", top_up=False, transforms=1)


def _sandstorm(s: TerraState, seat: int, me: MutableSide) -> None:
    me.used |= USED_OWN
    me.owe(due.SAND)
    s.work = s.work._replace(transforms=1, builds=1)


def _free_house(s: TerraState, seat: int, me: MutableSide) -> None:
    me.used |= USED_OWN
    me.owe(due.HOUSE)


def _ride(s: TerraState, seat: int, me: MutableSide) -> None:
    me.used |= USED_OWN
    me.owe(due.DWELLING)


def _shift_power(s: TerraState, seat: int, me: MutableSide) -> None:
    gain.spend_power(s, seat, s.rules.shift.cost, "shift")
    _shift(s, seat, me)


def _shift_tokens(s: TerraState, seat: int, me: MutableSide) -> None:
    s.rules.remove_tokens(s, seat, s.rules.shift.cost)
    _shift(s, seat, me)


def _shift(s: TerraState, seat: int, me: MutableSide) -> None:
    me.shifts -= 1
    me.owe(due.RECOLOUR)
    gain.vp(s, seat, s.rules.shift.vp, "faction")


OWN_ACTS: Final = {
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
