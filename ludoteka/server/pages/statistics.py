"""Statistics of a game: the page, the API and a table for a spreadsheet."""

from __future__ import annotations

import csv
from io import StringIO
from typing import Annotated

from litestar import Response, get
from litestar.params import FromPath, FromQuery, QueryParameter
from litestar.response import Template
from msgspec.structs import asdict

from ludoteka.server.auth import Lang, TheHouse, Viewer
from ludoteka.server.figures import Filter, Line, Source, StatisticsOut, Who
from ludoteka.server.pages.home import shelf
from ludoteka.server.pages.positions import known
from ludoteka.server.pages.shell import Asked, render

Players = Annotated[int, QueryParameter(name="players", ge=0, le=10)]


@get("/statistics/{name:str}", include_in_schema=False)
async def statistics_page(
    name: FromPath[str],
    request: Asked,
    house: TheHouse,
    lang: Lang,
    viewer: Viewer,
    players: Players = 0,
    source: FromQuery[Source] = "",
    who: FromQuery[Who] = "",
) -> Template:
    game = known(name)
    found = await house.figures.look(game, Filter(players, source, who), lang)
    title = game.catalogue(lang).say("game.title")
    wish = {"players": players, "source": source, "who": who}
    query = "&".join(f"{key}={value}" for key, value in wish.items() if value)
    boxes = [(box["name"], box["title"]) for box in shelf(lang)]
    return render(
        request, "statistics.html", lang, viewer, {}, found=found, title=title, wish=wish, query=query, games=boxes
    )


@get("/api/statistics/{game:str}", tags=["results"], refuses=(422,))
async def statistics_out(
    game: FromPath[str],
    house: TheHouse,
    lang: Lang,
    players: Players = 0,
    source: FromQuery[Source] = "",
    who: FromQuery[Who] = "",
) -> StatisticsOut:
    """Shares of victory and mean points by seat and by what the game counts, with intervals (95 %) and sample sizes:
    over matches played here and those of a league that the game brings along."""
    return await house.figures.look(known(game), Filter(players, source, who), lang)


@get("/api/statistics/{game:str}/csv", tags=["results"], media_type="text/csv", refuses=(422,))
async def statistics_csv(
    game: FromPath[str],
    house: TheHouse,
    lang: Lang,
    players: Players = 0,
    source: FromQuery[Source] = "",
    who: FromQuery[Who] = "",
) -> Response[str]:
    """The same as a table."""
    found = await house.figures.look(known(game), Filter(players, source, who), lang)
    text = StringIO()
    table = csv.DictWriter(text, ["kind", *Line.__struct_fields__])
    table.writeheader()
    table.writerows({"kind": kind.kind, **asdict(line)} for kind in found.kinds for line in kind.lines)
    name = f"ludoteka-{game}.csv"
    return Response(
        text.getvalue(), media_type="text/csv", headers={"content-disposition": f'attachment; filename="{name}"'}
    )


STATISTICS = [statistics_page, statistics_out, statistics_csv]
