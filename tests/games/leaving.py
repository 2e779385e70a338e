"""What leaving means in every game that has no rules of its own for it."""

from random import Random

from ludoteka.core.game import OVER, Game
from ludoteka.core.match import Match


def leaves(game: Game) -> None:
    """Of three one leaves and is asked as before, by whoever answers for it, but does not win; then one more leaves."""
    match, rng = Match(game, 3), Random(5)
    while len(match.actions) < 12 or match.state.to_move() < 0:
        match.push(match.state.sample(rng))
    seat, asked = match.state.to_move(), match.state.legal_actions()
    match.event(f"leave {seat}")
    assert match.state.legal_actions() == asked
    alone = match.fork()
    while match.state.to_move() != OVER:
        match.push(match.state.sample(rng))
    assert match.state.returns()[seat] == 0
    other = (seat + 1) % 3
    alone.event(f"leave {other}")
    assert alone.state.to_move() == OVER
    winner = 3 - seat - other
    assert alone.state.returns() == [float(i == winner) for i in range(3)]
