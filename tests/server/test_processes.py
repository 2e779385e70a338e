"""Several processes on one PostgreSQL, their start and their end: real processes of the operating system."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import httpx
import psutil
import pytest

from ludoteka.server.parent import end_with_parent
from tests.server.conftest import Events, Person, Process, new_postgres, running, wait


@contextmanager
def serving(database: str, *options: str) -> Iterator[Process]:
    process = Process(database, *options).start()
    try:
        yield process
    finally:
        if process.process.poll() is None:
            process.stop()


def token(person: Person) -> str:
    return str(person.ok("POST", "/api/me/tokens", {"label": "test"})["token"])


def race(one: Person, two: Person, boris: Person, id: str) -> int:
    """The same person moves on both processes at once; how often that was tried."""
    raced = 0
    for _ in range(20):
        state = boris.see(id)["state"]
        if state["status"] == "finished":
            break
        if state["to_move"] == 1:
            boris.move(id)
            continue
        state = one.see(id)["state"]
        text = state["actions"][0]["text"]
        with ThreadPoolExecutor(2) as pool:
            sent = [pool.submit(p.move, id, text, state["n"]) for p in (one, two)]
        assert sorted(f.result().status_code for f in sent) == [200, 409]
        raced += 1
    return raced


def test_two_processes_one_database(postgres: str) -> None:
    """Two servers that share only PostgreSQL: players see each other's moves, conflicts have one winner."""
    database = new_postgres(postgres)
    with serving(database) as one, serving(database) as two, ExitStack() as stack:
        assert one.process.pid != two.process.pid
        anna, boris = (stack.enter_context(closing(Person(p.url, n))) for p, n in ((one, "Anna"), (two, "Boris")))
        id = anna.table()["table"]["id"]
        boris.ok("POST", f"/api/tables/{id}/join", {})
        at_one, at_two = Events(anna, f"/api/tables/{id}/events"), Events(boris, f"/api/tables/{id}/events")
        anna.ok("POST", f"/api/tables/{id}/start", {})
        for stream in (at_one, at_two):
            stream.wait(lambda e: any(s["state"]["status"] == "playing" for s in e.of("state")))
        movers = set()
        for _ in range(8):
            state = anna.see(id)["state"]
            movers.add(state["to_move"])
            n = (anna, boris)[state["to_move"]].move(id).json()["n"]
            at_one.wait_n(n)
            at_two.wait_n(n)
            assert anna.see(id)["state"]["n"] == boris.see(id)["state"]["n"] == n
        assert movers == {0, 1}  # both processes stored moves, and each heard of the other's
        same = stack.enter_context(closing(Person(two.url, headers={"authorization": f"Bearer {token(anna)}"})))
        assert race(anna, same, boris, id) >= 2


def test_a_process_that_has_heard_nothing_looks_before_it_refuses(postgres: str) -> None:
    """News between processes may come late; whoever acts at a table acts at the newest one."""
    database = new_postgres(postgres)
    with running(database) as deaf, running(database) as other:
        deaf.house.hub.deliver = lambda news: None  # type: ignore[method-assign]
        anna, boris = deaf.person("Anna"), other.person("Boris")
        near = other.same(anna)
        for begins in (anna, near):
            id = anna.table()["table"]["id"]
            boris.ok("POST", f"/api/tables/{id}/join", {})
            begins.ok("POST", f"/api/tables/{id}/start", {})
            state = near.see(id)["state"]
            if state["to_move"] == 0:
                assert anna.move(id, state["actions"][0]["text"], state["n"]).status_code == 200
        anna.ok("POST", f"/api/tables/{id}/leave", {})


def pid_of(client: httpx.Client) -> int:
    """Which process answers on this connection."""
    lines = dict(line.rsplit(" ", 1) for line in client.get("/metrics").text.splitlines() if line[0] != "#")
    return int(float(lines["ludoteka_process"]))


def connected(url: str, headers: dict[str, str], stack: ExitStack) -> dict[int, httpx.Client]:
    """A connection to each of the two processes behind one address."""
    found: dict[int, httpx.Client] = {}
    for _ in range(40):
        one_each = httpx.Limits(max_connections=1, max_keepalive_connections=1)
        clients = [httpx.Client(base_url=url, headers=headers, limits=one_each, timeout=60) for _ in range(8)]
        with ThreadPoolExecutor(8) as pool:
            for client, pid in zip(clients, pool.map(pid_of, clients), strict=True):
                if pid in found:
                    client.close()
                else:
                    found[pid] = stack.enter_context(closing(client))
        if len(found) == 2:
            return found
    raise AssertionError(f"only {set(found)} ever answered")


