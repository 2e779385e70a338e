"""The home page, a new table, and all tables."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import partial
from typing import Annotated, Any, Literal
from urllib.parse import urlencode

from litestar import get
from litestar.params import FromQuery, QueryParameter
from litestar.response import Template

from ludoteka import games
from ludoteka.core.game import Game
from ludoteka.core.text import Catalogue
from ludoteka.server.auth import Lang, TheHouse, Viewer
from ludoteka.server.finding import PAGE, Wish, listed
from ludoteka.server.house import House
from ludoteka.server.pages.files import cover_zoom
from ludoteka.server.pages.puzzles import briefs
from ludoteka.server.pages.shell import Asked, level_list, render, usual_bot, words
from ludoteka.server.people import User
from ludoteka.server.profile import opponents
from ludoteka.server.refused import Refused
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
                "presets": {key: preset(game, key, catalogue) for key in game.presets},
                "counts": out.seats,
            }
        )
    return boxes


def preset(game: Game, key: str, catalogue: Catalogue) -> tuple[str, dict[str, Any], list[int]]:
    """A ready-made set of options: its name, the options, and with how many players it can be played."""
    options = game.presets[key]
    fits = [n for n in game.seats if game.options(**options).problem(n) is None]
    return catalogue.messages.get(f"preset.{key}", key), dict(options), fits


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
        await house.briefs(await listed(house.store, status, limit=6), user_id, lang)
        for status in ("waiting", "playing")
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
        "puzzles": await briefs(house, viewer, lang, only_today=True),
    }
    return render(request, "home.html", lang, viewer, {"levels": context["levels"]}, **context)


@get("/tables", include_in_schema=False)
async def all_tables(
    request: Asked,
    house: TheHouse,
    lang: Lang,
    viewer: Viewer,
    page: Page = 0,
    game: Annotated[str, QueryParameter(name="game", max_length=40)] = "",
    clock: FromQuery[Literal["", "none", "live", "correspondence"]] = "",
    rated: FromQuery[Literal["", "yes", "no"]] = "",
    speaks: FromQuery[Literal["", "en", "ru"]] = "",
    near: FromQuery[bool] = False,
) -> Template:
    """The lobby by wishes, and pairing of those who want the same."""
    wish = Wish(game, clock, None if not rated else rated == "yes", speaks, near)
    user_id = viewer.id if viewer else None
    lists = {
        status: await house.briefs(await listed(house.store, status, wish, viewer, page=page), user_id, lang)
        for status in ("waiting", "playing")
    }
    more = any(len(found) == PAGE for found in lists.values())
    lists["free"] = await house.briefs(await listed(house.store, "playing", Wish(free=True), limit=6), user_id, lang)
    mine = await house.my_tables(viewer.id, lang) if viewer else []
    my_ids = {b.id for b in mine}
    others = {status: [b for b in found if b.id not in my_ids] for status, found in lists.items()}
    finished = await history(house, lang, 30, viewer)
    boxes = shelf(lang)
    data = {"games": [{"name": b["name"], "counts": b["counts"]} for b in boxes]}
    kept = {"game": game, "clock": clock, "rated": rated, "speaks": speaks, "near": "true" if near else ""}
    shown = {"mine": mine, "finished": finished, "page": page, "more": more, "wish": kept, "games": boxes, **others}
    shown["query"] = urlencode({name: value for name, value in kept.items() if value})
    shown["titles"] = [("", words(lang).say("list.every_game")), *((b["name"], b["title"]) for b in boxes)]
    shown["with"] = partial(lobby_link, kept)
    return render(request, "tables.html", lang, viewer, data, **shown)


def lobby_link(wish: dict[str, str], name: str, value: str) -> str:
    """The lobby by the same wishes but one."""
    query = urlencode({key: word for key, word in (wish | {name: value}).items() if word})
    return f"/tables?{query}" if query else "/tables"


@get("/new", include_in_schema=False)
async def new_table(
    request: Asked,
    house: TheHouse,
    lang: Lang,
    viewer: Viewer,
    game: FromQuery[str] = "",
    friends: FromQuery[bool] = False,
    invited: Annotated[str, QueryParameter(name="with", max_length=200)] = "",
) -> Template:
    """A table to one's liking; for friends the other seats are free, else bots sit there. `with` invites people."""
    people = await invitable(house, viewer, invited.split(",")) if viewer else []
    boxes = shelf(lang)
    chosen = game if any(b["name"] == game for b in boxes) else boxes[0]["name"]
    wanted = [p["id"] for p in people if p["id"] in invited.split(",")]
    data = {"games": boxes, "bot": usual_bot(), "friends": friends or bool(wanted), "levels": level_list(lang)}
    data |= {"people": people, "with": wanted}
    return render(request, "new.html", lang, viewer, data, games=boxes, chosen=chosen)


async def invitable(house: House, viewer: User, wanted: list[str]) -> list[dict[str, str]]:
    """Whom a person may want at the table: those asked for, friends, and with whom they played lately."""
    found = {p.id: p.name for p in (await house.ties.known(viewer)).friends}
    found |= {p.id: p.name for p in await opponents(house, viewer.id)}
    for id in wanted[:11]:
        if id and id not in found and id != viewer.id:
            with suppress(Refused):
                found[id] = (await house.people.get(id)).name
    return [{"id": id, "name": name} for id, name in found.items()]


HOME = [home, all_tables, new_table]
