"""Bots think elsewhere, never in the event loop, and in a fair order. One that has too little time thinks less."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

import structlog

from ludoteka import bots
from ludoteka.bots.hint import Hint
from ludoteka.core.content import travelling
from ludoteka.server.line import Ask, Line
from ludoteka.server.refused import Refused
from ludoteka.server.settings import Settings
from ludoteka.server.slots import Late, Lost, Slot, make_slots
from ludoteka.server.table import Table
from ludoteka.server.worker import Played, advise, think

log = structlog.get_logger()
TRIES = 3
"""How often one thing is begun, if its worker is lost or the time was not enough."""
SHARE = 0.5
"""Of the time after which a bot is taken for stuck: so soon all who wait shall have their answer."""
LEAST = 0.25
"""Seconds that every bot has, however many wait."""
TELL = 1.0
"""Seconds between two looks at the line, so that who waits a moment is not told a number."""
INSTEAD = "greedy"
"""Answers for a bot that cannot: it takes the best in sight."""


class NotThought(Exception):
    """Nobody could think about it to the end."""


def in_words(table: Table) -> Played:
    """A match as it travels to a worker."""
    match = table.match
    options = travelling(table.options)
    return table.id, table.game.name, match.seats, options, match.position, [str(a) for a in match.actions]


def waits(table: Table) -> tuple[str, bool]:
    """Whose turn in the line a table takes, and whether somebody sits there and waits."""
    people = [s.user_id for s in table.seats if s.kind == "human" and not s.gone and s.user_id]
    host: str = table.row["host"] or ""
    return (host if host in people or not people else people[0]), bool(people)


class Thinker:
    def __init__(self, settings: Settings, make: Callable[[Settings], list[Slot]] = make_slots) -> None:
        self.settings = settings
        self.make = make
        self.line = Line()
        self.slots: list[Slot] = []
        self.replaced = 0
        """Decisions that another bot took."""
        self.tell: Callable[[dict[str, int]], None] = lambda places: None
        """Told which tables have another place in the line than before; 0 is not waiting."""
        self._told: dict[str, int] = {}
        self._news = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._open = False

    # what can be asked

    async def choose(self, table: Table, seat: int, bot: str) -> tuple[str, str] | None:
        """What to do and which bot said so; None if the table has moved on before the bot's turn came."""
        n, match = table.n, table.match
        (owner, people), what = waits(table), in_words(table)
        for name in (bot, INSTEAD):
            quick = bots.is_quick(name, table.game.name)
            ask = Ask(partial(think, what, name, seat), table.id, owner, people, quick, lambda: table.n == n)
            try:
                found = await self.ask(ask)
            except NotThought as error:
                fault = str(error)
            else:
                if found is None:
                    return None
                text, fault = found
                if not fault and match.state.why_not(match.game.parse(text)) is None:
                    return text, name
            log.warning("bot_failed", table=table.id, bot=name, n=n, fault=fault or f"illegal: {text}")
            self.replaced += 1
        raise NotThought(f"no bot can answer for seat {seat} of {table.id}")

    async def hint(self, table: Table, seat: int, lang: str, players: list[str]) -> list[Hint]:
        """The best few actions in words; refused if the bot cannot say."""
        job = partial(advise, in_words(table), seat, lang, players)
        try:
            return await self.ask(Ask(job, table.id, *waits(table), quick=False)) or []
        except NotThought as error:
            log.warning("hint_failed", table=table.id, n=table.n, fault=str(error))
            raise Refused(500, "error.hint_failed") from error

    async def ask(self, ask: Ask) -> Any:
        """The answer when its turn has come, or NotThought."""
        self.line.put(ask)
        if not self._open:
            self._open = True
            self._start(self._dispatch())
            self._start(self._tell_often())
        self._news.set()
        return await ask.answer

    # whose turn it is

    async def _dispatch(self) -> None:
        while not self.slots:
            try:
                self.slots = await asyncio.to_thread(self.make, self.settings)
            except Exception as error:
                log.error("no_place_to_think", error=repr(error))
                await asyncio.sleep(5)
        self._start(self.slots[0].warm())  # the first quick answer need not wait until a process has begun
        while True:
            await self._news.wait()
            self._news.clear()
            for slot in self.slots:
                if not slot.busy and (ask := self.line.take(slot.quick)) is not None:
                    slot.busy = True
                    self._start(self._serve(slot, ask))

    async def _serve(self, slot: Slot, ask: Ask) -> None:
        try:
            found = await slot.run(ask.job, self.seconds(ask), self.settings.bot_seconds)
            if not ask.answer.done():
                ask.answer.set_result(found)
        except (Late, Lost) as error:
            ask.late += isinstance(error, Late)
            ask.lost += isinstance(error, Lost)
            log.warning("thought_again", table=ask.table, late=ask.late, lost=ask.lost, error=repr(error))
            if ask.late + ask.lost < TRIES:
                self.line.put_back(ask)
            elif not ask.answer.done():
                ask.answer.set_exception(NotThought(repr(error)))
        finally:
            slot.busy = False
            self._news.set()

    def seconds(self, ask: Ask) -> float:
        """The time for a decision: so that all who wait now have their answer soon. Less for one that was too slow."""
        wide = sum(not slot.quick for slot in self.slots)
        whole = self.settings.bot_seconds * SHARE
        fair = whole if ask.quick else whole * wide / (wide + self.line.waiting(ask.people))
        return max(min(LEAST, whole), fair) * 0.25**ask.late

    # the line as people see it

    async def _tell_often(self) -> None:
        while True:
            await asyncio.sleep(TELL)
            self.tell_places()

    def tell_places(self) -> None:
        now = self.line.places()
        changed = {id: now.get(id, 0) for id in {*now, *self._told} if now.get(id, 0) != self._told.get(id, 0)}
        self._told = now
        if changed:
            self.tell(changed)

    # begin and end

    def _start(self, work: Any) -> None:
        task: asyncio.Task[None] = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        for slot in self.slots:
            slot.end()
        for slot in self.slots:
            slot.close()
