"""What an action leaves to settle: favor tiles, tokens, terrains, priests; and what may be given up."""

from __future__ import annotations

from ludoteka.core.action import Action
from ludoteka.core.bag import changed
from ludoteka.core.errors import Reason
from ludoteka.games.terra_mystica import due
from ludoteka.games.terra_mystica import resources as gain
from ludoteka.games.terra_mystica.actions import (
    DISCARD,
    FAVOR,
    SETTLE,
    SHED,
    TOKEN,
    UNLOCK,
    UNLOCK_PRIEST,
    Discard,
    Favor,
    Settle,
    Shed,
    Token,
    Transform,
    Unlock,
)
from ludoteka.games.terra_mystica.data import FAV5, FAVORS, TERRAINS, WHEEL
from ludoteka.games.terra_mystica.phases import towns
from ludoteka.games.terra_mystica.phases.transforming import all_at_once
from ludoteka.games.terra_mystica.refusal import reason, short
from ludoteka.games.terra_mystica.side import MutableSide, Side
from ludoteka.games.terra_mystica.state import TerraState

FAVOR_INDEX = {t.name: i for i, t in enumerate(FAVORS)}
LAND = (due.SPADES, due.SAND)
"""What is due where land changes."""


def legal_favor(s: TerraState, me: Side, out: list[Action]) -> None:
    out += [FAVOR[i] for i in gain.favor_choices(s, me)]


def why_no_favor(s: TerraState, seat: int, me: Side, a: Favor) -> Reason | None:
    if a.what not in FAVOR_INDEX:
        return reason("why.no_such_thing", "TM-10.9", what=a.what)
    i = FAVOR_INDEX[a.what]
    if me.favors >> i & 1:
        return reason("why.favor_owned", "TM-10.9")
    if not s.favors[i]:
        return reason("why.favor_gone", "TM-10.9")
    return reason("why.no_favor_due", "TM-10.9")


def do_favor(s: TerraState, seat: int, me: MutableSide, a: Favor) -> None:
    i = FAVOR_INDEX[a.what]
    tile = FAVORS[i]
    s.favors = changed(s.favors, i, s.favors[i] - 1)
    me.favors |= 1 << i
    gain.cult(s, seat, tile.cult, tile.steps, tile.name)
    if i == FAV5:
        towns.look_everywhere(s, seat, me)
    gain.favors(s, seat, -1)  # what is left to take may lapse [TM-10.10]


def legal_shed(s: TerraState, me: Side, out: list[Action]) -> None:
    for n, bowl in ((1, me.bowl1), (2, me.bowl2), (3, me.bowl3)):
        if bowl:
            out.append(SHED[n])


def why_no_shed(s: TerraState, seat: int, me: Side, a: Shed) -> Reason | None:
    if not me.owes(due.SHED):
        return reason("why.no_price", "TM-19.35")
    if a.n not in (1, 2, 3):
        return reason("why.no_such_thing", "TM-19.35", what=str(a.n))
    return reason("why.bowl_empty", "TM-19.35", n=a.n)


def do_shed(s: TerraState, seat: int, me: MutableSide, a: Shed) -> None:
    me.settle(due.SHED)
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


def legal_recolour(s: TerraState, me: Side, out: list[Action]) -> None:
    out += [SETTLE[t] for t in free_terrains(s)]


def why_no_recolour(s: TerraState, seat: int, me: Side, a: Settle) -> Reason | None:
    if a.what not in TERRAINS[:WHEEL]:
        return reason("why.no_such_thing", "TM-19.40", what=a.what)
    return reason("why.terrain_taken", "TM-19.40", what=a.what) if me.owes(due.RECOLOUR) else None


def do_recolour(s: TerraState, seat: int, me: MutableSide, a: Settle) -> None:
    """Buildings and pieces stay as they are; empty hexes of the old terrain are no longer home [TM-19.40]."""
    t = TERRAINS.index(a.what)
    me.settle(due.RECOLOUR)
    me.home = me.root = t
    me.lands = 1 << t


