"""The replay: every way to a position, whose eyes, and what can be taken from it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from tests.server.conftest import Running
from tests.web.conftest import Visitor


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


def test_eyes_files_and_playing_on(server: Running, visit: Callable[..., Visitor]) -> None:
    id = finished(server)
    page = visit().go(f"/r/{id}?step=8")
    expect(page.locator("#now")).to_contain_text("8 of ")
    assert not page.locator("#under svg").count(), "a spectator sees no hand"
    page.locator("#eyes").select_option("1")
    expect(page.locator("#under svg")).to_have_count(1)
    files: list[Any] = []
    for button in ("#save-svg", "#save-png", "#save-record"):
        with page.expect_download() as download:
            page.locator(button).click()
        files.append(download.value)
    svg, png, record = (Path(f.path()).read_bytes() for f in files)
    assert svg.startswith(b"<svg xmlns")
    assert png.startswith(b"\x89PNG")
    assert record.startswith(b"ludoteka 1\ngame pebbles")
    page.locator("#go-on").click()
    page.wait_for_url("**/t/*")
    expect(page.locator("#log li")).not_to_have_count(0)
