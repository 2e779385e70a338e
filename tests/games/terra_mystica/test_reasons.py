"""Refusals that say what is so at this moment; that each is true, `why` proves."""

from __future__ import annotations

from ludoteka.core.errors import Kind
from ludoteka.core.wish import wish
from ludoteka.games.terra_mystica.state import TerraState
from tests.games.terra_mystica.kit import GAME, PLENTY, at_end_of_round, do, fresh, give, show, table, why


def test_reasons_are_those_of_the_moment() -> None:
    at = {"witches": "F4", "nomads": "E8"}
    s = table("witches", "nomads", at=at)
    give(s, coins=20, workers=9)
    give(s, 1, bowls=(12, 0, 0), coins=20, workers=9)
    show(s, "E7", "green")
    do(s, "build E7")
    assert why(s, "build D5").kind is Kind.NOT_YOUR_TURN, "nomads answer an offer"
    assert why(s, "leech 0 2").id == "why.no_offer"


def test_a_sandstorm_is_not_refused_for_want_of_shipping() -> None:
    s = table("nomads", "witches", at={"nomads": "E8=SH", "witches": "A3"})
    do(s, "act ACTN")
    assert why(s, "transform G3 yellow").id == "why.sand_beside"


def test_a_bridge_named_the_other_way_round() -> None:
    s = table("witches", "nomads", at={"witches": "F4", "nomads": "A5"})
    give(s, bowls=(0, 0, 3))
    do(s, "act ACT1")
    found = why(s, "bridge G3 F4")
    assert (found.id, found.kind) == ("why.spot_reversed", Kind.FORM)
    assert GAME.catalogue("en").why(found).startswith("Name the bridge the other way round: F4 G3.")
    assert why(s, "bridge F4 A1").id == "why.no_spot"


def test_russian_refusals_are_russian() -> None:
    s = table("halflings", "nomads", at={"halflings": "E6", "nomads": "A5"})
    words = GAME.catalogue("ru")
    show(s, "E7", "yellow")
    assert words.why(why(s, "build E7")) == "E7 — пустыня; чтобы стать равнинами, нужна 1 Лопата. [TM-6.3]"
    show(s, "E7", "blue")
    assert words.why(why(s, "build E7")) == "E7 — озёра; чтобы стать равнинами, нужно 2 Лопаты. [TM-6.3]"


def test_pointing_at_an_action_without_the_power_for_it() -> None:
    """Nothing legal is said with `act`, so what could be wished of the thing itself is looked at."""
    s = table("witches", "nomads", at={"witches": "F4", "nomads": "A5"})
    give(s, bowls=(5, 7, 0))
    wished = wish(GAME, s, {"what": "ACT4"})
    assert wished is not None
    [action], found = wished.actions, wished.why
    assert (str(action), found.id, found.args) == ("act ACT4", "why.short_pw", {"n": 4, "have": 0})


def alone(at: str = "F4=SH E7=TP E6=TE", **options: object) -> TerraState:
    return table("witches", "nomads", at={"witches": at, "nomads": "A5"}, **options)


def test_what_is_not_open() -> None:
    s = alone()
    give(s, **PLENTY)
    found = {line: why(s, line).id for line in ("bridge F4 G3", "transform F3 red", "unlock red", "dig 0")}
    assert found == {
        "bridge F4 G3": "why.no_bridge_due",
        "transform F3 red": "why.no_spades",
        "unlock red": "why.opens_no_terrain",
        "dig 0": "why.no_spade_named",
    }
    assert why(s, "upgrade E7 SH").id == "why.one_stands"
    s.occupied |= s.reach_of(s.sides[0])
    assert why(s, "dig 1").id == "why.no_land"


def test_two_goods_that_are_short() -> None:
    s = alone()
    give(s, coins=0, workers=0)
    assert (why(s, "advance ship").id, why(s, "advance ship").args) == ("why.short_cp", {"c": 4, "p": 1})
    give(s, coins=5)
    assert (why(s, "advance dig").id, why(s, "advance dig").args) == ("why.short_wp", {"w": 2, "p": 1})


def test_a_town_is_taken_before_the_turn_ends() -> None:
    s = alone("F4=TE E7=TP E6=TP")
    give(s, **PLENTY)
    do(s, "upgrade F4 SA", "favor FAV8")
    assert why(s, "done").id == "why.open_town"


def test_what_was_sacrificed_for_comes_at_once() -> None:
    s = alone(sacrifice="used")
    give(s, bowls=(0, 2, 2), priests=1)
    do(s, "burn")
    assert why(s, "send AIR 1").id == "why.spend_now"


def test_cult_bonuses_are_no_turn() -> None:
    s = alone(tiles=("SCORE6",) * 6)
    give(s, cult=(0, 4, 0, 0), **PLENTY)
    at_end_of_round(s)
    assert why(s, "upgrade E7 TE").id == "why.cult_phase"


def test_only_high_markers_step_down() -> None:
    s = alone(manner="site")
    give(s, cult=(7, 0, 0, 0))
    assert why(s, "lower FIRE").id == "why.lower_high"


def test_a_board_that_was_not_dealt() -> None:
    s = fresh(2, choose="random", final="none")
    while s.to_move() < 0:
        s.apply(s.legal_actions()[0])
    other = next(a for a in GAME.every_action(2, s.options) if str(a).startswith("choose") and s.why_not(a))  # type: ignore[misc]
    assert why(s, str(other)).id == "why.not_dealt"
