"""Leaving is something a player does: it stands in the record, costs the match, and is told before it is done."""

from __future__ import annotations

import pytest

from ludoteka import games
from ludoteka.core.match import EVENT, Match
from tests.server.conftest import Person, Running, running, wait
from tests.server.test_bots import play_out
from tests.server.test_fair import rated_table, undo


def three(server: Running, game: str = "pebbles") -> tuple[Person, Person, str]:
    """Two people and a bot at a table; a bot that takes a seat is the same."""
    anna, boris = server.member("Anna"), server.member("Boris")
    id = anna.table(game=game, seats=3, players=["me", "open", "bot:random"], stand_in="random")["table"]["id"]
    boris.ok("POST", f"/api/tables/{id}/join", {})
    anna.ok("POST", f"/api/tables/{id}/start", {})
    return anna, boris, id


def test_the_others_play_on_and_the_record_tells_it(server: Running) -> None:
    anna, boris, id = three(server)
    path = f"/api/tables/{id}"
    told = anna.ok("GET", f"{path}/leave")
    assert not told["ends"]
    assert "a bot plays on" in told["message"]
    assert "leaving is a loss" in told["message"]
    n = anna.see(id)["state"]["n"]
    for text, why in (("! leave 0", "error.leave_door"), ("! leave 1", "error.not_your_seat"), ("! dance 0", "")):
        refused = anna.move(id, text, n)
        assert refused.status_code in (403, 422)
        assert refused.json()["id"] == why or not why
    assert anna.ok("POST", f"{path}/leave")["seats"][0]["gone"] == "left"
    line = next(x for x in boris.see(id)["log"] if x["seat"] == EVENT)
    assert (line["text"], line["words"]) == ("! leave 0", "Anna leaves the match")
    assert any(c["system"] and "Anna" in c["text"] for c in boris.see(id)["chat"])
    assert anna.move(id, "decline", 99).status_code == 403
    assert anna.post(f"{path}/leave").status_code == 409
    assert anna.get(f"{path}/leave").status_code == 409
    for _ in range(2):  # once to have something to take back, once more to be asked again
        wait(lambda: bool(boris.see(id)["state"]["actions"]))
        boris.move(id)
    wait(lambda: bool(boris.see(id)["state"]["actions"]))
    assert undo(boris, id)[:2] == (409, "error.undo_left")  # she cannot be asked any more
    play_out(boris, id)
    match = Match.load(boris.get(f"{path}/record").text, games.load)
    assert match.state.left == 1
    ranks = {r["who"]: r["rank"] for r in boris.ok("GET", "/api/history")[0]["results"]}
    assert ranks[f"user:{anna.id}"] == 3
    people = {r["who"]: r["rating"] for r in boris.ok("GET", "/api/ratings/pebbles?people=true")}
    assert people[f"user:{anna.id}"] < people[f"user:{boris.id}"]


@pytest.mark.parametrize("game", games.names())
def test_of_two_the_other_one_wins(lone: Running, game: str) -> None:
    anna, boris, id = rated_table(lone, game=game)
    seat = anna.see(id)["state"]["seat"]
    told = anna.ok("GET", f"/api/tables/{id}/leave?lang=ru")
    assert told["ends"]
    assert "рейтинг" in told["message"]
    anna.ok("POST", f"/api/tables/{id}/leave")
    end = boris.see(id)
    assert end["table"]["status"] == "finished"
    assert end["state"]["shares"] == [float(s != seat) for s in range(2)]
    best = boris.ok("GET", f"/api/ratings/{game}?people=true")
    assert [r["who"] for r in best] == [f"user:{boris.id}", f"user:{anna.id}"]
    record = boris.get(f"/api/tables/{id}/record").text
    assert f"! leave {seat}\n" in record
    assert Match.load(record, games.load).state.returns() == end["state"]["shares"]


def test_leaving_survives_a_restart(database: str) -> None:
    with running(database, bot_pause=3600.0) as server:
        anna, boris, id = three(server)
        anna.ok("POST", f"/api/tables/{id}/leave")
        before = boris.see(id)
    with running(database, bot_pause=3600.0) as server:
        after = server.same(boris).see(id)
        assert after["log"] == before["log"]
        assert after["table"]["seats"] == before["table"]["seats"]
