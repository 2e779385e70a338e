"""What every decision of a finished match was worth: asked for by a person, computed in slices, kept for ever.

Whoever thinks for bots does it, one slice after the other, in turn with tables of bots only: a person never waits
longer than a slice. Every slice is stored: any process can tell how far it is, and after a restart the work goes on
where it stopped.
"""

from __future__ import annotations

import asyncio
from functools import partial
from time import perf_counter, time

import msgspec
import structlog
from sqlalchemy import select, update

from ludoteka.bots.analyse import ANALYST, Decision, decisions
from ludoteka.bots.levels import LevelBot
from ludoteka.server.line import Ask
from ludoteka.server.refused import Refused
from ludoteka.server.schema import analyses
from ludoteka.server.settings import Settings
from ludoteka.server.store import Store
from ludoteka.server.table import Table
from ludoteka.server.thinking import Thinker, in_words
from ludoteka.server.worker import Played, replayed

log = structlog.get_logger()
SLICE = 0.8
"""Seconds of one job for the worker."""
LEASE = 30.0
"""Seconds without a step after which whoever was at work is taken for dead."""
MOST = 4
"""Matches looked through side by side; more would make everybody wait."""
LONGEST = 0.5
"""Seconds for one decision, however short the match."""


class Progress(msgspec.Struct):
    done: int
    """Actions looked through."""
    at_work: bool
    found: list[Decision]


def look(what: Played, start: int, seconds: float, most: float = SLICE) -> tuple[int, list[Decision]]:
    """In the worker: decisions from action `start` on until the slice is over; the number to go on from."""
    match, end = replayed(*what), perf_counter() + min(SLICE, most)
    bot = LevelBot(ANALYST)
    bot.hurry(seconds)
    found, done = [], start
    for n, decision in decisions(match, bot, start=start):
        if decision is not None:
            found.append(decision)
        done = n + 1
        if perf_counter() >= end:
            break
    return done, found


class Analyses:
    def __init__(self, settings: Settings, store: Store, thinker: Thinker) -> None:
        self.settings = settings
        self.store = store
        self.thinker = thinker
        self.turn = asyncio.Lock()
        """One slice at a time, whatever the number of matches: the worker is there for bots first."""
        self.running: dict[str, asyncio.Task[None]] = {}

    async def stop(self) -> None:
        for task in self.running.values():
            task.cancel()
        await asyncio.gather(*self.running.values(), return_exceptions=True)

    async def progress(self, table: Table) -> Progress:
        row = await self.store.row(select(analyses).where(analyses.c.table_id == table.id))
        if row is None:
            return Progress(0, False, [])
        complete = row["done"] >= len(table.match.actions)
        found = msgspec.json.decode(row["found"], type=list[Decision])
        return Progress(row["done"], not complete and time() - row["at"] < LEASE, found)

    async def ask(self, table: Table) -> None:
        """Have it done, unless it is done already or somebody is at it."""
        if table.status != "finished":
            raise Refused(409, "error.not_finished")
        if self.settings.analysis_seconds <= 0:
            raise Refused(409, "error.no_analysis")
        if table.id in self.running:
            return
        if len(self.running) >= MOST:
            raise Refused(429, "error.busy")
        now = time()
        claim = self.store.insert(analyses).values({"table_id": table.id, "done": 0, "found": "[]", "at": now})
        claim = claim.on_conflict_do_update(
            index_elements=["table_id"],
            set_={"at": now},
            where=(analyses.c.done < len(table.match.actions)) & (analyses.c.at < now - LEASE),
        )
        if await self.store.execute(claim):
            task = asyncio.create_task(self._work(table))
            self.running[table.id] = task
            task.add_done_callback(lambda _: self.running.pop(table.id, None))

    async def _work(self, table: Table) -> None:
        mine = analyses.c.table_id == table.id
        progress = await self.progress(table)
        done, found, length = progress.done, progress.found, len(table.match.actions)
        seconds = min(LONGEST, self.settings.analysis_seconds / max(1, length))
        try:
            while done < length:
                async with self.turn:
                    job, owner = partial(look, in_words(table), done, seconds), table.row["host"] or ""
                    done, more = await self.thinker.ask(Ask(job, table.id, owner, people=False, quick=False))
                found += more
                text = msgspec.json.encode(found).decode()
                await self.store.execute(update(analyses).where(mine).values(done=done, found=text, at=time()))
        except asyncio.CancelledError:
            await asyncio.shield(self.store.execute(update(analyses).where(mine).values(at=0.0)))
            raise
        except Exception as error:
            log.exception("analysis_failed", table=table.id, done=done, error=repr(error))
            await self.store.execute(update(analyses).where(mine).values(at=0.0))
