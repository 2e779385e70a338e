"""What players of Pebbles mean by a click."""

from collections.abc import Mapping

from ludoteka.core.errors import Kind, Reason, reason
from ludoteka.core.game import Asked
from ludoteka.core.manner import Form, Manner
from ludoteka.games.pebbles.phases import TURN
from ludoteka.games.pebbles.state import EMPTY, PebblesState


def next_turn(s: PebblesState, seat: int) -> PebblesState | None:
    """With the pebbles in hand now."""
    if EMPTY not in s.ring or not any(s.hands[seat]):
        return None
    c = s.clone()
    c.stack = [Asked(TURN, seat)]
    return c


def uses(s: PebblesState, seat: int, things: Mapping[str, str]) -> Reason | None:
    return reason("why.use_turn", "PB-2.1", Kind.NOT_YOUR_TURN)


MANNER = Manner(
    wishes=("place * {at}", "place {what} *"),
    beside_the_point=frozenset({"why.none_in_hand"}),
    always_asked=frozenset({"Answer"}),
    uses=uses,
    next_turn=next_turn,
    turns=frozenset({"Turn"}),
    rests=frozenset({"Turn"}),
    orders=(Form("decline", "decline", asked="Answer"), Form("snatch", "snatch", asked="Answer")),
)
