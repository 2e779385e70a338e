"""Why something is refused that this question is not about: whether it comes later this turn, or cannot any more."""

from __future__ import annotations

from ludoteka.core.action import Action
from ludoteka.core.errors import Kind, Reason, reason
from ludoteka.core.game import Frame
from ludoteka.games.small_world import actions as verbs
from ludoteka.games.small_world.ability import Ability
from ludoteka.games.small_world.data import FORTRESSES
from ludoteka.games.small_world.state import SLOTS, SmallWorld

Verbs = tuple[type[Action], ...]
CONQUESTS: Verbs = (
    verbs.Abandon, verbs.Conquer, verbs.Dragon, verbs.Bewitch, verbs.Attempt, verbs.Throw, verbs.Stop,
)  # fmt: skip
PLACING: Verbs = (verbs.Lift, verbs.Deploy, verbs.Forgo)
MARCH: Verbs = (*CONQUESTS, *PLACING)
COMES: dict[str, Verbs] = {
    "Undead": (verbs.Expand, *MARCH),
    "Rouse": (verbs.Expand, *MARCH),
    "TakeCombo": (verbs.Take, verbs.Camp, verbs.Strike, verbs.Fortify, verbs.Hero, verbs.Befriend, verbs.Decline),
    "Main": MARCH,
    "Regroup": PLACING,
    "PitchCamps": (verbs.Camp, verbs.Strike),
    "OfferFortress": (verbs.Fortify,),
    "CallHeroes": (verbs.Hero,),
    "SeekPeace": (verbs.Befriend,),
    "LateDecline": (verbs.Decline,),
}
"""What may still be asked this turn when such a moment lies in the stack."""


def not_here(s: SmallWorld, f: Frame, a: Action, first: Reason | None = None) -> Reason:
    """`first` says what is to be answered before; so it is if the wish can come after that, this turn."""
    if isinstance(a, verbs.Banner | verbs.Badge | verbs.Roll):
        return reason("why.chance_decides", "", Kind.NEVER)
    if f[1] != s.turn:
        return reason("why.withdrawn_first", "SW-3.2", Kind.FIRST)
    able = s.able[s.turn * SLOTS]
    if isinstance(a, verbs.Fortify) and able is not None and able.fortresses and s.forts.bit_count() == FORTRESSES:
        return reason("why.fortresses_out", "SW-7.14", Kind.LIMIT)
    if first is not None and (isinstance(a, verbs.Done) or type(a) in coming(s)):
        return first
    return _lacking(able, a) or reason("why.not_any_more", "SW-8.7", Kind.NOT_THIS_TURN)


def coming(s: SmallWorld) -> set[type[Action]]:
    """What the seat whose turn it is may still be asked after this question."""
    found: set[type[Action]] = set()
    below = [repr(frame[0]) for frame in s.stack]
    if below[-1] == "Choice":
        below += ["Main", "Rouse"]
    for name in below:
        found.update(COMES.get(name, ()))
    able = s.able[s.turn * SLOTS]
    if "Main" in below and able is not None:
        found.update((verbs.Camp, verbs.Strike) if able.camps else ())
        found.update((verbs.Fortify,) if able.fortresses else ())
        found.update((verbs.Hero,) if able.heroes else ())
        found.update((verbs.Befriend,) if able.peace else ())
        found.update((verbs.Decline,) if able.late_decline else ())
    return found


def _lacking(able: Ability | None, a: Action) -> Reason | None:
    """The ability that the active race does not have, or why its moment never comes."""
    if isinstance(a, verbs.Take):
        return reason("why.race_active", "SW-1.4", Kind.NOT_THIS_TURN) if able is not None else None
    if isinstance(a, verbs.Decline):
        return reason("why.decline_before", "SW-4.1", Kind.NOT_THIS_TURN)
    if able is None:
        return None
    for kinds, has, id, rule in (
        ((verbs.Camp, verbs.Strike), able.camps, "why.no_camps", "SW-7.5"),
        ((verbs.Fortify,), able.fortresses, "why.no_fortress", "SW-7.14"),
        ((verbs.Hero,), able.heroes, "why.no_heroes", "SW-7.15"),
        ((verbs.Befriend,), able.peace, "why.no_peace", "SW-7.7"),
    ):
        if isinstance(a, kinds) and not has:
            return reason(id, rule, Kind.NOT_THIS_TURN)
    return None
