"""What powers put on the board after the redeployment: encampments, a fortress, heroes; and the ally they name."""

from __future__ import annotations

from ludoteka.core.action import Action
from ludoteka.core.bag import changed
from ludoteka.core.bits import bits
from ludoteka.core.errors import Reason, reason
from ludoteka.core.game import Frame, Phase
from ludoteka.games.small_world.actions import BEFRIEND, DONE, STRIKE, Befriend, Camp, Done, Fortify, Hero, Strike
from ludoteka.games.small_world.data import FORTRESSES
from ludoteka.games.small_world.state import NOBODY, SLOTS, SmallWorld


class Encamp(Phase[SmallWorld, Frame]):
    """Encampments: (ENCAMP, seat, start, opening). All in hand must be placed; at the opening all may be struck
    to be placed anew. [SW-7.5]"""

    def run(self, s: SmallWorld, f: Frame) -> None:
        encamp(s, f[2], True)

    def legal(self, s: SmallWorld, f: Frame) -> list[Action]:
        seat, start, opening = f[1], f[2], f[3]
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

    def apply(self, s: SmallWorld, f: Frame, a: Action) -> None:
        seat = f[1]
        match a:
            case Strike():
                for at in bits(s.held[seat * SLOTS]):
                    if s.camps[at]:
                        s.camp_hand = changed(s.camp_hand, seat, s.camp_hand[seat] + s.camps[at])
                        s.camps = changed(s.camps, at, 0)
                        s.defend(at)
                s.stack.append((self, seat, 0, False))
            case Camp(name, n):
                at = s.world.board.index[name]
                if s.held[seat * SLOTS] >> at == 1:
                    n = s.camp_hand[seat]
                pitch(s, seat, at, n)
                if s.camp_hand[seat]:
                    s.stack.append((self, seat, at, False))
            case _:
                assert isinstance(a, Done)

    def why_not(self, s: SmallWorld, f: Frame, a: Action) -> Reason | None:
        seat = f[1]
        if isinstance(a, Done):
            return reason("why.camps_in_hand", "SW-7.5", n=s.camp_hand[seat])
        if not isinstance(a, Camp):
            return reason("why.camps_first", "SW-7.5")
        at = s.world.board.index.get(a.at)
        if at is None:
            return reason("why.no_region", "", at=a.at)
        if not s.held[seat * SLOTS] >> at & 1:
            return reason("why.not_yours", "SW-7.5", at=a.at)
        if not s.camp_hand[seat]:
            return reason("why.no_camp_left", "SW-7.5")
        if at < f[2]:
            return reason("why.order", "SW-7.5", at=a.at)
        return reason("why.one_or_all", "SW-7.5", have=s.camp_hand[seat])


class BuildFortress(Phase[SmallWorld, Frame]):
    """One fortress a turn, if six do not stand yet: (FORTRESS, seat). [SW-7.14]"""

    def run(self, s: SmallWorld, f: Frame) -> None:
        if self.sites(s, f[2]):
            s.stack.append((self, f[2]))

    def sites(self, s: SmallWorld, seat: int) -> int:
        return s.held[seat * SLOTS] & ~s.forts if s.forts.bit_count() < FORTRESSES else 0

    def legal(self, s: SmallWorld, f: Frame) -> list[Action]:
        return [*[s.world.verbs.fortify[at] for at in bits(self.sites(s, f[1]))], DONE]

    def apply(self, s: SmallWorld, f: Frame, a: Action) -> None:
        if isinstance(a, Fortify):
            at = s.world.board.index[a.at]
            s.forts |= 1 << at
            s.defend(at)

    def why_not(self, s: SmallWorld, f: Frame, a: Action) -> Reason | None:
        if not isinstance(a, Fortify):
            return reason("why.fortress_first", "SW-7.14")
        at = s.world.board.index.get(a.at)
        if at is None:
            return reason("why.no_region", "", at=a.at)
        if not s.held[f[1] * SLOTS] >> at & 1:
            return reason("why.not_yours", "SW-7.14", at=a.at)
        return reason("why.fortress_there", "SW-7.14", at=a.at)


class PlaceHeroes(Phase[SmallWorld, Frame]):
    """Heroes go to different regions, all of them: (HEROES, seat, left, start). [SW-7.15]"""

    def run(self, s: SmallWorld, f: Frame) -> None:
        seat = f[2]
        held = s.held[seat * SLOTS]
        able = s.able[seat * SLOTS]
        assert able is not None
        s.heroes &= ~held
        if held.bit_count() <= able.heroes:
            s.heroes |= held
        else:
            s.stack.append((self, seat, able.heroes, 0))

    def choices(self, s: SmallWorld, f: Frame) -> int:
        mask: int = s.held[f[1] * SLOTS] & -1 << f[3]
        for _ in range(f[2] - 1):
            mask ^= 1 << mask.bit_length() - 1
        return mask

    def legal(self, s: SmallWorld, f: Frame) -> list[Action]:
        return [s.world.verbs.hero[at] for at in bits(self.choices(s, f))]

    def apply(self, s: SmallWorld, f: Frame, a: Action) -> None:
        assert isinstance(a, Hero)
        at = s.world.board.index[a.at]
        s.heroes |= 1 << at
        if f[2] > 1:
            s.stack.append((self, f[1], f[2] - 1, at + 1))

    def why_not(self, s: SmallWorld, f: Frame, a: Action) -> Reason | None:
        if not isinstance(a, Hero):
            return reason("why.heroes_first", "SW-7.15", n=f[2])
        at = s.world.board.index.get(a.at)
        if at is None:
            return reason("why.no_region", "", at=a.at)
        if not s.held[f[1] * SLOTS] >> at & 1:
            return reason("why.not_yours", "SW-7.15", at=a.at)
        return reason("why.hero_there" if s.heroes >> at & 1 else "why.order", "SW-7.15", at=a.at)


class NameAlly(Phase[SmallWorld, Frame]):
    """Peace with an opponent whose active race was not attacked this turn: (ALLY, seat). [SW-7.7]"""

    def run(self, s: SmallWorld, f: Frame) -> None:
        if self.choices(s, f[2]):
            s.stack.append((self, f[2]))

    def choices(self, s: SmallWorld, seat: int) -> list[int]:
        return [other for other in range(s.seats) if other != seat and not s.attacked >> other & 1]

    def legal(self, s: SmallWorld, f: Frame) -> list[Action]:
        return [*[BEFRIEND[other] for other in self.choices(s, f[1])], DONE]

    def apply(self, s: SmallWorld, f: Frame, a: Action) -> None:
        s.ally = changed(s.ally, f[1], a.seat if isinstance(a, Befriend) else NOBODY)

    def why_not(self, s: SmallWorld, f: Frame, a: Action) -> Reason | None:
        if isinstance(a, Befriend) and 0 <= a.seat < s.seats:
            return reason("why.own_ally" if a.seat == f[1] else "why.attacked", "SW-7.7", player=a.seat + 1)
        return reason("why.ally_first", "SW-7.7")


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
        s.stack.append((ENCAMP, seat, 0, opening))


ENCAMP = Encamp()
FORTRESS = BuildFortress()
HEROES = PlaceHeroes()
ALLY = NameAlly()
