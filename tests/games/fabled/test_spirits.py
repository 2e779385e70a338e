"""Section 9, second part: conversions, steps, places, tricks and the end as the spirits handle them."""

from __future__ import annotations

import pytest

from ludoteka.core.bag import changed
from ludoteka.core.errors import BadOptions
from ludoteka.core.game import CHANCE
from ludoteka.games.fabled import GAME, board, effects
from ludoteka.games.fabled.phases import epilogue, spirit_ops, spirit_visits, spirits, steps, tricks, visits
from ludoteka.games.fabled.scoring import rating
from ludoteka.games.fabled.state import FabledState
from ludoteka.games.fabled.vocab import FOREST, MOUNTAIN, STEPPE
from tests.games.fabled.kit import (
    Books,
    asks,
    begun,
    books,
    chapter_begins,
    do,
    hold_tricks,
    legal,
    new,
    position,
    roll,
    row,
    spirits_turn,
    told,
    turn_of,
    where,
)

NOTHING: Books = (0, 0, 0, 0)


def visited(s: FabledState, place: str, sage: int = 0) -> FabledState:
    """A spirit sage standing on its vortex visits a place."""
    s.wait[s.own(s.spirits)[sage]] = s.content.place_index[place]
    s.stack.append((visits.VISITS, None, s.spirits, 0))
    s.settle()
    return s


def ending(s: FabledState) -> FabledState:
    epilogue.begin(s)
    s.settle()
    while s.stack:
        do(s, "done")
    return s


# -- conversions


@pytest.mark.rule("FB-9.20")
def test_their_conversions_go_up_the_highest_first() -> None:
    s = position(1, books={1: (9, 9, 9, 0)})
    assert spirit_ops.convert(s, 1) == 1
    assert books(s, 1) == [9, 9, 7, 1]
    s = position(1, books={1: (9, 9, 2, 0)})
    spirit_ops.convert(s, 2)
    assert books(s, 1) == [9, 7, 1, 1]  # a forest book by the mountains, then 3 forests allow a sun


@pytest.mark.rule("FB-9.21")
def test_what_cannot_be_converted_is_lost() -> None:
    s = position(1, books={1: (5, 0, 0, 0)})
    assert spirit_ops.convert(s, 3) == 1
    assert books(s, 1) == [3, 1, 0, 0]


@pytest.mark.rule("FB-9.22")
@pytest.mark.parametrize(
    ("have", "tier"),
    [
        ((4, 2, 2, 0), -1),
        ((5, 0, 0, 0), STEPPE),
        ((0, 3, 0, 0), MOUNTAIN),
        ((0, 0, 3, 0), FOREST),
        ((9, 9, 3, 0), FOREST),
    ],
)
def test_the_reserve(have: Books, tier: int) -> None:
    assert spirit_ops.highest(position(1, books={1: have})) == tier


@pytest.mark.rule("FB-9.23")
def test_no_reserve_after_the_escalation_and_in_the_epilogue() -> None:
    s = position(1, books={1: (2, 0, 0, 0)})
    assert spirit_ops.highest(s) == -1
    s.escalated = True
    assert spirit_ops.highest(s) == STEPPE
    late = position(1, scenario=3, books={1: (2, 0, 0, 0)})
    late.part = 3
    assert spirit_ops.highest(late) == STEPPE
    early = position(1, chapter=7, row="S01", sages={0: "S01.1"}, books={1: (2, 0, 0, 0)})
    early.event_deck = 0
    chapter_begins(early)
    assert early.to_move() == 0  # already in the player's turn of that chapter
    assert spirit_ops.highest(early) == STEPPE


# -- steps


@pytest.mark.rule("FB-9.24")
def test_their_sages_move_from_left_to_right() -> None:
    s = position(1, row="S05 S13", sages={1: "S13.4 S05.2"})
    s.territory = STEPPE
    spirits.move(s)
    s.settle()
    # S05.2 reaches the stones first, then S13.4 leaves the row
    assert [line for line in told(s) if line in ("visit", "went_home")] == ["went_home", "visit"]
    assert where(s, 1) == ["S05.3"]


