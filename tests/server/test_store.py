"""Taking turns to write to SQLite, and moves that share one wait for the disk."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import Connection

from ludoteka.server import store as module
from ludoteka.server.store import Store, Turn, Work


def lane(done: list[str]) -> bool:
    done.append("lane")
    return True


def test_turns_are_taken_in_order_and_passed_on_by_who_goes() -> None:
    async def run() -> None:
        turn, done, may_end = Turn(), list[str](), asyncio.Event()

        async def write(name: str) -> None:
            async with turn:
                done.append(name)
                await may_end.wait()

        first = asyncio.create_task(write("first"))
        await asyncio.sleep(0)
        assert turn.taken
        gone, second, third = (asyncio.create_task(write(name)) for name in ("gone", "second", "third"))
        await asyncio.sleep(0)
        gone.cancel()
        turn.take(lambda: lane(done))
        may_end.set()
        await asyncio.gather(first, second, third)
        assert done == ["first", "second", "third", "lane"]
        assert turn.taken, "the lane has not given it back"
        turn.give()
        assert not turn.taken

    asyncio.run(run())


def test_a_turn_is_not_lost_with_who_goes_just_when_it_comes() -> None:
    async def run() -> None:
        turn = Turn()
        turn.take(lambda: True)

        async def write() -> None:
            async with turn:
                raise AssertionError("it was cancelled")

        late = asyncio.create_task(write())
        await asyncio.sleep(0)
        turn.give()
        late.cancel()
        await asyncio.gather(late, return_exceptions=True)
        assert late.cancelled()
        assert not turn.taken

    asyncio.run(run())


def test_moves_that_arrive_together_share_a_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also those that are still on their way from their sockets when the first is ready."""
    commit, sizes = module._commit, list[int]()

    def counted(connection: Connection, batch: list[Work]) -> list[object]:
        sizes.append(len(batch))
        return commit(connection, batch)

    monkeypatch.setattr(module, "_commit", counted)

    async def run() -> None:
        store = Store(f"sqlite+aiosqlite:///{tmp_path}/lane.db")
        await store.migrate()

        async def late(rounds: int) -> int:
            for _ in range(rounds):
                await asyncio.sleep(0)
            return await store.transact(lambda connection: rounds)

        assert await asyncio.gather(*map(late, (0, 0, 1, 3, 3))) == [0, 0, 1, 3, 3]
        assert sizes == [5]
        waiting = asyncio.create_task(late(0))
        await asyncio.sleep(0)
        await store.close()
        assert waiting.done(), "a house is closed after everything is stored"

    asyncio.run(run())
