"""Small World twice: the engine and a second one (`small_world_rules`, `small_world_flow`) in lock-step.

At every step the mover, the legal actions, the odds of chance and the whole view of one seat, in turn, are compared; at
the end the scores. 280 matches go through all pairs of race and power, 2 to 5 seats and all readings; every second
match begins from a crowded table late in a match, sometimes on the board for another number of players.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from ludoteka import games
from ludoteka.core.game import State
from tests.oracles.run import Difference, shares
from tests.oracles.small_world_flow import Play
from tests.oracles.small_world_rules import BADGE, BANNER, CHANCE, FACES, OVER, READINGS
from tests.oracles.small_world_scenes import THEMES, Mood, Scene, choose

GAME = games.load("small_world")


def play(seed: int) -> Counter[str]:
    """One match."""
    rng = Random(seed)
    seats = 2 + seed % 4
    options = {}
    if seed % 3:
        for name, choices in READINGS.items():
            if rng.random() < (0.15 if seed % 3 == 1 else 0.5):
                options[name] = rng.choice(choices)
    pair = (sorted(BANNER)[seed % 14], sorted(BADGE)[seed // 14 % 20])
    mood = Mood.of(rng, sorted(THEMES)[seed // 4 % len(THEMES)], pair)
    crowded = seed // 2 % 2 == 1
    o = Play(seats, options, rng.randint(2, 5) if crowded and rng.random() < 0.25 else None)
    if crowded:
        line = Scene(o, rng, mood).line()
        state = GAME.place(seats, GAME.check_options(seats, options), line)
    else:
        state = GAME.new(seats, **options)
    return LockStep(o, state, f"seed {seed}, {seats} seats, {options}").run(rng, mood)


class LockStep:
    """One match of both engines."""

    def __init__(self, o: Play, state: State, where: str) -> None:
        self.o, self.state, self.where = o, state, where
        self.log: list[str] = []
        self.promised: tuple[Any, Any] | None = None
        self.met: Counter[str] = Counter()

    def run(self, rng: Random, mood: Mood) -> Counter[str]:
        o, state = self.o, self.state
        flow = o.run()
        question = next(flow, (OVER, set[str](), None))
        while True:
            mover, legal, asked = question
            self.compare(mover, legal, asked)
            if mover == OVER:
                return self.met
            answer = choose(o, mover, legal, rng, mood)
            self.count(answer)
            self.log.append(answer)
            state.apply(GAME.parse(answer))
            try:
                question = flow.send(answer)
            except StopIteration:
                question = OVER, set(), None

    def count(self, answer: str) -> None:
        verb, _, what = answer.partition(" ")
        self.met["steps"] += 1
        self.met[verb] += 1
        if verb == "take":
            self.met[next(f"{power} {race}" for race, power, _ in self.o.column if race == what)] += 1

    def need(self, holds: bool, problem: str) -> None:
        if not holds:
            raise Difference(f"{self.where}, step {len(self.log)}: {problem}\nlast: {' | '.join(self.log[-14:])}")

    def compare(self, mover: int, legal: set[str], asked: dict[str, Any] | None) -> None:
        state, o = self.state, self.o
        theirs = [str(a) for a in state.legal_actions()]
        self.need(state.to_move() == mover, f"{mover} is asked {asked}, not {state.to_move()} {state.question()}")
        more, less = sorted(set(theirs) - legal), sorted(legal - set(theirs))
        self.need(not more and not less, f"{asked}: only the engine {more}, only the second {less}")
        if mover == CHANCE:
            self.odds({str(a): weight for a, weight in state.chance()})
        if mover == OVER:
            self.need([tuple(x) for x in state.scores()] == o.scores(), f"scores {state.scores()}, second {o.scores()}")
        promised, self.promised = self.promised, None
        if promised is not None and self.log[-1:] == ["expand"]:
            marching = asked is not None and asked["phase"] == "conquest"
            self.need(
                promised == ((asked["costs"], asked["hand"]) if marching else (None, None)), f"promised {promised}"
            )
        mine = view(o, mover, asked)
        everybody: list[int | None] = [*range(o.n), None]
        for seat in everybody if mover == OVER else [everybody[len(self.log) % len(everybody)]]:
            seen = tidy(state.view(seat))
            if asked is not None and asked["phase"] in ("choice", "undead"):  # seen beforehand: what the march will ask
                self.promised = seen["asked"].pop("costs", None), seen["asked"].pop("ready", None)
            open_ = o.over or o.o["coins"] == "open"
            for k, player in enumerate(mine["players"]):
                player["coins"] = o.coins[k] if open_ or k == seat else None
            mine["seat"] = seat
            if mine != seen:
                self.need(False, f"view({seat}): " + "; ".join(differences(mine, seen)[:8]))

    def odds(self, weights: dict[str, int]) -> None:
        rolls = next(iter(weights)).startswith("roll")
        wanted = dict(Counter(f"roll {n}" for n in FACES)) if rolls else dict.fromkeys(weights, 1)
        self.need(shares(weights) == shares(wanted), f"odds {weights}")


def view(o: Play, mover: int, asked: dict[str, Any] | None) -> dict[str, Any]:
    """What everybody sees, from the second engine."""
    regions = []
    for i in sorted(o.all):
        p = o.owner(i)
        regions.append(
            {"name": o.name[i], "terrain": o.terrain[i], "symbols": o.symbols[i], "border": i in o.border}
            | {"coast": i in o.coast, "mountain": i in o.mountains, "tribe": i in o.tribes}
            | {"owner": p.seat if p else None, "state": p.state if p else None, "race": p.race if p else None}
            | {"power": p.power if p else None, "tokens": p.on[i] if p else 0}
            | {"lair": p is not None and p.race == "trolls", "fortress": i in o.forts, "camps": o.camps[i]}
            | {"hole": i in o.holes, "hero": i in o.heroes, "dragon": i == o.dragon, "defence": o.defence(i)}
        )
    column = [
        {"race": race, "power": power, "coins": coins, "price": i, "race_tokens": BANNER[race]}
        | {"power_tokens": BADGE[power], "extra_tokens": 4 if race == "amazons" else 0}
        for i, (race, power, coins) in enumerate(o.column)
    ]
    stacks = {"banners": len(o.unseen) + len(o.returned), "badges": len(o.badges)}
    turn = {"fresh": o.fresh, "taken": o.names(o.taken), "attacked": sorted(o.attacked), "dragon_used": o.dragon_used}
    return {
        "game": "small_world",
        "to_move": mover,
        "board": str(o.board),
        "round": o.round,
        "rounds": o.rounds,
        "turn": o.turn,
        "over": o.over,
        "asked": asked,
        "regions": regions,
        "column": column,
        "stacks": stacks | {"discards": sorted(o.discards), "returned": o.returned},
        "tray": o.tray,
        "fortresses_left": 6 - len(o.forts),
        "players": [player(o, seat) for seat in range(o.n)],
        "die": o.die,
        "this_turn": turn | {"bewitched": sorted(o.bewitched)},
        "scores": [list(score) for score in o.scores()] if o.over else None,
    }


def player(o: Play, seat: int) -> dict[str, Any]:
    peoples = [
        {"state": p.state, "active": p.state == "active", "race": p.race, "power": p.power, "hand": p.hand}
        | {"regions": o.names(p.on), "tokens": sum(p.on.values())}
        for p in o.peoples(seat)
    ]
    hand = {"aside": o.aside[seat], "waiting": o.waiting[seat], "camps_in_hand": o.camp_hand[seat]}
    more = {"holes_left": o.holes_left[seat], "ally": o.ally[seat], "income": o.income[seat]}
    return {"seat": seat, "peoples": peoples} | hand | more


def tidy(seen: dict[str, Any]) -> dict[str, Any]:
    """The engine's view without what is only words, in the second engine's order."""
    seen = {key: value for key, value in seen.items() if key not in ("names", "position")}
    words = ("terrains", "label")
    seen["regions"] = [{k: v for k, v in r.items() if k not in words} for r in seen["regions"]]
    for region in seen["regions"]:
        region["symbols"] = sorted(region["symbols"])
    seen["stacks"] = seen["stacks"] | {"discards": sorted(seen["stacks"]["discards"])}
    seen["players"] = [p | {"income": {origin: n for origin, n in p["income"] if n}} for p in seen["players"]]
    return seen


def differences(mine: Any, theirs: Any, path: str = "") -> list[str]:
    """Where two plain values differ."""
    if isinstance(mine, dict) and isinstance(theirs, dict):
        keys = sorted({*mine, *theirs})
        return [d for k in keys for d in differences(mine.get(k, "-"), theirs.get(k, "-"), f"{path}.{k}")]
    if isinstance(mine, list) and isinstance(theirs, list) and len(mine) == len(theirs):
        both = enumerate(zip(mine, theirs, strict=True))
        return [d for i, (a, b) in both for d in differences(a, b, f"{path}[{i}]")]
    return [] if mine == theirs else [f"{path}: second {mine!r}, engine {theirs!r}"]
