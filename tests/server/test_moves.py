"""Tables, moves, races and undo over HTTP, on both databases."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, QueuePool, event, insert, select, text

from ludoteka.server.play import Play
from ludoteka.server.schema import moves
from ludoteka.server.store import Sql, Store
from ludoteka.server.table import Table
from tests.server.conftest import Person, Running, new_postgres, running


def two_at_a_table(server: Running, **more: object) -> tuple[Person, Person, str]:
    anna, boris = server.person("Anna"), server.person("Борис")
    id = anna.table(stand_in="random", **more)["table"]["id"]
    boris.ok("POST", f"/api/tables/{id}/join", {})
    anna.ok("POST", f"/api/tables/{id}/start", {})
    return anna, boris, id


def test_a_match_from_start_to_end(server: Running) -> None:
    anna, boris, id = two_at_a_table(server)
    n = anna.see(id)["state"]["n"]
    assert n > 0  # chance has dealt
    while True:
        seen = anna.see(id)["state"]
        if seen["status"] == "finished":
            break
        mover = (anna, boris)[seen["to_move"]]
        answer = mover.move(id)
        assert answer.status_code == 200, answer.text
        assert answer.json()["n"] > seen["n"]
    assert seen["result"]
    assert len(seen["scores"]) == 2
    log = anna.see(id)["log"]
    assert [line["i"] for line in log] == list(range(len(log)))
    assert all(line["words"] for line in log)


def test_a_lost_race_gets_the_new_state(server: Running) -> None:
    anna, _, id = two_at_a_table(server)
    state = anna.see(id)["state"]
    assert anna.move(id, state["actions"][0]["text"], state["n"]).status_code == 200
    lost = anna.move(id, state["actions"][0]["text"], state["n"])
    assert lost.status_code == 409
    body = lost.json()
    assert body["problem"]["id"] == "error.conflict"
    assert body["now"]["state"]["n"] > state["n"]


def test_many_at_once_one_wins(server: Running) -> None:
    anna, _, id = two_at_a_table(server)
    state = anna.see(id)["state"]
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda a: anna.move(id, a["text"], state["n"]).status_code, state["actions"][:8]))
    assert sorted(answers) == [200] + [409] * 7


def test_refusals_say_why(server: Running) -> None:
    anna, boris, id = two_at_a_table(server)
    n = anna.see(id)["state"]["n"]
    nonsense = anna.move(id, "fly away", n)
    assert (nonsense.status_code, nonsense.json()["id"]) == (422, "error.unknown_verb")
    not_mine = boris.move(id, "place red A", n)
    assert (not_mine.status_code, not_mine.json()["id"]) == (422, "error.not_your_turn")
    illegal = anna.post(f"/api/tables/{id}/moves?lang=ru", json={"n": n, "text": "place green A"})
    assert illegal.status_code == 422
    assert illegal.json()["rule"] == "PB-2.1"
    assert "камн" in illegal.json()["message"] or "нет" in illegal.json()["message"]
    stranger = server.person("Stranger")
    assert stranger.move(id, "place red A", n).status_code == 403
    assert server.person().move(id, "place red A", n).status_code == 401
    assert anna.post(f"/api/tables/{id}/moves", json={"n": "x", "text": 3}).status_code == 400
    assert anna.post("/api/tables/nowhere/moves", json={"n": 0, "text": "decline"}).status_code == 404


def test_why_not_before_trying(lone: Running) -> None:
    anna, boris, id = two_at_a_table(lone)
    found = anna.ok("GET", f"/api/tables/{id}/wish?at=Z")
    assert [c["message"] for c in found["conditions"]] == ["There is nothing called Z here."]
    action = anna.see(id)["state"]["actions"][0]["text"]
    assert anna.ok("GET", f"/api/tables/{id}/why?text={action}") == []
    assert boris.get(f"/api/tables/{id}/wish?at=A").status_code == 409


def test_undo_redo_and_agreement(server: Running) -> None:
    anna, boris, id = two_at_a_table(server)
    # two hot moves: find a moment where the last action was Anna's and nothing was drawn after it
    state = anna.see(id)["state"]
    anna.move(id, state["actions"][0]["text"], state["n"])
    after = anna.see(id)["state"]
    asked = anna.post(f"/api/tables/{id}/undo", json={"n": after["n"]}).json()
    if not asked["done"]:
        assert boris.see(id)["table"]["undo_asked_by"] == 0
        answer = boris.ok("POST", f"/api/tables/{id}/undo/answer", {"agree": True})
        assert answer["done"]
    back = anna.see(id)["state"]
    assert back["step"] == state["step"]
    assert back["view"] == state["view"]
    assert back["n"] > after["n"]  # the list of moves only grows
    assert len(anna.see(id)["log"]) == state["step"]


def test_undo_declined(lone: Running) -> None:
    anna, boris, id = two_at_a_table(lone)
    anna.move(id)
    n = anna.see(id)["state"]["n"]
    assert not anna.ok("POST", f"/api/tables/{id}/undo", {"n": n})["done"]
    boris.ok("POST", f"/api/tables/{id}/undo/answer", {"agree": False})
    assert boris.see(id)["table"]["undo_asked_by"] is None
    assert boris.post(f"/api/tables/{id}/undo/answer", json={"agree": True}).status_code == 409
    assert anna.see(id)["state"]["n"] == n


def test_one_person_on_two_seats(lone: Running) -> None:
    anna = lone.person("Anna")
    id = anna.table(players=["me", "me"], start=True)["table"]["id"]
    for _ in range(6):
        state = anna.see(id)["state"]
        if state["status"] == "finished":
            break
        assert state["seat"] == state["to_move"]
        assert anna.move(id).status_code == 200
    other = anna.see(id, seat=1)["state"]
    assert other["seat"] == 1


def leader(person: Person, id: str, which: int = 0) -> str:
    """A choice after which the same player goes on: it can be taken back without asking anybody."""
    return [a["text"] for a in person.see(id)["state"]["actions"] if a["verb"] == "leader"][which]


def test_redo_does_again_what_was_taken_back(database: str) -> None:
    """Also after a restart, as the stored moves tell it; and only what was taken back last, by the one who did it."""
    with running(database) as server:
        anna, boris, id = two_at_a_table(server, game="tigris_euphrates")
        if anna.see(id)["state"]["to_move"] == 1:
            anna, boris = boris, anna
        path = f"/api/tables/{id}"
        text = leader(anna, id)
        n = anna.move(id, text).json()["n"]
        done = anna.see(id)
        assert not done["state"]["can_redo"]
        assert anna.ok("POST", f"{path}/undo", {"n": n}) == {"done": True, "n": n + 1}
        assert anna.see(id)["state"]["can_redo"]
        assert not boris.see(id)["state"]["can_redo"]
        assert boris.post(f"{path}/redo", json={"n": n + 1}).status_code == 422
        assert anna.post(f"{path}/redo", json={"n": n}).status_code == 409
    with running(database) as server:
        anna = server.same(anna)
        assert anna.see(id)["state"]["can_redo"]
        n = anna.ok("POST", f"{path}/redo", {"n": n + 1})["n"]
        again = anna.see(id)
        assert again["state"]["view"] == done["state"]["view"]
        assert [line["text"] for line in again["log"]] == [line["text"] for line in done["log"]]
        assert again["log"][-1]["by"] == "redo"
        assert not again["state"]["can_redo"]
        assert anna.post(f"{path}/redo", json={"n": n}).json()["id"] == "error.redo_nothing"
        n = anna.ok("POST", f"{path}/undo", {"n": n})["n"]
        n = anna.move(id, leader(anna, id, 1), n).json()["n"]  # something else instead: the old is forgotten
        assert anna.post(f"{path}/redo", json={"n": n}).status_code == 422


def test_a_look_while_a_move_is_stored_doubles_nothing(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The move is committed but not yet in memory when somebody asks for the table: it must not be added twice."""
    with running(new_postgres(postgres)) as server:
        anna, boris, id = two_at_a_table(server)
        real, stored = server.house.store.transact, threading.Event()

        async def slow(work: Any) -> Any:
            result = await real(work)
            stored.set()
            await asyncio.sleep(0.5)
            return result

        monkeypatch.setattr(server.house.store, "transact", slow)
        with ThreadPoolExecutor(1) as pool:
            sent = pool.submit(anna.move, id)
            assert stored.wait(30)
            seen = boris.see(id)
            assert sent.result().status_code == 200
        table = server.house.cache.tables[id]
        assert len(table.done) == len(table.match.actions) == len(anna.see(id)["log"])
        assert [d.n for d in table.done] == list(range(table.n))
        assert seen["state"]["n"] == table.n


