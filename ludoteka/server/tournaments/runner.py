"""The clock of tournaments. Every process looks; whoever raises `step` first has taken it, all of it or nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from time import time
from typing import Any

import msgspec
import structlog
from sqlalchemy import and_, case, delete, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from ludoteka import games
from ludoteka.server.clocks import Clock
from ludoteka.server.finding import CLOCKS
from ludoteka.server.hub import News
from ludoteka.server.lobby import Lobby
from ludoteka.server.newtable import NewTable
from ludoteka.server.ratings import MODEL, why_unrated
from ludoteka.server.rows import new_id, put_seats, table_row
from ludoteka.server.schema import (
    entries,
    moves,
    pairings,
    ratings,
    results,
    rounds,
    seats,
    tables,
    tournaments,
)
from ludoteka.server.store import Row
from ludoteka.server.table import Seat
from ludoteka.server.tournaments.book import Board, Book, load
from ludoteka.server.tournaments.league import next_order
from ludoteka.server.tournaments.pairing import Table
from ludoteka.server.tournaments.plan import next_tables
from ludoteka.server.tournaments.standings import NOBODY

HOUR = 3600.0
LATE = Clock("correspondence", 600)
"""What is left of a round after its time goes by this clock."""
AT_ONCE = 20
OVER = ("finished", "closed", "frozen")
log = structlog.get_logger()


class Taken(Exception):
    """Another process was faster."""


class Runner:
    def __init__(self, lobby: Lobby, notify: Callable[[str, str], Awaitable[None]]) -> None:
        self.lobby = lobby
        self.notify = notify
        """Tells a person of a table that waits for them."""
        self.store = lobby.store

    async def chore(self) -> None:
        """Whatever time has brought."""
        for id in await self._due(time()):
            await self.step(id)

    async def _due(self, now: float) -> list[str]:
        """Tournaments that begin, whose round is played, or whose time is over."""
        current = and_(pairings.c.tournament_id == tournaments.c.id, pairings.c.round == tournaments.c.round)
        playing = (
            select(pairings.c.seat)
            .join(tables, tables.c.id == pairings.c.table_id)
            .where(current, tables.c.status.not_in(OVER))
            .exists()
        )
        its_round = and_(rounds.c.tournament_id == tournaments.c.id, rounds.c.number == tournaments.c.round)
        late = select(rounds.c.number).where(its_round, rounds.c.until <= now, rounds.c.late.is_(False)).exists()
        begins = and_(tournaments.c.status == "open", tournaments.c.starts <= now)
        goes_on = and_(tournaments.c.status == "playing", or_(~playing, late))
        found = await self.store.rows(select(tournaments.c.id).where(or_(begins, goes_on)).limit(AT_ONCE))
        return [row["id"] for row in found]

    async def step(self, id: str) -> None:
        """What is due now, once, whoever else tries."""
        book = await load(self.store, id)
        try:
            if book.row["status"] == "open":
                await self._begin(book)
            elif book.row["status"] == "playing":
                if all(board.status in OVER or board.table is None for board in book.now()):
                    await self._go_on(book)
                else:
                    await self._hurry(book)
        except Taken:
            log.info("step_taken", tournament=id)

    async def _claim(self, connection: AsyncConnection, book: Book, **values: Any) -> None:
        mine = update(tournaments).where(tournaments.c.id == book.id, tournaments.c.step == book.row["step"])
        done = await connection.execute(mine.values(step=book.row["step"] + 1, **values))
        if done.rowcount != 1:
            raise Taken

    # the start

    async def _begin(self, book: Book) -> None:
        if len(book.left) < 2:
            async with self.store.write() as connection:
                await self._claim(connection, book, status="off", finished=time())
            return
        await self._seed(book)
        tables_of_it = await self._pair(book, 1)
        async with self.store.write() as connection:
            await self._claim(connection, book, status="playing", round=1)
            await connection.execute(delete(entries).where(entries.c.tournament_id == book.id))
            await connection.execute(insert(entries), [_stored(e) for e in book.entries])
            told = await self._open(connection, book, 1, tables_of_it)
        await self._tell(book, told)

    async def _seed(self, book: Book) -> None:
        """Numbers by rating, those without one last; a league that goes on has its order."""
        order = list(book.entries)
        if book.row["season"] == 1:
            whos = [_who(e) for e in order]
            rows = await self.store.rows(
                select(ratings).where(ratings.c.game == book.row["game"], ratings.c.who.in_(whos))
            )
            first = MODEL.rating()
            known = {r["who"]: r["mu"] - 3 * r["sigma"] for r in rows}
            order.sort(key=lambda e: -known.get(_who(e), first.mu - 3 * first.sigma))
        book.entries = [dict(e) | {"number": i} for i, e in enumerate(order)]
        if book.plan.form == "league":
            for d, division in enumerate(book.plan.groups(book.players), 1):
                for g, group in enumerate(division, 1):
                    for number in group:
                        book.entries[number] = dict(book.entries[number]) | {"division": d, "group": g}

    async def _pair(self, book: Book, number: int) -> list[Table]:
        """In a thread: with many players it takes a while."""
        return await asyncio.to_thread(next_tables, book.plan, number, book.players, book.left, book.met)

    # from round to round

    async def _go_on(self, book: Book) -> None:
        """The round is played: places are written down, and the next one begins, or it is over."""
        await self._settle(book)
        number, now = book.row["round"] + 1, time()
        following = await self._pair(book, number)
        values = {"round": number} if following else {"status": "over", "finished": now}
        async with self.store.write() as connection:
            await self._claim(connection, book, **values)
            for board in book.now():
                for seat, (rank, score) in enumerate(zip(board.ranks, board.scores, strict=True)):
                    mine = and_(*(pairings.c[k] == v for k, v in _key(book, board, seat).items()))
                    await connection.execute(update(pairings).where(mine).values(rank=rank, score=score))
            gone = update(entries).where(entries.c.tournament_id == book.id)
            for e in book.entries:
                if e["gone"] == book.row["round"]:
                    await connection.execute(gone.where(entries.c.number == e["number"]).values(gone=e["gone"]))
            its = and_(rounds.c.tournament_id == book.id, rounds.c.number == number - 1)
            await connection.execute(update(rounds).where(its).values(finished=now))
            told: list[tuple[str, str]] = []
            if following:
                told = await self._open(connection, book, number, following)
            elif book.plan.form == "league":
                await self._next_season(connection, book, now)
        await self._tell(book, told)

    async def _settle(self, book: Book) -> None:
        """Places and scores of the round, and who never came."""
        ids = [board.table for board in book.now() if board.table]
        found = await self.store.rows(select(results).where(results.c.table_id.in_(ids)))
        places = {(r["table_id"], r["seat"]): (r["rank"], r["score"]) for r in found}
        absent = await self._absent(ids)
        for board in book.now():
            if board.table is None:
                continue
            # a match that was called off has no places: all share
            got = [places.get((board.table, seat), (1, "")) for seat in range(len(board.seats))]
            board.ranks, board.scores = [rank for rank, _ in got], [score for _, score in got]
            for seat, number in enumerate(board.seats):
                if number != NOBODY and (board.table, seat) in absent and book.entries[number]["gone"] is None:
                    book.entries[number] = dict(book.entries[number]) | {"gone": book.row["round"]}

    async def _absent(self, ids: Sequence[str]) -> set[tuple[str, int]]:
        """Seats of people who did not make a single move."""
        own = and_(moves.c.table_id == seats.c.table_id, moves.c.mover == seats.c.seat)
        moved = select(moves.c.n).where(own, moves.c.by.in_(("", "standing", "premove", "redo"))).exists()
        wanted = select(seats.c.table_id, seats.c.seat).where(
            seats.c.table_id.in_(ids), seats.c.kind == "human", seats.c.gone != "", ~moved
        )
        return {(r["table_id"], r["seat"]) for r in await self.store.rows(wanted)}

    async def _hurry(self, book: Book) -> None:
        """The time of the round is over: whoever still plays by days gets minutes, and then a bot plays on."""
        its = book.rounds[-1]
        if its["late"] or its["until"] > time():
            return
        ids = [b.table for b in book.now() if b.status not in OVER]
        by_days = and_(tables.c.id.in_(ids), tables.c.status == "playing", tables.c.clock.like('%"correspondence"%'))
        soon = time() + LATE.seconds
        due = case((tables.c.next_at < soon, tables.c.next_at), else_=soon)
        clock = msgspec.json.encode(LATE).decode()
        async with self.store.write() as connection:
            await self._claim(connection, book)
            this = and_(rounds.c.tournament_id == book.id, rounds.c.number == its["number"])
            await connection.execute(update(rounds).where(this).values(late=True))
            values = {"clock": clock, "next_at": due, "revision": tables.c.revision + 1}
            await connection.execute(update(tables).where(by_days).values(values))
            wanted = select(tables.c.id, tables.c.n, tables.c.revision).where(tables.c.id.in_(ids))
            touched: list[Row] = [dict(r) for r in (await connection.execute(wanted)).mappings()]
        self.lobby.ties.people.tell_tables(touched)

    async def _next_season(self, connection: AsyncConnection, book: Book, now: float) -> None:
        """The next season of a league waits for its time; who played this one is in it."""
        season = book.row["season"] + 1
        if book.plan.seasons and season > book.plan.seasons:
            return
        divisions: dict[int, list[list[Any]]] = {}
        for division, _, players in book.groups():
            divisions.setdefault(division, []).append(book.ranking(players))
        order = next_order([divisions[d] for d in sorted(divisions)], book.plan.up)
        staying = [book.entries[p] for p in order if p in book.left]
        id = new_id()
        row = {k: book.row[k] for k in ("name", "about", "game", "plan", "host", "series")}
        row |= {"id": id, "status": "open", "created": now, "starts": now + book.plan.pause * HOUR, "season": season}
        await connection.execute(insert(tournaments).values(row))
        if staying:
            fresh = {"tournament_id": id, "division": 0, "group": 0, "gone": None}
            again = [_stored(e) | fresh | {"number": i} for i, e in enumerate(staying)]
            await connection.execute(insert(entries), again)

    # tables

    async def _open(
        self, connection: AsyncConnection, book: Book, number: int, its: Sequence[Table]
    ) -> list[tuple[str, str]]:
        """Store the round and its tables, which begin at once; which person plays at which."""
        now, plan = time(), book.plan
        until = now + plan.hours * HOUR
        row = {"tournament_id": book.id, "number": number, "begun": now, "until": until, "late": False}
        await connection.execute(insert(rounds).values(row))
        told: list[tuple[str, str]] = []
        for at, players in enumerate(its):
            table_id = None
            if len(players) > 1:
                table_id = await self._make_table(connection, book, number, players)
                people = [book.entries[p]["user_id"] for p in players if p != NOBODY]
                told += [(table_id, person) for person in people if person]
            board = Board(number, at, table_id, list(players), [], [])
            alone = {"rank": None if table_id else 1, "table_id": table_id, "score": ""}
            rows = [_key(book, board, seat) | {"entry": p} | alone for seat, p in enumerate(players)]
            await connection.execute(insert(pairings), rows)
        return told

    async def _make_table(self, connection: AsyncConnection, book: Book, number: int, players: Table) -> str:
        plan, game = book.plan, games.load(book.row["game"])
        its_seats = [
            self._seat(seat, book.entries[p] if p != NOBODY else None, plan.stand_in) for seat, p in enumerate(players)
        ]
        clock = CLOCKS[plan.clock]
        new = NewTable(game.name, plan.size, plan.options, clock=clock, stand_in=plan.stand_in, rated=plan.rated)
        row = table_row(new, game.version, f"tournament:{book.id}:{number}", None, "playing")
        state = msgspec.json.encode(clock.start(plan.size)).decode()
        # due at once: the next sweep of any process begins it
        row |= {"rated": not why_unrated(plan.rated, its_seats), "clock_state": state, "next_at": time()}
        await connection.execute(insert(tables).values(row))
        await put_seats(connection, row["id"], its_seats)
        return str(row["id"])

    def _seat(self, seat: int, entry: Row | None, filler: str) -> Seat:
        if entry is not None and entry["user_id"]:
            return Seat(seat, "human", entry["user_id"], entry["name"], account=True)
        bot = entry["bot"] if entry and entry["bot"] else filler
        return Seat(seat, "bot", None, f"bot:{bot}", bot)

    async def _tell(self, book: Book, seated: Sequence[tuple[str, str]]) -> None:
        """Pages of everybody in it, and the host's, change at once; who wants to hear of their turn hears of this
        too."""
        people = dict.fromkeys([book.row["host"], *(e["user_id"] for e in book.entries)])
        self.lobby.cache.hub.publish(News(["lobby", *(f"user:{id}" for id in people if id)]))
        for table_id, person in seated:
            await self.notify(table_id, person)


def _who(entry: Row) -> str:
    return f"user:{entry['user_id']}" if entry["user_id"] else f"bot:{entry['bot']}"


def _stored(entry: Row) -> dict[str, Any]:
    return {c.name: entry[c.name] for c in entries.columns}


def _key(book: Book, board: Board, seat: int) -> dict[str, Any]:
    return {"tournament_id": book.id, "round": board.round, "board": board.number, "seat": seat}
