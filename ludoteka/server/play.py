"""Moves: one door for people, bots and answers given in advance. A move is acknowledged after it is committed."""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from functools import cache
from random import Random
from time import time
from typing import Any

import msgspec
from sqlalchemy import Connection, bindparam, insert, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from ludoteka.core.errors import CannotUndo
from ludoteka.core.events import Leave
from ludoteka.core.game import CHANCE, OVER
from ludoteka.core.intentions import answer_by_itself
from ludoteka.core.manner import manner
from ludoteka.core.match import Match, reveals
from ludoteka.server.cache import Cache
from ludoteka.server.clocks import ClockState, deadline, turn_back, turn_over, turns, turns_back
from ludoteka.server.dice import Dice
from ludoteka.server.fit import UNDO
from ludoteka.server.hub import News
from ludoteka.server.ratings import settle
from ludoteka.server.refused import Conflict, Refused
from ludoteka.server.schema import messages, moves, seats, tables
from ludoteka.server.store import Sql
from ludoteka.server.table import AUTO, Done, Seat, Table, UndoAsk, taken_back

MOST_ALONE = 60
"""Answers in a row that need no person."""
_ADD = Sql(insert(moves))
FRESH = 10.0
"""Seconds in which a table counts as just updated: its place in the lists is not written with every move."""


@cache
def _turn(*columns: str) -> Sql:
    """A move changes the row of its table. Columns with an index are left out where they stay as they are: SQLite would
    write the index anew all the same."""
    where = update(tables).where(tables.c.id == bindparam("table"), tables.c.n == bindparam("old"))
    return Sql(where.values({c: bindparam("v_" + c) for c in columns}))


Also = Callable[[Connection], None]
"""What else is stored in the transaction of a move."""


