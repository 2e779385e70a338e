"""What a position is worth. `of(state)` finds the judge of a game; a game without one is judged by its scores.

A judge is all that a bot knows about a game: an estimate of the final points, which actions are worth a thought, and
a quick way to play on. One search serves all games because everything particular is there. It lies in the game's
folder as `judge.py`; weights are data beside it, `judge.toml`, so that they can be tuned without touching code.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import cache
from math import exp
from random import Random
from typing import Any, Final

from ludoteka import games
from ludoteka.core.action import Action, listed
from ludoteka.core.folder import module_of, table_of
from ludoteka.core.game import CHANCE, OVER, Game, State
from ludoteka.core.native import mypyc_attr

LONGEST_PLAYING_ON: Final = 400
"""So many actions are played on at most until a position can be judged."""


def softmax(worths: Sequence[float], scale: float) -> list[float]:
    """Shares of one, the larger the better: `scale` points more are worth about three of four."""
    best = max(worths)
    powers = [exp(max(-30.0, (w - best) / scale)) for w in worths]
    total = sum(powers)
    return [p / total for p in powers]


def tempered(shares: Sequence[float], trust: float) -> list[float]:
    """Shares of one, nearer to each other with less trust; those of a single seat stay."""
    if len(shares) < 2 or trust == 1:
        return list(shares)
    powers = [max(1e-9, share) ** trust for share in shares]
    total = sum(powers)
    return [power / total for power in powers]


@mypyc_attr(allow_interpreted_subclasses=True)
class Plans(ABC):
    """How turns are planned ahead in a game (see `bots/planner.py`). Positions here are copies that may be changed."""

    @abstractmethod
    def planned(self, state: State, seat: int) -> bool:
        """Whether whole turns of that seat can be planned from here: at the start of one, or in the middle."""

    @abstractmethod
    def alone(self, state: State, seat: int) -> State:
        """A copy in which the rivals take no further part in the chapter."""

    @abstractmethod
    def turns(self, state: State, seat: int) -> Iterator[tuple[State, tuple[Action, ...]]]:
        """The turns worth a thought: the position after each, and its actions."""

    @abstractmethod
    def ended(self, before: State, after: State) -> bool:
        """Whether the chapter has ended between the two."""

    @abstractmethod
    def key(self, state: State, seat: int) -> Hashable:
        """Equal for positions that are the same for this seat."""

    @abstractmethod
    def along(self, state: State, seat: int) -> float:
        """The points a position in the middle of the chapter promises."""

    @abstractmethod
    def leaf(self, state: State, seat: int, root: State) -> float:
        """The points promised where a chapter has ended; `root` is the true position the plan began with."""

    def opened(self, state: State, seat: int) -> State:
        """Where a chapter has ended: played on to the seat's first turn of the next one, or to the end of the match."""
        return state

    def settled(self, state: State, seat: int) -> State:
        """Played on to the seat's next turn or the end of the chapter."""
        return state

    def answers(self, state: State, seat: int) -> dict[Action, float]:
        """Answers to somebody else's action that are worth a plan each, with the points that speak for them besides."""
        return {}

    def hurry(self, turn: tuple[Action, ...]) -> float:
        """What it costs to put this turn off by one, because others want the same."""
        return 0.0

    def width(self, state: State, width: int, late: int) -> int:
        """How many plans are kept: `late` of them where it is the last chapter."""
        return width


