"""Tournaments and leagues: announce, enter, follow."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import urlsplit

import msgspec
from litestar import Controller, Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.status_codes import HTTP_200_OK
from msgspec import Meta

from ludoteka import games
from ludoteka.server.auth import Lang, Member, TheHouse, Viewer
from ludoteka.server.limits import limit
from ludoteka.server.newtable import Word
from ludoteka.server.refused import ruled_by
from ludoteka.server.tournaments.calendar import calendar
from ludoteka.server.tournaments.office import NewTournament
from ludoteka.server.tournaments.plan import MOST
from ludoteka.server.tournaments.shown import Notice, Status, TournamentOut, listed, whole


class BotsIn(msgspec.Struct, forbid_unknown_fields=True):
    bot: Word
    many: Annotated[int, Meta(ge=1, le=MOST)] = 1


class TournamentsController(Controller):
    path = "/api/tournaments"
    tags = ("tournaments",)

    @get("/")
    async def index(
        self, house: TheHouse, viewer: Viewer, lang: Lang, status: FromQuery[Status | None] = None
    ) -> list[Notice]:
        """Tournaments and seasons of leagues: those you may enter, those under way, those that are over."""
        return await listed(house, viewer, lang, status)

    @post("/", middleware=[limit("create", "minute", 20, 60), limit("create", "day", 200, 400)])
    async def announce(
        self, data: JSONBody[NewTournament], house: TheHouse, member: Member, lang: Lang
    ) -> TournamentOut:
        """Announce one; you need an account. From then on the server runs it alone."""
        with ruled_by(games.load(data.game)):
            id = await house.tournaments.announce(member, data)
        return await whole(house, id, member, lang)

    @get("/{id:str}")
    async def show(self, id: FromPath[str], house: TheHouse, viewer: Viewer, lang: Lang) -> TournamentOut:
        """Entries, rounds with their tables, standings, and what your place would mean."""
        return await whole(house, id, viewer, lang)

    @post("/{id:str}/enter", status_code=HTTP_200_OK, middleware=[limit("join", "minute", 60, 300)])
    async def enter(self, id: FromPath[str], house: TheHouse, member: Member, lang: Lang) -> TournamentOut:
        """Take part; you need an account."""
        await house.tournaments.enter(id, member)
        return await whole(house, id, member, lang)

    @post("/{id:str}/withdraw", status_code=HTTP_200_OK)
    async def withdraw(self, id: FromPath[str], house: TheHouse, member: Member, lang: Lang) -> TournamentOut:
        """Take part no longer: you are not paired any more. A match under way goes on; leave it at its table."""
        await house.tournaments.withdraw(id, member)
        return await whole(house, id, member, lang)

    @post("/{id:str}/bots", status_code=HTTP_200_OK, middleware=[limit("create", "minute", 20, 60)])
    async def bots(
        self, id: FromPath[str], data: JSONBody[BotsIn], house: TheHouse, member: Member, lang: Lang
    ) -> TournamentOut:
        """The host enters bots of the house."""
        await house.tournaments.enter_bots(id, member, data.bot, data.many)
        return await whole(house, id, member, lang)

    @post("/{id:str}/start", status_code=HTTP_200_OK)
    async def start(self, id: FromPath[str], house: TheHouse, member: Member, lang: Lang) -> TournamentOut:
        """The host begins the first round now."""
        await house.tournaments.start(id, member)
        return await whole(house, id, member, lang)

    @post("/{id:str}/off", status_code=HTTP_200_OK)
    async def call_off(self, id: FromPath[str], house: TheHouse, member: Member, lang: Lang) -> TournamentOut:
        """The host or a moderator ends it; matches under way are played on."""
        await house.tournaments.call_off(id, member)
        return await whole(house, id, member, lang)

    @get("/{id:str}/calendar.ics", media_type="text/calendar")
    async def calendar(self, id: FromPath[str], house: TheHouse, lang: Lang) -> Response[str]:
        """The start and the ends of rounds for a calendar program."""
        link = house.notices.link(f"/tournaments/{id}")
        text = calendar(await whole(house, id, None, lang), lang, urlsplit(link).hostname or "ludoteka", link)
        return Response(text, media_type="text/calendar; charset=utf-8")
