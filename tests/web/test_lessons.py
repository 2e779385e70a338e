"""Lessons: every board can be shown, every task can be solved, in both languages, with real clicks."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from ludoteka import games
from ludoteka.core.text import LANGS
from ludoteka.server.lessons import lesson
from ludoteka.server.pages.learn import frames
from tests.web.conftest import PHONE, Visitor

TAUGHT = [name for name in games.names() if lesson(name) is not None]


@pytest.mark.parametrize("name", games.names())
def test_every_game_is_taught_in_both_languages(name: str) -> None:
    found = lesson(name)
    assert found is not None, "write games/<game>/learn.toml"
    for page in found.pages:
        for lang in LANGS:
            words = page.text[lang].split()
            assert 15 <= len(words) <= 120, f"{page.title[lang]}: {len(words)} words"
            assert page.title[lang]
            if page.board is not None:
                shown = frames(page.board, lang)
                assert shown
                assert {p.id for p in shown[0].panels} == set(page.board.given.get("panels", ())), page.title["en"]


@pytest.mark.parametrize("name", TAUGHT)
def test_pages_do_not_all_begin_with_the_same_picture(name: str) -> None:
    found = lesson(name)
    assert found is not None
    first = [frames(p.board, "en")[0].board.live for p in found.pages if p.board is not None]
    assert len(set(first)) >= 0.6 * len(first)


@pytest.mark.parametrize("name", TAUGHT)
def test_every_task_can_be_solved(name: str) -> None:
    found = lesson(name)
    assert found is not None
    for task in found.tasks:
        state = task.setting.last()
        assert state.to_move() == task.setting.seat, task.ask["en"]
        legal = state.legal_actions()
        assert any(task.solved_by(a) for a in legal), task.ask["en"]
        assert not all(task.solved_by(a) for a in legal), f"nothing to find out: {task.ask['en']}"
        assert all(task.ask[lang] and task.done[lang] for lang in LANGS)


def test_a_task_is_solved_by_clicks_and_a_wrong_try_is_explained(visit: Callable[..., Visitor]) -> None:
    page = visit().go("/learn/pebbles/try")
    page.locator('#under .hit[data-what="white"]').first.click()
    page.locator('#board .hit[data-at="A"]').click()
    page.locator("#confirm").click()
    expect(page.locator("#verdict")).to_contain_text("something else")
    page.locator('#board .hit[data-at="F"]').click()
    expect(page.locator("#verdict")).to_contain_text("already holds")
    page.locator('#under .hit[data-what="blue"]').first.click()
    page.locator('#board .hit[data-at="G"]').click()
    page.locator("#confirm").click()
    expect(page.locator("#verdict.good")).to_contain_text("A run of three")
    page.locator("#go").click()
    page.wait_for_url("**/new?game=pebbles")


@pytest.mark.parametrize("game", ["terra_mystica", "fabled"])
def test_on_a_phone_the_task_comes_first(game: str, visit: Callable[..., Visitor]) -> None:
    page = visit(**PHONE).go(f"/learn/{game}/try")
    page.locator("#board svg.b").wait_for()
    task, board = page.locator("#task").bounding_box(), page.locator("#board").bounding_box()
    assert task
    assert board
    assert task["y"] < board["y"]
    named = [word for word in page.locator("#task").inner_text().replace(",", " ").split() if word[1:].isdigit()]
    marked = page.locator("#board .hit.hinted")  # where the board is too small for coordinates
    expect(marked).to_have_count(len(named))
    for word in named:
        expect(marked).to_have_attribute("data-at", word)


def test_the_boards_of_a_lesson_can_be_walked_through(visit: Callable[..., Visitor]) -> None:
    page = visit(**PHONE).go("/learn/pebbles")
    figure = page.locator("[data-board]").nth(1)
    expect(figure.locator("figcaption")).to_contain_text("1 of 2")
    figure.locator("button").last.click()
    expect(figure.locator("figcaption")).to_contain_text("Places blue on G")


def test_rules_are_found_by_word_and_number(visit: Callable[..., Visitor]) -> None:
    page = visit(locale="ru-RU").go("/rules/pebbles#PB-2.1")
    expect(page.locator("#PB-2\\.1")).to_be_in_viewport()
    page.locator("#find input").fill("мешк")
    shown = page.locator(".rule:not(.thing):visible")
    assert 0 < shown.count() < page.locator(".rule:not(.thing)").count()
    page.locator("#find input").fill("PB-4.3")
    expect(shown).to_have_count(1)
    page.locator("#find input").fill("нет такого слова")
    expect(page.locator("#nothing")).to_be_visible()
