"""Reach, price, the die."""

from __future__ import annotations

import pytest

from ludoteka.games.small_world.board import printed_board
from tests.games.small_world.kit import Table, people

OTHER = people(1, "stout elves", M4=2)


def ready(name: str, **more: object) -> Table:
    """Seat 0 has taken this people and stands before its first conquest."""
    return Table(people(0, name, **more), OTHER).do("expand")


@pytest.mark.rule("SW-2.1")
def test_the_first_conquest_is_at_the_border() -> None:
    t = ready("merchant ratmen", hand=8)
    board = printed_board(2)
    assert t.legal("conquer") == set(board.names_of(board.border & board.land))
    assert t.why("conquer H2") == "why.not_border"


@pytest.mark.rule("SW-2.1")
def test_a_held_sea_still_makes_its_shore_a_border() -> None:
    t = Table(people(0, "merchant ratmen", hand=8), people(1, "seafaring elves", W3=3)).do("expand")
    assert "Fo4" in t.legal("conquer")


@pytest.mark.rule("SW-2.2")
def test_the_shore_of_the_lake_is_no_border() -> None:
    board = printed_board(2)
    lake = board.index["W2"]
    inner = board.names_of(board.beside[lake] & ~board.border)
    assert inner == ["H2", "M2", "Fo3", "Fa4"]
    assert not set(inner) & ready("merchant ratmen", hand=8).legal("conquer")


@pytest.mark.rule("SW-2.3")
def test_water_is_closed() -> None:
    t = ready("merchant ratmen", Fa1=1, hand=8)
    assert "W1" not in t.legal("conquer")
    assert t.why("conquer W1") == "why.water"


@pytest.mark.rule("SW-2.4")
def test_everything_in_a_region_raises_its_price() -> None:
    t = Table(
        people(0, "merchant ratmen", Fa1=1, hand=8),
        people(1, "bivouacking trolls", M1=2, Fa3=1),
        camps={"M1": 3},
        forts=["M1"],
    ).do("expand")
    assert t.cost("M1") == 2 + 2 + 3 + 1 + 1 + 1  # tokens, encampments, fortress, lair, mountain
    assert t.cost("H2") == 3  # lost tribe
    assert t.cost("Fo1") == 2
    t.do("conquer Fo1", "conquer H2")
    assert t.held(0) == {"Fa1": 1, "Fo1": 2, "H2": 3}
    assert t.hand(0) == 8 - 5


@pytest.mark.rule("SW-2.4", "SW-2.5")
def test_worked_prices() -> None:
    assert ready("commando tritons", hand=8).cost("Fa4") == 1  # coast, lost tribe: 2 + 1 - 2
    assert ready("mounted giants", M2=1, hand=8).cost("Fa2") == 1  # empty farmland beside a held mountain
    giants = ready("underworld giants", M1=1, hand=8)
    assert giants.cost("H4") == 1  # an empty cavern, "beside" the cavern mountain
    assert giants.cost("S1") == 1  # with a lost tribe
    assert ready("underworld giants", M3=1, hand=8).cost("S1") == 2  # this mountain has no cavern: it is far away
    # three tokens on a coast, Berserk Tritons with a 3
    t = Table(people(0, "berserk tritons", Fa1=1, hand=8), people(1, "stout elves", Fo1=3)).do(
        "expand", "throw", "roll 3"
    )
    t.do("conquer Fo1")
    assert t.held(0)["Fo1"] == 1


@pytest.mark.rule("SW-2.5")
def test_at_least_one_token_is_used() -> None:
    t = ready("mounted giants", M2=1, hand=3).do("conquer Fa2")
    assert t.held(0)["Fa2"] == 1
    assert t.hand(0) == 2


@pytest.mark.rule("SW-2.6")
def test_a_token_must_be_in_hand() -> None:
    t = ready("mounted giants", M2=1, Fa2=1)
    assert t.legal("conquer") == set()
    assert t.why("conquer H1") == "why.hand_empty"
    assert ready("commando ratmen", H1=1, hand=1).legal("conquer") == {"Fa2"}  # one is enough where one is the price


@pytest.mark.rule("SW-2.7")
def test_conquering_tokens_stay_and_stopping_is_free() -> None:
    t = ready("merchant ratmen", hand=9).do("conquer H1", "conquer Fa2")
    assert t.held(0) == {"H1": 2, "Fa2": 2}
    assert "stop" in t.legal()
    t.do("stop")
    assert t.asked() == "0 Redeploy"


@pytest.mark.rule("SW-2.8")
def test_further_regions_are_beside_own_ones() -> None:
    t = ready("merchant ratmen", hand=9).do("conquer H1")
    assert t.legal("conquer") == {"S1", "Fa2", "Fo2"}
    assert t.why("conquer M3") == "why.not_adjacent"
    assert t.why("conquer H1") == "why.already_yours"


@pytest.mark.rule("SW-2.8")
def test_the_entry_need_not_be_near_the_race_in_decline() -> None:
    t = Table(people(0, "merchant ratmen", hand=9), people(0, "orcs", "declined", S2=1), OTHER).do("expand")
    assert {"H1", "M3"} <= t.legal("conquer")


@pytest.mark.rule("SW-2.9")
def test_anything_not_held_is_a_target() -> None:
    t = Table(
        people(0, "merchant ratmen", Fa4=1, hand=9),
        people(0, "orcs", "declined", Fo3=1),
        people(1, "stout elves", M4=1),
        people(1, "giants", "declined", S4=1),
    ).do("expand")
    assert t.legal("conquer") == {"Fo3", "M4", "S4", "S3", "M2", "H3"}


