"""What a seat of Terra Mystica sees as numbers: the map, cults, tiles, and every side's board."""

from __future__ import annotations

from typing import Final

from ludoteka.envs.scheme import Bits, Block, Numbers, one_of, question
from ludoteka.games.terra_mystica import due
from ludoteka.games.terra_mystica.board import board
from ludoteka.games.terra_mystica.data import (
    BUILDINGS,
    CARDS,
    CULTS,
    FAVORS,
    LIMITS,
    POWER_ACTIONS,
    ROUND_TILES,
    ROUNDS,
    TERRAINS,
    TOWNS,
)
from ludoteka.games.terra_mystica.factions import FACTIONS
from ludoteka.games.terra_mystica.options import TerraOptions
from ludoteka.games.terra_mystica.side import Side
from ludoteka.games.terra_mystica.state import TerraState

PHASES: Final[tuple[str, ...]] = (
    *("Turn", "Extra", "Answer", "StartDwelling", "StartCard"),
    *("FactionChoice", "BoardSide", "Auction", "Winner", "OrderPlace", "Choice"),
)
FOLK: Final = {faction.name: 1 << i for i, faction in enumerate(FACTIONS)}
FAVORS_AT: Final = len(FACTIONS)
CARDS_AT: Final = FAVORS_AT + len(FAVORS)
PASSED_AT: Final = CARDS_AT + len(CARDS)
NOTHING: Final = [0] * 11


def blocks(seats: int, options: TerraOptions) -> list[Block]:
    hexes = len(board(options.map).names)
    return [
        *(land(hexes, terrain) for terrain in range(len(TERRAINS))),
        *(built(hexes, seats, k, kind) for k in range(seats) for kind in range(len(BUILDINGS))),
        Bits("actions", len(POWER_ACTIONS), "power actions used this round", lambda s, me: s.used),
        *(round_tile(i) for i in range(ROUNDS)),
        *(about(k, seats) for k in range(seats)),
        question(PHASES),
        Numbers("cults", len(CULTS) * seats, "markers on fire, water, earth, air, own seat first", cults, 10),
        Numbers("cards", len(CARDS), "coins + 1 if free", lambda s, me: [coins + 1 for coins in s.cards], 4),
        Numbers("favors", len(FAVORS), "favor tiles left", lambda s, me: s.favors, 3),
        Numbers("towns", len(TOWNS), "town tiles left", lambda s, me: s.towns, 2),
        Numbers("points", seats, "points, own seat first", lambda s, me: [x.vp for x in around(s, me)], 100),
        *(means(k, seats) for k in range(seats)),
        *(left(k, seats) for k in range(seats)),
        Numbers("round", 1, "the round", lambda s, me: [s.round], 6),
        Numbers("due", 4, "spades, favors, towns and bridges of this turn", owed, 3),
    ]


def around(s: TerraState, me: int) -> list[Side]:
    """The sides, own first."""
    return s.sides[me:] + s.sides[:me]


def land(hexes: int, terrain: int) -> Bits:
    return Bits(TERRAINS[terrain], hexes, f"hexes of terrain {TERRAINS[terrain]}", lambda s, me: s.land[terrain])


def built(hexes: int, seats: int, k: int, kind: int) -> Bits:
    what = BUILDINGS[kind]
    meaning = f"{what} of the {k}. seat after the own"
    return Bits(f"{what} {k}", hexes, meaning, lambda s, me: s.sides[(me + k) % seats].own[kind])


def round_tile(i: int) -> Bits:
    names = range(len(ROUND_TILES))
    meaning = "the scoring tile of that round"
    return one_of(f"round {i + 1}", names, meaning, lambda s, me: s.tiles[i] if i < len(s.tiles) else -1)


def about(k: int, seats: int) -> Bits:
    """Which faction a seat plays and which tiles it has."""

    def get(s: TerraState, me: int) -> int:
        x = s.sides[(me + k) % seats]
        if x.faction is None:
            return 0
        found = FOLK[x.faction.name] | x.favors << FAVORS_AT | x.passed << PASSED_AT
        return found | 1 << CARDS_AT + x.card if x.card >= 0 else found

    return Bits(f"side {k}", PASSED_AT + 1, "faction, favor tiles, bonus card, whether it has passed", get)


def means(k: int, seats: int) -> Numbers:
    def get(s: TerraState, me: int) -> list[int]:
        x = s.sides[(me + k) % seats]
        if x.faction is None:
            return NOTHING
        stock = [x.coins, x.workers, x.priests, x.bowl1, x.bowl2, x.bowl3]
        return [*stock, x.keys, x.ship, x.dig, x.bridges_left, x.sent]

    what = "coins, workers, priests, power in the three bowls, keys, ship, dig, bridges left, priests sent"
    return Numbers(f"means {k}", len(NOTHING), what, get, 10)


def left(k: int, seats: int) -> Numbers:
    def get(s: TerraState, me: int) -> list[int]:
        x = s.sides[(me + k) % seats]
        if x.faction is None:
            return [0] * len(BUILDINGS)
        return [limit - mask.bit_count() for limit, mask in zip(LIMITS, x.own, strict=True)]

    return Numbers(f"left {k}", len(BUILDINGS), "buildings still on the faction board", get, 8)


def cults(s: TerraState, me: int) -> list[int]:
    return [side.cult[i] if side.faction else -1 for i in range(len(CULTS)) for side in around(s, me)]


def owed(s: TerraState, me: int) -> list[int]:
    found = dict(s.sides[s.active].dues) if s.active >= 0 else {}
    return [found.get(what, 0) for what in (due.SPADES, due.FAVORS, due.TOWNS, due.BRIDGES)]
