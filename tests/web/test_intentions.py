"""Wishes by real clicks, counted: what a player thinks of as one move takes as many clicks as it should."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from ludoteka import games
from ludoteka.core.action import args_of, verb_of
from ludoteka.core.game import State
from ludoteka.core.intentions import intentions
from ludoteka.core.manner import manner
from ludoteka.core.match import Match
from tests.server.conftest import Running
from tests.server.test_intentions import digging, match_until, table_at
from tests.web.conftest import Visitor, until

Visit = Callable[..., Visitor]


class Clicks:
    """A page at a position, and how often it was clicked."""

    def __init__(self, visit: Visit, server: Running, match: Match, lang: str, **more: Any) -> None:
        anna = server.person("Anna")
        id = table_at(anna, match)
        visitor = visit(locale="ru-RU" if lang == "ru" else "en-GB", **more)
        visitor.context.add_cookies(
            [{"name": c.name, "value": c.value or "", "url": server.url} for c in anna.cookies.jar]
        )
        self.page: Page = visitor.go(f"/t/{id}?lang={lang}")
        self.page.locator("#act.mine, #draw-curtain").first.wait_for()
        if self.page.locator("#draw-curtain").count():  # she plays every seat, and there are secrets
            self.page.locator("#draw-curtain").click()
        self.page.locator("#act.mine").wait_for()
        self.see: Callable[[], dict[str, Any]] = lambda: anna.see(id)
        self.n = 0

    def click(self, selector: str, **more: Any) -> None:
        self.page.locator(selector).first.click(force=True, **more)
        self.n += 1

    def at(self, name: str) -> None:
        self.click(f'#board .hit[data-at="{name}"]')

    def confirm(self) -> None:
        self.page.locator("#confirm").wait_for()
        self.click("#confirm")

    def did(self, verbs: set[str], before: int) -> None:
        """Wait until the log has these verbs after so many actions."""
        until(
            self.page,
            lambda: verbs <= {line["text"].split()[0] for line in self.see()["log"][before:]},
            what=str(verbs),
        )


@cache
def dig() -> tuple[Match, str]:
    match = match_until("terra_mystica", lambda s: s.round > 1 and bool(digging(s)))  # type: ignore[attr-defined]
    return match, digging(match.state)


def seven_coins(state: State) -> bool:
    """The action is free, and the power for it must be burned."""
    if state.question() != "Turn":
        return False
    side = state.sides[state.to_move()]  # type: ignore[attr-defined]
    return bool(side.bowl3 < 4 <= side.bowl3 + side.bowl2 // 2 and not state.used & 8)  # type: ignore[attr-defined]


def upgrade(state: State) -> str:
    """A building that can be upgraded, after which the turn ends."""
    if state.question() != "Turn":
        return ""
    game = games.load("terra_mystica")
    for action in state.legal_actions():
        if verb_of(action) == "upgrade":
            at = str(action).split()[1]
            first = intentions(game, state, {"at": at}).found[0]
            if [verb_of(a) for a in first.actions] == ["upgrade", "done"]:
                return at
    return ""


def four_in_hand(state: State) -> bool:
    if state.question() != "Redeploy":
        return False
    shape = manner(games.load("small_world")).arrangements["Redeploy"].read(state, state.to_move())
    return (
        shape is not None
        and shape.total is not None
        and shape.total - sum(i.now for i in shape.items) == 4
        and len(shape.items) > 2
    )


LANGS = ("en", "ru")


@pytest.mark.parametrize("lang", LANGS)
def test_dig_and_build(lang: str, visit: Visit, server: Running) -> None:
    match, at = dig()
    on = Clicks(visit, server, match, lang)
    stands = on.page.locator("#board svg.b").bounding_box()
    on.at(at)
    expect(on.page.locator("#ask")).to_contain_text(f"build on {at}" if lang == "en" else f"построить на {at}")
    expect(on.page.locator(".preview .keep")).to_be_visible()
    expect(on.page.locator("#board svg.planned")).to_be_visible()
    assert on.page.locator("#board svg.b").bounding_box() == stands, "the board moved"
    expect(on.page.locator("#rail .seat.own .brief .loss").first).to_contain_text("→")
    for changed in on.page.locator("#rail .seat.own .res:has(.gain, .loss)").all():
        expect(changed).to_have_text(re.compile(r"^\d+→\d+$"))  # what it was stays beside what it would be
    on.confirm()
    expect(on.page.locator("#log")).to_contain_text(f"on {at} and ends" if lang == "en" else f"{at} и завершает")
    on.did({"dig", "transform", "build", "done"}, len(match.actions))
    assert on.n <= 3


@pytest.mark.parametrize("lang", LANGS)
def test_seven_coins_by_burning(lang: str, visit: Visit, server: Running) -> None:
    match = match_until("terra_mystica", seven_coins)
    on = Clicks(visit, server, match, lang)
    on.click('.hit[data-what="ACT4"]')
    on.confirm()
    assert on.n <= 3
    on.did({"burn", "act"}, len(match.actions))


@pytest.mark.parametrize("lang", LANGS)
def test_a_plain_upgrade_ends_the_turn(lang: str, visit: Visit, server: Running) -> None:
    match = match_until("terra_mystica", lambda s: bool(upgrade(s)))
    on = Clicks(visit, server, match, lang)
    on.at(upgrade(match.state))
    on.confirm()
    expect(on.page.locator("#log")).to_contain_text("ends the turn" if lang == "en" else "завершает ход")
    assert on.n <= 3
    on.did({"upgrade", "done"}, len(match.actions))


@pytest.mark.parametrize("lang", LANGS)
def test_four_tokens_over_three_regions(lang: str, visit: Visit, server: Running) -> None:
    match = match_until("small_world", four_in_hand, 3)
    on = Clicks(visit, server, match, lang)
    expect(on.page.locator(".in-hand b")).to_have_text("4")
    on.page.wait_for_function(  # what is in hand does not cover the ways to spread it
        """() => document.querySelector(".in-hand").getBoundingClientRect().bottom
             <= document.querySelector(".preset").getBoundingClientRect().top"""
    )
    things = [i["thing"] for i in on.see()["state"]["arrangement"]["items"]]
    for thing in (things[2], things[0], things[1], things[0]):  # against the order of the map
        on.at(thing)
    expect(on.page.locator(".in-hand b")).to_have_text("0")
    assert "order" not in on.page.inner_text("#act").lower()
    on.confirm()
    on.page.locator(".in-hand").wait_for(state="detached")
    assert on.n <= 6
    on.did({"deploy"}, len(match.actions))


@pytest.mark.parametrize("lang", LANGS)
def test_tokens_go_back_and_spread_by_name(lang: str, visit: Visit, server: Running) -> None:
    match = match_until("small_world", four_in_hand, 3)
    on = Clicks(visit, server, match, lang)
    thing = on.see()["state"]["arrangement"]["items"][0]["thing"]
    on.at(thing)
    on.page.locator(f'#board .hit[data-at="{thing}"]').first.click(force=True, button="right")
    expect(on.page.locator(".in-hand b")).to_have_text("4")
    on.page.locator('[data-preset="evenly"]').click()
    expect(on.page.locator("#confirm")).to_be_visible()
    on.page.keyboard.press("Escape")
    expect(on.page.locator(".in-hand b")).to_have_text("4")


def spread(on: Clicks) -> dict[str, int]:
    """The tokens as they are planned now, and those in hand."""
    found: dict[str, int] = on.page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll(".arr-row, .in-hand")].map(
             (row) => [row.dataset.thing ?? "", Number(row.querySelector(".num").textContent)]))"""
    )
    return found


