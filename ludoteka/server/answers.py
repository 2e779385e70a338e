"""Answers by a link in a mail: for one person, one position and one time. Following a link moves nothing by itself."""

from __future__ import annotations

import secrets
from time import time

import msgspec
from sqlalchemy import delete, insert, select

from ludoteka.core.game import State
from ludoteka.server.cache import Cache
from ludoteka.server.people import User, hashed
from ludoteka.server.play import Play
from ludoteka.server.refused import Refused, ruled_by
from ludoteka.server.schema import quick
from ludoteka.server.store import Row
from ludoteka.server.table import Table

COUNTS = 3 * 86_400.0
"""Seconds that the links of a mail can be used."""
MOST = 6
"""With more answers than this nobody decides without looking at the table."""


class Offer(msgspec.Struct):
    """What can be answered, and where."""

    table: str
    title: str
    ask: str
    answers: list[str]
    """In words; sent back by their number."""


def short(state: State) -> list[str]:
    """The answers to the question that is asked, if they are few."""
    legal = state.legal_actions() if state.to_move() >= 0 else []
    return [str(action) for action in legal] if 1 < len(legal) <= MOST else []


def asked(table: Table, lang: str) -> str:
    return table.game.catalogue(lang).messages.get(f"ask.{table.match.state.question()}", "")


def in_words(table: Table, answers: list[str], lang: str) -> list[str]:
    state, players = table.match.state, [seat.name for seat in table.seats]
    return [table.game.describe(state, table.game.parse(text), lang, offered=True, players=players) for text in answers]


class Answers:
    def __init__(self, cache: Cache, play: Play) -> None:
        self.cache = cache
        self.store = cache.store
        self.play = play

    async def offer(self, table: Table, user_id: str) -> tuple[str, list[str]]:
        """The code for links to the answers of this moment, and the answers; nothing if there are too many."""
        answers = short(table.match.state)
        if not answers:
            return "", []
        code = secrets.token_urlsafe(24)
        values = {"id": hashed(code), "user_id": user_id, "table_id": table.id, "seat": table.to_move, "n": table.n}
        values |= {"answers": msgspec.json.encode(answers).decode(), "until": time() + COUNTS}
        await self.store.execute(delete(quick).where(quick.c.until < time()))
        await self.store.execute(insert(quick).values(values))
        return code, answers

    async def look(self, user: User, code: str) -> Offer:
        table, answers, _ = await self._find(user, code)
        title = table.game.catalogue(user.lang).say("game.title")
        return Offer(table.id, title, asked(table, user.lang), in_words(table, answers, user.lang))

    async def give(self, user: User, code: str, number: int) -> Table:
        """Make the move. The code is used up first: whoever comes at the same time comes too late."""
        table, answers, row = await self._find(user, code)
        if number >= len(answers):
            raise Refused(422, "error.answer_gone")
        if not await self.store.execute(delete(quick).where(quick.c.id == row["id"])):
            raise Refused(410, "error.answer_gone")
        with ruled_by(table.game):
            await self.play.move(table, row["seat"], row["n"], answers[number])
        return table

    async def _find(self, user: User, code: str) -> tuple[Table, list[str], Row]:
        """For whom it is not, there is nothing here."""
        found = select(quick).where(quick.c.id == hashed(code), quick.c.user_id == user.id, quick.c.until > time())
        row = await self.store.row(found)
        if row is None:
            raise Refused(410, "error.answer_gone")
        table = await self.cache.get(row["table_id"])
        if table.n != row["n"] or row["seat"] not in table.seats_of(user.id) or table.status != "playing":
            raise Refused(410, "error.answer_gone")
        return table, msgspec.json.decode(row["answers"], type=list[str]), row
