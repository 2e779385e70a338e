"""How long it takes in Chromium from a click on something golden until its answer is drawn.

    python -m benchmarks.drawn --clicks 60

For every game a table from the middle of a recorded match. Each click asks the server what could be meant; what counts
is the frame after the one that shows the answer. Then Esc takes it back. A quiet machine is needed.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from random import Random
from statistics import median, quantiles

from playwright.sync_api import Page, TimeoutError, sync_playwright

from scripts.browser import FLAGS, MISSING, chromium
from tests.server.conftest import running
from tests.web.conftest import DESK, PHONE, seated

RECORDS = {
    "terra_mystica": "terra_mystica/recorded_0.txt",
    "small_world": "small_world/five-players-find-a-short-column.txt",
    "tigris_euphrates": "tigris_euphrates/ends-by-the-bag.txt",
    "fabled": "fabled/knowledge_beats_sun_books.txt",
}
SHARES = (0.5, 0.55, 0.6)
GOLDEN = "#board .hit.legal, .mats .hit.legal, #act-body .choice"
SOON = 3000
"""Milliseconds until what can be pointed at is there."""
ASKING = """
  window.asking = 0;
  const real = window.fetch;
  window.fetch = (...args) => {
    window.asking += 1;
    return real(...args).finally(() => { window.asking -= 1; });
  };
"""
"""How many questions to the server are open."""
DRAWN = """(clicked) => new Promise((done) => {
  const seen = () => document.querySelector("#act-body").innerHTML;
  const [before, began] = [seen(), performance.now()];
  const drawn = () => requestAnimationFrame(() => done(performance.now() - began));
  const frame = () => seen() !== before && !window.asking ? drawn() : requestAnimationFrame(frame);
  setTimeout(() => done(-1), 5000);
  clicked.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  requestAnimationFrame(frame);
})"""
"""Milliseconds; -1 if nothing answers."""


def measure(page: Page, clicks: int, rng: Random) -> list[float]:
    found: list[float] = []
    while len(found) < clicks:
        page.locator("#act.mine").wait_for()
        golden = page.locator(GOLDEN).filter(visible=True)
        try:
            golden.first.wait_for(timeout=SOON)
        except TimeoutError:
            break
        things = golden.element_handles()
        found.append(page.evaluate(DRAWN, rng.choice(things)))
        for _ in range(3):
            page.keyboard.press("Escape")
        page.wait_for_timeout(60)
    return found


def main() -> None:
    args = argparse.ArgumentParser(description=__doc__)
    args.add_argument("--clicks", type=int, default=60)
    args.add_argument("--phone", action="store_true")
    given = args.parse_args()
    path = chromium()
    if not path:
        sys.exit(MISSING)
    with (
        tempfile.TemporaryDirectory() as folder,
        running(f"{folder}/drawn.db") as server,
        sync_playwright() as driver,
    ):
        browser = driver.chromium.launch(executable_path=path, args=FLAGS)
        for name, record in RECORDS.items():
            person = server.person("Ann")
            context = browser.new_context(reduced_motion="reduce", **(PHONE if given.phone else DESK))
            context.add_cookies([{"name": k, "value": v, "url": server.url} for k, v in person.cookies.items()])
            page = context.new_page()
            page.add_init_script(ASKING)
            times: list[float] = []
            shares = iter(SHARES)
            while not times:  # the first position in which something can be pointed at
                page.goto(f"{server.url}/t/{seated(person, record, next(shares))}")
                times = measure(page, given.clicks, Random(1))
            told = [t for t in times if t >= 0]
            slowest, load = quantiles(told, n=20)[-1], os.getloadavg()[0]
            print(
                f"{name}: median {median(told):.0f} ms, p95 {slowest:.0f} ms, most {max(told):.0f} ms, "
                f"{len(told)} of {len(times)} clicks answered, load {load:.1f}",
                flush=True,
            )
            context.close()
        browser.close()


if __name__ == "__main__":
    main()
