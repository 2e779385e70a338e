"""What one player cannot bend: undo needs everybody, and whether a match counts is settled when it starts."""

from __future__ import annotations

from tests.server.conftest import Person, Running, running, wait
from tests.server.test_moves import leader, two_at_a_table


def undo(person: Person, id: str) -> tuple[int, str, bool]:
    """Status, id of the refusal, whether it is done."""
    answer = person.post(f"/api/tables/{id}/undo", json={"n": person.see(id)["state"]["n"]})
    body = answer.json()
    return answer.status_code, body.get("id", ""), body.get("done", False)


def rated_table(server: Running, **more: object) -> tuple[Person, Person, str]:
    """Two people with accounts at a table that counts, the one to move first."""
    anna, boris = server.member("Anna"), server.member("Boris")
    id = anna.table(**{"game": "tigris_euphrates", "stand_in": "random"} | more)["table"]["id"]
    boris.ok("POST", f"/api/tables/{id}/join", {})
    anna.ok("POST", f"/api/tables/{id}/start", {})
    return (anna, boris, id) if anna.see(id)["state"]["to_move"] == 0 else (boris, anna, id)


def test_undo_needs_everybody_also_one_who_is_out_of_time(database: str) -> None:
    """The other one is gone and a bot plays on: silence means no, coming back and saying yes means yes."""
    with running(database, bot_pause=3600.0) as server:
        anna, boris, id = two_at_a_table(server, game="tigris_euphrates", clock={"kind": "live", "seconds": 3})
        if anna.see(id)["state"]["to_move"] == 1:
            anna, boris = boris, anna
        anna.move(id, leader(anna, id))
        anna.move(id, leader(anna, id))
        boris.move(id, leader(boris, id))
        seat = boris.see(id)["state"]["seat"]
        wait(lambda: anna.see(id)["table"]["seats"][seat]["gone"] == "timeout")
        steps = anna.see(id)["state"]["step"]
        assert undo(anna, id) == (200, "", False)
        assert anna.see(id)["state"]["step"] == steps
        assert (
            anna.ok("POST", f"/api/tables/{id}/undo/answer", {"agree": True})["done"] is False
        )  # her own yes is not enough
        assert boris.ok("POST", f"/api/tables/{id}/undo/answer", {"agree": True})["done"]
        assert anna.see(id)["state"]["step"] < steps


def test_bots_do_not_agree_in_a_match_that_counts(server: Running) -> None:
    anna = server.member("Anna")
    for rated in (True, False):
        id = anna.table(players=["me", "bot:random"], rated=rated, start=True)["table"]["id"]
        wait(lambda id=id: bool(anna.see(id)["state"]["actions"]))
        assert anna.move(id).status_code == 200  # chance draws after it
        wait(lambda id=id: bool(anna.see(id)["state"]["actions"]))
        assert undo(anna, id) == ((409, "error.undo_rated", False) if rated else (200, "", True))


def test_an_agreed_undo_keeps_the_match_rated(server: Running) -> None:
    anna, boris, id = rated_table(server)
    anna.move(id, leader(anna, id))
    anna.move(id, leader(anna, id))
    boris.move(id, leader(boris, id))
    assert undo(anna, id) == (200, "", False)
    assert boris.ok("POST", f"/api/tables/{id}/undo/answer", {"agree": True})["done"]
    assert anna.see(id)["table"]["rated"]


def test_no_hints_in_a_match_that_counts(lone: Running) -> None:
    anna = lone.member("Anna")
    for rated, status in ((True, 403), (False, 200)):
        id = anna.table(players=["me", "bot:random"], rated=rated, start=True)["table"]["id"]
        wait(lambda id=id: bool(anna.see(id)["state"]["actions"]))
        answer = anna.post(f"/api/tables/{id}/hint", json={"n": anna.see(id)["state"]["n"]})
        assert answer.status_code == status
        assert anna.see(id)["table"]["rated"] is rated
        if rated:
            assert answer.json()["id"] == "error.no_hint_rated"


def test_the_room_says_whether_it_counts(server: Running) -> None:
    """It depends on who sits there until it starts, and on nothing after that."""
    anna, guest = server.member("Anna"), server.person("Guest")
    id = anna.table()["table"]["id"]
    path = f"/api/tables/{id}"
    assert (anna.see(id)["table"]["rated"], anna.see(id)["table"]["unrated"]) == (True, "")
    second = anna.post(f"{path}/join", json={})
    assert (second.status_code, second.json()["id"]) == (409, "error.one_seat")
    guest.ok("POST", f"{path}/join", {})
    table = anna.see(id)["table"]
    assert not table["rated"]
    assert "account" in table["unrated"]
    assert [t["rated"] for t in anna.ok("GET", "/api/tables?status=waiting") if t["id"] == id] == [False]
    assert id not in {t["id"] for t in anna.ok("GET", "/api/tables?status=waiting&rated=true")}
    assert id in {t["id"] for t in anna.ok("GET", "/api/tables?status=waiting&rated=false")}
    guest.ok("POST", "/api/register", {"name": "Guest", "password": "correct horse"})
    assert anna.see(id)["table"]["rated"]
    assert id in {t["id"] for t in anna.ok("GET", "/api/tables?status=waiting&rated=true")}
    guest.ok("POST", f"{path}/leave")
    server.person("Other").ok("POST", f"{path}/join", {})
    anna.ok("POST", f"{path}/start", {})
    assert not anna.see(id)["table"]["rated"]


def test_running_out_of_time_does_not_change_what_counts(lone: Running) -> None:
    anna, _, id = rated_table(lone, game="pebbles", clock={"kind": "live", "seconds": 1})
    wait(lambda: anna.see(id)["state"]["status"] == "finished", 120)  # bots play on for both
    assert anna.see(id)["table"]["rated"]
    assert len(anna.ok("GET", "/api/ratings/pebbles?people=true")) == 2
