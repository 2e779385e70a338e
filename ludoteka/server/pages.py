"""The pages for people: server-rendered HTML that speaks to the API."""

from __future__ import annotations

from litestar import get
from litestar.params import FromPath
from litestar.response import Template

from ludoteka import games
from ludoteka.server.auth import Lang, TheHouse, Viewer
from ludoteka.server.routes.shelf import game_out


@get("/", include_in_schema=False)
async def home(lang: Lang, viewer: Viewer) -> Template:
    shelf = [game_out(name, lang) for name in games.names()]
    return Template("home.html", context={"lang": lang, "games": shelf, "me": viewer})


@get("/t/{id:str}", include_in_schema=False)
async def table_page(id: FromPath[str], house: TheHouse, lang: Lang, viewer: Viewer) -> Template:
    """The shell of a table; what is on it comes over the API, which decides what may be seen."""
    return Template("table.html", context={"lang": lang, "id": id, "me": viewer})


PAGES = [home, table_page]
