"""Guests, accounts, sessions, tokens, and what keeps strangers out."""

from __future__ import annotations

import httpx
import pytest

from tests.server.conftest import Person, Running, running
from tests.server.test_moves import two_at_a_table

PASSWORD = "correct horse"


def test_a_stranger_who_acts_becomes_a_guest(server: Running) -> None:
    someone = server.person()
    assert someone.ok("GET", "/api/me")["id"] is None
    someone.table()
    me = someone.ok("GET", "/api/me")
    assert me["name"].startswith("Guest ")
    assert not me["account"]


def test_an_account_keeps_the_guests_matches(server: Running) -> None:
    anna = server.person("Anna")
    id = anna.table()["table"]["id"]
    me = anna.ok("POST", "/api/register", {"name": "Анна", "password": PASSWORD})
    assert me["account"]
    assert me["id"] == anna.id
    assert [t["id"] for t in anna.ok("GET", "/api/me/tables")] == [id]
    assert anna.see(id)["table"]["seats"][0]["name"] == "Анна"
    other = server.person("Boris")
    assert other.post("/api/register", json={"name": "АННА", "password": PASSWORD}).status_code == 409
    assert other.post("/api/register", json={"name": "Boris", "password": "short"}).status_code == 400


def test_login_brings_along_what_the_guest_began(server: Running) -> None:
    anna = server.person("Anna")
    anna.ok("POST", "/api/register", {"name": "Anna", "password": PASSWORD})
    phone = server.person("Somebody")
    id = phone.table(players=["me", "bot:random"], start=True)["table"]["id"]
    assert phone.post("/api/login", json={"name": "anna", "password": "wrong one"}).status_code == 401
    assert phone.ok("POST", "/api/login", {"name": "anna", "password": PASSWORD})["id"] == anna.id
    assert phone.see(id)["table"]["seats"][0]["name"] == "Anna"
    assert phone.move(id).status_code == 200
    assert [t["id"] for t in anna.ok("GET", "/api/me/tables")] == [id]


def test_sessions_can_be_listed_and_ended(server: Running) -> None:
    anna = server.person("Anna")
    anna.ok("POST", "/api/register", {"name": "Anna", "password": PASSWORD})
    phone = server.person(**{"user-agent": "A phone"})
    phone.ok("POST", "/api/login", {"name": "Anna", "password": PASSWORD})
    listed = anna.ok("GET", "/api/me/sessions")
    assert [s["current"] for s in listed].count(True) == 1
    other = next(s for s in listed if s["label"] == "A phone")
    anna.ok("DELETE", f"/api/me/sessions/{other['id']}", status=(204,))
    assert phone.ok("GET", "/api/me")["id"] is None
    assert anna.ok("GET", "/api/me")["id"] == anna.id
    assert anna.delete("/api/me/sessions/unknown").status_code == 404


def test_tokens_need_no_csrf_and_can_be_ended(server: Running) -> None:
    anna = server.person("Anna")
    token = anna.ok("POST", "/api/me/tokens", {"label": "bot"})["token"]
    with httpx.Client(base_url=server.url, headers={"authorization": f"Bearer {token}"}) as program:
        assert program.post("/api/tables", json={"game": "pebbles", "seats": 2}).status_code == 201
        session = next(s for s in anna.ok("GET", "/api/me/sessions") if s["kind"] == "token")
        anna.ok("DELETE", f"/api/me/sessions/{session['id']}", status=(204,))
        assert program.get("/api/me").status_code == 401
    with httpx.Client(base_url=server.url, headers={"authorization": "Bearer nonsense"}) as program:
        assert program.get("/api/me").status_code == 401


def test_a_cookie_alone_changes_nothing(lone: Running) -> None:
    anna = lone.person("Anna")
    del anna.headers["x-csrftoken"]
    answer = anna.post("/api/tables", json={"game": "pebbles", "seats": 2})
    assert (answer.status_code, answer.json()["id"]) == (403, "error.forbidden")
    anna.headers["x-csrftoken"] = "0" * 128
    assert anna.post("/api/tables", json={"game": "pebbles", "seats": 2}).status_code == 403


