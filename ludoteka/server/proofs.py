"""What a request proves itself with, and what was proved before: the same once more proves the same."""

from __future__ import annotations

from typing import NamedTuple, TypeVar

from litestar.types import Scope

KEPT, SHORT = 4096, 2000
"""How many of what browsers send are remembered, and how many bytes of one at most."""
K = TypeVar("K")
V = TypeVar("V")


class Shown(NamedTuple):
    """What a request proves itself with, as it was sent."""

    token: str | None
    """Of a program; a browser never sends it by itself. Other kinds of `Authorization` are between the browser and a
    proxy in front of us."""
    cookies: bytes
    csrf: bytes


def shown_by(scope: Scope) -> Shown:
    first = dict(reversed(list(scope["headers"])))  # of several with one name the first counts, as for Litestar
    kind, _, token = first.get(b"authorization", b"").decode("latin-1").partition(" ")
    given = token.strip() if kind.lower() == "bearer" else None
    return Shown(given, first.get(b"cookie", b""), first.get(b"x-csrftoken", b""))


class Proofs:
    """Filled by those who check (`auth.py`)."""

    def __init__(self) -> None:
        self.fitting: dict[tuple[bytes, bytes], bool] = {}
        """Cookies and headers that fit each other, which only pages of our own can send: a signature of one against the
        other, the same for all routes of the API."""
        self.secrets: dict[bytes, str] = {}
        """Of sessions, by the cookies as they were sent."""

    def fits(self, shown: Shown) -> bool:
        """Whether a page of ours, or a program, wants this to be done."""
        return shown.token is not None or (shown.cookies, shown.csrf) in self.fitting

    def secret_of(self, shown: Shown) -> str | None:
        """What the person is known by, as far as it was read before."""
        return shown.token if shown.token is not None else self.secrets.get(shown.cookies)

    def keep_fitting(self, shown: Shown) -> None:
        _keep(self.fitting, (shown.cookies, shown.csrf), True, shown)

    def keep_secret(self, shown: Shown, secret: str) -> None:
        _keep(self.secrets, shown.cookies, secret, shown)


def _keep(known: dict[K, V], key: K, value: V, shown: Shown) -> None:
    """Not without a bound: what is sent may be anything."""
    if len(known) >= KEPT:
        known.clear()
    if len(shown.cookies) + len(shown.csrf) <= SHORT:
        known[key] = value
