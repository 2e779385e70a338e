"""“Your turn” where people want to hear it: by mail, webhook or push, each only if chosen, never in their quiet hours
and not before they are back from a vacation."""

from __future__ import annotations

import asyncio
import smtplib
import ssl
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, time, timedelta
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import localtime, make_msgid, parseaddr
from time import time as now_seconds
from typing import Annotated, Any, Literal
from zoneinfo import ZoneInfo, available_timezones

import msgspec
import structlog
from msgspec import Meta
from sqlalchemy import delete, select, update

from ludoteka import games
from ludoteka.server.cache import Cache
from ludoteka.server.digest import next_digest
from ludoteka.server.guard import BadAddress, check_url, post_json
from ludoteka.server.hub import News
from ludoteka.server.letters import Letter, Letters
from ludoteka.server.people import People
from ludoteka.server.push import Message, Push, Subscription
from ludoteka.server.refused import Refused, words
from ludoteka.server.schema import moves, notices, seats, tables, users
from ludoteka.server.settings import Settings
from ludoteka.server.store import Row
from ludoteka.server.table import Table

log = structlog.get_logger()
DELAY = 45.0
"""Somebody who is at the table answers before this and needs no message."""
TRIES = 5
INVITED = -1
"""Instead of the number of a move: a seat is kept for somebody."""
SOON = -2
"""A match begins in an hour."""
ROUND = -3
"""A round of a tournament has begun."""
KINDS = {INVITED: "mail.invited", SOON: "mail.soon", ROUND: "mail.round"}
BEFORE = 3600.0
"""Seconds before the start when people are reminded."""
AT_ONCE = 20
"""Notices under way at the same time."""
Hour = Annotated[str, Meta(pattern=r"^([01]\d|2[0-3]):[0-5]\d$")]


class Hook(msgspec.Struct, forbid_unknown_fields=True):
    kind: Literal["discord", "slack", "telegram", "matrix", "json"]
    url: Annotated[str, Meta(max_length=500, pattern=r"^https?://")]
    chat: Annotated[str, Meta(max_length=60)] = ""
    """Telegram's `chat_id`."""


class Notify(msgspec.Struct, forbid_unknown_fields=True):
    """What a person wants to hear. Nothing, unless chosen."""

    mail: bool = False
    digest: Annotated[str, Meta(pattern=r"^$|^([01]\d|2[0-3]):[0-5]\d$")] = ""
    """The hour of a mail with all that waits; empty: none."""
    hook: Hook | None = None
    quiet_from: Hour = "00:00"
    quiet_to: Hour = "00:00"
    """Equal hours: never quiet."""
    zone: Annotated[str, Meta(max_length=60)] = "UTC"

    def check(self) -> None:
        if self.zone not in available_timezones():
            raise Refused(422, "error.zone", zone=self.zone)


def after_quiet(notify: Notify, moment: float) -> float:
    """The moment itself, or the end of the quiet hours it falls into."""
    zone = ZoneInfo(notify.zone)
    local = datetime.fromtimestamp(moment, UTC).astimezone(zone)
    start, end = time.fromisoformat(notify.quiet_from), time.fromisoformat(notify.quiet_to)
    clock = local.time()
    quiet = start <= clock < end if start <= end else clock >= start or clock < end
    if not quiet:
        return moment
    wake = datetime.combine(local.date(), end, zone)
    return (wake if wake > local else wake + timedelta(days=1)).timestamp()


def hook_body(hook: Hook, text: str) -> dict[str, Any]:
    if hook.kind == "discord":
        return {"content": text, "allowed_mentions": {"parse": []}}
    if hook.kind == "telegram":
        return {"chat_id": hook.chat, "text": text}
    if hook.kind == "matrix":  # as the bridge Hookshot reads it
        return {"text": text, "username": "Ludoteka"}
    return {"text": text}


@contextmanager
def mail_session(settings: Settings) -> Iterator[smtplib.SMTP]:
    """The mail server, greeted and logged in to. smtplib alone would take any certificate, and the password would go
    to whoever shows one."""
    host, context = settings.smtp_host.removeprefix("smtps://"), ssl.create_default_context()
    with (
        smtplib.SMTP(host, settings.smtp_port or 587, timeout=20)
        if host == settings.smtp_host
        else smtplib.SMTP_SSL(host, settings.smtp_port or 465, timeout=20, context=context)
    ) as server:
        if settings.smtp_tls and not isinstance(server, smtplib.SMTP_SSL):
            server.starttls(context=context)
        if settings.smtp_user:
            server.login(settings.smtp_user, settings.smtp_password)
        yield server


