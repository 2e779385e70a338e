"""Is a house well? Each look gives a finding that says what is so and, if it is not well, what to do about it."""

from __future__ import annotations

import asyncio
import os
import shutil
import smtplib
import sqlite3
import ssl
import stat
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from pathlib import Path
from time import time
from typing import Literal
from urllib.parse import urlsplit

import httpx
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from ludoteka.server.backups import opened
from ludoteka.server.connection import SPARE_FILES
from ludoteka.server.migrate import NewerDatabase, newest_revision
from ludoteka.server.notices import mail_session
from ludoteka.server.settings import Settings

Verdict = Literal["well", "warning", "ill"]
SHORTEST_SECRET = 32
LITTLE_DISK, NO_DISK = 2e9, 2e8
OLD_BACKUP = 3 * 86400.0
CLOCK = 5.0
TIMEOUT = 10.0


@dataclass(frozen=True)
class Finding:
    what: str
    verdict: Verdict
    said: str
    advice: str = ""


def well(what: str, said: str) -> Finding:
    return Finding(what, "well", said)


async def examine(settings: Settings) -> list[Finding]:
    """All looks, one after the other; none of them changes anything."""
    found = [*secret(settings), *permissions(settings), *disk(settings), *files(settings)]
    found += await database(settings)
    for look in (mail, running):
        found += await look(settings)
    return found


def secret(settings: Settings) -> Iterator[Finding]:
    try:
        kept = settings.kept_secret()
    except ValueError as error:
        yield Finding("secret", "ill", str(error), "restore it with `ludoteka admin restore`, or delete the file")
        return
    if not kept and settings.secret_file is None:
        advice = "put LUDOTEKA_SECRET=$(openssl rand -hex 32) into the settings, the same for every process"
        yield Finding("secret", "ill", "there is none, and PostgreSQL needs one", advice)
    elif not kept:
        yield well("secret", "is made at the first start")
    elif len(kept) < SHORTEST_SECRET:
        advice = "take one from `openssl rand -hex 32`; everybody has to log in again"
        yield Finding("secret", "ill", f"is only {len(kept)} letters long", advice)
    else:
        yield well("secret", "is set" if settings.secret else f"is kept in {settings.secret_file}")


def permissions(settings: Settings) -> Iterator[Finding]:
    """Whoever can read the database or the secret can log in as anybody."""
    if settings.sqlite_file is None or sys.platform == "win32":
        return
    for path in filter(None, (settings.sqlite_file, settings.secret_file)):
        if path.exists() and stat.S_IMODE(path.stat().st_mode) & 0o077:
            yield Finding("permissions", "ill", f"others may read {path}", f"chmod 600 {path}")
    folder = _there(settings.sqlite_file.parent)
    if not os.access(folder, os.W_OK):
        advice = f"give it to the user of the server: chown USER {folder}"
        yield Finding("permissions", "ill", f"{folder} cannot be written", advice)
    else:
        yield well("permissions", f"{folder} can be written")


def disk(settings: Settings) -> Iterator[Finding]:
    if settings.sqlite_file is None:
        return
    free = shutil.disk_usage(_there(settings.sqlite_file.parent)).free
    said = f"{free / 1e9:.1f} GB free beside the database"
    if free < LITTLE_DISK:
        advice = "make room before a backup or a move cannot be written"
        yield Finding("disk", "ill" if free < NO_DISK else "warning", said, advice)
    else:
        yield well("disk", said)


def files(settings: Settings) -> Iterator[Finding]:
    """Every connection is an open file."""
    if sys.platform == "win32":
        return
    import resource

    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    needed = settings.connections + SPARE_FILES
    if hard != resource.RLIM_INFINITY and hard < needed:
        said = f"{hard} open files are allowed, {needed} would be needed for {settings.connections} connections"
        yield Finding(
            "files", "warning", said, "LimitNOFILE=65536 in the unit, `ulimit -n`, or a smaller LUDOTEKA_CONNECTIONS"
        )
    else:
        yield well("files", f"enough for {settings.connections} connections")


