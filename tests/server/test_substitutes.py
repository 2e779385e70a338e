"""Somebody has to go, and somebody else plays on in earnest."""

from __future__ import annotations

import msgspec
from sqlalchemy import update

from ludoteka.server.clocks import GRACE, ClockState, with_grace
from ludoteka.server.schema import tables
from tests.server.conftest import Running, wait


def test_a_seat_is_handed_over_and_taken(club: Running) -> None:
    anna, boris, carl, dora = (club.member(f"{n} Ersatz") for n in ("Anna", "Boris", "Carl", "Dora"))
    id = anna.table(seats=3, rated=False, stand_in="random", players=["me", "open", "bot:random"])["table"]["id"]
    boris.ok("POST", f"/api/tables/{id}/join", {})
    anna.ok("POST", f"/api/tables/{id}/start", {})
    assert carl.post(f"/api/tables/{id}/substitute", json={"seat": 1}).json()["id"] == "error.seat_taken"
    boris.ok("POST", f"/api/tables/{id}/hand-over")
    assert [s["gone"] for s in anna.see(id)["table"]["seats"]] == ["", "free", ""]
    assert id not in [t["id"] for t in boris.ok("GET", "/api/me/tables")]
    assert id in [t["id"] for t in carl.ok("GET", "/api/tables?status=playing&free=true")]
    assert f"/t/{id}" in carl.get("/tables").text
    assert anna.post(f"/api/tables/{id}/substitute", json={"seat": 1}).json()["id"] == "error.one_seat"
    anna.ok("PUT", f"/api/me/people/{dora.id}/block")
    assert dora.post(f"/api/tables/{id}/substitute", json={"seat": 1}).status_code == 403
    carl.ok("POST", f"/api/tables/{id}/substitute", {"seat": 1})
    assert boris.post(f"/api/tables/{id}/substitute", json={"seat": 1}).json()["id"] == "error.seat_taken"
    assert id not in [t["id"] for t in dora.ok("GET", "/api/tables?status=playing&free=true")]

    def over() -> bool:
        for person in (anna, carl):
            state = person.see(id)["state"]
            if state["status"] == "finished":
                return True
            if state["actions"]:
                person.move(id, state["actions"][0]["text"], state["n"])
        return False

    wait(over)
    found = next(p for p in carl.ok("GET", f"/api/history?who=user:{carl.id}") if p["table"] == id)
    assert found["results"][0]["rank"] == 1
    assert {r["name"] for r in found["results"]} >= {"Anna Ersatz", "Carl Ersatz"}
    assert "leave" not in carl.get(f"/api/tables/{id}/record").text, "nobody left: the seat went on"


def test_to_go_and_come_back_mints_no_time() -> None:
    short, plenty = ClockState([500.0, 5.0], since=1000.0), ClockState([500.0, 500.0], since=1000.0)
    assert with_grace(plenty, 1, True, 1100.0) == plenty, "what was spent of the turn stays spent"
    helped = with_grace(short, 1, False, 1100.0)
    assert (helped.left, helped.since, helped.given) == ([500.0, GRACE], 1000.0, [1])
    late = with_grace(plenty, 1, True, 1490.0)
    assert (late.left[1], late.since, late.given) == (GRACE, 1490.0, [1])
    days = ClockState(since=1000.0)
    assert with_grace(days, 1, False, 1100.0) == days
    assert with_grace(days, 1, True, 1100.0) == ClockState(since=1100.0, given=[1])


def test_time_is_given_once(club: Running) -> None:
    anna, boris = club.member("Thea Ersatz"), club.member("Timo Ersatz")
    live = {"kind": "live", "seconds": 600, "increment": 0}
    id = anna.table(rated=False, stand_in="random", clock=live)["table"]["id"]
    boris.ok("POST", f"/api/tables/{id}/join", {})
    anna.ok("POST", f"/api/tables/{id}/start", {})
    going = (boris, anna)[anna.see(id)["state"]["to_move"]]  # it is the other one's turn
    seat = 0 if going is anna else 1
    cache = club.house.cache
    for given in (GRACE, 5.0):
        state = club.run(cache.get(id)).clock_state
        state.left[seat] = 5.0
        stored = {"clock_state": msgspec.json.encode(state).decode()}
        club.run(cache.store.execute(update(tables).where(tables.c.id == id).values(stored)))
        going.ok("POST", f"/api/tables/{id}/hand-over")
        going.ok("POST", f"/api/tables/{id}/substitute", {"seat": seat})
        assert club.run(cache.get(id)).clock_state.left[seat] == given


def test_not_where_it_counts(club: Running) -> None:
    anna, boris = club.member("Rita Ersatz"), club.member("Rolf Ersatz")
    id = anna.table()["table"]["id"]
    boris.ok("POST", f"/api/tables/{id}/join", {})
    anna.ok("POST", f"/api/tables/{id}/start", {})
    assert anna.post(f"/api/tables/{id}/hand-over").json()["id"] == "error.no_substitute"
