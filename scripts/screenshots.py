"""Pictures of every page: `python -m scripts.screenshots [part of a name …]`.

Starts a server of its own with matches at different stages and photographs every page on a desk and on a phone, in
light and dark, in English and Russian, into build/screenshots; tables in every class of layout and every view of a
phone. The few that README and docs show (KEPT) also go to docs/screenshots.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import BytesIO
from itertools import product
from pathlib import Path
from random import Random
from time import sleep
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from ludoteka import bots, games
from ludoteka.core.game import OVER
from scripts.browser import FLAGS, MISSING, chromium
from tests.server.conftest import Person, Running, running

ROOT = Path(__file__).parent.parent
ALL, OUT = ROOT / "build" / "screenshots", ROOT / "docs" / "screenshots"
TOUCH = {"has_touch": True, "is_mobile": True, "device_scale_factor": 1.5}
SIZES: dict[str, dict[str, Any]] = {
    "desk": {"viewport": {"width": 1440, "height": 900}},
    "laptop": {"viewport": {"width": 1280, "height": 720}},
    "tablet": {"viewport": {"width": 1024, "height": 768}},
    "phone": {"viewport": {"width": 390, "height": 844}, **TOUCH},
    "across": {"viewport": {"width": 844, "height": 390}, **TOUCH},
}
"""The classes of layout."""
ENOUGH = 0.3
"""How far into a match the pictures of tables are taken."""
KEPT = (
    *("home-en-desk-light", "home-ru-phone-dark", "choose-en-desk-light", "room-en-desk-light"),
    *("table-terra-mystica-en-desk-light", "table-small-world-en-desk-light", "table-fabled-en-desk-light"),
    *("table-tigris-euphrates-en-desk-light", "table-tigris-euphrates-ru-phone-dark"),
    *("table-terra-mystica-ru-desk-dark", "end-en-desk-light", "analysis-en-desk-light", "analysis-ru-phone-dark"),
    *("lesson-en-desk-light", "try-ru-phone-light", "rules-en-desk-dark", "settings-ru-phone-light"),
)


@dataclass(frozen=True)
class Shot:
    name: str
    path: str
    whole: bool = False
    click: tuple[str, ...] = ()
    wait: str = ""
    """What must be there first."""
    sizes: tuple[str, ...] = ("desk", "phone")


Look = tuple[str, str, str]
"""Language, size, light."""
LOOKS: tuple[Look, ...] = tuple(product(("en", "ru"), SIZES, ("light", "dark")))


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


def record(person: Person, name: str) -> str:
    """A recorded match to look at."""
    text = (ROOT / "matches" / name).read_text("utf-8")
    id: str = person.ok("POST", "/api/import", {"text": text})["table"]["id"]
    return id


def company(server: Running) -> None:
    """Others in the house: tables that wait, one that is played, results."""
    boris, sonya, chen = (server.person(name) for name in ("Boris", "Sonya", "Chen"))
    boris.table(game="small_world", seats=4, visibility="open")
    sonya.table(game="terra_mystica", seats=3, players=["me", "bot:level3", "open"], visibility="open")
    both = chen.table(game="tigris_euphrates", seats=2, players=["me", "open"], visibility="open")["table"]["id"]
    boris.ok("POST", f"/api/tables/{both}/join", {})
    chen.ok("POST", f"/api/tables/{both}/start", {})
    for person in (boris, sonya, chen, sonya):
        play(server, person, "pebbles", 1)


def shots(server: Running, person: Person, wanted: Callable[[str], bool]) -> Iterator[Shot]:
    """Every page, in the order in which its match is ready; matches of no wanted picture are not played."""
    names = [name for name in games.names() if name != "pebbles"]
    for name in names:
        if wanted(page := f"table-{name.replace('_', '-')}"):
            path = f"/t/{play(server, person, name, ENOUGH)}"
            yield Shot(page, path, click=("#board .hit.legal",), sizes=tuple(SIZES))
            for view in ("mine", "others", "log"):
                yield Shot(f"{page}-{view}", path, click=(f'#views [data-view="{view}"]',), sizes=("phone", "across"))
    if wanted("end"):
        yield Shot("end", f"/t/{play(server, person, 'small_world', 1)}", wait="#curve svg")
    match = record(person, "tigris_euphrates/ends-by-treasures.txt")
    yield Shot("replay", f"/r/{match}?step=140")
    if wanted("analysis"):
        person.ok("POST", f"/api/tables/{match}/analysis")
        while (seen := person.ok("GET", f"/api/tables/{match}/analysis"))["done"] < seen["of"]:
            sleep(0.5)
        worst = seen["worst"][0] + 1
        yield Shot("analysis", f"/r/{match}?step={worst}", whole=True, wait=".losses")
    room = person.table(game="tigris_euphrates", seats=3, visibility="open")["table"]["id"]
    yield Shot("room", f"/t/{room}")
    if any(map(wanted, ("home", "choose", "tables", "leaders", "player"))):
        company(server)
    yield Shot("home", "/", whole=True)
    yield Shot("choose", "/", click=("#play-bots",))
    yield Shot("new", "/new?game=small_world")
    yield Shot("friends", "/new?game=tigris_euphrates&friends=1")
    yield Shot("tables", "/tables", whole=True)
    yield Shot("settings", "/me", whole=True)
    yield Shot("leaders", "/leaders")
    yield Shot("player", "/players/bot:greedy")
    yield Shot("learn", "/learn", whole=True)
    for name in names:
        yield Shot(f"lesson-{name.replace('_', '-')}", f"/learn/{name}", whole=True)
        yield Shot(f"try-{name.replace('_', '-')}", f"/learn/{name}/try")
    yield Shot("lesson", "/learn/tigris_euphrates#p6")
    yield Shot("try", "/learn/tigris_euphrates/try")
    yield Shot("rules", "/rules/tigris_euphrates")
    yield Shot("problem", "/nowhere")


def take(page: Page, base: str, shot: Shot, look: Look) -> None:
    joint = "&" if "?" in shot.path else "?"
    path, hash, anchor = shot.path.partition("#")
    page.goto("about:blank")  # else a mere change of the anchor
    page.goto(f"{base}{path}{joint}lang={look[0]}{hash}{anchor}")
    if shot.wait:
        page.locator(shot.wait).first.wait_for()
    page.wait_for_timeout(700)
    for selector in shot.click:
        things = page.locator(selector)
        if things.count():
            things.nth(things.count() // 2).click(force=True)
            page.wait_for_timeout(500)
    name = "-".join((shot.name, *look))
    picture = Image.open(BytesIO(page.screenshot(full_page=shot.whole))).convert("RGB")
    for folder in (ALL, OUT) if name in KEPT else (ALL,):
        picture.save(folder / f"{name}.webp", quality=82, method=6)
    print(f"{name}: {(ALL / f'{name}.webp').stat().st_size // 1024} KB")


def contexts(browser: Browser, person: Person) -> dict[Look, BrowserContext]:
    made = {}
    for look in LOOKS:
        more: dict[str, Any] = {"color_scheme": look[2], "reduced_motion": "reduce", "locale": look[0]}
        made[look] = browser.new_context(**more, **SIZES[look[1]])
        made[look].add_cookies(
            [{"name": k, "value": v, "url": str(person.base_url)} for k, v in person.cookies.items()]
        )
    return made


def main(words: list[str]) -> None:
    path = chromium()
    if not path:
        sys.exit(MISSING)
    for folder in (ALL, OUT):
        folder.mkdir(parents=True, exist_ok=True)

    def named(name: str) -> bool:
        return not words or any(word in name for word in words)

    def wanted(page: str) -> bool:
        return any(named("-".join((page, *look))) for look in LOOKS)

    more = {"analysis_seconds": 25.0}
    with (
        tempfile.TemporaryDirectory() as folder,
        running(f"{folder}/demo.db", **more) as server,
        sync_playwright() as driver,
    ):
        person = server.person("Ann")
        browser = driver.chromium.launch(executable_path=path, args=FLAGS)
        open_pages = {look: context.new_page() for look, context in contexts(browser, person).items()}
        for shot in shots(server, person, wanted):
            for look in LOOKS:
                if look[1] in shot.sizes and named("-".join((shot.name, *look))):
                    take(open_pages[look], str(person.base_url).rstrip("/"), shot, look)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
