"""What a table takes in memory: little, known, and bounded; drawings and logs only while somebody looks."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ludoteka import games
from ludoteka.core.match import Match
from ludoteka.server import cache, logged
from ludoteka.server.cache import weight
from ludoteka.server.fit import installed
from ludoteka.server.lobby import _given_options
from ludoteka.server.logged import log_out
from ludoteka.server.table import Table
from ludoteka.server.views import state_out
from tests.server.conftest import Running, running, wait

MATCHES = Path(__file__).parent.parent.parent / "matches"
MOST = 400_000
ROW: dict[str, Any] = {
    "clock": "{}",
    "clock_state": "",
    "undo_ask": "",
    "status": "playing",
    "host": "a",
    "revision": 0,
}


def late_table(match: Match) -> Table:
    """A table just before the end of a recorded match, as it comes from the database."""
    rows = [
        {"n": n, "mover": mover, "text": str(action), "by": "", "at": 1e9 + n, "joined": False}
        for n, (mover, action) in enumerate(zip(match.movers[:-1], match.actions[:-1], strict=True))
    ]
    seats = [
        {"seat": i, "kind": "human", "user_id": f"u{i}", "name": "A", "bot": "", "gone": "", "account": True}
        for i in range(match.seats)
    ]
    options = msgspec.json.encode(_given_options(match)).decode()
    row = ROW | {
        "id": "x",
        "game": match.game.name,
        "seats": match.seats,
        "options": options,
        "position": match.position,
        "version": match.game.version,
        "rules": installed(match.game),
        "n": len(rows),
        "digest": "",
        "digest_n": 0,
    }
    return Table(row, seats, rows)


@contextmanager
def traced() -> Iterator[None]:
    tracemalloc.start()
    try:
        yield
    finally:
        tracemalloc.stop()


def taken() -> int:
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


def measured(name: str) -> tuple[int, int, int, int, int]:
    """Bytes a late table takes and is thought to take: as it comes, with its pictures; then without them."""
    file = max((MATCHES / name).glob("*.txt"), key=lambda f: f.stat().st_size)
    match = Match.load(file.read_text("utf-8"), games.load, check=False)
    state_out(late_table(match), 0, "ru")  # what all tables of a game share is made now
    with traced():
        before = taken()
        table = late_table(match)
        bare, thought = taken() - before, weight(table)
        state_out(table, 0, "ru")
        log_out(table, 0, "ru")
        drawn, thought_drawn = taken() - before, weight(table)
        table.forget_pictures()
        return bare, thought, drawn, thought_drawn, taken() - before


@pytest.fixture(scope="module")
def apart() -> Iterator[ProcessPoolExecutor]:
    """A process of its own: the threads of another test's server would be measured too."""
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        yield pool


@pytest.mark.parametrize("name", games.names())
def test_a_table_of_any_game_is_small_and_weighs_what_we_think(name: str, apart: ProcessPoolExecutor) -> None:
    bare, thought, drawn, thought_drawn, after = apart.submit(measured, name).result()
    assert bare < MOST
    assert 0.5 < thought / bare < 2 or bare < cache.PER_TABLE
    assert 0.5 < thought_drawn / drawn < 2
    assert after < MOST


def test_pictures_are_there_only_while_somebody_looks(lone: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = lone.person("Anna")
    id = anna.table(players=["me", "me"], start=True)["table"]["id"]
    anna.see(id)
    table = lone.house.cache.tables[id]
    assert table.drawn
    assert table.log_lines
    with lone.house.hub.listen([f"table:{id}"]):
        monkeypatch.setattr(cache, "LOOKED", -1.0)  # as if everybody had looked long ago
        lone.house.cache.bytes = -1
        wait(lambda: lone.house.cache.bytes > 0)  # a sweep
        assert table.drawn, "somebody listens"
    wait(lambda: not table.drawn and not table.log_lines and table.chat is None)
    assert lone.house.cache.tables[id] is table, "the table itself stays"
    assert anna.see(id)["log"]


def test_pictures_that_came_later_do_not_make_room_for_more(tmp_path: Path) -> None:
    with running(str(tmp_path / "narrow.db"), cached_mb=0.001) as server:
        anna = server.person("Anna")
        for _ in range(5):
            anna.see(anna.table(players=["me", "me"], start=True)["table"]["id"])  # drawn: it weighs more than it did
            assert len(server.house.cache.tables) <= 1  # none, where the house has just been tidied
            assert server.house.cache.bytes >= 0


def test_the_tables_that_were_used_last_stay(tmp_path: Path) -> None:
    with running(str(tmp_path / "bound.db"), cached_mb=0.2) as server:
        anna = server.person("Anna")
        ids = [anna.table(players=["me", "me"], start=True)["table"]["id"] for _ in range(20)]
        kept = list(server.house.cache.tables)
        assert kept == ids[-len(kept) :]
        assert len(kept) < 20
        wait(lambda: server.house.cache.bytes <= 200_000)


def test_the_log_of_a_table_that_is_read_to_be_shown_is_written_on_the_way(
    lone: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The match is played once, not twice, also where something was taken back; what it says is the same."""
    anna, house = lone.person("Anna"), lone.house
    id = anna.table(game="small_world", players=["me", "me"], start=True)["table"]["id"]
    for _ in range(6):
        assert anna.move(id).status_code == 200
    anna.ok("POST", f"/api/tables/{id}/undo", {"n": anna.see(id)["state"]["n"]})
    kept = anna.see(id)["log"]
    assert kept
    replays: list[int] = []
    at = Match.at

    def counted(match: Match, n: int) -> Any:
        replays.append(n)
        return at(match, n)

    for page in (f"/t/{id}", f"/api/tables/{id}"):
        house.cache.drop(id)
        with monkeypatch.context() as patch:
            patch.setattr(logged.Match, "at", counted)
            assert anna.get(page).status_code == 200
        assert set(replays) <= {0}, "only the undone moves are gone back over"
        assert len(replays) <= 1
        replays.clear()
        assert anna.see(id)["log"] == kept
    table = house.cache.tables[id]
    table.forget_pictures()
    assert anna.see(id)["log"] == kept, "written afterwards"


def test_words_that_fail_do_not_freeze_a_match(lone: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = lone.person("Anna")
    id = anna.table(players=["me", "me"], start=True)["table"]["id"]
    anna.move(id)
    lone.house.cache.drop(id)

    def dumb(*args: Any) -> Any:
        raise KeyError("no such message")

    with monkeypatch.context() as patch:
        patch.setattr(logged.consequences, "happen", dumb)
        assert anna.get(f"/api/tables/{id}").status_code == 500
    assert anna.see(id)["table"]["status"] == "playing"
    assert anna.move(id).status_code == 200
