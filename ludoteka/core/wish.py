"""Why not, for what was meant: the likeliest wish for a thing, all that stands in its way, and what would help."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from ludoteka.core.action import Action, args_of
from ludoteka.core.ahead import turn_of
from ludoteka.core.cards import explain
from ludoteka.core.errors import Kind, Reason, reason
from ludoteka.core.game import Game, State
from ludoteka.core.intentions import PLACES, Intention, Pattern, Planner, Things, intentions
from ludoteka.core.manner import manner

NOT_NOW = "why.not_now"
MOST_TRIED = 40
_wishes: dict[tuple[str, int, Any], dict[Action, None]] = {}


def every_wish(state: State) -> dict[Action, None]:
    """Every action that a seat may ever choose, in a stable order; none where the game does not list them."""
    game = state.game()
    if game.every_action is None:
        return {}
    key = (game.name, state.seats, state.options)
    if key not in _wishes:
        _wishes[key] = dict.fromkeys(game.every_action(state.seats, state.options))
    return _wishes[key]


LASTING = (Kind.REACH, Kind.OCCUPIED, Kind.LIMIT, Kind.NEVER)
"""What no payment cures."""


@dataclass(frozen=True, slots=True)
class Condition:
    """A part of a wish: met, or refused for a reason."""

    action: Action | None
    why: Reason | None
    met: Reason | None = None
    """The sentence that says so; without one the action says it."""

    @property
    def id(self) -> str:
        told = self.why or self.met
        return told.id if told is not None else ""

    def __hash__(self) -> int:
        return hash((self.action, self.id))


@dataclass(frozen=True, slots=True)
class Wish:
    """What was meant, and how it stands."""

    actions: tuple[Action, ...]
    conditions: tuple[Condition, ...]
    """All that is refused comes first."""
    helps: tuple[Action, ...] = ()
    """What could be done now to come nearer."""

    @property
    def why(self) -> Reason:
        """The first reason against it."""
        return next(c.why for c in self.conditions if c.why is not None)


def wish(game: Game, state: State, things: Things) -> Wish | None:
    """The likeliest wish for these things that cannot be had; None if one of them can."""
    seat = state.to_move()
    if seat < 0 or intentions(game, state, things, 1).found:
        return None
    planner, own = Planner(game, state), manner(game)
    told = own.explains(state, seat, things)
    if told is not None:
        return Wish((), (Condition(None, told),))
    found = [w for _, patterns in planner.wishes(things) if (w := _examine(planner, patterns)) is not None]
    found += [w for a in _turned_to(state, things) if (w := _refused(state, (a,))) is not None]
    known = every_wish(state)
    found = [w for w in found if not known or w.actions[-1] in known]  # nobody wishes for what does not exist

    def strange(w: Wish) -> tuple[bool, bool, bool]:
        nonsense = w.why.kind is Kind.NEVER or w.why.id.startswith(("why.no_such", "why.not_your"))
        return w.why.id == NOT_NOW, nonsense, w.why.id in own.beside_the_point

    best = min(found, key=strange, default=None)  # the first of the likeliest
    if best is None and (name := _missing(game, state, things)):
        return Wish((), (Condition(None, reason("why.nothing_called", thing=name)),))
    use = own.uses(state, seat, things)
    if best is None or (use is not None and best.why.id.startswith("why.no_such")):  # whatever is asked
        return Wish((), (Condition(None, use or reason("why.only_shown")),))
    if best.why.id == NOT_NOW:
        asked = Condition(None, asked_now(state))
        return Wish(best.actions, (Condition(None, use), asked) if use else (asked,))
    same = [w for w in found if w.actions[-1] == best.actions[-1] and w != best and not any(strange(w))]
    begun = [w for w in same if any(c.why is None for c in w.conditions)][:1]  # what could at least be prepared
    same = [best, *begun]
    wanted = best.actions[-1]
    needs = [Condition(wanted, n.why, None if n.why else n.met) for n in own.needs(planner.world, seat, wanted)]
    conditions = dict.fromkeys([c for w in same for c in w.conditions] + needs)
    refused = [c for c in conditions if c.why is not None]
    met = [c for c in conditions if c.why is None and (c.met is not None or not needs)]
    return Wish(best.actions, (*_distinct(refused), *met), helping(game, state, refused))


def _missing(game: Game, state: State, things: Things) -> str | None:
    """The name of a thing that the table does not show: everything on it has a card."""
    view = state.view(state.to_move())
    return next((name for kind, name in things.items() if explain(game, view, kind, name, "en") is None), None)


def asked_now(state: State) -> Reason:
    """Something else is asked first."""
    return reason("why.asked_now", kind=Kind.LATER, question=state.question())


def _examine(planner: Planner, patterns: Sequence[Pattern]) -> Wish | None:
    """A wish of the game, as far as it goes: each part tried in the position that the parts before it lead to."""
    state = planner.world
    actions: list[Action] = []
    conditions: list[Condition] = []
    for pattern in patterns:
        legal = [a for a in state.legal_actions() if pattern.fits(a)]
        action = legal[0] if legal else _first(planner, pattern)
        if action is None:
            return None
        actions.append(action)
        why = None if legal else state.why_not(action)
        conditions.append(Condition(action, why))
        if why is None:
            state = state.clone()
            state.apply(action)
            if state.to_move() != planner.seat:
                break
    return _told(actions, conditions)


def _first(planner: Planner, pattern: Pattern) -> Action | None:
    whole = pattern.action()
    if whole is not None:
        return whole
    return next((a for a in planner.every().get(pattern.verb, ()) if pattern.fits(a)), None)


def _turned_to(state: State, things: Things) -> list[Action]:
    """Legal actions with these things in place of theirs."""
    found: dict[Action, None] = {}
    for action in state.legal_actions():
        args = args_of(action)
        for kind, thing in things.items():
            name = next((n for n in (PLACES if kind == "at" else (kind,)) if n in args), None)
            if name is None or (isinstance(args[name], int) and not thing.isdecimal()):
                break
            args[name] = int(thing) if isinstance(args[name], int) else thing
        else:
            found[type(action)(**args)] = None
        if len(found) >= MOST_TRIED:
            break
    return list(found)


def _refused(state: State, actions: Sequence[Action]) -> Wish | None:
    return _told(actions, [Condition(a, state.why_not(a)) for a in actions])


def _told(actions: Sequence[Action], conditions: Sequence[Condition]) -> Wish | None:
    refused = [c for c in conditions if c.why is not None]
    if not refused:
        return None
    return Wish(tuple(actions), (*refused, *(c for c in conditions if c.why is None)))


def _distinct(conditions: Sequence[Condition]) -> list[Condition]:
    found: list[Condition] = []
    told: list[tuple[str, dict[str, object]]] = []
    for condition in conditions:
        assert condition.why is not None
        if (said := (condition.why.id, condition.why.args)) not in told:
            told.append(said)
            found.append(condition)
    return found


def helping(game: Game, state: State, refused: Sequence[Condition]) -> tuple[Action, ...]:
    """Legal actions that bring nearer what is missing; none where something else stays in the way all the same."""
    own, seat = manner(game), state.to_move()
    world = state.resample(seat, Random(0))
    found: dict[Action, None] = {}
    for why in (c.why for c in refused if c.why is not None):
        means = own.means(world, seat, why)
        if not means and why.kind in LASTING:
            return ()
        found |= dict.fromkeys(means)
    return tuple(found)


def title(game: Game, state: State, found: Wish, lang: str, players: Sequence[str] = ()) -> str:
    """What was wished, in words; empty where it has none."""
    return game.describe(state, found.actions[-1], lang, offered=True, players=players) if found.actions else ""


def say_condition(game: Game, state: State, condition: Condition, lang: str, players: Sequence[str] = ()) -> str:
    """What is in the way, or that it is not."""
    told = condition.why or condition.met
    if told is not None:
        return say_why(game, told, lang)
    action = condition.action
    return game.describe(state, action, lang, offered=True, players=players) if action is not None else ""


def say_why(game: Game, why: Reason, lang: str) -> str:
    """A reason in words; one that speaks of the question says what it is."""
    words = game.catalogue(lang)
    if "question" in why.args:
        return words.say(why.id, **why.args | {"question": words.messages.get(f"ask.{why.args['question']}", "")})
    return words.say(why.id, **why.args)


@dataclass(frozen=True, slots=True)
class Way:
    """To a wish in two steps, if nobody comes in between."""

    first: Intention
    second: Intention
    same_turn: bool


def two_turns(game: Game, state: State, things: Things) -> Way | None:
    """Something now, the wish right after it or in the next turn."""
    own, seat = manner(game), state.to_move()
    if seat < 0:
        return None
    found: list[Way] = []
    for stone in own.stones(state, seat, things):
        first = next(iter(intentions(game, state, stone, 1).found), None)
        later = turn_of(game, first.after, seat) if first is not None else None
        second = next(iter(intentions(game, later, things, 1).found), None) if later is not None else None
        if first is not None and second is not None:
            found.append(Way(first, second, later is first.after))
    return min(found, key=lambda way: (not way.same_turn, len(way.first.steps) + len(way.second.steps)), default=None)
