"""What is still owed before a turn may end: how each thing is asked for, settled, and named to whoever forgets it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from ludoteka.core.action import Action
from ludoteka.games.terra_mystica import actions as verbs
from ludoteka.games.terra_mystica import due
from ludoteka.games.terra_mystica.due import Due
from ludoteka.games.terra_mystica.phases import bridges, building, digging, dues, steps, towns, transforming
from ludoteka.games.terra_mystica.phases.reach import in_reach
from ludoteka.games.terra_mystica.side import Side
from ludoteka.games.terra_mystica.state import TerraState

Legal = Callable[[TerraState, Side, list[Action]], None]


class Question(NamedTuple):
    topic: str
    """What is asked: `ask.Turn.<topic>`."""
    verb: type[Action]
    """What settles it."""
    legal: Legal
    why: str
    rule: str
    """Said to whoever wants to begin something else first."""
    counted: bool = False
    """Whether the reason names a number."""


def settled_otherwise(s: TerraState, me: Side, out: list[Action]) -> None:
    """By a conversion, which is listed anyway."""


def legal_spades(s: TerraState, me: Side, out: list[Action]) -> None:
    if s.work.digs:
        digging.legal_dig(s, me, out)
    if s.work.transforms:
        transforming.legal_transform(s, me, out, in_reach(s, me))


QUESTIONS: Final[dict[int, Question]] = {
    due.LOSE: Question("open", verbs.Sacrifice, steps.legal_sacrifice, "why.open_price", "TM-19.30"),
    due.SHED: Question("open", verbs.Shed, dues.legal_shed, "why.open_price", "TM-19.35"),
    due.RECOLOUR: Question("open", verbs.Settle, dues.legal_recolour, "why.open_terrain", "TM-19.40"),
    due.SPADES: Question("spades", verbs.Transform, legal_spades, "why.open_spades", "TM-6.7", counted=True),
    due.SAND: Question("sand", verbs.Transform, transforming.legal_sand, "why.open_rest", "TM-19.2"),
    due.DWELLING: Question("dwelling", verbs.Build, building.legal_free_dwelling, "why.open_rest", "TM-5.4"),
    due.HOUSE: Question("house", verbs.Upgrade, building.legal_free_house, "why.open_rest", "TM-5.4"),
    due.BRIDGES: Question("bridge", verbs.Bridge, bridges.legal_bridge, "why.open_bridge", "TM-10.5"),
    due.FAVORS: Question("favor", verbs.Favor, dues.legal_favor, "why.open_favor", "TM-5.4"),
    due.TOWNS: Question("town", verbs.Town, towns.legal_town, "why.open_town", "TM-5.4"),
    due.STEPS: Question("cult", verbs.Step, steps.legal_step, "why.open_step", "TM-5.4", counted=True),
    due.PRIESTS: Question("open", verbs.Unlock, dues.legal_unlock, "why.open_priest", "TM-19.44"),
    due.ORDINATION: Question("open", verbs.Convert, settled_otherwise, "why.open_rest", "TM-20.21"),
    due.TOKENS: Question("open", verbs.Token, dues.legal_token, "why.open_rest", "TM-19.38"),
    due.LIFTS: Question("open", verbs.Step, steps.legal_lift, "why.open_rest", "TM-11.10"),
}
PRICES: Final = tuple(QUESTIONS[what].verb for what in due.PRICES)


def owing(s: TerraState, me: Side) -> list[Due]:
    """What has to be settled before the turn may end, in the order in which its answers are listed."""
    return [d for d in me.dues if not s.rules.waits(me, d)] if me.dues else []


def rewards(me: Side) -> list[Due]:
    """What neighbours who took power have brought."""
    return [d for d in me.dues if d.what in due.REWARDS] if me.dues else []


def legal_dues(s: TerraState, me: Side, owed: list[Due], out: list[Action]) -> None:
    for d in owed:
        QUESTIONS[d.what].legal(s, me, out)
