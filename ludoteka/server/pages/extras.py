"""What the page asks for beyond playing: what an action would bring."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Annotated

import msgspec
from litestar import Controller, get
from litestar.params import FromPath, QueryParameter

from ludoteka.core.game import CHANCE, OVER, Game, State
from ludoteka.core.match import reveals
from ludoteka.server.auth import Lang, Member, TheHouse
from ludoteka.server.pages.shell import words
from ludoteka.server.refused import Refused, ruled_by
from ludoteka.server.routes.moves import own_seat
from ludoteka.server.routes.tables import SeatWish, seen_table


class Note(msgspec.Struct):
    seat: int
    who: str
    what: str
    n: int


class Preview(msgspec.Struct):
    notes: list[Note]
    """What the action itself gives and takes, as far as the seat can know."""
    then: str
    """What comes after it, in words."""


def what_follows(game: Game, state: State, seat: int, text: str, lang: str, players: Sequence[str]) -> Preview:
    """The action tried out in a world the seat may believe in, so that nothing hidden shows."""
    say = words(lang)
    action = game.parse(text)
    world = state.resample(seat, Random(0))
    world.notes = []
    world.apply(action)
    totals: dict[tuple[int, str], int] = {}
    for who, what, n, _ in world.notes:
        totals[who, what] = totals.get((who, what), 0) + n
    notes = [
        Note(who, name_of(players, who, seat, lang), _amount(game, what, n, lang), n)
        for (who, what), n in totals.items()
        if 0 <= who < len(players)
    ]
    mover = world.to_move()
    if mover == OVER:
        then = say.say("then.over")
    elif mover == CHANCE:
        then = say.say("then.chance")
    elif reveals(state, action):
        then = say.say("then.reveals")
    elif mover == seat:
        then = ""
    else:
        then = say.say("then.other", name=name_of(players, mover, seat, lang))
    return Preview(notes, then)


def _amount(game: Game, what: str, n: int, lang: str) -> str:
    """The word after the number, in the right form: 1 point, 2 points."""
    own = game.catalogue(lang)
    return own.say(f"note.{what}", n=abs(n)) if f"note.{what}" in own else own.name("what", what)


def name_of(players: Sequence[str], who: int, seat: int, lang: str) -> str:
    catalogue = words(lang)
    if who == seat:
        return catalogue.say("js.you")
    name = players[who]
    return catalogue.messages.get(name.replace("bot:", "bot."), name)


class ExtrasController(Controller):
    path = "/api/tables/{id:str}"
    tags = ("page",)

    @get("/preview")
    async def preview(
        self,
        id: FromPath[str],
        house: TheHouse,
        member: Member,
        lang: Lang,
        text: Annotated[str, QueryParameter(name="text", max_length=120)],
        seat: SeatWish = None,
    ) -> Preview:
        """What a legal action of yours would give, take and lead to."""
        table = await seen_table(house, id, member)
        mine, state = own_seat(table, member, seat), table.match.state
        if mine != table.to_move:
            raise Refused(409, "error.not_asked")
        with ruled_by(table.game):
            table.match.fork().play(mine, text)
            return what_follows(table.game, state, mine, text, lang, [s.name for s in table.seats])
