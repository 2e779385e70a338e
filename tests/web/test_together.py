"""People at a table: before the match, on one device, and after it."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.server.conftest import Person, Running
from tests.web.conftest import Visitor, until

Visit = Callable[..., Visitor]


def enter(visitor: Visitor, person: Person, path: str) -> None:
    visitor.context.add_cookies([{"name": k, "value": v, "url": visitor.base} for k, v in person.cookies.items()])
    visitor.go(path)


def test_a_room_says_what_people_agree_to(visit: Visit, server: Running) -> None:
    """Clock, map and rating; a guest gives a name; a private table shows its invitation; the host removes a guest."""
    host, guest = server.person("Ann"), server.person("")
    clock = {"kind": "correspondence", "seconds": 259200}
    made = host.table(
        game="terra_mystica", seats=2, players=["me", "open"], visibility="private", options={"map": "fjords"},
        clock=clock,
    )["table"]  # fmt: skip
    hers, his = visit(), visit()
    enter(hers, host, f"/t/{made['id']}")
    expect(hers.page.locator("#invite")).to_be_visible()
    for words in ("3 days per turn", "Fjords", "unrated"):
        expect(hers.page.locator("#room-terms")).to_contain_text(words)
    enter(his, guest, f"/t/{made['id']}?code={made['code']}")
    his.page.locator("#room-called").fill("Boris")
    his.page.locator("#room-acts .btn").click()
    expect(hers.page.locator("#room-seats")).to_contain_text("Boris")
    expect(his.page.locator("#room-name")).to_be_hidden()
    hers.page.locator("[data-remove]").click()
    expect(hers.page.locator("#room-seats")).to_contain_text("free seat")
    assert "Boris was asked to leave the table." in [line["text"] for line in host.see(made["id"])["chat"]]
    his.quiet.append("404")  # without the invitation the table is no longer his


def test_several_players_share_a_device(visit: Visit, server: Running) -> None:
    """Each has a name; a curtain falls before the hand of another is shown."""
    person = server.person("Ann")
    made = person.table(seats=2, players=["me", "me:Boris"], start=True, rated=False)["table"]
    assert [s["name"] for s in made["seats"]] == ["Ann", "Boris"]
    visitor = visit()
    enter(visitor, person, f"/t/{made['id']}")
    page, curtain = visitor.page, visitor.page.locator("#curtain")
    expect(curtain).to_contain_text("Hand the device to Ann.")
    page.locator("#draw-curtain").click()
    expect(curtain).to_be_hidden()
    expect(page.locator("#act.mine")).to_be_visible()
    seen = person.see(made["id"])["state"]
    person.move(made["id"], seen["actions"][0]["text"], seen["n"])
    expect(curtain).to_contain_text("Hand the device to Boris.")
    expect(page.locator("#under .mat:visible, #mine .mat:visible", has_text="Your hand")).to_have_count(0)
    page.locator("#draw-curtain").click()
    expect(page.locator("#act.mine")).to_be_visible()


def test_a_curtain_hides_the_points_and_nothing_moves(visit: Visit, server: Running) -> None:
    """Behind it the board, the seats and what is open to all stand where they stood."""
    person = server.person("Ann")
    made = person.table(game="tigris_euphrates", seats=2, players=["me", "me:Boris"], start=True, rated=False)["table"]
    visitor = visit()
    enter(visitor, person, f"/t/{made['id']}")
    page = visitor.page
    expect(page.locator("#curtain .sig use")).to_have_count(2)  # the shape of the seat and its sign
    points = page.locator("#rail .res[aria-label*='amulet']")
    expect(page.locator("#under .mat")).to_have_count(1)
    assert points.count() == 0

    def places() -> list[object]:
        return [page.locator(part).bounding_box() for part in ("#rail", "#board", ".talk")]

    behind = places()
    page.locator("#draw-curtain").click()
    expect(points).to_have_count(1)
    expect(page.locator("#under .mat")).to_have_count(2)
    assert places() == behind


def test_behind_a_curtain_neither_log_nor_cards_tell_what_is_hidden(visit: Visit, server: Running) -> None:
    person = server.person("Ann")
    made = person.table(game="tigris_euphrates", seats=2, players=["me", "me:Boris"], start=True, rated=False)["table"]
    visitor = visit()
    enter(visitor, person, f"/t/{made['id']}")
    page = visitor.page
    drawn = page.locator("#log li", has_text=re.compile("draws a (?!tile)|: [0-9]* ?(temple|farm|market|settlement)"))
    first = person.see(made["id"])["state"]["to_move"]
    for turn in range(3):
        name = ("Ann", "Boris")[(first + turn) % 2]
        expect(page.locator("#curtain")).to_contain_text(f"Hand the device to {name}.")
        expect(page.locator("#curtain p", has_text=" on ")).to_have_count(2 if turn else 0)  # what the other did
        expect(drawn).to_have_count(0)
        page.locator("#rail .seat").first.hover()
        page.wait_for_timeout(700)
        expect(page.locator("#card")).to_be_hidden()
        page.locator("#draw-curtain").click()
        expect(page.locator("#act.mine")).to_be_visible()
        expect(drawn.first).to_be_attached()
        for _ in range(2):  # tiles, and others are drawn for them
            seen = person.see(made["id"])["state"]
            put = next(a["text"] for a in seen["actions"] if a["text"].startswith("tile"))
            person.move(made["id"], put, seen["n"])


def test_watchers_talk_and_a_rematch_is_told(visit: Visit, server: Running) -> None:
    host, other, stranger = server.person("Ann"), server.person("Boris"), server.person("Chen")
    made = host.table(seats=2, players=["me", "open"], visibility="link")["table"]
    id, code = made["id"], made["code"]
    other.ok("POST", f"/api/tables/{id}/join", {"code": code})
    host.ok("POST", f"/api/tables/{id}/start", {})
    watcher, his = visit(), visit()
    enter(watcher, stranger, f"/t/{id}?code={code}")
    watcher.page.locator("#tab-chat").click()
    watcher.page.locator("#chat input").fill("Good luck!")
    watcher.page.keyboard.press("Enter")
    until(watcher.page, lambda: any(c["text"] == "Good luck!" for c in host.see(id)["chat"]), what="the word")
    host.ok("POST", f"/api/tables/{id}/leave", {})
    enter(his, other, f"/t/{id}")
    expect(his.page.locator("#rematch")).to_have_text("Rematch")
    host.ok("POST", f"/api/tables/{id}/rematch", {})
    expect(his.page.locator("#toasts")).to_contain_text("A rematch is set up")
    expect(his.page.locator("#rematch")).to_have_text("To the rematch")
