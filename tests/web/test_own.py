"""A text of one's own in the form of a new table; its names are text on everybody's page."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.web.conftest import Visitor

HOSTILE = "<hostile onclick='x'>&"
RACE = f"""[race]
id = "gnomes"
tokens = 5
borrows = "giants"
name.en = '''{HOSTILE}'''
name.ru = '''{HOSTILE}'''
"""


def test_a_text_of_ones_own(visit: Callable[..., Visitor]) -> None:
    anna = visit()
    anna.quiet.append("422")  # the browser notes the refusal, too
    page = anna.go("/new?game=small_world")
    page.locator("#all-options summary").click()
    text, said = page.locator(".own textarea"), page.locator(".own-said")
    text.fill(RACE.replace("tokens = 5", "tokens = 50"))
    text.blur()
    expect(said).to_contain_text("Line 3", timeout=60_000)
    page.locator("#begin").click()
    expect(page.locator("#toasts")).to_contain_text("Line 3")
    file = {"name": "gnomes.toml", "mimeType": "text/plain", "buffer": RACE.encode()}
    page.locator(".own input[type=file]").set_input_files(file)  # type: ignore[arg-type]
    expect(said).to_contain_text("The text is fine.", timeout=60_000)
    expect(page.locator(".own-about")).to_contain_text(f"{HOSTILE}: 5 tokens, those of the Giants")
    anna.go(said.locator("a").get_attribute("href") or "")  # as somebody does who was sent the link
    expect(said).to_contain_text("shared by a link")
    expect(page.locator(".own-about b")).to_have_count(1)
    page.locator("#begin").click()
    page.wait_for_url("**/t/*")
    page.locator("#board .hit").first.wait_for(state="attached")
    assert "hostile" in page.content()
    assert page.locator("hostile").count() == 0