def test_a_start_that_was_cut_short_is_gone_on_with(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process died between the start and the first outcomes of chance."""

    async def die(self: Play, table: Table) -> None:
        raise RuntimeError("killed")

    with running(database, sweep_seconds=60.0) as server:
        anna = server.person("Anna")
        id = anna.table(players=["me", "me"])["table"]["id"]
        with monkeypatch.context() as patch:
            patch.setattr(Play, "begin", die)
            assert anna.post(f"/api/tables/{id}/start", json={}).status_code == 500
        assert anna.see(id)["state"]["n"] == 0
    with running(database) as server:
        watcher = server.person("Watcher")
        limit = time.monotonic() + 60
        while watcher.see(id)["state"]["to_move"] < 0:
            assert time.monotonic() < limit
            time.sleep(0.05)
        assert watcher.see(id)["state"]["n"] > 0


def test_moves_that_share_a_commit_fail_alone(tmp_path: Path) -> None:
    """One of three cannot be stored: the other two are, and only its sender hears of it."""

    async def run() -> None:
        store = Store(f"sqlite+aiosqlite:///{tmp_path}/lane.db")
        await store.migrate()

        def add(n: int) -> Callable[[Connection], int]:
            row = {"table_id": "t", "n": n, "mover": 0, "text": "x", "by": "", "at": 0.0, "joined": False}
            return lambda connection: Sql(insert(moves)).run(connection, [row, row | {"n": n + 1}])

        lane = store.lane
        assert lane is not None
        event.listen(lane.engine, "connect", lambda driver, _: driver.execute("PRAGMA foreign_keys=OFF"))
        stored = await asyncio.gather(*(lane.run(add(n)) for n in (0, 1, 4)), return_exceptions=True)
        assert stored[0] == stored[2] == 2
        assert isinstance(stored[1], sqlite3.IntegrityError)
        assert [row["n"] for row in await store.rows(select(moves.c.n).order_by(moves.c.n))] == [0, 1, 4, 5]
        await store.close()

    asyncio.run(run())


def test_a_reader_who_goes_away_leaves_the_connection_whole(tmp_path: Path) -> None:
    """Wherever in the reading the request is cancelled; a connection broken off would be lost with its file."""

    async def read() -> int:
        store = Store(f"sqlite+aiosqlite:///{tmp_path / 'read.db'}")
        made: list[object] = []
        event.listen(store.reader.sync_engine, "connect", lambda *found: made.append(found))
        pool = store.reader.sync_engine.pool
        assert isinstance(pool, QueuePool)
        for steps in range(20):
            reading = asyncio.ensure_future(store.rows(text("SELECT 1")))
            for _ in range(steps):
                await asyncio.sleep(0)
            reading.cancel()
            await asyncio.gather(reading, return_exceptions=True)
            while pool.checkedout():
                await asyncio.sleep(0)
            assert await store.row(text("SELECT 1 AS n")) == {"n": 1}
        await store.close()
        return len(made)

    assert asyncio.run(read()) == 1


def test_a_house_is_closed_after_readers_who_went_away(tmp_path: Path) -> None:
    """What they asked goes on without them; a connection still in use would stay open for ever."""

    async def leave() -> None:
        for steps in range(1, 12):
            store = Store(f"sqlite+aiosqlite:///{tmp_path / 'read.db'}")
            pool = store.reader.sync_engine.pool
            assert isinstance(pool, QueuePool)
            reading = asyncio.ensure_future(store.rows(text("SELECT 1")))
            for _ in range(steps):
                await asyncio.sleep(0)
            reading.cancel()
            await store.close()
            assert pool.checkedout() == 0

    asyncio.run(leave())
