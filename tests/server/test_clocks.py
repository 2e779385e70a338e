"""Clocks that nobody can mint: by undoing, by coming back, by letting the server die."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from sqlalchemy import select, update

from ludoteka.server import driver, lobby, play
from ludoteka.server.clocks import Clock, ClockState, turn_back, turn_over, turns, turns_back
from ludoteka.server.schema import house, tables
from ludoteka.server.settings import Settings
from ludoteka.server.store import Store
from tests.server.conftest import Person, Running, new_postgres, running, wait
from tests.server.test_moves import leader, two_at_a_table

LIVE = {"kind": "live", "seconds": 60, "increment": 30}


class Watch:
    """The clock on the wall of the server, moved by the test."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    watch = Watch()
    for module in (play, lobby, driver):
        monkeypatch.setattr(module, "time", watch)
    return watch


def left(person: Person, id: str, watch: Watch, seat: int) -> float:
    """What is on a seat's clock now."""
    table = person.see(id)["table"]
    have: float = table["seats"][seat]["time_left"]
    return have - (watch.now - table["clock_since"]) * (table["to_move"] == seat)


def tigris(server: Running, **more: Any) -> tuple[Person, Person, str, int]:
    """Whoever is asked first, the other one, the table, and the seat asked."""
    anna, boris, id = two_at_a_table(server, game="tigris_euphrates", **more)
    seat = anna.see(id)["state"]["to_move"]
    return (anna, boris, id, 0) if seat == 0 else (boris, anna, id, 1)


def test_a_turn_is_a_run_of_one_seat() -> None:
    assert turns([-1, 0, 0, -1, 0, 1, 0], 0) == [4, 5]
    assert turns([-1, 0, 0, -1, 0, 1, 0], 1) == [4, 5, 6]
    assert turns([], 0) == []


def test_the_increment_is_paid_once_a_turn() -> None:
    clock = Clock("live", 60, 30)
    state = begun(clock.start(2), 100.0)
    after = turn_over(clock, state, 0, 110.0)
    assert (after.left, after.since) == ([80.0, 60.0], 110.0)
    assert turn_back(clock, after, 0) == ClockState([60.0, 60.0], 100.0, [10.0, 0.0])
    assert turns_back(clock, after, 1, 0, [1, 0], 125.0).left == [50.0, 45.0]
    assert turn_over(clock, state, 0, 110.0, paid=False).left == [60.0, 60.0]
    assert turn_over(clock, state, 0, 999.0).left == [30.0, 60.0]  # never below nothing


def begun(state: ClockState, since: float) -> ClockState:
    state.since = since
    return state


def test_undo_mints_no_time(database: str, watch: Watch) -> None:
    """Six times a leader is moved and taken back: what was spent is spent, and nothing is won."""
    with running(database, sweep_seconds=60.0) as server:
        anna, _, id, seat = tigris(server, clock=LIVE)
        for _ in range(6):
            n = anna.move(id, leader(anna, id)).json()["n"]
            watch.now += 2
            assert anna.ok("POST", f"/api/tables/{id}/undo", {"n": n})["done"]
        assert left(anna, id, watch, seat) == pytest.approx(60 - 12)


def test_taking_back_the_end_of_a_turn_gives_the_increment_back(server: Running, watch: Watch) -> None:
    """And the time that the other one has thought meanwhile is on the clock of the one who takes back."""
    anna, boris, id, seat = tigris(server, clock=LIVE)
    watch.now += 10
    anna.move(id, leader(anna, id))
    watch.now += 10
    n = anna.move(id, leader(anna, id)).json()["n"]
    assert left(anna, id, watch, seat) == pytest.approx(60 - 20 + 30)
    watch.now += 5
    assert left(boris, id, watch, 1 - seat) == pytest.approx(55)
    assert anna.ok("POST", f"/api/tables/{id}/undo", {"n": n})["done"]
    assert left(anna, id, watch, seat) == pytest.approx(60 - 25)
    assert left(boris, id, watch, 1 - seat) == pytest.approx(60)
    n = anna.move(id, leader(anna, id)).json()["n"]
    watch.now += 50
    late = anna.post(f"/api/tables/{id}/undo", json={"n": n})
    assert (late.status_code, late.json()["id"]) == (409, "error.undo_late")


def test_an_agreed_undo_takes_back_what_was_paid(server: Running, watch: Watch) -> None:
    anna, boris, id, seat = tigris(server, clock=LIVE)
    anna.move(id, leader(anna, id))
    anna.move(id, leader(anna, id))
    watch.now += 7
    n = boris.move(id, leader(boris, id)).json()["n"]
    watch.now += 3
    assert not anna.ok("POST", f"/api/tables/{id}/undo", {"n": n})["done"]
    assert boris.ok("POST", f"/api/tables/{id}/undo/answer", {"agree": True})["done"]
    assert left(anna, id, watch, seat) == pytest.approx(60)
    assert left(boris, id, watch, 1 - seat) == pytest.approx(50)