async def database(settings: Settings) -> list[Finding]:
    if settings.sqlite_file is not None and not settings.sqlite_file.exists():
        return [well("database", f"{settings.sqlite_file} is made at the first start")]
    try:
        async with asyncio.timeout(TIMEOUT), opened(settings) as store:
            version = await store.row(text("SELECT version_num FROM alembic_version"))
            row = await store.row(text("SELECT * FROM house"))  # an older release may know less
            whole = await store.row(text("PRAGMA quick_check")) if store.is_sqlite else None
    except (SQLAlchemyError, OSError, sqlite3.Error, NewerDatabase, TimeoutError) as error:
        where = "the file and its rights" if settings.sqlite_file else "LUDOTEKA_DATABASE, the server and its password"
        return [Finding("database", "ill", f"cannot be read: {_first(error)}", f"look at {where}")]
    found, newest = list[Finding](), newest_revision()
    if whole is not None and str(next(iter(whole.values()))) != "ok":
        found.append(Finding("database", "ill", "is damaged", "stop the server and restore the last backup"))
    if version is None or version["version_num"] != newest:
        stands = version["version_num"] if version else "nothing"
        advice = "`ludoteka admin backup FILE`, then start the server, which brings it up to date"
        found.append(Finding("database", "warning", f"stands at {stands}, this release at {newest}", advice))
    else:
        found.append(well("database", f"answers, at {newest}"))
    at = row.get("backup") if row else None
    if not at:
        found.append(Finding("backup", "warning", "there never was one", "`ludoteka admin backup FILE`, every night"))
    elif time() - at > OLD_BACKUP:
        days = round((time() - at) / 86400)
        found.append(Finding("backup", "warning", f"the last is {days} days old", "look at the timer of the backup"))
    else:
        found.append(well("backup", f"{round((time() - at) / 3600)} hours old"))
    return found


async def mail(settings: Settings) -> list[Finding]:
    if not settings.smtp_host:
        return [
            Finding("mail", "warning", "none is sent: passwords cannot be renewed", "set LUDOTEKA_SMTP_HOST and _FROM")
        ]
    if not settings.smtp_from:
        return [Finding("mail", "ill", "has no sender", "set LUDOTEKA_SMTP_FROM")]

    def greet() -> None:
        with mail_session(settings) as session:
            session.noop()

    try:
        await asyncio.wait_for(asyncio.to_thread(greet), 3 * TIMEOUT)
    except (OSError, smtplib.SMTPException, TimeoutError) as error:
        advice = "look at LUDOTEKA_SMTP_HOST, _PORT, _USER, _PASSWORD and _TLS"
        return [Finding("mail", "ill", f"{settings.smtp_host} does not take it: {_first(error)}", advice)]
    return [well("mail", f"{settings.smtp_host} answers")]


async def running(settings: Settings) -> list[Finding]:
    """The house from outside, as a browser comes to it: does it answer, over HTTP/2, and do the clocks agree?"""
    if not settings.public_url:
        return [
            Finding("address", "warning", "links in mails have none", "set LUDOTEKA_PUBLIC_URL if others play here")
        ]
    url = settings.public_url.rstrip("/") + "/health"
    found: list[Finding] = []
    try:
        async with httpx.AsyncClient(http2=True, timeout=TIMEOUT, verify=ssl.create_default_context()) as http:
            answer = await http.get(url)
    except (httpx.HTTPError, OSError) as error:
        advice = "is the server started, the proxy set up, the name known, the certificate valid?"
        return [Finding("address", "ill", f"{url} does not answer: {_first(error)}", advice)]
    if answer.status_code != 200:
        advice = "look at the log of the server and at the proxy"
        return [Finding("address", "ill", f"{url} answers {answer.status_code}", advice)]
    found.append(well("address", f"{url} answers"))
    if urlsplit(url).scheme != "https":
        found.append(
            Finding("https", "warning", "passwords travel in the open", "deploy/Caddyfile brings a certificate")
        )
    if answer.http_version != "HTTP/2":
        advice = "a browser then has six connections for all its tabs; deploy/ has files for Caddy and nginx"
        found.append(Finding("HTTP/2", "warning", f"it is {answer.http_version}", advice))
    else:
        found.append(well("HTTP/2", "is spoken"))
    if "date" in answer.headers:
        apart = abs(parsedate_to_datetime(answer.headers["date"]).timestamp() - time())
        agree = apart <= CLOCK
        advice = "" if agree else "set the clocks by the network: timedatectl set-ntp true"
        found.append(Finding("clock", "well" if agree else "ill", f"{apart:.0f} s apart", advice))
    return found


def _there(folder: Path) -> Path:
    """The folder, or the nearest one above it that there is."""
    return folder if folder.exists() else _there(folder.parent)


def _first(error: BaseException) -> str:
    return str(error).strip().partition("\n")[0] or type(error).__name__
