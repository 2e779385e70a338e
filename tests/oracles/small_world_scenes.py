"""How the second engine's matches are steered: players and chance with a taste for what is rare, and crowded tables
near the end of a match to begin from."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.oracles.small_world_flow import Play
from tests.oracles.small_world_rules import BADGE, BANNER, CHANCE, People

WEIGHT = {"abandon": 0.35, "conquer": 10.0, "dragon": 5.0, "bewitch": 9.0, "attempt": 2.5, "throw": 5.0, "stop": 0.8}
WEIGHT |= {"deploy": 2.0, "fortify": 6.0, "befriend": 6.0, "expand": 2.2}
THEMES: dict[str, tuple[str, str, dict[str, float]]] = {
    "any": ("", "", {}),
    "ghouls": (
        "ghouls elves halflings trolls",
        "spirit seafaring fortified heroic diplomat dragon_master stout berserk",
        {"decline": 1.6},
    ),
    "sorcerers": (
        "sorcerers elves trolls amazons",
        "berserk flying underworld seafaring pillaging diplomat fortified",
        {"bewitch": 5, "decline": 0.4},
    ),
    "sea": ("halflings giants trolls ghouls sorcerers amazons", "seafaring spirit stout", {"decline": 2.5}),
    "churn": ("dwarves ratmen ghouls", "wealthy spirit fortified seafaring stout", {"decline": 8, "stop": 3}),
    "rich": ("", "wealthy", {"decline": 60, "stop": 4}),
    "amazons": (
        "amazons sorcerers ratmen",
        "fortified bivouacking heroic dragon_master pillaging commando seafaring",
        {"decline": 0.3, "stop": 0.2},
    ),
    "skeletons": (
        "skeletons orcs elves",
        "pillaging commando flying diplomat bivouacking",
        {"decline": 0.15, "stop": 0.1},
    ),
    "peace": ("ghouls sorcerers elves", "diplomat heroic dragon_master bivouacking", {"befriend": 3}),
    "forts": ("trolls giants tritons", "fortified spirit alchemist underworld", {"decline": 0.7, "abandon": 3}),
}
"""Races, powers, and how the players behave."""


@dataclass
class Mood:
    """What a match is bent towards."""

    races: list[str]
    powers: list[str]
    wish: list[str]
    war: float
    bias: dict[str, float] = field(default_factory=dict)

    @classmethod
    def of(cls, rng: Random, theme: str, first: tuple[str, str]) -> Mood:
        """`first`: the race and power that lie on top of the column."""
        races, powers, manner = THEMES[theme]
        loved = races.split() or rng.sample(sorted(BANNER), 5)
        wanted = powers.split() or rng.sample(sorted(BADGE), 5)
        bias = dict(manner)
        for odds, change in ((0.15, {"decline": 3.0}), (0.15, {"abandon": 12.0}), (0.2, {"stop": 0.1, "attempt": 4.0})):
            if rng.random() < odds:
                bias |= change
        wish = [f"banner {first[0]}", f"badge {first[1]}", *(f"banner {race}" for race in loved[:3])]
        wish += [f"badge {power}" for power in rng.sample(wanted, min(3, len(wanted)))]
        return cls([first[0], *loved], [first[1], *wanted], wish, rng.choice([0.1, 0.4, 0.8, 0.95]), bias)


def choose(o: Play, mover: int, legal: Collection[str], rng: Random, mood: Mood) -> str:
    """First the verb, by weight, then the action."""
    some = sorted(legal)
    if mover == CHANCE:
        for want in mood.wish:
            if want in legal:
                mood.wish.remove(want)
                return want
        loved = [a for a in some if a.split()[1] in mood.powers + mood.races]
        return rng.choice(loved if loved and rng.random() < 0.6 else some)
    if some[0].startswith("take"):
        power = {f"take {race}": power for race, power, _ in o.column}
        taste = [1 + 3 * (a.split()[1] in mood.races) for a in some]
        taste = [w * (1 + 3 * (power[a] in mood.powers)) for w, a in zip(taste, some, strict=True)]
        return rng.choices(some, taste)[0]
    verbs = defaultdict[str, list[str]](list)
    for a in some:
        verbs[a.split()[0]].append(a)
    weights = [WEIGHT.get(verb, 1.0) * mood.bias.get(verb, 1) for verb in verbs]
    some = verbs[rng.choices(list(verbs), weights)[0]]
    if rng.random() < mood.war:
        some = [a for a in some if a.startswith(("conquer", "attempt", "dragon")) and o.owner(place(o, a))] or some
    return rng.choices(some, [appeal(o, mover, a) for a in some])[0]


def place(o: Play, a: str) -> int:
    return o.id[a.split()[1]]


def appeal(o: Play, mover: int, a: str) -> int:
    """How much a place attracts: markers, water, one's own other race, odd races."""
    verb, *rest = a.split()
    if not rest or rest[0] not in o.id:
        return 1
    at = o.id[rest[0]]
    v = o.owner(at)
    marked = at in o.forts or at in o.holes or at in o.heroes or at == o.dragon or o.camps[at] > 0
    if verb in ("abandon", "forgo"):
        return 6 if marked or at in o.water else 1
    if verb not in ("conquer", "attempt", "dragon", "bewitch"):
        return 1
    weight = (4 if at in o.water else 1) * (3 if marked else 1)
    if v:
        weight *= 2 if v.race in ("elves", "trolls", "ghouls", "amazons") else 1
        weight *= (4 if v.seat == mover else 1) * (3 if len(v.on) == 1 else 1)
    return weight


