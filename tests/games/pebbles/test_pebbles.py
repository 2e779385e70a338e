"""Every rule of Pebbles, by its number."""

from __future__ import annotations

from random import Random

import pytest

from ludoteka.core.contract import check_game
from ludoteka.core.game import CHANCE, OVER, Game
from ludoteka.core.match import Match
from ludoteka.games.pebbles.actions import COLOURS, STONES
from ludoteka.games.pebbles.state import EMPTY, PebblesState


def table(game: Game, *hands: str, **options: int) -> Match:
    """A match in which the seats have drawn these hands: "rrb" is two red and a blue."""
    match = Match(game, len(hands), options)
    words = {"r": "red", "b": "blue", "w": "white"}
    for seat, hand in enumerate(hands):
        for letter in hand:
            match.play(CHANCE, f"draw {seat} {words[letter]}")
    return match


def state(match: Match) -> PebblesState:
    assert isinstance(match.state, PebblesState)
    return match.state


def test_the_contract_holds(pebbles: Game) -> None:
    assert check_game(pebbles, matches=4) > 1000


@pytest.mark.rule("PB-1.1")
@pytest.mark.parametrize("stones", [9, 12, 15])
def test_the_ring(pebbles: Game, stones: int) -> None:
    s = pebbles.new(seats=2, stones=stones)
    assert isinstance(s, PebblesState)
    assert s.ring == [EMPTY] * stones
    assert list(s.view(0)["ring"]) == list(STONES[:stones])


@pytest.mark.rule("PB-1.2")
def test_the_bag(pebbles: Game) -> None:
    s = pebbles.new(seats=2)
    assert isinstance(s, PebblesState)
    assert s.bag == [10, 10, 10]
    assert [weight for _, weight in s.chance()] == [10, 10, 10]


@pytest.mark.rule("PB-1.3")
def test_hands_are_hidden_and_their_size_is_not(pebbles: Game) -> None:
    match = table(pebbles, "rrb", "www")
    assert match.state.view(0)["hand"] == {"red": 2, "blue": 1, "white": 0}
    assert match.state.view(1)["hand"] == {"red": 0, "blue": 0, "white": 3}
    assert match.state.view(None)["hand"] == {}
    assert match.state.view(None)["hand_sizes"] == [3, 3]
    assert match.state.view(0)["bag"] == 24
    assert [str(a) for _, a in match.history(1)][:3] == ["draw 0 ?"] * 3


@pytest.mark.rule("PB-1.3")
def test_another_world_keeps_what_a_seat_knows(pebbles: Game) -> None:
    s = state(table(pebbles, "rrb", "www"))
    worlds = [s.resample(0, Random(i)) for i in range(40)]
    assert all(world.hands[0] == s.hands[0] for world in worlds)
    assert len({tuple(world.hands[1]) for world in worlds}) > 3


@pytest.mark.rule("PB-2.1")
def test_a_turn_places_a_pebble_of_the_own_hand(pebbles: Game) -> None:
    match = table(pebbles, "rrb", "www", stones=9)
    assert {str(a) for a in match.state.legal_actions()} == {
        f"place {colour} {at}" for colour in ("red", "blue") for at in STONES[:9]
    }
    match.play(0, "place red C")
    assert state(match).ring[2] == COLOURS.index("red")
    assert state(match).hands[0] == [1, 1, 0]
    match.roll(Random(0))
    assert match.state.to_move() == 1
    assert "place white C" not in {str(a) for a in match.state.legal_actions()}


@pytest.mark.rule("PB-2.1")
@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("place white A", "why.none_in_hand"),
        ("place red M", "why.no_such_thing"),
        ("place pink A", "why.no_such_thing"),
    ],
)
def test_refusals(pebbles: Game, text: str, why: str) -> None:
    reason = table(pebbles, "rrb", "www").state.why_not(pebbles.parse(text))
    assert reason is not None
    assert (reason.id, reason.rule) == (why, "PB-2.1")


@pytest.mark.rule("PB-2.1")
def test_an_occupied_stone_is_refused(pebbles: Game) -> None:
    match = table(pebbles, "rrb", "www")
    match.play(0, "place red A")
    match.play(CHANCE, "draw 0 red")
    reason = match.state.why_not(pebbles.parse("place white A"))
    assert reason is not None
    assert reason.id == "why.occupied"


