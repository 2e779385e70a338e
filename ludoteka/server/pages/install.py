"""What makes a page one that can be installed: a manifest, icons, a service worker, a page for when we are offline."""

from __future__ import annotations

from functools import cache
from typing import Any

import resvg_py
from litestar import MediaType, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Template

from ludoteka.core.palette import PALETTE
from ludoteka.server import look
from ludoteka.server.auth import Lang, Viewer
from ludoteka.server.icons import FAVICON
from ludoteka.server.pages.shell import Asked, render, words

SIZES = (180, 192, 512)
PAPER = PALETTE["paper"][0]
MARGIN = 6.4
"""On each side of our sign, in its own units: a system may cut an icon to a circle."""


@cache
def icon(size: int) -> bytes:
    side = 32 + 2 * MARGIN
    body = FAVICON.partition(">")[2].removesuffix("</svg>")
    whole = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-MARGIN} {-MARGIN} {side} {side}">'
        f'<rect x="{-MARGIN}" y="{-MARGIN}" width="{side}" height="{side}" fill="{PAPER}"/>{body}</svg>'
    )
    return bytes(resvg_py.svg_to_bytes(svg_string=whole, width=size, height=size))


@get("/icon/{name:str}", include_in_schema=False, exclude_from_auth=True, sync_to_thread=True)
def icon_file(name: FromPath[str]) -> Response[bytes]:
    size = next((size for size in SIZES if name == f"{size}.png"), 0)
    if not size:
        raise NotFoundException
    return Response(icon(size), media_type="image/png", headers={"cache-control": "public, max-age=86400"})


@get("/manifest.webmanifest", include_in_schema=False)
async def manifest(lang: Lang) -> Response[dict[str, Any]]:
    icons: list[dict[str, str]] = [
        {"src": f"/icon/{size}.png", "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
        for size in SIZES[1:]
        for purpose in ("any", "maskable")
    ]
    say = words(lang).say
    said = {"name": "Ludoteka", "short_name": "Ludoteka", "description": say("site.promise"), "lang": lang}
    shortcuts = [
        {"name": say("site.tables"), "url": "/tables"},
        {"name": say("puzzle.title"), "url": "/puzzles"},
        {"name": say("site.learn"), "url": "/learn"},
    ]
    looks = {"display": "standalone", "background_color": PAPER, "theme_color": PAPER}
    body = {"id": "/", "start_url": "/", "scope": "/", **said, **looks, "icons": icons, "shortcuts": shortcuts}
    return Response(body, media_type="application/manifest+json", headers={"cache-control": "no-cache"})


@cache
def worker() -> str:
    """The service worker, with the addresses of today: another version of the pages makes it another file."""
    script = look.assets()["js/service.js"].body.decode()
    kept = ["/offline", f"/a/{look.version()}/look.css", f"/a/{look.version()}/logo.svg"]
    return script.replace("VERSION", look.version(), 1).replace("[]", repr(kept), 1)


@get("/sw.js", include_in_schema=False, exclude_from_auth=True, media_type=MediaType.TEXT)
async def service_worker() -> Response[str]:
    """At the root, because it may look after the pages below its own address only."""
    return Response(worker(), media_type="text/javascript", headers={"cache-control": "no-cache"})


@get("/offline", include_in_schema=False)
async def offline(request: Asked, lang: Lang) -> Template:
    return render(request, "offline.html", lang, None, {"quiet": True})


@get("/answer", include_in_schema=False)
async def answer_page(request: Asked, lang: Lang, viewer: Viewer) -> Template:
    """Where links of mails lead: the code stands behind the #, which no server log sees."""
    return render(request, "answer.html", lang, viewer, {})


INSTALL = [icon_file, manifest, service_worker, offline, answer_page]
