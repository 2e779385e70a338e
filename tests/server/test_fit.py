"""A table is bound to its rules: other rules go on with it only if it fits them, and never break on it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, text, update

from ludoteka import games
from ludoteka.core.match import Match
from ludoteka.games.pebbles import phases
from ludoteka.server import cache, table
from ludoteka.server.run import prepare
from ludoteka.server.schema import tables
from ludoteka.server.settings import Settings
from tests.server.conftest import Person, Running, running, wait
from tests.server.test_clocks import rows_of
from tests.server.test_moves import two_at_a_table
from tests.server.test_processes import cannot_serve


def row_of(database: str, id: str) -> Any:
    return rows_of(database, lambda store: store.row(select(tables).where(tables.c.id == id)))


def other_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another release is installed."""
    for module in (cache, table):
        monkeypatch.setattr(module, "installed", lambda game: f"{game.version}.other")
    monkeypatch.setattr("ludoteka.server.run.installed", lambda game: f"{game.version}.other")


def begun(database: str, moves: int = 3) -> tuple[str, Person]:
    """A match under way when the server stops, and one who plays it."""
    with running(database) as server:
        anna, boris, id = two_at_a_table(server)
        for _ in range(moves):
            mover = (anna, boris)[anna.see(id)["state"]["to_move"]]
            assert mover.move(id).status_code == 200
        return id, anna


def test_a_digest_is_kept_of_every_table(database: str) -> None:
    id, _ = begun(database)
    row = row_of(database, id)
    assert row["digest_n"] == row["n"] > 0
    assert row["digest"]
    assert row["rules"] == table.installed(games.load("pebbles"))


def test_a_table_that_leaves_the_memory_leaves_its_digest(tmp_path: Path) -> None:
    database = str(tmp_path / "small.db")
    with running(database, cached_mb=0) as server:
        anna = server.person("Anna")
        first, second = (anna.table(players=["me", "me"], start=True)["table"]["id"] for _ in range(2))
        wait(lambda: row_of(database, first)["digest_n"] == anna.see(second)["state"]["n"])  # both were only dealt


def test_rules_that_fit_go_on(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    id, anna = begun(database)
    other_rules(monkeypatch)
    told: list[tuple[int, int]] = []
    assert asyncio.run(prepare(Settings(database=database), lambda n, of: told.append((n, of)))) == (1, 0)
    assert told == [(1, 1)]
    assert row_of(database, id)["rules"].endswith("other")
    with running(database) as server:
        again = server.same(anna)
        assert again.see(id)["table"]["status"] == "playing"
    assert asyncio.run(prepare(Settings(database=database), lambda n, of: None)) == (0, 0)  # they have vouched for it


def test_a_match_that_no_longer_fits_is_frozen(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It says so, gives its record and can be called off; under the old rules it goes on."""
    id, anna = begun(database)
    before = row_of(database, id)
    with monkeypatch.context() as patch:
        other_rules(patch)
        patch.setattr(type(games.load("pebbles").new(2)), "position", lambda self: "another position")
        assert asyncio.run(prepare(Settings(database=database), lambda n, of: None)) == (1, 1)
        with running(database) as server:
            frozen_for_everybody(server, anna, id)
    assert row_of(database, id)["status"] == "frozen"
    assert asyncio.run(prepare(Settings(database=database), lambda n, of: None)) == (1, 0)
    after = row_of(database, id)
    assert (after["status"], after["n"], after["digest"]) == ("playing", before["n"], before["digest"])
    with monkeypatch.context() as patch:
        other_rules(patch)
        patch.setattr(phases.Turn, "legal", lambda self, s, f: [])  # a kill left no digest: what was played is illegal
        rows_of(database, lambda s: s.execute(update(tables).values(digest="", digest_n=0)))
        with running(database) as server:
            me = server.same(anna)
            assert me.get(f"/api/tables/{id}").json()["id"] == "error.frozen"
            assert me.ok("POST", f"/api/tables/{id}/close")["status"] == "closed"
            assert me.get(f"/api/tables/{id}/record").status_code == 200
    assert row_of(database, id)["status"] == "closed"


def frozen_for_everybody(server: Running, anna: Person, id: str) -> None:
    me, stranger, path = server.same(anna), server.person("Stranger"), f"/api/tables/{id}"
    for answer in (
        me.get(path),
        me.post(f"{path}/moves", json={"n": 1, "text": "decline"}),
        me.post(f"{path}/undo", json={"n": 1}),
        me.post(f"{path}/leave"),
        stranger.get(f"{path}/record"),
    ):
        assert (answer.status_code, answer.json()["id"]) == (409, "error.frozen"), answer.url
    page = me.get(f"/t/{id}", headers={"accept": "text/html"})
    assert page.status_code == 409
    assert "frozen" in page.text
    assert f"{path}/record" in page.text
    assert [t["status"] for t in me.ok("GET", "/api/me/tables")] == ["frozen"]
    record = me.get(f"{path}/record").text
    assert len(Match.load(record, games.load).actions) > 3
    assert stranger.post(f"{path}/close").status_code == 403


def test_an_older_release_on_a_newer_database_says_so(tmp_path: Path) -> None:
    database = str(tmp_path / "newer.db")
    with running(database):
        pass
    rows_of(database, lambda s: s.execute(text("UPDATE alembic_version SET version_num = '9999'")))
    said = cannot_serve(database, "--port", "0")
    assert "newer release" in said
    assert "9999" in said
