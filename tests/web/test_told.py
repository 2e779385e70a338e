"""The match is told: moments at the board, dividers in the log, the final scoring; and small things that were seen."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from time import time

from playwright.sync_api import Page, expect

from ludoteka import games
from ludoteka.core.match import Match
from tests.server.conftest import Person, Running
from tests.web.conftest import Visitor

Visit = Callable[..., Visitor]
MATCHES = Path(__file__).parents[2] / "matches"


class Again:
    """A recorded match played on from one of its positions, action by action, with all seats in one hand."""

    def __init__(self, person: Person, record: str, step: int) -> None:
        text = (MATCHES / record).read_text("utf-8")
        self.person, self.match, self.step = person, Match.load(text, games.load, check=False), step
        whole = person.ok("POST", "/api/import", {"text": text})["table"]
        players = ["me", *[f"me:{s['name']}" for s in whole["seats"][1:]]]
        made = person.ok("POST", f"/api/tables/{whole['id']}/continue", {"step": step, "players": players})["table"]
        self.id: str = made["id"]
        person.ok("POST", f"/api/tables/{self.id}/start", {})

    def on(self) -> None:
        """The next decision as it was recorded."""
        while self.match.movers[self.step] < 0:
            self.step += 1
        state = self.person.see(self.id)["state"]
        self.person.move(self.id, str(self.match.actions[self.step]), state["n"])
        self.step += 1

    def look(self, visitor: Visitor) -> Page:
        cookies = [{"name": k, "value": v, "url": visitor.base} for k, v in self.person.cookies.items()]
        visitor.context.add_cookies(cookies)
        page = visitor.go(f"/t/{self.id}")
        page.locator("#board > svg").wait_for()
        return page


def test_moments_stand_at_the_board_and_in_the_log(visit: Visit, server: Running) -> None:
    """Income and a new round: a band that any key closes, the gains on the cards of the seats, dividers in the log."""
    match = Again(server.person("Ann"), "small_world/ten-rounds-for-two.txt", 61)
    page = match.look(visit())
    band = page.locator(".moment")
    expect(band).to_be_hidden()
    match.on()
    expect(band).to_contain_text("Round 5 of 10")
    expect(page.locator("#rail .gains")).to_have_text("+9\u00a0coins")
    expect(page.locator("#rail .gains use[href='#i-coin']")).to_have_count(1)
    expect(page.locator("#log li.mark").first).to_have_text("Round 5 of 10")
    expect(page.locator("#log li.mark").nth(1)).to_contain_text("regions 7")
    page.keyboard.press("Space")
    expect(band).to_be_hidden()
    expect(page.locator("#rail .gains")).to_have_count(0)


def test_the_final_scoring_goes_step_by_step(visit: Visit, server: Running) -> None:
    """By itself or by hand, then to the table of scores. The clock of the page stands but for what we let pass."""
    match = Again(server.person("Ann"), "small_world/ten-rounds-for-two.txt", 133)
    page = match.look(visit(reduced_motion="no-preference"))
    page.clock.install()
    page.clock.pause_at(time() + 60)
    match.on()
    final = page.locator("#final")
    expect(final).to_contain_text("step 1 of 2")
    expect(page.locator(".moment")).to_be_visible()
    page.clock.run_for(1200)
    expect(final).to_contain_text("step 2 of 2")
    expect(page.locator(".moment")).to_be_hidden()
    page.keyboard.press("ArrowLeft")
    expect(final.locator("h2")).to_have_text("Coins")
    page.clock.run_for(5000)
    expect(final.locator("h2")).to_have_text("Coins")  # who walks by hand is not hurried
    page.locator("#next-step").click()
    expect(final).to_contain_text("Tokens on the map")
    page.locator("#to-end").click()
    expect(page.locator("#win")).to_contain_text("by 2 points")
    expect(page.locator("#scored tbody tr")).to_have_count(2)
    expect(page.locator("#curve .tick", has_text="round 1").first).to_be_visible()


def test_the_largest_area_is_drawn_with_what_joins_it(visit: Visit, server: Running) -> None:
    match = Again(server.person("Ann"), "terra_mystica/recorded_0.txt", 829)
    page = match.look(visit(reduced_motion="no-preference"))
    page.clock.install()
    page.clock.pause_at(time() + 60)
    match.on()
    expect(page.locator("#final")).to_contain_text("step 1 of 6")
    expect(page.locator("#final .ref a")).to_have_attribute("href", "/rules/terra_mystica#TM-18.1")
    read = "rows => rows.map(row => row.innerText.replace(/\\s+/g, ' ').trim())"
    after = page.locator("#final tbody tr td:last-child").evaluate_all(read)
    assert sorted(after) == sorted(page.locator("#rail .seat .vp").evaluate_all(read)), (
        "seats show the step, not the end"
    )
    page.locator("#final .chip", has_text="Largest area").click()
    expect(page.locator("#final .ref a")).to_have_text("TM-18.3")
    expect(page.locator("#final h2")).to_have_text(re.compile("^Largest area: .*, 18 points$"))
    expect(page.locator("#board .hit.counted")).to_have_count(13)
    expect(page.locator("#board path.link")).to_have_attribute("d", re.compile(r"^(M[\d.,]+L[\d.,]+){7}$"))
    page.locator("#next-step").click()
    expect(page.locator("#board path.link")).to_have_attribute("d", "")


def test_small_things(visit: Visit, server: Running) -> None:
    """Boards of others open from their seat; Esc leaves the line of commands; a refusal keeps its cross."""
    match = Again(server.person("Ann"), "terra_mystica/random_009.txt", 223)
    visitor = visit()
    page = match.look(visitor)
    page.locator("#rail .seat").first.click()
    expect(page.locator("#others .mat").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#others")).to_be_hidden()
    page.keyboard.press("/")
    page.keyboard.type("nonsense here")
    page.keyboard.press("Enter")
    cross, bubble = page.locator(".why.dock .shut"), page.locator(".why.dock")
    expect(cross).to_be_visible()
    outer, inner = bubble.bounding_box(), cross.bounding_box()
    assert outer is not None
    assert inner is not None
    assert 0 <= inner["y"] - outer["y"] <= 6, "in its own corner"
    assert 0 <= outer["x"] + outer["width"] - inner["x"] - inner["width"] <= 6
    page.locator("#command").focus()
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.id") != "command"
    visitor.quiet.append("422")  # nonsense is refused


def test_a_record_that_breaks_off_can_be_looked_at(visit: Visit, server: Running) -> None:
    person = server.person("Ann")
    lines = (MATCHES / "small_world/ten-rounds-for-two.txt").read_text("utf-8").splitlines()[:60]
    id = person.ok("POST", "/api/import", {"text": "\n".join([*lines, "open", ""])})["table"]["id"]
    visitor = visit()
    visitor.context.add_cookies([{"name": k, "value": v, "url": visitor.base} for k, v in person.cookies.items()])
    page = visitor.go(f"/t/{id}")
    expect(page.locator("#win")).to_have_text("This record breaks off before the end.")
    expect(page.locator("#board > svg .piece").first).to_be_visible()
