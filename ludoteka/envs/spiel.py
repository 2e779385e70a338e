"""Any game inside OpenSpiel: `pyspiel.load_game("ludoteka_pebbles(seats=3,stones=9)")` after `register("pebbles")`.

Needs the package `open_spiel`. Chance is explicit there as here; an outcome of chance is its place in `state.chance()`.
OpenSpiel clones a state by making a new one and deep-copying its attributes, so a state has no more of them than a
position and a memory, which copy themselves; all that does not change stays with the game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import numpy as np
import pyspiel

from ludoteka import games
from ludoteka.core.action import Action
from ludoteka.core.game import CHANCE, OVER, Game, State
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
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters(game),
    )

    class RegisteredGame(SpielGame):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(kind, name, params or {})

    if kind.short_name not in pyspiel.registered_names():
        pyspiel.register_game(kind, RegisteredGame)
    return str(kind.short_name)


def parameters(game: Game) -> dict[str, Any]:
    """Seats and options with their defaults. OpenSpiel reads `edition=2` as a number, so such words are numbers; where
    an option has other words, too, they are quoted: `edition='2'`."""
    found: dict[str, Any] = {"seats": max(2, game.seats[0])}
    for name, choices in game.options.choices().items():
        numbers = isinstance(choices[0], str) and all(choice.isdecimal() for choice in choices)
        found[name] = int(choices[0]) if numbers else choices[0]
    return found


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    def __init__(self, kind: Any, name: str, params: dict[str, Any]) -> None:
        self.rules = games.load(name)
        defaults = parameters(self.rules)
        self.seats = params.get("seats", defaults["seats"])
        told = {key: value.strip("'") if isinstance(value, str) else value for key, value in params.items()}
        given = {key: value for key, value in told.items() if value != defaults[key]}
        options = {key: str(value) for key, value in given.items() if key != "seats"}
        self.options = self.rules.check_options(self.seats, options)
        self.table = ActionTable(self.rules, self.seats, self.options)
        self.scheme = scheme(self.rules, self.seats, self.options)
        self.first = self.rules.start(self.seats, self.options)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.table),
            max_chance_outcomes=MOST_OUTCOMES,
            num_players=self.seats,
            min_utility=0.0,
            max_utility=1.0,
            max_game_length=self.rules.longest,
        )
        numbers = {key: f"'{value}'" for key, value in given.items() if isinstance(value, str) and value.isdecimal()}
        super().__init__(kind, info, given | numbers)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        return self.rules.longest

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        remembers = iig_obs_type is not None and iig_obs_type.perfect_recall
        return Memories(self) if remembers else Observer(self)


class Told:
    """What each seat, and last everybody, was told of every action so far. It only grows, and actions never change."""

    def __init__(self, rows: list[tuple[Action, ...]]) -> None:
        self.rows = rows

    def __deepcopy__(self, memo: dict[int, Any]) -> Told:
        return Told(self.rows.copy())

    def tell(self, state: State, action: Action) -> None:
        seen = [state.redact(action, seat) for seat in range(state.seats)]
        self.rows.append((*seen, state.redact(action, None)))

    def only_to(self, seat: int) -> Told:
        """The memory of a world dealt anew for this seat: the others know what everybody knows."""
        return Told([tuple(row[seat if i == seat else -1] for i in range(len(row))) for row in self.rows])


class SpielState(pyspiel.State):  # type: ignore[misc]
    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.here = game.first.clone()
        self.told = Told([])

    def current_player(self) -> int:
        mover = self.here.to_move()
        if mover >= 0:
            return mover
        return int(pyspiel.PlayerId.CHANCE if mover == CHANCE else pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        index = self.get_game().table.index
        return sorted(index[action] for action in self.here.legal_actions())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        weights = [weight for _, weight in self.here.chance()]
        return [(i, weight / sum(weights)) for i, weight in enumerate(weights)]

    def _meant(self, player: int, action: int) -> Action:
        if player == pyspiel.PlayerId.CHANCE:
            return self.here.chance()[action][0]
        meant: Action = self.get_game().table.actions[action]
        return meant

    def _apply_action(self, action: int) -> None:
        meant = self._meant(self.current_player(), action)
        self.told.tell(self.here, meant)
        self.here.apply(meant)

    def _action_to_string(self, player: int, action: int) -> str:
        return str(self._meant(player, action))

    def is_terminal(self) -> bool:
        return self.here.to_move() == OVER

    def returns(self) -> list[float]:
        return self.here.returns() if self.is_terminal() else [0.0] * self.here.seats

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """Another world that agrees with all that the player knows."""
        other: SpielState = self.clone()
        other.here = self.here.resample(player, Random(sampler()))
        other.told = self.told.only_to(player)
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


class Memories(Observer):
    """What a player knows: what it sees and all it was told. A string says this word for word; the tensor, whose size
    cannot depend on the length of a match, how often each action was seen."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.index = game.table.index
        self.tensor = np.zeros(game.scheme.size + len(game.table), np.float32)
        self.dict = {"information": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        size = self.scheme.size
        self.tensor[:size] = self.scheme.encode(state.here, player)
        self.tensor[size:] = 0
        for action in self._told(state, player):
            if action in self.index:
                self.tensor[size + self.index[action]] += 1

    def string_from(self, state: SpielState, player: int) -> str:
        return "\n".join([super().string_from(state, player), *map(str, self._told(state, player))])

    def _told(self, state: SpielState, player: int) -> Sequence[Action]:
        return [row[player] for row in state.told.rows]
