"""A real browser on real servers. Needs Chromium: Debian's `chromium` package is installed when root runs the tests."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Locator,
    Page,
    Playwright,
    TimeoutError,
    expect,
    sync_playwright,
)

from scripts.browser import FLAGS, MISSING, NO_NODE, chromium, node
from tests.server.conftest import Person, Running, known_deals, new_postgres, postgres, running

MATCHES = Path(__file__).parents[2] / "matches"

__all__ = ["known_deals", "postgres"]  # fixtures for all tests of this folder, too

DATABASE = os.environ.get("DATABASE", "")
"""`postgresql` tries every page there, `sqlite` every page here; what is not said is as each test usually has it."""

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESK = {"viewport": {"width": 1440, "height": 900}}
STILL = {"locale": "en-GB", "reduced_motion": "reduce"}
"""Golden rings that breathe are painted sixty times a second, by a processor here; who tests motion asks for it."""
PATIENCE = 60_000
"""Milliseconds until something is said never to come; a busy machine is slow."""
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    if not node():
        pytest.skip(NO_NODE)
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    path = chromium()
    if not path:
        pytest.skip(MISSING)
    started = playwright.chromium.launch(executable_path=path, args=FLAGS)
    yield started
    started.close()


def new_database(request: pytest.FixtureRequest, usual: str = "sqlite") -> str:
    """An empty database of the kind that is asked for."""
    if (DATABASE or usual) == "sqlite":
        folder: Path = request.getfixturevalue("tmp_path_factory").mktemp("web")
        return str(folder / "web.db")
    address = request.getfixturevalue("postgres")
    with ThreadPoolExecutor(1) as apart:  # Playwright's loop runs in this one
        return apart.submit(new_postgres, address).result()


@pytest.fixture(scope="module")
def server(request: pytest.FixtureRequest) -> Iterator[Running]:
    with running(new_database(request)) as started:
        yield started


class Visitor:
    """One person with a browser of their own; every fault of the page fails the test."""

    def __init__(self, browser: Browser, base: str, **more: Any) -> None:
        self.context: BrowserContext = browser.new_context(**(STILL | DESK | more))
        self.context.set_default_timeout(PATIENCE)
        self.base = base
        self.faults: list[str] = []
        self.hosts: set[str] = set()
        self.page: Page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.faults.append(f"script: {error}"))
        self.page.on("console", lambda m: self._said(m) if m.type == "error" else None)
        self.page.on("request", lambda r: self.hosts.add(r.url.split("/")[2] if "//" in r.url else r.url[:5]))
        self.quiet: list[str] = []
        """Faults that a test expects: parts of their text."""

    def _said(self, message: ConsoleMessage) -> None:
        self.faults.append(f"console: {message.text} {message.location.get('url', '')}".rstrip())

    def go(self, path: str) -> Page:
        try:
            self.page.goto(self.base + path)
        except Error as error:
            if not any(said in str(error) for said in ("ERR_ABORTED", "interrupted by another navigation")):
                raise
            self.page.wait_for_load_state()
            self.page.goto(self.base + path)  # it was on its way elsewhere by itself
        return self.page

    def end(self) -> None:
        self.context.close()
        unexpected = [f for f in self.faults if not any(q in f for q in self.quiet)]
        assert not unexpected, unexpected


@pytest.fixture
def visit(browser: Browser, server: Running) -> Iterator[Callable[..., Visitor]]:
    visitors: list[Visitor] = []

    def make(**more: Any) -> Visitor:
        visitors.append(Visitor(browser, more.pop("base", server.url), **more))
        return visitors[-1]

    yield make
    for visitor in visitors:
        visitor.end()


class Restartable(Running):
    """A server that can come back at the same address."""

    def __init__(self, settings: Any, port: int) -> None:
        super().__init__(settings)
        self.socket.close()
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.socket.bind(("127.0.0.1", port))
        self.url = f"http://127.0.0.1:{self.socket.getsockname()[1]}"
        self.thread = threading.Thread(target=self.server.run, args=([self.socket],), daemon=True)


SELECTORS = (
    "#confirm:enabled",
    "#act-body .choice:visible",
    "#act-body .preset:visible",
    "#act-body .stp:last-child:enabled:visible",
    ".chooser .cand:not(.taken):visible",
    ".mats .hit.legal:visible",
    "#rail .hit.legal:visible",
    "#board .hit.legal",
)


def decide(page: Page, tap: bool = False, rng: Random | None = None) -> bool:
    """One click of somebody who knows no rule: confirm, else a button, else a golden thing; False if there is none."""
    for selector in SELECTORS:
        found: Locator = page.locator(selector)
        n = found.count()
        if n:
            one = found.nth(rng.randrange(n) if rng else 0)
            try:
                (one.tap if tap else one.click)(force=selector.endswith("legal"), timeout=1500)
            except TimeoutError:
                return False  # it went away: somebody else has moved
            return True
    return False


def play_to_end(page: Page, tap: bool = False, most: int = 600, rng: Random | None = None) -> int:
    """Click until the score table shows; how many clicks that took."""
    clicks, last = 0, monotonic()
    while monotonic() - last < PATIENCE / 1000:
        if page.locator("#end").is_visible():
            return clicks
        if page.locator("#act.mine").count() and decide(page, tap, rng):
            clicks, last = clicks + 1, monotonic()
            assert clicks < most, "the match never ends"
        page.wait_for_timeout(25)
    raise AssertionError("nothing happens any more")


def until(
    page: Page, done: Callable[[], Any], act: Callable[[], Any] = lambda: None, what: str = "it", seconds: float = 120
) -> None:
    """Act again and again until it is done; fails clearly when it never is."""
    late = monotonic() + seconds
    while not done():
        assert monotonic() < late, f"{what} never came"
        act()
        page.wait_for_timeout(40)


def imported(person: Person, record: str) -> Any:
    """A recorded match as the server keeps it."""
    return person.ok("POST", "/api/import", {"text": (MATCHES / record).read_text("utf-8")})


def sit(visitor: Visitor, person: Person) -> None:
    """From now on the browser is that person's."""
    visitor.context.add_cookies([{"name": k, "value": v, "url": visitor.base} for k, v in person.cookies.items()])


def seated(person: Person, record: str, share: float = 0.5, step: int | None = None) -> str:
    """A table after a share of a recorded match or at a step of it, with the person to decide and bots on the other
    seats."""
    whole = imported(person, record)
    id, step = whole["table"]["id"], int(len(whole["log"]) * share) if step is None else step
    while (mover := person.ok("GET", f"/api/tables/{id}/at/{step}")["to_move"]) < 0:
        step += 1
    players = ["me" if seat == mover else "bot:random" for seat in range(len(whole["table"]["seats"]))]
    made: str = person.ok("POST", f"/api/tables/{id}/continue", {"step": step, "players": players})["table"]["id"]
    person.ok("POST", f"/api/tables/{made}/start", {})
    return made


def play_bots(visitor: Visitor, game: str = "pebbles") -> Page:
    page = visitor.go("/")
    page.locator(f'.game [data-play="{game}"]').click()
    if page.locator("#choose-game[open]").count():  # asked once
        page.locator("#play-one").click()
    page.wait_for_url("**/t/*")
    page.locator("#board svg.b").wait_for(state="attached")  # factions are chosen in its place
    return page
