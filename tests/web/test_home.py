"""The home page, a table for friends and the lists: one click to a match, and nothing stale."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.server.conftest import Running, running
from tests.web.conftest import PHONE, Visitor

Visit = Callable[..., Visitor]


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[Running]:
    with running(str(tmp_path / "fresh.db")) as started:
        yield started


def test_the_main_button_offers_a_short_choice(visit: Visit) -> None:
    page = visit(**PHONE).go("/")
    page.locator("#play-bots").tap()
    choice = page.locator("#choose-game")
    first = choice.locator("[data-start]").first
    expect(first).to_contain_text("5 min")  # the shortest first
    choice.locator("#bot-level").select_option("level1")
    expect(page.locator("#level-about")).not_to_be_empty()
    first.tap()
    page.wait_for_url("**/t/*")
    expect(page.locator("#rail")).to_contain_text("level 1")


def test_the_choice_can_be_left_and_the_level_is_kept(visit: Visit) -> None:
    page = visit().go("/")
    page.locator("#play-bots").click()
    page.locator("#bot-level").select_option("level4")
    page.keyboard.press("Escape")
    expect(page.locator("#choose-game")).to_be_hidden()
    page.reload()
    expect(page.locator("#bot-level")).to_have_value("level4")


def test_play_asks_for_players_and_level_once(visit: Visit) -> None:
    page = visit().go("/")
    button = page.locator('.game [data-play="pebbles"]')
    button.click()
    expect(page.locator("#play-seats option:not([hidden])")).to_have_text(["2", "3", "4"])  # as many as can play it
    page.locator("#play-seats").select_option("3")
    page.locator("#bot-level").select_option("level1")
    page.locator("#play-one").click()
    page.wait_for_url("**/t/*")
    expect(page.locator("#rail .seat")).to_have_count(3)
    page.goto(page.url.partition("/t/")[0])
    button.click()
    page.wait_for_url("**/t/*")
    expect(page.locator("#rail .seat")).to_have_count(3)
    expect(page.locator("#rail .seat").last).to_contain_text("level 1")


def test_every_preset_starts_as_offered(visit: Visit) -> None:
    """The number of players follows the preset where it must: the Trial is played alone."""
    page = visit().go("/new?game=fabled")
    page.locator("#preset").select_option("trial_beginner")
    expect(page.locator("#seats")).to_have_value("1")
    expect(page.locator("#players li")).to_have_count(1)
    page.locator("#begin").click()
    page.wait_for_url("**/t/*")
    expect(page.locator("#rail .seat")).to_have_count(1)


def test_for_friends_the_seats_are_free_and_a_link_with_a_code_follows(visit: Visit) -> None:
    page = visit().go("/")
    page.get_by_role("link", name="Play with friends", exact=True).click()
    expect(page.locator("#player-1")).to_have_value("open")
    expect(page.locator("#invited")).to_be_visible()
    page.locator("#begin").click()
    page.wait_for_url("**/t/*")
    expect(page.locator("#invite-qr")).to_be_visible()
    assert "code=" in page.locator("#invite-link").input_value()


def test_an_empty_house_says_what_to_do(fresh: Running, browser: Browser) -> None:
    visitor = Visitor(browser, fresh.url)
    page = visitor.go("/")
    expect(page.locator(".empty-note")).to_have_count(4)  # my tables, open ones, to watch, results
    page.locator('#code-form [name="link"]').fill("nonsense")
    page.locator("#code-form button").click()
    expect(page.locator(".toast")).to_contain_text("not a link")
    visitor.end()


def test_results_tell_who_won_and_my_tables_change_by_themselves(fresh: Running, browser: Browser) -> None:
    ann = fresh.person("Ann")
    id = ann.table(players=["me", "me"], start=True, visibility="open")["table"]["id"]
    while ann.see(id)["table"]["status"] != "finished":
        ann.move(id)
    visitor = Visitor(browser, fresh.url)
    visitor.context.add_cookies([{"name": k, "value": v, "url": fresh.url} for k, v in ann.cookies.items()])
    page = visitor.go("/")
    expect(page.locator(".scored.first").first).to_contain_text("Ann")
    expect(page.locator("#mine .item")).to_have_count(0)
    page.wait_for_timeout(500)  # the line is open
    ann.table(players=["me", "me"], start=True)
    expect(page.locator("#mine .item.go")).to_have_count(1)
    expect(page.locator("#mine .chip")).to_contain_text("your turn")
    page.goto(f"{fresh.url}/tables")
    expect(page.locator(".item.go")).to_have_count(1)
    visitor.end()


def test_many_options_are_folded_and_few_are_not(visit: Visit) -> None:
    visitor = visit()
    page = visitor.go("/new?game=terra_mystica")
    expect(page.locator("#options")).to_be_hidden()
    page.locator("#all-options summary").click()
    expect(page.locator("#option-map")).to_be_visible()
    page = visitor.go("/new?game=pebbles")
    expect(page.locator("#options")).to_be_visible()
