"""A club over the weeks, in several browsers, on PostgreSQL: a league, an evening that was agreed on, statistics, and
what is left of somebody who goes. DATABASE=sqlite tries the same there."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from time import time

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import update

from ludoteka.server.schema import notices, tables
from tests.server.conftest import Person, Running, running, wait
from tests.server.test_club import tie, with_mail
from tests.server.test_letters import links
from tests.server.test_notices import to_boris
from tests.server.tournaments.test_run import play_to_end, reaches
from tests.web.conftest import PHONE, new_database, until
from tests.web.test_club import Visit, come, id_of, look_again


@pytest.fixture(scope="module")
def server(request: pytest.FixtureRequest) -> Iterator[Running]:
    """A house with mail."""
    address = new_database(request, "postgresql")
    with running(address, smtp_host="mail.test", smtp_from="a@b.cc", public_url="http://play.test") as started:
        started.house.notices.send_mail = started.box.append
        yield started


def division(page: Page, number: int) -> list[str]:
    """Who stands in it, the first first."""
    panel = page.locator(".panel", has=page.get_by_role("heading", name=f"Division {number}"))
    expect(panel.locator("tbody tr")).to_have_count(2)
    return panel.locator("tbody th a").all_inner_texts()


def give_up(table: str, loser: Person, winner: Person) -> None:
    """After a move of one's own: whoever makes none counts as absent."""

    def moved() -> bool:
        for person in (winner, loser):
            if person.see(table)["state"]["actions"]:
                person.move(table)
                return person is loser
        return False

    wait(moved)
    loser.ok("POST", f"/api/tables/{table}/leave")


def test_a_league_goes_up_and_down(visit: Visit, server: Running) -> None:
    """Four play a season in two divisions; the best below and the last above change places for the next one."""
    people = {name: server.member(name) for name in ("Anna League", "Boris League", "Carl League", "Dora League")}
    anna, boris = list(people.values())[:2]
    page, other = come(visit, anna).go("/tournaments"), come(visit, boris, **PHONE).go("/tournaments")
    page.locator("#c-name").fill("Winter league")
    page.locator("#c-game").select_option("pebbles")
    page.locator("#c-form").select_option("league")
    page.locator("#c-group").fill("2")
    page.locator("#c-seasons").fill("2")
    page.locator("#c-most").fill("4")
    page.locator("#cup-form .primary").click()
    page.wait_for_url("**/tournaments/*")
    first = id_of(page)
    for person in people.values():
        if person is not boris:
            person.ok("POST", f"/api/tournaments/{first}/enter")
    other.reload()
    other.locator(".cup", has_text="Winter league").tap()
    other.locator('[data-do="enter"]').tap()  # the last one: it begins by itself
    cup = reaches(anna, first, "playing")
    entered = [people[e["name"]] for e in cup["entries"]]
    for board in cup["rounds"][0]["boards"]:
        give_up(board["table"], *(entered[n] for n in sorted(board["seats"])))
    reaches(anna, first, "over")
    page = come(visit, anna).go(f"/tournaments/{first}")  # afresh: the open one may be reading itself anew just now
    above, below = division(page, 1), division(page, 2)
    page.get_by_role("link", name="Season 2").click()
    expect(page.locator(".cup-names li")).to_have_count(4)
    page.locator('[data-do="start"]').click()
    assert sorted(division(page, 1)) == sorted([above[0], below[0]])
    assert sorted(division(page, 2)) == sorted([above[1], below[1]])
    look_again(other)
    other.get_by_role("link", name="Season 2").tap()
    assert sorted(division(other, 1)) == sorted([above[0], below[0]])