def legal_token(s: TerraState, me: Side, out: list[Action]) -> None:
    if me.vp >= s.rules.shift.token_price:
        out.append(TOKEN)
    out.append(DISCARD["token"])


def why_no_token(s: TerraState, seat: int, me: Side, a: Token) -> Reason | None:
    if not me.owes(due.TOKENS):
        return reason("why.no_token_due", "TM-19.38")
    return reason("why.short_vp", "TM-19.38", n=s.rules.shift.token_price - me.vp)


def do_token(s: TerraState, seat: int, me: MutableSide, a: Token) -> None:
    me.settle(due.TOKENS)
    gain.vp(s, seat, -s.rules.shift.token_price, "faction")
    gain.tokens(s, seat, 1, 3, "faction")


def unlock_price(s: TerraState, t: int) -> int:
    return s.rules.shift.unlock[1 if s.is_home(t) else 0]


def legal_unlock(s: TerraState, me: Side, out: list[Action]) -> None:
    """A priest received: into the stock, or a terrain opened with it [TM-19.44]."""
    out += [UNLOCK[t] for t in unlockable(s, me)]
    out.append(UNLOCK_PRIEST)


def why_no_unlock(s: TerraState, seat: int, me: Side, a: Unlock) -> Reason | None:
    if me.folk.on_priests is None:
        return reason("why.opens_no_terrain", "TM-19.44")
    if not me.owes(due.PRIESTS):
        return reason("why.no_priest_due", "TM-19.44")
    if a.what not in TERRAINS[:WHEEL]:
        return reason("why.no_such_thing", "TM-19.44", what=a.what)
    t = TERRAINS.index(a.what)
    if me.lands >> t & 1:
        return reason("why.terrain_open", "TM-19.44", what=a.what)
    return short(me, 0, unlock_price(s, t), 0, "TM-19.45")


def do_unlock(s: TerraState, seat: int, me: MutableSide, a: Unlock) -> None:
    me.settle(due.PRIESTS)
    if a.what == "priest":
        gain.priests_taken(s, seat, 1, "faction")
        return
    t = TERRAINS.index(a.what)
    gain.pay(s, seat, 0, unlock_price(s, t), 0, "unlock")
    me.lands |= 1 << t
    me.priest_max += 1
    if me.lands.bit_count() == WHEEL and not s.rules.ask_every_priest:
        take_priests(s, seat)


def unlockable(s: TerraState, me: Side) -> list[int]:
    """Terrains that it can open now."""
    return [t for t in range(WHEEL) if not me.lands >> t & 1 and me.coins >= unlock_price(s, t)]


def take_priests(s: TerraState, seat: int) -> None:
    """All priests that came in go to the stock."""
    me = s.edit(seat)
    gain.priests_taken(s, seat, me.owes(due.PRIESTS), "faction")
    me.set_due(due.PRIESTS, 0)


def legal_discard(s: TerraState, me: Side, out: list[Action]) -> None:
    """What may be given up: spades that were not bought, or that no hex can take, and what is spare [TM-6.8]."""
    for d in me.dues:
        if d.what == due.SPADES:
            spare = not all_at_once(s) or not any(type(a) is Transform for a in out)
        else:
            spare = s.rules.spare(s, me, d)
        if spare:
            out.append(DISCARD[due.WORDS[d.what]])


def why_no_discard(s: TerraState, seat: int, me: Side, a: Discard) -> Reason | None:
    still_open = any(due.WORDS.get(d.what) == a.what for d in me.dues)
    return reason("why.must_use" if still_open else "why.nothing_open", "TM-6.8")


def do_discard(s: TerraState, seat: int, me: MutableSide, a: Discard) -> None:
    d = next(d for d in me.dues if due.WORDS.get(d.what) == a.what)
    me.settle(d.what, s.rules.given_up(d))
    if not me.owes(d.what) and d.what in LAND:
        s.work = s.work._replace(transforms=0)
