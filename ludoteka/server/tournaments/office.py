"""What people do about tournaments: announce one, enter, give up, begin, call it off."""

from __future__ import annotations

from time import time
from typing import Annotated

import msgspec
from msgspec import Meta
from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from ludoteka.server.lobby import need_bot
from ludoteka.server.newtable import Word
from ludoteka.server.people import User, clean_name
from ludoteka.server.refused import Refused
from ludoteka.server.rows import new_id
from ludoteka.server.schema import entries, tournaments
from ludoteka.server.store import Row
from ludoteka.server.tournaments.book import Book, load
from ludoteka.server.tournaments.plan import Plan
from ludoteka.server.tournaments.runner import Runner

OPEN = 3
"""Tournaments that one account may have announced or running."""
BOTS = 8
"""That somebody who does not keep order may enter: they think for the host alone."""
TRIES = 20


class NewTournament(msgspec.Struct, forbid_unknown_fields=True):
    name: Annotated[str, Meta(min_length=1, max_length=60)]
    game: Word
    plan: Plan = msgspec.field(default_factory=Plan)
    about: Annotated[str, Meta(max_length=2000)] = ""
    starts: Annotated[float, Meta(ge=0, le=1e11)] | None = None
    """When entering ends and the first round begins; nothing: when it is full, or when the host says so."""


class Office:
    def __init__(self, runner: Runner) -> None:
        self.runner = runner
        self.store = runner.store
        self.ties = runner.lobby.ties

    async def announce(self, host: User, new: NewTournament) -> str:
        """Accounts only: somebody has to answer for it."""
        if not host.account:
            raise Refused(409, "error.no_account")
        new.plan.check(new.game)
        need_bot(new.plan.stand_in)
        now = time()
        if new.starts is not None and new.starts < now:
            raise Refused(422, "error.cup_past")
        under_way = select(func.count().label("n")).where(
            tournaments.c.host == host.id, tournaments.c.status.in_(("open", "playing"))
        )
        row = await self.store.row(under_way)
        if row is not None and row["n"] >= OPEN and not host.role:
            raise Refused(409, "error.cup_many", n=OPEN)
        id = new_id()
        values = {
            "id": id,
            "name": clean_name(new.name),
            "about": new.about.strip(),
            "game": new.game,
            "plan": msgspec.json.encode(new.plan).decode(),
            "host": host.id,
            "status": "open",
            "starts": new.starts,
            "created": now,
            "series": id,
        }
        await self.store.execute(insert(tournaments).values(values))
        return id

    async def enter(self, id: str, user: User) -> None:
        """Once; asked again nothing changes."""
        if not user.account:
            raise Refused(409, "error.no_account")
        book = await self._open(id)
        if any(e["user_id"] == user.id for e in book.entries):
            return
        if await self.ties.apart(user.id, [book.row["host"]]):
            raise Refused(403, "error.no_invitation")
        await self._add(book, {"user_id": user.id, "bot": "", "name": user.name})

    async def enter_bots(self, id: str, user: User, bot: str, many: int) -> None:
        """The host fills the field."""
        book = await self._hosted(id, user)
        need_bot(bot)
        if not user.role and many + sum(bool(e["bot"]) for e in book.entries) > BOTS:
            raise Refused(409, "error.cup_bots", n=BOTS)
        for _ in range(many):
            await self._add(book, {"user_id": None, "bot": bot, "name": f"bot:{bot}"})

    async def _add(self, book: Book, entry: dict[str, str | None]) -> None:
        for _ in range(TRIES):
            if await self._added(book, entry):
                return
        raise Refused(409, "error.cup_full")

    async def _added(self, book: Book, entry: dict[str, str | None]) -> bool:
        """Whether it was; not if somebody else took the number at the same moment."""
        most, count = func.max(entries.c.number), func.count(entries.c.number)
        its = select(most.label("last"), count.label("many")).where(entries.c.tournament_id == book.id)
        try:
            async with self.store.write() as connection:
                # the row of the tournament is held: nobody enters one that begins at this moment
                still = update(tournaments).where(tournaments.c.id == book.id, tournaments.c.status == "open")
                if (await connection.execute(still.values(step=tournaments.c.step + 1))).rowcount != 1:
                    raise Refused(409, "error.cup_begun")
                found = (await connection.execute(its)).mappings().one()
                mine = (entries.c.tournament_id == book.id) & (entries.c.user_id == entry["user_id"])
                if entry["user_id"] and (await connection.execute(select(entries.c.number).where(mine))).first():
                    return True  # from another tab, a moment ago; of a bot there may be many
                if found["many"] >= book.plan.most:
                    raise Refused(409, "error.cup_full")
                number = 0 if found["last"] is None else found["last"] + 1
                await connection.execute(insert(entries).values(entry | {"tournament_id": book.id, "number": number}))
                if found["many"] + 1 == book.plan.most and book.row["starts"] is None:
                    await connection.execute(
                        update(tournaments).where(tournaments.c.id == book.id).values(starts=time())
                    )
        except IntegrityError:
            return False
        return True

    async def withdraw(self, id: str, user: User) -> None:
        """Before the start the entry goes; later nobody is paired with them any more. A match under way goes on."""
        book = await load(self.store, id)
        mine = next((e for e in book.entries if e["user_id"] == user.id), None)
        if mine is None or book.row["status"] not in ("open", "playing"):
            raise Refused(409, "error.cup_not_in")
        await self._out(book, mine)

    async def _out(self, book: Book, entry: Row) -> None:
        this = (entries.c.tournament_id == book.id) & (entries.c.user_id == entry["user_id"])
        async with self.store.write() as connection:
            # `step` too: a round that is being paired at this moment is paired again, without them
            held = update(tournaments).where(tournaments.c.id == book.id, tournaments.c.status == book.row["status"])
            if (await connection.execute(held.values(step=tournaments.c.step + 1))).rowcount != 1:
                raise Refused(409, "error.cup_begun")
            if book.row["status"] == "open":
                await connection.execute(delete(entries).where(this))
            else:
                await connection.execute(
                    update(entries).where(this, entries.c.gone.is_(None)).values(gone=book.row["round"])
                )

    async def start(self, id: str, user: User) -> None:
        """The host does not wait any longer."""
        book = await self._hosted(id, user)
        if len(book.left) < 2:
            raise Refused(409, "error.cup_alone")
        mine = update(tournaments).where(tournaments.c.id == id, tournaments.c.status == "open")
        await self.store.execute(mine.values(starts=time()))
        for _ in range(TRIES):
            await self.runner.step(id)
            if (await load(self.store, id)).row["status"] != "open":
                return  # else somebody has entered or given up at this moment

    async def call_off(self, id: str, user: User) -> None:
        """The host, or whoever keeps order, ends it; matches under way are played to their end."""
        book = await load(self.store, id)
        if book.row["host"] != user.id and not user.role:
            raise Refused(403, "error.cup_host")
        mine = update(tournaments).where(tournaments.c.id == id, tournaments.c.status.in_(("open", "playing")))
        done = await self.store.execute(mine.values(status="off", finished=time(), step=tournaments.c.step + 1))
        if not done:
            raise Refused(409, "error.cup_over")

    async def _open(self, id: str) -> Book:
        return _need_open(await load(self.store, id))

    async def _hosted(self, id: str, user: User) -> Book:
        book = await load(self.store, id)
        if book.row["host"] != user.id and not user.role:
            raise Refused(403, "error.cup_host")
        return _need_open(book)


def _need_open(book: Book) -> Book:
    if book.row["status"] != "open":
        raise Refused(409, "error.cup_begun")
    return book
