"""The contract of all games, for 2 to 5 seats and every option."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from ludoteka.core.contract import check_catalogues, check_match
from ludoteka.core.text import LANGS
from ludoteka.games.small_world import GAME
from ludoteka.games.small_world.custom import pack
from ludoteka.games.small_world.laws import LAWS
from ludoteka.games.small_world.state import SmallWorld


def test_both_languages_are_complete() -> None:
    check_catalogues(GAME)
    for lang in LANGS:
        words = GAME.catalogue(lang)
        for verb in GAME.known_verbs:
            assert f"action.{verb}" in words
        for name, choices in GAME.options.choices().items():
            assert f"option.{name}" in words
            for choice in choices:
                if isinstance(choice, str) and choice:
                    assert f"option.{name}.{choice}" in words


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_contract(seats: int) -> None:
    assert check_match(GAME, seats, {}, seed=seats, every=6) > 50


OPTIONS = [options for seats, options in GAME.configurations() if seats == 2 and options]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_contract_with_options(options: dict[str, object]) -> None:
    seats = 2 + OPTIONS.index(options) % 4
    assert check_match(GAME, seats, {**options}, seed=7, every=30) > 50


def test_contract_with_a_player_made_race() -> None:
    assert check_match(GAME, 3, {"custom": "gnomes"}, seed=1, every=20) > 50


def test_random_matches_keep_the_laws() -> None:
    for seed in range(40):
        rng = Random(seed)
        s = GAME.new(2 + seed % 4)
        while s.stack:
            s.apply(s.sample(rng))
            for law in LAWS:
                law(s)


def test_sampling_is_uniform_over_what_is_legal() -> None:
    """In some positions of every kind, each legal action comes about equally often."""
    rng = Random(5)
    seen: Counter[str] = Counter()
    for seed in range(30):
        s = GAME.new(2 + seed % 4)
        while s.stack:
            phase = str(s.stack[-1][0])
            legal = s.legal_actions()
            if s.to_move() >= 0 and seen[phase] < 4 and len(legal) > 1:
                seen[phase] += 1
                counts = Counter(s.sample(rng) for _ in range(150 * len(legal)))
                assert set(counts) == set(legal)
                assert min(counts.values()) > 80
                assert max(counts.values()) < 230
            s.apply(s.sample(rng))
    assert set(seen) >= {
        "TakeCombo",
        "Choice",
        "Conquest",
        "Redeploy",
        "Encamp",
        "BuildFortress",
        "PlaceHeroes",
        "NameAlly",
    }


def test_masks_agree_with_prices() -> None:
    """The masks of affordable regions are those whose price, asked one by one, fits."""
    from ludoteka.games.small_world.phases.conquest import CONQUEST
    from ludoteka.games.small_world.reach import cost, targets

    checked = 0
    for seed in range(30):
        rng = Random(seed)
        s = GAME.new(2 + seed % 4)
        assert isinstance(s, SmallWorld)
        while s.stack:
            f = s.stack[-1]
            if f[0] is CONQUEST:
                able = s.able[f[2]]
                assert able is not None
                hand = s.hand[f[2]]
                mask = targets(s, f[2], able)
                force, attempt = CONQUEST.menu(s, f)[1], CONQUEST.menu(s, f)[4]
                for at in range(s.world.board.size):
                    price = max(1, cost(s, f[2], able, at) - max(0, f[4]))
                    reachable = bool(mask >> at & 1) and hand > 0
                    assert bool(force >> at & 1) == (reachable and price <= hand)
                    if f[4] < 0 and not able.die_each:
                        assert bool(attempt >> at & 1) == (reachable and 1 <= price - hand <= 3)
                checked += 1
            s.apply(s.sample(rng))
    assert checked > 1000


@pytest.mark.parametrize(("seats", "number"), [(2, 731), (3, 956), (4, 1245), (5, 1534)])
def test_only_what_can_be_legal_has_a_number(seats: int, number: int) -> None:
    """Their order is a promise to learners: a change of this number is a new version of the game."""
    listed = [str(a) for a in GAME.every_action(seats, GAME.options())]  # type: ignore[misc]
    assert len(listed) == len(set(listed)) == number
    assert not {"deploy H1 0", "deploy H1 19", "camp H1 0", "camp H1 6", "camp W1 1"} & set(listed)
    assert not {"dragon W1", "bewitch W1", "fortify W1", "hero W1"} & set(listed)
    assert {"deploy W1 18", "camp H1 5", "forgo W1", "abandon W1", "attempt W1", "lift W1", "conquer W1"} <= set(listed)


def test_a_race_that_sails_has_numbers_for_what_it_may_do_on_water() -> None:
    file = '[race]\nid = "x"\ntokens = 5\nborrows = "orcs"\nname.en = "X"\nname.ru = "Х"\n'
    sailing = pack(file + '[[race.effects]]\nkind = "water"\n')
    listed = {str(a) for a in GAME.every_action(2, GAME.options(custom=sailing))}  # type: ignore[misc,call-arg]
    assert {"fortify W1", "hero W1", "camp W1 5", "bewitch W1"} <= listed
    assert "dragon W1" not in listed


@pytest.mark.parametrize(("borrowed", "verb"), [("amazons", "forgo"), ("sorcerers", "bewitch")])
def test_what_only_a_race_that_left_could_do_has_no_number(borrowed: str, verb: str) -> None:
    plain = pack(f'[race]\nid = "x"\ntokens = 5\nborrows = "{borrowed}"\nname.en = "X"\nname.ru = "Х"\n')
    listed = {
        custom: [str(a) for a in GAME.every_action(2, GAME.options(custom=custom))]  # type: ignore[misc,call-arg]
        for custom in ("", plain)
    }
    assert any(action.startswith(verb) for action in listed[""])
    assert not any(action.startswith(verb) for action in listed[plain])
