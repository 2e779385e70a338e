"""Which actions of Terra Mystica are worth a thought.

A turn is one action with the cheapest payment. Conversions stand in the list only where they make an action possible
that cannot be paid otherwise: a bot that may convert freely spends half its decisions on it.
"""

from __future__ import annotations

from typing import Final

from ludoteka.core.action import Action, listed
from ludoteka.games.terra_mystica import actions as verbs
from ludoteka.games.terra_mystica.actions import BURN, CONVERT, DONE, MAIN
from ludoteka.games.terra_mystica.data import (
    CARDS,
    POWER_ACTIONS,
    ROUND_TILES,
    ROUNDS,
    SHIP_COST,
    SHORT_WAY,
    TERRAINS,
    TP,
    UPGRADE_FROM,
    WHEEL,
    D,
)
from ludoteka.games.terra_mystica.judge_opening import answer, setup_action
from ludoteka.games.terra_mystica.phases import building
from ludoteka.games.terra_mystica.phases.acting import power_price
from ludoteka.games.terra_mystica.phases.digging import spade_price
from ludoteka.games.terra_mystica.phases.flow import CHOICE
from ludoteka.games.terra_mystica.phases.passing import pass_points
from ludoteka.games.terra_mystica.phases.reach import in_reach
from ludoteka.games.terra_mystica.phases.turn import ANSWER, TURN
from ludoteka.games.terra_mystica.side import Side
from ludoteka.games.terra_mystica.state import TerraState

PAYMENTS: Final[tuple[type[Action], ...]] = (verbs.Convert, verbs.Burn)
OWED: Final[tuple[type[Action], ...]] = (verbs.Town, verbs.Favor, verbs.Step)
MOST_CARDS: Final = 2


def is_payment(action: Action) -> bool:
    return isinstance(action, PAYMENTS)


def actions_of(s: TerraState) -> list[Action]:
    """A part of the legal actions, never empty."""
    f = s.stack[-1]
    legal = listed(s.legal_actions())
    if len(legal) == 1:
        return legal
    if f[0] is TURN:
        return _turn(s, f[1], legal) or legal
    if f[0] is ANSWER:
        found = answer(s, f[1], legal)
        return [found] if found is not None else _steps(s, s.sides[f[1]], legal)
    if f[0] is CHOICE:
        return _transforms(s, s.sides[f[1]], legal)
    found = setup_action(s, f, legal)
    return [found] if found is not None else legal


def newly_possible(before: TerraState, after: TerraState, payment: Action) -> list[Action]:
    """Actions that a payment has made possible; if none yet, the same payment once more leads on."""
    old = set(before.legal_actions())
    found = [a for a in actions_of(after) if a not in old and not is_payment(a) and a is not DONE]
    if found or payment not in after.legal_actions():
        return found
    further = after.clone()
    further.apply(payment)
    if further.stack[-1] == after.stack[-1]:
        gained = [a for a in further.legal_actions() if a not in old and type(a) in MAIN]
        return [payment] if gained else []
    return []


def _turn(s: TerraState, seat: int, legal: list[Action]) -> list[Action]:
    me = s.sides[seat]
    mains: list[Action] = []
    passes: list[Action] = []
    rest: list[Action] = []
    for a in legal:
        kind = type(a)
        if kind is verbs.Pass:
            passes.append(a)
        elif kind in PAYMENTS or a is DONE:
            continue
        elif kind in MAIN:
            mains.append(a)
        else:
            rest.append(a)
    connects: list[Action] = [a for a in rest if isinstance(a, verbs.Connect)]
    if connects:
        return connects  # a town for nothing
    if not s.acts:
        return _finish(s, me, mains, rest, legal)
    owed: list[Action] = [a for a in rest if isinstance(a, OWED)]
    if owed:
        return _steps(s, me, owed)  # a town that was connected, a step of the Cultists: before the action
    if rest and not mains:
        return _steps(s, me, [a for a in rest if not isinstance(a, verbs.Discard)] or rest)
    useful = _mains(s, seat, me, mains)
    useful += _payments(s, seat, me, legal)
    return useful + _passes(s, me, passes)


