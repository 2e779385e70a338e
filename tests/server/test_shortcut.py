"""The short way of a move: what it does not know goes the long way, and nobody can tell one from the other."""

from __future__ import annotations

from ipaddress import ip_network
from typing import Any

import httpx
import pytest
from litestar import Litestar

from ludoteka.server.door import Door
from ludoteka.server.play import Play
from tests.server.conftest import Person, Running, running

Answers = list[tuple[int, dict[str, str], Any]]


@pytest.fixture
def long_ways(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Of each move whether it went the long way; what else is asked does not count."""
    found: list[bool] = []
    door, walk = Door.__call__, Litestar.__call__

    async def long(self: Door, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http" and scope["path"].endswith("/moves"):
            found[-1] = True
        await walk(self, scope, receive, send)

    async def entered(self: Door, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http" and scope["path"].endswith("/moves"):
            found.append(False)
        await door(self, scope, receive, send)

    monkeypatch.setattr(Litestar, "__call__", long)
    monkeypatch.setattr(Door, "__call__", entered)
    return found


def first(person: Person, id: str) -> dict[str, Any]:
    state = person.see(id)["state"]
    return {"n": state["n"], "text": state["actions"][0]["text"]}


def mine(person: Person, **more: Any) -> str:
    id: str = person.table(players=["me", "me"], start=True, **more)["table"]["id"]
    return id


def test_only_what_is_known_and_allowed_goes_the_short_way(server: Running, long_ways: list[bool]) -> None:
    anna, boris = server.person("Anna"), server.person("Boris")
    id = mine(anna)
    path = f"/api/tables/{id}/moves"
    assert anna.post(path, json=first(anna, id)).status_code == 200
    assert anna.post(path, json=first(anna, id)).status_code == 200
    state = anna.see(id)["state"]
    several = {"n": state["n"], "atoms": [state["actions"][0]["text"]]}
    assert anna.post(path, json=several).status_code == 200
    assert long_ways == [False] * 3
    good = first(anna, id)
    refused: list[tuple[int, Person, str, dict[str, Any]]] = [
        (422, anna, path, {"n": good["n"], "text": "no such thing"}),
        (409, anna, path, good | {"n": 0}),
        (409, anna, path, good | {"n": 999}),
        (400, anna, path, good | {"other": 1}),
        (400, anna, path, {"text": "without a number"}),
        (403, anna, path, good | {"seat": 7}),
        (403, boris, path, good),
        (404, anna, "/api/tables/nowhere/moves", good),
        (404, anna, "/api/tables/a/b/moves", good),
    ]
    for status, who, where, move in refused:
        answer = who.post(where, json=move)
        assert (answer.status_code, long_ways[-1]) == (status, True), move
        assert answer.json()["problem" if status == 409 else "message"], move
    assert anna.see(id)["state"]["n"] == good["n"], "nothing of that was done"
    assert anna.post(path, json=good).status_code == 200
    assert not long_ways[-1]
    assert server.house.faults == 0


def test_who_is_not_known_goes_the_long_way(lone: Running, long_ways: list[bool]) -> None:
    anna = lone.person("Anna")
    id = mine(anna)
    path, token = f"/api/tables/{id}/moves", anna.headers["x-csrftoken"]
    assert anna.post(path, json=first(anna, id)).status_code == 200
    for wrong in ("", token[:-1], lone.person("Boris").headers["x-csrftoken"]):
        assert anna.post(path, json=first(anna, id), headers={"x-csrftoken": wrong}).status_code == 403
    program = lone.person(authorization="Bearer " + anna.ok("POST", "/api/me/tokens", {})["token"])
    assert program.post(path, json=first(anna, id)).status_code == 200
    assert program.post(path, json=first(anna, id)).status_code == 200
    nobody = {"authorization": "Bearer x" + program.headers["authorization"]}
    assert anna.post(path, json=first(anna, id), headers=nobody).status_code == 401
    with httpx.Client(base_url=lone.url) as stranger:
        assert stranger.post(path, json=first(anna, id)).status_code == 403
    assert long_ways == [False, True, True, True, True, False, True, True]
    shut = lone.house.order.shut
    shut.ranges = [(ip_network("127.0.0.0/8"), 1e12)]
    shut.has.cache_clear()
    assert program.post(path, json=first_of(lone, id)).status_code == 403
    shut.ranges = []
    shut.has.cache_clear()
    anna.ok("POST", "/api/logout", {})
    assert anna.post(path, json=first_of(lone, id)).status_code in (401, 403)
    assert long_ways[-2:] == [True, True]


def first_of(server: Running, id: str) -> dict[str, Any]:
    """The same without asking as somebody."""
    table = server.house.cache.tables[id]
    return {"n": table.n, "text": str(table.match.state.legal_actions()[0])}


def test_both_ways_answer_alike(lone: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = lone.person("Anna")

    def answers(id: str) -> Answers:
        found: Answers = []
        while (state := anna.see(id)["state"])["actions"]:
            for text in ("nothing like this", state["actions"][0]["text"]):
                answer = anna.post(f"/api/tables/{id}/moves", json={"n": state["n"], "text": text})
                headers = {k: v for k, v in answer.headers.items() if k not in ("date", "content-length")}
                found.append((answer.status_code, headers, sorted(answer.json())))
        return found

    short = answers(mine(anna, options={"stones": 15}))
    monkeypatch.setattr(lone.app, "short_cut", pass_on)
    long = answers(mine(anna, options={"stones": 15}))
    assert {status for status, _, _ in short} == {200, 422}
    assert short[:20] == long[:20]


async def pass_on(scope: Any, receive: Any, send: Any) -> Any:
    return receive


def test_a_move_counts_once(tmp_path: object) -> None:
    with running(f"{tmp_path}/a.db", limits=True) as server:
        anna = server.person("Anna")
        id = mine(anna)
        for text, status in (("", 200), ("nothing like this", 422), ("", 200), ("nothing like this", 422)):
            assert anna.move(id, text).status_code == status
        counts = {key: n for key, (n, _) in server.house.limits.counts.items() if key.startswith("moves ")}
        assert set(counts.values()) == {4}
        key = f"moves {anna.id} minute"
        server.house.limits.counts[key] = 300, server.house.limits.counts[key][1]
        assert anna.move(id).status_code == 429


def test_a_fault_is_told_as_ever(lone: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = lone.person("Anna")
    id = mine(anna)

    async def broken(*_: Any, **__: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(Play, "move", broken)
    answer = anna.move(id)
    assert (answer.status_code, answer.json()["id"]) == (500, "error.fault")
    assert lone.house.faults == 1
