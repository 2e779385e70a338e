"""The table, its invitation as a picture, and the replay."""

from __future__ import annotations

import io

import segno
from litestar import Response, get
from litestar.params import FromPath, FromQuery
from litestar.response import Template

from ludoteka.server.auth import Lang, TheHouse, Viewer
from ludoteka.server.pages.shell import Asked, play_words, render
from ludoteka.server.routes.tables import Code, seen_table, whole


@get("/t/{id:str}", include_in_schema=False)
async def table_page(
    id: FromPath[str], request: Asked, house: TheHouse, lang: Lang, viewer: Viewer, code: Code = ""
) -> Template:
    """The table with its position inside, so that the first picture needs no second request."""
    table = await seen_table(house, id, viewer, code)
    data = {
        "id": id,
        "code": code,
        "whole": await whole(house, table, viewer, lang),
        **play_words(table.game.name, lang),
    }
    title = table.game.catalogue(lang).say("game.title")
    return render(request, "table.html", lang, viewer, data, title=title, game=table.game.name, id=id)


@get("/t/{id:str}/qr.svg", include_in_schema=False)
async def invitation(id: FromPath[str], request: Asked, house: TheHouse, code: Code = "") -> Response[bytes]:
    """The invitation link as a picture for a phone; it holds only what the address of this picture holds."""
    base = house.settings.public_url.rstrip("/") or str(request.base_url).rstrip("/")
    out = io.BytesIO()
    segno.make(f"{base}/t/{id}?code={code}", micro=False).save(out, kind="svg", scale=4, border=2, light="#ffffff")
    return Response(out.getvalue(), media_type="image/svg+xml", headers={"cache-control": "private, max-age=3600"})


@get("/r/{id:str}", include_in_schema=False)
async def replay_page(
    id: FromPath[str],
    request: Asked,
    house: TheHouse,
    lang: Lang,
    viewer: Viewer,
    code: Code = "",
    step: FromQuery[int | None] = None,
) -> Template:
    table = await seen_table(house, id, viewer, code)
    seen = await whole(house, table, viewer, lang)
    data = {"id": id, "code": code, "whole": seen, "step": step, **play_words(table.game.name, lang)}
    title = table.game.catalogue(lang).say("game.title")
    return render(request, "replay.html", lang, viewer, data, title=title, game=table.game.name, id=id)


TABLES = [table_page, invitation, replay_page]
