"""Quick pairing: say what you want to play and get a seat."""

from __future__ import annotations

import msgspec
from litestar import Controller, get, post
from litestar.params import FromQuery, JSONBody
from litestar.status_codes import HTTP_200_OK

from ludoteka.server.auth import Lang, Player, TheHouse
from ludoteka.server.finding import ClockName, PairWish, Waiting
from ludoteka.server.limits import limit
from ludoteka.server.routes.tables import Whole, whole


class Usual(msgspec.Struct):
    seconds: float | None
    """That half of those paired lately had to wait; unknown if nobody was."""


class PairingController(Controller):
    path = "/api/pairing"
    tags = ("tables",)

    @get("/")
    async def waiting(self, house: TheHouse) -> list[Waiting]:
        """Who waits for what kind of match."""
        return await house.pairing.waiting()

    @get("/usual", refuses=(422,))
    async def usual(self, house: TheHouse, game: FromQuery[str], clock: FromQuery[ClockName] = "none") -> Usual:
        """How long people usually wait."""
        return Usual(await house.pairing.usual_wait(game[:40], clock))

    @post(
        "/",
        status_code=HTTP_200_OK,
        middleware=[limit("create", "minute", 20, 60), limit("create", "day", 200, 400)],
        refuses=(404,),
    )
    async def find(self, data: JSONBody[PairWish], house: TheHouse, player: Player, lang: Lang) -> Whole:
        """A seat at a table of that kind, which begins by itself when it is full."""
        return await whole(house, await house.pairing.find(player, data), player, lang)
