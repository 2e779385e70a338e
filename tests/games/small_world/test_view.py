"""What a seat sees, what it may not see, and how actions read."""

from __future__ import annotations

import json
from random import Random

import pytest

from ludoteka.core.text import LANGS
from ludoteka.games.small_world import GAME
from ludoteka.games.small_world.intentions import keeps, tokens
from tests.games.small_world.kit import Table, people


@pytest.fixture
def table() -> Table:
    return Table(
        people(0, "bivouacking trolls", H1=3, Fa2=1, hand=1),
        people(0, "orcs", "declined", S2=1),
        people(1, "hill halflings", M2=2, Fo1=1),
        people(1, "spirit giants", "exempt", H4=1),
        camps={"H1": 2},
        forts=["S2"],
        holes=["M2"],
        coins=[4, 9],
        column=[["elves", "flying", 2]],
    )


def test_a_region_shows_all_that_stands_there(table: Table) -> None:
    h1, s2, m2, h4 = (table.at(name) for name in ("H1", "S2", "M2", "H4"))
    assert (h1["owner"], h1["state"], h1["race"], h1["power"]) == (0, "active", "trolls", "bivouacking")
    assert (h1["tokens"], h1["camps"], h1["lair"], h1["defence"]) == (3, 2, True, 6)
    assert (s2["state"], s2["power"], s2["fortress"], s2["symbols"]) == ("declined", None, True, ["magic"])
    assert (m2["hole"], m2["mountain"], m2["terrain"]) == (True, True, "mountain")
    assert (h4["state"], h4["power"]) == ("exempt", "spirit")
    assert table.at("S1")["tribe"]


def test_players_column_and_stacks(table: Table) -> None:
    view = table.s.view(1)
    assert [p["coins"] for p in view["players"]] == [None, 9]
    assert [(p["state"], p["race"], p["tokens"], p["hand"]) for p in view["players"][0]["peoples"]] == [
        ("active", "trolls", 4, 1),
        ("declined", "orcs", 1, 0),
    ]
    assert view["players"][0]["camps_in_hand"] == 3
    top = view["column"][0]
    assert (top["race"], top["power"], top["coins"], top["price"]) == ("elves", "flying", 2, 0)
    assert (top["race_tokens"], top["power_tokens"]) == (6, 5)
    assert view["stacks"]["banners"] == 14 - 4 - 6
    assert view["tray"]["trolls"] == 5
    assert json.loads(json.dumps(view)) == view


def test_the_question_is_in_the_view(table: Table) -> None:
    table.do("expand")
    asked = table.s.view(0)["asked"]
    assert asked["phase"] == "conquest"
    assert asked["people"] == {"seat": 0, "state": "active", "race": "trolls"}
    assert asked["hand"] == 3
    assert asked["costs"]["S1"] == 3
    assert asked["may_abandon"] is True
    assert table.s.view(0)["turn"] == 0


def test_who_may_expand_sees_what_it_would_take(table: Table) -> None:
    before = table.s.view(0)["asked"]
    table.do("expand")
    after = table.s.view(0)["asked"]
    assert before["phase"] == "choice"
    assert (before["costs"], before["ready"]) == (after["costs"], after["hand"])
    assert before["ready"] > 0


def test_what_is_kept_are_the_tokens_of_who_marches() -> None:
    """Others of the same seat may hold tokens, too."""
    t = Table(
        people(0, "hill ratmen", H1=3, hand=5), people(0, "ghouls", "declined", Fa3=4), people(1, "stout elves", M4=2)
    )
    t.do("expand")
    assert t.asked() == "0 Undead"
    assert t.s.view(0)["asked"]["ready"] == 3
    t.do("expand")
    assert keeps(t.s, 0) == (("in_hand", 3),)


def test_the_die_and_what_it_is_for() -> None:
    t = Table(people(0, "hill ratmen", H1=3), people(1, "stout orcs", Fa2=2)).do("expand", "attempt Fa2")
    asked = t.s.view(None)["asked"]
    assert (asked["phase"], asked["seat"], asked["at"], asked["need"], asked["hand"]) == ("lastroll", None, "Fa2", 4, 2)
    t.do("roll 1")
    assert t.s.view(None)["die"] == {"n": 1, "seat": 0}


@pytest.mark.rule("SW-2.12")
def test_the_die_is_taken_up_when_the_next_player_has_chosen() -> None:
    t = Table(people(0, "hill ratmen", H1=3), people(1, "stout orcs", Fa2=2)).do("expand", "attempt Fa2", "roll 1")
    assert t.s.turn == 1
    assert t.s.view(None)["die"] == {"n": 1, "seat": 0}
    assert t.do("expand").s.view(None)["die"] is None
    t = Table(people(0, "merchant ratmen", H1=3), column=[["orcs", "hill"]]).do("expand", "attempt Fo2", "roll 0")
    assert t.do("take orcs").s.view(None)["die"] is None