def test_a_forged_cookie_is_nobody(lone: Running) -> None:
    stranger = lone.person()
    for value in ("x", "null", "a" * 200, "é"):
        with httpx.Client(base_url=lone.url, headers={"cookie": f"ludoteka={value}".encode()}) as client:
            answer = client.get("/api/me")
            assert answer.status_code == 200
            assert answer.json()["id"] is None
    assert stranger.get("/api/me/sessions").status_code == 401


@pytest.mark.parametrize(
    "name", ["", " ", "x" * 61, "a|b", "bot:random", "\u0000", "BOT:x", "\u3164", "\u2800", "\u0301"]
)
def test_names_that_are_none(lone: Running, name: str) -> None:
    someone = lone.person("Anna")
    assert someone.patch("/api/me", json={"name": name}).status_code in (400, 422)


def test_script_in_names_and_chat_stays_text(lone: Running) -> None:
    evil = "<script>alert(1)</script>"
    anna = lone.person(evil)
    id = anna.table()["table"]["id"]
    anna.ok("POST", f"/api/tables/{id}/chat", {"text": evil})
    answer = anna.get(f"/api/tables/{id}")
    assert answer.headers["content-type"].startswith("application/json")
    assert "'unsafe-inline'" not in script_policy(answer)
    page = anna.get(f"/t/{id}")
    assert page.headers["content-type"].startswith("text/html")
    assert evil not in page.text
    assert anna.get("/").status_code == 200
    assert evil not in anna.get("/").text


def script_policy(answer: httpx.Response) -> str:
    policy = answer.headers["content-security-policy"]
    return next(part for part in policy.split(";") if part.strip().startswith("script-src"))


def test_every_answer_has_the_security_headers(lone: Running) -> None:
    someone = lone.person("Anna")
    paths = ("/", "/api/me", "/api/tables/none", "/nowhere", "/static/none.css", "/api/schema/openapi.json", "/health")
    for path in paths:
        answer = someone.get(path)
        assert answer.status_code < 500
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]


def test_huge_and_broken_bodies(lone: Running) -> None:
    anna = lone.person("Anna")
    id = anna.table()["table"]["id"]
    huge = anna.post(f"/api/tables/{id}/chat", json={"text": "x" * 200_000})
    assert huge.status_code == 413
    assert anna.post(f"/api/tables/{id}/chat", json={"text": "x" * 2000}).status_code == 400
    for body in (b"", b"{", b"[]", b"null", b'{"text": 1}', b"\xff\xfe"):
        answer = anna.post("/api/tables", content=body, headers={"content-type": "application/json"})
        assert answer.status_code == 400, body
        assert answer.json()["id"] in ("error.bad_request", "error.text")


def test_rate_limits(tmp_path: object) -> None:
    with running(f"{tmp_path}/limits.db", limits=True) as server:
        anna = server.person("Anna")
        logins = [anna.post("/api/login", json={"name": "x", "password": "y"}).status_code for _ in range(12)]
        assert logins == [401] * 10 + [429] * 2
        made = [anna.post("/api/tables", json={"game": "pebbles", "seats": 2}).status_code for _ in range(22)]
        assert made == [201] * 12 + [409] * 8 + [429] * 2
        id = anna.ok("GET", "/api/me/tables")[0]["id"]
        moves = [anna.post(f"/api/tables/{id}/moves", json={"n": 0, "text": "x"}).status_code for _ in range(302)]
        assert moves == [409] * 300 + [429] * 2
        assert len(server.house.limits.counts) < 16
        boris = server.person("Boris")  # another person is not held back
        assert boris.post("/api/tables", json={"game": "pebbles", "seats": 2}).status_code == 201


def test_who_may_see_and_join(server: Running) -> None:
    anna, stranger = server.person("Anna"), server.person("Stranger")
    for visibility in ("link", "private"):
        made = anna.table(visibility=visibility)["table"]
        id, code = made["id"], made["code"]
        assert stranger.get(f"/api/tables/{id}").status_code == 404
        assert stranger.post(f"/api/tables/{id}/join", json={}).status_code == 404
        assert stranger.get(f"/api/tables/{id}?code=wrong").status_code == 404
        assert stranger.see(id, code=code)["table"]["code"] is None
        assert id not in [t["id"] for t in stranger.ok("GET", "/api/tables")]
        friend = server.person("Friend")
        assert friend.ok("POST", f"/api/tables/{id}/join", {"code": code}) == {"seat": 1}
        anna.ok("POST", f"/api/tables/{id}/start", {})
        assert stranger.get(f"/api/tables/{id}").status_code == 404
        assert stranger.get(f"/api/tables/{id}?code={code}").status_code == (200 if visibility == "link" else 404)
        assert friend.see(id)["state"]["seat"] == 1
    hidden = anna.table(watch=False, players=["me", "bot:random"], start=True)["table"]["id"]
    assert stranger.get(f"/api/tables/{hidden}").status_code == 404
    assert stranger.get(f"/api/tables/{hidden}/events").status_code == 404


