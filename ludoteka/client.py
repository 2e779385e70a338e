"""A small client of a table server, for bots and scripts. docs/bot-protocol.md tells the same in words.

with Client("http://localhost:8321", token) as client:
    table = client.join("k3v9x2m4ab")
    client.play(table, lambda state: state["actions"][0]["text"])
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from typing import Any, Self

try:
    import httpx
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError("ludoteka.client needs httpx: pip install 'ludoteka[client]'", name="httpx") from missing

Choose = Callable[[dict[str, Any]], str]


class ServerSaysNo(Exception):
    """A refusal: `status`, `id` (a stable name) and a message; `now` is the table after a lost race."""

    def __init__(self, status: int, problem: dict[str, Any]) -> None:
        inner = problem.get("problem", problem)
        super().__init__(inner.get("message", f"status {status}"))
        self.status = status
        self.id = str(inner.get("id", ""))
        self.rule = str(inner.get("rule", ""))
        self.now: dict[str, Any] | None = problem.get("now")


class Client:
    def __init__(self, url: str, token: str = "", timeout: float = 30.0) -> None:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        self.http = httpx.Client(base_url=url, headers=headers, timeout=timeout)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    def call(self, method: str, path: str, data: Any = None) -> Any:
        """One request; raises ServerSaysNo for a refusal."""
        answer = self.http.request(method, path, json=data)
        if answer.is_success:
            return answer.json() if answer.content else None
        try:
            problem = answer.json()
        except ValueError:
            problem = {}
        raise ServerSaysNo(answer.status_code, problem)

    def become_guest(self, name: str) -> str:
        """Play at once: a new guest and a token for it, which this client uses from now on."""
        self.http.get("/api/me")
        csrf = {"x-csrftoken": self.http.cookies["csrftoken"]}
        self.http.post("/api/guest", json={"name": name}, headers=csrf).raise_for_status()
        made = self.http.post("/api/me/tokens", json={"label": name}, headers=csrf)
        made.raise_for_status()
        token = str(made.json()["token"])
        self.http.cookies.clear()
        self.http.headers["authorization"] = f"Bearer {token}"
        return token

    # tables

    def games(self) -> Any:
        return self.call("GET", "/api/games")

    def open_tables(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.call("GET", "/api/tables")
        return found

    def create(self, game: str, seats: int, **more: Any) -> str:
        return str(self.call("POST", "/api/tables", {"game": game, "seats": seats} | more)["table"]["id"])

    def join(self, id: str, seat: int | None = None, code: str = "") -> str:
        self.call("POST", f"/api/tables/{id}/join", {"seat": seat, "code": code})
        return id

    def start(self, id: str, fill: str = "") -> None:
        self.call("POST", f"/api/tables/{id}/start", {"fill": fill})

    def table(self, id: str) -> dict[str, Any]:
        found: dict[str, Any] = self.call("GET", f"/api/tables/{id}")
        return found

    def move(self, id: str, n: int, text: str) -> int:
        """The number of the position after the move."""
        return int(self.call("POST", f"/api/tables/{id}/moves", {"n": n, "text": text})["n"])

    # live

    def events(self, id: str, since: str = "") -> Iterator[tuple[str, Any]]:
        """(event, data) of a table for ever; a broken line is taken up where it was."""
        while True:
            try:
                headers = {"last-event-id": since} if since else {}
                with self.http.stream("GET", f"/api/tables/{id}/events", headers=headers, timeout=60) as answer:
                    if not answer.is_success:
                        raise ServerSaysNo(answer.status_code, {})
                    event: dict[str, str] = {}
                    for line in answer.iter_lines():
                        if line:
                            key, _, value = line.partition(": ")
                            event[key] = value
                        elif "data" in event:
                            since = event.get("id", since)
                            yield event.get("event", "message"), json.loads(event["data"])
                            event = {}
                        else:
                            event = {}
            except httpx.TransportError:
                pass
            time.sleep(1)

    def play(self, id: str, choose: Choose) -> dict[str, Any]:
        """Answer whenever this player is asked, until the match is over; the last state."""
        for event, data in self.events(id):
            if event != "state":
                continue
            state: dict[str, Any] = data["state"]
            if state["status"] in ("finished", "closed"):
                return state
            if not state["actions"]:
                continue
            try:
                self.move(id, state["n"], choose(state))
            except ServerSaysNo as no:
                if no.status != 409:  # somebody was quicker: the next event tells
                    raise
        raise AssertionError("events() has no end")
