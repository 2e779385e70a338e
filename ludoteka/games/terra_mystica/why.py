"""Why something is refused: what is missing and how much. Called only for actions that are not legal.

Each message makes one kind of claim (`refusal.KINDS`), which a test proves in random positions.
"""

from __future__ import annotations

from typing import Any

from ludoteka.core.action import Action
from ludoteka.core.errors import Kind, Reason
from ludoteka.games.terra_mystica import actions as verbs
from ludoteka.games.terra_mystica import why_open
from ludoteka.games.terra_mystica.board import SHIPS
from ludoteka.games.terra_mystica.data import (
    BUILDINGS,
    CONVERT_COST,
    CULTS,
    FAV6,
    ICE,
    LIMITS,
    ORDER_SPACES,
    POWER_ACTIONS,
    ROUNDS,
    SH,
    SHIP_COST,
    TERRAINS,
    UPGRADE_FROM,
    VOLCANO,
    D,
)
from ludoteka.games.terra_mystica.phases import dues, land, means, passing
from ludoteka.games.terra_mystica.refusal import reason, short, short_power
from ludoteka.games.terra_mystica.side import Side
from ludoteka.games.terra_mystica.state import TerraState
from ludoteka.games.terra_mystica.why_open import Tell


def why_not(s: TerraState, seat: int, a: Action) -> Reason | None:
    """The reason against an action of the seat whose turn it is."""
    me = s.sides[seat]
    teller = TELL.get(type(a))
    special = teller(s, seat, me, a) if teller is not None else None
    if special is not None and special.kind in (Kind.NEVER, Kind.FORM):
        return special
    if s.work.spend:
        return reason("why.spend_now", "TM-5.5")
    if type(a) in verbs.MAIN and not part_of_action(s, a):
        if not s.acts:
            return reason("why.acted", "TM-5.2")
        return special or still_open(s, me)
    return special


def while_answering(s: TerraState, seat: int, a: Action) -> Reason | None:
    """In somebody else's turn only what is offered is answered."""
    if type(a) in (verbs.Leech, verbs.Decline, verbs.Step, verbs.Token):
        return TELL[type(a)](s, seat, s.sides[seat], a)
    return reason("why.answer_first", "TM-8.4")


def while_paid(s: TerraState, seat: int, a: Action) -> Reason | None:
    """Cult bonuses and income: no card, no tunnel, no building, nothing bought [TM-14.4]."""
    me = s.sides[seat]
    due = {verbs.Transform: me.spades, verbs.Step: me.cult_due, verbs.Unlock: me.unlock_due}
    if due.get(type(a)):
        return TELL[type(a)](s, seat, me, a)
    return reason("why.cult_phase", "TM-14.4")


def part_of_action(s: TerraState, a: Action) -> bool:
    """Whether the action under way has room for it."""
    if isinstance(a, verbs.Build):
        return bool(s.work.builds) or s.work.free == "dwelling"
    if isinstance(a, verbs.Transform):
        return bool(s.work.transforms) or s.work.free == "sand"
    if isinstance(a, verbs.Dig):
        return s.work.digs
    return isinstance(a, verbs.Upgrade) and s.work.free == "house"


def still_open(s: TerraState, me: Side) -> Reason | None:
    """What has to be settled before anything new begins."""
    if s.work.lose or s.work.shed:
        return reason("why.open_price", "TM-19.30")
    if me.spades:
        return reason("why.open_spades", "TM-6.7", n=me.spades)
    if s.favors_due:
        return reason("why.open_favor", "TM-5.4")
    if s.towns_due:
        return reason("why.open_town", "TM-5.4")
    if s.bridges_due:
        return reason("why.open_bridge", "TM-10.5")
    if s.work.recolour:
        return reason("why.open_terrain", "TM-19.40")
    if me.unlock_due:
        return reason("why.open_priest", "TM-19.44")
    if me.cult_due:
        return reason("why.open_step", "TM-5.4", n=me.cult_due)
    if s.work.free:
        return reason("why.open_rest", "TM-5.4")
    return None


# land


