"""All that a house knows of one person: as a file to take along, and gone when they go."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from time import time
from typing import Any

import msgspec
import structlog
from sqlalchemy import Table, and_, delete, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from ludoteka.core.errors import LudotekaError
from ludoteka.server.house import House
from ludoteka.server.hub import News
from ludoteka.server.people import User
from ludoteka.server.refused import words
from ludoteka.server.schema import (
    audit,
    codes,
    contents,
    entries,
    messages,
    moves,
    notes,
    notices,
    orders,
    passkeys,
    pushes,
    ratings,
    reports,
    results,
    seats,
    sessions,
    streaks,
    tables,
    ties,
    tournaments,
    tries,
    users,
)

log = structlog.get_logger()
SECRET = {"password", "id", "name_key", "name_look", "code", "public_key"}
"""What proves or compares; a file that lies about must open no door."""
PARTS: Mapping[str, Any] = {
    "sessions": lambda me: select(sessions).where(sessions.c.user_id == me),
    "passkeys": lambda me: select(passkeys).where(passkeys.c.user_id == me),
    "addresses waiting for a code": lambda me: select(codes.c.email, codes.c.until).where(codes.c.user_id == me),
    "seats": lambda me: select(seats).where(seats.c.user_id == me),
    "orders": lambda me: select(orders).join(seats, _same_seat(orders.c.seat, orders)).where(seats.c.user_id == me),
    "moves": lambda me: select(moves).join(seats, _same_seat(moves.c.mover, moves)).where(seats.c.user_id == me),
    "messages": lambda me: select(messages).where(messages.c.user_id == me),
    "notes": lambda me: select(notes).where(notes.c.user_id == me),
    "texts": lambda me: select(contents).where(contents.c.user_id == me),
    "results": lambda me: select(results).where(results.c.who == f"user:{me}"),
    "browsers with notices": lambda me: select(pushes.c.endpoint, pushes.c.at).where(pushes.c.user_id == me),
    "puzzles": lambda me: select(tries).where(tries.c.user_id == me),
    "puzzle days": lambda me: select(streaks.c.day).where(streaks.c.user_id == me),
    "tournaments": lambda me: select(entries).where(entries.c.user_id == me),
    "ratings": lambda me: select(ratings).where(ratings.c.who == f"user:{me}"),
    "people": lambda me: select(ties).where(ties.c.user_id == me),
    "reports": lambda me: select(*_of(reports, "at person_id table_id text done_at")).where(reports.c.user_id == me),
    "tables opened": lambda me: select(
        tables.c.id.label("table_id"), *_of(tables, "game options seats status visibility created finished")
    ).where(tables.c.host == me),
    "tournaments announced": lambda me: select(
        tournaments.c.id.label("tournament_id"),
        *_of(tournaments, "name about game plan status created finished season"),
    ).where(tournaments.c.host == me),
    "notices": lambda me: select(notices).where(notices.c.user_id == me),
    "deeds": lambda me: select(audit).where(audit.c.user_id == me),
}
"""What belongs to a person, by the heading in the file."""


def _of(table: Table, names: str) -> list[Any]:
    return [table.c[name] for name in names.split()]


def _same_seat(seat: Any, of: Any) -> Any:
    return and_(of.c.table_id == seats.c.table_id, seat == seats.c.seat)


async def export(house: House, user: User) -> dict[str, Any]:
    """Everything that is kept about a person, but no secret."""
    row = await house.people.row(user.id)
    person = {k: v for k, v in row.items() if k not in SECRET} | {"id": user.id}
    person |= {k: msgspec.json.decode(person[k]) for k in ("prefs", "notify")}
    found: dict[str, Any] = {"form": "ludoteka person 1", "at": time(), "person": person}
    for name, wanted in PARTS.items():
        rows = await house.store.rows(wanted(user.id))
        found[name] = [{k: v for k, v in r.items() if k not in SECRET} for r in rows]
    return found


async def erase(house: House, user: User) -> None:
    """The person goes; matches stay under a name that says nothing. Those under way are left first, which is a loss."""
    for brief in await house.my_tables(user.id, user.lang, 1000):
        try:
            await house.lobby.leave(await house.cache.newest(brief.id), user)
        except LudotekaError as error:  # frozen, or over by now: the name goes all the same
            log.info("not_left", table=brief.id, reason=str(error))
    name = words(user.lang).say("guest.gone", n=1000 + secrets.randbelow(9000))
    mine = select(seats.c.table_id).where(seats.c.user_id == user.id)
    by_name = and_(messages.c.user_id.is_(None), messages.c.name == user.name, messages.c.table_id.in_(mine))
    told = and_(messages.c.key != "", or_(messages.c.user_id == user.id, by_name))
    not_begun = select(tournaments.c.id).where(tournaments.c.status == "open")
    was, now = f"user:{user.id}", f"gone:{secrets.token_hex(8)}"
    async with house.store.write() as connection:
        heirs = await _hand_over(connection, user.id)
        touched = await house.people.touch_tables(connection, user.id)
        for statement in (
            delete(messages).where(messages.c.user_id == user.id, messages.c.key == ""),
            update(messages).where(told).values(name=name),
            update(seats).where(seats.c.user_id == user.id).values(name=name, user_id=None),
            delete(entries).where(entries.c.user_id == user.id, entries.c.tournament_id.in_(not_begun)),
            update(entries).where(entries.c.user_id == user.id).values(name=name, user_id=None),
            update(results).where(results.c.who == was).values(who=now, name=name),
            delete(ratings).where(ratings.c.who == was),
            delete(users).where(users.c.id == user.id),  # and with it sessions, codes, notes, notices
        ):
            await connection.execute(statement)
    house.people.forget(user.id)
    house.people.tell_tables(touched)
    house.hub.publish(News(["lobby", *(f"user:{id}" for id in heirs)]))


async def _hand_over(connection: AsyncConnection, host: str) -> list[str]:
    """Tournaments of somebody who goes that have not begun: who entered first is the host from now on. One that nobody
    has entered and that has no day would wait for ever: it is called off. Who the new hosts are."""
    of_it = and_(entries.c.tournament_id == tournaments.c.id, entries.c.user_id != host)
    heir = select(entries.c.user_id).where(of_it).order_by(entries.c.number).limit(1).scalar_subquery()
    mine = update(tournaments).where(tournaments.c.host == host, tournaments.c.status == "open")
    off = {"status": "off", "finished": time(), "step": tournaments.c.step + 1}
    await connection.execute(mine.where(heir.is_(None), tournaments.c.starts.is_(None)).values(off))
    found = await connection.scalars(mine.values(host=heir).returning(tournaments.c.host))
    return [id for id in found if id]
