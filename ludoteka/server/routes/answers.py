"""Answers by a link in a mail: look at it first, then confirm."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Controller, post
from litestar.params import JSONBody
from litestar.status_codes import HTTP_200_OK
from msgspec import Meta

from ludoteka.server.answers import MOST, Offer
from ludoteka.server.auth import Member, TheHouse
from ludoteka.server.limits import limit

Code = Annotated[str, Meta(min_length=1, max_length=60)]


class AnswerCode(msgspec.Struct, forbid_unknown_fields=True):
    code: Code


class Answer(msgspec.Struct, forbid_unknown_fields=True):
    code: Code
    answer: Annotated[int, Meta(ge=0, lt=MOST)]


class Answered(msgspec.Struct):
    table: str
    n: int


class AnswersController(Controller):
    path = "/api/answers"
    tags = ("play",)

    @post("/look", status_code=HTTP_200_OK, middleware=[limit("answers", "minute", 30, 60)], refuses=(410,))
    async def look(self, data: JSONBody[AnswerCode], house: TheHouse, member: Member) -> Offer:
        """What a link in a mail to you offers."""
        return await house.answers.look(member, data.code)

    @post("/", status_code=HTTP_200_OK, middleware=[limit("answers", "minute", 30, 60)], refuses=(410,))
    async def give(self, data: JSONBody[Answer], house: TheHouse, member: Member) -> Answered:
        """Give that answer. The links of the mail are used up by it."""
        table = await house.answers.give(member, data.code, data.answer)
        return Answered(table.id, table.n)
