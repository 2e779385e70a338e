"""Who is asking: a cookie from the browser or a bearer token from a program. On Litestar's sessions and CSRF."""

from __future__ import annotations

import hashlib
from typing import Any

from litestar.config.csrf import CSRFConfig
from litestar.connection import ASGIConnection, Request
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.exceptions import NotAuthorizedException, PermissionDeniedException
from litestar.middleware.base import DefineMiddleware
from litestar.middleware.csrf import CSRFMiddleware, generate_csrf_token
from litestar.middleware.session.client_side import ClientSideSessionBackend, CookieBackendConfig
from litestar.types import ASGIApp, Empty, Message, Receive, Scope, Send

from ludoteka.core.text import LANGS
from ludoteka.server.house import House
from ludoteka.server.limits import GUESTS, address_of
from ludoteka.server.people import User
from ludoteka.server.proofs import Shown, shown_by
from ludoteka.server.refused import Refused
from ludoteka.server.settings import Settings

YEAR = 365 * 86400
COOKIE = "ludoteka"
FOR_ANYBODY = ("/a/", "/health", "/metrics")


class CSRF(CSRFMiddleware):
    """Litestar's for cookies: a request with a token of its own needs no second one, and what has passed once passes
    again."""

    def __init__(self, app: ASGIApp, config: CSRFConfig) -> None:
        super().__init__(self.remember, config)
        self.inner = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope["state"]["shown"] = shown = shown_by(scope)
        if shown.token is not None or (_is_guarded(scope) and _house(scope).proofs.fits(shown)):
            await self.inner(scope, receive, send)
            return
        if not shown.csrf.isascii():  # Litestar's comparison would fail, not refuse
            raise PermissionDeniedException("error.forbidden")
        await super().__call__(scope, receive, send)

    async def remember(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Whoever comes here has passed."""
        shown: Shown = scope["state"]["shown"]
        if shown.csrf and _is_guarded(scope):
            _house(scope).proofs.keep_fitting(shown)
        await self.inner(scope, receive, send)

    def create_send_wrapper(self, send: Send, token: str, csrf_cookie: str | None) -> Send:
        """The cookie of another house at this address, or from before the secret changed, gives way to one of ours."""
        if csrf_cookie is not None and not (csrf_cookie.isascii() and self._decode_csrf_token(csrf_cookie)):
            token, csrf_cookie = generate_csrf_token(self.config.secret), None
        return super().create_send_wrapper(send, token, csrf_cookie)


def _house(scope: Scope) -> House:
    house: House = scope["litestar_app"].state.house
    return house


def _is_guarded(scope: Scope) -> bool:
    """Whether the header must fit the cookie here: not where one only looks, or where the check is not made at all."""
    return scope["path"].startswith("/api/") and scope.get("method") in ("POST", "PUT", "PATCH", "DELETE")


class Who:
    """Sets `request.user` to a User or None, `request.auth` to the id of the session, and `request.session`."""

    def __init__(self, app: ASGIApp, backend: ClientSideSessionBackend) -> None:
        self.app = app
        self.backend = backend

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"].startswith(FOR_ANYBODY):
            await self.app(scope, receive, send)
            return
        house = _house(scope)
        if house.order.shut.ranges and house.order.shut(scope["client"]):
            raise Refused(403, "error.shut_out")
        shown: Shown = scope["state"]["shown"]  # CSRF has looked
        if shown.token is not None:
            found = await house.people.by_secret(shown.token)
            if found is None:
                raise NotAuthorizedException("error.token")
            scope["session"] = {}
            scope["user"], scope["auth"] = found
            await self.app(scope, receive, send)
            return
        secret = house.proofs.secret_of(shown)
        if secret is None:
            secret = self._read(ASGIConnection[Any, Any, Any, Any](scope).cookies.get(COOKIE, ""))
            house.proofs.keep_secret(shown, secret)
        scope["session"] = {"sid": secret} if secret else {}
        found = await house.people.by_secret(secret) if secret else None
        scope["user"], scope["auth"] = found or (None, "")

        async def keep(message: Message) -> None:
            # only a session that changed: a slow answer must not undo a login that came in between
            if message["type"] == "http.response.start":
                now = scope.get("session")
                if (now if isinstance(now, dict) else {}).get("sid", "") != secret:
                    connection: ASGIConnection[Any, Any, Any, Any] = ASGIConnection(scope)
                    await self.backend.store_in_message(now or Empty, message, connection)
            await send(message)

        await self.app(scope, receive, keep)

    def _read(self, cookie: str) -> str:
        """The secret in the cookie; nothing if it is not one of ours."""
        if not cookie:
            return ""
        try:
            secret = self.backend.load_data([cookie.encode()]).get("sid", "")
        except Exception:  # whatever somebody made up: it is nobody
            return ""
        return secret if isinstance(secret, str) else ""


def who(settings: Settings) -> DefineMiddleware:
    key = hashlib.sha256(b"session " + settings.secret.encode()).digest()
    config = CookieBackendConfig(
        secret=key, key=COOKIE, max_age=YEAR, secure=settings.over_https, httponly=True, samesite="lax"
    )
    return DefineMiddleware(Who, backend=ClientSideSessionBackend(config))


# what handlers ask for, by these names

TheHouse = NamedDependency[House]
Lang = NamedDependency[str]
Viewer = NamedDependency[User | None]
Player = NamedDependency[User]
Member = NamedDependency[User]
Moderator = NamedDependency[User]
Admin = NamedDependency[User]


def the_house(state: State) -> House:
    house: House = state["house"]
    return house


def viewer(request: Request[Any, Any, Any]) -> User | None:
    """Whoever looks; may be nobody we know."""
    user: User | None = request.user
    return user


async def player(request: Request[Any, Any, Any], house: TheHouse, lang: Lang) -> User:
    """Whoever acts: somebody unknown becomes a guest at once."""
    if request.user is None:
        return await new_guest(request, house, "", lang)
    known: User = request.user
    return known


async def new_guest(request: Request[Any, Any, Any], house: House, name: str, lang: str) -> User:
    """The one way to become somebody without a password; an address gets so many."""
    for unit, times in GUESTS:
        house.limits.take(f"guest {address_of(request.scope)}", unit, times)
    user = await house.people.guest(name, lang)
    await begin_session(request, house, user)
    return user


def member(request: Request[Any, Any, Any]) -> User:
    """Whoever has been here before, else 401."""
    if request.user is None:
        raise Refused(401, "error.who")
    known: User = request.user
    return known


def moderator(request: Request[Any, Any, Any]) -> User:
    """Whoever keeps order: a moderator or an administrator."""
    user = member(request)
    if not user.role:
        raise Refused(403, "error.not_moderator")
    return user


def admin(request: Request[Any, Any, Any]) -> User:
    """Whoever runs the house."""
    user = member(request)
    if not user.admin:
        raise Refused(403, "error.not_admin")
    return user


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
