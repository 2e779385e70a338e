"""Budgets: how often one person, and everybody at one address together, may ask for the same kind of thing.

Litestar has such a middleware. It keeps a list of moments per key, read and written as JSON under three locks for every
request, which cost more than playing a move. This one counts. Each process counts for itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from time import monotonic
from typing import Any, Literal

from litestar.exceptions import TooManyRequestsException
from litestar.types import ASGIApp, Receive, Scope, Send

Unit = Literal["minute", "hour", "day"]
SECONDS: dict[Unit, float] = {"minute": 60.0, "hour": 3600.0, "day": 86400.0}
GUESTS: tuple[tuple[Unit, int], ...] = (("minute", 20), ("day", 300))
"""New guests from one address: a class at school, not a flood."""
MAILS: tuple[tuple[Unit, int], ...] = (("hour", 3), ("day", 5))
"""Codes to one mail address, whoever asks for them."""
STREAMS, STREAMS_OF_ADDRESS = 20, 200
"""Event streams at the same time; a browser needs one."""
WAITING = 12
"""Tables of one host that wait for players."""


def address_of(scope: Any) -> str:
    """Who a request comes from."""
    client = scope["client"]
    return household(client[0]) if client else "-"


@lru_cache(4096)
def household(address: str) -> str:
    """One household has a whole /64 of IPv6, so that is one address."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if isinstance(found, IPv6Address) and found.ipv4_mapped is None:
        return f"{IPv6Address(int(found) >> 64 << 64)}/64"
    return str(found)


class Limits:
    """Per key: how many requests, and when the count begins anew."""

    def __init__(self, on: bool) -> None:
        self.on = on
        self.counts: dict[str, tuple[int, float]] = {}
        self.held: Counter[str] = Counter()

    def take(self, key: str, unit: Unit, times: int) -> None:
        """Count one request, or refuse it and say when to come back."""
        if not self.on:
            return
        now, key = monotonic(), f"{key} {unit}"
        count, until = self.counts.get(key, (0, 0.0))
        if until <= now:
            count, until = 0, now + SECONDS[unit]
        if count >= times:
            raise TooManyRequestsException(headers={"retry-after": str(int(until - now) + 1)})
        self.counts[key] = count + 1, until

    def need_room(self, key: str, most: int) -> None:
        """Refuse if so many are held already."""
        if self.on and self.held[key] >= most:
            raise TooManyRequestsException(headers={"retry-after": "10"})

    @contextmanager
    def hold(self, *keys: str) -> Iterator[None]:
        self.held.update(keys)
        try:
            yield
        finally:
            self.held.subtract(keys)
            for key in keys:
                if self.held[key] <= 0:
                    del self.held[key]

    async def forget(self) -> None:
        """Drop what no longer counts."""
        now = monotonic()
        for key in [k for k, (_, until) in self.counts.items() if until <= now]:
            del self.counts[key]


Rule = tuple[str, Unit, int, int]
"""So many requests of one kind from a person, and from all at one address together; 0 persons counts addresses only. A
person is one whose session was found: a made-up cookie is an address like any other."""


def count(limits: Limits, scope: Scope, user_id: str | None, rule: Rule) -> None:
    """Count a request, or refuse it; one that was counted before counts once."""
    if scope["state"].get("counted"):
        return
    name, unit, person, address = rule
    if user_id is not None and person:
        limits.take(f"{name} {user_id}", unit, person)
    limits.take(f"{name} {address_of(scope)}", unit, address)


def limit(name: str, unit: Unit, person: int, address: int) -> Callable[[ASGIApp], ASGIApp]:
    """A route takes so many."""
    rule = name, unit, person, address

    def around(app: ASGIApp) -> ASGIApp:
        async def counted(scope: Scope, receive: Receive, send: Send) -> None:
            user = scope.get("user")
            count(scope["litestar_app"].state.house.limits, scope, user.id if user is not None else None, rule)
            await app(scope, receive, send)

        return counted

    return around
