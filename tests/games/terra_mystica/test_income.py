"""Where an income comes from: the sources add up, the moment and the card name them."""

from __future__ import annotations

from random import Random

import pytest

from ludoteka.core.consequences import happen
from ludoteka.core.game import OVER
from ludoteka.core.text import LANGS
from ludoteka.core.told import Told
from ludoteka.games.terra_mystica import GAME
from ludoteka.games.terra_mystica.explain import explain
from ludoteka.games.terra_mystica.income import GOODS, income, sources_of
from ludoteka.games.terra_mystica.state import TerraState


def rounds(seed: int, lang: str) -> list[tuple[TerraState, Told]]:
    """The positions of a random match that open a round, with what is told of it."""
    state, rng, found = GAME.new(4), Random(seed), []
    words = GAME.catalogue(lang)
    assert isinstance(state, TerraState)
    while state.to_move() != OVER:
        told, _ = happen(GAME, state, state.sample(rng), words)
        found += [(state.clone(), t) for t in told if t.kind == "round"]
    return found


@pytest.mark.rule("TM-14.5")
@pytest.mark.parametrize("seed", range(6))
def test_sources_add_up(seed: int) -> None:
    opened = rounds(seed, "en")
    assert len(opened) == 6
    for state, _ in opened:
        for me in state.sides:
            paid = [sum(got) for got in zip(*sources_of(me).values(), (0, 0, 0, 0), strict=True)]
            assert tuple(paid) == income(me)


def test_a_round_says_where_each_figure_comes_from() -> None:
    for lang, dwellings, lost in (("en", "dwellings", "lost:"), ("ru", "Жилища", "пропадает")):
        told = [b.more for seed in range(6) for _, t in rounds(seed, lang) for b in t.gains]
        assert all(told), "each has a source"
        assert any(more == dwellings for more in told), "one alone needs no number"
        several = [more for more in told if more.count(",") == 1 and lost not in more]
        assert any(more.startswith(f"{dwellings} ") for more in several)
        assert any(lost in more for more in told), "full bowls take no more"


def test_the_parts_of_a_figure_make_it() -> None:
    for state, t in rounds(3, "en"):
        for b in t.gains:
            parts = [part.rsplit(" ", 1)[-1] for part in b.more.split(", ")]
            numbers = [int(n) for n in parts if n.isdecimal()]
            assert not numbers or "lost" in b.more or sum(numbers) == b.n, b
        assert state.round


@pytest.mark.parametrize("lang", LANGS)
def test_the_card_of_the_income_lists_its_sources(lang: str) -> None:
    words = GAME.catalogue(lang)
    for state, _ in rounds(1, lang):
        for seat, me in enumerate(state.sides):
            card = explain(state.view(seat), "what", "income", lang)
            assert card is not None
            assert card.rules[0] == "TM-14.5"
            found = sources_of(me)
            assert [amount for _, amount in card.now[: len(found)]] == [
                ", ".join(f"{n} {words.say(f'note.{g}', n=n)}" for g, n in zip(GOODS, got, strict=True) if n)
                for got in found.values()
            ]
            assert card.now[len(found)][0] == words.say("now.in_all")
            assert (len(card.now) > len(found) + 1) == bool(state.view(seat)["sides"][seat]["cult_income"])
