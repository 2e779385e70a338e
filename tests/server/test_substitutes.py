"""Somebody has to go, and somebody else plays on in earnest."""

from __future__ import annotations

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


def test_not_where_it_counts(club: Running) -> None:
    anna, boris = club.member("Rita Ersatz"), club.member("Rolf Ersatz")
    id = anna.table()["table"]["id"]
    boris.ok("POST", f"/api/tables/{id}/join", {})
    anna.ok("POST", f"/api/tables/{id}/start", {})
    assert anna.post(f"/api/tables/{id}/hand-over").json()["id"] == "error.no_substitute"
