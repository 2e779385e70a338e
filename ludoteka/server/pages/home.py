"""The home page, a new table, and all tables."""

from __future__ import annotations

import re
from typing import Any

from litestar import get
from litestar.params import FromQuery
from litestar.response import Template

from ludoteka import games
from ludoteka.server.auth import Lang, TheHouse, Viewer
from ludoteka.server.lobby import PAGE, listed
from ludoteka.server.pages.files import cover_zoom
from ludoteka.server.pages.shell import Asked, level_list, render, usual_bot, words
from ludoteka.server.routes.results import history
from ludoteka.server.routes.shelf import game_out
from ludoteka.server.routes.tables import Page


def shelf(lang: str) -> list[dict[str, Any]]:
    """The games with what a box shows, as they stand on the shelf."""
    boxes = []
    for i, name in enumerate(games.names()):
        game, catalogue = games.load(name), games.load(name).catalogue(lang)
        out = game_out(name, lang)
        low, high = out.seats[0], out.seats[-1]
        boxes.append(
            {
                "name": name,
                "title": out.title,
                "tagline": out.tagline,
                "seats": str(low) if low == high else f"{low}–{high}",
                "least": max(low, 2) if high >= 2 else low,
                "minutes": catalogue.messages.get("game.minutes", ""),
                "spine": i % 5 + 1,
                "zoom": cover_zoom(name),
                "options": [
                    {
                        "name": o.name,
                        "label": o.label,
                        "default": o.default,
                        "content": o.content,
                        "choices": [
                            (_word(c), catalogue.messages.get(f"option.{o.name}.{_word(c)}", _shown(c, lang)))
                            for c in o.choices
                        ],
                    }
                    for o in out.options
                ],
                "presets": {k: (catalogue.messages.get(f"preset.{k}", k), dict(v)) for k, v in game.presets.items()},
                "counts": out.seats,
            }
        )
    return boxes


def _word(choice: Any) -> str:
    return str(choice).lower() if isinstance(choice, bool) else str(choice)


def _shown(choice: Any, lang: str) -> str:
    return words(lang).say("form.yes" if choice else "form.no") if isinstance(choice, bool) else str(choice)


def length(minutes: str) -> tuple[int, ...]:
    """The numbers in “40–80 min”; a game that does not say comes last."""
    return tuple(map(int, re.findall(r"\d+", minutes))) or (10_000,)


@get("/", include_in_schema=False)
async def home(request: Asked, house: TheHouse, lang: Lang, viewer: Viewer) -> Template:
    user_id = viewer.id if viewer else None
    mine = await house.my_tables(viewer.id, lang) if viewer else []
    waiting, playing = [
        await house.briefs(await listed(house.lobby, status, 6), user_id, lang) for status in ("waiting", "playing")
    ]
    my_ids, boxes = {b.id for b in mine}, shelf(lang)
    context: dict[str, Any] = {
        "games": boxes,
        "mine": mine[:4],
        "more_mine": len(mine) > 4,
        "waiting": [b for b in waiting if b.id not in my_ids][:4],
        "playing": [b for b in playing if b.id not in my_ids][:3],
        "finished": await history(house, lang, 5, viewer),
        "quick": sorted(boxes, key=lambda box: length(box["minutes"])),
        "levels": level_list(lang),
        "bot": usual_bot(),
    }
    return render(request, "home.html", lang, viewer, {"levels": context["levels"]}, **context)


@get("/tables", include_in_schema=False)
async def all_tables(request: Asked, house: TheHouse, lang: Lang, viewer: Viewer, page: Page = 0) -> Template:
    user_id = viewer.id if viewer else None
    lists = {
        status: await house.briefs(await listed(house.lobby, status, page=page), user_id, lang)
        for status in ("waiting", "playing")
    }
    more = any(len(found) == PAGE for found in lists.values())
    mine = await house.my_tables(viewer.id, lang) if viewer else []
    my_ids = {b.id for b in mine}
    others = {status: [b for b in found if b.id not in my_ids] for status, found in lists.items()}
    finished = await history(house, lang, 30, viewer)
    return render(
        request, "tables.html", lang, viewer, {}, mine=mine, finished=finished, page=page, more=more, **others
    )


@get("/new", include_in_schema=False)
async def new_table(
    request: Asked, lang: Lang, viewer: Viewer, game: FromQuery[str] = "", friends: FromQuery[bool] = False
) -> Template:
    """A table to one's liking; for friends the other seats are free, else bots sit there."""
    boxes = shelf(lang)
    chosen = game if any(b["name"] == game for b in boxes) else boxes[0]["name"]
    data = {"games": boxes, "bot": usual_bot(), "friends": friends, "levels": level_list(lang)}
    return render(request, "new.html", lang, viewer, data, games=boxes, chosen=chosen)


HOME = [home, all_tables, new_table]
