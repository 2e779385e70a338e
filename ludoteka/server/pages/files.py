"""Files that never change under their address, and pictures of boards."""

from __future__ import annotations

import re
from functools import cache
from random import Random

import structlog
from litestar import MediaType, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from ludoteka import games
from ludoteka.core.game import OVER, State
from ludoteka.core.svg import Svg
from ludoteka.server import look
from ludoteka.server.auth import Lang
from ludoteka.server.icons import FAVICON
from ludoteka.server.pages.shell import Asked

log = structlog.get_logger()
FOREVER = "public, max-age=31536000, immutable"
# a drawing on its own carries its styles inside
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


@get("/a/{version:str}/{name:path}", include_in_schema=False, exclude_from_auth=True)
async def asset(version: FromPath[str], name: FromPath[str], request: Asked) -> Response[bytes]:
    """A stylesheet, script or picture of the pages. An old address still answers, but is not kept."""
    found = look.assets().get(name.lstrip("/"))
    if found is None:
        raise NotFoundException
    headers = {"cache-control": FOREVER if version == look.version() else "no-cache", "vary": "accept-encoding"}
    body = found.body
    if re.search(r"\bgzip\b", request.headers.get("accept-encoding", "")):
        headers["content-encoding"] = "gzip"
        body = found.packed
    return Response(body, media_type=found.kind, headers=headers)


@cache
def cover_state(name: str) -> State:
    """A position from the middle of a match, the same every time."""
    game = games.load(name)
    seats = min(4, game.seats[-1])

    def play(most: int) -> tuple[State, int]:
        state, rng, n = game.new(seats), Random(5), 0
        while n < most and state.to_move() != OVER:
            state.apply(state.sample(rng))
            n += 1
        return state, n

    _, length = play(5_000)
    return play(length * 3 // 5)[0]


@cache
def cover_zoom(name: str) -> float:
    """How close a cover looks: a part of a large board tells more, a small board is shown whole."""
    return 1.5 if cover_board(name, "en").width > 500 else 1.0


@cache
def cover_board(name: str, lang: str) -> Svg:
    """The board of a cover. A game that fails to draw it has an empty one, and the shelf stays whole."""
    try:
        return games.load(name).draw(cover_state(name).view(None), lang)
    except Exception:
        log.exception("no cover", game=name)
        return Svg(320, 240, "", "", "")


@cache
def cover(name: str, lang: str, theme: str) -> str:
    return cover_board(name, lang).document(theme)


@get("/art/{name:str}/{theme:str}", include_in_schema=False, sync_to_thread=True)
def art(name: FromPath[str], theme: FromPath[str], lang: Lang) -> Response[str]:
    """The cover of a game: its own board in the middle of a match."""
    if name not in games.names() or theme not in ("light", "dark"):
        raise NotFoundException
    headers = {"cache-control": "public, max-age=3600", "content-security-policy": PICTURE_POLICY}
    return Response(cover(name, lang, theme), media_type="image/svg+xml", headers=headers)


@get("/favicon.ico", include_in_schema=False, exclude_from_auth=True)
async def favicon() -> Response[str]:
    return Response(FAVICON, media_type="image/svg+xml", headers={"cache-control": "public, max-age=86400"})


@get("/robots.txt", include_in_schema=False, exclude_from_auth=True, media_type=MediaType.TEXT)
async def robots() -> str:
    return "User-agent: *\nDisallow: /t/\nDisallow: /api/\n"


FILES = [asset, art, favicon, robots]
