"""Puzzles from the matches of this house, found by `ludoteka puzzles house`.

They are for everybody if the table was open, else for those who played there."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import NamedTuple

from sqlalchemy import exists, select

from ludoteka import games
from ludoteka.bots.mining import Mined, choose
from ludoteka.bots.puzzles import Puzzle, read
from ludoteka.server.people import User
from ludoteka.server.schema import mined, moves, seats, tables
from ludoteka.server.store import Row, Store
from ludoteka.server.table import Table

OWN = 1000
"""Puzzles of the house are numbered from here on; those that come with the games are fewer."""
EACH = 2
"""At most so many of a match."""


class Own(NamedTuple):
    number: int
    puzzle: Puzzle
    mine: bool
    """From a match of whoever looks."""


async def own_puzzles(store: Store, viewer: User | None, number: int | None = None) -> list[Own]:
    """Those that somebody may see, or only the one with this number."""
    sat = exists().where(seats.c.table_id == tables.c.id, seats.c.user_id == (viewer.id if viewer else ""))
    wanted = select(mined.c.id, mined.c.found, sat.label("mine")).join(tables, tables.c.id == mined.c.table_id)
    wanted = wanted.where((tables.c.visibility == "open") | sat, mined.c.found != "[]").order_by(mined.c.id)
    if number is not None:
        wanted = wanted.where(mined.c.id == (number - OWN) // EACH)
    found = [
        Own(OWN + EACH * row["id"] + i, read(raw), bool(row["mine"]))
        for row in await store.rows(wanted)
        for i, raw in enumerate(json.loads(row["found"]))
    ]
    return [own for own in found if number in (None, own.number) and own.puzzle.game in games.names()]


async def unseen(store: Store, limit: int) -> list[tuple[str, str]]:
    """Finished matches that were not looked through yet, the latest first: their tables and records."""
    looked = exists().where(mined.c.table_id == tables.c.id)
    wanted = select(tables).where(tables.c.status == "finished", ~looked, tables.c.game.in_(games.names()))
    heads = await store.rows(wanted.order_by(tables.c.updated.desc()).limit(limit))
    return [(head["id"], await _record(store, head)) for head in heads]


async def _record(store: Store, head: Row) -> str:
    its_seats = await store.rows(select(seats).where(seats.c.table_id == head["id"]).order_by(seats.c.seat))
    rows = await store.rows(select(moves).where(moves.c.table_id == head["id"]).order_by(moves.c.n))
    return Table(head, its_seats, rows).record()


async def keep(store: Store, found: Mined) -> None:
    """Note that a match was looked through, and the best that was found in it."""
    best: Sequence[Puzzle] = choose(found.puzzles, EACH)
    text = json.dumps([asdict(one) for one in best], ensure_ascii=False)
    row = {"table_id": found.source, "looked": found.looked, "found": text}
    await store.execute(store.insert(mined).values(row).on_conflict_do_nothing())
