"""The application: routes, security, errors. `create_app()` is what uvicorn calls."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import structlog
from litestar import Litestar, MediaType, Request, Response
from litestar.config.compression import CompressionConfig
from litestar.config.csrf import CSRFConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.middleware.base import DefineMiddleware
from litestar.openapi import OpenAPIConfig
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.template import TemplateConfig
from litestar.types import Message, Scope

from ludoteka import __version__
from ludoteka.core.errors import LudotekaError
from ludoteka.core.text import LANGS
from ludoteka.server import auth
from ludoteka.server.door import LONGEST_BODY, Door
from ludoteka.server.house import House
from ludoteka.server.hub import end_streams_on_signal
from ludoteka.server.openapi import Document, operation_id
from ludoteka.server.pages import PAGES
from ludoteka.server.pages.shell import problem_page, wants_page
from ludoteka.server.refused import Problem, problem_of, words
from ludoteka.server.routes import ROUTES
from ludoteka.server.routes.moves import Lost, Overtaken
from ludoteka.server.settings import Settings
from ludoteka.server.shortcut import ShortCut

WEB = Path(__file__).parent / "web"
log = structlog.get_logger()
CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data: "
    "blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
ALWAYS = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-resource-policy": "same-origin",
}
PAGE = ALWAYS | {
    "content-security-policy": CSP,
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
DATA = ALWAYS | {"content-security-policy": "default-src 'none'; script-src 'none'; frame-ancestors 'none'"}
"""Of JSON: it may do nothing at all, so there is nothing more to forbid. uvicorn reads each letter of each header."""
_PAGE = [(name.encode(), value.encode()) for name, value in PAGE.items()]
_DATA = [(name.encode(), value.encode()) for name, value in DATA.items()]
_JSON = (b"content-type", b"application/json")


def create_app(settings: Settings | None = None) -> Litestar:
    settings = (settings or Settings.load()).with_secret()
    csrf = CSRFConfig(
        secret=settings.secret, cookie_secure=settings.over_https, exclude=["^/a/", "^/art/", "^/health", "^/metrics"]
    )
    door = Door(
        route_handlers=[*ROUTES, *PAGES],
        dependencies={
            "house": Provide(auth.the_house, sync_to_thread=False),
            "lang": Provide(auth.lang, sync_to_thread=False),
            "viewer": Provide(auth.viewer, sync_to_thread=False),
            "player": Provide(auth.player),
            "member": Provide(auth.member, sync_to_thread=False),
            "moderator": Provide(auth.moderator, sync_to_thread=False),
            "admin": Provide(auth.admin, sync_to_thread=False),
        },
        middleware=[DefineMiddleware(auth.CSRF, config=csrf), auth.who(settings)],
        lifespan=[lifespan],
        state=State({"house": House(settings)}),
        exception_handlers={LudotekaError: refuse, HTTPException: refuse_http, Exception: refuse_fault},
        before_send=[add_headers],
        template_config=TemplateConfig(directory=WEB / "templates", engine=JinjaTemplateEngine),
        compression_config=CompressionConfig(
            backend="gzip", minimum_size=1024, gzip_compress_level=5, exclude=["/events$", "/moves$", "^/a/"]
        ),
        openapi_config=OpenAPIConfig(
            title="Ludoteka",
            version=__version__,
            path="/api/schema",
            use_handler_docstrings=True,
            operation_id_creator=operation_id,
            render_plugins=[Document()],
        ),
        request_max_body_size=LONGEST_BODY,
        signature_types=[House],
        debug=False,
        logging_config=None,
    )
    door.short_cut = ShortCut(door.state, [_JSON, *_DATA])
    return door


@asynccontextmanager
async def lifespan(app: Litestar) -> AsyncIterator[None]:
    house: House = app.state.house
    end_streams_on_signal()
    await house.start()
    try:
        yield
    finally:
        await house.stop()


async def add_headers(message: Message, scope: Scope) -> None:
    if message["type"] == "http.response.start":
        headers = [*message["headers"]]
        message["headers"] = [*headers, *(_DATA if _JSON in headers else _PAGE)]


def lang_of(request: Request[Any, Any, Any]) -> str:
    try:
        return auth.lang(request)
    except Exception:  # a refusal before we know who asks
        wish = request.query_params.get("lang")
        return wish if wish in LANGS else "en"


def answer(request: Request[Any, Any, Any], problem: Problem, headers: dict[str, str] | None = None) -> Response[Any]:
    if wants_page(request):
        return problem_page(request, problem, lang_of(request))
    return Response(problem, status_code=problem.status, media_type=MediaType.JSON, headers=headers)


def refuse(request: Request[Any, Any, Any], error: LudotekaError) -> Response[Any]:
    """A rule of the game or of the house says no."""
    problem = problem_of(error, lang_of(request))
    if isinstance(error, Overtaken):
        return Response(Lost(problem, error.now), status_code=problem.status, media_type=MediaType.JSON)
    return answer(request, problem)


_HTTP = {
    400: "error.bad_request",
    401: "error.who",
    403: "error.forbidden",
    404: "error.no_page",
    405: "error.method",
    413: "error.too_large",
    429: "error.too_many",
}


def refuse_http(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    # Litestar takes a wrong field of a body for a fault of ours when a dependency has the same name (`lang`)
    status = 400 if isinstance(error.__cause__, msgspec.ValidationError) else error.status_code
    id = _HTTP.get(status, "error.bad_request" if status < 500 else "error.fault")
    message = words(lang_of(request)).say(id)
    if status == 400:
        # which field is wrong and how; Litestar's text holds no values of ours
        extra = getattr(error, "extra", None)
        details = (
            "; ".join(f"{e.get('key', '')}: {e.get('message', '')}" for e in extra) if isinstance(extra, list) else ""
        )
        message += f" {details}" if details else ""
    if status >= 500:
        log.error("http_error", path=request.url.path, error=repr(error))
    return answer(request, Problem(status, id, message), dict(error.headers or {}))


def refuse_fault(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """Our own fault: logged whole, told in one sentence."""
    request.app.state.house.faults += 1
    log.exception("fault", path=request.url.path, method=request.method, exc_info=error)
    return answer(request, Problem(500, "error.fault", words(lang_of(request)).say("error.fault")))
