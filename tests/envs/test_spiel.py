from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ludoteka import games
from ludoteka.core.content import pack
from ludoteka.core.errors import BadOptions

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")
spiel = pytest.importorskip("ludoteka.envs.spiel")


def load(name: str, **parameters: Any) -> Any:
    return pyspiel.load_game(spiel.register(name), parameters)


def played(game: Any, steps: int, seed: int = 1) -> Any:
    """A position of a match in which a player is asked."""
    state, rng, n = game.new_initial_state(), np.random.default_rng(seed), 0
    while n < steps or not state.is_player_node():
        state.apply_action(int(rng.choice(state.legal_actions())))
        n += 1
        assert not state.is_terminal()
    return state


@pytest.mark.parametrize("name", games.names())
def test_openspiel_s_own_test_passes(name: str) -> None:
    game = load(name, seats=3)
    assert game.num_players() == 3
    pyspiel.random_sim_test(game, num_sims=1, serialize=name == "pebbles", verbose=False)


@pytest.mark.parametrize("name", games.names())
def test_clones_and_copies_play_the_same_match(name: str) -> None:
    game = load(name)
    state = played(game, 15)
    text = pyspiel.serialize_game_and_state(game, state)
    copies = [state.clone(), pyspiel.deserialize_game_and_state(text)[1], pickle.loads(pickle.dumps(state))]
    before = str(state)
    rng = np.random.default_rng(2)
    for _ in range(10):
        action = int(rng.choice(state.legal_actions()))
        state.apply_action(action)
        for copy in copies:
            assert str(copy) != str(state)
            copy.apply_action(action)
            assert str(copy) == str(state)
            assert copy.legal_actions() == state.legal_actions()
            assert copy.information_state_string(1) == state.information_state_string(1)
    assert str(state) != before


def test_a_clone_copies_nothing_but_the_position(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is the same for all states of a game belongs to the game: copying it costs a thousand times as much."""
    state = played(load("terra_mystica"), 20)
    assert set(vars(state)) == {"here", "told"}
    monkeypatch.setattr("copy._deepcopy_dispatch", {})  # neither lists nor dictionaries are copied piece by piece
    assert str(state.clone()) == str(state)


@pytest.mark.parametrize("name", ["tigris_euphrates", "pebbles"])
def test_another_world_looks_the_same_to_the_player(name: str) -> None:
    state = played(load(name), 30)
    player = state.current_player()
    others = [state.resample_from_infostate(player, np.random.default_rng(i).random) for i in range(8)]
    for other in others:
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.information_state_tensor(player) == state.information_state_tensor(player)
        assert other.legal_actions() == state.legal_actions()
    assert len({str(other) for other in others}) > 1
    # what the rival drew was dealt anew, so it remembers no more than everybody does
    rows, rival = others[0].told.rows, 1 - player
    assert [row[rival] for row in rows] == [row[-1] for row in state.told.rows]
    assert [row[rival] for row in rows] != [row[rival] for row in state.told.rows]


def test_a_player_knows_what_it_was_told_and_no_more() -> None:
    """Two matches that differ in what another seat drew are one to this seat."""
    game = load("pebbles")
    worlds = []
    for drawn in (0, 1):
        state = game.new_initial_state()
        state.apply_action(drawn)
        worlds.append(state)
    drawer = next(i for i in (0, 1) if worlds[0].observation_string(i) != worlds[1].observation_string(i))
    for told in ("information_state_string", "information_state_tensor", "observation_string", "observation_tensor"):
        one, other = [getattr(state, told)(1 - drawer) for state in worlds]
        assert one == other
    assert len({state.information_state_string(drawer) for state in worlds}) == 2


def test_a_player_remembers() -> None:
    """Positions that look the same but came about differently are different information."""
    game = load("pebbles")
    state = played(game, 12)
    actions = state.information_state_string(0).splitlines()[1:]
    assert len(actions) == len(state.history())
    size = game.observation_tensor_size()
    assert sum(state.information_state_tensor(0)[size:]) == sum(p >= 0 for p, _ in pairs(state))


def pairs(state: Any) -> list[tuple[int, int]]:
    return [(step.player, step.action) for step in state.full_history()]


def test_options_are_parameters() -> None:
    game = pyspiel.load_game(f"{spiel.register('pebbles')}(seats=3,stones=9)")
    assert (game.seats, game.options.stones) == (3, 9)
    assert "stones=9" in str(game)
    assert load("tigris_euphrates", buildings=True).options.buildings
    for name in games.names():
        assert load(name).options == games.load(name).check_options(2, {})
    with pytest.raises((BadOptions, pyspiel.SpielError)):
        load("pebbles", stones=7)


def test_content_of_one_s_own_is_a_parameter() -> None:
    content = pack((Path(__file__).parents[2] / "examples" / "fabled_box.toml").read_text("utf-8"))
    assert content != content.lower()
    assert load("fabled", data=content).options.data == content


@pytest.mark.parametrize("name", games.names())
def test_every_choice_of_an_option_can_be_written(name: str) -> None:
    """Also a word that looks like a number among others: OpenSpiel says a game in one line and reads it back."""
    rules = games.load(name)
    for option, (_, *others) in rules.options.choices().items():
        for choice in others:
            if rules.options(**{option: choice}).problem(2) is None:
                game = load(name, **{option: choice})
                assert getattr(game.options, option) == choice
                assert pyspiel.load_game(str(game)).options == game.options


@pytest.mark.parametrize("name", ["pebbles", "tigris_euphrates"])
def test_openspiel_s_own_searches_run_on_it(name: str) -> None:
    from open_spiel.python.algorithms import ismcts, mcts

    game = load(name)
    state = played(game, 4)
    random = np.random.RandomState(1)

    class Scores:
        """Judges a position by its points: a random match to the end would take long."""

        def evaluate(self, state: Any) -> np.ndarray:
            return np.array([float(score[0]) for score in state.here.scores()])

        def prior(self, state: Any) -> list[tuple[int, float]]:
            legal = state.legal_actions()
            return [(action, 1 / len(legal)) for action in legal]

    bot = mcts.MCTSBot(game, 2.0, 20, Scores(), random_state=random)
    assert bot.step(state) in state.legal_actions()
    hidden = ismcts.ISMCTSBot(game, Scores(), 2.0, 20, random_state=random)
    assert hidden.step(state) in state.legal_actions()


@pytest.mark.filterwarnings("ignore:.*encountered in scalar:RuntimeWarning")  # of matches that no policy would play
@pytest.mark.parametrize(("name", "iterations"), [("pebbles", 5), ("tigris_euphrates", 1)])
def test_openspiel_s_own_learner_learns_it(name: str, iterations: int) -> None:
    from open_spiel.python.algorithms import outcome_sampling_mccfr

    game = load(name)
    learner = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    for _ in range(iterations):
        learner.iteration()
    policy = learner.average_policy()
    state = played(game, 2)
    assert sum(policy.action_probabilities(state).values()) == pytest.approx(1)
