"""Finding a match: the lobby by wishes, and pairing of those who want the same."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from statistics import median
from time import time
from typing import Annotated, Literal

import msgspec
from msgspec import Meta
from sqlalchemy import ColumnElement, and_, exists, func, not_, or_, select, text

from ludoteka import games
from ludoteka.server.clocks import Clock
from ludoteka.server.lobby import Lobby
from ludoteka.server.newtable import NewTable, Word
from ludoteka.server.people import User
from ludoteka.server.ratings import MODEL, shown
from ludoteka.server.refused import Refused
from ludoteka.server.schema import moves, ratings, seats, tables, users
from ludoteka.server.store import Store
from ludoteka.server.table import FREE, Table

PAGE = 50
"""Tables on a page of the lobby."""
NEAR = 250
"""Points of rating between people of about the same level."""
PAIR = "pair"
"""The source of a table that pairing has made."""
LATELY = 30
"""Paired matches from which the usual wait is told."""
_LOCK = 846237
_OPEN = and_(tables.c.source == PAIR, tables.c.status == "waiting", tables.c.visibility == "open")
_GUEST = exists().where(seats.c.table_id == tables.c.id, seats.c.user_id == users.c.id, users.c.password.is_(None))
_TWICE = (
    select(seats.c.user_id)
    .where(seats.c.table_id == tables.c.id, seats.c.user_id.is_not(None))
    .group_by(seats.c.user_id)
    .having(func.count() > 1)
).exists()
_COUNTS = and_(tables.c.rated, or_(tables.c.status != "waiting", not_(or_(_GUEST, _TWICE))))
"""As `ratings.counts` tells it of one table."""
CLOCKS = {
    "none": Clock(),
    "live10": Clock("live", 600, 15),
    "live30": Clock("live", 1800, 30),
    "day1": Clock("correspondence", 86400),
    "day3": Clock("correspondence", 3 * 86400),
}
"""The clocks that people are paired by."""
ClockName = Literal["none", "live10", "live30", "day1", "day3"]


class Wish(msgspec.Struct):
    """What somebody looks for in the lobby; empty is anything."""

    game: str = ""
    clock: Literal["", "none", "live", "correspondence"] = ""
    rated: bool | None = None
    lang: Literal["", "en", "ru"] = ""
    """Of the host."""
    near: bool = False
    """Only hosts of about my own level."""
    free: bool = False
    """A match under way with a seat that its owner handed over."""


async def listed(
    store: Store, status: str, wish: Wish | None = None, viewer: User | None = None, limit: int = PAGE, page: int = 0
) -> list[str]:
    """Open tables that everybody may see, the newest first."""
    wanted = select(tables.c.id).where(tables.c.status == status, tables.c.visibility == "open")
    if wish is not None:
        wanted = wanted.where(*await _conditions(store, wish, viewer))
    rows = await store.rows(wanted.order_by(tables.c.updated.desc()).limit(limit).offset(page * limit))
    return [r["id"] for r in rows]


async def _conditions(store: Store, wish: Wish, viewer: User | None) -> list[ColumnElement[bool]]:
    found: list[ColumnElement[bool]] = []
    if wish.game:
        found.append(tables.c.game == wish.game)
    if wish.clock:
        found.append(tables.c.clock.like(f'%"{wish.clock}"%'))
    if wish.rated is not None:
        found.append(_COUNTS if wish.rated else not_(_COUNTS))
    if wish.lang:
        found.append(tables.c.host.in_(select(users.c.id).where(users.c.lang == wish.lang)))
    if wish.free:
        found.append(exists().where(and_(seats.c.table_id == tables.c.id, seats.c.gone == FREE)))
    if wish.near and viewer is not None:
        found.append(await _near(store, viewer))
    return found


async def _near(store: Store, viewer: User) -> ColumnElement[bool]:
    """The host's rating at the game of the table is close to mine; who has none yet is a beginner."""
    rows = await store.rows(select(ratings).where(ratings.c.who == f"user:{viewer.id}"))
    mine = {r["game"]: shown(r["mu"], r["sigma"]) for r in rows}
    first = MODEL.rating()
    theirs = select(1000 + 40 * (ratings.c.mu - 3 * ratings.c.sigma)).where(
        ratings.c.game == tables.c.game, ratings.c.who == "user:" + tables.c.host
    )
    level = func.coalesce(theirs.scalar_subquery(), shown(first.mu, first.sigma))
    usual = shown(first.mu, first.sigma)
    rest = and_(tables.c.game.not_in(list(mine)), level.between(usual - NEAR, usual + NEAR))
    return or_(rest, *(and_(tables.c.game == g, level.between(r - NEAR, r + NEAR)) for g, r in mine.items()))


