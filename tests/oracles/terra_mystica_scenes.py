"""Crowded tables: a match that has just begun is changed so that much can happen at once, in both engines alike."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

from tests.oracles.terra_mystica_flow import Play
from tests.oracles.terra_mystica_rules import Player
from tests.oracles.terra_mystica_tables import CULTS, JUMPERS, PIECES, WHEEL


def enrich(table: Play, rng: Random) -> None:
    """Means, tiles, steps on cults and tracks, bridges, settlements, some of them towns; a round later on."""
    table.round = rng.randint(1, 6)
    for p in table.players:
        if p.faction == "riverwalkers":
            p.opened |= set(rng.sample(WHEEL, rng.randrange(6)))
        for cult in rng.sample(CULTS, rng.randrange(3)):
            place = rng.randrange(4)
            if table.orders[cult][place] < 0 and p.limit() > 0:
                table.orders[cult][place] = p.seat
                p.sent += 1
        p.have["P"] = min(p.have["P"], p.limit())
        for name in rng.sample(sorted(table.favors), rng.randrange(5)):
            if table.favors[name] and name not in p.favors:
                table.favors[name] -= 1
                p.favors.add(name)
        p.have["C"] += rng.randrange(40)
        p.have["W"] += rng.randrange(20)
        p.have["P"] = max(p.have["P"], rng.randint(0, p.limit()))
        p.ship = rng.randint(p.ship, p.board.ship[1])
        p.dig = rng.randint(0, max(len(p.board.spade) - 1, 0))
        p.vp = rng.choice((0, 1, 3, p.vp, p.vp))
        for cult in CULTS:
            p.cult[cult] = max(p.cult[cult], rng.choice((0, 2, 4, 6, 7, 8, 9, 9)))
        tokens = sum(p.bowls)
        third = rng.randint(0, tokens)
        second = rng.randint(0, tokens - third)
        p.bowls = [tokens - third - second, second, third]
    for _ in range(rng.randrange(14)):
        for p in table.players:
            _settle(table, p, rng)
            if table.free_spots(p) and rng.random() < 0.05:
                _bridge(table, p, rng)


def _bridge(table: Play, p: Player, rng: Random) -> None:
    a, b = rng.choice(table.free_spots(p))
    table.bridges.append((p.seat, a, b))
    if any(table.is_town(p, table.group(p, h)) for h in (a, b) if h in table.own(p)):
        table.bridges.pop()
    else:
        p.bridges += 1


def _settle(table: Play, p: Player, rng: Random) -> None:
    """One more building, or a better one, where it makes no town."""
    spots = [h for own in table.own(p) for h in sorted(table.direct(own))]
    if rng.random() < 0.3:
        spots = [h for h in table.land if table.reaches(p, h)]
    free = [h for h in spots if h not in table.built and table.land[h] not in ("ice", "volcano")]
    if p.faction == "riverwalkers":
        free = [h for h in free if table.settles(p, h)]
    if free and rng.random() < 0.65:
        name, kind = rng.choice(free), "D"
    else:
        name, kind = rng.choice(table.own(p)), rng.choice(("TP", "TP", "TE", "SH", "SA"))
    if table.count(p, kind) >= PIECES[kind]:
        return
    before, terrain = table.built.get(name), table.land[name]
    table.built[name] = (p.seat, kind)
    if p.faction != "riverwalkers":
        table.land[name] = p.home
    group = table.group(p, name)
    if group & table.in_town:
        table.in_town |= group
    elif table.is_town(p, group) and table.tiles_for_towns() and rng.random() < 0.5:
        _found(table, p, group, rng)
    elif table.is_town(p, group):
        table.land[name] = terrain
        if before:
            table.built[name] = before
        else:
            del table.built[name]


def _found(table: Play, p: Player, group: set[str], rng: Random) -> None:
    table.in_town |= group
    tile = rng.choice([name for name, left in table.towns.items() if left])
    table.towns[tile] -= 1
    p.towns.append(tile)
    for _ in range(2 if tile == "TW6" else 1):
        cult = rng.choice(CULTS)
        if table.top_is_free(cult) and rng.random() < 0.4:
            p.cult[cult] = 10
        else:
            p.keys += 1


def line(text: str, table: Play) -> str:
    """The position of the first engine with what `enrich` has changed in the second."""
    scene = json.loads(text)
    for p in table.players:
        side: dict[str, Any] = scene["sides"][p.seat]
        side.update({what: p.have[what] for what in "CWP"})
        side.update(vp=p.vp, ship=p.ship, dig=p.dig, bowls=p.bowls, cult=list(p.cult.values()))
        side.update(favors=sorted(p.favors), towns=dict(Counter(p.towns)))
        side["towned"] = [h for h in table.own(p) if h in table.in_town]
        if p.faction == "riverwalkers":
            side["lands"] = sorted(p.opened)
        if p.faction in JUMPERS:
            side["jump"] = table.jump_range(p)
        side.update({kind: table.own(p, kind) for kind in PIECES})
    scene["round"] = table.round
    scene["bridges"] = [list(bridge) for bridge in table.bridges]
    scene["orders"] = [seat for cult in CULTS for seat in table.orders[cult]]
    scene["land"] = {h: t for h, t in table.land.items() if t != table.ground.printed[h]}
    return json.dumps(scene)
