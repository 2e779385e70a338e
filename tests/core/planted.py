"""Copies of Pebbles with one fault each, planted on purpose, and what the contract says of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count
from random import Random
from typing import Any

from ludoteka.core.action import Action
from ludoteka.core.game import Game
from ludoteka.core.native import slot_names
from ludoteka.games.pebbles import GAME
from ludoteka.games.pebbles.actions import PLACE, Decline, Place, Snatch
from ludoteka.games.pebbles.phases import ANSWER, start
from ludoteka.games.pebbles.state import PebblesOptions, PebblesState


class Planted(PebblesState):
    """A state that keeps its class when cloned, so that the fault stays."""

    __slots__ = ()

    def clone(self) -> PebblesState:
        return as_class(type(self), super().clone())


def as_class(cls: type[PebblesState], s: PebblesState) -> PebblesState:
    planted = cls()
    for name in slot_names(PebblesState):
        setattr(planted, name, getattr(s, name))
    return planted


def game_of(cls: type[PebblesState], **changes: Any) -> Game:
    def begin(seats: int, options: PebblesOptions) -> PebblesState:
        return as_class(cls, start(seats, options))

    return replace(GAME, **{"start": begin, "read_position": None, "from_view": None} | changes)


class LeakingView(Planted):
    __slots__ = ()

    def view(self, seat: int | None) -> dict[str, Any]:
        return super().view(seat) | {"bag_content": self.bag[:]}


class SharedList(Planted):
    __slots__ = ()

    def clone(self) -> PebblesState:
        copy = super().clone()
        copy.points = self.points
        return copy


class SharedInside(Planted):
    __slots__ = ()

    def clone(self) -> PebblesState:
        copy = super().clone()
        copy.hands = self.hands[:]
        return copy


class Purse:
    """Says that it is copied before it is written."""

    __slots__ = ("coins",)
    copy_on_write = True

    def __init__(self, coins: int) -> None:
        self.coins = coins

    def clone(self) -> Purse:
        return Purse(self.coins)


class WrittenWhileShared(Planted):
    """Every action takes something out of the purse, whoever else holds it."""

    __slots__ = ("purse",)

    def __init__(self) -> None:
        super().__init__()
        self.purse = Purse(100)

    def clone(self) -> PebblesState:
        copy = super().clone()
        assert isinstance(copy, WrittenWhileShared)
        copy.purse = self.purse
        return copy

    def apply(self, action: Action) -> None:
        self.purse.coins -= 1
        super().apply(action)


class CopiedBeforeWritten(WrittenWhileShared):
    __slots__ = ()

    def apply(self, action: Action) -> None:
        self.purse = self.purse.clone()
        super().apply(action)


class CopiedByTheCopyOnly(WrittenWhileShared):
    """What it was copied from goes on writing into the shared purse."""

    __slots__ = ("owns",)

    def __init__(self) -> None:
        super().__init__()
        self.owns = True

    def clone(self) -> PebblesState:
        copy = super().clone()
        assert isinstance(copy, CopiedByTheCopyOnly)
        copy.owns = False
        return copy

    def snapshot(self) -> dict[str, Any]:
        return {name: value for name, value in super().snapshot().items() if name != "owns"}

    def apply(self, action: Action) -> None:
        if not self.owns:
            self.purse, self.owns = self.purse.clone(), True
        super().apply(action)


class CopiedByTheOriginalOnly(CopiedByTheCopyOnly):
    """The other way round."""

    __slots__ = ()

    def clone(self) -> PebblesState:
        copy = super().clone()
        assert isinstance(copy, CopiedByTheOriginalOnly)
        copy.owns, self.owns = True, False
        return copy


class CopyOfACopy(Planted):
    """Gets points for being one."""

    __slots__ = ("depth",)

    def __init__(self) -> None:
        super().__init__()
        self.depth = 0

    def clone(self) -> PebblesState:
        copy = super().clone()
        assert isinstance(copy, CopyOfACopy)
        copy.depth = self.depth + 1
        return copy

    def snapshot(self) -> dict[str, Any]:
        return {name: value for name, value in super().snapshot().items() if name != "depth"}

    def apply(self, action: Action) -> None:
        self.points[0] += self.depth
        super().apply(action)


class ForgottenSlot(Planted):
    __slots__ = ("turns",)

    def __init__(self) -> None:
        super().__init__()
        self.turns = 0

    def apply(self, action: Action) -> None:
        self.turns += 1
        super().apply(action)


class UnsetSlot(Planted):
    __slots__ = ("turns",)

    def clone(self) -> PebblesState:
        copy = super().clone()
        assert isinstance(copy, UnsetSlot)
        del copy.turns
        return copy

    def __init__(self) -> None:
        super().__init__()
        self.turns = 0


class ForgottenValue(Planted):
    __slots__ = ()

    def clone(self) -> PebblesState:
        copy = super().clone()
        copy.spent = [0] * len(copy.spent)
        return copy


class ContradictingResample(Planted):
    __slots__ = ()

    def resample(self, seat: int | None, rng: Random) -> PebblesState:
        return super().resample((seat or 0) + 1, rng)


class WastefulResample(Planted):
    __slots__ = ()

    def resample(self, seat: int | None, rng: Random) -> PebblesState:
        world = super().resample(seat, rng)
        world.bag[0] += 1
        return world


class TruthfulResample(Planted):
    __slots__ = ()

    def resample(self, seat: int | None, rng: Random) -> PebblesState:
        return self.clone()


class TalkativeLog(Planted):
    __slots__ = ()

    def redact(self, action: Action, seat: int | None) -> Action:
        return action


class UnstableOrder(Planted):
    __slots__ = ()
    calls = count()

    def legal_actions(self) -> list[Action]:
        actions = super().legal_actions()
        k = next(self.calls) % max(1, len(actions))
        return actions[k:] + actions[:k]


class SampleOutside(Planted):
    __slots__ = ()

    def sample(self, rng: Random) -> Action:
        action = super().sample(rng)
        return rng.choice(PLACE[0]) if isinstance(action, Place) else action


class Endless(Planted):
    __slots__ = ()

    def apply(self, action: Action) -> None:
        super().apply(action)
        if not self.stack:
            fresh = start(self.seats, self.options)
            self.stack, self.ring, self.bag, self.hands = fresh.stack, fresh.ring, fresh.bag, fresh.hands
            self.spent = fresh.spent


class DeadEnd(Planted):
    __slots__ = ()

    def legal_actions(self) -> list[Action]:
        return [a for a in super().legal_actions() if not isinstance(a, Decline)]


class Twice(Planted):
    __slots__ = ()

    def legal_actions(self) -> list[Action]:
        return [*super().legal_actions()] * 2


class Lazy(Sequence[Action]):
    """What answers like a list and is none."""

    def __init__(self, actions: Sequence[Action], turned: bool = False, forgetful: bool = False) -> None:
        self.actions, self.turned, self.forgetful = list(actions), turned, forgetful

    def __len__(self) -> int:
        return len(self.actions)

    def __getitem__(self, n: Any) -> Any:
        return self.actions[-1 - n if self.turned else n]

    def __iter__(self) -> Iterator[Action]:
        return iter(self.actions)

    def __contains__(self, action: object) -> bool:
        return action in self.actions and not self.forgetful

    def __eq__(self, other: object) -> bool:
        return self.actions == list(other)  # type: ignore[call-overload]


class OtherByNumber(Planted):
    __slots__ = ()

    def legal_actions(self) -> Sequence[Action]:
        return Lazy(super().legal_actions(), turned=True)


class Forgetful(Planted):
    __slots__ = ()

    def legal_actions(self) -> Sequence[Action]:
        return Lazy(super().legal_actions(), forgetful=True)


class ChangedByLooking(Planted):
    __slots__ = ()

    def scores(self) -> list[tuple[int, ...]]:
        self.points[0] += 1
        return super().scores()


class NotJson(Planted):
    __slots__ = ()

    def view(self, seat: int | None) -> dict[str, Any]:
        return super().view(seat) | {"points": tuple(self.points)}


class LostPebble(Planted):
    __slots__ = ()

    def apply(self, action: Action) -> None:
        super().apply(action)
        if isinstance(action, Snatch):
            self.spent = [0] * len(self.spent)


class Crash(Planted):
    __slots__ = ()

    def apply(self, action: Action) -> None:
        if self.ring.count(-1) == 5:
            raise ZeroDivisionError("planted")
        super().apply(action)


class HalfAVictory(Planted):
    __slots__ = ()

    def returns(self) -> list[float]:
        return [0.5] + [0.0] * (self.seats - 1)


class GameWins(Planted):
    """Nobody has won: the match itself was stronger, as the spirits of a solo game may be."""

    __slots__ = ()

    def returns(self) -> list[float]:
        return [0.0] * self.seats


class Peek(Planted):
    """Whoever has just placed sees the hand of the next seat: a reveal without chance."""

    __slots__ = ()

    def peeker(self) -> int:
        """The seat that placed last and has not been answered, by what lies on the stack."""
        return next((f[2] for f in reversed(self.stack) if f[0] is ANSWER), -9)

    def view(self, seat: int | None) -> dict[str, Any]:
        shown = self.hands[(seat + 1) % self.seats][:] if seat is not None and seat == self.peeker() else []
        return super().view(seat) | {"shown": shown}

    def resample(self, seat: int | None, rng: Random) -> PebblesState:
        while True:  # deal until what was shown is dealt again
            world = super().resample(seat, rng)
            if seat is None or seat != self.peeker():
                return world
            if world.hands[(seat + 1) % self.seats] == self.hands[(seat + 1) % self.seats]:
                return world


FAULTS: list[tuple[type[PebblesState], str]] = [
    (LeakingView, "leaks"),
    (SharedList, "shares something mutable: points"),
    (SharedInside, r"shares something mutable: hands\[0\]"),
    (WrittenWhileShared, "a state was played on, and its copy changed"),
    (CopiedByTheCopyOnly, "a state was played on, and its copy changed"),
    (CopiedByTheOriginalOnly, "what it is a copy of changed"),
    (CopyOfACopy, "went different ways"),
    (ForgottenSlot, "forgets or changes the slot turns"),
    (UnsetSlot, "forgets the slot turns"),
    (ForgottenValue, "forgets or changes the slot spent"),
    (ContradictingResample, "contradicts"),
    (WastefulResample, "pebbles_are_conserved broken in a world resampled"),
    (TruthfulResample, "always gives the truth"),
    (TalkativeLog, "the log tells seat"),
    (UnstableOrder, "not the same when asked again"),
    (SampleOutside, "which is not legal"),
    (Endless, "no end after 200 actions"),
    (DeadEnd, "nothing is legal"),
    (Twice, "something twice"),
    (OtherByNumber, "others by number"),
    (Forgetful, "does not know its own actions"),
    (ChangedByLooking, "asking changed the state"),
    (NotJson, "plain JSON"),
    (LostPebble, "pebbles_are_conserved broken in play"),
    (Crash, "ZeroDivisionError: planted"),
    (HalfAVictory, r"returns\(\) must sum to 1"),
]
