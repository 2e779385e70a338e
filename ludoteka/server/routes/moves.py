"""Moves and everything around them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, get, post, put
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, JSONBody, QueryParameter
from litestar.status_codes import HTTP_200_OK, HTTP_409_CONFLICT
from msgspec import Meta

from ludoteka.core.arrange import arrange
from ludoteka.core.errors import IllegalAction, LudotekaError, NotYourTurn, reason
from ludoteka.core.game import Game, State
from ludoteka.core.manner import manner
from ludoteka.core.match import reveals
from ludoteka.server.auth import Lang, Member, TheHouse
from ludoteka.server.auth import lang as lang_of
from ludoteka.server.auth import member as a_member
from ludoteka.server.auto import Orders, Standing, check_premove
from ludoteka.server.house import House
from ludoteka.server.limits import Rule, limit
from ludoteka.server.people import User
from ludoteka.server.refused import Conflict, Problem, Refused, ruled, ruled_by
from ludoteka.server.routes.tables import SeatWish, Whole, seen_table, whole
from ludoteka.server.table import Status, Table

Text = Annotated[str, Meta(min_length=1, max_length=120)]
Premove = Annotated[str, Meta(min_length=1, max_length=600)]
Number = Annotated[int, Meta(ge=0, le=1_000_000)]
OneSeat = Annotated[int, Meta(ge=0, le=20)]
MOVES: Rule = ("moves", "minute", 300, 1500)
"""How many a minute."""


class Move(msgspec.Struct, forbid_unknown_fields=True):
    n: Number
    """The number of the position it answers: `state.n`."""
    text: Text = ""
    """The action in machine notation, or one of `state.events` (`! …`)."""
    seat: OneSeat | None = None
    """Needed only by one who plays several seats."""
    atoms: Annotated[list[Text], Meta(max_length=200)] = []
    """Instead of `text`: several actions that are one move, all or nothing. Where chance, a secret or somebody else
    comes in, the rest is done afterwards if it still fits."""
    arrange: dict[str, Annotated[int, Meta(ge=0, le=1000)]] | None = None
    """Instead of `text`, or after `atoms`: how many pieces each thing holds in the end (`state.arrangement`)."""


class Step(msgspec.Struct, forbid_unknown_fields=True):
    n: Number
    seat: OneSeat | None = None


class Back(Step):
    atom: bool = False
    """Only the last action, not the whole move that it is a part of."""


class Agree(msgspec.Struct, forbid_unknown_fields=True):
    agree: bool
    seat: OneSeat | None = None


class Moved(msgspec.Struct):
    n: int
    step: int
    to_move: int
    status: Status


class Undone(msgspec.Struct):
    done: bool
    """False: the others are asked."""
    n: int


class Lost(msgspec.Struct):
    """Somebody was quicker; this is the table as it is now."""

    problem: Problem
    now: Whole


class Why(msgspec.Struct):
    text: str
    message: str
    id: str
    rule: str


class FormOut(msgspec.Struct):
    id: str
    label: str
    standing: Standing
    numbers: list[int]


class OrdersOut(msgspec.Struct, forbid_unknown_fields=True):
    standing: Annotated[list[Standing], Meta(max_length=20)] = []
    premoves: Annotated[list[Premove], Meta(max_length=20)] = []
    """Each one action, or several joined by "; "."""
    ask_all: bool = False
    """Ask also what nearly everybody answers alike."""


def reasons(game: Game, state: State, text: str, lang: str) -> list[Why]:
    with ruled_by(game):
        why = state.why_not(game.parse(text))
    return [Why(text, game.catalogue(lang).say(why.id, **why.args), why.id, why.rule)] if why is not None else []


LOST = {HTTP_409_CONFLICT: ResponseSpec(Lost, description="Somebody was quicker", generate_examples=False)}


def own_seat(table: Table, user: User, wanted: int | None) -> int:
    mine = table.seats_of(user.id)
    if not mine or (wanted is not None and wanted not in mine):
        raise Refused(403, "error.not_your_seat")
    if wanted is not None:
        return wanted
    return table.to_move if table.to_move in mine else mine[0]


class Overtaken(Conflict):
    """A conflict at a table that the loser may see as it is now."""

    def __init__(self, now: Whole) -> None:
        super().__init__(now.table.n)
        self.now = now


class Racing:
    """What the game refuses inside is told in its words; whoever comes too late is shown the table.

    Not a generator, and the language is asked for only when there is something to say: every move comes by here.
    """

    def __init__(self, house: House, table: Table, request: Request[Any, Any, Any]) -> None:
        self.house = house
        self.table = table
        self.request = request

    async def __aenter__(self) -> None:
        return None

    async def __aexit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, Conflict):
            table = await self.house.cache.get(self.table.id)
            now = await whole(self.house, table, a_member(self.request), lang_of(self.request))
            raise Overtaken(now) from None
        if isinstance(error, LudotekaError) and not isinstance(error, Refused):
            raise ruled(self.table.game, error) from error


async def make_move(house: House, table: Table, user: User, data: Move) -> Moved:
    """What a move asks for, stored."""
    seat = own_seat(table, user, data.seat)
    if not data.atoms and data.arrange is None:
        await house.play.move(table, seat, data.n, data.text)
    else:
        await do_all(house, table, seat, data)
    return Moved(table.n, len(table.match.actions), table.to_move, table.status)


async def do_all(house: House, table: Table, seat: int, data: Move) -> None:
    """Several actions as one move."""
    texts = list(data.atoms)
    if data.arrange is not None:
        state = before_arranging(table, seat, data.atoms)
        arranger = manner(table.game).arrangements.get(state.question())
        if arranger is None or state.to_move() != seat:
            raise IllegalAction("", reason("why.nothing_to_arrange"))
        texts += [str(a) for a in arrange(arranger, state, data.arrange)]
    left = await house.play.move_all(table, seat, data.n, texts)
    await house.driver.keep_rest(table, seat, left)
    if left:
        house.driver.after(table)


def before_arranging(table: Table, seat: int, atoms: Sequence[str]) -> State:
    """The position after these actions, which may tell the seat nothing new: a refusal would tell it, too."""
    state = table.match.state
    if state.to_move() != seat:
        raise NotYourTurn(seat, state.to_move())
    for text in atoms:
        action = table.game.parse(text)
        why = state.why_not(action)
        if why is None and (state.to_move() != seat or reveals(state, action)):
            why = reason("why.nothing_to_arrange")
        if why is not None:
            raise IllegalAction(text, why)
        state = state.clone()
        state.apply(action)
    return state


class MovesController(Controller):
    path = "/api/tables/{id:str}"
    tags = ("play",)

    @post(
        "/moves",
        status_code=HTTP_200_OK,
        responses=LOST,
        middleware=[limit(*MOVES)],
    )
    async def move(
        self, id: FromPath[str], data: JSONBody[Move], house: TheHouse, member: Member, request: Request[Any, Any, Any]
    ) -> Moved:
        """Do something. 409 with the new state if the table has moved on, 422 with the reason if the rules say no."""
        table = await seen_table(house, id, member)
        async with Racing(house, table, request):
            return await make_move(house, table, member, data)

    @post("/undo", status_code=HTTP_200_OK, responses=LOST, middleware=[limit("undo", "minute", 60, 300)])
    async def undo(
        self, id: FromPath[str], data: JSONBody[Back], house: TheHouse, member: Member, request: Request[Any, Any, Any]
    ) -> Undone:
        """Take back your last move; where somebody has learned something since, the others are asked."""
        table = await seen_table(house, id, member)
        seat = own_seat(table, member, data.seat)
        async with Racing(house, table, request):
            done = await house.play.undo(table, seat, data.n, whole=not data.atom)
        return Undone(done, table.n)

    @post("/undo/answer", status_code=HTTP_200_OK)
    async def answer_undo(self, id: FromPath[str], data: JSONBody[Agree], house: TheHouse, member: Member) -> Undone:
        """Agree to the undo that somebody asks for, or not."""
        table = await seen_table(house, id, member, newest=True)
        done = await house.play.answer_undo(table, own_seat(table, member, data.seat), data.agree)
        return Undone(done, table.n)

    @post("/redo", status_code=HTTP_200_OK, responses=LOST)
    async def redo(
        self, id: FromPath[str], data: JSONBody[Step], house: TheHouse, member: Member, request: Request[Any, Any, Any]
    ) -> Moved:
        """Do again what you just took back."""
        table = await seen_table(house, id, member)
        seat = own_seat(table, member, data.seat)
        async with Racing(house, table, request):
            await house.play.redo(table, seat, data.n)
        return Moved(table.n, len(table.match.actions), table.to_move, table.status)

    @get("/why", refuses=(422,))
    async def why(
        self,
        id: FromPath[str],
        house: TheHouse,
        member: Member,
        lang: Lang,
        text: Annotated[str, QueryParameter(name="text", max_length=120)],
        seat: SeatWish = None,
    ) -> list[Why]:
        """Why an action cannot be done now; empty if it can. Only the seat that is asked may ask."""
        table = await seen_table(house, id, member)
        if own_seat(table, member, seat) != table.to_move:
            raise Refused(409, "error.not_asked")
        return reasons(table.game, table.match.state, text, lang)

    @get("/orders/forms")
    async def forms(self, id: FromPath[str], house: TheHouse, member: Member, lang: Lang) -> list[FormOut]:
        """The standing answers that this game offers, in words; `{n}` in them is a number to choose."""
        game = (await seen_table(house, id, member)).game
        say = game.catalogue(lang).messages
        return [
            FormOut(f.id, say[f"order.{f.id}"], Standing(f.answer, f.when, asked=f.asked, last=f.last), list(f.numbers))
            for f in manner(game).orders
        ]

    @get("/orders")
    async def orders(self, id: FromPath[str], house: TheHouse, member: Member, seat: SeatWish = None) -> OrdersOut:
        """Your standing answers and premoves at this table."""
        table = await seen_table(house, id, member)
        given = table.orders.get(own_seat(table, member, seat))
        return OrdersOut(given.standing, given.premoves, given.ask_all) if given else OrdersOut()

    @put("/orders")
    async def set_orders(
        self, id: FromPath[str], data: JSONBody[OrdersOut], house: TheHouse, member: Member, seat: SeatWish = None
    ) -> OrdersOut:
        """Answer in advance. Standing answers stay; premoves are made in order in your next turns, as long as they fit
        (`…/ahead`)."""
        table = await seen_table(house, id, member)
        with ruled_by(table.game):
            for standing in data.standing:
                standing.check(table.match.state)
            for text in data.premoves:
                check_premove(table.match.state, text)
        mine = own_seat(table, member, seat)
        given = table.orders.get(mine)
        rest = given.rest if given else []
        await house.driver.set_orders(table, mine, Orders(data.standing, data.premoves, rest, data.ask_all))
        house.driver.after(table)
        return data
