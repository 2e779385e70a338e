"""A table on a phone: a thumb goes from view to view, news show on the switcher, buttons tell everything."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from ludoteka.core.game import State
from ludoteka.games.terra_mystica.phases.leech import effective
from tests.server.conftest import Running
from tests.server.test_moves import two_at_a_table
from tests.web.conftest import DESK, PHONE, Visitor, seated, sit
from tests.web.test_play_more import look, table_at
from tests.web.test_premove import at_table

Visit = Callable[..., Visitor]


def test_a_thumb_goes_from_view_to_view(visit: Visit, server: Running) -> None:
    """Left to the next, right to the one before, as far as there is one; up or down changes nothing."""
    anna, _, id = two_at_a_table(server)
    page = look(visit, anna, id, **PHONE)
    expect(page.locator("#act.mine")).to_be_visible()
    thumb = page.context.new_cdp_session(page)
    body, views = page.locator("body"), ["board", "mine", "others", "log", "chat"]

    def swipe(dx: int, dy: int = 0) -> None:
        box = page.locator("#ask").bounding_box()
        assert box is not None
        x, y = 195 - dx / 2, box["y"] + box["height"] / 2
        for kind, share in (("touchStart", 0.0), ("touchMove", 0.5), ("touchMove", 1.0)):
            spot = {"x": x + share * dx, "y": y + share * dy}
            thumb.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [spot]})
        thumb.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    for view in [*views[1:], "chat"]:
        swipe(-160)
        expect(body).to_have_attribute("data-view", view)
        expect(page.locator(f'#views [data-view="{view}"]')).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#chat input")).to_be_visible()
    swipe(-80, -120)
    swipe(-30)
    expect(body).to_have_attribute("data-view", "chat")
    for view in [*views[-2::-1], "board"]:
        swipe(160)
        expect(body).to_have_attribute("data-view", view)
    expect(page.locator("#board svg.b")).to_be_visible()


def test_what_somebody_says_shows_at_the_board(visit: Visit, server: Running) -> None:
    """A dot on the switcher and the words in a line, until they are looked at; one's own words are no news."""
    anna, boris, id = two_at_a_table(server)
    page = look(visit, anna, id, **PHONE)
    dot = page.locator('#views [data-view="chat"] .dot')
    anna.ok("POST", f"/api/tables/{id}/chat", {"text": "Hello"})
    expect(page.locator("#chat li.mine")).to_have_count(1)
    expect(dot).to_have_count(0)
    boris.ok("POST", f"/api/tables/{id}/chat", {"text": "Well met"})
    expect(dot).to_be_in_viewport(ratio=1)
    expect(page.locator("#news")).to_contain_text("Well met")
    expect(page.locator("#news")).not_to_have_class(re.compile("more"))
    boris.ok("POST", f"/api/tables/{id}/chat", {"text": "Once upon a time " * 9})
    expect(page.locator("#news.more")).to_be_visible()  # by whole words, and that there are more
    assert page.locator("#news").evaluate("e => e.offsetHeight < 40 && e.scrollWidth <= e.clientWidth")
    expect(page.locator("body")).to_have_attribute("data-view", "board")
    page.locator('#views [data-view="chat"]').tap()
    expect(page.locator("#chat li").last).to_be_in_viewport()
    expect(dot).to_have_count(0)


def costs_two(state: State) -> bool:
    """Three power is on offer."""
    side = state.sides[state.to_move()]  # type: ignore[attr-defined]
    legal = [str(a).split() for a in state.legal_actions()]
    return any(verb == "leech" and effective(side, int(more[-1])) == 3 for verb, *more in legal)


@pytest.mark.parametrize(("manner", "question"), [("rulebook", "Answer"), ("site", "Turn")])
def test_a_button_for_power_tells_what_comes_and_what_it_costs(
    manner: str, question: str, visit: Visit, server: Running
) -> None:
    """On a desk and a phone, and where it stands among many others, too, as in the manner of the site."""
    person, id = table_at(
        server, "terra_mystica", 3, lambda s: s.question() == question and costs_two(s), manner=manner
    )
    for lang, size, said in (
        ("en", DESK, "Take 3 power from .* for 2 points"),
        ("ru", PHONE, "Взять 3 Силы за 2 очка"),
    ):
        page = at_table(visit, server, person, id, lang, **size)
        button = page.locator("#act .choice", has_text=re.compile(said))
        expect(button).to_have_count(1, timeout=15000)
        expect(button).to_be_visible()
        assert button.evaluate("e => e.scrollWidth <= e.clientWidth"), "nothing is cut off"


def test_monuments_come_as_cards_after_their_tile_was_sent(visit: Visit, server: Running) -> None:
    """The question stands by itself: its pictures need the room of the hand, and it begins with the first of them."""
    person = server.person("Ann")
    id = seated(person, "tigris_euphrates/a-monument-strands-a-trader.txt", step=1)
    visitor = visit(**PHONE)
    sit(visitor, person)
    page = visitor.go(f"/t/{id}?lang=en")
    expect(page.locator("#act .choice .told .card, #act .choice .told svg").first).to_be_visible()
    expect(page.locator("#act .choice:has(.told)")).to_have_count(3)
    expect(page.locator("#under")).to_be_hidden()
    assert page.locator("#act-body").evaluate("e => e.scrollTop") == 0
