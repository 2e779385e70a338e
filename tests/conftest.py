"""Shared by all tests."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import HealthCheck, settings

from ludoteka import games
from ludoteka.core.game import OVER, Game
from ludoteka.core.match import Match

# the same examples every time, and nothing that depends on how busy the machine is
settings.register_profile(
    "steady", deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("steady")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: tests of pages and servers wait for each other much of their time."""
    return (os.cpu_count() or 1) + 1


@pytest.fixture(autouse=True)
def no_loop_of_a_browser(request: pytest.FixtureRequest) -> Iterator[None]:
    """Once a test has started Playwright, its loop counts as running in this thread to the very end, and `asyncio.run`
    refuses to work. Tests that have nothing to do with a browser do not see it."""
    if "playwright" in request.fixturenames:
        yield
        return
    loop = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(loop)


@pytest.fixture
def pebbles() -> Game:
    return games.load("pebbles")


def played(game: Game, seats: int, seed: int = 0, **options: object) -> Match:
    """A random match, played to the end."""
    match = Match(game, seats, options)
    rng = Random(seed)
    while match.state.to_move() != OVER:
        match.push(match.state.sample(rng))
    return match
