"""Playing with real clicks: against bots, with friends, on a phone, in Russian, by keyboard, over a bad line."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

from ludoteka import games
from ludoteka.server.settings import Settings
from tests.server.conftest import SECRET, Running
from tests.web.conftest import PHONE, Restartable, Visitor, decide, imported, play_bots, play_to_end, seated, sit, until

Visit = Callable[..., Visitor]


def my_turn(page: Page) -> None:
    expect(page.locator("#act.mine")).to_be_visible()


def asked_for_a_pebble(page: Page) -> None:
    """A bot that began may have left another question first: answer it somehow."""
    asked = page.locator("#act.mine")
    ready = page.locator(".mats .hit.legal, #board .hit.legal")
    until(
        page,
        lambda: asked.count() and ready.count(),
        lambda: asked.count() and decide(page),
        "the question for a pebble",
    )


def choose_a_pebble(page: Page) -> None:
    """A pebble of the hand and the first free stone for it, not confirmed."""
    asked_for_a_pebble(page)
    page.locator(".mats .hit").first.click()  # not always golden: a hand of one colour leaves no choice
    page.locator("#board .hit.legal").first.click()


def place(page: Page) -> None:
    choose_a_pebble(page)
    page.locator("#confirm").click()


def test_from_the_home_page_to_the_score_table(visit: Visit) -> None:
    page = play_bots(visit())
    my_turn(page)
    assert play_to_end(page) > 5
    expect(page.locator("#standing .standing tbody tr")).to_have_count(2)
    expect(page.locator("#curve svg path.line")).to_have_count(2)
    page.locator("#rematch").click()
    page.wait_for_url("**/t/*")
    expect(page.locator("#act")).to_be_visible()


def test_clicks_narrow_and_can_be_taken_back(visit: Visit) -> None:
    page = play_bots(visit())
    asked_for_a_pebble(page)
    hand, ring = page.locator(".mats .hit"), page.locator("#board .hit")
    hand.first.click()
    expect(page.locator(".trail .chip")).to_have_count(1)
    ring.nth(3).click()
    expect(page.locator("#confirm")).to_be_visible()
    expect(page.locator(".preview")).to_contain_text("D")
    ring.nth(4).click()  # another place instead
    expect(page.locator(".preview code")).to_contain_text(" E")
    page.keyboard.press("Escape")
    expect(page.locator("#confirm")).to_have_count(0)
    page.locator(".trail .chip").first.click()
    expect(page.locator(".trail .chip")).to_have_count(0)


def test_a_click_in_vain_says_why_and_names_the_rule(visit: Visit) -> None:
    page = play_bots(visit())
    my_turn(page)
    place(page)
    my_turn(page)
    asked_for_a_pebble(page)
    page.locator('#board .hit[data-at="A"]').click()
    why = page.locator(".why")
    expect(why).to_contain_text("already holds a pebble")
    expect(why.locator("a")).to_have_attribute("href", "/rules/pebbles#PB-2.1")


def test_undo_takes_back_what_nobody_has_seen(visit: Visit) -> None:
    """A tile placed as the first of two actions shows nothing new to anybody."""
    page = play_bots(visit(), "tigris_euphrates")
    my_turn(page)
    page.locator('[data-place="hand"] .hit').first.click()
    page.locator("#board .hit.legal").first.click()
    page.locator("#confirm").wait_for()
    code = str(page.locator(".preview code").text_content())
    page.locator("#confirm").click()
    mine = page.locator("#log li.s1")
    expect(mine.first).to_contain_text(code.split()[-1])
    done = mine.count()
    page.locator("#undo").click()
    expect(mine).to_have_count(done - 1)
    page.locator('.last-word [aria-label="Redo"]').click()
    expect(mine).to_have_count(done)


@pytest.mark.parametrize("game", [name for name in games.names() if name != "pebbles"])
def test_every_game_begins_on_the_home_page(game: str, visit: Visit) -> None:
    """Clicks without knowledge of any rule lead from the shelf into a match."""
    visitor = visit()
    visitor.context.add_cookies([{"name": "at_once", "value": "yes", "url": visitor.base}])
    page = visitor.go("/")
    page.locator(f'.game a[href^="/new?game={game}&"]').click()
    page.locator("#seats").select_option("2")
    page.locator("#player-1").select_option("bot:level1")
    page.locator("#begin").click()
    page.wait_for_url("**/t/*")
    mine, rng = page.locator("#log li.s1, #log li.s2"), Random(3)
    click = lambda: page.locator("#act.mine").count() and decide(page, rng=rng)  # noqa: E731
    until(page, lambda: mine.count() > 4, click, "a few moves of both")


LATE = {
    "terra_mystica/random_009.txt": 0.88,
    "small_world/ten-rounds-for-two.txt": 0.8,
    "tigris_euphrates/ends-by-the-bag.txt": 0.92,
    "fabled/two_players_use_a_serpent_and_gates.txt": 0.93,
}
"""Recorded matches, and from where on they are clicked."""


@pytest.mark.parametrize("record", LATE)
def test_every_game_is_clicked_to_its_end(record: str, visit: Visit, server: Running) -> None:
    """Whole matches ask for hundreds of clicks: here only for the last ones; moves go with the last click."""
    visitor, person = visit(), server.person("Ann")
    id = seated(person, record, LATE[record])
    cookies = dict(person.cookies) | {"at_once": "yes"}
    visitor.context.add_cookies([{"name": k, "value": v, "url": visitor.base} for k, v in cookies.items()])
    page = visitor.go(f"/t/{id}")
    clicks = play_to_end(page, most=4000, rng=Random(3))
    print(f"{record}: {clicks} clicks, {page.locator('#log li').count()} lines")
    assert clicks
    seats = page.locator("#standing .standing tbody tr").count()
    assert seats > 1
    expect(page.locator("#curve svg path.line")).to_have_count(seats)


def test_the_graph_of_a_trial_has_the_line_of_the_spirits(visit: Visit, server: Running) -> None:
    visitor, person = visit(), server.person("Ann")
    id = imported(person, "fabled/solo_victory_on_the_high_level.txt")["table"]["id"]
    sit(visitor, person)
    page = visitor.go(f"/t/{id}")
    expect(page.locator("#curve .other .line")).to_have_count(1)
    expect(page.locator("#curve .other .end")).to_have_text("The spirits 8")
    expect(page.locator("#curve .line")).to_have_count(2)


def test_two_browsers_at_one_table(visit: Visit) -> None:
    host, guest = visit(), visit()
    page = host.go("/new?game=pebbles")
    page.locator("#player-1").select_option("open")
    page.locator("#begin").click()
    page.wait_for_url("**/t/*")
    link = page.locator("#invite-link").input_value()
    expect(page.locator("#invite-qr")).to_be_visible()
    other = guest.go(link.removeprefix(guest.base))
    other.locator("#room-acts .primary").click()
    expect(page.locator("#room-seats li").nth(1)).not_to_contain_text("free seat")
    page.locator("#start").click()
    my_turn(page)
    place(page)
    expect(other.locator("#log")).to_contain_text("places")
    other.locator("#tab-chat").click()
    other.locator("#chat input").fill("<b>hello</b>")
    other.keyboard.press("Enter")
    page.locator("#tab-chat").click()
    expect(page.locator("#chat")).to_contain_text("<b>hello</b>")
    seen = [page, other]
    until(
        page,
        lambda: all(p.locator("#end").is_visible() for p in seen),
        lambda: [decide(p) for p in seen if p.locator("#act.mine").count()],
        "the end",
        120,
    )
    assert page.locator("#win").text_content() or other.locator("#win").text_content()


def test_on_a_phone(visit: Visit) -> None:
    page = play_bots(visit(**PHONE))
    my_turn(page)
    sheet = page.locator("#act").bounding_box()
    assert sheet is not None
    views = page.locator("#views").bounding_box()
    assert views is not None
    assert abs(views["y"] + views["height"] - 844) < 2, "the switcher is under the thumb"
    assert abs(sheet["y"] + sheet["height"] - views["y"]) < 2, "the panel is a sheet above it"
    play_to_end(page, tap=True)


def test_in_russian(visit: Visit) -> None:
    page = play_bots(visit(locale="ru-RU"))
    expect(page.locator("html")).to_have_attribute("lang", "ru")
    my_turn(page)
    expect(page.locator("#ask")).to_contain_text("Положи")
    play_to_end(page)
    expect(page.locator("#win")).to_contain_text(re.compile("[Пп]обе"))  # also a shared one


def test_the_language_can_be_changed_at_the_table(visit: Visit) -> None:
    page = play_bots(visit())
    my_turn(page)
    page.locator(".top [data-lang=ru]").click()
    expect(page.locator("html")).to_have_attribute("lang", "ru")
    expect(page.locator("#act-caps")).to_contain_text("Ваш ход")


def test_keyboard_only(visit: Visit) -> None:
    """From the home page to the end without a pointer: Tab, Enter, arrows and typed notation."""
    visitor = visit()
    page = visitor.go("/")
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.play") == "pebbles":
            break
    page.keyboard.press("Enter")
    expect(page.locator("#choose-game")).to_be_visible()
    while page.evaluate("document.activeElement.id") != "play-one":
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    asked_for_a_pebble(page)
    page.keyboard.press("b")  # to the board
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(".trail .chip")).to_have_count(1)
    page.keyboard.press("Escape")

    def type_a_move() -> None:
        if not page.locator("#act.mine").count():
            return
        if not page.locator("#confirm").count():
            page.keyboard.press("/")
            first = page.request.get(f"{visitor.base}/api/tables/{page.url.rsplit('/', 1)[1]}").json()
            if not first["state"]["actions"]:
                return
            page.keyboard.press("Control+A")  # in place of what somebody else's move made impossible
            page.keyboard.type(first["state"]["actions"][0]["text"])
            page.keyboard.press("Enter")
        if page.locator("#confirm").count():
            page.keyboard.press("Enter")

    until(page, page.locator("#end").is_visible, type_a_move, "the end", 120)


def test_reload_in_the_middle(visit: Visit) -> None:
    page = play_bots(visit())
    my_turn(page)
    place(page)
    page.wait_for_timeout(400)
    lines = page.locator("#log li").count()
    page.reload()
    assert page.locator("#log li").count() >= lines
    play_to_end(page)


def test_the_server_restarts_in_the_middle(browser: Browser, tmp_path: Path) -> None:
    settings = Settings(
        database=str(tmp_path / "again.db"),
        secret=SECRET,
        bot_workers=0,
        bot_pause=0.0,
        sweep_seconds=0.1,
        limits=False,
    )
    server: Running = Restartable(settings, 0).start()
    port = int(server.url.rsplit(":", 1)[1])
    visitor = Visitor(browser, server.url)
    visitor.quiet = ["ERR_CONNECTION", "ERR_INCOMPLETE", "ERR_EMPTY", "fetching the script"]
    try:
        page = play_bots(visitor)
        choose_a_pebble(page)
        server.stop()
        expect(page.locator("#link")).to_be_visible()
        page.locator("#confirm").click()
        expect(page.locator("#link")).to_contain_text("Your move is kept")
        server = Restartable(settings, port).start()
        expect(page.locator("#link")).to_be_hidden(timeout=20_000)
        expect(page.locator("#log")).to_contain_text("places")
        play_to_end(page)
        visitor.end()
    finally:
        server.stop()
