"""Moves planned on the board while somebody else moves, and ways of two steps."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from ludoteka import games
from ludoteka.core.game import State
from ludoteka.core.intentions_check import things_on
from ludoteka.core.wish import two_turns, wish
from tests.server.conftest import Person, Running
from tests.server.test_intentions import match_until, table_at
from tests.server.test_moves import two_at_a_table
from tests.web.conftest import PHONE, Visitor, until

Visit = Callable[..., Visitor]


def at_table(visit: Visit, server: Running, person: Person, id: str, lang: str = "en", **more: object) -> Page:
    visitor = visit(locale="ru-RU" if lang == "ru" else "en-GB", **more)
    visitor.context.add_cookies(
        [{"name": c.name, "value": c.value or "", "url": server.url} for c in person.cookies.jar]
    )
    page = visitor.go(f"/t/{id}?lang={lang}")
    page.locator("#board svg.b").wait_for()
    return page


def stone(page: Page, name: str) -> None:
    page.locator(f'#board .hit[data-at="{name}"]').first.click(force=True)


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_a_move_is_planned_by_pointing_and_made_in_turn(lang: str, visit: Visit, server: Running) -> None:
    anna, boris, id = two_at_a_table(server)
    page = at_table(visit, server, boris, id, lang, **(PHONE if lang == "ru" else {}))
    expect(page.locator("#plan-move")).to_be_visible()
    for name in ("A", "B"):
        stone(page, name)  # no button needed: pointing is planning
        expect(page.locator("#act.planning")).to_be_visible()
        page.locator("#confirm").click()
        expect(page.locator(".planned-list li")).to_have_count(1 if name == "A" else 2)
    expect(page.locator("#board .step-mark")).to_have_count(2)
    expect(page.locator("#board .piece.ghost")).to_have_count(2)
    shown = page.locator(".planned-list").inner_text()
    assert "place " not in shown, "raw notation"
    page.locator("#plan-end").click()
    expect(page.locator("#act.planning")).to_have_count(0)
    text = next(a["text"] for a in anna.see(id)["state"]["actions"] if a["args"]["at"] == "B")
    anna.move(id, text)  # the first still fits, the second does not
    until(page, lambda: any(line["by"] == "premove" for line in anna.see(id)["log"]), what="the premove")
    expect(page.locator(".planned-list .unfit")).to_have_count(1)
    until(page, lambda: anna.see(id)["state"]["actions"])
    while anna.see(id)["state"]["actions"]:
        anna.move(id)
    expect(page.locator(".dropped")).to_contain_text("B")
    expect(page.locator(".dropped")).to_contain_text("PB-2.1")
    page.locator(".dropped button").click()
    expect(page.locator(".dropped")).to_have_count(0)


def test_a_plan_is_taken_back(visit: Visit, server: Running) -> None:
    _, boris, id = two_at_a_table(server)
    hand = boris.see(id)["state"]["view"]["hand"]
    colour = next(c for c, n in hand.items() if n)
    boris.ok("PUT", f"/api/tables/{id}/orders", {"premoves": [f"place {colour} C"]})
    page = at_table(visit, server, boris, id)
    expect(page.locator("#board .piece.ghost")).to_have_count(1)
    page.locator(".planned-list button").click()
    expect(page.locator(".planned-list")).to_have_count(0)
    expect(page.locator("#board .piece.ghost")).to_have_count(0)
    assert boris.ok("GET", f"/api/tables/{id}/orders")["premoves"] == []


def far_away(state: State) -> tuple[str, ...]:
    """A hex, the one to build on first, and how the second move begins."""
    if state.question() != "Turn" or state.round < 2:  # type: ignore[attr-defined]
        return ()
    game = games.load("terra_mystica")
    for kind, at in things_on(game, state)[::7]:
        found = wish(game, state, {kind: at}) if kind == "at" and at in state.board.index else None  # type: ignore[attr-defined]
        way = two_turns(game, state, {"at": at}) if found is not None else None
        if way is not None and not way.same_turn and str(way.first.actions[-2]).startswith("build"):
            return at, str(way.first.actions[-2]).split()[1], str(way.second.actions[0])
    return ()


@pytest.mark.parametrize(("lang", "wide", "high"), [("en", 390, 844), ("ru", 360, 640), ("ru", 740, 360)])
def test_on_a_phone_a_way_can_be_gone_without_scrolling(
    lang: str, wide: int, high: int, visit: Visit, server: Running
) -> None:
    """However many reasons stand above it, and though the sheet was at rest."""
    anna = server.person("Anna")
    match = match_until("terra_mystica", lambda s: bool(far_away(s)))
    at, first, _ = far_away(match.state)
    page = at_table(
        visit, server, anna, table_at(anna, match), lang, **(PHONE | {"viewport": {"width": wide, "height": high}})
    )
    page.locator("#act.mine").wait_for()
    if high > wide:
        for _ in range(2):
            page.locator("#grip").tap()
        expect(page.locator("#act")).to_have_attribute("data-height", "rest")
    stone(page, at)
    expect(page.locator(".why .way")).to_have_count(1)
    for button in (page.locator("#begin"), page.locator("#plan-both")):
        expect(button).to_be_in_viewport(ratio=1)
        free = """e => { const { left, right, top, bottom } = e.getBoundingClientRect();
            const corners = [[left + 4, top + 4], [right - 4, bottom - 4]];
            return corners.every((p) => e.contains(document.elementFromPoint(...p))); }"""
        assert button.evaluate(free), "nothing lies on it"
    page.locator("#begin").tap()
    expect(page.locator("#ask")).to_contain_text(first)


def test_both_steps_of_a_way_are_planned(visit: Visit, server: Running) -> None:
    """The wish bubble of a hex that is two turns away. The answer to the first move comes after its news."""
    anna = server.person("Anna")
    match = match_until("terra_mystica", lambda s: bool(far_away(s)))
    at, first, second = far_away(match.state)
    id = table_at(anna, match)
    page = at_table(visit, server, anna, id)
    page.locator("#act.mine").wait_for()
    stone(page, at)
    expect(page.locator(".why .unmet").first).to_be_visible()
    expect(page.locator(".why .met").first).to_be_visible()
    expect(page.locator(".why .way .row .step-n")).to_have_count(2)
    expect(page.locator(".why .way")).to_contain_text("1 player moves before your next turn.")
    expect(page.locator("#board .step-mark")).to_have_count(2)
    expect(page.locator(".why > b")).to_have_text(re.compile(f"^{at}: (out of reach|does not fit)$"))
    expect(page.locator("#board .piece.ghost").first).to_be_attached()  # what would stand there
    page.locator(".why .shut").click()
    expect(page.locator("#board .piece.ghost")).to_have_count(0)
    stone(page, at)
    page.locator("#plan-both").click()
    expect(page.locator("#ask")).to_contain_text(first)
    late: list[tuple[Route, APIResponse]] = []
    page.route("**/moves*", lambda route: late.append((route, route.fetch())))
    lines = page.locator("#log li").count()
    page.locator("#confirm").click()
    until(page, lambda: late and page.locator("#log li").count() > lines, what="the news")
    route, answer = late[0]
    route.fulfill(response=answer)
    seat = match.state.to_move()
    until(page, lambda: anna.ok("GET", f"/api/tables/{id}/orders?seat={seat}")["premoves"], what="the second step")
    assert anna.ok("GET", f"/api/tables/{id}/orders?seat={seat}")["premoves"][0].startswith(second)
