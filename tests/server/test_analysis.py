"""A finished match looked through by a bot: only then, once, in slices, and on after a restart."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from ludoteka import games
from ludoteka.bots.analyse import analyse
from ludoteka.core.match import Match
from ludoteka.server import analysis
from tests.conftest import played
from tests.server.conftest import Person, Running, running, wait


def finished(anna: Person, **more: Any) -> str:
    id: str = anna.table(**{"players": ["me", "me"], "start": True} | more)["table"]["id"]
    while anna.see(id)["table"]["status"] != "finished":
        assert anna.move(id).status_code == 200
    return id


def whole(person: Person, id: str, seconds: float = 60) -> dict[str, Any]:
    limit = time.monotonic() + seconds
    while True:
        seen: dict[str, Any] = person.ok("GET", f"/api/tables/{id}/analysis")
        if seen["done"] == seen["of"]:
            return seen
        assert time.monotonic() < limit, f"never done: {seen}"
        time.sleep(0.02)


def test_every_decision_is_looked_at_and_the_largest_losses_are_told(server: Running) -> None:
    anna = server.person("Anna")
    id = finished(anna)
    path = f"/api/tables/{id}/analysis"
    before = anna.ok("GET", path)
    assert (before["offered"], before["at_work"], before["done"]) == (True, False, 0)
    assert anna.ok("POST", path)["of"] == before["of"]
    seen = whole(anna, id)
    match = Match.load(anna.get(f"/api/tables/{id}/record").text, games.load)
    truth = analyse(match)
    assert [d["n"] for d in seen["decisions"]] == [d.n for d in truth.decisions]
    assert [d["seat"] for d in seen["decisions"]] == [d.seat for d in truth.decisions]
    for d in seen["decisions"]:
        assert 0 <= d["value"] <= 1
        assert not d["shares"] or sum(d["shares"]) == pytest.approx(1, abs=0.01)
        assert bool(d["best"]) >= (d["loss"] > 0.01)
    losses = {d["n"]: d["loss"] for d in seen["decisions"]}
    assert [losses[n] for n in seen["worst"]] == sorted((losses[n] for n in seen["worst"]), reverse=True)
    assert seen["worst"], "who always plays the first thing gives something away"
    assert [d["n"] for d in seen["decisions"] if d["shares"]] == [turn[-1].n for turn in truth.turns()]
    assert len(seen["mean_loss"]) == 2
    assert all(0 < accuracy <= 1 for accuracy in seen["accuracy"])
    russian = anna.get(path, params={"lang": "ru"}).json()
    assert [d["best"] for d in russian["decisions"]] != [d["best"] for d in seen["decisions"]]


def test_it_is_kept_and_not_done_twice(lone: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = lone.person("Anna")
    id = finished(anna)
    anna.ok("POST", f"/api/tables/{id}/analysis")
    first = whole(anna, id)
    monkeypatch.setattr(analysis, "look", None)  # would fail if it were asked again
    assert anna.ok("POST", f"/api/tables/{id}/analysis") == first
    assert not lone.house.analyses.running


def test_only_finished_matches_that_one_may_see(lone: Running) -> None:
    anna, stranger = lone.person("Anna"), lone.person("Stranger")
    id = anna.table(players=["me", "me"], start=True)["table"]["id"]
    refused = anna.post(f"/api/tables/{id}/analysis")
    assert (refused.status_code, refused.json()["id"]) == (409, "error.not_finished")
    private = finished(anna, visibility="private")
    assert stranger.get(f"/api/tables/{private}/analysis").status_code == 404
    assert stranger.post(f"/api/tables/{private}/analysis").status_code == 404


def test_it_goes_on_after_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database, real = str(tmp_path / "restart.db"), analysis.look
    looked: list[int] = []

    def slow(what: Any, start: int, seconds: float, most: float) -> Any:
        looked.append(start)
        if len(looked) > 3:
            time.sleep(0.3)  # the server is stopped in here
        return real(what, start, seconds, 0)  # a slice of one action

    monkeypatch.setattr(analysis, "look", slow)
    with running(database) as server:
        anna = server.person("Anna")
        id = finished(anna)
        anna.ok("POST", f"/api/tables/{id}/analysis")
        while len(looked) < 4:
            time.sleep(0.01)
        cookies = dict(anna.cookies)
    stopped = max(looked)
    looked.clear()
    with running(database) as server:
        again = server.person()
        again.cookies.update(cookies)
        again.headers["x-csrftoken"] = cookies["csrftoken"]
        seen = again.ok("GET", f"/api/tables/{id}/analysis")
        assert not seen["at_work"]
        assert 0 < seen["done"] < seen["of"]
        monkeypatch.setattr(analysis, "look", lambda *what: (looked.append(what[1]), real(*what))[1])
        again.ok("POST", f"/api/tables/{id}/analysis")
        numbers = [d["n"] for d in whole(again, id)["decisions"]]
    assert looked[0] in (stopped, stopped + 1), "it begins where it stopped"
    assert numbers == sorted(set(numbers))


def test_a_worker_that_dies_is_replaced_and_others_are_served_meanwhile(tmp_path: Path) -> None:
    with running(str(tmp_path / "dies.db"), bot_workers=1) as server:
        anna = server.person("Anna")
        id = finished(anna)
        anna.ok("POST", f"/api/tables/{id}/analysis")
        answers = 0
        limit = time.monotonic() + 60
        while not any(slot.pid for slot in server.house.driver.thinker.slots):
            assert time.monotonic() < limit
            time.sleep(0.01)
        os.kill(next(slot.pid for slot in server.house.driver.thinker.slots if slot.pid), signal.SIGKILL)
        while True:
            seen = anna.ok("GET", f"/api/tables/{id}/analysis")
            answers += 1
            if seen["done"] == seen["of"]:
                break
            assert time.monotonic() < limit
            time.sleep(0.05)
        assert answers > 2, "others are answered while it goes on"


def test_a_host_can_switch_it_off_and_too_many_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(str(tmp_path / "off.db"), analysis_seconds=0.0) as server:
        anna = server.person("Anna")
        id = finished(anna)
        assert not anna.ok("GET", f"/api/tables/{id}/analysis")["offered"]
        assert anna.post(f"/api/tables/{id}/analysis").json()["id"] == "error.no_analysis"
    with running(str(tmp_path / "busy.db")) as server:
        anna = server.person("Anna")
        id = finished(anna)
        monkeypatch.setattr(analysis, "MOST", 0)
        refused = anna.post(f"/api/tables/{id}/analysis")
        assert (refused.status_code, refused.json()["id"]) == (429, "error.busy")


def test_a_failure_is_no_end(lone: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = lone.person("Anna")
    id = finished(anna)

    def broken(*what: Any) -> Any:
        raise RuntimeError("a judge fails")

    with monkeypatch.context() as m:
        m.setattr(analysis, "look", broken)
        anna.ok("POST", f"/api/tables/{id}/analysis")
        wait(lambda: not anna.ok("GET", f"/api/tables/{id}/analysis")["at_work"])
    anna.ok("POST", f"/api/tables/{id}/analysis")
    assert whole(anna, id)["decisions"]


def test_what_a_match_costs_is_bounded() -> None:
    """However many iterations the search would like, a slice ends soon after its time."""
    match = played(games.load("tigris_euphrates"), 3, 1)
    what = ("x", "tigris_euphrates", 3, {}, "", [str(a) for a in match.actions])
    analysis.replayed(*what)
    since = time.process_time()
    done, found = analysis.look(what, 20, 0.05, 0.3)
    assert done > 20
    assert found
    assert time.process_time() - since < 3