def _finish(s: TerraState, me: Side, mains: list[Action], rest: list[Action], legal: list[Action]) -> list[Action]:
    """The action is taken: settle what is open, build on what was dug, and end the turn."""
    moves: list[Action] = [a for a in mains if isinstance(a, verbs.Transform)]
    if moves:
        return [*_transforms(s, me, moves), *[a for a in mains if isinstance(a, verbs.Dig)][:1]]
    builds = [a for a in mains if not isinstance(a, verbs.Dig)]
    open_now = [a for a in rest if not isinstance(a, verbs.Discard)]
    if open_now:
        return _steps(s, me, open_now)
    if DONE in legal:
        return [*builds, DONE]
    return builds or rest or legal


def _steps(s: TerraState, me: Side, options: list[Action]) -> list[Action]:
    """Steps on cults that are full bring nothing; equal ones stay for the judge."""
    useful = [a for a in options if not (isinstance(a, verbs.Step) and me.cult[_track(a.what)] >= 10)]
    return useful or options


def _track(cult: str) -> int:
    return ("FIRE", "WATER", "EARTH", "AIR").index(cult)


def _transforms(s: TerraState, me: Side, options: list[Action]) -> list[Action]:
    """To the home terrain if possible, else one step nearer to it."""
    home = TERRAINS[me.home] if me.home >= 0 else ""
    at_home: list[Action] = [a for a in options if isinstance(a, verbs.Transform) and a.what == home]
    if at_home:
        return at_home
    if not 0 <= me.root < WHEEL:
        return options
    nearer: list[Action] = []
    for a in options:
        if isinstance(a, verbs.Transform) and a.what in TERRAINS[:WHEEL]:
            now = s.terrain_at(s.board.index[a.at])
            if now < WHEEL and SHORT_WAY[TERRAINS.index(a.what)][me.root] < SHORT_WAY[now][me.root]:
                nearer.append(a)
    others = [a for a in options if not isinstance(a, verbs.Transform)]
    return nearer[:8] or others or options


def _mains(s: TerraState, seat: int, me: Side, mains: list[Action]) -> list[Action]:
    found: list[Action] = []
    best_send: dict[str, int] = {}
    for a in mains:
        if isinstance(a, verbs.Send):
            best_send[a.what] = max(best_send.get(a.what, 0), a.n)
    cheap_house = False
    dear: list[Action] = []
    for a in mains:
        if isinstance(a, verbs.Send):
            if a.n == best_send[a.what] and me.cult[_track(a.what)] < 10:
                found.append(a)
        elif isinstance(a, verbs.Upgrade) and a.what == "TP":
            if building.has_neighbour(s, seat, s.board.index[a.at]):
                cheap_house = True
                found.append(a)
            else:
                dear.append(a)
        elif isinstance(a, verbs.Dig):
            if _dig_makes_sense(s, me, a.n):
                found.append(a)
        elif isinstance(a, verbs.Act) and a.what in ("ACT1", "ACTE"):
            found += [a] if _bridge_joins(s, seat, me) else []
        elif isinstance(a, verbs.Act) and a.what in ("ACT5", "ACT6", "BON1", "ACTG"):
            found += [a] if _spade_target(s, me) or me.folk.changes == "volcano" else []
        else:
            found.append(a)
    if not cheap_house and (s.round >= 5 or not me.count(TP)):
        found += dear
    return found


def _spade_target(s: TerraState, me: Side) -> bool:
    return bool(in_reach(s, me) & s.transformable())


