"""What a seat still owes: one record for each thing that an action or an income left to settle.

A side holds its records. They have no order in time: what is open is settled in any order [TM-5.4]. They stand in the
order in which questions are asked and answers listed, so equal dues are equal tuples.
"""

from __future__ import annotations

from typing import Final, NamedTuple

LOSE: Final = 0
"""Cult steps that land costs, all on one track."""
SHED: Final = 1
"""Power tokens to remove."""
RECOLOUR: Final = 2
"""A new home terrain is to be named."""
SPADES: Final = 3
SAND: Final = 4
"""A sandstorm."""
DWELLING: Final = 5
"""A dwelling without its price."""
HOUSE: Final = 6
"""A trading house without its price."""
BRIDGES: Final = 7
FAVORS: Final = 8
TOWNS: Final = 9
STEPS: Final = 10
"""Cult steps to make."""
PRIESTS: Final = 11
"""Priests that came in: into the stock, or to open a terrain."""
ORDINATION: Final = 12
"""Workers that may still become priests."""
TOKENS: Final = 13
"""Power tokens that may be bought."""
LIFTS: Final = 14
"""Markers that a missing key has stopped this turn."""

PRICES: Final[tuple[int, ...]] = (LOSE, SHED)
"""They leave room for nothing else [TM-19.30]."""
REWARDS: Final[tuple[int, ...]] = (STEPS, TOKENS)
"""What a neighbour who takes power brings, also in another's turn."""
LASTING = (SPADES, STEPS, PRIESTS, TOKENS)
"""What an income brings too, and what a turn of the site may leave open. All else ends with the turn."""
WORDS: Final[dict[int, str]] = {
    SPADES: "spade",
    SAND: "sand",
    DWELLING: "dwelling",
    HOUSE: "house",
    BRIDGES: "bridge",
    ORDINATION: "ordination",
    TOKENS: "token",
}
"""What could be given up unused, as `discard` names it."""


class Due(NamedTuple):
    what: int
    n: int
    """How many; of markers that a key would lift, their tracks as bits."""
