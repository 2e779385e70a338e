"""What an action did, in words, from one source."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludoteka import games
from ludoteka.core.consequences import annotated, brought, happen, in_words, untold
from ludoteka.core.match import Match
from ludoteka.core.told import MOMENTS, Brought, Told
from ludoteka.games.pebbles import GAME as PEBBLES
from ludoteka.games.tigris_euphrates import GAME
from tests.games.tigris_euphrates.kit import after

MATCHES = Path(__file__).parents[2] / "matches"
WANTED = {
    "fabled": {"round", "event", "final"},
    "pebbles": {"war", "final"},
    "small_world": {"round", "income", "die", "final"},
    "terra_mystica": {"round", "income", "town", "final"},
    "tigris_euphrates": {"war", "town", "final"},
}


def test_gains_are_summed_up() -> None:
    notes = [(0, "points", 2, "run"), (1, "points", 1, "run"), (0, "points", -1, "x"), (1, "points", -1, "y")]
    assert brought(PEBBLES.catalogue("en"), 2, notes) == [Brought(0, 1, "point")]


def test_points_of_several_sources_are_split_where_the_game_has_words_for_them() -> None:
    game = games.load("terra_mystica")
    notes = [(0, "VP", 2, "SCORE3"), (0, "VP", 2, "FAV11"), (0, "C", -2, "dwelling"), (1, "VP", 3, "SCORE3")]
    both, coins, one = brought(game.catalogue("en"), 2, notes, game.source)
    assert str(both) == "+4 points (2 for the scoring tile, 2 for a favor tile or bonus card)"
    assert (coins.more, one.more) == ("", "")
    assert both in untold(game.catalogue("en"), [], [both])
    assert "Цель раунда" in brought(game.catalogue("ru"), 2, notes, game.source)[0].more
    unnamed = brought(game.catalogue("en"), 2, [(0, "VP", 2, "SCORE3"), (0, "VP", 2, "network")], game.source)
    assert unnamed[0].more == "", "no word for one of them"


def test_what_a_moment_tells_is_not_told_again_and_the_rest_has_its_own_form() -> None:
    words = PEBBLES.catalogue("en")
    gains = brought(words, 2, [(0, "points", 5, "run"), (1, "points", 2, "run")])
    income = Told("Income", "income", gains=(Brought(0, 4, "points", "points"), Brought(1, 2, "points", "points")))
    assert untold(words, [income], gains) == [Brought(0, 1, "point")]
    assert untold(words, [], gains) == gains


def test_a_war_tells_strengths_removals_and_points() -> None:
    war = "C5=r B5=1g D5=g F5=g G5=r H5=2g"
    s = after(war, "T k E5 ; s 2", hands={"p1": "kgg", "p2": "g"})
    did = in_words(GAME, s, GAME.parse("commit 1"), "en", ["Ann", "Bob"])
    assert did == ["War of the traders 3:2 (Ann wins, F5 removed)", "Bob −1 market", "Bob −1 trader", "Ann +2 green"]
    assert s.notes is None
    s = after(war, "T k E5 ; s 2", hands={"p1": "kgg", "p2": "g"})
    did = in_words(GAME, s, GAME.parse("commit 1"), "ru")
    assert did[0] == "Война торговцев 3:2 (Место 1 побеждает, убрано с поля: F5)"
    assert did[-1] == "место 1 +2 зелёных"


def test_an_event_may_do_nothing_to_tell() -> None:
    s = after("", players=3, hands={"p1": "r", "p2": "g", "p3": "b"})
    assert in_words(GAME, s, GAME.parse("! leave 1"), "en") == []


def test_a_record_with_remarks_is_still_a_record() -> None:
    text = (MATCHES / "pebbles" / "a-snatch.txt").read_text("utf-8")
    match = Match.load(text, games.load)
    remarks = annotated(match, "en")
    assert "# Boris snatches the points" in remarks
    assert Match.load(remarks, games.load).save() == match.save() == text
    did = [match.consequences(n) for n in range(len(match.actions))]
    assert [f"# {', '.join(told)}" for told in did if told] == [x for x in remarks.splitlines() if x.startswith("#")]
    assert match.consequences() == did[-1]
    assert match.consequences(-1, "ru") != did[-1] or not did[-1]
    with pytest.raises(IndexError):
        match.consequences(len(match.actions))


@pytest.mark.parametrize("name", games.names())
def test_every_game_tells_its_moments(name: str) -> None:
    """Every moment has words in both languages, and whoever scores at the end is told step by step."""
    game = games.load(name)
    kinds: dict[str, list[Told]] = {}
    paths = [MATCHES / name / "random_009.txt"] if name == "terra_mystica" else sorted((MATCHES / name).glob("*.txt"))
    for path in paths[:4]:
        match = Match.load(path.read_text("utf-8"), games.load, check=False)
        for lang in ("en", "ru"):
            state, words = match.at(0), game.catalogue(lang).calling(match.players)
            for action in match.actions:
                told, _ = happen(game, state, action, words)
                for t in told:
                    assert t.text
                    assert t.kind in ("", *MOMENTS)
                    assert not t.counts or len(t.counts) == match.seats
                    kinds.setdefault(t.kind, []).append(t)
    assert all(t.counts or t.gains for t in kinds["final"])
    assert kinds.keys() >= WANTED[name]
