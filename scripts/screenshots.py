"""Pictures of the pages for README and docs: `python -m scripts.screenshots [part of a name …]`.

Starts a server of its own with matches at different stages and photographs every page: English on a desk by day and
Russian on a phone by lamplight; tables of the games also the other way round. Files are kept small (128 colours).
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from random import Random
from time import sleep
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from ludoteka import bots, games
from ludoteka.core.game import OVER
from scripts.browser import MISSING, chromium
from tests.server.conftest import Person, Running, running

OUT = Path(__file__).parent.parent / "docs" / "screenshots"
DESK = {"viewport": {"width": 1440, "height": 900}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 1.5}
ENOUGH = 0.3
"""How far into a match the pictures of tables are taken."""


@dataclass(frozen=True)
class Shot:
    name: str
    path: str
    lang: str = "en"
    phone: bool = False
    dark: bool = False
    whole: bool = False
    click: tuple[str, ...] = ()

    @property
    def file(self) -> str:
        return f"{self.name}-{self.lang}-{'phone' if self.phone else 'desk'}-{'dark' if self.dark else 'light'}.png"


def length_of(name: str, seats: int) -> int:
    state, rng, n = games.load(name).new(seats), Random(2), 0
    while state.to_move() != OVER:
        state.apply(state.sample(rng))
        n += 1
    return n


def play(server: Running, person: Person, name: str, share: float) -> str:
    """A table of the person and bots, played on to about that share of a match."""
    game, rng = games.load(name), Random(4)
    seats = min(3, game.seats[-1])
    wanted = share * length_of(name, seats)
    players = ["me", *["bot:greedy"] * (seats - 1)]
    id: str = person.table(game=name, seats=seats, players=players, start=True, visibility="open")["table"]["id"]
    clever = bots.make("greedy")
    while True:
        seen = person.see(id)
        if seen["table"]["status"] == "finished":
            return id
        if not seen["state"]["actions"]:
            sleep(0.05)  # bots think in the same process
            continue
        if share < 1 and seen["state"]["step"] >= wanted and len(seen["state"]["actions"]) > 1:
            return id
        table = server.house.cache.tables[id]
        state = table.match.state.clone()
        if state.to_move() == seen["state"]["seat"]:
            person.move(id, str(bots.decide(clever, state, state.to_move(), rng)), seen["state"]["n"])


def shots(server: Running, person: Person, wanted: list[str]) -> Iterator[Shot]:
    """Every picture, in the order in which its match is ready; matches of no wanted picture are not played."""

    def asked(page: str) -> bool:
        return not wanted or any(word in page or page in word for word in wanted)

    names = [n for n in games.names() if n != "pebbles"] or games.names()
    first = names[-1] if "tigris_euphrates" not in names else "tigris_euphrates"
    for name in names:
        if asked(page := f"table-{name.replace('_', '-')}"):
            id = play(server, person, name, ENOUGH)
            yield from pairs(page, f"/t/{id}", both=True, click=("#board .hit.legal",))
    done = play(server, person, "pebbles" if first not in ("pebbles",) else first, 1)
    yield from pairs("end", f"/t/{done}", both=True)
    yield from pairs("replay", f"/r/{done}?step=25")
    room = person.table(game=first, seats=3, visibility="open")["table"]["id"]
    yield from pairs("room", f"/t/{room}")
    yield from pairs("home", "/", both=True, whole=True)
    pages = {
        "new": f"/new?game={first}",
        "tables": "/tables",
        "settings": "/me",
        "leaders": "/leaders",
        "learn": "/learn",
        "lesson": f"/learn/{first}#p6",
        "try": f"/learn/{first}/try",
        "rules": f"/rules/{first}",
    }
    for page, path in pages.items():
        yield from pairs(page, path)


def pairs(name: str, path: str, both: bool = False, **more: Any) -> Iterator[Shot]:
    yield Shot(name, path, "en", **more)
    yield Shot(name, path, "ru", phone=True, dark=True, **more)
    if both:
        yield Shot(name, path, "ru", dark=True, **more)
        yield Shot(name, path, "en", phone=True, **more)


def take(browser: Browser, person: Person, shot: Shot) -> None:
    size = PHONE if shot.phone else DESK
    context = browser.new_context(color_scheme="dark" if shot.dark else "light", reduced_motion="reduce", **size)
    cookies = [{"name": k, "value": v, "url": str(person.base_url)} for k, v in person.cookies.items()]
    context.add_cookies([*cookies, {"name": "lang", "value": shot.lang, "url": str(person.base_url)}])
    page: Page = context.new_page()
    joint = "&" if "?" in shot.path else "?"
    path, hash, anchor = shot.path.partition("#")
    page.goto(f"{str(person.base_url).rstrip('/')}{path}{joint}lang={shot.lang}{hash}{anchor}")
    page.wait_for_timeout(700)
    for selector in shot.click:
        things = page.locator(selector)
        if things.count():
            things.nth(things.count() // 2).click(force=True)
            page.wait_for_timeout(500)
    picture = Image.open(BytesIO(page.screenshot(full_page=shot.whole))).convert("RGB")
    picture.quantize(128, dither=Image.Dither.NONE).save(OUT / shot.file, optimize=True)
    print(f"{shot.file}: {(OUT / shot.file).stat().st_size // 1024} KB")
    context.close()


def main(wanted: list[str]) -> None:
    path = chromium()
    if not path:
        sys.exit(MISSING)
    OUT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, running(f"{folder}/demo.db") as server, sync_playwright() as driver:
        person = server.person("Ann")
        browser = driver.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-dev-shm-usage"])
        for shot in shots(server, person, wanted):
            if not wanted or any(word in shot.file for word in wanted):
                take(browser, person, shot)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
