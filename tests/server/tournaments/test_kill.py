"""A tournament runs to its end by itself, whatever is killed meanwhile. ENTRANTS=64 ROUNDS=6 KILLS=2 BOT=level1 for a
long run."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from contextlib import ExitStack, closing

from ludoteka.server.tournaments.office import BOTS
from tests.server.conftest import Person, Process, wait
from tests.server.tournaments.test_run import show

ENTRANTS = int(os.environ.get("ENTRANTS", "8"))
ROUNDS = int(os.environ.get("ROUNDS", "3"))
KILLS = int(os.environ.get("KILLS", "1"))
BOT = os.environ.get("BOT", "random")


def test_through_kills_and_on_several_processes(database: str) -> None:
    """On PostgreSQL two processes take the steps, and the one that is killed comes back."""
    two = not database.endswith(".db")
    servers = [Process(database) for _ in range(1 + two)]
    with ExitStack() as stack:
        for server in servers:
            server.env["LUDOTEKA_SWEEP_SECONDS"] = "0.2"
            stack.callback(lambda s=server: s.process.poll() is None and s.stop())
            server.start()
        anna = stack.enter_context(closing(Person(servers[0].url, "Anna")))
        anna.ok("POST", "/api/register", {"name": "Anna", "password": "correct horse"})
        if ENTRANTS > BOTS:
            admin = [sys.executable, "-m", "ludoteka", "admin", "role", "Anna", "admin"]
            subprocess.run(admin, env=servers[0].env, check=True, timeout=60, stdout=subprocess.DEVNULL)
            wait(lambda: anna.ok("GET", "/api/me")["role"] == "admin")
        plan = {"form": "swiss", "size": 2, "rounds": ROUNDS, "most": ENTRANTS, "clock": "day1"}
        id = anna.ok("POST", "/api/tournaments", {"name": "Long", "game": "pebbles", "plan": plan})["id"]
        anna.ok("POST", f"/api/tournaments/{id}/bots", {"bot": BOT, "many": ENTRANTS})
        for kill in range(KILLS):
            at = 1 + kill * ROUNDS // KILLS

            def in_the_middle(at: int = at) -> bool:
                """Some of the round's tables are over and some are not, or it is too late for that."""
                now = show(anna, id)
                done = [b["status"] == "finished" for r in now["rounds"][at - 1 : at] for b in r["boards"]]
                return now["round"] > at or now["status"] == "over" or any(done)

            wait(in_the_middle, 600)
            servers[0].kill()
            time.sleep(0.3)
            servers[0].start()
        wait(lambda: show(anna, id)["status"] == "over", 1800)
        cup = show(anna, id)
    assert [len(r["boards"]) for r in cup["rounds"]] == [ENTRANTS // 2] * ROUNDS
    tables = [b["table"] for r in cup["rounds"] for b in r["boards"]]
    assert len(set(tables)) == ENTRANTS // 2 * ROUNDS, "no table twice"
    assert all(sorted(p for b in r["boards"] for p in b["seats"]) == list(range(ENTRANTS)) for r in cup["rounds"])
    assert all(len(b["ranks"]) == 2 and b["status"] == "finished" for r in cup["rounds"] for b in r["boards"])
    assert sum(line["points"] for line in cup["standings"][0]["lines"]) == ENTRANTS * ROUNDS
