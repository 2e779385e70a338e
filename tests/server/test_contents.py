"""Texts of people's own: pasted or uploaded, read with a limit, shared by a hash; a path is never opened."""

from __future__ import annotations

import asyncio
import os
import threading
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from ludoteka.core import content
from ludoteka.core.errors import Reason
from ludoteka.server import contents
from ludoteka.server.schema import contents as kept
from tests.server.conftest import Person, Running, running

GNOMES = """
[race]
id = "gnomes"
tokens = 6
borrows = "giants"
name.en = "Little <b>Gnomes</b>"
name.ru = "Гномы"
"""
NEW = {"game": "small_world", "seats": 2, "players": ["me", "me"], "start": True}


def bring(person: Person, text: str, **more: Any) -> Any:
    return person.post("/api/contents", json={"game": "small_world", "option": "custom", "text": text} | more)


def test_a_text_is_brought_shared_and_played(server: Running) -> None:
    anna, boris = server.person("Anna"), server.person("Boris")
    word = bring(anna, GNOMES).json()["word"]
    assert word.startswith("own:")
    assert bring(boris, GNOMES).json()["word"] == word
    made = boris.ok("POST", "/api/tables", NEW | {"options": {"custom": word}})
    id = made["table"]["id"]
    for n in range(content.KEPT):  # others push it out, or the server was started anew
        content.add(f"text {n}")
    assert not content.has(word)
    server.house.cache.drop(id)
    assert boris.see(id)["table"]["status"] == "playing"
    packed = anna.ok("POST", "/api/tables", NEW | {"options": {"custom": content.pack(GNOMES)}})
    assert packed["table"]["id"] != id
    rows = asyncio.run_coroutine_threadsafe(server.house.store.rows(select(kept)), server.loop).result(30)
    assert [r["word"] for r in rows] == [word], "kept once"


def test_what_a_text_brings_is_told_before_the_match(lone: Running) -> None:
    """While one writes it, to whoever was sent the link, and in the room."""
    anna, boris = lone.person("Anna"), lone.person("Boris")
    text = (Path(__file__).parents[2] / "ludoteka/games/small_world/customs/gnomes.toml").read_text("utf-8")
    kept = bring(anna, text, option="custom").json()
    gnomes, wandering = kept["about"]
    assert gnomes[0] == "Gnomes: 6 tokens, those of the Giants"
    assert "mine" in gnomes[1].lower()
    assert wandering[0] == "Wandering: 4 tokens"
    path = f"/api/contents/{kept['word']}?game=small_world&option=custom"
    assert boris.ok("GET", path)["about"] == kept["about"]
    assert boris.ok("GET", f"{path}&lang=ru")["about"][0][0] == "Гномы: 6 жетонов, вместо народа «Великаны»"
    new = {"game": "small_world", "seats": 2, "players": ["me", "open"], "visibility": "open"}
    id = anna.ok("POST", "/api/tables", new | {"options": {"custom": kept["word"]}})["table"]["id"]
    (own,) = [t for t in boris.see(id)["table"]["terms"] if t["about"]]
    assert own["about"] == kept["about"]
    for n in range(content.KEPT):
        content.add(f"text {n}")
    assert boris.see(id)["table"]["terms"]
    for unknown in ("own:0", "gnomes", "..%2Fcustoms%2Fgnomes"):
        assert boris.get(f"/api/contents/{unknown}?game=small_world&option=custom").status_code in (404, 422), unknown


