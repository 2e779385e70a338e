"""An account over the years: a lost password, another address, all its data, its end; and names that look alike."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from email.message import EmailMessage
from time import time

import pytest
from sqlalchemy import insert, select, update

from ludoteka.bots.puzzles import puzzles_of
from ludoteka.server.lookalike import look_of
from ludoteka.server.mydata import PARTS
from ludoteka.server.schema import codes, metadata, pushes, tries, users
from tests.server.conftest import Person, Running, running, wait
from tests.server.test_moves import two_at_a_table
from tests.server.test_order import keeper

PASSWORD = "correct horse"


def prove(person: Person, box: list[EmailMessage], email: str, password: str = PASSWORD) -> None:
    person.ok("POST", "/api/me/email", {"email": email, "password": password})
    code = re.search(r"\d{8}", box[-1].get_content())
    assert code
    person.ok("POST", "/api/me/email/proof", {"code": code[0]})


def code_in(mail: EmailMessage) -> str:
    found = re.search(r"http://play\.test/forgotten#(\S+)", mail.get_content())
    assert found
    return found[1]


def test_a_forgotten_password(club: Running) -> None:
    box = club.box
    box.clear()
    anna, thief, browser = club.member("Anneke"), club.person(), club.person("Guest")
    prove(anna, box, "Anneke@example.org")
    known, unknown = (thief.post("/api/forgotten", json={"who": who}) for who in ("anneke@example.ORG", "nobody"))
    assert (known.status_code, known.content) == (unknown.status_code, unknown.content) == (200, b"null")
    wait(lambda: len(box) == 2)
    first = code_in(box[1])
    thief.ok("POST", "/api/forgotten", {"who": " ANNEKE "})
    wait(lambda: len(box) == 3)
    code = code_in(box[2])
    weak = browser.post("/api/reset", json={"code": code, "password": "short"})
    assert weak.status_code == 400, "and the code is not used up"
    assert browser.post("/api/reset", json={"code": first, "password": "battery staple"}).status_code == 422
    table = browser.table()["table"]["id"]
    assert browser.ok("POST", "/api/reset", {"code": code, "password": "battery staple"})["id"] == anna.id
    assert browser.ok("GET", "/api/me/tables")[0]["id"] == table, "what the guest began comes along"
    assert anna.ok("GET", "/api/me")["id"] is None, "every other session ends"
    again = thief.post("/api/reset", json={"code": code, "password": "battery staple"})
    assert (again.status_code, again.json()["id"]) == (422, "error.email_code")
    thief.ok("POST", "/api/login", {"name": "Anneke", "password": "battery staple"})


def test_a_code_for_a_password_expires_and_is_kept_as_a_hash(club: Running) -> None:
    box = club.box
    box.clear()
    anna = club.member("Bella")
    prove(anna, box, "bella@example.org")
    anna.ok("POST", "/api/forgotten", {"who": "Bella"})
    wait(lambda: len(box) == 2)
    rows = club.run(club.house.store.rows(select(codes)))
    assert code_in(box[1]) not in str(rows)
    club.run(club.house.store.execute(update(codes).values(until=time() - 1)))
    assert anna.post("/api/reset", json={"code": code_in(box[1]), "password": PASSWORD}).status_code == 422
    club.run(club.house.expiry.run(time()))
    assert club.run(club.house.store.rows(select(codes))) == []


def test_mails_of_strangers_are_few_and_tell_nothing(tmp_path: object) -> None:
    box: list[EmailMessage] = []
    with running(f"{tmp_path}/a.db", limits=True, smtp_host="mail.test", smtp_from="a@b.cc") as server:
        server.house.notices.send_mail = box.append
        anna = server.member("Anna")
        prove(anna, box, "anna@example.org")
        found = {
            who: [anna.post("/api/forgotten", json={"who": who}).status_code for _ in range(4)]
            for who in ("Anna", "Nobody")
        }
        assert found["Anna"] == found["Nobody"] == [200, 200, 200, 429]
        wait(lambda: not server.house.accounts.under_way)
        assert len(box) == 3, "an address gets three mails an hour, the proof among them"
        assert "http" not in box[-1].get_content(), "without a public address there is a code and no dead link"
        code = re.search(r"[\w-]{32}", box[-1].get_content())
        assert code
        anna.ok("POST", "/api/reset", {"code": code[0], "password": "battery staple"})


def test_another_address_counts_when_it_is_proved(club: Running) -> None:
    box = club.box
    box.clear()
    anna = club.member("Clara")
    prove(anna, box, "old@example.org")
    wrong = anna.post("/api/me/email", json={"email": "new@example.org", "password": "guessed"})
    assert (wrong.status_code, len(box)) == (401, 1)
    anna.ok("POST", "/api/me/email", {"email": "new@example.org", "password": PASSWORD})
    assert anna.ok("GET", "/api/me")["email"] == "old@example.org"
    boris = club.member("Boris of Clara")
    code = re.search(r"\d{8}", box[-1].get_content())
    assert code
    assert boris.post("/api/me/email/proof", json={"code": code[0]}).status_code == 422, "it is not his"
    anna.ok("POST", "/api/me/email/proof", {"code": code[0]})
    wait(lambda: len(box) == 3)
    assert str(box[2]["To"]) == "old@example.org", "and the old address hears of it"
    me = anna.ok("GET", "/api/me")
    assert (me["email"], me["email_asked"]) == ("new@example.org", None)


def test_all_data_in_a_file(club: Running) -> None:
    box = club.box
    box.clear()
    anna, boris, id = two_at_a_table(club)
    anna.ok("POST", "/api/register", {"name": "Dora", "password": PASSWORD})
    prove(anna, box, "dora@example.org")
    boris.ok("POST", f"/api/tables/{id}/chat", {"text": "his words"})
    anna.ok("POST", f"/api/tables/{id}/chat", {"text": "her words"})
    anna.ok("PUT", f"/api/tables/{id}/note", {"text": "her note"})
    anna.move(id)
    answer = anna.get("/api/me/export")
    assert "attachment" in answer.headers["content-disposition"]
    found = answer.json()
    assert (found["person"]["name"], found["person"]["email"]) == ("Dora", "dora@example.org")
    assert [m["text"] for m in found["messages"]] == ["her words"]
    assert [n["text"] for n in found["notes"]] == ["her note"]
    assert [s["table_id"] for s in found["seats"]] == [id]
    assert found["moves"]
    assert {m["mover"] for m in found["moves"]} == {found["seats"][0]["seat"]}
    assert "his words" not in answer.text
    assert "argon2" not in answer.text
    assert anna.see(id)["table"]["code"] not in answer.text
    assert club.person().get("/api/me/export").status_code == 401


def test_the_file_knows_every_table_that_knows_people() -> None:
    """Whatever comes to be kept about people later has to be in it, too."""
    known = " ".join(str(wanted("me")) for wanted in PARTS.values())
    about = {t.name for t in metadata.sorted_tables if any(key.column.table is users for key in t.foreign_keys)}
    assert {name for name in about if f"FROM {name}" not in known} == {"challenges", "quick"}, "they open doors"


def test_the_file_has_what_one_opened_and_whom_one_knows(club: Running) -> None:
    anna, boris = club.member("Doreen"), club.member("Dorian")
    anna.ok("PUT", f"/api/me/people/{boris.id}/block")
    id = anna.table()["table"]["id"]
    cup = anna.ok("POST", "/api/tournaments", {"name": "Dora's cup", "game": "pebbles"})["id"]
    anna.ok("POST", "/api/reports", {"text": "he shouts", "person": boris.id})
    found = anna.ok("GET", "/api/me/export")
    assert [(p["other_id"], p["kind"]) for p in found["people"]] == [(boris.id, "block")]
    assert [t["table_id"] for t in found["tables opened"]] == [id]
    assert [t["tournament_id"] for t in found["tournaments announced"]] == [cup]
    assert [(r["text"], r["person_id"]) for r in found["reports"]] == [("he shouts", boris.id)]


def test_whom_a_host_sent_away_leaves_no_name(club: Running) -> None:
    """Not even the one they had then, at a table where they do not sit any more."""
    host, anna = club.person("Hostess"), club.member("Zarah First")
    id = host.table()["table"]["id"]
    anna.ok("POST", f"/api/tables/{id}/join", {})
    host.ok("PUT", f"/api/tables/{id}/seats/1", {"bot": ""})
    assert "Zarah First" in str(host.see(id)["chat"])
    anna.ok("PATCH", "/api/me", {"name": "Zarah Second"})
    anna.ok("POST", "/api/me/delete", {"password": PASSWORD})
    kept = json.dumps([club.run(club.house.store.rows(select(t))) for t in metadata.sorted_tables])
    assert "Zarah" not in kept
    assert [c["text"] for c in host.see(id)["chat"]][-1].startswith("Former player")


def test_deleted_for_good(club: Running) -> None:
    box = club.box
    box.clear()
    anna, boris, id = two_at_a_table(club)
    anna.ok("POST", "/api/register", {"name": "Zoe", "password": PASSWORD})
    prove(anna, box, "zoe@example.org")
    anna.ok("POST", "/api/me/tokens", {"label": "a program"})
    anna.ok("POST", f"/api/tables/{id}/chat", {"text": "last words"})
    waiting = anna.table()["table"]["id"]
    boris.ok("POST", f"/api/tables/{waiting}/join", {})
    anna.move(id)
    assert "Zoe" in str(boris.see(id)["log"])
    assert "last words" in str(boris.see(id)["chat"])
    assert anna.post("/api/me/delete", json={"password": "guessed"}).status_code == 401
    anna.ok("POST", "/api/me/delete", {"password": PASSWORD})
    assert anna.ok("GET", "/api/me")["id"] is None
    seen = boris.see(id)
    assert seen["table"]["status"] == "finished", "she has left, and nobody plays on alone"
    assert "Zoe" not in str(seen)
    assert "last words" not in str(seen["chat"])
    names = [s["name"] for s in seen["table"]["seats"]]
    assert any(n.startswith("Former player") for n in names)
    assert boris.see(waiting)["table"]["host"], "who is left is the host"
    assert "Former player" in boris.get(f"/api/tables/{id}/record").text
    kept = json.dumps([club.run(club.house.store.rows(select(t))) for t in metadata.sorted_tables])
    assert "Бор" in kept or "\\u0411" in kept
    for trace in ("Zoe", "last words", "zoe@example.org", anna.id):
        assert trace not in kept
    assert club.person("Zoe").post("/api/login", json={"name": "Zoe", "password": PASSWORD}).status_code == 401


def test_a_guest_who_logs_in_keeps_everything(club: Running) -> None:
    anna = club.member("Annalise")
    phone, _, id = two_at_a_table(club)
    phone.ok("POST", f"/api/tables/{id}/chat", {"text": "hello"})
    phone.ok("PUT", f"/api/tables/{id}/note", {"text": "he has red"})
    one, two = puzzles_of("small_world")[:2]
    tried = [{"user_id": phone.id, "puzzle": p.id, "game": p.game, "tried": "[]", "at": 1.0} for p in (one, two)]
    club.run(club.house.store.execute(insert(tries), [t | {"solved": True, "day": 7} for t in tried]))
    mine = tried[0] | {"user_id": anna.id, "solved": False}
    club.run(club.house.store.execute(insert(tries).values(mine)))
    push = {"id": "x", "user_id": phone.id, "endpoint": "https://push.test/x", "p256dh": "", "auth": "", "at": 1.0}
    club.run(club.house.store.execute(insert(pushes).values(push)))
    phone.ok("POST", "/api/login", {"name": "Annalise", "password": PASSWORD})
    assert phone.ok("GET", f"/api/tables/{id}/note")["text"] == "he has red"
    assert [c["mine"] for c in phone.see(id)["chat"] if c["text"] == "hello"] == [True]
    assert anna.see(id)["state"]["seat"] is not None
    found = anna.ok("GET", "/api/me/export")
    assert {p["puzzle"]: p["solved"] for p in found["puzzles"]} == {one.id: False, two.id: True}, (
        "first come, first kept"
    )
    assert [p["endpoint"] for p in found["browsers with notices"]] == ["https://push.test/x"]


def test_a_guests_address_opens_no_account(club: Running) -> None:
    """Whoever used this browser before as a guest cannot ask for a new password of the one who logs in now."""
    box = club.box
    box.clear()
    anna, guest = club.member("Amanda"), club.person("Amandas Phone")
    prove(guest, box, "guest@example.org")
    guest.ok("PUT", "/api/me/notify", {"mail": True, "quiet_from": "22:00", "quiet_to": "07:00"})
    guest.ok("POST", "/api/me/email", {"email": "later@example.org"})
    me = guest.ok("POST", "/api/login", {"name": "Amanda", "password": PASSWORD})
    assert (me["id"], me["email"], me["email_asked"]) == (anna.id, None, None)
    assert not guest.ok("GET", "/api/me/notify")["mail"], "what the account wants to hear counts"
    rows = club.run(club.house.store.rows(select(users.c.id).where(users.c.email == "guest@example.org")))
    assert rows == []


def test_a_login_does_not_give_a_muted_guest_their_voice_back(club: Running) -> None:
    ada, anna, guest = keeper(club, "Ada Voice", moderator=True), club.member("Ariane"), club.person("Loud guest")
    ada.ok("POST", f"/api/house/people/{guest.id}/silence", {"days": 3, "why": "shouting"})
    guest.ok("POST", "/api/login", {"name": "Ariane", "password": PASSWORD})
    table = guest.table()["table"]["id"]
    for browser in (guest, anna):
        assert browser.post(f"/api/tables/{table}/chat", json={"text": "HEY"}).json()["id"] == "error.silent"
    noted = ada.ok("GET", "/api/house/audit")
    assert next(n for n in noted if n["why"] == "shouting")["person"] == "Ariane"


def test_whoever_goes_before_a_tournament_begins_is_not_in_it(club: Running) -> None:
    host, gone = club.member("Agathe"), club.member("Gundula")
    id = host.ok("POST", "/api/tournaments", {"name": "Small cup", "game": "pebbles"})["id"]
    for person in (host, gone):
        person.ok("POST", f"/api/tournaments/{id}/enter")
    gone.ok("POST", "/api/me/delete", {"password": PASSWORD})
    assert [e["name"] for e in host.ok("GET", f"/api/tournaments/{id}")["entries"]] == ["Agathe"]


@pytest.mark.parametrize(
    "name",
    ["anna", "ANNA", "Аnnа", "Ａｎｎａ", "Ann a", "An\u200bna", "Anna.", "Αnna", "Ánna", "ᴀɴɴᴀ"]
    + ["ꓮnna", "Ꭺnna", "Anna\u3164", "Anna\u2800", "A\u034fnna"],
)
def test_names_that_look_like_an_account(alike: Running, name: str) -> None:
    stranger = alike.person("Somebody")
    for path, data in (
        ("/api/guest", {"name": name}),
        ("/api/register", {"name": name, "password": PASSWORD}),
    ):
        answer = stranger.post(path, json=data)
        assert (answer.status_code, answer.json()["id"]) == (409, "error.name_taken"), path


@pytest.fixture(scope="module")
def alike(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(str(tmp_path_factory.mktemp("alike") / "a.db")) as server:
        server.member("Anna")
        yield server


def test_names_of_the_house_are_kept(alike: Running) -> None:
    stranger = alike.person("Somebody")
    for name in ("Admin", "аdmin", "Ludoteka", "Raven", "Ворон, уровень 3", "Sparrow"):
        assert stranger.post("/api/guest", json={"name": name}).json()["id"] == "error.name_kept", name
    mine = stranger.ok("POST", "/api/register", {"name": "Соня 1", "password": PASSWORD})
    assert mine["name"] == "Соня 1"
    assert stranger.ok("PATCH", "/api/me", {"name": "соня 1"})["name"] == "соня 1", "one's own name may change its case"


def test_which_names_look_different() -> None:
    names = ["Anna", "Hanna", "Ana", "Иван", "Ивана", "Нина", "Нона", "Bob", "Rob", "Маша", "Миша", "Саша", "Даша"]
    names += ["Lucia", "Luda", "Юля", "Оля", "Дима", "Тима", "Guest 1", "Guest 2"]
    assert len({look_of(n) for n in names}) == len(names)
    for one, other in (("Williams", "Wiłłiams"), ("Қанат", "Канат"), ("Jose", "José"), ("Ёлка", "Елка")):
        assert look_of(one) == look_of(other)
