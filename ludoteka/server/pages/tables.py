"""The table, its invitation as a picture, and the replay."""

from __future__ import annotations

import io
from typing import Any

import msgspec
import segno
from litestar import Response, get
from litestar.params import FromPath, FromQuery
from litestar.response import Template

from ludoteka.core.svg import sheet
from ludoteka.server.auth import Lang, TheHouse, Viewer
from ludoteka.server.logged import told_to
from ludoteka.server.pages.files import PICTURE_POLICY
from ludoteka.server.pages.shell import Asked, play_words, render
from ludoteka.server.pages.story import Ages, ages
from ludoteka.server.people import User
from ludoteka.server.refused import problem_of
from ludoteka.server.routes.results import past
from ludoteka.server.routes.tables import Code, SeatWish, seen_table, whole
from ludoteka.server.table import Table
from ludoteka.server.views import lean


@get("/t/{id:str}", include_in_schema=False)
async def table_page(
    id: FromPath[str], request: Asked, house: TheHouse, lang: Lang, viewer: Viewer, code: Code = ""
) -> Template:
    """The table with its position inside, so that the first picture needs no second request."""
    teach = told_to(viewer.id if viewer else None, None, lang)
    table = await seen_table(house, id, viewer, code, frozen=True, teach=teach)
    if table.misfit:
        return frozen_page(request, table, lang, viewer)
    now = await whole(house, table, viewer, lang)
    data = {
        "id": id,
        "code": code,
        "whole": msgspec.structs.replace(now, state=lean(now.state, set())),
        "unheard": await house.ties.unheard(viewer.id) if viewer else [],
        **play_words(table.game.name, lang),
    }
    title = table.game.catalogue(lang).say("game.title")
    return render(request, "table.html", lang, viewer, data, title=title, game=table.game.name, id=id)


def frozen_page(request: Asked, table: Table, lang: str, viewer: User | None) -> Template:
    """What is left of a match that the installed rules do not fit."""
    assert table.misfit is not None
    shown = {
        "title": table.game.catalogue(lang).say("game.title"),
        "message": problem_of(table.misfit, lang).message,
        "game": table.game.name,
        "id": table.id,
        "may": table.is_member(viewer.id if viewer else None),
        "frozen": table.status == "frozen",
    }
    page = render(request, "frozen.html", lang, viewer, {"id": table.id}, **shown)
    page.status_code = table.misfit.status
    return page


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
    """Any position of a match, one after the other."""
    teach = told_to(viewer.id if viewer else None, None, lang)
    table = await seen_table(house, id, viewer, code, frozen=True, teach=teach)
    if table.misfit:
        return frozen_page(request, table, lang, viewer)
    seen = await whole(house, table, viewer, lang)
    data = {"id": id, "code": code, "whole": seen, "step": step, "ages": counted(table)}
    title = table.game.catalogue(lang).say("game.title")
    data |= play_words(table.game.name, lang) | {"quiet": True}
    over = table.status == "finished"
    return render(request, "replay.html", lang, viewer, data, title=title, game=table.game.name, id=id, over=over)


def counted(table: Table) -> Ages:
    """The rounds or turns of a match; made once for each position."""
    key: Any = "ages"
    if key not in table.drawn:
        table.drawn[key] = ages(table.match)
    found: Ages = table.drawn[key]
    return found


@get("/r/{id:str}/board.svg", include_in_schema=False)
async def picture(
    id: FromPath[str],
    house: TheHouse,
    lang: Lang,
    viewer: Viewer,
    step: FromQuery[int],
    code: Code = "",
    seat: SeatWish = None,
) -> Response[str]:
    """A position as a drawing of its own, as that seat sees it."""
    table = await seen_table(house, id, viewer, code)
    over = table.status == "finished"
    eyes = table.eyes_at_end(seat) if over else table.eyes(viewer.id if viewer else None, seat)
    view = past(table, step).view(eyes)
    drawing = sheet(table.game.draw(view, lang), table.game.panels(view, lang))
    name = f'attachment; filename="{table.game.name}-{id}-{step}.svg"'
    headers = {"content-security-policy": PICTURE_POLICY, "content-disposition": name}
    return Response(drawing.document(), media_type="image/svg+xml", headers=headers)


TABLES = [table_page, invitation, replay_page, picture]
