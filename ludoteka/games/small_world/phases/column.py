"""The column of combinations: what chance turns up, and what a player takes."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from ludoteka.core.action import Action
from ludoteka.core.bits import bits
from ludoteka.core.errors import Kind, Reason, reason
from ludoteka.core.game import CHANCE, Asked, Phase, Step
from ludoteka.games.small_world.actions import Badge, Banner, Take
from ludoteka.games.small_world.data import COLUMN
from ludoteka.games.small_world.hooks import on_take
from ludoteka.games.small_world.phases.elsewhere import not_here
from ludoteka.games.small_world.phases.moment import Moment
from ludoteka.games.small_world.state import SmallWorld


class Reveal(Moment[Step]):
    """Fill the column up to six, as long as there are banners. [SW-1.8, SW-5.5]"""

    def run(self, s: SmallWorld, f: Step) -> None:
        if len(s.col_race) >= COLUMN or not (s.banners or s.queue):
            return
        s.stack.append(f)
        if s.banners:
            s.stack.append(BANNER.asked[CHANCE])
        else:  # nothing unseen is left: the banners that came back lie in a known order
            race, s.queue = s.queue[0], s.queue[1:]
            turn_up(s, race)


class TurnBanner(Moment[Asked]):
    """Which race comes next is not known while there are banners nobody has seen."""

    def outcomes(self, s: SmallWorld, f: Asked) -> list[tuple[Action, int]]:
        table = s.world.banner
        return [(table[i], 1) for i in bits(s.banners)]

    def apply(self, s: SmallWorld, f: Asked, a: Action) -> None:
        assert isinstance(a, Banner)
        race = s.world.race_index[a.what]
        s.banners ^= 1 << race
        turn_up(s, race)


class Drawn(NamedTuple):
    phase: Phase[Any, Any]
    seat: int  # CHANCE
    race: int


class TurnBadge(Moment[Drawn]):
    """Which power joins the race of the frame."""

    def outcomes(self, s: SmallWorld, f: Drawn) -> list[tuple[Action, int]]:
        table = s.world.badge
        return [(table[i], 1) for i in bits(s.badges)]

    def apply(self, s: SmallWorld, f: Drawn, a: Action) -> None:
        assert isinstance(a, Badge)
        power = s.world.power_index[a.what]
        s.badges ^= 1 << power
        s.col_race += (f.race,)
        s.col_power += (power,)
        s.col_coins += (0,)

    def shown(self, s: SmallWorld, f: Drawn) -> dict[str, Any]:
        return {"race": s.world.races[f.race].id}


class TakeCombo(Moment[Asked]):
    """A player without an active race takes a combination: one coin on each above it. [SW-1.4]"""

    def legal(self, s: SmallWorld, f: Asked) -> list[Action]:
        table = s.world.take
        return [table[race] for i, race in enumerate(s.col_race) if i <= purse(s, f.seat, i)]

    def apply(self, s: SmallWorld, f: Asked, a: Action) -> None:
        assert isinstance(a, Take)
        seat = f.seat
        s.clear_die()
        race = s.world.race_index[a.what]
        i = s.col_race.index(race)
        power = s.col_power[i]
        s.gain(seat, -i, "combination")
        s.gain(seat, s.col_coins[i], "combination")
        s.col_race = s.col_race[:i] + s.col_race[i + 1 :]
        s.col_power = s.col_power[:i] + s.col_power[i + 1 :]
        s.col_coins = tuple([n + 1 for n in s.col_coins[:i]]) + s.col_coins[i + 1 :]
        on_take(s, seat, race, power)
        refill(s)

    def why_not(self, s: SmallWorld, f: Asked, a: Action) -> Reason | None:
        if not isinstance(a, Take):
            return not_here(s, f, a, reason("why.take_first", "SW-1.4", Kind.FIRST))
        race = s.world.race_index.get(a.what)
        if race is None or race not in s.col_race:
            return reason("why.not_in_column", "SW-1.4", Kind.NOT_THIS_TURN, what=a.what)
        i = s.col_race.index(race)
        have = purse(s, f.seat, i)
        return reason("why.coins_missing", "SW-1.5", Kind.SHORT, what=a.what, need=i, have=have, n=i - have)


def purse(s: SmallWorld, seat: int, position: int) -> int:
    """Coins that may pay for a combination; those lying on it only by option. [SW-1.5]"""
    n = s.coins[seat]
    return n + s.col_coins[position] if s.options.pay_with_combo_coins else n


def turn_up(s: SmallWorld, race: int) -> None:
    """A race joins the column; its badge is drawn, from the shuffled discards if the stack is empty. [SW-5.6]"""
    if not s.badges:
        s.badges, s.discards = s.discards, 0
    s.stack.append(Drawn(BADGE, CHANCE, race))


def refill(s: SmallWorld) -> None:
    if len(s.col_race) < COLUMN:
        s.stack.append(REVEAL.step)


REVEAL: Final = Reveal()
BANNER: Final = TurnBanner()
BADGE: Final = TurnBadge()
TAKE: Final = TakeCombo()
