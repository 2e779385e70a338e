"""After the match: history, ratings, records, replays, going on, rematches."""

from __future__ import annotations

import asyncio

import pytest

from ludoteka import games
from ludoteka.core.match import Match
from ludoteka.games.terra_mystica.ledger import import_ledger
from tests.conftest import played
from tests.games.terra_mystica.test_ledger import HEAD, REST, ROUND1
from tests.server.conftest import Person, Running, wait
from tests.server.test_bots import play_out


def finished(anna: Person, **more: object) -> str:
    made = anna.table(**{"players": ["me", "bot:random"], "start": True} | more)
    id: str = made["table"]["id"]
    play_out(anna, id)
    return id


def test_results_and_ratings(server: Running) -> None:
    anna = server.member("Anna")
    id = finished(anna)
    match = anna.ok("GET", "/api/history")[0]
    assert match["table"] == id
    assert {r["who"] for r in match["results"]} == {f"user:{anna.id}", "bot:random"}
    assert min(r["rank"] for r in match["results"]) == 1
    board = anna.ok("GET", "/api/ratings/pebbles")
    assert {r["who"] for r in board} == {f"user:{anna.id}", "bot:random"}
    assert [r["rating"] for r in board] == sorted((r["rating"] for r in board), reverse=True)
    page = anna.ok("GET", f"/api/players/{anna.id}")
    assert page["ratings"][0]["matches"] == 1
    assert page["recent"][0]["table"] == id
    assert anna.ok("GET", "/api/players/bot:random")["bot"]
    assert anna.get("/api/players/nobody").status_code == 404
    assert anna.get("/api/ratings/chess").status_code == 422
    assert [r["who"] for r in anna.ok("GET", "/api/ratings/pebbles?people=true")] == [f"user:{anna.id}"]


def test_private_matches_stay_private(server: Running) -> None:
    anna, stranger = server.person("Anna"), server.person("Stranger")
    id = finished(anna, visibility="private")
    assert stranger.ok("GET", "/api/history") == []
    assert [m["table"] for m in anna.ok("GET", "/api/history")] == [id]
    assert stranger.get(f"/api/tables/{id}/record").status_code == 404
    assert stranger.get(f"/api/tables/{id}/at/0").status_code == 404


def test_hot_seats_guests_and_bots_alone_are_not_rated(lone: Running) -> None:
    anna = lone.member("Anna")
    finished(anna, players=["me", "me"])
    finished(lone.person("Guest"))
    anna.table(players=["bot:random", "bot:random"], start=True)
    wait(lambda: len(anna.ok("GET", "/api/history")) == 3)
    assert anna.ok("GET", "/api/ratings/pebbles") == []
    assert not any(match["rated"] for match in anna.ok("GET", "/api/history"))


def test_a_record_leaves_and_comes_back(server: Running) -> None:
    anna = server.person("Anna")
    made = anna.table(players=["me", "bot:random"], start=True)["table"]["id"]
    assert anna.get(f"/api/tables/{made}/record").status_code == 409
    play_out(anna, made)
    text = anna.get(f"/api/tables/{made}/record").text
    match = Match.load(text, games.load)
    assert match.players == ["Anna", "bot:random"]
    back = anna.ok("POST", "/api/import", {"text": text})
    assert back["table"]["source"] == "import"
    assert back["state"]["result"] == anna.see(made)["state"]["result"]
    assert anna.get(f"/api/tables/{back['table']['id']}/record").text == text
    for bad in ("nonsense", "ludoteka 1\ngame chess 1 seats=2\n", text.replace("place", "plaice"), text[:-20]):
        answer = anna.post("/api/import", json={"text": bad})
        assert answer.status_code == 422, bad
        assert answer.json()["message"]


def test_any_position_of_the_past(server: Running) -> None:
    anna, watcher = server.person("Anna"), server.person("Watcher")
    running_id = anna.table(players=["me", "bot:random"], start=True)["table"]["id"]
    first = watcher.ok("GET", f"/api/tables/{running_id}/at/6?seat=0")
    assert first["seat"] is None  # while it is played nobody looks through others' eyes
    assert anna.ok("GET", f"/api/tables/{running_id}/at/6?seat=1")["seat"] == 0
    id = finished(anna)
    state = watcher.ok("GET", f"/api/tables/{id}/at/6?seat=0")
    assert state["seat"] == 0
    assert sum(state["view"]["hand"].values()) == 3
    scores = watcher.ok("GET", f"/api/tables/{id}/scores")
    assert scores[-1] == watcher.see(id)["state"]["scores"]
    assert watcher.get(f"/api/tables/{id}/at/9999").status_code == 404
    assert watcher.get(f"/api/tables/{running_id}/scores").status_code == 409