def test_seats_before_the_start(server: Running) -> None:
    anna, boris = server.person("Anna"), server.person("Boris")
    id = anna.table(seats=3)["table"]["id"]
    assert boris.ok("POST", f"/api/tables/{id}/join", {"seat": 2}) == {"seat": 2}
    assert boris.post(f"/api/tables/{id}/join", json={"seat": 0}).status_code == 409
    assert boris.post(f"/api/tables/{id}/start", json={}).status_code == 403
    assert anna.post(f"/api/tables/{id}/start", json={}).status_code == 409
    assert boris.put(f"/api/tables/{id}/seats/1", json={"bot": "random"}).status_code == 403
    assert anna.put(f"/api/tables/{id}/seats/1", json={"bot": "nobody"}).status_code == 422
    assert anna.put(f"/api/tables/{id}/seats/9", json={"bot": "random"}).status_code == 404
    anna.ok("PUT", f"/api/tables/{id}/seats/1", {"bot": "random"})
    anna.ok("POST", f"/api/tables/{id}/leave")
    table = boris.see(id)["table"]
    assert [s["kind"] for s in table["seats"]] == ["open", "bot", "human"]
    assert table["host"]
    boris.ok("POST", f"/api/tables/{id}/start", {"fill": "random"})
    assert boris.see(id)["table"]["status"] == "playing"


def test_first_seat_at_random(lone: Running) -> None:
    anna = lone.person("Anna")
    places = set()
    for _ in range(20):
        made = anna.table(players=["me", "bot:random"], order="random", start=True)["table"]
        places.add(next(s["seat"] for s in made["seats"] if s["mine"]))
    assert places == {0, 1}


def test_bad_tables_are_refused(lone: Running) -> None:
    anna = lone.person("Anna")
    for bad in (
        {"seats": 9},
        {"game": "chess"},
        {"options": {"stones": 10}},
        {"options": {"nothing": 1}},
        {"players": ["me", "me", "me"]},
        {"players": ["you"]},
        {"players": ["bot:nobody"]},
        {"clock": {"kind": "live", "seconds": 0}},
        {"stand_in": "nobody"},
    ):
        answer = anna.post("/api/tables", json={"game": "pebbles", "seats": 2} | bad)
        assert answer.status_code == 422, (bad, answer.text)
        assert answer.json()["message"]
    assert anna.post("/api/tables", json={"game": "pebbles", "seats": 2, "unknown": 1}).status_code == 400


def test_chat_and_notes(server: Running) -> None:
    anna, boris, id = two_at_a_table(server)
    anna.ok("POST", f"/api/tables/{id}/chat", {"text": "Привет!\nWie geht's?"})
    last = boris.see(id)["chat"][-1]
    assert (last["name"], last["text"], last["mine"], last["system"]) == ("Anna", "Привет!\nWie geht's?", False, False)
    anna.ok("PUT", f"/api/tables/{id}/note", {"text": "he has red"})
    assert anna.ok("GET", f"/api/tables/{id}/note")["text"] == "he has red"
    assert boris.ok("GET", f"/api/tables/{id}/note")["text"] == ""


def test_language(lone: Running) -> None:
    someone: Person = lone.person("Anna", **{"accept-language": "ru-RU,ru;q=0.9"})
    assert "столом" in someone.see("nowhere")["message"] or "стола" in someone.see("nowhere")["message"]
    someone.ok("PATCH", "/api/me", {"lang": "en", "prefs": {"theme": "dark"}})
    assert "no such table" in someone.see("nowhere")["message"]
    assert someone.ok("GET", "/api/me")["prefs"] == {"theme": "dark"}
