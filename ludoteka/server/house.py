"""Everything a running server consists of, in one place."""

from __future__ import annotations

from time import time

import msgspec
import structlog
from sqlalchemy import and_, literal, select

from ludoteka import games
from ludoteka.server.accounts import Accounts
from ludoteka.server.analysis import Analyses
from ludoteka.server.answers import Answers
from ludoteka.server.cache import Cache
from ludoteka.server.clocks import DAY, Clock, deadline
from ludoteka.server.contents import Contents
from ludoteka.server.digest import Digests
from ludoteka.server.driver import Driver
from ludoteka.server.expiry import Expiry
from ludoteka.server.figures import Figures
from ludoteka.server.finding import Pairing
from ludoteka.server.heart import Heart
from ludoteka.server.hub import Hub, News
from ludoteka.server.letters import Letters
from ludoteka.server.limits import Limits
from ludoteka.server.lobby import Lobby
from ludoteka.server.notices import Notices
from ludoteka.server.order import Order
from ludoteka.server.passkeys import Passkeys
from ludoteka.server.people import People, User
from ludoteka.server.play import Play
from ludoteka.server.proofs import Proofs
from ludoteka.server.puzzling import Puzzling
from ludoteka.server.quota import Quota
from ludoteka.server.ratings import counts, shown
from ludoteka.server.refused import Refused
from ludoteka.server.rows import SEATED
from ludoteka.server.schema import ratings, seats, tables, users
from ludoteka.server.settings import Settings
from ludoteka.server.store import Row, Store
from ludoteka.server.substitutes import Substitutes
from ludoteka.server.table import Seat, SeatKind, Status
from ludoteka.server.terms import Term, terms
from ludoteka.server.ties import Ties
from ludoteka.server.tournaments.office import Office
from ludoteka.server.tournaments.runner import Runner

log = structlog.get_logger()


class Brief(msgspec.Struct):
    """A table in a list."""

    id: str
    game: str
    title: str
    status: Status
    names: list[str]
    kinds: list[SeatKind]
    mine: list[int]
    to_move: int
    your_turn: bool
    invited: bool
    """A seat is kept for you; join it, or leave to decline."""
    n: int
    created: float
    updated: float
    deadline: float | None
    terms: list[Term] = []
    """Clock, map and options that differ, in words."""
    rated: bool = False
    lang: str = ""
    """Of the host."""
    begins: float | None = None
    """When it begins by itself."""
    host: str = ""
    host_rating: int | None = None
    """In this game."""


UNDER_WAY = ("waiting", "playing", "frozen")


def _terms(row: Row, lang: str) -> list[Term]:
    if row["game"] not in games.names():
        return []
    clock = msgspec.json.decode(row["clock"], type=Clock)
    return terms(games.load(row["game"]), msgspec.json.decode(row["options"]), clock, lang)


def title_of(game: str, lang: str) -> str:
    """A game that is no longer installed is called by its bare name."""
    return games.load(game).catalogue(lang).say("game.title") if game in games.names() else game


