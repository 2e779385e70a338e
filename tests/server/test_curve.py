"""The drawing of ratings over time."""

from __future__ import annotations

import re

import pytest

from ludoteka.server.pages.curve import DAY, days, grid, rating_curve
from ludoteka.server.profile import Point

TITLES = {"pebbles": "Pebbles", "small_world": "Small <World>"}


def points(game: str, *ratings: int) -> list[Point]:
    return [Point(game, n * 30 * DAY, rating, f"t{n}") for n, rating in enumerate(ratings)]


def test_a_line_for_every_game_with_two_matches() -> None:
    assert rating_curve(points("pebbles", 1000), TITLES, "en") == ""
    drawn = rating_curve([*points("pebbles", 1000, 1040, 1010), *points("small_world", 990, 1020)], TITLES, "en")
    assert drawn.count('class="line"') == 2
    assert "Pebbles: 1000 → 1010" in drawn
    assert "Small &lt;World&gt; 1020" in drawn
    assert "Small &lt;World&gt; 1020" not in rating_curve(points("small_world", 990, 1020), TITLES, "en", phone=True)


def test_names_that_end_at_the_same_height_stand_apart() -> None:
    drawn = rating_curve([*points("pebbles", 1000, 1010), *points("small_world", 990, 1010)], TITLES, "en")
    first, second = (float(y) for y in re.findall(r'y="([\d.]+)" class="end"', drawn))
    assert second - first >= 17


@pytest.mark.parametrize("values", [(1000, 1000), (7, 2410), (961, 1336), (-40, 60)])
def test_the_grid_is_round_and_holds_everything(values: tuple[int, int]) -> None:
    low, high, step = grid(values)
    assert low <= min(values) <= max(values) <= high > low
    assert low % step == high % step == 0
    assert (high - low) // step <= 8


def test_dates_are_told_once() -> None:
    assert len(days(0, 0, "en")) == 1
    assert len(days(0, 1.5 * DAY, "en")) == 2
    assert len({said for _, said in days(0, 700 * DAY, "ru")}) == len(days(0, 700 * DAY, "ru")) == 4
