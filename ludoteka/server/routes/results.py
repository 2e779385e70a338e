"""What was played: history, records, positions of a finished match, ratings, players; records from elsewhere."""

from __future__ import annotations

import asyncio
from typing import Annotated

import msgspec
from litestar import Controller, MediaType, get, post
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import Meta
from sqlalchemy import and_, exists, or_, select

from ludoteka import bots, games
from ludoteka.core.game import State
from ludoteka.server import ratings as rating
from ludoteka.server.auth import Lang, Player, TheHouse, Viewer
from ludoteka.server.habits import Habits, answers_in, habits_of, turns_of
from ludoteka.server.house import House, title_of
from ludoteka.server.limits import limit
from ludoteka.server.people import User
from ludoteka.server.profile import (
    Against,
    Favourites,
    PerGame,
    Point,
    against,
    curve,
    favourites,
    finishing,
    per_game,
)
from ludoteka.server.records import read_record
from ludoteka.server.refused import Refused
from ludoteka.server.routes.tables import Code, SeatWish, Whole, seen_table, whole
from ludoteka.server.schema import ratings, results, seats, tables, users
from ludoteka.server.store import Row
from ludoteka.server.table import Table
from ludoteka.server.views import StateOut, position_out

Limit = Annotated[int, QueryParameter(name="limit", ge=1, le=200)]
GameName = Annotated[str, QueryParameter(name="game", max_length=40)]
People = Annotated[bool, QueryParameter(name="people")]


class ResultOut(msgspec.Struct):
    seat: int
    who: str
    """`user:<id>` or `bot:<name>`."""
    name: str
    score: str
    rank: int


class Played(msgspec.Struct):
    table: str
    game: str
    title: str
    at: float
    rated: bool
    results: list[ResultOut]


class Rating(msgspec.Struct):
    game: str
    title: str
    who: str
    name: str
    rating: int
    mu: float
    sigma: float
    matches: int
    wins: int


class PlayerOut(msgspec.Struct):
    who: str
    name: str
    account: bool
    bot: bool
    since: float | None
    ratings: list[Rating]
    recent: list[Played]
    per_game: list[PerGame]
    curve: list[Point]
    """Ratings over time."""
    favourites: list[Favourites]
    """Factions or peoples, in games where seats differ."""
    answers_in: float | None
    """Seconds, the median over the last tables; None for bots and whoever has hardly played."""
    against: Against | None
    """How it went between you, if it is not you."""
    finishes: int | None
    """Percent of the matches that the person played on to the end; None for bots and where there were none."""
    puzzle_days: int
    """Days in a row with the puzzle of the day solved."""
    habits: Habits | None
    """How and when they usually play; None for bots."""


class GoOn(msgspec.Struct, forbid_unknown_fields=True):
    step: Annotated[int, Meta(ge=0, le=1_000_000)]
    players: Annotated[list[Annotated[str, Meta(min_length=1, max_length=40)]], Meta(max_length=12)] = []


class RecordIn(msgspec.Struct, forbid_unknown_fields=True):
    text: Annotated[str, Meta(min_length=1, max_length=900_000)]
    """A record of ours, or what a game itself can read (a ledger of terra.snellman.net)."""


async def history(
    house: House, lang: str, limit: int, viewer: User | None, game: str = "", who: str = ""
) -> list[Played]:
    """Finished matches that may be shown to this person, the newest first."""
    mine = exists().where(and_(seats.c.table_id == tables.c.id, seats.c.user_id == (viewer.id if viewer else "")))
    wanted = select(tables.c.id, tables.c.game, tables.c.finished, tables.c.rated).where(
        tables.c.status == "finished", tables.c.source != "import", or_(tables.c.visibility == "open", mine)
    )
    if game:
        wanted = wanted.where(tables.c.game == game)
    if who:
        wanted = wanted.where(exists().where(and_(results.c.table_id == tables.c.id, results.c.who == who)))
    rows = await house.store.rows(wanted.order_by(tables.c.finished.desc()).limit(limit))
    ids = [r["id"] for r in rows]
    per_table: dict[str, list[ResultOut]] = {id: [] for id in ids}
    found = select(results).where(results.c.table_id.in_(ids)).order_by(results.c.rank, results.c.seat)
    for r in await house.store.rows(found) if ids else []:
        per_table[r["table_id"]].append(ResultOut(r["seat"], r["who"], r["name"], r["score"], r["rank"]))
    return [
        Played(r["id"], r["game"], title_of(r["game"], lang), r["finished"], r["rated"], per_table[r["id"]])
        for r in rows
    ]


def rating_out(row: Row, lang: str) -> Rating:
    return Rating(
        row["game"],
        title_of(row["game"], lang),
        row["who"],
        row["name"],
        rating.shown(row["mu"], row["sigma"]),
        row["mu"],
        row["sigma"],
        row["matches"],
        row["wins"],
    )


async def best_at(house: House, game: str, lang: str, limit: int, people: bool) -> list[Rating]:
    best = select(ratings).where(ratings.c.game == game).order_by((ratings.c.mu - 3 * ratings.c.sigma).desc())
    if people:
        best = best.where(ratings.c.who.startswith("user:"))
    return [rating_out(r, lang) for r in await house.store.rows(best.limit(limit))]


def past(table: Table, step: int) -> State:
    if not 0 <= step <= len(table.match.actions):
        raise Refused(404, "error.no_such_step", n=step)
    return table.match.at(step)


def reader(table: Table, viewer: User | None, wanted: int | None) -> int | None:
    """Through which seat somebody looks back at a match."""
    return (
        table.eyes_at_end(wanted) if table.status == "finished" else table.eyes(viewer.id if viewer else None, wanted)
    )


