"""A connection costs memory and a file: it must soon say what it wants, and there are only so many.

uvicorn closes a connection that rests between requests, but waits for ever for the rest of a request.
"""

from __future__ import annotations

import asyncio
import sys
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEADER_SECONDS = 10.0
"""For the first line and the headers, from the first byte or from the opening of the connection."""
BODY_SECONDS = 20.0
LATE = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
SPARE_FILES = 128
"""For the database, pipes to workers, logs."""


class Connection(HttpToolsProtocol):
    """uvicorn's own protocol with a watch: given to it as `http=`."""

    most = 4000
    header_seconds = HEADER_SECONDS
    body_seconds = BODY_SECONDS
    watch: asyncio.TimerHandle | None = None
    missing = 0.0
    """How many seconds the rest of the request may take; 0 if it is all here."""
    told = False

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        if len(self.connections) > self.most:
            transport.abort()
        else:
            self._expect(self.header_seconds)
            self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        self._expect(0.0)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        # most requests come in one piece: whatever is expected while it is read is here when a watch could begin
        super().data_received(data)
        if self.missing and self.watch is None:
            self._watch()

    def on_message_begin(self) -> None:
        self._expect(self.header_seconds)
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._expect(self.body_seconds)
        self.told = True
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._expect(0.0)
        self.told = False
        super().on_message_complete()

    def _expect(self, seconds: float) -> None:
        self.missing = seconds
        if self.watch is not None:
            self.watch.cancel()
            self.watch = None

    def _watch(self) -> None:
        self.watch = self.loop.call_later(self.missing, self._give_up)

    def _give_up(self) -> None:
        """Say so if nobody is answering yet, and hang up."""
        if not self.transport.is_closing():
            if not self.told:
                self.transport.write(LATE)
            self.transport.close()


def allow_files(connections: int) -> int:
    """Ask the system for as many open files as it grants; how many connections that leaves us."""
    if sys.platform == "win32":
        return connections
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = connections + SPARE_FILES
    if soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return min(connections, max(1, soft - SPARE_FILES))