def test_the_example_for_owners_of_fabled_is_brought_shared_by_its_hash_and_played(lone: Running) -> None:
    """By the one who has the box and by another who has only the word for it; the match goes to its end, and what was
    brought is what is played."""
    text = (Path(__file__).parents[2] / "examples" / "fabled_box.toml").read_text("utf-8")
    anna, boris = lone.person("Anna"), lone.person("Boris")
    word = bring(anna, text, game="fabled", option="data").json()["word"]
    new = {"game": "fabled", "seats": 1, "players": ["me"], "options": {"data": word}, "start": True}
    id = boris.ok("POST", "/api/tables", new)["table"]["id"]
    moves = 0
    while boris.see(id)["table"]["status"] != "finished":
        boris.move(id)
        moves += 1
    assert moves > 30
    state: Any = lone.house.cache.tables[id].match.state
    gather = next(deed for deed in state.content.actions if deed.id == "gather")
    assert [(op.name, op.n) for op in state.content.arrays[gather.effects]] == [("gain", 2)]
    assert state.content.names["moss_elder"] == ("Old Man of the Moss", "Моховой дед")
    wrong = bring(anna, text.replace('"move_land"', '"moves_land"', 1), game="fabled", option="data")
    assert wrong.status_code == 422
    line = next(n for n, line in enumerate(text.splitlines(), 1) if "move_land" in line)
    assert f"line {line}," in wrong.json()["message"].lower()


def test_what_cannot_be_read_is_said_with_the_line(lone: Running) -> None:
    anna = lone.person("Anna")
    answer = bring(anna, GNOMES.replace("tokens = 6", "tokens = 60"))
    assert answer.status_code == 422
    assert "line 4" in answer.json()["message"].lower()
    assert bring(anna, GNOMES, option="coins").json()["id"] == "error.no_content"
    assert bring(anna, "x" * (content.LARGEST + 1)).status_code in (400, 413, 422)
    assert bring(anna, "ж" * (content.LARGEST // 2 + 1)).json()["id"] == "error.content_large"
    assert bring(anna, "a = " + "[" * 5000).status_code == 422
    assert lone.house.faults == 0


def test_nobody_names_a_path(lone: Running) -> None:
    anna = lone.person("Anna")
    for game, option in (("fabled", "data"), ("small_world", "custom")):
        for path in ("/etc/passwd", "../secret", "a.toml", "C:\\x", "file:///x", "own:nothing"):
            answer = anna.post("/api/tables", json={"game": game, "seats": 2, "options": {option: path}})
            assert answer.status_code == 422, path
            assert "passwd" not in answer.json()["message"]
            record = f"ludoteka 1\ngame {game} 1 seats=2 {option}={path}\nseats a | b\nopen\n"
            assert anna.post("/api/import", json={"text": record}).status_code == 422, path


def test_an_option_that_takes_no_text_may_hold_several_words(lone: Running) -> None:
    given = {"choose": "given", "given": "witches+mermaids"}
    made = lone.person("Anna").ok("POST", "/api/tables", {"game": "terra_mystica", "seats": 2, "options": given})
    assert made["table"]["options"]["given"] == "witches+mermaids"


def test_a_pipe_freezes_nobody(tmp_path: Path) -> None:
    """As it was: the server opened the pipe and waited for ever for somebody to write into it."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with running(str(tmp_path / "a.db")) as server:
        anna = server.person("Anna")
        for path in (str(pipe), os.path.relpath(pipe)):
            new = {"game": "fabled", "seats": 2, "options": {"data": path}}
            assert anna.post("/api/tables", json=new, timeout=20).status_code == 422


def test_a_slow_text_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contents, "STARTING", 0.0)  # no process begins in no time
    before = threading.active_count()
    assert contents.read_elsewhere("small_world", "custom", GNOMES) == Reason("error.content_slow")
    assert threading.active_count() == before


def test_a_record_brings_its_text_along(lone: Running) -> None:
    anna = lone.person("Anna")
    word = bring(anna, GNOMES).json()["word"]
    id = anna.ok("POST", "/api/tables", NEW | {"options": {"custom": word}})["table"]["id"]
    record = lone.house.cache.tables[id].record()
    assert content.pack(GNOMES) in record
    imported = anna.ok("POST", "/api/import", {"text": record})["table"]["id"]
    assert lone.house.cache.tables[imported].options["custom"] == word
