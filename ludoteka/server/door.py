"""The one door for what strangers send: text that is no text is refused here, before anything reads it.

Also here: `HEAD`, which is `GET` without the body.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import unquote_to_bytes

import msgspec
from litestar import Litestar
from litestar.types import Message, Receive, Scope, Send

from ludoteka.server.refused import Problem, Refused, words

LONGEST_PATH = 400
LONGEST_QUERY = 4000
LONGEST_BODY = 64_000
"""Where a route says nothing else."""
DEEPEST = 32
"""Lists and objects inside each other in a body; ours have five."""
_NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")
_STRING = re.compile(rb'"(?:[^"\\]|\\.)*"', re.DOTALL)


class Door(Litestar):
    short_cut: Callable[[Scope, Receive, Send], Awaitable[Receive | None]]
    """Answers what it knows how to; else it gives back what is still to be received."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await super().__call__(scope, receive, send)
            return
        try:
            check_address(scope)
        except Refused as error:
            await _refuse(error, scope, send)
            return
        if scope["method"] == "POST":
            receive = await self.short_cut(scope, receive, send)
            if receive is None:
                return
        if scope["method"] != "HEAD":
            await super().__call__(scope, _checked(receive), send)
            return
        await self._head(scope, receive, send)

    async def _head(self, scope: Scope, receive: Receive, send: Send) -> None:
        """As `GET`, but nothing is sent after the headers: a stream need not even begin."""
        answered = asyncio.Event()

        async def headers_only(message: Message) -> None:
            if message["type"] == "http.response.start":
                await send(message)
            elif not answered.is_set():
                answered.set()
                await send({"type": "http.response.body", "body": b"", "more_body": False})

        asked: Any = dict(scope) | {"method": "GET"}
        working = asyncio.create_task(super().__call__(asked, receive, headers_only))
        waiting = asyncio.create_task(answered.wait())
        await asyncio.wait({working, waiting}, return_when=asyncio.FIRST_COMPLETED)
        for task in (working, waiting):
            task.cancel()
        await asyncio.gather(working, waiting, return_exceptions=True)


def check_address(scope: Scope) -> None:
    """A path and a query are UTF-8 of a sensible length; the path has no control characters, the query no NUL."""
    path, query = scope.get("raw_path", b""), scope.get("query_string", b"")
    if len(path) > LONGEST_PATH or len(query) > LONGEST_QUERY:
        raise Refused(414, "error.long_address")
    if b"%" not in path and b"%" not in query and path.isascii() and query.isascii():
        return
    try:
        words_of_path = unquote_to_bytes(path).decode()
        words_of_query = unquote_to_bytes(query).decode()
    except UnicodeDecodeError:
        raise Refused(400, "error.text") from None
    if any(c < " " or c == "\x7f" for c in words_of_path) or "\0" in words_of_query:
        raise Refused(400, "error.text")


def check_body(body: bytes) -> None:
    """No NUL, which PostgreSQL cannot keep, nothing that is not UTF-8, and no tower of brackets."""
    if b"\0" in body or (b"u0000" in body and _NUL.search(body)):
        raise Refused(400, "error.text")
    try:
        body.decode()
    except UnicodeDecodeError:
        raise Refused(400, "error.text") from None
    if body.count(b"[") + body.count(b"{") <= DEEPEST:
        return
    deep = 0
    for c in _STRING.sub(b"", body):
        deep += (c in b"[{") - (c in b"]}")
        if deep > DEEPEST:
            raise Refused(400, "error.nested")


def _checked(receive: Receive) -> Receive:
    """The body as the application reads it, looked at as a whole; how long it may be is the application's matter."""
    pieces: list[bytes] = []

    async def checked() -> Any:
        message = await receive()
        if message["type"] == "http.request":
            pieces.append(message.get("body", b""))
            if not message.get("more_body"):
                body = b"".join(pieces)
                if body:
                    check_body(body)
        return message

    return checked


async def _refuse(error: Refused, scope: Scope, send: Send) -> None:
    wishes = dict(scope["headers"]).get(b"accept-language", b"").decode("latin-1")
    lang = "ru" if wishes.strip().lower().startswith("ru") else "en"
    problem = Problem(error.status, error.reason.id, words(lang).why(error.reason))
    headers = [(b"content-type", b"application/json"), (b"x-content-type-options", b"nosniff")]
    await send({"type": "http.response.start", "status": error.status, "headers": headers})
    await send({"type": "http.response.body", "body": msgspec.json.encode(problem), "more_body": False})
