"""Where an income comes from: the sources add up, and the card names them."""

from __future__ import annotations

import pytest

from ludoteka.core.text import LANGS
from ludoteka.games.terra_mystica import GAME
from ludoteka.games.terra_mystica.explain import explain
from ludoteka.games.terra_mystica.income import GOODS, income, sources_of
from tests.games.terra_mystica.test_told import rounds


@pytest.mark.rule("TM-14.5")
@pytest.mark.parametrize("seed", range(6))
def test_sources_add_up(seed: int) -> None:
    opened = rounds(seed, "en")
    assert len(opened) == 6
    for state, _ in opened:
        for me in state.sides:
            paid = [sum(got) for got in zip(*sources_of(me).values(), (0, 0, 0, 0), strict=True)]
            assert tuple(paid) == income(me)


@pytest.mark.parametrize("lang", LANGS)
def test_the_card_of_the_income_lists_its_sources(lang: str) -> None:
    words = GAME.catalogue(lang)
    for state, _ in rounds(1, lang)[:-1]:
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


@pytest.mark.parametrize("lang", LANGS)
def test_in_the_last_round_no_income_is_promised(lang: str) -> None:
    words, (*_, (fifth, _), (last, _)) = GAME.catalogue(lang), rounds(1, lang)
    assert (fifth.round, last.round) == (5, 6)
    for state, promised in ((fifth, True), (last, False)):
        view = state.view(0)
        mats = [panel.svg.live for panel in GAME.panels(view, lang) if panel.id.startswith("mat-")]
        assert all((words.say("draw.income") in live) == promised for live in mats)
        labels = [
            label
            for kind, thing in (("what", "income"), ("what", "SH"), ("seat", "0"))
            if (card := explain(view, kind, thing, lang))
            for label, _ in card.now
        ]
        wanted = {words.say(f"now.{name}") for name in ("income", "in_all", "comes")}
        assert bool(wanted & set(labels)) == promised