@pytest.mark.rule("PB-2.2")
@pytest.mark.parametrize(
    ("ring", "at", "worth"),
    [
        ("............", "A", 0),
        (".r..........", "A", 1),
        (".rr.........", "A", 2),
        (".rr........r", "A", 3),
        ("rr.rr.......", "C", 4),
        (".b.........b", "A", 0),
        (".rrrrrrrrrrr", "A", 11),
        (".rbr........", "A", 1),
    ],
)
def test_a_pebble_is_worth_its_run(pebbles: Game, ring: str, at: str, worth: int) -> None:
    match = table(pebbles, "rrr", "www")
    state(match).ring[:] = [".rb".index(c) - 1 for c in ring]
    state(match).bag[0] = 10 - 3 - ring.count("r")
    match.play(0, f"place red {at}")
    if worth:
        match.play(1, "decline")
    assert state(match).points == [worth, 0]


@pytest.mark.rule("PB-3.1")
def test_the_first_to_snatch_takes_the_points(pebbles: Game) -> None:
    match = table(pebbles, "rrr", "www", "rww", "rww")
    state(match).ring[1] = 0
    state(match).bag[0] -= 1
    match.play(0, "place red A")
    assert match.state.to_move() == 1
    match.play(1, "decline")
    match.play(2, "snatch")
    assert state(match).points == [0, 0, 1, 0]
    assert state(match).spent == [1, 0, 0]
    assert state(match).hands[2] == [0, 0, 2]
    assert match.state.to_move() == CHANCE  # seat 3 is not asked any more


@pytest.mark.rule("PB-3.2")
def test_those_who_cannot_snatch_are_asked_too(pebbles: Game) -> None:
    match = table(pebbles, "rrr", "www", "rww")
    state(match).ring[1] = 0
    state(match).bag[0] -= 1
    match.play(0, "place red A")
    assert [str(a) for a in match.state.legal_actions()] == ["decline"]
    reason = match.state.why_not(pebbles.parse("snatch"))
    assert reason is not None
    assert (reason.id, reason.rule) == ("why.none_in_hand", "PB-3.1")
    match.play(1, "decline")
    assert [str(a) for a in match.state.legal_actions()] == ["snatch", "decline"]


@pytest.mark.rule("PB-4.1")
def test_all_hands_are_refilled_the_active_seat_first(pebbles: Game) -> None:
    match = table(pebbles, "rrr", "rww")
    state(match).ring[1] = 0
    state(match).bag[0] -= 1
    match.play(0, "place red A")
    match.play(1, "snatch")
    assert str(match.state.legal_actions()[0]) == "draw 0 red"
    match.play(CHANCE, "draw 0 blue")
    match.play(CHANCE, "draw 1 blue")
    assert match.state.to_move() == 1
    assert match.state.view(None)["hand_sizes"] == [3, 3]


@pytest.mark.rule("PB-4.2")
def test_a_full_ring_ends_the_match(pebbles: Game) -> None:
    match = table(pebbles, "rrr", "www", stones=9)
    state(match).ring[1:] = [1, 2, 1, 2, 1, 2, 1, 2]
    match.play(0, "place red A")
    assert match.state.to_move() == OVER


@pytest.mark.rule("PB-4.2")
@pytest.mark.parametrize(("left", "over"), [([1, 0, 0], False), ([0, 0, 0], True)])
def test_a_bag_that_cannot_refill_ends_the_match(pebbles: Game, left: list[int], over: bool) -> None:
    match = table(pebbles, "rrr", "www")
    state(match).bag[:] = left
    match.play(0, "place red A")
    assert (match.state.to_move() == OVER) == over


@pytest.mark.rule("PB-4.3")
def test_most_points_win_and_a_tie_is_shared(pebbles: Game) -> None:
    s = pebbles.new(seats=3)
    assert isinstance(s, PebblesState)
    s.points[:] = [4, 7, 7]
    assert s.scores() == [(4,), (7,), (7,)]
    assert s.returns() == [0, 0.5, 0.5]


def test_gains_are_noted_for_those_who_listen(pebbles: Game) -> None:
    match = table(pebbles, "rrr", "rww")
    state(match).ring[1] = 0
    match.state.notes = []
    assert match.state.clone().notes is None
    match.play(0, "place red A")
    match.play(1, "snatch")
    assert match.state.notes == [(1, "points", 1, "snatch")]
