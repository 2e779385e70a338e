"""A table is one screen: every game, few and many seats, every class of size, measured in the browser."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from ludoteka import games
from tests.server.conftest import Person, Running
from tests.web.conftest import Visitor, decide, until

MATCHES = Path(__file__).parents[2] / "matches"
RECORDS = (
    "terra_mystica/random_009.txt", "small_world/ten-rounds-for-two.txt",
    "small_world/five-players-find-a-short-column.txt",
    "tigris_euphrates/ends-by-the-bag.txt",
    "fabled/five_players_with_six_sages.txt", "fabled/solo_spirits_use_everything.txt",
    "pebbles/a-snatch.txt",
)  # fmt: skip
SIZES = ((1440, 900), (1280, 720), (1024, 768), (390, 844), (844, 390))
MEASURE = """() => {
  const wide = document.documentElement.clientWidth, tall = innerHeight, found = [];
  const page = document.scrollingElement;
  if (page.scrollWidth > wide + 1) found.push(`scrolls sideways: ${page.scrollWidth}`);
  if (page.scrollHeight > tall + 1) found.push(`scrolls: ${page.scrollHeight}`);
  const box = (e) => e.getBoundingClientRect();
  const inside = (r) => r.width > 0 && r.left >= -1 && r.top >= -1 && r.right <= wide + 1 && r.bottom <= tall + 1;
  for (const id of ["#ask", "#confirm", "#undo", "#not-yet"]) {
    const e = document.querySelector(id);
    if (e && !inside(box(e))) found.push(`${id} is not in the window`);
    if (e && inside(box(e))) {
      const r = box(e), top = document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2);
      if (!e.contains(top)) found.push(`${id} is covered by ${top?.className?.baseVal ?? top?.className}`);
    }
  }
  const board = box(document.querySelector("#board")), sheet = box(document.querySelector("#act"));
  const over = Math.min(board.right, sheet.right) - Math.max(board.left, sheet.left);
  const under = Math.min(board.bottom, sheet.bottom) - Math.max(board.top, sheet.top);
  if (over > 2 && under > 2) found.push("the question covers the board");
  if (board.height < 130) found.push(`the board is ${board.height} high`);
  return found;
}"""
PLACES = """() => Object.fromEntries([...document.querySelectorAll("#rail, #board, #act, #under")]
  .filter((e) => e.getClientRects().length).map((e) => {
    const r = e.getBoundingClientRect();
    return [e.id, [r.x, r.y, r.width, r.height].map(Math.round)];
  }))"""


def seated(person: Person, record: str) -> str:
    """A table in the middle of a recorded match, with the person to decide and bots on the other seats."""
    text = (MATCHES / record).read_text("utf-8")
    whole = person.ok("POST", "/api/import", {"text": text})
    id, step = whole["table"]["id"], len(whole["log"]) // 2
    while (mover := person.ok("GET", f"/api/tables/{id}/at/{step}")["to_move"]) < 0:
        step += 1
    players = ["me" if seat == mover else "bot:random" for seat in range(len(whole["table"]["seats"]))]
    made: str = person.ok("POST", f"/api/tables/{id}/continue", {"step": step, "players": players})["table"]["id"]
    person.ok("POST", f"/api/tables/{made}/start", {})
    return made


def look(visitor: Visitor, person: Person, id: str) -> Page:
    visitor.context.add_cookies([{"name": k, "value": v, "url": visitor.base} for k, v in person.cookies.items()])
    page = visitor.go(f"/t/{id}")
    page.locator("#act.mine").wait_for()
    return page


@pytest.mark.parametrize("record", RECORDS)
def test_a_table_is_one_screen(record: str, visit: Callable[..., Visitor], server: Running) -> None:
    person = server.person("Ann")
    id = seated(person, record)
    page = look(visit(reduced_motion="reduce"), person, id)
    for wide, tall in SIZES:
        page.set_viewport_size({"width": wide, "height": tall})
        page.wait_for_timeout(80)  # shelves are packed after the window has its size
        assert page.evaluate(MEASURE) == [], f"{record} at {wide}×{tall}"


@pytest.mark.parametrize("name", games.names())
def test_places_stay_while_people_play(name: str, visit: Callable[..., Visitor], server: Running) -> None:
    person = server.person("Ann")
    seats = games.load(name).seats[-1]
    players = ["me", *["bot:random"] * (seats - 1)]
    id = person.table(game=name, seats=seats, players=players, start=True)["table"]["id"]
    page = look(visit(reduced_motion="reduce"), person, id)
    before: dict[str, Any] = {}
    for _ in range(8):
        until(page, page.locator("#act.mine, #end:visible").count, what="a turn")
        if page.locator("#end").is_visible():
            break
        assert page.evaluate(MEASURE) == []
        places = page.evaluate(PLACES)
        assert not before or places == before
        before = places
        decide(page)
        page.wait_for_timeout(30)
