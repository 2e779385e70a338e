"""One stream per browser: many tabs of one person, a slow server, and a session that ends."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from playwright.sync_api import Page, expect
from sqlalchemy import delete

from ludoteka.server.schema import sessions
from tests.server.conftest import Running, wait
from tests.web.conftest import Visitor, decide, until

NEW = """async (players) => {
  const { post } = await import(document.querySelector("script[type=module]").src.replace(/[^/]*$/, "api.js"));
  const made = await post("/api/tables", { game: "pebbles", seats: 2, players, start: true, visibility: "link" });
  return made.table.id;
}"""


def streams(server: Running) -> int:
    """Event streams that the server holds open."""
    return len({id(listener) for waiting in server.house.hub.listeners.values() for listener in waiting})


def move(page: Page) -> None:
    """Click until a move is on its way."""
    page.locator("#board .hit.legal, #act-body .choice:visible").first.wait_for()
    sent: list[str] = []
    page.on("request", lambda r: sent.append(r.url) if "/moves" in r.url else None)
    until(page, lambda: sent, lambda: decide(page), "a move")


def test_many_tabs_share_one_stream(server: Running, visit: Callable[..., Visitor]) -> None:
    """Four tables in four tabs: two streams each would be more than a browser has connections."""
    anna = visit()
    first = anna.go("/")
    before = streams(server)
    tables = [first.evaluate(NEW, ["me", "bot:random"]) for _ in range(4)]
    tabs: list[Page] = []
    for id in tables:
        tab = anna.context.new_page()
        tab.goto(f"{anna.base}/t/{id}")
        tabs.append(tab)
    wait(lambda: streams(server) == before + 1)
    for tab in tabs:
        told = tab.locator("#log li").count()
        move(tab)
        expect(tab.locator("#log li")).not_to_have_count(told)
        expect(tab.locator("#link")).to_be_hidden()
    assert streams(server) == before + 1
    for tab in tabs:
        tab.close()
    wait(lambda: streams(server) <= before + 1)


def test_without_a_shared_worker_a_page_has_one_stream(server: Running, visit: Callable[..., Visitor]) -> None:
    anna = visit()
    anna.context.add_init_script("delete window.SharedWorker")
    page = anna.go("/")
    id = page.evaluate(NEW, ["me", "bot:random"])
    before = streams(server)
    anna.go(f"/t/{id}")
    page.locator("#board .hit.legal").first.wait_for()
    wait(lambda: f"table:{id}" in server.house.hub.listeners)
    wait(lambda: streams(server) <= before + 1)


def test_a_server_that_does_not_answer_is_told(server: Running, visit: Callable[..., Visitor]) -> None:
    anna = visit()
    page = anna.go("/")
    id = page.evaluate(NEW, ["me", "bot:random"])
    anna.go(f"/t/{id}")
    page.clock.install()
    page.route("**/moves*", lambda route: None)  # never answered
    move(page)
    page.clock.run_for(13_000)
    expect(page.locator("#link")).to_be_visible()
    page.unroute("**/moves*")
    page.clock.run_for(3_000)
    expect(page.locator("#link")).to_be_hidden()


def test_logged_out_is_not_a_lost_line(server: Running, visit: Callable[..., Visitor]) -> None:
    anna = visit()
    page = anna.go("/")
    id = page.evaluate(NEW, ["me", "bot:random"])
    anna.go(f"/t/{id}")
    page.locator("#board .hit.legal").first.wait_for()
    wait(lambda: any(key == f"table:{id}" for key in server.house.hub.listeners))
    person = page.evaluate("JSON.parse(document.getElementById('page').textContent).me.id")
    ended = server.house.store.execute(delete(sessions).where(sessions.c.user_id == person))
    asyncio.run_coroutine_threadsafe(ended, server.loop).result(30)
    expect(page.locator("#out")).to_contain_text("You were logged out")
    expect(page.locator("#link")).to_be_hidden()
    assert page.locator("#out a").get_attribute("href") == "/me"
