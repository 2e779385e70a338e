"""Revolts and wars: the attacker adds tiles, then the defender; the higher total wins, a tie is the defender's."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from ludoteka.core.action import Action
from ludoteka.core.errors import Kind, Reason, reason
from ludoteka.core.game import Phase
from ludoteka.games.tigris_euphrates.actions import COLOUR as COLOUR_OF
from ludoteka.games.tigris_euphrates.actions import COMMIT, WAR, Commit, War
from ludoteka.games.tigris_euphrates.board import NEAR, dilate, flood
from ludoteka.games.tigris_euphrates.data import LEADERS, RED, TILES
from ludoteka.games.tigris_euphrates.state import TigrisState


class Conflict(NamedTuple):
    """The question to either side. `other` of the defender is the attacker's total."""

    phase: Phase[Any, Any]
    seat: int
    rival: int
    colour: int
    own: int  # strength on the board
    other: int
    union: int  # the unification tile, 0 in a revolt
    added: int  # what the attacker has added


def fought_with(f: Conflict) -> int:
    """The colour of the tiles that decide: temples in a revolt, the leaders' own in a war. [TE-4.3, TE-6.7]"""
    return f.colour if f.union else RED


class Attack(Phase[TigrisState, Conflict]):
    """The attacker adds tiles from the hand, seen by all."""

    def legal(self, s: TigrisState, f: Conflict) -> list[Action]:
        held = s.hands[f.seat * 4 + fought_with(f)]
        if s.options.english:  # tiles only if they bring the attacker ahead [TE-16.1]
            return [COMMIT[n] for n in range(held + 1) if n == 0 or f.own + n > f.other]
        return list(COMMIT[: held + 1])

    def apply(self, s: TigrisState, f: Conflict, a: Action) -> None:
        assert isinstance(a, Commit)
        s.spend(f.seat, fought_with(f), a.n, "conflict")
        s.stack.append(Conflict(DEFEND, f.rival, f.seat, f.colour, f.other, f.own + a.n, f.union, a.n))

    def why_not(self, s: TigrisState, f: Conflict, a: Action) -> Reason | None:
        if s.options.english and isinstance(a, Commit) and 0 < a.n <= s.hands[f.seat * 4 + fought_with(f)]:
            return reason("why.english_attack", "TE-16.1", Kind.LIMIT, n=a.n, total=f.own + a.n, other=f.other)
        return _why_not(s, f, a)


class Defend(Phase[TigrisState, Conflict]):
    """The defender answers, knowing what the attacker has added."""

    def legal(self, s: TigrisState, f: Conflict) -> list[Action]:
        held = s.hands[f.seat * 4 + fought_with(f)]
        if s.options.english:  # tiles only to draw level, neither more nor fewer [TE-16.2]
            missing = f.other - f.own
            return [COMMIT[0], COMMIT[missing]] if 0 < missing <= held else [COMMIT[0]]
        return list(COMMIT[: held + 1])

    def apply(self, s: TigrisState, f: Conflict, a: Action) -> None:
        assert isinstance(a, Commit)
        s.spend(f.seat, fought_with(f), a.n, "conflict")
        winner, loser = (f.rival, f.seat) if f.other > f.own + a.n else (f.seat, f.rival)
        if f.union:
            _end_war(s, winner, loser, f.colour, f.union)
        else:
            s.lift_leader(loser, f.colour, "revolt")
            s.score(winner, RED, 1, "revolt")

    def why_not(self, s: TigrisState, f: Conflict, a: Action) -> Reason | None:
        if s.options.english and isinstance(a, Commit) and 0 < a.n <= s.hands[f.seat * 4 + fought_with(f)]:
            return reason("why.english_defend", "TE-16.2", Kind.LIMIT, n=a.n, missing=max(0, f.other - f.own))
        return _why_not(s, f, a)


def _why_not(s: TigrisState, f: Conflict, a: Action) -> Reason:
    tile = fought_with(f)
    rule = "TE-6.7" if f.union else "TE-4.3"
    if not isinstance(a, Commit):
        return reason("why.conflict_first", rule, Kind.FIRST, what=TILES[tile])
    if a.n < 0:
        return reason("why.commit_less", rule, Kind.FORM, n=a.n)
    held = s.hands[f.seat * 4 + tile]
    return reason("why.commit_too_many", rule, Kind.SHORT, n=a.n - held, wanted=a.n, held=held, what=TILES[tile])


