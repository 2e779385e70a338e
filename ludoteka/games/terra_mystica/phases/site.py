"""The manner of the recording site (RULES.md, section 20), with the leniencies of its old games.

Answers to offers come whenever their owner likes, nothing is settled for a player, and gains may be thrown away.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludoteka.core.action import Action
from ludoteka.games.terra_mystica import due
from ludoteka.games.terra_mystica import resources as gain
from ludoteka.games.terra_mystica.actions import DONE
from ludoteka.games.terra_mystica.data import ORDINATIONS
from ludoteka.games.terra_mystica.dialect import Decided, Dialect
from ludoteka.games.terra_mystica.due import Due
from ludoteka.games.terra_mystica.phases import converting, dues, leech, steps, turn
from ludoteka.games.terra_mystica.phases.owed import legal_dues, owing, rewards
from ludoteka.games.terra_mystica.phases.race import wait_for_others
from ludoteka.games.terra_mystica.side import Side
from ludoteka.games.terra_mystica.state import TerraState

THROWN_AWAY: Final[tuple[int, ...]] = (due.BRIDGES, due.SAND, due.DWELLING, due.HOUSE)


class Site(Dialect[TerraState]):
    open_leech = True
    most_spades = 6
    flat_digging = False
    dig_anywhere = True
    build_elsewhere = True
    dwelling_left = True
    idle_actions = True
    many_bridges = True
    ask_every_priest = True
    ask_forced = True
    keep_spades = True
    ordination_once = True
    key_first = True
    idle_steps = True
    lowers = True
    wasted: tuple[str, ...] = ("PW-P", "W-P")
    coins_per_point = 3
    together = True
    fewest = 1
    cultists_first: bool
    """Nobody enters 10 while Cultists with a key might do so by open offers."""
    ordination_due: bool
    """The turn of the Darklings' stronghold stays open until its conversion is used or given up."""
    several_away: bool
    """Several transforms of one action may all end away from home."""

    def __init__(self, decided: Decided) -> None:
        Dialect.__init__(self, decided)
        loose = decided.loose
        self.strict_leech = "leech" not in loose
        self.refusal_power = "refusal" not in loose
        self.long_way = "dig" not in loose
        self.split_bought = "dig" in loose
        self.any_bridge = "bridge" in loose
        self.ordination_due = "darklings" not in loose
        self.no_lift = "lift" in loose
        self.strict_chaos = "chaos" not in loose
        self.loose_done = "done" in loose
        self.cultists_first = "cultists" not in loose
        self.several_away = "multi-spade" in loose

    def circle(self, seats: int, order: Sequence[int]) -> Sequence[int]:
        return order

    def home_due(self, was: bool, spades: int, at_home: bool) -> bool:
        return spades > 0 and not at_home and not self.several_away

    def turn(self, s: TerraState, seat: int, me: Side) -> list[Action]:
        out: list[Action] = []
        if s.work.spend:
            converting.legal_spend(s, me, out)
            return out
        owed = owing(s, me)
        legal_dues(s, me, owed, out)
        if s.acts:
            turn.legal_actions(s, seat, me, out)
        else:
            turn.legal_dwelling(s, me, out)
        leech.legal_answers(s, seat, out)
        if len(owed) < len(me.dues):
            legal_dues(s, me, [d for d in me.dues if d not in owed], out)
        steps.legal_lower(s, me, out)
        dues.legal_discard(s, me, out)
        turn.legal_any_time(s, me, out)
        if (not s.acts or self.loose_done) and (not owed or (alone(s) and all(d.what == due.STEPS for d in owed))):
            out.append(DONE)
        return wait_for_others(s, seat, me, out) if self.cultists_first else out

    def acts(self, s: TerraState, seat: int) -> None:
        """An action of one's own refuses all open offers [TM-20.1]."""
        turn.keep_bought(s)
        leech.refuse_all(s, seat)

    def acted(self, s: TerraState, seat: int, me: Side) -> None:
        """The round asks whose turn it still is."""

    def answers(self, s: TerraState, seat: int, me: Side) -> list[Action]:
        out: list[Action] = []
        legal_dues(s, me, rewards(me), out)
        leech.legal_answers(s, seat, out)
        return out

    def answered(self, s: TerraState) -> None:
        """The round finds whoever has something open."""

    def spades_came(self, s: TerraState, seat: int, n: int) -> None:
        gain.score(s, seat, "spade", n)

    def spades_used(self, s: TerraState, seat: int, n: int) -> None:
        """They have counted when they came in."""

    def remove_tokens(self, s: TerraState, seat: int, n: int) -> None:
        gain.shed(s, seat, n)

    def waits(self, me: Side, owed: Due) -> bool:
        """Markers stopped for lack of a key and tokens that may be bought; ordinations once one was used."""
        if owed.what == due.ORDINATION:
            return owed.n < ORDINATIONS or not self.ordination_due
        return owed.what in (due.TOKENS, due.LIFTS)

    def spare(self, s: TerraState, me: Side, owed: Due) -> bool:
        """Whatever an action has brought may be thrown away."""
        return owed.what in THROWN_AWAY or (owed.what == due.ORDINATION and self.ordination_due)

    def given_up(self, owed: Due) -> int:
        return owed.n if owed.what == due.ORDINATION else 1

    def speakers(self, s: TerraState) -> list[int]:
        offered = {o[0] for o in s.offers}
        return [
            i for i, side in enumerate(s.sides) if i == s.active or i in offered or (rewards(side) and not side.dropped)
        ]


def alone(s: TerraState) -> bool:
    """A player who is alone in the round need not settle everything before the next turn [TM-20.22]."""
    return sum(not side.passed and not side.dropped for side in s.sides) == 1


class FirstSite(Site):
    """As matches begun before version 2 were played: chance says who speaks."""

    loose_auction = True

    def __init__(self, decided: Decided) -> None:
        Site.__init__(self, decided)
        self.chance_speaks = True