class Play:
    def __init__(self, cache: Cache, bot_lease: float = 60.0) -> None:
        self.cache = cache
        self.store = cache.store
        self.bot_lease = bot_lease
        self.rng: Random = Dice()
        self.after: Callable[[Table], None] = lambda table: None
        """Called when it is somebody's turn: bots, standing answers, notices."""
        self.away_until: Callable[[str], Awaitable[float]] = _never_away
        self.moves = 0

    async def move(self, table: Table, seat: int, n: int, text: str, by: str = "") -> None:
        """Let a seat do what `text` says at the moment number `n`, or raise and change nothing."""
        async with table.lock:
            await self._expect(table, n)
            if not by:
                self._need_present(table, seat)
            match = table.match.fork()
            if text.startswith("!"):
                self._happen(match, seat, text)
            else:
                match.play(seat, text)
            await self._commit(table, match, by)

    async def move_all(self, table: Table, seat: int, n: int, texts: Sequence[str], by: str = "") -> list[str]:
        """Several actions as one move: all of them or, if one is not allowed, none. It ends where chance, a secret or
        somebody else comes in; returns what was left then."""
        async with table.lock:
            await self._expect(table, n)
            if not by:
                self._need_present(table, seat)
            match = table.match.fork()
            done = 0
            for text in texts:
                before = match.state.clone()
                action = match.play(seat, text)
                done += 1
                if match.state.to_move() != seat or (done < len(texts) and reveals(before, action)):
                    break
            await self._commit(table, match, by, joined=range(1, done))
            return list(texts[done:])

    def _happen(self, match: Match, seat: int, text: str) -> None:
        """An event that a seat starts without being asked: only its own, and leaving has a door for itself."""
        event = match.event(text)
        if event.seat != seat or isinstance(event, Leave):
            raise Refused(403, "error.not_your_seat" if event.seat != seat else "error.leave_door")

    async def leave(self, table: Table, leaving: list[Seat], said: dict[str, Any]) -> None:
        """Seats leave the match for good: the event, what chance brings after it, who answers from now on and what the
        chat says are stored together. The caller holds the lock."""
        match = table.match.fork()
        for seat in leaving:
            if match.state.to_move() != OVER:  # the first of one's seats may have been enough
                match.event(f"leave {seat.seat}")
        match.roll(self.rng)
        gone = {s.seat: msgspec.structs.replace(s, bot=table.row["stand_in"], gone="left") for s in leaving}
        its_seats = [gone.get(s.seat, s) for s in table.seats]

        def work(connection: Connection) -> None:
            same = update(seats).where(seats.c.table_id == table.id, seats.c.seat.in_(list(gone)))
            connection.execute(same.values(bot=table.row["stand_in"], gone="left"))
            connection.execute(insert(messages).values({"table_id": table.id, "at": time()} | said))

        await self._commit(table, match, "", its_seats, work)
        table.chat = None

    async def begin(self, table: Table) -> None:
        """The first outcomes of chance, before anybody is asked. Asked twice it is done once."""
        async with table.lock:
            if table.begun:
                return
            await self._commit(table, table.match.fork(), "")

    async def _expect(self, table: Table, n: int) -> None:
        if table.stale or n > table.n or table.status != "playing":  # another process may know better
            await self.cache.refresh(table)
        if table.status != "playing":
            raise Refused(409, "error.not_playing")
        if n != table.n:
            raise Conflict(table.n)

    async def _commit(
        self,
        table: Table,
        match: Match,
        by: str,
        its_seats: list[Seat] | None = None,
        also: Also | None = None,
        joined: range = range(0),
    ) -> None:
        """Store what was done to a fork of the match, with the outcomes of chance and the answers that need nobody."""
        now, first = time(), len(table.match.actions)
        chosen = len(match.actions) - first
        self._go_on_alone(table, match, its_seats or table.seats)
        rows: list[dict[str, Any]] = []
        for i, action in enumerate(match.actions[first:]):
            mover = match.movers[first + i]
            row: dict[str, Any] = {
                "table_id": table.id,
                "n": table.n + i,
                "mover": mover,
                "text": str(action),
                "at": now,
            }
            row["by"] = "" if mover == CHANCE else by if i < chosen else AUTO
            row["joined"] = i in joined if i < chosen else follows(match.movers, first + i)
            rows.append(row)
        before = (first, table.match.state)
        await self._store(table, match, rows, self._clock_after(table, match, now), now, its_seats, also)
        table.back = table.back[:-1] if by == "redo" else []
        for r in rows:
            table.done.append(Done(r["n"], r["by"], now, r["joined"]))
        table.before = before
        self._tell(table)

    def _go_on_alone(self, table: Table, match: Match, its_seats: Sequence[Seat]) -> None:
        """Let chance decide, and answer for people what they need not be asked."""
        match.roll(self.rng)
        for _ in range(MOST_ALONE):
            seat = match.state.to_move()
            given = table.orders.get(seat)
            if seat < 0 or its_seats[seat].played_by or (given is not None and given.speaks(match.state)):
                return
            answer = answer_by_itself(manner(table.game), match.state, alone=True)
            if answer is None:
                return
            match.push(answer)
            match.roll(self.rng)

    def _clock_after(self, table: Table, match: Match, now: float) -> ClockState:
        """The clocks after what was just played: they go on if the same seat is asked again."""
        seat, state = table.to_move, table.clock_state
        if not state.since or seat < 0:
            return msgspec.structs.replace(state, since=now)
        if seat == match.state.to_move():
            return state
        return turn_over(table.clock, state, seat, now, paid=not table.seats[seat].played_by)

    async def _store(
        self,
        table: Table,
        match: Match,
        rows: list[dict[str, Any]],
        clock_state: ClockState,
        now: float,
        its_seats: list[Seat] | None = None,
        also: Also | None = None,
    ) -> None:
        """Commit the rows and what follows from them; only then does the table in memory change. Seats that change with
        them are stored by `also`."""
        to_move, its_seats = match.state.to_move(), its_seats or table.seats
        values: dict[str, Any] = {
            "n": table.n + len(rows),
            "to_move": to_move,
            "clock_state": msgspec.json.encode(clock_state).decode(),
            "undo_ask": "",
        }
        next_at = await self._next_at(table, its_seats, to_move, clock_state, now)
        if next_at is not None or table.row["next_at"] is not None:
            values["next_at"] = next_at
        if to_move == OVER or not 0 <= now - table.row["updated"] < FRESH:
            values["updated"] = now
        turn = _turn(*values)
        parameters = {"table": table.id, "old": table.n} | {"v_" + k: v for k, v in values.items()}

        def work(connection: Connection) -> dict[str, Any]:
            if rows:
                _ADD.run(connection, rows)
            if turn.run(connection, parameters) != 1:
                raise Conflict(table.n)
            changed = {}
            if also is not None:
                also(connection)
                changed["revision"] = table.row["revision"] + 1
            if to_move == OVER:
                changed |= {"status": "finished", "finished": now, "revision": table.row["revision"] + 1}
                settle(connection, self.store, table, its_seats, match, now)
            if changed:
                connection.execute(update(tables).where(tables.c.id == table.id).values(changed))
            return changed

        try:
            values |= await self.store.transact(work)
        except (IntegrityError, sqlite3.IntegrityError, Conflict) as error:
            table.stale = True
            raise Conflict(table.n) from error
        self.moves += 1
        table.row.update(values)
        table.clock_state, table.undo_ask = clock_state, None
        table.n = values["n"]
        table.match, table.seats = match, its_seats
        table.drawn.clear()

    async def _next_at(
        self, table: Table, its_seats: list[Seat], to_move: int, clock_state: ClockState, now: float
    ) -> float | None:
        if to_move < 0:
            return None
        if its_seats[to_move].played_by:
            return now + self.bot_lease
        return await self.due(table, to_move, clock_state)

    async def due(self, table: Table, to_move: int, clock_state: ClockState) -> float | None:
        """When a person's time is over."""
        user = table.seats[to_move].user_id if table.clock.kind == "correspondence" else None
        away = await self.away_until(user) if user else 0.0
        return deadline(table.clock, clock_state, to_move, away)

    def _tell(self, table: Table) -> None:
        keys, to_move = [f"table:{table.id}"], table.to_move
        if to_move >= 0:
            user = table.seats[to_move].user_id
            keys += [f"user:{user}"] if user else []
        elif table.status == "finished":
            keys += [f"user:{s.user_id}" for s in table.seats if s.user_id]
        news = News(keys=keys, table=table.id, n=table.n, revision=table.row["revision"])
        self.cache.hub.publish(news)
        self.after(table)

    # going back

    async def undo(self, table: Table, seat: int, n: int, whole: bool = True) -> bool:
        """Take back the seat's last move, or only its last action; where that would unsee something, ask the others.
        True if it is done."""
        async with table.lock:
            await self._expect(table, n)
            self._need_present(table, seat)
            why = table.match.why_no_undo(seat)
            if not why:
                await self._take_back(table, seat, whole)
                return True
            mine = [i for i, mover in enumerate(table.match.movers) if mover == seat]
            if not mine:
                raise CannotUndo("error.undo_nothing")
            ask = UndoAsk(seat, mine[-1], [seat])
            others = self._others(table, seat)
            if not others and table.row["rated"]:
                raise Refused(409, "error.undo_rated")
            if not others:
                await self._rewind_all(table, ask)
                return True
            if left := next((s for s in others if s.gone == "left"), None):
                raise Refused(409, "error.undo_left", name=left.name)
            await self._set_ask(table, ask)
            return False

    async def answer_undo(self, table: Table, seat: int, agree: bool) -> bool:
        """A seat says yes or no to the undo that is asked for. True if it is done now."""
        async with table.lock:
            ask = table.undo_ask
            if ask is None or table.status != "playing":
                raise Refused(409, "error.no_undo_asked")
            if not agree:
                await self._set_ask(table, None)
                return False
            ask = UndoAsk(ask.seat, ask.keep, sorted({*ask.agreed, seat}))
            agreed = {table.seats[i].user_id for i in ask.agreed}
            if {s.user_id for s in self._others(table, ask.seat)} <= agreed:
                await self._rewind_all(table, ask)
                return True
            await self._set_ask(table, ask)
            return False

    async def redo(self, table: Table, seat: int, n: int) -> None:
        async with table.lock:
            await self._expect(table, n)
            self._need_present(table, seat)
            match = table.match.fork()
            many = table.back[-1] if table.back else 1
            for _ in range(many):
                match.redo(seat)
            await self._commit(table, match, "redo", joined=range(1, many))

    def _need_present(self, table: Table, seat: int) -> None:
        """While a bot plays on for somebody, that person comes back first."""
        if table.seats[seat].gone:
            raise Refused(409, "error.come_back")

    def _others(self, table: Table, seat: int) -> list[Seat]:
        """The seats of every other person: all must agree, also one who is away. Silence means no; bots are not
        asked."""
        me = table.seats[seat].user_id
        return [s for s in table.seats if s.kind == "human" and s.user_id != me]

    async def _take_back(self, table: Table, seat: int, whole: bool) -> None:
        """By right: nobody has learned anything since."""
        keep = len(table.match.actions) - 1
        while whole and keep and table.done[keep].joined:
            keep -= 1
        if table.done[keep].by == AUTO:
            raise CannotUndo("error.undo_other")  # it would be answered again at once
        clock_state = table.clock_state
        if table.to_move != seat:
            clock_state = turn_back(table.clock, clock_state, seat)
            due = await self.due(table, seat, clock_state)
            if due is not None and due <= time():
                raise Refused(409, "error.undo_late")
        await self._rewind(table, keep, seat, clock_state)

    async def _rewind_all(self, table: Table, ask: UndoAsk) -> None:
        """Everybody agrees to go back."""
        match, running, clock_state = table.match, table.to_move, table.clock_state
        ended = set(turns(match.movers, running)) - set(turns(match.movers[: ask.keep], ask.seat))
        if running != ask.seat or ended:
            lost = [0] * len(table.seats)
            for i in ended:
                lost[match.movers[i]] += not table.done[i].by.startswith("bot:")
            payer = None if table.seats[running].played_by else running
            clock_state = turns_back(table.clock, clock_state, payer, ask.seat, lost, time())
        await self._rewind(table, ask.keep, ask.seat, clock_state)

    async def _rewind(self, table: Table, keep: int, seat: int, clock_state: ClockState) -> None:
        match = table.match.fork()
        undone, back = taken_back(match.undone, table.back, match.actions[keep:], table.done.joined[keep:])
        match.rewind(keep)
        match.undone = undone
        now = time()
        row = {"table_id": table.id, "n": table.n, "mover": seat, "text": f"{UNDO} {keep}"}
        row |= {"by": "", "at": now, "joined": False}
        await self._store(table, match, [row], clock_state, now)
        del table.done[keep:]
        table.back = back
        table.forget_pictures()
        self._tell(table)

    async def _set_ask(self, table: Table, ask: UndoAsk | None) -> None:
        await self.change(table, undo_ask=msgspec.json.encode(ask).decode() if ask else "")
        table.undo_ask = ask
        self.announce(table)

    # everything about a table that is not a move

    async def change(self, table: Table, connection: AsyncConnection | None = None, **values: Any) -> None:
        """Store new values of the table's row and raise its revision. `announce` tells the others afterwards."""
        values["revision"] = table.row["revision"] + 1
        statement = update(tables).where(tables.c.id == table.id, tables.c.revision == table.row["revision"])
        if connection is not None:
            done = (await connection.execute(statement.values(values))).rowcount
        else:
            done = await self.store.execute(statement.values(values))
        if done != 1:
            table.stale = True
            raise Conflict(table.n)
        table.row.update(values)
        table.drawn.clear()

    def announce(self, table: Table, *users: str | None, chat: bool = False) -> None:
        keys = [f"table:{table.id}", "lobby", *(f"user:{u}" for u in users if u)]
        self.cache.hub.publish(News(keys, table.id, table.n, table.row["revision"], chat))


def follows(movers: Sequence[int], i: int) -> bool:
    """Whether the same seat acted just before."""
    return i > 0 and movers[i] >= 0 and movers[i - 1] == movers[i]


async def _never_away(user_id: str) -> float:
    return 0.0
