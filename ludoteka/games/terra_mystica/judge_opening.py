"""What needs no search in Terra Mystica: faction, first dwellings, first card, and whether to take offered power.

The numbers are counts over recorded matches of the top league and, for factions, means over a large corpus.
"""

from __future__ import annotations

from typing import Final

from ludoteka.core.action import Action
from ludoteka.core.bits import bits
from ludoteka.core.game import Frame
from ludoteka.games.terra_mystica import actions as verbs
from ludoteka.games.terra_mystica.data import ROUNDS, SHORT_WAY, TERRAINS, WHEEL
from ludoteka.games.terra_mystica.factions import BY_NAME, FACTIONS
from ludoteka.games.terra_mystica.phases.leech import effective
from ludoteka.games.terra_mystica.phases.setup import DWELLING, START_CARD
from ludoteka.games.terra_mystica.side import Side
from ludoteka.games.terra_mystica.state import TerraState

FACTION_POINTS: Final = {
    "engineers": 140, "halflings": 141, "cultists": 140, "darklings": 139, "dwarves": 137, "witches": 135,
    "swarmlings": 134, "mermaids": 131, "nomads": 130, "alchemists": 129, "chaosmagicians": 129, "auren": 124,
    "giants": 123, "fakirs": 118, "yetis": 132, "icemaidens": 131, "dragonlords": 128, "acolytes": 122,
    "shapeshifters": 122, "riverwalkers": 118,
}  # fmt: skip
START_HEXES: Final = {
    "darklings": ("G5", "E5", "E10", "B5"), "cultists": ("E6", "F5", "F7"), "halflings": ("E6", "F7", "F5"),
    "witches": ("F4", "E9", "C4"), "engineers": ("E7", "F6", "H6"), "dwarves": ("E7", "F6"),
    "nomads": ("F3", "D3", "E8", "G4"), "swarmlings": ("D2", "D5", "G6", "H4"), "mermaids": ("E4", "D5", "G6"),
    "chaosmagicians": ("D4", "D7"), "alchemists": ("G5", "E5"),
}  # fmt: skip
"""On the original map, the most frequent first."""
CARDS_FIRST: Final = {
    "darklings": ("BON8", "BON6", "BON2"), "cultists": ("BON5", "BON2", "BON3", "BON8"),
    "witches": ("BON4", "BON1", "BON5"), "engineers": ("BON1", "BON6", "BON5"), "nomads": ("BON1", "BON6"),
    "swarmlings": ("BON6", "BON1", "BON5"), "dwarves": ("BON5",), "mermaids": ("BON1", "BON4"),
    "halflings": ("BON8", "BON2", "BON3"), "chaosmagicians": ("BON1", "BON6", "BON8"), "alchemists": ("BON6",),
}  # fmt: skip
CARDS_USUAL: Final[tuple[str, ...]] = ("BON1", "BON8", "BON6", "BON5", "BON3", "BON2", "BON4", "BON9", "BON7", "BON10")
POWER_WORTH: Final[tuple[float, ...]] = (1.1, 0.9, 0.86, 0.8, 0.74, 0.6)
"""Points that one step of power is worth, by round."""


def setup_action(s: TerraState, f: Frame, legal: list[Action]) -> Action | None:
    """The choice of a moment before round 1; None if this module knows nothing about it."""
    first = legal[0]
    if isinstance(first, verbs.Choose):
        return max(legal, key=lambda a: _faction_value(s, a))
    if f[0] is DWELLING:
        return _start_hex(s, f[1], legal)
    if f[0] is START_CARD:
        return _start_card(s, s.sides[f[1]], legal)
    if isinstance(first, verbs.Bid):
        return verbs.FOLD if verbs.FOLD in legal else legal[0]
    if isinstance(first, verbs.Place):
        return first
    if isinstance(first, verbs.Settle):
        terrains = [a for a in legal if isinstance(a, verbs.Settle)]  # a favour may be due as well
        return max(terrains, key=lambda a: _terrain_value(s, a))
    return None


def _faction_value(s: TerraState, a: Action) -> float:
    faction = FACTIONS[BY_NAME[a.what]]  # type: ignore[attr-defined]
    value = float(FACTION_POINTS.get(faction.name, 120))
    taken = [side.root for side in s.sides if side.faction is not None and 0 <= side.root < WHEEL]
    if 0 <= faction.home < WHEEL:
        value -= 4 * sum(SHORT_WAY[faction.home][t] == 1 for t in taken)
    return value


def _terrain_value(s: TerraState, a: verbs.Settle) -> float:
    """Far from the others on the wheel, and much of it on the map."""
    terrain = TERRAINS.index(a.what)
    taken = [side.root for side in s.sides if side.faction is not None and 0 <= side.root < WHEEL]
    return sum(SHORT_WAY[terrain][t] for t in taken) + 0.1 * (s.land[terrain] & ~s.occupied).bit_count()


def _start_hex(s: TerraState, seat: int, legal: list[Action]) -> Action:
    me = s.sides[seat]
    known = START_HEXES.get(me.folk.name, ()) if s.board.name == "original" else ()
    rank = {name: len(known) - i for i, name in enumerate(known)}
    return max(legal, key=lambda a: _hex_value(s, seat, me, s.board.index[a.at]) + 1.2 * rank.get(a.at, 0))  # type: ignore[attr-defined]


def _hex_value(s: TerraState, seat: int, me: Side, at: int) -> float:
    """Beside rivals (cheap trading houses, power both ways), with land to grow, the second one four to seven away."""
    board = s.board
    value = 0.0
    for q, side in enumerate(s.sides):
        if q != seat and side.built:
            if board.near[at] & side.built:
                value += 2
            elif board.within[2][at] & side.built:
                value += 1
    free = board.near[at] & ~s.occupied
    if 0 <= me.root < WHEEL:
        for other in bits(free | board.ships[1][at] & ~s.occupied):
            away = SHORT_WAY[s.terrain_at(other)][me.root] if s.terrain_at(other) < WHEEL else 3
            value += (0.8, 0.7, 0.3, 0.1)[away] * (1.0 if free >> other & 1 else 0.5)
    value += 0.7 * bool(board.waters[at])
    for mine in bits(me.built):
        steps = board.steps[mine][at]
        value += 1.5 if 4 <= steps <= 7 else 0.8 if steps == 3 else -1.0 if steps > 8 else 0.0
    return value


def _start_card(s: TerraState, me: Side, legal: list[Action]) -> Action:
    order = (*CARDS_FIRST.get(me.folk.name, ()), *CARDS_USUAL)
    return min(legal, key=lambda a: order.index(a.what))  # type: ignore[attr-defined]


def answer(s: TerraState, seat: int, legal: list[Action]) -> Action | None:
    """Power for points: worth it while it can be used. None if the question is another one."""
    accept = next((a for a in legal if isinstance(a, verbs.Leech)), None)
    refuse = next((a for a in legal if isinstance(a, verbs.Decline)), None)
    if accept is None or refuse is None:
        return accept or refuse
    me = s.sides[seat]
    n = effective(me, accept.n)
    if n <= 1:
        return accept
    worth = POWER_WORTH[max(1, s.round) - 1]
    if s.round == ROUNDS:
        worth = 0.3 if me.passed else worth
    # tokens that only rise to bowl 2 are half way
    full = n if me.bowl1 < n else 0.5 * n + 0.25 * n
    return accept if worth * full + 0.3 >= n - 1 else refuse
