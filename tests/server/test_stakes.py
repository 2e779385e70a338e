"""What a table that waits is worth, held to what the end of the match makes of it."""

from __future__ import annotations

from tests.server.conftest import Person, Running
from tests.server.tournaments.test_run import play_to_end


def rating(person: Person, table: str) -> int | None:
    found: int | None = person.ok("GET", f"/api/tables/{table}/stakes")["mine"]
    return found


def test_what_is_foretold_comes_true(club: Running) -> None:
    anna, boris = club.member("Stella"), club.member("Stefan")
    for turn in range(2):
        table = anna.table(players=["me", "open"], visibility="open")["table"]["id"]
        before = anna.ok("GET", f"/api/tables/{table}/stakes")
        assert before["ratings"][1] is None
        boris.ok("POST", f"/api/tables/{table}/join", {})
        foretold = {p: p.ok("GET", f"/api/tables/{table}/stakes") for p in (anna, boris)}
        assert all(len(f["places"]) == 2 and f["places"][0] > f["places"][1] for f in foretold.values())
        assert foretold[anna]["ratings"] == [foretold[p]["mine"] for p in (anna, boris)]
        assert (foretold[anna]["mine"] is None) == (turn == 0), "nobody has a rating before the first match"
        anna.ok("POST", f"/api/tables/{table}/start", {})
        boris.ok("POST", f"/api/tables/{table}/leave")  # whoever leaves is last, however the match goes on
        play_to_end(table, anna)
        for place, person in enumerate((anna, boris)):
            now = rating(person, table)
            assert now is not None
            assert now - (foretold[person]["mine"] or NEW) == foretold[person]["places"][place]
    stayed, left = anna.ok("GET", f"/api/tables/{table}/stakes")["company"]
    assert (stayed["matches"], stayed["finishes"]) == (2, 100)
    assert (left["matches"], left["finishes"]) == (2, 0), "who leaves has not finished"


NEW = 1000
"""Where everybody begins."""


def test_what_does_not_count_brings_nothing(club: Running) -> None:
    host, guest = club.member("Stina"), club.person("Stray guest")
    free = host.table(players=["me", "open"], visibility="open", rated=False)["table"]["id"]
    assert host.ok("GET", f"/api/tables/{free}/stakes")["places"] == []
    rated = host.table(players=["me", "open"], visibility="open")["table"]["id"]
    assert guest.ok("GET", f"/api/tables/{rated}/stakes") == {
        "ratings": [None, None],
        "company": [{"matches": 0, "finishes": None, "answers_in": None}, None],
        "host": 0,
        "mine": None,
        "places": [],
    }
    full = host.table(players=["me", "bot:random"], visibility="open")["table"]["id"]
    stranger = club.member("Sten")
    assert stranger.ok("GET", f"/api/tables/{full}/stakes")["places"] == [], "there is no seat for them"