@pytest.mark.rule("FB-9.25")
def test_handing_out_steps() -> None:
    s = position(1, row="S13 F05", sages={1: "S13.1 F05.1"})
    spirit_ops.hand_out(s, 3, leftmost=False)
    s.stack.clear()
    assert s.wait[s.own(1)[0]] == s.content.place_index["academy"]  # two steps for the left one
    assert where(s, 1) == ["S13.3", "F05.2"]
    waiting = position(1, row="S13 F05", sages={1: "S13.2 F05.1"})
    spirit_ops.hand_out(waiting, 4, leftmost=False)  # the left one waits after its first step
    waiting.stack.clear()
    assert where(waiting, 1) == ["S13.3", "F05.3"]
    assert told(waiting)[-1] == "steps_lost"
    home = position(1, row="S13", sages={1: "S13.4"})
    spirit_ops.hand_out(home, 5, leftmost=False)
    assert where(home, 1) == []
    assert "steps_lost" in told(home)


@pytest.mark.rule("FB-9.26")
def test_the_order_within_a_land() -> None:
    s = position(1, row="G01 F05", sages={1: "F05.1 G01.2 G01.d1 G01.1"})
    names = [s.content.cell_name[s.at[g]] for g in spirit_ops.line(s)]
    assert names == ["G01.1", "G01.d1", "G01.2", "F05.1"]


# -- places


@pytest.mark.rule("FB-9.27")
def test_they_never_pass_and_take_the_better_place() -> None:
    s = position(1, row="F01", sages={1: "F01.3"}, books={1: NOTHING})
    steps.walk(s, s.own(1)[0], 2)
    assert s.wait[s.own(1)[0]] == s.content.place_index["temple"]  # though it cannot be applied
    assert where(s, 1) == ["F01.4"]


@pytest.mark.rule("FB-9.28")
def test_the_order_of_their_visits() -> None:
    s = position(1, row="S03 F05 G01", sages={1: "F05.3 S03.2 S03.4 G01.d3"})
    a, b, c, d = s.own(1)[:4]
    for sage, place in ((a, "temple"), (b, "wind"), (c, "tavern"), (d, "stones_2")):
        s.wait[sage] = s.content.place_index[place]
    order = []
    while waiting := visits.waiting(s, 1):
        sage = spirit_visits.next_visitor(s, waiting)
        order.append(s.content.place_id[s.wait[sage]])
        s.wait[sage] = -1
    assert order == ["stones_2", "tavern", "wind", "temple"]
    same = position(1, row="S01 S02", sages={1: "S02.2 S01.2"})
    for sage in same.own(1)[:2]:
        same.wait[sage] = same.content.place_index["wind"]
    assert spirit_visits.next_visitor(same, list(same.own(1)[:2])) == same.own(1)[1]  # from left to right


@pytest.mark.rule("FB-9.29")
def test_replacement_of_the_spirits() -> None:
    s = visited(position(1, row="F05", sages={1: "F05.3"}, books={1: NOTHING}), "temple")
    assert books(s, 1) == [1, 0, 0, 0]
    assert s.tricks_held() == 1
    assert told(s)[:2] == ["replacement", "trick_gained"]
    rich = position(1, row="F05", sages={1: "F05.3"}, books={1: (0, 0, 3, 0)})
    assert books(visited(rich, "temple"), 1) == [0, 0, 1, 1]  # the conversion if they can


@pytest.mark.rule("FB-9.30")
def test_the_second_place_of_the_vortex() -> None:
    s = position(1, row="F01", sages={1: "F01.4"}, books={1: (0, 0, 3, 0)})
    visited(s, "temple")  # no fitting book, but the academy can be applied
    assert told(s)[0] == "second_place"
    assert books(s, 1) == [0, 0, 1, 1]
    assert s.tricks_held() == 0


@pytest.mark.rule("FB-9.31")
def test_the_memo() -> None:
    s = new(1)
    ranked = [s.content.place_id[p] for p in s.content.by_rank]
    assert ranked[:7] == ["temple", "tower", "stones_2", "roots", "library", "academy", "serpent"]
    assert ranked[7:] == ["stones_1", "menhirs", "tavern", "wind", "gates", "sky_tent", "sky_pier"]
    assert s.content.rank[s.content.place_index["stones_2"]] < s.content.rank[s.content.place_index["stones_1"]]


