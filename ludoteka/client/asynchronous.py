"""The client for programs with an event loop. `scripts/client.py` writes the one without from it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing, suppress
from typing import Any, Self

import httpx

from ludoteka.client.refusals import ServerSaysNo, TooLate, refusal
from ludoteka.client.shapes import Brief, HintOut, Me, Moved, Shelf, StateOut, TableOut, Undone, Whole, Why
from ludoteka.client.sse import Event, Reader

AGAIN = 1.0
"""Seconds before a broken stream is taken up."""
Choose = Callable[[StateOut], Awaitable[str]]


class AsyncClient:
    def __init__(self, url: str, token: str = "", timeout: float = 30.0, **http: Any) -> None:
        """`http` are further settings of httpx, such as `http2` or `verify`."""
        headers = {"authorization": f"Bearer {token}"} if token else {}
        self.http = httpx.AsyncClient(base_url=url, headers=headers, timeout=timeout, **http)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    async def call(self, method: str, path: str, data: Any = None, **query: Any) -> Any:
        """Any request of the API; raises ServerSaysNo for a refusal."""
        answer = await self.http.request(method, path, json=data, params=query)
        if not answer.is_success:
            raise refusal(answer)
        if answer.headers.get("content-type", "").startswith("text/"):
            return answer.text
        return answer.json() if answer.content else None

    async def become_guest(self, name: str) -> str:
        """Play at once: a new guest and a token for it, which this client uses from now on."""
        await self.http.get("/api/me")
        self.http.headers["x-csrftoken"] = self.http.cookies["csrftoken"]
        await self.call("POST", "/api/guest", {"name": name})
        made = await self.call("POST", "/api/me/tokens", {"label": name})
        self.http.cookies.clear()
        del self.http.headers["x-csrftoken"]
        self.http.headers["authorization"] = f"Bearer {made['token']}"
        return str(made["token"])

    # what there is

    async def me(self) -> Me:
        found: Me = await self.call("GET", "/api/me")
        return found

    async def games(self) -> Shelf:
        found: Shelf = await self.call("GET", "/api/games")
        return found

    async def open_tables(self, **wishes: Any) -> list[Brief]:
        """Tables that everybody may see; `status`, `game`, `clock`, `rated`, `speaks` and `near` choose among them."""
        found: list[Brief] = await self.call("GET", "/api/tables", **wishes)
        return found

    async def my_tables(self) -> list[Brief]:
        """Those that wait for you first."""
        found: list[Brief] = await self.call("GET", "/api/me/tables")
        return found

    # tables

    async def create(self, game: str, seats: int, **more: Any) -> str:
        """A new table; `more` are the other fields of `NewTable`, such as players, options and clock."""
        made = await self.call("POST", "/api/tables", {"game": game, "seats": seats} | more)
        return str(made["table"]["id"])

    async def join(self, id: str, seat: int | None = None, code: str = "") -> str:
        await self.call("POST", f"/api/tables/{id}/join", {"seat": seat, "code": code})
        return id

    async def start(self, id: str, fill: str = "") -> TableOut:
        """Begin; `fill` names a bot for every seat that is still open."""
        found: TableOut = await self.call("POST", f"/api/tables/{id}/start", {"fill": fill})
        return found

    async def leave(self, id: str) -> TableOut:
        found: TableOut = await self.call("POST", f"/api/tables/{id}/leave")
        return found

    async def table(self, id: str, code: str = "") -> Whole:
        found: Whole = await self.call("GET", f"/api/tables/{id}", code=code)
        return found

    async def record(self, id: str) -> str:
        """A finished match as text."""
        return str(await self.call("GET", f"/api/tables/{id}/record"))

    # moves

    async def move(self, id: str, n: int, *texts: str) -> Moved:
        """One action, or several as one move; `n` is the number of the position they answer."""
        move: dict[str, Any] = {"text": texts[0]} if len(texts) == 1 else {"atoms": list(texts)}
        found: Moved = await self.call("POST", f"/api/tables/{id}/moves", {"n": n} | move)
        return found

    async def undo(self, id: str, n: int) -> Undone:
        found: Undone = await self.call("POST", f"/api/tables/{id}/undo", {"n": n})
        return found

    async def why(self, id: str, text: str) -> list[Why]:
        """Why an action cannot be done now; nothing if it can."""
        found: list[Why] = await self.call("GET", f"/api/tables/{id}/why", text=text)
        return found

    async def hint(self, id: str, n: int) -> list[HintOut]:
        found: list[HintOut] = await self.call("POST", f"/api/tables/{id}/hint", {"n": n})
        return found

    # live

    async def events(self, id: str, since: str = "") -> AsyncGenerator[Event, None]:
        """The events of a table for ever; a broken line is taken up where it was."""
        reader = Reader(since)
        while True:
            try:
                headers = {"last-event-id": reader.last} if reader.last else {}
                async with self.http.stream("GET", f"/api/tables/{id}/events", headers=headers, timeout=60) as answer:
                    if not answer.is_success:
                        await answer.aread()
                        raise refusal(answer)
                    async for line in answer.aiter_lines():
                        event = reader.read(line)
                        if event is not None:
                            yield event
            except httpx.TransportError:
                pass
            await asyncio.sleep(AGAIN)

    async def play(self, id: str, choose: Choose) -> StateOut:
        """Answer whenever this player is asked, until the match is over; the last state."""
        async with aclosing(self.events(id)) as events:
            async for event in events:
                if event.name != "state":
                    continue
                state: StateOut = event.data["state"]
                if state["status"] in ("finished", "closed"):
                    return state
                if state["actions"]:
                    with suppress(TooLate):  # somebody was quicker: the next event tells
                        await self.move(id, state["n"], await choose(state))
        raise ServerSaysNo(404, {"message": "The table is gone."})