@mypyc_attr(allow_interpreted_subclasses=True)
class Judge:
    """The judge that knows nothing but the scores. A game's own judge overrides what it knows better."""

    scale = 4.0
    """A lead of so many points wins about three matches of four."""
    hidden = True
    """Whether the game has secrets, so that one world is not enough."""
    trust = 1.0
    """How sure of its shares people may be: below 1 they come nearer to each other (`scripts/reliability.py`)."""
    plans: Plans | None = None
    """How to plan whole turns, where that pays."""
    model: dict[str, Any] | None = None
    """A linear value of the starts of chapters, where one was fitted to matches (`fit.py`): by chapter the `weights` of
    the features, and as `mix` how much it counts beside what the judge says by itself."""

    names: Sequence[str] = ()
    """What each of the `features` is."""

    def __init__(self, weights: Mapping[str, Any] | None = None) -> None:
        self.weights: Mapping[str, Any] = weights if weights is not None else {}
        # the same, for a native build to count with: it must know that they are numbers
        self.rates: dict[str, float] = {k: float(w) for k, w in self.weights.items() if isinstance(w, int | float)}
        self.series: dict[str, list[float]] = {
            k: [float(x) for x in w] for k, w in self.weights.items() if isinstance(w, list)
        }

    def worth(self, state: State) -> list[float]:
        """The final points each seat may expect from here."""
        return [sum(part * 0.1**i for i, part in enumerate(score)) for score in state.scores()]

    def is_lead(self, state: State) -> bool:
        """Whether `worth` says how far a seat is ahead of somebody without one, instead of its points."""
        return False

    def actions(self, state: State) -> list[Action]:
        """The legal actions worth a thought, never empty. The seat's own knowledge only: bots share worlds here."""
        return listed(state.legal_actions())

    def playout(self, state: State, rng: Random) -> Action:
        """One plausible action, quickly."""
        return state.sample(rng)

    def quiet(self, state: State) -> bool:
        """Whether this moment can be judged. If not (a fight half fought), it is played on by `playout` first."""
        return True

    def chapter(self, state: State) -> int:
        """The number of the part of the match a position belongs to: a turn, a round. Positions compare best where a
        chapter has just ended."""
        return 0

    def features(self, state: State, seat: int) -> list[float]:
        """What the model sees: first 1, last what the judge itself promises beyond the points the seat has."""
        return []

    def folk(self, state: State, seat: int) -> str:
        """What a seat plays, where that alone makes a difference: a faction."""
        return ""

    def utility(self, state: State, worths: Sequence[float]) -> list[float]:
        """Shares of victory that these worths promise; at the end the true ones, with some regard for the margin."""
        scale = self.scale
        if len(worths) == 1:
            shares = [1 / (1 + exp(-max(-30.0, min(30.0, worths[0] / scale))))]
        else:
            shares = softmax(worths, scale)
        if state.to_move() != OVER:
            return shares
        return [0.75 * won + 0.25 * share for won, share in zip(state.returns(), shares, strict=True)]

    def chances(self, worths: Sequence[float], shares: Sequence[float]) -> list[float]:
        """Chances of winning, for people, where the bots expect these points and shares of victory; none if unknown."""
        return tempered(shares, self.trust)

    def play_on(self, state: State, rng: Random, until: int = 0) -> bool:
        """Play the state on to that chapter, and until it can be judged; whether chance spoke on the way."""
        rolled = False
        for _ in range(LONGEST_PLAYING_ON):
            mover = state.to_move()
            if mover == OVER or (self.quiet(state) and self.chapter(state) >= until):
                break
            if mover == CHANCE:
                rolled = True
                state.apply(state.sample(rng))
            else:
                state.apply(self.playout(state, rng))
        return rolled

    def ahead(self, state: State, action: Action, rng: Random, samples: int = 1, chapters: int = 0) -> list[float]:
        """The utilities after an action, or so many chapters later; where chance decides before, the mean of a few."""
        totals = [0.0] * state.seats
        until = self.chapter(state) + chapters
        for _ in range(samples):
            after = state.clone()
            after.apply(action)
            rolled = self.play_on(after, rng, until)
            utilities = self.utility(after, self.worth(after))
            if not rolled:
                return utilities  # another look would show the same
            for i, u in enumerate(utilities):
                totals[i] += u
        return [total / samples for total in totals]


def load(name: str) -> Judge:
    """The judge of the game of that name."""
    return _in(games.load(name).package)


@cache
def _in(package: str) -> Judge:
    """The judge in the folder of a game, with the weights that lie beside it."""
    found = module_of(package, "judge")
    judge = Judge() if found is None else found.JUDGE(table_of(package, "judge"))
    assert isinstance(judge, Judge)
    return judge


def taught(name: str, data: Mapping[str, Any]) -> Judge:
    """The judge of the game of that name with a fitted model in place of its own or, where it has none, with fitted
    weights."""
    own = load(name)
    if own.model is None:
        return type(own)(data)
    made = type(own)(own.weights)
    made.model = dict(data)
    return made


def with_weights(game: Game, changed: Mapping[str, Any]) -> Judge:
    """The judge of a game with some of its weights changed."""
    return type(_in(game.package))(_merged(table_of(game.package, "judge"), changed))


def _merged(tree: Mapping[str, Any], changed: Mapping[str, Any]) -> dict[str, Any]:
    return {
        **tree,
        **{key: _merged(tree[key], new) if isinstance(new, dict) else new for key, new in changed.items()},
    }


def weights(name: str) -> dict[str, Any]:
    return table_of(games.load(name).package, "judge")


def of(state: State) -> Judge:
    game = game_of(state)
    return _in(game.package) if game else Judge()


def game_of(state: State) -> Game | None:
    """The game that a state belongs to; None for one that no package has as its GAME."""
    try:
        return state.game()
    except LookupError:
        return None
