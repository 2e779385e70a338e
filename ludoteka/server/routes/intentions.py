"""What somebody could want: plans for a thing, and their prices, before anything is done."""

from __future__ import annotations

from random import Random
from typing import Annotated

from litestar import Controller, get
from litestar.params import FromPath, QueryParameter

from ludoteka.core.action import Action
from ludoteka.core.errors import IllegalAction, NotYourTurn
from ludoteka.core.game import Game, State
from ludoteka.server.auth import Lang, Member, TheHouse
from ludoteka.server.intended import Intended, intended
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
