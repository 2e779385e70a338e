"""A house comes to a new release and back, by the steps of docs/hosting.md."""

from __future__ import annotations

import asyncio
import gzip
import re
import shlex
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from click.testing import CliRunner
from sqlalchemy import Connection, select, text

from ludoteka.cli import main
from ludoteka.server import admin, backups
from ludoteka.server.migrate import alembic_config, newest_revision
from ludoteka.server.order import FOREVER
from ludoteka.server.schema import users
from ludoteka.server.settings import Settings
from tests.server.conftest import SECRET, Person, Process, new_postgres, running, statement
from tests.server.test_clocks import rows_of

DOCS = Path(__file__).parents[2] / "docs"
OLD = "0008"
"""Before moderators, substitutes, tournaments and notices."""


def steps_of(page: str, heading: str) -> list[list[str]]:
    """The commands of each numbered step below a heading."""
    section = (DOCS / page).read_text("utf-8").partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    steps = re.split(r"^\d\. ", section.partition("\n\n**")[0], flags=re.M)[1:]
    return [re.findall(r"`((?:ludoteka|pip) [^`]+)`", step.partition("\n\n")[0]) for step in steps]


def as_left_by_an_older_release(database: str) -> None:
    def down(connection: Connection) -> None:
        config = alembic_config()
        config.attributes["connection"] = connection
        command.downgrade(config, OLD)

    async def work(store: Any) -> None:
        async with store.writer.begin() as connection:
            await connection.run_sync(down)

    rows_of(database, work)


def level(database: str) -> str:
    row = rows_of(database, lambda store: store.row(text("SELECT version_num FROM alembic_version")))
    return str(row["version_num"])


def begun(database: str) -> tuple[str, Person]:
    """A match under way when the server stops, and the one who plays all of it."""
    with running(database) as server:
        anna = server.person("Anna")
        id = str(anna.table(players=["me", "me"], start=True)["table"]["id"])
        for _ in range(4):
            assert anna.move(id).status_code == 200
        return id, anna


def plays_on(served: Process, anna: Person, id: str) -> int:
    """The same browser finds the table and moves; how many actions there were before."""
    with closing(Person(served.url)) as again:
        again.cookies.clear()
        again.cookies.update(dict(anna.cookies))
        again.headers["x-csrftoken"] = anna.headers["x-csrftoken"]
        state = again.see(id)["state"]
        assert again.move(id).status_code == 200
        assert again.see(id)["state"]["n"] > state["n"]
        return int(state["n"])


def test_both_pages_name_the_same_steps() -> None:
    plain = [[re.sub(r"==.*", "==", line) for line in step] for step in steps_of("hosting.md", "Updates")]
    assert plain == [[re.sub(r"==.*", "==", line) for line in step] for step in steps_of("ru/hosting.md", "Обновление")]
    assert len(plain) == 5


def test_an_update_by_the_book_and_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each command is run as the page has it, but for pip: what the older release left is made from what this one does,
    and this one restores it as well."""
    database = tmp_path / "house.db"
    id, anna = begun(str(database))
    as_left_by_an_older_release(str(database))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LUDOTEKA_DATABASE", str(database))
    monkeypatch.setenv("LUDOTEKA_SECRET", SECRET * 2)
    found: list[int] = []
    for number, step in enumerate(steps_of("hosting.md", "Updates"), 1):
        if number == 5:
            database.rename(tmp_path / "away.db")
        for line in step:
            words = shlex.split(line)
            if words == ["ludoteka", "serve"]:
                served = Process(str(database)).start()
                try:
                    found.append(plays_on(served, anna, id))
                finally:
                    served.stop()
                assert level(str(database)) == newest_revision()
            elif words[0] == "ludoteka":
                done = CliRunner().invoke(main, words[1:], env={"COLUMNS": "200"})
                assert done.exit_code == 0, f"{line}\n{done.output}"
                assert number == 5 or level(str(database)) == OLD, line
            else:
                assert words[:2] == ["pip", "install"]
    assert len(found) == 2
    assert found[0] == found[1]  # what was played since the backup is lost, and nothing else


def test_a_backup_of_an_older_house_keeps_what_later_steps_move(postgres: str, tmp_path: Path) -> None:
    """Made on PostgreSQL with a banned person, restored into a file and into PostgreSQL: the steps of this release are
    taken on the way. An older release refuses what a newer one made."""
    database, file = new_postgres(postgres), tmp_path / "before.gz"
    _, anna = begun(database)
    as_left_by_an_older_release(database)
    rows_of(database, lambda store: store.execute(text("UPDATE users SET banned = true")))
    asyncio.run(backups.backup(Settings(database=database), file))
    assert asyncio.run(admin.verify(Settings(database=database))) == (1, [])
    assert level(database) == OLD
    asyncio.run(statement(postgres, "CREATE DATABASE rolled_back"))
    for target in (str(tmp_path / "new.db"), postgres.replace("/postgres?", "/rolled_back?")):
        asyncio.run(backups.restore(Settings(database=target), file))
        assert level(target) == newest_revision()
        row = rows_of(target, lambda store: store.row(select(users).where(users.c.id == anna.id)))
        assert row["banned_until"] == FOREVER
    with pytest.raises(LookupError, match="take a new database"):
        asyncio.run(backups.restore(Settings(database=new_postgres(postgres)), file))
    with gzip.open(file, "rt") as lines:
        newer = lines.read().replace(f'"level": "{OLD}"', '"level": "9999"')
    file.write_bytes(gzip.compress(newer.encode()))
    with pytest.raises(LookupError, match="newer release"):
        asyncio.run(backups.restore(Settings(database=str(tmp_path / "older.db")), file))


def test_only_a_start_brings_tables_up_to_date(tmp_path: Path) -> None:
    database = str(tmp_path / "house.db")
    id, _ = begun(database)
    as_left_by_an_older_release(database)
    done = CliRunner().invoke(main, ["admin", "--database", database, "tables"])
    assert done.exit_code == 1
    assert "ludoteka serve" in done.output
    rows_of(database, lambda store: store.execute(text("UPDATE moves SET text = 'place red A' WHERE n > 3")))
    done = CliRunner().invoke(main, ["admin", "--database", database, "verify"], env={"COLUMNS": "200"})
    assert done.exit_code == 1
    assert id in done.output
    assert level(database) == OLD
    done = CliRunner().invoke(
        main, ["admin", "--database", str(tmp_path / "none.db"), "backup", str(tmp_path / "x.gz")]
    )
    assert (done.exit_code, "there is no database" in done.output) == (1, True)
    assert not [path.name for path in tmp_path.iterdir() if not path.name.startswith("house.db")]  # no part lies about
