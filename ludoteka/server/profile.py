"""What a person has played: results per game, ratings over time, and with whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

import msgspec
from sqlalchemy import and_, case, func, select

from ludoteka import games
from ludoteka.server import ratings as rating
from ludoteka.server.house import House, title_of
from ludoteka.server.schema import results, seats, tables, ties, users


class PerGame(msgspec.Struct):
    game: str
    title: str
    matches: int
    wins: int
    rank: float
    """On average; 1 is best."""
    even: float
    """As many wins as with equal chances for everybody at each table."""


class PlayedAs(msgspec.Struct):
    """A faction or a people, and how it went with it."""

    name: str
    title: str
    matches: int
    wins: int


class Favourites(msgspec.Struct):
    game: str
    title: str
    played: list[PlayedAs]
    """The most used first."""
    by: str
    """"by faction", or whatever it is that they play."""


class Point(msgspec.Struct):
    """A rating after a match."""

    game: str
    at: float
    rating: int
    table: str


class Opponent(msgspec.Struct):
    id: str
    name: str
    account: bool
    matches: int
    """Together."""
    last: float


class Against(msgspec.Struct):
    """How it went between two people, by place at the same tables."""

    matches: int
    ahead: int
    """You were."""
    behind: int


async def against(house: House, me: str, other: str) -> Against:
    mine, theirs = results.alias("mine"), results.alias("theirs")
    ahead = func.sum(case((mine.c.rank < theirs.c.rank, 1), else_=0))
    behind = func.sum(case((mine.c.rank > theirs.c.rank, 1), else_=0))
    wanted = (
        select(func.count().label("matches"), ahead.label("ahead"), behind.label("behind"))
        .select_from(mine)
        .join(theirs, and_(theirs.c.table_id == mine.c.table_id, theirs.c.who == other))
        .where(mine.c.who == me)
    )
    (row,) = await house.store.rows(wanted)
    return Against(row["matches"], int(row["ahead"] or 0), int(row["behind"] or 0))


async def finishing(house: House, ids: Collection[str]) -> dict[str, tuple[int, int]]:
    """How many finished matches each of these people has, and how many of them they played to the end themselves."""
    stayed = func.sum(case((seats.c.gone == "", 1), else_=0))
    wanted = (
        select(seats.c.user_id, func.count().label("matches"), stayed.label("stayed"))
        .join(tables, tables.c.id == seats.c.table_id)
        .where(seats.c.user_id.in_(ids), seats.c.kind == "human", tables.c.status == "finished")
        .group_by(seats.c.user_id)
    )
    return {row["user_id"]: (row["matches"], int(row["stayed"])) for row in await house.store.rows(wanted)}


async def per_game(house: House, who: str, lang: str) -> list[PerGame]:
    at_table = results.alias("at_table")
    size = select(func.count()).where(at_table.c.table_id == results.c.table_id).scalar_subquery()
    each = select(results.c.game, results.c.rank, (1.0 / size).label("even")).where(results.c.who == who).subquery()
    many, won = func.count(), func.sum(case((each.c.rank == 1, 1), else_=0))
    means = func.avg(each.c.rank).label("rank"), func.sum(each.c.even).label("even")
    wanted = select(each.c.game, many.label("matches"), won.label("wins"), *means).group_by(each.c.game)
    return [
        PerGame(
            r["game"], title_of(r["game"], lang), r["matches"], int(r["wins"]), round(float(r["rank"]), 2), r["even"]
        )
        for r in await house.store.rows(wanted.order_by(many.desc(), each.c.game))
    ]


async def favourites(house: House, who: str, lang: str, most: int = 8) -> list[Favourites]:
    """What somebody likes to play, in games where seats differ."""
    wanted = select(results.c.game, results.c.played, results.c.rank).where(results.c.who == who)
    matches: dict[str, Counter[str]] = {}
    wins: dict[str, Counter[str]] = {}
    for row in await house.store.rows(wanted.where(results.c.played != "").order_by(results.c.at.desc()).limit(2000)):
        for name in set(row["played"].split()):
            matches.setdefault(row["game"], Counter())[name] += 1
            wins.setdefault(row["game"], Counter())[name] += row["rank"] == 1
    found = []
    for game in sorted(matches, key=lambda g: -matches[g].total()):
        messages = games.load(game).catalogue(lang).messages if game in games.names() else {}
        most_played = matches[game].most_common(most)
        played = [PlayedAs(n, messages.get(f"what.{n}", n), many, wins[game][n]) for n, many in most_played]
        found.append(Favourites(game, title_of(game, lang), played, messages.get("played.by", "")))
    return found


async def curve(house: House, who: str, limit: int = 500) -> list[Point]:
    """The last rated matches in the order of play."""
    wanted = select(results).where(results.c.who == who, results.c.mu.is_not(None), results.c.sigma.is_not(None))
    rows = await house.store.rows(wanted.order_by(results.c.at.desc()).limit(limit))
    return [Point(r["game"], r["at"], rating.shown(r["mu"], r["sigma"]), r["table_id"]) for r in reversed(rows)]


async def opponents(house: House, user_id: str, limit: int = 20) -> list[Opponent]:
    """With whom a person played or plays, the latest first; nobody they have blocked."""
    mine, theirs = seats.alias("mine"), seats.alias("theirs")
    together = and_(theirs.c.table_id == mine.c.table_id, theirs.c.user_id != user_id, theirs.c.kind == "human")
    blocked = select(ties.c.other_id).where(ties.c.user_id == user_id, ties.c.kind == "block")
    wanted = (
        select(
            users.c.id,
            users.c.name,
            users.c.password.is_not(None).label("account"),
            func.count(tables.c.id.distinct()).label("matches"),
            func.max(tables.c.updated).label("last"),
        )
        .select_from(mine)
        .join(theirs, together)
        .join(tables, tables.c.id == mine.c.table_id)
        .join(users, users.c.id == theirs.c.user_id)
        .where(mine.c.user_id == user_id, mine.c.kind == "human", tables.c.status.in_(("playing", "finished")))
        .where(users.c.id.not_in(blocked))
        .group_by(users.c.id, users.c.name, users.c.password)
        .order_by(func.max(tables.c.updated).desc())
        .limit(limit)
    )
    return [
        Opponent(r["id"], r["name"], bool(r["account"]), r["matches"], r["last"])
        for r in await house.store.rows(wanted)
    ]
