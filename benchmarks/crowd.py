"""Many at once: people against the strongest bot, one person beside a crowd of bots, listeners at one table."""

from __future__ import annotations

import asyncio
import re
import statistics
import tempfile
import time
from typing import Any

from benchmarks.wire import Player, Stream, cpu_of, server
from ludoteka import games

GAME = "tigris_euphrates"
PATIENCE = 120.0
"""Seconds after which a bot counts as lost."""


class Match:
    """One person at a table, who always does the first thing; how long until it was that person's turn again."""

    def __init__(self, player: Player, id: str) -> None:
        self.player = player
        self.id = id
        self.waits: list[float] = []

    async def play(self, answers: int, until: float) -> Match:
        """Until it was the other's turn so often, or the time or the match is over."""
        await self.turn()  # the other one may begin
        while len(self.waits) < answers and time.monotonic() < until:
            move = await self.player.next_move(self.id)
            if move is None:
                return self
            moved = await self.player.ok("POST", f"/api/tables/{self.id}/moves", move)
            waited = await self.turn()
            if moved["to_move"] == 1:
                self.waits.append(waited)
        return self

    async def turn(self) -> float:
        """Seconds until the bot has done what it is asked."""
        began = time.monotonic()
        while (await self.player.ok("GET", f"/api/tables/{self.id}"))["table"]["to_move"] == 1:
            assert time.monotonic() - began < PATIENCE, "a bot never answers"
            await asyncio.sleep(0.02)
        return time.monotonic() - began

    async def decided_by(self) -> list[str]:
        log = (await self.player.ok("GET", f"/api/tables/{self.id}"))["log"]
        return [line["by"] for line in log if line["seat"] == 1]


def share(values: list[float], percent: int) -> float:
    return round(sorted(values)[min(len(values) - 1, len(values) * percent // 100)], 2)


async def eight(tables: int = 8, answers: int = 3, seconds: float = 90.0) -> dict[str, Any]:
    """So many people play the strongest bot at the same time: who decided, and how long they waited."""
    with tempfile.TemporaryDirectory() as folder, server(folder) as (port, _):
        people = [await Player(port).enter() for _ in range(tables)]
        new = {"game": GAME, "players": ["me", "bot:level5"], "options": {}}
        matches = [Match(player, await player.table(**new)) for player in people]
        until = time.monotonic() + seconds
        await asyncio.gather(*(match.play(answers, until) for match in matches))
        by = [name for match in matches for name in await match.decided_by()]
        _, _, figures = await people[0].wire.ask("GET", "/metrics")
        replaced = re.search(rb"^ludoteka_bot_fallbacks_total (\S+)", figures, re.MULTILINE)
        for player in people:
            player.wire.close()
    waits = [wait for match in matches for wait in match.waits]
    return {
        "tables": tables,
        "decisions_of_level_5": by.count("bot:level5"),
        "decisions_of_others": len(by) - by.count("bot:level5"),
        "replaced": float(replaced[1]) if replaced else None,
        "tables_without_an_answer": sum(not match.waits for match in matches),
        **{f"wait_p{p}_s": share(waits, p) for p in (50, 95)},
    }


async def beside(crowd: int = 70, answers: int = 30, seconds: float = 60.0) -> dict[str, Any]:
    """Somebody else's tables of the strongest bots run; a person plays the weakest: how long until it answers."""
    with tempfile.TemporaryDirectory() as folder, server(folder) as (port, _):
        other, anna = await Player(port).enter(), await Player(port).enter()
        bots_only = {"game": GAME, "players": ["bot:level5", "bot:level5"], "options": {}}
        ids = [await other.table(**bots_only) for _ in range(crowd)]
        before = sum([(await other.ok("GET", f"/api/tables/{id}"))["table"]["n"] for id in ids])
        match = Match(anna, await anna.table(game=GAME, players=["me", "bot:level1"], options={}))
        began = time.monotonic()
        await match.play(answers, began + seconds)
        lasted = time.monotonic() - began
        moved = sum([(await other.ok("GET", f"/api/tables/{id}"))["table"]["n"] for id in ids]) - before
        for player in (other, anna):
            player.wire.close()
    return {
        "tables_of_bots_only": crowd,
        "answers": len(match.waits),
        **{f"wait_p{p}_s": share(match.waits, p) for p in (50, 95)},
        "worst_s": round(max(match.waits), 2),
        "moves_of_the_crowd_a_second": round(moved / lasted, 1),
    }


async def told_to(player: Player, pid: int, game: str, listeners: int, moves: int) -> tuple[float, int]:
    """CPU seconds of a move at a table where so many listen, telling them included; the bytes sent to all of them."""
    id = await player.table(game=game, options={})
    streams = [Stream() for _ in range(listeners)]
    tasks = [asyncio.create_task(s.run(player.wire.port, id)) for s in streams]
    limit = time.monotonic() + 60
    while not all(s.bytes for s in streams):
        assert time.monotonic() < limit, "the listeners get no connection"
        await asyncio.sleep(0.1)
    costs = []
    for _ in range(moves):
        move = await player.next_move(id)
        assert move is not None, "more moves than a match has"
        await asyncio.sleep(0.2)  # what went before is sent
        before, had = cpu_of(pid), [s.bytes for s in streams]
        await player.ok("POST", f"/api/tables/{id}/moves", move)
        await asyncio.sleep(0.5)
        while not all(s.bytes > n for s, n in zip(streams, had, strict=True)):
            assert time.monotonic() < limit, "a listener is not told"
            await asyncio.sleep(0.1)
        costs.append(cpu_of(pid) - before)
    for task in tasks:
        task.cancel()
    return statistics.median(costs), sum(s.bytes for s in streams) - sum(had)


async def growth(game: str = "small_world", moves: int = 7) -> dict[str, Any]:
    """What a move costs by how many listen at its table, and by how many tables somebody plays at in memory."""
    listening, beside = {}, {}
    with tempfile.TemporaryDirectory() as folder, server(folder) as (port, pid):
        player = await Player(port).enter()
        for many in (0, 1, 10, 100, 1000):
            cost, _ = await told_to(player, pid, game, many, moves)
            listening[many] = round(1e6 * cost)
        ids: list[str] = []
        for many in (10, 100, 1000):
            ids += [await player.table(game=game, options={}) for _ in range(many - len(ids))]
            costs = []
            for id in ids[:: many // 10] * moves:
                move = await player.next_move(id)
                assert move is not None, "more moves than a match has"
                before = cpu_of(pid)
                await player.ok("POST", f"/api/tables/{id}/moves", move)
                costs.append(cpu_of(pid) - before)
            beside[many] = round(1e6 * statistics.median(costs))
        player.wire.close()
    return {"game": game, "us_by_listeners": listening, "us_by_tables": beside}


async def watched(listeners: int = 100, moves: int = 5) -> dict[str, Any]:
    """CPU of a move that so many watch, beyond that of one that nobody does, for each of them."""
    found: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder, server(folder) as (port, pid):
        player = await Player(port).enter()
        for name in games.names():
            spent: dict[int, float] = {}
            for many in (0, listeners):
                spent[many], sent = await told_to(player, pid, name, many, moves)
            each = round(1e6 * (spent[listeners] - spent[0]) / listeners)
            found[name] = {"us_per_listener": each, "kb": round(sent / listeners / 1000, 1)}
        player.wire.close()
    return found
