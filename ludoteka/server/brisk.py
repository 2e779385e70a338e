"""A request and an answer for the busiest route: one body in, one struct out, without all that Litestar's may hold
besides. Together they save 25 µs of a move (docs/benchmarks.md)."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request, Response
from litestar.response.base import ASGIResponse
from litestar.types import Receive, Scope, Send

from ludoteka.server.door import LONGEST_BODY, body_of

_encode = msgspec.json.Encoder().encode
_JSON = (b"content-type", b"application/json")


class BriskRequest(Request[Any, Any, Any]):
    """Takes the body from the door, which looks at the whole of it, if it came in one piece, as nearly always."""

    async def body(self) -> bytes:
        whole = body_of(self.scope)
        if whole is None:
            first = await self.receive()
            whole = body_of(self.scope)
            if whole is None or len(whole) > LONGEST_BODY:
                self.receive = _again(first, self.receive)
                return await super().body()
        return whole


def _again(first: Any, receive: Receive) -> Receive:
    """What was received, and then the rest."""
    waiting = [first]

    async def again() -> Any:
        return waiting.pop() if waiting else await receive()

    return again


class BriskAnswer(Response[Any]):
    """A struct as JSON. For routes that set no headers and no cookies of their own."""

    def __init__(self, content: Any, *, status_code: int | None = None, **_: Any) -> None:
        self.content = content
        self.status_code = status_code

    def to_asgi_response(self, *_: Any, **__: Any) -> ASGIResponse:
        return _Sent(self.status_code or 200, _encode(self.content))


class _Sent(ASGIResponse):
    def __init__(self, status_code: int, body: bytes) -> None:
        self.status_code = status_code
        self.body = body

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = [_JSON, (b"content-length", b"%d" % len(self.body))]
        await send({"type": "http.response.start", "status": self.status_code, "headers": headers})
        await send({"type": "http.response.body", "body": self.body, "more_body": False})
