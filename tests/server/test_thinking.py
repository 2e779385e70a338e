"""Whose bot thinks next, for how long, and what happens when the one who thinks is lost.

No clock decides here: workers are played by hand."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from ludoteka.server import quota
from ludoteka.server.line import Ask
from ludoteka.server.settings import Settings
from ludoteka.server.slots import Late, Lost, Slot, make_slots, to_spare
from ludoteka.server.thinking import NotThought, Thinker
from tests.server.conftest import Events, running, wait


class Hand(Executor):
    """An executor whose work is done by the test."""

    def __init__(self) -> None:
        self.begun: list[tuple[str, float, Future[Any]]] = []

    def submit(self, job: Any, *args: Any, **_: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_running_or_notify_cancel()
        self.begun.append((job.args[0], args[0], future))
        return future

    def names(self) -> list[str]:
        return [name for name, _, _ in self.begun]


class House:
    """A thinker with workers of the test: one for quick bots, then the others."""

    def __init__(self, wide: int = 1, **more: Any) -> None:
        self.hands = [Hand() for _ in range(1 + wide)]
        slots = [Slot(lambda hand=hand: hand, quick=i == 0) for i, hand in enumerate(self.hands)]  # type: ignore[misc]
        self.thinker = Thinker(Settings(**more), lambda settings: slots)
        self.asked: dict[str, asyncio.Task[Any]] = {}

    def ask(self, name: str, owner: str, people: bool = True, quick: bool = False, **more: Any) -> asyncio.Task[Any]:
        ask = Ask(partial(str, name), name, owner, people, quick, **more)
        self.asked[name] = asyncio.create_task(self.thinker.ask(ask))
        return self.asked[name]

    async def settle(self, until: Callable[[], bool] = lambda: True) -> None:
        """Let everything happen that can; `until` is for what waits for a thread."""
        limit = time.monotonic() + 60
        for _ in range(20):
            await asyncio.sleep(0)
        while not until():
            assert time.monotonic() < limit
            await asyncio.sleep(0.001)

    async def order(self, hand: Hand, of: int) -> list[str]:
        """Answer one after the other; in which order they were begun."""
        for done in range(of):
            await self.settle(lambda done=done: len(hand.begun) > done)  # type: ignore[misc]
            assert len(hand.begun) == done + 1, "one at a time"
            hand.begun[done][2].set_result(done)
        return hand.names()


def alone(test: Callable[[], Coroutine[Any, Any, None]]) -> Callable[[], None]:
    def run() -> None:
        asyncio.run(test())

    run.__name__ = test.__name__
    return run


@alone
async def test_waiting_is_not_thinking_and_everybody_is_answered() -> None:
    house = House()
    for i in range(12):
        house.ask(f"t{i}", "Anna")
    assert await house.order(house.hands[1], 12) == [f"t{i}" for i in range(12)]
    assert [await task for task in house.asked.values()] == list(range(12))


@alone
async def test_people_take_turns_whatever_the_number_of_their_tables() -> None:
    house = House()
    for name in ("a1", "a2", "a3", "a4"):
        house.ask(name, "Anna")
    await house.settle(lambda: bool(house.hands[1].begun))
    house.ask("b1", "Boris")
    house.ask("b2", "Boris")
    await house.settle()
    assert house.thinker.line.places() == {"a2": 1, "b1": 2, "a3": 3, "b2": 4, "a4": 5}
    assert await house.order(house.hands[1], 6) == ["a1", "a2", "b1", "a3", "b2", "a4"]


@alone
async def test_people_come_before_tables_of_bots_only() -> None:
    house = House()
    for i in range(70):
        house.ask(f"bots{i}", "Crowd", people=False)
    await house.settle(lambda: bool(house.hands[1].begun))
    house.ask("anna", "Anna")
    await house.settle()
    assert (await house.order(house.hands[1], 3))[:2] == ["bots0", "anna"]


@alone
async def test_quick_bots_never_wait_behind_slow_ones() -> None:
    house = House()
    for i in range(5):
        house.ask(f"slow{i}", "Anna")
    house.ask("bots", "Crowd", people=False, quick=True)
    house.ask("quick", "Boris", quick=True)
    await house.settle(lambda: bool(house.hands[0].begun and house.hands[1].begun))
    quick, slow = house.hands
    assert (quick.names(), slow.names()) == (["quick"], ["slow0"])
    quick.begun[0][2].set_result("done")
    assert await house.asked["quick"] == "done"
    await house.settle(lambda: len(quick.begun) == 2)
    assert quick.names() == ["quick", "bots"]
    assert slow.names() == ["slow0"], "what takes long stays with those who take long"


@alone
async def test_a_lost_worker_costs_only_its_own_decision_and_that_is_thought_again() -> None:
    house = House(wide=2)
    for name in ("t0", "t1", "t2"):
        house.ask(name, name)
    _, one, two = house.hands
    await house.settle(lambda: bool(one.begun and two.begun))
    one.begun[0][2].set_exception(BrokenProcessPool("killed"))
    await house.settle(lambda: len(one.begun) == 2)
    assert one.names() == ["t0", "t0"], "again, and before those who came later"
    assert two.names() == ["t1"]
    assert not two.begun[0][2].cancelled()
    two.begun[0][2].set_result("undisturbed")
    one.begun[1][2].set_result("thought again")
    assert [await house.asked["t0"], await house.asked["t1"]] == ["thought again", "undisturbed"]


@alone
async def test_who_is_late_thinks_again_with_less_time_and_only_so_often() -> None:
    house = House(bot_seconds=0.01)
    asked = house.ask("stuck", "Anna")
    with pytest.raises(NotThought):
        await asked
    times = [seconds for _, seconds, _ in house.hands[1].begun]
    assert len(times) == 3
    assert times[0] > times[1] > times[2] > 0


@alone
async def test_the_more_wait_the_less_each_thinks() -> None:
    house = House(wide=2, bot_seconds=20.0)
    thinker = house.thinker
    mine = Ask(partial(str, "mine"), "mine", "Anna", True, False)
    quick = Ask(partial(str, "quick"), "quick", "Anna", True, True)
    bots_only = Ask(partial(str, "bots"), "bots", "Anna", False, False)
    thinker.slots = thinker.make(thinker.settings)
    assert thinker.seconds(mine) == 10.0
    for i in range(6):
        thinker.line.put(Ask(partial(str, i), str(i), "Boris", True, False))
    assert thinker.seconds(mine) == 10.0 * 2 / 8, "all eight have their answer in time"
    for i in range(1000):
        thinker.line.put(Ask(partial(str, i), f"bots{i}", "Boris", False, False))
    assert thinker.seconds(mine) == 10.0 * 2 / 8, "tables of bots only take nothing from people"
    assert thinker.seconds(quick) == 10.0
    assert 0 < thinker.seconds(bots_only) < 1


@alone
async def test_what_is_no_longer_wanted_is_not_thought_about() -> None:
    house = House()
    wanted = [True]
    house.ask("first", "Anna")
    house.ask("old", "Anna", wanted=lambda: wanted[0])
    house.ask("gone", "Anna")
    house.ask("last", "Anna")
    await house.settle(lambda: bool(house.hands[1].begun))
    wanted[0] = False
    house.asked["gone"].cancel()
    await house.settle()
    house.hands[1].begun[0][2].set_result("done")
    assert await house.asked["old"] is None
    await house.settle(lambda: len(house.hands[1].begun) == 2)
    assert house.hands[1].names() == ["first", "last"]


@alone
async def test_a_place_in_the_line_is_told_once_and_taken_back() -> None:
    house, told = House(), []
    house.thinker.tell = told.append
    for name in ("a", "b", "c", "d"):
        house.ask(name, name)
    await house.settle(lambda: bool(house.hands[1].begun))
    house.thinker.tell_places()
    house.thinker.tell_places()
    house.hands[1].begun[0][2].set_result("")
    await house.settle(lambda: len(house.hands[1].begun) == 2)
    house.thinker.tell_places()
    assert told == [{"b": 1, "c": 2, "d": 3}, {"b": 0, "c": 1, "d": 2}]


def test_cores_to_spare() -> None:
    assert [to_spare(1, cores) for cores in (1, 2, 8)] == [1, 1, 7]
    assert [to_spare(4, cores) for cores in (2, 8, 16)] == [1, 1, 3]
    slots = make_slots(Settings(bot_workers=3))
    assert [slot.quick for slot in slots] == [True, False, False, False]
    assert all(slot.processes and slot.executor is None for slot in slots), "none is started before it is needed"


def nap(seconds: float) -> int:
    time.sleep(seconds)
    return where(seconds)


def where(seconds: float) -> int:
    return os.getpid()


@alone
async def test_ending_one_process_leaves_the_other_alone() -> None:
    """Two processes: one is killed from outside, then one is stuck; the other one never notices."""
    _, one, two = make_slots(Settings(bot_workers=2))
    try:
        first, second = await asyncio.gather(one.run(nap, 0.0, 120), two.run(nap, 0.0, 120))
        assert {first, second} == {one.pid, two.pid}
        long = asyncio.create_task(two.run(nap, 1.0, 120))
        lost = asyncio.create_task(one.run(nap, 600.0, 600))
        await asyncio.sleep(0.1)
        os.kill(first, signal.SIGKILL)
        with pytest.raises(Lost):
            await lost
        assert await long == second
        with pytest.raises(Late):
            await two.run(nap, 600.0, 0.1)
        assert await two.run(nap, 0.0, 120) not in (first, second), "the stuck one was ended"
    finally:
        one.end()
        two.end()


def test_a_cluster_thinks_in_the_same_line() -> None:
    distributed = pytest.importorskip("distributed")

    async def ask(address: str) -> None:
        thinker = Thinker(Settings(executor=f"dask:{address}"))
        asks = [Ask(where, f"t{i}", "Anna", True, quick=i == 2) for i in range(3)]
        waiting = [asyncio.create_task(thinker.ask(ask)) for ask in asks]
        assert [await w for w in waiting] == [os.getpid()] * 3
        assert [slot.quick for slot in thinker.slots] == [True, False]
        thinker.stop()

    with distributed.LocalCluster(1, threads_per_worker=2, processes=False, dashboard_address=None) as cluster:
        asyncio.run(ask(cluster.scheduler_address))


def test_the_table_says_how_long_the_line_is(tmp_path: Path) -> None:
    """Three people wait for a bot that thinks long, one of them in Russian; the worker is the test."""
    hands = [Hand(), Hand()]
    with running(str(tmp_path / "line.db")) as server:
        server.house.driver.thinker.make = lambda settings: [
            Slot(lambda hand=hand: hand, quick=i == 0)  # type: ignore[misc]
            for i, hand in enumerate(hands)
        ]
        ids = []
        for name in ("Anna", "Boris", "Clara", "Dora"):
            person = server.person(name)
            ids.append(person.table(players=["bot:level5", "me"], start=True)["table"]["id"])
            wait(lambda: len(server.house.driver.driving) == len(ids))
        wait(lambda: bool(hands[1].begun))
        stream = Events(person, f"/api/tables/{ids[-1]}/events")
        stream.wait(lambda e: any(t["in_line"] == 3 for t in e.of("table")))
        assert person.see(ids[-1])["table"]["in_line"] == 3
        assert person.see(ids[0])["table"]["in_line"] == 0, "that one is being thought about"
        first = server.house.cache.tables[ids[0]].match.state.legal_actions()[0]
        hands[1].begun[0][2].set_result((str(first), ""))
        stream.wait(lambda e: e.of("table")[-1]["in_line"] == 2)
        for _, _, future in hands[1].begun[1:]:
            future.set_result(("", "the test is over"))


def test_an_executor_that_cancels_is_a_lost_worker() -> None:
    async def run() -> None:
        slot = Slot(lambda: ThreadPoolExecutor(1))
        future: Future[Any] = Future()
        future.cancel()
        future.set_running_or_notify_cancel()
        with pytest.raises(Lost):
            await slot._within(future, 60)

    asyncio.run(run())


def test_one_visitor_runs_only_so_many_tables_of_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quota, "PER_ADDRESS", 2)
    with running(str(tmp_path / "quota.db"), limits=True, bot_tables=2, bot_pause=60.0) as server:
        anna, boris, clara = (server.person(name) for name in ("Anna", "Boris", "Clara"))
        bots_only = {"game": "pebbles", "seats": 2, "players": ["bot:random", "bot:random"], "start": True}
        first = [anna.ok("POST", "/api/tables", bots_only)["table"]["id"] for _ in range(2)]
        refused = anna.post("/api/tables", json=bots_only)
        assert (refused.status_code, refused.json()["id"]) == (429, "error.bot_tables")
        waiting = anna.ok("POST", "/api/tables", bots_only | {"start": False})["table"]["id"]
        assert anna.post(f"/api/tables/{waiting}/start", json={}).status_code == 429
        anna.table(players=["me", "bot:random"], start=True)  # with a person it is another matter
        for _ in range(2):
            boris.ok("POST", "/api/tables", bots_only)
        assert clara.post("/api/tables", json=bots_only).status_code == 429, "four from this address are enough"
        with closing(sqlite3.connect(tmp_path / "quota.db", timeout=30)) as database, database:
            database.execute("UPDATE tables SET status = 'finished' WHERE id = ?", (first[0],))
        assert clara.post("/api/tables", json=bots_only).status_code == 201
