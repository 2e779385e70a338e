"""What players of Pebbles mean by a click."""

from ludoteka.core.manner import Manner

MANNER = Manner(
    wishes=("place * {at}", "place {what} *"),
    beside_the_point=frozenset({"why.none_in_hand"}),
    always_asked=frozenset({"Answer"}),
    rests=frozenset({"Turn"}),
)
