"""Everything a turn offers besides land and buildings: conversions, priests, tracks, actions, bridges, tiles."""

from __future__ import annotations

from ludoteka.core.action import Action
from ludoteka.games.terra_mystica import resources as gain
from ludoteka.games.terra_mystica.actions import (
    ACT,
    ADVANCE_DIG,
    ADVANCE_SHIP,
    BURN,
    CONVERT,
    DISCARD,
    FAVOR,
    LOWER,
    SACRIFICE,
    SEND,
    SETTLE,
    SHED,
    SPECIAL,
    STEP,
    TOKEN,
    UNLOCK,
    UNLOCK_PRIEST,
    Act,
    Advance,
    Bridge,
    Burn,
    Convert,
    Discard,
    Favor,
    Lower,
    Sacrifice,
    Send,
    Settle,
    Shed,
    Step,
    Token,
    Transform,
    Unlock,
    places,
)
from ludoteka.games.terra_mystica.data import (
    BON1,
    BON2,
    CONVERT_COST,
    CULT_TOP,
    CULTS,
    DIG_VP,
    FAV5,
    FAV6,
    FAVORS,
    LIMITS,
    ORDER_SPACES,
    POWER_ACTIONS,
    SH,
    SHIP_COST,
    TERRAINS,
    TP,
    WHEEL,
    D,
)
from ludoteka.games.terra_mystica.phases import land, leech, towns
from ludoteka.games.terra_mystica.state import Side, TerraState

CULT_INDEX = {name: i for i, name in enumerate(CULTS)}
FAVOR_INDEX = {t.name: i for i, t in enumerate(FAVORS)}
POWER_INDEX = {a.name: i for i, a in enumerate(POWER_ACTIONS)}
USED_CARD, USED_FAVOR, USED_OWN = 1, 2, 4


# conversions, free at any moment of the own turn


def legal_convert(s: TerraState, me: Side, out: list[Action]) -> None:
    if me.bowl3:
        if me.bowl3 >= 5:
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
    if me.bowl2 > 1:
        out.append(BURN)


def coins_per_point(s: TerraState, me: Side) -> int:
    return me.folk.coins_per_vp or (3 if s.rules.coins_to_vp else 0)


def do_convert(s: TerraState, seat: int, me: Side, a: Convert) -> None:
    leech.spoil_all(s, seat)
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


def do_burn(s: TerraState, seat: int, me: Side, a: Burn) -> None:
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


def do_send(s: TerraState, seat: int, me: Side, a: Send) -> None:
    track = CULT_INDEX[a.what]
    if a.n > 1:
        space = next(i for i in range(4) if ORDER_SPACES[i] == a.n and s.orders[4 * track + i] < 0)
        s.orders[4 * track + space] = seat
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


def do_advance(s: TerraState, seat: int, me: Side, a: Advance) -> None:
    if a.what == "ship":
        gain.pay(s, seat, *SHIP_COST, "ship")
        gain.ship_step(s, seat)
    else:
        gain.pay(s, seat, *me.folk.dig_step, "digging")
        me.dig += 1
        gain.vp(s, seat, DIG_VP, "digging")


# power actions and special actions


def legal_act(s: TerraState, seat: int, me: Side, out: list[Action]) -> None:
    folk = me.folk
    reuse = folk.reuses_power_actions and me.own[SH]
    for i, act in enumerate(POWER_ACTIONS):
        if me.bowl3 < act.cost - folk.power_discount or (s.used >> i & 1 and not reuse):
            continue
        if act.bridges and not can_bridge(s, me):
            continue
        if act.spades and folk.changes == "never":
            continue
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
        shift = s.rules.shift
        if me.shifts and free_terrains(s):
            if me.bowl3 >= shift.cost:
                out.append(SPECIAL["ACTH1"])
            if me.bowl1 + me.bowl2 + me.bowl3 >= shift.cost:
                out.append(SPECIAL["ACTH2"])
        return
    if name == "ACTE" and me.workers < 2:
        return
    if s.rules.discards or has_target(s, me, name):
        out.append(SPECIAL[name])


