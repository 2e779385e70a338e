"""Every action that a seat may ever choose, for learners that need numbers. Their order is that of the notation, so a
change here is a new version of the game."""

from __future__ import annotations

from collections.abc import Iterable

from ludoteka.core.action import Action
from ludoteka.core.bits import bits
from ludoteka.games.small_world.ability import Ability
from ludoteka.games.small_world.actions import BEFRIEND, DECLINE, DONE, EXPAND, STOP, STRIKE, THROW
from ludoteka.games.small_world.options import SmallWorldOptions
from ludoteka.games.small_world.world import World, printed_world


def every_action(seats: int, options: SmallWorldOptions) -> list[Action]:
    """All that may be legal on the printed board for this number of players: what takes an ability only where a race
    with that ability can stand."""
    world = printed_world(seats, options.custom)
    verbs = world.verbs
    pairs = [world.ability(r, p, False) for r in range(len(world.races)) for p in range(len(world.powers))]
    camping = [able for able in pairs if able.camps]
    found: list[Action] = [*world.take, EXPAND, DECLINE, STOP, DONE]
    found += [THROW] if any(able.die_each for able in pairs) else []
    found += [STRIKE] if camping else []
    found += BEFRIEND[:seats] if any(able.peace for able in pairs) else []
    anywhere = _ground(pairs)
    for mask, table in (
        (anywhere, verbs.abandon),
        (anywhere, verbs.conquer),
        (anywhere, verbs.attempt),
        (anywhere, verbs.lift),
        (_ground(able for able in pairs if able.dragon) & world.board.land, verbs.dragon),
        (_bewitchable(world, pairs), verbs.bewitch),
        (_ground(able for able in pairs if able.extra), verbs.forgo),
        (_ground(able for able in pairs if able.fortresses), verbs.fortify),
        (_ground(able for able in pairs if able.heroes), verbs.hero),
    ):
        found += [table[at] for at in bits(mask)]
    most = max(race.box for race in world.races) - 2  # there is a choice between two regions, with a token in each
    for at in bits(anywhere):
        found += verbs.deploy[at][1 : most + 1]
    for at in bits(_ground(camping)):
        found += verbs.camp[at][1 : max(able.camps for able in camping) + 1]
    return found


def _ground(pairs: Iterable[Ability]) -> int:
    """Where one of these peoples can stand."""
    mask = 0
    for able in pairs:
        mask |= able.may_hold
    return mask


def _bewitchable(world: World, pairs: list[Ability]) -> int:
    """On water the one who replaces and the one replaced must both sail, with different banners and badges."""
    witches = [able for able in pairs if able.substitute]
    sailors = [able for able in pairs if able.water]
    both = any(a.water and a.race != b.race and a.power != b.power for a in witches for b in sailors)
    return world.board.all if both else world.board.land if witches else 0
