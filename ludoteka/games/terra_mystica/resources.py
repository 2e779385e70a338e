"""The only ways in which resources, cult markers and keys change."""

from __future__ import annotations

from ludoteka.core.bag import changed
from ludoteka.games.terra_mystica import due
from ludoteka.games.terra_mystica.data import CULT_POWER_TO, CULT_TOP, ROUND_TILES
from ludoteka.games.terra_mystica.side import Side
from ludoteka.games.terra_mystica.state import TerraState


def vp(s: TerraState, seat: int, n: int, why: str) -> None:
    if n:
        s.edit(seat).vp += n
        if s.notes is not None:
            s.note(seat, "VP", n, why)


def coins(s: TerraState, seat: int, n: int, why: str) -> None:
    if n:
        s.edit(seat).coins += n
        if s.notes is not None:
            s.note(seat, "C", n, why)


def workers(s: TerraState, seat: int, n: int, why: str) -> None:
    if n:
        s.edit(seat).workers += n
        if s.notes is not None:
            s.note(seat, "W", n, why)


def priests(s: TerraState, seat: int, n: int, why: str) -> None:
    """Priests come in; those above the limit are lost [TM-9.5]."""
    if n:
        hook = s.sides[seat].folk.on_priests
        if hook is not None:
            hook(s, seat, n)
        else:
            priests_taken(s, seat, n, why)


def priests_taken(s: TerraState, seat: int, n: int, why: str) -> None:
    me = s.edit(seat)
    room = me.priest_max - me.priests
    if n > room:
        n = room if room > 0 else 0
    me.priests += n
    if n and s.notes is not None:
        s.note(seat, "P", n, why)


def power(s: TerraState, seat: int, n: int, why: str) -> int:
    """Tokens move up from bowl 1 first; how much of the power found a token."""
    me = s.edit(seat)
    first = n if n < me.bowl1 else me.bowl1
    rest = n - first
    # bowl 2 includes the tokens that have just come up
    second = rest if rest < me.bowl2 + first else me.bowl2 + first
    me.bowl1 -= first
    me.bowl2 += first - second
    me.bowl3 += second
    moved = first + second
    if moved and s.notes is not None:
        s.note(seat, "PW", moved, why)
    return moved


def power_room(me: Side) -> int:
    """How much power its bowls can still take."""
    return 2 * me.bowl1 + me.bowl2


def spend_power(s: TerraState, seat: int, n: int, why: str) -> None:
    me = s.edit(seat)
    me.bowl3 -= n
    me.bowl1 += n
    if n and s.notes is not None:
        s.note(seat, "PW", -n, why)


def tokens(s: TerraState, seat: int, n: int, bowl: int, why: str) -> None:
    """New tokens from the supply."""
    me = s.edit(seat)
    if bowl == 1:
        me.bowl1 += n
    else:
        me.bowl3 += n
    if n and s.notes is not None:
        s.note(seat, "token", n, why)


def shed(s: TerraState, seat: int, n: int) -> None:
    """Remove tokens, those of the lowest bowl first."""
    me = s.edit(seat)
    if s.notes is not None:
        s.note(seat, "token", -n, "pay")
    for _ in range(n):
        if me.bowl1:
            me.bowl1 -= 1
        elif me.bowl2:
            me.bowl2 -= 1
        else:
            me.bowl3 -= 1


def pay(s: TerraState, seat: int, w: int, c: int, p: int, why: str) -> None:
    me = s.edit(seat)
    me.workers -= w
    me.coins -= c
    me.priests -= p
    if s.notes is not None:
        for what, n in (("W", w), ("C", c), ("P", p)):
            if n:
                s.note(seat, what, -n, why)


def spades(s: TerraState, seat: int, n: int, why: str) -> None:
    """Spades come in: bought, from an action, a stronghold or a cult."""
    if not n:
        return
    me = s.edit(seat)
    hook = me.folk.on_spades
    fate = hook(s, seat, n) if hook is not None else "kept"
    if fate == "kept":
        me.owe(due.SPADES, n)
        s.rules.spades_came(s, seat, n)
    elif fate == "exchanged":
        score(s, seat, "spade", n)


def score(s: TerraState, seat: int, deed: str, n: int = 1) -> None:
    """Points of the scoring tile of this round for a deed [TM-16.1]."""
    if s.round:
        tile = ROUND_TILES[s.tiles[s.round - 1]]
        if tile.deed == deed:
            vp(s, seat, tile.vp * n, tile.name)


def ship_step(s: TerraState, seat: int) -> None:
    """A step on the shipping track with its points, if there is one left."""
    me = s.edit(seat)
    folk = me.folk
    if me.ship < folk.ship_max:
        me.ship += 1
        me.reach = -1
        vp(s, seat, folk.ship_vp[me.ship], "ship")


def cult(s: TerraState, seat: int, track: int, n: int, why: str) -> None:
    """Up a cult track: power on the way, a key for the top, one marker on the top [TM-9.1]."""
    me = s.edit(seat)
    old = me.cult[track]
    new = old + n
    if new >= CULT_TOP:
        new = CULT_TOP
        if old < CULT_TOP:
            if any(side.cult[track] == CULT_TOP for side in s.sides):
                new = CULT_TOP - 1
            elif not me.keys:
                new = CULT_TOP - 1
                if seat == s.active and not s.rules.no_lift:
                    me.set_due(due.LIFTS, me.owes(due.LIFTS) | 1 << track)
            else:
                me.keys -= 1
    if new != old:
        me.cult = changed(me.cult, track, new)
        if s.notes is not None:
            s.note(seat, "cult", new - old, why)
        gained = CULT_POWER_TO[new] - CULT_POWER_TO[old]
        if gained:
            power(s, seat, gained, "cult")


def cult_down(s: TerraState, seat: int, track: int, n: int) -> None:
    """Down a cult track; leaving the top frees it and gives the key back [TM-19.33]."""
    me = s.edit(seat)
    if me.cult[track] == CULT_TOP:
        me.keys += 1
    me.cult = changed(me.cult, track, me.cult[track] - n)
    if s.notes is not None:
        s.note(seat, "cult", -n, "pay")


def keys(s: TerraState, seat: int, n: int) -> None:
    """Keys come in; markers that a missing key stopped this turn rise if there are keys for all [TM-11.9]."""
    me = s.edit(seat)
    me.keys += n
    stopped = me.owes(due.LIFTS)
    if me.keys >= stopped.bit_count():
        me.set_due(due.LIFTS, 0)
        for track in range(4):
            if stopped >> track & 1:
                cult(s, seat, track, 1, "key")


def favor_choices(s: TerraState, me: Side) -> list[int]:
    """Favor tiles that are left and that it does not own [TM-10.9]."""
    return [i for i, n in enumerate(s.favors) if n > 0 and not me.favors >> i & 1]


def favors(s: TerraState, seat: int, n: int) -> None:
    """The right to favor tiles; it lapses where none can be taken [TM-10.10]."""
    me = s.edit(seat)
    me.set_due(due.FAVORS, me.owes(due.FAVORS) + n if favor_choices(s, me) else 0)
