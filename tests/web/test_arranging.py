"""What the board and its panel show while pieces are planned and spread: nothing pale by mistake, nothing covered."""

from __future__ import annotations

from itertools import combinations
from math import hypot

from playwright.sync_api import expect

from ludoteka import games
from ludoteka.core.action import args_of, verb_of
from ludoteka.core.game import State
from ludoteka.core.manner import manner
from ludoteka.games.small_world.geometry import layout
from tests.server.conftest import Running
from tests.server.test_intentions import match_until
from tests.web.test_intentions import Clicks, Visit

PALE = "() => [...document.querySelectorAll('#board .piece.ghost')].map((e) => e.getAttribute('transform'))"
DISCS = "(all) => all.map((e) => ['cx', 'cy', 'r'].map((name) => Number(e.getAttribute(name))))"


def test_another_plan_leaves_nothing_of_the_first_pale(visit: Visit, server: Running) -> None:
    """Also where pieces moved on the way."""
    match = match_until("small_world", lambda s: len(taken_from_others(s)) > 1, 2)
    first, second = taken_from_others(match.state)[:2]
    on = Clicks(visit, server, match, "en", reduced_motion="no-preference")
    on.at(second)
    expect(on.page.locator("#ask")).to_contain_text(second)
    alone = on.page.evaluate(PALE)
    on.page.keyboard.press("Escape")
    on.at(first)
    expect(on.page.locator("#ask")).to_contain_text(first)
    assert on.page.evaluate(PALE) != alone
    on.at(second)
    expect(on.page.locator("#ask")).to_contain_text(second)
    assert on.page.evaluate(PALE) == alone


def taken_from_others(state: State) -> list[str]:
    if state.question() != "Conquest":
        return []
    conquers = (str(args_of(a)["at"]) for a in state.legal_actions() if verb_of(a) == "conquer")
    held = {r["name"] for r in state.view(None)["regions"] if r["owner"] is not None}
    return [at for at in conquers if at in held]


def test_discs_of_neighbours_do_not_cover_each_other(visit: Visit, server: Running) -> None:
    match = match_until("small_world", crowded, 3)
    on = Clicks(visit, server, match, "en")
    discs = on.page.locator("#board .disc circle").evaluate_all(DISCS)
    apart = min(hypot(a[0] - b[0], a[1] - b[1]) / (a[2] + b[2]) for a, b in combinations(discs, 2))
    assert apart > 0.9


def crowded(state: State) -> bool:
    """Tokens in hand, and two own regions whose pieces stand so close that discs between them would meet."""
    if state.question() != "Redeploy":
        return False
    shape = manner(games.load("small_world")).arrangements["Redeploy"].read(state, state.to_move())
    if shape is None or shape.total is None or shape.total == sum(i.now for i in shape.items):
        return False
    places = {p.name: p.middle for p in layout(state.view(None)).places}
    near = combinations([places[i.thing] for i in shape.items if i.least < i.now], 2)
    return any(abs(a[0] - b[0]) < 130 and abs(a[1] - b[1]) < 25 for a, b in near)


def test_a_region_that_cannot_be_taken_says_so(visit: Visit, server: Running) -> None:
    match = match_until("small_world", holed, 2)
    on = Clicks(visit, server, match, "ru")
    shape = on.see()["state"]["arrangement"]
    safe = [i["thing"] for i in shape["items"] if i["worth"] is None]
    for thing in safe:
        expect(on.page.locator(f'.arr-row[data-thing="{thing}"]')).to_contain_text("не захватить")
    rest = next(i["thing"] for i in shape["items"] if i["worth"] is not None)
    expect(on.page.locator(f'.arr-row[data-thing="{rest}"]')).to_contain_text("падёт от")
    front = next((p["plan"] for p in shape["presets"] if p["id"] == "front"), {})
    least = {i["thing"]: i["least"] for i in shape["items"]}
    assert all(front.get(thing, least[thing]) == least[thing] for thing in safe), "nothing is spent where nobody comes"


def holed(state: State) -> bool:
    if state.question() != "Redeploy":
        return False
    shape = manner(games.load("small_world")).arrangements["Redeploy"].read(state, state.to_move())
    if shape is None or "front" not in shape.presets:
        return False
    return any(i.worth is None and i.beside for i in shape.items) and any(i.worth is not None for i in shape.items)


def test_what_happened_last_is_outlined_below_the_pieces(visit: Visit, server: Running) -> None:
    match = match_until("small_world", lambda s: bool(taken_from_others(s)), 2)
    on = Clicks(visit, server, match, "en")
    on.at(taken_from_others(match.state)[0])
    on.confirm()
    on.did({"conquer"}, len(match.actions))
    at = taken_from_others(match.state)[0]
    outline = on.page.locator("#board .last.whole")
    expect(outline).to_have_count(1)
    assert outline.get_attribute("href") == on.page.locator(f'#board .hit[data-at="{at}"]').get_attribute("href")
    under = "(e) => Boolean(e.compareDocumentPosition(document.querySelector('#board .piece')) & 4)"
    assert outline.evaluate(under), "pieces stand above it"
