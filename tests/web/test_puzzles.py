"""A puzzle in the browser, the service worker beside the streams, and the page for offline."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from ludoteka.bots.puzzles import puzzles_of
from ludoteka.server import puzzling
from ludoteka.server.pages import puzzles as pages
from ludoteka.server.puzzling import daily
from tests.server.conftest import wait
from tests.web.conftest import PHONE, Visitor


def test_a_puzzle_says_whom_one_plays(visit: Callable[..., Visitor]) -> None:
    page = visit().go("/puzzles/tigris_euphrates/0")
    name = page.locator("#you-play")
    expect(name).to_have_text(re.compile("You play: (Archer|Bow|Bull|Lion|Pot)[.]"))  # no panel's heading
    expect(name.locator(".sig use")).to_have_count(2)  # the shape of the seat with the sign of its dynasty


def test_a_puzzle_is_tried_and_solved_and_offline_is_told(
    visit: Callable[..., Visitor], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wrong once, a hint, then right, by the same clicks as at a table, on its day; then the line is cut."""
    game = "small_world"
    number = next(n for n, p in enumerate(puzzles_of(game)) if p.key.startswith("take "))
    puzzle = puzzles_of(game)[number]
    right = puzzle.key.split()[1]
    wrong = next(text.split()[1] for text in puzzle.others if text.startswith("take "))
    day = next(day for day in range(20_000, 20_100) if daily(game, day) == number)
    for module in (puzzling, pages):
        monkeypatch.setattr(module, "today", lambda: day)
    visitor = visit(**PHONE)
    page = visitor.go(f"/puzzles/{game}/{number}")

    def take(race: str) -> None:
        page.locator(f'[data-what="{race}"]:visible').first.click()
        page.locator("#confirm").click()

    expect(page.locator("#tries-left")).to_contain_text("3")
    take(wrong)
    expect(page.locator("#tries li")).to_have_count(1)
    expect(page.locator("#verdict")).to_contain_text("something better")
    page.locator("#hint").click()
    expect(page.locator("#rule")).to_have_text(puzzle.rule)
    take(right)
    expect(page.locator("#best")).to_contain_text("Solved")
    page.goto(f"{page.url.partition('/puzzles')[0]}/puzzles")
    expect(page.locator(f'a[href="/puzzles/{game}/{number}"]').last).to_contain_text("solved")
    expect(page.locator(".streak header .num")).to_have_text("1")
    # the worker that shows notices does not take the place of the one that holds the stream
    page.evaluate("navigator.serviceWorker.register('/sw.js')")
    page.evaluate("navigator.serviceWorker.ready.then((r) => r.active.scriptURL)")
    page.reload()
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    assert page.evaluate("typeof SharedWorker") == "function"
    leaders = f"{page.url.partition('/puzzles')[0]}/leaders"

    def cut_off() -> bool:
        """A service worker that the browser has just woken up is cut off a moment after the page."""
        page.context.set_offline(True)
        page.goto(leaders)
        return page.locator("h1").inner_text() == "No connection"

    wait(cut_off)
    page.context.set_offline(False)
    page.locator("main a.btn").click()
    expect(page.locator("h1")).not_to_have_text("No connection")
