"""Moments at which allies act, named in the data as triggers; and the hooks of events."""

from __future__ import annotations

from ludoteka.core.action import Action
from ludoteka.core.bag import changed
from ludoteka.core.errors import Reason, reason
from ludoteka.core.game import Frame, Phase
from ludoteka.games.fabled import board, effects
from ludoteka.games.fabled.actions import SKIP, Use
from ludoteka.games.fabled.content import NONE, Ability, Hook
from ludoteka.games.fabled.state import EPILOGUE, PROLOGUE, FabledState
from ludoteka.games.fabled.vocab import BIT

ON_ADD_LAND = BIT["on_add_land"]
ON_VISIT = BIT["on_visit"]
ANNOUNCED = BIT["on_announce"] | BIT["on_other_announce"]
# operations that leave the owner free to do nothing: they need no question of their own
_FREE = ("transform", "transform_per", "steps", "steps_per")
_GAINS = ("gain", "gain_per")


def moment(s: FabledState, side: int, moments: int, place: int = NONE, cell: int = NONE, sage: int = NONE) -> None:
    """Let a player's allies act that have one of these triggers; in the prologue only after adding a land (FB-1.11)."""
    if side == s.spirits or s.part == EPILOGUE or (s.part == PROLOGUE and moments != ON_ADD_LAND):
        return
    for ally in s.allies[side]:
        if s.content.allies[ally].bits & moments:
            s.stack.append((MOMENT, None, side, moments, 0, place, cell, sage))
            return


def usable(s: FabledState, side: int, moments: int, used: int, source: effects.Source) -> list[int]:
    """The allies that may act at this moment and have not yet done so."""
    return [
        a
        for a in s.allies[side]
        if s.content.allies[a].bits & moments
        and not used >> a & 1
        and acts_now(s, side, a, board.text_of(s, side, a), moments, source)
    ]


def acts_now(s: FabledState, side: int, ally: int, text: Ability, moments: int, source: effects.Source) -> bool:
    if not text.bit & moments or (text.limit and s.uses[ally] >= text.limit):
        return False
    if text.bit == ON_VISIT and not text.places >> source.place & 1:
        return False
    if text.bit & ANNOUNCED and not text.terrains & s.announced:
        return False
    if not board.holds(s, side, text.condition):
        return False
    return effects.can_run(s, side, text.effects, source._replace(ally=ally))


def use(s: FabledState, side: int, ally: int, source: effects.Source, chosen: bool) -> None:
    s.uses = changed(s.uses, ally, s.uses[ally] + 1)
    if s.notes is not None:
        s.note(side, s.content.allies[ally].id, 0, "ally")
    effects.run(s, side, board.text_of(s, side, ally).effects, source._replace(ally=ally), chosen)


def only_gains(s: FabledState, ally: int, side: int) -> bool:
    """Carried out unasked, except in scenario 5, where books can hurt (FB-10.4)."""
    return s.options.scenario != 5 and s.content.gains_only(board.text_of(s, side, ally).effects)


def needs_no_question(s: FabledState, ally: int, side: int) -> bool:
    """What follows leaves its owner free anyway and uses up nothing."""
    text = board.text_of(s, side, ally)
    harmless = _FREE if s.options.scenario == 5 else (*_FREE, *_GAINS)
    return not text.limit and all(op.name in harmless for op in s.content.arrays[text.effects])


class Moment(Phase[FabledState, Frame]):
    """f = (MOMENT, None, side, moments, allies that have acted, place, cell, sage)."""

    def run(self, s: FabledState, f: Frame) -> None:
        _, _, side, moments, used, place, cell, sage = f
        source = effects.Source(NONE, place, cell, sage)
        found = usable(s, side, moments, used, source)
        for ally in found:
            if only_gains(s, ally, side) or (len(found) == 1 and needs_no_question(s, ally, side)):
                s.stack.append((MOMENT, None, side, moments, used | 1 << ally, place, cell, sage))
                use(s, side, ally, source, False)
                return
        if found:
            s.stack.append((ABILITY, side, moments, used, place, cell, sage))


class Abilities(Phase[FabledState, Frame]):
    """Which ally next? f = (ABILITY, side, moments, allies that have acted, place, cell, sage)."""

    def legal(self, s: FabledState, f: Frame) -> list[Action]:
        _, side, moments, used, place, cell, sage = f
        source = effects.Source(NONE, place, cell, sage)
        return [*(s.content.acts.use[a] for a in usable(s, side, moments, used, source)), SKIP]

    def apply(self, s: FabledState, f: Frame, a: Action) -> None:
        _, side, moments, used, place, cell, sage = f
        if isinstance(a, Use):
            ally = s.content.ally_index[a.what]
            s.stack.append((MOMENT, None, side, moments, used | 1 << ally, place, cell, sage))
            use(s, side, ally, effects.Source(NONE, place, cell, sage), True)

    def why_not(self, s: FabledState, f: Frame, a: Action) -> Reason | None:
        return why_no_use(s, f[1], a, f[2], effects.Source(NONE, *f[4:])) if isinstance(a, Use) else None


def why_no_use(s: FabledState, side: int, a: Use, moments: int, source: effects.Source) -> Reason:
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


def run_hooks(s: FabledState, side: int, name: str) -> None:
    """Let the event act for a player: compulsory, but 'up to' and choices remain his (FB-11.2)."""
    if s.event >= 0:
        for i in reversed(range(len(getattr(s.content.events[s.event], name)))):
            s.stack.append((HOOK, None, side, s.event, name, i))


class EventHook(Phase[FabledState, Frame]):
    """f = (HOOK, None, side, event, name of the moment, which of its parts)."""

    def run(self, s: FabledState, f: Frame) -> None:
        hook: Hook = getattr(s.content.events[f[3]], f[4])[f[5]]
        effects.run(s, f[2], hook.effects if board.holds(s, f[2], hook.condition) else hook.otherwise)


MOMENT = Moment()
ABILITY = Abilities()
HOOK = EventHook()