def test_a_table_for_another_evening(visit: Visit, server: Running) -> None:
    """Opened with a time, found in the lobby, told an hour before, and then it begins on both screens."""
    anna, boris = server.member("Anna Evening"), server.member("Boris Evening")
    with_mail(server, boris, "boris@example.org")
    host, guest = come(visit, anna, timezone_id="Europe/Berlin"), come(visit, boris, timezone_id="Asia/Tokyo")
    page = host.go("/new")
    page.locator('[name="game"][value="pebbles"]').check(force=True)
    page.locator("#player-1").select_option("open")
    page.locator("summary", has_text="Clock, visibility").click()
    page.locator("#visibility").select_option("open")
    day = datetime.now() + timedelta(days=20)
    page.locator("#begins").fill(f"{day:%Y-%m-%d}T20:30")
    page.locator("#begin").click()
    page.wait_for_url("**/t/*")
    id = id_of(page)
    expect(page.locator("#room-acts")).to_contain_text(re.compile(r"8:30\sPM"))
    other = guest.go("/tables")
    table = other.locator(f'a[href="/t/{id}"]')
    expect(table).to_contain_text("begins in")
    table.click()
    expect(other.locator("#room-acts")).to_contain_text(re.compile(r"[34]:30\sAM"))  # by the clock in Tokyo
    with other.expect_navigation():  # the page is read anew once the seat is taken
        other.get_by_role("button", name="Sit down").click()
    expect(other.locator("#room-acts")).to_contain_text("reminded an hour before")
    store = server.house.store
    mine = update(notices).where(notices.c.table_id == id)
    server.run(store.execute(mine.values(due=time())))  # 19:30 has come
    wait(lambda: any("in an hour" in str(m["Subject"]) for m in server.box))
    told = next(m for m in server.box if "in an hour" in str(m["Subject"]))
    link = re.search(r"http://play\.test(\S+)", told.get_content())
    assert link
    guest.go(link[1])
    expect(other.locator("#room-acts")).to_contain_text("Begins on")
    server.run(store.execute(update(tables).where(tables.c.id == id).values(next_at=time())))  # and now 20:30
    for seen in (page, other):
        seen.locator("#board svg.b").wait_for(state="attached")


def test_a_turn_is_answered_from_the_mail(visit: Visit, server: Running) -> None:
    """The link asks once more and then moves; a browser that nobody is logged in to only says so."""
    server.house.notices.delay = 0.0
    anna, boris = server.member("Anna Letter"), server.member("Boris Letter")
    with_mail(server, boris, "letter@example.org")
    id = anna.table(rated=False)["table"]["id"]
    boris.ok("POST", f"/api/tables/{id}/join", {})
    anna.ok("POST", f"/api/tables/{id}/start", {})
    for _ in range(100):
        to_boris(anna, boris, id)
        if 1 < len(boris.see(id)["state"]["actions"]) <= 6:
            break
        boris.move(id)
    found: list[str] = []

    def letter() -> bool:
        """The one about this moment: earlier questions may have been short, too."""
        for mail in server.box:
            words = mail.get_body(("plain",))
            for code, number in links(words.get_content() if words else "")[:1]:
                if boris.post("/api/answers/look", json={"code": code}).status_code == 200:
                    found.append(f"/answer#{code}.{number}")
        return bool(found)

    wait(letter)
    n = boris.see(id)["state"]["n"]
    expect(visit().go(found[0]).locator("main")).to_contain_text("Log in")
    mine = come(visit, boris, **PHONE)
    page = mine.go(found[0])
    expect(page.locator("#answer-title")).to_have_text("Pebbles")
    assert boris.see(id)["state"]["n"] == n, "following the link moves nothing"
    page.locator("#answer-choices .primary").tap()
    page.wait_for_url(f"**/t/{id}")
    page.locator("#board svg.b").wait_for(state="attached")
    assert boris.see(id)["state"]["n"] > n
    mine.quiet = ["410"]
    expect(mine.go(found[0]).locator("#answer-problem")).to_be_visible()  # it counts once


def test_whom_one_does_not_want_to_meet(visit: Visit, server: Running) -> None:
    """Their words are hidden, and once they are blocked they can neither invite nor be paired."""
    anna, boris = server.member("Anna Apart"), server.member("Boris Apart")
    id = anna.table(visibility="open")["table"]["id"]
    boris.ok("POST", f"/api/tables/{id}/join", {})
    anna.ok("POST", f"/api/tables/{id}/start", {})
    boris.ok("POST", f"/api/tables/{id}/chat", {"text": "so slow"})
    hers, his = come(visit, anna), come(visit, boris)
    page = hers.go(f"/t/{id}")
    page.locator("#tab-chat").click()
    page.locator(".chat .speaker").click()
    page.locator("dialog[open]").get_by_role("button", name="Hide their messages").click()
    expect(page.locator(".chat li", has_text="so slow")).to_be_hidden()
    page = hers.go(f"/players/user:{boris.id}")
    page.get_by_role("button", name="Block", exact=True).click()
    expect(page.get_by_role("button", name="Unblock")).to_be_visible()
    his.quiet = ["403"]
    other = his.go(f"/new?with={anna.id}")
    other.locator('[name="game"][value="pebbles"]').check(force=True)
    other.locator("#begin").click()
    expect(other.locator(".toast").last).to_contain_text("cannot be invited")
    tables_of = []
    for person in (hers, his):
        page = person.go("/tables")
        page.locator("#pairing summary").click()
        page.locator("#pair-game").select_option("pebbles")
        page.locator("#pair-form .primary").click()
        page.wait_for_url("**/t/*")
        tables_of.append(id_of(page))
    assert tables_of[0] != tables_of[1]


