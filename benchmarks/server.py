"""What a move costs the server, and what it bears: 1,000 who watch and 100 tables that play, on this machine only.

    python -m benchmarks.server cost     CPU of a move against a bare echo on the same stack
    python -m benchmarks.server open     opening a table at move 500
    python -m benchmarks.server load     p99 of a move under load
    python -m benchmarks.server memory=10000   memory over so many finished tables

The server is a process of its own, started here; its CPU time is read from the system.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import msgspec
import psutil
from litestar import Litestar, Request, post
from litestar.params import JSONBody

from ludoteka.server.app import create_app
from ludoteka.server.auth import limit
from ludoteka.server.auth import member as a_member

ENVIRONMENT = {
    "LUDOTEKA_LIMITS": "0",
    "LUDOTEKA_LOG_LEVEL": "error",
    "LUDOTEKA_SECRET": "benchmark",
    "LUDOTEKA_BOT_PAUSE": "0",
}


class Echo(msgspec.Struct):
    n: int
    text: str


@post("/echo", status_code=200)
async def bare_echo(data: JSONBody[Echo]) -> Echo:
    return data


@post("/api/echo", status_code=200, middleware=[limit("echo", "minute", 1_000_000)])
async def our_echo(data: JSONBody[Echo], request: Request[Any, Any, Any]) -> Echo:
    a_member(request)
    return data


def bare_app() -> Litestar:
    """Litestar and nothing else."""
    return Litestar([bare_echo], openapi_config=None)


def our_app() -> Litestar:
    """The server with one more route: sessions, CSRF, tokens, limits and headers, but nothing behind them."""
    app = create_app()
    app.register(our_echo)
    return app


def free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


@contextmanager
def started(args: list[str], port: int, env: dict[str, str], path: str) -> Iterator[psutil.Process]:
    process = subprocess.Popen(args, env=os.environ | env)
    try:
        for _ in range(200):
            try:
                httpx.get(f"http://127.0.0.1:{port}{path}", timeout=1)
                break
            except httpx.HTTPError:
                time.sleep(0.05)
        yield psutil.Process(process.pid)
    finally:
        process.terminate()
        process.wait(20)


@contextmanager
def server(folder: str, **env: str) -> Iterator[tuple[str, psutil.Process]]:
    port = free_port()
    args = [sys.executable, "-c", "from ludoteka.cli import main; main()", "serve", "--no-browser", "--port", str(port)]
    extra = ENVIRONMENT | {"LUDOTEKA_DATABASE": os.environ.get("BENCH_DATABASE") or f"{folder}/bench.db"} | env
    with started(args, port, extra, "/health") as process:
        yield f"http://127.0.0.1:{port}", process


@contextmanager
def echo_server(folder: str, app: str) -> Iterator[tuple[str, psutil.Process]]:
    port = free_port()
    args = [sys.executable, "-m", "uvicorn", f"benchmarks.server:{app}", "--factory", "--port", str(port)]
    args += ["--loop", "uvloop", "--http", "httptools", "--no-access-log", "--log-level", "error"]
    env = ENVIRONMENT | {"LUDOTEKA_DATABASE": f"{folder}/echo.db", "LUDOTEKA_LIMITS": "1"}
    with started(args, port, env, "/") as process:
        yield f"http://127.0.0.1:{port}", process


async def echo_cost(folder: str, app: str, path: str, times: int = 3000) -> float:
    """CPU seconds of one echo."""
    with echo_server(folder, app) as (url, process):
        async with httpx.AsyncClient(timeout=30) as client:
            people = [await Player(client, url).enter() for _ in range(10)] if app == "our_app" else []
            headers = [p.headers for p in people] or [{}]
            body = {"n": 17, "text": "place red A"}
            before = 0.0
            for i in range(times + 300):
                if i == 300:
                    before = cpu(process)
                answer = await client.post(url + path, json=body, headers=headers[i % len(headers)])
                assert answer.status_code == 200, answer.text
            return (cpu(process) - before) / times


def cpu(process: psutil.Process) -> float:
    times = process.cpu_times()
    return float(times.user + times.system)


class Player:
    """One person with a token who plays both seats of a table."""

    def __init__(self, client: httpx.AsyncClient, url: str) -> None:
        self.client = client
        self.url = url
        self.headers: dict[str, str] = {}

    async def enter(self) -> Player:
        first = await self.client.get(f"{self.url}/api/me")
        csrf = first.cookies["csrftoken"]
        cookie = f"csrftoken={csrf}"
        headers = {"x-csrftoken": csrf}
        self.client.cookies.clear()
        made = await self.client.post(f"{self.url}/api/guest", json={"name": "P"}, headers=headers | {"cookie": cookie})
        cookie += f"; ludoteka={made.cookies['ludoteka']}"
        self.client.cookies.clear()
        token = await self.client.post(f"{self.url}/api/me/tokens", json={}, headers=headers | {"cookie": cookie})
        self.headers = {"authorization": f"Bearer {token.json()['token']}"}
        self.client.cookies.clear()
        return self

    async def post(self, path: str, data: Any) -> httpx.Response:
        return await self.client.post(self.url + path, json=data, headers=self.headers)

    async def table(self, **more: Any) -> str:
        new = {"game": "pebbles", "seats": 2, "players": ["me", "me"], "start": True, "options": {"stones": 15}} | more
        return str((await self.post("/api/tables", new)).json()["table"]["id"])

    async def next_move(self, id: str) -> dict[str, Any] | None:
        """What could be sent now; None when the match is over."""
        state = (await self.client.get(f"{self.url}/api/tables/{id}", headers=self.headers)).json()["state"]
        return {"n": state["n"], "text": state["actions"][0]["text"]} if state["actions"] else None


async def cost(tables: int = 100, rounds: int = 12) -> dict[str, Any]:
    """CPU of a stored move against an echo of the same body: on a naked Litestar, and behind our middleware."""
    with tempfile.TemporaryDirectory() as folder:
        bare = await echo_cost(folder, "bare_app", "/echo")
        ours = await echo_cost(folder, "our_app", "/api/echo")
        spent, done = 0.0, 0
        with server(folder, LUDOTEKA_LIMITS="1") as (url, process):
            async with httpx.AsyncClient(timeout=30) as client:
                people = [await Player(client, url).enter() for _ in range(10)]
                ids = [(people[i % 10], await people[i % 10].table()) for i in range(tables)]
                for _ in range(rounds):
                    found = [(player, id, await player.next_move(id)) for player, id in ids]
                    before = cpu(process)
                    for player, id, move in found:
                        if move is not None:
                            answer = await player.post(f"/api/tables/{id}/moves", move)
                            assert answer.status_code == 200, answer.text
                            done += 1
                    spent += cpu(process) - before
        move_cost = spent / done
    micro = 1e6
    return {
        "bare_echo_us": round(bare * micro),
        "echo_us": round(ours * micro),
        "move_us": round(move_cost * micro),
        "times_bare": round(move_cost / bare, 2),
        "times": round(move_cost / ours, 2),
        "moves": done,
    }


class Stream:
    """A listener that costs this program little: a socket that counts what it is sent."""

    def __init__(self) -> None:
        self.bytes = 0

    async def run(self, port: int, id: str) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(f"GET /api/tables/{id}/events HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        try:
            while data := await reader.read(65536):
                self.bytes += len(data)
        finally:
            writer.close()


async def load(listeners: int = 1000, tables: int = 100, seconds: float = 30.0, pause: float = 2.0) -> dict[str, Any]:
    """Listeners on tables where nothing happens, and tables where somebody moves every `pause` seconds or so."""
    rng = random.Random(1)
    times: list[float] = []
    with tempfile.TemporaryDirectory() as folder, server(folder) as (url, process):
        port = int(url.rsplit(":", 1)[1])
        limits = httpx.Limits(max_connections=tables, max_keepalive_connections=tables)
        async with httpx.AsyncClient(timeout=60, limits=limits) as client:
            player = await Player(client, url).enter()
            idle = [await player.table() for _ in range(tables)]
            active = [await player.table() for _ in range(tables)]
            streams = [Stream() for _ in range(listeners)]
            tasks = [asyncio.create_task(s.run(port, idle[i % tables])) for i, s in enumerate(streams)]
            while not all(s.bytes for s in streams):
                await asyncio.sleep(0.1)
            await asyncio.sleep(1)
            stop = time.monotonic() + seconds

            async def play(id: str) -> None:
                await asyncio.sleep(rng.random() * pause)
                while time.monotonic() < stop:
                    watching = asyncio.create_task(Stream().run(port, id))
                    while time.monotonic() < stop and (move := await player.next_move(id)):
                        began = time.perf_counter()
                        answer = await player.post(f"/api/tables/{id}/moves", move)
                        times.append(time.perf_counter() - began)
                        assert answer.status_code == 200, answer.text
                        await asyncio.sleep(pause * (0.5 + rng.random()))
                    watching.cancel()
                    if time.monotonic() < stop:
                        id = await player.table()

            before = cpu(process)
            await asyncio.gather(*(play(id) for id in active))
            spent = cpu(process) - before
            alive = sum(not t.done() for t in tasks)
            memory = process.memory_info().rss
            for task in tasks:
                task.cancel()
    times.sort()
    return {
        "moves": len(times),
        "per_second": round(len(times) / seconds, 1),
        "p50_ms": round(1000 * times[len(times) // 2], 1),
        "p99_ms": round(1000 * times[int(len(times) * 0.99)], 1),
        "worst_ms": round(1000 * times[-1], 1),
        "listeners_alive": alive,
        "server_cpu": f"{100 * spent / seconds:.0f} % of one core",
        "server_memory_mb": round(memory / 1e6),
    }


async def opening() -> dict[str, Any]:
    """A table with the longest match there is, opened from the database: nothing of it is in memory."""
    from ludoteka import games
    from ludoteka.core.match import Match

    found = {}
    with tempfile.TemporaryDirectory() as folder:
        for name in games.names():
            game = games.load(name)
            rng = random.Random(5)
            match = Match(game, game.seats[-1])
            while match.state.to_move() != -2 and len(match.actions) < 500:
                match.push(match.state.sample(rng))
            with server(folder, LUDOTEKA_CACHED_TABLES="1") as (url, _):
                async with httpx.AsyncClient(timeout=60) as client:
                    player = await Player(client, url).enter()
                    id = (await player.post("/api/import", {"text": match.save()})).json()["table"]["id"]
                    times = []
                    for _ in range(5):
                        await player.table()  # pushes the other one out of memory
                        began = time.perf_counter()
                        answer = await client.get(f"{url}/api/tables/{id}", headers=player.headers)
                        times.append(time.perf_counter() - began)
                        assert answer.json()["state"]["step"] == len(match.actions)
            found[name] = {"moves": len(match.actions), "ms": round(1000 * sorted(times)[2], 1)}
    return found


async def memory(tables: int = 10_000, every: int = 1000) -> dict[str, Any]:
    """Bots play many tables to the end; the server's memory along the way."""
    found = []
    with tempfile.TemporaryDirectory() as folder, server(folder, LUDOTEKA_BOT_WORKERS="0") as (url, process):
        async with httpx.AsyncClient(timeout=60) as client:
            player = await Player(client, url).enter()
            gate = asyncio.Semaphore(8)

            async def one() -> None:
                async with gate:
                    new = {"players": ["bot:random", "bot:random"], "options": {"stones": 9}}
                    id = await player.table(**new)
                    while True:
                        table = (await client.get(f"{url}/api/tables/{id}", headers=player.headers)).json()["table"]
                        if table["status"] == "finished":
                            return
                        await asyncio.sleep(0.02)

            for done in range(0, tables, every):
                await asyncio.gather(*(one() for _ in range(every)))
                found.append({"tables": done + every, "mb": round(process.memory_info().rss / 1e6, 1)})
                print(found[-1], file=sys.stderr, flush=True)
    return {"memory": found}


PARTS = {"cost": cost, "open": opening, "load": load, "memory": memory}


def main() -> None:
    words = sys.argv[1:] or ["cost", "open", "load"]
    for word in words:
        name, _, number = word.partition("=")
        result = asyncio.run(PARTS[name](int(number)) if number else PARTS[name]())  # type: ignore[operator]
        print(json.dumps({name: result}), flush=True)


if __name__ == "__main__":
    main()
