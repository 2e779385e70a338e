"""Every route asked as everybody: the table of who may do what holds, and no route is missing from it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

from sqlalchemy import update

from ludoteka.server.app import create_app
from ludoteka.server.schema import users
from ludoteka.server.settings import Settings
from tests.server.access import DOC, ROLES, RULES, Rule, document
from tests.server.conftest import SECRET, Person, Running, wait

EVERY = {route: rule for rules in RULES.values() for route, rule in rules.items()}
IN_TURN = ("anonymous", "guest", "account", "moderator", "admin", "seat", "host")
"""Those who change something come last."""
NUMBERS = count()


def routes() -> set[str]:
    app = create_app(Settings(database="unused.db", secret=SECRET))
    found = set()
    for route in app.routes:
        for handler in getattr(route, "route_handlers", []):
            methods = set(getattr(handler, "http_methods", ())) - {"OPTIONS", "HEAD"}
            found |= {f"{method} {route.path_format}" for method in methods}
    return found - {"GET /api/schema/{path}"}  # Litestar's own answer to a document that is not there


def test_no_route_is_missing(tmp_path: Any, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    assert routes() == set(EVERY)


def test_the_page_is_made_from_the_table() -> None:
    assert DOC.read_text("utf-8") == document(), "python -m tests.server.access"


class World:
    """People of every kind, a private table in each state, and a tournament."""

    def __init__(self, server: Running) -> None:
        self.server = server
        self.people = {"anonymous": server.person(), "guest": server.person("Gus")}
        for role in ROLES[2:]:
            self.people[role] = server.member(f"The {role}")
        for role in ("moderator", "admin"):
            who = update(users).where(users.c.id == self.people[role].id)
            server.run(server.house.store.execute(who.values({role: True})))
            server.run(server.house.people.check_known())
            server.house.people.forget(self.people[role].id)
        self.other = server.member("Somebody else")
        self.cup = ""
        self.over = self.table("finished")
        self.playing = self.table("playing")

    def table(self, status: str) -> str:
        host, seat = self.people["host"], self.people["seat"]
        players = ["me", f"user:{seat.id}", *(["open"] if status == "waiting" else [])]
        id = str(host.table(players=players, seats=len(players), visibility="private", rated=False)["table"]["id"])
        if status == "invited":
            return id
        seat.ok("POST", f"/api/tables/{id}/join", {})
        if status == "waiting":
            return id
        host.ok("POST", f"/api/tables/{id}/start", {})

        def over() -> bool:
            for person in (host, seat):
                state = person.see(id)["state"]
                if state["status"] == "finished":
                    return True
                if state["actions"]:
                    person.move(id, state["actions"][0]["text"], state["n"])
            return False

        if status == "finished":
            wait(over)
        return id

    def about(self, route: str, rule: Rule) -> str:
        if "/api/tournaments/{id}" in route or "/tournaments/{id}" in route:
            made = {"name": "Cup", "game": "pebbles"}
            host = self.people["host"]
            if self.cup:  # an account has only so many at a time
                host.post(f"/api/tournaments/{self.cup}/off")
            self.cup = id = str(host.ok("POST", "/api/tournaments", made)["id"])
            for role in ("seat", "host"):
                self.people[role].ok("POST", f"/api/tournaments/{id}/enter")
            return id
        if rule.of == "finished":
            return self.over
        changes = not route.startswith("GET")
        return self.table(rule.of or "playing") if changes else self.playing

    def fill(self, text: str, id: str) -> str:
        for word, value in {
            "id": id,
            "person": self.other.id,
            "who": self.other.id,
            "kind": "mute",
            "game": "pebbles",
            "name": "pebbles" if "/a/" not in text else "look.css",
            "version": "x",
            "theme": "light",
            "number": "1",
            "seat": "2",
            "step": "0",
        }.items():
            text = text.replace(f"{{{word}}}", value)
        return text


class Malformed(Exception):
    """The table asks in a wrong way: nothing is learned about who may."""


def told_no(person: Person, method: str, path: str, body: Any) -> bool:
    """Whether the one who asks is turned away."""
    data = {"json": body} if body is not None else {}
    with person.stream(method, path, **data) as answer:
        if answer.headers.get("content-type", "").startswith("text/event-stream"):
            return False
        answer.read()
    if answer.status_code in (400, 405) or answer.status_code >= 500:
        raise Malformed(f"{answer.status_code} {answer.text[:200]}")
    if answer.status_code in (401, 403):
        return True
    known = answer.headers.get("content-type", "").startswith("application/json") and answer.status_code >= 400
    id = answer.json().get("id", "") if known else ""
    return id in ("error.no_account", "error.no_table") or (answer.status_code == 404 and not known)


def test_everybody_may_what_the_table_says(lone: Running) -> None:
    world = World(lone)
    wrong = []
    for route, rule in EVERY.items():
        method, _, path = route.partition(" ")
        may = dict(zip(ROLES, rule.may.split(), strict=True))
        if rule.alone:
            wrong += [
                f"{route}: {who}" for who, ask in alone(world, method, path, rule) if ask() != (may[who] == "yes")
            ]
            continue
        id = world.about(route, rule) if "{id}" in path else ""
        address = world.fill(path, id) + rule.query
        body = _filled(rule.body, world)
        for role in IN_TURN:
            person = world.people[role] if role != "anonymous" else lone.person()
            try:
                if told_no(person, method, address, body) == (may[role] == "yes"):
                    wrong.append(f"{route}: {role}")
            except Malformed as error:
                wrong.append(f"{route}: {role}: {error}")
    assert not wrong, "\n".join(wrong)
    assert lone.house.faults == 0


def _filled(body: Any, world: World) -> Any:
    if isinstance(body, dict):
        return {k: v.replace("{person}", world.other.id) if isinstance(v, str) else v for k, v in body.items()}
    return body


def alone(world: World, method: str, path: str, rule: Rule) -> list[tuple[str, Callable[[], bool]]]:
    """What would change who somebody is, is asked by people who are there for nothing else."""
    server, n = world.server, next(NUMBERS)
    body = dict(rule.body or {})
    if "name" in body:
        body["name"] = "Somebody else" if body["name"] == "{other}" else f"New {n}"
    people = {"anonymous": server.person(), "guest": server.person(f"Lone {n}"), "account": server.member(f"Only {n}")}

    def ask(role: str) -> Callable[[], bool]:
        def asked() -> bool:
            person = people[role]
            mine = {"name": f"{body['name']} {role}"} if path == "/api/register" else {}
            session = "x"
            if "{session}" in path and role != "anonymous":
                session = person.ok("GET", "/api/me/sessions")[0]["id"]
            return not told_no(person, method, path.replace("{session}", session), body | mine if body else None)

        return asked

    return [(role, ask(role)) for role in people]
