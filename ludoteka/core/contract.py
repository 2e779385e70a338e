"""What every game must satisfy. `check_game(game)` is public: use it for a game of your own.

It plays random matches for every number of seats and every option and looks at each position. A fault raises
`ContractBroken`, which says what is wrong, in which configuration, and after which record.
"""

from __future__ import annotations

import copy as copying
import json
import pickle
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import is_dataclass
from random import Random
from typing import Any
from xml.etree import ElementTree

from ludoteka.core import intentions_check
from ludoteka.core.action import Action, args_of, is_one_of
from ludoteka.core.errors import CannotUndo
from ludoteka.core.game import CHANCE, OVER, Game, State
from ludoteka.core.match import Match, reveals
from ludoteka.core.native import slot_names
from ludoteka.core.options import Options
from ludoteka.core.shared import Shared
from ludoteka.core.svg import sheet
from ludoteka.core.text import LANGS

MOST_COMPARED = 12
"""Of a long list of actions only so many are tried out where each costs a copy of the state."""


class ContractBroken(AssertionError):
    """A promise of the protocol that a game does not keep."""

    def __init__(self, problem: str, record: str) -> None:
        super().__init__(f"{problem}\n\nThe match so far:\n{record}")
        self.problem = problem
        self.record = record


def check_game(game: Game, matches: int = 1, seed: int = 0, everything: bool = False) -> int:
    """Check every configuration with that many matches each; how many actions were looked at."""
    check_catalogues(game)
    total = 0
    for seats, options in game.configurations(everything):
        for k in range(matches):
            total += check_match(game, seats, options, seed + k)
    return total


def check_match(game: Game, seats: int, options: Mapping[str, Any], seed: int = 0, every: int = 1) -> int:
    """Play one random match and check each position (with `every` = n only every nth)."""
    match = Match(game, seats, options)
    try:
        return _Check(game, match, Random(f"{game.name} {seats} {seed}"), every).run()
    except ContractBroken:
        raise
    except Exception as error:
        # the last action may be half applied: the record goes up to it and names it in a comment
        crashed = match.actions[-1:]
        match.rewind(max(0, len(match.actions) - 1))
        record = match.save() + f"# then: {' '.join(map(str, crashed))}\n"
        raise ContractBroken(f"{game.name}: {type(error).__name__}: {error}", record) from error


def check_catalogues(game: Game) -> None:
    """Both languages say the same things."""
    english, russian = ({k for k in game.catalogue(lang).messages if "@" not in k} for lang in LANGS)  # @: cases
    if english != russian:
        raise ContractBroken(f"messages in one language only: {sorted(english ^ russian)}", "")
    for verb in game.known_verbs:
        if f"action.{verb}" not in english and game.describe_action is None:
            raise ContractBroken(f"no words for the verb {verb}", "")


