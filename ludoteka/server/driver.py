"""Keeps tables going when no person acts: bots, standing answers, premoves, clocks, tables a dead process left."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from time import time

import msgspec
import structlog
from sqlalchemy import or_, select, update

from ludoteka.core.errors import IllegalAction, LudotekaError
from ludoteka.server.auto import Dropped, Orders
from ludoteka.server.cache import Cache
from ludoteka.server.lobby import Lobby
from ludoteka.server.play import Play
from ludoteka.server.refused import Conflict, Refused
from ludoteka.server.schema import messages, orders, seats, tables
from ludoteka.server.settings import Settings
from ludoteka.server.table import Table
from ludoteka.server.thinking import Thinker

log = structlog.get_logger()


class Driver:
    def __init__(self, settings: Settings, cache: Cache, play: Play, lobby: Lobby) -> None:
        self.settings = settings
        self.cache = cache
        self.store = cache.store
        self.play = play
        self.lobby = lobby
        self.thinker = Thinker(settings)
        self.driving: dict[str, asyncio.Task[None]] = {}
        self.notifying: set[asyncio.Task[None]] = set()
        self.your_turn: Callable[[Table], Awaitable[None]] | None = None
        """Sends notices when a person is asked."""
        self.wanted: Callable[[Table], bool] = lambda table: True
        self.chores: list[Callable[[], Awaitable[None]]] = []
        self._sweeper: asyncio.Task[None] | None = None
        play.after = self.after

    def start(self) -> None:
        self._sweeper = asyncio.create_task(self._sweep_forever(), name="sweeper")

    async def stop(self) -> None:
        tasks = [t for t in (self._sweeper, *self.driving.values(), *self.notifying) if t is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.thinker.stop()

    def after(self, table: Table) -> None:
        """Something happened at the table; is there anything to do without a person?"""
        to_move = table.to_move
        if to_move < 0:
            return
        if not table.seats[to_move].played_by and to_move not in table.orders:
            self._notify(table)
        elif table.id not in self.driving:
            self.driving[table.id] = asyncio.create_task(self.drive(table.id))

    def _notify(self, table: Table) -> None:
        if self.your_turn is not None and self.wanted(table):
            task: asyncio.Task[None] = asyncio.ensure_future(self.your_turn(table))
            self.notifying.add(task)
            task.add_done_callback(self.notifying.discard)

    async def drive(self, id: str) -> None:
        """Let bots and answers given in advance act until a person is asked."""
        try:
            while await self._step(await self.cache.get(id)):
                pass
        except Conflict:
            pass  # another process drives this table
        except asyncio.CancelledError:
            raise
        except Exception as error:
            log.exception("drive_failed", table=id, error=repr(error))
        finally:
            # in the same breath as the last look at the table: a move that comes now finds nobody driving
            self.driving.pop(id, None)

    async def _step(self, table: Table) -> bool:
        if table.status != "playing" or table.to_move < 0:
            return False
        seat, n = table.to_move, table.n
        bot = table.seats[seat].played_by
        if bot:
            pause = self.settings.bot_pause
            chosen, _ = await asyncio.gather(self.thinker.choose(table, seat, bot), asyncio.sleep(pause))
            if chosen is None or table.n != n or table.stale:
                return True  # an undo, or the person came back: look again
            text, said = chosen
            if table.seats[seat].played_by:
                await asyncio.shield(self.play.move(table, seat, n, text, f"bot:{said}"))
            return True
        if await self._answer(table, seat, n):
            return True
        self._notify(table)
        return False

    async def _answer(self, table: Table, seat: int, n: int) -> bool:
        """What the owner of the seat said in advance. False without having waited for anything."""
        given = table.orders.get(seat)
        if given is None:
            return False
        if given.rest:
            await self._go_on(table, seat, n, given)
            return True
        for standing in given.standing:
            action = standing.find(table.match.state)
            if action is not None:
                await self.play.move(table, seat, n, str(action), "standing")
                return True
        if not given.due(table.match.state):
            return False
        await self._premove(table, seat, n, given)
        return True

    async def _go_on(self, table: Table, seat: int, n: int, given: Orders) -> None:
        """The rest of a move that others interrupted. Taken from the list first, like a premove."""
        texts = given.rest
        await self.set_orders(table, seat, msgspec.structs.replace(given, rest=[]))
        try:
            left = await self.play.move_all(table, seat, n, texts)
        except Refused:
            raise
        except LudotekaError:
            return  # what happened since has changed the question: it is asked
        await self.keep_rest(table, seat, left)

    async def keep_rest(self, table: Table, seat: int, left: list[str]) -> None:
        """What is left of a move, for when the seat is asked again."""
        if left:
            given = table.orders.get(seat, Orders([], []))
            await self.set_orders(table, seat, msgspec.structs.replace(given, rest=left))

    async def _premove(self, table: Table, seat: int, n: int, given: Orders) -> None:
        text, later = given.premoves[0], given.premoves[1:]
        # taken from the list first: a crash in between may lose a premove, but never plays it twice
        await self.set_orders(table, seat, msgspec.structs.replace(given, premoves=later, rest=[]))
        try:
            await self.keep_rest(table, seat, await self.play.move_all(table, seat, n, text.split("; "), "premove"))
        except Refused:
            raise
        except LudotekaError as error:
            why = error.why if isinstance(error, IllegalAction) else error.reason
            lost = Dropped(text, why.id, why.rule, why.args)
            await self.set_orders(table, seat, msgspec.structs.replace(given, premoves=[], rest=[], dropped=lost))

    async def set_orders(self, table: Table, seat: int, new: Orders) -> None:
        values = new.columns()
        statement = self.store.insert(orders).values({"table_id": table.id, "seat": seat} | values)
        await self.store.execute(
            statement.on_conflict_do_update(index_elements=["table_id", "seat"], set_=values),
        )
        if new:
            table.orders[seat] = new
        else:
            table.orders.pop(seat, None)
        async with table.lock:
            await self.play.change(table)
        self.play.announce(table)

    async def say(self, table: Table, key: str, name: str) -> None:
        line = {"table_id": table.id, "key": key, "text": "", "name": name, "at": time()}
        await self.store.execute(messages.insert().values(line))
        table.chat = None
        self.play.announce(table, chat=True)

    # what time brings

    async def _sweep_forever(self) -> None:
        while True:
            try:
                await self.sweep()
                for chore in self.chores:
                    await chore()
            except asyncio.CancelledError:
                raise
            except Exception as error:
                log.exception("sweep_failed", error=repr(error))
            await asyncio.sleep(self.settings.sweep_seconds)

    async def sweep(self) -> None:
        """Tables whose time has come. Each is claimed first, so that one process looks after it."""
        now = time()
        due = select(tables.c.id, tables.c.next_at).where(
            tables.c.next_at <= now, tables.c.status.in_(("playing", "waiting"))
        )
        for row in await self.store.rows(due.limit(50)):
            claim = update(tables).where(tables.c.id == row["id"], tables.c.next_at == row["next_at"])
            if await self.store.execute(claim.values(next_at=now + self.play.bot_lease)):
                with suppress(Refused):
                    await self._look_after(row["id"])

    async def _look_after(self, id: str) -> None:
        table = await self.cache.newest(id)
        if table.status == "waiting":
            await self.lobby.start_at_last(table)
            return
        if table.status == "playing" and not table.begun:
            await self.play.begin(table)
        if table.status != "playing" or table.to_move < 0:
            return
        seat = table.seats[table.to_move]
        if not seat.played_by and table.clock.kind != "none":
            await self.lobby.stand_in(table, seat.seat)
        else:
            self.after(table)

    async def take_up(self) -> None:
        """At the start: tables where a bot was asked when the last process ended are due at once."""
        bot = select(seats.c.seat).where(
            seats.c.table_id == tables.c.id,
            seats.c.seat == tables.c.to_move,
            or_(seats.c.kind == "bot", seats.c.gone != ""),
        )
        await self.store.execute(
            update(tables).where(tables.c.status == "playing", bot.exists()).values(next_at=time())
        )