def has_target(s: TerraState, me: Side, name: str) -> bool:
    if name == "ACTE":
        return can_bridge(s, me)
    if name == "ACTN":
        return bool(land.sand_targets(s, me))
    if name == "ACTS":
        return bool(me.own[D]) and me.count(TP) < LIMITS[TP]
    return name != "ACTW" or (me.count(D) < LIMITS[D] and bool(land.lands_of(s, me)))


def do_act(s: TerraState, seat: int, me: Side, a: Act) -> None:
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


def act_spades(s: TerraState, seat: int, me: Side, n: int, why: str, top_up: bool = True) -> None:
    gain.spades(s, seat, n, why)
    if me.spades:
        s.transforms, s.builds_left, s.digs = n, 1, top_up


def _card_spade(s: TerraState, seat: int, me: Side) -> None:
    me.used |= USED_CARD
    act_spades(s, seat, me, 1, "BON1")


def _card_cult(s: TerraState, seat: int, me: Side) -> None:
    me.used |= USED_CARD
    me.cult_due += 1


def _favor_cult(s: TerraState, seat: int, me: Side) -> None:
    me.used |= USED_FAVOR
    me.cult_due += 1


def _two_steps(s: TerraState, seat: int, me: Side) -> None:
    me.used |= USED_OWN
    me.cult_due += 2
    s.same_track = -1


def _double_turn(s: TerraState, seat: int, me: Side) -> None:
    me.used |= USED_OWN
    s.acts += 2


def _bridge_for_workers(s: TerraState, seat: int, me: Side) -> None:
    gain.pay(s, seat, 2, 0, 0, "ACTE")
    s.bridges_due += 1


def _two_spades(s: TerraState, seat: int, me: Side) -> None:
    me.used |= USED_OWN
    act_spades(s, seat, me, 2, "ACTG", top_up=False)
    s.transforms = 1


def _sandstorm(s: TerraState, seat: int, me: Side) -> None:
    me.used |= USED_OWN
    s.free_sand, s.transforms, s.builds_left = 1, 1, 1


def _free_house(s: TerraState, seat: int, me: Side) -> None:
    me.used |= USED_OWN
    s.free_house = 1


def _ride(s: TerraState, seat: int, me: Side) -> None:
    me.used |= USED_OWN
    s.free_dwelling = 1


def _shift_power(s: TerraState, seat: int, me: Side) -> None:
    gain.spend_power(s, seat, s.rules.shift.cost, "shift")
    _shift(s, seat, me)


def _shift_tokens(s: TerraState, seat: int, me: Side) -> None:
    if s.rules.fixed_tokens:
        gain.shed(s, seat, s.rules.shift.cost)
    else:
        s.shed = s.rules.shift.cost
    _shift(s, seat, me)


def _shift(s: TerraState, seat: int, me: Side) -> None:
    me.shifts -= 1
    s.recolour = True
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


# what an action leaves open


def legal_bridge(s: TerraState, me: Side, out: list[Action]) -> None:
    table = places(s.board.name).bridge
    for i in bridge_spots(s, me):
        out.append(table[i])


def bridge_spots(s: TerraState, me: Side) -> list[int]:
    """Spots with an own building at an end [TM-10.5]."""
    if not me.bridges_left:
        return []
    built, near = me.built, s.near
    many = s.rules.many_bridges
    return [
        i
        for i, (a, b) in enumerate(s.board.spots)
        if (built >> a & 1 or built >> b & 1 or s.rules.loose_bridge) and (many or not near[a] >> b & 1)
    ]


def can_bridge(s: TerraState, me: Side) -> bool:
    return s.rules.discards or bool(bridge_spots(s, me))


