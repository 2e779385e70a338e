"""Who waits for news of what. Between processes news travels over one of Litestar's channels on PostgreSQL."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any
from weakref import WeakSet

import msgspec
from litestar.channels import ChannelsPlugin

from ludoteka.server.store import Store

CHANNEL = "ludoteka"
_open: WeakSet[Hub] = WeakSet()


class News(msgspec.Struct, omit_defaults=True):
    """Small on purpose: it says what changed; every process makes what its viewers may see from the database."""

    keys: list[str]
    """Who should look: `table:<id>`, `user:<id>`, `session:<id>`."""
    table: str = ""
    n: int = 0
    revision: int = 0
    chat: bool = False
    places: dict[str, int] = {}
    """Tables whose bot has another place in the line now; 0: it no longer waits."""


class Listener:
    """Wakes one connection; several pieces of news before it looks are one."""

    def __init__(self) -> None:
        self.event = asyncio.Event()
        self.closed = False
        self.ended = False
        """Closed because its session was ended, not because the server stops."""
        self.heard: set[str] = set()
        """The keys of the news since it last looked."""

    async def wait(self, seconds: float) -> bool:
        """True if there is news, False after so long without."""
        try:
            await asyncio.wait_for(self.event.wait(), seconds)
        except TimeoutError:
            return False
        self.event.clear()
        return True


class Hub:
    def __init__(self, store: Store) -> None:
        self.listeners: dict[str, set[Listener]] = {}
        self.readers: list[Callable[[News], None]] = []
        self.closing = False
        self.channels: ChannelsPlugin | None = None
        """None with SQLite: then there is one process, and news need not leave it."""
        if not store.is_sqlite:
            from ludoteka.server.listen import PostgresBackend  # its driver is needed there only

            self.channels = ChannelsPlugin(backend=PostgresBackend(store, self.missed), channels=[CHANNEL])
        self._task: asyncio.Task[None] | None = None
        self.lost: Callable[[], None] = lambda: None
        """Called when news may have been missed."""
        _open.add(self)

    def missed(self) -> None:
        self.lost()
        for key, waiting in self.listeners.items():
            for listener in waiting:
                listener.heard.add(key)
                listener.event.set()

    async def start(self) -> None:
        if self.channels is None:
            return
        await self.channels.__aenter__()
        subscriber = await self.channels.subscribe(CHANNEL)

        async def run() -> None:
            async for data in subscriber.iter_events():
                self.deliver(msgspec.json.decode(data, type=News))

        self._task = asyncio.create_task(run(), name="hub")

    def deliver(self, news: News) -> None:
        for read in self.readers:
            read(news)
        for key in news.keys:
            for listener in self.listeners.get(key, ()):
                if key.startswith("session:"):  # that session was ended: so are its streams
                    listener.closed = listener.ended = True
                listener.heard.add(key)
                listener.event.set()

    def publish(self, news: News) -> None:
        if self.channels is None:
            self.deliver(news)
        elif self._task is not None:
            self.channels.publish(msgspec.json.encode(news), CHANNEL)

    @contextmanager
    def listen(self, keys: Iterable[str]) -> Iterator[Listener]:
        listener = Listener()
        listener.closed = self.closing
        keys = list(keys)
        for key in keys:
            self.listeners.setdefault(key, set()).add(listener)
        try:
            yield listener
        finally:
            for key in keys:
                self.listeners[key].discard(listener)
                if not self.listeners[key]:
                    del self.listeners[key]

    def close(self) -> None:
        """End every stream: the server is about to stop and waits for them."""
        self.closing = True
        for waiting in self.listeners.values():
            for listener in waiting:
                listener.closed = True
                listener.event.set()

    async def stop(self) -> None:
        self.close()
        if self._task is not None and self.channels is not None:
            self._task.cancel()
            self._task = None
            await self.channels.__aexit__(None, None, None)


def end_streams_on_signal() -> None:
    """uvicorn waits for open connections when it is told to stop, and streams never end by themselves."""
    if threading.current_thread() is not threading.main_thread():
        return
    for number in (signal.SIGINT, signal.SIGTERM):
        before = signal.getsignal(number)

        def handle(sig: int, frame: FrameType | None, before: Any = before) -> None:
            for hub in list(_open):
                hub.close()
            if callable(before):
                before(sig, frame)

        signal.signal(number, handle)
