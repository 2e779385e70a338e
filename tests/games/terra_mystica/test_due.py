"""What is owed: one collection, settled in any order, read by whoever asks, lists, refuses or writes it down."""

from __future__ import annotations

import json
from itertools import permutations

import pytest

from ludoteka.core.errors import BadOptions
from ludoteka.games.terra_mystica import actions as verbs
from ludoteka.games.terra_mystica import due
from ludoteka.games.terra_mystica.due import Due
from ludoteka.games.terra_mystica.options import TerraOptions
from ludoteka.games.terra_mystica.phases.owed import QUESTIONS, owing
from ludoteka.games.terra_mystica.side import empty_side
from tests.games.terra_mystica.kit import GAME, PLENTY, do, give, table, texts, why
from tests.games.terra_mystica.kit import verbs as verbs_of

KINDS = range(due.LIFTS + 1)


def test_equal_dues_are_equal_in_whatever_order_they_came() -> None:
    for order in permutations((due.TOWNS, due.SHED, due.STEPS)):
        me = empty_side()
        for what in order:
            me.owe(what, 2)
        me.settle(due.STEPS)
        assert me.dues == (Due(due.SHED, 2), Due(due.TOWNS, 2), Due(due.STEPS, 1))
        me.settle(due.SHED, 2)
        assert (me.owes(due.SHED), me.owes(due.TOWNS), len(me.dues)) == (0, 2, 2)


def test_everything_that_can_be_owed_has_a_question_with_words() -> None:
    assert set(QUESTIONS) == set(KINDS)
    for asked in QUESTIONS.values():
        for lang in ("en", "ru"):
            assert {asked.why, f"ask.Turn.{asked.topic}"} <= set(GAME.catalogue(lang).messages)
    assert set(due.WORDS.values()) == set(verbs.DISCARD)


@pytest.mark.rule("TM-5.4")
@pytest.mark.parametrize("order", list(permutations(("favor FAV1", "town TW1", "step WATER"))), ids=" ".join)
def test_what_is_open_is_settled_in_any_order(order: tuple[str, ...]) -> None:
    s = table("witches", "nomads", at={"witches": "F4", "nomads": "A5"})
    give(s, dues={due.FAVORS: 1, due.TOWNS: 1, due.STEPS: 1}, **PLENTY)
    s.acts = 0
    for i, line in enumerate(order):
        assert {"favor", "town", "step"} & verbs_of(s) == {text.split()[0] for text in order[i:]}
        assert "done" not in texts(s)
        assert why(s, "done").id in {"why.open_favor", "why.open_town", "why.open_step"}
        do(s, line)
    assert s.sides[0].dues == ()
    assert "done" in texts(s)


@pytest.mark.rule("TM-5.4", "TM-20.22")
def test_what_a_turn_leaves_open_when_it_ends() -> None:
    """On the site a pass may come before the rest of a double turn is settled: tiles lapse, spades stay."""
    s = table("chaosmagicians", "nomads", at={"chaosmagicians": "D4=SH C2=TP", "nomads": "A5"}, manner="site")
    give(s, bowls=(0, 0, 8), **PLENTY)
    do(s, "act ACTC", "act ACT6")
    give(s, dues={due.FAVORS: 1, due.LIFTS: 0b1})
    do(s, "pass BON4")
    assert s.to_move() == 1
    assert s.sides[0].dues == (Due(due.SPADES, 2),)


@pytest.mark.rule("TM-11.10", "TM-19.38", "TM-20.21")
def test_what_may_wait_is_said_by_the_reading_of_the_rules() -> None:
    open_now = {due.ORDINATION: 3, due.TOKENS: 1, due.LIFTS: 0b1}
    for manner, keys, owed in (
        ("rulebook", 0, [due.TOKENS]),
        ("rulebook", 1, [due.TOKENS, due.LIFTS]),
        ("site", 1, [due.ORDINATION]),
    ):
        s = table("darklings", "nomads", at={"darklings": "F4", "nomads": "A5"}, manner=manner)
        me = give(s, keys=keys, dues=open_now)
        assert [d.what for d in owing(s, me)] == owed
    me = give(s, dues={due.ORDINATION: 2})
    assert owing(s, me) == [], "one was used: the others need not be"


def test_what_ends_with_a_turn_is_written_of_the_turn() -> None:
    s = table("witches", "nomads", at={"witches": "F4", "nomads": "A5"})
    kinds = [what for what in KINDS if what not in (due.SAND, due.HOUSE)]
    give(s, dues={what: 1 if what in (due.RECOLOUR, due.DWELLING) else what + 1 for what in kinds})
    told = json.loads(s.position())  # type: ignore[attr-defined]
    assert json.dumps(told["work"]) == '{"free": "dwelling", "lose": 1, "shed": 2, "recolour": true}'
    assert [told[k] for k in ("bridges_due", "favors_due", "towns_due", "ordination", "blocked")] == [8, 9, 10, 13, 15]
    side = told["sides"][0]
    assert [side[k] for k in ("spades", "cult_due", "unlock_due", "token_due")] == [4, 11, 12, 14]
    told["active"] = -1
    with pytest.raises(BadOptions, match="nobody's turn"):
        GAME.place(2, TerraOptions(choose="given", given="witches+nomads", final="none"), json.dumps(told))