class Notices:
    def __init__(self, settings: Settings, people: People, cache: Cache, letters: Letters) -> None:
        self.settings = settings
        self.store = people.store
        self.people = people
        self.cache = cache
        self.letters = letters
        self.push = Push(settings, people.store)
        self.also: list[Callable[[], Awaitable[None]]] = []
        """What else the postman does on each round."""
        self.delay = DELAY
        self.send_mail: Callable[[EmailMessage], None] = self._smtp
        self.sent = 0
        self.failed = 0
        self._postman: asyncio.Task[None] | None = None
        self._under_way: set[asyncio.Task[None]] = set()
        self.uninterested: set[str] = set()
        """People who want no notices: most, and then a move need not ask the database about it."""
        people.hub.readers.append(self._news)

    def _news(self, news: News) -> None:
        for key in news.keys:
            if key.startswith("person:"):
                self.uninterested.discard(key.removeprefix("person:"))

    def wanted(self, table: Table) -> bool:
        """Whether it may be worth while to look what the one who is asked wants to hear."""
        to_move = table.to_move
        return to_move >= 0 and table.seats[to_move].user_id not in self.uninterested

    async def your_turn(self, table: Table) -> None:
        """Somebody is asked: note what to send and when. Stored, so that a restart forgets nothing."""
        user_id = table.seats[table.to_move].user_id if table.to_move >= 0 else None
        if user_id is not None:
            await self._note(table.id, user_id, table.n)

    async def invited(self, table: Table, user_id: str) -> None:
        """A seat is kept for somebody: they hear of it as they do of their turn."""
        await self._note(table.id, user_id, INVITED)

    async def soon(self, table: Table, user_id: str) -> None:
        """Remind somebody in time of a match that has a time to begin; who sits down later than that knows."""
        begins = table.row["next_at"] if table.row["fill"] else None
        if begins is not None and begins - BEFORE > now_seconds():
            await self._note(table.id, user_id, SOON, begins - BEFORE)

    async def round(self, table_id: str, user_id: str) -> None:
        """A match of a tournament waits for somebody, whoever is asked first."""
        await self._note(table_id, user_id, ROUND)

    async def _note(self, table_id: str, user_id: str, n: int, at: float | None = None) -> None:
        row = await self.store.row(select(users).where(users.c.id == user_id))
        if row is None:
            return
        notify = self.read(row["notify"])
        channels = ["mail"] if notify.mail and row["email"] else []
        channels += ["hook"] if notify.hook is not None else []
        channels += ["push"] if await self.push.has(user_id) else []
        if not channels:
            if len(self.uninterested) > 10_000:
                self.uninterested.clear()
            self.uninterested.add(user_id)
            return
        soonest = now_seconds() + self.delay if at is None else at
        due = after_quiet(notify, max(soonest, row["away_until"]))
        rows = [
            {"user_id": user_id, "channel": c, "table_id": table_id, "n": n, "due": due, "tries": 0} for c in channels
        ]
        await self.store.execute(self.store.insert(notices).on_conflict_do_nothing(), rows)

    def start(self) -> None:
        """In a task of its own: no clock waits for a slow mail server or webhook."""
        self._postman = asyncio.create_task(self._send_forever(), name="postman")

    async def stop(self) -> None:
        tasks = [t for t in (self._postman, *self._under_way) if t is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _send_forever(self) -> None:
        while True:
            try:
                for work in (self.send_due, *self.also):
                    await work()
            except Exception as error:
                log.exception("notices_failed", error=repr(error))
            await asyncio.sleep(self.settings.sweep_seconds)

    async def send_due(self) -> None:
        """Begin to send what is due, as far as not too many are under way."""
        due = select(notices).where(notices.c.due <= now_seconds()).order_by(notices.c.due)
        for row in await self.store.rows(due.limit(AT_ONCE - len(self._under_way))):
            task = asyncio.create_task(self._deliver(row))
            self._under_way.add(task)
            task.add_done_callback(self._under_way.discard)

    async def _deliver(self, row: Row) -> None:
        """Claimed first, so that one process sends it."""
        again = now_seconds() + 60.0 * 4 ** row["tries"]
        claim = update(notices).where(notices.c.id == row["id"], notices.c.tries == row["tries"])
        if not await self.store.execute(claim.values(tries=row["tries"] + 1, due=again)):
            return
        if await self._send(row) or row["tries"] + 1 >= TRIES:
            await self.store.execute(delete(notices).where(notices.c.id == row["id"]))

    async def _send(self, row: Row) -> bool:
        """Whether it is done with: sent, or no longer wanted."""
        table = await self.store.row(select(tables).where(tables.c.id == row["table_id"]))
        user = await self.store.row(select(users).where(users.c.id == row["user_id"]))
        banned = user is not None and user["banned_until"] > now_seconds()
        if table is None or user is None or banned or not await self._still(row, table):
            return True
        if row["n"] == ROUND and table["to_move"] < 0:
            return False  # it begins in a moment: then it is known who is asked first
        try:
            await self._tell(row, table, user)
            self.sent += 1
            return True
        except BadAddress as error:
            log.warning("notice_refused", user=row["user_id"], channel=row["channel"], problem=str(error))
            return True
        except Exception as error:
            self.failed += 1
            log.warning("notice_failed", user=row["user_id"], channel=row["channel"], error=type(error).__name__)
            return False

    async def _tell(self, row: Row, table: Row, user: Row) -> None:
        notify, lang, path = self.read(user["notify"]), user["lang"], f"/t/{table['id']}"
        say = words(lang).say
        title = games.load(table["game"]).catalogue(lang).say("game.title")
        link = self.link(path)
        what = KINDS.get(row["n"], "mail.turn")
        subject = say(f"{what}_subject", game=title)
        text = say(what, game=title, link=link) if link else say(f"{what}_here", game=title)
        match row["channel"]:
            case "mail" if notify.mail and user["email"]:
                letter = Letter(text)
                if row["n"] not in KINDS:
                    seen = await self.cache.get(table["id"])
                    letter = await self.letters.turn(seen, row["user_id"], lang, text, link)
                await self.mail(user["email"], subject, letter.text, letter.html, letter.picture)
            case "hook" if notify.hook is not None:
                await post_json(notify.hook.url, hook_body(notify.hook, text), self.settings.hooks_to_private)
            case "push":
                message = Message(subject, say(f"{what}_here", game=title), path, table["id"])
                await self.push.send(row["user_id"], message)

    async def _still(self, row: Row, table: Row) -> bool:
        """Whether it is still true."""
        if row["n"] not in KINDS:
            return bool(table["n"] == row["n"] and table["status"] == "playing")
        kind = "reserved" if row["n"] == INVITED else "human"
        kept = select(seats.c.seat).where(seats.c.table_id == table["id"], seats.c.user_id == row["user_id"])
        found = await self.store.row(kept.where(seats.c.kind == kind))
        if row["n"] != ROUND or found is None:
            return table["status"] == "waiting" and found is not None
        # who is asked first is told that it is their turn, and who has moved knows
        own = select(moves.c.n).where(moves.c.table_id == table["id"], moves.c.mover == found["seat"], moves.c.by == "")
        knows = table["to_move"] == found["seat"] or await self.store.row(own.limit(1)) is not None
        return table["status"] == "playing" and not knows

    # mail

    def link(self, path: str) -> str:
        """An address that leads here from anywhere; nothing if the host has not said what it begins with."""
        base = self.settings.public_url.rstrip("/")
        return base + path if base else ""

    async def mail(self, to: str, subject: str, text: str, html: str = "", picture: bytes = b"") -> None:
        if not self.settings.smtp_host:
            raise Refused(409, "error.no_mail")
        message = EmailMessage()
        sender = parseaddr(self.settings.smtp_from or self.settings.smtp_user)[1]
        message["Date"] = localtime()
        message["Message-ID"] = make_msgid(domain=sender.rpartition("@")[2] or "ludoteka.invalid")
        message["From"] = self.settings.smtp_from or self.settings.smtp_user
        message["To"] = Address(addr_spec=to)
        message["Subject"] = subject
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(text)
        if html:
            message.add_alternative(html, subtype="html")
            shown = message.get_body(("html",))
            if picture and isinstance(shown, EmailMessage):
                shown.add_related(picture, "image", "png", cid="<position>", disposition="inline")
        await asyncio.to_thread(self.send_mail, message)

    def _smtp(self, message: EmailMessage) -> None:
        with mail_session(self.settings) as server:
            server.send_message(message)

    # settings of a person

    async def set_notify(self, user_id: str, notify: Notify) -> None:
        notify.check()
        if notify.hook is not None:
            await check_url(notify.hook.url, self.settings.hooks_to_private)
        values = {"notify": msgspec.json.encode(notify).decode(), "digest_at": next_digest(notify, now_seconds())}
        await self.store.execute(update(users).where(users.c.id == user_id).values(values))
        self.people.forget(user_id)

    async def subscribe(self, user_id: str, subscription: Subscription) -> None:
        await self.push.subscribe(user_id, subscription)
        self.people.forget(user_id)

    async def try_out(self, user_id: str) -> None:
        """Send a notice now, whatever the hour, so that a person sees whether it arrives."""
        user = await self.people.row(user_id)
        notify = self.read(user["notify"])
        say = words(user["lang"]).say
        mail, push = (notify.mail or notify.digest) and user["email"], await self.push.has(user_id)
        if not mail and not push and notify.hook is None:
            raise Refused(409, "error.no_channel")
        try:
            if mail:
                await self.mail(user["email"], say("mail.test_subject"), say("mail.test"))
            if notify.hook is not None:
                body = hook_body(notify.hook, say("mail.test"))
                await post_json(notify.hook.url, body, self.settings.hooks_to_private)
            if push:
                await self.push.send(user_id, Message(say("mail.test_subject"), say("mail.test"), "/me", "test"))
        except (OSError, smtplib.SMTPException) as error:
            problem = f"{type(error).__name__} {error}".strip()[:200]
            raise Refused(422, "error.notice_failed", problem=problem) from error

    async def get_notify(self, user_id: str) -> Notify:
        return self.read((await self.people.row(user_id))["notify"])

    @staticmethod
    def read(written: str) -> Notify:
        return msgspec.json.decode(written, type=Notify)
