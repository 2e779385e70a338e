"""What refusals claim is true, whatever somebody wishes for."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from ludoteka.core.action import Action
from ludoteka.core.errors import Kind, Reason
from ludoteka.core.game import CHANCE, State
from ludoteka.core.proof import disproof, refusals
from ludoteka.games.tigris_euphrates import GAME
from ludoteka.games.tigris_euphrates.actions import COLOUR
from ludoteka.games.tigris_euphrates.board import BIT
from ludoteka.games.tigris_euphrates.state import TigrisState

from .kit import random_match


def mend(state: State, wish: Action, why: Reason, n: int) -> State | None:
    assert isinstance(state, TigrisState)
    s = state.clone()
    at = BIT.get(getattr(wish, "at", ""), 0)
    match why.id.removeprefix("why."):
        case "none_in_hand" | "commit_too_many":
            s.hands[s.to_move() * 4 + COLOUR[why.args["what"]]] += n
        case "no_catastrophe":
            s.curses[s.to_move()] += n
        case "dead_cell" | "catastrophe_there":
            s.dead &= ~at
        case "catastrophe_treasure":
            s.treasures &= ~at
        case "catastrophe_building":
            s.buildings = [bit & ~at for bit in s.buildings]
        case "monument_built":
            s.monuments = [0] * len(s.monuments)
        case "wonder_built":
            s.wonder = 0
        case "leader_on_board":
            s.lift_leader(s.to_move(), COLOUR[why.args["what"]], "move")
        case "wonder_off":
            s.options = replace(s.options, wonder=True)
        case "buildings_off":
            s.options = replace(s.options, buildings=True)
        case _:
            return None
    return s


@pytest.mark.parametrize(
    "options", [{}, {"board": "advanced", "buildings": True, "wonder": True}], ids=["plain", "all"]
)
def test_refusals_are_true(options: dict[str, object]) -> None:
    rng, kinds = Random(4), Counter[Kind]()
    assert GAME.every_action is not None
    # learners number a column of cells that is never used, too
    every = [wish for wish in GAME.every_action(3, None) if getattr(wish, "at", "-")]
    for seed in range(8):
        s: State = random_match(3, seed, 40 + 40 * seed, **options)
        for _ in range(12):
            if not s.stack:
                break
            if s.to_move() != CHANCE:
                for wish, why in refusals(s, rng.sample(every, 60)):
                    assert not (fault := disproof(s, wish, why, mend, rng)), (fault, str(wish), why)
                    kinds[why.kind] += 1
            s.apply(s.sample(rng))
    assert {Kind.SHORT, Kind.OCCUPIED, Kind.TERRAIN, Kind.NEEDS, Kind.LIMIT, Kind.FIRST} <= set(kinds)
    assert (Kind.OPTION_OFF in kinds) == (not options)
