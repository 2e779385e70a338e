"""People: guests at once, accounts when wanted; their sessions and tokens."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections import OrderedDict
from functools import cache
from time import time
from typing import Any, Literal
from unicodedata import category, normalize

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import delete, exists, insert, or_, select, union, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from ludoteka.server.hub import Hub, News
from ludoteka.server.lookalike import kept_looks, look_of
from ludoteka.server.refused import Refused, words
from ludoteka.server.schema import (
    audit,
    contents,
    messages,
    notes,
    pushes,
    reports,
    results,
    seats,
    sessions,
    streaks,
    tables,
    ties,
    tries,
    users,
)
from ludoteka.server.store import Row, Store

HASHER = PasswordHasher(time_cost=2, memory_cost=19456, parallelism=1)  # OWASP's figures; about 30 ms
KEPT = 4096
CHECKED = 500
SEEN_EVERY = 300.0
BLANK = "\u115f\u1160\u3164\uffa0\u2800"
"""Letters and signs that show nothing."""
Role = Literal["", "moderator", "admin"]


class User(msgspec.Struct):
    id: str
    name: str
    account: bool
    lang: str
    admin: bool = False
    away_until: float = 0.0
    moderator: bool = False
    silent_until: float = 0.0

    @property
    def role(self) -> Role:
        return _role({"admin": self.admin, "moderator": self.moderator})


def hashed(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def name_key(name: str) -> str:
    return normalize("NFKC", name).strip().casefold()


def clean_name(name: str) -> str:
    """One line without control characters, 1 to 40 letters; markup is shown as text everywhere."""
    name = normalize("NFC", name)
    name = " ".join("".join(c if c.isprintable() and c not in BLANK else " " for c in name).split())
    seen = any(category(c)[0] in "LNPS" for c in name)  # not marks alone
    # folded for comparison a letter may become three
    if not seen or len(name) > 40 or len(name_key(name)) > 60 or "|" in name or name.casefold().startswith("bot:"):
        raise Refused(422, "error.name")
    return name


class People:
    def __init__(self, store: Store, hub: Hub) -> None:
        self.store = store
        self.hub = hub
        self.known: OrderedDict[str, tuple[User, float]] = OrderedDict()
        self._next_check: list[str] = []
        hub.readers.append(self._news)

    def _news(self, news: News) -> None:
        """Another process ended a session or changed a person."""
        for key in news.keys:
            kind, _, id = key.partition(":")
            if kind == "session":
                self.known.pop(id, None)
            elif kind == "person":
                for session, (user, _) in list(self.known.items()):
                    if user.id == id:
                        del self.known[session]

    # who is asking

    async def by_secret(self, secret: str) -> tuple[User, str] | None:
        """The person behind a cookie or token and the id of that session."""
        if found := self.remembered(secret):
            return found
        id, now = hashed(secret), time()
        if kept := self.known.get(id):
            await self._touch(id, kept[0], now)
            return kept[0], id
        statement = select(users).join(sessions, sessions.c.user_id == users.c.id).where(sessions.c.id == id)
        row = await self.store.row(statement)
        if row is None or row["banned_until"] > now:
            return None
        user = user_of(row)
        await self._touch(id, user, now)
        return user, id

    def remembered(self, secret: str) -> tuple[User, str] | None:
        """The same without a look at the database, of somebody who was noted down as seen not long ago."""
        id = hashed(secret)
        kept = self.known.get(id)
        return (kept[0], id) if kept is not None and time() - kept[1] <= SEEN_EVERY else None

    async def _touch(self, id: str, user: User, now: float) -> None:
        async with self.store.write() as connection:
            await connection.execute(update(sessions).where(sessions.c.id == id).values(seen=now))
            await connection.execute(update(users).where(users.c.id == user.id).values(seen=now))
        self.known[id] = (user, now)
        self.known.move_to_end(id)
        while len(self.known) > KEPT:
            self.known.popitem(last=False)

    async def check_known(self) -> None:
        """Sessions that were ended behind our back, by a ban or a new password from `ludoteka admin`, end here too,
        and a new role counts."""
        if not self._next_check:
            streams = {key.removeprefix("session:") for key in self.hub.listeners if key.startswith("session:")}
            self._next_check = sorted((streams | set(self.known)) - {""})
        ids, self._next_check = self._next_check[:CHECKED], self._next_check[CHECKED:]
        if not ids:
            return
        alive = select(sessions.c.id, users.c.admin, users.c.moderator).join(users, users.c.id == sessions.c.user_id)
        found = await self.store.rows(alive.where(sessions.c.id.in_(ids), users.c.banned_until < time()))
        for row in found:
            if row["id"] in self.known and _role(row) != self.known[row["id"]][0].role:
                del self.known[row["id"]]
        for id in set(ids) - {row["id"] for row in found}:
            self.hub.deliver(News([f"session:{id}"]))

    async def free_name(self, name: str, user_id: str = "") -> str:
        """The name as it is kept, if it is nobody else's and could not be taken for the name of an account or bot."""
        name = clean_name(name)
        look = look_of(name)
        if look in kept_looks():
            raise Refused(409, "error.name_kept", name=name)
        if await self.store.row(select(users.c.id).where(users.c.name_look == look, users.c.id != user_id)):
            raise Refused(409, "error.name_taken", name=name)
        return name

    async def guest(self, name: str, lang: str) -> User:
        name = await self.free_name(name) if name else words(lang).say("guest.name", n=1000 + secrets.randbelow(9000))
        now = time()
        user = User(secrets.token_hex(8), name, False, lang)
        row = {"id": user.id, "name": name, "lang": lang, "created": now, "seen": now}
        await self.store.execute(insert(users).values(row))
        return user

    async def open_session(self, user: User, label: str, kind: str = "cookie") -> str:
        """The secret that proves the session; only its hash is kept."""
        secret, now = secrets.token_urlsafe(24), time()
        row = {"id": hashed(secret), "user_id": user.id, "kind": kind, "label": label[:120]}
        await self.store.execute(insert(sessions).values(row | {"created": now, "seen": now}))
        return secret

    async def sessions(self, user: User) -> list[Row]:
        return await self.store.rows(
            select(sessions).where(sessions.c.user_id == user.id).order_by(sessions.c.seen.desc())
        )

    async def end_session(self, user: User, id: str) -> None:
        found = await self.store.execute(delete(sessions).where(sessions.c.user_id == user.id, sessions.c.id == id))
        if not found:
            raise Refused(404, "error.no_session")
        self.known.pop(id, None)
        self.hub.publish(News([f"session:{id}"]))

    # accounts

    async def register(self, user: User, name: str, password: str) -> User:
        """The guest becomes an account and keeps the matches."""
        if user.account:
            raise Refused(409, "error.has_account")
        name = await self.free_name(name, user.id)
        secret = await asyncio.to_thread(HASHER.hash, password)
        statement = update(users).where(users.c.id == user.id)
        values = {"name": name, "name_key": name_key(name), "name_look": look_of(name), "password": secret}
        try:
            await self.store.execute(statement.values(values))
        except IntegrityError as error:
            raise Refused(409, "error.name_taken", name=name) from error
        await self._renamed(user, name)
        return await self.get(user.id)

    async def login(self, name: str, password: str) -> User:
        row = await self.store.row(select(users).where(users.c.name_key == name_key(name)))
        # an unknown name takes as long as a wrong password
        good = await asyncio.to_thread(_verify, row["password"] if row else None, password)
        if row is None or not good or row["banned_until"] > time():
            raise Refused(401, "error.login")
        return user_of(row)

    async def set_password(self, user_id: str, password: str) -> None:
        """And end every session, as somebody else may have one."""
        secret = await asyncio.to_thread(HASHER.hash, password)
        async with self.store.write() as connection:
            await connection.execute(update(users).where(users.c.id == user_id).values(password=secret))
            await connection.execute(delete(sessions).where(sessions.c.user_id == user_id))
        self.forget(user_id)

    async def check_password(self, user: User, password: str) -> None:
        row = await self.store.row(select(users.c.password).where(users.c.id == user.id))
        if not await asyncio.to_thread(_verify, row["password"] if row else None, password):
            raise Refused(401, "error.login")

    async def merge(self, guest: User, account: User) -> None:
        """Somebody who played as a guest logs in: all that was the guest's is the account's, but for settings and the
        address, as an address opens an account: whoever sat at this browser before would get it."""
        async with self.store.write() as connection:
            touched = await self.touch_tables(connection, guest.id)
            values = {"user_id": account.id, "name": account.name}
            await connection.execute(update(seats).where(seats.c.user_id == guest.id).values(values))
            await connection.execute(update(tables).where(tables.c.host == guest.id).values(host=account.id))
            mine, theirs = f"user:{account.id}", f"user:{guest.id}"
            await connection.execute(update(results).where(results.c.who == theirs).values(who=mine))
            for table in (messages, contents, pushes):
                await connection.execute(update(table).where(table.c.user_id == guest.id).values(user_id=account.id))
            noted = select(notes.c.table_id).where(notes.c.user_id == account.id)
            free = update(notes).where(notes.c.user_id == guest.id, notes.c.table_id.not_in(noted))
            await connection.execute(free.values(user_id=account.id))
            tried = select(tries.c.puzzle).where(tries.c.user_id == account.id)
            fresh = update(tries).where(tries.c.user_id == guest.id, tries.c.puzzle.not_in(tried))
            await connection.execute(fresh.values(user_id=account.id))
            counted = select(streaks.c.day).where(streaks.c.user_id == account.id)
            days = update(streaks).where(streaks.c.user_id == guest.id, streaks.c.day.not_in(counted))
            await connection.execute(days.values(user_id=account.id))
            await self._merge_ties(connection, guest.id, account.id)
            for column in (reports.c.user_id, reports.c.person_id, audit.c.person_id):
                await connection.execute(update(column.table).where(column == guest.id).values({column: account.id}))
            # what was said to a guest who misbehaved is not over with a login
            louder = update(users).where(users.c.id == account.id, users.c.silent_until < guest.silent_until)
            await connection.execute(louder.values(silent_until=guest.silent_until))
            await connection.execute(delete(users).where(users.c.id == guest.id))
        self.forget(guest.id)
        self.forget(account.id)
        self.tell_tables(touched)

    async def _merge_ties(self, connection: AsyncConnection, guest: str, account: str) -> None:
        """Whom the guest muted or blocked, and who did so to the guest; what the account has already stays."""
        for mine, other in ((ties.c.user_id, ties.c.other_id), (ties.c.other_id, ties.c.user_id)):
            has = ties.alias()
            same = (has.c[mine.name] == account) & (has.c[other.name] == other) & (has.c.kind == ties.c.kind)
            free = update(ties).where(mine == guest, other != account, ~exists().where(same))
            await connection.execute(free.values({mine: account}))

    async def change(self, user: User, **values: Any) -> User:
        if "name" in values:
            values["name"] = name = await self.free_name(values["name"], user.id)
            if user.account:
                values |= {"name_key": name_key(name), "name_look": look_of(name)}
        try:
            await self.store.execute(update(users).where(users.c.id == user.id).values(values))
        except IntegrityError as error:
            raise Refused(409, "error.name_taken", name=values["name"]) from error
        if "name" in values:
            await self._renamed(user, values["name"])
        self.forget(user.id)
        return await self.get(user.id)

    async def _renamed(self, user: User, name: str) -> None:
        """A new name shows at the tables, but for others at the same device; results keep the old one."""
        async with self.store.write() as connection:
            touched = await self.touch_tables(connection, user.id)
            mine = update(seats).where(seats.c.user_id == user.id, seats.c.name == user.name)
            await connection.execute(mine.values(name=name))
        self.forget(user.id)
        self.tell_tables(touched)

    async def touch_tables(self, connection: AsyncConnection, user_id: str) -> list[Row]:
        """Every process must read again the tables where this person sits or has said something."""
        known = (select(of.c.table_id).where(of.c.user_id == user_id) for of in (seats, messages))
        mine = union(*known).subquery().select()
        statement = update(tables).where(or_(tables.c.id.in_(mine), tables.c.host == user_id))
        await connection.execute(statement.values(revision=tables.c.revision + 1))
        wanted = select(tables.c.id, tables.c.n, tables.c.revision).where(tables.c.id.in_(mine))
        return [dict(row) for row in (await connection.execute(wanted)).mappings()]

    def tell_tables(self, touched: list[Row]) -> None:
        for row in touched:
            self.hub.publish(News([f"table:{row['id']}"], row["id"], row["n"], row["revision"], chat=True))

    def forget(self, user_id: str) -> None:
        news = News([f"person:{user_id}"])
        self._news(news)
        self.hub.publish(news)

    async def get(self, user_id: str) -> User:
        return user_of(await self.row(user_id))

    async def row(self, user_id: str) -> Row:
        row = await self.store.row(select(users).where(users.c.id == user_id))
        if row is None:
            raise Refused(404, "error.no_person")
        return row

    async def away_until(self, user_id: str) -> float:
        row = await self.store.row(select(users.c.away_until).where(users.c.id == user_id))
        return float(row["away_until"]) if row else 0.0


def _role(row: Row) -> Role:
    return "admin" if row["admin"] else "moderator" if row["moderator"] else ""


def user_of(row: Row) -> User:
    kept = {name: row[name] for name in ("admin", "away_until", "moderator", "silent_until")}
    return User(row["id"], row["name"], row["password"] is not None, row["lang"], **kept)


@cache
def _nobodys() -> str:
    """A password that nobody has."""
    return HASHER.hash(secrets.token_hex(16))


def _verify(secret: str | None, password: str) -> bool:
    try:
        return HASHER.verify(secret or _nobodys(), password)
    except (VerificationError, InvalidHashError):
        return False
