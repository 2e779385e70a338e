"""Fabled twice: the engine and a second one (`fabled_rules`, `_effects`, `_walk`, `_spirits`, `_flow`) in lock-step.

At every step the mover, the legal actions and the odds of chance are compared, and the whole table as the view shows
it; at the end the result. The settings go through all scenarios, combinations, levels, modes and numbers of seats.
Now and then cards stay in the box, so that decks run dry. Not covered: players who leave, other content.
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random
from typing import Any

from ludoteka import games
from ludoteka.core.content import pack
from tests.oracles.fabled_cards import (
    ALLIES,
    CHANCE,
    EDITIONS,
    EVENTS,
    LANDS,
    OVER,
    TERRAINS,
    TIERS,
    cells_of,
    joined,
    terrain,
)
from tests.oracles.fabled_flow import Play
from tests.oracles.run import Journal, answered, choose, shares

GAME = games.load("fabled")
LIKED = {
    "done": 0.6,
    "skip": 0.7,
    "halt": 0.5,
    "replace": 0.6,
    "pass": 1.2,
    "add": 5,
    "use": 6,
    "lower": 0.6,
    "raise": 4,
}
"""How much more a verb is liked than others (3), so that the row fills and allies act; more or less in each match."""


VERBS: tuple[str, ...] = (
    "add",
    "announce",
    "apply",
    "choose",
    "cross",
    "done",
    "halt",
    "leave",
    "lower",
    "pass",
    "raise",
    "replace",
)
VERBS += ("skip", "step", "use", "visit", "act", "token", "copy", "shift")
PLAIN: tuple[str, ...] = ("books", "order", "part", "round", "turn", "decks", "discard", "ally_deck", "ally_bottom")
PLAIN += ("event_deck", "next_back", "past_events", "announced", "fate", "joint")
"""What both engines show in the same words."""


def settings() -> list[tuple[int, dict[str, Any]]]:
    """Seats and options: every scenario and combination, every mode and level."""
    free = [{"scenario": n} for n in range(6)] + [{"scenario": 3, "combine": n} for n in (2, 4)]
    trial = [{"scenario": 0, "level": "beginner"}]
    trial += [{"scenario": n, "level": level} for n in (0, 1, 3) for level in ("normal", "high")]
    found: list[tuple[int, dict[str, Any]]] = list(product(range(2, 6), free))
    found += [(1, setting) for setting in trial] * 3
    modes = product((2, 3, 4), ("comradeship", "rivalry"), trial)
    found += [(seats, {"mode": mode, **setting}) for seats, mode, setting in modes]
    Random(0).shuffle(found)
    return found


SETTINGS = settings()


def play(seed: int) -> Counter[str]:
    rng = Random(seed)
    seats, options = SETTINGS[seed % len(SETTINGS)]
    options = options | variants(options, rng)
    without = thinned(rng) if rng.random() < 0.15 else frozenset()
    return LockStep(seed, seats, options, without).run(rng)


def thinned(rng: Random) -> frozenset[str]:
    """Lands and allies to leave in the box, so that decks run dry; other cards name two of the allies."""
    found = set(rng.sample(sorted(ALLIES.keys() - {"sky_wanderer", "sister_of_time"}), rng.randint(0, 8)))
    for kind in TERRAINS:
        found |= set(rng.sample(sorted(x for x in LANDS if terrain(x) == kind), rng.randint(4, 8)))
    return frozenset(found)


def variants(options: dict[str, Any], rng: Random) -> dict[str, Any]:
    """What may be chosen beside the scenario."""
    wishes: dict[str, Any] = {"edition": rng.randrange(1, max(EDITIONS))} if rng.random() < 0.3 else {}
    scenario, combine = options["scenario"], options.get("combine", 0)
    if scenario in (1, 2, 3) and combine != 4:
        wishes["events"] = rng.choice(("spirit_world", "crossroads"))
    if scenario == 3:
        wishes["long_wandering"] = rng.random() < 0.5
    if scenario == 5:
        wishes["harder"] = rng.random() < 0.5
    if 4 in (scenario, combine):
        wishes["cover"] = rng.random() < 0.5
    if options.get("mode") == "rivalry":
        wishes["spirit_tricks"] = rng.random() < 0.5
    if options.get("mode") == "comradeship":
        wishes["easier"] = rng.random() < 0.5
    return wishes


class LockStep(Journal):
    """One match of both engines."""

    def __init__(self, seed: int, seats: int, options: dict[str, Any], without: frozenset[str]) -> None:
        super().__init__(f"seed {seed}, {seats} seats, {options}, without {sorted(without)}")
        gone = [f'[[{"land" if x in LANDS else "ally"}]]\nid = "{x}"\ndisabled = true' for x in sorted(without)]
        self.state = GAME.new(seats, **options, data=pack("\n".join(gone)) if gone else "")
        self.table = Play(seats, without, **options)

    def run(self, rng: Random) -> Counter[str]:
        state, course = self.state, self.table.run()
        liked = {verb: LIKED.get(verb, 3) * rng.choice((0.2, 1, 1, 5)) for verb in VERBS}
        asked = next(course, None)
        while asked is not None:
            seat, answers, may_be_left_out = asked
            legal = {str(a): a for a in state.legal_actions()}
            if seat != state.to_move() or answers != legal.keys():
                answer = self.left_out(answers, may_be_left_out, legal.keys())
            else:
                self.compare(seat)
                if seat != CHANCE and self.table.o["edition"] > 1:
                    self.same("needless question", may_be_left_out or len(answers) == 1, False)
                answer = str(state.sample(rng)) if seat == CHANCE else choose(sorted(answers), liked, rng)
                verb = answer.split()[0]
                self.note(seat, answer, answer if verb in ("use", "reveal", "trick", "copy") else verb)
                state.apply(legal[answer])
            asked = answered(course, answer)
        self.same("end", state.to_move(), OVER)
        self.same("table", *unlike(ours(state.view(None)), theirs(self.table)))
        self.same("result", state.view(None)["result"], self.table.result())
        self.same("scores", state.scores(), self.table.scores())
        return self.met

    def left_out(self, answers: set[str], may_be: bool, legal: Any) -> str:
        """The first engine leaves out questions with one answer and the order of moves where it cannot matter."""
        if len(answers) == 1:
            return next(iter(answers))
        if may_be:
            return ""
        question = self.state.view(None)["question"]
        self.same(f"answers to {question}", sorted(legal - answers), sorted(answers - legal))
        self.same("mover", self.state.to_move(), "another one")
        return ""

    def compare(self, seat: int) -> None:
        if seat == CHANCE:
            odds = {str(a): n for a, n in self.state.chance()}
            backs = Counter(f"back {EVENTS[e]['deck']}" for e in self.table.event_deck)
            self.same("odds", shares(odds), shares({a: backs.get(a, 1) for a in odds}))
        else:
            self.same("table", *unlike(ours(self.state.view(None)), theirs(self.table)))


def unlike(one: dict[str, Any], other: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """What differs of two tables."""
    keys = [k for k in one if one[k] != other[k]]
    return {k: one[k] for k in keys}, {k: other[k] for k in keys}


def ours(view: dict[str, Any]) -> dict[str, Any]:
    """The first engine's table."""
    cells = [cell for land in view["row"] for path in land["paths"] for cell in path["cells"]]
    spirits = view["spirits"]
    return {name: view[name] for name in PLAIN} | {
        "row": [(land["id"], land["joined"]) for land in view["row"]],
        "sages": {c["at"]: sorted((x["side"], x["waits"] or "") for x in c["sages"]) for c in cells if c["sages"]},
        "tokens": {token: c["at"] for c in cells for token in c["tokens"]},
        "open": {t: [card["id"] for card in cards if card] for t, cards in view["open"].items()},
        "allies": [
            [(a["id"], a["empowered"], a["tokens"], a["uses"] if a["limit"] else 0) for a in row]
            for row in view["allies"]
        ],
        "surcharge": view["surcharge"] if view["part"] == "chapters" else [],
        "event": view["event"]["id"] if view["event"] else "",
        "spirits": spirits
        and (
            *(spirits["territory"], spirits["escalated"], spirits["tricks_held"], spirits["trick_deck"]),
            *([a["id"] for a in spirits["revealed"]], sorted(spirits["trick_discard"]), spirits["joint_tokens"]),
        ),
    }


