"""What is still owed before a turn may end. One ladder: who asks, lists, refuses or names the question climbs it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ludoteka.core.action import Action
from ludoteka.games.terra_mystica.data import ORDINATIONS
from ludoteka.games.terra_mystica.phases import bridges, building, digging, dues, steps, towns, transforming
from ludoteka.games.terra_mystica.phases.reach import in_reach
from ludoteka.games.terra_mystica.side import Side
from ludoteka.games.terra_mystica.state import IDLE, TerraState

Legal = Callable[[TerraState, Side, list[Action]], None]


class Due(NamedTuple):
    topic: str
    """What is asked: `ask.Turn.<topic>`."""
    legal: Legal
    """What settles it."""
    why: str
    rule: str
    """Said to whoever wants to begin something else first."""
    field: str = ""
    """The field of the side that counts it, if the reason names a number."""
    price: bool = False


def settled_otherwise(s: TerraState, me: Side, out: list[Action]) -> None:
    """By a conversion, which is listed anyway."""


def legal_spades(s: TerraState, me: Side, out: list[Action]) -> None:
    if s.work.digs:
        digging.legal_dig(s, me, out)
    if s.work.transforms:
        transforming.legal_transform(s, me, out, in_reach(s, me))


LOSE = Due("open", steps.legal_sacrifice, "why.open_price", "TM-19.30", price=True)
SHED = Due("open", dues.legal_shed, "why.open_price", "TM-19.35", price=True)
RECOLOUR = Due("open", dues.legal_recolour, "why.open_terrain", "TM-19.40")
SPADES = Due("spades", legal_spades, "why.open_spades", "TM-6.7", "spades")
FREE = {
    "sand": Due("sand", transforming.legal_sand, "why.open_rest", "TM-19.2"),
    "dwelling": Due("dwelling", building.legal_free_dwelling, "why.open_rest", "TM-5.4"),
    "house": Due("house", building.legal_free_house, "why.open_rest", "TM-5.4"),
}
BRIDGES = Due("bridge", bridges.legal_bridge, "why.open_bridge", "TM-10.5")
FAVORS = Due("favor", dues.legal_favor, "why.open_favor", "TM-5.4")
TOWNS = Due("town", towns.legal_town, "why.open_town", "TM-5.4")
STEPS = Due("cult", steps.legal_step, "why.open_step", "TM-5.4", "cult_due")
PRIESTS = Due("open", dues.legal_unlock, "why.open_priest", "TM-19.44")
ORDINATION = Due("open", settled_otherwise, "why.open_rest", "TM-20.21")
LIFTS = Due("open", steps.legal_lift, "why.open_rest", "TM-11.10")
TOKENS = Due("open", dues.legal_token, "why.open_rest", "TM-19.38")


def owing(s: TerraState, me: Side) -> list[Due]:
    """All that is open, in the order in which its answers are listed; prices come first [TM-19.30]."""
    found: list[Due] = []
    work, rules = s.work, s.rules
    if work is not IDLE:
        if work.lose:
            found.append(LOSE)
        if work.shed:
            found.append(SHED)
        if work.recolour:
            found.append(RECOLOUR)
    if me.spades:
        found.append(SPADES)
    if work.free:
        found.append(FREE[work.free])
    if s.bridges_due:
        found.append(BRIDGES)
    if s.favors_due:
        found.append(FAVORS)
    if s.towns_due:
        found.append(TOWNS)
    if me.cult_due:
        found.append(STEPS)
    if me.unlock_due:
        found.append(PRIESTS)
    if s.ordination == ORDINATIONS and rules.ordination_due:
        found.append(ORDINATION)
    if s.blocked and me.keys and not rules.lifts_wait:
        found.append(LIFTS)
    if me.token_due and not rules.lifts_wait:
        found.append(TOKENS)
    return found