def test_other_worlds_differ_in_hidden_coins_only(table: Table) -> None:
    worlds = [table.s.resample(0, Random(i)) for i in range(30)]
    assert {w.coins[0] for w in worlds} == {4}
    assert len({w.coins[1] for w in worlds}) > 3
    assert all(w.view(0) == table.s.view(0) for w in worlds)
    opened = Table(coins=[4, 9], options={"coins": "open"})
    assert all(opened.s.resample(0, Random(i)).coins == [4, 9] for i in range(5))


def test_actions_in_words() -> None:
    t = Table(people(1, "stout elves", M4=2), column=[["orcs", "hill"], ["skeletons", "merchant", 1]])
    say = lambda text, lang: GAME.describe(t.s, GAME.parse(text), lang, offered=True)  # noqa: E731
    assert say("take skeletons", "ru") == "Взять «Скаредные скелеты» за 1 монету и получить 1"
    assert say("take orcs", "ru") == "Взять «Холмовые орки» бесплатно"
    assert say("take orcs", "en") == "Take Hill Orcs for free"
    assert say("take skeletons", "en") == "Take Merchant Skeletons for 1 coin and get 1"
    assert GAME.describe(t.s, GAME.parse("take skeletons"), "en") == "takes Merchant Skeletons: pays 1 coin, gets 1"
    t.do("take skeletons")
    assert say("conquer S1", "en") == "Conquer swamp S1 with 3 tokens"
    assert say("conquer S1", "ru") == "Захватить: болото Б1 (3 жетона)"
    t.do("conquer H1", "conquer S1")
    assert say("attempt M2", "en") == "Try mountain M2 with 3 tokens and the die (3 needed, chance 6 in 6)"


def test_the_choice_names_who_marches() -> None:
    t = Table(people(0, "hill ratmen", H1=3), people(0, "ghouls", "declined", Fa3=4), people(1, "stout elves", M4=2))
    say = lambda text, lang="en": GAME.describe(t.s, GAME.parse(text), lang, offered=True)  # noqa: E731
    assert say("expand") == "Expand with the Ratmen"
    assert say("expand", "ru") == "Продолжить захваты: Крысолюды"
    t.do("expand")
    assert [say("expand"), say("done")] == ["March with the Ghouls", "Let the Ghouls stay"]
    assert say("done", "ru") == "Оставить на месте: Упыри"


def test_what_is_not_done_is_named() -> None:
    """ "Done" would not say what for: no ally, no fortress, no decline."""
    say = lambda t, lang: GAME.describe(t.s, GAME.parse("done"), lang, offered=True)  # noqa: E731
    enemy = people(1, "hill orcs", M4=2)
    t = Table(people(0, "diplomat ratmen", Fa1=9), enemy).do("expand", "stop")
    assert (t.asked(), say(t, "en"), say(t, "ru")) == ("0 NameAlly", "Make no peace", "Не заключать мира")
    t = Table(people(0, "fortified ratmen", Fa1=9), enemy).do("expand", "stop")
    assert (t.asked(), say(t, "en"), say(t, "ru")) == ("0 BuildFortress", "Build no fortress", "Не строить крепость")


def test_a_region_with_a_hole_falls_to_nobody() -> None:
    t = Table(people(1, "stout elves", M4=2), column=[["halflings", "hill"]])
    t.do("take halflings", "conquer H1", "conquer Fa2", "conquer H3", "stop")
    shape = tokens(t.s, 0)
    assert shape is not None
    assert {i.thing: i.worth for i in shape.items} == {"H1": None, "Fa2": None, "H3": 2}


def test_every_legal_action_reads_well_in_both_languages() -> None:
    for seed in range(6):
        rng = Random(seed)
        s = GAME.new(2 + seed % 4)
        while s.stack:
            for action in s.legal_actions():
                for lang in LANGS:
                    words = GAME.describe(s, action, lang)
                    assert words
                    assert "{" not in words
                    assert "_" not in words
            s.apply(s.sample(rng))


def test_the_table_as_text(table: Table) -> None:
    for lang in LANGS:
        text = GAME.text(table.s.view(0), lang)  # type: ignore[misc]
        assert text.count("\n") > 25
    assert "3 × Trolls (active, Player 1), troll lair, encampment, encampment" in GAME.text(table.s.view(0), "en")  # type: ignore[misc]


def test_every_question_has_words() -> None:
    asked = set()
    for seed in range(40):
        rng = Random(seed)
        s = GAME.new(2 + seed % 4)
        while s.stack:
            asked.add(f"ask.{s.question()}")
            s.apply(s.sample(rng))
    for lang in LANGS:
        words = set(GAME.catalogue(lang).messages)
        assert asked <= words
    assert len(asked) >= 12
