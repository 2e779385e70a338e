"""Why something that settles what is open is refused: a tile, a step, a price, a terrain."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludoteka.core.action import Action
from ludoteka.core.errors import Reason
from ludoteka.games.terra_mystica import actions as verbs
from ludoteka.games.terra_mystica.data import CULT_TOP, CULTS, TERRAINS, WHEEL
from ludoteka.games.terra_mystica.phases import dues, towns
from ludoteka.games.terra_mystica.refusal import reason, short
from ludoteka.games.terra_mystica.side import Side
from ludoteka.games.terra_mystica.state import TerraState

Tell = dict[type[Action], Callable[[TerraState, int, Side, Any], Reason | None]]


def favor(s: TerraState, seat: int, me: Side, a: verbs.Favor) -> Reason | None:
    if a.what not in dues.FAVOR_INDEX:
        return reason("why.no_such_thing", "TM-10.9", what=a.what)
    i = dues.FAVOR_INDEX[a.what]
    if me.favors >> i & 1:
        return reason("why.favor_owned", "TM-10.9")
    if not s.favors[i]:
        return reason("why.favor_gone", "TM-10.9")
    return reason("why.no_favor_due", "TM-10.9")


def town(s: TerraState, seat: int, me: Side, a: verbs.Town) -> Reason | None:
    if a.what not in towns.TOWN_INDEX:
        return reason("why.no_such_thing", "TM-11.7", what=a.what)
    if not s.towns_due:
        return reason("why.no_town_due", "TM-11.1")
    return reason("why.town_gone", "TM-11.7") if not s.towns[towns.TOWN_INDEX[a.what]] else None


def step(s: TerraState, seat: int, me: Side, a: verbs.Step) -> Reason | None:
    if a.what not in CULTS:
        return reason("why.no_such_thing", "TM-9.1", what=a.what)
    if not me.cult_due:
        return reason("why.no_step_due", "TM-9.1")
    track = CULTS.index(a.what)
    if s.work.track >= 0 and s.work.track != track and seat == s.active:
        return reason("why.same_track", "TM-19.20")
    if me.cult[track] == CULT_TOP:
        return reason("why.at_top", "TM-9.1", what=a.what)
    if any(side.cult[track] == CULT_TOP for side in s.sides):
        return reason("why.top_taken", "TM-9.2", what=a.what)
    return reason("why.key_missing", "TM-9.2", what=a.what)


def sacrifice(s: TerraState, seat: int, me: Side, a: verbs.Sacrifice) -> Reason | None:
    if a.what not in CULTS:
        return reason("why.no_such_thing", "TM-9.1", what=a.what)
    if not s.work.lose:
        return reason("why.no_price", "TM-19.30")
    return reason("why.cult_low", "TM-19.30", what=a.what, have=me.cult[CULTS.index(a.what)], n=s.work.lose)


def shed(s: TerraState, seat: int, me: Side, a: verbs.Shed) -> Reason | None:
    return reason("why.bowl_empty", "TM-19.35", n=a.n) if s.work.shed else reason("why.no_price", "TM-19.35")


def settle(s: TerraState, seat: int, me: Side, a: verbs.Settle) -> Reason | None:
    if a.what not in TERRAINS[:WHEEL]:
        return reason("why.no_such_thing", "TM-19.40", what=a.what)
    return reason("why.terrain_taken", "TM-19.40", what=a.what) if s.work.recolour else None


def token(s: TerraState, seat: int, me: Side, a: verbs.Token) -> Reason | None:
    if not me.token_due:
        return reason("why.no_token_due", "TM-19.38")
    return reason("why.short_vp", "TM-19.38", n=s.rules.shift.token_price - me.vp)


def unlock(s: TerraState, seat: int, me: Side, a: verbs.Unlock) -> Reason | None:
    if not me.unlock_due:
        return reason("why.no_priest", "TM-19.44")
    if a.what not in TERRAINS[:WHEEL]:
        return reason("why.no_such_thing", "TM-19.44", what=a.what)
    t = TERRAINS.index(a.what)
    if me.lands >> t & 1:
        return reason("why.terrain_open", "TM-19.44", what=a.what)
    return short(me, 0, dues.unlock_price(s, t), 0, "TM-19.45")


def discard(s: TerraState, seat: int, me: Side, a: verbs.Discard) -> Reason | None:
    open_now = {
        "spade": me.spades,
        "bridge": s.bridges_due,
        s.work.free: s.work.free,
        "token": me.token_due,
        "ordination": s.ordination,
    }
    if not open_now.get(a.what):
        return reason("why.nothing_open", "TM-6.8")
    return reason("why.must_use", "TM-6.8")


TELL: Tell = {
    verbs.Favor: favor,
    verbs.Town: town,
    verbs.Step: step,
    verbs.Sacrifice: sacrifice,
    verbs.Shed: shed,
    verbs.Settle: settle,
    verbs.Token: token,
    verbs.Unlock: unlock,
    verbs.Discard: discard,
}