def in_the_middle(page: Page, at: str) -> tuple[float, float]:
    box = page.locator(f'#board .hit[data-at="{at}"]').bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, start: str, end: str) -> None:
    page.mouse.move(*in_the_middle(page, start))
    page.mouse.down()
    page.mouse.move(*in_the_middle(page, end), steps=4)
    page.mouse.up()


def test_a_piece_that_was_planned_is_pale_until_it_stands(visit: Visit, server: Running) -> None:
    match = match_until("small_world", lambda s: "conquer" in {verb_of(a) for a in s.legal_actions()}, 2)
    at = next(str(args_of(a)["at"]) for a in match.state.legal_actions() if verb_of(a) == "conquer")
    on = Clicks(visit, server, match, "en")
    on.at(at)
    pale = on.page.locator("#board .piece.ghost")
    expect(pale.first).to_be_attached()
    on.confirm()
    expect(on.page.locator("#log")).to_contain_text("conquers")
    expect(pale).to_have_count(0)


def test_tokens_by_wheel_shift_right_button_and_dragging(visit: Visit, server: Running) -> None:
    match = match_until("small_world", four_in_hand, 3)
    on = Clicks(visit, server, match, "en")
    page, start = on.page, spread(on)
    one, two = [thing for thing in start if thing][:2]
    other = next(a for a in match.state.world.board.names if a not in start)  # type: ignore[attr-defined]

    def now(**changes: int) -> None:
        wanted = {thing: n + changes.get(thing or "hand", 0) for thing, n in start.items()}
        until(page, lambda: spread(on) == wanted, what=str(wanted))

    page.mouse.move(*in_the_middle(page, one))
    page.mouse.wheel(0, -100)
    now(**{one: 1, "hand": -1})
    page.mouse.wheel(0, -100)
    now(**{one: 2, "hand": -2})
    drag(page, one, two)
    now(**{one: 1, two: 1, "hand": -2})
    page.mouse.wheel(0, 100)  # over the second one
    now(**{one: 1, "hand": -1})
    drag(page, two, one)  # nothing to spare there: no token moves, none comes
    drag(page, one, other)
    expect(page.locator(".why")).to_be_visible()  # a region of somebody else says why not
    now(**{one: 1, "hand": -1})
    on.at(one)
    now(**{one: 2, "hand": -2})
    on.click(f'#board .hit[data-at="{one}"]', modifiers=["Shift"])
    now(**{one: 1, "hand": -1})
    on.click(f'#board .hit[data-at="{one}"]', button="right")
    now()
    page.locator('[data-preset="evenly"]').click()
    on.confirm()
    page.locator(".in-hand").wait_for(state="detached")
    expect(page.locator("#board .disc-n")).to_have_count(0)
    asked = "e => e.dispatchEvent(new Event('contextmenu', {bubbles: true, cancelable: true}))"
    assert page.locator("#board .hit").first.evaluate(asked), "the right button is the browser's again"


