"""Pages about people: myself, the best at each game, one player."""

from __future__ import annotations

from datetime import date
from time import time

from babel.dates import format_date
from litestar import get
from litestar.params import FromPath
from litestar.response import Template

from ludoteka import games
from ludoteka.server.auth import Lang, TheHouse, Viewer
from ludoteka.server.pages.shell import Asked, render
from ludoteka.server.routes.me import me_out
from ludoteka.server.routes.results import People, ResultsController, best_at

MOST = 25


@get("/me", include_in_schema=False)
async def me_page(request: Asked, house: TheHouse, lang: Lang, viewer: Viewer) -> Template:
    mail = bool(house.settings.smtp_host)
    if viewer is None:
        return render(request, "me.html", lang, viewer, {}, mail=mail)
    own, notify = await me_out(house, viewer), await house.notices.get_notify(viewer.id)
    away = format_date(date.fromtimestamp(own.away_until), "d MMMM", lang) if own.away_until > time() else ""
    data = {"zone": notify.zone}
    return render(request, "me.html", lang, viewer, data, mail=mail, own=own, notify=notify, away_now=away)


@get("/leaders", include_in_schema=False)
async def leaders(request: Asked, house: TheHouse, lang: Lang, viewer: Viewer, people: People = False) -> Template:
    boards = []
    for name in games.names():
        rows = await best_at(house, name, lang, MOST, people)
        boards.append((name, games.load(name).catalogue(lang).say("game.title"), rows))
    return render(request, "leaders.html", lang, viewer, {}, boards=boards, people=people)


@get("/players/{who:str}", include_in_schema=False)
async def player(who: FromPath[str], request: Asked, house: TheHouse, lang: Lang, viewer: Viewer) -> Template:
    found = await ResultsController.player_page.fn(None, who, house, viewer, lang)
    return render(request, "player.html", lang, viewer, {}, player=found)


PEOPLE = [me_page, leaders, player]
