"""Rate limits: how often one person, or one address nobody is known at, may ask for the same kind of thing.

Litestar has such a middleware. It keeps a list of moments per key, read and written as JSON under three locks for every
request, which cost more than playing a move. This one counts.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Any, Literal

from litestar.exceptions import TooManyRequestsException
from litestar.types import ASGIApp, Receive, Scope, Send

Unit = Literal["minute", "hour"]
SECONDS: dict[Unit, float] = {"minute": 60.0, "hour": 3600.0}


class Limits:
    """Per key: how many requests, and when the count begins anew."""

    def __init__(self) -> None:
        self.counts: dict[str, tuple[int, float]] = {}

    def take(self, key: str, unit: Unit, times: int) -> float:
        """Count one request; how many seconds too early it came, 0 if it may pass."""
        now = monotonic()
        count, until = self.counts.get(key, (0, 0.0))
        if until <= now:
            count, until = 0, now + SECONDS[unit]
        if count >= times:
            return until - now
        self.counts[key] = count + 1, until
        return 0.0

    async def forget(self) -> None:
        """Drop what no longer counts."""
        now = monotonic()
        for key in [k for k, (_, until) in self.counts.items() if until <= now]:
            del self.counts[key]


def limit(name: str, unit: Unit, times: int, by_address: bool = False) -> Callable[[ASGIApp], ASGIApp]:
    """A route takes so many requests of one kind per person, or per address of those it does not know."""

    def around(app: ASGIApp) -> ASGIApp:
        async def counted(scope: Scope, receive: Receive, send: Send) -> None:
            house: Any = scope["litestar_app"].state.house
            if house.settings.limits:
                user = scope.get("user")
                client = scope["client"]
                # a person is one whose session was found: a made-up cookie is an address like any other
                who = user.id if user is not None and not by_address else client[0] if client else "-"
                early = house.limits.take(f"{name} {who}", unit, times)
                if early:
                    raise TooManyRequestsException(headers={"retry-after": str(int(early) + 1)})
            await app(scope, receive, send)

        return counted

    return around
