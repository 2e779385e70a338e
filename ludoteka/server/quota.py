"""Tables where no person sits keep bots thinking for nobody: one person, and one address, may have only so many."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy import select

from ludoteka.server.refused import Refused
from ludoteka.server.schema import seats, tables
from ludoteka.server.settings import Settings
from ludoteka.server.store import Store

PER_ADDRESS = 4
"""So many people behind one address may use up their quota."""
_NOBODY = (
    ~select(seats.c.seat).where(seats.c.table_id == tables.c.id, seats.c.kind == "human", seats.c.gone == "").exists()
)
_RUNNING = select(tables.c.id).where(tables.c.status == "playing", _NOBODY)


class Quota:
    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings = settings
        self.store = store
        self.turn = asyncio.Lock()
        self.begun: dict[str, set[str]] = {}
        """Tables by the address they were begun from; that is not worth a place in the database."""

    @asynccontextmanager
    async def one_more(self, id: str, user_id: str, address: str) -> AsyncIterator[None]:
        """Begin a table of bots only in here; refused if there are too many."""
        most = self.settings.bot_tables
        if not self.settings.limits or not address:  # nobody from outside asks
            yield
            return
        async with self.turn:
            mine = await self.store.rows(_RUNNING.where(tables.c.host == user_id))
            here = await self.store.rows(_RUNNING.where(tables.c.id.in_(self.begun.get(address, ()))))
            if len(mine) >= most or len(here) >= most * PER_ADDRESS:
                raise Refused(429, "error.bot_tables", n=most)
            yield
            self.begun[address] = {row["id"] for row in here} | {id}

    async def forget(self) -> None:
        """Drop tables that are over."""
        if self.begun:
            async with self.turn:
                known = [id for ids in self.begun.values() for id in ids]
                running = {row["id"] for row in await self.store.rows(_RUNNING.where(tables.c.id.in_(known)))}
                self.begun = {address: ids & running for address, ids in self.begun.items() if ids & running}
