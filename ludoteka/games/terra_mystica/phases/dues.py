"""What an action leaves to settle: bridges, tiles, cult steps, prices of land; and what may be given up."""

from __future__ import annotations

from ludoteka.core.action import Action
from ludoteka.core.bag import changed
from ludoteka.games.terra_mystica import resources as gain
from ludoteka.games.terra_mystica.actions import (
    DISCARD,
    FAVOR,
    LOWER,
    SACRIFICE,
    SETTLE,
    SHED,
    STEP,
    TOKEN,
    UNLOCK,
    UNLOCK_PRIEST,
    Bridge,
    Discard,
    Favor,
    Lower,
    Sacrifice,
    Settle,
    Shed,
    Step,
    Token,
    Transform,
    Unlock,
    places,
)
from ludoteka.games.terra_mystica.data import (
    CULT_TOP,
    CULTS,
    FAV5,
    FAVORS,
    TERRAINS,
    WHEEL,
)
from ludoteka.games.terra_mystica.phases import towns
from ludoteka.games.terra_mystica.side import MutableSide, Side
from ludoteka.games.terra_mystica.state import ANY_TRACK, IDLE, TerraState

CULT_INDEX = {name: i for i, name in enumerate(CULTS)}
FAVOR_INDEX = {t.name: i for i, t in enumerate(FAVORS)}


def open_items(s: TerraState, me: Side) -> bool:
    """Whether something must be settled before the turn may end."""
    return me.cult_due > 0 or besides_steps(s, me)


def besides_steps(s: TerraState, me: Side) -> bool:
    """The same without cult steps, which on the site may wait."""
    work = s.work
    if work is not IDLE and (work.free or work.lose or work.shed or work.recolour):
        return True
    return bool(
        me.spades
        or s.bridges_due
        or s.favors_due
        or s.towns_due
        or me.unlock_due
        or (s.ordination == 3 and s.rules.strict_darklings)
        or (not s.rules.site and ((s.blocked and me.keys) or me.token_due))
    )


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


def do_bridge(s: TerraState, seat: int, me: MutableSide, a: Bridge) -> None:
    x, y = s.board.index[a.at], s.board.index[a.to]
    s.bridges_due -= 1
    me.bridges_left -= 1
    s.bridges = (*s.bridges, (seat, x, y))
    near = list(s.near)
    near[x] |= 1 << y
    near[y] |= 1 << x
    s.near = tuple(near)
    for i, side in enumerate(s.sides):
        if side.built & (1 << x | 1 << y):
            s.edit(i).reach = -1
    if s.bridges_due and not s.rules.discards and not bridge_spots(s, me):
        s.bridges_due = 0
    towns.look(s, seat, me, x)
    towns.look(s, seat, me, y)


def legal_favor(s: TerraState, me: Side, out: list[Action]) -> None:
    out += [FAVOR[i] for i in gain.favor_choices(s, me)]


def do_favor(s: TerraState, seat: int, me: MutableSide, a: Favor) -> None:
    i = FAVOR_INDEX[a.what]
    tile = FAVORS[i]
    s.favors = changed(s.favors, i, s.favors[i] - 1)
    s.favors_due -= 1
    me.favors |= 1 << i
    gain.cult(s, seat, tile.cult, tile.steps, tile.name)
    if i == FAV5:
        towns.look_everywhere(s, seat, me)
    if s.favors_due and not gain.favor_choices(s, me):
        s.favors_due = 0  # nothing left to take [TM-10.10]


def legal_step(s: TerraState, me: Side, out: list[Action]) -> None:
    if s.work.track >= 0 and s.sides[s.active] is me:
        out.append(STEP[s.work.track])
    elif s.rules.site:
        out += STEP
    else:
        # a step that moves nothing is only taken where none does [TM-9.6]
        out += [STEP[track] for track in range(4) if can_rise(s, me, track)] or STEP


def can_rise(s: TerraState, me: Side, track: int) -> bool:
    """Whether a step would move the marker."""
    if me.cult[track] < CULT_TOP - 1:
        return True
    if me.cult[track] == CULT_TOP or any(side.cult[track] == CULT_TOP for side in s.sides):
        return False
    return me.keys > 0 or (s.rules.first_edition and me.folk.river_towns)


def legal_lift(s: TerraState, me: Side, out: list[Action]) -> None:
    """A key for one of several markers that wait below the top [TM-11.10]."""
    for track in range(4):
        if s.blocked >> track & 1 and STEP[track] not in out:
            out.append(STEP[track])


def do_step(s: TerraState, seat: int, me: MutableSide, a: Step) -> None:
    track = CULT_INDEX[a.what]
    # a key that waits for this marker lifts it; the step that is due stays for another track
    waits = s.blocked >> track & 1 and me.keys and seat == s.active and not s.rules.key_first
    if me.cult_due and not waits:
        me.cult_due -= 1
        if s.work.track != ANY_TRACK and seat == s.active:
            s.work = s.work._replace(track=track if me.cult_due else ANY_TRACK)
    elif seat == s.active:
        s.blocked &= ~(1 << track)
    gain.cult(s, seat, track, 1, "step")
    if seat == s.active and me.cult[track] == CULT_TOP:
        s.blocked &= ~(1 << track)


