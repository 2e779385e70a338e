"""Moments at which allies act, named in the data as triggers; and the hooks of events."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from ludoteka.core.action import Action
from ludoteka.core.bag import changed
from ludoteka.core.errors import Reason
from ludoteka.core.game import Phase, kept
from ludoteka.games.fabled import board, effects
from ludoteka.games.fabled.actions import SKIP, Use
from ludoteka.games.fabled.effects import Source, source_of
from ludoteka.games.fabled.parts import NONE, Ability, Hook
from ludoteka.games.fabled.refusal import reason
from ludoteka.games.fabled.state import CHAPTERS, PROLOGUE, Doing, FabledState
from ludoteka.games.fabled.vocab import BIT

ON_ADD_LAND: Final = BIT["on_add_land"]
ON_VISIT: Final = BIT["on_visit"]
ANNOUNCED: Final = BIT["on_announce"] | BIT["on_other_announce"]
# operations that leave the owner free to do nothing: they need no question of their own
_FREE: Final[tuple[str, ...]] = ("transform", "transform_per", "steps", "steps_per")
_GAINS: Final[tuple[str, ...]] = ("gain", "gain_per")


class MomentFrame(NamedTuple):
    phase: Phase[Any, Any]
    seat: None
    side: int
    moments: int
    used: int
    """The allies that have acted, as a set."""
    source: Source


moment_frame: Final = kept(MomentFrame)


class AbilityFrame(NamedTuple):
    phase: Phase[Any, Any]
    seat: int
    moments: int
    used: int
    source: Source


def moment(s: FabledState, side: int, moments: int, place: int = NONE, cell: int = NONE, sage: int = NONE) -> None:
    """Let a player's allies act that have one of these triggers; in the prologue only after adding a land (FB-1.11)."""
    if side == s.spirits or not (s.part == CHAPTERS or (s.part == PROLOGUE and moments == ON_ADD_LAND)):
        return
    if any(s.content.moments[ally] & moments for ally in s.allies[side]):
        s.stack.append(moment_frame(MOMENT, None, side, moments, 0, source_of(NONE, place, cell, sage)))


def usable(s: FabledState, side: int, moments: int, used: int, source: Source) -> list[int]:
    """The allies that may act at this moment and have not yet done so."""
    return [
        a
        for a in s.allies[side]
        if s.content.moments[a] & moments
        and not used >> a & 1
        and acts_now(s, side, a, board.text_of(s, side, a), moments, source)
    ]


def acts_now(s: FabledState, side: int, ally: int, text: Ability, moments: int, source: Source) -> bool:
    if not text.bit & moments or (text.limit and s.uses[ally] >= text.limit):
        return False
    if text.bit == ON_VISIT and not text.places >> source.place & 1:
        return False
    if text.bit & ANNOUNCED and not text.terrains & s.announced:
        return False
    if not board.holds(s, side, text.condition):
        return False
    return effects.can_run(s, side, text.effects, effects.by_ally(ally, source))


def use(s: FabledState, side: int, ally: int, source: Source, chosen: bool) -> None:
    s.uses = changed(s.uses, ally, s.uses[ally] + 1)
    s.note(side, s.content.allies[ally].id, 0, "ally")
    effects.run(s, side, board.text_of(s, side, ally).effects, effects.by_ally(ally, source), chosen)


def only_gains(s: FabledState, text: Ability) -> bool:
    """Brings books only, so that nobody needs to be asked, except where books can hurt (FB-10.4)."""
    return not s.setting.winds and all(op.name in _GAINS for op in s.content.arrays[text.effects])


def needs_no_question(s: FabledState, text: Ability) -> bool:
    """What follows leaves its owner free anyway and uses up nothing."""
    harmless = _FREE if s.setting.winds else (*_FREE, *_GAINS)
    return not text.limit and all(op.name in harmless for op in s.content.arrays[text.effects])


def act_now(s: FabledState, f: MomentFrame) -> None:
    _, _, side, moments, used, source = f
    found = usable(s, side, moments, used, source)
    for ally in found:
        text = board.text_of(s, side, ally)
        if only_gains(s, text) or (len(found) == 1 and needs_no_question(s, text)):
            s.stack.append(moment_frame(MOMENT, None, side, moments, used | 1 << ally, source))
            use(s, side, ally, source, False)
            return
    if found:
        s.stack.append(AbilityFrame(ABILITY, side, moments, used, source))


class Abilities(Phase[FabledState, AbilityFrame]):
    """Which ally next?"""

    def legal(self, s: FabledState, f: AbilityFrame) -> list[Action]:
        return [*(s.content.acts.use[a] for a in usable(s, f.seat, f.moments, f.used, f.source)), SKIP]

    def apply(self, s: FabledState, f: AbilityFrame, a: Action) -> None:
        if isinstance(a, Use):
            ally = s.content.ally_index[a.what]
            s.stack.append(moment_frame(MOMENT, None, f.seat, f.moments, f.used | 1 << ally, f.source))
            use(s, f.seat, ally, f.source, True)

    def why_not(self, s: FabledState, f: AbilityFrame, a: Action) -> Reason | None:
        return why_no_use(s, f.seat, a, f.moments) if isinstance(a, Use) else None


def why_no_use(s: FabledState, side: int, a: Use, moments: int) -> Reason:
    ally = s.content.ally_index.get(a.what, NONE)
    if ally not in s.allies[side]:
        return reason("why.not_your_ally", "FB-10.1", what=a.what)
    text = board.text_of(s, side, ally)
    if not text.bit & moments:
        return reason("why.not_this_moment", "FB-10.6", what=a.what)
    if text.limit and s.uses[ally] >= text.limit:
        return reason("why.limit_reached", "FB-10.5", what=a.what, n=text.limit)
    if not board.holds(s, side, text.condition):
        return reason("why.condition_fails", "FB-12.16", what=a.what)
    return reason("why.ability_impossible", "FB-10.7", what=a.what)


class HookFrame(NamedTuple):
    phase: Phase[Any, Any]
    seat: None
    side: int
    event: int
    moment: str
    part: int


def run_hooks(s: FabledState, side: int, name: str) -> None:
    """Let the event act for a player: compulsory, but 'up to' and choices remain his (FB-11.2)."""
    hooks = getattr(s.content.events[s.event], name) if s.event >= 0 else ()
    for i in reversed(range(len(hooks))):
        s.stack.append(HookFrame(HOOK, None, side, s.event, name, i))


def act_by_hook(s: FabledState, f: HookFrame) -> None:
    hook: Hook = getattr(s.content.events[f.event], f.moment)[f.part]
    effects.run(s, f.side, hook.effects if board.holds(s, f.side, hook.condition) else hook.otherwise)


MOMENT: Final = Doing("Moment", MomentFrame, act_now)
ABILITY: Final = Abilities()
HOOK: Final = Doing("EventHook", HookFrame, act_by_hook)
