"""Puzzles at the server: three tries, no answer before, ratings, the puzzle of the day, streaks."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from sqlalchemy import select

from ludoteka import games
from ludoteka.bots.mining import Mined
from ludoteka.bots.puzzles import puzzles_of
from ludoteka.cli import main
from ludoteka.server import mined, puzzling, schema
from ludoteka.server.puzzling import daily
from tests.server.conftest import Person, Running, running
from tests.server.tournaments.test_run import play_to_end

GAME = "small_world"


def wrong(number: int) -> list[str]:
    """Legal actions that are not the answer."""
    puzzle = puzzles_of(GAME)[number]
    return [str(a) for a in puzzle.start().legal_actions() if str(a) not in puzzle.answer]


def test_three_tries_then_the_answer(server: Running) -> None:
    anna = server.person("Anna")
    path = f"/api/puzzles/{GAME}/0/"
    puzzle = puzzles_of(GAME)[0]
    start = anna.ok("GET", path)
    assert (start["left"], start["answer"], start["best"]) == (3, "", None)
    assert start["state"]["actions"]
    refused = anna.post(path, json={"atoms": ["take nobody"]})
    assert refused.status_code == 422
    for left, text in zip((2, 1, 0), [*wrong(0), *wrong(0)], strict=False):
        now = anna.ok("POST", path, {"atoms": [text]})
        assert (now["left"], now["solved"], now["answer"] != "") == (left, False, left == 0)
    assert now["best"] == round(100 * puzzle.value)
    assert [t["ok"] for t in now["tries"]] == [False] * 3
    late = anna.ok("POST", path, {"atoms": list(puzzle.answer)})
    assert (late["solved"], len(late["tries"])) == (False, 3)  # after the last try nothing counts
    (row,) = server.run(server.house.store.rows(select(schema.puzzles)))
    assert (row["tried"], row["solved"]) == (1, 0)
    harder = row["mu"]
    boris = server.person("Boris")
    done = boris.ok("POST", path, {"atoms": list(puzzle.answer)})
    assert (done["solved"], done["left"]) == (True, 2)
    (row,) = server.run(server.house.store.rows(select(schema.puzzles)))
    assert (row["tried"], row["solved"]) == (2, 1)
    assert puzzling.first_rating(puzzle).mu < harder > row["mu"]
    listed = [b for b in boris.ok("GET", "/api/puzzles") if (b["game"], b["number"]) == (GAME, 0)]
    assert (listed[0]["solved"], listed[0]["fame"]["tried"]) == (True, 2)
    assert boris.get(f"/api/puzzles/{GAME}/999/").status_code == 404


def test_the_puzzle_of_the_day_and_the_streak(lone: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = lone.person("Anna")
    days: dict[str, int] = {"now": 20_000}
    monkeypatch.setattr(puzzling, "today", lambda: days["now"])
    monkeypatch.setattr("ludoteka.server.pages.puzzles.today", lambda: days["now"])

    def solve(number: int) -> Any:
        anna.ok("POST", f"/api/puzzles/{GAME}/{number}/", {"atoms": list(puzzles_of(GAME)[number].answer)})
        return anna.ok("GET", "/api/puzzles/streak")

    def of_today() -> int:
        number = daily(GAME, days["now"])
        assert number is not None
        return number

    assert solve(of_today()) == {"days": 1, "week": [False] * 6 + [True]}
    days["now"] += 1
    assert anna.ok("GET", "/api/puzzles/streak")["days"] == 1  # today can still be solved
    assert solve(of_today())["days"] == 2
    days["now"] += 1
    fresh = next(n for n in range(len(puzzles_of(GAME))) if n not in {daily(GAME, 20_000 + i) for i in range(3)})
    assert solve(fresh)["days"] == 2  # not the one of the day
    days["now"] += 1
    assert anna.ok("GET", "/api/puzzles/streak")["days"] == 0
    home = anna.get("/").text
    for name in games.names():
        number = daily(name, days["now"])
        assert (f"/puzzles/{name}/{number}" in home) == (number is not None)


def test_a_puzzle_of_the_day_that_comes_again_counts_again_but_is_not_rated(
    lone: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = lone.person("Anna")
    count, days = len(puzzles_of(GAME)), {"now": 20_000}
    monkeypatch.setattr(puzzling, "today", lambda: days["now"])
    fames = []
    for length in range(1, count + 3):
        number = daily(GAME, days["now"])
        path = f"/api/puzzles/{GAME}/{number}/"
        assert (anna.ok("GET", path)["solved"], anna.ok("GET", path)["left"]) == (False, 3)
        wrong = next(iter(puzzles_of(GAME)[number or 0].others)) if length == count + 1 else ""
        if wrong:
            assert anna.ok("POST", path, {"atoms": [wrong]})["left"] == 2
        anna.ok("POST", path, {"atoms": list(puzzles_of(GAME)[number or 0].answer)})
        assert anna.ok("GET", path)["solved"]
        assert anna.ok("GET", "/api/puzzles/streak")["days"] == length
        fames.append(
            next(b["fame"] for b in anna.ok("GET", "/api/puzzles") if (b["game"], b["number"]) == (GAME, number))
        )
        days["now"] += 1
    assert fames[count:] == fames[:2]


def played_here(person: Person, visibility: str) -> str:
    id: str = person.table(players=["me", "bot:random"], start=True, visibility=visibility)["table"]["id"]
    play_to_end(id, person)
    return id


def test_puzzles_from_matches_of_the_house(server: Running) -> None:
    """Those of an open table are for all, the others for those who sat there."""
    anna, boris = server.member("Anna"), server.member("Boris")
    known = puzzles_of(GAME)[:2]
    for visibility, puzzle in zip(("link", "open"), known, strict=True):
        table = played_here(anna, visibility)
        own = replace(puzzle, id=f"own {visibility}", source=f"{table} 3")
        server.run(mined.keep(server.house.store, Mined(table, 7, (own,))))
    assert server.run(mined.unseen(server.house.store, 9)) == [], "each is looked through once"
    every = anna.ok("GET", "/api/puzzles?mine=true")
    assert len(every) == 2
    hidden, open_ = (f"/api/puzzles/{GAME}/{b['number']}/" for b in every)
    assert boris.ok("GET", "/api/puzzles?mine=true") == []
    assert [b["number"] for b in boris.ok("GET", "/api/puzzles") if b["number"] >= mined.OWN] == [every[1]["number"]]
    assert boris.get(hidden).status_code == boris.get(hidden + "intentions").status_code == 404
    assert anna.ok("POST", hidden, {"atoms": list(known[0].answer)})["solved"]
    assert boris.ok("POST", open_, {"atoms": list(known[1].answer)})["solved"]
    assert anna.get(f"/api/puzzles/pebbles/{every[0]['number']}/").status_code == 404, "of another game"
    for number in (mined.OWN, 2**40):
        assert anna.get(f"/api/puzzles/{GAME}/{number}/").status_code == 404
    page = anna.get(f"/puzzles/{GAME}/{every[0]['number']}", headers={"accept": "text/html"})
    assert page.status_code == 200


def test_the_command_looks_through_the_house(tmp_path: Path) -> None:
    database = str(tmp_path / "house.db")
    with running(database) as server:
        played_here(server.member("Anna"), "open")
    words = ["puzzles", "house", "--database", database, "--most", "1"]
    said = [CliRunner().invoke(main, words).output for _ in range(2)]
    assert "of 1 positions in 1 matches" in said[0]
    assert "of 0 positions in 0 matches" in said[1]


def test_puzzles_by_theme(lone: Running) -> None:
    anna = lone.person("Anna")
    theme = puzzles_of("terra_mystica")[0].themes[0]
    some = anna.ok("GET", f"/api/puzzles?game=terra_mystica&theme={theme}")
    assert 0 < len(some) < len(puzzles_of("terra_mystica"))
    assert all(theme in b["themes"] for b in some)
    page = anna.get(f"/puzzles?game=terra_mystica&theme={theme}", headers={"accept": "text/html"}).text
    assert all(f"/puzzles/terra_mystica/{b['number']}" in page for b in some)
    assert "/puzzles?game=terra_mystica&amp;theme=" in page
    mine = anna.get("/puzzles?mine=true&lang=en", headers={"accept": "text/html"}).text
    assert "Nothing from your matches yet" in mine


def test_each_comes_once_before_any_comes_again() -> None:
    count = len(puzzles_of(GAME))
    assert sorted(daily(GAME, day) or 0 for day in range(500, 500 + count)) == list(range(count))
    assert daily("pebbles", 500) is None


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_pages(lone: Running, lang: str) -> None:
    anna = lone.person("Anna")
    for path in ("/puzzles", f"/puzzles/{GAME}/1", "/puzzles/terra_mystica/0", "/puzzles/fabled/2"):
        page = anna.get(path, params={"lang": lang}, headers={"accept": "text/html"})
        assert page.status_code == 200, path
    for name in games.names():
        for number in range(len(puzzles_of(name))):
            assert anna.ok("GET", f"/api/puzzles/{name}/{number}/?lang={lang}")["themes"]
