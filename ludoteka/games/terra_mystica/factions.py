"""The twenty factions: numbers here, exceptions in `hooks`, named after the moment they happen in.

A field left out has the value that most factions share. `board` is the faction board: two factions of one board never
meet. Costs are (workers, coins); incomes are totals by buildings on the map.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ludoteka.games.terra_mystica import hooks
from ludoteka.games.terra_mystica.data import BLACK, BLUE, BROWN, GRAY, GREEN, ICE, PRIESTS, RED, VOLCANO, YELLOW

if TYPE_CHECKING:
    from ludoteka.games.terra_mystica.state import TerraState

Cost = tuple[int, int]
Moment = Callable[["TerraState", int], None]


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
    on_spades: Callable[[TerraState, int, int], str] | None = None
    on_priests: Callable[[TerraState, int, int], None] | None = None
    on_town: Moment | None = None
    on_stronghold: Moment | None = None
    on_pass: Callable[[TerraState, int], int] | None = None
    on_taken: Moment | None = None
    on_refused: Moment | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        return faction, (self.name,)


def faction(name: str) -> Faction:
    return FACTIONS[BY_NAME[name]]


FACTIONS = (
    Faction(
        "nomads",
        "yellow",
        YELLOW,
        19,
        (5, 7, 0),
        (1, 0, 1, 0),
        workers=2,
        start_dwellings=3,
        stronghold=(4, 8),
        house_coins=(0, 2, 4, 7, 11),
        house_power=(0, 1, 2, 3, 4),
        action="ACTN",
    ),
    Faction(
        "fakirs",
        "yellow",
        YELLOW,
        33,
        (7, 5, 0),
        (1, 0, 0, 1),
        stronghold=(4, 10),
        stronghold_income=(0, 0, 1, 0),
        ship_max=0,
        dig=(3, 2),
        jump=1,
        jump_flies=True,
        jump_cost=((0, 1), (0, 1)),
        on_stronghold=hooks.longer_carpet,
    ),
    Faction(
        "chaosmagicians",
        "red",
        RED,
        19,
        (5, 7, 0),
        (2, 0, 0, 0),
        workers=4,
        start_dwellings=1,
        places_last=True,
        stronghold=(4, 4),
        sanctuary=(4, 8),
        stronghold_income=(0, 2, 0, 0),
        favors=2,
        action="ACTC",
    ),
    Faction(
        "giants",
        "red",
        RED,
        25,
        (5, 7, 0),
        (1, 0, 0, 1),
        stronghold_income=(0, 0, 0, 4),
        flat_spades=2,
        action="ACTG",
    ),
    Faction(
        "swarmlings",
        "blue",
        BLUE,
        22,
        (3, 9, 0),
        (1, 1, 1, 1),
        coins=20,
        workers=8,
        dwelling=(2, 3),
        house=(3, 4),
        temple=(3, 6),
        stronghold=(5, 8),
        sanctuary=(5, 8),
        worker_income=(2, 3, 4, 5, 6, 7, 8, 9, 9),
        house_coins=(0, 2, 4, 6, 9),
        house_power=(0, 2, 4, 6, 8),
        stronghold_income=(0, 0, 0, 4),
        sanctuary_priests=2,
        action="ACTS",
        on_town=hooks.three_workers,
    ),
    Faction(
        "mermaids",
        "blue",
        BLUE,
        19,
        (3, 9, 0),
        (0, 2, 0, 0),
        sanctuary=(4, 8),
        stronghold_income=(0, 0, 0, 4),
        ship=1,
        ship_max=5,
        ship_vp=(0, 0, 2, 3, 4, 5),
        river_towns=True,
        on_stronghold=hooks.free_ship,
    ),
    Faction(
        "dwarves",
        "gray",
        GRAY,
        20,
        (5, 7, 0),
        (0, 0, 2, 0),
        house_coins=(0, 3, 5, 7, 10),
        ship_max=0,
        jump=1,
        jump_cost=((2, 0), (1, 0)),
    ),
    Faction(
        "engineers",
        "gray",
        GRAY,
        16,
        (3, 9, 0),
        (0, 0, 0, 0),
        coins=10,
        workers=2,
        dwelling=(1, 1),
        house=(1, 2),
        temple=(1, 4),
        stronghold=(3, 6),
        sanctuary=(3, 6),
        worker_income=(0, 1, 2, 2, 3, 4, 4, 5, 6),
        temple_priests=(0, 1, 1, 2),
        temple_power=(0, 0, 5, 5),
        action="ACTE",
        action_needs_stronghold=False,
        on_pass=hooks.points_for_bridges,
    ),
    Faction(
        "halflings",
        "brown",
        BROWN,
        20,
        (3, 9, 0),
        (0, 0, 1, 1),
        stronghold=(4, 8),
        dig_step=(2, 1, 1),
        on_spades=hooks.point_per_spade,
        on_stronghold=hooks.three_spades,
    ),
    Faction(
        "cultists",
        "brown",
        BROWN,
        16,
        (5, 7, 0),
        (1, 0, 1, 0),
        stronghold=(4, 8),
        sanctuary=(4, 8),
        on_stronghold=hooks.seven_points,
        steps_for_leech=True,
        on_taken=hooks.cult_step,
        on_refused=hooks.one_power,
    ),
    Faction(
        "alchemists",
        "black",
        BLACK,
        27,
        (5, 7, 0),
        (1, 1, 0, 0),
        house_coins=(0, 2, 4, 7, 11),
        house_power=(0, 1, 2, 3, 4),
        stronghold_income=(6, 0, 0, 0),
        coins_per_vp=2,
        vp_to_coins=True,
        on_spades=hooks.power_per_spade,
        on_stronghold=hooks.twelve_power,
    ),
    Faction(
        "darklings",
        "black",
        BLACK,
        15,
        (5, 7, 0),
        (0, 1, 1, 0),
        workers=1,
        priests=1,
        sanctuary=(4, 10),
        sanctuary_priests=2,
        dig=(),
        dig_priests=1,
        dig_vp=2,
        on_stronghold=hooks.ordination,
    ),
    Faction(
        "auren",
        "green",
        GREEN,
        27,
        (5, 7, 0),
        (0, 1, 0, 1),
        sanctuary=(4, 8),
        action="ACTA",
        on_stronghold=hooks.one_favor,
    ),
    Faction(
        "witches",
        "green",
        GREEN,
        19,
        (5, 7, 0),
        (0, 0, 0, 2),
        action="ACTW",
        on_town=hooks.five_points,
    ),
    Faction(
        "icemaidens",
        "ice",
        ICE,
        20,
        (6, 6, 0),
        (0, 1, 0, 1),
        start_favors=1,
        picks="start",
        worker_income=(1, 2, 3, 4, 5, 6, 7, 8, 9),
        stronghold_income=(0, 0, 0, 4),
        dig_step=(1, 5, 1),
        on_pass=hooks.points_for_temples,
    ),
    Faction(
        "yetis",
        "ice",
        ICE,
        22,
        (0, 12, 0),
        (0, 0, 1, 1),
        picks="start",
        worker_income=(1, 2, 3, 4, 5, 6, 7, 8, 9),
        house_power=(0, 2, 4, 6, 8),
        stronghold_income=(0, 0, 0, 4),
        big_power=4,
        dig_step=(1, 5, 1),
        power_discount=1,
        reuses_power_actions=True,
    ),
    Faction(
        "acolytes",
        "volcano",
        VOLCANO,
        23,
        (6, 6, 0),
        (3, 3, 3, 3),
        picks="late",
        stronghold=(4, 8),
        sanctuary=(4, 8),
        worker_income=(0, 1, 2, 3, 3, 4, 5, 6, 6),
        dig=(),
        changes="volcano",
        land_price=(3, 4),
        pays_land_in="cult",
        priest_steps=1,
        on_spades=hooks.cult_step_per_spade,
    ),
    Faction(
        "dragonlords",
        "volcano",
        VOLCANO,
        24,
        (4, 4, 0),
        (2, 0, 0, 0),
        picks="late",
        stronghold=(4, 8),
        sanctuary=(4, 8),
        worker_income=(0, 1, 2, 3, 3, 4, 5, 6, 6),
        dig=(),
        changes="volcano",
        land_price=(1, 2),
        pays_land_in="token",
        on_spades=hooks.token_per_spade,
        on_stronghold=hooks.token_per_player,
    ),
    Faction(
        "shapeshifters",
        "variable",
        -1,
        22,
        (4, 4, 0),
        (1, 1, 0, 0),
        picks="home",
        stronghold=(3, 6),
        stronghold_income=(0, 0, 0, 4),
        dig=(3,),
        action="ACTH",
        on_taken=hooks.new_token,
        on_refused=hooks.one_power,
    ),
    Faction(
        "riverwalkers",
        "variable",
        -1,
        21,
        (10, 2, 0),
        (1, 0, 0, 1),
        priest_limit=1,
        picks="open",
        worker_income=(1, 2, 3, 3, 4, 5, 5, 6, 7),
        temple_priests=(0, 1, 1, 2),
        temple_power=(0, 0, 5, 5),
        ship=1,
        ship_max=1,
        dig=(),
        changes="never",
        reach_by_ship_only=True,
        on_spades=hooks.no_spades,
        on_priests=hooks.priest_or_terrain,
        on_stronghold=hooks.two_bridges,
    ),
)
BY_NAME = {f.name: i for i, f in enumerate(FACTIONS)}
BASE = tuple(f.name for f in FACTIONS[:14])
BOARDS = ("yellow", "red", "blue", "gray", "brown", "black", "green", "ice", "volcano", "variable")


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


SHIFTS = {
    "rulebook": Shift(3, 2),
    "v2": Shift(3, 2, "players", 1),
    "v3": Shift(3, 2, "opponents", 1),
    "v4": Shift(4, 0, "", 1, (2, 3)),
    "v5": Shift(5, 0, "", 1, (1, 2)),
}
