"""Moves: one door for people, bots and answers given in advance. A move is acknowledged after it is committed."""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from random import Random, SystemRandom
from time import time
from typing import Any

import msgspec
from sqlalchemy import Connection, bindparam, insert, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from ludoteka.core.errors import CannotUndo
from ludoteka.core.game import CHANCE, OVER
from ludoteka.core.intentions import answer_by_itself
from ludoteka.core.manner import manner
from ludoteka.core.match import Match, reveals
from ludoteka.server.cache import Cache
from ludoteka.server.clocks import ClockState, deadline, moved
from ludoteka.server.hub import News
from ludoteka.server.ratings import settle
from ludoteka.server.refused import Conflict, Refused
from ludoteka.server.schema import moves, tables
from ludoteka.server.store import Sql
from ludoteka.server.table import AUTO, UNDO, Done, Seat, Table, UndoAsk, taken_back

MOST_ALONE = 60
"""Answers in a row that need no person."""
_ADD = Sql(insert(moves))
_TURN = Sql(
    update(tables)
    .where(tables.c.id == bindparam("table"), tables.c.n == bindparam("old"))
    .values({c: bindparam("v_" + c) for c in ("n", "to_move", "updated", "clock_state", "next_at", "undo_ask")})
)


class Play:
    def __init__(self, cache: Cache, bot_lease: float = 60.0) -> None:
        self.cache = cache
        self.store = cache.store
        self.bot_lease = bot_lease
        self.rng: Random = SystemRandom()  # nobody can guess the next draw from the last ones
        self.after: Callable[[Table], None] = lambda table: None
        """Called when it is somebody's turn: bots, standing answers, notices."""
        self.away_until: Callable[[str], Awaitable[float]] = _never_away
        self.moves = 0

    async def move(self, table: Table, seat: int, n: int, text: str, by: str = "") -> None:
        """Let a seat do what `text` says at the moment number `n`, or raise and change nothing."""
        async with table.lock:
            await self._expect(table, n)
            match = table.match.fork()
            match.play(seat, text)
            await self._commit(table, match, by)

    async def move_all(self, table: Table, seat: int, n: int, texts: Sequence[str], by: str = "") -> list[str]:
        """Several actions as one move: all of them or, if one is not allowed, none. It ends where chance, a secret or
        somebody else comes in; returns what was left then."""
        async with table.lock:
            await self._expect(table, n)
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

    async def begin(self, table: Table) -> None:
        """The first outcomes of chance, before anybody is asked. Asked twice it is done once."""
        async with table.lock:
            if table.begun:
                return
            await self._commit(table, table.match.fork(), "")

    async def _expect(self, table: Table, n: int) -> None:
        if table.stale or n > table.n:
            await self.cache.refresh(table)
        if table.status != "playing":
            raise Refused(409, "error.not_playing")
        if n != table.n:
            raise Conflict(table.n)

    async def _commit(self, table: Table, match: Match, by: str, joined: range = range(0)) -> None:
        """Store what was done to a fork of the match, with the outcomes of chance and the answers that need nobody."""
        now, first = time(), len(table.match.actions)
        chosen = len(match.actions) - first
        self._go_on_alone(table, match)
        rows: list[dict[str, Any]] = []
        for i, action in enumerate(match.actions[first:]):
            mover = match.movers[first + i]
            row = {"table_id": table.id, "n": table.n + i, "mover": mover, "text": str(action), "at": now}
            row["by"] = "" if mover == CHANCE else by if i < chosen else AUTO
            row["joined"] = i in joined if i < chosen else follows(match.movers, first + i)
            rows.append(row)
        mover = match.movers[first] if rows else CHANCE
        before = (first, table.match.state)
        await self._store(table, match, rows, mover, now)
        table.back = table.back[:-1] if by == "redo" else []
        table.done += [Done(r["n"], r["by"], now, r["joined"]) for r in rows]
        table.before = before
        self._tell(table)

    def _go_on_alone(self, table: Table, match: Match) -> None:
        """Let chance decide, and answer for people what they need not be asked."""
        match.roll(self.rng)
        for _ in range(MOST_ALONE):
            seat = match.state.to_move()
            given = table.orders.get(seat)
            if seat < 0 or table.seats[seat].played_by or (given is not None and given.speaks(match.state)):
                return
            answer = answer_by_itself(manner(table.game), match.state, alone=True)
            if answer is None:
                return
            match.push(answer)
            match.roll(self.rng)

    async def _store(self, table: Table, match: Match, rows: list[dict[str, Any]], mover: int, now: float) -> None:
        """Commit the rows and what follows from them; only then does the table in memory change."""
        to_move = match.state.to_move()
        clock_state = moved(table.clock, table.clock_state, mover, now) if mover >= 0 else table.clock_state
        if not clock_state.since:
            clock_state = msgspec.structs.replace(clock_state, since=now)
        values: dict[str, Any] = {
            "n": table.n + len(rows),
            "to_move": to_move,
            "updated": now,
            "clock_state": msgspec.json.encode(clock_state).decode(),
            "next_at": await self._next_at(table, to_move, clock_state, now),
            "undo_ask": "",
        }
        parameters = {"table": table.id, "old": table.n} | {"v_" + k: v for k, v in values.items()}

        def work(connection: Connection) -> dict[str, Any]:
            if rows:
                _ADD.run(connection, rows)
            if _TURN.run(connection, parameters) != 1:
                raise Conflict(table.n)
            return self._finish(connection, table, match, now) if to_move == OVER else {}

        try:
            values |= await self.store.transact(work)
        except (IntegrityError, sqlite3.IntegrityError, Conflict) as error:
            table.stale = True
            raise Conflict(table.n) from error
        self.moves += 1
        table.row.update(values)
        table.clock_state, table.undo_ask = clock_state, None
        table.n = values["n"]
        table.match = match
        table.drawn.clear()

    async def _next_at(self, table: Table, to_move: int, clock_state: ClockState, now: float) -> float | None:
        if to_move < 0:
            return None
        if table.seats[to_move].played_by:
            return now + self.bot_lease
        return await self.due(table, to_move, clock_state)

    async def due(self, table: Table, to_move: int, clock_state: ClockState) -> float | None:
        """When a person's time is over."""
        user = table.seats[to_move].user_id if table.clock.kind == "correspondence" else None
        away = await self.away_until(user) if user else 0.0
        return deadline(table.clock, clock_state, to_move, away)

    def _finish(self, connection: Connection, table: Table, match: Match, now: float) -> dict[str, Any]:
        values = {"status": "finished", "finished": now, "revision": table.row["revision"] + 1}
        connection.execute(update(tables).where(tables.c.id == table.id).values(values))
        settle(connection, self.store, table, match.state, now)
        return values

    def _tell(self, table: Table) -> None:
        keys = [f"table:{table.id}"]
        if table.to_move >= 0:
            user = table.seats[table.to_move].user_id
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
            why = table.match.why_no_undo(seat)
            if not why:
                keep = len(table.match.actions) - 1
                while whole and keep and table.done[keep].joined:
                    keep -= 1
                if table.done[keep].by == AUTO:
                    raise CannotUndo("error.undo_other")  # it would be answered again at once
                await self._rewind(table, keep, seat)
                return True
            mine = [i for i, mover in enumerate(table.match.movers) if mover == seat]
            if not mine:
                raise CannotUndo("error.undo_nothing")
            ask = UndoAsk(seat, mine[-1], [seat])
            if self._all_agree(table, ask):
                await self._rewind(table, ask.keep, seat, unrated=True)
                return True
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
            if self._all_agree(table, ask):
                await self._rewind(table, ask.keep, ask.seat, unrated=True)
                return True
            await self._set_ask(table, ask)
            return False

    async def redo(self, table: Table, seat: int, n: int) -> None:
        async with table.lock:
            await self._expect(table, n)
            match = table.match.fork()
            many = table.back[-1] if table.back else 1
            for _ in range(many):
                match.redo(seat)
            await self._commit(table, match, "redo", joined=range(1, many))

    def _all_agree(self, table: Table, ask: UndoAsk) -> bool:
        """Bots always agree, and a person who plays several seats speaks once."""
        asked = {s.user_id for s in table.seats if asked_for_undo(s)}
        return asked <= {table.seats[i].user_id for i in ask.agreed}

    async def _rewind(self, table: Table, keep: int, seat: int, unrated: bool = False) -> None:
        match = table.match.fork()
        undone, back = taken_back(match.undone, table.back, match.actions[keep:], table.done[keep:])
        match.rewind(keep)
        match.undone = undone
        now = time()
        row = {"table_id": table.id, "n": table.n, "mover": seat, "text": f"{UNDO} {keep}"}
        row |= {"by": "", "at": now, "joined": False}
        await self._store(table, match, [row], CHANCE, now)
        del table.done[keep:]
        table.back = back
        table.forget_pictures()
        if unrated and table.row["rated"]:
            await self.change(table, rated=False)
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

    async def unrate(self, table: Table) -> None:
        """The match counts for no rating any more."""
        if table.row["rated"]:
            async with table.lock:
                await self.change(table, rated=False)
            self.announce(table)

    def announce(self, table: Table, *users: str | None, chat: bool = False) -> None:
        keys = [f"table:{table.id}", "lobby", *(f"user:{u}" for u in users if u)]
        self.cache.hub.publish(News(keys, table.id, table.n, table.row["revision"], chat))


def follows(movers: Sequence[int], i: int) -> bool:
    """Whether the same seat acted just before."""
    return i > 0 and movers[i] >= 0 and movers[i - 1] == movers[i]


def asked_for_undo(seat: Seat) -> bool:
    return seat.kind == "human" and not seat.gone


async def _never_away(user_id: str) -> float:
    return 0.0
