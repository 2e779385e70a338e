"""What players of Tigris & Euphrates mean by a click, and the tiles they swap."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludoteka.core.action import Action
from ludoteka.core.arrange import Arrangement, Arranger, Item
from ludoteka.core.errors import Kind, Reason, reason
from ludoteka.core.manner import Form, Manner, Need
from ludoteka.games.tigris_euphrates.actions import COLOUR, Leader, Move, Tile
from ludoteka.games.tigris_euphrates.board import BIT, NEAR, cell_names
from ludoteka.games.tigris_euphrates.data import LEADERS, MONUMENTS, POINTS, RED, TILES, TREASURES_LEFT
from ludoteka.games.tigris_euphrates.phases.conflict import Conflict, fought_with
from ludoteka.games.tigris_euphrates.phases.end import begin_turn
from ludoteka.games.tigris_euphrates.phases.refusals import why_no_leader, why_no_tile
from ludoteka.games.tigris_euphrates.reach import free_cells
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
    optional = s.question() != "SwapTiles"
    hand = s.hands[seat * 4 : seat * 4 + 4]
    aside = (0, 0, 0, 0) if optional else s.swapped[seat * 4 : seat * 4 + 4]  # between swaps it tells of the last one
    items = [Item(t, aside[c], aside[c], aside[c] + hand[c]) for c, t in enumerate(TILES)]
    return Arrangement("swap", "what", tuple(i for i in items if i.most), least=1, optional=optional)


def then(s: TigrisState, seat: int) -> Sequence[tuple[int, Reason]]:
    """A conflict that begins: who fights whom, with what on the board."""
    frame = s.stack[-1] if s.stack else None
    if not isinstance(frame, Conflict):
        return []
    rule = "TE-6.7" if frame.union else "TE-4.2"
    asked = frame.seat == seat
    who = frame.rival if asked else frame.seat
    own, other = (frame.own, frame.other) if asked else (frame.other, frame.own)
    return [(who, reason("then.conflict", rule, tiles=TILES[fought_with(frame)], n=own, other=other))]


def explains(s: TigrisState, seat: int, things: Mapping[str, str]) -> Reason | None:
    """Monuments and points in the supply, the screens of others."""
    what = things.get("what", "")
    if what in MONUMENTS:
        return reason("why.monument_how", "TE-8.1", what=what)
    if what in POINTS:
        return reason("why.points_how", "TE-5.3", what=what)
    return reason("why.screen") if "seat" in things else None


def needs(s: TigrisState, seat: int, a: Action) -> Sequence[Need]:
    """A tile needs to be in hand and the right ground, a leader a temple beside it; both a free cell."""
    match a:
        case Tile(what, at) if at in BIT:
            none = reason("why.none_in_hand", "TE-5.1", Kind.SHORT, n=1, what=what)
            held = Need(reason("met.in_hand", "TE-5.1", what=what), None if s.hands[seat * 4 + COLOUR[what]] else none)
            return [held, *_ground(at, why_no_tile(s, COLOUR[what], at), ())]
        case Leader(what, at) | Move(what, at) if at in BIT:
            stands = s.leaders[seat * 4 + COLOUR[what]]
            if bool(stands) == isinstance(a, Move) and stands != BIT[at]:
                temple = Need(reason("met.temple", "TE-3.2", at=at))
                return _ground(at, why_no_leader(s, at, stands), (temple,))
    return ()


def _ground(at: str, why: Reason | None, more: Sequence[Need]) -> list[Need]:
    """A cell is refused for the first of these that is not met; those before it are."""
    parts = [
        Need(reason("met.free", "TE-5.1", at=at)),
        Need(reason("met.ground", "TE-5.1", at=at)),
        *more,
        Need(reason("met.kingdoms", "TE-5.2", at=at)),
    ]
    kinds = [Kind.OCCUPIED, Kind.TERRAIN, *[Kind.NEEDS] * len(more), Kind.LIMIT]
    if why is None or why.kind not in kinds:
        return parts
    i = kinds.index(why.kind)
    return [*parts[:i], Need(parts[i].met, why)]


def stones(s: TigrisState, seat: int, things: Mapping[str, str]) -> Sequence[Mapping[str, str]]:
    """A leader without a temple: temples beside its cell."""
    at = BIT.get(things.get("at", ""), 0)
    if things.get("what") not in LEADERS or not at or s.tiles[RED] & NEAR[at]:
        return ()
    return [{"what": TILES[RED], "at": cell} for cell in cell_names(NEAR[at] & free_cells(s) & s.board.land)]


def next_turn(s: TigrisState, seat: int) -> TigrisState | None:
    """With the tiles in hand now, unless the match has not begun."""
    if not s.turn:
        return None
    c = s.clone()
    c.stack.clear()
    c.union = 0
    begin_turn(c, seat)
    return c


def bag_ran_out(s: TigrisState) -> bool:
    """How many tiles are left nobody may count. [TE-13.3]"""
    return s.treasures.bit_count() > TREASURES_LEFT


SWAP = Arranger(swap, "swap", end="done")

MANNER = Manner(
    wishes=WISHES,
    arrangements={"Turn": SWAP, "Turn.last": SWAP, "SwapTiles": SWAP},
    beside_the_point=frozenset({"why.none_in_hand", "why.leader_in_reserve", "why.leader_on_board", "why.same_cell"}),
    explains=explains,
    always_asked=frozenset({"Attack", "Defend", "SwapTiles"}),
    needs=needs,
    stones=stones,
    next_turn=next_turn,
    turns=frozenset({"Turn", "Turn.last"}),
    rests=frozenset({"Turn", "Turn.last"}),
    then=then,
    unforeseen=bag_ran_out,
    orders=(
        Form("defend_with_nothing", "commit 0", asked="Defend"),
        Form("defend_with_all", "commit *", asked="Defend", last=True),
    ),
)
