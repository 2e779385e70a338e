from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from ludoteka import games
from ludoteka.core.errors import BadOptions, Reason, reason
from ludoteka.core.game import CHANCE, Frame, Game, Phase, State
from ludoteka.core.options import Options, option
from tests.conftest import played


@dataclass(frozen=True)
class ManyOptions(Options):
    board: str = option("standard", "standard", "advanced")
    wonder: bool = option(False)
    years: int = option(10)

    def problem(self, seats: int) -> Reason | None:
        if self.wonder and seats == 2:
            return reason("error.option_value", name="wonder", value="true", choices="false")
        return None


@pytest.fixture
def game() -> Game:
    return replace(games.load("pebbles"), options=ManyOptions)


def test_options_are_read_by_the_type_of_their_default(game: Game) -> None:
    given = {"board": "advanced", "wonder": "TRUE", "years": "-3"}
    assert game.check_options(3, given) == ManyOptions("advanced", True, -3)
    assert game.check_options(3, {}) == ManyOptions()


@pytest.mark.parametrize(
    ("seats", "given"),
    [
        (1, {}),
        (5, {}),
        (3, {"colour": "red"}),
        (3, {"board": "round"}),
        (3, {"wonder": "yes"}),
        (3, {"wonder": 1}),
        (3, {"years": "ten"}),
        (3, {"years": 1.5}),
        (3, {"years": "1_0"}),
        (2, {"wonder": True}),
    ],
)
def test_options_that_do_not_go_are_refused(game: Game, seats: int, given: dict[str, object]) -> None:
    with pytest.raises(BadOptions):
        game.check_options(seats, given)


class Refused(ManyOptions):
    def problem(self, seats: int) -> Reason | None:
        return reason("why.occupied", "PB-2.1", at="C")


def test_a_game_refuses_options_in_its_own_words(game: Game) -> None:
    with pytest.raises(BadOptions) as caught:
        replace(game, options=Refused).check_options(3, {})
    assert str(caught.value) == "C already holds a pebble. [PB-2.1]"


def test_configurations_leave_out_what_does_not_go(game: Game) -> None:
    assert list(game.configurations()) == [
        (2, {}),
        (2, {"board": "advanced"}),
        *[
            (n, options)
            for n in (3, 4)
            for options in (
                {},
                {"board": "advanced"},
                {"wonder": True},
                {"board": "advanced", "wonder": True},
            )
        ],
    ]
    assert len(list(game.configurations(everything=True))) == 2 + 4 + 4


def test_a_phase_that_is_asked_for_what_it_has_not_says_so(pebbles: Game) -> None:
    state, phase = pebbles.new(seats=2), Phase[State, Frame]()  # type: ignore[type-var]
    for call in (phase.legal, phase.outcomes, phase.run):
        with pytest.raises(NotImplementedError):
            call(state, (phase, 0))  # type: ignore[arg-type]


def test_a_digest_names_a_position(pebbles: Game) -> None:
    match = played(pebbles, 3)
    digests = [match.at(n).digest() for n in range(len(match.actions) + 1)]
    assert len(set(digests)) == len(digests)
    assert digests[-1] == match.state.digest() == match.state.clone().digest()


def test_the_digest_of_a_known_position_never_changes(pebbles: Game) -> None:
    """It must not depend on the process: string hashes, ids, the order of sets."""
    assert pebbles.new(seats=2).digest() == "34d6e4b2e8cea951"


def test_chance_has_outcomes_with_weights(pebbles: Game) -> None:
    state = pebbles.new(seats=2)
    assert state.to_move() == CHANCE
    assert [str(a) for a in state.legal_actions()] == ["draw 0 red", "draw 0 blue", "draw 0 white"]


def test_actions_are_described_in_both_languages_with_seats_counted_from_one(pebbles: Game) -> None:
    state = pebbles.new(seats=2)
    action = pebbles.parse("draw 0 red")
    assert pebbles.describe(state, action, "en") == "seat 1 draws a pebble: red"
    assert pebbles.describe(state, action, "ru") == "место 1 тянет камешек: красный"