def test_go_on_from_a_position(server: Running) -> None:
    anna, boris = server.person("Anna"), server.person("Boris")
    id = finished(anna)
    new = boris.ok("POST", f"/api/tables/{id}/continue", {"step": 8, "players": ["me", "bot:random"]})
    fresh = new["table"]["id"]
    assert new["table"]["status"] == "waiting"
    boris.ok("POST", f"/api/tables/{fresh}/start", {})
    assert [line["text"] for line in boris.see(fresh)["log"]][:6]
    play_out(boris, fresh)
    assert not boris.see(fresh)["table"]["rated"]
    last = len(anna.see(id)["log"])
    assert boris.post(f"/api/tables/{id}/continue", json={"step": last}).status_code == 422


def test_rematch(server: Running) -> None:
    anna, boris = server.person("Anna"), server.person("Boris")
    id = anna.table(seats=3, players=["me", "open", "bot:random"])["table"]["id"]
    boris.ok("POST", f"/api/tables/{id}/join", {})
    assert anna.post(f"/api/tables/{id}/rematch").status_code == 409
    anna.ok("POST", f"/api/tables/{id}/start", {})
    while anna.see(id)["state"]["status"] != "finished":
        for person in (anna, boris):
            if person.see(id)["state"]["actions"]:
                person.move(id)
    again = anna.ok("POST", f"/api/tables/{id}/rematch")["table"]
    assert [s["kind"] for s in again["seats"]] == ["reserved", "bot", "human"]
    assert boris.ok("POST", f"/api/tables/{id}/rematch")["table"]["id"] == again["id"]
    assert boris.ok("POST", f"/api/tables/{again['id']}/join", {}) == {"seat": 0}
    anna.ok("POST", f"/api/tables/{again['id']}/start", {})


def test_who_wants_a_rematch_at_the_same_moment_gets_the_same(server: Running) -> None:
    anna, boris = server.person("Anna"), server.person("Boris")
    id = anna.table(players=["me", "open"])["table"]["id"]
    boris.ok("POST", f"/api/tables/{id}/join", {})
    anna.ok("POST", f"/api/tables/{id}/start", {})
    anna.ok("POST", f"/api/tables/{id}/leave")
    lobby = server.house.lobby

    async def both() -> list[str]:
        table = await server.house.cache.get(id)
        people = [await server.house.people.get(person.id) for person in (anna, boris)]
        return [new.id for new in await asyncio.gather(*(lobby.rematch(table, user) for user in people))]

    one, other = server.run(both())
    assert one == other
    assert [t["id"] for t in boris.ok("GET", "/api/me/tables")] == [one]


@pytest.mark.parametrize("bot", ["os.path:abspath", "mcts:iterations=999999", "../x"])
def test_only_bots_by_name(lone: Running, bot: str) -> None:
    anna = lone.person("Anna")
    answer = anna.post("/api/tables", json={"game": "pebbles", "seats": 2, "players": ["me", f"bot:{bot}"]})
    assert (answer.status_code, answer.json()["id"]) == (422, "error.unknown_bot")
    assert anna.post("/api/tables", json={"game": "pebbles", "seats": 2, "stand_in": bot}).status_code == 422


def test_a_match_from_elsewhere_replays(lone: Running) -> None:
    anna = lone.person("Anna")
    for name in games.names():
        match = played(games.load(name), games.load(name).seats[0], seed=3)
        table = anna.ok("POST", "/api/import", {"text": match.save()})
        assert table["state"]["step"] == len(match.actions)
        assert len(table["log"]) == len(match.actions)


def test_a_ledger_of_another_site_replays(server: Running) -> None:
    """What is copied from terra.snellman.net, with remarks; a fault in it is told with its row."""
    ledger = HEAD + ROUND1 + REST
    anna = server.person("Anna")
    whole = anna.ok("POST", "/api/import", {"text": ledger})
    expected = Match.load(import_ledger(ledger, games.load("terra_mystica")).record, games.load)
    assert whole["table"]["game"] == "terra_mystica"
    assert whole["table"]["status"] == "finished"
    assert [line["text"] for line in whole["log"]] == [str(a) for a in expected.actions]
    assert anna.get(f"/api/tables/{whole['table']['id']}/record").text == expected.save()
    again = {"step": 20, "players": ["me", "me"]}
    assert anna.ok("POST", f"/api/tables/{whole['table']['id']}/continue", again)["state"]["step"] == 20
    bad = anna.post("/api/import", json={"text": ledger.replace("dig 1. build E7", "dig 1. build A1")})
    assert bad.status_code == 422
    assert "witches" in bad.json()["message"] or "A1" in bad.json()["message"]
    assert anna.post("/api/import", json={"text": "# only a remark"}).status_code == 422
