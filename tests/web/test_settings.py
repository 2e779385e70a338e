"""Settings, account and plans: what a person sets stays set."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

from playwright.sync_api import expect

from tests.web.conftest import Visitor, play_bots


def test_looks_name_and_account_are_kept(visit: Callable[..., Visitor]) -> None:
    page = visit().go("/me")
    page.locator("#set-theme").select_option("dark")
    page.locator("#set-contrast").select_option("more")
    page.locator("#set-sound").check()
    name = f"Ann {uuid4().hex[:6]}"
    page.locator("#acc-name").fill(name)
    page.locator("#acc-password").fill("long enough")
    page.locator('#account-form [value="register"]').click()
    expect(page.locator("#logout")).to_be_visible()
    html = page.locator("html")
    expect(html).to_have_attribute("data-theme", "dark")
    expect(html).to_have_attribute("data-contrast", "more")
    expect(page.locator("#set-sound")).to_be_checked()
    expect(page.locator("#sessions li")).to_have_count(1)
    page.locator("#token").click()
    expect(page.locator("#token-shown code")).not_to_be_empty()
    page.locator("#logout").click()
    page.wait_for_url("**/")
    page.goto(page.url + "me")
    page.locator("#acc-name").fill(name)
    page.locator("#acc-password").fill("long enough")
    page.locator('#account-form [value="login"]').click()
    expect(page.locator("#logout")).to_be_visible()


def test_plans_are_kept_and_nonsense_is_refused(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.quiet = ["422"]
    page = play_bots(visitor)
    expect(page.locator("#act.mine")).to_be_visible()
    page.locator("#tab-plan").click()
    plan = page.locator("#plan")
    plan.locator("form").first.locator("input").fill("dance wildly")
    plan.locator("form").first.locator("button").click()
    expect(page.locator(".toast")).to_contain_text("dance")
    expect(plan.locator(".orders").first.locator("li")).to_have_count(0)
    plan.locator("form").first.locator("input").fill("decline")
    plan.locator("form").first.locator("button").click()
    expect(plan.locator(".orders").first).to_contain_text("decline")
    plan.locator(".check input").check()
    plan.locator("textarea").fill("watch the blue ones")
    plan.locator("textarea").blur()
    page.wait_for_timeout(400)
    page.reload()
    page.locator("#tab-plan").click()
    expect(plan.locator(".check input")).to_be_checked()
    expect(plan.locator("textarea")).to_have_value("watch the blue ones")
