"""What a seat of Small World sees as numbers: every region, the column, the players, the question."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ludoteka.core.bits import bits
from ludoteka.envs.scheme import Bits, Block, Numbers, one_of, question, ring
from ludoteka.games.small_world.options import SmallWorldOptions
from ludoteka.games.small_world.phases.frames import Conquering
from ludoteka.games.small_world.reach import cost, targets
from ludoteka.games.small_world.state import SLOTS, STATES, SmallWorld
from ludoteka.games.small_world.world import printed_world

COLUMN: Final = 6
PHASES: Final[tuple[str, ...]] = (
    *("Choice", "TakeCombo", "Conquest", "Redeploy", "ForgoRegions", "Undead"),
    *("Encamp", "PlaceHeroes", "BuildFortress", "NameAlly", "LateDecline"),
)


def blocks(seats: int, options: SmallWorldOptions) -> list[Block]:
    world = printed_world(seats, options.custom)
    size, races, powers = world.board.size, len(world.races), len(world.powers)
    return [
        *(held(k, slot, seats, size) for k in range(seats) for slot in range(SLOTS)),
        mark("tribe", size, lambda s, me: s.tribes),
        mark("fortress", size, lambda s, me: s.forts),
        mark("hole", size, lambda s, me: s.holes),
        mark("hero", size, lambda s, me: s.heroes),
        mark("dragon", size, lambda s, me: s.dragons),
        mark("lair", size, lairs),
        *(combination(i, races, powers) for i in range(COLUMN)),
        *(people(k, slot, seats, races, powers) for k in range(seats) for slot in range(SLOTS)),
        one_of("turn", range(seats), "whose turn, own first", lambda s, me: (s.turn - me) % seats),
        question(PHASES),
        Numbers("tokens", size, "tokens in each region", lambda s, me: s.tokens, 5),
        Numbers("defence", size, "defence of each region", lambda s, me: s.defence, 5),
        Numbers("camps", size, "encampments in each region", lambda s, me: s.camps, 5),
        Numbers("prices", size, "tokens a conquest would take now, 0 out of reach", prices, 10),
        Numbers("column coins", COLUMN, "coins on the combinations, from the cheapest", column_coins, 5),
        Numbers("coins", seats, "coins where known, own first", coins, 100),
        Numbers("hands", seats, "tokens in hand, own first", hands, 15),
        Numbers("round", 1, "the round", lambda s, me: [s.round], 10),
        Numbers("die", 1, "the reinforcement die", lambda s, me: [max(0, s.die)], 3),
    ]


def held(k: int, slot: int, seats: int, size: int) -> Bits:
    """The regions that a people holds, as a plane."""
    meaning = f"regions of the {STATES[slot]} people of the {k}. seat after the own"
    return Bits(f"{STATES[slot]} {k}", size, meaning, lambda s, me: s.held[(me + k) % seats * SLOTS + slot])


def mark(what: str, size: int, get: Callable[[SmallWorld, int], int]) -> Bits:
    return Bits(what, size, f"regions with: {what}", get)


def lairs(s: SmallWorld, me: int) -> int:
    found = 0
    for able, regions in zip(s.able, s.held, strict=True):
        if able is not None and able.lairs:
            found |= regions
    return found


def combination(i: int, races: int, powers: int) -> Bits:
    def get(s: SmallWorld, me: int) -> int:
        return 1 << s.col_race[i] | 1 << (races + s.col_power[i]) if i < len(s.col_power) else 0

    return Bits(f"column {i}", races + powers, "race and power on offer", get)


def people(k: int, slot: int, seats: int, races: int, powers: int) -> Bits:
    def get(s: SmallWorld, me: int) -> int:
        i = (me + k) % seats * SLOTS + slot
        race, power = s.race[i], s.power[i]
        if race < 0:
            return 0
        return 1 << race | 1 << (races + power) if power >= 0 else 1 << race

    return Bits(f"people {k} {STATES[slot]}", races + powers, "race and power of that people", get)


def prices(s: SmallWorld, me: int) -> list[int]:
    found = [0] * s.world.board.size
    f = s.stack[-1] if s.stack else None
    if isinstance(f, Conquering):
        able = s.able[f.slot]
        assert able is not None
        for at in bits(targets(s, f.slot, able)):
            found[at] = max(1, cost(s, f.slot, able, at) - max(0, f.roll))
    return found


def column_coins(s: SmallWorld, me: int) -> list[int]:
    return [*s.col_coins] + [0] * (COLUMN - len(s.col_coins))


def coins(s: SmallWorld, me: int) -> list[int]:
    if s.options.coins == "open" or not s.stack:
        return [s.coins[q] for q in ring(s.seats, me)]
    return [s.coins[me]] + [0] * (s.seats - 1)


def hands(s: SmallWorld, me: int) -> list[int]:
    hand = s.hand
    return [sum(hand[q * SLOTS : q * SLOTS + SLOTS]) for q in ring(s.seats, me)]
