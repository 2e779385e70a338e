"""What a seat receives at the start of a round and for its cults at the end: the numbers, for rules and previews."""

from __future__ import annotations

from collections.abc import Iterable

from ludoteka.games.terra_mystica.data import (
    BUILDINGS,
    CARDS,
    FAVORS,
    PRIESTS_SENT,
    ROUND_TILES,
    ROUNDS,
    SA,
    SH,
    TE,
    TP,
    Card,
    D,
    Favor,
)
from ludoteka.games.terra_mystica.faction import Faction
from ludoteka.games.terra_mystica.side import Side
from ludoteka.games.terra_mystica.state import TerraState

GOODS = ("C", "W", "P", "PW")
"""What an income is made of, in the order of all its figures."""
Income = tuple[int, int, int, int]
NOTHING: Income = (0, 0, 0, 0)


def income(me: Side) -> Income:
    """Coins, workers, priests and power of buildings, favor tiles and card."""
    folk = me.folk
    houses, temples = me.count(TP), me.count(TE)
    c = folk.house_coins[houses]
    w = folk.worker_income[me.count(D)]
    p = folk.temple_priests[temples]
    pw = folk.house_power[houses] + folk.temple_power[temples]
    if me.own[SH]:
        more = folk.stronghold_income
        c, w, p, pw = c + more[0], w + more[1], p + more[2], pw + more[3]
    if me.own[SA]:
        p += folk.sanctuary_priests
    if me.favors:
        for i, tile in enumerate(FAVORS):
            if me.favors >> i & 1:
                c, w, pw = c + tile.coins, w + tile.workers, pw + tile.power
    if me.card >= 0:
        card = CARDS[me.card]
        c, w, p, pw = c + card.coins, w + card.workers, p + card.priests, pw + card.power
    return c, w, p, pw


def sources(folk: Faction, on_map: Iterable[int], favors: Iterable[Favor], card: Card | None) -> dict[str, Income]:
    """The same by where it comes from: each kind of building, each favor tile, the card."""
    d, tp, te, sh, sa = on_map
    paid: list[Income] = [
        (0, folk.worker_income[d], 0, 0),
        (folk.house_coins[tp], 0, 0, folk.house_power[tp]),
        (0, 0, folk.temple_priests[te], folk.temple_power[te]),
        folk.stronghold_income if sh else NOTHING,
        (0, 0, folk.sanctuary_priests if sa else 0, 0),
    ]
    found = dict(zip(BUILDINGS, paid, strict=True))
    found |= {tile.name: (tile.coins, tile.workers, 0, tile.power) for tile in favors}
    if card is not None:
        found[card.name] = (card.coins, card.workers, card.priests, card.power)
    return {name: got for name, got in found.items() if any(got)}


def sources_of(me: Side) -> dict[str, Income]:
    favors = (tile for i, tile in enumerate(FAVORS) if me.favors >> i & 1)
    card = CARDS[me.card] if me.card >= 0 else None
    return sources(me.folk, (mask.bit_count() for mask in me.own), favors, card)


def bonus_times(s: TerraState, me: Side) -> int:
    """How many times the cult bonus of this round's tile is paid [TM-14.2]."""
    tile = ROUND_TILES[s.tiles[s.round - 1]]
    return (me.sent if tile.cult == PRIESTS_SENT else me.cult[tile.cult]) // tile.per


def cult_income(s: TerraState, me: Side) -> dict[str, int]:
    """The cult bonus that the round would bring if it ended now."""
    if not 0 < s.round < ROUNDS:
        return {}
    tile = ROUND_TILES[s.tiles[s.round - 1]]
    n = bonus_times(s, me)
    bonus = {"C": tile.coins, "W": tile.workers, "P": tile.priests, "PW": tile.power, "spade": tile.spades}
    return {what: k * n for what, k in bonus.items() if k * n}
