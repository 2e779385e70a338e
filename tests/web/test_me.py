"""Settings that reach beyond this browser: notices, password, vacation, sessions, tokens; each says what came of it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from email.message import EmailMessage
from uuid import uuid4

import pytest
from playwright.sync_api import Browser, Page, expect
from sqlalchemy import select

from ludoteka.server.schema import pushes
from tests.server.conftest import Person, Running, running, wait
from tests.server.test_notices import receiver
from tests.server.test_push import push_service
from tests.web.conftest import PHONE, Visitor, new_database, until

__all__ = ["receiver"]


@pytest.fixture
def posted() -> list[EmailMessage]:
    return []


@pytest.fixture
def mailing(request: pytest.FixtureRequest, posted: list[EmailMessage]) -> Iterator[Running]:
    """A server that sends mail, into a list, and calls webhooks on this machine."""
    with running(new_database(request), smtp_host="localhost", hooks_to_private=True) as server:
        server.house.notices.send_mail = posted.append
        yield server


@pytest.fixture
def visitor(browser: Browser, mailing: Running) -> Iterator[Visitor]:
    visitor = Visitor(browser, mailing.url, timezone_id="Europe/Moscow", **PHONE)
    visitor.quiet = ["422", "401", "409"]
    yield visitor
    visitor.end()


def register(page: Page) -> str:
    name = f"Ann {uuid4().hex[:6]}"
    page.locator("#acc-name").fill(name)
    page.locator("#acc-password").fill("long enough")
    page.locator('#account-form [value="register"]').click()
    expect(page.locator("#logout")).to_be_visible()
    return name


def said(page: Page, form: str) -> str:
    """What stands under a form."""
    box = page.locator(f"{form} + .said:visible").first
    box.wait_for()
    return box.inner_text().strip()


def test_an_address_is_proved_and_notices_are_chosen(
    visitor: Visitor, posted: list[EmailMessage], receiver: tuple[str, list[bytes]]
) -> None:
    page = visitor.go("/me")
    assert not page.locator("#notices").count(), "for whoever is known"
    register(page)
    page.locator("#notify-test").click()
    assert "first" in said(page, "#notify-form"), "nothing is chosen yet"
    page.locator("#email-form [name=email]").fill("ann@example.org")
    page.locator("#email-form [name=password]").fill("long enough")
    page.locator("#email-form button").click()
    expect(page.locator("#code-form")).to_be_visible()
    assert "ann@example.org" in said(page, "#email-form")
    page.locator("#code-form input").fill("nonsense")
    page.locator("#code-form button").click()
    assert "not the right code" in said(page, "#code-form")
    code = re.search(r"\d{8}", posted[0].get_content())
    assert code
    page.locator("#code-form input").fill(code[0])
    page.locator("#code-form button").click()
    expect(page.locator("#code-form")).to_be_hidden()
    page.locator('[name="mail"]').check()
    url, got = receiver
    page.locator("#hook-kind").select_option("telegram")
    page.locator("#hook-url").fill(url)
    page.locator("#hook-chat").fill("42")
    page.locator('[name="quiet"]').check()
    page.locator("#quiet_from").fill("23:15")
    expect(page.locator("#zone")).to_have_value("Europe/Moscow")
    page.locator("#notify-form .primary").click()
    assert said(page, "#notify-form") == "Saved."
    page.locator("#notify-test").click()
    expect(page.locator("#notify-form + .said")).to_contain_text("arrived")
    assert b'"chat_id":"42"' in got[0].replace(b" ", b"")
    assert "test" in posted[-1]["Subject"]
    page.reload()
    expect(page.locator("#hook-chat")).to_have_value("42")
    expect(page.locator("#quiet_from")).to_have_value("23:15")
    expect(page.locator('[name="mail"]')).to_be_checked()
    page.locator("#hook-url").fill("https://no-such-host.invalid/")
    page.locator("#notify-form .primary").click()
    expect(page.locator("#notify-form + .said")).to_contain_text("cannot be found")


def test_sessions_and_tokens_are_seen_and_ended(visitor: Visitor, mailing: Running) -> None:
    page = visitor.go("/me")
    name = register(page)
    elsewhere = mailing.person(**{"user-agent": "Mozilla/5.0 (Android 14) Firefox/128.0"})
    elsewhere.ok("POST", "/api/login", {"name": name, "password": "long enough"})
    page.locator("#token-form input").fill("my bot")
    page.locator("#token").click()
    expect(page.locator("#token-shown code")).not_to_be_empty()
    token = page.locator("#token-shown code").inner_text()
    bot = Person(mailing.url, headers={"authorization": f"Bearer {token}"})
    assert bot.ok("GET", "/api/me")["name"] == name
    page.reload()
    rows = page.locator("#sessions li")
    expect(rows).to_have_count(3)
    expect(rows.filter(has_text="Firefox · Android")).to_have_count(1)
    rows.filter(has_text="my bot").get_by_role("button").click()
    expect(rows).to_have_count(2)
    assert bot.get("/api/me").status_code == 401
    bot.close()
    expect(rows.filter(has_text="this device").get_by_role("button")).to_have_count(0)
    page.locator("details summary", has_text="password").click()
    page.locator("#old-password").fill("wrong word")
    page.locator("#next-password").fill("another long one")
    page.locator("#password-form button").click()
    expect(page.locator("details ~ .said")).to_contain_text("wrong")
    page.locator("#old-password").fill("long enough")
    page.locator("#password-form button").click()
    expect(page.locator("details ~ .said")).to_contain_text("has been changed")
    expect(rows).to_have_count(1)
    assert elsewhere.ok("GET", "/api/me")["id"] is None


def test_a_vacation_begins_and_ends(visitor: Visitor) -> None:
    page = visitor.go("/me")
    register(page)
    page.locator('#away-form [name="count"]').fill("5")
    page.locator("#away-form button").click()
    expect(page.locator("#away-form .chip")).to_contain_text("until")
    page.locator("#away-form button").click()
    expect(page.locator('#away-form [name="count"]')).to_be_visible()
    expect(page.get_by_text("25 days left")).to_be_visible()


def test_an_account_takes_its_looks_along(visitor: Visitor, browser: Browser, mailing: Running) -> None:
    page = visitor.go("/me")
    name = register(page)
    page.locator("#set-theme").select_option("dark")
    page.locator("#set-sound").check()
    page.wait_for_timeout(300)
    other = Visitor(browser, mailing.url)
    there = other.go("/me")
    there.locator("#acc-name").fill(name)
    there.locator("#acc-password").fill("long enough")
    there.locator('#account-form [value="login"]').click()
    expect(there.locator("#logout")).to_be_visible()
    expect(there.locator("html")).to_have_attribute("data-theme", "dark")
    expect(there.locator("#set-sound")).to_be_checked()
    other.end()


def test_a_guests_address_is_proposed_to_the_account(visitor: Visitor, mailing: Running) -> None:
    mailing.member("Nadia Address")
    page = visitor.go("/me")
    page.locator("#name-form input").fill("Nadia here")
    page.locator("#name-form button").click()
    page.locator("#email-form [name=email]").fill("nadia@example.org")
    page.locator("#email-form button").click()
    expect(page.locator("#code-form")).to_be_visible()
    page.locator("#acc-name").fill("Nadia Address")
    page.locator("#acc-password").fill("correct horse")
    page.locator('#account-form [value="login"]').click()
    expect(page.locator("#logout")).to_be_visible()
    assert "as a guest" in said(page, "#email-form")
    expect(page.locator("#email-form [name=email]")).to_have_value("nadia@example.org")
    expect(page.locator("#code-form")).to_be_hidden()


def test_a_wrong_password_is_said_in_russian_where_one_looks(browser: Browser, mailing: Running) -> None:
    visitor = Visitor(browser, mailing.url, locale="ru-RU")
    visitor.quiet = ["401"]
    page = visitor.go("/me")
    page.locator("#acc-name").fill("Никто")
    page.locator("#acc-password").fill("неверный пароль")
    page.locator('#account-form [value="login"]').click()
    assert re.search("[а-я]{4}", said(page, "#account-form"))
    visitor.end()


def test_a_forgotten_password_and_the_end(visitor: Visitor, posted: list[EmailMessage], mailing: Running) -> None:
    page = visitor.go("/me")
    name = register(page)
    page.locator("#email-form [name=email]").fill("eva@example.org")
    page.locator("#email-form [name=password]").fill("long enough")
    page.locator("#email-form button").click()
    expect(page.locator("#code-form")).to_be_visible()
    code = re.search(r"\d{8}", posted[-1].get_content())
    assert code
    page.locator("#code-form input").fill(code[0])
    page.locator("#code-form button").click()
    expect(page.locator("#code-form")).to_be_hidden()
    page.locator("#logout").click()
    page.wait_for_url("**/")
    visitor.go("/me").locator('a[href="/forgotten"]').click()
    page.locator("#ask-form input").fill(name)
    page.locator("#ask-form button").press("Enter")
    assert "on its way" in said(page, "#ask-form")
    expect(page.locator("#reset-code")).to_be_focused()
    wait(lambda: len(posted) == 2)
    long = re.search(r"[\w-]{32}", posted[-1].get_content())
    assert long
    page.locator("#reset-code").fill("nonsense")
    page.locator("#reset-password").fill("quite another")
    page.locator("#reset-form button").click()
    assert "not the right code" in said(page, "#reset-form")
    page = visitor.go(f"/forgotten#{long[0]}")
    expect(page.locator("#ask")).to_be_hidden()
    expect(page.locator("#reset-code")).to_have_value(long[0])
    assert "#" not in page.url, "the code does not stay in the address"
    page.locator("#reset-password").fill("quite another")
    page.locator("#reset-form button").click()
    page.wait_for_url("**/me")
    expect(page.locator("#logout")).to_be_visible()
    with page.expect_download() as file:
        page.locator('a[href="/api/me/export"]').click()
    assert name in file.value.path().read_text("utf-8")
    page.locator("summary", has_text="Delete me").click()
    page.locator("#delete-form input").fill("wrong")
    page.locator("#delete-form button").click()
    assert "wrong" in said(page, "#delete-form")
    page.locator("#delete-form input").fill("quite another")
    page.locator("#delete-form button").click()
    page.wait_for_url("**/")
    assert mailing.person().post("/api/login", json={"name": name, "password": "quite another"}).status_code == 401


SUBSCRIBES = """
const made = %s;
let kept = null;
Notification.requestPermission = async () => "granted";
PushManager.prototype.getSubscription = async () => kept;
PushManager.prototype.subscribe = async () =>
  (kept = { endpoint: made.endpoint, toJSON: () => made, unsubscribe: async () => Boolean((kept = null)) });
"""
"""A browser without a maker behind it subscribes nowhere: it is given the push service on this machine."""


def test_a_browser_is_told_what_it_wanted_to_hear(visitor: Visitor, mailing: Running) -> None:
    with push_service() as service:
        visitor.context.add_init_script(SUBSCRIBES % json.dumps(service.subscription()))
        page = visitor.go("/me")
        register(page)
        page.locator("#push-on").click()
        expect(page.locator("#push-off")).to_be_visible()
        page.locator("#notify-test").click()
        until(page, lambda: service.got, what="the notice")
        assert service.read(0)["url"] == "/me"
        page.locator("#push-off").click()
        expect(page.locator("#push-on")).to_be_visible()
        page.locator("#notify-test").click()
        until(page, lambda: "409" in str(visitor.faults), what="nobody is left to tell")
        assert len(service.got) == 1
        page.locator("#push-on").click()
        expect(page.locator("#push-off")).to_be_visible()
        page.locator("#logout").click()
        page.wait_for_url("**/")
        assert not mailing.run(mailing.house.store.rows(select(pushes))), "this browser calls nobody who has gone"
