"""What refusals claim is true, whatever somebody wishes for."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from ludoteka.core.action import Action
from ludoteka.core.errors import Kind, Reason
from ludoteka.core.game import CHANCE, State
from ludoteka.core.proof import disproof, refusals
from ludoteka.games.small_world import GAME
from ludoteka.games.small_world.state import SmallWorld
from tests.oracles.small_world_flow import Play
from tests.oracles.small_world_scenes import THEMES, Mood, Scene


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
        case _:
            return None
    return s


def crowded(seed: int) -> SmallWorld:
    """A crowded table late in a match, as the second engine sets it up."""
    rng = Random(seed)
    seats = 2 + seed % 4
    o = Play(seats, {})
    line = Scene(o, rng, Mood.of(rng, sorted(THEMES)[seed % len(THEMES)], ("ghouls", "berserk"))).line()
    s = GAME.place(seats, GAME.options(), line)  # type: ignore[misc]
    assert isinstance(s, SmallWorld)
    return s


@pytest.mark.parametrize("part", range(4))
def test_refusals_are_true(part: int) -> None:
    rng, kinds = Random(part), Counter[Kind]()
    for seed in range(part, 24, 4):
        s = crowded(seed)
        every = list(GAME.every_action(s.seats, s.options))  # type: ignore[misc]
        for _ in range(40):
            if not s.stack:
                break
            if s.to_move() != CHANCE:
                for wish, why in refusals(s, rng.sample(every, 25)):
                    assert why.kind is not Kind.UNSAID, (str(wish), why)
                    assert not (fault := disproof(s, wish, why, mend, rng)), (fault, str(wish), why, s.position())
                    kinds[why.kind] += 1
            s.apply(s.sample(rng))
    assert {Kind.SHORT, Kind.FIRST, Kind.NOT_THIS_TURN, Kind.NEEDS, Kind.REACH, Kind.TERRAIN} <= set(kinds)
