"""A table in memory: who sits where, and the match replayed from its moves. It can be thrown away at any time."""

from __future__ import annotations

import asyncio
from array import array
from collections.abc import Callable, Sequence
from functools import lru_cache
from sys import intern
from typing import Any, Literal, NamedTuple

import msgspec
import structlog

from ludoteka import games
from ludoteka.core.action import Action
from ludoteka.core.consequences import annotated
from ludoteka.core.content import is_content
from ludoteka.core.events import Event
from ludoteka.core.game import OVER, Game, State
from ludoteka.core.match import EVENT, Match
from ludoteka.server.auto import Orders
from ludoteka.server.clocks import Clock, ClockState
from ludoteka.server.fit import UNDO, Drifted, digest_of, installed, stored_record
from ludoteka.server.refused import Refused
from ludoteka.server.store import Row

log = structlog.get_logger()
Status = Literal["waiting", "playing", "frozen", "finished", "closed"]
SeatKind = Literal["open", "human", "bot", "reserved"]
Gone = Literal["", "timeout", "left", "free"]
AUTO = "auto"
"""`by` of an answer that needed no person."""
FREE: Literal["free"] = "free"
"""`gone` of a seat whose owner handed it over: a bot plays there until somebody comes."""


class Seat(msgspec.Struct):
    seat: int
    kind: SeatKind
    user_id: str | None = None
    name: str = ""
    bot: str = ""
    gone: Gone = ""
    account: bool = False
    """Whether the person has one; not stored with the seat."""

    @classmethod
    def read(cls, row: Row) -> Seat:
        return cls(**{name: row[name] for name in cls.__struct_fields__ if name in row})

    @property
    def played_by(self) -> str:
        """The bot that answers for this seat, or nothing when a person does."""
        return self.bot if self.kind == "bot" or self.gone else ""

    @property
    def lost(self) -> bool:
        """Whether the person it belongs to is not there at the end."""
        return self.kind == "human" and self.gone != ""


class Done(NamedTuple):
    """What is kept of a stored move beside the action itself."""

    n: int
    by: str
    at: float
    joined: bool = False
    """One move together with the action before it."""


class Doings:
    """A list of Done in a tenth of the memory."""

    def __init__(self) -> None:
        self.n = array("L")
        self.by: list[str] = []
        self.at = array("d")
        self.joined = bytearray()

    def __len__(self) -> int:
        return len(self.n)

    def __getitem__(self, i: int) -> Done:
        return Done(self.n[i], self.by[i], self.at[i], bool(self.joined[i]))

    def __delitem__(self, which: slice) -> None:
        del self.n[which], self.by[which], self.at[which], self.joined[which]

    def append(self, done: Done) -> None:
        self.n.append(done.n)
        self.by.append(intern(done.by))
        self.at.append(done.at)
        self.joined.append(done.joined)

    def copy(self) -> Doings:
        other = Doings()
        other.n, other.by, other.at, other.joined = self.n[:], self.by[:], self.at[:], self.joined[:]
        return other


@lru_cache(1 << 14)
def action_of(game: str, text: str, version: int) -> Action:
    """Tables share what they have in common."""
    return games.load(game).parse(text, version)


Hear = Callable[[Match, Action, Done], None]
"""Makes an action happen that is stored, and perhaps listens."""
Teach = Callable[["Table"], Hear]


def _push(match: Match, action: Action, done: Done) -> None:
    match.push(action)


class UndoAsk(msgspec.Struct):
    """A wish to go back further than the rules of undo allow."""

    seat: int
    keep: int
    agreed: list[int]