@pytest.mark.rule("SW-2.10")
def test_the_last_attempt_needs_one_to_three_more() -> None:
    t = Table(people(0, "merchant ratmen", Fa4=1, hand=2), people(1, "bivouacking elves", M4=2, S4=4)).do("expand")
    # M4 takes 2+2+1 = 5 and S4 takes 6, M2 and S3 and Fo3 and H3 take 3
    assert t.legal("attempt") == {"M4", "M2", "Fo3", "H3", "S3"}
    assert t.why("attempt S4") == "why.too_many_missing"
    assert t.last.args == {"at": "S4", "need": 6, "have": 2, "missing": 4, "n": 1}
    assert ready("merchant ratmen", H1=1, hand=2).why("attempt Fa2") == "why.no_die_needed"


@pytest.mark.rule("SW-2.10")
def test_no_attempt_without_a_token() -> None:
    t = ready("merchant ratmen", H1=1, hand=2).do("conquer Fa2")
    assert t.asked() == "0 Redeploy"  # all used: the conquests are over by themselves


@pytest.mark.rule("SW-2.11")
@pytest.mark.parametrize(("roll", "taken"), [(0, False), (1, True), (3, True)])
def test_the_roll_decides(roll: int, taken: bool) -> None:
    t = ready("merchant ratmen", H1=1, hand=2).do("attempt S1", f"roll {roll}")
    assert ("S1" in t.held(0)) == taken
    if taken:
        assert t.held(0) == {"H1": 1, "S1": 2}
        assert t.asked() == "0 Redeploy"
    else:
        assert t.held(0) == {"H1": 3}  # one region only: the tokens join it, and the turn is over
        assert t.s.turn == 1


@pytest.mark.rule("SW-2.11")
def test_a_failed_entry_leaves_the_tokens_in_hand() -> None:
    t = ready("merchant ratmen", hand=2).do("attempt S1", "roll 0")
    assert (t.held(0), t.hand(0)) == ({}, 2)
    t.do("expand", "stop", "done", "expand")
    assert "conquer H1" in t.legal()


@pytest.mark.rule("SW-2.12")
def test_the_die() -> None:
    t = ready("merchant ratmen", H1=1, hand=2).do("attempt S1")
    assert [(str(a), weight) for a, weight in t.s.chance()] == [
        ("roll 0", 3),
        ("roll 1", 1),
        ("roll 2", 1),
        ("roll 3", 1),
    ]


@pytest.mark.rule("SW-2.13")
def test_an_own_region_in_decline_defends() -> None:
    given = (people(0, "pillaging ratmen", H1=1, hand=9), people(0, "trolls", "declined", Fa2=1, S2=1), OTHER)
    t = Table(*given).do("expand")
    assert t.cost("Fa2") == 2 + 1 + 1
    t.do("conquer Fa2").end()
    assert t.tray("trolls") == 9
    assert t.income(0) == {"regions": 3, "pillaging": 1}
    t = Table(*given, options={"own_decline_counts": False}).do("expand")
    assert t.cost("Fa2") == 2 + 1  # the lair
    t.do("conquer Fa2").end()
    assert t.income(0)["pillaging"] == 0


@pytest.mark.rule("SW-2.13")
def test_the_masks_know_the_other_reading_too() -> None:
    given = (people(0, "pillaging ratmen", H1=1, hand=2), people(0, "orcs", "declined", Fa2=1), OTHER)
    assert "Fa2" not in Table(*given).do("expand").legal("conquer")
    assert "Fa2" in Table(*given, options={"own_decline_counts": False}).do("expand").legal("conquer")


@pytest.mark.rule("SW-2.14")
def test_what_counts_as_non_empty() -> None:
    t = Table(
        people(0, "pillaging ratmen", Fa4=1, Fo4=1, hand=9),
        people(1, "stout elves", M4=1),
        people(1, "giants", "declined", S4=1),
    ).do("expand", "abandon Fo4")
    t.do("conquer S4", "conquer Fo4", "conquer M2")  # race in decline, left this turn, bare mountain
    assert t.s.taken == t.s.world.board.mask("S4")


@pytest.mark.rule("SW-2.15")
def test_mountains_stay() -> None:
    t = ready("merchant ratmen", hand=9).do("conquer M3")
    assert t.at("M3")["mountain"]
    assert t.at("M3")["defence"] == 4
    t.do("stop")
    assert t.at("M3")["defence"] == 9 + 1


@pytest.mark.rule("SW-2.16")
def test_the_doubtful_neighbours_of_the_three_player_board() -> None:
    board = printed_board(3)
    assert board.beside[board.index["M7"]] >> board.index["Fo4"] & 1


@pytest.mark.rule("SW-2.17")
def test_discounts_at_the_entry_and_in_the_last_attempt() -> None:
    t = ready("commando ratmen", hand=1)
    assert "H1" in t.legal("conquer")
    assert t.legal("attempt") >= {"S1", "M3"}
    t.do("attempt S1", "roll 1")
    assert t.held(0) == {"S1": 1}


@pytest.mark.rule("SW-2.4", "SW-7.21")
def test_one_token_is_not_enough_even_for_the_first_region_of_the_map() -> None:
    t = ready("seafaring ratmen", Fa1=2)
    assert (t.hand(0), t.cost("W1"), t.legal("conquer")) == (1, 2, set())


@pytest.mark.rule("SW-2.11", "SW-6.5")
def test_a_last_attempt_costs_elves_no_token_either() -> None:
    t = Table(people(0, "merchant ratmen", H1=3), people(1, "stout elves", Fa2=1, M4=1)).do("expand")
    t.do("attempt Fa2", "roll 1")
    assert (t.held(0), t.hand(1)) == ({"H1": 1, "Fa2": 2}, 1)
