"""`ludoteka admin doctor`: what is well, what is not, and what to do about it."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from ludoteka.cli import main
from ludoteka.server import admin, doctor
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
    asyncio.run(admin.backup(settings, folder / "backup.gz"))
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


def test_a_running_house_is_looked_at_from_outside(lone: Running) -> None:
    found = looked_at(replace(lone.house.settings, public_url=lone.url))
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
