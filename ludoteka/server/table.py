"""A table in memory: who sits where, and the match replayed from its moves. It can be thrown away at any time."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from ludoteka import games
from ludoteka.core.action import Action
from ludoteka.core.game import CHANCE, OVER, Game, State
from ludoteka.core.match import Match
from ludoteka.server.auto import Orders
from ludoteka.server.clocks import Clock, ClockState
from ludoteka.server.store import Row

UNDO = "!undo"
AUTO = "auto"
"""`by` of an answer that needed no person."""


class Seat(msgspec.Struct):
    seat: int
    kind: str
    user_id: str | None = None
    name: str = ""
    bot: str = ""
    gone: str = ""

    @property
    def played_by(self) -> str:
        """The bot that answers for this seat, or nothing when a person does."""
        return self.bot if self.kind == "bot" or self.gone else ""


@dataclass(frozen=True, slots=True)
class Done:
    """What is kept of a stored move beside the action itself."""

    n: int
    by: str
    at: float
    joined: bool = False
    """One move together with the action before it."""


class UndoAsk(msgspec.Struct):
    """A wish to go back further than the rules of undo allow."""

    seat: int
    keep: int
    agreed: list[int]


class Table:
    """Readers may look at any moment between two awaits: what they see is committed."""

    def __init__(self, row: Row, seats: Sequence[Row], rows: Sequence[Row]) -> None:
        self.id: str = row["id"]
        self.lock = asyncio.Lock()
        """Held by whoever is about to write, so that one process does not race with itself."""
        self.stale = False
        """Another process has stored something newer."""
        self.looked = 0.0
        self.chat: list[Row] | None = None
        self.orders: dict[int, Orders] = {}
        self.log_lines: dict[tuple[int | None, str], list[Any]] = {}
        self.drawn: dict[Any, Any] = {}
        self.before: tuple[int, State] | None = None
        """How many actions there were before the last move, and the position then."""
        self.game: Game = games.load(row["game"])
        self.options = self.game.options_today(row["version"], msgspec.json.decode(row["options"]))
        self.set_row(row, seats)
        self.done: list[Done] = []
        self.back: list[int] = []
        """How many actions each of the moves had that were taken back and can be done again."""
        self.n = 0
        self.match = Match(self.game, row["seats"], self.options, position=row["position"])
        self.add_rows(rows)

    def set_row(self, row: Row, seats: Sequence[Row]) -> None:
        self.row: dict[str, Any] = dict(row)
        self.seats = [Seat(**{name: s[name] for name in Seat.__struct_fields__}) for s in seats]
        self.clock = msgspec.json.decode(row["clock"], type=Clock)
        self.clock_state = msgspec.json.decode(row["clock_state"] or "{}", type=ClockState)
        self.undo_ask = msgspec.json.decode(row["undo_ask"], type=UndoAsk) if row["undo_ask"] else None
        self.drawn.clear()

    def set_orders(self, rows: Sequence[Row]) -> None:
        self.orders = {r["seat"]: Orders.read(r["standing"], r["premoves"], r["rest"], r["ask_all"]) for r in rows}

    def add_rows(self, rows: Sequence[Row]) -> None:
        """Bring the match up to date with moves that are already stored."""
        if not rows:
            return
        texts = [r["text"] for r in rows]
        if any(t.startswith(UNDO) for t in texts):
            match = self.match.fork()
            actions, done, back = match.actions[:], self.done[:], self.back[:]
            for r in rows:
                if r["text"].startswith(UNDO):
                    keep = int(r["text"].split()[1])
                    match.undone, back = taken_back(match.undone, back, actions[keep:], done[keep:])
                    del actions[keep:], done[keep:]
                else:
                    match.undone, back = done_again(match.undone, back, r)
                    actions.append(self.game.parse(r["text"]))
                    done.append(Done(r["n"], r["by"], r["at"], r["joined"]))
            match.rewind(0)
            for action in actions:
                match.push(action)
            self.match, self.done, self.back = match, done, back
            self.forget_pictures()
        else:
            match = self.match.fork()
            for r in rows:
                match.undone, self.back = done_again(match.undone, self.back, r)
                match.push(self.game.parse(r["text"]))
                self.done.append(Done(r["n"], r["by"], r["at"], r["joined"]))
            self.match = match
            self.drawn.clear()
            self.before = None
        self.n = rows[-1]["n"] + 1

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

    def eyes(self, user_id: str | None, wanted: int | None = None) -> int | None:
        """Through which seat a person looks: the one wanted if it is theirs, the one to move, the first; or none."""
        mine = self.seats_of(user_id)
        if not mine:
            return None
        if wanted in mine:
            return wanted
        return self.to_move if self.to_move in mine else mine[0]

    def eyes_at_end(self, wanted: int | None) -> int | None:
        """After the end nothing is secret: anybody may look through any seat's eyes."""
        return wanted if wanted is not None and wanted < len(self.seats) else None

    @property
    def status(self) -> str:
        return str(self.row["status"])

    @property
    def begun(self) -> bool:
        """Whether somebody has been asked; a process may die between the start and that."""
        return bool(self.row["to_move"] != OVER)

    @property
    def to_move(self) -> int:
        """A seat, CHANCE or OVER; nobody before the start."""
        return self.match.state.to_move() if self.status == "playing" else OVER

    def may_hint(self, seat: int) -> bool:
        """Whether a bot may advise this seat: no other person plays at the table."""
        mine = self.seats[seat].user_id
        return all(s.kind == "bot" or s.user_id == mine for s in self.seats)

    def players(self) -> list[str]:
        """Names for a record: one line, no bars, never empty."""
        return [" ".join(s.name.replace("|", "/").split()) or f"seat {s.seat}" for s in self.seats]

    def record(self) -> str:
        match = self.match.fork()
        match.players = self.players()
        return match.save()


Undone = tuple[list[Action], list[int]]
"""Actions that can be done again, the next one last, and how many of them each move had."""


def taken_back(undone: list[Action], back: list[int], actions: list[Action], done: list[Done]) -> Undone:
    """What can be done again after these actions were taken back: one move more, or nothing if they were several."""
    one_move = all(d.joined for d in done[1:])
    return ([*undone, *reversed(actions)], [*back, len(actions)]) if one_move else ([], [])


def done_again(undone: list[Action], back: list[int], row: Row) -> Undone:
    """What can still be done again after an action was stored."""
    if row["by"] != "redo":
        return [], []
    return undone[:-1], back if row["joined"] else back[:-1]


def mover_word(mover: int) -> str:
    return "*" if mover == CHANCE else str(mover)
