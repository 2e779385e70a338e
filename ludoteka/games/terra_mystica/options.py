"""What a table may decide. Defaults are the rulebooks; `manner="site"` is all that the recording site does otherwise
(RULES.md, section 20). Which reading of the rules follows from it is said in `dialect`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ludoteka.core.errors import Reason, reason
from ludoteka.core.options import Options, option
from ludoteka.games.terra_mystica.data import FINAL_TILES
from ludoteka.games.terra_mystica.dialect import Decided
from ludoteka.games.terra_mystica.faction import SHIFTS
from ludoteka.games.terra_mystica.factions import BASE, BY_NAME, FACTIONS
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
    edition: str = option("3", "3", "2", "1", "1+leaving")
    """1 and 2: as matches begun before versions 2 and 3 were played (RULES.md, section 21); in 1 chance said who spoke
    or left."""

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


def decided(o: TerraOptions) -> Decided:
    """What phases have to know of the options; a dialect tells them."""
    return Decided(
        site=o.manner == "site",
        first=o.edition.startswith("1"),
        shift=SHIFTS[o.variable],
        top_up_home=o.top_up == "home",
        use_sacrifice=o.sacrifice == "used",
        touch=o.river_reach == "touch",
        by_passing=o.turn_order == "passing",
        leaving=o.edition == "1+leaving",
        clean_leave=o.edition == "3",
        loose=frozenset(o.lenient.split("+")),
    )


def upgrade(version: int, options: dict[str, Any]) -> dict[str, Any]:
    """A match goes on in the edition that it began in. In version 1 whether its players could leave was an option."""
    if version == 2:
        return {"edition": "2", **options}
    left = str(options.pop("leaving", "false")).lower() == "true"
    return {**options, "edition": "1+leaving" if left else "1"}
