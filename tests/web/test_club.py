"""The club in a browser, on PostgreSQL, as other pages are tried on SQLite; the variable DATABASE turns that round:
a tournament, passkeys, a seat handed over, and the page of those who keep order."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.server.conftest import Person, Running, running, wait
from tests.server.test_order import keeper
from tests.server.tournaments.test_run import play_to_end, show
from tests.web.conftest import PHONE, Visitor, decide, new_database, until
from tests.web.test_me import register

Visit = Callable[..., Visitor]


@pytest.fixture(scope="module")
def server(request: pytest.FixtureRequest) -> Iterator[Running]:
    with running(new_database(request, "postgresql")) as started:
        httpx.get(f"{started.url}/tables", timeout=120)  # the first page loads every game
        yield started


def come(visit: Visit, person: Person, **more: object) -> Visitor:
    """The browser of somebody whom the API knows already."""
    visitor = visit(**more)
    cookies = [{"name": k, "value": v, "url": visitor.base} for k, v in person.cookies.items()]
    visitor.context.add_cookies(cookies)  # type: ignore[arg-type]
    return visitor


def look_again(page: Page) -> None:
    """What an open page does by itself from time to time, and when one of my tables changes."""
    page.evaluate("document.dispatchEvent(new Event('my-tables'))")


def id_of(page: Page) -> str:
    return page.url.partition("?")[0].rpartition("/")[2]


def test_a_tournament_from_the_announcement_to_its_winner(visit: Visit, server: Running) -> None:
    anna, boris = server.member("Anna Cup"), server.member("Boris Cup")
    host, guest = come(visit, anna), come(visit, boris, **PHONE)
    page = host.go("/tournaments")
    page.locator("#c-name").fill("Friday night")
    page.locator("#c-game").select_option("pebbles")
    page.locator("#c-form").select_option("knockout")
    expect(page.locator("#c-rounds")).to_be_hidden()
    page.locator("#c-form").select_option("swiss")
    page.locator("#c-rounds").fill("1")
    page.locator("#cup-form .primary").click()
    page.wait_for_url("**/tournaments/*")
    cup = id_of(page)
    host.quiet = ["409"]
    page.locator('[data-do="start"]').click()
    expect(page.locator(".toast").last).to_contain_text("two")
    page.locator('[data-do="enter"]').click()
    expect(page.locator('[data-do="withdraw"]')).to_be_visible()
    other = guest.go("/tournaments")
    other.locator(".cup", has_text="Friday night").tap()
    other.locator('[data-do="enter"]').tap()
    expect(other.locator(".cup-names li")).to_have_count(2)
    look_again(page)
    expect(page.locator(".cup-names li")).to_have_count(2)
    page.locator('[data-do="start"]').click()
    expect(page.locator(".cup-rounds .on")).to_contain_text("Round 1")
    page.get_by_role("link", name="To the table").click()
    page.locator("#board svg.b").wait_for(state="attached")
    host.go(f"/tournaments/{cup}")
    play_rounds(cup, anna, boris)
    for seen in (page, other):
        expect(seen.locator(".verdict.good")).to_contain_text("has won")
        expect(seen.locator(".standing tbody tr")).to_have_count(2)
    expect(page.locator(".cup-seats")).to_contain_text("place 1")


def play_rounds(cup: str, *people: Person) -> None:
    """Round after round over the API. No page of theirs is at a table meanwhile: it would ask about a position that the
    API has gone on from, and the browser notes each refusal as a fault."""

    def over() -> bool:
        now = show(people[0], cup)
        for board in now["rounds"][now["round"] - 1]["boards"]:
            if board["status"] == "playing":
                play_to_end(board["table"], *people)
        return bool(now["status"] == "over")

    wait(over)


@pytest.mark.parametrize(("form", "rounds"), [("knockout", ["Final"]), ("robin", ["Round 1", "Round 2", "Round 3"])])
def test_other_forms_of_tournament_go_to_their_end(form: str, rounds: list[str], visit: Visit, server: Running) -> None:
    """Two people, in a round robin with a bot; their pages follow by themselves."""
    anna, boris = server.member(f"Anna {form}"), server.member(f"Boris {form}")
    host, guest = come(visit, anna), come(visit, boris)
    page = host.go("/tournaments")
    page.locator("#c-name").fill(f"A {form}")
    page.locator("#c-game").select_option("pebbles")
    page.locator("#c-form").select_option(form)
    page.locator("#cup-form .primary").click()
    page.wait_for_url("**/tournaments/*")
    cup = id_of(page)
    names = page.locator(".cup-names li")
    page.locator('[data-do="enter"]').click()
    expect(names).to_have_count(1)
    if form == "robin":
        page.locator("#bots-form select").select_option(index=0)
        page.locator("#bots-form button").click()
        expect(names).to_have_count(2)
    other = guest.go(f"/tournaments/{cup}")
    other.locator('[data-do="enter"]').click()
    expect(other.locator('[data-do="withdraw"]')).to_be_visible()
    many = names.count() + 1
    look_again(page)
    expect(names).to_have_count(many)
    page.locator('[data-do="start"]').click()
    for seen in (page, other):
        expect(seen.locator(".cup-rounds .on")).to_have_count(1)
        expect(seen.locator(".cup-rounds li b")).to_have_text(rounds)
    play_rounds(cup, anna, boris)
    for seen in (page, other):
        expect(seen.locator(".verdict.good")).to_contain_text("has won")
        expect(seen.locator(".standing tbody tr")).to_have_count(many)
        expect(seen.locator(".cup-rounds .ok")).to_have_count(len(rounds))


def test_a_passkey_is_made_and_opens_the_door(visit: Visit, server: Running) -> None:
    """A device that Chromium imitates; a passkey needs a name, an address of numbers will not do."""
    visitor = visit(base=server.url.replace("127.0.0.1", "localhost"))
    page = visitor.go("/me")
    name = register(page)
    device = visitor.context.new_cdp_session(page)
    device.send("WebAuthn.enable")
    able = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    device.send("WebAuthn.addVirtualAuthenticator", {"options": able | {"isUserVerified": True}})
    page.locator("#passkey-form button").click()
    expect(page.locator("#passkeys li")).to_have_count(1)
    log_in_with_it(visitor)
    expect(page.locator("#logout")).to_be_visible()
    expect(page.locator("#name-form input")).to_have_value(name)
    page.locator("#passkeys li button").click()
    expect(page.locator("#passkeys li")).to_have_count(0)
    visitor.quiet = ["401"]
    log_in_with_it(visitor)
    expect(page.locator("#account-form + .said")).to_contain_text("passkey")


def log_in_with_it(visitor: Visitor) -> None:
    visitor.page.locator("#logout").click()
    visitor.page.wait_for_url(visitor.base + "/")
    visitor.go("/me").locator("#passkey-login").click()


def test_a_seat_is_handed_over_and_somebody_plays_on(visit: Visit, server: Running) -> None:
    anna, boris, carl = (server.member(f"{name} Seat") for name in ("Anna", "Boris", "Carl"))
    new = anna.table(rated=False, stand_in="random", players=["me", "open"], visibility="open")
    id = new["table"]["id"]
    boris.ok("POST", f"/api/tables/{id}/join", {})
    anna.ok("POST", f"/api/tables/{id}/start", {})
    leaving, coming = come(visit, boris), come(visit, carl)
    page = leaving.go(f"/t/{id}")
    page.on("dialog", lambda dialog: dialog.accept())
    page.locator("#menu-open").click()
    page.locator("#hand-over").click()
    other = coming.go("/tables")
    other.locator(f'a[href="/t/{id}"]').first.click()
    other.get_by_role("button", name="Play on from here").click()
    expect(other.get_by_role("button", name="Play on from here")).to_be_hidden()
    expect(other.locator(".seat", has_text="Carl Seat")).to_be_visible()
    expect(page.locator(".seat", has_text="Carl Seat")).to_be_visible()

    def move() -> None:
        if anna.see(id)["state"]["actions"]:
            anna.move(id)

    until(other, lambda: other.locator("#act.mine").count(), move, "the turn")
    assert decide(other)


def test_order_is_kept_with_a_few_clicks(visit: Visit, server: Running) -> None:
    ada, dora, boris = (
        keeper(server, "Ada Order", admin=True),
        server.member("Dora Order"),
        server.member("Boris Order"),
    )
    page = come(visit, boris).go(f"/players/user:{dora.id}")
    page.locator("[data-report]").click()
    page.locator("dialog[open] textarea").fill("Calls me names")
    page.locator("dialog[open] .primary").click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    page = come(visit, ada).go("/house")
    report = page.locator("#reports li", has_text="Calls me names")
    report.get_by_role("link", name="The person").click()
    row = page.locator("#people li", has_text="Dora Order")
    expect(page.locator("#people li")).to_have_count(1)
    for deed, undo, note in (("silence", "Unmute", "Muted"), ("ban", "Lift the ban", "Banned")):
        row.locator(f'[data-act="{deed}"]').click()
        page.locator("#term-days").fill("3")
        page.locator("#term-why").fill("manners")
        page.locator('#term [value="yes"]').click()
        expect(row.get_by_role("button", name=undo)).to_be_visible()
        expect(page.locator("#audit li").first).to_contain_text(f"{note}: Dora Order")
        expect(page.locator("#audit li").first).to_contain_text("3 days")
        row.get_by_role("button", name=undo).click()
        expect(row.get_by_role("button", name=undo)).to_have_count(0)
    row.locator("select").select_option("moderator")
    expect(row.locator("small")).to_contain_text("moderator")
    page.locator('#net-form [name="net"]').fill("203.0.113.0/24")
    page.locator("#net-form button").click()
    shut = page.locator("#nets li", has_text="203.0.113.0/24")
    shut.get_by_role("button").click()
    expect(shut).to_have_count(0)
    page.locator("#reports li", has_text="Calls me names").get_by_role("button", name="Done").click()
    expect(page.locator("#reports li", has_text="Calls me names")).to_have_count(0)
    table = boris.table(visibility="open")["table"]["id"]
    page.reload()
    page.locator("#tables li", has=page.locator(f'a[href="/t/{table}"]')).get_by_role("button").click()
    expect(page.locator("#audit li").first).to_contain_text("Table closed")
    assert boris.see(table)["table"]["status"] == "closed"
    own = page.goto(f"{server.url}/house?q={ada.id}")
    assert own
    expect(page.locator("#people li button")).to_have_count(0)


def test_two_find_each_other_become_friends_and_play_again(visit: Visit, server: Running) -> None:
    anna, boris = server.member("Anna Pair"), server.member("Boris Pair")
    one, two = come(visit, anna), come(visit, boris)
    one.quiet = two.quiet = ["409", "422"]  # a page asks about a position from which the API has moved on
    tables: list[str] = []
    for page in (one.go("/tables"), two.go("/tables")):
        page.locator("#pairing summary").click()
        page.locator("#pair-game").select_option("pebbles")
        page.locator("#pair-clock").select_option("day3")
        expect(page.locator("#pair-wait")).to_contain_text("Nobody" if not tables else "1")
        page.locator("#pair-form .primary").click()
        page.wait_for_url("**/t/*")
        tables.append(id_of(page))
    assert tables[0] == tables[1]
    one.page.locator("#board svg.b").wait_for(state="attached")
    play_to_end(tables[0], anna, boris)
    page = one.go("/people")
    page.locator("li", has_text="Boris Pair").get_by_role("button", name="Add as friend").click()
    expect(page.locator("li", has_text="Boris Pair").first).to_contain_text("request sent")
    other = two.go("/people")
    other.get_by_role("button", name="Accept").click()
    expect(other.locator("li", has_text="Anna Pair").get_by_role("link", name="Play together").first).to_be_visible()
    page.reload()
    page.locator("li", has_text="Boris Pair").get_by_role("link", name="Play together").first.click()
    page.locator("#begin").click()
    page.wait_for_url("**/t/*")
    again = id_of(page)
    other = two.go("/tables")
    other.locator(f'a[href^="/t/{again}"]').first.click()
    other.get_by_role("button", name="Sit down").click()
    other.wait_for_url(f"**/t/{again}")
    other.locator("#board svg.b").wait_for(state="attached")
    expect(page.locator("body")).to_contain_text("Boris Pair")
    other = two.go(f"/players/user:{anna.id}")
    expect(other.locator("#against")).to_contain_text(":")
    expect(other.locator(".standing").first).to_be_visible()


def test_a_click_on_a_game_finds_who_waits_for_it(visit: Visit, server: Running) -> None:
    one, two = come(visit, server.member("Anna Quick")), come(visit, server.member("Boris Quick"), **PHONE)
    page = one.go("/tables")
    card = page.locator('.pair[data-game="pebbles"]')
    card.locator('[data-clock="live30"]').click()
    page.wait_for_url("**/t/*")
    room = id_of(page)
    page.locator("#room-talk input").fill("I am here")
    page.locator("#room-talk input").press("Enter")
    expect(page.locator("#room-talk .chat")).to_contain_text("I am here")
    looking = visit().go(f"/t/{room}")  # somebody who only looks on
    expect(looking.locator("#room-talk .chat")).to_contain_text("I am here")
    looking.locator("#room-talk input").fill("Good luck")
    looking.locator("#room-talk input").press("Enter")
    expect(page.locator("#room-talk .chat")).to_contain_text("Good luck")
    other = two.go("/tables")
    card = other.locator('.pair[data-game="pebbles"]')
    expect(card.locator("small")).to_contain_text("1 person is waiting")
    card.locator('[data-clock="live30"]').tap()
    other.wait_for_url(f"**/t/{room}")
    expect(page.locator("#board svg.b")).to_be_visible()
    page.locator("#tab-chat").click()
    expect(page.locator(".talk #chat")).to_contain_text("Good luck")


def test_the_room_says_how_well_they_play_and_what_a_place_brings(visit: Visit, server: Running) -> None:
    anna, boris, carl = (server.member(f"{name} Stakes") for name in ("Anna", "Boris", "Carl"))
    table = anna.table(players=["me", "open"], visibility="open")["table"]["id"]
    boris.ok("POST", f"/api/tables/{table}/join", {})
    anna.ok("POST", f"/api/tables/{table}/start", {})
    play_to_end(table, anna, boris)
    room = anna.table(players=["me", "open"], visibility="open")["table"]["id"]
    rating = anna.ok("GET", f"/api/tables/{room}/stakes")["mine"]
    page = come(visit, carl).go("/tables")
    row = page.locator(f'a[href="/t/{room}"]')
    expect(row).to_contain_text(f"hosted by Anna Stakes · {rating}")
    row.click()
    expect(page.locator("#room-seats li").first).to_contain_text(str(rating))
    expect(page.locator("#room-stakes .stake")).to_have_count(2)
    expect(page.locator("#room-stakes .stake").first).to_contain_text("+")
    expect(page.locator("#room-stakes .stake").last).to_contain_text("−")


def test_a_host_calls_a_friend_with_one_click(visit: Visit, server: Running) -> None:
    host, friend = server.member("Hanna Host"), server.member("Fred Friend")
    for one, other in ((host, friend), (friend, host)):
        one.ok("PUT", f"/api/me/people/{other.id}/friend")
    room = host.table(players=["me", "open"])["table"]["id"]
    page = come(visit, host).go(f"/t/{room}")
    page.locator("#invite-people .btn", has_text="Fred Friend").click()
    expect(page.locator("#room-seats li").nth(1)).to_contain_text("Fred Friend")
    expect(page.locator("#room-seats li").nth(1)).to_contain_text("seat kept")
    expect(page.locator("#invite-people")).to_be_hidden()  # no seat is free any more


def test_a_date_stays_in_its_field(visit: Visit, server: Running) -> None:
    page = come(visit, server.member("Dora Date")).go("/tournaments")
    wide = "(e) => e.getBoundingClientRect().right"
    field = page.locator("#cup-form .field", has=page.locator("#c-starts"))
    assert page.locator("#c-starts").evaluate(wide) <= field.evaluate(wide)


def test_the_lobby_shows_what_one_looks_for(visit: Visit, server: Running) -> None:
    host = server.member("Hedda")
    days = {"kind": "correspondence", "seconds": 259200}
    slow = host.table(players=["me", "open"], visibility="open", clock=days)["table"]["id"]
    free = host.table(players=["me", "open"], visibility="open")["table"]["id"]
    page = visit().go("/tables")
    for wish, there, gone in (("correspondence", slow, free), ("none", free, slow)):
        page.locator(f'#filters a[href$="clock={wish}"]').click()
        expect(page.locator(f'a[href="/t/{there}"]')).to_have_count(1)
        expect(page.locator(f'a[href="/t/{gone}"]')).to_have_count(0)
    expect(page.locator("#filters [aria-current]").filter(has_text="No clock")).to_have_count(1)
    page.locator("#filters a", has_text="Any clock").click()
    expect(page.locator(f'a[href="/t/{slow}"], a[href="/t/{free}"]')).to_have_count(2)
