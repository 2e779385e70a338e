"""Learning: a page that teaches each game, the rules to search, and the first turns to try."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Any

import msgspec
from litestar import get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, JSONBody
from litestar.response import Template
from litestar.status_codes import HTTP_200_OK

from ludoteka.core.cards import Card, contents
from ludoteka.core.rules import read_rules
from ludoteka.server.auth import Lang, Viewer
from ludoteka.server.house import House
from ludoteka.server.lessons import Lesson, Setting, Task, lesson
from ludoteka.server.pages.home import shelf
from ludoteka.server.pages.positions import Place, PositionController, Try, known, position
from ludoteka.server.pages.shell import Asked, play_words, render, words
from ludoteka.server.people import User
from ludoteka.server.refused import ruled_by
from ludoteka.server.routes.intentions import legal_atoms
from ludoteka.server.views import Drawing, PanelOut, StateOut, drawing, panel_out


class Frame(msgspec.Struct):
    """One picture of a board that can be walked through."""

    board: Drawing
    panels: list[PanelOut]
    words: str


class Tried(msgspec.Struct):
    ok: bool
    words: str
    state: StateOut


def frames(setting: Setting, lang: str) -> list[Frame]:
    """The pictures of a page: `skip` actions are played unseen; `panels` names those shown under the board."""
    found: list[Frame] = []
    before, shown, skip = setting.start(), setting.given.get("panels", ()), setting.given.get("skip", 0)
    for n, (state, action) in enumerate(setting.frames()):
        if n >= skip:
            view = state.view(setting.seat)
            said = setting.game.describe(before, action, lang) if action is not None and n > skip else ""
            panels = [panel_out(p) for p in setting.game.panels(view, lang) if p.id in shown] if shown else []
            found.append(Frame(drawing(setting.game.draw(view, lang)), panels, said))
        before = state
    return found


@cache
def boards(name: str, lang: str) -> msgspec.Raw:
    """The pictures of a lesson, the same for every reader: drawn and written once."""
    found = lesson(name) or Lesson((), ())
    return msgspec.Raw(msgspec.json.encode([frames(p.board, lang) if p.board else [] for p in found.pages]))


@get("/learn", include_in_schema=False)
async def learn_index(request: Asked, lang: Lang, viewer: Viewer) -> Template:
    return render(request, "learn.html", lang, viewer, {}, games=shelf(lang))


@get("/learn/{name:str}", include_in_schema=False)
async def lesson_page(name: FromPath[str], request: Asked, lang: Lang, viewer: Viewer) -> Template:
    game = known(name)
    found = lesson(name) or Lesson((), ())
    title = game.catalogue(lang).say("game.title")
    pages = [(p.title[lang], p.text[lang].strip().split("\n\n"), p.board is not None) for p in found.pages]
    data = {"boards": await asyncio.to_thread(boards, name, lang), "game": name}
    return render(
        request, "lesson.html", lang, viewer, data, title=title, game=name, pages=pages, tasks=len(found.tasks)
    )


@get("/learn/{name:str}/try", include_in_schema=False)
async def try_page(name: FromPath[str], request: Asked, lang: Lang, viewer: Viewer) -> Template:
    game = known(name)
    found = lesson(name)
    if found is None or not found.tasks:
        raise NotFoundException
    asks = [task.ask[lang] for task in found.tasks]
    title = game.catalogue(lang).say("game.title")
    data: dict[str, Any] = {"game": name, "asks": asks, "quiet": True, **play_words(name, lang)}
    return render(request, "try.html", lang, viewer, data, title=title, game=name)


@get("/rules/{name:str}", include_in_schema=False)
async def rules_page(name: FromPath[str], request: Asked, lang: Lang, viewer: Viewer) -> Template:
    """Every rule with its number, from the same file that the tests are checked against."""
    game = known(name)
    rules = read_rules(game.folder, lang)
    sections: dict[str, list[object]] = {}
    for rule in rules.values():
        sections.setdefault(rule.section, []).append(rule)
    things: dict[str, list[Card]] = {}
    for card in contents(game, lang):
        things.setdefault(card.kind, []).append(card)
    shown = {"sections": sections, "things": things, "title": game.catalogue(lang).say("game.title")}
    return render(request, "rules.html", lang, viewer, {}, **shown, game=name, count=len(rules))


class TryController(PositionController):
    """The tasks of a lesson: the same questions as at a table, but nothing is kept."""

    path = "/api/learn/{name:str}/{number:int}"
    tags = ("learn",)
    opt = {"refuses": (422,)}  # noqa: RUF012 (Litestar reads it so)

    @get("/")
    async def show(self, name: FromPath[str], number: FromPath[int], lang: Lang) -> StateOut:
        """The position of a task."""
        setting = self.task(name, number).setting
        return position(setting.game, setting.last(), setting.seat, lang)

    @post("/", status_code=HTTP_200_OK)
    async def answer(self, name: FromPath[str], number: FromPath[int], data: JSONBody[Try], lang: Lang) -> Tried:
        """Do something: whether it is what was asked for, and what comes of it."""
        task = self.task(name, number)
        game, state, seat = task.setting.game, task.setting.last(), task.setting.seat
        with ruled_by(game):
            atoms = legal_atoms(game, state, "; ".join(data.atoms))
        if not any(task.solved_by(action) for action in atoms):
            return Tried(False, words(lang).say("learn.not_that"), position(game, state, seat, lang))
        for action in atoms:
            state.apply(action)
        task.setting.settle(state)
        return Tried(True, task.done[lang], position(game, state, seat, lang, 1))

    async def place(self, name: str, number: int, house: House, viewer: User | None) -> Place:
        setting = self.task(name, number).setting
        return Place(setting.game, setting.last(), setting.seat)

    def task(self, name: str, number: int) -> Task:
        known(name)
        found = lesson(name)
        if found is None or not 0 <= number < len(found.tasks):
            raise NotFoundException
        return found.tasks[number]


LEARN = [learn_index, lesson_page, try_page, rules_page]