class Table:
    """Readers may look at any moment between two awaits: what they see is committed."""

    def __init__(self, row: Row, seats: Sequence[Row], rows: Sequence[Row], teach: Teach | None = None) -> None:
        self.id: str = row["id"]
        self.lock = asyncio.Lock()
        """Held by whoever is about to write, so that one process does not race with itself."""
        self.stale = False
        """Another process has stored something newer."""
        self.looked = 0.0
        self.seen = 0.0
        """When somebody last looked at it."""
        self.place = 0
        """Of its bot in the line of those who want to think; 0 if it does not wait."""
        self.chat: list[Row] | None = None
        self.seats: list[Seat] = []
        self.orders: dict[int, Orders] = {}
        self.log_lines: dict[tuple[int | None, str], list[Any]] = {}
        self.drawn: dict[Any, Any] = {}
        self.before: tuple[int, State] | None = None
        """How many actions there were before the last move, and the position then."""
        self.game: Game = games.load(row["game"])
        self.options: dict[str, Any] = msgspec.json.decode(row["options"])
        self.own = [v for v in self.options.values() if isinstance(v, str) and is_content(v)]
        """The texts of people's own that it is played with."""
        self.misfit: Refused | None = None
        """Why the match can be neither played nor shown by the installed rules: then only its record can be had."""
        self.problem = ""
        """The same for the host."""
        self.rows: list[Row] = []
        """The stored moves of a match that does not fit."""
        self.set_row(row, seats)
        self.done = Doings()
        self.back: list[int] = []
        """How many actions each of the moves had that were taken back and can be done again."""
        self.n = 0
        self.match: Match
        try:
            self.options = self.game.options_today(row["version"], self.options)
            self.match = Match(self.game, row["seats"], self.options, position=row["position"])
            if row["rules"] == installed(self.game):
                self.add_rows(rows, teach(self) if teach is not None else _push)
            else:
                self.check_rows(rows)
        except Exception as error:
            self.refuse(rows, error)

    def set_row(self, row: Row, seats: Sequence[Row]) -> None:
        self.row: dict[str, Any] = dict(row)
        self.set_seats([Seat.read(s) for s in seats])
        self.clock = msgspec.json.decode(row["clock"], type=Clock)
        self.clock_state = msgspec.json.decode(row["clock_state"] or "{}", type=ClockState)
        self.undo_ask = msgspec.json.decode(row["undo_ask"], type=UndoAsk) if row["undo_ask"] else None
        self.drawn.clear()

    def set_seats(self, seats: list[Seat]) -> None:
        """The log calls players by their names of now."""
        if [s.name for s in seats] != [s.name for s in self.seats]:
            self.log_lines.clear()
        self.seats = seats

    def set_orders(self, rows: Sequence[Row]) -> None:
        self.orders = {r["seat"]: Orders.read(r) for r in rows}

    def add_rows(self, rows: Sequence[Row], push: Hear = _push) -> None:
        """Bring the match up to date with moves that are already stored."""
        if not rows:
            return
        texts = [r["text"] for r in rows]
        if any(t.startswith(UNDO) for t in texts):
            match = self.match.fork()
            actions, done, back = match.actions[:], self.done.copy(), self.back[:]
            for r in rows:
                if r["text"].startswith(UNDO):
                    keep = int(r["text"].split()[1])
                    match.undone, back = taken_back(match.undone, back, actions[keep:], done.joined[keep:])
                    del actions[keep:]
                    del done[keep:]
                else:
                    match.undone, back = done_again(match.undone, back, r)
                    actions.append(action_of(self.game.name, r["text"], self.row["version"]))
                    done.append(Done(r["n"], r["by"], r["at"], r["joined"]))
            match.rewind(0)
            for i, action in enumerate(actions):
                push(match, action, done[i])
            self.match, self.done, self.back = match, done, back
            if push is _push:  # else they were just made
                self.forget_pictures()
        else:
            match, game, version = self.match.fork(), self.game.name, self.row["version"]
            for r in rows:
                match.undone, self.back = done_again(match.undone, self.back, r)
                deed = Done(r["n"], r["by"], r["at"], r["joined"])
                push(match, action_of(game, r["text"], version), deed)
                self.done.append(deed)
            self.match = match
            self.drawn.clear()
            self.before = None
        self.n = rows[-1]["n"] + 1

    def check_rows(self, rows: Sequence[Row]) -> None:
        """The same for rules that have not seen this match: the position must be the one it had, and what was played
        after that must be possible."""
        proved = self.row["digest_n"]
        self.add_rows(rows[:proved])
        if proved and digest_of(self.match.state) != self.row["digest"]:
            raise Drifted(f"the position after move {proved} is not the one it was")
        for row in rows[proved:]:
            if not row["text"].startswith(UNDO):
                state, action = self.match.state, self.game.parse(row["text"], self.row["version"])
                mover = EVENT if isinstance(action, Event) else state.to_move()
                if mover != row["mover"] or state.why_not(action) is not None:
                    raise Drifted(f"move {row['n']} ({row['text']}) is not legal")
            self.add_rows([row])

    @property
    def behind(self) -> int:
        """How many stored moves the digest does not hold."""
        return 0 if self.misfit else self.n - int(self.row["digest_n"])

    def digest(self) -> dict[str, Any]:
        """What is to be stored so that rules to come can be held to this position."""
        values = {"digest": digest_of(self.match.state), "digest_n": self.n}
        self.row.update(values)
        return values

    def refuse(self, rows: Sequence[Row], error: Exception) -> None:
        """Whatever the rules of today make of this match: it is not gone on with."""
        self.rows, self.n = list(rows), self.row["n"]
        self.problem = str(error) if isinstance(error, Drifted) else f"cannot be replayed: {error!r}"
        self.misfit = Refused(409, "error.frozen")
        log.warning("misfit", table=self.id, game=self.game.name, problem=self.problem)

    def forget_pictures(self) -> None:
        self.log_lines.clear()
        self.drawn.clear()
        self.before = None

    # who is who

    def seats_of(self, user_id: str | None) -> list[int]:
        """The seats a person plays; one who has left plays none."""
        if user_id is None:
            return []
        return [s.seat for s in self.seats if s.user_id == user_id and s.kind == "human" and s.gone != "left"]

    def is_member(self, user_id: str | None) -> bool:
        return user_id is not None and (
            self.row["host"] == user_id or any(s.user_id == user_id and s.kind != "open" for s in self.seats)
        )

    def eyes(self, user_id: str | None, wanted: int | None = None, to_move: int | None = None) -> int | None:
        """Through which seat a person looks: the one wanted if it is theirs, the one to move, the first; or none."""
        mine = self.seats_of(user_id)
        if not mine:
            return None
        if wanted in mine:
            return wanted
        asked = self.to_move if to_move is None else to_move
        return asked if asked in mine else mine[0]

    def eyes_at_end(self, wanted: int | None) -> int | None:
        """After the end nothing is secret: anybody may look through any seat's eyes."""
        return wanted if wanted is not None and wanted < len(self.seats) else None

    @property
    def status(self) -> Status:
        """Of a match that does not fit: frozen, if it was played."""
        stored: Status = self.row["status"]
        return "frozen" if self.misfit and stored == "playing" else stored

    @property
    def begun(self) -> bool:
        """Whether somebody has been asked; a process may die between the start and that."""
        return bool(self.row["to_move"] != OVER)

    @property
    def to_move(self) -> int:
        """A seat, CHANCE or OVER; nobody before the start."""
        return self.match.state.to_move() if self.status == "playing" else OVER

    def ends_without(self, leaving: Sequence[int]) -> bool:
        """Whether the match is over if these seats leave."""
        match = self.match.fork()
        for seat in leaving:
            if match.state.to_move() != OVER:
                match.event(f"leave {seat}")
        return match.state.to_move() == OVER

    def is_alone(self, seat: int) -> bool:
        """The match does not count and no other person plays: a bot may advise, and anything may be taken back."""
        mine = self.seats[seat].user_id
        return not self.row["rated"] and all(s.kind == "bot" or s.user_id == mine for s in self.seats)

    def players(self) -> list[str]:
        """Names for a record: one line, no bars, never empty."""
        return [" ".join(s.name.replace("|", "/").split()) or f"seat {s.seat}" for s in self.seats]

    def record(self, remarks: str = "") -> str:
        """The match as text, with remarks in that language if one is given."""
        if self.misfit:
            return stored_record(self.row, self.players(), self.rows)
        match = self.match.fork()
        match.players = self.players()
        return annotated(match, remarks) if remarks else match.save()


Undone = tuple[list[Action], list[int]]
"""Actions that can be done again, the next one last, and how many of them each move had."""


def taken_back(undone: list[Action], back: list[int], actions: list[Action], joined: Sequence[int]) -> Undone:
    """What can be done again after these actions were taken back: one move more, or nothing if they were several."""
    one_move = all(joined[1:])
    return ([*undone, *reversed(actions)], [*back, len(actions)]) if one_move else ([], [])


def done_again(undone: list[Action], back: list[int], row: Row) -> Undone:
    """What can still be done again after an action was stored."""
    if row["by"] != "redo":
        return [], []
    return undone[:-1], back if row["joined"] else back[:-1]
