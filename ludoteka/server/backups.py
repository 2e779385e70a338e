"""Backups: a whole house in one file, the same for SQLite and PostgreSQL, and back into an empty database.

A backup says at which step its tables stood. It is restored into tables of that step, which are then brought up to date
like those of any older house.
"""

from __future__ import annotations

import gzip
import json
import shutil
import sqlite3
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from time import time
from typing import Any

from sqlalchemy import Connection, MetaData, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from ludoteka.server.lookalike import look_of
from ludoteka.server.migrate import known_revisions, newest_revision, revision
from ludoteka.server.order import FOREVER
from ludoteka.server.schema import house, metadata
from ludoteka.server.settings import Settings
from ludoteka.server.store import Store

FORM = "ludoteka backup 1"
CHUNK = 1000
Rows = dict[str, list[dict[str, Any]]]


@asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[Store]:
    store = Store(settings.url)
    try:
        yield store
    finally:
        await store.close()


def there(connection: Connection) -> MetaData:
    """Our tables as they stand in this database, which may be one of an older release."""
    found = MetaData()
    found.reflect(connection, only=lambda name, _: name in metadata.tables)
    return found


async def backup(settings: Settings, file: Path) -> int:
    """Everything in one file while the server runs: one moment of it, for either kind of database, with the secret by
    which the browsers of guests are known again. How many rows."""
    count = await write(settings, file)
    async with opened(settings) as store, store.write() as connection:
        if "backup" in (await connection.run_sync(there)).tables["house"].c:
            await connection.execute(update(house).values(backup=time()))
    return count


async def write(settings: Settings, file: Path) -> int:
    """A backup that the house does not take note of."""
    with tempfile.TemporaryDirectory(dir=file.absolute().parent) as folder:  # made 0700
        part, source = Path(folder, "part"), settings
        part.touch(0o600)
        if settings.sqlite_file is not None:
            if not settings.sqlite_file.exists():
                raise LookupError(f"there is no database {settings.sqlite_file}")
            source = Settings(database=str(Path(folder, "copy.db")))
            with sqlite3.connect(settings.sqlite_file) as live, sqlite3.connect(source.database) as copy:
                live.backup(copy)
            live.close()
            copy.close()
        async with opened(source) as store, store.read() as connection:
            if not store.is_sqlite:
                await connection.execution_options(isolation_level="REPEATABLE READ")
            count = await _dump(connection, part, settings.kept_secret())
        shutil.move(part, file)
    return count


async def _dump(connection: AsyncConnection, part: Path, secret: str) -> int:
    count, level = 0, await connection.run_sync(revision)
    if level is None:
        raise LookupError("there is nothing in this database yet")
    with gzip.open(part, "wt", encoding="utf-8") as out:
        out.write(json.dumps({"form": FORM, "level": level, "secret": secret}) + "\n")
        for table in (await connection.run_sync(there)).sorted_tables:
            for row in (await connection.execute(select(table))).mappings():
                out.write(json.dumps({"table": table.name, "row": dict(row)}, ensure_ascii=False) + "\n")
                count += 1
    return count


async def restore(settings: Settings, file: Path) -> tuple[int, str]:
    """Fill an empty database from a backup; refuses one that has people of its own. How many rows, and the secret if
    the house does not have it yet and cannot keep it: then guests wait until it is in the environment."""
    head, rows = _read(file)
    level = head.get("level") or newest_revision()
    if level not in known_revisions():
        raise LookupError(f"this backup is of a newer release of Ludoteka (its tables are at {level}): update Ludoteka")
    async with opened(settings) as store:
        async with store.write() as connection:
            now = await connection.run_sync(revision)
            users = (await connection.run_sync(there)).tables.get("users")
            if users is not None and await connection.scalar(select(func.count()).select_from(users)):
                raise LookupError("the database is not empty: restore into a new one")
            if now not in (None, level):
                raise LookupError(f"the tables there are at {now}, those of the backup at {level}: take a new database")
        await store.migrate(level)
        async with store.write() as connection:
            await _fill(connection, rows if head.get("level") else rows | {"users": _as_now(rows.get("users", []))})
        await store.migrate()
    return sum(map(len, rows.values())), _settle_secret(settings, head.get("secret", ""))


def _read(file: Path) -> tuple[dict[str, Any], Rows]:
    rows: Rows = {}
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        head: dict[str, Any] = json.loads(next(lines))
        if head.get("form") != FORM:
            raise LookupError("this file is no backup")
        for line in lines:
            item = json.loads(line)
            rows.setdefault(item["table"], []).append(item["row"])
    return head, rows


async def _fill(connection: AsyncConnection, rows: Rows) -> None:
    for table in (await connection.run_sync(there)).sorted_tables:
        its = rows.get(table.name, [])
        for i in range(0, len(its), CHUNK):
            await connection.execute(insert(table), its[i : i + CHUNK])
        if its and connection.dialect.name == "postgresql" and "id" in table.c and table.c.id.autoincrement is True:
            top = max(r["id"] for r in its)
            await connection.execute(select(func.setval(func.pg_get_serial_sequence(table.name, "id"), top)))


def _as_now(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """People of a backup that does not say where its tables stood, as they are kept today."""
    looks: set[str] = set()
    for row in rows:
        if row.pop("banned", False):
            row["banned_until"] = FOREVER
        if row.pop("email_code", None):
            row["email"] = None
        row.pop("email_code_until", None)
        look = look_of(row["name"]) if row["password"] else ""
        row["name_look"] = look if look and look not in looks else None
        looks.add(look)
    return rows


def _settle_secret(settings: Settings, secret: str) -> str:
    """Keep the secret of a backup where we can; what is left for the host to put in the environment."""
    if secret and not settings.secret and settings.secret_file is not None:
        settings.keep_secret(secret)
    return secret if secret and settings.kept_secret() != secret else ""
