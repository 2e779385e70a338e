"""What players of Tigris & Euphrates mean by a click, and the tiles they swap."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludoteka.core.arrange import Arrangement, Arranger, Item
from ludoteka.core.errors import Reason, reason
from ludoteka.core.manner import Form, Manner
from ludoteka.games.tigris_euphrates.data import LEADERS, MONUMENTS, POINTS, TILES
from ludoteka.games.tigris_euphrates.phases.conflict import Conflict, fought_with
from ludoteka.games.tigris_euphrates.state import TigrisState

WISHES = (
    *(f"tile {what} {{at}}" for what in TILES),
    *(f"leader {what} {{at}}" for what in LEADERS),
    *(f"move {what} {{at}}" for what in LEADERS),
    "monument * {at}",
    "wonder {at}",
    "building {at}",
    "keep {at}",
    "catastrophe {at}",
    "leader {what} *",
    "tile {what} *",
    "move {what} *",
    "war {what}",
    "claim {what}",
    "withdraw {what}",
    "swap {what}",
)


def swap(s: TigrisState, seat: int) -> Arrangement | None:
    """Tiles of the hand to put aside; in the middle of it those already aside count."""
    hand, aside = s.hands[seat * 4 : seat * 4 + 4], s.swapped[seat * 4 : seat * 4 + 4]
    if s.question() == "SwapTiles":
        last = s.stack[-1][2]
        items = [Item(t, aside[c], aside[c], aside[c] + (hand[c] if c >= last else 0)) for c, t in enumerate(TILES)]
    else:
        items = [Item(t, 0, 0, hand[c]) for c, t in enumerate(TILES)]
    optional = s.question() != "SwapTiles"
    return Arrangement("swap", "what", tuple(i for i in items if i.most), least=1, optional=optional)


def then(s: TigrisState, seat: int) -> Sequence[tuple[int, Reason]]:
    """A conflict that begins: who fights whom, with what on the board."""
    frame = s.stack[-1] if s.stack else None
    if not isinstance(frame, Conflict):
        return []
    rule = "TE-6.7" if frame.union else "TE-4.2"
    who = frame.rival if frame.seat == seat else frame.seat
    return [(who, reason("then.conflict", rule, what=TILES[fought_with(frame)], n=frame.own, other=frame.other))]


def explains(s: TigrisState, seat: int, things: Mapping[str, str]) -> Reason | None:
    """Monuments and points in the supply, the screens of others."""
    what = things.get("what", "")
    if what in MONUMENTS:
        return reason("why.monument_how", "TE-8.1", what=what)
    if what in POINTS:
        return reason("why.points_how", "TE-5.3", what=what)
    return reason("why.screen") if "seat" in things else None


SWAP = Arranger(swap, "swap", end="done")

MANNER = Manner(
    wishes=WISHES,
    arrangements={"Turn": SWAP, "Turn.last": SWAP, "SwapTiles": SWAP},
    beside_the_point=frozenset({"why.none_in_hand", "why.leader_in_reserve", "why.leader_on_board", "why.same_cell"}),
    explains=explains,
    always_asked=frozenset({"Attack", "Defend", "SwapTiles"}),
    rests=frozenset({"Turn", "Turn.last"}),
    then=then,
    orders=(
        Form("defend_with_nothing", "commit 0", asked="Defend"),
        Form("defend_with_all", "commit *", asked="Defend", last=True),
    ),
)
