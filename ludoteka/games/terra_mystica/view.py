"""Everything about a position as plain values. The game hides nothing: all seats and spectators see the same."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from operator import sub
from typing import Any

from ludoteka.core.bits import bits
from ludoteka.core.game import OVER
from ludoteka.games.terra_mystica import due
from ludoteka.games.terra_mystica.actions import OWN_FORMS
from ludoteka.games.terra_mystica.board import Board
from ludoteka.games.terra_mystica.data import (
    BUILDINGS,
    CARDS,
    CULT_TOP,
    CULTS,
    FAVORS,
    FINAL_TILES,
    LIMITS,
    POWER_ACTIONS,
    PRIESTS_SENT,
    ROUND_TILES,
    ROUNDS,
    TERRAINS,
    TOWNS,
)
from ludoteka.games.terra_mystica.faction import Faction
from ludoteka.games.terra_mystica.factions import FACTIONS
from ludoteka.games.terra_mystica.income import cult_income, income
from ludoteka.games.terra_mystica.phases.acting import has_own_act
from ludoteka.games.terra_mystica.phases.digging import spade_price
from ludoteka.games.terra_mystica.phases.reach import in_reach
from ludoteka.games.terra_mystica.phases.transforming import transform_ends
from ludoteka.games.terra_mystica.side import Side
from ludoteka.games.terra_mystica.state import TerraState

DUE = {"spades": due.SPADES, "steps": due.STEPS, "priests": due.PRIESTS, "tokens": due.TOKENS}
"""What a side shows of its own."""


def view(s: TerraState, seat: int | None) -> dict[str, Any]:
    return {
        "seat": seat,
        "to_move": s.to_move(),
        "asked": repr(s.stack[-1][0]) if s.stack else "",
        "seats": s.seats,
        "map": s.board.name,
        "manner": s.options.manner,
        "turn_order": s.options.turn_order,
        "round": s.round,
        "rounds": ROUNDS,
        "turn": turn(s),
        "order": list(s.order),
        "start": s.start,
        "passing": list(s.passing),
        "last": str(s.last) if s.last is not None else "",
        **ground(s),
        "cults": cults(s),
        "actions": power_actions(s),
        "tiles": [tile(i) for i in s.tiles],
        "cards": {CARDS[i].name: coins for i, coins in enumerate(s.cards) if coins >= 0},
        "final": FINAL_TILES[s.final] if s.final >= 0 else None,
        "favors": {FAVORS[i].name: n for i, n in enumerate(s.favors)},
        "towns": {TOWNS[i].name: n for i, n in enumerate(s.towns) if n or s.options.town_promo or not TOWNS[i].promo},
        "offers": [{"seat": o[0], "from": o[1], "n": o[2], "got": o[3]} for o in s.offers],
        "auction": auction(s),
        "sides": [side(s, i) for i in range(s.seats)],
        "digging": digging(s),
        "scores": [me.vp for me in s.sides],
        "over": s.to_move() == OVER,
    }


@lru_cache(256)
def terrains(board: Board, land: tuple[int, ...]) -> dict[str, str]:
    """What each hex shows; views share it until a spade changes something."""
    shown = {at: TERRAINS[terrain] for terrain, mask in enumerate(land) for at in bits(mask)}
    return {name: shown[at] for at, name in enumerate(board.names)}


def ground(s: TerraState) -> dict[str, Any]:
    """What lies on the map."""
    names, rivers = s.board.names, s.board.rivers
    buildings, towned, links = {}, {}, {}
    for i, me in enumerate(s.sides):
        for kind, mask in enumerate(me.own):
            for at in bits(mask):
                buildings[names[at]] = [i, BUILDINGS[kind]]
        for at in bits(me.towned):
            towned[names[at]] = i
        for river in bits(me.links):
            links[rivers[river]] = i
    return {
        "land": terrains(s.board, s.land),
        "buildings": buildings,
        "in_town": towned,
        "links": links,
        "bridges": [[owner, names[a], names[b]] for owner, a, b in s.bridges],
    }


def digging(s: TerraState) -> dict[str, Any]:
    """For the seat whose turn it is: the spades that each free hex in reach takes to become home (0: it is), and how
    many spades it has or can buy. Nothing for those who dig with something else."""
    if not s.stack or repr(s.stack[-1][0]) != "Turn":
        return {}
    me = s.sides[s.stack[-1][1]]
    workers, priests = spade_price(me)
    if me.home < 0 or not (workers or priests):
        return {}
    costs: dict[str, int] = {}
    for t, row in enumerate(transform_ends(s, me)):
        n = 0 if t == me.home else min((cost for u, cost in row if u == me.home), default=-1)
        if n >= 0:
            reach = in_reach(s, me, workers * n)  # a tunnel must be paid beside the spades
            costs |= {s.board.names[at]: n for at in bits(reach & ~s.occupied & s.land[t])}
    return {"costs": costs, "most": me.owes(due.SPADES) + (me.workers // workers if workers else me.priests // priests)}


def turn(s: TerraState) -> dict[str, Any]:
    """Whose turn it is and what is still open in it."""
    owed = dict(s.sides[s.active].dues) if s.active >= 0 else {}
    names = s.board.names
    return {
        "active": s.active,
        "actions": s.acts,
        "spades": owed.get(due.SPADES, 0),
        "transforms": s.work.transforms,
        "builds": s.work.builds,
        "sites": [names[at] for at in bits(s.work.sites)],
        "favors": owed.get(due.FAVORS, 0),
        "towns": owed.get(due.TOWNS, 0),
        "bridges": owed.get(due.BRIDGES, 0),
        "steps": owed.get(due.STEPS, 0),
        "lose": owed.get(due.LOSE, 0),
        "shed": owed.get(due.SHED, 0),
        "ordination": owed.get(due.ORDINATION, 0),
        "stopped": [CULTS[i] for i in bits(owed.get(due.LIFTS, 0))],
        "jumped": names[s.work.jumped] if s.work.jumped >= 0 else "",
    }


def cults(s: TerraState) -> dict[str, Any]:
    result = {}
    for i, name in enumerate(CULTS):
        top = [k for k, me in enumerate(s.sides) if me.cult[i] == CULT_TOP]
        result[name] = {
            "markers": [me.cult[i] if me.faction else -1 for me in s.sides],
            "orders": list(s.orders[4 * i : 4 * i + 4]),
            "top": top[0] if top else -1,
        }
    return result


def power_actions(s: TerraState) -> dict[str, Any]:
    return {a.name: {"cost": a.cost, "used": bool(s.used >> i & 1)} for i, a in enumerate(POWER_ACTIONS)}


def tile(i: int) -> dict[str, Any]:
    t = ROUND_TILES[i]
    bonus = {"C": t.coins, "W": t.workers, "P": t.priests, "PW": t.power, "spade": t.spades}
    return {
        "what": t.name,
        "deed": t.deed,
        "vp": t.vp,
        "cult": CULTS[t.cult] if t.cult != PRIESTS_SENT else "priests",
        "per": t.per,
        "bonus": {k: n for k, n in bonus.items() if n},
    }


def auction(s: TerraState) -> dict[str, Any] | None:
    """The bids while factions are auctioned."""
    if not s.stack or repr(s.stack[-1][0]) not in ("Auction", "Winner", "OrderPlace") or s.round:
        return None
    f: Any = s.stack[-1]
    bidding = repr(f.phase) == "Auction"
    return {
        "factions": [FACTIONS[i].name for i in s.auction[1]],
        "bid": f.high if bidding else getattr(f, "bid", -1),
        "holder": f.holder if bidding else f.seat,
        "bidders": list(f.bidders) if bidding else [],
        "places": list(s.order),
    }


def side(s: TerraState, i: int) -> dict[str, Any]:
    """The faction board of one seat and what lies before it."""
    me = s.sides[i]
    if me.faction is None:
        return {"seat": i, "faction": None, "vp": me.vp, "dropped": me.dropped, "passed": me.passed}
    folk = me.faction
    c, w, p, pw = income(me)
    on_map = [mask.bit_count() for mask in me.own]
    return {
        "seat": i,
        "faction": folk.name,
        "board": folk.board,
        "colour": piece_colour(me),
        "home": TERRAINS[me.home] if me.home >= 0 else "",
        "start_terrain": TERRAINS[me.root] if me.root >= 0 else "",
        "terrains": [TERRAINS[t] for t in bits(me.lands)],
        "vp": me.vp,
        "C": me.coins,
        "W": me.workers,
        "P": me.priests,
        "priest_limit": me.priest_max,
        "priests_sent": me.sent,
        "bowls": [me.bowl1, me.bowl2, me.bowl3],
        "cults": list(me.cult),
        "keys": me.keys,
        "ship": me.ship,
        "ship_max": folk.ship_max,
        "dig": me.dig,
        "dig_max": max(0, len(folk.dig) - 1),
        "spade_cost": {"W": folk.dig[me.dig]} if folk.dig else {"P": folk.dig_priests} if folk.dig_priests else {},
        "jump": me.jump,
        "bridges_left": me.bridges_left,
        "on_map": dict(zip(BUILDINGS, on_map, strict=True)),
        "left": dict(zip(BUILDINGS, map(sub, LIMITS, on_map), strict=True)),
        "favors": [FAVORS[k].name for k in bits(me.favors)],
        "towns": {TOWNS[k].name: n for k, n in enumerate(me.towns) if n},
        "card": CARDS[me.card].name if me.card >= 0 else None,
        "actions": own_actions(me),
        "used": {"card": bool(me.used & 1), "favor": bool(me.used & 2), "own": bool(me.used & 4)},
        "passed": me.passed,
        "dropped": me.dropped,
        "due": {name: me.owes(what) for name, what in DUE.items()},
        "income": {"C": c, "W": w, "P": p, "PW": pw},
        "cult_income": cult_income(s, me),
        "tracks": tracks(folk),
    }


def own_actions(me: Side) -> list[str]:
    """The faction's own actions that are open to it, as `act` names them."""
    return OWN_FORMS[me.folk.action] if has_own_act(me) else []


def piece_colour(me: Side) -> str:
    """The colour of the wooden pieces."""
    return me.folk.board if me.paint < 0 else TERRAINS[me.paint]


@lru_cache(64)
def tracks(folk: Faction) -> dict[str, Any]:
    """The printed numbers of the faction board: costs and incomes. All views share them."""
    c, w, p, pw = folk.stronghold_income
    return {
        "costs": {
            "D": list(folk.dwelling),
            "TP": list(folk.house),
            "TE": list(folk.temple),
            "SH": list(folk.stronghold),
            "SA": list(folk.sanctuary),
        },
        "D": {"W": list(folk.worker_income)},
        "TP": {"C": list(folk.house_coins), "PW": list(folk.house_power)},
        "TE": {"P": list(folk.temple_priests), "PW": list(folk.temple_power)},
        "SH": {"C": c, "W": w, "P": p, "PW": pw},
        "SA": {"P": folk.sanctuary_priests},
    }


def shown_side(view: Mapping[str, Any], seat: int) -> Mapping[str, Any]:
    """The same as it is shown: after the last round no income comes."""
    found: dict[str, Any] = view["sides"][seat]
    return found | {"income": {}} if found["faction"] and view["round"] == view["rounds"] else found