class ResultsController(Controller):
    path = "/api"
    tags = ("results",)

    @get("/history")
    async def history(
        self,
        house: TheHouse,
        viewer: Viewer,
        lang: Lang,
        game: GameName = "",
        who: Annotated[str, QueryParameter(name="who", max_length=60)] = "",
        limit: Limit = 30,
    ) -> list[Played]:
        """Finished matches, of everybody or of one (`who`: `user:<id>`, `bot:<name>`)."""
        return await history(house, lang, limit, viewer, game, who)

    @get("/ratings/{game:str}", refuses=(422,))
    async def leaderboard(
        self, game: FromPath[str], house: TheHouse, lang: Lang, limit: Limit = 50, people: People = False
    ) -> list[Rating]:
        """The best at a game, people and bots; with `people` only people."""
        games.load(game)
        return await best_at(house, game, lang, limit, people)

    @get("/players/{who:str}")
    async def player_page(self, who: FromPath[str], house: TheHouse, viewer: Viewer, lang: Lang) -> PlayerOut:
        """A person (`user:<id>` or the id alone) or a bot (`bot:<name>`)."""
        kind, _, name = who.partition(":")
        if kind == "bot" and name in bots.names():
            head = (who, who, False, True, None)
        else:
            id = name if kind == "user" else who
            row = await house.store.row(select(users).where(users.c.id == id))
            if row is None:
                raise Refused(404, "error.no_person")
            head = (f"user:{id}", row["name"], row["password"] is not None, False, row["created"])
        rows = await house.store.rows(select(ratings).where(ratings.c.who == head[0]).order_by(ratings.c.game))
        recent = await history(house, lang, 20, viewer, who=head[0])
        games_played, over_time = await per_game(house, head[0], lang), await curve(house, head[0])
        liked = await favourites(house, head[0], lang)
        met = await against(house, f"user:{viewer.id}", head[0]) if viewer and head[0] != f"user:{viewer.id}" else None
        lines = [rating_out(r, lang) for r in rows]
        stayed, days, took, usual = None, 0, None, None
        if not head[3]:
            id = head[0].partition(":")[2]
            turns = await turns_of(house, id)
            took, usual = answers_in(turns), habits_of(turns, (await house.notices.get_notify(id)).zone)
            finished, ended = (await finishing(house, [id])).get(id, (0, 0))
            stayed = round(100 * ended / finished) if finished else None
            days = (await house.puzzling.streak(id)).days
        return PlayerOut(*head, lines, recent, games_played, over_time, liked, took, met, stayed, days, usual)

    @get("/tables/{id:str}/record", media_type=MediaType.TEXT)
    async def record(
        self,
        id: FromPath[str],
        house: TheHouse,
        viewer: Viewer,
        lang: Lang,
        code: Code = "",
        remarks: Annotated[bool, QueryParameter(name="remarks")] = False,
    ) -> str:
        """A finished match as a record, on request with remarks that say what every action did. Before the end it would
        tell secrets, so there is none; of a match that the installed rules do not fit, the people at the table may
        have it, and all of them are told."""
        table = await seen_table(house, id, viewer, code, frozen=True)
        if table.misfit and viewer is not None and table.is_member(viewer.id):
            if table.status == "frozen":
                await house.driver.say(table, "chat.record_taken", viewer.name)
        elif table.misfit and table.status != "finished":
            raise table.misfit
        elif table.status != "finished":
            raise Refused(409, "error.not_finished")
        return await asyncio.to_thread(table.record, lang if remarks else "")

    @get("/tables/{id:str}/at/{step:int}")
    async def at(
        self,
        id: FromPath[str],
        step: FromPath[int],
        house: TheHouse,
        viewer: Viewer,
        lang: Lang,
        code: Code = "",
        seat: SeatWish = None,
    ) -> StateOut:
        """The position after so many actions; of a finished match through any seat's eyes."""
        table = await seen_table(house, id, viewer, code)
        return position_out(table, past(table, step), step, reader(table, viewer, seat), lang)

    @get("/tables/{id:str}/scores")
    async def scores(
        self, id: FromPath[str], house: TheHouse, viewer: Viewer, code: Code = ""
    ) -> list[list[list[int]]]:
        """The scores of a finished match after every action, from the start."""
        table = await seen_table(house, id, viewer, code)
        if table.status != "finished":
            raise Refused(409, "error.not_finished")
        state = past(table, 0)
        found = [[list(s) for s in state.scores()]]
        for action in table.match.actions:
            state.happen(action)
            found.append([list(s) for s in state.scores()])
        return found

    @post("/tables/{id:str}/continue", middleware=[limit("create", "minute", 20, 60), limit("create", "day", 200, 400)])
    async def go_on(
        self, id: FromPath[str], data: JSONBody[GoOn], house: TheHouse, player: Player, lang: Lang, code: Code = ""
    ) -> Whole:
        """A new table from any position of a finished match."""
        table = await seen_table(house, id, player, code)
        return await whole(house, await house.lobby.go_on(table, player, data.step, data.players), player, lang)

    @post(
        "/import",
        middleware=[limit("import", "minute", 10, 20), limit("import", "day", 100, 200)],
        request_max_body_size=1_000_000,
    )
    async def take_in(self, data: JSONBody[RecordIn], house: TheHouse, player: Player, lang: Lang) -> Whole:
        """A record from elsewhere as a table to replay."""
        own = await house.contents.admit_record(player.id, data.text)
        match = await asyncio.to_thread(read_record, data.text)
        return await whole(house, await house.lobby.take_in(match, player, own=own), player, lang)
