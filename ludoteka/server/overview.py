"""How the house is doing, for those who look after it."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path
from time import time

import msgspec
from sqlalchemy import func, select, text

from ludoteka.server.house import House
from ludoteka.server.schema import house as house_row
from ludoteka.server.schema import reports, tables, users
from ludoteka.server.ties import HERE

DAY = 86400.0


class Overview(msgspec.Struct):
    accounts: int
    guests: int
    here: int
    """Seen a moment ago."""
    tables: dict[str, int]
    """How many, by status."""
    reports: int
    """Not looked at yet."""
    faults: int
    """Requests that failed by our own fault since this process started."""
    notices_failed: int
    thinking: int
    """Tables where a bot is to move now."""
    waiting: int
    """Of them in the line for a place to think."""
    database_bytes: int
    free_bytes: int | None
    """On the disk of the database; unknown if that is elsewhere."""
    backup: float | None
    """When the last one was written."""


async def overview(house: House) -> Overview:
    store, now = house.store, time()
    people = await store.rows(
        select(users.c.password.is_not(None).label("account"), func.count().label("n")).group_by("account")
    )
    counts = {bool(r["account"]): r["n"] for r in people}
    here = await store.row(select(func.count().label("n")).where(users.c.seen > now - HERE))
    by_status = await store.rows(select(tables.c.status, func.count().label("n")).group_by(tables.c.status))
    waiting = await store.row(select(func.count().label("n")).where(reports.c.done_at.is_(None)))
    kept = await store.row(select(house_row.c.backup))
    line = house.driver.thinker.line
    return Overview(
        accounts=counts.get(True, 0),
        guests=counts.get(False, 0),
        here=here["n"] if here else 0,
        tables={r["status"]: r["n"] for r in by_status},
        reports=waiting["n"] if waiting else 0,
        faults=house.faults,
        notices_failed=house.notices.failed,
        thinking=len(house.driver.driving),
        waiting=len(line.places()),
        database_bytes=await _size(house),
        free_bytes=await asyncio.to_thread(_free, house.settings.sqlite_file),
        backup=kept["backup"] or None if kept else None,
    )


async def _size(house: House) -> int:
    file = house.settings.sqlite_file
    if file is not None:
        return sum(part.stat().st_size for part in file.parent.glob(file.name + "*") if part.suffix != ".secret")
    row = await house.store.row(text("SELECT pg_database_size(current_database()) AS n"))
    return int(row["n"]) if row else 0


def _free(file: Path | None) -> int | None:
    return shutil.disk_usage(file.parent).free if file is not None else None
