"""Cards: what explains the things on a drawing, with the numbers of the position and no secret of another seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import msgspec
from litestar import Controller, get
from litestar.params import FromPath, QueryParameter

from ludoteka.core.cards import KINDS, explain, portrait
from ludoteka.core.game import Game
from ludoteka.core.svg import Svg
from ludoteka.server.auth import Lang, TheHouse, Viewer
from ludoteka.server.routes.results import past, reader
from ludoteka.server.routes.tables import Code, SeatWish, seen_table
from ludoteka.server.views import Drawing, FigureOut, called, drawing, figure_out

Things = Annotated[str, QueryParameter(name="things", max_length=2000)]
Step = Annotated[int | None, QueryParameter(name="step", ge=0, le=1_000_000)]
Large = Annotated[bool, QueryParameter(name="large")]
MOST = 60


class CardOut(msgspec.Struct):
    thing: str
    """As it was asked for: `what:FAV11`."""
    name: str
    text: str
    """Paragraphs are lines."""
    kind: str
    now: list[tuple[str, str]]
    """Numbers of the position with their labels."""
    rules: list[str]
    note: str
    face: Drawing | None = None
    hard: int = 0
    """How hard it is to play well, from 1 to 3; 0 is not said."""
    places: list[str] = []
    """Where on the board it is at home."""
    brief: str = ""
    """Its text in a few words, for a list of choices that are compared."""
    figures: list[FigureOut] = []
    """Beside its name in such a list: what it gives and costs."""


def face_out(svg: Svg) -> Drawing:
    """Its symbols are those of the board, which the page has."""
    return msgspec.structs.replace(drawing(svg), defs=None)


def cards_out(
    game: Game, view: Mapping[str, Any], things: str, lang: str, large: bool = False, players: Sequence[str] = ()
) -> list[CardOut]:
    """The cards of `at:E7,what:FAV11,seat:1`; things that do not exist have none."""
    found = []
    for asked in things.split(",")[:MOST]:
        kind, _, thing = asked.partition(":")
        if kind not in KINDS:
            continue
        card = explain(game, view, kind, thing, lang, players)
        if card is not None:
            svg = (portrait(game, view, kind, thing, lang) if large else None) or card.face
            told = (card.name, card.text, card.kind, list(card.now), list(card.rules), card.note)
            face = face_out(svg) if svg else None
            figures = [figure_out(f) for f in card.figures]
            found.append(CardOut(asked, *told, face, card.hard, list(card.places), card.brief, figures))
    return found


class CardsController(Controller):
    path = "/api/tables/{id:str}"
    tags = ("play",)

    @get("/cards")
    async def cards(
        self,
        id: FromPath[str],
        house: TheHouse,
        viewer: Viewer,
        lang: Lang,
        things: Things,
        code: Code = "",
        seat: SeatWish = None,
        step: Step = None,
        large: Large = False,
    ) -> list[CardOut]:
        """What explains these things (`at:E7,what:FAV11`), now or after so many actions, as you may know it."""
        table = await seen_table(house, id, viewer, code)
        state = table.match.state if step is None else past(table, step)
        view = state.view(reader(table, viewer, seat))
        return cards_out(table.game, view, things, lang, large, called(table, lang))
