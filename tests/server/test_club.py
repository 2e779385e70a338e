"""People and how they find each other: friends, invitations, profiles, the lobby by wishes, pairing."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from sqlalchemy import select, update

from ludoteka.server.schema import moves, notices, ratings, tables
from tests.server.conftest import Person, Running, wait
from tests.server.tournaments.test_run import play_to_end

NEW = {"game": "pebbles", "seats": 2}


def ids(rows: list[dict[str, Any]]) -> list[str]:
    return [row["id"] for row in rows]


def tie(one: Person, other: Person, kind: str, method: str = "PUT") -> Any:
    return one.ok(method, f"/api/me/people/{other.id}/{kind}")


def with_mail(club: Running, person: Person, address: str) -> None:
    """Somebody who wants notices by mail, at once."""
    person.ok("POST", "/api/me/email", {"email": address, "password": "correct horse"})
    code = next(w for w in club.box[-1].get_content().split() if w.strip(".").isdigit()).strip(".")
    person.ok("POST", "/api/me/email/proof", {"code": code})
    person.ok("PUT", "/api/me/notify", {"mail": True})
    club.house.notices.delay = 0.0


def test_friends_agree_and_part(club: Running) -> None:
    anna, boris, guest = club.member("Fanny"), club.member("Fritz"), club.person("Fremder")
    assert ids(tie(anna, boris, "friend")["asked"]) == [boris.id]
    assert ids(boris.ok("GET", "/api/me/people")["asking"]) == [anna.id]
    assert ids(tie(boris, anna, "friend")["friends"]) == [anna.id]
    known = anna.ok("GET", "/api/me/people")
    assert [(p["id"], p["here"]) for p in known["friends"]] == [(boris.id, True)]
    assert not known["asked"] + known["asking"]
    assert anna.put(f"/api/me/people/{guest.id}/friend").json()["id"] == "error.no_account"
    assert guest.put(f"/api/me/people/{anna.id}/friend").json()["id"] == "error.no_account"
    assert "Fritz" in anna.get("/people").text
    tie(boris, anna, "friend", "DELETE")
    assert not anna.ok("GET", "/api/me/people")["friends"]
    tie(anna, boris, "friend")
    tie(boris, anna, "block")
    assert not anna.ok("GET", "/api/me/people")["asked"]
    tie(anna, boris, "friend")
    assert not boris.ok("GET", "/api/me/people")["asking"], "whoever is blocked cannot ask again"


def test_an_invitation_is_kept_told_and_declined(club: Running) -> None:
    club.box.clear()
    anna, boris, carl = club.member("Ina"), club.member("Ivo"), club.member("Ida")
    with_mail(club, boris, "ivo@example.org")
    made = anna.table(players=["me", f"user:{boris.id}"], visibility="private")["table"]
    assert [s["kind"] for s in made["seats"]] == ["human", "reserved"]
    assert [(t["id"], t["invited"]) for t in boris.ok("GET", "/api/me/tables")] == [(made["id"], True)]
    assert carl.post(f"/api/tables/{made['id']}/join", json={}).status_code == 404
    wait(lambda: any("invited" in str(m["Subject"]) for m in club.box))
    assert f"http://play.test/t/{made['id']}" in club.box[-1].get_content()
    boris.ok("POST", f"/api/tables/{made['id']}/leave")
    anna.ok("POST", f"/api/tables/{made['id']}/invite", {"person": carl.id})
    assert anna.post(f"/api/tables/{made['id']}/invite", json={"person": carl.id}).status_code == 409
    assert carl.post(f"/api/tables/{made['id']}/invite", json={"person": boris.id}).status_code == 403
    carl.ok("POST", f"/api/tables/{made['id']}/join", {})
    tie(boris, anna, "block")
    refused = anna.post("/api/tables", json=NEW | {"players": ["me", f"user:{boris.id}"]})
    assert (refused.status_code, refused.json()["id"]) == (403, "error.cannot_invite")
    open_one = anna.table()["table"]["id"]
    assert boris.post(f"/api/tables/{open_one}/join", json={}).status_code == 403, "nor do they meet by chance"
    assert anna.post("/api/tables", json=NEW | {"players": ["me", "user:nobody"]}).status_code == 404


def test_whoever_is_blocked_does_not_come_near(club: Running) -> None:
    """Nor to a table where the other only sits; and playing again with everybody invites them no more."""
    anna, boris, carl = club.member("Bea"), club.member("Ben"), club.member("Bill")
    tie(boris, carl, "block")
    table = anna.table(seats=3)["table"]["id"]
    boris.ok("POST", f"/api/tables/{table}/join", {})
    assert carl.post(f"/api/tables/{table}/join", json={}).json()["id"] == "error.no_invitation"
    wish = {"game": "pebbles", "seats": 3, "clock": "day3"}
    found = [p.ok("POST", "/api/pairing", wish)["table"]["id"] for p in (anna, boris, carl)]
    assert found[0] == found[1] != found[2]
    tie(boris, carl, "block", "DELETE")
    played = boris.table(rated=False)["table"]["id"]
    carl.ok("POST", f"/api/tables/{played}/join", {})
    boris.ok("POST", f"/api/tables/{played}/start", {})
    carl.ok("POST", f"/api/tables/{played}/leave")
    tie(boris, carl, "block")
    again = carl.ok("POST", f"/api/tables/{played}/rematch")["table"]
    assert [s["kind"] for s in again["seats"]] == ["human", "open"]
    assert again["id"] not in ids(boris.ok("GET", "/api/me/tables"))
    for id, who in ((found[0], anna), (found[0], boris), (found[2], carl)):
        who.ok("POST", f"/api/tables/{id}/leave")


def test_how_it_stands_between_two_and_how_fast_one_answers(club: Running) -> None:
    anna, boris = club.member("Pola"), club.member("Pim")
    assert anna.ok("GET", f"/api/players/{boris.id}")["against"] == {"matches": 0, "ahead": 0, "behind": 0}
    for leaver in (anna, boris, boris):
        id = anna.table()["table"]["id"]
        boris.ok("POST", f"/api/tables/{id}/join", {})
        anna.ok("POST", f"/api/tables/{id}/start", {})
        leaver.ok("POST", f"/api/tables/{id}/leave")
    assert anna.ok("GET", f"/api/players/{boris.id}")["answers_in"] is None, "too few turns"
    tables = [anna.table(players=["me", "bot:random"], start=True)["table"]["id"] for _ in range(4)]
    for id in tables:
        play_to_end(id, anna)
    club.run(club.house.store.execute(update(moves).where(moves.c.table_id.in_(tables)).values(at=60.0 * moves.c.n)))
    seen = boris.ok("GET", f"/api/players/{anna.id}")
    assert seen["answers_in"] == 60
    assert seen["habits"] == {"pace": "sitting", "hours": ""}, "nobody knows in which time zone"
    assert seen["against"] == {"matches": 3, "ahead": 1, "behind": 2}
    assert anna.ok("GET", f"/api/players/{anna.id}")["against"] is None, "nobody plays against themselves"
    notify = club.house.notices.read('{"zone": "Asia/Tokyo"}')
    club.run(club.house.notices.set_notify(anna.id, notify))
    page = boris.get(f"/players/{anna.id}?lang=en").text
    assert "plays without long pauses, mostly in the morning" in page, "it began at nine"
    assert "you : Pola in 3 matches" in page
    assert "1 : 2" in page
    assert "60 s" in page


def test_a_profile_and_with_whom_one_played(club: Running) -> None:
    anna, boris = club.member("Paula"), club.member("Peer")
    for _ in range(2):
        id = anna.table()["table"]["id"]
        boris.ok("POST", f"/api/tables/{id}/join", {})
        anna.ok("POST", f"/api/tables/{id}/start", {})
        boris.ok("POST", f"/api/tables/{id}/leave")
    found = anna.ok("GET", f"/api/players/{anna.id}")
    assert [(g["game"], g["matches"], g["wins"], g["rank"]) for g in found["per_game"]] == [("pebbles", 2, 2, 1.0)]
    assert found["per_game"][0]["even"] == 1, "of two matches with one other"
    assert (found["finishes"], found["puzzle_days"]) == (100, 0)
    assert boris.ok("GET", f"/api/players/{boris.id}")["finishes"] == 0, "left both"
    assert len(found["curve"]) == 2
    assert found["curve"][1]["rating"] == found["ratings"][0]["rating"] > found["curve"][0]["rating"]
    lately = anna.ok("GET", "/api/me/people/recent")
    assert [(p["id"], p["matches"]) for p in lately] == [(boris.id, 2)]
    page = anna.get(f"/players/{boris.id}").text
    assert page.count('class="line"') == 2, "for a desk and for a phone"
    assert f"/new?with={boris.id}" in page
    assert f'"with":["{boris.id}"]' in anna.get(f"/new?with={boris.id}").text
    tie(anna, boris, "block")
    assert anna.ok("GET", "/api/me/people/recent") == []
    assert not found["favourites"], "all pebbles are alike"
    both = {"game": "small_world", "seats": 2, "players": ["me", "me"], "rated": False, "start": True}
    id = anna.ok("POST", "/api/tables", both)["table"]["id"]
    taken = anna.see(id)["state"]["actions"][0]["text"]
    anna.move(id, taken)
    anna.ok("POST", f"/api/tables/{id}/leave")
    liked = anna.ok("GET", f"/api/players/{anna.id}")["favourites"]
    assert [(f["game"], [(p["name"], p["matches"]) for p in f["played"]]) for f in liked] == [
        ("small_world", [(taken.split()[1], 1)])
    ]
    page = anna.get(f"/players/{anna.id}?lang=en").text
    assert liked[0]["played"][0]["title"] in page
    assert "Small World: win share by race" in page


def test_the_lobby_by_wishes(club: Running) -> None:
    anna, boris = club.member("Lena"), club.member("Lars")
    boris.ok("PATCH", "/api/me", {"lang": "ru"})
    plain = anna.table(rated=False)["table"]["id"]
    live = boris.table(clock={"kind": "live", "seconds": 600, "increment": 15})["table"]["id"]
    days = anna.ok(
        "POST",
        "/api/tables",
        {"game": "small_world", "seats": 2, "clock": {"kind": "correspondence", "seconds": 86400}},
    )
    mine = {plain, live, days["table"]["id"]}

    def seen(query: str) -> set[str]:
        return mine & set(ids(anna.ok("GET", f"/api/tables?{query}")))

    assert seen("") == mine
    assert seen("game=pebbles") == {plain, live}
    assert seen("clock=live") == {live}
    assert seen("clock=none") == {plain}
    assert seen("rated=false") == {plain}
    assert seen("rated=true") == mine - {plain}
    assert seen("speaks=ru") == {live}
    assert seen("near=true") == mine
    strong = {
        "game": "pebbles",
        "who": f"user:{boris.id}",
        "name": "x",
        "mu": 60.0,
        "sigma": 1.0,
        "matches": 9,
        "wins": 9,
    }
    club.run(club.house.store.execute(ratings.insert().values(strong)))
    assert seen("near=true") == mine - {live}
    assert anna.get("/api/tables?clock=odd").status_code == 400
    page = anna.get("/tables?game=pebbles&rated=no").text
    assert plain in page
    assert live not in page


def test_the_lobby_and_the_room_agree_on_what_counts(club: Running) -> None:
    guest, member = club.person("Gast"), club.member("Mitglied")
    as_guest = guest.table(players=["me", "open"])["table"]["id"]
    twice = member.table(seats=3, players=["me", "me", "open"])["table"]["id"]
    counts = member.table(players=["me", "open"])["table"]["id"]
    for person, id in ((guest, as_guest), (member, twice), (member, counts)):
        room = person.see(id)["table"]
        listed = {rated: ids(person.ok("GET", f"/api/tables?rated={rated}")) for rated in ("true", "false")}
        assert (id in listed["true"], id in listed["false"]) == (not room["unrated"], bool(room["unrated"]))
        mine = next(t for t in person.ok("GET", "/api/me/tables") if t["id"] == id)
        assert mine["rated"] == (not room["unrated"]) == (id == counts)


def test_bots_come_if_nobody_does(club: Running) -> None:
    anna = club.person("Nadia")
    table = anna.table(minutes=5, seats=3)["table"]
    assert 290 < table["begins"] - time.time() <= 300
    club.run(club.house.store.execute(update(tables).where(tables.c.id == table["id"]).values(next_at=time.time() - 1)))
    wait(lambda: anna.see(table["id"])["table"]["status"] == "playing")
    seats = anna.see(table["id"])["table"]["seats"]
    assert sorted(s["kind"] for s in seats) == ["bot", "bot", "human"]


def test_a_match_for_another_evening(club: Running) -> None:
    """It waits for its time, and whoever sits there is reminded an hour before."""
    club.box.clear()
    anna, boris = club.member("Eva Evening"), club.member("Egon Evening")
    with_mail(club, boris, "egon@example.org")
    begins = time.time() + 20 * 86400
    id = anna.table(begins=begins, seats=3, rated=False)["table"]["id"]
    boris.ok("POST", f"/api/tables/{id}/join", {})
    assert anna.see(id)["table"]["begins"] == begins
    assert next(t for t in boris.ok("GET", "/api/me/tables") if t["id"] == id)["begins"] == begins
    store = club.house.store
    mine = notices.c.table_id == id
    due = [r["due"] for r in club.run(store.rows(select(notices).where(mine)))]
    assert due == [begins - 3600]
    club.run(store.execute(update(tables).where(tables.c.id == id).values(updated=time.time() - 10 * 86400)))
    club.run(club.house.expiry.run(time.time()))
    assert anna.see(id)["table"]["status"] == "waiting", "it does not expire before its time"
    club.run(store.execute(update(notices).where(mine).values(due=time.time())))
    wait(lambda: any("in an hour" in str(m["Subject"]) for m in club.box))
    club.run(store.execute(update(tables).where(tables.c.id == id).values(next_at=time.time())))
    wait(lambda: anna.see(id)["table"]["status"] == "playing")
    assert [s["kind"] for s in anna.see(id)["table"]["seats"]] == ["human", "human", "bot"]
    assert anna.post("/api/tables", json=NEW | {"begins": time.time() - 5}).json()["id"] == "error.begins"


def test_those_who_want_the_same_are_paired(club: Running) -> None:
    people = [club.person(f"Quick {i}") for i in range(6)]
    wish = {"game": "pebbles", "seats": 2, "clock": "live10"}
    with ThreadPoolExecutor(6) as pool:
        found = list(pool.map(lambda p: p.ok("POST", "/api/pairing", wish)["table"]["id"], people))
    assert len(set(found)) == 3, "never two tables that wait for each other"
    for person, id in zip(people, found, strict=True):
        assert person.see(id)["table"]["status"] == "playing"
    last = club.person("Quick and last")
    waiting = last.ok("POST", "/api/pairing", wish)["table"]
    assert last.ok("POST", "/api/pairing", wish)["table"]["id"] == waiting["id"], "asked twice it is the same seat"
    shown = [w for w in last.ok("GET", "/api/pairing") if w["game"] == "pebbles" and w["clock"] == "live10"]
    assert [(w["people"], w["seats"]) for w in shown] == [(1, 2)]
    usual = last.ok("GET", "/api/pairing/usual?game=pebbles&clock=live10")["seconds"]
    assert 0 <= usual < 600
    assert last.ok("GET", "/api/pairing/usual?game=small_world&clock=day3")["seconds"] is None
    assert people[0].post("/api/pairing", json=wish | {"rated": True}).json()["id"] == "error.no_account"
    assert people[0].post("/api/pairing", json=wish | {"seats": 9}).status_code == 422
    last.ok("POST", f"/api/tables/{waiting['id']}/leave")
