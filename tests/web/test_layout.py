"""A table is one screen: every game, few and many seats, every class of size, measured in the browser."""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic

import pytest
from playwright.sync_api import Browser, Page

from ludoteka import games
from ludoteka.core.match import Match
from tests.server.conftest import Person, Running
from tests.web.conftest import MATCHES, Visitor, seated, sit, until

RECORDS = (
    "terra_mystica/random_009.txt", "small_world/ten-rounds-for-two.txt",
    "small_world/five-players-find-a-short-column.txt",
    "tigris_euphrates/ends-by-the-bag.txt",
    "fabled/five_players_with_six_sages.txt", "fabled/solo_spirits_use_everything.txt",
    "pebbles/a-snatch.txt",
)  # fmt: skip
FEWER = ("terra_mystica/random_030.txt", "terra_mystica/random_017.txt", "terra_mystica/league_s61_g1.txt")
"""Two, three and four seats of a game whose largest table is above."""
DESK, PHONE = (1440, 900), (390, 844)
SIZES = (DESK, (1280, 720), (1024, 768), (820, 1180), (844, 390), PHONE)
SMALLEST = ((740, 360), (667, 375), (360, 740))
OF_EVERY_SIZE = {
    "terra_mystica": (*FEWER, "terra_mystica/recorded_0.txt"),
    "tigris_euphrates": tuple(
        f"tigris_euphrates/{name}.txt" for name in ("ends-by-treasures", "ends-by-the-bag", "a-wonder-pays-its-king")
    ),
    "small_world": tuple(
        f"small_world/{name}.txt"
        for name in (
            "ten-rounds-for-two",
            "three-players-and-their-ghouls",
            "peace-and-fortresses",
            "dragon-heroes-and-encampments",
        )
    ),
    "fabled": tuple(
        f"fabled/{name}.txt"
        for name in (
            "solo_victory_on_the_high_level",
            "two_players_use_a_serpent_and_gates",
            "knowledge_beats_sun_books",
            "rivalry_eliminates_players",
            "five_players_with_six_sages",
        )
    ),
    "pebbles": tuple(f"pebbles/{name}.txt" for name in ("the-ring-is-full", "a-snatch", "fifteen-stones")),
}
"""A match with each number of seats, the fewest first."""
MOVES = 8  # of one seat; at the largest tables the others make some thirty meanwhile
MOST_MOVES = 40  # of everybody
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Shelves are packed after the window has its size."""
SHIFTED = 0.02
SHIFTS = """() => {
  window.shifts = [];
  const name = ({ node }) => node?.id || node?.className?.baseVal || node?.className || node?.nodeName;
  new PerformanceObserver((list) => {
    for (const e of list.getEntries()) window.shifts.push([e.value, e.sources.map(name).join(", ")]);
  }).observe({ type: "layout-shift" });
}"""
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
  const clipped = (e, x, y) => {
    for (let p = e.parentElement; p; p = p.parentElement) {
      const r = box(p), cuts = getComputedStyle(p).overflowY !== "visible";
      if (cuts && (x < r.left || x > r.right || y < r.top || y > r.bottom)) return true; // it is scrolled to
    }
    return false;
  };
  for (const e of document.querySelectorAll(".hit.legal")) {
    const r = box(e), x = r.x + r.width / 2, y = r.y + r.height / 2;
    if (!r.width || x < 0 || x > wide || y < 0 || y > tall || clipped(e, x, y)) continue;
    const { at, what, seat } = e.dataset;
    if (document.elementFromPoint(x, y)?.closest("#act")) found.push(`${at ?? what ?? seat} is behind the question`);
  }
  const board = box(document.querySelector("#board")), sheet = box(document.querySelector("#act"));
  const over = Math.min(board.right, sheet.right) - Math.max(board.left, sheet.left);
  const under = Math.min(board.bottom, sheet.bottom) - Math.max(board.top, sheet.top);
  if (over > 2 && under > 2) found.push("the question covers the board");
  const seen = document.body.dataset.view === "board" || (wide > 760 && tall > 480);
  if (wide > 760 && tall > 1000 && document.querySelector(".under.drawer")) found.push("a drawer where there is room");
  if (seen && board.height < 130) found.push(`the board is ${board.height} high`);
  return found;
}"""
SMALL = """(least) => {
  const found = new Set(), shown = (e) => e.checkVisibility({ visibilityProperty: true });
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = walk.nextNode());) {
    const e = node.parentElement;
    if (!node.data.trim() || e.closest("svg, script, .sr, .skip, dialog:not([open])") || !shown(e)) continue;
    const size = parseFloat(getComputedStyle(e).fontSize);
    if (size < 11.95) found.add(`${e.className || e.tagName}: ${size} px, ${node.data.trim().slice(0, 20)}`);
  }
  const drawn = (selector, least) => {
    for (const e of document.querySelectorAll(selector)) {
      const size = parseFloat(getComputedStyle(e).fontSize) * e.getScreenCTM().a;
      if (shown(e) && e.getBoundingClientRect().width && size < least) {
        found.add(`${selector}: ${size.toFixed(1)} px, ${e.textContent}`);
      }
    }
  };
  drawn("#board > svg text", least);
  drawn(".mat svg text", 7.9); // small signs; words are larger
  return [...found];
}"""
VIEWED = """(view) => {
  const shown = { mine: "#rail .seat.own", others: "#rail .seat:not(.own)", log: "#log", board: "#board" }[view];
  const found = [], box = (e) => e.getBoundingClientRect(), views = box(document.querySelector("#views"));
  if (Math.abs(views.bottom - innerHeight) > 1) found.push(`the switcher ends at ${views.bottom} of ${innerHeight}`);
  const first = [...document.querySelectorAll(shown)].find((e) => e.checkVisibility());
  if (!first) return [...found, `nothing of ${view} is shown`];
  const r = box(first), top = document.elementFromPoint(r.x + r.width / 2, r.y + Math.min(20, r.height / 2));
  if (!first.contains(top)) found.push(`${shown} is covered by ${top?.id || top?.className}`);
  const mat = document.querySelector("#under .mat");
  if (view === "mine" && !mat?.checkVisibility()) found.push("the own things are hidden");
  return found;
}"""
"""Each view of a phone shows what it is for, above or beside the switcher."""
PLACES = """() => Object.fromEntries([
    ...document.querySelectorAll(
      "#rail, #rail > .seat, #board, #act, #under, #under .mat, #mine, #mine .mat, #aids, .talk")
  ].filter((e) => e.getClientRects().length).map((e, i) => {
    const r = e.getBoundingClientRect();
    const ends = Math.min(r.bottom, e.closest(".mats-column")?.getBoundingClientRect().bottom ?? r.bottom);
    const tall = e.id === "act" ? 0 : ends - r.y; // with pieces to arrange it lies over what is below
    return [e.id || `${e.classList[0]} ${i}`, [r.x, r.y, r.width, tall].map(Math.round)];
  }))"""