def all_end(server: Process, end: Callable[[], object]) -> None:
    """The workers go with the server."""
    children = psutil.Process(server.process.pid).children(recursive=True)
    assert len(children) >= 2
    end()
    _, alive = psutil.wait_procs(children, 30)
    assert not alive, [p.cmdline() for p in alive]


def test_workers_behind_one_address(postgres: str) -> None:
    """`serve --workers 2`: a stream from one process tells of a move that the other one stored; one signal ends all."""
    with serving(new_postgres(postgres), "--workers", "2") as server, ExitStack() as stack:
        anna = stack.enter_context(closing(Person(server.url, "Anna")))
        headers = {"authorization": f"Bearer {token(anna)}"}
        id = anna.table(players=["me", "me"], start=True)["table"]["id"]
        stored_by = set()
        for _ in range(2):
            clients = connected(server.url, headers, stack)  # anew: one that is quiet for five seconds is ended
            pid = next(p for p in clients if p not in stored_by)
            stored_by.add(pid)
            mover, watcher = clients.pop(pid), clients.popitem()[1]
            state = mover.get(f"/api/tables/{id}").json()["state"]
            with watcher.stream("GET", f"/api/tables/{id}/events") as stream:
                lines = stream.iter_lines()
                next(line for line in lines if line == "event: state")
                move = {"n": state["n"], "text": state["actions"][0]["text"]}
                n = mover.post(f"/api/tables/{id}/moves", json=move).json()["n"]
                next(line for line in lines if line.startswith(f"id: {n}."))
        all_end(server, server.stop)


def test_a_killed_parent_leaves_no_orphans(postgres: str) -> None:
    with serving(new_postgres(postgres), "--workers", "2") as server:
        all_end(server, server.kill)


def late() -> None:
    time.sleep(1)
    end_with_parent()
    time.sleep(60)


def test_a_parent_that_is_gone_before_its_child_looks_is_missed() -> None:
    program = (
        "import multiprocessing, os; from tests.server.test_processes import late; "
        "multiprocessing.get_context('spawn').Process(target=late).start(); os._exit(0)"
    )
    # the child holds the pipe, so this returns when both have ended
    subprocess.run([sys.executable, "-c", program], stdout=subprocess.PIPE, timeout=40, check=True)


def test_bots_end_with_a_killed_server(tmp_path: Path) -> None:
    process = Process(str(tmp_path / "bots.db"))
    process.env["LUDOTEKA_BOT_WORKERS"] = "1"
    process.start()
    with closing(Person(process.url, "Anna")) as anna:
        id = anna.table(players=["bot:random", "bot:random"], start=True)["table"]["id"]
        wait(lambda: anna.see(id)["state"]["status"] == "finished")
    children = psutil.Process(process.process.pid).children(recursive=True)
    assert children
    process.kill()
    _, alive = psutil.wait_procs(children, 30)
    assert not alive, [p.cmdline() for p in alive]


def cannot_serve(database: str, *options: str) -> str:
    args = [sys.executable, "-m", "ludoteka", "serve", "--no-browser", *options]
    env = os.environ | {"LUDOTEKA_DATABASE": database, "COLUMNS": "200"}
    done = subprocess.run(args, env=env, capture_output=True, text=True, timeout=90)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr + done.stdout
    return done.stderr + done.stdout


def test_a_port_in_use_is_told_in_a_sentence(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        said = cannot_serve(str(tmp_path / "x.db"), "--port", str(port))
    assert f"port {port} is in use" in said
    assert not (tmp_path / "x.db").exists()  # nothing was begun


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--workers", "2"], "needs PostgreSQL"),
        (["--port", "99999"], "cannot listen on"),
        (["--host", "192.0.2.1"], "cannot listen on"),
    ],
)
def test_what_cannot_be_served(tmp_path: Path, options: list[str], said: str) -> None:
    assert said in cannot_serve(str(tmp_path / "x.db"), *options)


def test_a_signal_ends_streams_and_the_server(tmp_path: Path) -> None:
    with serving(str(tmp_path / "end.db")) as server, closing(Person(server.url, "Anna")) as anna:
        id = anna.table()["table"]["id"]
        stream = Events(anna, f"/api/tables/{id}/events")
        stream.wait(lambda e: bool(e.of("state")))
        server.stop()
        stream.wait(lambda e: bool(e.of("bye")))