def legal_lower(s: TerraState, me: Side, out: list[Action]) -> None:
    for track in range(4):
        if 8 <= me.cult[track] < CULT_TOP:
            out.append(LOWER[track])


def do_lower(s: TerraState, seat: int, me: MutableSide, a: Lower) -> None:
    gain.cult_down(s, seat, CULT_INDEX[a.what], 1)


def legal_sacrifice(s: TerraState, me: Side, out: list[Action]) -> None:
    for track in range(4):
        if me.cult[track] >= s.work.lose:
            out.append(SACRIFICE[track])


def do_sacrifice(s: TerraState, seat: int, me: MutableSide, a: Sacrifice) -> None:
    gain.cult_down(s, seat, CULT_INDEX[a.what], s.work.lose)
    s.work = s.work._replace(lose=0)


def legal_shed(s: TerraState, me: Side, out: list[Action]) -> None:
    for n, bowl in ((1, me.bowl1), (2, me.bowl2), (3, me.bowl3)):
        if bowl:
            out.append(SHED[n])


def do_shed(s: TerraState, seat: int, me: MutableSide, a: Shed) -> None:
    s.work = s.work._replace(shed=s.work.shed - 1)
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


def do_recolour(s: TerraState, seat: int, me: MutableSide, a: Settle) -> None:
    """Buildings and pieces stay as they are; empty hexes of the old terrain are no longer home [TM-19.40]."""
    t = TERRAINS.index(a.what)
    s.work = s.work._replace(recolour=False)
    me.home = me.root = t
    me.lands = 1 << t


def legal_token(s: TerraState, me: Side, out: list[Action]) -> None:
    if me.vp >= s.rules.shift.token_price:
        out.append(TOKEN)
    out.append(DISCARD["token"])


def do_token(s: TerraState, seat: int, me: MutableSide, a: Token) -> None:
    me.token_due -= 1
    gain.vp(s, seat, -s.rules.shift.token_price, "faction")
    gain.tokens(s, seat, 1, 3, "faction")


def unlock_price(s: TerraState, t: int) -> int:
    return s.rules.shift.unlock[1 if s.is_home(t) else 0]


def legal_unlock(s: TerraState, me: Side, out: list[Action]) -> None:
    """A priest received: into the stock, or a terrain opened with it [TM-19.44]."""
    out += [UNLOCK[t] for t in unlockable(s, me)]
    out.append(UNLOCK_PRIEST)


def do_unlock(s: TerraState, seat: int, me: MutableSide, a: Unlock) -> None:
    me.unlock_due -= 1
    if a.what == "priest":
        gain.priests_taken(s, seat, 1, "faction")
        return
    t = TERRAINS.index(a.what)
    gain.pay(s, seat, 0, unlock_price(s, t), 0, "unlock")
    me.lands |= 1 << t
    me.priest_max += 1
    if me.lands.bit_count() == WHEEL and me.unlock_due and not s.rules.ask_every_priest:
        take_priests(s, seat)


def unlockable(s: TerraState, me: Side) -> list[int]:
    """Terrains that it can open now."""
    return [t for t in range(WHEEL) if not me.lands >> t & 1 and me.coins >= unlock_price(s, t)]


def take_priests(s: TerraState, seat: int) -> None:
    """All priests that came in go to the stock."""
    me = s.edit(seat)
    gain.priests_taken(s, seat, me.unlock_due, "faction")
    me.unlock_due = 0


def legal_discard(s: TerraState, me: Side, out: list[Action]) -> None:
    """What may be given up. By the rulebook only spades that were not bought, and free bridges [TM-6.8]."""
    rules = s.rules
    if me.spades and (not s.work.bought or rules.loose_dig or not any(type(a) is Transform for a in out)):
        out.append(DISCARD["spade"])
    spare = s.work.spare_bridges or (rules.first_edition and me.folk.changes == "never")
    if s.bridges_due and (rules.discards or spare):
        out.append(DISCARD["bridge"])
    if rules.discards and s.work.free:
        out.append(DISCARD[s.work.free])
    if s.ordination and rules.strict_darklings:
        out.append(DISCARD["ordination"])


def do_discard(s: TerraState, seat: int, me: MutableSide, a: Discard) -> None:
    what = a.what
    if what == "spade":
        me.spades -= 1
        if not me.spades:
            s.work = s.work._replace(transforms=0)
    elif what == "bridge":
        s.bridges_due -= 1 if s.rules.discards or s.rules.first_edition else s.bridges_due
    elif what == s.work.free:
        s.work = s.work._replace(free="", transforms=0)
    elif what == "token":
        me.token_due -= 1
    else:
        s.ordination = 0
