"""Imports a recorded match and compares it with ours after every row."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from ludoteka.core.game import OVER, Game
from ludoteka.core.match import Match
from ludoteka.games.terra_mystica.ledger.commands import RESULT, play
from ludoteka.games.terra_mystica.ledger.grammar import LedgerError, Row, Values, read
from ludoteka.games.terra_mystica.ledger.translate import Translator
from ludoteka.games.terra_mystica.phases import endgame, flow

FIELDS = ("VP", "C", "W", "P", "PW", "cults")


@dataclass
class Imported:
    """What became of a file."""

    record: str = ""
    """The match in our notation."""
    rows: int = 0
    """Rows compared; of a list of commands, which tells no numbers, the commands followed."""
    compared: bool = False
    first_difference: dict[str, Any] | None = None
    final_vp: dict[str, int] = field(default_factory=dict)
    options: dict[str, Any] = field(default_factory=dict)
    trace: list[tuple[int, str, int, Values]] = field(default_factory=list)
    """Every row compared: actions before it, "row" or what came by itself, seat, and the recorded numbers."""

    @property
    def ok(self) -> bool:
        return self.first_difference is None


def import_ledger(text: str, game: Game, check: bool = True) -> Imported:
    """Read a recorded match of either form. Raises `LedgerError` with the line if it cannot be followed."""
    return _Importer(text, game, check).result


class _Importer:
    def __init__(self, text: str, game: Game, check: bool) -> None:
        self.ledger = read(text)
        self.check = check and self.ledger.table
        self.before: list[Values] | None = None
        """Everybody's numbers before the income or scoring that this row set off."""
        self.results: list[list[tuple[str, Values]]] = [[] for _ in self.ledger.factions]
        """Per seat: incomes and scores that came by themselves and whose rows are still to be read."""
        self.effects: list[Row] = []
        self.result = Imported(compared=self.check)
        self.t = Translator(self.ledger, self.watch)
        self.run()
        self.finish(game)

    def values(self, seat: int) -> Values:
        me = self.t.state.sides[seat]
        return me.vp, me.coins, me.workers, me.priests, (me.bowl1, me.bowl2, me.bowl3), tuple(me.cult)

    def watch(self, f: Any, after: bool) -> None:
        """Called round each step that nobody decides."""
        if not self.check:
            return
        phase = f[0]
        if phase is flow.INCOME:
            if not after and self.before is None:
                self.before = self.everybody()
            if after:
                self.results[f.to].append(("cult" if f.cult else "other", self.values(f.to)))
        elif phase is endgame.PRIZES or phase is endgame.LEFTOVERS:
            if not after:
                self.was = self.everybody()
                if self.before is None:
                    self.before = self.was
            else:
                label = f.what if phase is endgame.PRIZES else "resources"
                for seat, old in enumerate(self.was):
                    if phase is endgame.LEFTOVERS or self.values(seat) != old:
                        self.results[seat].append((label, self.values(seat)))

    def everybody(self) -> list[Values]:
        return [self.values(seat) for seat in range(self.t.seats)]

    def run(self) -> None:
        rows = self.ledger.rows
        for i, row in enumerate(rows):
            self.before = None
            if row.faction and self.ledger.table and self.is_result(row):
                if RESULT.match("".join(row.commands)) and row.commands[0].startswith("["):
                    self.effects.append(row)
                elif self.check:
                    self.compare_result(row)
                continue
            play(self.t, row)
            if row.faction and (self.ledger.table or i + 1 == len(rows) or rows[i + 1].faction != row.faction):
                self.t.end_of_row(self.t.seat_of[row.faction])
            if row.faction and self.check:
                self.compare_input(row)
            elif row.faction:
                self.result.rows += 1

    def is_result(self, row: Row) -> bool:
        return all(RESULT.match(c) for c in row.commands)

    # comparing

    def compare_input(self, row: Row) -> None:
        seat = self.t.seat_of[row.faction]
        ours = self.before[seat] if self.before else self.values(seat)
        label = "row"
        if any(RESULT.match(c) for c in row.commands):
            ours, label = self.mixed(seat, ours)
        self.compare(row, ours, label)
        for i, effect in reversed(list(enumerate(self.effects))):
            other = self.t.seat_of[effect.faction]
            now = self.before[other] if self.before else self.values(other)
            later = [e for e in self.effects[i + 1 :] if e.faction == effect.faction]
            self.compare_effect(effect, now, later)
        self.effects = []

    def mixed(self, seat: int, ours: Values) -> tuple[Values, str]:
        """The income in such a row is that of the first player of the new order, who has no row of his own."""
        first = flow.turn_order(self.t.state)[0]
        queue = self.results[first]
        for i, (label, values) in enumerate(queue):
            if label == "other":
                del queue[i]
                return (values, "other") if first == seat else (ours, "row")
        return ours, "row"

    def compare_result(self, row: Row) -> None:
        """A row that the site printed by itself."""
        seat = self.t.seat_of[row.faction]
        queue = self.results[seat]
        command = row.commands[0].lower() if row.commands else ""
        wanted = ""
        if command:
            m = re.match(r"\+\d+vp for (.*)$", command)
            wanted = m[1] if m else command.split("_")[0] if "income" in command else "resources"
        for i, (label, values) in enumerate(queue):
            if not wanted or label.lower() == wanted or (wanted == "all" and label == "other"):
                del queue[: i + 1]
                self.compare(row, values, label)
                return
        self.differ(row, "row", "no such income or score", command)

    def compare(self, row: Row, ours: Values, label: str) -> None:
        self.result.rows += 1
        assert row.values is not None
        self.result.trace.append((len(self.t.actions), label, self.t.seat_of[row.faction], row.values))
        for name, mine, theirs in zip(FIELDS, ours, row.values, strict=True):
            if mine != theirs:
                self.differ(row, name, mine, theirs)
                return

    def compare_effect(self, row: Row, now: Values, later: list[Row]) -> None:
        """An effect row stands before the row that caused it; effects after it are taken off again."""
        if not later:
            self.compare(row, now, "row")
            return
        self.result.rows += 1
        assert row.values is not None
        ours = [*now[:4], now[4][1] + 2 * now[4][2], sum(now[5])]
        for e in later:
            ours = [a - b for a, b in zip(ours, e.change, strict=True)]
        theirs = [*row.values[:4], row.values[4][1] + 2 * row.values[4][2], sum(row.values[5])]
        if ours != theirs:
            self.differ(row, "effect", ours, theirs)

    def differ(self, row: Row, what: str, ours: Any, theirs: Any) -> None:
        if self.result.first_difference is None:
            self.result.first_difference = {
                "line": row.line,
                "faction": row.faction,
                "command": ". ".join(row.commands),
                "field": what,
                "ours": ours,
                "recorded": theirs,
            }

    def finish(self, game: Game) -> None:
        t = self.t
        if t.state.to_move() != OVER:
            raise LedgerError(self.ledger.last_line, f"cut short: the match is not over (round {t.state.round})")
        names = self.ledger.factions
        self.result.final_vp = {name: t.state.sides[i].vp for i, name in enumerate(names)}
        self.result.options = t.options
        players = [" ".join(p.replace("|", "/").split()) for p in self.ledger.players]
        match = Match(game, t.seats, t.options, players if len(players) == t.seats and all(players) else names)
        match.actions, match.movers, match.state = t.actions, t.movers, t.state
        self.result.record = match.save()
