from __future__ import annotations

import numpy as np
import pytest

from ludoteka import games
from ludoteka.core.game import CHANCE

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")
spiel = pytest.importorskip("ludoteka.envs.spiel")


@pytest.mark.parametrize("name", games.names())
def test_openspiel_plays_our_game(name: str) -> None:
    game = pyspiel.load_game(f"{spiel.register(name)}(seats=3)")
    assert game.num_players() == 3
    observer = game.make_py_observer()
    state, rng = game.new_initial_state(), np.random.default_rng(1)
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, shares = zip(*state.chance_outcomes(), strict=True)
            assert sum(shares) == pytest.approx(1)
            state.apply_action(int(rng.choice(outcomes, p=shares)))
        else:
            legal = state.legal_actions()
            assert legal == sorted(legal)
            state.apply_action(int(rng.choice(legal)))
    observer.set_from(state, 0)
    assert observer.tensor.any()
    assert sum(state.returns()) == pytest.approx(1)


def test_its_own_search_runs_on_it() -> None:
    from open_spiel.python.algorithms import mcts

    game = pyspiel.load_game(spiel.register("pebbles"))
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    random = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2.0, 20, mcts.RandomRolloutEvaluator(1, random), random_state=random)
    assert bot.step(state) in state.legal_actions()


def test_a_clone_goes_its_own_way() -> None:
    state = pyspiel.load_game(spiel.register("pebbles")).new_initial_state()
    copy = state.clone()
    copy.apply_action(0)
    assert str(copy) != str(state)
    assert state.here.to_move() == CHANCE
