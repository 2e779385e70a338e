"""Section 9, second part: the tricks of the spirits and the levels of the Trial."""

from __future__ import annotations

import pytest

from ludoteka.core.errors import BadOptions
from ludoteka.core.game import CHANCE, Asked
from ludoteka.games.fabled import GAME, board, effects
from ludoteka.games.fabled.phases import spirits, tricks
from ludoteka.games.fabled.state import FabledState
from ludoteka.games.fabled.vocab import FOREST, MOUNTAIN, STEPPE
from tests.games.fabled.kit import (
    NOTHING,
    Books,
    begun,
    books,
    do,
    hold_tricks,
    legal,
    new,
    position,
    roll,
    row,
    spirits_turn,
    told,
    told_args,
    turn_of,
    where,
)

# -- tricks


@pytest.mark.rule("FB-9.40")
def test_a_sage_that_goes_home_brings_a_trick_in_anybodys_turn() -> None:
    s = position(1, row="S01 G01", sages={0: "S01.1", 1: "S01.3 S01.3"})
    s.row = s.row[::-1]
    do(turn_of(s), "done", "announce steppe", "pass")
    assert s.tricks_held() == 2
    assert s.view(0)["spirits"]["tricks_held"] == 2  # they wait for the next trick phase
    assert s.to_move() == -2


@pytest.mark.rule("FB-9.40")
def test_conversions_not_made_bring_a_trick() -> None:
    s = position(1, books={1: NOTHING})
    effects.run(s, 1, s.content.array([{"op": "transform", "n": 1, "dir": "up"}]))
    s.settle()
    assert s.tricks_held() == 1
    assert told(s) == ["conversion_lost", "trick_gained"]


@pytest.mark.rule("FB-9.41")
def test_the_trick_deck_is_made_anew() -> None:
    s = position(1)
    hold_tricks(s, 11)
    assert s.trick_deck() == 1
    s.piles = [(0b1, 1)]
    s.trick_discard = 0b110
    s.gain_trick("no_land")
    assert list(s.piles) == [(0b1, 1), (0b110, 1)]
    assert s.trick_discard == 0
    s.stack = [Asked(tricks.PLAYING, CHANCE)]
    assert legal(s) == ["trick steppe_folk"]  # the card of the older pile first
    s.piles = [(0b1, 1)]
    s.gain_trick("no_land")
    assert s.tricks_held() == 1
    assert told(s)[-1] == "no_trick_left"


@pytest.mark.rule("FB-9.42")
def test_tricks_are_played_one_by_one() -> None:
    s = position(1, edition=2, books={1: NOTHING})
    hold_tricks(s, 1)
    tricks.begin(s)
    s.settle()
    do(s, "trick memory_of_stone")
    assert books(s, 1) == [0, 1, 0, 0]
    assert s.view(0)["spirits"]["trick_discard"] == ["memory_of_stone"]
    assert s.tricks_held() == 0
    assert not s.stack
    s = position(1, edition=2, books={1: NOTHING})
    hold_tricks(s, 1)
    tricks.begin(s)
    s.settle()
    do(s, "trick mountain_folk")  # no mountain ally was revealed: nothing changed
    assert s.tricks_held() == 1
    assert s.to_move() == CHANCE  # and the new card is played too
    assert "trick mountain_folk" not in legal(s)


@pytest.mark.rule("FB-9.43")
def test_a_failing_card_brings_one_card_only() -> None:
    s = position(1, edition=2, books={1: NOTHING})
    hold_tricks(s, 1)
    tricks.begin(s)
    s.settle()
    do(s, "trick taste_of_wisdom")
    assert s.tricks_held() == 1
    high = position(1, edition=2, level="high", row="S13", sages={0: "S13.1"}, books={1: NOTHING})
    hold_tricks(high, 1)
    tricks.begin(high)
    high.settle()
    do(high, "trick in_your_footsteps")  # a book, but the conversion fails
    assert books(high, 1) == [1, 0, 0, 0]
    assert high.tricks_held() == 1


@pytest.mark.rule("FB-9.44")
def test_your_means_the_player_with_most() -> None:
    s = position(
        3, mode="rivalry", row="S01 S02 S03", sages={0: "S01.1 S01.1 S01.1", 1: "S01.1 S02.1", 2: "S03.1"},
        allies={2: ["moss_elder", "ore_seer"], 0: ["ice_hermit"]},
    )  # fmt: skip
    assert [board.count(s, s.spirits, name) for name in ("your_allies", "your_volkhvs", "your_lands")] == [2, 3, 2]


@pytest.mark.rule("FB-9.45")
def test_at_most_twenty_tricks_in_a_phase() -> None:
    s = position(1, books={1: NOTHING})
    hold_tricks(s, 3)
    s.stack.append(tricks.TricksFrame(tricks.TRICKS, None, 20))
    s.settle()
    assert not s.stack
    assert s.tricks_held() == 3
    assert told(s) == ["tricks_wait"]
    s.stack.append(tricks.TricksFrame(tricks.TRICKS, None, 19))
    s.settle()
    assert s.to_move() == CHANCE


@pytest.mark.rule("FB-9.46")
def test_the_joint_visit_card_gives_a_token() -> None:
    s = position(1)
    hold_tricks(s, 1)
    tricks.begin(s)
    s.settle()
    do(s, "trick joint_visit")
    assert list(s.joint) == [1, 1]
    assert s.view(0)["joint"] == [1]


