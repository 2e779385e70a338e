"""Refusals: every reason has words in both languages, names its rule, and never stands against a legal action."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from ludoteka.core.game import OVER
from ludoteka.core.rules import read_rules
from ludoteka.core.text import core_catalogue
from ludoteka.games.terra_mystica import actions as verbs
from ludoteka.games.terra_mystica.board import board
from tests.games.terra_mystica.kit import GAME, PLENTY, do, give, table, why

RULES = read_rules(GAME.folder)


def wishes(rng: Random) -> list[object]:
    """Some of everything that can be said."""
    names = board("original").names
    p = verbs.places("original")
    everything = [*verbs.ACT, *verbs.SPECIAL.values(), *verbs.CONVERT.values(), *verbs.FAVOR, *verbs.TOWN, *verbs.STEP]
    everything += [*verbs.PASS, *verbs.SACRIFICE, *verbs.SHED[1:], *verbs.UNLOCK, *verbs.DISCARD.values(), verbs.DONE]
    everything += [verbs.BURN, verbs.TOKEN, verbs.PASS_LAST, verbs.ADVANCE_SHIP, verbs.ADVANCE_DIG, *verbs.DIG[1:4]]
    everything += [row[n] for row in verbs.SEND for n in (1, 2, 3)] + [*verbs.SETTLE, verbs.LEECH[0][2], *verbs.CARD]
    everything += [verbs.Choose("witches"), verbs.Bid(3), verbs.FOLD, verbs.Place(1), verbs.Build("Q1")]
    hexes = rng.sample(range(len(names)), 12)
    everything += [p.build[i] for i in hexes] + [p.upgrade[k][i] for k in range(1, 5) for i in hexes]
    everything += [p.transform[t][i] for t in (0, 4, 8) for i in hexes] + list(p.bridge[:6]) + list(p.connect[:6])
    return rng.sample(everything, 60)


def test_reasons_in_random_matches() -> None:
    seen = set()
    for seed in range(12):
        rng = Random(seed)
        s = GAME.new(2 + seed % 4, manner="site" if seed % 3 == 0 else "rulebook")
        while s.to_move() != OVER:
            if s.to_move() >= 0 and rng.random() < 0.25:
                legal = s.legal_actions()
                for wish in wishes(rng):
                    found = s.why_not(wish)
                    assert (found is None) == (wish in legal)
                    if found is not None:
                        seen.add(found.id)
                        assert not found.rule or found.rule in RULES, found
                        for lang in ("en", "ru"):
                            text = GAME.catalogue(lang).why(found)
                            assert text
                            assert "{" not in text
            s.apply(s.sample(rng))
    assert len(seen) > 45, sorted(seen)


def test_every_reason_used_has_words_and_every_word_is_used() -> None:
    source = "".join(path.read_text("utf-8") for path in Path(GAME.folder).rglob("*.py"))
    used = set(re.findall(r'"(why\.[a-z_]+)"', source)) - {"why.short_", "why.no_such", "why.not_your"}
    used |= {f"why.short_{k}" for k in ("w", "c", "p", "wc", "wp", "cp", "wcp")}
    known = {key for key in GAME.catalogue("en").messages if key.startswith("why.")}
    assert used <= known, used - known
    core = set(core_catalogue("en").messages)
    assert known - used - core == set()


@pytest.mark.rule("TM-6.2", "TM-8.6", "TM-10.1")
def test_numbers_in_the_words() -> None:
    s = table("witches", "nomads", at={"witches": "F4", "nomads": "A5"})
    give(s, coins=1, workers=0, bowls=(0, 3, 1))
    english, russian = GAME.catalogue("en"), GAME.catalogue("ru")
    found = why(s, "upgrade F4 TP")
    assert english.why(found) == "Missing: 2 workers and 5 coins. [TM-8.6]"
    assert russian.why(found) == "Не хватает: 2 Рабочих и 5 Монет. [TM-8.6]"
    assert english.why(why(s, "act ACT4")) == "3 power missing in bowl III (you have 1). [TM-10.1]"
    assert english.why(why(s, "build G3")) == "G3 is out of reach: it needs shipping 1, you have 0. [TM-7.3]"


@pytest.mark.rule("TM-5.4")
def test_what_is_open_is_named() -> None:
    s = table("riverwalkers", "nomads", at={"riverwalkers": "E4", "nomads": "A5"}, terrain={"riverwalkers": "blue"})
    give(s, bowls=(0, 0, 8), **PLENTY)
    do(s, "act ACT2")
    assert why(s, "done").id == "why.open_priest"
    assert why(s, "send FIRE 1").id == "why.acted", "settling it would not help"
    chaos = table("chaosmagicians", "nomads", at={"chaosmagicians": "D4=SH C2=TP", "nomads": "A5"})
    give(chaos, priests=1, **PLENTY)
    do(chaos, "act ACTC", "upgrade C2 TE")
    assert why(chaos, "send FIRE 1").id == "why.open_favor", "afterwards it can be done"
