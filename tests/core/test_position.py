"""A position that somebody wrote: what is asked must make sense, and a match must go on from it."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest

from ludoteka import games
from ludoteka.core.errors import BadOptions
from ludoteka.core.game import CHANCE, OVER, Game, State
from ludoteka.core.match import Match
from ludoteka.core.position import read_object

WORD = re.compile(r'-?\d+|"[^"]*"|\b[a-z]\d?\b|null|true|false')


def somewhere(game: Game, seats: int, steps: int, rng: Random) -> State:
    state = game.new(seats)
    for _ in range(steps):
        if state.to_move() == OVER:
            break
        state.apply(state.sample(rng))
    return state


def changed(text: str, rng: Random) -> str:
    """The same line with one of its words or numbers made another one."""
    found = list(WORD.finditer(text))
    word = rng.choice(found)
    if re.fullmatch(r"-?\d+", word[0]):
        n = int(word[0])
        other = rng.choice([str(n + 1), str(n - 1), "99", "-1", "-7", "1000000", "null", '"x"', "true"])
    else:
        other = rng.choice([w[0] for w in found if w[0][0] == word[0][0]] + ['"zzz"', "null", "7"])
    return text[: word.start()] + other + text[word.end() :]


@pytest.mark.parametrize("name", games.names())
def test_a_changed_line_is_refused_with_a_reason_or_a_match_goes_on_from_it(name: str) -> None:
    game, rng = games.load(name), Random(name)
    refusals: list[str] = []
    for k in range(60):
        if k % 15 == 0:
            state = somewhere(game, game.seats[k // 15 % len(game.seats)], rng.randrange(150), rng)
        text = changed(state.position(), rng)
        try:
            here = game.place(state.seats, state.options, text)
        except BadOptions as error:
            refusals.append(str(error.reason.args["problem"]))
            continue
        n = 0
        while here.to_move() != OVER:
            here.apply(here.sample(rng))
            n += 1
            assert n <= game.longest
        for law in game.laws:
            law(here)
    assert len(refusals) > 25
    assert not [told for told in refusals if len(told) < 6 or "not here" in told], "a refusal says what is wrong"


TURN = '["Asked", "Turn", 0]'
BAD_STACKS = {
    "[]": "not over yet",
    "3": "no list",
    "[3]": "no frame",
    '[["Asked", "Dance", 0]]': "no frame of this game",
    '[["Asked", "Turn", 2]]': "asks seat 3, and there are 2",
    '[["Asked", "Turn", -7]]': "asks seat -6",
    '[["Asked", "Turn", -1]]': "never asked of chance",
    '[["Asked", "Turn", "0"]]': "seat cannot be '0'",
    '[["Asked", "Turn", null]]': "seat cannot be None",
    '[["Step", "Turn", null]]': "no question of the kind Step",
    f'[{TURN}, ["Drawing", "DrawPebble", 0, 0]]': "never asked of a player",
    f'[{TURN}, ["Drawing", "DrawPebble", -1, 2]]': "taker cannot be 2",
    f'[{TURN}, ["Offer", "Answer", 1, 0, 1]]': "cannot lie on each other",
    '[["Ending", "EndOfTurn", null, 0]]': "asks nobody",
}


@pytest.mark.parametrize("stack", BAD_STACKS)
def test_questions_that_nobody_could_be_asked(stack: str, pebbles: Game) -> None:
    full = '"hands": [[1, 1, 1], [1, 1, 1]], "bag": [8, 8, 8]'
    with pytest.raises(BadOptions, match=re.escape(BAD_STACKS[stack])):
        pebbles.place(2, pebbles.check_options(2, {}), f'{{{full}, "stack": {stack}}}')
    pebbles.place(2, pebbles.check_options(2, {}), f'{{{full}, "stack": [{TURN}]}}')


def test_nothing_is_said_twice() -> None:
    with pytest.raises(BadOptions, match="a is said twice"):
        read_object('{"a": 1, "b": {"a": 2}, "a": 3}')
    with pytest.raises(BadOptions, match="an object"):
        read_object("[1]")
    assert read_object('{"a": {"b": 1}, "b": 2}') == {"a": {"b": 1}, "b": 2}


def test_a_position_that_fails_later_is_refused(pebbles: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no law notices, playing on does."""
    text = pebbles.new(2).position()

    def fails(*_: Any) -> None:
        raise IndexError("nothing there")

    monkeypatch.setattr("ludoteka.games.pebbles.phases.EndOfTurn.run", fails)
    with pytest.raises(BadOptions, match=r"cannot go on from there \(IndexError: nothing there\)"):
        pebbles.place(2, pebbles.check_options(2, {}), text)


def test_a_match_reads_its_position_once(pebbles: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Undo and history go back to what was read then; nobody plays in it."""
    told = json.loads(pebbles.new(2).position()) | {"left": 0}
    match = Match(pebbles, 2, position=json.dumps(told))
    monkeypatch.setattr(Game, "place", None)
    first = match.at(0).digest()
    match.roll(Random(1))
    assert match.state.to_move() != CHANCE
    assert match.at(0).digest() == first != match.state.digest()
    assert len(match.history(0)) == len(match.actions)
