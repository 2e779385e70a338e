"""Cards on the page: hover, focus, a long press; the chooser; the rules open where they are about."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import PHONE, Visitor, play_bots

Visit = Callable[..., Visitor]


def hold(page: Page, selector: str) -> None:
    """A finger that stays."""
    box = page.locator(selector).first.bounding_box()
    assert box
    finger = page.context.new_cdp_session(page)
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    page.locator("#card").wait_for()
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_thing_explains_itself_to_pointer_and_keyboard(visit: Visit) -> None:
    page = play_bots(visit())
    page.locator("#act.mine").wait_for()  # from now on nobody else moves
    card, stone = page.locator("#card"), page.locator("#board .hit").first
    stone.hover()
    expect(card).to_contain_text("Stone A")
    expect(card.get_by_role("link", name="PB-2.1")).to_have_attribute("href", "/rules/pebbles#PB-2.1")
    expect(stone).to_have_attribute("aria-describedby", "card")
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    page.mouse.move(5, 5)
    page.keyboard.press("b")  # to the board
    page.keyboard.press("ArrowRight")
    expect(card).to_contain_text("Stone")
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    page.locator("#rail .seat").nth(1).hover()
    expect(card).to_contain_text("Most points win")
    expect(page.locator(".to-rules").first).to_have_attribute("href", "/rules/pebbles#PB-2.1")


def test_a_long_press_opens_the_card_and_chooses_nothing(visit: Visit) -> None:
    page = play_bots(visit(**PHONE))
    hold(page, "#board .hit")
    expect(page.locator("#card")).to_contain_text("Stone A")
    expect(page.locator("#card")).to_have_class("card docked")
    expect(page.locator("#board .hit.chosen")).to_have_count(0)
    page.locator("#ask").tap()
    expect(page.locator("#card")).to_be_hidden()


def test_factions_are_chosen_with_their_boards(visit: Visit) -> None:
    page = play_bots(visit(), "terra_mystica")
    page.locator(".chooser .cand:not(.taken)").first.wait_for(timeout=20_000)
    expect(page.locator(".chooser .cand .dots").first).to_have_attribute(
        "aria-label", re.compile("how hard to play well")
    )
    page.get_by_role("button", name="Random", exact=True).click()
    expect(page.locator("#confirm")).to_be_visible()  # one of those that are free
    expect(page.locator('.chooser .cand[aria-current="true"]:not(.taken)')).to_have_count(1)
    other = page.locator('.chooser .cand:not(.taken, [aria-current="true"])').first.get_attribute("data-what")
    open_one = page.locator(f'.chooser .cand[data-what="{other}"]')
    name = open_one.locator(".called").evaluate("e => e.firstChild.textContent")
    open_one.click()
    detail = page.locator(".chooser .detail")
    expect(detail.locator("h4")).to_contain_text(name)
    expect(detail).to_contain_text("Stronghold:")
    expect(detail).to_contain_text("For a first match")
    expect(detail.locator(".portrait svg")).to_be_visible()
    expect(page.locator("#ask")).to_contain_text(name)
    page.get_by_role("button", name="Show the board").click()
    expect(page.locator("#board")).to_be_visible()
    page.get_by_role("button", name="Back to the choice").click()
    page.locator("#confirm").click()
    expect(page.locator("#rail .seat").first).to_contain_text(name)


def test_on_a_phone_the_question_is_about_a_faction_at_once(visit: Visit) -> None:
    """Whoever takes that back chooses by hand."""
    page = play_bots(visit(**PHONE), "terra_mystica")
    expect(page.locator("#ask")).to_contain_text("Play the ", timeout=20_000)
    expect(page.locator("#confirm")).to_be_visible()
    page.locator("#undo").tap()
    expect(page.locator("#ask")).to_have_text("Choose a faction.")


def test_factions_are_filtered_compared_and_found_on_the_map(visit: Visit) -> None:
    page = play_bots(visit(), "terra_mystica")
    page.locator(".chooser .cand .dots").first.wait_for(timeout=20_000)
    shown, simple = page.locator(".chooser .cand:visible"), page.locator('.chooser .cand[data-hard="1"]')
    assert shown.count() == 20
    page.locator(".chooser .cand", has_text="Witches").click()
    expect(page.locator(".homes")).to_contain_text("11 hexes")  # forest on the original map
    expect(page.locator(".homes .hit.counted")).to_have_count(11)
    page.get_by_role("button", name="Simple", exact=True).click()
    expect(shown).to_have_count(simple.count())  # Witches are among them
    page.get_by_role("button", name="Compare").click()
    page.locator(".chooser .cand", has_text="Mermaids").click()
    expect(page.locator(".detail .half h4")).to_have_count(2)
    expect(page.locator(".detail .half").nth(1)).to_contain_text("Mermaids")
    page.get_by_role("button", name="Compare").click()
    expect(page.locator(".detail .portrait svg")).to_be_visible()
    page.locator("#confirm").click()
    expect(page.locator(".homes")).to_be_hidden()


@pytest.mark.parametrize("locale", ["en-GB", "ru-RU"])
def test_all_that_is_said_of_a_faction_is_in_sight(visit: Visit, locale: str) -> None:
    """Ability, stronghold, hint, figures and board, in a window of 1440×900."""
    page = play_bots(visit(locale=locale), "terra_mystica")
    page.locator(".chooser .cand:not(.taken)").first.wait_for()
    for one in page.locator(".chooser .cand").all():
        what = one.get_attribute("data-what")
        one.click()
        page.locator(f'.chooser .detail[data-what="{what}"] .portrait svg').wait_for()
        below = page.locator(".chooser .detail").evaluate("e => e.scrollHeight - e.clientHeight")
        assert below <= 1, what
    page.set_viewport_size({"width": 1280, "height": 720})
    page.wait_for_function("innerHeight === 720")
    assert page.evaluate(OVER) == []


OVER = """() => {
  const box = (e) => e.getBoundingClientRect(), found = [];
  for (const e of document.querySelectorAll(".cand"))
    if (e.scrollHeight > e.clientHeight + 1) found.push(e.textContent);
  const range = document.createRange();
  range.selectNodeContents(document.querySelector(".detail h4 > span").firstChild);
  const name = box(range);
  for (const b of [...document.querySelectorAll(".stage :is(.compare, .see-board)")].map(box)) {
    const beside = name.right <= b.left || name.left >= b.right || name.bottom <= b.top || name.top >= b.bottom;
    if (b.width && !beside) found.push(b.x);
  }
  return found;
}"""
"""Names that are cut, and buttons over the name that is read."""
