"""What nobody comes back to goes: guests without a match, tables nobody joined, sessions, codes, texts."""

from __future__ import annotations

from time import time

from sqlalchemy import delete, exists, select

from ludoteka.server.hub import News
from ludoteka.server.lobby import Lobby
from ludoteka.server.refused import Conflict, Refused
from ludoteka.server.schema import challenges, codes, seats, sessions, tables, users

DAY = 86400.0
EVERY = 3600.0
IDLE_GUEST = 30 * DAY
"""A guest who never sat down."""
GUEST = 400 * DAY
"""A guest who played; the cookie lasts a year. The matches stay, with the name."""
SESSION = 400 * DAY
WAITING = 7 * DAY
"""A table that has not begun and where nothing happens."""
CLOSED = 30 * DAY
"""A table that was given up before it began."""
AT_ONCE = 200


class Expiry:
    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby
        self.store = lobby.store
        self.due = 0.0

    async def chore(self) -> None:
        """Now and then, a little at a time. Every process may do it: what is gone is not found again."""
        if time() >= self.due:
            self.due = time() + EVERY
            await self.run(time())

    async def run(self, now: float) -> None:
        await self._tables(now)
        await self._people(now)
        for table in (codes, challenges):
            await self.store.execute(delete(table).where(table.c.until < now))

    async def _tables(self, now: float) -> None:
        planned = tables.c.next_at > now  # it has a time to begin
        quiet = (tables.c.status == "waiting") & (tables.c.updated < now - WAITING) & planned.is_not(True)
        old = select(tables.c.id).where(quiet).limit(AT_ONCE)
        for row in await self.store.rows(old):
            try:
                table = await self.lobby.cache.newest(row["id"])
                async with table.lock:
                    if table.status == "waiting":
                        await self.lobby.play.change(table, status="closed", next_at=None)
                self.lobby.play.announce(table, *(s.user_id for s in table.seats))
            except (Conflict, Refused):
                continue  # somebody has just come
        closed = delete(tables).where(tables.c.status == "closed", tables.c.n == 0, tables.c.updated < now - CLOSED)
        await self.store.execute(closed)

    async def _people(self, now: float) -> None:
        seated = exists().where(seats.c.user_id == users.c.id)
        guests = users.c.password.is_(None)
        gone = (users.c.seen < now - GUEST) | ((users.c.seen < now - IDLE_GUEST) & ~seated)
        old = select(users.c.id).where(guests, gone).limit(AT_ONCE)
        for row in await self.store.rows(old):
            await self.store.execute(delete(users).where(users.c.id == row["id"]))
            self.lobby.cache.hub.publish(News([f"person:{row['id']}"]))
        await self.store.execute(delete(sessions).where(sessions.c.seen < now - SESSION))
