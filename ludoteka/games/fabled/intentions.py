"""What players of Fabled mean by a click; the visits and conversions that are decided together."""

from __future__ import annotations

from collections.abc import Sequence

from ludoteka.core.arrange import Arrangement, Arranger, Item
from ludoteka.core.manner import Amount, Default, Manner
from ludoteka.games.fabled.state import FabledState
from ludoteka.games.fabled.vocab import TIERS

WISHES = (
    "insert {at}",
    "add {what}; insert {at}",
    "move {at}",
    "step {at}",
    "enter {at} *",
    "relocate {at}",
    "shift {at}",
    "token * {at}",
    "recall {at}",
    "announce {what}",
    "add {what}",
    "use {what}",
    "keep {what}",
    "act {what}",
    "visit {what}",
    "copy {what}",
    "token {what} *",
    "raise {what}",
    "upgrade {what}",
    "lower {what}",
    "dismiss {what}",
    "discard {what}",
)


def conversions(s: FabledState, seat: int) -> Arrangement | None:
    """Books to raise, up to so many; what has to be lowered is chosen one by one."""
    n, least = s.stack[-1][2], s.stack[-1][4]
    books, rate = s.books[seat * 4 : seat * 4 + 4], s.content.up
    have, items = 0, []
    for tier in range(3):
        have = books[tier] + (have // rate if tier else 0)
        if have >= rate:
            items.append(Item(TIERS[tier], 0, 0, min(n, have // rate)))
    if n < 2 or not items:
        return None
    return Arrangement("conversions", "what", tuple(items), limit=n, least=max(1, least))


def upgrades(s: FabledState, seat: int) -> Arrangement | None:
    _, _, n, tiers, distinct, source, last, held = s.stack[-1]
    if last >= 0 or n < 2:
        return None
    items = [Item(TIERS[t], 0, 0, 1 if distinct else min(n, held[t])) for t in source if t + tiers < 4 and held[t]]
    return Arrangement("upgrades", "what", tuple(items), limit=n, least=1)


def keeps(s: FabledState, seat: int) -> Sequence[Amount]:
    return tuple(zip(TIERS, s.books[seat * 4 : seat * 4 + 4], strict=True))


MANNER = Manner(
    wishes=WISHES,
    defaults={
        "AtPlace": Default("apply", 0.91, alone=True),
        "Vortex": Default("visit *", 0.83),
        "Moving": Default("move *", 0.5),
        "Entering": Default("enter * *", 0.5),
    },
    arrangements={
        "Transform": Arranger(conversions, "raise", end="done"),
        "Upgrading": Arranger(upgrades, "upgrade", end="done"),
    },
    rests=frozenset({"ActionPhase", "Announcing", "Keeping"}),
    keeps=keeps,
)
