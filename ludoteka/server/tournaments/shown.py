"""A tournament as people and programs see it."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

import msgspec
from sqlalchemy import func, select

from ludoteka.server import ratings as rating
from ludoteka.server.house import House, title_of
from ludoteka.server.people import User
from ludoteka.server.schema import entries, ratings, tournaments, users
from ludoteka.server.store import Row
from ludoteka.server.tournaments.book import Book, load
from ludoteka.server.tournaments.outlook import outlook
from ludoteka.server.tournaments.plan import Plan
from ludoteka.server.tournaments.standings import NOBODY, Met, alive

Status = Literal["open", "playing", "over", "off"]
HOUR = 3600.0


class Notice(msgspec.Struct):
    """A tournament in a list."""

    id: str
    name: str
    game: str
    title: str
    status: str
    form: str
    size: int
    players: int
    most: int
    round: int
    starts: float | None
    created: float
    finished: float | None
    host: str
    season: int
    mine: bool
    """You are in it."""


class EntryOut(msgspec.Struct):
    number: int
    who: str
    """`user:<id>` or `bot:<name>`; nothing if the account is gone."""
    name: str
    rating: int | None
    division: int
    group: int
    gone: int | None
    """Not paired after this round."""


class BoardOut(msgspec.Struct):
    number: int
    table: str | None
    """Nothing: somebody sits out."""
    status: str
    to_move: int
    seats: list[int]
    """Numbers of entries; -1 is a bot that fills the table."""
    ranks: list[int]
    scores: list[str]


class RoundOut(msgspec.Struct):
    number: int
    begun: float | None
    """Nothing: it is still to come, and `until` is when it ends if none takes longer than it may."""
    until: float | None
    finished: float | None
    final: bool
    boards: list[BoardOut]


class ScoreLine(msgspec.Struct):
    place: int
    entry: int
    points: float
    wins: int
    strength: float
    """Mean points of those met."""
    rounds: list[float | None]


class GroupOut(msgspec.Struct):
    division: int
    group: int
    lines: list[ScoreLine]


class Way(msgspec.Struct):
    """What your place at the table of this round would mean."""

    place: int
    fate: str
    """`sure`, `open` or `lost`."""


class TournamentOut(msgspec.Struct):
    id: str
    name: str
    about: str
    game: str
    title: str
    status: str
    plan: Plan
    round: int
    starts: float | None
    created: float
    finished: float | None
    host: str
    hosting: bool
    """You may begin it and call it off."""
    season: int
    seasons: dict[int, str]
    """Of a league: all of them."""
    entries: list[EntryOut]
    rounds: list[RoundOut]
    standings: list[GroupOut]
    mine: int | None
    """Your entry."""
    way: list[Way]


async def whole(house: House, id: str, viewer: User | None, lang: str) -> TournamentOut:
    book = await load(house.store, id)
    row, store = book.row, house.store
    host = await store.row(select(users.c.name).where(users.c.id == (row["host"] or "")))
    its = select(tournaments.c.season, tournaments.c.id).where(tournaments.c.series == row["series"])
    seasons = {r["season"]: r["id"] for r in await store.rows(its.order_by(tournaments.c.season))}
    rated = await store.rows(select(ratings).where(ratings.c.game == row["game"], ratings.c.who.in_(_whos(book))))
    known = {r["who"]: rating.shown(r["mu"], r["sigma"]) for r in rated}
    mine = next((e["number"] for e in book.entries if viewer and e["user_id"] == viewer.id), None)
    hosting = viewer is not None and (viewer.id == row["host"] or bool(viewer.role))
    return TournamentOut(
        id,
        row["name"],
        row["about"],
        row["game"],
        title_of(row["game"], lang),
        row["status"],
        book.plan,
        row["round"],
        row["starts"],
        row["created"],
        row["finished"],
        host["name"] if host else "",
        hosting,
        row["season"],
        seasons if book.plan.form == "league" else {},
        [_entry(e, known) for e in book.entries],
        rounds_of(book),
        [_group(book, *group) for group in book.groups()] if row["round"] else [],
        mine,
        _ways(book, mine),
    )


def _whos(book: Book) -> list[str]:
    return [_who(e) for e in book.entries]


def _who(e: Row) -> str:
    return f"user:{e['user_id']}" if e["user_id"] else f"bot:{e['bot']}" if e["bot"] else ""


def _entry(e: Row, known: dict[str, int]) -> EntryOut:
    who = _who(e)
    return EntryOut(e["number"], who, e["name"], known.get(who), e["division"], e["group"], e["gone"])


def rounds_of(book: Book) -> list[RoundOut]:
    """Those that were, the one that is, and those to come with the days when they would be."""
    plan, players = book.plan, len(book.players)
    many = plan.length(players) if players > 1 else plan.rounds
    many = max(book.row["round"], many if book.row["status"] in ("open", "playing") else 0)
    begun = {r["number"]: r for r in book.rounds}
    found: list[RoundOut] = []
    until = book.row["starts"]
    for number in range(1, many + 1):
        final = number == many and (plan.form == "knockout" or plan.has_final(players))
        r = begun.get(number)
        if r is not None:
            until = r["until"]
            boards = [
                BoardOut(b.number, b.table, b.status, b.to_move, b.seats, b.ranks, b.scores)
                for b in book.boards
                if b.round == number
            ]
            found.append(RoundOut(number, r["begun"], until, r["finished"], final, boards))
        else:
            until = until and until + plan.hours * HOUR
            found.append(RoundOut(number, None, until, None, final, []))
    return found


def _group(book: Book, division: int, group: int, players: list[int]) -> GroupOut:
    lines = [
        ScoreLine(
            line.place,
            line.player,
            round(float(line.points), 2),
            line.wins,
            round(float(line.strength), 2),
            [_float(line.rounds.get(n)) for n in range(1, book.row["round"] + 1)],
        )
        for line in book.ranking(players)
    ]
    return GroupOut(division, group, lines)


def _float(value: Fraction | None) -> float | None:
    return None if value is None else round(float(value), 2)


def _ways(book: Book, mine: int | None) -> list[Way]:
    """In a knock-out a place is enough; before a final everybody's points decide."""
    plan, number = book.plan, book.row["round"]
    if mine is None or mine not in book.left or book.row["status"] != "playing":
        return []
    now = [b.met for b in book.now()]
    table = next((m for m in now if mine in m.seats and not m.ranks), None)
    if table is None or len(now) < 2:
        return []
    if plan.form == "knockout":
        return [Way(i + 1, "sure" if _goes_on(table, mine, i + 1, plan.through) else "lost") for i in range(plan.size)]
    if not plan.has_final(len(book.players)) or number != plan.length(len(book.players)) - 1:
        return []
    lines = [line for line in book.ranking() if line.player in book.left]
    return [Way(i + 1, fate) for i, fate in enumerate(outlook(mine, lines, now, plan.size))]