def do_bridge(s: TerraState, seat: int, me: Side, a: Bridge) -> None:
    x, y = s.board.index[a.at], s.board.index[a.to]
    s.bridges_due -= 1
    me.bridges_left -= 1
    s.bridges = (*s.bridges, (seat, x, y))
    near = list(s.near)
    near[x] |= 1 << y
    near[y] |= 1 << x
    s.near = tuple(near)
    for side in s.sides:
        side.reach = -1
    if s.bridges_due and not s.rules.discards and not bridge_spots(s, me):
        s.bridges_due = 0
    towns.look(s, seat, me, x)
    towns.look(s, seat, me, y)


def legal_favor(s: TerraState, me: Side, out: list[Action]) -> None:
    out += [FAVOR[i] for i in gain.favor_choices(s, me)]


def do_favor(s: TerraState, seat: int, me: Side, a: Favor) -> None:
    i = FAVOR_INDEX[a.what]
    tile = FAVORS[i]
    s.favors[i] -= 1
    s.favors_due -= 1
    me.favors |= 1 << i
    gain.cult(s, seat, tile.cult, tile.steps, tile.name)
    if i == FAV5:
        towns.look_everywhere(s, seat, me)
    if s.favors_due and not gain.favor_choices(s, me):
        s.favors_due = 0  # nothing left to take [TM-10.10]


def legal_step(s: TerraState, me: Side, out: list[Action]) -> None:
    if s.same_track >= 0 and s.sides[s.active] is me:
        out.append(STEP[s.same_track])
    elif s.rules.site:
        out += STEP
    else:
        # a step that moves nothing is only taken where none does [TM-9.6]
        out += [STEP[track] for track in range(4) if can_rise(s, me, track)] or STEP


def can_rise(s: TerraState, me: Side, track: int) -> bool:
    """Whether a step would move the marker, or make it wait for the key of a town joined later in this turn."""
    if me.cult[track] < CULT_TOP - 1:
        return True
    if me.cult[track] == CULT_TOP or any(side.cult[track] == CULT_TOP for side in s.sides):
        return False
    return me.keys > 0 or me.folk.river_towns


def legal_lift(s: TerraState, me: Side, out: list[Action]) -> None:
    """A key for one of several markers that wait below the top [TM-11.10]."""
    for track in range(4):
        if s.blocked >> track & 1 and STEP[track] not in out:
            out.append(STEP[track])


def do_step(s: TerraState, seat: int, me: Side, a: Step) -> None:
    track = CULT_INDEX[a.what]
    if me.cult_due:
        me.cult_due -= 1
        if s.same_track != -2 and seat == s.active:
            s.same_track = track if me.cult_due else -2
    elif seat == s.active:
        s.blocked &= ~(1 << track)
    gain.cult(s, seat, track, 1, "step")
    if seat == s.active and me.cult[track] == CULT_TOP:
        s.blocked &= ~(1 << track)


def legal_lower(s: TerraState, me: Side, out: list[Action]) -> None:
    for track in range(4):
        if 8 <= me.cult[track] < CULT_TOP:
            out.append(LOWER[track])


def do_lower(s: TerraState, seat: int, me: Side, a: Lower) -> None:
    gain.cult_down(s, seat, CULT_INDEX[a.what], 1)


def legal_sacrifice(s: TerraState, me: Side, out: list[Action]) -> None:
    for track in range(4):
        if me.cult[track] >= s.lose:
            out.append(SACRIFICE[track])


def do_sacrifice(s: TerraState, seat: int, me: Side, a: Sacrifice) -> None:
    gain.cult_down(s, seat, CULT_INDEX[a.what], s.lose)
    s.lose = 0


def legal_shed(s: TerraState, me: Side, out: list[Action]) -> None:
    for n, bowl in ((1, me.bowl1), (2, me.bowl2), (3, me.bowl3)):
        if bowl:
            out.append(SHED[n])


