"""The replay: every way to a position, whose eyes, and what can be taken from it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.server.conftest import Running, wait
from tests.web.conftest import PHONE, Visitor, until


def finished(server: Running) -> str:
    """A match two people have played to its end over the API."""
    person = server.person("Ann")
    id: str = person.table(players=["me", "me"], start=True, visibility="open")["table"]["id"]
    while person.see(id)["table"]["status"] != "finished":
        assert person.move(id).status_code == 200
    return id


def test_a_replay_can_be_walked_through(server: Running, visit: Callable[..., Visitor], tmp_path: Path) -> None:
    id = finished(server)
    visitor = visit()
    page = visitor.go(f"/r/{id}")
    now = page.locator("#now")
    expect(now).to_contain_text("0 of ")
    expect(page.locator("#did")).to_have_text("The beginning")
    for _ in range(3):
        page.locator("#next").click()
    expect(now).to_contain_text("3 of ")
    page.locator("#back").click()
    expect(now).to_contain_text("2 of ")
    page.locator("h1").click()  # keys go to the page
    page.keyboard.press("End")
    expect(page.locator("#go-on")).to_be_hidden()
    page.keyboard.press("PageUp")
    page.locator("#round-back").click()
    expect(page.locator("#go-on")).to_be_visible()
    page.locator("#first").click()
    page.locator("#play").click()
    expect(now).to_contain_text("2 of ")
    page.locator("#play").click()
    page.locator("#slider").fill("9")
    expect(now).to_contain_text("9 of ")
    assert "step=9" in page.url, "the address is a link to the position"


@pytest.mark.parametrize("device", [{}, PHONE], ids=["desk", "phone"])
def test_eyes_files_and_playing_on(server: Running, visit: Callable[..., Visitor], device: dict[str, Any]) -> None:
    id = finished(server)
    page = visit(**device).go(f"/r/{id}?step=8")

    def press(selector: str) -> None:
        page.locator(selector).tap() if device else page.locator(selector).click()

    expect(page.locator("#now")).to_contain_text("8 of ")
    assert not page.locator("#under svg").count(), "a spectator sees no hand"
    page.locator("#eyes").select_option("1")
    expect(page.locator("#under svg")).to_have_count(1)
    files: list[Any] = []
    for button in ("#save-svg", "#save-png", "#save-record"):
        with page.expect_download() as download:
            press(button)
        files.append(download.value)
    svg, png, record = (Path(f.path()).read_bytes() for f in files)
    assert svg.startswith(b"<svg xmlns")
    assert png.startswith(b"\x89PNG")
    assert record.startswith(b"ludoteka 1\ngame pebbles")
    press("#go-on")
    page.wait_for_url("**/t/*")
    expect(page.locator("#log li")).not_to_have_count(0)
    expect(page.locator("#act.mine")).to_be_visible()  # where somebody was to move, the reader is


def number(page: Page) -> int:
    return int(page.locator("#now").inner_text().split(" · ")[-1].split()[0])


def test_a_bot_looks_through_a_match(server: Running, visit: Callable[..., Visitor]) -> None:
    id = finished(server)
    page = visit(**PHONE).go(f"/r/{id}")
    page.locator("#analyse").click()
    losses = page.locator(".losses button")
    expect(losses.first).to_be_visible()
    expect(page.locator("#worth")).to_be_hidden()  # nothing was decided before the beginning
    losses.first.click()
    expect(losses.first).to_have_attribute("aria-current", "step")
    step = number(page)
    expect(page.locator("#worth")).to_contain_text("Better")
    expect(page.locator("#log li.now .loss")).to_contain_text("%")
    graph = page.locator("#analysis svg.chart")
    box = graph.bounding_box()
    assert box
    most = int(page.locator("#slider").get_attribute("max") or 0)
    far = 0.1 if step > most / 2 else 0.75  # the other half of the match
    graph.click(position={"x": box["width"] * far, "y": box["height"] * 0.4})
    expect(page.locator("#now")).not_to_contain_text(f"{step} of ")
    assert 0 < number(page) <= most
    assert (number(page) > most / 2) == (far > 0.5)
    page.reload()
    expect(losses.first).to_be_visible()  # kept


def test_no_analysis_before_the_end(server: Running, visit: Callable[..., Visitor]) -> None:
    person = server.person("Ann")
    id = person.table(players=["me", "me"], start=True, visibility="open")["table"]["id"]
    person.move(id)
    page = visit().go(f"/r/{id}")
    expect(page.locator("#now")).to_contain_text("of ")
    assert not page.locator("#analysis, #analyse").count()
    assert page.locator("#go-on").is_hidden()


def test_a_link_keeps_the_eyes_and_keys_work_after_a_click(server: Running, visit: Callable[..., Visitor]) -> None:
    id = finished(server)
    page = visit(permissions=["clipboard-read", "clipboard-write"]).go(f"/r/{id}?step=8")
    page.locator("#eyes").select_option("1")
    expect(page.locator("#under svg")).to_have_count(1)
    page.locator("#share").click()
    expect(page.locator(".toast")).to_have_text("Copied.")
    link = page.evaluate("navigator.clipboard.readText()")
    other = visit().go(link.removeprefix(server.url))
    expect(other.locator("#eyes")).to_have_value("1")
    expect(other.locator("#now")).to_contain_text("8 of ")
    page.locator("#next").click()
    expect(page.locator("#now")).to_contain_text("9 of ")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#now")).to_contain_text("10 of ")
    page.keyboard.press("Home")
    expect(page.locator("#now")).to_contain_text("0 of ")
    page.locator("#slider").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#now")).to_contain_text("1 of ")
    page.locator("#log a.n").last.click()
    assert "step=" in page.url


def same_colours(page: Page) -> bool:
    """Whether each seat has the colour of its panel in the log; at least two seats have."""
    colours = """e => new Set([...document.querySelectorAll(`${e} svg.sig:has(use[href^="#sig-"])`)].map((sig) =>
        `${sig.querySelector("use").getAttribute("href")} ${getComputedStyle(sig).getPropertyValue("--me")}`))"""
    both: list[int] = page.evaluate(
        f"() => {{ const all = {colours}, [rail, log] = ['#rail .seat', '#log li'].map(all);"
        "return [rail.size, log.size, new Set([...rail, ...log]).size]; }"
    )
    return both[0] > 1 and len(set(both)) == 1


def test_rounds_are_counted_as_the_game_counts_them(server: Running, visit: Callable[..., Visitor]) -> None:
    text = (Path(__file__).parents[2] / "matches/small_world/ten-rounds-for-two.txt").read_text("utf-8")
    made = server.person("Ann").ok("POST", "/api/import", {"text": text})["table"]
    page = visit(**PHONE).go(f"/r/{made['id']}?code={made['code']}")
    expect(page.locator("#now")).to_contain_text("Round 1")
    page.locator("#round-next").tap()
    expect(page.locator("#now")).to_contain_text("Round 2")
    page.locator("#last").tap()
    expect(page.locator("#now")).to_contain_text("Round 10")
    expect(page.locator("#now")).to_contain_text("134 of")
    coins = page.locator("#rail .seat .vp")
    expect(coins).to_have_text([re.compile(r"\d"), re.compile(r"\d")])  # nothing is secret at the end
    assert same_colours(page)


def test_the_log_follows_within_a_move_and_seats_show_their_stock(
    server: Running, visit: Callable[..., Visitor]
) -> None:
    """Several actions in one line: whichever is looked at, its line is marked and in sight."""
    ann = server.person("Ann")
    id = ann.table(game="terra_mystica", players=["bot:random", "bot:random"], seats=2, start=True)["table"]["id"]
    wait(lambda: ann.see(id)["table"]["status"] == "finished", 120)
    lines = ann.see(id)["log"]
    joined = [line for line in lines[60:] if line["together"]]
    ends = {line["together"]["first"]: line["i"] for line in joined}  # of several that begin alike the last tells all
    first, last = next((first, last) for first, last in ends.items() if last - first > 1)
    page = visit().go(f"/r/{id}?step={first + 1}")
    marked = page.locator("#log li.now")
    expect(marked).to_have_count(1)
    expect(marked).to_have_attribute("data-i", str(last))
    expect(marked).to_be_in_viewport()
    expect(page.locator("#rail .seat .brief").first).to_be_visible()
    assert same_colours(page)
    page.locator("#first").click()
    expect(marked).to_have_count(0)
    page.reload()  # before anybody has a faction
    expect(page.locator("#log li").first).to_be_attached()
    page.locator("#last").click()
    until(page, lambda: same_colours(page), what="the colours of the factions in the log", seconds=20)
