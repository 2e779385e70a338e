"""Whole turns of Fabled by real clicks, as `greedy` plays them: half of what a choice and a Confirm a question took.

`MATCHES=24 pytest tests/web/test_turns.py -s` asks more matches than the suite and shows the means.
"""

from __future__ import annotations

import os
from copy import copy
from itertools import takewhile
from random import Random

import pytest
from playwright.sync_api import Locator

from ludoteka import bots, games
from ludoteka.core.action import Action, args_of, verb_of
from ludoteka.core.game import OVER, State
from ludoteka.core.intentions import answer_by_itself, usual
from ludoteka.core.manner import manner
from ludoteka.core.match import Match
from tests.server.conftest import Running
from tests.web.conftest import until
from tests.web.test_intentions import Clicks, Visit

MATCHES = int(os.environ.get("MATCHES", "2"))
FABLED = games.load("fabled")


def turn(seed: int) -> list[tuple[Match, list[Action]]]:
    """What `greedy` does in one of its turns: parts between which chance or others decide, with the match before."""
    match, rng, bot = Match(FABLED, 3, {}), Random(seed), bots.make("greedy")
    parts: list[tuple[Match, list[Action]]] = []
    left, mine, last = 4 + seed % 8, -1, -1
    while (seat := match.state.to_move()) != OVER and left >= 0:
        if match.state.question() == "ActionPhase" and seat != mine:
            left, mine = left - 1, seat
        unasked = answer_by_itself(manner(FABLED), match.state, alone=True) if seat >= 0 else match.state.sample(rng)
        action = bot.choose(match.state, seat, rng) if unasked is None else unasked
        if not left and seat == mine:
            if not parts or last != mine:
                parts.append((copy(match), []))
            parts[-1][1].append(action)
        last = seat
        match.push(action)
    return parts


def after(state: State, atoms: list[str]) -> State:
    state = state.clone()
    for text in atoms:
        state.apply(FABLED.parse(text))
    return state


class Player:
    """Does with a page what is wanted, in as few clicks as there is a way for."""

    def __init__(self, on: Clicks, match: Match, wanted: list[Action], lang: str) -> None:
        self.on, self.page, self.lang = on, on.page, lang
        self.begun, self.wanted, self.start = len(match.actions), [str(a) for a in wanted], match.state

    def play(self) -> None:
        while True:
            self.page.locator("#act.mine #act-body:not(.busy), #draw-curtain").first.wait_for()
            log = [line["text"] for line in self.on.see()["log"][self.begun :]][: len(self.wanted)]
            assert sorted(log) == sorted(self.wanted[: len(log)])  # what the server answers by itself included
            if len(log) == len(self.wanted):
                return
            self.decide(after(self.start, log), self.wanted[len(log) :])

    def decide(self, state: State, wanted: list[str]) -> None:
        """One step of it."""
        if answer_by_itself(manner(FABLED), state) is not None:
            self.page.locator("#confirm, .arr").first.wait_for()
        plan = self.planned()
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(plan, wanted, strict=False)))
        before, action = after(state, wanted[:same]), FABLED.parse(wanted[min(same, len(wanted) - 1)])
        if self.page.locator(".arr").count() and same == len(plan):
            self.arrange(wanted[same:])
        elif plan and same in (len(plan), len(wanted)) and not (self.goes_on() and same < len(wanted)):
            self.click(self.page.locator("#confirm"))
        elif same == len(plan) or not self.rather(state, wanted[:same], action):
            self.choose(before, action)

    def planned(self) -> list[str]:
        told = self.page.locator("#act .atoms").all_text_contents()
        return told[0].split("; ") if told else []

    def goes_on(self) -> bool:
        """Whether the plan is not complete."""
        return "primary" not in (self.page.locator("#confirm").get_attribute("class") or "")

    def rather(self, state: State, atoms: list[str], action: Action) -> bool:
        """Another answer in the preview, if it offers it: in the line after those of these atoms."""
        asked = [after(state, atoms[:i]) for i in range(len(atoms) + 1)]
        lines = [usual(manner(FABLED), s) is not None and len(s.legal_actions()) > 1 for s in asked]
        label = FABLED.describe(asked[-1], action, self.lang, offered=True)
        line = self.page.locator("#act .row:has(.otherwise)").nth(sum(lines[:-1]))
        found = line.locator("button", has_text=label)
        offered = lines[-1] and bool(found.count())
        if offered:
            self.click(found)
        return offered

    def choose(self, before: State, action: Action) -> None:
        label = FABLED.describe(before, action, self.lang, offered=True)
        verb = FABLED.catalogue(self.lang).messages.get(f"verb.{verb_of(action)}", label)
        things = [(("at" if k == "to" else k), v) for k, v in args_of(action).items() if k != "n"]
        ways = [
            self.page.locator(".offered .choice:visible", has_text=label),
            *(self.page.locator(f'.hit.legal[data-{kind}="{thing}"]') for kind, thing in things),
            self.page.locator(".offered .choice:visible", has_text=verb),
        ]
        until(self.page, lambda: any(way.count() for way in ways), what=f"a way to {action}")
        self.click(next(way for way in ways if way.count()))

    def arrange(self, wanted: list[str]) -> None:
        """Pieces in any order, one Confirm."""
        verb = wanted[0].split()[0]
        for text in takewhile(lambda text: text.split()[0] == verb != "done", wanted):
            self.click(self.page.locator(f'.arr-row[data-thing="{text.split()[1]}"] .stp >> nth=1'))
        self.click(self.page.locator("#confirm"))

    def click(self, found: Locator) -> None:
        """And see that it did something: the panel of the question is another one."""
        before = self.page.locator("#act-body").inner_text()
        found.first.click(force=True)
        self.on.n += 1
        until(self.page, lambda: self.page.locator("#act-body").inner_text() != before, seconds=15, what="an answer")


@pytest.mark.parametrize("lang", ["en", pytest.param("ru", marks=pytest.mark.thorough)])
def test_a_whole_turn_takes_half_the_clicks(lang: str, visit: Visit, server: Running) -> None:
    clicks, before = 0, 0
    for seed in range(MATCHES):
        for match, wanted in turn(seed):
            on = Clicks(visit, server, match, lang)
            Player(on, match, wanted, lang).play()
            clicks += on.n
            state = match.state.clone()
            for action in wanted:  # a question with one answer took a Confirm, too
                before += 2 if len(state.legal_actions()) > 1 else 1
                state.apply(action)
    print(f"{clicks / MATCHES:.1f} clicks a turn; a choice and a Confirm for each question: {before / MATCHES:.1f}")
    assert 2 * clicks <= before