class _Check:
    def __init__(self, game: Game, match: Match, rng: Random, every: int) -> None:
        self.game = game
        self.match = match
        self.rng = rng
        self.every = every
        self.hidden_from: set[int | None] = set()
        self.dealt_anew: set[int | None] = set()

    def run(self) -> int:
        match = self.match
        while match.state.to_move() != OVER:
            thorough = len(match.actions) % self.every == 0
            if thorough:
                self.position(match.state)
            action = match.state.sample(self.rng)
            self.need(action in match.state.legal_actions(), f"sample gave {action}, which is not legal")
            if thorough:
                self.before(match.state, action)
            match.push(action)
            self.need(len(match.actions) <= self.game.longest, f"no end after {self.game.longest} actions")
            # an undo replays the match, so it is tried less often the longer the match is
            if thorough and match.movers[-1] != CHANCE and self.rng.random() < 40 / len(match.actions):
                self.undo_and_redo()
        self.position(match.state)
        self.end(match.state)
        return len(match.actions)

    def need(self, holds: bool, problem: str) -> None:
        if not holds:
            raise ContractBroken(f"{self.game.name}: {problem}", self.match.save())

    # one position

    def position(self, s: State) -> None:
        before = s.snapshot()
        self.laws(s, "in play")
        self.legality(s)
        self.copies(s)
        for seat in (*range(s.seats), None):
            self.secrets(s, seat)
        self.need(len(s.scores()) == s.seats, "scores() must have one entry per seat")
        closely = self.rng.random() < 0.05 or not s.stack or not self.match.actions
        if closely:
            self.picture(s)
            wrong = intentions_check.problem(self.game, s, Random(len(self.match.actions)))
            self.need(not wrong, wrong)
        self.need(s.snapshot() == before, "asking changed the state")
        if closely:
            self.events(s)
            self.written(s)
            self.imagined(s)
            self.travel(s)

    def laws(self, s: State, where: str) -> None:
        for law in self.game.laws:
            try:
                law(s)
            except AssertionError as error:
                raise ContractBroken(
                    f"{self.game.name}: {law.__name__} broken {where}: {error}", self.match.save()
                ) from error

    def legality(self, s: State) -> None:
        legal = s.legal_actions()
        if s.to_move() == OVER:
            self.need(legal == [], "there is something to do in a match that is over")
            return
        self.need(bool(legal), "nothing is legal, but the match is not over")
        every = list(legal)
        self.need(len(set(every)) == len(legal), "legal_actions() has something twice, or another length than it says")
        self.need([legal[i] for i in range(len(legal))] == every, "legal_actions() has others by number than in turn")
        known = all(is_one_of(a, legal) for a in every[:: 1 + len(every) // 8])
        self.need(known, "legal_actions() does not know its own actions")
        self.need(s.legal_actions() == legal, "legal_actions() is not the same when asked again")
        self.need(s.clone().legal_actions() == legal, "legal_actions() of a clone are others, or in another order")
        for action in legal:
            self.need(self.game.parse(str(action)) == action, f"parse(str(a)) is not a for {action}")
        if s.to_move() == CHANCE:
            self.need(all(weight > 0 for _, weight in s.chance()), "an outcome of chance has no positive weight")
        else:
            for _ in range(4):
                action = s.sample(self.rng)
                self.need(action in legal, f"sample gave {action}, which is not legal")
        for action in self.some(legal):
            self.need(s.why_not(action) is None, f"{action} is legal, but why_not gives a reason")

    def copies(self, s: State) -> None:
        copy = s.clone()
        self.alike(s, copy)
        shared = _mutables(s) & _mutables(copy)
        self.need(not shared, "clone() shares something mutable: " + _where(s, shared))
        for copy_first in (False, True):
            self.apart(copy.clone(), copy_first)

    def travel(self, s: State) -> None:
        """A position that Python itself copies or pickles is the same position, and shares what is shared."""
        sent = {"pickled": pickle.loads(pickle.dumps(s)), "copied": copying.copy(s), "deep-copied": copying.deepcopy(s)}
        for how, other in sent.items():
            self.need(other.digest() == s.digest(), f"a {how} position is another one")
            self.need(other.legal_actions() == s.legal_actions(), f"a {how} position has other legal actions")
            for seat in (*range(s.seats), None):
                self.need(other.view(seat) == s.view(seat), f"a {how} position has another view({seat})")
            twice = [
                name for name in slot_names(type(s)) if not _same_constants(getattr(s, name), getattr(other, name))
            ]
            self.need(not twice, f"a {how} position has copies of what exists once: {twice}")
            ours = s.clone()
            self.need(self.play_on(other, 6) == self.play_on(ours, 6), f"a {how} position goes on in another way")
            self.need(other.digest() == ours.digest(), f"a {how} position goes on in another way")

    def written(self, s: State) -> None:
        """A position in one line is read back as the same position."""
        text = s.position()
        if not text or self.game.read_position is None:
            return
        self.need("\n" not in text, "position() has more than one line")
        other = self.game.place(s.seats, s.options, text)
        self.need(other.position() == text, f"a written position is read as another one: {text} {other.position()}")
        self.need(other.digest() == s.digest(), f"a written position is read as another one: {text}")
        self.same_world(s, other, "read from its line")

    def same_world(self, s: State, other: State, how: str) -> None:
        self.need(other.legal_actions() == s.legal_actions(), f"a position {how} has other legal actions")
        for seat in (*range(s.seats), None):
            theirs = other.full_view(seat)
            for key, value in s.full_view(seat).items():
                self.need(theirs[key] == value, f"a position {how} has another view({seat}): {key}")
        one, two = s.clone(), other.clone()
        self.need(self.play_on(one, 6) == self.play_on(two, 6), f"a position {how} goes on in another way")
        self.need(one.scores() == two.scores(), f"a position {how} goes on to other scores")

    def imagined(self, s: State) -> None:
        """A world made from a view has that view, keeps the laws and asks the same, as long as something is asked."""
        if self.game.from_view is None or not s.stack:
            return
        for seat in (*range(s.seats), None):
            seen = json.loads(json.dumps(s.full_view(seat)))
            world = self.game.from_view(seen, seat, self.rng)
            self.laws(world, f"in a world made from view({seat})")
            theirs = world.full_view(seat)
            for key, value in seen.items():
                self.need(theirs[key] == value, f"a world made from view({seat}) has another {key}")
            if s.to_move() == seat:
                self.need(world.legal_actions() == s.legal_actions(), f"view({seat}) does not tell what is legal")

    def alike(self, s: State, copy: State) -> None:
        for name in slot_names(type(s)):
            self.need(hasattr(copy, name) and hasattr(s, name), f"clone() forgets the slot {name}")
        mine, other = s.snapshot(), copy.snapshot()
        for name, value in mine.items():
            self.need(other[name] == value, f"clone() forgets or changes the slot {name}")

    def apart(self, parent: State, copy_first: bool) -> None:
        """What happens to a state is not felt by a copy of it, nor the other way round; both can go the same way."""
        self.play_on(parent, 1)  # what it has written is its own, until it is copied
        copy = parent.clone()
        self.alike(parent, copy)
        first, second = (copy, parent) if copy_first else (parent, copy)
        begun = second.snapshot()
        played = self.play_on(first, 3)
        felt = "a copy was played on, and what it is a copy of" if copy_first else "a state was played on, and its copy"
        self.need(second.snapshot() == begun, f"{felt} changed: {played}")
        ended = first.snapshot()
        for action in played:
            second.apply(action)
        self.need(first.snapshot() == ended, f"what was played later in one copy changed the other: {played}")
        self.need(second.snapshot() == ended, f"a state and a copy of it went different ways: {played}")

    def play_on(self, s: State, steps: int) -> list[Action]:
        rng = Random(len(self.match.actions))  # its own: the match that is checked does not depend on this
        played: list[Action] = []
        while len(played) < steps and (legal := s.legal_actions()):
            played.append(rng.choice(legal))
            s.apply(played[-1])
        return played

    # secrets

    def secrets(self, s: State, seat: int | None) -> None:
        seen = s.full_view(seat)
        self.need(seen | s.view(seat) == seen, f"full_view({seat}) does not hold what view({seat}) shows")
        self.need(seen == json.loads(json.dumps(seen)), f"view({seat}) is not made of plain JSON values")
        for _ in range(2):
            world = s.resample(seat, self.rng)
            self.laws(world, f"in a world resampled for {seat}")
            self.need(world.to_move() == s.to_move(), f"resample({seat}) changes whose turn it is")
            self.same_view(seen, world.full_view(seat), seat)
            if s.to_move() == seat:
                same = world.legal_actions() == s.legal_actions()
                self.need(same, f"legal actions of seat {seat} depend on what it does not know")
            if world.snapshot() != s.snapshot():
                self.dealt_anew.add(seat)

    def same_view(self, seen: dict[str, Any], other: dict[str, Any], seat: int | None) -> None:
        for key in seen:
            same = other.get(key) == seen[key]
            self.need(same, f"view({seat}) leaks, or resample({seat}) contradicts what is known: {key} differs")

    def before(self, s: State, chosen: Action) -> None:
        """Looks at what is about to happen through everybody's eyes."""
        actions = self.some(s.legal_actions())
        later = []
        for action in actions:
            after = s.clone()
            after.apply(action)
            later.append(after)
        for seat in (*range(s.seats), None):
            if s.redact(chosen, seat) != chosen:
                self.hidden_from.add(seat)
            told: dict[str, tuple[Action, Action]] = {}
            for action, after in zip(actions, later, strict=True):
                if s.to_move() == seat:
                    self.need(s.redact(action, seat) == action, f"seat {seat} does not see its own {action}")
                    continue
                sight = json.dumps(after.view(seat), sort_keys=True)
                first, shown = told.setdefault(sight, (action, s.redact(action, seat)))
                differs = s.redact(action, seat) != shown
                self.need(not differs, f"the log tells seat {seat} {action} from {first}, its view does not")
        for lang in LANGS:
            self.need(bool(self.game.describe(s, chosen, lang)), f"no words for {chosen}")

    # events

    def events(self, s: State) -> None:
        """Whatever may happen unasked leaves a position to go on from, or a match that is over, and can be recorded."""
        possible = self.game.possible_events(s)
        self.need(bool(s.stack) or not possible, "something may happen to a match that is over")
        for event in self.some(list(possible)):
            self.need(self.game.parse(str(event)) == event, f"parse(str(e)) is not e for {event}")
            self.need(s.why_not(event) is None, f"{event} is possible, but why_not gives a reason")
            for lang in LANGS:
                self.need(bool(self.game.describe(s, event, lang)), f"no words for {event}")
            match = self.match.fork()
            match.push(event)
            after = match.state
            self.laws(after, f"after {event}")
            self.legality(after)
            self.need(len(after.scores()) == len(after.returns()) == s.seats, "a score and a share for every seat")
            self.play_on(after.clone(), 3)
            text = match.save()
            again = Match.load(text, lambda _: self.game)
            self.need(again.save() == text, f"a record with {event}, read and written again, is another text")
            self.need(again.state.snapshot() == after.snapshot(), f"a record with {event} replays to another position")

    # a match

    def undo_and_redo(self) -> None:
        match = self.match
        seat = match.movers[-1]
        before = match.at(len(match.actions) - 1)
        after = match.state.snapshot()
        saw_more = learned(before, match.actions[-1], self.rng)
        try:
            match.undo(seat)
        except CannotUndo:
            self.need(saw_more or reveals(before, match.actions[-1]), "undo is refused though nothing was revealed")
            return
        self.need(not saw_more, f"undo went back across a reveal: {match.undone[-1]}")
        self.need(match.state.snapshot() == before.snapshot(), "undo does not lead back to the same position")
        match.redo(seat)
        self.need(match.state.snapshot() == after, "redo does not lead to the same position")

    def end(self, s: State) -> None:
        shares = s.returns()
        self.need(min(shares) >= 0, "returns() must not be negative")
        self.need(abs(sum(shares) - 1) < 1e-9 or not any(shares), "returns() must sum to 1, or to 0 if the game wins")
        text = self.match.save()
        again = Match.load(text, lambda _: self.game)
        self.need(again.save() == text, "a record read and written again is another text")
        self.need(again.state.snapshot() == s.snapshot(), "a record replays to another position")
        for seat in self.hidden_from - self.dealt_anew:
            self.need(False, f"something is hidden from {seat}, but resample({seat}) always gives the truth")
        if self.match.movers.count(CHANCE):
            last = len(self.match.movers) - 1 - self.match.movers[::-1].index(CHANCE)
            rest = Match.load(text, lambda _: self.game, check=False)
            rest.rewind(last + 1)
            for seat in range(s.seats):
                self.need(rest.why_no_undo(seat) == "error.undo_chance", "undo went back across an outcome of chance")

    def picture(self, s: State) -> None:
        named = {a for action in s.legal_actions() for k, a in args_of(action).items() if k in ("at", "to")}
        for lang in LANGS:
            view = s.view(s.to_move() if s.to_move() >= 0 else None)
            panels = self.game.panels(view, lang)
            text = str(sheet(self.game.draw(view, lang), panels))
            try:
                ElementTree.fromstring(text)
            except ElementTree.ParseError as error:
                self.need(False, f"the drawing is not well-formed: {error}")
            places = set(re.findall(r'data-at="([^"]*)"', text))
            missing = sorted(str(a) for a in named if str(a) not in places and str(a) != "-")
            self.need(not missing or s.to_move() < 0, f"not to be found on the drawing: {missing[:8]}")

    def some(self, actions: Sequence[Action]) -> Sequence[Action]:
        return actions if len(actions) <= MOST_COMPARED else self.rng.sample(actions, MOST_COMPARED)


def learned(before: State, action: Action, rng: Random, worlds: int = 8) -> bool:
    """Whether the mover's view after the action depends on something hidden before it."""
    seat = before.to_move()
    views = []
    for world in [before.clone(), *(before.resample(seat, rng) for _ in range(worlds))]:
        world.apply(action)
        views.append(world.view(seat))
    return any(view != views[0] for view in views)


def _same_constants(a: Any, b: Any) -> bool:
    """Whether two fields that are alike name the very same boards, factions and other things that exist once."""
    if isinstance(a, list | tuple):
        return all(_same_constants(x, y) for x, y in zip(a, b, strict=True))
    if isinstance(a, dict):
        return all(_same_constants(a[key], b[key]) for key in a)
    plain = a is None or isinstance(a, str | int | float | bytes | bytearray | frozenset | set | Action | Options)
    return plain or hasattr(a, "clone") or a is b or (is_dataclass(a) and a == b)


def _mutables(value: Any) -> set[int]:
    found: set[int] = set()
    _walk(value, lambda v, _: found.add(id(v)), "")
    return found


def _where(s: State, ids: set[int]) -> str:
    paths: list[str] = []
    _walk(s, lambda v, path: paths.append(path) if id(v) in ids else None, "")
    return ", ".join(paths)


def _walk(value: Any, visit: Callable[[Any, str], object], path: str) -> None:
    """Visit every mutable thing inside a state."""
    if isinstance(value, tuple):
        for i, item in enumerate(value):
            _walk(item, visit, f"{path}[{i}]")
    elif value is None or isinstance(value, str | int | float | bytes | frozenset | Shared | Action | Options):
        return
    elif isinstance(value, list | set | bytearray | dict):
        visit(value, path)
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for key, item in items:
            _walk(item, visit, f"{path}[{key}]")
    elif _has_slots(value) and not getattr(type(value), "__dataclass_params__", None):
        if not getattr(type(value), "copy_on_write", False):  # `apart` shows whether that is true
            visit(value, path)
        for name in slot_names(type(value)):
            _walk(getattr(value, name, None), visit, f"{path}.{name}".lstrip("."))


def _has_slots(value: Any) -> bool:
    """Constants that states share have none. Compiled they all look alike: there what can be cloned is what has."""
    return bool(slot_names(type(value))) and (hasattr(value, "clone") or not hasattr(type(value), "__mypyc_attrs__"))
