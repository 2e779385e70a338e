"""Follows a recorded match with our rules: each command of the site becomes one or more of our actions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludoteka.core.action import Action, is_one_of
from ludoteka.core.events import Event
from ludoteka.core.game import OVER
from ludoteka.core.match import EVENT
from ludoteka.games.terra_mystica import actions as verbs
from ludoteka.games.terra_mystica.data import CULTS, ROUNDS, TERRAINS
from ludoteka.games.terra_mystica.events import Leave, Speak
from ludoteka.games.terra_mystica.ledger.grammar import Ledger, LedgerError, Row
from ludoteka.games.terra_mystica.options import TerraOptions
from ludoteka.games.terra_mystica.phases import setup
from ludoteka.games.terra_mystica.state import TerraState
from ludoteka.games.terra_mystica.table import start


def options_of(ledger: Ledger) -> dict[str, Any]:
    """The options of our match that the header of a recorded one asks for."""
    on = set(ledger.options)
    lenient = [
        word
        for word, absent in (
            ("leech", "strict-leech"),
            ("darklings", "strict-darkling-sh"),
            ("chaos", "strict-chaosmagician-sh"),
            ("refusal", "errata-cultist-power"),
        )
        if absent not in on
    ]
    lenient += [
        word
        for word, present in (
            ("dig", "loose-dig"),
            ("multi-spade", "loose-multi-spade"),
            ("bridge", "loose-bridge-adjacency"),
            ("done", "loose-done"),
            ("lift", "manual-fav5"),
            ("cultists", "loose-cultist-ordering"),
        )
        if present in on
    ]
    variable = [o.rpartition("_")[2] for o in ledger.options if o.startswith("fire-and-ice-factions/variable_")]
    return {
        "manner": "site",
        "map": ledger.map,
        "start_vp": ledger.start_vp,
        "final": ledger.final,
        "turn_order": "passing" if "variable-turn-order" in on else "clockwise",
        "town_promo": "mini-expansion-1" in on,
        "card_promo": "shipping-bonus" in on or "BON10" in ledger.removed,
        "tile_promo": "temple-scoring-tile" in on or "SCORE9" in ledger.tiles,
        "variable": variable[-1] if variable else "rulebook",
        "lenient": "+".join(lenient),
    }


class Translator:
    """Plays the rows of a ledger. `watch` is called before and after each step that nobody decides."""

    def __init__(self, ledger: Ledger, watch: Callable[[Any, bool], None] | None = None) -> None:
        self.ledger = ledger
        self.seats = len(ledger.factions)
        self.seat_of = {name: i for i, name in enumerate(ledger.factions)}
        self.actions: list[Action] = []
        self.movers: list[int] = []
        self.line = 1
        self.row: Row | None = None
        self.watch = watch
        if not 2 <= self.seats <= 5:
            raise LedgerError(ledger.last_line, f"a match has 2 to 5 factions, this one has {self.seats}")
        self.options = options_of(ledger)
        self.state: TerraState = start(self.seats, TerraOptions(**self.options))
        self.deal()

    def deal(self) -> None:
        """Tiles and cards as the header says."""
        ledger = self.ledger
        self.line = ledger.rows[0].line
        if len(ledger.tiles) != ROUNDS:
            raise self.error(f"the header names {len(ledger.tiles)} of {ROUNDS} scoring tiles")
        for name in ledger.tiles:
            self.push(verbs.Round(name))
        for name in ledger.removed:
            self.push(verbs.Remove(name))
        if not isinstance(self.state.stack[-1][0], setup.FirstSeat):
            raise self.error(f"with {self.seats} players there must be {self.seats + 3} bonus cards")
        self.push(verbs.First(0))

    def error(self, problem: str) -> LedgerError:
        return LedgerError(self.line, problem)

    # playing

    def push(self, action: Action) -> None:
        """One action, checked, then everything that follows by itself."""
        if self.state.why_not(action) is not None:
            raise self.error(self.refusal(action))
        self.happen(action)

    def happen(self, action: Action) -> None:
        """One action that is known to be legal."""
        s = self.state
        event = isinstance(action, Event)
        self.movers.append(EVENT if event else s.to_move())
        self.actions.append(action)
        if isinstance(action, Event):
            action.happen(s)
        else:
            s.last = action
            f = s.stack.pop()
            f[0].apply(s, f, action)
        while s.stack and s.stack[-1][1] is None:
            f = s.stack.pop()
            if self.watch is not None:
                self.watch(f, False)
            f[0].run(s, f)
            if self.watch is not None:
                self.watch(f, True)

    def refusal(self, action: Action) -> str:
        s = self.state
        who = s.to_move()
        name = self.ledger.factions[who] if who >= 0 else "chance"
        why = s.why_not(action)
        return f"“{action}” is not allowed for {name} here ({why.id if why else ''} {why.args if why else ''})"

    def hear(self, seat: int) -> None:
        """Make the state listen to this seat."""
        s = self.state
        if s.to_move() != seat and Speak(seat).why_not(s) is None:
            self.happen(Speak(seat))
        if s.to_move() != seat:
            if s.to_move() == OVER:
                raise self.error("the match is over before this row")
            asked = s.to_move()
            whom = self.ledger.factions[asked] if asked >= 0 else "chance"
            raise self.error(f"{self.ledger.factions[seat]} speaks, but {whom} is asked")

    def can(self, seat: int, action: Action) -> bool:
        self.hear(seat)
        return is_one_of(action, self.state.legal_actions())

    def do(self, seat: int, action: Action) -> None:
        """An action of a seat; a player who is alone in the round first ends the turn before."""
        if self.can(seat, action):
            self.happen(action)
            return
        if is_one_of(verbs.DONE, self.state.legal_actions()):
            self.happen(verbs.DONE)
            self.hear(seat)
        self.push(action)

    def end_of_row(self, seat: int) -> None:
        """The site ends a turn when it is complete and somebody else speaks."""
        s = self.state
        is_complete = s.active == seat and not s.acts and s.round and s.to_move() == seat
        if is_complete and is_one_of(verbs.DONE, s.legal_actions()):
            self.happen(verbs.DONE)

    def leave(self, name: str) -> None:
        self.push(Leave(self.seat_of[name]))

    # words of the site

    def at(self, word: str) -> str:
        name = word.upper()
        if name not in self.state.board.index:
            raise self.error(f"there is no hex {word} on this map")
        return name

    def cult(self, word: str) -> str:
        if word.upper() not in CULTS:
            raise self.error(f"unknown cult: {word}")
        return word.upper()

    def colour(self, word: str) -> str:
        name = "gray" if word.lower() == "grey" else word.lower()
        if name not in TERRAINS:
            raise self.error(f"unknown terrain: {word}")
        return name

    def source(self, word: str) -> int:
        if word.lower() not in self.seat_of:
            raise self.error(f"{word} is not in this match")
        return self.seat_of[word.lower()]
