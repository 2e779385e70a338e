"""Memory of a server: what a table of each game takes, and what many tables leave behind."""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.wire import Player, memory_of, server
from ludoteka import games
from ludoteka.core.match import Match
from ludoteka.server.cache import LOOKED

MATCHES = Path(__file__).parent.parent / "matches"
SHORT = {"game": "pebbles", "seats": 2, "players": ["me", "me"], "start": True, "options": {"stones": 9}}


async def per_game(batch: int = 20) -> dict[str, Any]:
    """What one table takes late in the longest recorded match, after it was looked at in two languages.

    Two batches of tables are opened and looked at. The first leaves room for drawings that nobody looks at any more;
    what the second adds is what tables keep.
    """
    found = {}
    env = {"LUDOTEKA_CACHED_MB": "100000", "LUDOTEKA_SWEEP_SECONDS": "0.5", "LUDOTEKA_BOT_WORKERS": "0"}
    for name in games.names():
        record = max((MATCHES / name).glob("*.txt"), key=lambda f: f.stat().st_size).read_text("utf-8")
        at = len(Match.load(record, games.load, check=False).actions) - 2
        with tempfile.TemporaryDirectory() as folder, server(folder, **env) as (port, pid):
            player = await Player(port).enter()
            replay = (await player.ok("POST", "/api/import", {"text": record}))["table"]
            all_me = {"step": at, "players": ["me"] * len(replay["seats"])}
            sizes = []
            for _ in range(2):
                for _ in range(batch):
                    path = f"/api/tables/{replay['id']}/continue"
                    id = (await player.ok("POST", path, all_me))["table"]["id"]
                    await player.ok("POST", f"/api/tables/{id}/start", {})
                    for lang in ("en", "ru"):
                        await player.ok("GET", f"/api/tables/{id}?lang={lang}")
                await asyncio.sleep(LOOKED + 2)
                sizes.append(memory_of(pid))
            player.wire.close()
        found[name] = {"actions": at, "mb_a_table": round((sizes[1] - sizes[0]) / batch, 3)}
        print(name, found[name], file=sys.stderr, flush=True)
    return found


async def many(tables: int = 10_000, every: int = 1000) -> dict[str, Any]:
    """Many tables are played to the end, ten at a time; the server's memory along the way."""
    found = []
    in_ram = "/dev/shm" if Path("/dev/shm").is_dir() else None  # the disk is not what is measured
    with tempfile.TemporaryDirectory(dir=in_ram) as folder, server(folder, LUDOTEKA_BOT_WORKERS="0") as (port, pid):
        players = [await Player(port).enter() for _ in range(10)]
        began = time.monotonic()

        async def play(player: Player, matches: int) -> None:
            for _ in range(matches):
                whole = await player.ok("POST", "/api/tables", SHORT)
                id, state = whole["table"]["id"], whole["state"]
                while state["actions"]:
                    move = {"n": state["n"], "text": state["actions"][-1]["text"]}
                    await player.ok("POST", f"/api/tables/{id}/moves", move)
                    state = (await player.ok("GET", f"/api/tables/{id}"))["state"]
                assert state["status"] == "finished"

        for done in range(0, tables, every):
            await asyncio.gather(*(play(p, every // len(players)) for p in players))
            found.append([done + every, round(memory_of(pid), 1)])
            seconds = time.monotonic() - began
            print(f"{done + every} tables {found[-1][1]} MB {seconds:.0f} s", file=sys.stderr, flush=True)
        for player in players:
            player.wire.close()
    return {"tables_and_mb": found}
