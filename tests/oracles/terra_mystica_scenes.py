"""Crowded tables: a match that has just begun is changed so that much can happen at once, in both engines alike."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from tests.oracles.terra_mystica_flow import Play
from tests.oracles.terra_mystica_rules import Player
from tests.oracles.terra_mystica_tables import CULTS, JUMPERS, PIECES


def enrich(table: Play, rng: Random) -> None:
    """Means, steps on cults and tracks, and settlements just short of a town."""
    for p in table.players:
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
    for _ in range(rng.randrange(12)):
        for p in table.players:
            _settle(table, p, rng)


def _settle(table: Play, p: Player, rng: Random) -> None:
    """One more building, or a better one, where it makes no town."""
    spots = [h for own in table.own(p) for h in table.direct(own)]
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
    if table.is_town(p, table.group(p, name)):
        table.land[name] = terrain
        if before:
            table.built[name] = before
        else:
            del table.built[name]


def line(text: str, table: Play) -> str:
    """The position of the first engine with what `enrich` has changed in the second."""
    scene = json.loads(text)
    for p in table.players:
        side: dict[str, Any] = scene["sides"][p.seat]
        side.update({what: p.have[what] for what in "CWP"})
        side.update(vp=p.vp, ship=p.ship, dig=p.dig, bowls=p.bowls, cult=list(p.cult.values()))
        if p.faction in JUMPERS:
            side["jump"] = table.jump_range(p)
        side.update({kind: table.own(p, kind) for kind in PIECES})
    scene["land"] = {h: t for h, t in table.land.items() if t != table.ground.printed[h]}
    return json.dumps(scene)
