"""Order in the house: reports, silence, bans of people and addresses, roles, and the list of what was done."""

from __future__ import annotations

from time import time
from typing import Any

import pytest
from click.testing import CliRunner
from sqlalchemy import update

from ludoteka.cli import main
from ludoteka.server.order import Shut
from ludoteka.server.schema import users
from tests.server.conftest import Person, Running, wait
from tests.server.test_moves import two_at_a_table


def keeper(server: Running, name: str, **role: bool) -> Person:
    """An account with a role, as the command line makes one."""
    person = server.member(name)
    server.run(server.house.store.execute(update(users).where(users.c.id == person.id).values(**role)))
    server.house.people.forget(person.id)
    return person


def ids(rows: list[dict[str, Any]]) -> list[Any]:
    return [row["id"] for row in rows]


def test_a_report_of_a_message_and_what_follows(club: Running) -> None:
    mod = keeper(club, "Mara", moderator=True)
    _, boris, id = two_at_a_table(club)
    anna = club.person("Reader")
    boris.ok("POST", f"/api/tables/{id}/chat", {"text": "rude words"})
    line = anna.see(id)["chat"][-1]
    assert line["person"] == boris.id
    anna.ok("POST", "/api/reports", {"text": "not nice", "table": id, "message": line["id"]})
    for bad, status in (
        ({}, 422),
        ({"table": "nothing"}, 404),
        ({"table": id, "message": 10**9}, 404),
        ({"person": "x"}, 404),
    ):
        assert anna.post("/api/reports", json={"text": "?"} | bad).status_code == status, bad
    assert anna.get("/api/house/reports").status_code == 403
    found = next(r for r in mod.ok("GET", "/api/house/reports") if r["message_id"] == line["id"])
    assert (found["quote"], found["text"], found["person_id"]) == ("rude words", "not nice", boris.id)
    mod.ok("DELETE", f"/api/house/messages/{line['id']}")
    last = anna.see(id)["chat"][-1]
    assert last["system"]
    assert "rude" not in last["text"]
    mod.ok("POST", f"/api/house/people/{boris.id}/silence", {"days": 2, "why": "rude"})
    assert boris.post(f"/api/tables/{id}/chat", json={"text": "more"}).json()["id"] == "error.silent"
    mod.ok("POST", f"/api/house/people/{boris.id}/silence", {"days": 0, "lift": True})
    boris.ok("POST", f"/api/tables/{id}/chat", {"text": "sorry"})
    mod.ok("POST", f"/api/house/reports/{found['id']}/close", {"text": "warned"})
    assert found["id"] not in ids(mod.ok("GET", "/api/house/reports"))
    assert found["id"] in ids(mod.ok("GET", "/api/house/reports?done=true"))
    assert mod.post(f"/api/house/reports/{found['id']}/close", json={}).status_code == 404
    done = [(n["by"], n["what"]) for n in mod.ok("GET", "/api/house/audit")][:4]
    assert done == [("Mara", "report"), ("Mara", "silence"), ("Mara", "silence"), ("Mara", "message")]


def test_who_is_kept_out_is_out_at_once_and_for_a_while(club: Running) -> None:
    admin, mod = keeper(club, "Ada", admin=True), keeper(club, "Mona", moderator=True)
    carl = club.member("Carlo")
    token = carl.ok("POST", "/api/me/tokens", {"label": "bot"})["token"]
    bot = club.person(authorization=f"Bearer {token}")
    assert mod.post(f"/api/house/people/{carl.id}/ban", json={"days": 1}).status_code == 403
    admin.ok("POST", f"/api/house/people/{carl.id}/ban", {"days": 1, "why": "cheats"})
    assert carl.ok("GET", "/api/me")["id"] is None
    assert bot.get("/api/me").status_code == 401
    login = {"name": "Carlo", "password": "correct horse"}
    assert carl.post("/api/login", json=login).status_code == 401
    club.run(club.house.store.execute(update(users).where(users.c.id == carl.id).values(banned_until=time() - 1)))
    carl.ok("POST", "/api/login", login)  # the day is over
    for whom in (admin, mod):
        assert admin.post(f"/api/house/people/{whom.id}/ban", json={"days": 1}).status_code == (
            403 if whom is admin else 200
        )
    assert mod.ok("GET", "/api/me")["id"] is None


def test_roles_are_given_by_administrators(club: Running) -> None:
    admin, other = keeper(club, "Alba", admin=True), club.member("Otto")
    assert other.get("/house").status_code == 403
    admin.ok("PUT", f"/api/house/people/{other.id}/role", {"role": "moderator"})
    assert other.ok("GET", "/api/me")["role"] == "moderator"
    assert other.put(f"/api/house/people/{admin.id}/role", json={"role": ""}).status_code == 403
    assert other.post(f"/api/house/people/{admin.id}/silence", json={"days": 1}).status_code == 403
    assert admin.put(f"/api/house/people/{admin.id}/role", json={"role": ""}).status_code == 409, "one always stays"
    assert admin.put(f"/api/house/people/{club.person('Visitor').id}/role", json={"role": "admin"}).status_code == 409
    found = other.ok("GET", "/api/house/people?q=ott")
    assert [(p["name"], p["role"]) for p in found] == [("Otto", "moderator")]
    waiting = club.person("Somebody").table()["table"]["id"]
    other.ok("POST", f"/api/house/tables/{waiting}/close", {"text": "spam"})
    assert other.see(waiting)["table"]["status"] == "closed"
    for lang in ("en", "ru"):
        page = other.get("/house", params={"lang": lang})
        assert page.status_code == 200
        assert "house." not in page.text.split("<main", 1)[1]


