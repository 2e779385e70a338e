"""What a seat receives at the start of a round and for its cults at the end: the numbers, for rules and previews."""

from __future__ import annotations

from ludoteka.games.terra_mystica.data import CARDS, FAVORS, PRIESTS_SENT, ROUND_TILES, ROUNDS, SA, SH, TE, TP, D
from ludoteka.games.terra_mystica.side import Side
from ludoteka.games.terra_mystica.state import TerraState


def income(me: Side) -> tuple[int, int, int, int]:
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
