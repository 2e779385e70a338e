"""Puzzles: three tries each, rated by who solves them, one a day for every game, and how many days in a row."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from time import time

import msgspec
from openskill.models import PlackettLuceRating
from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from ludoteka import games
from ludoteka.bots.puzzles import Puzzle, puzzles_of
from ludoteka.core.action import Action, verb_of
from ludoteka.core.themes import themes
from ludoteka.server.people import User
from ludoteka.server.ratings import MODEL
from ludoteka.server.refused import Conflict
from ludoteka.server.schema import puzzles, streaks, tries
from ludoteka.server.store import Row, Store

TRIES = 3
DAY = 86_400
WEEK = 7
"""Days of the streak that are shown."""
STEP = 3.0
"""Of the rating, between two difficulties."""


class Tried(msgspec.Struct):
    """What one try came to."""

    text: str
    ok: bool
    value: float | None
    """What the strongest bot expects of it, 0 to 1; None if it did not think of it."""


class Progress(msgspec.Struct):
    tries: list[Tried]
    solved: bool
    left: int

    @property
    def done(self) -> bool:
        return self.solved or not self.left


class Fame(msgspec.Struct):
    """How a puzzle has done."""

    tried: int
    solved: int
    difficulty: int
    """1 to 5."""


class Streak(msgspec.Struct):
    days: int
    """In a row, up to today or yesterday, with a puzzle of the day solved."""
    week: list[bool]
    """The last seven, today last."""


def today() -> int:
    return int(time()) // DAY


def daily(name: str, day: int) -> int | None:
    """The number of the puzzle of that day: each comes once before any comes again, in an order nobody can see."""
    known = puzzles_of(name)
    if not known:
        return None
    order = sorted(range(len(known)), key=lambda i: sha256(known[i].id.encode()).digest())
    return order[day % len(order)]


def of_day(puzzle: Puzzle, day: int) -> bool:
    number = daily(puzzle.game, day)
    return number is not None and puzzles_of(puzzle.game)[number].id == puzzle.id


def meant(puzzle: Puzzle, atoms: list[Action]) -> str:
    """The action of a try that counts: the first that does more than prepare."""
    prepares = themes(games.load(puzzle.game)).prepares
    return str(next((a for a in atoms if verb_of(a) not in prepares), atoms[-1]))


def first_rating(puzzle: Puzzle) -> PlackettLuceRating:
    """Before anybody has tried: the fewer of the weaker bots saw it, the harder."""
    usual = MODEL.rating()
    return MODEL.rating(mu=usual.mu + 4 * STEP * (0.15 - puzzle.found), sigma=usual.sigma)


def difficulty(mu: float) -> int:
    return max(1, min(5, 3 + round((mu - MODEL.rating().mu) / STEP)))


class Puzzling:
    def __init__(self, store: Store) -> None:
        self.store = store

    async def progress(self, puzzle: Puzzle, user: User | None) -> Progress:
        row = await self._row(puzzle, user.id) if user else None
        return self._read(puzzle, row)

    async def fames(self, wanted: Sequence[Puzzle]) -> list[Fame]:
        ids = [puzzle.id for puzzle in wanted]
        known = {row["id"]: row for row in await self.store.rows(select(puzzles).where(puzzles.c.id.in_(ids)))}
        return [self._fame(puzzle, known.get(puzzle.id)) for puzzle in wanted]

    def _fame(self, puzzle: Puzzle, row: Row | None) -> Fame:
        if row is None:
            return Fame(0, 0, difficulty(first_rating(puzzle).mu))
        return Fame(row["tried"], row["solved"], difficulty(row["mu"]))

    async def solved(self, user: User | None) -> set[str]:
        """The puzzles this person has solved."""
        if user is None:
            return set()
        mine = select(tries.c.puzzle).where(tries.c.user_id == user.id, tries.c.solved)
        return {row["puzzle"] for row in await self.store.rows(mine)}

    async def streak(self, user_id: str) -> Streak:
        """Of nobody (an empty id) it is none."""
        mine = select(streaks.c.day).where(streaks.c.user_id == user_id)
        days = {row["day"] for row in await self.store.rows(mine)}
        now = today()
        last = now if now in days else now - 1
        length = next(n for n in range(len(days) + 1) if last - n not in days)
        return Streak(length, [now - ago in days for ago in reversed(range(WEEK))])

    async def attempt(self, puzzle: Puzzle, user: User, atoms: list[Action]) -> Progress:
        """One try. After the last nothing counts any more; what is tried is looked at all the same."""
        text = meant(puzzle, atoms)
        row = await self._row(puzzle, user.id)
        before = self._read(puzzle, row)
        if before.done:
            return before
        texts = [*(t.text for t in before.tries), text]
        ok, day = text == puzzle.key, today()
        known = bool(row and row["solved"])
        values = {"tried": msgspec.json.encode(texts).decode(), "solved": ok or known, "day": day, "at": time()}
        async with self.store.write() as connection:
            if (ok or len(texts) == TRIES) and (row is None or row["mu"] is None):
                values |= await self._rate(connection, puzzle, user.id, ok)
            if ok and of_day(puzzle, day):
                new = self.store.insert(streaks).values(user_id=user.id, day=day)
                await connection.execute(new.on_conflict_do_nothing())
            if row is None:
                fresh = {"user_id": user.id, "puzzle": puzzle.id, "game": puzzle.game, **values}
                done = await connection.execute(self.store.insert(tries).values(fresh).on_conflict_do_nothing())
            else:
                mine = (tries.c.user_id == user.id, tries.c.puzzle == puzzle.id, tries.c.tried == row["tried"])
                done = await connection.execute(update(tries).where(*mine).values(values))
            if not done.rowcount:  # the same person in two windows
                raise Conflict(len(before.tries))
        return await self.progress(puzzle, user)

    async def _rate(self, connection: AsyncConnection, puzzle: Puzzle, user_id: str, ok: bool) -> dict[str, float]:
        """The puzzle against the person: who solves it wins. Returns what the person is worth now."""
        start = first_rating(puzzle)
        fresh = {"id": puzzle.id, "game": puzzle.game, "mu": start.mu, "sigma": start.sigma, "tried": 0, "solved": 0}
        await connection.execute(self.store.insert(puzzles).values(fresh).on_conflict_do_nothing())
        one = select(puzzles).where(puzzles.c.id == puzzle.id).with_for_update()
        its = (await connection.execute(one)).mappings().one()
        mine = select(tries.c.mu, tries.c.sigma).where(tries.c.user_id == user_id, tries.c.game == puzzle.game)
        last = mine.where(tries.c.mu.is_not(None)).order_by(tries.c.at.desc()).limit(1)
        known = (await connection.execute(last)).mappings().first()
        person = MODEL.rating(mu=known["mu"], sigma=known["sigma"]) if known else MODEL.rating()
        rated = MODEL.rate([[person], [MODEL.rating(mu=its["mu"], sigma=its["sigma"])]], ranks=[1, 2] if ok else [2, 1])
        (person,), (there,) = rated
        changed = {"mu": there.mu, "sigma": there.sigma, "tried": its["tried"] + 1, "solved": its["solved"] + ok}
        await connection.execute(update(puzzles).where(puzzles.c.id == puzzle.id).values(changed))
        return {"mu": person.mu, "sigma": person.sigma}

    async def _row(self, puzzle: Puzzle, user_id: str) -> Row | None:
        return await self.store.row(select(tries).where(tries.c.user_id == user_id, tries.c.puzzle == puzzle.id))

    def _read(self, puzzle: Puzzle, row: Row | None) -> Progress:
        """How far somebody is. When its day comes round a puzzle is new to everybody; only the first time is rated."""
        again = row is not None and row["mu"] is not None and row["day"] < today() and of_day(puzzle, today())
        texts = msgspec.json.decode(row["tried"], type=list[str]) if row and not again else []
        found = [
            Tried(text, text == puzzle.key, puzzle.value if text == puzzle.key else puzzle.others.get(text))
            for text in texts
        ]
        return Progress(found, any(tried.ok for tried in found), TRIES - len(texts))