def test_undo_renews_no_deadline(server: Running, watch: Watch) -> None:
    day = 86400
    anna, boris, id, _ = tigris(server, clock={"kind": "correspondence", "seconds": day})
    due = anna.see(id)["table"]["deadline"]
    for _ in range(2):
        watch.now += 1000
        n = anna.move(id, leader(anna, id)).json()["n"]
        assert anna.see(id)["table"]["deadline"] == due  # one turn, one deadline
        anna.ok("POST", f"/api/tables/{id}/undo", {"n": n})
        assert anna.see(id)["table"]["deadline"] == due
    anna.move(id, leader(anna, id))
    n = anna.move(id, leader(anna, id)).json()["n"]
    watch.now += 500
    assert boris.see(id)["table"]["deadline"] == watch.now - 500 + day
    anna.ok("POST", f"/api/tables/{id}/undo", {"n": n})
    assert anna.see(id)["table"]["deadline"] == due
    n = anna.move(id, leader(anna, id)).json()["n"]
    n = boris.move(id, leader(boris, id)).json()["n"]
    watch.now += 5000
    anna.ok("POST", f"/api/tables/{id}/undo", {"n": n})
    boris.ok("POST", f"/api/tables/{id}/undo/answer", {"agree": True})
    spent = 2500
    assert anna.see(id)["table"]["deadline"] == pytest.approx(watch.now + day - spent)


def test_coming_back_gives_time_once(database: str, watch: Watch) -> None:
    with running(database, bot_pause=3600.0) as server:  # the stand-in never answers here
        anna, _, id, seat = tigris(server, clock={"kind": "live", "seconds": 5})
        path = f"/api/tables/{id}"
        watch.now += 6
        wait(lambda: anna.see(id)["table"]["seats"][seat]["gone"] == "timeout")
        refused = anna.move(id)
        assert (refused.status_code, refused.json()["id"]) == (409, "error.come_back")
        anna.ok("POST", f"{path}/back")
        assert left(anna, id, watch, seat) == pytest.approx(30)
        watch.now += 31
        wait(lambda: anna.see(id)["table"]["seats"][seat]["gone"] == "timeout")
        again = anna.post(f"{path}/back")
        assert (again.status_code, again.json()["id"]) == (409, "error.time_over")


def test_a_stand_in_earns_nothing(server: Running, watch: Watch) -> None:
    """Whoever lets a bot play on does not find its increments on the clock."""
    anna, boris, id = two_at_a_table(server, clock=LIVE)
    seat = anna.see(id)["state"]["to_move"]
    me, other = (anna, boris) if seat == 0 else (boris, anna)
    watch.now += 61
    wait(lambda: me.see(id)["table"]["to_move"] == 1 - seat)
    other.move(id)
    wait(lambda: me.see(id)["table"]["to_move"] == 1 - seat)
    me.ok("POST", f"/api/tables/{id}/back")
    assert left(me, id, watch, seat) == pytest.approx(30)


def rows_of(database: str, work: Any) -> Any:
    async def inside() -> Any:
        store = Store(Settings(database=database).url)
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(inside())


def a_while_ago(database: str, id: str, seconds: float) -> None:
    """Let everything the database says have happened so long ago: the server was down since then."""

    async def work(store: Store) -> None:
        row = await store.row(select(tables).where(tables.c.id == id))
        assert row is not None
        state = json.loads(row["clock_state"])
        state["since"] -= seconds
        values = {"clock_state": json.dumps(state), "next_at": row["next_at"] - seconds}
        await store.execute(update(tables).where(tables.c.id == id).values(values))
        await store.execute(update(house).values(beat=house.c.beat - seconds))

    rows_of(database, work)


def test_time_does_not_run_while_the_server_does_not(database: str) -> None:
    with running(database) as server:
        anna, _, id = two_at_a_table(server, clock={"kind": "live", "seconds": 600})
        due = anna.see(id)["table"]["deadline"]
    a_while_ago(database, id, 3600)
    with running(database) as server:
        watcher = server.person("Watcher")
        table = watcher.see(id)["table"]
        assert table["deadline"] == pytest.approx(due, abs=30)
        assert [s["gone"] for s in table["seats"]] == ["", ""]


def test_time_runs_on_while_another_process_is_there(postgres: str) -> None:
    database = new_postgres(postgres)
    with running(database) as first:
        anna, _, id = two_at_a_table(first, clock={"kind": "live", "seconds": 100_000})
        due = anna.see(id)["table"]["deadline"]
        a_while_ago(database, id, 3600)
        with running(database):
            assert rows_of(database, lambda s: s.row(select(tables.c.next_at)))["next_at"] == pytest.approx(due - 3600)