@pytest.mark.rule("FB-9.32")
def test_what_their_serpent_copies() -> None:
    s = position(1, row="F03 F05 S01", sages={1: "F03.2"}, books={1: NOTHING})
    visited(s, "serpent")  # temple first by the memo, but it needs a book: the roots
    assert books(s, 1) == [0, 0, 1, 0]
    assert "copies" in told(s)
    s = position(1, row="F03 F05 S01", sages={1: "F03.2"}, books={1: (0, 1, 0, 0)})
    assert books(visited(s, "serpent"), 1) == [0, 0, 0, 1]


@pytest.mark.rule("FB-9.33")
def test_their_upgrades_ignore_the_reserve() -> None:
    s = position(1, row="G04", sages={1: "G04.d3"}, books={1: (1, 1, 1, 0)})
    assert books(visited(s, "tower"), 1) == [1, 0, 1, 1]  # forest and mountain, two different tiers
    s = position(1, row="G03", sages={1: "G03.3"}, books={1: (1, 1, 0, 0)})
    assert books(visited(s, "library"), 1) == [1, 0, 1, 0]
    s = position(1, row="F05", sages={1: "F05.3"}, books={1: (1, 1, 1, 0)})
    assert books(visited(s, "temple"), 1) == [1, 0, 1, 1]


@pytest.mark.rule("FB-9.34")
def test_their_gates() -> None:
    # S04 (exit middle) holds the visitor and leads nowhere; before G02 (entry middle) with a player's sage it does
    s = position(1, row="S04 S05 G02", sages={0: "G02.1", 1: "S04.3"}, books={1: NOTHING})
    visited(s, "gates")
    assert row(s) == "S05 S04 G02"
    assert "gates" in told(s)
    right = position(1, row="G02 S04", sages={0: "G02.1", 1: "S04.3"})
    visited(right, "gates")  # the rightmost land counts as not connected
    assert row(right) == "S04 G02"
    # only the first such land is tried: S05 (upper) fits nowhere, S04 would
    first = position(1, row="S05 S04 G02", sages={0: "G02.1", 1: "S05.1 S04.3"}, books={1: NOTHING})
    first.row = [first.content.land_index[x] for x in ("S05", "G02", "S04")]
    visited(first, "gates", sage=1)
    assert row(first) == "S05 G02 S04"
    assert told(first)[0] == "second_place"  # the tavern of the same vortex instead


@pytest.mark.rule("FB-9.35")
def test_the_fourth_condition_of_the_gates() -> None:
    # G08 (exit middle) with spirits leads into G02; moving S04 between them breaks nothing that matters to conditions
    # 1 to 3 elsewhere, but taking S13 out of its place would cut G08 off
    s = position(1, row="G08 S13 F03 G02", sages={0: "G02.1", 1: "S13.3 G08.1"}, books={1: NOTHING})
    assert board.is_joined(s, s.row[0], s.row[1])
    assert not board.is_joined(s, s.row[1], s.row[2])
    visited(s, "gates")
    assert row(s) == "G08 S13 F03 G02"  # S13 before G02 would fit, were it not for G08
    assert s.tricks_held() == 1
    free = position(1, row="G08 S13 F03 G02", sages={0: "G02.1", 1: "S13.3"}, books={1: NOTHING})
    visited(free, "gates")
    assert row(free) == "G08 F03 S13 G02"


@pytest.mark.rule("FB-9.36")
def test_other_places_of_the_spirits() -> None:
    s = position(1, row="S13", sages={1: "S13.3"}, books={1: (9, 0, 0, 0)})
    assert books(visited(s, "academy"), 1) == [3, 3, 0, 0]  # three conversions, reserve kept
    s = position(1, row="S03", sages={0: "S03.1", 1: "S03.4 S03.1 S03.1"}, books={1: NOTHING})
    assert books(visited(s, "tavern"), 1) == [3, 0, 0, 0]
    s = position(1, row="F07", sages={1: "F07.2"}, books={1: NOTHING})
    visited(s, "menhirs")
    assert books(s, 1) == [0, 0, 1, 0]  # two steps to the roots, which it visits
    s = position(1, row="S01", sages={1: "S01.2"}, allies={0: ["sky_wanderer"]}, books={1: (1, 0, 0, 0)})
    s.token_at = changed(s.token_at, 0, s.content.cell_index["S01.2"])
    visited(s, "sky_tent")
    assert books(s, 1) == [0, 1, 0, 0]
    assert books(s) == [6, 1, 1, 0]  # her owner


