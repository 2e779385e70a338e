"""Actions have two voices: the log tells what a seat does, a button says what it may do."""

from __future__ import annotations

from random import Random

import pytest

from ludoteka import games
from ludoteka.core.action import verb_of
from ludoteka.core.game import CHANCE
from ludoteka.core.text import LANGS


@pytest.mark.parametrize("name", games.names())
def test_every_choice_of_a_seat_has_both_voices(name: str) -> None:
    game = games.load(name)
    s, rng = game.new(max(2, game.seats[0])), Random(5)
    told: set[str] = set()
    while s.stack and len(told) < 400:
        mover = s.to_move()
        for action in s.legal_actions()[:8] if mover != CHANCE else []:
            for lang in LANGS:
                catalogue = game.catalogue(lang)
                assert f"do.{verb_of(action)}" in catalogue, action
                assert f"verb.{verb_of(action)}" in catalogue, action
                log, button = (game.describe(s, action, lang, offered=offered) for offered in (False, True))
                assert log != button
                assert log[:1].islower(), log
                told.add(log)
        s.apply(s.sample(rng))
    assert len(told) > 20


@pytest.mark.parametrize("name", games.names())
def test_every_offer_stands_for_an_action(name: str) -> None:
    for lang in LANGS:
        messages = games.load(name).catalogue(lang).messages
        offers = [key for key in messages if key.startswith("do.")]
        assert offers
        assert all(f"action.{key[3:]}" in messages for key in offers)


def test_seats_are_called_by_name_where_names_are_known() -> None:
    game = games.load("pebbles")
    s = game.new(2)
    action = s.legal_actions()[0]
    assert game.describe(s, action, "en", players=["Ann", "Boris"]).startswith("Ann draws a pebble")
    assert game.describe(s, action, "ru").startswith("место 1 тянет камешек")
