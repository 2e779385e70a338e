"""A client that costs little, so that on two cores the server is what is measured; and the servers it talks to."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from typing import Any

ENVIRONMENT = {
    "LUDOTEKA_LIMITS": "0",
    "LUDOTEKA_LOG_LEVEL": "error",
    "LUDOTEKA_SECRET": "benchmark",
    "LUDOTEKA_BOT_PAUSE": "0",
}
HOST = "127.0.0.1"
HOMES = (f"127.{i >> 16 & 255}.{i >> 8 & 255}.{i & 255}" for i in count(2))
"""Addresses of this machine, one for each player as in real life: budgets count per address. Linux has them all."""


class Wire:
    """One connection, one request at a time."""

    def __init__(self, port: int, home: str = HOST) -> None:
        self.port = port
        self.home = home
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter

    async def ask(self, method: str, path: str, head: str = "", data: Any = None) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body of the answer. `head` is lines of headers."""
        body = json.dumps(data).encode() if data is not None else b""
        kind = "content-type: application/json\r\n" if data is not None else ""
        line = f"{method} {path} HTTP/1.1\r\nhost: x\r\n{kind}{head}content-length: {len(body)}\r\n\r\n"
        if self.reader is None or self.reader.at_eof():  # the server ends what was quiet for five seconds
            come_from = (self.home, 0)
            self.reader, self.writer = await asyncio.open_connection(
                HOST, self.port, limit=1 << 20, local_addr=come_from
            )
        self.writer.write(line.encode() + body)
        first, *lines = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")[:-2]
        headers: dict[str, str] = {}
        for item in lines:
            name, _, value = item.partition(": ")
            # several cookies come in several lines
            headers[name.lower()] = f"{headers[name.lower()]}\n{value}" if name.lower() in headers else value
        answer = await self.reader.readexactly(int(headers.get("content-length", 0)))
        return int(first.split()[1]), headers, answer

    def close(self) -> None:
        if self.reader is not None:
            self.writer.close()


class Player:
    """One guest who plays all seats of a table, as a program with a token and as a browser with cookies."""

    def __init__(self, port: int) -> None:
        self.wire = Wire(port, next(HOMES))
        self.token = ""
        self.browser = ""

    async def enter(self) -> Player:
        _, headers, _ = await self.wire.ask("GET", "/api/me")
        csrf = cookie(headers, "csrftoken")
        self.browser = f"cookie: csrftoken={csrf}\r\nx-csrftoken: {csrf}\r\n"
        _, headers, _ = await self.wire.ask("POST", "/api/guest", self.browser, {"name": "P"})
        mine = cookie(headers, "ludoteka")
        self.browser = f"cookie: csrftoken={csrf}; ludoteka={mine}\r\nx-csrftoken: {csrf}\r\n"
        made = await self.ok("POST", "/api/me/tokens", {}, self.browser)
        self.token = f"authorization: Bearer {made['token']}\r\n"
        return self

    def again(self) -> Player:
        """The same person on another connection."""
        other = Player(self.wire.port)
        other.token, other.browser = self.token, self.browser
        return other

    async def ok(self, method: str, path: str, data: Any = None, head: str = "") -> Any:
        status, _, body = await self.wire.ask(method, path, head or self.token, data)
        assert status < 300, (method, path, status, body[:300])
        return json.loads(body) if body else None

    async def table(self, **more: Any) -> str:
        new = {"game": "pebbles", "seats": 2, "players": ["me", "me"], "start": True, "options": {"stones": 15}} | more
        return str((await self.ok("POST", "/api/tables", new))["table"]["id"])

    async def next_move(self, id: str) -> dict[str, Any] | None:
        """What could be sent now; None when the match is over."""
        state = (await self.ok("GET", f"/api/tables/{id}"))["state"]
        return {"n": state["n"], "text": state["actions"][0]["text"]} if state["actions"] else None


def cookie(headers: dict[str, str], name: str) -> str:
    found = [c for c in headers.get("set-cookie", "").split("\n") if c.startswith(f"{name}=")]
    return found[0].partition("=")[2].split(";")[0].strip('"')


class Stream:
    """A listener: a socket that counts what it is sent."""

    def __init__(self) -> None:
        self.bytes = 0

    async def run(self, port: int, id: str) -> None:
        reader, writer = await asyncio.open_connection(HOST, port)
        writer.write(f"GET /api/tables/{id}/events HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        try:
            while data := await reader.read(65536):
                self.bytes += len(data)
        finally:
            writer.close()


# servers


def cpu_of(pid: int) -> float:
    """CPU seconds of a process and all its threads, to the nanosecond where the system has a clock for it."""
    with suppress(OSError, AttributeError):
        return time.clock_gettime((~pid << 3) | 2)  # Linux: the CPU clock of another process
    import psutil

    times = psutil.Process(pid).cpu_times()
    return float(times.user + times.system)


def memory_of(pid: int) -> float:
    """Megabytes in RAM."""
    import psutil

    return float(psutil.Process(pid).memory_info().rss / 1e6)


def free_port() -> int:
    with socket.socket() as s:
        s.bind((HOST, 0))
        return int(s.getsockname()[1])


@contextmanager
def started(args: list[str], port: int, env: dict[str, str]) -> Iterator[tuple[int, int]]:
    """A server process from its first answer on: its port and its number."""
    process = subprocess.Popen(args, env=os.environ | ENVIRONMENT | env, stdout=subprocess.DEVNULL)
    try:
        for _ in range(600):
            assert process.poll() is None, "the server does not start"
            with suppress(OSError):
                socket.create_connection((HOST, port), timeout=1).close()
                break
            time.sleep(0.05)
        yield port, process.pid
    finally:
        process.terminate()
        process.wait(30)


@contextmanager
def server(folder: str, **env: str) -> Iterator[tuple[int, int]]:
    """`ludoteka serve` as everybody starts it; BENCH_DATABASE for another database than a new SQLite file."""
    port = free_port()
    args = [sys.executable, "-m", "ludoteka", "serve", "--no-browser", "--port", str(port)]
    database = os.environ.get("BENCH_DATABASE") or f"{folder}/bench.db"
    with started(args, port, {"LUDOTEKA_DATABASE": database} | env) as found:
        yield found


@contextmanager
def echo_server(folder: str, app: str) -> Iterator[tuple[int, int]]:
    """An app of `benchmarks.server` on the same uvicorn."""
    port = free_port()
    args = [sys.executable, "-m", "uvicorn", f"benchmarks.server:{app}", "--factory", "--port", str(port)]
    args += ["--loop", "uvloop", "--http", "httptools", "--no-access-log", "--log-level", "error"]
    with started(args, port, {"LUDOTEKA_DATABASE": f"{folder}/echo.db", "LUDOTEKA_LIMITS": "1"}) as found:
        yield found