class PairWish(msgspec.Struct, forbid_unknown_fields=True):
    """What kind of match somebody wants."""

    game: Word
    seats: Annotated[int, Meta(ge=2, le=12)] = 2
    clock: ClockName = "none"
    rated: bool = False
    minutes: Annotated[int, Meta(ge=0, le=1440)] = 0
    """If nobody comes for so long, bots take the seats; 0 waits on."""


class Waiting(msgspec.Struct):
    """How it stands with one kind of match."""

    game: str
    seats: int
    clock: str
    rated: bool
    people: int
    """Who wait now."""
    since: float
    """When the one who waits longest came."""


class Pairing:
    """Those who want the same are put at one table, which begins when it is full."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby
        self.store = lobby.store
        self.turn = asyncio.Lock()

    async def find(self, user: User, wish: PairWish) -> Table:
        """A seat at a table of this kind: one that waits, or a new one. Asked again it is the same one."""
        games.load(wish.game).check_options(wish.seats, {})
        if wish.rated and not user.account:
            raise Refused(409, "error.no_account")
        async with self._alone():
            for id in await self._waiting(wish):
                table = await self.lobby.cache.newest(id)
                if any(s.user_id == user.id for s in table.seats):
                    return table
                try:
                    await self.lobby.join(table, user, None, "")
                except Refused:
                    continue  # full by now, or one of them has blocked the other
                return table
            new = NewTable(
                wish.game,
                wish.seats,
                order="random",
                clock=CLOCKS[wish.clock],
                rated=wish.rated,
                minutes=wish.minutes,
            )
            return await self.lobby.create(user, new, PAIR)

    async def _waiting(self, wish: PairWish) -> list[str]:
        clock = msgspec.json.encode(CLOCKS[wish.clock]).decode()
        same = and_(tables.c.game == wish.game, tables.c.seats == wish.seats, tables.c.clock == clock)
        wanted = select(tables.c.id).where(_OPEN, same, tables.c.rated.is_(wish.rated))
        return [r["id"] for r in await self.store.rows(wanted.order_by(tables.c.created))]

    @asynccontextmanager
    async def _alone(self) -> AsyncIterator[None]:
        """One at a time, over all processes: else two would make a table each and wait for ever."""
        async with self.turn:
            if self.store.is_sqlite:
                yield
                return
            async with self.store.writer.begin() as connection:
                await connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
                yield

    async def waiting(self) -> list[Waiting]:
        """Who waits for what, the longest first."""
        people = func.count(seats.c.seat)
        kind = (tables.c.game, tables.c.seats, tables.c.clock, tables.c.rated)
        wanted = (
            select(*kind, people.label("people"), func.min(tables.c.created).label("since"))
            .join(seats, and_(seats.c.table_id == tables.c.id, seats.c.kind == "human"))
            .where(_OPEN)
            .group_by(*kind)
            .order_by(func.min(tables.c.created))
        )
        names = {msgspec.json.encode(clock).decode(): name for name, clock in CLOCKS.items()}
        return [
            Waiting(r["game"], r["seats"], names.get(r["clock"], ""), bool(r["rated"]), r["people"], r["since"])
            for r in await self.store.rows(wanted)
        ]

    async def usual_wait(self, game: str, clock: ClockName) -> float | None:
        """Seconds that half of those paired lately had to wait for people; unknown if nobody was."""
        written = msgspec.json.encode(CLOCKS[clock]).decode()
        wanted = (
            select((moves.c.at - tables.c.created).label("wait"))
            .join(moves, and_(moves.c.table_id == tables.c.id, moves.c.n == 0))
            .where(tables.c.source == PAIR, tables.c.game == game, tables.c.clock == written)
            .where(tables.c.created > time() - 30 * 86400)
            .order_by(tables.c.created.desc())
            .limit(LATELY)
        )
        waits = [r["wait"] for r in await self.store.rows(wanted)]
        return median(waits) if waits else None
