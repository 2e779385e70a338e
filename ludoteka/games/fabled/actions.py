"""The verbs, and the actions that are the same with any content. A verb that adds no words is what its base is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ludoteka.core.action import Action
from ludoteka.games.fabled.vocab import TERRAINS, TIERS

# -- what they name


@dataclass(frozen=True, slots=True)
class OfSeat(Action):
    seat: int


@dataclass(frozen=True, slots=True)
class OfThing(Action):
    """A card, a kind of place, a tier of books."""

    what: str


@dataclass(frozen=True, slots=True)
class AtSpot(Action):
    """A cell, a land of the row, a gap between lands."""

    at: str


# -- chance


class First(OfSeat):
    """Who plays first."""


class Fate(OfSeat):
    """Who holds the fate token first."""


class Open(OfThing):
    """A land is turned up from its deck."""


class Offer(OfThing):
    """An ally is turned up for the choice of a player."""


class Reveal(OfThing):
    """An event is turned up."""


class Back(OfThing):
    """The back of the next event shows its deck."""


class Territory(OfThing):
    """The spirits reveal an ally."""


class Trick(OfThing):
    """The spirits turn up their next trick."""


# -- players


class Keep(OfThing):
    """Keep this one of the offered allies."""


class Add(OfThing):
    """Take this open land to add it."""


class Insert(AtSpot):
    """Put the land in hand here: g0 is left of the first land of the row, g1 right of it, and so on."""


@dataclass(frozen=True, slots=True)
class Pay(Action):
    """Pay with these books."""

    what: str
    n: int


class Act(OfThing):
    """Take a standard or paid action other than adding a land."""


class Use(OfThing):
    """Use an ally."""


class Skip(Action):
    """Leave the offered ability unused."""


class Done(Action):
    """Nothing more of this."""


class Announce(OfThing):
    """Announce a terrain, or two joined by a plus where an event allows it."""


class Halt(Action):
    """Announce nothing."""


class Move(AtSpot):
    """This sage moves next."""


class Visit(OfThing):
    """Go to this place of the vortex just entered."""


class Pass(Action):
    """Pass the vortex."""


class Cross(Action):
    """Walk into the land on the right although it is not connected."""


class Leave(Action):
    """Let the sage leave the row."""


class Step(AtSpot):
    """Give this sage a step."""


@dataclass(frozen=True, slots=True)
class Enter(Action):
    """The sage that waits here makes its visit now."""

    at: str
    what: str


class Apply(Action):
    """Apply the place."""


class Replace(Action):
    """Take the replacement instead of the place."""


class Raise(OfThing):
    """Convert two of these books to one of the next tier."""


class Lower(OfThing):
    """Convert one of these books to two of the tier below."""


class Upgrade(OfThing):
    """Replace one of these books by a higher one."""


@dataclass(frozen=True, slots=True)
class Choose(Action):
    """Take the n-th of the offered effects, counted from 0."""

    n: int


class Copy(OfThing):
    """Copy this kind of place."""


class Shift(AtSpot):
    """Take this land of the row to move it."""


@dataclass(frozen=True, slots=True)
class Token(Action):
    """Put this place token on a vortex."""

    what: str
    at: str


class Relocate(AtSpot):
    """Put the sage that would leave on cell 1 of this land."""


class Dismiss(OfThing):
    """Give up this ally."""


class Gather(Action):
    """Storm: take the steppe books."""


class Convert(Action):
    """Storm: make the conversions."""


class Recall(AtSpot):
    """Claim of the winds: take this sage out of the row."""


class Discard(OfThing):
    """Claim of the winds: discard one of these books."""


VERBS: tuple[type[Action], ...] = (
    *(First, Fate, Open, Offer, Reveal, Back, Territory, Trick),
    *(Keep, Add, Insert, Pay, Act, Use, Skip, Done, Announce, Halt),
    *(Move, Visit, Pass, Cross, Leave, Step, Enter, Apply, Replace),
    *(Raise, Lower, Upgrade, Choose, Copy, Shift, Token, Relocate),
    *(Dismiss, Gather, Convert, Recall, Discard),
)

SKIP: Final = Skip()
DONE: Final = Done()
HALT: Final = Halt()
PASS: Final = Pass()
CROSS: Final = Cross()
LEAVE: Final = Leave()
APPLY: Final = Apply()
REPLACE: Final = Replace()
GATHER: Final = Gather()
CONVERT: Final = Convert()
FIRST: Final = tuple(First(i) for i in range(5))
FATE: Final = tuple(Fate(i) for i in range(5))
RAISE: Final = tuple(Raise(t) for t in TIERS)
LOWER: Final = tuple(Lower(t) for t in TIERS)
UPGRADE: Final = tuple(Upgrade(t) for t in TIERS)
DISCARD: Final = tuple(Discard(t) for t in TIERS)
CHOOSE: Final = tuple(Choose(i) for i in range(20))
GAPS: Final = tuple(f"g{i}" for i in range(100))
GAP_INDEX: Final = {name: i for i, name in enumerate(GAPS)}
INSERT: Final = tuple(Insert(g) for g in GAPS)
# by set of terrains: 1 steppe, 2 mountain, 4 forest
ANNOUNCE: Final[dict[int, Announce]] = {
    mask: Announce("+".join(t for i, t in enumerate(TERRAINS) if mask >> i & 1)) for mask in range(1, 7)
}
ANNOUNCED: Final = {a.what: mask for mask, a in ANNOUNCE.items()}
