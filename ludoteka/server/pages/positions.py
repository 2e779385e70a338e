"""Positions of no table, for lessons and puzzles: the same questions as at a table, but nothing is played on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import msgspec
from litestar import Controller, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, QueryParameter
from msgspec import Meta

from ludoteka import games
from ludoteka.core.cards import rule_of
from ludoteka.core.game import OVER, Game, State
from ludoteka.core.intentions import Planner
from ludoteka.server.auth import Lang, TheHouse, Viewer
from ludoteka.server.house import House
from ludoteka.server.intended import Intended, intended
from ludoteka.server.pages.shell import words
from ludoteka.server.people import User
from ludoteka.server.refused import ruled_by
from ludoteka.server.routes.cards import CardOut, Things, cards_out
from ludoteka.server.routes.intentions import After, Thing, What, Who, WishOut, legal_atoms, things, wish_out
from ludoteka.server.routes.moves import Why, reasons
from ludoteka.server.views import StateOut, action_out, drawing, panel_out

Text = Annotated[str, Meta(min_length=1, max_length=120)]


class Try(msgspec.Struct, forbid_unknown_fields=True):
    atoms: Annotated[list[Text], Meta(min_length=1, max_length=40)]


@dataclass(frozen=True)
class Place:
    """A position, made anew, and through whose eyes it is seen."""

    game: Game
    state: State
    seat: int

    def players(self, lang: str) -> list[str]:
        return [words(lang).say("learn.player", n=i + 1) for i in range(self.state.seats)]


def known(name: str) -> Game:
    if name not in games.names():
        raise NotFoundException
    return games.load(name)


def position(game: Game, state: State, seat: int, lang: str, n: int = 0) -> StateOut:
    """Everything a page needs to show it and to offer what may be done."""
    view = state.view(seat)
    mine = state.to_move() == seat
    actions = [action_out(game, state, a, lang) for a in state.legal_actions()]
    return StateOut(
        n=n,
        step=n,
        seat=seat,
        to_move=state.to_move(),
        status="playing",
        ask=game.catalogue(lang).messages.get(f"ask.{state.question()}", ""),
        rule=rule_of(game, state.question()),
        board=drawing(game.draw(view, lang)),
        panels=[panel_out(p) for p in game.panels(view, lang)],
        actions=actions if mine else [],
        events=[],
        can_redo=False,
        scores=[list(score) for score in state.scores()] if state.to_move() == OVER else None,
        shares=None,
        result="",
        view={},
        openings=sorted(Planner(game, state).openings()) if mine else [],
    )


class PositionController(Controller):
    """Below the address of a position: `name` is its game, `number` which one."""

    async def place(self, name: str, number: int, house: House, viewer: User | None) -> Place:
        raise NotImplementedError

    @get("/intentions", refuses=(422,))
    async def intentions(
        self,
        name: FromPath[str],
        number: FromPath[int],
        house: TheHouse,
        viewer: Viewer,
        lang: Lang,
        at: Thing = "",
        what: What = "",
        who: Who = "",
        after: After = "",
    ) -> Intended:
        """What could be wanted in the position."""
        here = await self.place(name, number, house, viewer)
        with ruled_by(here.game):
            atoms = legal_atoms(here.game, here.state, after)
            return intended(here.game, here.state, things(at, what, who), atoms, lang, here.players(lang), alone=True)

    @get("/wish", refuses=(422,))
    async def why_not(
        self,
        name: FromPath[str],
        number: FromPath[int],
        house: TheHouse,
        viewer: Viewer,
        lang: Lang,
        at: Thing = "",
        what: What = "",
        who: Who = "",
    ) -> WishOut | None:
        """Why what is meant with a thing cannot be had in the position."""
        here = await self.place(name, number, house, viewer)
        return wish_out(here.game, here.state, things(at, what, who), lang, here.players(lang))

    @get("/cards", refuses=(422,))
    async def cards(
        self,
        name: FromPath[str],
        number: FromPath[int],
        house: TheHouse,
        viewer: Viewer,
        lang: Lang,
        things: Things,
    ) -> list[CardOut]:
        """What explains these things in the position."""
        here = await self.place(name, number, house, viewer)
        return cards_out(here.game, here.state.view(here.seat), things, lang)

    @get("/why", refuses=(422,))
    async def why(
        self,
        name: FromPath[str],
        number: FromPath[int],
        house: TheHouse,
        viewer: Viewer,
        lang: Lang,
        text: Annotated[str, QueryParameter(name="text", max_length=120)],
    ) -> list[Why]:
        """Why an action cannot be done in the position."""
        here = await self.place(name, number, house, viewer)
        return reasons(here.game, here.state, text, lang)
