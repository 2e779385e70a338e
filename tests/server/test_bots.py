"""Bots, answers given in advance, clocks: what happens when no person acts."""

from __future__ import annotations

import asyncio
import threading
import time
from itertools import product
from typing import Any

import pytest

from ludoteka import bots, games
from ludoteka.core.manner import manner
from ludoteka.core.text import LANGS
from ludoteka.server.auto import Standing
from ludoteka.server.play import Play
from ludoteka.server.table import Table
from tests.server.conftest import Person, Running, running, wait
from tests.server.test_moves import two_at_a_table


def test_bots_play_to_the_end(server: Running) -> None:
    anna = server.person("Anna")
    id = anna.table(seats=3, players=["me", "bot:random", "bot:random"], start=True)["table"]["id"]
    play_out(anna, id)
    log = anna.see(id)["log"]
    assert {line["by"] for line in log} == {"", "bot:random"}


def play_out(anna: Person, id: str) -> None:
    limit = time.monotonic() + 300
    while True:
        assert time.monotonic() < limit
        state = anna.see(id)["state"]
        if state["status"] == "finished":
            return
        if state["actions"]:
            assert anna.move(id, state["actions"][0]["text"], state["n"]).status_code == 200
        else:
            time.sleep(0.01)


def test_bots_think_in_a_process(tmp_path: Any) -> None:
    with running(str(tmp_path / "pool.db"), bot_workers=1) as server:
        anna = server.person("Anna")
        id = anna.table(players=["bot:random", "bot:random"], start=True)["table"]["id"]
        wait(lambda: anna.see(id)["state"]["status"] == "finished", 30)


class Broken:
    def choose(self, state: Any, seat: int, rng: Any) -> Any:
        raise RuntimeError("out of ideas")


class Slow:
    """Thinks until the test is over, so that no busy machine makes it quick enough."""

    over = threading.Event()

    def choose(self, state: Any, seat: int, rng: Any) -> Any:
        self.over.wait(300)
        return state.sample(rng)


class Cheat:
    def choose(self, state: Any, seat: int, rng: Any) -> Any:
        from ludoteka.games.pebbles.actions import DRAW

        return DRAW[0][0]


@pytest.mark.parametrize("bot", [Broken, Slow, Cheat])
def test_a_bot_that_fails_is_replaced(tmp_path: Any, monkeypatch: pytest.MonkeyPatch, bot: type) -> None:
    real = bots.make
    Slow.over.clear()
    monkeypatch.setattr(bots, "make", lambda name: bot() if name == "bad" else real(name))
    monkeypatch.setattr(bots, "names", lambda: ["random", "level2", "bad"])
    with running(str(tmp_path / "bad.db"), bot_seconds=0.2) as server:
        anna = server.person("Anna")
        id = anna.table(players=["me", "bot:bad"], start=True)["table"]["id"]
        assert anna.move(id).status_code == 200
        try:
            wait(lambda: any(line["by"] == "bot:greedy" for line in anna.see(id)["log"]), 120)
        finally:
            Slow.over.set()
        assert server.house.driver.thinker.replaced >= 1
        assert not any(line["by"] == "bot:bad" for line in anna.see(id)["log"])