def start_revolt(s: TigrisState, seat: int, rival: int, colour: int) -> None:
    """Strength is the number of face-up temples beside each leader; one temple may count for both. [TE-4.2]"""
    own = (NEAR[s.leaders[seat * 4 + colour]] & s.tiles[RED]).bit_count()
    other = (NEAR[s.leaders[rival * 4 + colour]] & s.tiles[RED]).bit_count()
    s.stack.append(Conflict(ATTACK, seat, rival, colour, own, other, 0, 0))


def sides(s: TigrisState, f: Conflict) -> list[tuple[int, int, int]]:
    """Attacker, then defender: the seat, the tiles that support it, and those it would lose."""
    pair = (f.seat, f.rival) if f.phase is ATTACK else (f.rival, f.seat)
    if f.union:
        return [(q, supporters(s, q, f.colour, f.union), beaten_tiles(s, q, f.colour, f.union)) for q in pair]
    return [(q, NEAR[s.leaders[q * 4 + f.colour]] & s.tiles[RED], 0) for q in pair]


def war_colours(s: TigrisState, union: int) -> list[int]:
    """Colours with two leaders in the united kingdom. [TE-6.3]"""
    realm = s.realm_of(union)
    return [c for c in range(4) if (found := s.chiefs[c] & realm) & (found - 1)]


def side_of(s: TigrisState, seat: int, colour: int, union: int) -> int:
    """What is connected to a leader without the unification tile. [TE-6.2]"""
    return flood(s.leaders[seat * 4 + colour], s.occupied & ~union)


def supporters(s: TigrisState, seat: int, colour: int, union: int) -> int:
    return s.tiles[colour] & side_of(s, seat, colour, union)


def start_war(s: TigrisState, active: int, colour: int, union: int) -> None:
    """The attacker is the active player or the next one clockwise who has one of the two leaders. [TE-6.5]"""
    realm = s.realm_of(union)
    order = [(active + i) % s.seats for i in range(s.seats)]
    seat, rival = [q for q in order if s.leaders[q * 4 + colour] & realm]
    own = supporters(s, seat, colour, union).bit_count()
    other = supporters(s, rival, colour, union).bit_count()
    s.stack.append(Conflict(ATTACK, seat, rival, colour, own, other, union, 0))


def beaten_tiles(s: TigrisState, loser: int, colour: int, union: int) -> int:
    """The supporters that leave the board if this side loses the war."""
    beaten = supporters(s, loser, colour, union) & ~s.buildings[colour]  # a building saves its tile [TE-14.7]
    if colour == RED:  # so do a treasure and another leader beside the temple [TE-6.9]
        beaten &= ~(s.treasures | dilate(s.lords & ~s.leaders[loser * 4 + RED]))
    return beaten


def _end_war(s: TigrisState, winner: int, loser: int, colour: int, union: int) -> None:
    beaten = beaten_tiles(s, loser, colour, union)
    s.lift_leader(loser, colour, "war")
    s.remove_tiles(colour, beaten)
    s.score(winner, colour, 1 + beaten.bit_count(), "war")


class Unrest(NamedTuple):
    phase: Phase[Any, Any]
    seat: None
    active: int
    union: int


class Wars(Phase[TigrisState, Unrest]):
    """Fight what is still to fight, looking at the board anew each time. [TE-6.4]"""

    def run(self, s: TigrisState, f: Unrest) -> None:
        colours = war_colours(s, f.union)
        if not colours:
            s.union = 0
            return
        s.stack.append(f)
        if len(colours) == 1:
            start_war(s, f.active, colours[0], f.union)
        else:
            s.stack.append(NextWar(WAR_ORDER, f.active, f.union))


class NextWar(NamedTuple):
    phase: Phase[Any, Any]
    seat: int
    union: int


class WarOrder(Phase[TigrisState, NextWar]):
    """The active player says which leaders fight next."""

    def legal(self, s: TigrisState, f: NextWar) -> list[Action]:
        return [WAR[c] for c in war_colours(s, f.union)]

    def apply(self, s: TigrisState, f: NextWar, a: Action) -> None:
        assert isinstance(a, War)
        start_war(s, f.seat, COLOUR_OF[a.what], f.union)

    def why_not(self, s: TigrisState, f: NextWar, a: Action) -> Reason | None:
        if isinstance(a, War) and a.what in LEADERS:
            return reason("why.no_such_war", "TE-6.3", Kind.NEEDS, what=a.what)
        return reason("why.wars_first", "TE-6.4", Kind.FIRST)


ATTACK: Final = Attack()
DEFEND: Final = Defend()
WARS: Final = Wars()
WAR_ORDER: Final = WarOrder()
