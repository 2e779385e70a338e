"""What refusals of Small World claim, undone fact by fact: for random positions and for those of the tests."""

from __future__ import annotations

from typing import Any

from ludoteka.core.action import Action
from ludoteka.core.bag import changed
from ludoteka.core.bits import bits
from ludoteka.core.errors import Reason
from ludoteka.core.game import State
from ludoteka.games.small_world.state import SLOTS, SmallWorld
from tests.games.proving import altered


def mend(state: State, wish: Action, why: Reason, n: int) -> State | None:
    """The position without the fact that a reason names."""
    assert isinstance(state, SmallWorld)
    s = state.clone()
    f = s.stack[-1]
    slot = f[0].people(s, f)
    at = s.world.board.index.get(getattr(wish, "at", ""), -1)
    match why.id.removeprefix("why."):
        case "tokens_missing" | "hand_empty" | "too_many_missing":
            s.hand[slot] += n
        case "no_die_needed":
            s.hand[slot] = why.args["need"] - 1
        case "hand_too_small" if s.question() == "Redeploy":
            s.hand[slot] += n
        case "hand_too_small":
            s.camp_hand = tuple(k + n * (seat == f[1]) for seat, k in enumerate(s.camp_hand))
        case "coins_missing":
            s.coins[f[1]] += n
        case "immune":
            s.holes, s.heroes, s.dragons = 0, 0, 0
        case "dragon_used":
            s.dragon_used = False
        case "already_bewitched":
            s.bewitched = 0
        case "attacked":
            s.attacked = 0
        case "tray_empty":
            s.tray[s.race[slot]] += 1
        case "not_alone":
            s.put(at, 1)
        case "one_stays":
            s.put(at, 2)
        case "camp_protects":
            s.camps = tuple(0 if i == at else k for i, k in enumerate(s.camps))
            s.defend(at)
        case "fortress_there" | "fortresses_out":
            s.forts = 0
        case "hero_there":
            s.heroes = 0
        case "already_yours":
            s.hand[slot] += s.leave(slot, at)
        case "not_yours":
            settle(s, slot, at)
        case "not_adjacent" | "water_not_adjacent" | "witch_needs_region":
            settle(s, slot, min(bits(s.world.board.beside[at])))
        case "not_border":
            able(s, slot, entry=s.able[slot].entry | 1 << at)  # type: ignore[union-attr]
        case "nothing_in_reach":
            s.holes = s.heroes = s.dragons = 0
            s.ally = (-1,) * s.seats
            able(s, slot, flies=True)
        case "water":
            s.world = altered(s.world, board=altered(s.world.board, water=s.world.board.water & ~(1 << at)))
        case "no_dragon":
            able(s, slot, dragon=True)
        case "no_witchcraft":
            able(s, slot, substitute=True)
        case "no_early_die":
            able(s, slot, die_each=True)
        case "die_before":
            able(s, slot, die_each=False)
        case "not_an_active_enemy":
            enemy = (f[1] + 1) % s.seats * SLOTS
            s.able = changed(s.able, enemy, s.able[enemy] or s.able[slot])
            settle(s, enemy, at)
        case "lift_before":
            s.stack[-1] = f._replace(lifting=True)
        case "strike_before" | "no_camp_stands":
            s.stack[-1] = f._replace(opening=True)
            s.camps = changed(s.camps, min(bits(s.held[slot])), 1)
        case "no_camp_left":
            s.camp_hand = changed(s.camp_hand, f[1], 1)
        case _:
            return None
    return s


def settle(s: SmallWorld, slot: int, at: int) -> None:
    """A people stands in a region, whoever stood there before."""
    if s.owner[at] >= 0:
        s.leave(s.owner[at], at)
    s.owner[at] = slot
    s.held[slot] |= 1 << at
    s.tokens[at] = 1
    s.defend(at)


def able(s: SmallWorld, slot: int, **fields: Any) -> None:
    """A people can do something else."""
    s.able = changed(s.able, slot, altered(s.able[slot], **fields))
