"""A new table and its seats as they are stored."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from time import time
from typing import Any

import msgspec
from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from ludoteka import games
from ludoteka.server.fit import installed
from ludoteka.server.newtable import NewTable
from ludoteka.server.schema import seats, users
from ludoteka.server.table import Seat

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"  # nothing that can be misread
SEATED = (
    select(seats, users.c.password.is_not(None).label("account"))
    .outerjoin(users, users.c.id == seats.c.user_id)
    .order_by(seats.c.seat)
)
"""Seats in their order, with whether the person has an account."""


def new_id(length: int = 10) -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def table_row(new: NewTable, version: int, source: str, host: str | None, status: str = "waiting") -> dict[str, Any]:
    """A new table as it is stored."""
    now = time()
    return {
        "id": new_id(),
        "game": new.game,
        "version": version,
        "options": msgspec.json.encode(new.options).decode(),
        "position": "",
        "seats": new.seats,
        "status": status,
        "visibility": new.visibility,
        "code": new_id(16),
        "watch": new.watch,
        "host": host,
        "order": new.order,
        "clock": msgspec.json.encode(new.clock).decode(),
        "stand_in": new.stand_in,
        "fill": new.stand_in if new.minutes or new.begins else "",
        "next_at": (new.begins or (now + 60 * new.minutes if new.minutes else None)) if status == "waiting" else None,
        "rated": new.rated and not source.startswith(("continue", "import")),
        "source": source,
        "rules": installed(games.load(new.game)),
        "created": now,
        "updated": now,
        "finished": now if status == "finished" else None,
    }


async def put_seats(connection: AsyncConnection, id: str, its_seats: Sequence[Seat]) -> None:
    rows = [{"table_id": id} | msgspec.structs.asdict(s) for s in its_seats]
    for row in rows:
        del row["account"]  # it is the person's
    await connection.execute(insert(seats), rows)
