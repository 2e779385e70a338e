"""Premoves by pointing: planned from the own view, made in the own turn, dropped with a reason that the owner sees."""

from __future__ import annotations

from typing import Any

import pytest

from ludoteka import games
from ludoteka.core.ahead import next_turn
from ludoteka.core.game import State
from ludoteka.core.intentions import answer_by_itself, intend
from ludoteka.core.manner import manner
from ludoteka.core.match import Match
from tests.server.conftest import Person, Running, wait
from tests.server.test_intentions import match_until, table_at
from tests.server.test_moves import two_at_a_table

TM = games.load("terra_mystica")


def ahead(person: Person, id: str, seat: int | None = None) -> dict[str, Any]:
    found: dict[str, Any] = person.get(f"/api/tables/{id}/ahead", params={} if seat is None else {"seat": seat}).json()
    return found


def offered(state: State) -> bool:
    """Somebody is asked for power that has a price, and has a turn of their own after it."""
    if state.question() != "Answer" or answer_by_itself(manner(TM), state, alone=True) is not None:
        return False
    return next_turn(TM, state, state.to_move()) is not None


@pytest.fixture(scope="module")
def leech() -> Match:
    return match_until("terra_mystica", offered)


def test_a_premove_waits_while_a_neighbour_wants_an_answer(server: Running, leech: Match) -> None:
    anna = server.person("Anna")
    seat = leech.state.to_move()
    here = next_turn(TM, leech.state, seat)
    assert here is not None
    text = next(str(a) for a in here.legal_actions() if str(a).startswith(("pass", "send", "advance")))
    id = table_at(anna, leech)
    path = f"/api/tables/{id}"
    anna.ok("PUT", f"{path}/orders?seat={seat}", {"premoves": [f"{text}; done"]})
    before = anna.see(id, seat=seat)["state"]
    assert before["to_move"] == seat  # asked for power, not for a move
    declined = next(a["text"] for a in before["actions"] if a["verb"] == "decline")
    anna.ok("POST", f"{path}/moves", {"n": before["n"], "text": declined, "seat": seat})
    planned = ahead(anna, id, seat)["planned"]
    assert [p["text"] for p in planned] == [f"{text}; done"]
    assert planned[0]["fits"]
    assert planned[0]["title"]
    assert ";" not in planned[0]["title"]

    def others_move() -> bool:
        state = anna.see(id, seat=1 - seat)["state"]
        log = anna.see(id)["log"][before["step"] :]
        if any(line["by"] == "premove" for line in log):
            return True
        if state["to_move"] == 1 - seat:
            done = next((a["text"] for a in state["actions"] if a["text"] == "done"), state["actions"][-1]["text"])
            anna.post(f"{path}/moves", json={"n": state["n"], "text": done, "seat": 1 - seat})
        return False

    wait(others_move)
    log = anna.see(id)["log"][before["step"] :]
    made = [line for line in log if line["by"] == "premove"]
    assert {line["seat"] for line in made} == {seat}
    assert made[0]["text"] == text
    assert anna.ok("GET", f"{path}/orders?seat={seat}")["premoves"] == []


def test_what_no_longer_fits_is_dropped_and_only_its_owner_is_told(server: Running) -> None:
    anna, boris, id = two_at_a_table(server)
    path = f"/api/tables/{id}"
    mine = ahead(boris, id)
    assert mine["possible"]
    text = next(a["text"] for a in mine["actions"] if a["args"]["at"] == "A")
    plan = boris.ok("GET", f"{path}/intentions?at=A&ahead=true")["found"]
    assert text in [i["atoms"][0] for i in plan]
    boris.ok("PUT", f"{path}/orders", {"premoves": [text, text.replace(" A", " B")]})
    shown = ahead(boris, id)
    assert [p["fits"] for p in shown["planned"]] == [True, True]
    assert shown["planned"][0]["at"] == ["A"]
    assert shown["board"]["live"] != boris.see(id)["state"]["board"]["live"]
    before = [line["text"] for line in anna.see(id)["chat"]]
    taken = next(a["text"] for a in anna.see(id)["state"]["actions"] if a["args"]["at"] == "A")
    anna.move(id, taken)
    wait(lambda: ahead(boris, id)["dropped"])
    lost = ahead(boris, id)
    assert lost["planned"] == []
    assert "A" in lost["dropped"]["title"]
    assert lost["dropped"]["rule"] == "PB-2.1"
    assert boris.get(f"{path}/ahead", params={"lang": "ru"}).json()["dropped"]["why"] != lost["dropped"]["why"]
    assert boris.see(id)["state"]["actions"]  # he is asked
    assert ahead(anna, id)["dropped"] is None
    assert [line["text"] for line in anna.see(id)["chat"]] == before
    boris.ok("PUT", f"{path}/orders", {"premoves": []})
    assert ahead(boris, id)["dropped"] is None


def test_plans_are_nobody_elses(lone: Running) -> None:
    anna, boris, id = two_at_a_table(lone)
    path = f"/api/tables/{id}"
    stranger = lone.person("Zoe")
    for person, seat in ((anna, 1), (stranger, 0), (stranger, 1)):
        for door in ("ahead", "intentions", "wish"):
            assert person.get(f"{path}/{door}", params={"seat": seat, "ahead": True}).status_code == 403
    assert anna.get(f"{path}/intentions", params={"ahead": True, "at": "A"}).json()["id"] == "error.not_ahead"
    assert not ahead(anna, id)["possible"]
    assert boris.get(f"{path}/intentions", params={"at": "A"}).status_code == 409
    text = next(a["text"] for a in anna.see(id)["state"]["actions"])
    boris.ok("PUT", f"{path}/orders", {"premoves": [text]})  # not his turn: nothing happens, and never for her
    assert anna.see(id)["state"]["step"] == boris.see(id)["state"]["step"]
    assert anna.see(id)["state"]["actions"]


def test_two_turns_are_planned_one_after_the_other(lone: Running) -> None:
    """The first action of the Tigris turn and the second, while somebody else moves."""
    anna = lone.person("Anna")
    match = match_until("tigris_euphrates", lambda s: s.question() == "Turn")
    seat = 1 - match.state.to_move()
    id = table_at(anna, match)
    path = f"/api/tables/{id}"
    here = next_turn(match.game, match.state, seat)
    assert here is not None
    first = next(a for a in here.legal_actions() if str(a).startswith("leader"))
    after = intend(match.game, here, [first]).after
    second = next(a for a in after.legal_actions() if str(a).startswith("leader"))
    anna.ok("PUT", f"{path}/orders?seat={seat}", {"premoves": [str(first), str(second)]})
    assert [p["fits"] for p in ahead(anna, id, seat)["planned"]] == [True, True]
    n = anna.see(id, seat=1 - seat)["state"]["n"]
    anna.ok("POST", f"{path}/moves", {"n": n, "text": "pass", "seat": 1 - seat})
    wait(lambda: sum(line["by"] == "premove" for line in anna.see(id)["log"]) == 2)