def theirs(t: Play) -> dict[str, Any]:
    """The second engine's table."""
    here = [(x.at, x.side, x.waits) for x in t.sages if x.at]
    seats = range(t.players)
    return {
        "books": [{tier: books[tier] for tier in TIERS} for books in t.books],
        "order": t.in_turn_order(),
        "part": t.part,
        "round": t.chapter,
        "turn": t.turn if t.turn >= 0 else None,
        "decks": {kind: len(t.decks[kind]) for kind in TERRAINS},
        "discard": t.discard,
        "surcharge": [{kind: t.surcharge(seat, kind) for kind in TERRAINS} for seat in seats if t.part == "chapters"],
        "ally_deck": len(t.ally_deck) + len(t.ally_bottom),
        "ally_bottom": t.ally_bottom,
        "event_deck": len(t.event_deck),
        "next_back": t.back or None,
        "past_events": t.past_events,
        "announced": [kind for kind in TERRAINS if kind in t.announced],
        "fate": t.fate if t.fate >= 0 else None,
        "joint": t.joint if t.trial else [],
        "row": [(land, joined(land, right) if (right := t.right_of(land)) else False) for land in t.row],
        "sages": {at: sorted((side, waits) for cell, side, waits in here if cell == at) for at, _, _ in here},
        "tokens": {token: at for token, at in t.place_tokens.items() if at in {c for x in t.row for c in cells_of(x)}},
        "open": t.open,
        "allies": [[ally(t, seat, a) for a in t.allies[seat]] for seat in seats],
        "event": t.event,
        "spirits": (
            *(t.territory or None, t.escalated, len(t.held), t.trick_deck()),
            *(t.revealed, sorted(t.trick_discard), t.joint_left),
        )
        if t.trial
        else None,
    }


def ally(t: Play, seat: int, a: str) -> tuple[str, bool, int, int]:
    return a, t.is_empowered(seat, a), t.tokens[a], t.uses[a] if t.text(seat, a).get("limit") else 0
