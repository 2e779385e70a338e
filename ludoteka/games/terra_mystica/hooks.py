"""What factions do otherwise, one small function per deed, called at the moment that `factions` names it for."""

from __future__ import annotations

from typing import Final

from ludoteka.games.terra_mystica import due
from ludoteka.games.terra_mystica import resources as gain
from ludoteka.games.terra_mystica.data import ORDINATIONS, SH, TE
from ludoteka.games.terra_mystica.state import TerraState

# spades received; the answer says what becomes of them: they are kept, exchanged (they count) or lost (they do not)
KEPT: Final = "kept"
EXCHANGED: Final = "exchanged"
LOST: Final = "lost"


def point_per_spade(s: TerraState, seat: int, n: int) -> str:
    gain.vp(s, seat, n, "faction")
    return KEPT


def power_per_spade(s: TerraState, seat: int, n: int) -> str:
    if s.sides[seat].own[SH]:
        gain.power(s, seat, 2 * n, "faction")
    return KEPT


def cult_step_per_spade(s: TerraState, seat: int, n: int) -> str:
    s.edit(seat).owe(due.STEPS, n)
    return EXCHANGED


def token_per_spade(s: TerraState, seat: int, n: int) -> str:
    gain.tokens(s, seat, n, 1, "faction")
    return EXCHANGED


def no_spades(s: TerraState, seat: int, n: int) -> str:
    return LOST


# priests received


def priest_or_terrain(s: TerraState, seat: int, n: int) -> None:
    """Each priest is a choice, unless there is nothing to choose."""
    me = s.edit(seat)
    if s.rules.ask_every_priest or me.lands.bit_count() + me.owes(due.PRIESTS) < 7:
        me.owe(due.PRIESTS, n)
    else:
        gain.priests_taken(s, seat, n, "faction")


# a town was founded


def three_workers(s: TerraState, seat: int) -> None:
    gain.workers(s, seat, 3, "faction")


def five_points(s: TerraState, seat: int) -> None:
    gain.vp(s, seat, 5, "faction")


# the stronghold was built


def longer_carpet(s: TerraState, seat: int) -> None:
    s.edit(seat).jump += 1


def free_ship(s: TerraState, seat: int) -> None:
    gain.ship_step(s, seat)


def three_spades(s: TerraState, seat: int) -> None:
    s.work = s.work._replace(transforms=3, builds=1)
    gain.spades(s, seat, 3, "faction")


def seven_points(s: TerraState, seat: int) -> None:
    gain.vp(s, seat, 7, "faction")


def twelve_power(s: TerraState, seat: int) -> None:
    gain.power(s, seat, 12, "faction")


def ordination(s: TerraState, seat: int) -> None:
    s.edit(seat).owe(due.ORDINATION, ORDINATIONS)


def one_favor(s: TerraState, seat: int) -> None:
    gain.favors(s, seat, 1)


def token_per_player(s: TerraState, seat: int) -> None:
    gain.tokens(s, seat, sum(side.faction is not None for side in s.sides), 1, "faction")


def two_bridges(s: TerraState, seat: int) -> None:
    s.edit(seat).owe(due.BRIDGES, 2)
    s.work = s.work._replace(spare_bridges=True)


# passing: points


def points_for_bridges(s: TerraState, seat: int) -> int:
    me = s.sides[seat]
    if not me.own[SH]:
        return 0
    both = sum(1 for owner, a, b in s.bridges if owner == seat and me.built >> a & 1 and me.built >> b & 1)
    return 3 * both


def points_for_temples(s: TerraState, seat: int) -> int:
    me = s.sides[seat]
    return 3 * me.count(TE) if me.own[SH] else 0


# a neighbour took power from a building, or all refused


def cult_step(s: TerraState, seat: int) -> None:
    s.edit(seat).owe(due.STEPS)


def new_token(s: TerraState, seat: int) -> None:
    if s.rules.shift.token_price:
        s.edit(seat).owe(due.TOKENS)
    else:
        gain.tokens(s, seat, 1, 3, "faction")


def one_power(s: TerraState, seat: int) -> None:
    gain.power(s, seat, 1, "faction")
