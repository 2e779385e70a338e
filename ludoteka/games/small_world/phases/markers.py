"""What powers put on the board after the redeployment: encampments, a fortress, heroes; and the ally they name."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from ludoteka.core.action import Action
from ludoteka.core.bag import changed
from ludoteka.core.bits import bits
from ludoteka.core.errors import Kind, Reason, reason
from ludoteka.core.game import Asked, Phase, Step
from ludoteka.games.small_world.actions import BEFRIEND, DONE, STRIKE, Befriend, Camp, Done, Fortify, Hero, Strike
from ludoteka.games.small_world.data import FORTRESSES
from ludoteka.games.small_world.phases.elsewhere import not_here
from ludoteka.games.small_world.phases.moment import Moment, rising
from ludoteka.games.small_world.phases.refusal import in_order
from ludoteka.games.small_world.state import NOBODY, SLOTS, SmallWorld


class Camping(NamedTuple):
    phase: Phase[Any, Any]
    seat: int
    start: int
    """Regions before this one come too late."""
    opening: bool


class Encamp(Moment[Camping]):
    """All encampments in hand must be placed; at the opening all may be struck to be placed anew. [SW-7.5]"""

    def legal(self, s: SmallWorld, f: Camping) -> list[Action]:
        seat, start, opening = f.seat, f.start, f.opening
        held = s.held[seat * SLOTS]
        n = s.camp_hand[seat]
        result: list[Action] = [STRIKE] if opening and any(s.camps[at] for at in bits(held)) else []
        if not n:
            return [*result, DONE]
        places = held & -1 << start
        for at in bits(places):
            last = places >> at == 1
            if not last:
                result.append(s.world.verbs.camp[at][1])
            if n > 1 or last:
                result.append(s.world.verbs.camp[at][n])
        return result

    def apply(self, s: SmallWorld, f: Camping, a: Action) -> None:
        seat = f.seat
        match a:
            case Strike():
                for at in bits(s.held[seat * SLOTS]):
                    if s.camps[at]:
                        s.camp_hand = changed(s.camp_hand, seat, s.camp_hand[seat] + s.camps[at])
                        s.camps = changed(s.camps, at, 0)
                        s.defend(at)
                s.stack.append(Camping(self, seat, 0, False))
            case Camp(name, n):
                at = s.world.board.index[name]
                pitch(s, seat, at, n)
                if s.camp_hand[seat]:
                    s.stack.append(Camping(self, seat, at, False))
            case _:
                assert isinstance(a, Done)

    def people(self, s: SmallWorld, f: Camping) -> int:
        return f.seat * SLOTS

    def shown(self, s: SmallWorld, f: Camping) -> dict[str, Any]:
        return {"camps": s.camp_hand[f.seat]}

    def why_not(self, s: SmallWorld, f: Camping, a: Action) -> Reason | None:
        seat = f.seat
        if isinstance(a, Done):
            return reason("why.camps_in_hand", "SW-7.5", Kind.FIRST, n=s.camp_hand[seat])
        if isinstance(a, Strike):
            return reason("why.strike_before" if not f.opening else "why.no_camp_stands", "SW-7.5", Kind.NEEDS)
        if not isinstance(a, Camp):
            return not_here(s, f, a, reason("why.camps_first", "SW-7.5", Kind.FIRST))
        at = s.world.board.index.get(a.at)
        if at is None:
            return reason("why.no_region", "", Kind.NEVER, at=a.at)
        if not s.held[seat * SLOTS] >> at & 1:
            return reason("why.not_yours", "SW-7.5", Kind.NEEDS, at=a.at)
        if not s.camp_hand[seat]:
            return reason("why.no_camp_left", "SW-7.5", Kind.NEEDS)
        if at < f.start:
            return reason("why.order", "SW-7.5", Kind.FORM, at=a.at)
        have = s.camp_hand[seat]
        if a.n > have:
            return reason("why.hand_too_small", "SW-7.5", Kind.SHORT, want=a.n, have=have, n=a.n - have)
        if s.held[seat * SLOTS] >> at == 1:
            return reason("why.last_takes_all", "SW-7.5", Kind.FORM, at=a.at, have=have)
        return reason("why.one_or_all", "SW-7.5", Kind.FORM, have=have)


class PitchCamps(Moment[Step]):
    def run(self, s: SmallWorld, f: Step) -> None:
        encamp(s, s.turn, True)


class BuildFortress(Moment[Asked]):
    """One fortress a turn, if six do not stand yet. [SW-7.14]"""

    def sites(self, s: SmallWorld, seat: int) -> int:
        return s.held[seat * SLOTS] & ~s.forts if s.forts.bit_count() < FORTRESSES else 0

    def legal(self, s: SmallWorld, f: Asked) -> list[Action]:
        return [*[s.world.verbs.fortify[at] for at in bits(self.sites(s, f.seat))], DONE]

    def apply(self, s: SmallWorld, f: Asked, a: Action) -> None:
        if isinstance(a, Fortify):
            at = s.world.board.index[a.at]
            s.forts |= 1 << at
            s.defend(at)

    def why_not(self, s: SmallWorld, f: Asked, a: Action) -> Reason | None:
        if not isinstance(a, Fortify):
            return not_here(s, f, a, reason("why.fortress_first", "SW-7.14", Kind.FIRST))
        at = s.world.board.index.get(a.at)
        if at is None:
            return reason("why.no_region", "", Kind.NEVER, at=a.at)
        if not s.held[f.seat * SLOTS] >> at & 1:
            return reason("why.not_yours", "SW-7.14", Kind.NEEDS, at=a.at)
        return reason("why.fortress_there", "SW-7.14", Kind.OCCUPIED, at=a.at)


class OfferFortress(Moment[Step]):
    def run(self, s: SmallWorld, f: Step) -> None:
        if FORTRESS.sites(s, s.turn):
            s.stack.append(FORTRESS.asked[s.turn])


class Posting(NamedTuple):
    phase: Phase[Any, Any]
    seat: int
    left: int
    start: int
    """Regions before this one come too late."""


class PlaceHeroes(Moment[Posting]):
    """Heroes go to different regions, all of them. [SW-7.15]"""

    def choices(self, s: SmallWorld, f: Posting) -> int:
        return rising(s.held[f.seat * SLOTS], f.start, f.left)

    def legal(self, s: SmallWorld, f: Posting) -> list[Action]:
        return [s.world.verbs.hero[at] for at in bits(self.choices(s, f))]

    def apply(self, s: SmallWorld, f: Posting, a: Action) -> None:
        assert isinstance(a, Hero)
        at = s.world.board.index[a.at]
        s.heroes |= 1 << at
        if f.left > 1:
            s.stack.append(Posting(self, f.seat, f.left - 1, at + 1))

    def shown(self, s: SmallWorld, f: Posting) -> dict[str, Any]:
        return {"left": f.left}

    def why_not(self, s: SmallWorld, f: Posting, a: Action) -> Reason | None:
        if not isinstance(a, Hero):
            return not_here(s, f, a, reason("why.heroes_first", "SW-7.15", Kind.FIRST, n=f.left))
        at = s.world.board.index.get(a.at)
        if at is None:
            return reason("why.no_region", "", Kind.NEVER, at=a.at)
        if not s.held[f.seat * SLOTS] >> at & 1:
            return reason("why.not_yours", "SW-7.15", Kind.NEEDS, at=a.at)
        if s.heroes >> at & 1:
            return reason("why.hero_there", "SW-7.15", Kind.OCCUPIED, at=a.at)
        return in_order("SW-7.15", a.at, at, f.start, f.left)


class CallHeroes(Moment[Step]):
    """All heroes are taken up; with few regions there is nothing to decide."""

    def run(self, s: SmallWorld, f: Step) -> None:
        slot = s.turn * SLOTS
        held, able = s.held[slot], s.able[slot]
        assert able is not None
        s.heroes &= ~held
        if held.bit_count() <= able.heroes:
            s.heroes |= held
        else:
            s.stack.append(Posting(HEROES, s.turn, able.heroes, 0))


class NameAlly(Moment[Asked]):
    """Peace with an opponent whose active race was not attacked this turn. [SW-7.7]"""

    def choices(self, s: SmallWorld, seat: int) -> list[int]:
        return [other for other in range(s.seats) if other != seat and not s.attacked >> other & 1]

    def legal(self, s: SmallWorld, f: Asked) -> list[Action]:
        return [*[BEFRIEND[other] for other in self.choices(s, f.seat)], DONE]

    def apply(self, s: SmallWorld, f: Asked, a: Action) -> None:
        s.ally = changed(s.ally, f.seat, a.seat if isinstance(a, Befriend) else NOBODY)

    def why_not(self, s: SmallWorld, f: Asked, a: Action) -> Reason | None:
        if isinstance(a, Befriend) and 0 <= a.seat < s.seats:
            if a.seat == f.seat:
                return reason("why.own_ally", "SW-7.7", Kind.NEVER)
            return reason("why.attacked", "SW-7.7", Kind.USED, player=a.seat + 1)
        if isinstance(a, Befriend):
            return reason("why.no_player", "SW-7.7", Kind.NEVER, player=a.seat + 1)
        return not_here(s, f, a, reason("why.ally_first", "SW-7.7", Kind.FIRST))


class SeekPeace(Moment[Step]):
    def run(self, s: SmallWorld, f: Step) -> None:
        if ALLY.choices(s, s.turn):
            s.stack.append(ALLY.asked[s.turn])


def pitch(s: SmallWorld, seat: int, at: int, n: int) -> None:
    s.camps = changed(s.camps, at, s.camps[at] + n)
    s.camp_hand = changed(s.camp_hand, seat, s.camp_hand[seat] - n)
    s.defend(at)


def encamp(s: SmallWorld, seat: int, opening: bool) -> None:
    """Ask where encampments go, if there is anything to decide; without a region they wait. [SW-7.5]"""
    held = s.held[seat * SLOTS]
    if not held:
        return
    if held & (held - 1) == 0:
        pitch(s, seat, held.bit_length() - 1, s.camp_hand[seat])
    elif opening or s.camp_hand[seat]:
        s.stack.append(Camping(ENCAMP, seat, 0, opening))


ENCAMP: Final = Encamp()
FORTRESS: Final = BuildFortress()
HEROES: Final = PlaceHeroes()
ALLY: Final = NameAlly()
CAMPS: Final = PitchCamps()
NEW_FORTRESS: Final = OfferFortress()
NEW_HEROES: Final = CallHeroes()
NEW_PEACE: Final = SeekPeace()
