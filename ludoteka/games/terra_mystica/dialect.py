"""Where readings of the rules differ: what a table's reading is asked, and what the rulebook answers.

`phases.rulebook` and `phases.site` hold the readings. Rules ask `s.rules` and never which reading it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Generic, NamedTuple, TypeVar

from ludoteka.core.action import Action
from ludoteka.core.shared import Shared
from ludoteka.games.terra_mystica.due import Due
from ludoteka.games.terra_mystica.faction import Shift
from ludoteka.games.terra_mystica.side import Side

S = TypeVar("S")


class Decided(NamedTuple):
    """What a table has decided."""

    site: bool
    first: bool
    """A match begun before version 2."""
    shift: Shift
    top_up_home: bool
    """Spades are bought to those of an action only to reach the home terrain."""
    use_sacrifice: bool
    """Power is sacrificed only for what could not be paid otherwise, and spent at once."""
    touch: bool
    """Riverwalkers also reach the hexes beside their buildings."""
    by_passing: bool
    """Who passes first begins the next round, and so on."""
    leaving: bool
    """Chance says who leaves."""
    clean_leave: bool
    """Neighbours answer at once for what a player built who leaves, and who has left is asked nothing."""
    loose: frozenset[str]
    """Leniencies of old games of the site."""


class Dialect(Shared, Generic[S]):
    """The answers of the rulebook to everything that needs no look at the whole position, and the questions that do."""

    decided: Decided
    shift: Shift
    top_up_home: bool
    use_sacrifice: bool
    touch: bool
    by_passing: bool
    leaving: bool
    clean_leave: bool
    # the neighbours' power
    open_leech: bool = False
    """Offers stay open while others go on; answers come in any order."""
    chance_speaks: bool
    """Chance says who answers next, where several could."""
    strict_leech: bool = False
    """An open offer can only be refused after a conversion or a later acceptance."""
    refusal_power: bool = True
    """Cultists and Shapeshifters get 1 power if all refuse."""
    # spades and land
    long_way: bool = False
    """Transforms may not cross the home terrain and may go the long way round."""
    most_spades: int = 3
    """So many spades at most may lie ready after some were bought."""
    flat_digging: bool = True
    """Those whose transforms all cost the same buy just that many spades."""
    dig_on: bool = True
    """More spades may be bought until the first transform."""
    dig_anywhere: bool = False
    """Spades may be bought without a hex that could take them."""
    split_bought: bool = False
    """Bought spades need not all go to one hex."""
    build_elsewhere: bool = False
    """After a transform that ended away from home a dwelling may rise on another hex."""
    dwelling_left: bool = False
    """The dwelling of an action stays a part of it even where nothing became home."""
    # what is owed
    idle_actions: bool = False
    """Actions need no target: what they bring may be thrown away."""
    many_bridges: bool = False
    """A spot may carry more than one bridge."""
    any_bridge: bool = False
    """A bridge needs no own building at an end."""
    ask_every_priest: bool = False
    """Riverwalkers are asked for every priest, even where there is nothing to choose."""
    ask_forced: bool = False
    """Bridges without a spot and priests for whom no terrain can be opened are asked for all the same."""
    keep_spades: bool = False
    """The spades of a cult bonus are asked for even where no hex can take them."""
    ordination_once: bool = False
    """Any other conversion ends the Darklings' right to ordain."""
    # cults, keys and priests
    no_lift: bool = False
    """A marker stopped for lack of a key does not rise when the key comes."""
    key_first: bool = False
    """The key of a tile lifts the markers that wait for it before the steps of the same tile are made."""
    idle_steps: bool = False
    """A step may be taken where it moves nothing."""
    lowers: bool = False
    """Markers may be moved down from 8 on."""
    river_steps: bool = False
    """Those who found towns over rivers may take steps that wait for a key."""
    wasted: tuple[str, ...] = ()
    """Conversions that may bring a priest whom nobody can take."""
    coins_per_point: int = 0
    """What a point costs at any time; 0 where it cannot be bought."""
    # turns, rounds and the setup
    strict_chaos: bool = True
    """Passing as the first of two actions gives up the second."""
    loose_done: bool = False
    """A turn may end without an action."""
    together: bool = False
    """Cult bonuses go to everybody before the first one digs."""
    fewest: int = 2
    """How many must stay for the match to go on."""
    loose_auction: bool = False
    """An auction goes on after the highest bid, and 20 points that are left count as none bid."""

    def __init__(self, decided: Decided) -> None:
        self.decided = decided
        self.shift = decided.shift
        self.top_up_home = decided.top_up_home
        self.use_sacrifice = decided.use_sacrifice
        self.touch = decided.touch
        self.by_passing = decided.by_passing
        self.leaving = self.chance_speaks = decided.leaving
        self.clean_leave = decided.clean_leave

    def __reduce__(self) -> tuple[Any, ...]:
        return reading, (type(self), self.decided)

    # answers that follow from little

    def circle(self, seats: int, order: Sequence[int]) -> Sequence[int]:
        """In which order neighbours answer: clockwise, as an auction may have placed them."""
        return range(seats) if self.by_passing else order

    def home_due(self, was: bool, spades: int, at_home: bool) -> bool:
        """Whether the hex after this one must become home terrain [TM-6.6]."""
        return was or not at_home

    # answers that look at the position

    def turn(self, s: S, seat: int, me: Side) -> list[Action]:
        """What the seat whose turn it is may choose."""
        raise NotImplementedError

    def acts(self, s: S, seat: int) -> None:
        """The seat begins an action of its own."""
        raise NotImplementedError

    def acted(self, s: S, seat: int, me: Side) -> None:
        """Something happened in the turn of the seat: say what is asked next, unless the round does."""
        raise NotImplementedError

    def answers(self, s: S, seat: int, me: Side) -> list[Action]:
        """What a seat may choose in the turn of another one."""
        raise NotImplementedError

    def answered(self, s: S) -> None:
        """A neighbour has answered."""
        raise NotImplementedError

    def spades_came(self, s: S, seat: int, n: int) -> None:
        """Spades came in and were kept."""
        raise NotImplementedError

    def spades_used(self, s: S, seat: int, n: int) -> None:
        raise NotImplementedError

    def remove_tokens(self, s: S, seat: int, n: int) -> None:
        """A price is paid in power tokens."""
        raise NotImplementedError

    def waits(self, me: Side, owed: Due) -> bool:
        """Whether the turn may end without settling it."""
        raise NotImplementedError

    def spare(self, s: S, me: Side, owed: Due) -> bool:
        """Whether a gain may be given up unused, spades aside."""
        raise NotImplementedError

    def given_up(self, owed: Due) -> int:
        """How many go at once when they are given up."""
        raise NotImplementedError

    def speakers(self, s: S) -> list[int]:
        """Seats that could do something now."""
        raise NotImplementedError


@cache
def reading(kind: type[Dialect[Any]], decided: Decided) -> Dialect[Any]:
    """The one dialect of this kind for what was decided."""
    return kind(decided)