def test_a_bot_left_alone_is_taken_up_after_a_restart(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    database = str(tmp_path / "left.db")
    with running(database, bot_pause=30.0) as server:
        anna = server.person("Anna")
        id = anna.table(players=["bot:random", "bot:random"], start=True)["table"]["id"]
        n = anna.see(id)["state"]["n"]
    with running(database) as server:
        watcher = server.person("Watcher")
        wait(lambda: watcher.see(id)["state"]["n"] > n)


def test_standing_answers(server: Running) -> None:
    """Boris always lets the points go. Runs are made on purpose and the deal is known, so that he is asked."""
    anna, boris, id = two_at_a_table(server)
    boris.ok("PUT", f"/api/tables/{id}/orders", {"standing": [{"answer": "decline"}]})
    kept = boris.ok("GET", f"/api/tables/{id}/orders")["standing"]
    assert [standing["answer"] for standing in kept] == ["decline"]
    for nonsense in (
        *({"answer": "dance"}, {"answer": "place red"}, {"answer": "decline", "when": "place * * *"}),
        *({"answer": ""}, {"answer": "*"}, {"answer": "place pink *"}, {"answer": "decline", "asked": "Dinner"}),
    ):
        assert boris.put(f"/api/tables/{id}/orders", json={"standing": [nonsense]}).status_code == 422, nonsense
    nowhere = boris.put(f"/api/tables/{id}/orders", json={"premoves": ["place red Z"]})
    assert (nowhere.status_code, nowhere.json()["id"]) == (422, "error.never_fits")
    limit = time.monotonic() + 120
    while anna.see(id)["state"]["status"] == "playing":
        assert time.monotonic() < limit
        state = anna.see(id)["state"]
        if state["actions"]:
            assert anna.move(id, best_run(state), state["n"]).status_code == 200
        elif any(a["verb"] == "place" for a in boris.see(id)["state"]["actions"]):
            boris.move(id)
        else:
            time.sleep(0.02)
    answered = [line for line in anna.see(id)["log"] if line["seat"] == 1 and line["text"] in ("decline", "snatch")]
    assert answered
    assert {(line["by"], line["text"]) for line in answered} == {("standing", "decline")}


@pytest.mark.parametrize("name", games.names())
def test_every_form_of_an_answer_in_advance_fits_something(name: str) -> None:
    game = games.load(name)
    forms = manner(game).orders
    assert forms
    for form, seats in product(forms, game.seats):
        assert all(game.catalogue(lang).say(f"order.{form.id}", n=1) for lang in LANGS)
        for n in form.numbers or (0,):
            answer, when = (text.replace("{n}", str(n)) for text in (form.answer, form.when))
            Standing(answer, when, asked=form.asked, last=form.last).check(game.new(seats))


def best_run(state: dict[str, Any]) -> str:
    """A pebble beside one of its colour if there is one: then the other is asked."""
    ring = list(state["view"]["ring"].values())
    for action in state["actions"]:
        if action["verb"] == "place":
            at = list(state["view"]["ring"]).index(action["args"]["at"])
            if action["args"]["what"] in (ring[at - 1], ring[(at + 1) % len(ring)]):
                return str(action["text"])
    return str(state["actions"][0]["text"])


def test_premoves_and_one_that_is_no_longer_possible(server: Running) -> None:
    anna, boris, id = two_at_a_table(server)
    hand = boris.see(id)["state"]["view"]["hand"]
    colour = next(c for c, n in hand.items() if n)
    boris.ok("PUT", f"/api/tables/{id}/orders", {"premoves": [f"place {colour} I"]})
    text = next(a["text"] for a in anna.see(id)["state"]["actions"] if a["args"]["at"] == "A")
    anna.move(id, text)
    wait(lambda: any(line["by"] == "premove" for line in anna.see(id)["log"]))
    assert boris.ok("GET", f"/api/tables/{id}/orders")["premoves"] == []
    anna.ok("PUT", f"/api/tables/{id}/orders", {"premoves": ["place red A"]})
    wait(lambda: anna.ok("GET", f"/api/tables/{id}/ahead")["dropped"])
    assert anna.ok("GET", f"/api/tables/{id}/orders")["premoves"] == []
    assert anna.put(f"/api/tables/{id}/orders", json={"premoves": ["fly"]}).status_code == 422


def test_time_runs_out_and_a_bot_plays_on(server: Running) -> None:
    clock = {"kind": "live", "seconds": 1, "increment": 0}
    anna, boris, id = two_at_a_table(server, clock=clock)
    wait(lambda: anna.see(id)["table"]["seats"][0]["gone"] == "timeout")
    wait(lambda: any(line["by"] == "bot:random" for line in anna.see(id)["log"]))
    assert anna.see(id)["table"]["status"] == "playing"
    assert anna.ok("POST", f"/api/tables/{id}/back")["seats"][0]["gone"] == ""
    assert boris.post(f"/api/tables/{id}/back").status_code in (200, 409)


def test_a_correspondence_clock_starts_anew_each_move(lone: Running) -> None:
    anna, _, id = two_at_a_table(lone, clock={"kind": "correspondence", "seconds": 86400})
    first = anna.see(id)["table"]["deadline"]
    assert first == pytest.approx(time.time() + 86400, abs=60)
    time.sleep(0.05)
    anna.move(id)
    assert anna.see(id)["table"]["deadline"] > first


def test_a_slow_start_is_nobodys_timeout(lone: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table is due at once until chance has dealt; the sweep that sees it then must not take anybody's seat."""
    real = Play.begin

    async def slow(self: Play, table: Table) -> None:
        await asyncio.sleep(0.3)
        await real(self, table)

    monkeypatch.setattr(Play, "begin", slow)
    anna, _, id = two_at_a_table(lone, clock={"kind": "correspondence", "seconds": 86400})
    time.sleep(0.5)
    table = anna.see(id)["table"]
    assert table["deadline"] == pytest.approx(time.time() + 86400, abs=60)
    assert table["seats"][0]["gone"] == ""


def test_who_comes_back_has_time_again(tmp_path: Any) -> None:
    with running(str(tmp_path / "back.db"), bot_pause=5.0) as server:  # the stand-in is slow enough to be stopped
        anna, _, id = two_at_a_table(server, clock={"kind": "live", "seconds": 1, "increment": 0})
        wait(lambda: anna.see(id)["table"]["seats"][0]["gone"] == "timeout")
        before = time.time()
        anna.ok("POST", f"/api/tables/{id}/back")
        assert before + 30 <= anna.see(id)["table"]["deadline"] <= time.time() + 30
