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


def test_plans_are_kept(visit: Callable[..., Visitor]) -> None:
    page = play_bots(visit())
    expect(page.locator("#act.mine")).to_be_visible()
    page.locator("#tab-plan").click()
    plan = page.locator("#plan")
    answer, ask_all = plan.locator('[data-form="decline"]'), plan.locator("> .check input")
    answer.check()
    with page.expect_response("**/orders*"):
        ask_all.check()
    plan.locator("textarea").fill("watch the blue ones")
    with page.expect_response("**/note*"):
        plan.locator("textarea").blur()
    page.reload()
    page.locator("#tab-plan").click()
    expect(answer).to_be_checked()
    expect(ask_all).to_be_checked()
    expect(plan.locator("textarea")).to_have_value("watch the blue ones")
