"""The contract catches what it should: each fault is planted on purpose in a copy of Pebbles."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from ludoteka.core import match as match_module
from ludoteka.core.action import Action
from ludoteka.core.contract import ContractBroken, check_catalogues, check_game, check_match
from ludoteka.core.game import OVER
from ludoteka.games.pebbles import GAME
from ludoteka.games.pebbles.actions import Draw, Snatch
from ludoteka.games.pebbles.draw import draw
from ludoteka.games.pebbles.phases import TURN, start
from ludoteka.games.pebbles.state import PebblesOptions, PebblesState
from tests.core.planted import FAULTS, CopiedBeforeWritten, Crash, GameWins, Peek, Planted, game_of


@pytest.mark.parametrize(("cls", "says"), FAULTS, ids=[cls.__name__ for cls, _ in FAULTS])
def test_a_planted_fault_is_caught(cls: type[PebblesState], says: str) -> None:
    with pytest.raises(ContractBroken, match=says):
        check_game(game_of(cls), matches=6)


def test_what_is_copied_before_it_is_written_may_be_shared() -> None:
    assert check_game(game_of(CopiedBeforeWritten)) > 0


def test_the_game_itself_may_win() -> None:
    assert check_game(game_of(GameWins)) > 0


def test_undo_stops_at_a_reveal_that_nobody_marked() -> None:
    assert check_game(game_of(Peek), matches=3) > 300


def test_an_undo_across_a_reveal_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_module, "reveals", lambda before, action: False)
    with pytest.raises(ContractBroken, match="undo went back across a reveal"):
        check_game(game_of(Peek), matches=6)


def test_an_undo_that_is_refused_without_need_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_module, "reveals", lambda before, action: True)
    with pytest.raises(ContractBroken, match="refused though nothing was revealed"):
        check_game(GAME)


def test_an_undo_across_chance_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_module.Match, "why_no_undo", lambda self, seat: "")
    with pytest.raises(ContractBroken, match="undo"):
        check_game(GAME)


def test_a_broken_drawing_is_caught() -> None:
    def unclosed(view: Any, lang: str) -> Any:
        return replace(draw(view, lang), live="<g>")

    def without_places(view: Any, lang: str) -> Any:
        return replace(draw(view, lang), live="")

    with pytest.raises(ContractBroken, match="not well-formed"):
        check_game(replace(GAME, draw=unclosed))
    with pytest.raises(ContractBroken, match="not to be found on the drawing"):
        check_game(replace(GAME, draw=without_places), matches=6)


def test_a_verb_without_words_is_caught() -> None:
    class Dance(Draw):
        __slots__ = ()

    with pytest.raises(ContractBroken, match="no words for the verb dance"):
        check_catalogues(replace(GAME, verbs=(*GAME.verbs, Dance)))


def test_the_fault_comes_with_the_match_that_shows_it() -> None:
    with pytest.raises(ContractBroken) as caught:
        check_match(game_of(Crash), 2, {}, seed=1)
    assert caught.value.record.startswith("ludoteka 1\ngame pebbles 1 seats=2\n")
    assert "# then: " in caught.value.record


def test_chance_outcomes_need_weight() -> None:
    class Weightless(Planted):
        __slots__ = ()

        def chance(self) -> list[tuple[Action, int]]:
            return [(action, 0) for action, _ in super().chance()]

        def sample(self, rng: Random) -> Action:
            return rng.choice(self.legal_actions())

    with pytest.raises(ContractBroken, match="no positive weight"):
        check_game(game_of(Weightless))


def test_every_configuration_is_visited() -> None:
    seen: list[tuple[int, int]] = []

    def remember(seats: int, options: PebblesOptions) -> PebblesState:
        seen.append((seats, options.stones))
        return start(seats, options)

    counter: Callable[[int, Any], PebblesState] = remember
    check_game(replace(GAME, start=counter))
    assert set(seen) == {(n, stones) for n in (2, 3, 4) for stones in (9, 12, 15)}


def test_a_match_without_a_turn_is_over() -> None:
    state = start(2, PebblesOptions())
    state.stack.clear()
    assert state.to_move() == OVER
    assert state.legal_actions() == []
    assert TURN.why_not(state, (TURN, 0), Snatch()) is None
