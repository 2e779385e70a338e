"""A tournament as it is stored."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import msgspec
from sqlalchemy import and_, select

from ludoteka.server.refused import Refused
from ludoteka.server.schema import entries, pairings, results, rounds, tables, tournaments, users
from ludoteka.server.store import Row, Store
from ludoteka.server.tournaments.plan import Plan, ranking
from ludoteka.server.tournaments.standings import Line, Met


@dataclass
class Board:
    """A table of a round."""

    round: int
    number: int
    table: str | None
    seats: list[int]
    ranks: list[int]
    scores: list[str]
    status: str = ""
    to_move: int = -2

    @property
    def met(self) -> Met:
        return Met(self.round, tuple(self.seats), tuple(self.ranks))


@dataclass
class Book:
    """Everything about one tournament."""

    row: Row
    plan: Plan
    entries: list[Row]
    rounds: list[Row]
    boards: list[Board]

    @property
    def id(self) -> str:
        return str(self.row["id"])

    @property
    def players(self) -> list[int]:
        return [e["number"] for e in self.entries]

    @property
    def left(self) -> list[int]:
        """Those who have not given up; whoever deleted their account has."""
        return [e["number"] for e in self.entries if e["gone"] is None and (e["user_id"] or e["bot"])]

    @property
    def met(self) -> list[Met]:
        return [board.met for board in self.boards]

    def groups(self) -> list[tuple[int, int, list[int]]]:
        """Division, group and players; one group if it is no league."""
        found: dict[tuple[int, int], list[int]] = {}
        for e in self.entries:
            found.setdefault((e["division"], e["group"]), []).append(e["number"])
        return [(*key, players) for key, players in sorted(found.items())]

    def ranking(self, players: Iterable[int] | None = None) -> list[Line]:
        mine = list(self.players if players is None else players)
        return ranking(self.plan, mine, [m for m in self.met if set(m.seats) & set(mine)])

    def now(self) -> list[Board]:
        """The tables of the round that is played."""
        return [b for b in self.boards if b.round == self.row["round"]]


async def load(store: Store, id: str) -> Book:
    """Read it whole, or 404."""
    async with store.read() as connection:

        async def rows(statement: object) -> list[Row]:
            return [dict(r) for r in (await connection.execute(statement)).mappings()]  # type: ignore[call-overload]

        found = await rows(select(tournaments).where(tournaments.c.id == id))
        if not found:
            raise Refused(404, "error.no_tournament")
        its = select(entries, users.c.name.label("now")).outerjoin(users, users.c.id == entries.c.user_id)
        members = await rows(its.where(entries.c.tournament_id == id).order_by(entries.c.number))
        its_rounds = await rows(select(rounds).where(rounds.c.tournament_id == id).order_by(rounds.c.number))
        # a table that is over counts at once; its round is written down when all are
        known = and_(results.c.table_id == pairings.c.table_id, results.c.seat == pairings.c.seat)
        came = results.c.rank.label("came"), results.c.score.label("counted")
        pairs = select(pairings, tables.c.status, tables.c.to_move, *came)
        pairs = pairs.outerjoin(tables, tables.c.id == pairings.c.table_id).outerjoin(results, known)
        order = (pairings.c.round, pairings.c.board, pairings.c.seat)
        seated = await rows(pairs.where(pairings.c.tournament_id == id).order_by(*order))
    for e in members:
        e["name"] = e["now"] or e["name"]  # type: ignore[index]
    plan = msgspec.json.decode(found[0]["plan"], type=Plan)
    return Book(found[0], plan, members, its_rounds, boards_of(seated))


def boards_of(rows: Iterable[Row]) -> list[Board]:
    found: dict[tuple[int, int], Board] = {}
    for r in rows:
        board = found.setdefault(
            (r["round"], r["board"]),
            Board(r["round"], r["board"], r["table_id"], [], [], [], r["status"] or "", r["to_move"] or 0),
        )
        board.seats.append(r["entry"])
        board.scores.append(r["score"] or r["counted"] or "")
        rank = r["came"] if r["rank"] is None else r["rank"]
        if rank is not None:
            board.ranks.append(rank)
    return list(found.values())
