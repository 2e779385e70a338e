"""Budgets per person and per address, and what nobody comes back to."""

from __future__ import annotations

import asyncio
from time import time
from typing import Any

import httpx
import pytest
from sqlalchemy import update

from ludoteka.server.accounts import CODE
from ludoteka.server.expiry import DAY
from ludoteka.server.limits import address_of
from ludoteka.server.schema import codes, users
from tests.server.conftest import Person, Running, running

NEW = {"game": "pebbles", "seats": 2}


def nobody(server: Running) -> Person:
    return Person(server.url)


def statuses(server: Running, times: int, method: str, path: str, data: Any) -> list[int]:
    """The same request from so many browsers that were never here."""
    found = []
    for _ in range(times):
        someone = nobody(server)
        found.append(someone.request(method, path, json=data).status_code)
        someone.close()
    return found


@pytest.mark.parametrize(
    ("method", "path", "data"),
    [("PATCH", "/api/me", {"name": "x"}), ("POST", "/api/guest", {}), ("POST", "/api/me/tokens", {})],
)
def test_guests_are_not_made_without_limit(tmp_path: object, method: str, path: str, data: Any) -> None:
    with running(f"{tmp_path}/a.db", limits=True) as server:
        found = statuses(server, 22, method, path, data)
        assert {200, 201} >= set(found[:20])
        assert found[20:] == [429] * 2


def test_guests_do_not_multiply_a_budget(tmp_path: object) -> None:
    """Many guests at one address share what the address may do."""
    with running(f"{tmp_path}/a.db", limits=True) as server:
        guests = [server.person(f"Guest {i}") for i in range(6)]
        made = [g.post("/api/tables", json=NEW | {"visibility": "link"}).status_code for g in guests for _ in range(11)]
        assert made == [201] * 60 + [429] * 6


def test_the_lobby_has_pages_and_nobody_fills_it(server: Running) -> None:
    boris = server.person("Boris")
    his = boris.table()["table"]["id"]
    for i in range(5):
        guest = server.person(f"Guest {i}")
        made = [guest.post("/api/tables", json=NEW) for _ in range(14)]
        assert [m.status_code for m in made] == [201] * 12 + [409] * 2
        assert made[-1].json()["id"] == "error.too_many_waiting"
    pages = [[t["id"] for t in boris.ok("GET", f"/api/tables?page={n}")] for n in range(3)]
    assert [len(p) for p in pages] == [50, 11, 0]
    assert his == pages[1][-1]
    assert len(set(pages[0] + pages[1])) == 61
    others = boris.get("/tables?page=0").text.split("Open tables</h2>")[1].split("</section>")[0]
    assert f"/t/{his}" not in others
    assert f"/t/{pages[0][0]}" in others
    second = boris.get("/tables?page=1").text
    assert 'href="/tables?page=0"' in second
    assert boris.get("/api/tables?page=-1").status_code == 400


def test_addresses_are_read_by_one_who_can(tmp_path: object) -> None:
    sent: list[Any] = []
    with running(f"{tmp_path}/a.db", limits=True, smtp_host="mail", smtp_from="a@b.cc") as server:
        server.house.notices.send_mail = sent.append
        anna = server.person("Anna")
        for bad in ("root,x@b.cc", "a@b", "a b@c.dd", "a@b.cc\nbcc: x@y.zz", "<a@b.cc>", "a@b.cc;c@d.ee", "a@@b.cc"):
            answer = anna.post("/api/me/email", json={"email": bad})
            assert (answer.status_code, answer.json()["id"]) == (422, "error.email"), bad
        assert sent == []


def test_a_foreign_address_gets_few_codes(tmp_path: object) -> None:
    sent: list[Any] = []
    with running(f"{tmp_path}/a.db", limits=True, smtp_host="mail", smtp_from="a@b.cc") as server:
        server.house.notices.send_mail = sent.append
        found = []
        for i in range(5):
            guest = server.person(f"Guest {i}")
            found.append(guest.post("/api/me/email", json={"email": "Victim@example.com"}).status_code)
        assert found == [200] * 3 + [429] * 2
        assert [str(m["To"]) for m in sent] == ["Victim@example.com"] * 3