# -- tricks


@pytest.mark.rule("FB-9.40")
def test_a_sage_that_goes_home_brings_a_trick_in_anybodys_turn() -> None:
    s = position(1, row="S01 G01", sages={0: "S01.1", 1: "S01.3 S01.3"})
    s.row.reverse()
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
    s.stack = [(tricks.PLAYING, CHANCE)]
    assert legal(s) == ["trick steppe_folk"]  # the card of the older pile first
    s.piles = [(0b1, 1)]
    s.gain_trick("no_land")
    assert s.tricks_held() == 1
    assert told(s)[-1] == "no_trick_left"


@pytest.mark.rule("FB-9.42")
def test_tricks_are_played_one_by_one() -> None:
    s = position(1, books={1: NOTHING})
    hold_tricks(s, 1)
    tricks.begin(s)
    s.settle()
    do(s, "trick memory_of_stone")
    assert books(s, 1) == [0, 1, 0, 0]
    assert s.view(0)["spirits"]["trick_discard"] == ["memory_of_stone"]
    assert s.tricks_held() == 0
    assert not s.stack
    s = position(1, books={1: NOTHING})
    hold_tricks(s, 1)
    tricks.begin(s)
    s.settle()
    do(s, "trick mountain_folk")  # no mountain ally was revealed: nothing changed
    assert s.tricks_held() == 1
    assert s.to_move() == CHANCE  # and the new card is played too
    assert "trick mountain_folk" not in legal(s)


@pytest.mark.rule("FB-9.43")
def test_a_failing_card_brings_one_card_only() -> None:
    s = position(1, books={1: NOTHING})
    hold_tricks(s, 1)
    tricks.begin(s)
    s.settle()
    do(s, "trick taste_of_wisdom")
    assert s.tricks_held() == 1
    high = position(1, level="high", row="S13", sages={0: "S13.1"}, books={1: NOTHING})
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
    s.stack.append((tricks.TRICKS, None, 20))
    s.settle()
    assert not s.stack
    assert s.tricks_held() == 3
    assert told(s) == ["tricks_wait"]
    s.stack.append((tricks.TRICKS, None, 19))
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


@pytest.mark.rule("FB-9.47")
def test_the_spirits_share_the_next_visit() -> None:
    s = position(1, row="S01", sages={0: "S01.1"}, books={1: NOTHING})
    s.joint = [1, 1]
    do(turn_of(s), "done", "visit wind", "replace", "choose 0")
    assert books(s, 1) == [2, 0, 0, 0]  # also when the player replaces
    assert list(s.joint) == [0, 2]
    failing = position(1, row="G03", sages={0: "G03.2"}, books={1: NOTHING})
    failing.joint = [1, 1]
    do(turn_of(failing), "done", "visit library", "apply", "upgrade steppe")
    assert failing.tricks_held() == 1
    assert list(failing.joint) == [0, 2]


@pytest.mark.rule("FB-9.48")
def test_two_tokens_one_at_a_time() -> None:
    s = position(1, row="S01 S02", sages={0: "S01.1 S02.1"}, books={1: NOTHING})
    s.joint = [2, 0]
    do(turn_of(s), "done", "move S01.1", "visit wind", "visit wind", "enter S01.2 wind", "apply")
    assert books(s, 1) == [2, 0, 0, 0]
    assert list(s.joint) == [1, 1]
    do(s, "apply")
    assert books(s, 1) == [4, 0, 0, 0]
    none = position(1)
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
    high = position(1, level="high", books={1: NOTHING})
    assert tricks.text_of(high, high.content.trick_index["memory_of_stone"]) == high.content.tricks[9].high


# -- the end


