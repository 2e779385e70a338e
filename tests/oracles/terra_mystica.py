"""Terra Mystica twice: the engine and a second one (`terra_mystica_rules`, `_turn`, `_flow`) in lock-step.

At every step the mover and the legal actions are compared, after every action the whole table, at the end the scores.
Every second match has some options, the others go through the factions; most begin in a crowded round; in some players
leave. Not covered: the manner of the recording site and the first edition.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from ludoteka import games
from ludoteka.core.game import OVER
from ludoteka.games.terra_mystica.events import Leave
from tests.oracles.run import Journal, answered, choose, shares
from tests.oracles.terra_mystica_flow import Play
from tests.oracles.terra_mystica_rules import CHANCE, Player
from tests.oracles.terra_mystica_scenes import enrich, line
from tests.oracles.terra_mystica_tables import FACTIONS, FINAL_TILES

GAME = games.load("terra_mystica")
LIKED = {
    "convert": 0.15,
    "burn": 0.3,
    "pass": 0.12,
    "decline": 0.4,
    "discard": 0.2,
    "upgrade": 6,
    "build": 8,
    "connect": 9,
}
"""How much more a verb is liked than others (3), so that much is built."""

OPTIONS: dict[str, tuple[Any, ...]] = {
    "map": ("revised_base", "fire_ice", "loon_lakes", "fjords", "archipelago"),
    "factions": ("base",),
    "choose": ("random", "intro", "auction"),
    "turn_order": ("passing",),
    "final": ("draw", "none", *FINAL_TILES),
    "town_promo": (True,),
    "card_promo": (True,),
    "tile_promo": (True,),
    "variable": ("v2", "v3", "v4", "v5"),
    "start_vp": ("2017",),
    "top_up": ("home",),
    "sacrifice": ("used",),
    "river_reach": ("touch",),
}

TIDY = ("taken", "cards", "round")
"""Tidying up comes after the income in the first engine and before it in the rulebook; nothing hangs on it."""


def play(seed: int) -> Counter[str]:
    rng = Random(seed)
    seats, crowded = rng.randint(2, 5), rng.random() < 0.6
    leaving = rng.choice((0, 0, 0, 0.01))
    if seed % 2:
        options = setting(rng)
    else:
        options = {"choose": "given", "given": "+".join(given(seed // 2, seats, rng))}
    return lock_step(seed, seats, options, crowded, leaving, rng)


def setting(rng: Random) -> dict[str, Any]:
    options = {name: rng.choice(choices) for name, choices in OPTIONS.items() if rng.random() < 0.4}
    if options.get("choose") == "intro":
        return {"choose": "intro", **{k: v for k, v in options.items() if k in ("turn_order", "sacrifice", "top_up")}}
    return options


def given(n: int, seats: int, rng: Random) -> list[str]:
    """Factions that can meet, with each of the twenty in turn among them."""
    names = [list(FACTIONS)[n % len(FACTIONS)]]
    while len(names) < seats:
        name = rng.choice(list(FACTIONS))
        if FACTIONS[name].colour not in {FACTIONS[other].colour for other in names}:
            names.insert(rng.randrange(len(names) + 1), name)
    return names


def lock_step(
    seed: int, seats: int, options: dict[str, Any], crowded: bool, leaving: float, rng: Random
) -> Counter[str]:
    """`leaving`: how likely somebody leaves at a question, once the table is as crowded as it should be."""
    state = GAME.new(seats, **options)
    table = Play(seats, **options)
    course, journal = table.run(), Journal(f"seed {seed}, {seats} seats, {options}")
    same = journal.same
    asked = next(course, None)
    while asked is not None:
        seat, answers = asked
        if crowded and table.round == 1 and table.acting:
            crowded = False
            enrich(table, rng)
            state = GAME.place(seats, GAME.check_options(seats, options), line(state.position(), table))
            answers = table.answers(table.players[seat])
        if not crowded and rng.random() < leaving:
            event = rng.choice(Leave.possible(state))
            journal.note(seat, str(event), "leave")
            state.happen(event)
            table.leave(table.players[event.seat])
            asked = answered(course, "")
            continue
        legal = {str(a): a for a in state.legal_actions()}
        same("mover", state.to_move(), seat)
        same("answers", sorted(legal.keys() - answers), sorted(answers - legal.keys()))
        if seat == CHANCE:
            same("odds", shares({str(a): n for a, n in state.chance()}), shares(table.odds(answers)))
        answer = str(state.sample(rng)) if seat == CHANCE else choose(legal, LIKED, rng)
        journal.note(seat, answer, answer if answer.startswith("act ") else answer.split()[0])
        state.apply(legal[answer])
        asked = answered(course, answer)
        if seat != CHANCE and asked is not None:
            seen = ours(state.view(0))
            for what, value in theirs(table).items():
                if table.acting or what not in TIDY:
                    same(what, seen[what], value)
    same("end", state.to_move(), OVER)
    here = [p for p in table.players if not p.gone]
    winners = [p.seat for p in here if p.vp == max(q.vp for q in here)]
    same("points", [s[0] for s in state.scores()], [p.vp if p.faction else 0 for p in table.players])
    same("winners", [seat for seat, share in enumerate(state.returns()) if share], winners)
    journal.met.update(p.faction for p in table.players if p.faction)
    return journal.met


def ours(view: dict[str, Any]) -> dict[str, Any]:
    return {
        "land": view["land"],
        "buildings": {h: tuple(b) for h, b in view["buildings"].items()},
        "bridges": sorted(tuple(b) for b in view["bridges"]),
        "orders": {c: sorted(row["orders"]) for c, row in view["cults"].items()},
        "taken": {name for name, a in view["actions"].items() if a["used"]},
        "cards": view["cards"],
        "favors": view["favors"],
        "towns": view["towns"],
        "round": view["round"],
        "passing": list(view["passing"]),
        **{f"seat {s['seat']}": mine(s) for s in view["sides"] if s["faction"]},
    }


def mine(side: dict[str, Any]) -> dict[str, Any]:
    names = ["faction", "vp", "C", "W", "P", "keys", "ship", "dig", "card", "bridges_left"]
    return {
        **{name: side[name] for name in names},
        "bowls": list(side["bowls"]),
        "cults": list(side["cults"]),
        "favors": set(side["favors"]),
        "towns": dict(side["towns"]),
    }


def theirs(t: Play) -> dict[str, Any]:
    return {
        "land": t.land,
        "buildings": t.built,
        "bridges": sorted(t.bridges),
        "orders": {c: sorted(row) for c, row in t.orders.items()},
        "taken": t.taken,
        "cards": {c: n for c, n in t.cards.items() if c not in t.held()},
        "favors": t.favors,
        "towns": t.towns,
        "round": t.round,
        "passing": t.passing,
        **{f"seat {p.seat}": their(p) for p in t.players if p.faction},
    }


def their(p: Player) -> dict[str, Any]:
    return {
        "faction": p.faction,
        "vp": p.vp,
        **{what: p.have[what] for what in "CWP"},
        "keys": p.keys,
        "ship": p.ship,
        "dig": p.dig,
        "card": p.card or None,
        "bridges_left": 3 - p.bridges,
        "bowls": p.bowls,
        "cults": list(p.cult.values()),
        "favors": p.favors,
        "towns": dict(Counter(p.towns)),
    }
