"""What a faction is: its numbers, and what it does otherwise at which moment.

A field left out has the value that most factions share. Costs are (workers, coins); incomes are totals by buildings on
the map. `board` is the faction board: two factions of one board never meet. The twenty are in `factions`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from ludoteka.games.terra_mystica.data import PRIESTS, SH, TE, TP, D

Cost = tuple[int, int]
Moment = Callable[[Any, int], None]
"""Called with the position and the seat."""


@dataclass(frozen=True, slots=True, eq=False)
class Faction:
    name: str
    board: str
    home: int
    """The terrain it builds on; -1 if chosen."""
    vp_2017: int
    bowls: tuple[int, int, int]
    cults: tuple[int, int, int, int]
    coins: int = 15
    workers: int = 3
    priests: int = 0
    priest_limit: int = PRIESTS
    start_dwellings: int = 2
    places_last: bool = False
    start_favors: int = 0
    picks: str = ""
    """What is chosen besides the faction: "start" terrain, "late" (the same, after everybody), "home", "open"."""
    dwelling: Cost = (1, 2)
    house: Cost = (2, 3)
    temple: Cost = (2, 5)
    stronghold: Cost = (4, 6)
    sanctuary: Cost = (4, 6)
    worker_income: tuple[int, ...] = (1, 2, 3, 4, 5, 6, 7, 8, 8)
    house_coins: tuple[int, ...] = (0, 2, 4, 6, 8)
    house_power: tuple[int, ...] = (0, 1, 2, 4, 6)
    temple_priests: tuple[int, ...] = (0, 1, 2, 3)
    temple_power: tuple[int, ...] = (0, 0, 0, 0)
    stronghold_income: tuple[int, int, int, int] = (0, 0, 0, 2)
    """Coins, workers, priests, power."""
    sanctuary_priests: int = 1
    big_power: int = 3
    """Power value of stronghold and sanctuary."""
    ship: int = 0
    ship_max: int = 3
    ship_vp: tuple[int, ...] = (0, 2, 3, 4)
    """Points for reaching each level."""
    dig: tuple[int, ...] = (3, 2, 1)
    """Workers for a spade at each level; empty if it buys none that way."""
    dig_priests: int = 0
    """Priests for a spade, instead of workers."""
    dig_vp: int = 0
    dig_step: tuple[int, int, int] = (2, 5, 1)
    """Workers, coins, priests for a step on the digging track."""
    changes: str = "spade"
    """How it changes land: by "spade", to "volcano" at a price of its own, or "never"."""
    flat_spades: int = 0
    """Spades that every transform costs, if all cost the same."""
    land_price: Cost = (0, 0)
    """For "volcano": price of a hex, and of a hex that is somebody's home terrain."""
    pays_land_in: str = ""
    """Steps on one "cult", or power "token"s."""
    reach_by_ship_only: bool = False
    jump: int = 0
    """How many hexes a tunnel or carpet skips."""
    jump_flies: bool = False
    """Carpets get longer, tunnels do not."""
    jump_cost: tuple[Cost, Cost] = ((0, 0), (0, 0))
    """(workers, priests) of a jump, before and after the stronghold."""
    jump_vp: int = 4
    favors: int = 1
    """Favor tiles for a temple or a sanctuary."""
    action: str = ""
    """The action of its own."""
    action_needs_stronghold: bool = True
    power_discount: int = 0
    reuses_power_actions: bool = False
    coins_per_vp: int = 0
    """Coins for a point at any time; 0: never."""
    vp_to_coins: bool = False
    priest_steps: int = 0
    """Steps more for each priest in an order, once the stronghold stands."""
    river_towns: bool = False
    steps_for_leech: bool = False
    """Gains cult steps when neighbours take power."""
    on_spades: Callable[[Any, int, int], str] | None = None
    on_priests: Callable[[Any, int, int], None] | None = None
    on_town: Moment | None = None
    on_stronghold: Moment | None = None
    on_pass: Callable[[Any, int], int] | None = None
    on_taken: Moment | None = None
    on_refused: Moment | None = None

    def cost(self, kind: int) -> Cost:
        """Workers and coins for a building; a trading house without neighbours costs twice the coins."""
        if kind == D:
            return self.dwelling
        if kind == TP:
            return self.house
        if kind == TE:
            return self.temple
        return self.stronghold if kind == SH else self.sanctuary

    def __reduce__(self) -> tuple[Any, ...]:
        return faction, (self.name,)


NOBODY: Final = Faction("", "", -1, 0, (0, 0, 0), (0, 0, 0, 0))
"""Before one is chosen."""
KNOWN: Final = {"": NOBODY}
"""By name: a faction that travels to another process is the one that lives there."""


def faction(name: str) -> Faction:
    return KNOWN[name]


@dataclass(frozen=True, slots=True)
class Shift:
    """One version of the two variable factions."""

    cost: int
    """Power or tokens for a new home terrain."""
    vp: int
    limit: str = ""
    """How often: "" any number, "players" or "opponents" times in the game."""
    token_price: int = 0
    """Points for the token after a neighbour took power."""
    unlock: tuple[int, int] = (0, 0)
    """Coins for a terrain, and for somebody's home terrain."""

    def __reduce__(self) -> tuple[Any, ...]:
        return Shift, (self.cost, self.vp, self.limit, self.token_price, self.unlock)


SHIFTS: Final = {
    "rulebook": Shift(3, 2),
    "v2": Shift(3, 2, "players", 1),
    "v3": Shift(3, 2, "opponents", 1),
    "v4": Shift(4, 0, "", 1, (2, 3)),
    "v5": Shift(5, 0, "", 1, (1, 2)),
}