def reach_reason(s: TerraState, me: Side, name: str, at: int) -> Reason | None:
    """Out of reach, and the shipping that would do."""
    reach = s.reach_of(me)
    if reach >> at & 1:
        return None
    if me.folk.jump and not me.passed and s.jump_reach(me) >> at & 1:
        return reason("why.jump_used", "TM-7.6") if s.work.jumped not in (-1, at) else None
    if me.folk.reach_by_ship_only and not s.board.riverside >> at & 1:
        return reason("why.not_riverside", "TM-19.43", at=name)
    for level in range(me.ship + 1, min(SHIPS, me.folk.ship_max) + 1):
        if any(s.board.ships[level][home] >> at & 1 for home in range(len(s.board.names)) if me.built >> home & 1):
            return reason("why.out_of_reach", "TM-7.3", at=name, n=level, ship=me.ship)
    return reason("why.unreachable", "TM-7.1", at=name)


def jump_extra(s: TerraState, me: Side, at: int) -> tuple[int, int]:
    """Workers and priests for the tunnel or carpet that this hex needs."""
    return (0, 0) if s.reach_of(me) >> at & 1 or s.work.jumped == at else land.jump_price(me)


def _build(s: TerraState, seat: int, me: Side, a: verbs.Build) -> Reason | None:
    at = s.board.index.get(a.at)
    if at is None:
        return reason("why.no_such_hex", "TM-3.1", at=a.at)
    if s.occupied >> at & 1:
        return reason("why.occupied", "TM-6.1", at=a.at)
    if me.count(D) >= LIMITS[D]:
        return reason("why.building_limit", "TM-6.2", n=LIMITS[D], what="D")
    wrong = wrong_terrain(s, me, a.at, at)
    if wrong is not None:
        return wrong
    if s.work.free == "dwelling":
        return None
    if s.work.builds and not s.acts and not s.work.sites >> at & 1 and not s.rules.build_elsewhere:
        return reason("why.not_on_this_site", "TM-6.6")
    out = reach_reason(s, me, a.at, at)
    if out is not None:
        return out
    w, c = me.folk.dwelling
    workers, priests = jump_extra(s, me, at)
    missing = short(me, w + workers, c, priests, "TM-6.2")
    if missing is None and s.work.builds and me.spades:
        return reason("why.spades_first", "TM-6.7")
    return missing


def wrong_terrain(s: TerraState, me: Side, name: str, at: int) -> Reason | None:
    t = s.terrain_at(at)
    if me.lands >> t & 1:
        return None
    if me.home < 0:
        return reason("why.locked_terrain", "TM-19.44", at=name, terrain=TERRAINS[t])
    if t >= ICE:
        return reason("why.untransformable", "TM-6.9", at=name, terrain=TERRAINS[t])
    if me.folk.changes != "spade":
        return reason("why.not_changed_here", "TM-6.1", at=name, terrain=TERRAINS[t], home=TERRAINS[me.home])
    n = next(cost for end, cost in land.ends(me.home, me.root, me.folk.flat_spades, 0, False)[t] if end == me.home)
    return reason("why.wrong_terrain", "TM-6.3", at=name, terrain=TERRAINS[t], home=TERRAINS[me.home], n=n)


def _transform(s: TerraState, seat: int, me: Side, a: verbs.Transform) -> Reason | None:
    at = s.board.index.get(a.at)
    if at is None:
        return reason("why.no_such_hex", "TM-3.1", at=a.at)
    if a.what not in TERRAINS:
        return reason("why.no_such_thing", "TM-3.1", what=a.what)
    t, u = s.terrain_at(at), TERRAINS.index(a.what)
    if s.occupied >> at & 1:
        return reason("why.occupied", "TM-6.3", at=a.at)
    if t >= ICE:
        return reason("why.untransformable", "TM-6.9", at=a.at, terrain=TERRAINS[t])
    if t == u:
        return reason("why.already_terrain", "TM-6.3", at=a.at, terrain=TERRAINS[t])
    folk = me.folk
    if folk.changes == "never":
        return reason("why.buys_no_spades", "TM-19.43")
    if s.work.free == "sand":
        if u != me.home:
            return reason("why.sand_home", "TM-19.2", home=TERRAINS[me.home])
        return reason("why.sand_beside", "TM-19.2", at=a.at)
    if folk.changes == "volcano" and u != VOLCANO:
        return reason("why.only_home", "TM-19.28", home=TERRAINS[me.home])
    out = reach_reason(s, me, a.at, at)
    if out is not None:
        return out
    if folk.changes == "volcano":
        return land_price_reason(s, me, t)
    workers, priests = jump_extra(s, me, at)
    return spade_reason(s, me, t, u) or short(me, workers, 0, priests, "TM-7.5")


