"""Bots think elsewhere: in processes, on a cluster, or for small hosts in a thread; never in the event loop."""

from __future__ import annotations

import asyncio
import multiprocessing
from collections import OrderedDict
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from random import Random
from typing import Any

import structlog

from ludoteka import bots, games
from ludoteka.bots.hint import Hint, hint
from ludoteka.core.content import travelling
from ludoteka.core.match import Match
from ludoteka.server.parent import end_with_parent
from ludoteka.server.refused import Refused
from ludoteka.server.settings import Settings
from ludoteka.server.table import Table

log = structlog.get_logger()
KEPT = 64
_matches: OrderedDict[str, Match] = OrderedDict()
Played = tuple[str, str, int, dict[str, Any], str, list[str]]
"""Id, game, seats, options, written position and actions of a match."""


def replayed(id: str, game: str, seats: int, options: dict[str, Any], position: str, texts: list[str]) -> Match:
    """In the worker: the match as it stands, made from the one kept if that is its beginning."""
    match = _matches.get(id)
    if match is None or [str(a) for a in match.actions] != texts[: len(match.actions)]:
        match = Match(games.load(game), seats, options, position=position)
    for text in texts[len(match.actions) :]:
        match.push(match.game.parse(text))
    _matches[id] = match
    _matches.move_to_end(id)
    while len(_matches) > KEPT:
        _matches.popitem(last=False)
    return match


def think(what: Played, bot: str, seat: int) -> str:
    """In the worker: let the bot decide on a world made from what its seat knows."""
    return str(bots.decide(bots.make(bot), replayed(*what).state, seat, Random()))


def advise(what: Played, seat: int, lang: str, players: list[str]) -> list[Hint]:
    """In the worker: the best few actions with their reasons, from what the seat knows."""
    match = replayed(*what)
    return hint(match.game, match.state, seat, Random(), lang, players=players)


def in_words(table: Table) -> Played:
    """A match as it travels to a worker."""
    match = table.match
    options = travelling(table.options)
    return table.id, table.game.name, match.seats, options, match.position, [str(a) for a in match.actions]


class Thinker:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._executor: Executor | None = None
        self.fallbacks = 0

    def executor(self) -> Executor:
        if self._executor is None:
            self._executor = make_executor(self.settings)
        return self._executor

    async def choose(self, table: Table, seat: int, bot: str) -> tuple[str, str]:
        """What to do and which bot said so. One that crashes or takes too long is replaced by the simplest."""
        match, executor = table.match, self.executor()
        try:
            future = executor.submit(think, in_words(table), bot, seat)
            text = await asyncio.wait_for(asyncio.wrap_future(future), self.settings.bot_seconds)
            if match.state.why_not(match.game.parse(text)) is None:
                return text, bot
            log.warning("bot_illegal", table=table.id, bot=bot, n=table.n, text=text)
        except TimeoutError:
            self.replace(executor)
            log.warning("bot_timeout", table=table.id, bot=bot, n=table.n)
        except BrokenExecutor:
            self.replace(executor)
            log.warning("bot_crashed", table=table.id, bot=bot, n=table.n)
        except Exception as error:
            log.warning("bot_failed", table=table.id, bot=bot, n=table.n, error=repr(error))
        self.fallbacks += 1
        rng = Random()
        return str(match.state.resample(seat, rng).sample(rng)), "random"

    async def hint(self, table: Table, seat: int, lang: str, players: list[str]) -> list[Hint]:
        """The best few actions in words; refused if the bot cannot say in time."""
        executor = self.executor()
        try:
            future = executor.submit(advise, in_words(table), seat, lang, players)
            return await asyncio.wait_for(asyncio.wrap_future(future), self.settings.bot_seconds)
        except (TimeoutError, BrokenExecutor) as error:
            self.replace(executor)
            log.warning("hint_failed", table=table.id, n=table.n, error=repr(error))
        except Exception as error:
            log.warning("hint_failed", table=table.id, n=table.n, error=repr(error))
        raise Refused(500, "error.hint_failed")

    def replace(self, executor: Executor) -> None:
        """A stuck worker would block the others: end it and begin anew, unless somebody has done so already."""
        if self._executor is not executor:
            return
        self._executor = None
        executor.shutdown(wait=False, cancel_futures=True)
        for process in list((getattr(executor, "_processes", None) or {}).values()):
            process.kill()

    def stop(self) -> None:
        if self._executor is not None:
            self.replace(self._executor)


def make_executor(settings: Settings) -> Executor:
    kind, _, address = settings.executor.partition(":")
    if kind == "dask":
        from distributed import Client

        client: Any = Client
        executor: Executor = client(address).get_executor(pure=False)
        return executor
    if settings.bot_workers:
        # spawn: a fork would copy the sockets and locks of a running server
        spawn = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(settings.bot_workers, mp_context=spawn, initializer=end_with_parent)
    return ThreadPoolExecutor(1, thread_name_prefix="bot")
