"""For the one who runs a server: people, tables, backups, and a proof that every stored match still replays."""

from __future__ import annotations

import asyncio
import gzip
import json
import shutil
import sqlite3
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path
from time import time
from typing import Any

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from ludoteka import games
from ludoteka.core.match import result_text
from ludoteka.server.lookalike import look_of
from ludoteka.server.order import FOREVER
from ludoteka.server.people import HASHER, name_key
from ludoteka.server.schema import audit, house, metadata, moves, results, seats, sessions, tables, users
from ludoteka.server.settings import Settings
from ludoteka.server.store import Row, Store
from ludoteka.server.table import Table

FORM = "ludoteka backup 1"
CHUNK = 1000


@asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[Store]:
    store = Store(settings.url)
    try:
        yield store
    finally:
        await store.close()


# people and tables


async def find_user(store: Store, name: str) -> Row:
    row = await store.row(select(users).where((users.c.id == name) | (users.c.name_key == name_key(name))))
    if row is None:
        raise LookupError(f"there is no account or guest {name}")
    return row


async def list_users(store: Store, guests: bool = False) -> list[Row]:
    wanted = select(users).order_by(users.c.seen.desc())
    return await store.rows(wanted if guests else wanted.where(users.c.password.is_not(None)))


async def set_password(store: Store, name: str, password: str) -> None:
    row = await find_user(store, name)
    async with store.write() as connection:
        await connection.execute(update(users).where(users.c.id == row["id"]).values(password=HASHER.hash(password)))
        await connection.execute(delete(sessions).where(sessions.c.user_id == row["id"]))
        await _note(connection, "password", row["id"])


async def set_banned(store: Store, name: str, banned_until: float) -> None:
    """A banned person cannot log in again, and servers that run end the sessions within seconds."""
    row = await find_user(store, name)
    async with store.write() as connection:
        await connection.execute(update(users).where(users.c.id == row["id"]).values(banned_until=banned_until))
        await connection.execute(delete(sessions).where(sessions.c.user_id == row["id"]))
        await _note(connection, "ban", row["id"], _moment(banned_until))


async def set_role(store: Store, name: str, role: str) -> None:
    """An account becomes an administrator or moderator, or neither; servers that run know within seconds."""
    row = await find_user(store, name)
    if row["password"] is None:
        raise LookupError(f"{name} is a guest: only an account can have a role")
    values = {"admin": role == "admin", "moderator": role == "moderator"}
    async with store.write() as connection:
        await connection.execute(update(users).where(users.c.id == row["id"]).values(values))
        await _note(connection, "role", row["id"], role or "-")


async def _note(connection: AsyncConnection, what: str, person: str, about: str = "") -> None:
    """What the command line does stands in the list of the house, too."""
    await connection.execute(insert(audit).values(at=time(), what=what, person_id=person, about=about))


def _moment(at: float) -> str:
    return "-" if at <= time() else "∞" if at >= FOREVER else datetime.fromtimestamp(at).strftime("%Y-%m-%d")


async def list_tables(store: Store, status: str = "") -> list[Row]:
    wanted = select(tables).order_by(tables.c.updated.desc()).limit(200)
    return await store.rows(wanted.where(tables.c.status == status) if status else wanted)


async def delete_table(store: Store, id: str) -> int:
    return await store.execute(delete(tables).where(tables.c.id == id))


# verify


async def verify(store: Store) -> tuple[int, list[str]]:
    """Replay every stored match by the rules of today; how many there are, and what no longer fits."""
    problems: list[str] = []
    count = 0
    for head in await store.rows(select(tables).order_by(tables.c.id)):
        count += 1
        its_seats = await store.rows(select(seats).where(seats.c.table_id == head["id"]).order_by(seats.c.seat))
        rows = await store.rows(select(moves).where(moves.c.table_id == head["id"]).order_by(moves.c.n))
        found = await store.rows(select(results).where(results.c.table_id == head["id"]).order_by(results.c.seat))
        problem = await asyncio.to_thread(_drift, head, its_seats, rows, [r["score"] for r in found])
        if problem:
            problems.append(f"{head['id']} ({head['game']}): {problem}")
    return count, problems


