"""What must hold on every page: accessibility, no overflow on a narrow phone, nothing from elsewhere, little weight."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from ludoteka import games
from tests.server.conftest import Running
from tests.web.conftest import PHONE, Visitor, imported, seated, sit

Visit = Callable[..., Visitor]
PAGES = (
    "home",
    "choose",
    "new",
    "friends",
    "tables",
    "me",
    "member",
    "leaders",
    "player",
    "bot",
    "learn",
    "lesson",
    "try",
    "rules",
    "room",
    "table",
    "end",
    "replay",
    "analysis",
    "missing",
    "nowhere",
)
ASIDE = ("/", "/new", "/tables", "/me", "/leaders", "/tournaments", "/learn", "/nowhere")
"""Pages that belong to no game."""
OF_A_GAME = ("/learn/{}", "/learn/{}/try", "/rules/{}", "/new?game={}&friends=1")
HEAVIEST = 150 * 1024
"""Bytes until a table can be played at, on a first visit."""

OVER = ("end", "replay", "analysis", "player")
"""Pages of a match that is over."""

OVERFLOWING = """() => {
  const wide = document.documentElement.clientWidth;
  const page = document.documentElement.scrollWidth;
  const found = page > wide ? [`the page is ${page} wide`] : [];
  const scrolls = (e) => {
    for (let p = e; p && p !== document.body; p = p.parentElement)
      if (/(auto|scroll|hidden|clip)/.test(getComputedStyle(p).overflowX)) return true;
    return false;
  };
  for (const e of document.querySelectorAll("body *:not(svg *)")) {
    if (!e.checkVisibility() || !e.textContent.trim() || e.closest(".sr, .skip, [hidden]")) continue;
    const [r, style] = [e.getBoundingClientRect(), getComputedStyle(e)];
    const words = `${e.tagName}.${e.className}: ${e.textContent.trim().slice(0, 40)}`;
    if (r.width && (r.right > wide + 1 || r.left < -1) && !scrolls(e)) found.push(`outside: ${words}`);
    const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
    const open = style.overflowX === "visible" && style.display !== "inline" && e.clientWidth;
    if (own && open && e.scrollWidth > e.clientWidth + 1) found.push(`runs over: ${words}`);
  }
  return found;
}"""


def open_page(visitor: Visitor, server: Running, name: str, game: str = "tigris_euphrates") -> Page:
    """Any page in a state worth looking at."""
    page = visitor.page
    fixed = {
        "home": "/",
        "choose": "/",
        "new": f"/new?game={game}",
        "friends": "/new?game=terra_mystica&friends=1",
        "tables": "/tables",
        "me": "/me",
        "leaders": "/leaders",
        "learn": "/learn",
        "lesson": f"/learn/{game}",
        "try": f"/learn/{game}/try",
        "rules": f"/rules/{game}",
        "bot": "/players/bot:random",
        "missing": "/t/nothing",
        "nowhere": "/nowhere",
    }
    if name in fixed:
        visitor.go(fixed[name])
        if name == "choose":
            page.locator("#play-bots").click()
        if name == "try":
            expect(page.locator("#board .hit").first).to_be_attached()
        return page
    visitor.go("/me")
    wish = {"game": "pebbles" if name in OVER else game, "seats": 2, "start": name != "room"}
    wish |= {"players": ["me", "open" if name == "room" else "me"]}
    token = next(c["value"] for c in visitor.context.cookies() if c["name"] == "csrftoken")
    headers = {"x-csrftoken": token, "accept-language": page.evaluate("navigator.language")}
    if name == "member":
        account = {"name": f"Ann {uuid4().hex[:6]}", "password": "long enough"}
        page.request.post(f"{visitor.base}/api/register", data=account, headers=headers)
        visitor.go("/me")
        page.locator("details summary").first.click()
        page.locator('[name="quiet"]').check()
        page.locator("#hook-kind").select_option("telegram")
        page.locator("#token").click()
        expect(page.locator("#token-shown code")).not_to_be_empty()
        return page
    made = page.request.post(f"{visitor.base}/api/tables", data=wish, headers=headers).json()
    id, state = made["table"]["id"], made["state"]
    while name in OVER and state["actions"]:
        move = {"n": state["n"], "text": state["actions"][0]["text"]}
        page.request.post(f"{visitor.base}/api/tables/{id}/moves", data=move, headers=headers)
        state = page.request.get(f"{visitor.base}/api/tables/{id}").json()["state"]
    if name == "player":
        me = page.request.get(f"{visitor.base}/api/me").json()["id"]
        visitor.go(f"/players/{me}")
        expect(page.locator(".items .item")).to_have_count(1)
        return page
    visitor.go(f"/r/{id}?step=9" if name in ("replay", "analysis") else f"/t/{id}")
    expect(page.locator("#board .hit, #board use").first).to_be_attached()
    if name == "analysis":
        page.locator("#analyse").click()
        expect(page.locator(".losses, .mean-loss").first).to_be_visible(timeout=20_000)  # a bot thinks first
    if name == "end":
        expect(page.locator("#curve svg")).to_be_visible()
    return page


def serious(page: Page, *only: str) -> list[str]:
    """What axe finds, by these of its rules or all of them."""
    options = {"resultTypes": ["violations"], **({"runOnly": list(only)} if only else {})}
    return [
        f"{v['id']} ({v['impact']}): {v['help']}: {[n['html'][:140] for n in v['nodes'][:3]]}"
        for v in Axe().run(page, options=options).response["violations"]
        if v["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize("lang", ["en-GB", "ru-RU"])
@pytest.mark.parametrize("name", PAGES)
def test_everybody_can_use_it_and_nothing_runs_over(name: str, lang: str, visit: Visit, server: Running) -> None:
    """English on a desk by day, Russian on a phone in the dark; then both at 360 pixels."""
    phone = {**PHONE, "color_scheme": "dark"} if lang == "ru-RU" else {"color_scheme": "light"}
    visitor = visit(locale=lang, **phone)
    visitor.quiet = ["404"] if name in ("missing", "nowhere") else []
    page = open_page(visitor, server, name)
    assert not serious(page)
    page.set_viewport_size({"width": 360, "height": 740})
    assert not page.evaluate(OVERFLOWING)


@pytest.mark.parametrize("lang", ["en-GB", "ru-RU"])
@pytest.mark.parametrize("game", games.names())
def test_pages_of_every_game_fit_a_narrow_phone(game: str, lang: str, visit: Visit) -> None:
    visitor = visit(locale=lang, **PHONE | {"viewport": {"width": 360, "height": 740}})
    for address in OF_A_GAME:
        page = visitor.go(address.format(game))
        if address.endswith("/try"):
            page.locator("#board .hit").first.wait_for(state="attached")  # its board comes after the page
        assert not page.evaluate(OVERFLOWING), address


@pytest.mark.thorough
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_more_contrast_leaves_no_fault_on_any_page(scheme: str, visit: Visit, server: Running) -> None:
    visitor = visit(locale="ru-RU", color_scheme=scheme)
    visitor.quiet = ["404"]
    visitor.context.add_cookies([{"name": "contrast", "value": "more", "url": server.url}])
    for address in (*ASIDE, *(a.format("fabled") for a in OF_A_GAME)):
        page = visitor.go(address)
        expect(page.locator("html")).to_have_attribute("data-contrast", "more")
        assert not serious(page, "color-contrast"), address
    assert not serious(open_page(visitor, server, "analysis"), "color-contrast")


RECORDS = {
    "terra_mystica/recorded_0.txt": 419,
    "small_world/open-coins-and-other-readings.txt": 83,
    "tigris_euphrates/ends-by-the-bag.txt": 163,
    "fabled/knowledge_beats_sun_books.txt": 148,
    "pebbles/a-snatch.txt": 20,
}
"""A match of every game, and a step of it with much to see: in Tigris & Euphrates a revolt."""


@pytest.mark.thorough
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("record", RECORDS)
def test_everybody_can_use_running_and_finished_tables(record: str, scheme: str, visit: Visit, server: Running) -> None:
    person = server.person("Ann")
    running, over = seated(person, record, step=RECORDS[record]), imported(person, record)["table"]["id"]
    for device in (PHONE, {}):
        visitor = visit(locale="ru-RU", color_scheme=scheme, **device)
        sit(visitor, person)
        page = visitor.go(f"/t/{running}")
        page.locator("#act.mine").wait_for()
        assert not serious(page)
        for view in ("mine", "others", "log", "chat") if device else ():
            page.locator(f'#views [data-view="{view}"]').tap()
            assert not serious(page), view
        visitor.go(f"/t/{over}")
        expect(page.locator("#curve svg")).to_be_visible()
        assert not serious(page)


@pytest.mark.parametrize("game", games.names())
def test_a_table_is_light_and_asks_no_other_host(game: str, visit: Visit, server: Running) -> None:
    visitor = visit()
    open_page(visitor, server, "table", game)
    again = visit(storage_state=visitor.context.storage_state())  # nothing of an earlier visit is kept
    sizes: list[int] = []
    again.page.on("requestfinished", lambda r: sizes.append(0 if "/events" in r.url else r.sizes()["responseBodySize"]))
    page = again.go(f"/t/{visitor.page.url.rsplit('/', 1)[1]}")
    page.locator("#board .hit").first.wait_for(state="attached")
    page.wait_for_timeout(300)  # for what comes after the board
    print(f"{game}: {sum(sizes) / 1024:.0f} KB")
    assert sum(sizes) < HEAVIEST
    assert {h.split(":")[0] for h in again.hosts} <= {"127.0.0.1", "data:"}, again.hosts


def test_the_policy_lets_no_inline_script_run(visit: Visit, server: Running) -> None:
    visitor = visit()
    visitor.quiet = ["Content Security Policy"]
    answer = visitor.page.goto(server.url + "/")
    assert answer is not None
    policy = answer.headers["content-security-policy"]
    assert "script-src 'self'" in policy
    assert "unsafe-inline" not in policy.split("script-src")[1].split(";")[0]
    assert not visitor.page.locator("script:not([src]):not([type='application/json'])").count()
    ran = visitor.page.evaluate(
        "() => { const s = document.createElement('script'); s.textContent = 'window.ran = 1'; "
        "document.body.append(s); return window.ran; }"
    )
    assert ran is None