def _goes_on(table: Met, mine: int, place: int, through: int) -> bool:
    """Bots that fill the table take no place: then even the last may go on."""
    others = [p for p in table.seats if p != mine]
    order = [p for p in others if p != NOBODY] + [p for p in others if p == NOBODY]
    order.insert(place - 1, mine)
    ranks = tuple(order.index(p) + 1 if p != NOBODY else len(order) for p in table.seats)
    return mine in alive([p for p in order if p != NOBODY], [Met(0, table.seats, ranks)], through)


async def listed(house: House, viewer: User | None, lang: str, status: Status | None, limit: int = 60) -> list[Notice]:
    """Those that can be entered first, then those under way, then those that are over."""
    many = select(func.count()).where(entries.c.tournament_id == tournaments.c.id).scalar_subquery()
    me = viewer.id if viewer else ""
    mine = select(entries.c.number).where(entries.c.tournament_id == tournaments.c.id, entries.c.user_id == me).exists()
    wanted = select(tournaments, many.label("players"), mine.label("mine"), users.c.name.label("host_name"))
    wanted = wanted.outerjoin(users, users.c.id == tournaments.c.host).order_by(tournaments.c.created.desc())
    if status is not None:
        wanted = wanted.where(tournaments.c.status == status)
    order = ("open", "playing", "over", "off")
    rows = sorted(await house.store.rows(wanted.limit(limit)), key=lambda r: order.index(r["status"]))
    found = []
    for r in rows:
        plan = msgspec.json.decode(r["plan"], type=Plan)
        head = (r["id"], r["name"], r["game"], title_of(r["game"], lang), r["status"], plan.form, plan.size)
        when = (r["round"], r["starts"], r["created"], r["finished"])
        found.append(Notice(*head, r["players"], plan.most, *when, r["host_name"] or "", r["season"], bool(r["mine"])))
    return found
