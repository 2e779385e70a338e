"""The position as text."""

from __future__ import annotations

from ludoteka.games.terra_mystica.plain import text
from tests.games.terra_mystica.kit import GAME, fresh, give, show, table


def test_the_map_and_the_seats() -> None:
    s = table("witches", "nomads", at={"witches": "F4=TE", "nomads": "A5"})
    give(s, coins=7, cult=(4, 0, 0, 0))
    show(s, "E7", "ice")
    lines = text(s.view(0), "en").splitlines()
    assert "TE1" in lines[5]
    assert "D2" in lines[0]
    assert "I·E7" in lines[4]
    assert any(line.startswith("Y desert · U plains · K swamp") for line in lines), "what the letters mean"
    assert any("Witches: 20 points · 7 C" in line for line in lines)
    assert "Ведьмы" in text(s.view(0), "ru")


def test_before_the_first_choice() -> None:
    told = text(fresh(2).view(None), "en")
    assert "Seat 1" in told
    assert "-1" not in told, "who has no faction has no marker"


def test_words_for_actions() -> None:
    s = table("witches", "nomads", at={"witches": "F4", "nomads": "A5"})
    say = lambda line, lang: GAME.describe(s, GAME.parse(line), lang)  # noqa: E731
    assert say("leech 1 3", "en") == "takes 3 power from Nomads"
    offered = GAME.describe(s, GAME.parse("leech 1 3"), "en", offered=True)
    assert offered == "Take 3 power from Nomads for 2 points"
    assert say("leech 1 2", "ru") == "получает 2 Силы, сосед: Кочевники"
    assert say("bridge F4 G3", "en") == "builds a bridge F4–G3"
    assert say("upgrade F4 TP", "ru") == "улучшает Постройку на F4 до Торгового дома"
    assert say("speak 1", "en") == "seat 2 is next to answer"
