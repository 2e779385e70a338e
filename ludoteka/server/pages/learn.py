"""Learning: a page that teaches each game, the rules to search, and the first turns to try."""

from __future__ import annotations

from litestar import get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Template

from ludoteka import games
from ludoteka.core.rules import read_rules, rules_file
from ludoteka.server.auth import Lang, Viewer
from ludoteka.server.pages.home import shelf
from ludoteka.server.pages.shell import Asked, render


def known(name: str) -> None:
    if name not in games.names():
        raise NotFoundException


@get("/learn", include_in_schema=False)
async def learn_index(request: Asked, lang: Lang, viewer: Viewer) -> Template:
    return render(request, "learn.html", lang, viewer, {}, games=shelf(lang))


@get("/rules/{name:str}", include_in_schema=False)
async def rules_page(name: FromPath[str], request: Asked, lang: Lang, viewer: Viewer) -> Template:
    """Every rule with its number, from the same file that the tests are checked against."""
    known(name)
    game = games.load(name)
    there = rules_file(game.folder, lang).exists()
    rules = read_rules(game.folder, lang if there else "en")
    sections: dict[str, list[object]] = {}
    for rule in rules.values():
        sections.setdefault(rule.section, []).append(rule)
    title = game.catalogue(lang).say("game.title")
    return render(request, "rules.html", lang, viewer, {}, sections=sections, title=title, game=name, count=len(rules))


LEARN = [learn_index, rules_page]
