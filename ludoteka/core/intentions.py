"""Moves as people think of them: an intention is a titled sequence of atoms of one seat, from here to a settled moment.

The planner tries wishes (`Manner.wishes`) on copies, fills in what they need (`Manner.means`), and goes on with the
answers that need no person. It knows what the seat knows: it plans in a world dealt anew. It never goes beyond an
outcome of chance or a question to somebody else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache, lru_cache
from random import Random
from typing import Any

from ludoteka.core.action import Action, args_of, field_names, verb_of
from ludoteka.core.game import CHANCE, Game, State
from ludoteka.core.manner import Default, Manner, manner

COPIES = 120
"""Of the state, that one question may cost."""
MEANS = 12
"""Preparing actions before one atom."""
FOLLOWS = 8
"""Answers without a person after a wish."""
IMAGINED = 12
"""Illegal values of a `*` that are tried."""
PLACES = ("at", "to")

Note = tuple[int, str, int, str]
Things = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Step:
    """One atom of an intention, with the position before it."""

    action: Action
    before: State = field(compare=False, repr=False)
    notes: tuple[Note, ...] = ()
    """Gains and losses of everybody."""
    means: bool = False
    """Only provides what a later one costs."""
    instead: tuple[Action, ...] = ()
    """Where the question has a usual answer: the other ones than this."""
    given: bool = True
    """Wished for; False where it follows by itself."""
    stop: bool = False
    """A default that ends something: who wants to stay leaves it out."""


@dataclass(frozen=True, slots=True)
class Intention:
    steps: tuple[Step, ...]
    after: State = field(compare=False, repr=False)
    wish: int
    """Its rank among the wishes of the game; the first thought is 0."""

    @property
    def actions(self) -> tuple[Action, ...]:
        return tuple(step.action for step in self.steps)

    @property
    def wished(self) -> tuple[Step, ...]:
        """Without what only pays for it and what follows by itself."""
        return tuple(step for step in self.steps if step.given and not step.means)

    def price(self, seat: int) -> dict[str, int]:
        """Gains and losses of one seat, by kind."""
        totals: dict[str, int] = {}
        for step in self.steps:
            for who, what, n, _ in step.notes:
                if who == seat:
                    totals[what] = totals.get(what, 0) + n
        return {what: n for what, n in totals.items() if n}

    def asks(self, seat: int) -> list[int]:
        """The others that are asked next, in their order."""
        found: list[int] = []
        for frame in reversed(self.after.stack):
            if frame[1] is None or frame[1] == seat or frame[1] == CHANCE:
                break
            found.append(frame[1])
        return found

    @property
    def chance(self) -> bool:
        """What comes next cannot be foreseen."""
        return self.after.to_move() == CHANCE


@dataclass(frozen=True, slots=True)
class Plan:
    """Best first; `cut` if the search stopped before it had tried everything."""

    found: list[Intention]
    cut: bool


@dataclass(frozen=True, slots=True)
class Pattern:
    """A kind of action: fields with a value, or None for any."""

    verb: type[Action]
    values: tuple[Any, ...]

    def fits(self, action: Action) -> bool:
        if type(action) is not self.verb:
            return False
        names = field_names(action)
        return all(v is None or getattr(action, name) == v for name, v in zip(names, self.values, strict=True))

    def action(self) -> Action | None:
        """The only action that fits, if it is one."""
        return self.verb(*self.values) if None not in self.values else None


def read_pattern(game: Game, text: str, words: Mapping[str, str], things: Things) -> Pattern | None:
    """None if a word is not known, such as `{at}` where nobody pointed at a place."""
    verb, *rest = text.split()
    cls = game.known_verbs[verb]
    values: list[Any] = []
    for name, word in zip(_fields(cls), rest, strict=True):
        if word == "*":
            word = things.get(name, "*") if name not in PLACES else word
        if word.startswith("{"):
            if word[1:-1] not in words:
                return None
            word = words[word[1:-1]]
        number = cls.__dataclass_fields__[name].type in (int, "int")
        if word != "*" and number and not word.isdecimal():
            return None
        values.append(None if word == "*" else int(word) if number else word)
    return Pattern(cls, tuple(values))


def _fields(verb: type[Action]) -> tuple[str, ...]:
    return tuple(f.name for f in fields(verb))


def names(action: Action, things: Things) -> bool:
    """Whether an action is about all these things."""
    args = args_of(action)
    for kind, thing in things.items():
        fields = PLACES if kind == "at" else (kind,)
        if not any(str(args.get(name, "")) == thing for name in fields):
            return False
    return True


@cache
def purposes(wishes: tuple[str, ...]) -> tuple[int, ...]:
    """Of each wish, and of none, the rank of the first that ends in the same verb: the others are other ways to it."""
    verbs = [wish.split(";")[-1].split()[0] for wish in wishes]
    return (*(verbs.index(verb) for verb in verbs), len(wishes))


@lru_cache(maxsize=16)
def _every(make: Callable[[int, Any], Any], seats: int, options: Any) -> dict[type[Action], list[Action]]:
    found: dict[type[Action], list[Action]] = {}
    for action in make(seats, options):
        found.setdefault(type(action), []).append(action)
    return found


@dataclass(frozen=True, slots=True)
class _Course:
    """How far a plan has come."""

    state: State
    steps: tuple[Step, ...] = ()


class Planner:
    """Plans for the seat that is asked in `state`."""

    def __init__(self, game: Game, state: State, copies: int = COPIES) -> None:
        self.game = game
        self.manner: Manner = manner(game)
        self.seat = state.to_move()
        self.world = state.resample(self.seat, Random(0)) if self.seat >= 0 else state
        self.left = copies
        self.cut = False

    # what could be wanted

    def plan(self, things: Things, most: int) -> Plan:
        """What could be wanted with these things; with none, every legal action and what follows from it."""
        if self.seat < 0:
            return Plan([], False)
        found = [*self.direct(things, most), *self.by_wishes(things)]
        found.sort(key=self.rank)
        distinct = self.distinct(found)
        self.cut = self.cut or len(distinct) > most
        return Plan(distinct[:most], self.cut)

    def rank(self, intention: Intention) -> tuple[int, ...]:
        """What is meant comes first, then the ways to it: without conversions, and the cheapest."""
        means = any(step.means for step in intention.steps)
        spent = -sum(n for n in intention.price(self.seat).values() if n < 0)
        stays = intention.after.to_move() == self.seat
        return (purposes(self.manner.wishes)[intention.wish], means, spent, intention.wish, stays, len(intention.steps))

    def direct(self, things: Things, most: int) -> Iterator[Intention]:
        legal = [a for a in self.world.legal_actions() if names(a, things)]
        self.cut = len(legal) > most
        singles = [w for w in self.wishes(things) if len(w[1]) == 1]
        last = len(self.manner.wishes)
        for action in legal[:most]:
            rank = next((rank for rank, (pattern,) in singles if pattern.fits(action)), last)
            yield self.finish(self.step(_Course(self.world), action), rank)

    def wishes(self, things: Things) -> list[tuple[int, tuple[Pattern, ...]]]:
        """The wishes of the game that are about all these things, with their ranks."""
        words = {**self.manner.words(self.world, self.seat), **things}
        found = []
        for rank, text in enumerate(self.manner.wishes):
            patterns = [read_pattern(self.game, part, words, things) for part in text.split(";")]
            whole = tuple(p for p in patterns if p is not None)
            if len(whole) == len(patterns) and _about(whole, things):
                found.append((rank, whole))
        return found

    def by_wishes(self, things: Things) -> Iterator[Intention]:
        """Wishes of several atoms, and those that need something first."""
        if not things:
            return
        for rank, patterns in self.wishes(things):
            known = len(patterns) > 1
            found = list(self.follow(_Course(self.world), patterns, False)) if known else []
            if not found:
                legal = len(patterns) == 1 and any(patterns[0].fits(a) for a in self.world.legal_actions())
                found = [] if legal else [*self.follow(_Course(self.world), patterns, True)][:1]
            for course in found:
                yield self.finish(course, rank)

    def follow(self, course: _Course, patterns: Sequence[Pattern], paying: bool) -> Iterator[_Course]:
        """The ways to do these things one after the other; `paying`: with what provides for them."""
        if not patterns:
            yield course
            return
        for action in self.candidates(course.state, patterns[0], paying):
            ready = self.provide(course, action, MEANS) if paying else course
            if ready is None:
                continue
            if self.left <= 0:
                self.cut = True
                return
            after = self.step(ready, action)
            if len(patterns) == 1 or after.state.to_move() == self.seat:
                yield from self.follow(after, patterns[1:], paying)

    def openings(self) -> set[tuple[str, str]]:
        """Things that no legal action names, but a wish of several atoms would begin with: kind and name."""
        words = {**self.manner.words(self.world, self.seat), "at": "*", "what": "*", "seat": "*"}
        begun: dict[Action, State] = {}
        found: set[tuple[str, str]] = set()
        for text in self.manner.wishes if self.seat >= 0 else ():
            first, *later = text.split(";")
            if not later or "{at}" in first or "{what}" in first:
                continue
            patterns = [read_pattern(self.game, part, words, {}) for part in (first, later[0])]
            for action in self.world.legal_actions() if None not in patterns else ():
                if not patterns[0].fits(action):  # type: ignore[union-attr]
                    continue
                if action not in begun:
                    begun[action] = self.step(_Course(self.world), action).state
                after = begun[action]
                for next_one in after.legal_actions() if after.to_move() == self.seat else ():
                    if patterns[1].fits(next_one):  # type: ignore[union-attr]
                        found |= {
                            ("at" if k in PLACES else k, str(v)) for k, v in args_of(next_one).items() if k in PLACES
                        }
        return found

    def candidates(self, state: State, pattern: Pattern, imagined: bool) -> list[Action]:
        if not imagined:
            return [a for a in state.legal_actions() if pattern.fits(a)]
        whole = pattern.action()
        if whole is not None:
            return [whole]
        every = self.every().get(pattern.verb, ())
        return [a for a in every if pattern.fits(a)][:IMAGINED]

    def every(self) -> Mapping[type[Action], list[Action]]:
        if self.game.every_action is None:
            return {}
        return _every(self.game.every_action, self.world.seats, self.world.options)

    def provide(self, course: _Course, action: Action, depth: int) -> _Course | None:
        """What makes the action legal, or None."""
        why = course.state.why_not(action)
        if why is None:
            return course
        if not depth:
            return None
        for means in self.manner.means(course.state, self.seat, why):
            if self.left <= 0:
                self.cut = True
                return None
            found = self.provide(self.step(course, means, means=True), action, depth - 1)
            if found is not None:
                return found
        return None

    # doing it on copies

    def step(self, course: _Course, action: Action, **said: Any) -> _Course:
        self.left -= 1
        state = course.state.clone()
        notes: list[Note] = []
        state.notes = notes
        state.apply(action)
        state.notes = None
        return _Course(state, (*course.steps, Step(action, course.state, tuple(notes), **said)))

    def finish(self, course: _Course, rank: int) -> Intention:
        """Go on with what needs no person."""
        for _ in range(FOLLOWS):
            answer = answer_by_itself(self.manner, course.state) if course.state.to_move() == self.seat else None
            if answer is None:
                break
            default = usual(self.manner, course.state)
            ends = default is not None and default.ends
            course = self.step(course, answer, given=False, instead=self.others(course.state, answer), stop=ends)
        return Intention(course.steps, course.state, rank)

    def others(self, state: State, answer: Action) -> tuple[Action, ...]:
        """What else could be answered to a question that has a usual answer."""
        default = usual(self.manner, state)
        if default is None or default.ends:
            return ()
        return tuple(a for a in state.legal_actions() if a != answer)

    def propose(self) -> Intention | None:
        """The usual answer to what is asked, and what follows; None where there is none."""
        found = self.finish(_Course(self.world), 0) if self.seat >= 0 else None
        return found if found is not None and found.steps else None

    def distinct(self, found: Sequence[Intention]) -> list[Intention]:
        """Of those that end in the same position the first; one atom alone is never dropped."""
        kept: list[Intention] = []
        ends: set[str] = set()
        several = any(len(i.wished) > 1 or len(i.steps) > len(i.wished) for i in found) and len(found) > 1
        for intention in found:
            end = repr(intention.after.snapshot()) if several else ""
            if end in ends and len(intention.steps) > 1:
                continue
            ends.add(end)
            kept.append(intention)
        return kept


def _about(patterns: Sequence[Pattern], things: Things) -> bool:
    named: dict[str, set[str]] = {}
    for pattern in patterns:
        for name, value in zip(_fields(pattern.verb), pattern.values, strict=True):
            kind = "at" if name in PLACES else name
            named.setdefault(kind, set()).add("" if value is None else str(value))
    return all(thing in named.get(kind, ()) for kind, thing in things.items())


def usual(manner: Manner, state: State) -> Default | None:
    """What the seat that is asked usually answers, if there is such a thing."""
    default = manner.defaults.get(state.question())
    return default if default is not None and default.when(state, state.to_move()) else None


def answer_by_itself(manner: Manner, state: State, alone: bool = False) -> Action | None:
    """What the seat that is asked would answer without a thought; `alone`: without even being told before."""
    default = usual(manner, state)
    legal = state.legal_actions()
    if len(legal) == 1 and state.question() not in manner.always_asked:
        return legal[0]
    if default is None or (alone and not default.alone):
        return None
    wanted = default.answer.split()
    return next((a for a in legal if _fits(wanted, a)), None)


def _fits(wanted: Sequence[str], action: Action) -> bool:
    if verb_of(action) != wanted[0]:
        return False
    words = str(action).split()
    return len(words) == len(wanted) and all(w in ("*", word) for w, word in zip(wanted, words, strict=True))


def intentions(game: Game, state: State, things: Things, most: int = 8) -> Plan:
    """What the seat that is asked could want with a thing: `{"at": "G2"}`, best first."""
    return Planner(game, state).plan(things, most)


def intend(game: Game, state: State, actions: Sequence[Action], follow: bool = True) -> Intention:
    """The intention that these legal actions are, with what follows by itself."""
    planner = Planner(game, state)
    course = _Course(planner.world)
    for i, action in enumerate(actions):
        others = planner.others(course.state, action) if len(actions) > 1 else ()
        by_itself = bool(i and others) and action == answer_by_itself(planner.manner, course.state)
        course = planner.step(course, action, given=not by_itself, instead=others)
    return planner.finish(course, 0) if follow else Intention(course.steps, course.state, 0)


def otherwise(game: Game, intention: Intention, n: int, action: Action) -> list[Action]:
    """The actions of an intention with another answer at its step n; later answers stay where their question comes."""
    own, steps = manner(game), intention.steps
    state, seat = steps[n].before.clone(), steps[n].before.to_move()
    later = list(steps[n + 1 :])
    found = [*intention.actions[:n], action]
    state.apply(action)
    while any(step.given for step in later) and state.to_move() == seat:
        legal, frame = state.legal_actions(), state.stack[-1]
        same = next((s for s in later if s.before.stack[-1] == frame and s.action in legal), None)
        answer = same.action if same is not None else answer_by_itself(own, state)
        if answer is None:
            break
        if same is not None:
            later.remove(same)
        found.append(answer)
        state.apply(answer)
    return found
