"""Power for the neighbours of a building: offers, acceptance, refusal, and those who are rewarded for it."""

from __future__ import annotations

from ludoteka.core.action import Action
from ludoteka.core.errors import Reason
from ludoteka.games.terra_mystica import resources as gain
from ludoteka.games.terra_mystica.actions import DECLINE, LEECH, Decline, Leech
from ludoteka.games.terra_mystica.refusal import reason
from ludoteka.games.terra_mystica.side import MutableSide, Side
from ludoteka.games.terra_mystica.state import TerraState


def offer(s: TerraState, seat: int, at: int) -> None:
    """Neighbours of a building just raised may take power, in order of play [TM-8.1]."""
    beside = s.near[at] & s.occupied & ~s.sides[seat].built
    if not beside or not s.round:
        return
    event = s.next_event
    takers = 0
    for other in seats_after(s, seat):
        side = s.sides[other]
        mine = beside & side.built
        if mine and not side.dropped:
            amount = side.power_of(mine)
            can = min(amount, gain.power_room(side))
            if can or s.rules.open_leech:
                s.offers.append((other, seat, amount, can, event, False))
                takers += bool(can)
    s.next_event += 1
    if takers and s.sides[seat].folk.on_taken is not None:
        s.events[event] = (takers, 0, False)


def seats_after(s: TerraState, seat: int) -> list[int]:
    """The other seats clockwise, as an auction may have placed them; on the site in the cyclic order of play."""
    circle = list(s.rules.circle(s.seats, s.order))
    i = circle.index(seat)
    return circle[i + 1 :] + circle[:i]


def effective(me: Side, amount: int) -> int:
    """What an offer brings now: bowls and points limit it [TM-8.3]."""
    return min(amount, gain.power_room(me), me.vp + 1)


def legal_answers(s: TerraState, seat: int, out: list[Action]) -> None:
    """Answers to the open offers of a seat."""
    strict = s.rules.strict_leech
    for to, source, amount, _, _, late in s.offers:
        if to == seat:
            accept, refuse = LEECH[source][amount], DECLINE[source][amount]
            if not (late and strict) and accept not in out:
                out.append(accept)
            if refuse not in out:
                out.append(refuse)


def why_no_answer(s: TerraState, seat: int, me: Side, a: Leech | Decline) -> Reason | None:
    if any(o[:3] == (seat, a.seat, a.n) for o in s.offers):
        return reason("why.offer_late", "TM-20.2")
    return reason("why.no_offer", "TM-8.1")


def _find(s: TerraState, seat: int, source: int, amount: int, fresh: bool) -> int:
    for i, o in enumerate(s.offers):
        if o[0] == seat and o[1] == source and o[2] == amount and not (fresh and o[5]):
            return i
    raise AssertionError("no such offer")


def do_leech(s: TerraState, seat: int, me: MutableSide, a: Leech) -> None:
    i = _find(s, seat, a.seat, a.n, s.rules.strict_leech)
    # offers that came before this one are too late now [TM-20.2]
    for j in range(i):
        if s.offers[j][0] == seat:
            s.offers[j] = (*s.offers[j][:5], True)
    _, source, amount, can, event, _ = s.offers.pop(i)
    took = gain.power(s, seat, min(amount, me.vp + 1), "leech")
    if took:
        gain.vp(s, seat, 1 - took, "leech")
    if can and event in s.events and not s.events[event][2]:
        left, refused, _ = s.events[event]
        s.events[event] = (left, refused, True)
        reward(s, source, taken=True)
    room = gain.power_room(me)
    for j, o in enumerate(s.offers):
        if o[0] == seat and o[3] > room:
            if not room:
                count_out(s, o)
            s.offers[j] = (*o[:3], room, *o[4:])
    forget(s, event)


def do_decline(s: TerraState, seat: int, me: MutableSide, a: Decline) -> None:
    refuse(s, _find(s, seat, a.seat, a.n, False))


def refuse(s: TerraState, i: int) -> None:
    o = s.offers.pop(i)
    event = o[4]
    if event in s.events:
        left, refused, rewarded = s.events[event]
        s.events[event] = (left, refused + 1, rewarded)
    if o[3]:
        count_out(s, o)
    forget(s, event)


def refuse_all(s: TerraState, seat: int) -> None:
    """An action of one's own refuses all open offers [TM-20.1]."""
    if not s.offers:
        return
    i = 0
    while i < len(s.offers):
        if s.offers[i][0] == seat:
            refuse(s, i)
        else:
            i += 1


def spoil_all(s: TerraState, seat: int) -> None:
    """A conversion makes the open offers of a seat too late."""
    for i, o in enumerate(s.offers):
        if o[0] == seat:
            s.offers[i] = (*o[:5], True)


def count_out(s: TerraState, o: tuple[int, int, int, int, int, bool]) -> None:
    """One possible taker less; if none is left and somebody refused, the builder gets the small reward."""
    event = o[4]
    if event not in s.events:
        return
    left, refused, rewarded = s.events[event]
    left -= 1
    s.events[event] = (left, refused, rewarded)
    if left <= 0 and refused and s.rules.refusal_power:
        reward(s, o[1], taken=False)


def reward(s: TerraState, seat: int, taken: bool) -> None:
    folk = s.sides[seat].folk
    hook = folk.on_taken if taken else folk.on_refused
    if hook is not None and not s.sides[seat].dropped:
        if s.notes is not None:
            s.note(seat, "taken" if taken else "refused", 0, "reward")
        hook(s, seat)


def forget(s: TerraState, event: int) -> None:
    if event in s.events and not any(o[4] == event for o in s.offers):
        del s.events[event]


def withdraw(s: TerraState, seat: int) -> None:
    """A seat leaves: its offers vanish, and buildings that offered them are never fully refused [TM-15.9]."""
    s.offers[:] = [o for o in s.offers if o[0] != seat]
