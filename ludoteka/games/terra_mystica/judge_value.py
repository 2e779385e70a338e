"""What a position of Terra Mystica is worth at the start of a round: a linear value fitted to matches.

`features` are what a player would look at: stock, income, buildings, tracks, cults and what they will pay, tiles and
the products that matter, towns in the making, the network, the pieces that coming round tiles will reward. The weights
lie in `judge_value.json`, which says what they were made from.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, Protocol

from ludoteka.games.terra_mystica.data import (
    AREA_PRIZES,
    CARDS,
    CULT_PRIZES,
    FAV10,
    FAV11,
    FAV12,
    LIMITS,
    PRIESTS_SENT,
    ROUND_TILES,
    ROUNDS,
    SA,
    SH,
    TE,
    TP,
    D,
)
from ludoteka.games.terra_mystica.income import income
from ludoteka.games.terra_mystica.judge_around import AROUND, DEEDS, around
from ludoteka.games.terra_mystica.phases.passing import pass_points
from ludoteka.games.terra_mystica.side import Side
from ludoteka.games.terra_mystica.state import TerraState


class Sight(Protocol):
    """What the judge sees in a position."""

    weights: Mapping[str, Any]
    model: dict[str, Any] | None

    def worth_of(self, s: TerraState, seat: int) -> float: ...
    def network(self, s: TerraState, seat: int) -> int: ...
    def geometry(self, s: TerraState, seat: int, me: Side) -> tuple[float, int]: ...
    def land(self, s: TerraState, me: Side, r: int) -> float: ...


NAMES: Final = (
    *("one", "coins", "workers", "priests", "bowl3", "bowl2", "bowl1"),
    *("coin income", "worker income", "priest income", "power income"),
    *("dwellings", "houses", "temples", "stronghold", "sanctuary", "ship", "dig"),
    *("cult steps", "cult prizes", "keys", "next cult reward", "later cult rewards"),
    *(f"favour {i}" for i in range(1, 13)),
    *("favour 11 x dwellings", "favour 10 x houses", "favour 12 x houses"),
    *("towns", "towns in the making", "network", "area prize", "points at the pass"),
    *(f"card {i}" for i in range(1, 11)),
    *(f"{deed} {when}" for deed in DEEDS for when in ("now", "later")),
    *("land", "stronghold of the faction", *AROUND, "judge"),
)
"""What each feature is; their order is that of the weights."""


def features(s: TerraState, seat: int, judge: Sight) -> list[float]:
    """The position as the seat sees it at the start of a round."""
    me = s.sides[seat]
    coins, workers, priests, power = income(me)
    if me.card >= 0:
        card = CARDS[me.card]
        coins, workers, priests = coins - card.coins, workers - card.workers, priests - card.priests
        power -= card.power
    found = [1.0, me.coins, me.workers, me.priests, me.bowl3, me.bowl2, me.bowl1, coins, workers, priests, power]
    found += [me.count(D), me.count(TP), me.count(TE), me.own[SH] != 0, me.own[SA] != 0, me.ship, me.dig]
    found += _cults(s, me)
    found += [float(me.favors >> i & 1) for i in range(12)]
    rest = ROUNDS - s.round + 1
    room = LIMITS[D] - me.count(D) + me.count(TP) * 0.5
    found += [(me.favors >> FAV11 & 1) * min(room, 3 * rest), (me.favors >> FAV10 & 1) * (LIMITS[TP] - me.count(TP))]
    found.append((me.favors >> FAV12 & 1) * me.count(TP))
    towns, network = judge.geometry(s, seat, me)
    networks = [judge.network(s, q) for q in range(s.seats)]
    found += [sum(me.towns), towns, network, prize(networks, network, AREA_PRIZES)]
    found.append(pass_points(me, me.card) if me.card >= 0 else 0.0)
    found += [float(me.card == i) for i in range(10)]
    found += _schedule(s, me, towns)
    strongholds = judge.weights["stronghold"]
    found.append(judge.land(s, me, 1) if me.home >= 0 else 0.0)
    found.append(strongholds.get(me.folk.name, strongholds["other"]) * (me.own[SH] != 0))
    found += around(s, seat, networks)
    found.append(judge.worth_of(s, seat) - me.vp)
    return found


def _cults(s: TerraState, me: Side) -> list[float]:
    prizes = 0.0
    for track in range(4):
        prizes += prize([side.cult[track] for side in s.sides], me.cult[track], CULT_PRIZES)
    soon = later = 0.0
    for k in range(s.round - 1, ROUNDS - 1):
        tile = ROUND_TILES[s.tiles[k]]
        times = (me.sent if tile.cult == PRIESTS_SENT else me.cult[tile.cult]) // tile.per
        pay = times * (tile.coins + 3 * tile.workers + 5 * tile.priests + tile.power + 4 * tile.spades)
        if k == s.round - 1:
            soon += pay
        else:
            later += pay
    return [sum(me.cult), prizes, me.keys, soon, later]


def _schedule(s: TerraState, me: Side, towns: float) -> list[float]:
    """For each deed that round tiles reward: how often it could be done in this round if it pays now, and later."""
    n_d, n_tp, n_te = me.count(D), me.count(TP), me.count(TE)
    possible = {
        "D": min(3, LIMITS[D] - n_d),
        "TP": min(3, n_d, LIMITS[TP] - n_tp),
        "TE": min(2, n_tp, LIMITS[TE] - n_te),
        "big": (me.own[SH] == 0) * (n_tp > 0) + (me.own[SA] == 0) * (n_te > 0),
        "town": towns / 4,
        "spade": 2,
    }
    now, later = dict.fromkeys(DEEDS, 0.0), dict.fromkeys(DEEDS, 0.0)
    for k in range(s.round - 1, ROUNDS):
        deed = ROUND_TILES[s.tiles[k]].deed
        (now if k == s.round - 1 else later)[deed] += possible[deed]
    return [n for deed in DEEDS for n in (now[deed], later[deed])]


def prize(values: Sequence[float], mine: float, prizes: tuple[int, ...]) -> float:
    """The share of the prizes for this standing, one of `values`, as the end would give it, ties shared."""
    if not mine:
        return 0.0
    better = equal = 0
    for v in values:
        if v > mine:
            better += 1
        elif v == mine:
            equal += 1
    return sum(prizes[better : better + equal]) / equal


@cache
def fitted() -> dict[str, Any]:
    path = Path(__file__).with_name("judge_value.json")
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return found


def value(s: TerraState, seat: int, judge: Sight) -> float:
    """The final points that the fitted value and the judge, mixed, promise at the start of a round."""
    me = s.sides[seat]
    model = judge.model
    found = features(s, seat, judge)
    weights = model["weights"].get(str(s.round)) if model is not None else None
    if model is None or weights is None:
        return me.vp + found[-1]
    learned = sum(w * x for w, x in zip(weights, found, strict=True))
    return float(me.vp + model["mix"] * learned + (1 - model["mix"]) * found[-1])
