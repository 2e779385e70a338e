"""The client for programs that wait. Written by `scripts/client.py` from `asynchronous.py`."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from contextlib import closing, suppress
from typing import Any, Self

import httpx

from ludoteka.client.refusals import ServerSaysNo, TooLate, refusal
from ludoteka.client.shapes import Brief, HintOut, Me, Moved, Shelf, StateOut, TableOut, Undone, Whole, Why
from ludoteka.client.sse import Event, Reader

AGAIN = 1.0
"""Seconds before a broken stream is taken up."""
Choose = Callable[[StateOut], str]


class Client:
    def __init__(self, url: str, token: str = "", timeout: float = 30.0, **http: Any) -> None:
        """`http` are further settings of httpx, such as `http2` or `verify`."""
        headers = {"authorization": f"Bearer {token}"} if token else {}
        self.http = httpx.Client(base_url=url, headers=headers, timeout=timeout, **http)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    def call(self, method: str, path: str, data: Any = None, **query: Any) -> Any:
        """Any request of the API; raises ServerSaysNo for a refusal."""
        answer = self.http.request(method, path, json=data, params=query)
        if not answer.is_success:
            raise refusal(answer)
        if answer.headers.get("content-type", "").startswith("text/"):
            return answer.text
        return answer.json() if answer.content else None

    def become_guest(self, name: str) -> str:
        """Play at once: a new guest and a token for it, which this client uses from now on."""
        self.http.get("/api/me")
        self.http.headers["x-csrftoken"] = self.http.cookies["csrftoken"]
        self.call("POST", "/api/guest", {"name": name})
        made = self.call("POST", "/api/me/tokens", {"label": name})
        self.http.cookies.clear()
        del self.http.headers["x-csrftoken"]
        self.http.headers["authorization"] = f"Bearer {made['token']}"
        return str(made["token"])

    # what there is

    def me(self) -> Me:
        found: Me = self.call("GET", "/api/me")
        return found

    def games(self) -> Shelf:
        found: Shelf = self.call("GET", "/api/games")
        return found

    def open_tables(self, **wishes: Any) -> list[Brief]:
        """Tables that everybody may see; `status`, `game`, `clock`, `rated`, `speaks` and `near` choose among them."""
        found: list[Brief] = self.call("GET", "/api/tables", **wishes)
        return found

    def my_tables(self) -> list[Brief]:
        """Those that wait for you first."""
        found: list[Brief] = self.call("GET", "/api/me/tables")
        return found

    # tables

    def create(self, game: str, seats: int, **more: Any) -> str:
        """A new table; `more` are the other fields of `NewTable`, such as players, options and clock."""
        made = self.call("POST", "/api/tables", {"game": game, "seats": seats} | more)
        return str(made["table"]["id"])

    def join(self, id: str, seat: int | None = None, code: str = "") -> str:
        self.call("POST", f"/api/tables/{id}/join", {"seat": seat, "code": code})
        return id

    def start(self, id: str, fill: str = "") -> TableOut:
        """Begin; `fill` names a bot for every seat that is still open."""
        found: TableOut = self.call("POST", f"/api/tables/{id}/start", {"fill": fill})
        return found

    def leave(self, id: str) -> TableOut:
        found: TableOut = self.call("POST", f"/api/tables/{id}/leave")
        return found

    def table(self, id: str, code: str = "") -> Whole:
        found: Whole = self.call("GET", f"/api/tables/{id}", code=code)
        return found

    def record(self, id: str) -> str:
        """A finished match as text."""
        return str(self.call("GET", f"/api/tables/{id}/record"))

    # moves

    def move(self, id: str, n: int, *texts: str) -> Moved:
        """One action, or several as one move; `n` is the number of the position they answer."""
        move: dict[str, Any] = {"text": texts[0]} if len(texts) == 1 else {"atoms": list(texts)}
        found: Moved = self.call("POST", f"/api/tables/{id}/moves", {"n": n} | move)
        return found

    def undo(self, id: str, n: int) -> Undone:
        found: Undone = self.call("POST", f"/api/tables/{id}/undo", {"n": n})
        return found

    def why(self, id: str, text: str) -> list[Why]:
        """Why an action cannot be done now; nothing if it can."""
        found: list[Why] = self.call("GET", f"/api/tables/{id}/why", text=text)
        return found

    def hint(self, id: str, n: int) -> list[HintOut]:
        found: list[HintOut] = self.call("POST", f"/api/tables/{id}/hint", {"n": n})
        return found

    # live

    def events(self, id: str, since: str = "") -> Generator[Event, None, None]:
        """The events of a table for ever; a broken line is taken up where it was."""
        reader = Reader(since)
        while True:
            try:
                headers = {"last-event-id": reader.last} if reader.last else {}
                with self.http.stream("GET", f"/api/tables/{id}/events", headers=headers, timeout=60) as answer:
                    if not answer.is_success:
                        answer.read()
                        raise refusal(answer)
                    for line in answer.iter_lines():
                        event = reader.read(line)
                        if event is not None:
                            yield event
            except httpx.TransportError:
                pass
            time.sleep(AGAIN)

    def play(self, id: str, choose: Choose) -> StateOut:
        """Answer whenever this player is asked, until the match is over; the last state."""
        with closing(self.events(id)) as events:
            for event in events:
                if event.name != "state":
                    continue
                state: StateOut = event.data["state"]
                if state["status"] in ("finished", "closed"):
                    return state
                if state["actions"]:
                    with suppress(TooLate):  # somebody was quicker: the next event tells
                        self.move(id, state["n"], choose(state))
        raise ServerSaysNo(404, {"message": "The table is gone."})
