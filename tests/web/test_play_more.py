"""What the table shows beyond the question: conflicts, ways, hints, others' moves, the sheet, the story of a match."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from ludoteka import games
from ludoteka.bots.levels import LEVELS
from ludoteka.core.game import State
from ludoteka.core.match import Match
from ludoteka.games.fabled.intentions import conversions
from ludoteka.games.fabled.state import EPILOGUE
from ludoteka.server.settings import Settings
from tests.server.conftest import Person, Running
from tests.web.conftest import PHONE, Visitor, decide, play_bots, play_to_end, seated, until

Visit = Callable[..., Visitor]


def table_at(
    server: Running, name: str, seats: int, holds: Callable[[State], bool], **options: Any
) -> tuple[Person, str]:
    """A table in the first position of random matches that fulfils the condition, with seat 0 to decide."""
    game, person = games.load(name), server.person("Ann")
    for seed in range(60):
        match, rng = Match(game, seats, options), Random(seed)
        while match.state.stack:
            if match.state.to_move() == 0 and len(match.actions) > 5 and holds(match.state):
                record = person.ok("POST", "/api/import", {"text": match.save()})
                players = ["me", *["bot:random"] * (seats - 1)]
                made = person.ok(
                    "POST",
                    f"/api/tables/{record['table']['id']}/continue",
                    {"step": len(match.actions), "players": players},
                )
                person.ok("POST", f"/api/tables/{made['table']['id']}/start", {})
                return person, made["table"]["id"]
            match.push(match.state.sample(rng))
    raise AssertionError("there is no such position")


def look(visit: Visit, person: Person, id: str, **more: Any) -> Page:
    visitor = visit(**more)
    visitor.context.add_cookies([{"name": k, "value": v, "url": visitor.base} for k, v in person.cookies.items()])
    page = visitor.go(f"/t/{id}")
    page.locator("#board svg.b").wait_for(state="attached")  # factions are chosen in its place
    return page


def test_a_war_shows_both_strengths_in_the_question(visit: Visit, server: Running) -> None:
    def at_war(s: State) -> bool:
        fight = s.view(0)["conflict"]
        begun = bool(fight) and fight["kind"] == "war" and fight["added"] is not None
        return begun and len(s.legal_actions()) > 1

    person, id = table_at(server, "tigris_euphrates", 2, at_war)
    fight = person.see(id)["state"]["view"]["conflict"]
    page = look(visit, person, id)
    card = page.locator(".fight")
    expect(card.locator(".title")).to_contain_text("War")
    expect(card.locator(".camp .strength")).to_have_text([str(fight["attack"] + fight["added"]), str(fight["defence"])])
    expect(card.locator(".camp small", has_text=f"{fight['added']}").first).to_be_visible()
    for seat, cells in zip((fight["attacker"], fight["defender"]), fight["supporters"], strict=True):
        expect(page.locator(f"#board .support.s{seat + 1}")).to_have_count(len(cells))
    page.set_viewport_size({"width": 1280, "height": 720})
    expect(card.locator("li")).to_have_count(2)
    hidden = "e => e.scrollHeight > e.clientHeight + 1"
    assert not page.locator("#act-body").evaluate(hidden), "what each end brings is read without scrolling"
    assert not card.locator(".camp").evaluate_all("all => all.some((e) => e.scrollWidth > e.clientWidth)")
    page.set_viewport_size({"width": 1440, "height": 900})
    page.locator(".fight .choice").first.click()
    expect(page.locator(".camp.own .made")).not_to_contain_text("?")
    until(page, page.locator("#confirm").count, lambda: decide(page), "the last word")
    page.locator("#confirm").click()
    expect(page.locator("#log .more").first).to_contain_text("+")
    until(page, lambda: person.see(id)["state"]["view"]["conflict"] != fight, what="the end of the war")


def test_a_war_stays_in_the_question_though_another_follows(visit: Visit, server: Running) -> None:
    person = server.person("Anna")
    page = look(visit, person, seated(person, "tigris_euphrates/both-wars-are-fought.txt", 0.16))
    expect(page.locator("#confirm")).to_have_text("Add nothing")  # there is nothing else
    expect(page.locator(".fight .title")).to_contain_text("War of the kings")
    expect(page.locator("#act .preview")).to_contain_text("Then a conflict with")


def test_ways_are_drawn_before_they_are_gone(visit: Visit, server: Running) -> None:
    def several(s: State) -> bool:
        ways = games.load("fabled").ways
        assert ways is not None
        return (
            repr(s.stack[-1][0]) == "Announcing"
            and all(ways(s, a) for a in s.legal_actions())
            and len(s.legal_actions()) == 2
        )

    person, id = table_at(server, "fabled", 2, several)
    page = look(visit, person, id)
    ways = page.locator("#board .way")
    expect(ways).to_have_count(0)
    actions = person.see(id)["state"]["actions"]
    for i, action in enumerate(actions):
        page.locator("#act-body .choice").nth(i).hover()
        expect(ways).to_have_count(len(action["ways"]))
    page.locator("#ask").hover()
    expect(ways).to_have_count(0)
    page.locator("#act-body .choice").first.click()
    expect(page.locator("#confirm")).to_be_visible()
    expect(ways).to_have_count(len(actions[0]["ways"]))


def test_the_turn_of_the_spirits_is_told(visit: Visit, server: Running) -> None:
    def told(s: State) -> bool:
        return repr(s.stack[-1][0]) == "ActionPhase" and len(s.view(0)["spirits"]["told"]) > 3

    person, id = table_at(server, "fabled", 1, told)
    page = look(visit, person, id, reduced_motion="no-preference")
    sentences = page.locator("#under .told")
    assert sentences.count() > 3
    late = sentences.nth(3)
    assert float(late.evaluate("e => getComputedStyle(e).animationDelay.replace('s', '')")) > 0.5
    still = look(visit, person, id)
    assert still.locator("#under .told").nth(3).evaluate("e => getComputedStyle(e).animationName") == "none"


def test_a_hint_is_prepared_not_played(visit: Visit) -> None:
    page = play_bots(visit())
    until(page, page.locator("#hint").count, lambda: page.locator("#act.mine").count() and decide(page), "a choice")
    lines = page.locator("#log li").count()
    page.locator("#hint").click()
    expect(page.locator(".advice .think, .advice .choice").first).to_be_visible()
    first = page.locator(".advice .choice").first
    expect(first).to_contain_text("% to win", timeout=20_000)
    words = str(first.locator("span").evaluate("e => e.firstChild.textContent"))
    first.click()
    expect(page.locator("#act")).to_contain_text(words)
    expect(page.locator("#confirm")).to_be_visible()
    assert page.locator("#log li").count() == lines
    page.locator("#confirm").click()
    expect(page.locator(".advice")).to_be_hidden()


def test_what_the_board_offers_is_a_folded_list(visit: Visit, server: Running) -> None:
    def both(s: State) -> bool:
        actions = s.legal_actions()
        return len(actions) <= 6 and 2 < sum(hasattr(a, "at") for a in actions) < len(actions)

    person, id = table_at(server, "small_world", 2, both)
    actions = person.see(id)["state"]["actions"]
    places = {a["args"]["at"] for a in actions if "at" in a["args"]}
    page = look(visit, person, id)
    fold = page.locator("#act-body .folded")
    expect(page.locator("#board .hit.legal")).to_have_count(len(places))
    expect(page.locator("#act-body .choice:visible")).to_have_count(sum("at" not in a["args"] for a in actions))
    fold.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#act-body .choice:visible")).to_have_count(len(actions))
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#confirm")).to_be_visible()
    page.keyboard.press("Escape")
    expect(fold.locator(".choice").first).to_be_visible()  # it stays as it was left


def test_no_hint_between_people(visit: Visit, server: Running) -> None:
    ann, boris = server.person("Ann"), server.person("Boris")
    id = ann.table(seats=2, visibility="open")["table"]["id"]
    boris.ok("POST", f"/api/tables/{id}/join", {})
    ann.ok("POST", f"/api/tables/{id}/start", {})
    page = look(visit, ann, id)
    expect(page.locator("#act.mine")).to_be_visible()
    expect(page.locator("#undo")).to_be_visible()
    expect(page.locator("#hint")).to_have_count(0)


@pytest.mark.parametrize("name", games.names())
def test_the_strip_of_a_phone_has_figures(name: str, visit: Visit, server: Running) -> None:
    person, id = table_at(server, name, 2, lambda s: s.question() != "FactionChoice")
    page = look(visit, person, id, **PHONE)
    card = page.locator("#rail .seat").first
    figures = card.locator(".vp .res, .brief .res")
    expect(figures.first).to_be_visible()
    measured = figures.evaluate_all(  # at one moment: others move meanwhile
        """all => all.map((e) => [e.getAttribute("aria-label"), e.querySelector("svg").getBoundingClientRect().width,
            e.querySelector("use").getBBox().width])"""
    )
    for label, width, sign in measured:
        assert label
        assert width > 8
        assert sign > 0, "the sign is there"
    expect(card.locator(".stats")).to_be_hidden()
    card.tap()
    expect(card.locator(".stats")).to_be_visible()
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390, "nothing runs over the edge"


def test_the_sheet_has_three_heights(visit: Visit) -> None:
    page = play_bots(visit(**PHONE))
    expect(page.locator("#act.mine")).to_be_visible()
    sheet, grip = page.locator("#act"), page.locator("#grip")
    expect(sheet).to_have_attribute("data-height", "half")
    heights = {}
    for name in ("full", "rest", "half"):
        grip.tap()
        expect(sheet).to_have_attribute("data-height", name)
        box = sheet.bounding_box()
        assert box is not None
        heights[name] = box["height"]
        expect(page.locator("#ask")).to_be_in_viewport()
    assert heights["rest"] <= heights["half"] <= heights["full"]


def test_the_sheet_rises_for_a_question_that_only_buttons_answer(visit: Visit, server: Running) -> None:
    person, id = table_at(server, "small_world", 2, lambda s: s.question() == "Conquest")
    page = look(visit, person, id, **PHONE)
    sheet, grip = page.locator("#act"), page.locator("#grip")
    for name in ("full", "rest"):
        grip.tap()
        expect(sheet).to_have_attribute("data-height", name)

    def move() -> None:
        seen = person.see(id)["state"]
        if seen["actions"] and seen["ask"] != "Expand, or go into decline?":
            person.move(id, seen["actions"][-1]["text"], seen["n"])

    until(page, lambda: sheet.get_attribute("data-height") == "half", move, "a raised sheet")
    expect(page.locator("#act-body .choice:visible").first).to_be_in_viewport()


def test_cards_to_choose_from_come_at_once_and_reach_the_switcher(visit: Visit, server: Running) -> None:
    """On a phone: favor tiles follow the temple with their texts; few cards fill the window as many do."""

    def priest_and_temple(s: State) -> bool:
        legal = [str(a) for a in s.legal_actions()] if s.question() == "Turn" else []
        return any(a.startswith("send ") for a in legal) and any(a.endswith(" TE") for a in legal)

    person, id = table_at(server, "terra_mystica", 2, priest_and_temple)
    page = look(visit, person, id, **PHONE)
    foot = "() => Math.round(document.querySelector('#views').getBoundingClientRect().bottom)"
    page.locator("#act .choice", has_text="Send a priest").tap()
    cards = page.locator("#act .choice:visible")
    expect(cards.first.locator(".told small")).to_contain_text("Next power")
    page.wait_for_function(f"({foot})() === innerHeight")
    cards.first.tap()
    expect(cards.first).to_contain_text("Send a priest to")
    expect(page.locator("#act .choice .told")).to_have_count(0)  # the same text on each would say nothing
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    built = next(a["args"]["at"] for a in person.see(id)["state"]["actions"] if a["text"].endswith(" TE"))
    page.locator(f'#board .hit[data-at="{built}"]').tap(force=True)
    temple = page.locator("#act .choice", has_text="to a temple")
    until(page, lambda: temple.count() or page.locator("#act .chip", has_text="to a temple").count(), what="a plan")
    if not page.locator("#act .chip", has_text="to a temple").count():
        temple.first.tap()
    expect(cards.filter(has_text="Favor tile: Fire 1")).to_contain_text("3 coins every round")
    page.wait_for_function(f"({foot})() === innerHeight")


class Finger:
    """One finger on the screen, which Playwright cannot move."""

    def __init__(self, page: Page) -> None:
        self.page, self.line = page, page.context.new_cdp_session(page)

    def at(self, kind: str, target: Locator) -> None:
        box = target.bounding_box()
        assert box is not None
        spot = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        self.line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [spot]})

    def lift(self) -> None:
        self.line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_click_in_vain_is_about_the_verb_that_was_chosen(visit: Visit, server: Running) -> None:
    person = server.person("Ann")
    id = person.table(game="tigris_euphrates", seats=2, players=["me", "bot:random"], start=True)["table"]["id"]
    page = look(visit, person, id)
    expect(page.locator("#act.mine")).to_be_visible()
    page.get_by_role("button", name="Strike with a catastrophe").click()
    page.locator('#board .hit[data-at="I7"]').click()
    expect(page.locator(".why")).to_contain_text("A treasure lies on I7.")
    expect(page.locator(".why > b")).to_have_text("Strike with a catastrophe")


def in_revolt(state: State) -> bool:
    """Of two leaders in one kingdom, which are near each other."""
    fight = state.view(0)["conflict"]
    return bool(fight and fight["kind"] == "revolt" and fight["added"] is not None)


def test_a_fight_on_a_phone_is_seen_enlarged(visit: Visit, server: Running) -> None:
    """The lens opens by itself away from the place, which has a frame, and makes room for another view."""
    person, id = table_at(server, "tigris_euphrates", 2, in_revolt)
    page = look(visit, person, id, **PHONE)
    lens, frame = page.locator(".lens"), page.locator("#board .lensed")
    expect(lens).to_be_visible()
    apart = "([a, b]) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top"
    boxes = [e.evaluate("e => e.getBoundingClientRect().toJSON()") for e in (lens, frame)]
    assert page.evaluate(apart, boxes), "it does not cover what it shows"
    page.locator('#views [data-view="log"]').tap()
    expect(lens).to_be_hidden()


def test_a_finger_aims_at_small_cells(visit: Visit, server: Running) -> None:
    """A lens shows what is under the finger; a tile carried from the hand is placed with one more touch."""
    person = server.person("Ann")
    id = person.table(game="tigris_euphrates", seats=2, players=["me", "bot:random"], start=True)["table"]["id"]
    page = look(visit, person, id, **PHONE)
    expect(page.locator("#act.mine")).to_be_visible()
    until(page, page.locator("#board .hit.legal").count, what="a place")
    finger, lens = Finger(page), page.locator(".lens")
    cell = page.locator("#board .hit.legal").nth(30)
    finger.at("touchStart", cell)
    expect(lens).to_be_visible()
    expect(lens.locator(".lens-name")).to_have_text(str(cell.get_attribute("data-at")))
    assert page.locator(".trail .chip").count() == 0, "nothing is chosen before the finger is lifted"
    finger.lift()
    expect(lens).to_be_hidden()
    expect(page.locator(".trail .chip")).to_have_count(1)
    expect(page.locator("#board")).to_have_class("board")  # no zoom that would have to go back
    page.get_by_role("button", name="One step back").tap()
    expect(page.locator(".trail .chip")).to_have_count(0)
    tile = page.locator('#under [data-place="hand"] .hit.legal').first
    finger.at("touchStart", tile)
    finger.at("touchMove", page.locator("#board .hit").first)
    expect(lens).to_be_visible()
    finger.at("touchMove", page.locator("#board .hit.legal").first)
    expect(lens.locator(".ghost")).to_have_count(1)  # the tile as it would lie there
    finger.lift()
    page.locator("#confirm").tap()
    until(page, lambda: person.see(id)["state"]["step"] and person.see(id)["log"][-1]["seat"] >= 0, what="the move")


def counts_books(state: State) -> bool:
    """Several conversions of the epilogue, with books to choose from."""
    if state.question() != "Transform" or state.part != EPILOGUE:  # type: ignore[attr-defined]
        return False
    shape = conversions(state, state.to_move())  # type: ignore[arg-type]
    return shape is not None and len(shape.items) > 1


def test_books_to_count_keep_a_phone_at_its_question(visit: Visit, server: Running) -> None:
    """They can be clicked among the seats, too, but nobody is led away from the counters for that."""
    person, id = table_at(server, "fabled", 1, counts_books)
    page = look(visit, person, id, **PHONE)
    expect(page.locator("#act-body .arr-row").first).to_be_visible()
    assert page.locator("#rail .hit.legal").count(), "what could lead away"
    expect(page.locator("body")).to_have_attribute("data-view", "board")


def test_choices_tell_only_what_tells_them_apart(visit: Visit, server: Running) -> None:
    """What a land costs holds for all of its terrain: the card says it, not each button again."""
    person, id = table_at(server, "fabled", 2, lambda s: s.question() == "Taking")
    page = look(visit, person, id)
    told = page.locator("#act-body .choice .told")
    expect(told.first).to_contain_text("Places:")
    assert not [text for text in told.all_inner_texts() if "A land of the row" in text]
    page.locator("#act-body .choice").first.hover()
    expect(page.locator("#card")).to_contain_text("A land of the row")


def test_others_move_one_after_another(visit: Visit, server: Running) -> None:
    """Moves that arrive together are shown in order, and a touch skips the rest."""
    person = server.person("Ann")
    id = person.table(seats=4, players=["me", *["bot:random"] * 3], start=True)["table"]["id"]
    page = look(visit, person, id, reduced_motion="no-preference")
    page.evaluate(
        """() => {
          const news = document.querySelector("#news");
          window.seen = [];
          new MutationObserver(() => window.seen.push(news.textContent)).observe(news, { childList: true });
        }"""
    )
    until(
        page,
        lambda: len(set(page.evaluate("window.seen"))) > 3,
        lambda: page.locator("#act.mine").count() and decide(page),
        "others' moves",
    )
    names = {seat["name"] for seat in person.see(id)["table"]["seats"][1:]}
    assert names == {"bot:random"}
    assert any("Dice" in text for text in page.evaluate("window.seen"))


def test_the_end_tells_where_points_came_from(visit: Visit, server: Running) -> None:
    person, id = table_at(server, "pebbles", 2, lambda s: max(s.view(0)["points"]) > 5)
    page = look(visit, person, id)
    play_to_end(page)
    expect(page.locator("#standing .standing .bar.parts")).to_have_count(2)
    expect(page.locator("#standing .sources tbody tr").first).to_be_visible()
    expect(page.locator("#scored tbody tr").first).to_be_visible()
    for bar in page.locator("#standing .standing .bar.parts").all():
        shown = [int(t) for t in bar.locator("b").all_text_contents()]
        total = int(str(bar.locator("xpath=ancestor::tr").locator(".tot").text_content()))
        assert sum(shown) <= total
        assert str(bar.get_attribute("aria-label")).startswith("Points by source")
    colours = {e.evaluate("e => getComputedStyle(e).backgroundColor") for e in page.locator("#standing .src").all()}
    assert "rgba(0, 0, 0, 0)" not in colours
    again = page.locator("#again")
    expect(again.locator("svg .piece").first).to_be_attached()
    again.get_by_label("To the beginning").click()
    expect(again).to_contain_text("The beginning")
    expect(again.locator("svg .piece")).to_have_count(0)
    again.get_by_label("To the end").click()
    expect(again.locator("svg .piece")).to_have_count(page.locator("#board .piece").count())
    page.locator("#turning").click()
    expect(page.locator("#moments progress").or_(page.locator("#moments .n, #moments .muted")).first).to_be_visible()


def test_the_strongest_bot_answers_in_time() -> None:
    """Hints come from the highest level; it must fit the time a server gives to a bot."""
    assert all(level.usual.get("seconds", 0) < Settings().bot_seconds for level in LEVELS)
