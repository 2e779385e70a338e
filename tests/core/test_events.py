"""What happens though nobody was asked: `! leave 1`."""

from dataclasses import replace
from random import Random

import pytest

from ludoteka.core.contract import check_match
from ludoteka.core.errors import BadRecord, CannotUndo, IllegalAction, NotAnAction
from ludoteka.core.events import Event, Leave
from ludoteka.core.game import OVER, Game
from ludoteka.core.match import EVENT, Match
from ludoteka.games.pebbles.state import PebblesState


def begun(game: Game, seats: int) -> Match:
    match = Match(game, seats)
    match.roll(Random(1))
    return match


def test_a_seat_leaves_and_the_others_play_on(pebbles: Game) -> None:
    match = begun(pebbles, 3)
    asked = match.state.legal_actions()
    match.event("leave 0")
    assert match.movers[-1] == EVENT
    assert (match.state.left, match.state.to_move()) == (1, 0)
    assert match.state.legal_actions() == asked, "somebody else answers for it"
    assert match.state.returns() == [0, 0.5, 0.5], "and it cannot win"


def test_the_last_one_wins(pebbles: Game) -> None:
    match = begun(pebbles, 2)
    match.state.points[1] = 7  # type: ignore[attr-defined]
    match.event("! leave 1")
    assert match.state.to_move() == OVER
    assert match.state.returns() == [1, 0]


def test_nobody_leaves_twice_or_a_match_that_is_over(pebbles: Game) -> None:
    match = begun(pebbles, 3)
    match.event("leave 1")
    for text, why in (("leave 1", "Seat 2 has already left"), ("leave 3", "no seat 4"), ("leave -1", "no seat 0")):
        with pytest.raises(IllegalAction, match=why):
            match.event(text)
    with pytest.raises(NotAnAction):
        match.event("dance 1")
    assert pebbles.possible_events(match.state) == [Leave(0), Leave(2)]
    match.event("leave 2")
    assert pebbles.possible_events(match.state) == []
    with pytest.raises(IllegalAction, match="over"):
        match.event("leave 0")


def test_a_record_tells_events(pebbles: Game) -> None:
    match = begun(pebbles, 3)
    match.event("leave 1")
    match.play(0, str(match.state.legal_actions()[0]))
    text = match.save()
    assert "\n! leave 1\n" in text
    again = Match.load(text, lambda _: pebbles)
    assert again.save() == text
    assert again.state.snapshot() == match.state.snapshot() == match.at(len(match.actions)).snapshot()
    assert (EVENT, Leave(1)) in again.history(None)
    with pytest.raises(BadRecord, match="Seat 2 has already left"):
        Match.load(text.replace("! leave 1\n", "! leave 1\n! leave 1\n"), lambda _: pebbles)


def test_an_event_is_no_action_of_a_seat(pebbles: Game) -> None:
    match = begun(pebbles, 3)
    for text in ("leave 0", "! leave 0"):
        with pytest.raises(NotAnAction):
            match.play(0, text)


def test_undo_ends_at_an_event_and_all_together_may_take_it_back(pebbles: Game) -> None:
    match = begun(pebbles, 3)
    before = len(match.actions)
    match.event("leave 0")
    with pytest.raises(CannotUndo):
        match.undo(0)
    assert match.why_no_undo(0) == "error.undo_event"
    match.rewind(before)
    assert match.state.left == 0


def test_events_have_words(pebbles: Game) -> None:
    state = begun(pebbles, 2).state
    assert pebbles.describe(state, Leave(1), "en", players=["Ann", "Bob"]) == "Bob leaves the match"
    assert pebbles.describe(state, Leave(1), "ru") == "место 2 выходит из партии"


class Shout(Event):
    """An event of a game of its own."""

    def happen(self, s: object) -> None:
        s.points[self.seat] -= 1  # type: ignore[attr-defined]


def test_a_game_may_have_events_of_its_own(pebbles: Game) -> None:
    game = replace(pebbles, events=(Leave, Shout))
    match = begun(game, 2)
    match.event("shout 1")
    assert match.state.scores() == [(0,), (-1,)]
    assert Match.load(match.save(), lambda _: game).state.scores() == [(0,), (-1,)]


def test_the_contract_looks_at_events(pebbles: Game) -> None:
    def happen(self: Leave, s: PebblesState) -> None:
        s.bag[0] += 1

    spoilt = type("Leave", (Leave,), {"happen": happen})
    with pytest.raises(AssertionError, match="after ! leave 0"):
        check_match(replace(pebbles, events=(spoilt,)), 2, {})
