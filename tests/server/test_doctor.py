"""`ludoteka admin doctor`: what is well, what is not, and what to do about it."""

from __future__ import annotations

import asyncio
import os
import shutil
from dataclasses import replace
from pathlib import Path
from time import time

import pytest
from click.testing import CliRunner

from ludoteka.cli import main
from ludoteka.server import backups, doctor
from ludoteka.server.doctor import Finding
from ludoteka.server.settings import Settings
from tests.server.conftest import SECRET, Running, running


def looked_at(settings: Settings) -> dict[str, Finding]:
    """The worst finding about each thing."""
    order = ["ill", "warning", "well"]
    found = sorted(asyncio.run(doctor.examine(settings)), key=lambda f: order.index(f.verdict))
    return {f.what: f for f in reversed(found)}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """A house that was once opened and backed up."""
    folder = tmp_path_factory.mktemp("doctor")
    settings = Settings(database=str(folder / "house.db"), secret=SECRET * 2)
    with running(settings.database):
        pass
    asyncio.run(backups.backup(settings, folder / "backup.gz"))
    return settings


def test_a_house_in_order(house: Settings) -> None:
    found = looked_at(house)
    for what in ("secret", "permissions", "disk", "database", "backup"):
        assert found[what].verdict == "well", found[what]
    assert found["mail"].advice.startswith("set LUDOTEKA_SMTP_HOST")
    assert found["address"].advice.startswith("set LUDOTEKA_PUBLIC_URL")


def test_what_is_wrong_is_told_with_what_to_do(house: Settings, tmp_path: Path) -> None:
    assert house.sqlite_file is not None
    house.sqlite_file.chmod(0o644)
    ill = replace(
        house,
        secret="short",
        smtp_host="127.0.0.1",
        smtp_port=1,
        smtp_from="a@b.cc",
        public_url="http://127.0.0.1:1",
        connections=10**9,
    )
    found = looked_at(ill)
    house.sqlite_file.chmod(0o600)
    for what in ("secret", "permissions", "mail", "address"):
        assert (found[what].verdict, bool(found[what].advice)) == ("ill", True), found[what]
    assert found["permissions"].advice == f"chmod 600 {house.sqlite_file}"
    assert found["files"].verdict == "warning"
    damaged = tmp_path / "damaged.db"
    damaged.write_bytes(b"no database" * 500)
    assert looked_at(Settings(database=str(damaged), secret=SECRET))["database"].verdict == "ill"
    nowhere = Settings(database="postgresql://nobody@127.0.0.1:1/none")
    assert {looked_at(nowhere)[what].verdict for what in ("secret", "database")} == {"ill"}


def test_room_backups_and_the_release_are_looked_at(house: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = shutil.disk_usage(".")
    for free, verdict in ((1e8, "ill"), (1e9, "warning"), (3e9, "well")):
        monkeypatch.setattr(shutil, "disk_usage", lambda _, free=free: usage._replace(free=int(free)))
        found = looked_at(house)["disk"]
        assert (found.verdict, found.advice.startswith("make room")) == (verdict, verdict != "well"), found
    monkeypatch.setattr(doctor, "newest_revision", lambda: "tomorrow")
    monkeypatch.setattr(doctor, "time", lambda: time() + 5 * 86400)
    found = looked_at(house)
    assert found["database"].advice.startswith("`ludoteka admin backup FILE`, then start")
    assert (found["backup"].verdict, found["backup"].said) == ("warning", "the last is 5 days old")


def test_what_is_missing_is_told(house: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert looked_at(replace(house, smtp_host="127.0.0.1"))["mail"].advice == "set LUDOTEKA_SMTP_FROM"
    monkeypatch.setattr(os, "access", lambda *_: False)  # root may write everywhere
    found = looked_at(house)["permissions"]
    assert (found.verdict, found.advice.startswith("give it to the user")) == ("ill", True)
    empty = Settings(database=str(tmp_path / "empty.db"))
    assert empty.secret_file is not None
    empty.secret_file.touch(0o600)
    assert looked_at(empty)["secret"].verdict == "ill"


def test_a_clock_that_is_wrong_and_an_address_of_somebody_else(lone: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    outside = replace(lone.house.settings, public_url=lone.url)
    elsewhere = looked_at(replace(outside, public_url=lone.url + "/nowhere"))["address"]
    assert (elsewhere.verdict, elsewhere.said.rpartition(" ")[2]) == ("ill", "404")
    monkeypatch.setattr(doctor, "time", lambda: time() + 90)
    found = looked_at(outside)["clock"]
    assert (found.verdict, found.advice) == ("ill", "set the clocks by the network: timedatectl set-ntp true")


def test_a_running_house_is_looked_at_from_outside(lone: Running) -> None:
    found = looked_at(replace(lone.house.settings, public_url=lone.url))
    assert found["backup"].said == "there never was one"
    assert found["address"].verdict == "well"
    assert found["clock"].verdict == "well"
    assert found["HTTP/2"].said == "it is HTTP/1.1"
    assert "Caddyfile" in found["https"].advice


def test_the_command_says_it_and_ends_accordingly(house: Settings) -> None:
    args = ["admin", "--database", house.database, "doctor"]
    good = CliRunner().invoke(main, args, env={"LUDOTEKA_SECRET": SECRET * 2})
    assert good.exit_code == 0, good.output
    assert "secret" in good.output
    bad = CliRunner().invoke(main, args, env={"LUDOTEKA_SECRET": "short"})
    assert bad.exit_code == 1
    assert "openssl rand -hex 32" in bad.output