def test_addresses_are_kept_out(club: Running) -> None:
    admin = keeper(club, "Agnes", admin=True)
    assert admin.post("/api/house/nets", json={"net": "127.0.0.0/24"}).json()["id"] == "error.own_net"
    for bad in ("0.0.0.0/0", "::/3", "nonsense", "300.1.1.1"):
        assert admin.post("/api/house/nets", json={"net": bad}).status_code == 422, bad
    admin.ok("POST", "/api/house/nets", {"net": "203.0.113.7/24", "days": 3, "why": "spam"})
    assert [n["net"] for n in admin.ok("GET", "/api/house/nets")] == ["203.0.113.0/24"]
    shut: Shut = club.house.order.shut
    assert shut(("203.0.113.99", 1))
    assert shut(("::ffff:203.0.113.99", 1))
    assert not shut(("203.0.114.1", 1))
    same = {"net": "::ffff:203.0.113.0/120", "days": 3}  # the same range as a server for both kinds writes it
    assert [n["net"] for n in admin.ok("POST", "/api/house/nets", same)] == ["203.0.113.0/24"]
    assert admin.post("/api/house/nets", json={"net": "::ffff:127.0.0.1"}).json()["id"] == "error.own_net"
    assert not shut(("2001:db8::1", 1))
    assert not shut(None)
    proxied = {"x-forwarded-for": "203.0.113.5"}  # believed from this machine
    inside = admin.get("/api/tables", headers=proxied)
    assert (inside.status_code, inside.json()["id"]) == (403, "error.shut_out")
    assert admin.get("/health", headers=proxied).status_code == 200
    admin.ok("POST", "/api/house/nets", {"net": "203.0.113.0/24", "lift": True})
    assert admin.get("/api/tables", headers=proxied).status_code == 200
    assert admin.post("/api/house/nets", json={"net": "203.0.113.0/24", "lift": True}).status_code == 404


def test_the_house_in_figures(club: Running) -> None:
    mod = keeper(club, "Milla", moderator=True)
    figures = mod.ok("GET", "/api/house")
    assert figures["accounts"] >= 1
    assert figures["here"] >= 1
    assert figures["database_bytes"] > 10_000
    assert (figures["backup"], figures["faults"]) == (None, 0)
    if club.house.store.is_sqlite:
        assert figures["free_bytes"] > 0
        file = club.house.settings.sqlite_file.with_name("backup.gz")
        done = CliRunner().invoke(
            main, ["admin", "--database", str(club.house.settings.sqlite_file), "backup", str(file)]
        )
        assert done.exit_code == 0, done.output
        assert time() - mod.ok("GET", "/api/house")["backup"] < 600


def test_the_command_line_makes_the_first_administrator(club: Running) -> None:
    if not club.house.store.is_sqlite:
        return  # the same statements
    first, guest = club.member("Prima"), club.person("Gast")
    database = club.house.settings.database

    def cli(*words: str) -> Any:
        return CliRunner().invoke(main, ["admin", "--database", database, *words], env={"COLUMNS": "200"})

    assert cli("role", "Prima", "admin").exit_code == 0
    assert "guest" in cli("role", guest.id, "admin").output
    wait(lambda: first.get("/api/house").status_code == 200)  # a server that runs knows within seconds
    assert "admin" in cli("users").output
    assert cli("ban", "Prima", "--days", "3").exit_code == 0
    assert cli("ban", "Prima", "--lift").exit_code == 0
    assert [n["what"] for n in keeper(club, "Zara", moderator=True).ok("GET", "/api/house/audit")][:3] == [
        "ban",
        "ban",
        "role",
    ]


@pytest.mark.parametrize("kind", ["mute", "block"])
def test_whom_one_does_not_want_to_hear(club: Running, kind: str) -> None:
    anna, boris, id = two_at_a_table(club)
    known = anna.ok("PUT", f"/api/me/people/{boris.id}/{kind}")
    assert ids(known["muted" if kind == "mute" else "blocked"]) == [boris.id]
    assert f'"unheard":["{boris.id}"]' in anna.get(f"/t/{id}").text
    assert '"unheard":[]' in boris.get(f"/t/{id}").text, "and he does not learn of it"
    assert anna.ok("DELETE", f"/api/me/people/{boris.id}/{kind}") == {k: [] for k in known}
    assert anna.put(f"/api/me/people/{anna.id}/{kind}").status_code == 409