def test_statistics_are_filtered_and_taken_along(visit: Visit, server: Running) -> None:
    """The shipped league and a match that was played here: what the page tells, the file tells too."""
    anna = server.member("Anna Count")
    table = anna.table(seats=3, players=["me", "bot:random", "bot:random"], rated=False, start=True)["table"]["id"]
    play_to_end(table, anna)
    page = come(visit, anna).go("/statistics/pebbles?players=3")
    here = page.locator("main", has_text="1 match")
    until(page, here.count, page.reload, "the count of the match")
    expect(page.locator(".counted").first.locator("tbody tr")).to_have_count(3)
    page = visit(**PHONE).go("/statistics/pebbles")
    page.get_by_role("link", name="Terra Mystica").tap()
    page.locator("#f-source").select_option("league")
    page.locator("#f-players").select_option("4")
    page.locator(".filters .primary").tap()
    expect(page.locator("#f-players")).to_have_value("4")
    faction = page.locator("h2:text-is('Faction') + .scroll tbody tr").first
    title, n = faction.locator("th").inner_text(), faction.locator("td").first.inner_text()
    with page.expect_download() as file:
        page.get_by_role("link", name="CSV").tap()
    rows = list(csv.DictReader(file.value.path().read_text("utf-8").splitlines()))
    line = next(r for r in rows if r["kind"] == "faction" and r["title"] == title)
    assert line["n"] == n
    assert f"{100 * float(line['low']):.0f}" in faction.inner_text()
    assert {r["value"] for r in rows if r["kind"] == "seat"} == {"1", "2", "3", "4"}
    assert any(r["kind"] == "opening" for r in rows)
    page.locator("#f-source").select_option("here")
    page.locator(".filters .primary").tap()
    expect(page.locator(".empty-note")).to_be_visible()


def test_somebody_takes_everything_along_and_goes(visit: Visit, server: Running) -> None:
    """The file holds what they did, and nothing of others; afterwards no page shows their name."""
    zoe, boris = server.member("Zoe Leaving"), server.member("Boris Staying")
    tie(zoe, boris, "friend")
    id = zoe.table(rated=False)["table"]["id"]
    boris.ok("POST", f"/api/tables/{id}/join", {})
    zoe.ok("POST", f"/api/tables/{id}/start", {})
    zoe.ok("POST", f"/api/tables/{id}/chat", {"text": "my own words"})
    boris.ok("POST", f"/api/tables/{id}/chat", {"text": "words of another"})
    play_to_end(id, zoe, boris)
    page, other = come(visit, zoe).go("/me"), come(visit, boris).go(f"/t/{id}")
    expect(other.locator("body")).to_contain_text("Zoe Leaving")
    with page.expect_download() as file:
        page.locator('a[href="/api/me/export"]').click()
    text = file.value.path().read_text("utf-8")
    found = json.loads(text)
    assert [m["text"] for m in found["messages"] if m["text"]] == ["my own words"]
    assert (found["moves"], found["results"]) != ([], [])
    assert [p["other_id"] for p in found["people"]] == [boris.id]
    assert "words of another" not in text
    assert "argon2" not in text
    page.locator("summary", has_text="Delete me").click()
    page.locator("#delete-form input").fill("correct horse")
    page.locator("#delete-form button").click()
    page.wait_for_url("**/")
    for path in (f"/t/{id}", f"/r/{id}", "/tables", "/people", f"/players/user:{boris.id}"):
        other.goto(server.url + path)
        expect(other.locator("body")).not_to_contain_text("Zoe Leaving")
    expect(other.locator("body")).to_contain_text("Former player")