def tigris() -> Match:
    return match_until("tigris_euphrates", lambda s: s.question() == "Turn", 3)


@pytest.mark.parametrize("lang", LANGS)
def test_swap_three_tiles(lang: str, visit: Visit, server: Running) -> None:
    match = tigris()
    on = Clicks(visit, server, match, lang)
    on.page.locator(".choice", has_text="Swap" if lang == "en" else "Замен").first.click()
    on.n += 1
    hand = on.see()["state"]["arrangement"]["items"]
    tiles = [i["thing"] for i in hand for _ in range(i["most"])]
    for what in (tiles[4], tiles[0], tiles[2]):
        on.click(f'#under .hit[data-what="{what}"]')
    on.confirm()
    on.page.locator(".arr").wait_for(state="detached")
    assert on.n <= 5
    on.did({"swap", "done"}, len(match.actions))


@pytest.mark.parametrize("lang", LANGS)
def test_a_leader_stays_picked_and_an_impossible_cell_answers_for_it(lang: str, visit: Visit, server: Running) -> None:
    match = tigris()
    on = Clicks(visit, server, match, lang)
    on.click('#under .hit[data-what="king"]')
    on.at("A1")  # no temple beside it
    expect(on.page.locator(".why")).to_contain_text("TE-3.2")
    expect(on.page.locator(".trail .chip")).to_have_count(1)
    on.n -= 1
    on.click("#board .hit.legal")
    on.confirm()
    expect(on.page.locator("#log li").first).to_contain_text("king" if lang == "en" else "цар")
    assert on.n <= 3
    on.did({"leader"}, len(match.actions))


