"""How a tournament is played, and what its next round is."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ludoteka import games
from ludoteka.server.finding import CLOCKS
from ludoteka.server.newtable import STAND_IN, Word
from ludoteka.server.refused import Refused
from ludoteka.server.tournaments.league import divided, tables_of
from ludoteka.server.tournaments.pairing import (
    Table,
    filled,
    knockout,
    knockout_rounds,
    robin,
    seat_all,
    swiss,
)
from ludoteka.server.tournaments.standings import Line, Met, alive, knocked_out, standings

MOST = 128
"""Players of a tournament."""
MOST_ROBIN = 24
"""Everybody meets everybody: more would never end."""


class Plan(msgspec.Struct, forbid_unknown_fields=True):
    """The rules of one tournament."""

    form: Literal["swiss", "robin", "knockout", "league"] = "swiss"
    size: Annotated[int, Meta(ge=2, le=6)] = 2
    """Seats of a table."""
    rounds: Annotated[int, Meta(ge=1, le=20)] = 5
    """Of a Swiss tournament; the others know by themselves."""
    final: bool = False
    """After a Swiss tournament or a round robin the best play one more table for the first places."""
    through: Annotated[int, Meta(ge=1, le=3)] = 1
    """How many of a knock-out's table go on: at most half of it."""
    group: Annotated[int, Meta(ge=2, le=12)] = 7
    """Players of a league's group."""
    laps: Annotated[int, Meta(ge=1, le=3)] = 1
    """In each lap of a league everybody plays once on every seat."""
    up: Annotated[int, Meta(ge=0, le=3)] = 1
    """How many of each group rise after a season."""
    pause: Annotated[int, Meta(ge=0, le=90 * 24)] = 72
    """Hours between two seasons; new players may come in then."""
    seasons: Annotated[int, Meta(ge=0, le=100)] = 0
    """After so many seasons a league ends; 0: never."""
    most: Annotated[int, Meta(ge=2, le=MOST)] = MOST_ROBIN
    """Players."""
    hours: Annotated[int, Meta(ge=1, le=90 * 24)] = 14 * 24
    """Of a round, or a league's season."""
    clock: Literal["live10", "live30", "day1", "day3"] = "day3"
    rated: bool = True
    stand_in: Word = STAND_IN
    """The bot that fills tables and plays on for whoever runs out of time."""
    options: dict[Word, str | int | bool] = {}

    def check(self, game: str) -> None:
        """Refuse what cannot be played."""
        games.load(game).check_options(self.size, self.options)
        if self.form == "knockout" and self.through > self.size // 2:
            raise Refused(422, "error.cup_through", n=self.size // 2)
        if self.form == "league" and self.group < self.size:
            raise Refused(422, "error.cup_group", n=self.size)
        if self.form == "robin" and self.most > MOST_ROBIN:
            raise Refused(422, "error.cup_robin", n=MOST_ROBIN)
        if self.clock not in CLOCKS:
            raise Refused(422, "error.clock")

    def length(self, players: int) -> int:
        """How many rounds it takes with so many players."""
        if self.form == "league":
            return 1
        if self.form == "knockout":
            return knockout_rounds(players, self.size, self.through)
        many = self.rounds if self.form == "swiss" else len(robin(range(players), self.size))
        return many + self.has_final(players)

    def has_final(self, players: int) -> bool:
        return self.final and self.form in ("swiss", "robin") and players > self.size

    def groups(self, players: Sequence[int]) -> list[list[list[int]]]:
        """Of a league: divisions of groups."""
        return divided(players, self.group, self.size)


def next_tables(
    plan: Plan, number: int, everybody: Sequence[int], left: Collection[int], met: Sequence[Met]
) -> list[Table]:
    """The tables of round `number`; none if it is over. `left` are those who have not given up."""
    if len(left) < 2 or number > plan.length(len(everybody)):
        return []
    tables = _tables(plan, number, everybody, left, met)
    return [filled(table, plan.size) for table in tables if table]


def _tables(
    plan: Plan, number: int, everybody: Sequence[int], left: Collection[int], met: Sequence[Met]
) -> list[Table]:
    if plan.form == "league":
        groups = [group for division in plan.groups(everybody) for group in division]
        return [table for group in groups for table in tables_of(group, plan.size, plan.laps)]
    if plan.form == "knockout":
        if met and len({m.seats for m in met if m.round == number - 1}) == 1:
            return []  # the final is played
        still = [p for p in alive(everybody, met, plan.through) if p in left]
        return knockout(still, met, plan.size) if len(still) > 1 else []
    lines = [line for line in standings(everybody, met) if line.player in left]
    if plan.has_final(len(everybody)) and number == plan.length(len(everybody)):
        return seat_all([[line.player for line in lines[: plan.size]]], met)
    if plan.form == "swiss":
        return swiss(lines, met, plan.size)
    tables = robin(everybody, plan.size)[number - 1]
    return [tuple(p for p in table if p in left) for table in tables]


def ranking(plan: Plan, everybody: Sequence[int], met: Sequence[Met]) -> list[Line]:
    """The table of everybody, or of one group of a league."""
    if plan.form == "knockout":
        return knocked_out(everybody, met, plan.through)
    lines = standings(everybody, met)
    last = [m for m in met if m.round == plan.length(len(everybody)) and m.ranks]
    if plan.has_final(len(everybody)) and last:
        # the final decides among those who play it, whatever they had before
        rank = dict(zip(last[0].seats, last[0].ranks, strict=True))
        lines.sort(key=lambda line: rank.get(line.player, len(rank) + 1))
        for place, line in enumerate(lines[: len(rank)], 1):
            line.place = place
    return lines
