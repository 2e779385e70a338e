"""Everything a running server consists of, in one place."""

from __future__ import annotations

import secrets
from smtplib import SMTPException
from time import time

import email_validator
import msgspec
import structlog
from sqlalchemy import select

from ludoteka import games
from ludoteka.server.analysis import Analyses
from ludoteka.server.cache import Cache
from ludoteka.server.clocks import DAY, deadline
from ludoteka.server.contents import Contents
from ludoteka.server.driver import Driver
from ludoteka.server.expiry import CODE, Expiry
from ludoteka.server.heart import Heart
from ludoteka.server.hub import Hub, News
from ludoteka.server.limits import MAILS, Limits
from ludoteka.server.lobby import Lobby
from ludoteka.server.notices import Notices
from ludoteka.server.people import People, User, hashed
from ludoteka.server.play import Play
from ludoteka.server.quota import Quota
from ludoteka.server.refused import Refused, words
from ludoteka.server.schema import seats, tables
from ludoteka.server.settings import Settings
from ludoteka.server.store import Row, Store

log = structlog.get_logger()


class Brief(msgspec.Struct):
    """A table in a list."""

    id: str
    game: str
    title: str
    status: str
    names: list[str]
    kinds: list[str]
    mine: list[int]
    to_move: int
    your_turn: bool
    n: int
    created: float
    updated: float
    deadline: float | None


UNDER_WAY = ("waiting", "playing", "frozen")


def title_of(game: str, lang: str) -> str:
    """A game that is no longer installed is called by its bare name."""
    return games.load(game).catalogue(lang).say("game.title") if game in games.names() else game


for _name in ("local", "test"):  # mail inside a house or a company; the library lets us say so in this way
    email_validator.SPECIAL_USE_DOMAIN_NAMES.remove(_name)


def read_address(text: str) -> str:
    """One mail address, with a domain that may be of a closed network."""
    try:
        found = email_validator.validate_email(text, check_deliverability=False, allow_smtputf8=False)
    except email_validator.EmailNotValidError as error:
        raise Refused(422, "error.email") from error
    return found.ascii_email or ""


class House:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.faults = 0
        self.limits = Limits(settings.limits)
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
        self.lobby = Lobby(self.cache, self.play, self.quota)
        self.driver = Driver(settings, self.cache, self.play, self.lobby)
        self.driver.thinker.tell = self._tell_places
        self.analyses = Analyses(settings, self.store, self.driver.thinker)
        self.notices = Notices(settings, self.store, self.people)
        self.driver.your_turn = self.notices.your_turn
        self.driver.wanted = self.notices.wanted
        self.expiry = Expiry(self.lobby)
        self.driver.chores += [
            self.cache.tidy,
            self.cache.keep_digests,
            self.limits.forget,
            self.quota.forget,
            self.people.check_known,
            self.expiry.chore,
        ]

    async def start(self) -> None:
        await self.store.migrate()
        await self.hub.start()
        await self.heart.start()
        await self.driver.take_up()
        self.driver.start()
        self.notices.start()
        log.info("started", database="sqlite" if self.store.is_sqlite else "postgresql")

    async def stop(self) -> None:
        """Moves under way are finished; thinking bots and analyses are left and go on after the restart."""
        await self.analyses.stop()
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
        rows = {r["id"]: r for r in await self.store.rows(select(tables).where(tables.c.id.in_(ids)))}
        its_seats: dict[str, list[Row]] = {id: [] for id in ids}
        for s in await self.store.rows(select(seats).where(seats.c.table_id.in_(ids)).order_by(seats.c.seat)):
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
            row["n"],
            row["created"],
            row["updated"],
            row["next_at"] if playing else None,
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
        return sorted(await self.briefs(ids, user_id, lang), key=lambda b: (not b.your_turn, -b.updated))

    # a person's address and vacation

    async def set_email(self, user: User, email: str) -> None:
        """A new address counts only after the code sent to it came back."""
        if not email:
            await self.people.change(user, email=None, email_code=None)
            return
        email = read_address(email)
        code = "".join(secrets.choice("0123456789") for _ in range(8))
        if not self.settings.smtp_host:
            raise Refused(409, "error.no_mail")
        for unit, times in MAILS:
            self.limits.take(f"mail {hashed(email.lower())}", unit, times)
        say = words(user.lang).say
        try:
            await self.notices.mail(email, say("mail.code_subject"), say("mail.code", code=code))
        except (OSError, SMTPException) as error:
            log.warning("mail_failed", error=type(error).__name__)
            raise Refused(502, "error.mail_failed") from error
        await self.people.change(user, email=email, email_code=hashed(code), email_code_until=time() + CODE)

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