class House:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.faults = 0
        self.limits = Limits(settings.limits)
        self.proofs = Proofs()
        self.store = Store(settings.url)
        self.hub = Hub(self.store)
        self.heart = Heart(self.store)
        self.people = People(self.store, self.hub)
        self.cache = Cache(self.store, self.hub, settings.cached_mb * 1e6)
        self.contents = Contents(self.store)
        self.cache.prepare = self.contents.ready
        self.play = Play(self.cache, bot_lease=3 * settings.bot_seconds + 10)
        self.play.away_until = self.people.away_until
        self.quota = Quota(settings, self.store)
        self.ties = Ties(self.people)
        self.lobby = Lobby(self.cache, self.play, self.quota, self.ties)
        self.driver = Driver(settings, self.cache, self.play, self.lobby)
        self.driver.thinker.tell = self._tell_places
        self.analyses = Analyses(settings, self.store, self.driver.thinker)
        self.answers = Answers(self.cache, self.play)
        self.notices = Notices(settings, self.people, self.cache, Letters(self.answers, self.driver.thinker))
        self.notices.also.append(Digests(self.notices, self.my_tables).send_due)
        self.puzzling = Puzzling(self.store)
        self.figures = Figures(self.cache, self.driver.thinker)
        self.accounts = Accounts(self.people, self.notices, self.limits)
        self.passkeys = Passkeys(self.people)
        self.order = Order(self.people)
        self.lobby.invited = self.notices.invited
        self.lobby.soon = self.notices.soon
        self.driver.your_turn = self.notices.your_turn
        self.driver.wanted = self.notices.wanted
        self.expiry = Expiry(self.lobby)
        self.pairing = Pairing(self.lobby)
        self.substitutes = Substitutes(self.lobby)
        self.tournaments = Office(Runner(self.lobby, self.notices.round))
        self.driver.chores += [
            self.cache.tidy,
            self.cache.keep_digests,
            self.limits.forget,
            self.quota.forget,
            self.people.check_known,
            self.expiry.chore,
            self.order.shut.chore,
            self.tournaments.runner.chore,
        ]

    async def start(self) -> None:
        await self.store.migrate()
        await self.hub.start()
        await self.order.shut.read()
        await self.heart.start()
        await self.driver.take_up()
        self.driver.start()
        self.notices.start()
        log.info("started", database="sqlite" if self.store.is_sqlite else "postgresql")

    async def stop(self) -> None:
        """Moves under way are finished; thinking bots and analyses are left and go on after the restart."""
        await self.analyses.stop()
        await self.figures.stop()
        await self.accounts.stop()
        await self.notices.stop()
        await self.driver.stop()
        for table in list(self.cache.tables.values()):
            async with table.lock:
                pass
        await self.cache.keep_digests(every=True)
        await self.hub.stop()
        await self.heart.stop()
        await self.store.close()
        log.info("stopped")

    def _tell_places(self, places: dict[str, int]) -> None:
        """A few at a time: what travels between processes has a bound."""
        ids = list(places)
        for at in range(0, len(ids), 100):
            some = {id: places[id] for id in ids[at : at + 100]}
            self.hub.publish(News([f"table:{id}" for id in some], places=some))

    async def briefs(self, ids: list[str], user_id: str | None, lang: str) -> list[Brief]:
        """Tables for a list, straight from the database: a list does not fill the cache."""
        if not ids:
            return []
        host = users.c.name.label("host_name"), ratings.c.mu, ratings.c.sigma
        rated = and_(ratings.c.game == tables.c.game, ratings.c.who == literal("user:") + tables.c.host)
        wanted = select(tables, users.c.lang, *host).outerjoin(users, users.c.id == tables.c.host)
        wanted = wanted.outerjoin(ratings, rated)
        rows = {r["id"]: r for r in await self.store.rows(wanted.where(tables.c.id.in_(ids)))}
        its_seats: dict[str, list[Row]] = {id: [] for id in ids}
        for s in await self.store.rows(SEATED.where(seats.c.table_id.in_(ids))):
            its_seats[s["table_id"]].append(s)
        return [self._brief(rows[id], its_seats[id], user_id, lang) for id in ids if id in rows]

    def _brief(self, row: Row, its_seats: list[Row], user_id: str | None, lang: str) -> Brief:
        mine = [s["seat"] for s in its_seats if user_id and s["user_id"] == user_id and s["gone"] != "left"]
        playing = row["status"] == "playing"
        return Brief(
            row["id"],
            row["game"],
            title_of(row["game"], lang),
            row["status"],
            [s["name"] for s in its_seats],
            [s["kind"] for s in its_seats],
            mine,
            row["to_move"] if playing else -2,
            playing and row["to_move"] in mine,
            row["status"] == "waiting" and any(its_seats[i]["kind"] == "reserved" for i in mine),
            row["n"],
            row["created"],
            row["updated"],
            row["next_at"] if playing else None,
            _terms(row, lang),
            counts(row, [Seat.read(s) for s in its_seats])[0],
            row["lang"] or "",
            row["next_at"] if row["status"] == "waiting" and row["fill"] else None,
            row["host_name"] or "",
            None if row["mu"] is None else shown(row["mu"], row["sigma"]),
        )

    async def my_tables(self, user_id: str, lang: str, limit: int = 60) -> list[Brief]:
        """A person's tables: those that wait for them first, then by time."""
        mine = (
            select(tables.c.id)
            .join(seats, seats.c.table_id == tables.c.id)
            .where(seats.c.user_id == user_id, seats.c.gone != "left", tables.c.status.in_(UNDER_WAY))
            .group_by(tables.c.id, tables.c.updated)
            .order_by(tables.c.updated.desc())
            .limit(limit)
        )
        ids = [r["id"] for r in await self.store.rows(mine)]
        return sorted(await self.briefs(ids, user_id, lang), key=lambda b: (not (b.your_turn or b.invited), -b.updated))

    async def go_away(self, user: User, days: int) -> None:
        """Clocks of tables that wait for this person are set on; days are counted when they begin."""
        row = await self.people.row(user.id)
        if days > row["away_days"]:
            raise Refused(422, "error.away", days=row["away_days"])
        until = time() + days * DAY if days else 0.0
        await self.people.change(user, away_until=until, away_days=row["away_days"] - days)
        for brief in await self.my_tables(user.id, user.lang, 500):
            if brief.your_turn:
                table = await self.cache.get(brief.id)
                if table.clock.kind == "correspondence":
                    async with table.lock:
                        due = deadline(table.clock, table.clock_state, table.to_move, until)
                        await self.play.change(table, next_at=due)
                    self.play.announce(table)
