"""A match: header, actions, state. `Match.play` is the one door for strangers; the record is text people can read.

    ludoteka 1
    game tigris_euphrates 2 seats=2 board=standard
    seats Аня | bot:mcts
    * draw 0 red
    0 leader priest D4
    ! leave 1
    result 7,9,9,12 6,8,11,13

The first word of an action line is the mover, `*` for chance, `!` for an event, which nobody was asked for. The last
line is `result` or, for a match that goes on, `open`, so that a record cut short is noticed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any

from ludoteka.core.action import KEPT, LONGEST_KEPT, Action
from ludoteka.core.errors import BadOptions, BadRecord, CannotUndo, IllegalAction, LudotekaError, NotYourTurn
from ludoteka.core.events import Event
from ludoteka.core.game import CHANCE, OVER, Game, State

EVENT = -3
"""Who moved, where it was an event."""
OTHER_LINES = ("position", "open", "result", "!")
"""First words of lines of a record that are no actions."""
Move = tuple[int, Action]
"""Who, and what."""
WORLDS = 24
"""How many other worlds are tried before an action counts as revealing nothing."""


class Match:
    """One playing of a game."""

    def __init__(
        self,
        game: Game,
        seats: int,
        options: Mapping[str, Any] | None = None,
        players: Sequence[str] = (),
        position: str = "",
    ) -> None:
        self.game = game
        self.seats = seats
        self.options = game.check_options(seats, options or {})
        self.players = list(players) or [f"seat {i}" for i in range(seats)]
        self.position = position
        self.actions: list[Action] = []
        self.movers: list[int] = []
        self.undone: list[Action] = []
        self._first = game.place(seats, self.options, position) if position else None
        self.state = self._start()
        for name in self.players:
            if len(self.players) != seats or "|" in name or name != " ".join(name.split()) or not name:
                raise BadOptions("error.players", players=" | ".join(self.players))

    def __repr__(self) -> str:
        return f"<match of {self.game.name}, {self.seats} seats, {len(self.actions)} actions, {self.state.asked()}>"

    def __str__(self) -> str:
        """The board in plain characters, as a spectator sees it."""
        view = self.state.view(None)
        return self.game.text(view, "en") if self.game.text is not None else repr(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Match) and other.save() == self.save()

    __hash__ = None  # type: ignore[assignment]  # it changes

    def _repr_svg_(self) -> str:
        return self.state._repr_svg_()

    def _start(self) -> State:
        return self._first.clone() if self._first is not None else self.game.start(self.seats, self.options)

    def fork(self) -> Match:
        """Another match from here on, which shares nothing that changes: to try things out."""
        other = Match.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.players, other.actions, other.movers = self.players[:], self.actions[:], self.movers[:]
        other.undone, other.state = self.undone[:], self.state.clone()
        return other

    __copy__ = fork

    def play(self, seat: int, text: str) -> Action:
        """Let a seat do what `text` says, or raise and change nothing."""
        action = self.game.read_action(text)
        if seat != self.state.to_move() or seat == OVER:
            raise NotYourTurn(seat, self.state.to_move())
        why = self.state.why_not(action)
        if why is not None:
            raise IllegalAction(text, why, self.game.folder)
        self.undone.clear()
        self.push(action)
        return action

    def event(self, text: str) -> Event:
        """Let something happen that nobody was asked for, such as `leave 1`, or raise and change nothing. Whether
        whoever wants it may start it is for the caller to know: a seat its own events, the host all."""
        event = self.game.parse("! " + text.removeprefix("!").strip())
        assert isinstance(event, Event)
        why = self.state.why_not(event)
        if why is not None:
            raise IllegalAction(str(event), why, self.game.folder)
        self.undone.clear()
        self.push(event)
        return event

    def push(self, action: Action) -> None:
        """Make an action or event happen that is known to be legal."""
        self.actions.append(action)
        if isinstance(action, Event):
            self.movers.append(EVENT)
            self.state.happen(action)
        else:
            self.movers.append(self.state.to_move())
            self.state.apply(action)

    def roll(self, rng: Random) -> int:
        """Let chance decide for as long as it is asked; how many outcomes that were."""
        before = len(self.actions)
        while self.state.to_move() == CHANCE:
            self.push(self.state.sample(rng))
        return len(self.actions) - before

    def at(self, n: int) -> State:
        """The state after the first n actions, made anew."""
        state = self._start()
        for action in self.actions[:n]:
            state.happen(action)
        return state

    def consequences(self, n: int = -1, lang: str = "en") -> list[str]:
        """What the nth action did, in words, gains and losses included; the last one if n is not given."""
        from ludoteka.core.consequences import in_words  # here: it needs Match

        number = range(len(self.actions))[n]
        return in_words(self.game, self.at(number), self.actions[number], lang, self.players)

    def undo(self, seat: int) -> Action:
        """Take back the seat's last action, unless somebody has learned something since."""
        why = self.why_no_undo(seat)
        if why:
            raise CannotUndo(why)
        action = self.actions[-1]
        self.rewind(len(self.actions) - 1)
        self.undone.append(action)
        return action

    def why_no_undo(self, seat: int) -> str:
        """The message id that says why this seat cannot undo now, or nothing. Derived: no rule marks a barrier."""
        if not self.actions:
            return "error.undo_nothing"
        if self.movers[-1] != seat:
            return {CHANCE: "error.undo_chance", EVENT: "error.undo_event"}.get(self.movers[-1], "error.undo_other")
        return "error.undo_reveal" if reveals(self.at(len(self.actions) - 1), self.actions[-1]) else ""

    def redo(self, seat: int) -> Action:
        if not self.undone or self.state.to_move() != seat:
            raise CannotUndo("error.redo_nothing")
        action = self.undone.pop()
        self.push(action)
        return action

    def rewind(self, n: int) -> None:
        """Go back to the state after n actions, whatever has been seen since: for a table where all agree."""
        self.state = self.at(n)
        del self.actions[n:], self.movers[n:]

    def history(self, seat: int | None) -> list[tuple[int, Action]]:
        """(mover, action) from the start, with what that seat may not know left out."""
        state = self._start()
        seen = []
        for mover, action in zip(self.movers, self.actions, strict=True):
            seen.append((mover, action if mover == EVENT else state.redact(action, seat)))
            state.happen(action)
        return seen

    def save(self) -> str:
        header = [f"game {self.game.name} {self.game.version} seats={self.seats}"]
        for name, value in self.options.unusual().items():
            header.append(f"{name}={str(value).lower() if isinstance(value, bool) else value}")
        lines = ["ludoteka 1", " ".join(header), "seats " + " | ".join(self.players)]
        if self.position:
            lines.append(f"position {self.position}")
        for mover, action in zip(self.movers, self.actions, strict=True):
            lines.append(str(action) if mover == EVENT else f"{'*' if mover == CHANCE else mover} {action}")
        if self.state.to_move() == OVER:
            lines.append("result " + result_text(self.state))
        else:
            lines.append("open")
        return "\n".join(lines) + "\n"

    @classmethod
    def load(cls, text: str, find: Callable[[str], Game], check: bool = True) -> Match:
        """Read a record. `check=False` trusts that the actions are legal: for records of our own."""
        return _Reader(text, find, check).match


