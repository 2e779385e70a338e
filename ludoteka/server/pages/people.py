"""Pages about people: myself, the best at each game, one player."""

from __future__ import annotations

from datetime import date
from time import time
from typing import Annotated, NamedTuple

from babel.dates import format_date, format_skeleton
from litestar import get
from litestar.params import FromPath, QueryParameter
from litestar.response import Template
from msgspec.structs import asdict

from ludoteka import games
from ludoteka.server.auth import Lang, TheHouse, Viewer
from ludoteka.server.pages.curve import rating_curve
from ludoteka.server.pages.files import cover_zoom
from ludoteka.server.pages.shell import Asked, render
from ludoteka.server.profile import Point, opponents
from ludoteka.server.ratings import MODEL, shown
from ludoteka.server.routes.me import me_out
from ludoteka.server.routes.results import People, Played, ResultsController, best_at, history
from ludoteka.server.ties import Known

MOST = 25
LATEST = 8
"""Matches on the page of a player; all of them, or nearly, are one click away."""
WHOLE = 500


@get("/me", include_in_schema=False)
async def me_page(request: Asked, house: TheHouse, lang: Lang, viewer: Viewer) -> Template:
    mail = bool(house.settings.smtp_host)
    if viewer is None:
        return render(request, "me.html", lang, viewer, {}, mail=mail)
    own, notify = await me_out(house, viewer), await house.notices.get_notify(viewer.id)
    away = format_date(date.fromtimestamp(own.away_until), "d MMMM", lang) if own.away_until > time() else ""
    data = {"zone": notify.zone}
    return render(request, "me.html", lang, viewer, data, mail=mail, own=own, notify=notify, away_now=away)


@get("/forgotten", include_in_schema=False)
async def forgotten(request: Asked, house: TheHouse, lang: Lang, viewer: Viewer) -> Template:
    """A way back in for whoever has lost the password."""
    return render(request, "forgotten.html", lang, viewer, {}, mail=bool(house.settings.smtp_host))


@get("/leaders", include_in_schema=False)
async def leaders(request: Asked, house: TheHouse, lang: Lang, viewer: Viewer, people: People = False) -> Template:
    boards = []
    for name in games.names():
        rows = await best_at(house, name, lang, MOST, people)
        boards.append((name, games.load(name).catalogue(lang).say("game.title"), rows))
    return render(request, "leaders.html", lang, viewer, {}, boards=boards, people=people)


@get("/people", include_in_schema=False)
async def people_page(request: Asked, house: TheHouse, lang: Lang, viewer: Viewer) -> Template:
    """Friends, wishes for friendship, and with whom one played lately."""
    known = await house.ties.known(viewer) if viewer else Known()
    lately = await opponents(house, viewer.id) if viewer else []
    tied = {p.id for p in (*known.friends, *known.asked, *known.asking)}
    return render(request, "people.html", lang, viewer, {}, known=known, opponents=lately, tied=tied)


@get("/players/{who:str}", include_in_schema=False)
async def player(
    who: FromPath[str],
    request: Asked,
    house: TheHouse,
    lang: Lang,
    viewer: Viewer,
    everything: Annotated[bool, QueryParameter(name="all")] = False,
) -> Template:
    found = await ResultsController.player_page.fn(None, who, house, viewer, lang)
    id = found.who.partition(":")[2]
    known = await house.ties.known(viewer) if viewer else Known()
    tied = [kind for kind, people in asdict(known).items() if any(p.id == id for p in people)]
    since = format_date(date.fromtimestamp(found.since), "d MMMM y", lang) if found.since else ""
    titles = {r.game: r.title for r in found.ratings}
    drawn = rating_curve(found.curve, titles, lang) + rating_curve(found.curve, titles, lang, phone=True)
    latest = await history(house, lang, WHOLE, viewer, who=found.who) if everything else found.recent[:LATEST]
    changed = changes(found.curve)
    recent = [came(played, found.who, changed, lang) for played in latest]
    page = {"player": found, "id": id, "tied": tied, "since": since, "curve": drawn, "recent": recent}
    return render(request, "player.html", lang, viewer, {}, **page)


class Came(NamedTuple):
    """How a match went for the one whose page it is."""

    played: Played
    place: int
    of: int
    others: list[str]
    change: int | None
    """Of the rating, if it was a rated match."""
    date: str
    zoom: float
    """Of the picture of the game."""


def came(played: Played, who: str, changed: dict[str, int], lang: str) -> Came:
    place = min((r.rank for r in played.results if r.who == who), default=0)
    others = [r.name for r in played.results if r.who != who]
    day = format_skeleton("MMMd", date.fromtimestamp(played.at), locale=lang)
    zoom = cover_zoom(played.game) if played.game in games.names() else 1.0
    return Came(played, place, len(played.results), others, changed.get(played.table), day, zoom)


def changes(curve: list[Point]) -> dict[str, int]:
    """By how much the match at a table changed the rating."""
    start = MODEL.rating()
    before: dict[str, int] = {}
    found = {}
    for p in curve:
        found[p.table] = p.rating - before.get(p.game, shown(start.mu, start.sigma))
        before[p.game] = p.rating
    return found


PEOPLE = [me_page, forgotten, leaders, people_page, player]