def test_enter_confirms_and_escape_takes_back(visit: Visit, server: Running) -> None:
    match, at = dig()
    on = Clicks(visit, server, match, "en")
    on.at(at)
    on.page.locator("#confirm").wait_for()
    on.page.keyboard.press("Escape")
    expect(on.page.locator("#confirm")).to_have_count(0)
    expect(on.page.locator("#board svg.planned")).to_have_count(0)
    on.at(at)
    on.page.locator("#confirm").wait_for()
    on.page.keyboard.press("Enter")
    expect(on.page.locator("#log")).to_contain_text(f"on {at} and ends")


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_undo_takes_the_move_back_or_only_its_last_action(size: str, visit: Visit, server: Running) -> None:
    match, at = dig()
    on = Clicks(visit, server, match, "en")
    start = on.see()["state"]["step"]
    on.at(at)
    on.page.locator("#stay").wait_for()
    wide, all_of_it = (on.page.locator(s).evaluate("e => e.offsetWidth") for s in ("#confirm", ".last-word"))
    assert wide > all_of_it / 2, "Confirm keeps its words beside another way to go on"
    on.page.locator("#stay").click()
    built = f"builds a dwelling on {at}"
    expect(on.page.locator("#log")).to_contain_text(built)
    expect(on.page.locator("#confirm")).to_contain_text("End the turn")
    expect(on.page.locator("#act-body .choice").filter(has_text="End the turn")).to_have_count(0)
    expect(on.page.locator("#act-body .choice").filter(has_text="Convert")).to_have_count(1)
    if size == "phone":
        on.page.set_viewport_size({"width": 390, "height": 844})
        on.page.locator("#undo-last").click()
    else:
        on.click("#undo", modifiers=["Shift"])
    expect(on.page.locator("#log")).not_to_contain_text(built)
    assert [line["text"].split()[0] for line in on.see()["log"][start:]] == ["dig", "transform"]
    on.click("#undo")
    until(on.page, lambda: on.see()["state"]["step"] == start, what="the rest of the move")


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_a_conflict_stands_in_the_question(visit: Visit, server: Running, lang: str) -> None:
    """Both sides by name, how many to add, and what each answer would make of it before it is sent."""
    held = lambda s: s.question() == "Attack" and len(s.legal_actions()) > 2  # noqa: E731
    table = Clicks(visit, server, match_until("tigris_euphrates", held), lang)
    page, fight = table.page, table.page.locator(".fight")
    expect(fight.locator(".camp")).to_have_count(2)
    view = table.see()["state"]["view"]["conflict"]
    strengths = fight.locator(".camp .strength")
    expect(strengths.nth(0)).to_have_text(str(view["attack"]))
    expect(fight.locator("li")).to_have_count(2)
    table.click(".fight .choice:nth-child(3)")
    expect(page.locator("#confirm")).to_have_text({"en": "Add 2 tiles", "ru": "Добавить 2 тайла"}[lang])
    expect(strengths.nth(0)).to_have_text(str(view["attack"] + 2))
    table.click(".fight .choice:nth-child(1)")  # another answer, without going back
    expect(page.locator("#confirm")).to_have_text({"en": "Add nothing", "ru": "Ничего не добавлять"}[lang])
    expect(strengths.nth(0)).to_have_text(str(view["attack"]))
    table.click("#confirm")
    until(page, lambda: table.see()["log"][-1]["text"] == "commit 0", what="the answer")
    assert table.n == 3


def test_the_last_move_is_marked_on_all_of_a_monument(visit: Visit, server: Running) -> None:
    asked = lambda s: s.question() == "BuildMonument"  # noqa: E731
    table = Clicks(visit, server, match_until("tigris_euphrates", asked), "en")
    table.click('.mats .hit.legal[data-what*="-"]')
    table.confirm()
    table.page.locator("#log li[data-i]", has_text="monument").first.wait_for()
    sizes = [table.page.locator(f"#board {what}").first.evaluate(WIDE) for what in (".last", "[data-over]")]
    assert sizes == pytest.approx([90, 90], abs=1)


WIDE = "e => e.getBBox().width"
