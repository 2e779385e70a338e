"""Backups between databases, the proof that matches replay, health and figures."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import stat
from pathlib import Path
from typing import Any

import psutil
import pytest
from click.testing import CliRunner

from ludoteka import is_native
from ludoteka.cli import main
from ludoteka.server import backups
from ludoteka.server.run import hide_secrets
from ludoteka.server.settings import Settings
from tests.server.conftest import Events, Running, new_postgres, running, wait
from tests.server.test_moves import two_at_a_table
from tests.server.test_processes import cannot_serve
from tests.server.test_results import finished


def cli(database: str, *args: str, keys: str = "") -> Any:
    return CliRunner().invoke(main, ["admin", "--database", database, *args], input=keys, env={"COLUMNS": "200"})


def test_backup_while_running_and_restore(database: str, postgres: str, tmp_path: Path) -> None:
    """From either database into both: the matches are the same."""
    file = tmp_path / "backup.gz"
    with running(database) as server:
        anna = server.person("Anna")
        anna.ok("POST", "/api/register", {"name": "Анна", "password": "correct horse"})
        id = finished(anna)
        anna.ok("POST", f"/api/tables/{id}/chat", {"text": "gg"})
        record = anna.get(f"/api/tables/{id}/record").text
        assert asyncio.run(backups.backup(Settings(database=database), file)) > 20
    for target in (str(tmp_path / "new.db"), new_postgres(postgres)):
        asyncio.run(backups.restore(Settings(database=target), file))
        with running(target) as server:
            again = server.person()
            again.ok("POST", "/api/login", {"name": "анна", "password": "correct horse"})
            assert again.get(f"/api/tables/{id}/record").text == record
            assert again.see(id)["chat"][-1]["text"] == "gg"
            again.ok("POST", f"/api/tables/{id}/chat", {"text": "new ids go on"})
            assert again.ok("GET", "/api/history")[0]["table"] == id
        refused = cli(target, "restore", str(file))
        assert refused.exit_code == 1
        assert "not empty" in refused.output
        assert cli(target, "verify").exit_code == 0


def test_a_guest_comes_back_after_a_move_of_house(database: str, postgres: str, tmp_path: Path) -> None:
    """A private match under way, restored elsewhere, is open to the same browser; only the host can read the files."""
    file, secret = tmp_path / "backup.gz", "the secret of the old house"
    with running(database, secret=secret) as server:
        anna = server.person("Anna")
        id = anna.table(players=["me", "me"], visibility="private", start=True)["table"]["id"]
        asyncio.run(backups.backup(Settings(database=database, secret=secret), file))
    assert file.stat().st_mode & 0o777 == 0o600
    new, other = str(tmp_path / "new" / "house.db"), new_postgres(postgres)
    assert cli(new, "restore", str(file)).exit_code == 0
    assert (tmp_path / "new" / "house.db.secret").read_text() == secret
    assert secret in cli(other, "restore", str(file)).output  # for the host to put in the environment
    for target in (new, other):
        with running(target, secret=Settings(database=target).kept_secret() or secret) as server:
            again = server.same(anna)
            assert again.see(id)["table"]["visibility"] == "private"
            assert again.move(id).status_code == 200
            assert server.person("Stranger").get(f"/api/tables/{id}").status_code == 404


def test_files_of_the_house_are_private(tmp_path: Path) -> None:
    database = tmp_path / "private.db"
    before = os.umask(0)
    try:
        settings = Settings(database=str(database)).with_secret()
        with running(str(database), secret=settings.secret) as server:
            server.person("Anna")
            files = sorted(tmp_path.iterdir())
            assert {f.name: f.stat().st_mode & 0o777 for f in files} == dict.fromkeys((f.name for f in files), 0o600)
            assert len(files) >= 4  # the database, its two helpers, the secret
    finally:
        os.umask(before)


def test_an_empty_secret_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.db.secret").touch()
    with pytest.raises(ValueError, match="is empty"):
        Settings(database=str(tmp_path / "x.db")).with_secret()
    assert "is empty" in cannot_serve(str(tmp_path / "x.db"), "--port", "0")
    (tmp_path / "x.db.secret").unlink()
    kept = Settings(database=str(tmp_path / "x.db")).with_secret().secret
    assert len(kept) == 64
    assert Settings(database=str(tmp_path / "x.db")).with_secret().secret == kept


def as_windows_renames(part: str, to: Path) -> None:
    if to.exists():
        raise FileExistsError
    if any(file.path == part for file in psutil.Process().open_files()):
        raise PermissionError
    os.rename(part, to)


@pytest.mark.parametrize("windows", [False, True])
def test_a_secret_is_kept_once_and_nothing_lies_beside_it(
    tmp_path: Path, windows: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if windows:
        monkeypatch.setattr("ludoteka.server.settings.NAME_ONCE", as_windows_renames)
    settings = Settings(database=str(tmp_path / "x.db"))
    for secret in ("the first", "the second"):
        settings.keep_secret(secret)
    (only,) = tmp_path.iterdir()
    assert only == settings.secret_file
    assert settings.kept_secret() == "the first"
    assert os.name == "nt" or stat.S_IMODE(only.stat().st_mode) == 0o600


def test_verify_finds_drift(tmp_path: Path) -> None:
    database = str(tmp_path / "drift.db")
    with running(database) as server:
        anna = server.person("Anna")
        ids = [finished(anna) for _ in range(3)]
    good = cli(database, "verify")
    assert (good.exit_code, good.output.split()[0]) == (0, "3")
    with sqlite3.connect(database) as db:
        db.execute("DELETE FROM moves WHERE table_id = ? AND n = 4", (ids[0],))
        db.execute("UPDATE moves SET text = 'place red A' WHERE table_id = ? AND n >= 10", (ids[1],))
        db.execute("UPDATE results SET score = '99' WHERE table_id = ? AND seat = 0", (ids[2],))
    db.close()
    bad = cli(database, "verify")
    assert bad.exit_code == 1
    assert "gaps" in bad.output
    assert "not legal" in bad.output
    assert "stored is 99" in bad.output


def test_people_and_tables(tmp_path: Path) -> None:
    database = str(tmp_path / "people.db")
    with running(database) as server:
        anna = server.person("Anna")
        anna.ok("POST", "/api/register", {"name": "Anna", "password": "correct horse"})
        id = anna.table()["table"]["id"]
    assert "Anna" in cli(database, "users").output
    assert id in cli(database, "tables", "--status", "waiting").output
    assert cli(database, "password", "Anna", keys="battery staple\nbattery staple\n").exit_code == 0
    assert cli(database, "password", "Nobody", keys="battery staple\nbattery staple\n").exit_code == 1
    with running(database) as server:
        someone = server.person()
        assert someone.post("/api/login", json={"name": "Anna", "password": "correct horse"}).status_code == 401
        someone.ok("POST", "/api/login", {"name": "Anna", "password": "battery staple"})
    assert cli(database, "ban", "Anna").exit_code == 0
    assert "banned" in cli(database, "users").output
    with running(database) as server:
        someone = server.person()
        assert someone.post("/api/login", json={"name": "Anna", "password": "battery staple"}).status_code == 401
    assert cli(database, "delete", id, "--yes").exit_code == 0
    assert cli(database, "delete", id, "--yes").exit_code == 1


def test_health_and_figures(server: Running) -> None:
    anna = server.person("Anna")
    well = anna.ok("GET", "/health")
    assert (well["status"], well["rules"]) == ("ok", "native" if is_native() else "pure Python")
    finished(anna)
    figures = dict(line.rsplit(" ", 1) for line in anna.get("/metrics").text.splitlines() if line[0] != "#")
    assert float(figures["ludoteka_moves_total"]) > 5
    assert float(figures["ludoteka_cached_tables"]) == 1
    assert float(figures["ludoteka_faults_total"]) == 0


def test_logs_hold_no_secrets() -> None:
    event = {"event": "x", "password": "p", "Authorization": "Bearer t", "email_code": "1", "table": "abc"}
    shown = hide_secrets(None, "", event)
    assert shown["table"] == "abc"
    assert {shown["password"], shown["Authorization"], shown["email_code"]} == {"***"}
    assert "hush" not in repr(Settings(secret="hush", smtp_password="hush"))


def test_the_cache_stays_small(tmp_path: Path) -> None:
    with running(str(tmp_path / "small.db"), cached_mb=0.3) as server:
        anna = server.person("Anna")
        ids = [anna.table(players=["me", "me"], start=True)["table"]["id"] for _ in range(24)]
        assert 1 < len(server.house.cache.tables) < 15
        for id in ids:  # all of them still play
            assert anna.move(id).status_code == 200
        assert 1 < len(server.house.cache.tables) < 15


def test_a_ban_counts_at_once_for_everybody_who_is_logged_in(postgres: str) -> None:
    """Cookie, token and stream end in every process; lifted, the person may come back."""
    database = new_postgres(postgres)
    with running(database) as one, running(database) as two:
        banned_while_running(database, one, two)


def test_a_ban_counts_at_once_on_one_file(tmp_path: Path) -> None:
    database = str(tmp_path / "ban.db")
    with running(database) as server:
        banned_while_running(database, server, server)


def banned_while_running(database: str, one: Running, two: Running) -> None:
    anna, boris, id = two_at_a_table(one)
    anna.ok("POST", "/api/register", {"name": "Anna", "password": "correct horse"})
    token = anna.ok("POST", "/api/me/tokens", {})["token"]
    program = two.person(authorization=f"Bearer {token}")
    assert program.ok("GET", "/api/me")["id"] == anna.id
    streams = [Events(anna, f"/api/tables/{id}/events"), Events(program, f"/api/tables/{id}/events")]
    for stream in streams:
        stream.wait(lambda e: bool(e.of("state")))
    assert cli(database, "ban", "Anna").exit_code == 0
    wait(lambda: anna.ok("GET", "/api/me")["id"] is None)
    wait(lambda: program.get("/api/me").status_code == 401)
    assert anna.move(id, "decline", 6).status_code == 401
    for stream in streams:
        stream.thread.join(30)
        assert not stream.thread.is_alive()
    assert boris.ok("GET", "/api/me")["id"] == boris.id
    assert anna.post("/api/login", json={"name": "Anna", "password": "correct horse"}).status_code == 401
    assert cli(database, "ban", "--lift", "Anna").exit_code == 0
    anna.ok("POST", "/api/login", {"name": "Anna", "password": "correct horse"})
    assert cli(database, "password", "Anna", keys="battery staple\nbattery staple\n").exit_code == 0
    wait(lambda: anna.ok("GET", "/api/me")["id"] is None)