@pytest.mark.rule("FB-9.55", "FB-9.56")
def test_the_epilogue_of_the_spirits() -> None:
    s = ending(position(1, books={0: NOTHING, 1: (8, 1, 0, 0)}))
    # 6 of 8 steppe for 2 mountain (3 in all), these for a forest; then 2 steppe to a mountain, no more
    assert books(s, 1) == [0, 1, 1, 0]
    assert told(s)[:3] == ["exchange", "exchange", "conversion"]


@pytest.mark.rule("FB-9.57")
def test_up_to_four_conversions_at_the_end() -> None:
    s = ending(position(1, books={0: NOTHING, 1: (0, 0, 12, 0)}))
    assert books(s, 1) == [0, 0, 4, 4]


@pytest.mark.rule("FB-9.58")
def test_no_epilogue_for_beginners() -> None:
    s = ending(position(1, scenario=0, level="beginner", books={0: NOTHING, 1: (9, 9, 9, 0)}))
    assert books(s, 1) == [9, 9, 9, 0]


@pytest.mark.rule("FB-9.59")
@pytest.mark.parametrize(
    ("mine", "grade"),
    [
        ((0, 0, 0, 4), -1),
        ((1, 0, 0, 5), 0),
        ((0, 0, 0, 6), 1),
        ((0, 0, 0, 7), 1),
        ((0, 0, 0, 8), 2),
        ((0, 0, 0, 10), 3),
    ],
)
def test_the_rating(mine: Books, grade: int) -> None:
    s = position(1, books={0: mine, 1: (0, 0, 0, 5)})
    assert rating(s) == grade


# -- together


@pytest.mark.rule("FB-9.60")
@pytest.mark.parametrize(("seats", "end"), [(2, 9), (3, 8), (4, 8)])
def test_setup_of_together_play(seats: int, end: int) -> None:
    s = begun(seats, mode="comradeship")
    view = s.view(0)
    assert view["time"]["end"] == end
    assert view["time"]["escalation"] == 7
    assert books(s, s.spirits) == [6, 1, 1, 0]  # the extra book of the last seat
    assert books(s, 0) == [5, 1, 1, 0]
    assert s.supply(s.spirits) == 7


@pytest.mark.rule("FB-9.61")
def test_a_random_player_holds_the_fate_token() -> None:
    s = do(new(3, mode="rivalry"), "first 1")
    assert legal(s) == ["fate 0", "fate 1", "fate 2"]
    assert do(s, "fate 2").view(0)["fate"] == 2


@pytest.mark.rule("FB-9.62")
def test_tricks_of_comradeship() -> None:
    assert new(2, mode="comradeship").trick_deck() == 14
    assert new(2, mode="rivalry").trick_deck() == 12
    easier = new(2, mode="comradeship", easier=True)
    assert easier.trick_deck() == 13
    assert easier.piles[0][0] >> easier.content.trick_index["forgotten_portal"] & 1


@pytest.mark.rule("FB-9.63")
@pytest.mark.parametrize(
    ("seats", "options", "n"),
    [
        (2, {"mode": "comradeship"}, 1),
        (3, {"mode": "comradeship"}, 2),
        (4, {"mode": "comradeship"}, 2),
        (3, {"mode": "rivalry"}, 0),
        (3, {"mode": "rivalry", "spirit_tricks": True}, 2),
        (1, {}, 0),
    ],
)
def test_tricks_at_the_start_of_their_turn(seats: int, options: dict[str, object], n: int) -> None:
    s = position(seats, row="S13", sages={seats: "S13.1"}, **options)  # type: ignore[arg-type]
    spirits.start(s)
    assert s.tricks_held() == n


@pytest.mark.rule("FB-9.65")
def test_the_holder_of_the_fate_token_takes_the_joint_token() -> None:
    s = position(3, mode="comradeship")
    s.order = (1, 2, 0)
    s.fate = 2
    spirit_ops.give_token(s)
    assert list(s.joint) == [0, 0, 1, 1]
    assert s.fate == 0  # clockwise, past the spirits
    assert told(s) == ["joint_token", "fate_passes"]
    spirit_ops.give_token(s)
    assert (s.joint, s.fate) == ((1, 0, 1, 0), 1)