@pytest.mark.rule("FB-9.46", "FB-9.47")
def test_the_spirits_begin_with_the_joint_tokens() -> None:
    assert [new(seats, **mode).joint for seats, mode in ((1, {}), (2, {"mode": "rivalry"}))] == [(0, 2), (0, 0, 2)]


@pytest.mark.rule("FB-9.47")
def test_the_spirits_share_the_next_visit() -> None:
    s = position(1, row="S01", sages={0: "S01.1"}, books={1: NOTHING})
    s.joint = [1, 1]
    do(turn_of(s), "done", "visit wind", "replace", "choose 0")
    assert books(s, 1) == [2, 0, 0, 0]  # also when the player replaces
    assert list(s.joint) == [0, 2]
    alone = position(1, row="S01", sages={0: "S01.1"}, books={1: NOTHING})
    do(turn_of(alone), "done", "visit wind", "replace", "choose 0")
    assert (books(alone, 1), list(alone.joint)) == ([0, 0, 0, 0], [0, 2])  # not without the token
    failing = position(1, row="G03", sages={0: "G03.2"}, books={1: NOTHING})
    failing.joint = [1, 1]
    do(turn_of(failing), "done", "visit library", "apply", "upgrade steppe")
    assert failing.tricks_held() == 1
    assert list(failing.joint) == [0, 2]


@pytest.mark.rule("FB-9.48")
def test_two_tokens_one_at_a_time() -> None:
    s = position(1, edition=1, row="S01 S02", sages={0: "S01.1 S02.1"}, books={1: NOTHING})
    s.joint = [2, 0]
    do(turn_of(s), "done", "move S01.1", "visit wind", "visit wind", "enter S01.2 wind", "apply")
    assert books(s, 1) == [2, 0, 0, 0]
    assert list(s.joint) == [1, 1]
    do(s, "apply")
    assert books(s, 1) == [4, 0, 0, 0]
    none = position(1, edition=1)
    none.joint = [2, 0]
    hold_tricks(none, 1)
    tricks.begin(none)
    none.settle()
    do(none, "trick joint_visit")
    assert none.tricks_held() == 1  # no token left: nothing changed


# -- levels


@pytest.mark.rule("FB-9.51")
def test_the_beginner_level_needs_scenario_0() -> None:
    assert new(1, scenario=0, level="beginner").options.level == "beginner"
    assert new(1, scenario=0, level="high").options.level == "high"
    with pytest.raises(BadOptions, match="introductory scenario 0"):
        GAME.new(1, level="beginner")


@pytest.mark.rule("FB-9.52")
@pytest.mark.parametrize(("have", "then"), [((5, 0, 0, 0), [3, 1, 0, 0]), ((4, 9, 9, 0), [5, 9, 9, 0])])
def test_every_trick_of_the_beginner_level(have: Books, then: list[int]) -> None:
    s = position(1, scenario=0, level="beginner", books={1: have})
    hold_tricks(s, 1)
    tricks.begin(s)
    s.settle()
    do(s, "trick memory_of_stone")
    assert books(s, 1) == then


@pytest.mark.rule("FB-9.53")
def test_assistance() -> None:
    def helped(territory: int, have: Books = (5, 0, 0, 0), level: str = "high") -> FabledState:
        s = position(1, level=level, row="S13", sages={1: "S13.1"}, books={1: have})
        s.territory = territory
        spirits.assist(s)
        s.settle()
        return s

    assert books(helped(STEPPE), 1) == [6, 0, 0, 0]
    assert books(helped(MOUNTAIN), 1) == [3, 1, 0, 0]
    poor = helped(MOUNTAIN, (4, 0, 0, 0))
    assert books(poor, 1) == [5, 0, 0, 0]
    assert poor.tricks_held() == 0  # the book comes instead of a trick
    assert where(helped(FOREST), 1) == ["S13.2"]
    nobody = position(1, level="high")
    nobody.territory = FOREST
    spirits.assist(nobody)
    assert nobody.tricks_held() == 1  # in doubt they gain one (FB-9.40)
    first = position(1, level="high", edition=1)
    first.territory = FOREST
    spirits.assist(first)
    assert first.tricks_held() == 0
    assert books(helped(STEPPE, level="normal"), 1) == [5, 0, 0, 0]
    prologue = begun(1, level="high")
    before = books(prologue, 1)
    spirits.PROLOGUE_TURN.run(prologue, ())
    assert books(prologue, 1) == before


@pytest.mark.rule("FB-9.54")
def test_forest_first_on_the_high_level() -> None:
    def added(**kw: object) -> FabledState:
        s = position(1, row="G02", sages={0: "G02.1"}, **kw)  # type: ignore[arg-type]
        s.territory = STEPPE
        spirits.act(s)
        s.settle()
        return roll(s)

    assert "F" in row(added(level="high", books={1: (6, 1, 1, 0)}))
    assert "F" not in row(added(level="normal", books={1: (6, 1, 1, 0)}))
    assert "S" in row(added(level="high", books={1: (6, 1, 0, 0)}))  # no forest book: the territory
    high = position(1, level="high", row="G02 S13", sages={0: "G02.1", 1: "S13.1"}, books={1: (6, 1, 1, 0)})
    spirits_turn(high, "territory cloud_shepherd")
    assert "forest_first" in told(high)
    assert told_args(high, "announces") == {"terrain": "steppe"}  # the forest does not become their territory
    high = position(1, level="high", books={1: NOTHING})
    assert tricks.text_of(high, high.content.trick_index["memory_of_stone"]) == high.content.tricks[9].high
