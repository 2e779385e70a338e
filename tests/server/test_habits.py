"""How somebody usually plays, from when they answered."""

from __future__ import annotations

import pytest

from ludoteka.server.habits import Habits, Turn, answers_in, habits_of

HOUR = 3600.0


def evening(n: int, took: float, hour: int = 17) -> list[Turn]:
    """Turns of as many days, all at that hour in Greenwich."""
    return [Turn(took, (24 * day + hour) * HOUR) for day in range(n)]


@pytest.mark.parametrize(
    ("turns", "zone", "told"),
    [
        (evening(4, 60), "Europe/Moscow", Habits("", "")),
        (evening(19, 60), "Europe/Moscow", Habits("sitting", "")),
        (evening(20, 60), "Europe/Moscow", Habits("sitting", "evening")),
        (evening(20, 2 * HOUR), "Asia/Tokyo", Habits("turns", "night")),
        (evening(20, 60, 5), "Europe/London", Habits("sitting", "morning")),
        (evening(20, 60), "UTC", Habits("sitting", "")),
        (evening(15, 60) + evening(15, 60, 9), "Europe/Moscow", Habits("sitting", "")),
    ],
)
def test_what_is_told_of_somebody(turns: list[Turn], zone: str, told: Habits) -> None:
    assert habits_of(turns, zone) == told


def test_the_usual_time_is_no_mean() -> None:
    turns = [Turn(took, 0) for took in (10, 20, 30, 40, 90000)]
    assert answers_in(turns) == 30
    assert answers_in(turns[1:]) is None, "too few"
