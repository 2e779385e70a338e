"""Any game inside OpenSpiel: `pyspiel.load_game("ludoteka_pebbles(seats=3)")` after `register("pebbles")`.

Needs the package `open_spiel`. Chance is explicit there as here; an outcome of chance is its place in `state.chance()`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from ludoteka import games
from ludoteka.core.game import CHANCE, OVER
from ludoteka.envs.scheme import scheme
from ludoteka.envs.table import ActionTable

MOST_OUTCOMES = 400


def register(name: str) -> str:
    """Make a game known to OpenSpiel; the name it has there."""
    game = games.load(name)
    kind = pyspiel.GameType(
        short_name=f"ludoteka_{name}",
        long_name=game.catalogue("en").say("game.title"),
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"seats": max(2, game.seats[0])},
    )

    class RegisteredGame(SpielGame):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(kind, name, params or {})

    if kind.short_name not in pyspiel.registered_names():
        pyspiel.register_game(kind, RegisteredGame)
    return str(kind.short_name)


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    def __init__(self, kind: Any, name: str, params: dict[str, Any]) -> None:
        self.rules = games.load(name)
        self.seats = int(params.get("seats", max(2, self.rules.seats[0])))
        self.options = self.rules.check_options(self.seats, {})
        self.table = ActionTable(self.rules, self.seats, self.options)
        self.scheme = scheme(self.rules, self.seats, self.options)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.table),
            max_chance_outcomes=MOST_OUTCOMES,
            num_players=self.seats,
            min_utility=0.0,
            max_utility=1.0,
            max_game_length=self.rules.longest,
        )
        super().__init__(kind, info, params)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self)


class SpielState(pyspiel.State):  # type: ignore[misc]
    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.table = game.table
        self.rules = game.rules
        self.here = game.rules.start(game.seats, game.options)

    def current_player(self) -> int:
        mover = self.here.to_move()
        special = {CHANCE: pyspiel.PlayerId.CHANCE, OVER: pyspiel.PlayerId.TERMINAL}
        return int(special.get(mover, mover))

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.table.index[action] for action in self.here.legal_actions())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        weights = [weight for _, weight in self.here.chance()]
        return [(i, weight / sum(weights)) for i, weight in enumerate(weights)]

    def _apply_action(self, action: int) -> None:
        if self.here.to_move() == CHANCE:
            self.here.apply(self.here.chance()[action][0])
        else:
            self.here.apply(self.table.actions[action])

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return str(self.here.chance()[action][0])
        return str(self.table.actions[action])

    def is_terminal(self) -> bool:
        return self.here.to_move() == OVER

    def returns(self) -> list[float]:
        return self.here.returns() if self.is_terminal() else [0.0] * self.here.seats

    def __deepcopy__(self, memo: Any) -> SpielState:
        """OpenSpiel clones through this; ours is a thousand times cheaper than copying field by field."""
        other = SpielState(self.get_game())
        other.here = self.here.clone()
        return other

    def __str__(self) -> str:
        return self.here.digest()


class Observer:
    """What a player sees, as `ludoteka.envs.scheme` writes it."""

    def __init__(self, game: SpielGame) -> None:
        self.scheme = game.scheme
        self.tensor = np.zeros(game.scheme.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor[:] = self.scheme.encode(state.here, player)

    def string_from(self, state: SpielState, player: int) -> str:
        return repr(state.here.view(player))
