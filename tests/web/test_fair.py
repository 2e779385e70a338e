"""What counts, what leaving means and what is left of a match that no longer fits, as people see it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Dialog, Page, Route, expect

from ludoteka.server.refused import Refused
from tests.server.conftest import Person, Running
from tests.web.conftest import PHONE
from tests.web.test_play import Visit


def seen(visit: Visit, person: Person, path: str, quiet: str = "no faults", **more: Any) -> Page:
    """What a person sees there."""
    visitor = visit(**more)
    visitor.quiet = [quiet]
    visitor.context.add_cookies([{"name": k, "value": v, "url": visitor.base} for k, v in person.cookies.items()])
    return visitor.go(path)


def test_a_room_says_whether_it_counts_and_leaving_what_it_costs(visit: Visit, server: Running) -> None:
    anna, boris = server.member("Anna Fair"), server.member("Boris Fair")
    id = anna.table(seats=2, visibility="open")["table"]["id"]
    page = seen(visit, anna, f"/t/{id}", **PHONE)
    expect(page.locator("#room-rated")).to_contain_text("Counts for ratings")
    guest = server.person("Guest")
    guest.ok("POST", f"/api/tables/{id}/join", {})
    expect(page.locator("#room-rated")).to_contain_text("has no account")
    guest.ok("POST", f"/api/tables/{id}/leave")
    boris.ok("POST", f"/api/tables/{id}/join", {})
    anna.ok("POST", f"/api/tables/{id}/start", {})
    expect(page.locator("#sub")).to_contain_text("rated")
    said: list[str] = []

    def agree(dialog: Dialog) -> None:
        said.append(dialog.message)
        dialog.accept()

    page.on("dialog", agree)
    page.locator("#menu-open").click()
    page.locator("#leave").click()
    expect(page.locator("#end")).to_be_visible()
    assert "you have lost it" in said[0]
    assert "leaving is a loss" in said[0]
    expect(page.locator("#win")).to_contain_text("Boris Fair")
    expect(page.locator("#standing .standing tr").last).to_contain_text("Anna Fair")


def test_a_late_answer_does_not_bring_the_room_back(visit: Visit, server: Running) -> None:
    """What the places are worth is asked in the room; the answer may come when the match has begun."""
    anna, boris = server.member("Anna Late"), server.member("Boris Late")
    id = anna.table(seats=2, visibility="open")["table"]["id"]
    visitor, held = visit(), list[Route]()
    visitor.context.add_cookies([{"name": c.name, "value": c.value or "", "url": server.url} for c in anna.cookies.jar])
    visitor.page.route("**/stakes*", lambda route: held.append(route))
    page = visitor.go(f"/t/{id}")
    boris.ok("POST", f"/api/tables/{id}/join", {})
    expect(page.locator("#room-seats")).to_contain_text("Boris Late")
    anna.ok("POST", f"/api/tables/{id}/start", {})
    expect(page.locator("#room")).to_be_hidden()
    with page.expect_response("**/stakes*"):
        for route in held:
            route.continue_()
    page.wait_for_function(
        "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"
    )
    expect(page.locator("#room")).to_be_hidden()


def test_no_hint_in_a_match_that_counts(visit: Visit, server: Running) -> None:
    anna = server.member("Anna Hint")
    id = anna.table(seats=2, players=["me", "bot:random"], start=True)["table"]["id"]
    page = seen(visit, anna, f"/t/{id}")
    expect(page.locator("#act.mine")).to_be_visible()
    expect(page.locator("#undo")).to_be_visible()
    expect(page.locator("#hint")).to_have_count(0)


def test_leaders_without_bots(visit: Visit, server: Running) -> None:
    anna, boris = server.member("Anna Best"), server.member("Boris Best")
    id = anna.table(seats=3, players=["me", "open", "bot:random"])["table"]["id"]
    boris.ok("POST", f"/api/tables/{id}/join", {})
    anna.ok("POST", f"/api/tables/{id}/start", {})
    boris.ok("POST", f"/api/tables/{id}/leave")
    anna.ok("POST", f"/api/tables/{id}/leave")
    page = visit().go("/leaders")
    bots = page.locator("a[href='/players/bot:random']")
    expect(bots.first).to_be_visible()
    page.get_by_role("link", name="People only").click()
    expect(page.get_by_role("link", name="Anna Best").first).to_be_visible()
    expect(bots).to_have_count(0)


def test_a_frozen_match_is_called_off(visit: Visit, server: Running) -> None:
    anna = server.person("Anna")
    id = anna.table(seats=2, players=["me", "me"], start=True)["table"]["id"]
    table = server.house.cache.tables[id]
    table.refuse([], Exception("other rules"))
    assert isinstance(table.misfit, Refused)
    page = seen(visit, anna, f"/t/{id}?lang=ru", quiet="409")
    expect(page.locator("main")).to_contain_text("заморожена")
    expect(page.locator("a[download]")).to_have_attribute("href", f"/api/tables/{id}/record")
    page.on("dialog", lambda dialog: dialog.accept())
    page.locator("#call-off").click()
    page.wait_for_url("**/")
    assert table.status == "closed"