class Scene:
    """Fills a table with peoples and markers, as late in a match."""

    def __init__(self, o: Play, rng: Random, mood: Mood) -> None:
        self.o, self.rng, self.mood = o, rng, mood
        self.races, self.powers, self.free = sorted(BANNER), sorted(BADGE), set(o.all)
        o.round, o.turn = max(1, o.rounds - rng.randint(1, 3)), rng.randrange(o.n)
        o.coins = [rng.choice([0, 1, 3, 10, 25]) for _ in range(o.n)]
        order = rng.sample(range(o.n), o.n)
        if rng.random() < 0.5:
            self.people(order[0], "exempt", "")
        for seat in order:
            near: set[int] = set()
            if rng.random() < (0.7 if o.n < 5 else 0.4):
                self.people(seat, "declined", rng.choice(["ghouls", ""]))
                near = self.around(o.declined[seat])
            if rng.random() < 0.9:
                self.people(seat, "active", "", near)
        for p in o.peoples():
            self.markers(p)
            self.shortage(p)
        o.rich = [seat for seat in order if rng.random() < 0.4]
        for _ in range(rng.randint(0, min(6, len(self.races)))):
            o.column.append((self.pick(self.races, mood.races), self.pick(self.powers, mood.powers), rng.randrange(3)))
        o.unseen, o.badges = set(self.races), set(self.powers)

    def pick(self, some: list[str], liked: list[str]) -> str:
        found = self.rng.choice([x for x in some if x in liked and self.rng.random() < 0.6] or some)
        some.remove(found)
        return found

    def around(self, p: People | None) -> set[int]:
        return set[int]().union(*(self.o.adj[at] for at in p.on)) if p else set()

    def people(self, seat: int, state: str, race: str, near: Collection[int] = ()) -> None:
        o, rng = self.o, self.rng
        if state == "exempt":
            self.powers.remove("spirit")
        power = {"active": lambda: self.pick(self.powers, self.mood.powers), "exempt": lambda: "spirit"}.get(
            state, lambda: None
        )()
        if race in self.races:
            self.races.remove(race)
        else:
            race = self.pick(self.races, self.mood.races)
        p = People(seat, race, power, state)
        most = o.tray[race] - (4 if race == "amazons" else 0)
        grounds = self.free if power == "seafaring" or state != "active" else self.free - o.water
        for _ in range(rng.choice([0, 1, 2, 3, 4, 6])):
            beside = grounds & (self.around(p) or set(near)) or grounds
            if not beside or most < 1:
                break
            at = rng.choice(sorted(beside))
            n = 1 if state != "active" and race != "ghouls" else min(most, rng.choice([1, 1, 1, 2, 3]))
            p.on[at], most = n, most - n
            self.free.discard(at)
            grounds = grounds - {at}
            o.tribes.discard(at)
        if state == "active" or race == "ghouls":
            p.hand = min(most, rng.choice([1, 3, 6])) if not p.on else 0
        if state != "active" and not p.on and not p.hand:
            self.races.append(race)
            self.powers += [power] if power else []
            return
        o.tray[race] -= p.hand + sum(p.on.values())
        if state == "active" and race == "amazons":
            o.aside[seat] = 4
            o.tray[race] -= 4
        o.holes_left[seat] = rng.choice([0, 0, 1, 2]) if p.is_("halflings") else o.holes_left[seat]
        o.camp_hand[seat] = 5 if p.has("bivouacking") else o.camp_hand[seat]
        {"active": o.active, "declined": o.declined, "exempt": o.exempt}[state][seat] = p

    def markers(self, p: People) -> None:
        o, rng, some = self.o, self.rng, sorted(p.on)
        if p.has("heroic"):
            o.heroes |= set(rng.sample(some, min(2, len(some))))
        if p.has("dragon_master") and some and rng.random() < 0.7:
            o.dragon = rng.choice(some)
        if p.is_("halflings"):
            o.holes |= set(rng.sample(some, min(len(some), 2 - o.holes_left[p.seat])))
        if p.has("diplomat") and rng.random() < 0.8:
            o.ally[p.seat] = rng.choice([x for x in range(o.n) if x != p.seat])
        while p.has("bivouacking") and some and o.camp_hand[p.seat] and rng.random() < 0.8:
            o.camps[rng.choice(some)] += 1
            o.camp_hand[p.seat] -= 1
        for at in some:
            if len(o.forts) < 6 and rng.random() < (0.5 if p.has("fortified") else 0.15 * (p.state != "active")):
                o.forts.add(at)

    def shortage(self, p: People) -> None:
        """Few tokens left in the tray for those who grow, few fortresses for those who build."""
        o, rng, some = self.o, self.rng, sorted(p.on)
        if p.is_("sorcerers") or p.is_("skeletons"):
            more = max(0, o.tray[p.race] - rng.randrange(3)) if some and rng.random() < 0.6 else 0
            o.tray[p.race] -= more
            p.on |= {some[0]: p.on[some[0]] + more} if more else {}
        if p.has("fortified"):
            held = sorted(at for q in o.peoples() for at in q.on if q.state != "active" or q is p)
            o.forts |= set(held[: rng.choice([0, 5, 6])])
            o.forts = set(sorted(o.forts)[:6])

    def line(self) -> str:
        """The same table for the first engine."""
        o = self.o
        rows: list[dict[str, Any]] = []
        for p in o.peoples():
            row = {"seat": p.seat, "race": p.race, "power": p.power or "", "state": p.state, "hand": p.hand}
            row["regions"] = {o.name[at]: n for at, n in p.on.items()}
            if p.state == "active":
                row |= {"aside": o.aside[p.seat], "holes_left": o.holes_left[p.seat]}
            rows.append(row)
        marks = {"forts": o.forts, "holes": o.holes, "heroes": o.heroes, "tribes": o.tribes}
        return json.dumps(
            {"board": o.board, "round": o.round, "turn": o.turn, "coins": o.coins, "column": o.column, "peoples": rows}
            | {key: o.names(some) for key, some in marks.items()}
            | {"dragons": o.names([] if o.dragon is None else [o.dragon])}
            | {"paid": {"wealthy": sorted(o.rich)}}
            | {"camps": {o.name[at]: n for at, n in o.camps.items() if n}}
            | {"ally": {str(seat): other for seat, other in enumerate(o.ally) if other is not None}}
        )
