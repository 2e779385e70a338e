"""What the page asks for beyond playing: what an action would bring, what a bot would do, how a match came about."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from random import Random
from typing import Annotated

import msgspec
from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody, QueryParameter
from litestar.status_codes import HTTP_200_OK

from ludoteka.core.game import CHANCE, OVER, Game, State
from ludoteka.core.match import reveals
from ludoteka.server.auth import Lang, Member, TheHouse, Viewer
from ludoteka.server.limits import limit
from ludoteka.server.pages.shell import words
from ludoteka.server.pages.story import Story, story
from ludoteka.server.refused import Conflict, Refused, ruled_by
from ludoteka.server.routes.moves import Number, OneSeat, own_seat
from ludoteka.server.routes.tables import Code, SeatWish, seen_table
from ludoteka.server.views import NoteOut, called, notes_out


class Note(NoteOut):
    who: str = ""


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
    found = notes_out(game, len(players), world.notes, lang)
    notes = [Note(x.seat, x.n, x.what, name_of(players, x.seat, seat, lang)) for x in found]
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


def name_of(players: Sequence[str], who: int, seat: int, lang: str) -> str:
    return words(lang).say("js.you") if who == seat else players[who]


class HintOut(msgspec.Struct):
    text: str
    """The action in machine notation."""
    words: str
    why: str
    """What the bot expects from it."""
    share: float
    """Of victory, 0 to 1."""


class Ask(msgspec.Struct, forbid_unknown_fields=True):
    n: Number
    """The number of the position it is about: `state.n`."""
    seat: OneSeat | None = None


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
            return what_follows(table.game, state, mine, text, lang, called(table, lang))

    @post("/hint", status_code=HTTP_200_OK, middleware=[limit("hint", "minute", 12, 30)])
    async def hint(
        self, id: FromPath[str], data: JSONBody[Ask], house: TheHouse, member: Member, lang: Lang
    ) -> list[HintOut]:
        """What a strong bot would do on your seat, from what your seat knows. Only where all others are bots and the
        match does not count for ratings."""
        table = await seen_table(house, id, member)
        seat = own_seat(table, member, data.seat)
        if not table.may_hint(seat):
            raise Refused(403, "error.no_hint_rated" if table.row["rated"] else "error.no_hint")
        if seat != table.to_move:
            raise Refused(409, "error.not_asked")
        if data.n != table.n:
            raise Conflict(table.n)
        found = await house.driver.thinker.hint(table, seat, lang, called(table, lang))
        return [HintOut(h.text, h.words, h.why, h.share) for h in found]

    @get("/story")
    async def story(self, id: FromPath[str], house: TheHouse, viewer: Viewer, lang: Lang, code: Code = "") -> Story:
        """Where the points of a finished match came from, and the moments that counted."""
        table = await seen_table(house, id, viewer, code)
        if table.status != "finished":
            raise Refused(409, "error.not_finished")
        return await asyncio.to_thread(story, table.game, table.match, lang)