@pytest.fixture(scope="module")
def visitor(browser: Browser, server: Running) -> Iterator[Visitor]:
    """One page for all tables: most of what it needs is fetched once."""
    made = Visitor(browser, server.url)
    made.quiet.append("409")  # the test moves while the page still asks about the position before
    yield made
    made.end()


def resize(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.wait_for_function("size => innerWidth === size[0] && innerHeight === size[1]", arg=list(size))
    page.evaluate(DRAWN)


def settles(page: Page, script: str, wanted: object, arg: object = None) -> None:
    """What a script measures is as wanted as soon as the page has drawn everything."""
    late = monotonic() + 10
    while (found := page.evaluate(script, arg)) != wanted and monotonic() < late:
        page.wait_for_timeout(50)
    assert found == wanted, page.viewport_size


def fits_every_size(page: Page) -> None:
    for size in SIZES:
        resize(page, size)
        settles(page, MEASURE, [])
        settles(page, SMALL, [], 10 if min(size) == 390 else 8.5)


@pytest.mark.parametrize("record", RECORDS)
def test_a_table_is_one_screen(record: str, visitor: Visitor, server: Running) -> None:
    """Nothing scrolls, the question stays in sight, words can be read, and places stay while people play."""
    person = server.person("Ann")
    id = seated(person, record)
    sit(visitor, person)
    page = visitor.go(f"/t/{id}")
    page.locator("#act.mine").wait_for()
    fits_every_size(page)
    for view in ("mine", "others", "log", "chat", "board"):
        page.locator(f'#views [data-view="{view}"]').click()
        settles(page, MEASURE, [])
        settles(page, SMALL, [], 10)
    resize(page, DESK)
    stays(page, person, id, own=MOVES)


@pytest.mark.thorough
@pytest.mark.parametrize(
    "record", [r for records in OF_EVERY_SIZE.values() for r in records], ids=lambda r: r.split(".")[0]
)
def test_every_number_of_seats_is_one_screen(record: str, visitor: Visitor, server: Running) -> None:
    person = server.person("Ann")
    id = seated(person, record, 0.3)
    sit(visitor, person)
    page = visitor.go(f"/t/{id}")
    page.locator("#act.mine").wait_for()
    fits_every_size(page)
    resize(page, DESK)
    stays(page, person, id, every=MOST_MOVES)


def test_a_match_of_every_number_of_seats_is_measured() -> None:
    for name, records in OF_EVERY_SIZE.items():
        matches = [Match.load((MATCHES / record).read_text("utf-8"), games.load, check=False) for record in records]
        assert [m.seats for m in matches] == list(games.load(name).seats)


def stays(page: Page, person: Person, id: str, own: int = MOST_MOVES, every: int = 10**6) -> None:
    """Nothing changes its place while so many moves are made, of the own seat and of all."""
    before = page.evaluate(PLACES)
    page.evaluate(SHIFTS)
    begun = person.see(id)["state"]["n"]
    for _ in range(own):
        seen = person.see(id)
        if not seen["state"]["actions"] or seen["state"]["n"] - begun >= every:
            break
        person.move(id, seen["state"]["actions"][0]["text"], seen["state"]["n"])
        until(page, lambda: (seen := person.see(id)["state"])["actions"] or seen["status"] == "finished", what="a turn")
        if person.see(id)["state"]["status"] == "finished":
            break
        page.locator("#act.mine").wait_for()
        settles(page, MEASURE, [])
        settles(page, PLACES, before)
        shifts = page.evaluate("window.shifts")
        assert sum(by for by, _ in shifts) < SHIFTED, shifts


@pytest.mark.parametrize("record", FEWER)
def test_a_table_with_fewer_seats_is_one_screen(record: str, visitor: Visitor, server: Running) -> None:
    person = server.person("Ann")
    id = seated(person, record, 0.7)
    sit(visitor, person)
    page = visitor.go(f"/t/{id}")
    page.locator("#act.mine").wait_for()
    fits_every_size(page)
    resize(page, DESK)


READ = (
    ("fabled/knowledge_beats_sun_books.txt", 1 / 7),
    ("fabled/knowledge_beats_sun_books.txt", 2 / 7),
    ("small_world/peace-and-fortresses.txt", 4 / 7),
)
"""Much to choose from: two places for a vortex, allies, combinations."""


@pytest.mark.parametrize(("record", "share"), READ)
def test_a_phone_shows_what_can_be_read_or_nothing(
    record: str, share: float, visitor: Visitor, server: Running
) -> None:
    """Boards keep their size while the sheet is full, and a panel for which it has no room is gone."""
    person = server.person("Ann")
    id = seated(person, record, share)
    sit(visitor, person)
    resize(visitor.page, PHONE)
    page = visitor.go(f"/t/{id}")
    page.locator("#act.mine").wait_for()
    settles(page, MEASURE, [])
    settles(page, SMALL, [], 10)
    resize(page, DESK)


UNDER = """() => [...document.querySelectorAll("#board .hit.legal")].filter((e) => {
  const r = e.getBoundingClientRect();
  return document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2)?.closest(".mats-body");
}).map((e) => e.dataset.at)"""
"""Places that are due and lie under a drawer."""


def test_a_drawer_gives_way_to_places_that_are_due(visitor: Visitor, server: Running) -> None:
    """Somebody has opened it while the board had nothing to choose from."""
    person = server.person("Ann")
    id = seated(person, "terra_mystica/random_017.txt", 0.2)
    sit(visitor, person)
    page = visitor.go(f"/t/{id}")
    page.locator("#act.mine").wait_for()
    resize(page, (1024, 768))
    page.locator("#under .mats-tabs .tab").nth(1).click()
    drawer = page.locator("#under.drawer .mats-body")
    drawer.wait_for()
    assert page.locator("#board .hit.legal").count() == 0
    page.locator("#confirm").click()
    page.locator("#board .hit.legal").first.wait_for(state="attached")
    settles(page, UNDER, [])
    assert drawer.is_hidden()
    resize(page, DESK)


@pytest.mark.parametrize(("record", "step"), [("tigris_euphrates/ends-by-the-bag.txt", 163), (RECORDS[0], 200)])
def test_each_view_of_a_phone_shows_what_it_is_for(record: str, step: int, visitor: Visitor, server: Running) -> None:
    """Also in a revolt, which leaves no room for the hand at the board."""
    person = server.person("Ann")
    id = seated(person, record, step=step)
    sit(visitor, person)
    page = visitor.go(f"/t/{id}")
    page.locator("#act.mine").wait_for()
    for size in (PHONE, (844, 390)):
        resize(page, size)
        for view in ("mine", "others", "log", "board"):
            page.locator(f'#views [data-view="{view}"]').click()
            settles(page, VIEWED, [], view)
    resize(page, DESK)


def test_no_panel_of_a_trial_is_cut_at_its_foot(visitor: Visitor, server: Running) -> None:
    person = server.person("Anna")
    id = seated(person, "fabled/comradeship_passes_the_fate_token.txt", 0.4)
    sit(visitor, person)
    page = visitor.go(f"/t/{id}")
    page.locator("#act.mine").wait_for()
    resize(page, DESK)
    settles(page, CUT, [])
    assert page.locator("#under .mats-tabs button").count() == 0, "all of them are in sight"


FILLED = """(view) => {
  const phone = document.querySelector("#views").getBoundingClientRect(), own = view === "mine";
  const things = [...document.querySelectorAll(own ? "#under .mat, .seat.own" : ".seat:not(.own), #others .mat")];
  const shown = (e) => {
    const r = e.getBoundingClientRect();
    return r.height > 0 && e.contains(document.elementFromPoint(r.x + r.width / 2, r.y + 12));
  };
  return [Math.round(phone.bottom), things.length > 1 && things.slice(0, 2).every(shown)];
}"""
"""Where the switcher ends, and whether the first things of a view stand in it uncovered."""


WAITING = (
    ("fabled/knowledge_beats_sun_books.txt", 0.634, "Take 1 prairie book"),
    ("small_world/open-coins-and-other-readings.txt", 0.35, ""),
)
"""A plan with consequences to read before it is confirmed; and a table whose seats have nothing but their cards."""


@pytest.mark.parametrize(("record", "share", "plan"), WAITING)
def test_views_of_a_phone_show_their_things(
    record: str, share: float, plan: str, visitor: Visitor, server: Running
) -> None:
    person = server.person("Ann")
    id = seated(person, record, share)
    visitor.context.add_cookies([{"name": k, "value": v, "url": visitor.base} for k, v in person.cookies.items()])
    page = visitor.go(f"/t/{id}")
    resize(page, PHONE)
    page.locator("#act.mine").wait_for()
    if plan:
        page.locator("#act-body .choice", has_text=plan).click()
        page.locator("#act .preview .row + .row").wait_for()
    for size in (PHONE, (844, 390)):
        resize(page, size)
        for view in ("mine", "others"):
            page.locator(f'#views [data-view="{view}"]').click()
            settles(page, FILLED, [size[1], True], view)
    resize(page, DESK)


CUT = """() => {
  const floor = document.querySelector("#under").getBoundingClientRect().bottom, found = [];
  for (const mat of document.querySelectorAll("#under .mat:not(.scrolls)")) {
    if (mat.querySelector("svg").getBoundingClientRect().bottom > floor) found.push(`${mat.textContent.trim()} is cut`);
  }
  return found;
}"""


SEEN = """() => {
  const reached = (e) => {
    const r = e.getBoundingClientRect(), inner = [0.03, 0.5, 0.97].map((by) => r.top + by * r.height);
    return r.width > 0 && inner.every((y) => e.contains(document.elementFromPoint(r.left + r.width / 2, y)));
  };
  const drawn = [...document.querySelectorAll('.texts .hit[data-what]:not(.about)')].filter(reached);
  const told = [...document.querySelectorAll(".choice")].filter((e) => e.querySelector(".told p") && reached(e));
  return Math.max(drawn.length, told.length);
}"""
"""How many combinations stand there whole, with what they do."""
COVERED = """(buttons) => [...document.querySelectorAll(buttons)].filter((b) => b.checkVisibility()).filter((b) => {
    const at = b.getBoundingClientRect();
    return !b.contains(document.elementFromPoint(at.x + at.width / 2, at.y + at.height / 2));
}).map((b) => b.id)"""
"""Buttons with something else over them."""


@pytest.mark.parametrize("locale", ["en-GB", "ru-RU"])
def test_all_six_combinations_are_in_sight_with_what_they_do(locale: str, browser: Browser, server: Running) -> None:
    person, visitor = server.person("Ann"), Visitor(browser, server.url, locale=locale)
    id = seated(person, "small_world/open-coins-and-other-readings.txt", 0.0)
    sit(visitor, person)
    page = visitor.go(f"/t/{id}")
    page.locator("#act.mine").wait_for()
    for size in (*SIZES, *SMALLEST):
        resize(page, size)
        page.reload()  # as the device comes to it
        page.locator("#act.mine").wait_for()
        settles(page, SEEN, 6)
        settles(page, MEASURE, [])
        assert page.evaluate(COVERED, "#act #undo, #act #hint") == [], size
    assert {"take"} == {a["verb"] for a in person.see(id)["state"]["actions"]}
    visitor.end()
