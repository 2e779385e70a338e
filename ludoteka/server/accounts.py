"""What an account needs beside a name: an address that is proved by mail, and a way back in without the password."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable
from smtplib import SMTPException
from time import time

import structlog
from litestar.exceptions import TooManyRequestsException
from sqlalchemy import delete, func, insert, or_, select

from ludoteka.server.limits import MAILS, Limits
from ludoteka.server.notices import Notices
from ludoteka.server.people import People, User, hashed, name_key, user_of
from ludoteka.server.refused import Refused, words
from ludoteka.server.schema import codes, passkeys, users
from ludoteka.server.store import Row

CODE = 3600.0
"""Seconds that a code in a mail counts."""
log = structlog.get_logger()

INSIDE = ("local", "test")
"""Domains of mail inside a house or a company."""


def read_address(text: str) -> str:
    """One mail address, with a domain that may be of a closed network."""
    import email_validator  # slow to load

    for name in set(INSIDE) & set(email_validator.SPECIAL_USE_DOMAIN_NAMES):  # the library lets us say so in this way
        email_validator.SPECIAL_USE_DOMAIN_NAMES.remove(name)
    try:
        found = email_validator.validate_email(text, check_deliverability=False, allow_smtputf8=False)
    except email_validator.EmailNotValidError as error:
        raise Refused(422, "error.email") from error
    return found.ascii_email or ""


class Accounts:
    def __init__(self, people: People, notices: Notices, limits: Limits) -> None:
        self.people = people
        self.store = people.store
        self.notices = notices
        self.limits = limits
        self.under_way: set[asyncio.Task[None]] = set()

    # the address

    async def asked_address(self, user_id: str) -> str | None:
        """The address that still waits for its code."""
        wanted = select(codes.c.email).where(codes.c.user_id == user_id, codes.c.kind == "email")
        row = await self.store.row(wanted.where(codes.c.until > time()))
        return row["email"] if row else None

    async def set_email(self, user: User, email: str) -> None:
        """Send a code to the new address; until it comes back the old one counts. Nothing forgets the address."""
        if not email:
            await self._drop_codes(user.id)
            await self.people.change(user, email=None)
            return
        email = read_address(email)
        self._need_mail()
        code = "".join(secrets.choice("0123456789") for _ in range(8))
        self._budget(email)
        say = words(user.lang).say
        try:
            await self.notices.mail(email, say("mail.code_subject"), say("mail.code", code=code))
        except (OSError, SMTPException) as error:
            log.warning("mail_failed", error=type(error).__name__)
            raise Refused(502, "error.mail_failed") from error
        await self._drop_codes(user.id)
        await self._keep(f"{user.id} {code}", user.id, "email", email)

    async def prove_email(self, user: User, code: str) -> None:
        email = (await self._used(f"{user.id} {code.strip()}", "email"))["email"]
        before = (await self.people.row(user.id))["email"]
        await self._drop_codes(user.id)
        await self.people.change(user, email=email)
        if before and before.lower() != email.lower():
            say = words(user.lang).say
            text = say("mail.moved", name=user.name)
            self._begin(self.notices.mail(before, say("mail.moved_subject"), text))

    # the password

    async def forgotten(self, who: str) -> None:
        """Mail a code to the owner of this name or address. Nobody learns from the answer, or from how long it took,
        whether there is one."""
        self._need_mail()
        for unit, times in MAILS:
            self.limits.take(f"forgotten {hashed(name_key(who))}", unit, times)
        self._begin(self._mail_codes(who))

    async def _mail_codes(self, who: str) -> None:
        named = or_(users.c.name_key == name_key(who), func.lower(users.c.email) == who.strip().lower())
        wanted = select(users).where(named, users.c.password.is_not(None), users.c.email.is_not(None))
        for row in await self.store.rows(wanted.where(users.c.banned_until < time()).limit(5)):
            self._budget(row["email"])
            code = secrets.token_urlsafe(24)
            await self.store.execute(delete(codes).where(codes.c.user_id == row["id"], codes.c.kind == "password"))
            await self._keep(code, row["id"], "password", row["email"])
            say = words(row["lang"]).say
            link = self.notices.link(f"/forgotten#{code}")
            how = say("mail.forgotten_link", link=link) if link else say("mail.forgotten_code", code=code)
            text = say("mail.forgotten", name=row["name"], how=how)
            await self.notices.mail(row["email"], say("mail.forgotten_subject"), text)

    async def reset(self, code: str, password: str) -> User:
        """A new password for the one who got the mail; every session ends, and no passkey counts any more: whoever has
        taken the account over may have made one."""
        row = await self._used(code.strip(), "password")
        user = await self.people.row(row["user_id"])
        if user["banned_until"] > time() or user["email"] != row["email"]:
            raise Refused(422, "error.email_code")
        await self._drop_codes(user["id"])
        await self.store.execute(delete(passkeys).where(passkeys.c.user_id == user["id"]))
        await self.people.set_password(user["id"], password)
        return user_of(user)

    # codes

    async def _keep(self, code: str, user_id: str, kind: str, email: str) -> None:
        row = {"id": hashed(code), "user_id": user_id, "kind": kind, "email": email, "until": time() + CODE}
        await self.store.execute(insert(codes).values(row))

    async def _used(self, code: str, kind: str) -> Row:
        """What the code stands for; it counts once, however many send it at the same time."""
        fits = (codes.c.id == hashed(code)) & (codes.c.kind == kind) & (codes.c.until > time())
        row = await self.store.row(select(codes).where(fits))
        if row is None or not await self.store.execute(delete(codes).where(fits)):
            raise Refused(422, "error.email_code")
        return row

    async def _drop_codes(self, user_id: str) -> None:
        await self.store.execute(delete(codes).where(codes.c.user_id == user_id))

    # mails

    def _need_mail(self) -> None:
        if not self.notices.settings.smtp_host:
            raise Refused(409, "error.no_mail")

    def _budget(self, email: str) -> None:
        for unit, times in MAILS:
            self.limits.take(f"mail {hashed(email.lower())}", unit, times)

    def _begin(self, work: Awaitable[None]) -> None:
        """Nobody waits for it; what goes wrong is for the log."""

        async def quietly() -> None:
            try:
                await work
            except (OSError, SMTPException, TooManyRequestsException) as error:
                log.warning("mail_failed", error=type(error).__name__)

        task = asyncio.create_task(quietly())
        self.under_way.add(task)
        task.add_done_callback(self.under_way.discard)

    async def stop(self) -> None:
        for task in self.under_way:
            task.cancel()
        await asyncio.gather(*self.under_way, return_exceptions=True)