def spade_reason(s: TerraState, me: Side, t: int, u: int) -> Reason | None:
    costs = dict(land.transform_ends(s, me)[t])
    if u not in costs:
        return reason("why.only_home", "TM-19.9", home=TERRAINS[me.home])
    if not me.spades:
        return reason("why.no_spades", "TM-6.3")
    n = costs[u]
    if n > me.spades:
        return reason("why.spades_needed", "TM-6.3", n=n, have=me.spades)
    if s.work.bought and n != me.spades:
        return reason("why.all_spades", "TM-6.4", n=n, have=me.spades)
    return reason("why.home_first", "TM-6.6") if s.work.home_due and u != me.home else None


def land_price_reason(s: TerraState, me: Side, t: int) -> Reason | None:
    price = land.land_price(s, me, t)
    if me.folk.pays_land_in == "cult":
        best = max(range(4), key=lambda i: me.cult[i])
        if me.cult[best] < price:
            return reason("why.cult_low", "TM-19.30", what=CULTS[best], have=me.cult[best], n=price)
        return None
    tokens = me.bowl1 + me.bowl2 + me.bowl3
    return reason("why.short_tokens", "TM-19.35", n=price - tokens) if tokens < price else None


def _dig(s: TerraState, seat: int, me: Side, a: verbs.Dig) -> Reason | None:
    w, p = land.spade_price(me)
    if not w and not p:
        return reason("why.buys_no_spades", "TM-6.3")
    most = land.MOST_SPADES_LONG_WAY if s.rules.site else me.folk.flat_spades or land.MOST_SPADES
    if not 1 <= a.n <= most - me.spades or (me.folk.flat_spades and not s.rules.site and a.n + me.spades != most):
        return reason("why.too_many_spades", "TM-6.3", n=a.n + me.spades)
    missing = short(me, w * a.n, 0, p * a.n, "TM-6.3")
    if missing is not None:
        return missing
    found: list[Action] = []
    land.legal_dig(s, me, found)
    return None if a in found else reason("why.no_land", "TM-7.1")


def _upgrade(s: TerraState, seat: int, me: Side, a: verbs.Upgrade) -> Reason | None:
    at = s.board.index.get(a.at)
    if at is None:
        return reason("why.no_such_hex", "TM-3.1", at=a.at)
    if a.what not in BUILDINGS[1:]:
        return reason("why.no_such_thing", "TM-3.1", what=a.what)
    if not me.built >> at & 1:
        return reason("why.not_your_building", "TM-8.5", at=a.at)
    kind = BUILDINGS.index(a.what)
    have = next(k for k in range(5) if me.own[k] >> at & 1)
    if have != UPGRADE_FROM[kind]:
        need = BUILDINGS[UPGRADE_FROM[kind]]
        return reason("why.wrong_building", "TM-8.5", at=a.at, have=BUILDINGS[have], what=a.what, need=need)
    if me.count(kind) >= LIMITS[kind]:
        return reason("why.building_limit", "TM-8.5", n=LIMITS[kind], what=a.what)
    w, c = land.upgrade_price(s, seat, me, at, kind)
    return short(me, w, c, 0, "TM-8.6")


# means


def _send(s: TerraState, seat: int, me: Side, a: verbs.Send) -> Reason | None:
    if a.what not in CULTS or a.n not in (1, 2, 3):
        return reason("why.no_such_thing", "TM-9.3", what=a.what)
    if not me.priests:
        return reason("why.no_priest", "TM-9.3")
    track = CULTS.index(a.what)
    free = a.n == 1 or any(ORDER_SPACES[i] == a.n and s.orders[4 * track + i] < 0 for i in range(4))
    return None if free else reason("why.order_full", "TM-9.3", what=a.what, n=a.n)


