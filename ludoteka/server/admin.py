"""For the one who runs a server: people, tables, and a proof that every stored match still replays."""

from __future__ import annotations

import asyncio
import tempfile
from datetime import datetime
from pathlib import Path
from time import time

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from ludoteka import games
from ludoteka.core.match import result_text
from ludoteka.server.backups import opened, restore, write
from ludoteka.server.order import FOREVER
from ludoteka.server.people import HASHER, name_key
from ludoteka.server.schema import audit, moves, results, seats, sessions, tables, users
from ludoteka.server.settings import Settings
from ludoteka.server.store import Row, Store
from ludoteka.server.table import Table

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


async def verify(settings: Settings) -> tuple[int, list[str]]:
    """Replay every stored match by the rules of today; how many there are, and what no longer fits. Tables of an older
    release are left as they are, for its server may still run: a copy of them is brought up to date."""
    async with opened(settings) as store:
        if not await store.is_older():
            await store.migrate()
            return await _replay(store)
    with tempfile.TemporaryDirectory() as folder:
        copy = Settings(database=str(Path(folder, "copy.db")))
        await write(settings, Path(folder, "copy.gz"))
        await restore(copy, Path(folder, "copy.gz"))
        async with opened(copy) as store:
            return await _replay(store)


async def _replay(store: Store) -> tuple[int, list[str]]:
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
