"""The busiest request has a short way: a move by somebody known, whole in one piece, which the rules allow.

Nothing is decided here. What was not proved before, and all that is refused, goes the long way from its beginning and
is answered there. Without the general parts of Litestar, and ours around them, a move costs half (docs/benchmarks.md).
"""

from __future__ import annotations

from typing import Any

import msgspec
import structlog
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.types import Receive, Scope, Send

from ludoteka.core.errors import LudotekaError
from ludoteka.server.door import LONGEST_BODY, check_body
from ludoteka.server.house import House
from ludoteka.server.limits import count
from ludoteka.server.people import User
from ludoteka.server.proofs import shown_by
from ludoteka.server.routes.moves import MOVES, Move, make_move
from ludoteka.server.routes.tables import seen_table

BEFORE, BEHIND = "/api/tables/", "/moves"
Headers = list[tuple[bytes, bytes]]
_decode = msgspec.json.Decoder(Move).decode
_encode = msgspec.json.Encoder().encode
log = structlog.get_logger()


class ShortCut:
    def __init__(self, state: State, headers: Headers) -> None:
        self.state = state
        self.headers = headers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> Receive | None:
        """Answer and return None, or return what the long way is to receive."""
        path = scope["path"]
        if not (path.startswith(BEFORE) and path.endswith(BEHIND)):
            return receive
        house: House = self.state.house
        user = known(house, scope)
        if user is None:
            return receive
        message: Any = await receive()
        body = message.get("body", b"")
        if message["type"] != "http.request" or message.get("more_body") or len(body) > LONGEST_BODY:
            return _again(message, receive)
        try:
            check_body(body)
            data = _decode(body)
            count(house.limits, scope, user.id, MOVES)
            scope["state"]["counted"] = True
            table = await seen_table(house, path[len(BEFORE) : -len(BEHIND)], user)
            answer = _encode(await make_move(house, table, user, data))
        except Exception as error:
            if not isinstance(error, LudotekaError | HTTPException | msgspec.MsgspecError):
                log.exception("fault", path=path, method="POST", exc_info=error)
            return _again(message, receive)  # done once at most: the move says which position it answers
        headers = [*self.headers, (b"content-length", b"%d" % len(answer))]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": answer, "more_body": False})
        return None


def known(house: House, scope: Scope) -> User | None:
    """Whoever asks, if all that `auth.py` wants to see was proved before."""
    if house.order.shut(scope["client"]):
        return None
    shown = shown_by(scope)
    secret = house.proofs.secret_of(shown)
    found = house.people.remembered(secret) if secret and house.proofs.fits(shown) else None
    return found[0] if found else None


def _again(first: Any, receive: Receive) -> Receive:
    """What was received already, and then the rest."""
    waiting = [first]

    async def again() -> Any:
        return waiting.pop() if waiting else await receive()

    return again
