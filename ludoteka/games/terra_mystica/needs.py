"""All that a wish needs, part by part: the same conditions as the refusals, also those that are met."""

from __future__ import annotations

from collections.abc import Sequence

from ludoteka.core.action import Action
from ludoteka.core.errors import Reason, reason
from ludoteka.core.manner import Need
from ludoteka.games.terra_mystica import actions as verbs
from ludoteka.games.terra_mystica.data import BUILDINGS, SHIP_COST, TERRAINS, D
from ludoteka.games.terra_mystica.phases import acting, building, reach
from ludoteka.games.terra_mystica.phases.digging import spade_price
from ludoteka.games.terra_mystica.refusal import short, short_power
from ludoteka.games.terra_mystica.side import Side
from ludoteka.games.terra_mystica.state import TerraState


def needs(s: TerraState, seat: int, a: Action) -> Sequence[Need]:
    me = s.sides[seat]
    if s.round == 0:  # the first dwellings are neither paid nor reached
        return ()
    match a:
        case verbs.Build(at) if at in s.board.index and not s.occupied >> s.board.index[at] & 1:
            return _build(s, me, at, s.board.index[at])
        case verbs.Upgrade(at, what) if at in s.board.index and me.built >> s.board.index[at] & 1:
            kind = BUILDINGS.index(what)
            w, c = building.upgrade_price(s, seat, me, s.board.index[at], kind)
            return [*_left(me, kind), _price(me, w, c, 0, "TM-8.6")]
        case verbs.Advance("ship") if me.ship < me.folk.ship_max:
            return [_price(me, *SHIP_COST, "TM-7.2")]
        case verbs.Advance("dig") if me.dig + 1 < len(me.folk.dig):
            return [_price(me, *me.folk.dig_step, "TM-6.10")]
        case verbs.Act(what) if what in acting.POWER_INDEX:
            return _power(s, me, what)
    return ()


def _build(s: TerraState, me: Side, name: str, at: int) -> list[Need]:
    wrong = building.why_wrong_terrain(s, me, name, at)
    here = reason("met.terrain", "TM-6.3", at=name, terrain=TERRAINS[s.terrain_at(at)])
    found = [Need(here, wrong), Need(reason("met.reach", "TM-7.1", at=name), reach.why_out_of_reach(s, me, name, at))]
    workers, coins = me.folk.dwelling
    more, priests = reach.jump_extra(s, me, at) if found[1].why is None else (0, 0)
    if wrong is not None and wrong.id == "why.wrong_terrain":
        w, p = spade_price(me)
        more, priests = more + w * wrong.args["n"], priests + p * wrong.args["n"]
    return [*_left(me, D), *found, _price(me, workers + more, coins, priests, "TM-6.2")]


def _left(me: Side, kind: int) -> list[Need]:
    told = building.why_none_left(me, kind, "TM-6.2")
    return [Need(told, told)] if told is not None else []


def _price(me: Side, w: int, c: int, p: int, rule: str) -> Need:
    """The whole price, with the spades that the land takes."""
    parts = {"w": (w, me.workers), "c": (c, me.coins), "p": (p, me.priests)}
    args = {k: have for k, (need, have) in parts.items() if need}
    return Need(Reason("met.enough_" + "".join(args), rule, args), short(me, w, c, p, rule))


def _power(s: TerraState, me: Side, what: str) -> list[Need]:
    i = acting.POWER_INDEX[what]
    price = acting.power_price(me, i)
    return [
        Need(reason("met.unused", "TM-10.1", what=what), acting.already_used(s, me, i)),
        Need(reason("met.power", "TM-10.1", n=price, have=me.bowl3), short_power(me, price, "TM-10.1")),
    ]
