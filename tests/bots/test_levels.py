"""The five levels: named in both languages, each a bot, each stronger than the one before."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import ludoteka.bots
from ludoteka import bots
from ludoteka.bots.arena import run, schedule
from ludoteka.bots.greedy import GreedyBot
from ludoteka.bots.levels import LEVELS
from ludoteka.bots.mcts import MctsBot
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
    for settings in (LEVELS[-1].settings, *LEVELS[-1].by_game.values()):
        assert settings["kind"] == "greedy" or 0 < settings["seconds"] <= 5


def test_a_game_may_have_settings_of_its_own() -> None:
    second, fourth = LEVELS[1], LEVELS[3]
    noisy, plain = second.make("terra_mystica"), second.make("pebbles")
    assert isinstance(noisy, GreedyBot)
    assert isinstance(plain, GreedyBot)
    assert noisy.noise > plain.noise
    assert isinstance(fourth.make("terra_mystica"), GreedyBot)
    assert isinstance(fourth.make("small_world"), MctsBot)


@pytest.mark.parametrize(("weaker", "stronger", "matches"), [("level1", "level2", 80), ("level2", "level3", 80)])
def test_a_level_beats_the_one_before(weaker: str, stronger: str, matches: int) -> None:
    """Cheap levels on the cheapest game; the figures for all levels and games are in docs/bots.md."""
    first = standings(run(schedule("pebbles", [weaker, stronger], matches), None, lambda p: None))[0]
    assert first.bot == stronger
    assert first.low > 0.5


def test_levels_can_be_named_like_any_bot() -> None:
    assert [name for name in bots.names() if name.startswith("level")] == [level.bot for level in LEVELS]
