"""Towns: when a group of buildings becomes one, the tiles, and the Mermaids' way over a river."""

from __future__ import annotations

from ludoteka.core.action import Action
from ludoteka.core.bag import changed
from ludoteka.core.bits import bits
from ludoteka.core.errors import Reason
from ludoteka.games.terra_mystica import due
from ludoteka.games.terra_mystica import resources as gain
from ludoteka.games.terra_mystica.actions import TOWN, Connect, Town, places
from ludoteka.games.terra_mystica.data import CULT_TOP, SA, TOWN_BUILDINGS, TOWNS
from ludoteka.games.terra_mystica.refusal import reason
from ludoteka.games.terra_mystica.side import MutableSide, Side
from ludoteka.games.terra_mystica.state import TerraState

TOWN_INDEX = {t.name: i for i, t in enumerate(TOWNS)}


def tiles_left(s: TerraState, me: Side) -> int:
    """Town tiles that are not yet promised to the seat."""
    return sum(s.towns) - me.owes(due.TOWNS)


def qualifies(me: Side, group: int) -> bool:
    """Four buildings, the sanctuary counting as two, and enough power [TM-11.1]."""
    number = group.bit_count() + (1 if me.own[SA] & group else 0)
    return number >= TOWN_BUILDINGS and me.power_of(group) >= me.town_power()


def look(s: TerraState, seat: int, me: MutableSide, at: int) -> None:
    """Found or enlarge the town that this hex now makes."""
    bit = 1 << at
    if not me.built & bit or me.towned & bit:
        return
    group = s.group_of(me, at)
    if group & me.towned:
        # what joins a town belongs to it, even if it would have made one of its own [TM-11.4]
        if s.linked(me, at) & me.towned:
            me.towned |= fresh_part(s, me, at)
    elif qualifies(me, group) and tiles_left(s, me) > 0:
        me.towned |= group
        me.owe(due.TOWNS)


def fresh_part(s: TerraState, me: Side, at: int) -> int:
    """The buildings connected with this hex without going through a town."""
    group, fresh = 1 << at, 1 << at
    while fresh:
        low = fresh & -fresh
        fresh ^= low
        more = s.linked(me, low.bit_length() - 1) & me.built & ~me.towned & ~group
        group |= more
        fresh |= more
    return group


def look_everywhere(s: TerraState, seat: int, me: MutableSide) -> None:
    for at in bits(me.built & ~me.towned):
        look(s, seat, me, at)


def river_group(s: TerraState, me: Side, river: int) -> int:
    """The buildings that a river hex would join; 0 if one of them is in a town."""
    group = 0
    for at in bits(s.board.coast[river] & me.built):
        if not group >> at & 1:
            group |= s.group_of(me, at)
    return 0 if group & me.towned else group


def legal_connect(s: TerraState, me: Side, out: list[Action]) -> None:
    if tiles_left(s, me) <= 0:
        return
    table = places(s.board.name).connect
    for river, coast in enumerate(s.board.coast):
        if (coast & me.built).bit_count() > 1:
            group = river_group(s, me, river)
            if qualifies(me, group):
                out.append(table[river])


def why_no_connect(s: TerraState, seat: int, me: Side, a: Connect) -> Reason | None:
    if a.at not in s.board.river_index:
        return reason("why.no_such_hex", "TM-3.1", at=a.at)
    if not me.folk.river_towns:
        return reason("why.river_town_only", "TM-11.6")
    return reason("why.no_river_town", "TM-11.6", at=a.at)


def do_connect(s: TerraState, seat: int, me: MutableSide, a: Connect) -> None:
    river = s.board.river_index[a.at]
    me.links |= 1 << river
    at = (s.board.coast[river] & me.built).bit_length() - 1
    look(s, seat, me, at)


def legal_town(s: TerraState, me: Side, out: list[Action]) -> None:
    out += [TOWN[i] for i, n in enumerate(s.towns) if n > 0]


def why_no_town(s: TerraState, seat: int, me: Side, a: Town) -> Reason | None:
    if a.what not in TOWN_INDEX:
        return reason("why.no_such_thing", "TM-11.7", what=a.what)
    if not me.owes(due.TOWNS):
        return reason("why.no_town_due", "TM-11.1")
    return None if s.towns[TOWN_INDEX[a.what]] else reason("why.town_gone", "TM-11.7")


def do_town(s: TerraState, seat: int, me: MutableSide, a: Town) -> None:
    i = TOWN_INDEX[a.what]
    tile = TOWNS[i]
    s.towns = changed(s.towns, i, s.towns[i] - 1)
    me.settle(due.TOWNS)
    me.towns = changed(me.towns, i, me.towns[i] + 1)
    gain.vp(s, seat, tile.vp, "town")
    # the key first: the steps of the same tile may use it [TM-11.8]
    if tile.cults and not s.rules.key_first:
        me.keys += tile.keys
    else:
        gain.keys(s, seat, tile.keys)
    gain.coins(s, seat, tile.coins, "town")
    gain.workers(s, seat, tile.workers, "town")
    gain.priests(s, seat, tile.priests, "town")
    if tile.power:
        gain.power(s, seat, tile.power, "town")
    if tile.cults:
        all_cults(s, seat, me, tile.cults)
    if tile.ship:
        gain.ship_step(s, seat)
        if me.folk.jump_flies:
            me.jump += 1
    gain.score(s, seat, "town")
    if me.folk.on_town is not None:
        me.folk.on_town(s, seat)


def all_cults(s: TerraState, seat: int, me: MutableSide, n: int) -> None:
    """Steps on every track, also for markers that wait for a key. If the keys do not suffice for all that could enter
    the top, the player chooses: they wait below and the tracks stay open to a step [TM-11.10]."""
    arriving = [
        track
        for track in range(4)
        if me.cult[track] < CULT_TOP <= me.cult[track] + n and not any(side.cult[track] == CULT_TOP for side in s.sides)
    ]
    short = len(arriving) > me.keys
    for track in arriving:
        waiting = me.owes(due.LIFTS)
        me.set_due(due.LIFTS, waiting | 1 << track if short else waiting & ~(1 << track))
    for track in range(4):
        gain.cult(s, seat, track, CULT_TOP - 1 - me.cult[track] if short and track in arriving else n, "town")
