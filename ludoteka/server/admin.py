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
from pathlib import Path
from typing import Any

from sqlalchemy import delete, func, insert, select, update

from ludoteka import games
from ludoteka.core.errors import LudotekaError
from ludoteka.core.events import Event
from ludoteka.core.match import EVENT, result_text
from ludoteka.server.people import HASHER, name_key
from ludoteka.server.schema import metadata, moves, results, seats, sessions, tables, users
from ludoteka.server.settings import Settings
from ludoteka.server.store import Row, Store
from ludoteka.server.table import UNDO, Table

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


async def set_banned(store: Store, name: str, banned: bool) -> None:
    """A banned person cannot log in again, and servers that run end the sessions within seconds."""
    row = await find_user(store, name)
    async with store.write() as connection:
        await connection.execute(update(users).where(users.c.id == row["id"]).values(banned=banned))
        await connection.execute(delete(sessions).where(sessions.c.user_id == row["id"]))


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
    try:
        table = Table(head, its_seats, [])
        for row in rows:
            if not row["text"].startswith(UNDO):
                state = table.match.state
                action = table.game.parse(row["text"])
                mover = EVENT if isinstance(action, Event) else state.to_move()
                if mover != row["mover"] or state.why_not(action) is not None:
                    return f"move {row['n']} ({row['text']}) is not legal"
            table.add_rows([row])
    except (LudotekaError, ValueError, LookupError, AssertionError) as error:
        return f"cannot be replayed: {error!r}"
    state = table.match.state
    if head["status"] == "finished" and scores:
        if state.to_move() != -2:
            return "it is stored as finished, but is not over"
        if " ".join(scores) != result_text(state):
            return f"the result is {result_text(state)}, stored is {' '.join(scores)}"
    return ""


# backups


async def backup(settings: Settings, file: Path) -> int:
    """Everything in one file while the server runs: one moment of it, for either kind of database. How many rows."""
    count = 0
    with tempfile.NamedTemporaryFile(dir=file.absolute().parent, delete=False) as part:
        source = settings
        if settings.sqlite_file is not None:
            source = Settings(database=part.name + ".db")
            with sqlite3.connect(settings.sqlite_file) as live, sqlite3.connect(part.name + ".db") as copy:
                live.backup(copy)
            live.close()
            copy.close()
        with gzip.open(part, "wt", encoding="utf-8") as out:
            out.write(json.dumps({"form": FORM}) + "\n")
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
    return count


async def restore(settings: Settings, file: Path) -> int:
    """Fill an empty database from a backup; refuses one that has tables of its own."""
    async with opened(settings) as store:
        await store.migrate()
        if (await store.rows(select(func.count()).select_from(users)))[0]["count_1"]:
            raise LookupError("the database is not empty: restore into a new one")
        count = 0
        async with store.write() as connection:
            waiting: dict[str, list[dict[str, Any]]] = {}
            with gzip.open(file, "rt", encoding="utf-8") as lines:
                if json.loads(next(lines)).get("form") != FORM:
                    raise LookupError("this file is no backup")
                for line in lines:
                    item = json.loads(line)
                    waiting.setdefault(item["table"], []).append(item["row"])
                    count += 1
            for table in metadata.sorted_tables:
                rows = waiting.get(table.name, [])
                for i in range(0, len(rows), CHUNK):
                    await connection.execute(insert(table), rows[i : i + CHUNK])
                if rows and not store.is_sqlite and "id" in table.c and table.c.id.autoincrement is True:
                    top = max(r["id"] for r in rows)
                    await connection.execute(select(func.setval(func.pg_get_serial_sequence(table.name, "id"), top)))
    return count