def do_shed(s: TerraState, seat: int, me: Side, a: Shed) -> None:
    s.shed -= 1
    if a.n == 1:
        me.bowl1 -= 1
    elif a.n == 2:
        me.bowl2 -= 1
    else:
        me.bowl3 -= 1
    if s.notes is not None:
        s.note(seat, "token", -1, "pay")


def free_terrains(s: TerraState) -> list[int]:
    """Terrains that are nobody's home now."""
    return [t for t in range(WHEEL) if not s.is_home(t)]


def legal_recolour(s: TerraState, out: list[Action]) -> None:
    out += [SETTLE[t] for t in free_terrains(s)]


def do_recolour(s: TerraState, seat: int, me: Side, a: Settle) -> None:
    """Buildings stay and their hexes turn with the home; empty hexes keep their colour [TM-19.40]."""
    t = TERRAINS.index(a.what)
    s.recolour = False
    old = me.home
    moving = me.built & s.land[old]
    s.land[old] &= ~moving
    s.land[t] |= moving
    me.home = me.root = t
    me.lands = 1 << t


def legal_token(s: TerraState, me: Side, out: list[Action]) -> None:
    if me.vp >= s.rules.shift.token_price:
        out.append(TOKEN)
    out.append(DISCARD["token"])


def do_token(s: TerraState, seat: int, me: Side, a: Token) -> None:
    me.token_due -= 1
    gain.vp(s, seat, -s.rules.shift.token_price, "faction")
    gain.tokens(s, seat, 1, 3, "faction")


def unlock_price(s: TerraState, t: int) -> int:
    return s.rules.shift.unlock[1 if s.is_home(t) else 0]


def legal_unlock(s: TerraState, me: Side, out: list[Action]) -> None:
    """A priest received: into the stock, or a terrain opened with it [TM-19.44]."""
    for t in range(WHEEL):
        if not me.lands >> t & 1 and me.coins >= unlock_price(s, t):
            out.append(UNLOCK[t])
    out.append(UNLOCK_PRIEST)


def do_unlock(s: TerraState, seat: int, me: Side, a: Unlock) -> None:
    me.unlock_due -= 1
    if a.what == "priest":
        gain.priests_taken(s, seat, 1, "faction")
        return
    t = TERRAINS.index(a.what)
    gain.pay(s, seat, 0, unlock_price(s, t), 0, "unlock")
    me.lands |= 1 << t
    me.priest_max += 1
    if me.lands.bit_count() == WHEEL and me.unlock_due and not s.rules.ask_every_priest:
        gain.priests_taken(s, seat, me.unlock_due, "faction")
        me.unlock_due = 0


def legal_discard(s: TerraState, me: Side, out: list[Action]) -> None:
    """What may be given up. By the rulebook only spades that were not bought, and free bridges [TM-6.8]."""
    rules = s.rules
    if me.spades and (not s.bought or rules.loose_dig or not any(type(a) is Transform for a in out)):
        out.append(DISCARD["spade"])
    if s.bridges_due and (rules.discards or s.bridges_due > 1 or me.folk.changes == "never"):
        out.append(DISCARD["bridge"])
    if rules.discards:
        if s.free_dwelling:
            out.append(DISCARD["dwelling"])
        if s.free_house:
            out.append(DISCARD["house"])
        if s.free_sand:
            out.append(DISCARD["sand"])
    if s.ordination and rules.strict_darklings:
        out.append(DISCARD["ordination"])


def do_discard(s: TerraState, seat: int, me: Side, a: Discard) -> None:
    what = a.what
    if what == "spade":
        me.spades -= 1
        if not me.spades:
            s.transforms = 0
    elif what == "bridge":
        s.bridges_due -= 1
    elif what == "dwelling":
        s.free_dwelling = 0
    elif what == "house":
        s.free_house = 0
    elif what == "sand":
        s.free_sand = s.transforms = 0
    elif what == "token":
        me.token_due -= 1
    else:
        s.ordination = 0
