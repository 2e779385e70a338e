"""What somebody could want: plans for a thing, and their prices, before anything is done."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Annotated

import msgspec
from litestar import Controller, get
from litestar.params import FromPath, QueryParameter

from ludoteka.core import intentions_words
from ludoteka.core.action import Action
from ludoteka.core.errors import IllegalAction, NotYourTurn
from ludoteka.core.game import Game, State
from ludoteka.core.wish import say_why, title, two_turns, wish
from ludoteka.server.auth import Lang, Member, TheHouse
from ludoteka.server.intended import AmountOut, Intended, amounts_out, intended
from ludoteka.server.refused import Refused, ruled_by
from ludoteka.server.routes.moves import own_seat
from ludoteka.server.routes.tables import SeatWish, seen_table
from ludoteka.server.views import called

Thing = Annotated[str, QueryParameter(name="at", max_length=60)]
What = Annotated[str, QueryParameter(name="what", max_length=60)]
Who = Annotated[str, QueryParameter(name="who", max_length=3)]
After = Annotated[str, QueryParameter(name="after", max_length=2000)]


def legal_atoms(game: Game, state: State, text: str) -> list[Action]:
    """The actions of a plan so far, joined by "; "; each must be legal when it comes."""
    seat, found = state.to_move(), []
    here = state.resample(seat, Random(0))  # the planner's world: a plan must not find out what is hidden
    for part in text.split("; ") if text else ():
        action = game.parse(part)
        if here.to_move() != seat:
            raise NotYourTurn(seat, here.to_move())
        why = here.why_not(action)
        if why is not None:
            raise IllegalAction(part, why)
        here.apply(action)
        found.append(action)
    return found


def things(at: str, what: str, who: str) -> dict[str, str]:
    return {kind: thing for kind, thing in (("at", at), ("what", what), ("seat", who)) if thing}


class ConditionOut(msgspec.Struct):
    met: bool
    message: str
    rule: str = ""
    id: str = ""


class HelpOut(msgspec.Struct):
    label: str
    text: str


class StepOut(msgspec.Struct):
    """A turn of a way to a wish."""

    title: str
    atoms: list[str]
    amounts: list[AmountOut]


class WishOut(msgspec.Struct):
    """Why not, for what was meant."""

    asked: str
    """The likeliest wish for the thing, in words."""
    conditions: list[ConditionOut]
    """What stands in its way, then what does not."""
    helps: list[HelpOut]
    """What could be done now to come nearer."""
    way: list[StepOut] = []
    """If it can be had in two turns: what to do now, and then."""


def wish_out(game: Game, state: State, wanted: dict[str, str], lang: str, players: Sequence[str]) -> WishOut | None:
    """None if the wish can be had."""
    found = wish(game, state, wanted)
    if found is None:
        return None
    conditions = []
    for c in found.conditions:
        if c.why is not None:
            conditions.append(ConditionOut(False, say_why(game, c.why, lang), c.why.rule, c.why.id))
        elif c.action is not None:
            conditions.append(ConditionOut(True, game.describe(state, c.action, lang, offered=True, players=players)))
    helps = [HelpOut(game.describe(state, a, lang, offered=True, players=players), str(a)) for a in found.helps]
    seat = state.to_move()
    way = [
        StepOut(
            intentions_words.title(game, i, lang, players),
            [str(a) for a in i.actions],
            amounts_out(game, list(i.price(seat).items()), lang),
        )
        for i in two_turns(game, state, wanted) or ()
    ]
    return WishOut(title(game, state, found, lang, players), conditions, helps, way)


class IntentionsController(Controller):
    path = "/api/tables/{id:str}"
    tags = ("play",)

    @get("/intentions")
    async def intentions(
        self,
        id: FromPath[str],
        house: TheHouse,
        member: Member,
        lang: Lang,
        at: Thing = "",
        what: What = "",
        who: Who = "",
        after: After = "",
        seat: SeatWish = None,
    ) -> Intended:
        """What you could want with a thing (a place `at`, a piece `what`, a seat `who`), best first.

        `after` are the actions of a plan under way, joined by "; ". Without a thing: that plan and what follows, or the
        usual answer to the question."""
        table = await seen_table(house, id, member)
        state = table.match.state
        if own_seat(table, member, seat) != table.to_move:
            raise Refused(409, "error.not_asked")
        with ruled_by(table.game):
            atoms = legal_atoms(table.game, state, after)
            return intended(table.game, state, things(at, what, who), atoms, lang, called(table, lang))

    @get("/wish")
    async def why_not(
        self,
        id: FromPath[str],
        house: TheHouse,
        member: Member,
        lang: Lang,
        at: Thing = "",
        what: What = "",
        who: Who = "",
        seat: SeatWish = None,
    ) -> WishOut | None:
        """Why what you most likely want with a thing cannot be had: all that is in its way and what would help.
        Nothing if it can be had."""
        table = await seen_table(house, id, member)
        if own_seat(table, member, seat) != table.to_move:
            raise Refused(409, "error.not_asked")
        return wish_out(table.game, table.match.state, things(at, what, who), lang, called(table, lang))
