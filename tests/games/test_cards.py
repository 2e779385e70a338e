"""Every thing that a drawing names has a card, in every game and both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from ludoteka import games
from ludoteka.core.cards import Card, deck, explain, rule_of
from ludoteka.core.game import Game, State
from ludoteka.core.rules import read_rules
from ludoteka.core.text import LANGS
from tests.drawing import positions, whole

POSITIONS = 50
MOST_WORDS = 46
"""Of a text of the table; a card is read while others wait."""
OPTIONS = {
    "terra_mystica": ({}, {"factions": "base", "final": "draw", "town_promo": True, "card_promo": True}),
    "small_world": ({}, {"custom": "gnomes"}),
    "tigris_euphrates": ({}, {"buildings": True, "wonder": True, "board": "advanced"}),
    "fabled": ({}, {"mode": "comradeship"}),
    "pebbles": ({},),
}


EVERY = {"pebbles": 1, "tigris_euphrates": 20, "fabled": 13}
"""One in so many positions of a match is looked at: 11 where nothing else is said."""


def sample(game: Game) -> Iterator[State]:
    """Positions of several matches: with few seats and with many, from the first question to the last."""
    for options in OPTIONS[game.name]:
        for seats in (2, min(4, game.seats[-1])):
            for seed in (1, 2) if game.name == "pebbles" else (seats,):
                yield from positions(game, seats, seed, EVERY.get(game.name, 11), **options)


def things(game: Game, state: State, lang: str) -> set[tuple[str, str]]:
    view = state.view(state.to_move() if state.to_move() >= 0 else None)
    shown = whole(game.draw(view, lang), game.panels(view, lang))
    return set(re.findall(r' data-(at|what|seat)="([^"]*)"', shown))


def check(card: Card | None, thing: tuple[str, str], rules: set[str]) -> None:
    assert card is not None, f"{thing} has no card"
    assert card.name.strip(), thing
    assert len(card.text) > 10, (thing, card.text)
    assert "{" not in card.name + card.text + card.kind, card
    assert all(label and value and "{" not in label + value for label, value in card.now), card
    assert card.rules, f"{thing} names no rule"
    assert set(card.rules) <= rules, card.rules


@pytest.mark.parametrize("name", list(OPTIONS))
def test_every_thing_on_a_drawing_has_a_card(name: str) -> None:
    game = games.load(name)
    rules, kinds, looked = set(read_rules(game.folder)), set(), 0
    for state in sample(game):
        looked += 1
        view = state.view(state.to_move() if state.to_move() >= 0 else None)
        for lang in LANGS:
            for thing in things(game, state, lang):
                check(explain(game, view, *thing, lang), thing, rules)
                kinds.add(thing[0])
    assert looked >= POSITIONS
    assert kinds == {"at", "what", "seat"}


@pytest.mark.parametrize("name", list(OPTIONS))
def test_the_table_of_texts_is_whole_in_both_languages(name: str) -> None:
    game = games.load(name)
    rules = set(read_rules(game.folder))
    english, russian = (deck(game.package, lang) for lang in LANGS)
    assert list(english), "a table of texts"
    for id, record in english.records.items():
        assert set(LANGS) <= set(record), id
        assert isinstance(record["en"], list) == isinstance(record["ru"], list), id
        assert set(record.get("rules", ())) <= rules, id
        texts = [english.words.messages[f"card.{id}"], russian.words.messages[f"card.{id}"]]
        assert re.search("[а-яё]", texts[1]), id
        assert not re.search("[а-яё]", texts[0]), id
        assert all(len(text.split()) <= MOST_WORDS for text in texts), id
        fields = [set(re.findall(r"\{(\w+)", text)) for text in texts]
        assert fields[0] == fields[1], id


def test_a_card_tells_nothing_that_its_reader_may_not_know() -> None:
    game = games.load("tigris_euphrates")
    state = next(islice(positions(game, 2, 3, every=1), 40, None))
    for lang in LANGS:
        seen = explain(game, state.view(0), "seat", "1", lang)
        other = explain(game, state.resample(0, Random(1)).view(0), "seat", "1", lang)
        assert seen == other
        assert seen != explain(game, state.view(1), "seat", "1", lang)


@pytest.mark.parametrize("name", [name for name in OPTIONS if name != "terra_mystica"])
def test_the_card_of_a_seat_calls_its_player_by_name(name: str) -> None:
    game = games.load(name)
    view = game.new(max(2, game.seats[0])).view(0)
    named = explain(game, view, "seat", "1", "en", ["Ann", "Bob"])
    assert named is not None
    assert "Bob" in named.name + named.kind
    assert named != explain(game, view, "seat", "1", "en")


def test_a_thing_that_is_not_there_has_no_card() -> None:
    for name in OPTIONS:
        game = games.load(name)
        view = game.new(max(2, game.seats[0])).view(0)
        assert explain(game, view, "what", "no such thing", "en") is None
        assert explain(game, view, "seat", "17", "en") is None


@pytest.mark.parametrize("name", list(OPTIONS))
def test_every_question_names_the_rule_it_is_about(name: str) -> None:
    game = games.load(name)
    rules = read_rules(game.folder)
    asked = {key[4:] for key in game.catalogue("en").messages if key.startswith("ask.")}
    assert {q for q in asked if rule_of(game, q) not in rules} == set()
