"""The one door for text: whatever is no text is refused with a reason, on both databases, and nothing fails."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn

from ludoteka.server.app import create_app
from ludoteka.server.connection import Connection, allow_files
from ludoteka.server.settings import Settings
from tests.server.conftest import SECRET, Person, Running

NUL = "a\0b"


def bad_texts(id: str) -> list[tuple[str, str, Any]]:
    """Every route that takes words, with a NUL in them."""
    return [
        ("POST", "/api/guest", {"name": NUL}),
        ("PATCH", "/api/me", {"name": NUL}),
        ("PATCH", "/api/me", {"prefs": {"a": NUL}}),
        ("POST", "/api/register", {"name": NUL, "password": "12345678"}),
        ("POST", "/api/login", {"name": NUL, "password": "12345678"}),
        ("POST", "/api/me/tokens", {"label": NUL}),
        ("PUT", "/api/me/notify", {"hook": {"kind": "json", "url": "https://example.com/" + NUL}}),
        ("POST", "/api/me/email", {"email": "a\0@example.com"}),
        ("POST", "/api/tables", {"game": "pebbles", "seats": 2, "stand_in": NUL}),
        ("POST", f"/api/tables/{id}/chat", {"text": NUL}),
        ("PUT", f"/api/tables/{id}/note", {"text": NUL}),
        ("POST", f"/api/tables/{id}/moves", {"n": 0, "text": NUL}),
        ("GET", f"/api/tables/{id}%00", None),
        ("GET", f"/api/tables/{id}?code=%00", None),
        ("GET", f"/api/tables/{id}/why?text=%00", None),
        ("DELETE", "/api/me/sessions/%00", None),
        ("GET", "/t/%00", None),
    ]


def test_nul_is_refused_everywhere(server: Running) -> None:
    anna = server.person("Anna")
    id = anna.table()["table"]["id"]
    for method, path, data in bad_texts(id):
        answer = anna.request(method, path, json=data) if data else anna.request(method, path)
        assert answer.status_code == 400, (method, path, answer.status_code, answer.text[:200])
        assert "NUL" in answer.json()["message"], path
    assert server.house.faults == 0


def test_what_is_no_text(server: Running) -> None:
    anna = server.person("Anna")
    id = anna.table()["table"]["id"]
    json = {"content-type": "application/json"}
    note = f"/api/tables/{id}/note"
    bodies = {
        b'{"text": "\xff\xfe"}': 400,
        b'{"text": "\\ud800"}': 400,
        b'{"text": ' + b"[" * 10_000 + b"]" * 10_000 + b"}": 400,
        b'{"a":' * 5_000 + b"1" + b"}" * 5_000: 400,
        b'{"text": "\\\\u0000 is written like this"}': 200,
        b'{"text": "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["}': 200,
    }
    for body, status in bodies.items():
        answer = anna.put(note, content=body, headers=json)
        assert answer.status_code == status, (body[:40], answer.text[:200])
        assert status == 200 or answer.json()["message"]
    for path, status in {
        "/api/tables/" + "x" * 5000: 414,
        "/api/tables/" + "x" * 300: 404,
        f"/api/tables/{id}?code=" + "x" * 5000: 414,
        f"/api/tables/{id}?code=" + "x" * 100: 400,
        "/api/tables/%ff": 400,
        f"/api/tables/{id}?code=%ff": 400,
        f"/api/tables/{id}/seats/" + "9" * 300: 404,
        "/t/" + "ж" * 300: 414,
    }.items():
        answer = anna.get(path) if "seats" not in path else anna.put(path, json={"bot": ""})
        assert answer.status_code == status, (path[:60], answer.status_code, answer.text[:200])
        assert answer.text
    # forty letters that are a hundred and twenty when folded
    for path in ("/api/register", "/api/me"):
        data = {"name": "ﬃ" * 40} | ({"password": "12345678"} if path == "/api/register" else {})
        answer = anna.request("POST" if path == "/api/register" else "PATCH", path, json=data)
        assert (answer.status_code, answer.json()["id"]) == (422, "error.name")
    anna.ok("PATCH", "/api/me", {"name": "Straße"})
    assert server.house.faults == 0


def test_head(lone: Running) -> None:
    anna = lone.person("Anna")
    id = anna.table()["table"]["id"]
    for path in ("/", "/health", f"/t/{id}", f"/api/tables/{id}", "/api/games", f"/api/tables/{id}/events"):
        answer = anna.head(path)
        assert (answer.status_code, answer.content) == (200, b""), path
    assert anna.head("/api/tables/nowhere").status_code == 404
    assert anna.head("/api/guest").status_code == 405


def test_a_proxy_may_ask_for_a_password_of_its_own(lone: Running) -> None:
    """`Authorization: Basic` is between the browser and the proxy; cookies and CSRF count as ever."""
    anna = lone.person("Anna")
    anna.headers["authorization"] = "Basic YTpi"
    assert anna.ok("GET", "/api/me")["name"] == "Anna"
    anna.table()
    del anna.headers["x-csrftoken"]
    assert anna.post("/api/tables", json={"game": "pebbles", "seats": 2}).status_code == 403


def test_csrf_guards(lone: Running) -> None:
    anna = lone.person("Anna")
    good = anna.headers.pop("x-csrftoken")
    new = {"game": "pebbles", "seats": 2}
    other = lone.person("Boris").headers["x-csrftoken"]
    for token in ("", "x", "0" * len(good), good[:-1], other, "жж"):
        headers = [(b"x-csrftoken", token.encode())]
        assert anna.post("/api/tables", json=new, headers=headers).status_code == 403, token
    assert anna.post("/api/tables", json=new, headers={"x-csrftoken": good}).status_code == 201
    for token in (other, good[:-1], ""):  # what has passed once opens the door to nothing else
        assert anna.post("/api/tables", json=new, headers={"x-csrftoken": token}).status_code == 403, token
    anna.cookies.delete("csrftoken")
    assert anna.post("/api/tables", json=new, headers={"x-csrftoken": good}).status_code == 403
    forged = Person(lone.url)
    forged.cookies.set("csrftoken", "1" * len(good))
    assert forged.post("/api/guest", json={}, headers={"x-csrftoken": "1" * len(good)}).status_code == 403
    for path in ("/health", "/a/look.css", "/metrics"):  # where nothing is checked nothing is proved
        forged.post(path, headers={"x-csrftoken": "1" * len(good)})
    assert forged.post("/api/guest", json={}, headers={"x-csrftoken": "1" * len(good)}).status_code == 403
    forged.close()
    assert lone.house.faults == 0


@pytest.mark.parametrize("old", ["1" * 128, "x", "\xe6\x97\xa5", "\xff"])
def test_a_cookie_of_another_house_is_replaced(lone: Running, old: str) -> None:
    """Two servers at one host name share its cookies; a secret changes. Loading a page anew must be enough."""
    anna = Person(lone.url)
    good = anna.cookies["csrftoken"]
    anna.cookies.clear()
    shown = anna.get("/", headers=[(b"cookie", f"csrftoken={old}".encode("latin-1"))])
    anna.headers["x-csrftoken"] = shown.cookies["csrftoken"]
    assert anna.ok("POST", "/api/guest", {"name": "Anna"})["name"] == "Anna"
    assert "csrftoken" not in anna.get("/").cookies, "one of ours stays"
    assert good != anna.headers["x-csrftoken"]
    anna.close()


def test_a_move_may_come_in_any_shape(lone: Running) -> None:
    """The busiest route reads its body by itself: in pieces, too long, empty, or a form that was read before."""
    anna = lone.person("Anna")
    id = anna.table(players=["me", "me"], start=True)["table"]["id"]
    state, path = anna.see(id)["state"], f"/api/tables/{id}/moves"

    def pieces() -> Iterator[bytes]:
        yield f'{{"n": {state["n"]}, '.encode()
        time.sleep(0.05)  # so that they most likely come one by one
        yield f'"text": "{state["actions"][0]["text"]}"}}'.encode()

    answer = anna.post(path, content=pieces())
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/json")
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.json()["n"] == anna.see(id)["state"]["n"] > state["n"]
    assert anna.post(path, json={"n": 1, "text": "x" * 63_000}).status_code == 400
    assert anna.post(path, json={"n": 1, "text": "x" * 64_000}).status_code == 413
    assert anna.post(path, json={"n": 1, "text": "x" * 200_000}).status_code == 413
    for body in (b"", b"{", b"[]", b'{"n": "x"}', b'{"n": 1, "other": 2}'):
        assert anna.post(path, content=body).status_code == 400, body
    token = anna.headers.pop("x-csrftoken")
    assert anna.post(path, data={"n": "1", "_csrf_token": token}).status_code == 400
    assert lone.house.faults == 0


def test_a_session_rotates_on_register(server: Running) -> None:
    anna, thief = server.person("Anna"), server.person()
    before = anna.cookies["ludoteka"]
    thief.cookies.set("ludoteka", before)
    assert thief.ok("GET", "/api/me")["id"] == anna.id
    anna.ok("POST", "/api/register", {"name": "Anna", "password": "12345678"})
    assert anna.cookies["ludoteka"] != before
    assert anna.ok("GET", "/api/me")["id"] == anna.id
    thief.cookies.set("ludoteka", before)
    assert thief.ok("GET", "/api/me")["id"] is None


# connections


@pytest.fixture
def guarded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, int]]:
    """A server with the connections of `ludoteka serve`, in a hurry."""
    monkeypatch.setattr(Connection, "header_seconds", 1.0)  # a busy machine is no slow request
    monkeypatch.setattr(Connection, "body_seconds", 0.3)
    monkeypatch.setattr(Connection, "most", 40)
    app = create_app(Settings(database=str(tmp_path / "a.db"), secret=SECRET, bot_workers=0))
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, http=Connection, log_level="critical", timeout_graceful_shutdown=2))
    thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield "127.0.0.1", listener.getsockname()[1]
    server.should_exit = True
    thread.join(30)
    listener.close()


def answer_to(address: tuple[str, int], sent: bytes) -> bytes:
    """What comes back until the server hangs up."""
    with socket.create_connection(address, timeout=30) as line:
        line.sendall(sent)
        found = b""
        while more := line.recv(4096):
            found += more
        return found


def test_half_a_request_is_not_held(guarded: tuple[str, int]) -> None:
    assert answer_to(guarded, b"").startswith(b"HTTP/1.1 408")
    assert answer_to(guarded, b"GET / HTTP/1.1\r\nhost: x\r\nx-slow: ").startswith(b"HTTP/1.1 408")
    answer_to(guarded, b"POST /api/guest HTTP/1.1\r\nhost: x\r\ncontent-length: 20\r\n\r\n{")  # returns at all
    with httpx.Client(base_url="http://{}:{}".format(*guarded)) as client:
        for _ in range(3):  # one that speaks keeps its connection
            assert client.get("/health").status_code == 200
        with client.stream("GET", "/learn/pebbles") as page:
            assert page.status_code == 200


def test_there_are_only_so_many_connections(guarded: tuple[str, int]) -> None:
    lines = [socket.create_connection(guarded, timeout=30) for _ in range(60)]
    time.sleep(0.1)
    refused = 0
    for line in lines[40:]:
        try:
            line.sendall(b"GET /health HTTP/1.1\r\nhost: x\r\n\r\n")
            refused += line.recv(100) == b""
        except OSError:
            refused += 1
    assert refused >= 15
    for line in lines:
        line.close()
    with httpx.Client(base_url="http://{}:{}".format(*guarded)) as client:
        assert client.get("/health").status_code == 200


def test_files_for_connections() -> None:
    assert 1 <= allow_files(500) <= 500
    assert allow_files(10**9) < 10**9
