"""A row of lands that is wider than a phone: what is in sight, and where answers stand below it."""

from __future__ import annotations

from functools import partial

from playwright.sync_api import expect

from ludoteka.core.game import State
from tests.server.conftest import Running
from tests.web.conftest import PHONE, seated, until
from tests.web.test_play_more import Visit, look, table_at


def test_a_long_row_has_an_overview_on_a_phone(visit: Visit, server: Running) -> None:
    """The frame is round what is in sight; a touch on the strip goes there."""
    person = server.person("Ann")
    page = look(visit, person, seated(person, "fabled/knowledge_beats_sun_books.txt", 0.8), **PHONE)
    strip = page.locator(".overview svg")
    expect(strip).to_be_visible()

    def seen(left: float, right: float) -> bool:
        """Whether the board and the frame show this part of the row."""
        parts: list[list[float]] = page.evaluate(
            """() => {
              const board = document.querySelector("#board");
              const frame = document.querySelector(".overview .in-sight").getBBox();
              const row = document.querySelector(".overview svg").viewBox.baseVal.width;
              const share = (x, width, whole) => [x / whole, (x + width) / whole];
              return [share(board.scrollLeft, board.clientWidth, board.scrollWidth), share(frame.x, frame.width, row)];
            }"""
        )
        return all(abs(a - left) < 0.02 or abs(b - right) < 0.02 for a, b in parts)

    for spot, part in ((0.99, (-1, 1)), (0.01, (0, -1))):
        box = strip.bounding_box()
        assert box is not None
        page.touchscreen.tap(box["x"] + box["width"] * spot, box["y"] + box["height"] / 2)
        until(page, partial(seen, *part), what=f"the end at {spot}")


def test_a_short_row_shows_a_phone_every_gap_there_is_room_for(visit: Visit, server: Running) -> None:
    """From the first one on: not a table without cards, nor only what happens to be in the middle."""
    person, id = table_at(server, "fabled", 1, lambda s: s.question() == "Inserting" and len(s.view(0)["row"]) == 2)
    page = look(visit, person, id, **PHONE)
    gaps = page.locator("#board .hit.legal")
    expect(gaps).to_have_count(3)

    def left_and_right() -> list[list[float]]:
        boxes = [box for gap in gaps.all() if (box := gap.bounding_box())]
        return [[box["x"], box["x"] + box["width"]] for box in boxes]

    whole = page.evaluate("innerWidth")
    until(page, lambda: 0 <= left_and_right()[0][0] < whole / 4, what="the first gap at the left")
    assert sum(right <= whole for _, right in left_and_right()) >= 2


def rises_a_book(s: State) -> bool:
    """Announcing the first terrain leads to a place at which one of several books goes up."""
    if s.question() != "Announcing":
        return False
    s = s.clone()
    s.apply(s.legal_actions()[0])
    while s.to_move() == 0 and s.question() in ("Vortex", "AtPlace"):
        s.apply(s.legal_actions()[0])
    return s.to_move() == 0 and s.question() == "Upgrading" and len(s.legal_actions()) > 1


def test_answers_stand_right_below_their_question_on_a_phone(visit: Visit, server: Running) -> None:
    """What leads to it, however long, does not push them out of sight."""
    person, id = table_at(server, "fabled", 1, rises_a_book)
    page = look(visit, person, id, **PHONE)
    page.locator("#act-body .choice", has_text="Announce").first.tap()
    answers = page.locator("#act-body .offered .choice", has_text="Raise")
    expect(answers.first).to_be_visible()
    answer, before = answers.first.bounding_box(), page.locator("#act-body .preview").bounding_box()
    main = page.locator("#confirm").bounding_box()
    assert answer is not None
    assert before is not None
    assert main is not None
    assert answer["y"] + answer["height"] <= min(before["y"], main["y"])


def asks_at_the_right(s: State) -> bool:
    """Announcing the first terrain leads to the question which of two places of the last land is visited."""
    if s.question() != "Announcing" or len(s.view(0)["row"]) < 5:
        return False
    s = s.clone()
    s.apply(s.legal_actions()[0])
    last, at = s.view(0)["row"][-1]["id"], (s.view(0)["question"] or {}).get("at") or ""
    return s.to_move() == 0 and s.question() == "Vortex" and at.startswith(last) and len(s.legal_actions()) > 2


def test_the_places_to_choose_from_stay_in_sight_on_a_phone(visit: Visit, server: Running) -> None:
    """Texts that come later make the sheet higher and the row smaller."""
    person, id = table_at(server, "fabled", 1, asks_at_the_right)
    page = look(visit, person, id, **PHONE)
    page.locator("#act-body .choice", has_text="Announce").first.tap()
    expect(page.locator("#act-body .offered .told").first).to_be_visible()
    places, whole = page.locator("#board .hit.legal"), page.evaluate("innerWidth")

    def in_sight() -> bool:
        boxes = [place.bounding_box() for place in places.all()]
        return len(boxes) == 2 and all(b and b["x"] >= 0 and b["x"] + b["width"] <= whole for b in boxes)

    until(page, in_sight, what="both places")