@pytest.mark.rule("FB-9.66")
def test_places_of_the_sky_wanderer_in_comradeship() -> None:
    for mode, open_to_all in (("comradeship", False), ("rivalry", True)):
        s = position(2, mode=mode, row="S01", sages={0: "S01.1", 1: "S01.1", 2: "S01.1"}, allies={1: ["sky_wanderer"]})
        s.token_at = changed(s.token_at, 0, s.content.cell_index["S01.2"])
        tent = s.content.place_index["sky_tent"]
        assert [board.is_open_to(s, side, tent) for side in range(3)] == [open_to_all, True, True]
        steps.walk(s, s.own(0)[0], 1)
        assert ("visit sky_tent" in legal(s)) == open_to_all
        if not open_to_all:
            found = s.why_not(GAME.parse("visit sky_tent"))
            assert found is not None
            assert found.id == "why.place_closed"


@pytest.mark.rule("FB-9.67")
@pytest.mark.parametrize(
    ("first", "second", "theirs", "won"),
    [(5, 3, 3, False), (6, 5, 4, True), (6, 4, 4, False), (9, 0, 4, False)],
)
def test_the_end_of_comradeship(first: int, second: int, theirs: int, won: bool) -> None:
    # 5+3 against (3+1)*2; 6+5 against 4*2; 6+4 against (4+1)*2: a tie; 9+0 against (4+1)*2
    s = ending(position(2, mode="comradeship", books={0: (0, 0, 0, first), 1: (0, 0, 0, second), 2: (0, 0, 0, theirs)}))
    assert s.view(0)["result"]["spirits_win"] is not won
    assert s.returns() == ([0.5, 0.5] if won else [0, 0])
    behind = sum(x <= theirs for x in (first, second))
    assert s.view(0)["result"]["comrades"] == [first + second, (theirs + behind) * 2]


@pytest.mark.rule("FB-9.68")
def test_the_end_of_rivalry() -> None:
    def over(level: str, *suns: int) -> FabledState:
        hands: dict[int, Books] = {x: (0, 0, 0, n) for x, n in enumerate(suns)}
        return ending(position(len(suns) - 1, mode="rivalry", level=level, books=hands))

    s = over("normal", 5, 3, 4)  # the second player is out, the spirits gain a forest book
    assert s.view(0)["result"]["out"] == [1]
    assert books(s, 2) == [0, 0, 1, 4]
    assert s.returns() == [1, 0]
    s = over("high", 5, 3, 4)
    assert books(s, 2) == [0, 0, 0, 5]  # a sun book
    assert s.returns() == [0, 0]  # 5 to 5 down to the steppe books: theirs
    s = over("normal", 4, 4, 3, 9)
    assert s.view(0)["result"]["out"] == [0, 1, 2]
    assert books(s, 3) == [0, 0, 0, 9 + 1] or books(s, 3)[3] >= 9
    late = position(
        2, mode="rivalry", row="S01", sages={0: "S01.1"}, books={0: (0, 0, 2, 2), 1: NOTHING, 2: (0, 0, 0, 3)}
    )
    epilogue.begin(late)
    late.settle()
    do(late, "raise forest")  # the conversions come before the comparison
    assert late.view(0)["result"]["out"] == [1]


@pytest.mark.rule("FB-9.69")
def test_full_ties() -> None:
    solo = position(1, books={0: (1, 1, 1, 3), 1: (1, 1, 1, 3)})
    assert solo.returns() == [0]
    assert solo.scores() == [(0, 3, 1, 1, 1)]
    two = position(2, mode="rivalry", books={0: (1, 1, 1, 4), 1: (1, 1, 1, 4), 2: (0, 0, 0, 3)})
    two.result = (0, 0)
    assert two.returns() == [0.5, 0.5]


def test_a_players_turn_can_set_off_the_spirits() -> None:
    s = position(1, row="S01", sages={0: "S01.1", 1: "S01.1"}, books={1: NOTHING})
    do(turn_of(s), "done", "pass")
    assert books(s, 1) == [2, 0, 0, 0]  # they visit in the player's turn too
    assert asks(s) == ""
    assert spirits_turn(s).part == 2
