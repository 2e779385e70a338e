"""What a move costs the server, and what it bears: 1,000 who watch and 100 tables that play, on this machine only.

    python -m benchmarks.server cost                    CPU of a move against a bare echo on the same stack
    python -m benchmarks.server open                    opening a table at move 500, cold and warm
    python -m benchmarks.server load                    p99 of a move under load
    python -m benchmarks.server watched                 what each of a hundred listeners at a table adds to a move
    python -m benchmarks.server growth                  a move by how many listen, and by how many tables are played
    python -m benchmarks.server bots                    eight people against the strongest; one beside 70 tables of bots
    python -m benchmarks.server memory                  what a table of each game takes
    python -m benchmarks.server many --tables 10000     memory over so many finished tables

The server is a process of its own, started here; its CPU time is read from the system.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from functools import partial
from typing import Any

import msgspec
from litestar import Litestar, Request, post
from litestar.params import JSONBody

from benchmarks.crowd import beside, eight, growth, watched
from benchmarks.weight import MATCHES, many, per_game
from benchmarks.wire import Player, Stream, Wire, cpu_of, echo_server, memory_of, server
from ludoteka import games
from ludoteka.core.match import Match
from ludoteka.server.app import create_app
from ludoteka.server.auth import member as a_member
from ludoteka.server.limits import limit


class Echo(msgspec.Struct):
    n: int
    text: str


@post("/echo", status_code=200)
async def bare_echo(data: JSONBody[Echo]) -> Echo:
    return data


@post("/api/echo", status_code=200, middleware=[limit("echo", "minute", 1_000_000, 1_000_000)])
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


Send = Callable[[], Awaitable[Any]]
EACH = 10
"""Tables per player: below the limits of tables and moves a minute."""


async def burst(pid: int, sends: list[list[Send]]) -> float:
    """CPU seconds of a process while it answers; each inner list is one connection, one request after the other."""

    async def line(mine: list[Send]) -> None:
        for send in mine:
            await send()

    before = cpu_of(pid)
    await asyncio.gather(*(line(mine) for mine in sends))
    return cpu_of(pid) - before


async def cost(at_once: int = 1, tables: int = 60, rounds: int = 12) -> dict[str, Any]:
    """CPU of a stored move against an echo of the same body: on a naked Litestar, and behind our middleware.

    All servers run the whole time and are asked in turn, so that whatever else the machine does hits them alike.
    """
    spent: dict[str, list[float]] = {"bare_echo": [], "our_echo": [], "move": [], "browser_move": []}
    body = {"n": 17, "text": "place red A"}
    tables = -(-tables // (EACH * at_once)) * EACH * at_once
    share = tables // at_once
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        bare_port, bare = stack.enter_context(echo_server(folder, "bare_app"))
        our_port, ours = stack.enter_context(echo_server(folder, "our_app"))
        port, pid = stack.enter_context(server(folder, LUDOTEKA_LIMITS="1"))
        wires = [Wire(bare_port) for _ in range(at_once)]
        echoers = [await Player(our_port).enter() for _ in range(at_once)]
        people = {
            name: [await Player(port).enter() for _ in range(tables // EACH)] for name in ("move", "browser_move")
        }
        at = {name: [(p, await p.table()) for p in its for _ in range(EACH)] for name, its in people.items()}
        for turn in range(rounds + 1):
            now: dict[str, float] = {}
            naked: list[list[Send]] = [[partial(w.ask, "POST", "/echo", "", body)] * share for w in wires]
            now["bare_echo"] = await burst(bare, naked)
            clad: list[list[Send]] = [[partial(p.ok, "POST", "/api/echo", body)] * share for p in echoers]
            now["our_echo"] = await burst(ours, clad)
            for name, its in at.items():
                lines: list[list[Send]] = [[] for _ in range(at_once)]
                for i, (player, id) in enumerate(its):
                    move = await player.next_move(id)
                    assert move is not None, "more rounds than a match has moves"
                    head = player.token if name == "move" else player.browser
                    lines[i // share].append(partial(player.ok, "POST", f"/api/tables/{id}/moves", move, head))
                now[name] = await burst(pid, lines)
            for name, value in now.items() if turn else ():  # the first round warms up
                spent[name].append(value / tables)
        for wire in (*wires, *(p.wire for p in (*echoers, *people["move"], *people["browser_move"]))):
            wire.close()
    us = {name: round(1e6 * statistics.median(values)) for name, values in spent.items()}
    return {
        "at_once": at_once,
        **{f"{name}_us": value for name, value in us.items()},
        "move_in_bare_echoes": round(us["move"] / us["bare_echo"], 2),
        "browser_move_in_bare_echoes": round(us["browser_move"] / us["bare_echo"], 2),
        "move_in_our_echoes": round(us["move"] / us["our_echo"], 2),
        "moves": 2 * tables * rounds,
    }


async def load(listeners: int = 1000, tables: int = 100, seconds: float = 30.0, pause: float = 2.0) -> dict[str, Any]:
    """Listeners, half of them where nothing happens and half at the tables that are played, where somebody moves every
    `pause` seconds or so."""
    rng = random.Random(1)
    times: list[float] = []
    with tempfile.TemporaryDirectory() as folder, server(folder) as (port, pid):
        player = await Player(port).enter()
        idle = [await player.table() for _ in range(tables)]
        active = [await player.table() for _ in range(tables)]
        streams = [Stream() for _ in range(listeners)]
        where = [*idle, *active]
        tasks = [asyncio.create_task(s.run(port, where[i % len(where)])) for i, s in enumerate(streams)]
        limit = time.monotonic() + 60
        while not all(s.bytes for s in streams):
            assert time.monotonic() < limit, "the listeners get no connection"
            await asyncio.sleep(0.1)
        await asyncio.sleep(1)
        stop = time.monotonic() + seconds

        async def play(id: str) -> None:
            mine = player.again()
            await asyncio.sleep(rng.random() * pause)
            while time.monotonic() < stop:
                watching = asyncio.create_task(Stream().run(port, id))
                while time.monotonic() < stop and (move := await mine.next_move(id)):
                    began = time.perf_counter()
                    await mine.ok("POST", f"/api/tables/{id}/moves", move)
                    times.append(time.perf_counter() - began)
                    await asyncio.sleep(pause * (0.5 + rng.random()))
                watching.cancel()
                if time.monotonic() < stop:
                    id = await mine.table()
            mine.wire.close()

        before, own = cpu_of(pid), time.process_time()
        await asyncio.gather(*(play(id) for id in active))
        spent, own = cpu_of(pid) - before, time.process_time() - own
        alive = sum(not t.done() for t in tasks)
        memory = memory_of(pid)
        for task in tasks:
            task.cancel()
        player.wire.close()
    times.sort()
    return {
        "moves": len(times),
        "per_second": round(len(times) / seconds, 1),
        **{f"p{p}_ms": round(1000 * times[len(times) * p // 100], 1) for p in (50, 95, 99)},
        "worst_ms": round(1000 * times[-1], 1),
        "listeners_alive": alive,
        "server_cpu": f"{100 * spent / seconds:.0f} % of one core",
        "this_program_cpu": f"{100 * own / seconds:.0f} % of one core",
        "server_memory_mb": round(memory),
    }


async def opening(step: int = 500, times: int = 7) -> dict[str, Any]:
    """A running table at a late move: read from the database (nothing of it is in memory), then once more.

    The matches are the longest records of the repository; each is imported and continued from that move on.
    """
    found = {}
    for name in games.names():
        record = max(((MATCHES / name).glob("*.txt")), key=lambda f: len(f.read_text().splitlines())).read_text()
        actions = Match.load(record, games.load).actions
        at = min(step, len(actions) - 1)
        with tempfile.TemporaryDirectory() as folder, server(folder, LUDOTEKA_CACHED_MB="0.001") as (port, pid):
            player = await Player(port).enter()
            replay = (await player.ok("POST", "/api/import", {"text": record}))["table"]
            all_me = {"step": at, "players": ["me"] * len(replay["seats"])}
            id = (await player.ok("POST", f"/api/tables/{replay['id']}/continue", all_me))["table"]["id"]
            await player.ok("POST", f"/api/tables/{id}/start", {})
            spent: dict[str, list[tuple[float, float]]] = {"cold": [], "warm": [], "page": []}
            for _ in range(times):
                await player.table()  # pushes the other one out of memory
                for kind, values in spent.items():
                    before, began = cpu_of(pid), time.perf_counter()
                    path = f"/t/{id}" if kind == "page" else f"/api/tables/{id}"
                    status, _, body = await player.wire.ask("GET", path, player.browser)
                    values.append((time.perf_counter() - began, cpu_of(pid) - before))
                    assert status == 200
                    if kind == "cold":
                        assert json.loads(body)["state"]["step"] >= at
            player.wire.close()
        found[name] = {"move": at} | {
            f"{kind}_{unit}": round(1000 * statistics.median(v[i] for v in values), 1)
            for kind, values in spent.items()
            for i, unit in enumerate(("ms", "cpu_ms"))
        }
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "parts",
        nargs="*",
        choices=["cost", "open", "load", "watched", "growth", "bots", "memory", "many", []],
        default=[],
    )
    parser.add_argument("--tables", type=int, default=10_000, help="of `many`")
    parser.add_argument("--seconds", type=float, default=30.0, help="of `load`")
    given = parser.parse_args()
    runs: dict[str, list[Callable[[], Any]]] = {
        "cost": [cost, partial(cost, at_once=10)],
        "open": [opening],
        "load": [partial(load, seconds=given.seconds)],
        "watched": [watched],
        "growth": [growth],
        "bots": [eight, beside],
        "memory": [per_game],
        "many": [partial(many, given.tables)],
    }
    for part in given.parts or list(runs)[:-1]:
        for run in runs[part]:
            print(json.dumps({part: asyncio.run(run())}), flush=True)


if __name__ == "__main__":
    main()
