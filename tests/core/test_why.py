from __future__ import annotations

from ludoteka.core.game import Game
from ludoteka.core.why import reasons_against
from tests.games.pebbles.test_pebbles import table


def test_a_thing_that_can_be_used_has_no_reasons(pebbles: Game) -> None:
    assert reasons_against(table(pebbles, "rrb", "www").state, "A") == []


def test_a_thing_that_cannot_be_used_gives_its_reasons_once(pebbles: Game) -> None:
    state = table(pebbles, "rrb", "www").state
    found = reasons_against(state, "white")
    assert [(str(action), why.id) for action, why in found if why.id == "why.none_in_hand"] == [
        ("place white A", "why.none_in_hand")
    ]


def test_only_the_kind_pointed_at_is_tried(pebbles: Game) -> None:
    state = table(pebbles, "rrb", "www").state
    assert {why.id for _, why in reasons_against(state, "white", ("what",))} == {"why.none_in_hand"}
    assert reasons_against(state, "white", ("seat",)) == []
