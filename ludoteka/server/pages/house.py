"""The page of those who keep order."""

from __future__ import annotations

import re
from time import time
from typing import Annotated, NamedTuple

from litestar import get
from litestar.params import QueryParameter
from litestar.response import Template

from ludoteka.server.auth import Lang, Moderator, TheHouse
from ludoteka.server.finding import listed
from ludoteka.server.order import FOREVER
from ludoteka.server.overview import overview
from ludoteka.server.pages.shell import Asked, render
from ludoteka.server.people import user_of
from ludoteka.server.store import Row


class Deed(NamedTuple):
    """A line of the list of what was done."""

    row: Row
    what: str
    """The end of the id of its words."""
    thing: str
    days: str
    """For how long: a number, `∞` or nothing."""


def deed(row: Row) -> Deed:
    """What somebody did and for how long, from the short form in which it is noted."""
    what, about = str(row["what"]), str(row["about"])
    if what not in ("silence", "ban", "net", "role"):
        return Deed(row, what, about, "")
    if about.endswith("-"):
        return Deed(row, f"{what}_lift", about[:-1].strip(), "")
    length = re.search(r"(\d+) d$|∞$", about)
    thing = about[: length.start()].strip() if length else about
    return Deed(row, what, thing, (length[1] or length[0]) if length else "")


@get("/house", include_in_schema=False)
async def house_page(
    request: Asked,
    house: TheHouse,
    lang: Lang,
    moderator: Moderator,
    q: Annotated[str, QueryParameter(name="q", max_length=60)] = "",
) -> Template:
    """People, tables, reports, faults, bots, disk and backups on one page."""
    order = house.order
    people = [(row, user_of(row).role) for row in await order.find(q.strip(), 30)]
    ids = [id for status in ("waiting", "playing") for id in await listed(house.store, status, limit=20)]
    return render(
        request,
        "house.html",
        lang,
        moderator,
        {"quiet": True},
        now=time(),
        forever=FOREVER,
        q=q,
        figures=await overview(house),
        reports=await order.open_reports(),
        people=people,
        tables=await house.briefs(ids, None, lang),
        nets=await order.closed_nets(),
        deeds=[deed(row) for row in await order.noted(50)],
    )


HOUSE = [house_page]
