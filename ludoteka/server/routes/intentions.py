"""What somebody could want: plans for a thing, and their prices, before anything is done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Annotated

import msgspec
from litestar import Controller, get
from litestar.params import FromPath, QueryParameter

from ludoteka.core import intentions_words
from ludoteka.core.action import Action
from ludoteka.core.ahead import foresee
from ludoteka.core.errors import IllegalAction, NotYourTurn
from ludoteka.core.game import Game, State
from ludoteka.core.wish import say_condition, title, two_turns, wish
from ludoteka.server.auth import Lang, Member, TheHouse
from ludoteka.server.auto import Orders
from ludoteka.server.intended import AmountOut, Intended, amounts_out, intended, planned_board, whole_move
from ludoteka.server.planned import Ahead, ahead_out, places_of
from ludoteka.server.refused import Refused, ruled_by
from ludoteka.server.routes.moves import own_seat
from ludoteka.server.routes.tables import SeatWish, seen_table
from ludoteka.server.table import Table
from ludoteka.server.views import Drawing, called

Thing = Annotated[str, QueryParameter(name="at", max_length=60)]
What = Annotated[str, QueryParameter(name="what", max_length=60)]
Who = Annotated[str, QueryParameter(name="who", max_length=3)]
After = Annotated[str, QueryParameter(name="after", max_length=2000)]
Early = Annotated[bool, QueryParameter(name="ahead")]
Number = Annotated[int | None, QueryParameter(name="n", ge=0)]


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
    """A step of a way to a wish."""

    title: str
    atoms: list[str]
    amounts: list[AmountOut]
    at: list[str]
    """Where it happens."""


class WishOut(msgspec.Struct):
    """Why not, for what was meant."""

    asked: str
    """The likeliest wish for the thing, in words."""
    conditions: list[ConditionOut]
    """What stands in its way, then what does not."""
    helps: list[HelpOut]
    """What could be done now to come nearer."""
    way: list[StepOut] = []
    """If it can be had in two steps: what to do now, and then."""
    same_turn: bool = False
    """Both steps fit into this turn; else others move in between."""
    together: list[AmountOut] = []
    """What both bring."""
    verdict: str = ""
    """What is in the way, in two or three words."""
    board: Drawing | None = None
    """How the board would look after both steps."""


def wish_out(game: Game, state: State, wanted: dict[str, str], lang: str, players: Sequence[str]) -> WishOut | None:
    """None if the wish can be had."""
    found = wish(game, state, wanted)
    if found is None:
        return None
    conditions = [
        ConditionOut(c.why is None, say_condition(game, state, c, lang, players), c.why.rule if c.why else "", c.id)
        for c in found.conditions
    ]
    helps = [HelpOut(game.describe(state, a, lang, offered=True, players=players), str(a)) for a in found.helps]
    seat, way = state.to_move(), two_turns(game, state, wanted)
    steps = [
        StepOut(
            intentions_words.title(game, i, lang, players),
            whole_move(game, i, seat),
            amounts_out(game, list(i.price(seat).items()), lang),
            places_of(i),
        )
        for i in ((way.first, way.second) if way else ())
    ]
    asked = title(game, state, found, lang, players)
    verdict = game.catalogue(lang).say(f"verdict.{found.why.kind}") if found.why.kind else ""
    if way is None:
        return WishOut(asked, conditions, helps, steps, verdict=verdict)
    both = Counter(way.first.price(seat))
    both.update(way.second.price(seat))
    brought = amounts_out(game, [(what, n) for what, n in both.items() if n > 0], lang)
    board = planned_board(game, state, way.second.after, seat, lang)
    return WishOut(asked, conditions, helps, steps, way.same_turn, brought, verdict, board)


def looked_at(table: Table, seat: int, early: bool) -> State:
    """The position that a seat asks about: the one it is asked in or, ahead of that, its next turn."""
    if not early:
        if seat != table.to_move:
            raise Refused(409, "error.not_asked")
        return table.match.state
    given = table.orders.get(seat, Orders([], []))
    _, here = foresee(table.game, table.match.state, seat, given.premoves)
    if here is None or seat == table.to_move:
        raise Refused(409, "error.not_ahead")
    return here


class IntentionsController(Controller):
    path = "/api/tables/{id:str}"
    tags = ("play",)

    @get("/intentions", refuses=(422,))
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
        early: Early = False,
        n: Number = None,
        seat: SeatWish = None,
    ) -> Intended:
        """What you could want with a thing (a place `at`, a piece `what`, a seat `who`), best first.

        `after` are the actions of a plan under way, joined by "; ". Without a thing: that plan and what follows, or the
        usual answer to the question. `ahead`: in your next turn, while others move (`…/ahead`). `n`: the number of the
        position that is meant; if the match has gone on, the answer is `stale` and empty."""
        table = await seen_table(house, id, member)
        if n is not None and n != table.n:
            return Intended([], cut=False, stale=True)
        with ruled_by(table.game):
            mine = own_seat(table, member, seat)
            state, alone = looked_at(table, mine, early), table.is_alone(mine)
            atoms = legal_atoms(table.game, state, after)
            return intended(table.game, state, things(at, what, who), atoms, lang, called(table, lang), alone)

    @get("/ahead", refuses=(422,))
    async def ahead(
        self, id: FromPath[str], house: TheHouse, member: Member, lang: Lang, seat: SeatWish = None
    ) -> Ahead:
        """Your next turn as it looks from here, made from what you see; your premoves (`…/orders`) in words, whether
        they still fit, and the last one that was dropped."""
        table = await seen_table(house, id, member)
        mine = own_seat(table, member, seat)
        given = table.orders.get(mine, Orders([], []))
        return ahead_out(table.game, table.match.state, mine, given, lang, called(table, lang))

    @get("/wish", refuses=(422,))
    async def why_not(
        self,
        id: FromPath[str],
        house: TheHouse,
        member: Member,
        lang: Lang,
        at: Thing = "",
        what: What = "",
        who: Who = "",
        early: Early = False,
        seat: SeatWish = None,
    ) -> WishOut | None:
        """Why what you most likely want with a thing cannot be had: all that is in its way and what would help.
        Nothing if it can be had."""
        table = await seen_table(house, id, member)
        state = looked_at(table, own_seat(table, member, seat), early)
        return wish_out(table.game, state, things(at, what, who), lang, called(table, lang))
