"""Who is asking: a cookie from the browser or a bearer token from a program. On Litestar's sessions and CSRF."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

from litestar.connection import ASGIConnection, Request
from litestar.di import NamedDependency
from litestar.enums import ScopeType
from litestar.exceptions import NotAuthorizedException
from litestar.middleware.authentication import AbstractAuthenticationMiddleware, AuthenticationResult
from litestar.middleware.base import DefineMiddleware
from litestar.middleware.csrf import CSRFMiddleware
from litestar.middleware.rate_limit import DurationUnit, RateLimitConfig
from litestar.middleware.session.client_side import ClientSideSessionBackend, CookieBackendConfig
from litestar.types import Message, Receive, Scope, ScopeSession, Send

from ludoteka.core.text import LANGS
from ludoteka.server.house import House
from ludoteka.server.people import User
from ludoteka.server.refused import Refused
from ludoteka.server.settings import Settings

YEAR = 365 * 86400
_WAS = "ludoteka_session"


class QuietCookies(ClientSideSessionBackend):
    """Sets the cookie only when the session changed: a slow answer must not undo a login that came in between."""

    async def load_from_connection(self, connection: ASGIConnection[Any, Any, Any, Any]) -> dict[str, Any]:
        data = await super().load_from_connection(connection)
        connection.scope[_WAS] = dict(data)  # type: ignore[literal-required]
        return data

    async def store_in_message(
        self, scope_session: ScopeSession, message: Message, connection: ASGIConnection[Any, Any, Any, Any]
    ) -> None:
        if scope_session != connection.scope.get(_WAS):
            await super().store_in_message(scope_session, message, connection)


@dataclass
class QuietCookieConfig(CookieBackendConfig):
    _backend_class = QuietCookies


def session_config(settings: Settings) -> QuietCookieConfig:
    key = hashlib.sha256(b"session " + settings.secret.encode()).digest()
    secure = settings.secure_cookies or settings.public_url.startswith("https:")
    return QuietCookieConfig(secret=key, key="ludoteka", max_age=YEAR, secure=secure, httponly=True, samesite="lax")


class TokenAwareCSRF(CSRFMiddleware):
    """A request with a bearer token needs no second one: a browser never sends it by itself."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP and any(name == b"authorization" for name, _ in scope["headers"]):
            await self.app(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)


class Auth(AbstractAuthenticationMiddleware):
    """Sets `request.user` to a User or None and `request.auth` to the id of the session."""

    async def authenticate_request(self, connection: ASGIConnection[Any, Any, Any, Any]) -> AuthenticationResult:
        house: House = connection.app.state.house
        header = connection.headers.get("authorization")
        if header is not None:
            kind, _, token = header.partition(" ")
            found = await house.people.by_secret(token.strip()) if kind.lower() == "bearer" else None
            if found is None:
                raise NotAuthorizedException("error.token")
            return AuthenticationResult(*found)
        secret = connection.session.get("sid")
        found = await house.people.by_secret(secret) if isinstance(secret, str) else None
        return AuthenticationResult(*found) if found is not None else AuthenticationResult(None, "")


def middleware() -> list[DefineMiddleware]:
    return [DefineMiddleware(Auth, exclude=["^/a/", "^/health", "^/metrics"])]


# what handlers ask for, by these names

TheHouse = NamedDependency[House]
Lang = NamedDependency[str]
Viewer = NamedDependency[User | None]
Player = NamedDependency[User]
Member = NamedDependency[User]


def viewer(request: Request[Any, Any, Any]) -> User | None:
    """Whoever looks; may be nobody we know."""
    user: User | None = request.user
    return user


async def player(request: Request[Any, Any, Any], house: TheHouse, lang: Lang) -> User:
    """Whoever acts: somebody unknown becomes a guest at once."""
    if request.user is None:
        user = await house.people.guest("", lang)
        await begin_session(request, house, user)
        return user
    known: User = request.user
    return known


def member(request: Request[Any, Any, Any]) -> User:
    """Whoever has been here before, else 401."""
    if request.user is None:
        raise Refused(401, "error.who")
    known: User = request.user
    return known


async def begin_session(request: Request[Any, Any, Any], house: House, user: User) -> None:
    secret = await house.people.open_session(user, request.headers.get("user-agent", "")[:120])
    request.session["sid"] = secret


def lang(request: Request[Any, Any, Any]) -> str:
    """`?lang=`, then the person's choice, then the cookie of the page, then the browser's wish."""
    wishes = [request.query_params.get("lang"), request.user.lang if request.user else None]
    wishes += [request.cookies.get("lang"), _accepted(request.headers.get("accept-language", ""))]
    return next((w for w in wishes if w in LANGS), "en")


def _accepted(header: str) -> str:
    for item in header.split(",")[:8]:
        word = item.split(";")[0].strip().lower()[:2]
        if word in LANGS:
            return word
    return "en"


# limits


def limit(name: str, unit: DurationUnit, times: int, by_address: bool = False) -> DefineMiddleware:
    """At most so many requests of one kind per session, or per address where there is none yet."""

    def identify(request: Request[Any, Any, Any]) -> str:
        address = request.client.host if request.client else "-"
        cookie = request.cookies.get("ludoteka") or request.headers.get("authorization")
        return (
            f"{name}:{address}" if by_address or not cookie else f"{name}:{hashlib.sha256(cookie.encode()).hexdigest()}"
        )

    async def check(request: Request[Any, Any, Any]) -> bool:  # a plain function would cost a thread
        return bool(request.app.state.house.settings.limits)

    config = RateLimitConfig(
        rate_limit=(unit, times),
        identifier_for_request=identify,
        check_throttle_handler=check,
        set_rate_limit_headers=False,
    )
    return config.middleware
