"""The verbs, and a table of every action that can occur, so that `legal` only picks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any
from typing import Final as Constant

from ludoteka.core.action import Action
from ludoteka.games.terra_mystica.board import Board, board
from ludoteka.games.terra_mystica.data import (
    BUILDINGS,
    CARDS,
    CONVERSIONS,
    CULTS,
    FAVORS,
    FINAL_TILES,
    POWER_ACTIONS,
    ROUND_TILES,
    TERRAINS,
    TOWNS,
    WHEEL,
)
from ludoteka.games.terra_mystica.factions import BOARDS, FACTIONS


# chance
@dataclass(frozen=True, slots=True)
class Round(Action):
    """This scoring tile lies in the next round."""

    what: str


@dataclass(frozen=True, slots=True)
class Remove(Action):
    """This bonus card is not in the match."""

    what: str


@dataclass(frozen=True, slots=True)
class Final(Action):
    what: str


@dataclass(frozen=True, slots=True)
class First(Action):
    """This seat begins."""

    seat: int


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """This faction is in the auction, or falls to a seat."""

    what: str


@dataclass(frozen=True, slots=True)
class Speak(Action):
    """With open offers: this seat is the next to do something."""

    seat: int


@dataclass(frozen=True, slots=True)
class Leave(Action):
    """This seat leaves the match."""

    seat: int


# setup
@dataclass(frozen=True, slots=True)
class Choose(Action):
    what: str


@dataclass(frozen=True, slots=True)
class Settle(Action):
    """Choose a start or home terrain."""

    what: str


@dataclass(frozen=True, slots=True)
class Bid(Action):
    n: int


@dataclass(frozen=True, slots=True)
class Fold(Action):
    pass


@dataclass(frozen=True, slots=True)
class Place(Action):
    """Take this place of the turn order."""

    n: int


@dataclass(frozen=True, slots=True)
class Card(Action):
    """Take the first bonus card."""

    what: str


# a turn
@dataclass(frozen=True, slots=True)
class Build(Action):
    at: str


@dataclass(frozen=True, slots=True)
class Upgrade(Action):
    at: str
    what: str


@dataclass(frozen=True, slots=True)
class Dig(Action):
    """Buy so many spades."""

    n: int


@dataclass(frozen=True, slots=True)
class Transform(Action):
    at: str
    what: str


@dataclass(frozen=True, slots=True)
class Advance(Action):
    what: str


@dataclass(frozen=True, slots=True)
class Send(Action):
    """A priest to a cult, on a space of this value; 1 returns the priest to the supply."""

    what: str
    n: int


@dataclass(frozen=True, slots=True)
class Act(Action):
    """A power action or a special action."""

    what: str


@dataclass(frozen=True, slots=True)
class Bridge(Action):
    at: str
    to: str


@dataclass(frozen=True, slots=True)
class Connect(Action):
    """Join the buildings round a river hex to a town."""

    at: str


@dataclass(frozen=True, slots=True)
class Convert(Action):
    what: str


@dataclass(frozen=True, slots=True)
class Burn(Action):
    """Remove one token of bowl 2 to move another one to bowl 3."""


@dataclass(frozen=True, slots=True)
class Favor(Action):
    what: str


@dataclass(frozen=True, slots=True)
class Town(Action):
    what: str


@dataclass(frozen=True, slots=True)
class Step(Action):
    """One step up on a cult."""

    what: str


@dataclass(frozen=True, slots=True)
class Lower(Action):
    """One step down, to spare a key."""

    what: str


@dataclass(frozen=True, slots=True)
class Sacrifice(Action):
    """Pay for land with steps on this cult."""

    what: str


@dataclass(frozen=True, slots=True)
class Shed(Action):
    """Remove a power token from bowl n."""

    n: int


@dataclass(frozen=True, slots=True)
class Token(Action):
    """Pay for the new power token."""


@dataclass(frozen=True, slots=True)
class Unlock(Action):
    """Open a terrain with the priest received, or take the priest."""

    what: str


@dataclass(frozen=True, slots=True)
class Discard(Action):
    """Give up something that is still open."""

    what: str


@dataclass(frozen=True, slots=True)
class Leech(Action):
    """Take the power that a building of this seat offers."""

    seat: int
    n: int


@dataclass(frozen=True, slots=True)
class Decline(Action):
    seat: int
    n: int


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """Pass and take this card; "none" in the last round."""

    what: str


@dataclass(frozen=True, slots=True)
class Done(Action):
    """End the turn."""


VERBS: tuple[type[Action], ...] = (
    Round,
    Remove,
    Final,
    First,
    Draw,
    Speak,
    Leave,
    Choose,
    Settle,
    Bid,
    Fold,
    Place,
    Card,
    Build,
    Upgrade,
    Dig,
    Transform,
    Advance,
    Send,
    Act,
    Bridge,
    Connect,
    Convert,
    Burn,
    Favor,
    Town,
    Step,
    Lower,
    Sacrifice,
    Shed,
    Token,
    Unlock,
    Discard,
    Leech,
    Decline,
    Pass,
    Done,
)

MAIN: Constant = frozenset((Build, Upgrade, Dig, Transform, Send, Advance, Act, Pass))
"""What can be an action of a turn; the rest belongs to one or goes with it."""

SEATS: Constant = 5
MOST_POWER: Constant = 20
"""More than any building can offer: six neighbours and three bridges are never all strongholds."""

ROUND: Constant = tuple(Round(t.name) for t in ROUND_TILES)
REMOVE: Constant = tuple(Remove(c.name) for c in CARDS)
FINAL: Constant = tuple(Final(name) for name in FINAL_TILES)
FIRST: Constant = tuple(First(i) for i in range(SEATS))
DRAW: Constant = tuple(Draw(f.name) for f in FACTIONS)
DRAW_BOARD: Constant = tuple(Draw(name) for name in BOARDS)
SPEAK: Constant = tuple(Speak(i) for i in range(SEATS))
LEAVE: Constant = tuple(Leave(i) for i in range(SEATS))
CHOOSE: Constant = tuple(Choose(f.name) for f in FACTIONS)
SETTLE: Constant = tuple(Settle(TERRAINS[t]) for t in range(WHEEL))
BID: Constant = tuple(Bid(n) for n in range(41))
FOLD: Constant = Fold()
PLACE: Constant = tuple(Place(n) for n in range(1, SEATS + 1))
CARD: Constant = tuple(Card(c.name) for c in CARDS)
DIG: Constant = tuple(Dig(n) for n in range(10))
ADVANCE_SHIP: Constant = Advance("ship")
ADVANCE_DIG: Constant = Advance("dig")
SEND: Constant = tuple(tuple(Send(c, n) for n in range(4)) for c in CULTS)
ACT: Constant = tuple(Act(a.name) for a in POWER_ACTIONS)
OWN_ACTIONS: Constant[tuple[str, ...]] = ("ACTA", "ACTC", "ACTE", "ACTG", "ACTN", "ACTS", "ACTW", "ACTH1", "ACTH2")
"""Special actions that belong to a faction."""
OWN_FORMS: Constant = {name[:4]: [form for form in OWN_ACTIONS if form[:4] == name[:4]] for name in OWN_ACTIONS}
"""The action of a faction -> its forms: that of the Shapeshifters is paid in two ways."""
SPECIAL: Constant = {n: Act(n) for n in ("BON1", "BON2", "FAV6", *OWN_ACTIONS)}
CONVERT: Constant = {what: Convert(what) for what in CONVERSIONS}
BURN: Constant = Burn()
FAVOR: Constant = tuple(Favor(t.name) for t in FAVORS)
TOWN: Constant = tuple(Town(t.name) for t in TOWNS)
STEP: Constant = tuple(Step(c) for c in CULTS)
LOWER: Constant = tuple(Lower(c) for c in CULTS)
SACRIFICE: Constant = tuple(Sacrifice(c) for c in CULTS)
SHED: Constant = tuple(Shed(n) for n in range(4))
TOKEN: Constant = Token()
UNLOCK: Constant = tuple(Unlock(TERRAINS[t]) for t in range(WHEEL))
UNLOCK_PRIEST: Constant = Unlock("priest")
DISCARD: Constant = {n: Discard(n) for n in ("spade", "bridge", "dwelling", "house", "sand", "token", "ordination")}
LEECH: Constant = tuple(tuple(Leech(i, n) for n in range(MOST_POWER)) for i in range(SEATS))
DECLINE: Constant = tuple(tuple(Decline(i, n) for n in range(MOST_POWER)) for i in range(SEATS))
PASS: Constant = tuple(Pass(c.name) for c in CARDS)
PASS_LAST: Constant = Pass("none")
DONE: Constant = Done()


class Places:
    """The actions that name a place of one map."""

    def __init__(self, b: Board) -> None:
        self.build = tuple(Build(n) for n in b.names)
        self.upgrade = tuple(tuple(Upgrade(n, what) for n in b.names) for what in BUILDINGS)
        self.transform = tuple(tuple(Transform(n, t) for n in b.names) for t in TERRAINS)
        self.bridge = tuple(Bridge(b.names[x], b.names[y]) for x, y in b.spots)
        self.connect = tuple(Connect(n) for n in b.rivers)


@cache
def places(name: str) -> Places:
    return Places(board(name))


def every_action(seats: int, options: Any) -> list[Action]:
    """All that a seat may ever choose on the map of these options."""
    here = places(options.map)
    found: list[Action] = [FOLD, ADVANCE_SHIP, ADVANCE_DIG, BURN, TOKEN, UNLOCK_PRIEST, PASS_LAST, DONE]
    for table in (CHOOSE, SETTLE, BID, PLACE, CARD, DIG, ACT, FAVOR, TOWN, STEP, LOWER, SACRIFICE, SHED, UNLOCK, PASS):
        found += table
    for named in (SPECIAL, CONVERT, DISCARD):
        found += named.values()
    for rows in (SEND, LEECH, DECLINE, here.upgrade, here.transform):
        for row in rows:
            found += row
    return [*found, *here.build, *here.bridge, *here.connect]