def _advance(s: TerraState, seat: int, me: Side, a: verbs.Advance) -> Reason | None:
    folk = me.folk
    if a.what == "ship":
        if me.ship >= folk.ship_max:
            return reason("why.track_end" if folk.ship_max > folk.ship else "why.no_track", "TM-7.2", what="ship")
        return short(me, *SHIP_COST, "TM-7.2")
    if a.what != "dig":
        return reason("why.no_such_thing", "TM-3.1", what=a.what)
    if me.dig + 1 >= len(folk.dig):
        return reason("why.track_end" if len(folk.dig) > 1 else "why.no_track", "TM-6.10", what="dig")
    return short(me, *folk.dig_step, "TM-6.10")


def _act(s: TerraState, seat: int, me: Side, a: verbs.Act) -> Reason | None:
    what, folk = a.what, me.folk
    if what in means.POWER_INDEX:
        act = POWER_ACTIONS[means.POWER_INDEX[what]]
        if s.used >> means.POWER_INDEX[what] & 1 and not (folk.reuses_power_actions and me.own[SH]):
            return reason("why.used", "TM-10.1", what=what)
        if act.spades and folk.changes == "never":
            return reason("why.forbidden_action", "TM-19.43", what=what)
        if act.bridges and not dues.can_bridge(s, me):
            return bridge_lack(me)
        return short_power(me, act.cost - folk.power_discount, "TM-10.1")
    if what in ("BON1", "BON2"):
        return _card_act(me, what)
    if what == "FAV6":
        if not me.favors >> FAV6 & 1:
            return reason("why.not_held", "TM-10.6", what=what)
        return reason("why.used", "TM-10.6", what=what) if me.used & means.USED_FAVOR else None
    return _own_act(s, me, what)


def _card_act(me: Side, what: str) -> Reason | None:
    if me.card != passing.CARD_INDEX[what]:
        return reason("why.not_held", "TM-10.6", what=what)
    if me.used & means.USED_CARD:
        return reason("why.used", "TM-10.6", what=what)
    spades = what == "BON1" and me.folk.changes == "never"
    return reason("why.forbidden_action", "TM-19.43", what=what) if spades else None


def _own_act(s: TerraState, me: Side, what: str) -> Reason | None:
    folk = me.folk
    if not folk.action or what not in verbs.OWN_ACTIONS or not what.startswith(folk.action):
        return reason("why.not_your_action", "TM-10.7", what=what)
    if folk.action_needs_stronghold and not me.own[SH]:
        return reason("why.no_stronghold", "TM-10.7", what=what)
    if me.used & means.USED_OWN:
        return reason("why.used", "TM-10.7", what=what)
    if folk.action == "ACTE":
        return short(me, 2, 0, 0, "TM-19.19") or (None if dues.can_bridge(s, me) else bridge_lack(me))
    if folk.action == "ACTH":
        if not me.shifts:
            return reason("why.shift_limit", "TM-19.41")
        if what == "ACTH1":
            return short_power(me, s.rules.shift.cost, "TM-19.39")
        missing = s.rules.shift.cost - (me.bowl1 + me.bowl2 + me.bowl3)
        return reason("why.short_tokens", "TM-19.39", n=missing) if missing > 0 else None
    if s.rules.discards or means.has_target(s, me, folk.action):
        return None
    return reason("why.no_target", "TM-10.8", what=what)


def bridge_lack(me: Side) -> Reason:
    if not me.bridges_left:
        return reason("why.no_bridges", "TM-10.4")
    return reason("why.no_target", "TM-10.5", what="bridge")