def test_a_code_expires(database: str) -> None:
    sent: list[Any] = []
    with running(database, smtp_host="mail", smtp_from="a@b.cc") as server:
        server.house.notices.send_mail = sent.append
        anna = server.person("Anna")
        anna.ok("POST", "/api/me/email", {"email": "anna@example.com"})
        code = next(w for w in sent[-1].get_content().split() if w.strip(".").isdigit()).strip(".")
        on_loop(server, server.house.store.execute(update(codes).values(until=time() - 1)))
        assert anna.post("/api/me/email/proof", json={"code": code}).status_code == 422
        on_loop(server, server.house.expiry.run(time() + CODE))
        assert anna.ok("GET", "/api/me")["email"] is None


def on_loop(server: Running, work: Any) -> Any:
    """Run something of the house where the house runs."""
    return asyncio.run_coroutine_threadsafe(work, server.loop).result(60)


def test_what_nobody_comes_back_to_goes(server: Running) -> None:
    store, expiry = server.house.store, server.house.expiry
    anna, boris = server.person("Anna"), server.person("Boris")
    boris.ok("POST", "/api/register", {"name": "Boris", "password": "12345678"})
    idle, player = server.person("Idle"), server.person("Player")
    waiting = anna.table()["table"]["id"]
    playing = player.table(players=["me", "bot:random"], start=True)["table"]["id"]
    now = time()
    on_loop(server, expiry.run(now + 6 * DAY))
    assert anna.see(waiting)["table"]["status"] == "waiting"
    on_loop(server, expiry.run(now + 8 * DAY))
    assert anna.see(waiting)["table"]["status"] == "closed"
    on_loop(server, expiry.run(now + 31 * DAY))
    assert idle.ok("GET", "/api/me")["id"] is None, "a guest who never sat down"
    assert player.see(playing)["table"]["seats"][0]["mine"]
    on_loop(server, expiry.run(now + 401 * DAY))
    assert player.ok("GET", "/api/me")["id"] is None
    assert boris.see(playing)["table"]["seats"][0]["name"] == "Player", "the match stays"
    login = Person(server.url)
    assert login.post("/api/login", json={"name": "Boris", "password": "12345678"}).status_code == 200
    login.close()
    assert on_loop(server, store.row(users.select().where(users.c.id == boris.id))) is not None


def test_streams_are_counted(tmp_path: object) -> None:
    with running(f"{tmp_path}/a.db", limits=True) as server:
        anna = server.person("Anna")
        id = anna.table()["table"]["id"]
        lines, words = [], []
        with httpx.Client(
            base_url=server.url, cookies=dict(anna.cookies), limits=httpx.Limits(max_connections=50)
        ) as c:
            for _ in range(21):
                line = c.send(c.build_request("GET", f"/api/tables/{id}/events"), stream=True)
                lines.append(line)
                words.append(line.iter_lines())  # kept: a reader that is dropped closes its stream
                next(words[-1])  # a stream counts from its first words on
            assert [line.status_code for line in lines] == [200] * 20 + [429]
            for line in lines:
                line.close()


@pytest.mark.parametrize(
    ("client", "address"),
    [
        (("10.0.0.1", 1), "10.0.0.1"),
        (("2001:db8:1:2:3:4:5:6", 1), "2001:db8:1:2::/64"),
        (("2001:db8:1:2:ffff::1", 1), "2001:db8:1:2::/64"),
        (("::ffff:10.0.0.1", 1), "::ffff:10.0.0.1"),
        (None, "-"),
    ],
)
def test_an_address(client: Any, address: str) -> None:
    assert address_of({"client": client}) in (address, address.replace("::ffff:10.0.0.1", "::ffff:a00:1"))