def _drift(head: Row, its_seats: list[Row], rows: list[Row], scores: list[str]) -> str:
    """What is wrong with one stored match, or nothing."""
    if [r["n"] for r in rows] != list(range(len(rows))) or head["n"] != len(rows):
        return f"the list of moves has gaps: {len(rows)} moves, the table says {head['n']}"
    if head["game"] not in games.names():
        return "the game is not on the shelf"
    table = Table(dict(head) | {"rules": "", "digest_n": 0}, its_seats, rows)
    if table.misfit:
        return table.problem
    state = table.match.state
    if head["status"] == "finished" and scores:
        if state.to_move() != -2:
            return "it is stored as finished, but is not over"
        if " ".join(scores) != result_text(state):
            return f"the result is {result_text(state)}, stored is {' '.join(scores)}"
    return ""


# backups


async def backup(settings: Settings, file: Path) -> int:
    """Everything in one file while the server runs: one moment of it, for either kind of database, with the secret by
    which the browsers of guests are known again. How many rows."""
    count = 0
    with tempfile.NamedTemporaryFile(dir=file.absolute().parent, delete=False) as part:  # made 0600
        source = settings
        if settings.sqlite_file is not None:
            source = Settings(database=part.name + ".db")
            Path(part.name + ".db").touch(0o600)
            with sqlite3.connect(settings.sqlite_file) as live, sqlite3.connect(part.name + ".db") as copy:
                live.backup(copy)
            live.close()
            copy.close()
        with gzip.open(part, "wt", encoding="utf-8") as out:
            out.write(json.dumps({"form": FORM, "secret": settings.kept_secret()}) + "\n")
            async with opened(source) as store, store.read() as connection:
                if not store.is_sqlite:
                    await connection.execution_options(isolation_level="REPEATABLE READ")
                for table in metadata.sorted_tables:
                    for row in (await connection.execute(select(table))).mappings():
                        out.write(json.dumps({"table": table.name, "row": dict(row)}, ensure_ascii=False) + "\n")
                        count += 1
    for leftover in Path(part.name).parent.glob(Path(part.name).name + ".db*"):
        leftover.unlink()
    shutil.move(part.name, file)
    async with opened(settings) as store:
        await store.execute(update(house).values(backup=time()))
    return count


async def restore(settings: Settings, file: Path) -> tuple[int, str]:
    """Fill an empty database from a backup; refuses one that has tables of its own. How many rows, and the secret if
    the house does not have it yet and cannot keep it: then guests wait until it is in the environment."""
    async with opened(settings) as store:
        await store.migrate()
        if (await store.rows(select(func.count()).select_from(users)))[0]["count_1"]:
            raise LookupError("the database is not empty: restore into a new one")
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            head = json.loads(next(lines))
            if head.get("form") != FORM:
                raise LookupError("this file is no backup")
            waiting: dict[str, list[dict[str, Any]]] = {}
            for line in lines:
                item = json.loads(line)
                waiting.setdefault(item["table"], []).append(item["row"])
        waiting["users"] = _as_now(waiting.get("users", []))
        async with store.write() as connection:
            for table in metadata.sorted_tables:
                rows = waiting.get(table.name, [])
                for i in range(0, len(rows), CHUNK):
                    await connection.execute(insert(table), rows[i : i + CHUNK])
                if rows and not store.is_sqlite and "id" in table.c and table.c.id.autoincrement is True:
                    top = max(r["id"] for r in rows)
                    await connection.execute(select(func.setval(func.pg_get_serial_sequence(table.name, "id"), top)))
    return sum(map(len, waiting.values())), _settle_secret(settings, head.get("secret", ""))


def _as_now(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """People of an older backup as they are kept today."""
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
