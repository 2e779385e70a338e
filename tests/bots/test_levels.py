"""The five levels: named in both languages, each a bot, each stronger than the one before."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import ludoteka.bots
from ludoteka import bots, games
from ludoteka.bots import judge as judges
from ludoteka.bots.arena import run, schedule
from ludoteka.bots.greedy import GreedyBot
from ludoteka.bots.levels import LEVELS, NAMED, Level, words
from ludoteka.bots.mcts import MctsBot
from ludoteka.bots.planner import PlannerBot
from ludoteka.bots.rollout import RolloutBot
from ludoteka.bots.standings import standings

LOCALE = Path(str(ludoteka.bots.__file__)).parent / "locale"


def test_five_levels_with_words_in_both_languages() -> None:
    assert [level.number for level in LEVELS] == [1, 2, 3, 4, 5]
    for lang in ("en", "ru"):
        assert len({level.name(lang) for level in LEVELS}) == 5
        assert all(level.about(lang).endswith(".") for level in LEVELS)
    english, russian = (json.loads((LOCALE / f"{lang}.json").read_text("utf-8")) for lang in ("en", "ru"))
    assert english.keys() == russian.keys()


def test_the_top_level_has_at_most_five_seconds() -> None:
    for name in games.names():
        assert 0 < LEVELS[-1].settings(games.load(name))["seconds"] <= 5


def test_a_game_may_have_settings_of_its_own() -> None:
    second, top = LEVELS[1], LEVELS[4]
    own, usual = second.make(games.load("pebbles")), second.make(games.load("fabled"))
    assert isinstance(own, GreedyBot)
    assert isinstance(usual, GreedyBot)
    assert own.blur > usual.blur == second.usual["blur"]
    assert isinstance(top.make(games.load("terra_mystica")), PlannerBot)
    assert isinstance(top.make(games.load("small_world")), MctsBot)


def test_the_former_top_level_stays_to_be_measured_against() -> None:
    """Nobody chooses it, and it keeps its kind where the level has another one now."""
    assert "legacy5" in bots.names()
    assert all(level.bot != "legacy5" for level in LEVELS)
    kinds = {name: type(NAMED["legacy5"].make(games.load(name))) for name in games.names()}
    assert kinds.pop("terra_mystica") is RolloutBot
    assert set(kinds.values()) == {MctsBot}


def test_a_level_may_have_weights_of_its_own() -> None:
    pebbles = games.load("pebbles")
    level = Level("level9", 9, {"kind": "greedy", "weights": {"held": 8.0}})
    made, usual = level.make(pebbles).judge_of(pebbles.new(seats=2)), judges.load("pebbles")
    assert made.weights == {**usual.weights, "held": 8.0}
    assert usual.weights["held"] != 8.0


@pytest.mark.parametrize(("weaker", "stronger"), [("level1", "level3"), ("level2", "level4")])
def test_higher_levels_are_stronger(weaker: str, stronger: str) -> None:
    """On the cheapest game, where luck is great and neighbours lie close; all figures are in docs/bots.md."""
    matches = 200
    first = standings(run(schedule("pebbles", [weaker, stronger], matches), None, lambda p: None))[0]
    assert first.bot == stronger
    assert first.low > 0.5


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_every_bot_has_a_name_for_people(lang: str) -> None:
    assert all(f"bot.{name}" in words(lang) for name in bots.names())


def test_levels_can_be_named_like_any_bot() -> None:
    assert [name for name in bots.names() if name.startswith("level")] == [level.bot for level in LEVELS]