def _bridge(s: TerraState, seat: int, me: Side, a: verbs.Bridge) -> Reason | None:
    x, y = s.board.index.get(a.at), s.board.index.get(a.to)
    if x is None or y is None:
        return reason("why.no_such_hex", "TM-3.1", at=a.at if x is None else a.to)
    if (y, x) in s.board.spot_index:
        return reason("why.spot_reversed", "TM-10.5", at=a.to, other=a.at)
    if (x, y) not in s.board.spot_index:
        return reason("why.no_spot", "TM-10.5", at=a.at, other=a.to)
    if s.near[x] >> y & 1 and not s.rules.many_bridges:
        return reason("why.spot_taken", "TM-10.5", at=a.at, other=a.to)
    if not me.bridges_left:
        return reason("why.no_bridges", "TM-10.4")
    if not me.built & (1 << x | 1 << y) and not s.rules.loose_bridge:
        return reason("why.bridge_needs_building", "TM-10.5", at=a.at, other=a.to)
    return reason("why.no_bridge_due", "TM-10.4")


def _connect(s: TerraState, seat: int, me: Side, a: verbs.Connect) -> Reason | None:
    if a.at not in s.board.river_index:
        return reason("why.no_such_hex", "TM-3.1", at=a.at)
    if not me.folk.river_towns:
        return reason("why.river_town_only", "TM-11.6")
    return reason("why.no_river_town", "TM-11.6", at=a.at)


def _convert(s: TerraState, seat: int, me: Side, a: verbs.Convert) -> Reason | None:
    what = a.what
    if what not in verbs.CONVERT:
        return reason("why.no_such_thing", "TM-5.3", what=what)
    source = what.partition("-")[0]
    if source == "PW":
        return short_power(me, CONVERT_COST[what], "TM-5.3") or reason("why.priest_limit", "TM-9.5")
    if what == "C-VP":
        rate = means.coins_per_point(s, me)
        return short(me, 0, rate, 0, "TM-19.16") if rate else reason("why.no_conversion", "TM-5.3")
    if what == "VP-C":
        if not me.folk.vp_to_coins:
            return reason("why.no_conversion", "TM-19.16")
        return reason("why.short_vp", "TM-19.16", n=1)
    if what == "W-P":
        if me.folk.name != "darklings":
            return reason("why.no_conversion", "TM-19.18")
        if not s.ordination:
            return reason("why.no_ordination", "TM-19.18")
        if me.priests >= me.priest_max:
            return reason("why.priest_limit", "TM-9.5")
    return short(me, source == "W", 0, source == "P", "TM-5.3")


def _burn(s: TerraState, seat: int, me: Side, a: verbs.Burn) -> Reason | None:
    if me.bowl2 > 1:
        return reason("why.sacrifice_unneeded", "TM-5.5")
    return reason("why.burn_short", "TM-5.5", n=me.bowl2)


def _leech(s: TerraState, seat: int, me: Side, a: Any) -> Reason | None:
    if any(o[:3] == (seat, a.seat, a.n) for o in s.offers):
        return reason("why.offer_late", "TM-20.2")
    return reason("why.no_offer", "TM-8.1")


def _pass(s: TerraState, seat: int, me: Side, a: verbs.Pass) -> Reason | None:
    if s.round == ROUNDS:
        return None if a.what == "none" else reason("why.last_round", "TM-13.4")
    if a.what == "none":
        return reason("why.take_card", "TM-13.3")
    if a.what not in passing.CARD_INDEX:
        return reason("why.no_such_thing", "TM-13.3", what=a.what)
    card = passing.CARD_INDEX[a.what]
    if s.cards[card] >= 0:
        return None
    return reason("why.card_own" if me.card == card else "why.card_gone", "TM-13.3")


def _done(s: TerraState, seat: int, me: Side, a: verbs.Done) -> Reason | None:
    return reason("why.act_first", "TM-5.1") if s.acts else still_open(s, me)


TELL: Tell = {
    **why_open.TELL,
    verbs.Build: _build,
    verbs.Transform: _transform,
    verbs.Dig: _dig,
    verbs.Upgrade: _upgrade,
    verbs.Send: _send,
    verbs.Advance: _advance,
    verbs.Act: _act,
    verbs.Bridge: _bridge,
    verbs.Connect: _connect,
    verbs.Convert: _convert,
    verbs.Burn: _burn,
    verbs.Leech: _leech,
    verbs.Decline: _leech,
    verbs.Pass: _pass,
    verbs.Done: _done,
}
