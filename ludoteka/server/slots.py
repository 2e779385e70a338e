"""Where bots think. Each slot thinks about one thing at a time in an executor of its own, so that ending a slot that is
stuck hurts nobody else; time counts from the moment it begins."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from ludoteka.server.parent import end_with_parent
from ludoteka.server.settings import Settings
from ludoteka.server.worker import ready

TO_START = 120.0
"""Seconds after which a process that does not begin to work is taken for lost."""


class Late(Exception):
    """The time was not enough."""


class Lost(Exception):
    """Whoever thought about it is gone, or failed."""


class Slot:
    """`make` gives an executor for one thing at a time, `close` what slots share. `quick`: it is kept free for what is
    quickly decided."""

    def __init__(
        self,
        make: Callable[[], Executor],
        quick: bool = False,
        processes: bool = False,
        close: Callable[[], None] = lambda: None,
    ) -> None:
        self.make = make
        self.quick = quick
        self.processes = processes
        self.close = close
        self.busy = False
        self.starting = asyncio.Lock()
        self.executor: Executor | None = None
        self.pid = 0
        """Of the process that works; 0 where it is none of ours to end."""

    async def run(self, job: Callable[[float], Any], seconds: float, limit: float) -> Any:
        """What the job returns within `limit` seconds from now, or Late, or Lost."""
        try:
            executor = await self._started()
            return await self._within(executor.submit(job, seconds), limit)
        except Late:
            self.end()
            raise
        except Exception as error:
            self.end()
            raise Lost(repr(error)) from error

    async def warm(self) -> None:
        """Begin before there is anything to do."""
        with suppress(Exception):  # the first job will say what is wrong
            await self._started()

    async def _started(self) -> Executor:
        async with self.starting:
            if self.executor is None:
                self.executor = await asyncio.to_thread(self.make)
            if self.processes and not self.pid:  # so that loading the program does not count as thinking
                self.pid = await self._within(self.executor.submit(ready), TO_START)
            return self.executor

    async def _within(self, future: Future[Any], limit: float) -> Any:
        waiting = asyncio.wrap_future(future)
        try:
            # not wait_for: a future that the executor cancels is not the same as our being cancelled
            await asyncio.wait({waiting}, timeout=limit)
            if not waiting.done():
                raise Late
            if waiting.cancelled():
                raise Lost("cancelled")
            return waiting.result()
        finally:
            waiting.cancel()

    def end(self) -> None:
        """Stop whatever goes on here; the next job begins anew."""
        executor, self.executor = self.executor, None
        pid, self.pid = self.pid, 0
        if pid:
            with suppress(OSError):
                os.kill(pid, getattr(signal, "SIGKILL", signal.SIGTERM))
        if executor is not None:
            executor.shutdown(wait=bool(pid))  # a process that was killed is soon gone; what it held is freed then


def to_spare(processes: int, cores: int | None = None) -> int:
    """How many bots may think at once beside so many server processes, for each of them."""
    if cores is None:
        cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, (cores - processes) // processes)


def make_slots(settings: Settings) -> list[Slot]:
    """One slot for each bot that may think at once, and before them one for what is quickly decided."""
    kind, _, address = settings.executor.partition(":")
    wide = settings.bot_workers if settings.bot_workers >= 0 else to_spare(settings.workers)
    if kind == "dask":
        cluster = Cluster(address)
        wide = max(1, cluster.threads() - 1 if settings.bot_workers < 0 else wide)
        return [Slot(cluster.executor, quick=i == 0, close=cluster.close) for i in range(1 + wide)]
    if wide:
        return [Slot(_process, quick=i == 0, processes=True) for i in range(1 + wide)]
    return [Slot(_thread, quick=quick) for quick in (True, False)]


def _process() -> Executor:
    # spawn: a fork would copy the sockets and locks of a running server
    return ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"), initializer=end_with_parent)


def _thread() -> Executor:
    return ThreadPoolExecutor(1, thread_name_prefix="bot")


class Cluster:
    """A Dask cluster. It thinks again by itself what a lost worker was at; a task that is stuck there stays."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.client: Any = None

    def connected(self) -> Any:
        if self.client is None or self.client.status != "running":
            from distributed import Client

            self.client = Client(self.address)  # type: ignore[no-untyped-call]
        return self.client

    def threads(self) -> int:
        return sum(self.connected().nthreads().values())

    def executor(self) -> Executor:
        executor: Executor = self.connected().get_executor(pure=False)
        return executor

    def close(self) -> None:
        client, self.client = self.client, None
        if client is not None:
            client.close()
