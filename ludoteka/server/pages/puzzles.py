"""Puzzles: the list, one to think about, and trying it."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Annotated, Any

import msgspec
from babel.dates import format_date
from litestar import get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from litestar.response import Template
from litestar.status_codes import HTTP_200_OK
from litestar.types import ControllerRouterHandler

from ludoteka import games
from ludoteka.bots.puzzles import Puzzle, puzzles_of
from ludoteka.core.intentions import intend
from ludoteka.core.intentions_words import title
from ludoteka.server.auth import Lang, Player, TheHouse, Viewer
from ludoteka.server.house import House
from ludoteka.server.limits import limit
from ludoteka.server.mined import OWN, Own, own_puzzles
from ludoteka.server.pages.positions import Place, PositionController, Try, known, position
from ludoteka.server.pages.shell import Asked, play_words, render
from ludoteka.server.people import User
from ludoteka.server.puzzling import Fame, Progress, Streak, daily, today
from ludoteka.server.refused import ruled_by
from ludoteka.server.routes.intentions import legal_atoms
from ludoteka.server.views import StateOut

OfGame = Annotated[str, QueryParameter(name="game", max_length=40)]
OfTheme = Annotated[str, QueryParameter(name="theme", max_length=40)]
MOST = 2**31
"""Beyond it no database looks for a number."""


class PuzzleBrief(msgspec.Struct):
    game: str
    number: int
    title: str
    themes: dict[str, str]
    """Their ids, and in words."""
    today: bool
    mine: bool
    """From a match you played here."""
    solved: bool
    """By you."""
    fame: Fame


class PuzzleSaid(msgspec.Struct):
    """A try in words."""

    label: str
    ok: bool
    value: int | None
    """What the strongest bot expects of it, of 100; None if it did not think of it."""


class PuzzleOut(msgspec.Struct):
    state: StateOut
    tries: list[PuzzleSaid]
    left: int
    solved: bool
    answer: str
    """In words, once it is solved or no try is left."""
    best: int | None
    rule: str
    """The rule that it is about; a hint."""
    themes: list[str]


async def find(name: str, number: int, house: House, viewer: User | None) -> Puzzle:
    known(name)
    found = puzzles_of(name)
    if 0 <= number < len(found):
        return found[number]
    own = await own_puzzles(house.store, viewer, number) if OWN <= number < MOST else []
    if not own or own[0].puzzle.game != name:
        raise NotFoundException
    return own[0].puzzle


def themes_in_words(puzzle: Puzzle, lang: str) -> dict[str, str]:
    say = games.load(puzzle.game).catalogue(lang).say
    return {theme: say(f"theme.{theme}") for theme in puzzle.themes}


def in_words(puzzle: Puzzle, texts: list[str], lang: str) -> str:
    """What somebody wants there, as a plan is called; or only its action, if others must come before it."""
    game, state = games.load(puzzle.game), puzzle.start()
    actions = [game.parse(text) for text in texts]
    if actions[0] in state.legal_actions():
        return title(game, intend(game, state, actions, follow=False), lang)
    return game.describe(state, actions[-1], lang, offered=True)


def out(puzzle: Puzzle, progress: Progress, lang: str) -> PuzzleOut:
    game, state = games.load(puzzle.game), puzzle.start()
    tries = [
        PuzzleSaid(in_words(puzzle, [t.text], lang), t.ok, None if t.value is None else round(100 * t.value))
        for t in progress.tries
    ]
    answer = in_words(puzzle, list(puzzle.answer), lang) if progress.done else ""
    return PuzzleOut(
        position(game, state, puzzle.seat, lang),
        tries,
        progress.left,
        progress.solved,
        answer,
        round(100 * puzzle.value) if progress.done else None,
        puzzle.rule,
        list(themes_in_words(puzzle, lang).values()),
    )


async def briefs(house: House, viewer: User | None, lang: str, only_today: bool = False) -> list[PuzzleBrief]:
    """All puzzles, those of today first."""
    days = {name: daily(name, today()) for name in games.names()}
    numbered = [
        Own(number, puzzle, False)
        for name, now in days.items()
        for number, puzzle in enumerate(puzzles_of(name))
        if number == now or not only_today
    ]
    numbered += [] if only_today else await own_puzzles(house.store, viewer)
    solved = await house.puzzling.solved(viewer)
    fames = await house.puzzling.fames([own.puzzle for own in numbered])
    found = [
        PuzzleBrief(
            puzzle.game,
            number,
            games.load(puzzle.game).catalogue(lang).say("game.title"),
            themes_in_words(puzzle, lang),
            number == days[puzzle.game],
            mine,
            puzzle.id in solved,
            fame,
        )
        for (number, puzzle, mine), fame in zip(numbered, fames, strict=True)
    ]
    return sorted(found, key=lambda b: not b.today)


def week() -> list[str]:
    """The numbers of the last seven days, today last."""
    now = datetime.now(UTC).date()
    return [str((now - timedelta(days=ago)).day) for ago in reversed(range(7))]


def fits(brief: PuzzleBrief, game: str, theme: str, mine: bool) -> bool:
    return game in ("", brief.game) and (not theme or theme in brief.themes) and (brief.mine or not mine)


@get("/puzzles", include_in_schema=False)
async def puzzles_page(
    request: Asked,
    house: TheHouse,
    lang: Lang,
    viewer: Viewer,
    game: OfGame = "",
    theme: OfTheme = "",
    mine: FromQuery[bool] = False,
) -> Template:
    every = await briefs(house, viewer, lang)
    themes: dict[str, dict[str, str]] = {}
    by_game: dict[str, list[PuzzleBrief]] = {}
    for brief in every:
        themes.setdefault(brief.game, {}).update(brief.themes)
        if fits(brief, game, theme, mine):
            by_game.setdefault(brief.game, []).append(brief)
    shown: dict[str, Any] = {
        "today": [b for b in every if b.today],
        "titles": {b.game: b.title for b in every},
        "themes": themes,
        "by_game": by_game,
        "chosen": (game, theme, mine),
        "streak": await house.puzzling.streak(viewer.id if viewer else ""),
    }
    return render(request, "puzzles.html", lang, viewer, {}, **shown, days=week())


@get("/puzzles/{name:str}/{number:int}", include_in_schema=False)
async def puzzle_page(
    name: FromPath[str], number: FromPath[int], request: Asked, house: TheHouse, lang: Lang, viewer: Viewer
) -> Template:
    puzzle = await find(name, number, house, viewer)
    is_today = daily(name, today()) == number
    data: dict[str, Any] = {"game": name, "number": number, "quiet": True, **play_words(name, lang)}
    shown: dict[str, Any] = {
        "title": games.load(name).catalogue(lang).say("game.title"),
        "game": name,
        "number": number,
        "day": format_date(date.fromtimestamp(today() * 86_400), "d MMMM", lang) if is_today else "",
        "fame": (await house.puzzling.fames([puzzle]))[0],
        "streak": await house.puzzling.streak(viewer.id if viewer else ""),
        "days": week(),
        "more": [b for b in await briefs(house, viewer, lang, only_today=True) if b.game != name],
        "next": (number + 1) % len(puzzles_of(name)) if puzzles_of(name) else number,
    }
    return render(request, "puzzle.html", lang, viewer, data, **shown)


class PuzzlesController(PositionController):
    path = "/api/puzzles/{name:str}/{number:int}"
    tags = ("puzzles",)

    async def place(self, name: str, number: int, house: House, viewer: User | None) -> Place:
        puzzle = await find(name, number, house, viewer)
        return Place(games.load(name), puzzle.start(), puzzle.seat)

    @get("/")
    async def show(
        self, name: FromPath[str], number: FromPath[int], house: TheHouse, viewer: Viewer, lang: Lang
    ) -> PuzzleOut:
        """The position, your tries so far, and the answer once you are done."""
        puzzle = await find(name, number, house, viewer)
        return out(puzzle, await house.puzzling.progress(puzzle, viewer), lang)

    @post("/", status_code=HTTP_200_OK, middleware=[limit("tries", "minute", 60, 200)])
    async def attempt(
        self,
        name: FromPath[str],
        number: FromPath[int],
        data: JSONBody[Try],
        house: TheHouse,
        player: Player,
        lang: Lang,
    ) -> PuzzleOut:
        """Try it; the first three tries count."""
        puzzle = await find(name, number, house, player)
        game = games.load(name)
        with ruled_by(game):
            atoms = legal_atoms(game, puzzle.start(), "; ".join(data.atoms))
        return out(puzzle, await house.puzzling.attempt(puzzle, player, atoms), lang)


@get("/api/puzzles", tags=["puzzles"])
async def puzzle_list(
    house: TheHouse, viewer: Viewer, lang: Lang, game: OfGame = "", theme: OfTheme = "", mine: FromQuery[bool] = False
) -> list[PuzzleBrief]:
    """All puzzles, or those of a game, a theme, your own matches; those of today first."""
    return [b for b in await briefs(house, viewer, lang) if fits(b, game, theme, mine)]


@get("/api/puzzles/streak", tags=["puzzles"])
async def puzzle_streak(house: TheHouse, viewer: Viewer) -> Streak:
    """On how many days in a row you have solved a puzzle of the day."""
    return await house.puzzling.streak(viewer.id if viewer else "")


PUZZLES: list[ControllerRouterHandler] = [puzzles_page, puzzle_page, puzzle_list, puzzle_streak, PuzzlesController]
