"""What a table may decide, and the rules that follow from it.

Defaults are the rulebooks. `manner="site"` switches on all that the recording site does otherwise (RULES.md, section
20); phases never read the options, they read the flags of `Rules`, each named after what it allows.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from ludoteka.core.errors import Reason, reason
from ludoteka.core.game import Options, option
from ludoteka.games.terra_mystica.data import FINAL_TILES
from ludoteka.games.terra_mystica.factions import BASE, BY_NAME, FACTIONS, SHIFTS, Shift
from ludoteka.games.terra_mystica.maps import MAPS

LENIENCIES = (
    "leech",
    "darklings",
    "chaos",
    "refusal",
    "dig",
    "multi-spade",
    "bridge",
    "done",
    "lift",
    "cultists",
)
"""What old recorded games were still allowed (or, for "refusal", did not know yet)."""


@dataclass(frozen=True)
class TerraOptions(Options):
    map: str = option("original", *MAPS)
    factions: str = option("all", "all", "base")
    choose: str = option("order", "order", "random", "given", "intro", "auction")
    given: str = option("")
    """For choose="given": the factions by seat, joined by "+"."""
    turn_order: str = option("clockwise", "clockwise", "passing")
    final: str = option("auto", "auto", "draw", "none", *FINAL_TILES)
    """"auto": drawn where Fire & Ice is played, none with the base factions."""
    town_promo: bool = option(False)
    card_promo: bool = option(False)
    tile_promo: bool = option(False)
    variable: str = option("rulebook", *SHIFTS)
    start_vp: str = option("standard", "standard", "2017")
    top_up: str = option("any", "any", "home")
    """Where a hex may end for which an action's spades were topped up."""
    sacrifice: str = option("free", "free", "used")
    """Whether power may be sacrificed at will, or only for something that needs it and is done at once."""
    river_reach: str = option("ships", "ships", "touch")
    manner: str = option("rulebook", "rulebook", "site")
    lenient: str = option("")
    """For manner="site": words of LENIENCIES joined by "+"."""
    edition: str = option("2", "2", "1", "1+leaving")
    """1: as matches begun before version 2 were played (RULES.md, section 21); there chance said who spoke or left."""

    def problem(self, seats: int) -> Reason | None:
        wrong = [w for w in self.lenient.split("+") if w and w not in LENIENCIES]
        if wrong:
            return reason("why.unknown_leniency", word=wrong[0])
        if self.choose == "given":
            return self._given_problem(seats)
        if self.given:
            return reason("why.given_unused", given=self.given)
        if self.choose == "intro" and (
            self.map != "original" or self.final in FINAL_TILES or self.town_promo or self.card_promo or self.tile_promo
        ):
            return reason("why.intro_fixed")
        return None

    def _given_problem(self, seats: int) -> Reason | None:
        names = self.given.split("+") if self.given else []
        if len(names) != seats:
            return reason("why.given_count", n=len(names), seats=seats)
        boards = set()
        for name in names:
            if name not in BY_NAME or (self.factions == "base" and name not in BASE):
                return reason("why.given_unknown", name=name)
            board = FACTIONS[BY_NAME[name]].board
            if board in boards:
                return reason("why.given_twice", name=name)
            boards.add(board)
        return None


@dataclass(frozen=True, slots=True)
class Rules:
    """The flags that phases read."""

    site: bool
    open_leech: bool
    """Offers stay open while others go on; answers come in any order."""
    strict_leech: bool
    """An open offer can only be refused after a conversion or a later acceptance."""
    refusal_power: bool
    """Cultists and Shapeshifters get 1 power if all refuse."""
    spades_on_receipt: bool
    """The spade tile pays when a spade comes in, not when it is used."""
    long_way: bool
    """Transforms may not cross the home terrain and may go the long way round."""
    build_elsewhere: bool
    """After a transform that ended away from home a dwelling may rise on another hex."""
    discards: bool
    """Gains that are still open may be thrown away."""
    coins_to_vp: bool
    """3 coins are a point at any time."""
    fixed_tokens: bool
    """Removed tokens come from bowl 1, then 2, then 3."""
    ask_every_priest: bool
    """Riverwalkers are asked for every priest, even where there is nothing to choose."""
    many_bridges: bool
    """A spot may carry more than one bridge."""
    step_down: bool
    """A marker on 8 or 9 may step down to 7 for a better town tile."""
    cultists_first: bool
    """Nobody enters 10 while Cultists with a key might do so by open offers."""
    strict_darklings: bool
    """The stronghold's turn stays open until its conversion is used or given up."""
    strict_chaos: bool
    """Passing as the first of two actions gives up the second."""
    loose_dig: bool
    loose_multi_spade: bool
    loose_bridge: bool
    loose_done: bool
    """A turn may end without an action."""
    no_lift: bool
    """A marker stopped for lack of a key does not rise when the key comes."""
    first_edition: bool
    """The faults of matches begun before version 2."""
    dig_on: bool
    """More spades may be bought until the first transform."""
    key_first: bool
    """The key of a tile lifts the markers that wait for it before the steps of the same tile are made."""
    wasted_power: bool
    """Power may be turned into a priest though none is left."""
    seats_answer: bool
    """Power is answered in the order of the seats, whatever places an auction gave."""
    together: bool
    """Cult bonuses go to everybody before the first one digs."""
    turn_scope: bool
    """A spade bought in one action of a turn binds those of the next one too."""
    top_up_home: bool
    """Spades are bought to those of an action only to reach the home terrain."""
    use_sacrifice: bool
    """Power is sacrificed only for what could not be paid otherwise, and spent at once."""
    touch: bool
    """Riverwalkers also reach the hexes beside their buildings."""
    by_passing: bool
    chance_speaks: bool
    """Chance says who answers next, where several could."""
    leaving: bool
    """Chance says who leaves."""
    shift: Shift


@cache
def rules_of(o: TerraOptions) -> Rules:
    site = o.manner == "site"
    first = o.edition != "2"
    loose = set(o.lenient.split("+")) if site else set()
    return Rules(
        site=site,
        open_leech=site,
        strict_leech=site and "leech" not in loose,
        refusal_power="refusal" not in loose,
        spades_on_receipt=site,
        long_way=site and "dig" not in loose,
        build_elsewhere=site,
        discards=site,
        coins_to_vp=site,
        fixed_tokens=site,
        ask_every_priest=site,
        many_bridges=site,
        step_down=site,
        cultists_first=site and "cultists" not in loose,
        strict_darklings=site and "darklings" not in loose,
        strict_chaos=not site or "chaos" not in loose,
        loose_dig="dig" in loose,
        loose_multi_spade="multi-spade" in loose,
        loose_bridge="bridge" in loose,
        loose_done="done" in loose,
        no_lift="lift" in loose,
        first_edition=first,
        dig_on=site or not first,
        key_first=site or first,
        wasted_power=site or first,
        seats_answer=o.turn_order == "passing" or first,
        together=site or first,
        turn_scope=site or first,
        top_up_home=o.top_up == "home",
        use_sacrifice=o.sacrifice == "used",
        touch=o.river_reach == "touch",
        chance_speaks=first and (site or o.edition == "1+leaving"),
        by_passing=o.turn_order == "passing",
        leaving=o.edition == "1+leaving",
        shift=SHIFTS[o.variable],
    )


def upgrade(version: int, options: dict[str, Any]) -> dict[str, Any]:
    """A match begun under version 1 goes on in edition 1; whether its players could leave was an option then."""
    left = str(options.pop("leaving", "false")).lower() == "true"
    return {**options, "edition": "1+leaving" if left else "1"}
