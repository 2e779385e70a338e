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
from ludoteka.core.match import Match
from ludoteka.server.parent import end_with_parent
from ludoteka.server.settings import Settings
from ludoteka.server.table import Table

log = structlog.get_logger()
KEPT = 64
_matches: OrderedDict[str, Match] = OrderedDict()


def think(
    id: str, game: str, seats: int, options: dict[str, Any], position: str, texts: list[str], bot: str, seat: int
) -> str:
    """In the worker: replay what is new and let the bot decide on a world made from what its seat knows."""
    match = _matches.get(id)
    if match is None or [str(a) for a in match.actions] != texts[: len(match.actions)]:
        match = Match(games.load(game), seats, options, position=position)
    for text in texts[len(match.actions) :]:
        match.push(match.game.parse(text))
    _matches[id] = match
    _matches.move_to_end(id)
    while len(_matches) > KEPT:
        _matches.popitem(last=False)
    return str(bots.decide(bots.make(bot), match.state, seat, Random()))


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
        match = table.match
        texts = [str(a) for a in match.actions]
        what = (table.id, table.game.name, match.seats, table.options, match.position, texts)
        try:
            future = self.executor().submit(think, *what, bot, seat)
            text = await asyncio.wait_for(asyncio.wrap_future(future), self.settings.bot_seconds)
            if match.state.why_not(match.game.parse(text)) is None:
                return text, bot
            log.warning("bot_illegal", table=table.id, bot=bot, n=table.n, text=text)
        except TimeoutError:
            self._replace()
            log.warning("bot_timeout", table=table.id, bot=bot, n=table.n)
        except BrokenExecutor:
            self._replace()
            log.warning("bot_crashed", table=table.id, bot=bot, n=table.n)
        except Exception as error:
            log.warning("bot_failed", table=table.id, bot=bot, n=table.n, error=repr(error))
        self.fallbacks += 1
        rng = Random()
        return str(match.state.resample(seat, rng).sample(rng)), "random"

    def _replace(self) -> None:
        """A stuck worker would block the others: end it and begin anew."""
        executor, self._executor = self._executor, None
        if executor is None:
            return
        executor.shutdown(wait=False, cancel_futures=True)
        for process in list((getattr(executor, "_processes", None) or {}).values()):
            process.kill()

    def stop(self) -> None:
        self._replace()


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
