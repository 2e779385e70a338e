"""What a player would laugh at: positions of played matches in which the top level must not do it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ludoteka import bots, games
from ludoteka.bots.greedy import GreedyBot
from ludoteka.bots.mcts import MctsBot
from ludoteka.bots.planner import PlannerBot
from ludoteka.core.game import OVER
from ludoteka.core.match import Match
from ludoteka.games.fabled.actions import Raise
from ludoteka.games.small_world.actions import STOP, Attempt, Conquer
from ludoteka.games.small_world.phases.frames import Conquering
from ludoteka.games.small_world.state import SLOTS, SmallWorld
from ludoteka.games.terra_mystica.actions import Choose, Connect, Decline, Pass, Town, Upgrade
from ludoteka.games.terra_mystica.data import ROUNDS
from ludoteka.games.terra_mystica.phases.turn import TURN
from ludoteka.games.terra_mystica.state import TerraState
from ludoteka.games.tigris_euphrates.actions import COMMIT
from ludoteka.games.tigris_euphrates.phases.conflict import DEFEND, Conflict, fought_with
from ludoteka.games.tigris_euphrates.state import TigrisState

MATCHES = Path(__file__).parents[2] / "matches"
READ = tomllib.loads(Path(__file__).with_name("blunders.toml").read_text("utf-8"))["blunder"]
QUICK = {  # level 5 of each game with few plans or futures
    "terra_mystica": "planner:width=2:late=2:answers=1:seconds=0",
    "small_world": "mcts:iterations=250:width=1.5:widen=0.25:chapters=7",
    "fabled": "mcts:iterations=40",
}


@pytest.mark.parametrize("blunder", READ, ids=[blunder["name"] for blunder in READ])
def test_what_was_laughed_at_is_not_done_again(blunder: dict[str, Any]) -> None:
    """Found by reading matches of the top level."""
    game = games.load(blunder["game"])
    state = game.place(blunder["seats"], game.options(**blunder["options"]), blunder["position"])
    assert game.parse(blunder["never"]) in state.legal_actions()
    chosen = bots.make(QUICK[game.name]).choose(state, state.to_move(), Random(0))
    assert str(chosen) != blunder["never"]


def match_of(name: str) -> Match:
    return Match.load((MATCHES / f"{name}.txt").read_text("utf-8"), games.load, check=False)


@pytest.mark.parametrize(
    ("name", "n"),
    [("league_s50_g1", 844), ("league_s60_g4", 833), ("league_s64_g7", 1138), ("league_s69_g1", 802)],
)
def test_power_that_comes_too_late_is_not_paid_for(name: str, n: int) -> None:
    """In the last round, after the own pass."""
    state = match_of(f"terra_mystica/{name}").at(n)
    chosen = PlannerBot(width=2, late=2, answers=1).choose(state, state.to_move(), Random(0))
    assert isinstance(chosen, Decline)


def test_nobody_passes_the_last_round_with_a_full_purse() -> None:
    match = match_of("terra_mystica/league_s68_g7")
    state, seen = match.at(0), set()
    for mover, action in zip(match.movers, match.actions, strict=True):
        assert isinstance(state, TerraState)
        if state.round == ROUNDS and mover not in seen and state.stack[-1][0] is TURN and state.acts:
            seen.add(mover)
            chosen = PlannerBot(width=1, late=2).choose(state.clone(), mover, Random(0))
            assert not isinstance(chosen, Pass), f"seat {mover}"
        state.happen(action)
    assert len(seen) == match.seats


def test_the_tile_of_a_town_is_taken_before_the_action() -> None:
    """Mermaids have connected a town at the start of their turn. It was seen to be forgotten."""
    state = match_of("terra_mystica/league_s1_g2").at(418)
    seat = state.to_move()
    state.apply(next(a for a in state.legal_actions() if isinstance(a, Connect)))
    assert any(isinstance(a, Pass) for a in state.legal_actions())
    assert isinstance(PlannerBot(width=2, late=2).choose(state, seat, Random(0)), Town)


def test_giants_build_the_stronghold_that_digs_for_them() -> None:
    """Two spades for every hex are dear: from the first trading house on, the stronghold comes before anything else."""
    state, rng = games.load("terra_mystica").new(2, final="none"), Random(0)
    bot, upgrades = PlannerBot(width=3, late=3, answers=0), []
    assert isinstance(state, TerraState)
    while state.round <= 1:
        seat = state.to_move()
        if seat < 0:
            action = state.sample(rng)
        elif Choose("giants") in state.legal_actions():
            action = Choose("giants")
        else:
            action = bot.choose(state, seat, rng)
            if isinstance(action, Upgrade) and state.sides[seat].folk.name == "giants":
                upgrades.append(action.what)
        state.apply(action)
    assert upgrades == ["TP", "SH"]


def defences(seed: int) -> Iterator[tuple[TigrisState, Conflict]]:
    """Conflicts of a random match in which the defender may add tiles."""
    state, rng = games.load("tigris_euphrates").new(seats=2), Random(seed)
    while state.to_move() != OVER:
        f = state.stack[-1]
        if isinstance(f, Conflict) and f.phase is DEFEND and len(state.legal_actions()) > 1:
            assert isinstance(state, TigrisState)
            yield state, f
        state.apply(state.sample(rng))


def test_tiles_are_not_thrown_into_a_conflict() -> None:
    """A defender knows what the attack brought: none where that cannot be matched, and never more than it takes."""
    lost = won = 0
    for seed in range(3):
        for state, f in defences(seed):
            missing = max(0, f.other - f.own)
            held = state.hands[f.seat * 4 + fought_with(f)]
            chosen = GreedyBot(worlds=1).choose(state, f.seat, Random(0))
            assert chosen in (COMMIT[0], COMMIT[missing])
            if missing > held:
                lost += 1
                assert chosen is COMMIT[0]
            else:
                won += 1
    assert lost
    assert won


def last_conquests(seed: int) -> Iterator[tuple[SmallWorld, Conquering]]:
    """Moments of the last round of a random match in which a region can be taken that is not one's own, if only with
    the die."""
    state, rng = games.load("small_world").new(seats=2), Random(seed)
    while state.to_move() != OVER:
        f = state.stack[-1]
        assert isinstance(state, SmallWorld)
        if isinstance(f, Conquering) and state.round == state.rounds and STOP in state.legal_actions():
            own = state.held[f.seat * SLOTS] | state.held[f.seat * SLOTS + 1] | state.held[f.seat * SLOTS + 2]
            more = [a for a in state.legal_actions() if isinstance(a, Conquer | Attempt)]
            if any(not own >> state.world.board.index[a.at] & 1 for a in more):
                yield state, f
        state.apply(state.sample(rng))


def test_no_region_is_left_in_the_last_round() -> None:
    """Tokens only break ties afterwards, so nobody stops while one more coin is to be had."""
    seen = 0
    for seed in range(4):
        for state, f in last_conquests(seed):
            seen += 1
            chosen = MctsBot(8, width=1.5, widen=0.25).choose(state, f.seat, Random(0))
            assert chosen != STOP
    assert seen > 4


@pytest.mark.parametrize(
    ("name", "ns"),
    [
        ("introduction_milestones", (248, 252, 258, 259, 260)),
        ("five_players_with_six_sages", (389, 390, 391, 392)),
        ("rivalry_eliminates_players", (353, 354, 355, 356)),
        ("solo_victory_on_the_high_level", (152, 153, 154)),
    ],
)
def test_no_book_is_left_low_at_the_end(name: str, ns: tuple[int, ...]) -> None:
    """The last conversions of a match: nothing will ever be paid again with what is left, or torn apart."""
    match = match_of(f"fabled/{name}")
    for n in ns:
        state = match.at(n)
        assert any(isinstance(a, Raise) for a in state.legal_actions())
        assert isinstance(MctsBot(40).choose(state, state.to_move(), Random(0)), Raise), n
