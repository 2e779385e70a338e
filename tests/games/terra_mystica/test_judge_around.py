"""What the value of a position sees besides a seat's own things."""

from __future__ import annotations

from ludoteka.games.terra_mystica.judge_around import AROUND, around
from ludoteka.games.terra_mystica.state import TerraState
from tests.games.terra_mystica.kit import give, put, show, table


def seen(s: TerraState, seat: int = 0) -> dict[str, float]:
    return dict(zip(AROUND, around(s, seat, [3] * s.seats), strict=True))


def test_the_two_groups_nearest_to_a_town_are_seen() -> None:
    found = seen(table("witches", "nomads", at={"witches": "F4=TE F3=TP C1"}))
    assert (found["power to a town"], found["pieces to a town"]) == (3, 2)
    assert (found["power to a second town"], found["pieces to a second town"]) == (6, 3)
    assert (found["groups"], found["power in no town"], found["buildings"]) == (2, 5, 3)


def test_whoever_has_built_nothing_lacks_everything() -> None:
    found = seen(table("witches", "nomads"))
    assert (found["power to a town"], found["pieces to a town"], found["room for a town"]) == (7, 4, 0)
    assert found["groups"] == found["home in reach"] == found["power of neighbours"] == 0


def test_land_counts_by_the_spades_it_needs() -> None:
    s = table("witches", "nomads", at={"witches": "F4"})
    for name in ("E6", "E7", "F3", "G2"):
        show(s, name, "yellow")
    before = seen(s)
    show(s, "F3", "green")
    assert seen(s)["home in reach"] == before["home in reach"] + 1
    show(s, "F3", "gray")
    assert seen(s)["one spade in reach"] == before["one spade in reach"] + 1


def test_a_step_of_shipping_brings_what_was_out_of_reach() -> None:
    s = table("witches", "nomads", at={"witches": "F4"})
    near, kinds = seen(s), ("home", "one spade", "two spades")
    give(s, ship=1)
    for kind in kinds:
        assert seen(s)[f"{kind} in reach"] <= near[f"{kind} in reach"] + near[f"{kind} with a ship more"]
    give(s, ship=3)
    assert all(seen(s)[f"{kind} with a ship more"] == 0 for kind in kinds)


def test_neighbours_and_rivals_are_seen() -> None:
    s = table("witches", "nomads", at={"witches": "F4 C1"})
    put(s, 1, "F3", "TP")
    give(s, 1, vp=31, cult=(0, 5, 0, 1))
    found = seen(s)
    assert found["power of neighbours"] == 2
    assert found["buildings with neighbours"] == found["dwellings with neighbours"] == 1
    assert found["neighbouring buildings"] == found["buildings of rivals"] == 1
    assert (found["points of rivals"], found["best rival on water"]) == (31, 5)


def test_tiles_count_from_this_round_on() -> None:
    s = table("witches", "nomads", round=5)
    found = seen(s)
    assert sum(found[f"tiles for {deed} now"] for deed in ("D", "TP", "TE", "big", "town", "spade")) == 1
    assert sum(v for name, v in found.items() if name.startswith("tiles for ")) == 2