def result_text(state: State) -> str:
    return " ".join(",".join(map(str, score)) for score in state.scores())


def reveals(before: State, action: Action) -> bool:
    """Whether the mover learns something hidden by this action: in some other world it might have been in, the
    same action shows it something else."""
    seat = before.to_move()
    after = before.clone()
    after.apply(action)
    seen = after.view(seat)
    rng = Random(0)
    for _ in range(WORLDS):
        world = before.resample(seat, rng)
        world.apply(action)
        if world.view(seat) != seen:
            return True
    return False


@lru_cache(64)
def known_lines(verbs: tuple[type[Action], ...]) -> dict[str, Move]:
    """Mover and action of lines that have been read: like `reader`, for whole lines, which need not be taken apart."""
    return {}


def says_something(line: str) -> bool:
    """Whether a line of a record is neither empty nor a remark."""
    return bool(line) and line[0] != "#" and not line.isspace()


class _Reader:
    """Reads a record line by line; any fault becomes a BadRecord that names the line."""

    def __init__(self, text: str, find: Callable[[str], Game], check: bool) -> None:
        self.find = find
        self.check = check
        self.number = 0
        self.closed = False
        self.older = ""
        """What to say besides where a record of an older version does not fit."""
        self.players: list[str] = []
        self.known: dict[str, Move] = {}
        self.match: Match
        *self.lines, last = text.replace("\r\n", "\n").split("\n")
        if last or not self.lines:
            self.number = len(self.lines) + 1
            raise self.bad("the record is cut short: its last line has no end")
        try:
            self.read()
        except BadRecord:
            raise
        except LudotekaError as error:
            raise self.bad(str(error)) from error
        except (ValueError, IndexError) as error:
            raise self.bad(f"cannot be read: {self.lines[self.number - 1]!r}") from error
        if not self.closed:
            self.number += 1
            raise self.bad("the record is cut short: neither `result` nor `open` closes it")

    def said(self) -> Iterator[str]:
        """The lines that say something, counting all of them."""
        for line in self.lines:
            self.number += 1
            if says_something(line):
                yield line

    def bad(self, problem: str) -> BadRecord:
        return BadRecord(self.number, problem + self.older)

    def read(self) -> None:
        for wanted, line in zip(("ludoteka", "game", "seats"), self.said(), strict=False):
            word, _, rest = line.partition(" ")
            if word != wanted:
                raise self.bad(f"expected a line that begins with `{wanted}`")
            self.read_header(wanted, rest)
        known = self.known
        for line in self.lines[self.number :]:
            self.number += 1
            move = known.get(line)  # mostly actions that have been met before: those first of all
            if move is None or self.closed:
                move = self.understood(line)
                if move is None:
                    continue
            mover, action = move
            match = self.match
            state = match.state
            if not state.stack or mover != state.stack[-1][1]:
                raise NotYourTurn(mover, state.to_move())
            if self.check:
                why = state.why_not(action)
                if why is not None:
                    raise self.bad(f"“{line.partition(' ')[2]}”: {match.game.catalogue('en').why(why)}")
            match.movers.append(mover)
            match.actions.append(action)
            state.apply(action)

    def understood(self, line: str) -> Move | None:
        """Who does what, or nothing if the line says something else: that is done with then."""
        word, _, rest = line.partition(" ")
        if self.closed or word in OTHER_LINES or not says_something(line):
            if says_something(line):
                self.read_other(word, rest)
            return None
        mover = CHANCE if word == "*" else int(word)
        if mover != self.match.state.to_move():  # said before what is wrong with the action
            raise NotYourTurn(mover, self.match.state.to_move())
        move = mover, self.parse(rest)
        if len(line) <= LONGEST_KEPT:
            if len(self.known) >= KEPT:
                self.known.clear()
            self.known[line] = move
        return move

    def read_header(self, word: str, rest: str) -> None:
        if word == "ludoteka" and rest != "1":
            raise self.bad(f"unknown form of record: {rest}")
        if word == "game":
            self.read_game(rest)
        if word == "seats":
            self.players = rest.split(" | ")
            self.open_match("")

    def read_game(self, line: str) -> None:
        name, version, *settings = line.split()
        self.game, self.version = self.find(name), int(version)
        self.parse = self.game.reader(self.version)
        if self.parse is self.game.read_action:  # in words of today
            self.known = known_lines(self.game.verbs)
        options: dict[str, Any] = dict(item.split("=", 1) for item in settings)
        if "seats" not in options:
            raise self.bad("it does not say how many seats: seats=2")
        self.seats = int(options.pop("seats"))
        self.options = self.game.options_today(self.version, options)
        if self.version < self.game.version:
            self.older = f" (written by version {version} of the rules; these are version {self.game.version})"
        self.game.check_options(self.seats, self.options)

    def open_match(self, position: str) -> None:
        self.match = Match(self.game, self.seats, self.options, self.players, position)

    def read_other(self, word: str, rest: str) -> None:
        """What is no action of a seat or of chance."""
        if self.closed:
            raise self.bad("nothing may follow the closing line")
        match = self.match
        if word == "position" and not match.actions and not match.position:
            self.open_match(rest)
        elif word == "open" and not rest:
            self.closed = True
        elif word == "result":
            if match.state.to_move() != OVER:
                raise self.bad("a result, but the match is not over")
            if result_text(match.state) != rest:
                raise self.bad(f"the result is {result_text(match.state)}, the record says {rest}")
            self.closed = True
        elif word == "!":
            match.event(str(self.game.parse(f"! {rest}", self.version)))
        else:
            raise self.bad(f"cannot be read: {self.lines[self.number - 1]!r}")
