"""Hints and the story of a match."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from ludoteka import games
from ludoteka.core.match import Match
from ludoteka.server.pages import extras, learn
from ludoteka.server.pages.story import story
from ludoteka.server.views import lean, state_out
from tests.server.conftest import Person, Running, running, wait

MATCHES = Path(__file__).parents[2] / "matches"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(str(tmp_path_factory.mktemp("extras") / "x.db")) as started:
        yield started


def asked(person: Person, id: str) -> dict[str, object]:
    """The position in which it is this person's turn to choose."""
    wait(lambda: person.see(id)["state"]["actions"])
    state: dict[str, object] = person.see(id)["state"]
    return state


def test_a_hint_names_legal_actions_in_words(server: Running) -> None:
    person = server.person("Ann")
    id = person.table(seats=2, players=["me", "bot:random"], start=True)["table"]["id"]
    state = asked(person, id)
    hints = person.ok("POST", f"/api/tables/{id}/hint?lang=ru", {"n": state["n"]})
    legal = {a["text"]: a["label"] for a in person.see(id, lang="ru")["state"]["actions"]}
    assert hints
    for hint in hints:
        assert hint["words"] == legal[hint["text"]]
        assert "%" in hint["why"]
        assert 0 <= hint["share"] <= 1


def test_hints_are_only_for_tables_with_bots(server: Running) -> None:
    ann, boris = server.person("Ann"), server.person("Boris")
    made = ann.table(seats=2, visibility="open")["table"]
    boris.ok("POST", f"/api/tables/{made['id']}/join", {})
    ann.ok("POST", f"/api/tables/{made['id']}/start", {})
    for person in (ann, boris):
        n = person.see(made["id"])["state"]["n"]
        answer = person.post(f"/api/tables/{made['id']}/hint", json={"n": n})
        assert answer.status_code == 403
        assert answer.json()["id"] == "error.no_hint"
    stranger = server.person("Eve").post(f"/api/tables/{made['id']}/hint", json={"n": 0})
    assert stranger.status_code == 403


def test_a_hint_about_an_old_position_is_refused(server: Running) -> None:
    person = server.person("Ann")
    id = person.table(seats=2, players=["me", "bot:random"], start=True)["table"]["id"]
    n = asked(person, id)["n"]
    assert isinstance(n, int)
    person.move(id)
    assert person.post(f"/api/tables/{id}/hint", json={"n": n}).status_code == 409


def test_hints_are_limited(tmp_path: Path) -> None:
    with running(str(tmp_path / "l.db"), limits=True) as server:
        person = server.person("Ann")
        id = person.table(seats=2, players=["me", "bot:random"], start=True)["table"]["id"]
        answers = [person.post(f"/api/tables/{id}/hint", json={"n": 10_000}).status_code for _ in range(15)]
    assert answers[0] == 409
    assert answers[-1] == 429


@pytest.mark.parametrize("name", games.names())
def test_the_story_of_a_match(name: str) -> None:
    """Sources add up to the scores, and every moment is an action of the match."""
    game = games.load(name)
    match, rng = Match(game, max(2, game.seats[0])), Random(4)
    while match.state.stack:
        match.push(match.state.sample(rng))
    scores = [score[0] for score in match.state.scores()]
    for lang in ("en", "ru"):
        told = story(game, match, lang)
        assert told.sources or not any(scores)
        assert all(source.name for source in told.sources)
        assert len(told.points) == len(match.actions) + 1
        assert told.points[-1] == scores
        steps = [step for step, _ in told.ages.begins]
        assert steps == sorted(set(steps))
        assert told.ages.unit == {"pebbles": "turn", "tigris_euphrates": "turn", "fabled": "chapter"}.get(name, "round")
        if not told.note:
            assert [sum(s.points[seat] for s in told.sources) for seat in range(match.seats)] == scores


@pytest.mark.parametrize("record", ["solo_victory_on_the_high_level", "comradeship_passes_the_fate_token"])
def test_the_story_of_a_trial_has_the_line_of_the_spirits(record: str) -> None:
    game = games.load("fabled")
    match = Match.load((MATCHES / f"fabled/{record}.txt").read_text("utf-8"), games.load, check=False)
    assert game.standing is not None
    for lang in ("en", "ru"):
        tally, told = game.standing(match.state, game.catalogue(lang)), story(game, match, lang)
        [(name, score)], [spirits] = tally.others, told.others
        assert spirits.name == name
        assert len(spirits.points) == len(told.points)
        assert spirits.points[-1] == score[tally.lead]
        assert len(set(spirits.points)) > 1, "it is followed through the match"


def test_the_story_is_told_after_the_end(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    person = server.person("Ann")
    id = person.table(seats=2, players=["me", "bot:random"], start=True)["table"]["id"]
    assert person.get(f"/api/tables/{id}/story").status_code == 409, "not before the end"

    def finished() -> bool:
        if person.see(id)["state"]["actions"]:
            person.move(id)
        return bool(person.see(id)["table"]["status"] == "finished")

    wait(finished)
    told = person.ok("GET", f"/api/tables/{id}/story")
    assert {source["name"] for source in told["sources"]} <= {"runs", "snatched"}
    gained = [note for line in person.see(id)["log"] for note in line["notes"]]
    assert sum(n["n"] for n in gained) == sum(sum(s["points"]) for s in told["sources"])
    assert {n["what"] for n in gained} <= {"point", "points"}
    monkeypatch.setattr(extras, "story", None)
    assert person.ok("GET", f"/api/tables/{id}/story") == told, "made once for everybody"


def test_symbols_are_sent_once(server: Running) -> None:
    """A row of cards that changes is new ground, with the symbols the receiver has already."""
    person = server.person("Ann")
    id = person.table(game="fabled", seats=2, players=["me", "bot:random"], start=True)["table"]["id"]
    asked(person, id)
    state = state_out(server.house.cache.tables[id], 0, "en")
    known: set[str] = set()
    first = lean(state, known)
    assert first.board.defs
    assert all(panel.svg.defs is None for panel in first.panels)
    other = msgspec.structs.replace(state.board, ground="another", static="<g/>")
    again = lean(msgspec.structs.replace(state, board=other), known).board
    assert again.static == "<g/>"
    assert again.defs is None


def test_players_are_told_apart_by_name(server: Running) -> None:
    person = server.person("Ann, the first")
    players = ["me", "bot:level1", "bot:level1", "bot:level2"]
    id = person.table(seats=4, players=players)["table"]["id"]
    names = {lang: [s["called"] for s in person.see(id, lang=lang)["table"]["seats"]] for lang in ("en", "ru")}
    assert names["en"] == ["Ann, the first", "Sparrow 1", "Sparrow 2", "Magpie"]
    assert names["ru"][1:] == ["Воробей 1", "Воробей 2", "Сорока"]


def test_the_pictures_of_a_lesson_are_drawn_once(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    real = learn.frames

    def frames(setting: Any, lang: str) -> Any:
        drawn.append(lang)
        return real(setting, lang)

    monkeypatch.setattr(learn, "frames", frames)
    learn.boards.cache_clear()
    anna, boris = server.person("Anna"), server.person("Boris")
    first = anna.get("/learn/pebbles", params={"lang": "en"}).text
    times = len(drawn)
    assert times
    for person in (anna, boris):
        assert person.get("/learn/pebbles", params={"lang": "en"}).status_code == 200
    assert len(drawn) == times
    anna.get("/learn/pebbles", params={"lang": "ru"})
    assert set(drawn) == {"en", "ru"}
    assert '"board":{' in first
