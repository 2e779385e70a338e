"""One mail a day with all that waits for a person, for those who want no more than that."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, time, timedelta
from time import time as now_seconds
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import structlog
from sqlalchemy import select, update

from ludoteka.server.refused import words
from ludoteka.server.schema import users
from ludoteka.server.store import Row

if TYPE_CHECKING:
    from ludoteka.server.house import Brief
    from ludoteka.server.notices import Notices, Notify

log = structlog.get_logger()
AT_ONCE = 20
MyTables = Callable[[str, str], Awaitable[list["Brief"]]]


def next_digest(notify: Notify, moment: float) -> float | None:
    """The next time after this moment that the person's clock shows the hour; None if no digest is wanted."""
    if not notify.digest:
        return None
    zone = ZoneInfo(notify.zone)
    local = datetime.fromtimestamp(moment, UTC).astimezone(zone)
    due = datetime.combine(local.date(), time.fromisoformat(notify.digest), zone)
    return (due if due > local else due + timedelta(days=1)).timestamp()


class Digests:
    def __init__(self, notices: Notices, my_tables: MyTables) -> None:
        self.notices = notices
        self.store = notices.store
        self.my_tables = my_tables

    async def send_due(self) -> None:
        now = now_seconds()
        for row in await self.store.rows(select(users).where(users.c.digest_at <= now).limit(AT_ONCE)):
            notify = self.notices.read(row["notify"])
            claim = update(users).where(users.c.id == row["id"], users.c.digest_at == row["digest_at"])
            # the next one is settled first, so that one process sends it, and a mail that fails waits for tomorrow
            if await self.store.execute(claim.values(digest_at=next_digest(notify, now))):
                try:
                    await self._send(row, now)
                except Exception as error:
                    self.notices.failed += 1
                    log.warning("digest_failed", user=row["id"], error=repr(error))

    async def _send(self, row: Row, now: float) -> None:
        """Nothing to nobody: not on vacation, not without an address, not while banned, not when nothing waits."""
        if not row["email"] or max(row["away_until"], row["banned_until"]) > now:
            return
        waiting = [b for b in await self.my_tables(row["id"], row["lang"]) if b.your_turn or b.invited]
        if not waiting:
            return
        say = words(row["lang"]).say
        lines = []
        for brief in waiting:
            what = say("mail.digest_invited" if brief.invited else "mail.digest_turn", game=brief.title)
            link = self.notices.link(f"/t/{brief.id}")
            lines.append(f"- {what}\n  {link}" if link else f"- {what}")
        text = "\n\n".join([say("mail.digest", n=len(waiting)), *lines])
        await self.notices.mail(row["email"], say("mail.digest_subject", n=len(waiting)), text)
        self.notices.sent += 1
