"""The whole protocol: a `Game` makes a `State`; a state asks its top frame what may be chosen.

A frame is a named tuple `(phase, seat, *data)`: which question, who answers it, and what it must remember. The stack
of frames is everything that is still to be decided, so it can be copied, compared and shown. `seat` is a seat number,
`CHANCE`, or `None` for a step that nobody decides and that just runs.

Besides answers to questions there are events, which a seat or the host starts at any time: `! leave 2`.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache, cached_property
from hashlib import sha256
from itertools import product
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, NamedTuple, ParamSpec, Self, TypeVar

from ludoteka.core import action as actions
from ludoteka.core.action import Action
from ludoteka.core.bag import below, pick
from ludoteka.core.errors import BadOptions, Kind, Reason
from ludoteka.core.events import Event, Leave
from ludoteka.core.folder import folder_of
from ludoteka.core.native import mypyc_attr, restored, slot_names
from ludoteka.core.options import Options
from ludoteka.core.shared import Shared, constant
from ludoteka.core.svg import Panel, Svg, sheet
from ludoteka.core.text import Catalogue, game_catalogue, offering
from ludoteka.core.told import Tally, Told

if TYPE_CHECKING:
    from ludoteka.core.intentions import Plan

CHANCE: Final = -1
OVER: Final = -2
"""What `State.to_move()` returns besides a seat 0..n-1."""

MOST_SEATS: Final = 10
"""Frames are ready for so many."""

Frame = tuple[Any, ...]
"""Any frame. A phase that remembers something has a `NamedTuple` of its own, the others use `Asked` or `Step`."""
S = TypeVar("S", bound="State")
F = TypeVar("F", bound=Frame)
P = ParamSpec("P")


@mypyc_attr(allow_interpreted_subclasses=True)
class Phase(Shared, Generic[S, F]):
    """A kind of moment, a constant of its module. It has no state: what it must remember is in its frame `f`.

    Frames that remember nothing are made once, with it: `s.stack.append(NEXT.step)` where nobody decides, and
    `s.stack.append(TURN.asked[seat])` or `s.stack.append(REVEAL.asked[CHANCE])`.
    """

    def __init__(self) -> None:
        self.step = Step(self)
        self.asked = [*[Asked(self, seat) for seat in range(MOST_SEATS)], Asked(self, CHANCE)]  # CHANCE is -1

    def legal(self, s: S, f: F) -> Sequence[Action]:
        """What the seat may choose: complete, non-empty, unique, in a stable order. A list, or what answers like one
        and is written out only where all are wanted."""
        raise NotImplementedError(f"{self!r} asks nobody")

    def sample(self, s: S, f: F, rng: Random) -> Action:
        """One of `legal`, each equally likely. Override it where masks give one without building the list."""
        legal = self.legal(s, f)
        return legal[below(len(legal), rng)]

    def outcomes(self, s: S, f: F) -> list[tuple[Action, int]]:
        """What chance may bring, with integer weights."""
        raise NotImplementedError(f"{self!r} leaves nothing to chance")

    def apply(self, s: S, f: F, a: Action) -> None:
        """`a` was chosen. The frame is already off the stack; push what follows."""
        raise NotImplementedError(f"{self!r} has no choice to apply")

    def run(self, s: S, f: F) -> None:
        """Nobody decides (the frame's seat is None): do the step."""
        raise NotImplementedError(f"{self!r} does not run by itself")

    def why_not(self, s: S, f: F, a: Action) -> Reason | None:
        """Why `a`, which is not in `legal`, is refused; None for the generic reason."""
        return None

    def question(self, s: S, f: F) -> str:
        """What is asked, for the message `ask.<question>`. Override it where one phase asks for several things."""
        return repr(self)

    def __repr__(self) -> str:
        return type(self).__name__


def kept(kind: Callable[P, F]) -> Callable[P, F]:
    """Makes frames of that kind, the same ones anew only once: for those of which there are few. To find one takes a
    third of the time that Python needs to make it. What a field holds must always be of one type: 1 would find True."""
    return cache(kind)  # type: ignore[return-value]  # it calls itself a thing that takes anything


class Asked(NamedTuple):
    """A seat, or chance, decides."""

    phase: Phase[Any, Any]
    seat: int


class Step(NamedTuple):
    """Nobody decides."""

    phase: Phase[Any, Any]
    seat: None = None


@mypyc_attr(allow_interpreted_subclasses=True)
class State(ABC):
    """A position of a match. Mutable, cheap to clone; holds no dice, no log, no text.

    A game's state lists its fields in `__slots__` and writes `clone()` by hand. Where there are many, assigning them to
    an empty instance is twice as fast as handing them to a constructor.
    """

    __slots__ = ("left", "notes", "options", "seats", "stack")

    stack: list[Frame]
    seats: int
    options: Any
    left: int
    """Bits of the seats that have left the match."""
    notes: list[tuple[int, str, int, str]] | None
    """(seat, what, n, why) of every gain and loss, kept only while somebody listens."""
    beside: ClassVar[frozenset[str]] = frozenset({"notes"})
    """Fields that are no part of the position: notes, constants, and what is worked out from the others."""

    def to_move(self) -> int:
        seat: int = self.stack[-1][1] if self.stack else OVER
        return seat

    def legal_actions(self) -> Sequence[Action]:
        """What may happen now: the choices of the seat to move, or the outcomes of chance. Empty when over."""
        if not self.stack:
            return []
        f = self.stack[-1]
        phase: Phase[Any, Any] = f[0]  # said to be one: a native build then calls it without looking names up
        if f[1] == CHANCE:
            return [a for a, _ in phase.outcomes(self, f)]
        return phase.legal(self, f)

    def question(self) -> str:
        """What is asked now: catalogues have it in words as `ask.<question>`. Empty when over."""
        f = self.stack[-1] if self.stack else None
        return f[0].question(self, f) if f else ""

    def chance(self) -> list[tuple[Action, int]]:
        """The outcomes of chance with their weights, when `to_move()` is CHANCE."""
        f = self.stack[-1]
        phase: Phase[Any, Any] = f[0]
        return phase.outcomes(self, f)

    def sample(self, rng: Random) -> Action:
        """One of `legal_actions()`, uniform for a seat, by weight for chance."""
        f = self.stack[-1]
        if f[1] == CHANCE:
            return pick(self.chance(), rng)
        phase: Phase[Any, Any] = f[0]
        return phase.sample(self, f, rng)

    def apply(self, action: Action) -> None:
        """Make a legal action happen, in place. Does not check: strangers come through `Match.play`."""
        f = self.stack.pop()
        phase: Phase[Any, Any] = f[0]
        phase.apply(self, f, action)
        self.settle()

    def happen(self, what: Action) -> None:
        """Make happen what a record says: an answer or an event."""
        if isinstance(what, Event):
            what.happen(self)
            self.settle()
        else:
            self.apply(what)

    def settle(self) -> None:
        """Run the steps that nobody decides until a question is on top."""
        stack = self.stack
        while stack and stack[-1][1] is None:
            f = stack.pop()
            phase: Phase[Any, Any] = f[0]
            phase.run(self, f)

    def why_not(self, action: Action) -> Reason | None:
        """Why the seat to move may not choose this action, or why this event cannot happen; None if it may."""
        if isinstance(action, Event):
            return action.why_not(self)
        if actions.is_one_of(action, self.legal_actions()):
            return None
        if not self.stack:
            return Reason("error.match_over")
        f = self.stack[-1]
        phase: Phase[Any, Any] = f[0]
        told = phase.why_not(self, f, action)
        return told or Reason("why.not_now", "", {"verb": actions.verb_of(action)}, Kind.NOT_ASKED)

    def note(self, seat: int, what: str, n: int, why: str) -> None:
        if self.notes is not None:
            self.notes.append((seat, what, n, why))

    def __reduce__(self) -> tuple[Any, ...]:
        return restored, (type(self), {name: getattr(self, name) for name in slot_names(type(self))})

    def __copy__(self) -> Self:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.clone()

    @abstractmethod
    def clone(self) -> Self:
        """A copy that shares nothing mutable; `notes` is None in it. A class whose instances are copied only before
        they are written says so with `copy_on_write = True`: those may be shared."""

    @abstractmethod
    def scores(self) -> list[tuple[int, ...]]:
        """Per seat, with tie-breakers inside the tuple: a larger tuple is a better result."""

    def returns(self) -> list[float]:
        """Shares of victory; they sum to 1, or to 0 where the game itself has won against everybody. Whoever has left
        wins only if nobody has stayed."""
        scores = [(not self.left >> seat & 1, score) for seat, score in enumerate(self.scores())]
        best = max(scores)
        return [(x == best) / scores.count(best) for x in scores]

    def position(self) -> str:
        """This position in one line, which `Game.place` reads back; empty if the game has no such lines."""
        return ""

    def fewest(self) -> int:
        """How many seats must stay for the match to go on when others leave: one has nobody to play against."""
        return min(2, self.seats)

    @abstractmethod
    def view(self, seat: int | None) -> dict[str, Any]:
        """All that a seat may know (None: a spectator), as plain JSON values: what drawings and learners look at."""

    def full_view(self, seat: int | None) -> dict[str, Any]:
        """The view with all that `Game.from_view` needs to play on, for bots elsewhere. Override it where the view
        would do for looking and the rest takes time to write."""
        return self.view(seat)

    def redact(self, action: Action, seat: int | None) -> Action:
        """The action, about to happen in this state, as that seat may see it."""
        return action

    def resample(self, seat: int | None, rng: Random) -> Self:
        """Another world that agrees with all that the seat knows; what it does not know is dealt anew."""
        return self.clone()

    def __repr__(self) -> str:
        return f"<{self.game().name}, {self.seats} seats, {self.asked()}>"

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and isinstance(other, State) and other.snapshot() == self.snapshot()

    __hash__ = None  # type: ignore[assignment]  # it changes

    def _repr_svg_(self) -> str:
        """The board, for notebooks, as the seat to move sees it."""
        view = self.view(self.to_move() if self.to_move() >= 0 else None)
        return str(sheet(self.game().draw(view, "en"), self.game().panels(view, "en")))

    def asked(self) -> str:
        """Who is asked what: "seat 1 to answer Turn"."""
        who = {CHANCE: "chance", OVER: "over"}.get(self.to_move(), f"seat {self.to_move()}")
        return f"{who} to answer {self.question()}" if self.stack else who

    def game(self) -> Game:
        """The game whose package its class belongs to."""
        for cls in type(self).__mro__:
            package = sys.modules[cls.__module__.rpartition(".")[0]]
            if isinstance(found := getattr(package, "GAME", None), Game):
                return found
        raise LookupError(f"no package of {type(self).__name__} has a GAME")

    def snapshot(self) -> dict[str, Any]:
        """Every field as plain comparable values, without what stands beside the position."""
        return _fields(self)

    def digest(self) -> str:
        """A short name of this exact position, the same in every process."""
        return sha256(repr(self.snapshot()).encode()).hexdigest()[:16]


def _plain(value: Any) -> Any:
    kind = type(value)
    if value is None or kind is int or kind is str or kind is bool:
        return value
    if isinstance(value, list | tuple):
        return [_plain(v) for v in value]
    if isinstance(value, dict):
        return {k: _plain(value[k]) for k in value}
    if isinstance(value, set | frozenset):
        return sorted(value)
    if isinstance(value, str | int | float | bytes | Phase | Action | Options):
        return repr(value) if isinstance(value, Phase | Action | Options) else value
    if isinstance(value, bytearray):
        return bytes(value)
    if not hasattr(value, "clone") and not is_dataclass(value):
        return {}  # a constant that states share; a native build would show all its fields
    return _fields(value)


def _fields(value: object) -> dict[str, Any]:
    beside: frozenset[str] = getattr(type(value), "beside", frozenset())
    return {name: _plain(getattr(value, name)) for name in slot_names(type(value)) if name not in beside}


_USUAL: Final[dict[type[Options], Options]] = {}
"""Options that are all at their defaults, by their class."""


@dataclass(frozen=True)
class Game:
    """The rules of one game. A package under `games` makes one of these and calls it GAME."""

    name: str
    version: int
    """Rises when a recorded match would replay differently."""
    package: str
    seats: range
    options: type[Options]
    verbs: tuple[type[Action], ...]
    start: Callable[[int, Any], State]
    draw: Callable[[Mapping[str, Any], str], Svg]
    """The board as a seat sees it: `draw(state.view(seat), "en")`."""
    panels: Callable[[Mapping[str, Any], str], list[Panel]]
    """What lies beside the board: hands, tracks, one panel per seat. Who knows the players adds their names to the view
    as `called`, by seat."""
    laws: tuple[Callable[[Any], None], ...] = ()
    """Conservation laws: each raises AssertionError in a state that breaks it."""
    longest: int = 20_000
    """No match has more actions than this."""
    read_position: Callable[[int, Any, str], State] | None = None
    """Reads what `State.position` writes: seats, options, the line. `Game.place` then looks whether it can be."""
    from_view: Callable[[Mapping[str, Any], int | None, Random], State] | None = None
    """A world that agrees with all that a seat sees, from its `full_view` alone: for bots elsewhere."""
    describe_action: Callable[[Any, Action, Catalogue], str] | None = None
    """Words for an action where the message `action.<verb>` with the fields is not enough."""
    text: Callable[[Mapping[str, Any], str], str] | None = None
    """The board in plain characters, for the terminal: `text(state.view(seat), "en")`."""
    ink: Mapping[str, str] = field(default_factory=dict)
    """Colours of `text` where a terminal has them: what to find (a regular expression) -> "bold red"."""
    short: Callable[[Any, str], list[Action]] | None = None
    """Reads a move in a short notation that players of the game have; raises what says that it is none."""
    ways: Callable[[Any, Action], list[list[str]]] | None = None
    """The ways that pieces go if a seat does this: places (`data-at`) from the first to the last, one list per piece.
    As far as is known before it happens; the page draws them."""
    source: Callable[[str, str], str] | None = None
    """Where points come from: for `what` and `why` of a note the kind of source (`source.<kind>` in the catalogue), or
    "" if it is no point. Adds up what the score table shows in bars."""
    told: Callable[[State, Action, State, Catalogue], list[Told]] | None = None
    """What an action did besides gains and losses, facts and moments, as everybody could see: from the position before
    it and the one after it, which still has its notes."""
    standing: Callable[[State, Catalogue], Tally] | None = None
    """How the scores at the end are read; None: the messages `score.1`, `score.2`… are their headings."""
    plays: Callable[[State, Sequence[int], Sequence[Action]], list[list[str]]] | None = None
    """What each seat played in a match (its last position, the movers and the actions), where seats differ: factions,
    peoples; `what.<name>` in the catalogue."""
    every_action: Callable[[int, Any], Iterable[Action]] | None = None
    """Every action a seat may ever choose with these seats and options, for learners that need numbers."""
    presets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Named sets of options."""
    events: tuple[type[Event], ...] = (Leave,)
    """What may happen besides answers to questions."""
    upgrade: Callable[[int, dict[str, Any]], dict[str, Any]] | None = None
    """For a match begun under an older version of these rules: that version and the options its record names -> the
    options under which it goes on as it began. None: the options mean the same as ever."""
    reword: Callable[[int, str], str] | None = None
    """For a line of such a match: that version and an action as it was written then -> as it is written today. Words
    of today stay as they are, since a match that goes on has both. None: actions are written as ever."""

    def __reduce__(self) -> tuple[Any, ...]:
        if constant(self.package, "GAME") is self:
            return constant, (self.package, "GAME")
        return type(self), tuple([getattr(self, f.name) for f in fields(self)])

    def new(self, seats: int, **options: Any) -> State:
        """The state before the first action."""
        return self.start(seats, self.check_options(seats, options))

    def place(self, seats: int, options: Any, position: str) -> State:
        """The position that a line describes. One that cannot be is refused with a reason."""
        from ludoteka.core.position import check  # here: it needs Game and State

        if self.read_position is None:
            raise BadOptions("error.no_position", game=self.name)
        state = self.read_position(seats, options, position)
        check(self, state)
        return state

    def parse(self, text: str, version: int | None = None) -> Action:
        """The action or, after `!`, the event that the text names; `version`: in words of those rules."""
        if self.reword is not None and version is not None and version < self.version:
            text = self.reword(version, text)
        if text.startswith("!"):
            return actions.parse(self.known_events, text[1:])
        read = self.read_action  # called in one breath, a native build would return the reader and not what it reads
        return read(text)

    @cached_property  # a native build asks each time
    def read_action(self) -> Callable[[str], Action]:
        return actions.reader(self.verbs)

    def reader(self, version: int) -> Callable[[str], Action]:
        """What reads the actions of a record in words of those rules."""
        if self.reword is None or version >= self.version:
            return self.read_action
        return lambda text: self.parse(text, version)

    @cached_property
    def known_events(self) -> actions.Verbs:
        return actions.verbs(self.events)

    def possible_events(self, state: State) -> list[Event]:
        """Whatever a seat or the host could start now."""
        return [event for kind in self.events for event in kind.possible(state)]

    @cached_property
    def known_verbs(self) -> actions.Verbs:
        return actions.verbs(self.verbs)

    @property
    def folder(self) -> Path:
        return folder_of(str(sys.modules[self.package].__file__))

    def catalogue(self, lang: str) -> Catalogue:
        return game_catalogue(lang, self.folder)

    def describe(
        self, state: State, action: Action, lang: str, offered: bool = False, players: Sequence[str] = ()
    ) -> str:
        """The action in words, as it stands before it happens: what a seat does ("builds a dwelling on D4", after its
        name), or what it may do ("Build a dwelling on D4", on a button). Seats are called by `players` if given."""
        catalogue = offering(lang, self.folder) if offered else self.catalogue(lang)
        if players:
            catalogue = catalogue.calling(players)
        return self.put(state, action, catalogue)

    def put(self, state: State, action: Action, catalogue: Catalogue) -> str:
        """The action in words of this catalogue, as `describe`."""
        if self.describe_action is not None and not isinstance(action, Event):
            return self.describe_action(state, action, catalogue)
        args = actions.args_of(action)
        if isinstance(seat := args.get("seat"), int):
            args["seat"] = catalogue.player(seat)
        kind = "event" if isinstance(action, Event) else "action"
        return catalogue.say(f"{kind}.{actions.verb_of(action)}", **args)

    def options_today(self, version: int, given: Mapping[str, Any]) -> dict[str, Any]:
        """The options of a match begun under that version of the rules, as the rules of today need them to go on."""
        if version > self.version:
            raise BadOptions("error.newer_version", game=self.name, version=version, ours=self.version)
        options = dict(given)
        return self.upgrade(version, options) if self.upgrade and version < self.version else options

    def intentions(self, state: State, most: int = 8, **things: str) -> Plan:
        """What the seat that is asked could want with a thing, best first: `intentions(state, at="G2")`."""
        from ludoteka.core.intentions import intentions  # here: it needs Game and State

        return intentions(self, state, things, most)

    def check_options(self, seats: int, given: Mapping[str, Any]) -> Options:
        """The options as a frozen record, for so many seats."""
        if seats not in self.seats:
            raise BadOptions("error.seats", game=self.name, seats=seats, low=self.seats[0], high=self.seats[-1])
        result = None if given else _USUAL.get(self.options)
        if result is None:
            result = self.options.read(given)
        problem = result.problem(seats)
        if problem is not None:
            error = BadOptions(problem.id, **problem.args)
            error.reason, error.folder = problem, self.folder
            raise error
        if not given:
            _USUAL[self.options] = result
        return result

    def configurations(self, everything: bool = False) -> Iterator[tuple[int, dict[str, Any]]]:
        """Seats and options worth checking: defaults, each choice alone, all of the last choices together.
        `everything`: every combination there is."""
        choices = self.options.choices()
        single: list[dict[str, Any]] = [{}] + [{name: v} for name, values in choices.items() for v in values[1:]]
        together = {name: values[-1] for name, values in choices.items() if len(values) > 1}
        if len(together) > 1:
            single.append(together)
        for seats in self.seats:
            every = (dict(zip(choices, values, strict=True)) for values in product(*choices.values()))
            for options in every if everything else single:
                if self.options(**options).problem(seats) is None:
                    yield seats, options