def _dig_makes_sense(s: TerraState, me: Side, n: int) -> bool:
    """Spades for a hex that becomes home and, unless the tile of the round pays for spades, can be built on at once."""
    if not 0 <= me.root < WHEEL:
        return True
    if me.folk.flat_spades:
        reachable = True
    else:
        targets = in_reach(s, me) & s.transformable()
        reachable = any(
            targets & s.land[t]
            for t in range(WHEEL)
            if (SHORT_WAY[t][me.root] or (1 if me.home != me.root else 0)) == n
        )
    if not reachable:
        return False
    workers, coins = me.folk.dwelling
    price, _ = spade_price(me)
    can_build = me.workers - price * n >= workers and me.coins >= coins and me.left(D) > 0
    scored = s.round and ROUND_TILES[s.tiles[s.round - 1]].deed == "spade"
    return can_build or bool(scored) or me.folk.dig_vp > 0


def _bridge_joins(s: TerraState, seat: int, me: Side) -> bool:
    """A bridge between two own buildings that are not yet neighbours."""
    taken = {(a, b) for _, a, b in s.bridges}
    return any(
        me.built >> a & 1 and me.built >> b & 1 and (a, b) not in taken and not s.near[a] >> b & 1
        for a, b in s.board.spots
    )


def _passes(s: TerraState, me: Side, passes: list[Action]) -> list[Action]:
    """The best cards only: what they pay next round, the coins on them, and what they will score."""
    if len(passes) <= MOST_CARDS:
        return passes
    index = {c.name: i for i, c in enumerate(CARDS)}

    def value(a: Action) -> float:
        i = index[a.what]  # type: ignore[attr-defined]
        c = CARDS[i]
        pay = c.coins + s.cards[i] + 2.4 * c.workers + 5 * c.priests + 0.9 * c.power
        pay += {"BON1": 4.0, "BON2": 2.0, "BON4": 1.0}.get(c.name, 0.0)
        late = 0.8 + 0.25 * s.round
        return pay * (1.3 if s.round < 4 else 0.8) + late * pass_points(me, i)

    return sorted(passes, key=value, reverse=True)[:MOST_CARDS]


def _payments(s: TerraState, seat: int, me: Side, legal: list[Action]) -> list[Action]:
    """The first step of a payment for each kind of thing that is just out of reach."""
    found: list[Action] = []
    coins, workers, priests = me.coins, me.workers, me.priests
    power = me.bowl3
    prices = [power_price(me, i) for i in range(1, len(POWER_ACTIONS)) if not s.used >> i & 1]
    wanted = [price for price in prices if price > power]
    if wanted and min(wanted) - power <= min(4, me.bowl2 // 2) and (s.round <= 2 or min(wanted) - power <= 2):
        found.append(BURN)
    missing_c = missing_w = 99
    for w, c, p in _prices(s, seat, me):
        if p > priests:
            continue
        lack_w, lack_c = max(0, w - workers), max(0, c - coins)
        if lack_w + lack_c == 0:
            continue
        if lack_w == 0 and lack_c <= power + max(0, workers - w) and lack_c <= 4:
            missing_c = min(missing_c, lack_c)
        if lack_c <= max(0, power - 3 * lack_w) and lack_w <= 2:
            missing_w = min(missing_w, lack_w)
    if missing_c < 99:
        found.append(CONVERT["PW-C"] if power else CONVERT["W-C"])
    if missing_w < 99:
        if power >= 3:
            found.append(CONVERT["PW-W"])
        elif priests > 1 or (priests and s.round == ROUNDS):
            found.append(CONVERT["P-W"])
    if power >= 5 and not priests and s.round >= 5:
        found.append(CONVERT["PW-P"])
    return [a for a in found if a in legal]


def _prices(s: TerraState, seat: int, me: Side) -> list[tuple[int, int, int]]:
    """(workers, coins, priests) of what could be bought now if it could be paid."""
    folk = me.folk
    prices: list[tuple[int, int, int]] = []
    if me.left(D) and building.lands_of(s, me) & s.reach_of(me):
        prices.append((*folk.dwelling, 0))
    for kind in building.UPGRADES:
        if me.own[UPGRADE_FROM[kind]] and me.left(kind):
            prices.append((*folk.cost(kind), 0))
    if me.ship < folk.ship_max:
        prices.append(SHIP_COST)
    return prices
