"""What a game declares about the way people think of its moves; `intentions.py` in its folder calls it MANNER.

All of it is data for the planner in `core/intentions.py`: nothing here changes a rule or a record.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

from ludoteka.core.action import Action
from ludoteka.core.errors import Reason
from ludoteka.core.folder import module_of

if TYPE_CHECKING:
    from ludoteka.core.arrange import Arranger
    from ludoteka.core.game import Game, State

Amount = tuple[str, int]
"""What (`note.<what>` in the catalogue) and how much of it."""


def _always(state: State, seat: int) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Default:
    """The answer that nearly everybody gives to a question: the first legal one that fits the pattern."""

    answer: str
    share: float
    """Of the answers that bots gave, 0 to 1."""
    alone: bool = False
    """Given without asking, as long as the player has not switched that off; else only proposed."""
    ends: bool = False
    """It ends something that the player may want to go on with."""
    when: Callable[[Any, int], bool] = _always
    """Whether it is that answer in this position, for the seat that is asked."""


@dataclass(frozen=True, slots=True)
class Form:
    """An answer in advance that a seat can give by choosing it: `order.<id>` in the catalogue, with a number if asked.

    Patterns are those of standing answers; `{n}` is the number."""

    id: str
    answer: str
    when: str = ""
    asked: str = ""
    """Only for the question of this name."""
    last: bool = False
    """The last action that fits, not the first: as many as there are."""
    numbers: range = range(0)


@dataclass(frozen=True, slots=True)
class Need:
    """One of the things that an action needs: in words that it is there, or why it is not."""

    met: Reason
    why: Reason | None = None


def _needs_nothing(state: State, seat: int, action: Action) -> Sequence[Need]:
    return ()


def _no_words(state: State, seat: int) -> Mapping[str, str]:
    return {}


def _no_means(state: State, seat: int, why: Reason) -> Sequence[Action]:
    return ()


def _keeps_nothing(state: State, seat: int) -> Sequence[Amount]:
    return ()


def _all_of_the_action(what: str, why: str) -> str:
    return ""


def _nothing_afterwards(state: State, seat: int) -> Sequence[Action]:
    return ()


def _all_is_known(state: State) -> bool:
    return False


def _no_stones(state: State, seat: int, things: Mapping[str, str]) -> Sequence[Mapping[str, str]]:
    return ()


def _explains_nothing(state: State, seat: int, things: Mapping[str, str]) -> Reason | None:
    return None


@dataclass(frozen=True)
class Manner:
    wishes: tuple[str, ...] = ()
    """What may be wanted with a thing, in the order in which a player would think of it. A wish is an action, or
    several joined by "; ". `{at}`, `{what}`, `{seat}` stand for the thing, other words in braces are those of `words`,
    and `*` is anything. All but the last action of a wish only prepare it."""
    words: Callable[[Any, int], Mapping[str, str]] = _no_words
    """Words of wishes that depend on the position, such as the home terrain of the seat."""
    means: Callable[[Any, int, Reason], Sequence[Action]] = _no_means
    """Legal actions that bring nearer what the reason says is missing, best first."""
    defaults: Mapping[str, Default] = field(default_factory=dict)
    """By the name of the question."""
    arrangements: Mapping[str, Arranger] = field(default_factory=dict)
    """Questions, by name, whose answers have no order for people."""
    beside_the_point: frozenset[str] = frozenset()
    """Reasons that show that somebody meant another wish: nobody wants to build on the own building."""
    explains: Callable[[Any, int, Mapping[str, str]], Reason | None] = _explains_nothing
    """What to say of a thing that nobody can want something with now."""
    uses: Callable[[Any, int, Mapping[str, str]], Reason | None] = _explains_nothing
    """What a thing is for, said where no wish for it tells more than that something else is asked."""
    needs: Callable[[Any, int, Any], Sequence[Need]] = _needs_nothing
    """All that an action which is refused needs, part by part, as far as the game tells them apart."""
    stones: Callable[[Any, int, Mapping[str, str]], Sequence[Mapping[str, str]]] = _no_stones
    """Things that could be wanted first to reach others in the turn after."""
    next_turn: Callable[[Any, int], Any] | None = None
    """A copy as it would be if the seat's next turn came at once; None if it has none that can be foreseen."""
    turns: frozenset[str] = frozenset()
    """Questions of the own turn, which moves planned ahead answer; at others these wait."""
    rests: frozenset[str] = frozenset()
    """Questions at which nothing is under way: a plan that comes there is complete."""
    always_asked: frozenset[str] = frozenset()
    """Questions asked even if there is one answer: leaving them out would show a secret."""
    keeps: Callable[[Any, int], Sequence[Amount]] = _keeps_nothing
    """What the seat has, for "you keep" below a price."""
    apart: Callable[[str, str], str] = _all_of_the_action
    """Of a gain, by its kind and origin, the message of a line of its own if the action only sets it off: "Income"."""
    then: Callable[[Any, int], Sequence[tuple[int, Reason]]] | None = None
    """What others may do after this, as (seat, sentence); without it the planner says what they are asked."""
    unforeseen: Callable[[Any], bool] = _all_is_known
    """Whether a match that is over ended by what nobody may know before: a plan then speaks of chance."""
    afterwards: Callable[[Any, int], Sequence[Action]] = _nothing_afterwards
    """What the seat usually does when the others that are asked now have answered, such as ending its turn."""
    orders: tuple[Form, ...] = ()
    """Answers that can be given in advance."""


@cache
def manner_of(game_package: str) -> Manner:
    found = module_of(game_package, "intentions")
    return Manner() if found is None else found.MANNER


def manner(game: Game) -> Manner:
    return manner_of(game.package)
