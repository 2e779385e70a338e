"""The small print of the spirits' procedure."""

from __future__ import annotations

import pytest

from ludoteka.core.game import Step
from ludoteka.games.fabled import effects, scoring
from ludoteka.games.fabled.phases import chapters, search, spirit_choices, spirits, steps, storm, tricks
from ludoteka.games.fabled.state import CHAPTERS, FabledState, ForTerrain
from tests.games.fabled.kit import (
    NOTHING,
    books,
    do,
    epilogue_begins,
    legal,
    new,
    open_lands,
    position,
    roll,
    row,
    spirits_turn,
    told,
    visit,
    where,
)
from tests.games.fabled.test_content import laid_over
from tests.games.fabled.test_effects import run

STEPS = {"op": "steps", "n": 2, "cap": 1, "among": "row"}
UP = {"op": "transform", "n": 1, "dir": "up"}


def opened(s: FabledState, *cards: str) -> FabledState:
    """These lie open, two of each terrain."""
    s.open = tuple(s.content.land_index.get(card, -1) for card in cards)
    s.decks = tuple(mask & ~sum(1 << land for land in s.open if land >= 0) for mask in s.content.deck_masks)
    return s


@pytest.mark.rule("FB-9.13")
@pytest.mark.parametrize(("terrain", "cards"), [(0, "S13 S10"), (1, "G02 G10"), (2, "F02 F10")])
def test_the_search_looks_at_the_open_cards_of_its_terrain(terrain: int, cards: str) -> None:
    """S01 holds a player's sage; its entries are upper and middle. F10 (lower exit) would not fit."""
    far, near = cards.split()
    s = opened(position(1, row="S01", sages={0: "S01.1"}), "S13", "S10", "G02", "G10", "F02", "F10")
    s.stack.append(ForTerrain(search.ADD, None, terrain))
    s.settle()
    assert row(s) == f"{far} S01"
    assert open_lands(s)[terrain * 2 : terrain * 2 + 2] == [near, "-"], "the card is taken, the other moves away"
    roll(s)
    assert open_lands(s)[terrain * 2 + 1] != "-"
    none = opened(position(1, row="S01", sages={0: "S01.1"}), "S03", "S07", "G04", "G05", "F03", "F04")  # exits lower
    none.decks = (0, 0, 0)
    none.stack.append(ForTerrain(search.ADD, None, terrain))
    none.settle()
    taken = ("S03", "G04", "F03")[terrain]
    assert row(none) == f"{taken} S01", "with an empty deck the farther card at the far left"
    assert taken not in open_lands(none)


@pytest.mark.rule("FB-9.14", "FB-9.15")
def test_the_first_land_of_all_counts_only_with_a_players_sage() -> None:
    for cells, broken in (({0: "S01.1"}, 0), ({0: "S02.1"}, 1)):
        s = position(1, row="S01 S02", sages=cells)
        assert search.failed_condition(s, s.row, s.content.land_index["S13"], 0) == broken


@pytest.mark.rule("FB-11.19")
def test_a_land_of_the_spirits_rewards_the_players() -> None:
    s = opened(
        position(1, row="S01", sages={0: "S01.1"}, event="steppe_blaze"), "S13", "S10", "G02", "G10", "F02", "F10"
    )
    s.stack.append(ForTerrain(search.ADD, None, 0))
    s.settle()
    roll(s)
    assert (books(s), books(s, 1)[0]) == ([7, 1, 1, 0], 6)


@pytest.mark.rule("FB-9.12", "FB-9.7")
@pytest.mark.parametrize(("terrain", "placed"), [(0, 1), (1, 2), (2, 1)])
def test_how_many_sages_a_land_needs(terrain: int, placed: int) -> None:
    for supply in (placed - 1, placed):
        s = position(1, row="S01", sages={1: " ".join(["S01.1"] * (7 - supply))}, books={1: (9, 9, 9, 9)})
        assert s.supply(s.spirits) == supply
        assert search.can_place(s, terrain) is (supply == placed)
        assert ("sages" in spirits.obstacles(s, terrain)) is (supply < placed)


@pytest.mark.rule("FB-9.7")
def test_in_the_prologue_they_pay_only_for_a_land_there_is() -> None:
    s = position(1)
    s.open, s.decks, s.territory = (-1,) * 6, (0, 0, 0), 0
    before = books(s, 1)
    spirits.PROLOGUE_ADD.run(s, None)  # type: ignore[arg-type]
    assert (books(s, 1), s.stack) == (before, [])


@pytest.mark.rule("FB-9.11")
def test_free_lands_come_prairie_first() -> None:
    s = position(1, row="F01", sages={0: "F01.1"})
    spirits_turn(s)
    added = [args for id, args in s.told if id == "tell.free_land"]
    assert [dict(args)["terrain"] for args in added] == ["steppe", "mountain"]
    late = position(1, row="F01", sages={0: "F01.1"})
    late.escalated = True
    spirits_turn(late)
    added = [args for id, args in late.told if id == "tell.free_land"]
    assert [dict(args)["terrain"] for args in added] == ["steppe", "mountain", "forest"]


@pytest.mark.rule("FB-9.25")
def test_one_step_each_before_a_second_one() -> None:
    s = run(position(1, row="S13 F05", sages={1: "S13.1 F05.1"}), [STEPS], side=1)
    assert where(s, 1) == ["S13.2", "F05.2"]
    s = run(position(1, row="F08 F05", sages={1: "F08.1 F05.1"}), [{**STEPS, "n": 1}], side=1)
    assert where(s, 1) == ["F08.2", "F05.1"]


@pytest.mark.rule("FB-9.25", "FB-13.9")
def test_a_leap_ends_where_the_sage_goes_home() -> None:
    s = position(1, row="S01", sages={1: "S01.3"})
    run(s, [{"op": "steps", "n": 3, "cap": 0, "among": "leftmost"}], side=1)
    assert (where(s, 1), s.tricks_held()) == ([], 1), "one way home, one trick"


@pytest.mark.rule("FB-9.33", "FB-13.11")
def test_of_each_tier_one_book_is_raised() -> None:
    s = run(position(1, books={1: (3, 2, 2, 0)}), [{"op": "upgrade", "books": 3, "tiers": 1, "distinct": True}], side=1)
    assert books(s, 1) == [2, 2, 2, 1]
    few = run(
        position(1, books={1: (3, 2, 2, 0)}), [{"op": "upgrade", "books": 2, "tiers": 1, "distinct": True}], side=1
    )
    assert books(few, 1) == [3, 1, 2, 1]


@pytest.mark.rule("FB-9.46", "FB-13.2")
def test_the_last_joint_token() -> None:
    for held, given in ((1, 1), (0, 0)):
        s = position(1)
        s.joint = (0, held)
        run(s, [{"op": "give_joint_token"}], side=1)
        assert s.joint == (given, held - given)


@pytest.mark.rule("FB-9.47", "FB-6.5")
def test_only_a_joint_token_makes_a_visit_a_joint_one() -> None:
    for answer in ("apply", "replace"):
        s = position(1, row="S01", sages={0: "S01.2"}, books={1: NOTHING})
        s.joint = (0, 2)
        do(visit(s, "wind"), answer)
        while s.stack:
            do(s, legal(s)[0])
        assert (books(s, 1), s.joint) == ([0, 0, 0, 0], (0, 2))
    for answer in ("apply", "replace"):
        alone = position(2, row="S01", sages={0: "S01.2"})
        alone.joint = (1, 0, 0)
        do(visit(alone, "wind"), answer)
        while alone.stack:
            do(alone, legal(alone)[0])
        assert alone.joint == (1, 0, 0), "in competition there are no spirits"


@pytest.mark.rule("FB-13.12", "FB-9.12")
def test_a_free_land_needs_a_card_and_a_sage() -> None:
    free = {"op": "add_land_free", "terrain": "steppe"}
    for cells, deck, added in (("S01.1 " * 7, True, False), ("S01.1 " * 6, True, True), ("S01.1", False, False)):
        s = position(1, row="S01", sages={0: "S01.1", 1: cells})
        if not deck:
            s.open, s.decks = (-1, -1, *s.open[2:]), (0, *s.decks[1:])
        run(s, [free], side=1)
        roll(s)
        assert (len(s.row) == 2) is added


@pytest.mark.rule("FB-9.43")
def test_only_conversions_that_failed_bring_a_trick() -> None:
    s = run(position(1, books={1: NOTHING}), [UP], side=1)
    assert s.tricks_held() == 1
    s = run(position(1, books={1: NOTHING}), [STEPS], side=1)
    assert s.tricks_held() == 0, "steps of nobody"
    none = {"op": "transform_per", "per": "opponents_moved", "max": 0, "dir": "up"}
    assert run(position(1, books={1: NOTHING}), [none], side=1).tricks_held() == 0, "no conversions at all"
    first = position(1, books={1: NOTHING})
    first.trick_now = 0
    run(first, [UP], side=1)
    assert (first.tricks_held(), first.trick_failed) == (0, True), "of a card it is the card that failed"


@pytest.mark.rule("FB-9.40", "FB-9.41")
def test_the_card_received_first_is_played_first() -> None:
    s = position(1, row="S01", sages={0: "S01.1", 1: "S01.1"})
    cards = s.piles[0][0]
    low, high = cards & 0b11, cards & ~0b11
    for held, left in ((2, 2), (1, 1)):
        s.piles = ((low, held), (high, 1))
        tricks.begin(s)
        s.settle()
        assert legal(s) == [f"trick {s.content.tricks[i].id}" for i in range(2)], "of the older pile"
        do(s, legal(s)[0])
        assert sum(n for _, n in s.piles) >= left
        assert len(s.piles) == held
        assert s.piles[-1][0] & high == high
        s.stack, s.trick_discard = [], 0


@pytest.mark.rule("FB-9.52")
@pytest.mark.parametrize(("least", "sun"), [(0, True), (1, False)])
def test_a_beginners_card_from_the_first_book_on(least: int, sun: bool) -> None:
    text = f"[trial.levels.beginner.trick_override]\nsteppe_at_least = {least}\n"
    text += 'then = [{ op = "gain", book = "sun", n = 1 }]\n'
    s = position(1, scenario=0, level="beginner", books={1: NOTHING}, data=laid_over(text))
    over = s.setting.level.trick_override
    assert over is not None
    assert over.steppe_at_least == least
    assert (tricks.text_of(s, 0) == over.then) is sun
    s.books[4] = 1
    assert tricks.text_of(s, 0) == over.then


@pytest.mark.rule("FB-9.59")
def test_a_rating_is_for_one_player_alone_who_has_won() -> None:
    assert scoring.rating(position(1, books={0: (0, 0, 0, 9), 1: NOTHING})) == 3
    assert scoring.rating(position(1, books={0: NOTHING, 1: (0, 0, 0, 9)})) == -1
    assert scoring.rating(position(2, mode="comradeship", books={0: (0, 0, 0, 9), 1: (0, 0, 0, 9), 2: NOTHING})) == -1
    assert scoring.rating(position(2, books={0: (0, 0, 0, 9), 1: NOTHING})) == -1
    assert scoring.rating(position(1, books={0: (0, 0, 0, 3), 1: (0, 0, 0, 3)})) == -1, "a tie is lost"


@pytest.mark.rule("FB-9.67", "FB-9.68")
def test_sums_and_outs_of_together_play() -> None:
    four = position(4, edition=9, mode="comradeship", books={**{i: (0, 0, 0, i) for i in range(4)}, 4: (0, 0, 0, 7)})
    assert scoring.comrades(four) == (6, 24), "a head start of 4"
    hands = {0: (0, 0, 0, 2), 1: (0, 0, 0, 5), 2: (0, 0, 0, 2), 3: (0, 0, 0, 3)}
    s = position(3, mode="rivalry", books=hands)  # type: ignore[arg-type]
    epilogue_begins(s)
    assert s.result == (0b101, 0)
    out = position(2, mode="rivalry", books={0: (0, 0, 0, 5), 1: (0, 0, 0, 4), 2: (0, 0, 0, 3)})
    out.result = (1, 0)
    assert scoring.winners(out) == [1], "who fell behind does not come back"


@pytest.mark.rule("FB-9.34")
def test_the_gates_move_the_first_land_of_all_too() -> None:
    s = position(1, row="S01 S05 G02", sages={0: "G02.1", 1: "S01.1"})
    assert search.stranded(s) == 0
    assert search.new_place(s) == (0, 1)
    search.use_gates(s)
    assert row(s) == "S05 S01 G02"
    assert spirit_choices.highest(position(1, books={1: NOTHING})) == -1


@pytest.mark.rule("FB-9.35")
@pytest.mark.parametrize(
    ("lands", "mine", "theirs", "moved"),
    [
        ("S01 F09 G08 F04", "S01.1", "F09.1 G08.1", "F09 S01 G08 F04"),  # G08 leads on before and after
        ("F02 S13 F06", "F02.1", "F06.1 S13.1", "S13 F02 F06"),  # F06, the last, led on neither before nor after
    ],
)
def test_gates_may_be_used_where_no_connection_is_lost(lands: str, mine: str, theirs: str, moved: str) -> None:
    s = position(1, row=lands, sages={0: mine, 1: theirs})
    search.use_gates(s)
    assert row(s) == moved


@pytest.mark.rule("FB-9.1", "FB-9.7", "FB-9.8", "FB-4.8")
def test_their_turns_are_whole() -> None:
    """A turn in the prologue, then one in each chapter, from its start to their oblivion."""
    s = new(1)
    while s.part != CHAPTERS:
        do(s, legal(s)[0])
    assert (len(s.revealed), s.in_row(s.spirits) >= 1) == (1, True)
    s = position(1, row="S01 S02", sages={0: "S02.1", 1: "S02.1"}, chapter=1)
    s.stack.append(Step(chapters.CHAPTER))
    s.settle()
    assert s.stack[1] == spirits.TurnFrame(spirits.SPIRITS, None, 0)
    s.stack = []
    spirits_turn(s, "territory lady_of_mounds")
    while s.stack:
        do(s, legal(s)[-1])
    assert "S01" not in row(s), "their oblivion"


@pytest.mark.rule("FB-9.12")
def test_a_surcharge_of_three_is_still_paid() -> None:
    for lands, against in (("S01 S02 S03", []), ("S01 S02 S03 S05", ["surcharge"])):
        s = position(1, row=lands, sages={0: "S01.1"}, books={1: (9, 9, 9, 9)})
        assert spirits.obstacles(s, 0) == against


@pytest.mark.rule("FB-8.13")
def test_an_escalation_is_told_once() -> None:
    s = position(1, scenario=3, row="S01", sages={0: "S01.1", 1: "S01.1"}, chapter=9)
    s.discard = tuple(range(20, 36))
    spirits.check_escalation(s)
    spirits.check_escalation(s)
    assert told(s) == ["escalation"]


@pytest.mark.rule("FB-8.6")
def test_only_players_compare_their_knowledge() -> None:
    s = position(4, scenario=2, books={i: (i, i, i, 0) for i in range(4)})
    assert [scoring.knowledge(s, seat) > 0 for seat in range(4)] == [False, False, False, True]


@pytest.mark.rule("FB-9.6", "FB-9.63", "FB-1.15")
def test_in_competition_there_are_no_tricks() -> None:
    s = new(3)
    assert (s.setting.tricks, s.setting.tricks_each_turn, s.chapter) == (0, 0, 0)
    assert new(2, mode="rivalry").setting.tricks_each_turn == 0


@pytest.mark.rule("FB-10.29")
def test_crossings_are_counted_one_by_one() -> None:
    s = position(row="S01 S05", sages={0: "S01.3"}, allies={0: ["path_maiden"]})
    steps.walk(s, s.own(0)[0], 1)
    do(s, "cross")
    assert s.crossed == (1, 0)


@pytest.mark.rule("FB-9.41")
def test_an_older_pile_that_is_played_out_goes() -> None:
    s = position(1, row="S01", sages={0: "S01.1", 1: "S01.1"})
    cards = s.piles[0][0]
    s.piles = ((0b01, 1), (0b10, 1), (cards & ~0b11, 1))
    for left in (2, 1):
        tricks.begin(s)
        s.settle()
        do(s, legal(s)[0])
        assert [pile for pile, _ in s.piles] == [0b10, cards & ~0b11][-left:]
        s.stack = []


@pytest.mark.rule("FB-8.30")
def test_sages_are_recalled_from_left_to_right_of_the_list() -> None:
    names = ["S01.2", "S14.1", "G03.d1", "G12.1", "F03.2", "F10.4"]
    s = position(
        scenario=5, row="F10 G03 S01 F03 S14 G12", sages={0: " ".join(reversed(names))}, books={0: (1, 1, 0, 0)}
    )
    epilogue_begins(s)
    assert legal(s) == [*(f"recall {name}" for name in names), "discard mountain"]


@pytest.mark.rule("FB-8.27")
def test_no_storm_where_there_is_no_row() -> None:
    s = position(2, scenario=5, chapter=12)
    storm.maybe_storm(s, 0)
    assert (s.discard, s.stack) == ((), [])


@pytest.mark.rule("FB-6.7", "FB-7.9", "FB-12.9")
def test_what_replaces_copies_or_spends_must_change_something() -> None:
    s = position(row="S01", sages={0: "S01.2"}, books={0: (1, 1, 0, 0)})
    do(visit(s, "wind"), "replace", "choose 1")
    assert (books(s), s.stack) == ([3, 0, 0, 0], []), "the only conversion is made"
    s = position(row="G10 G08", sages={0: "G10.d3"}, books={0: (2, 1, 0, 0)})
    do(visit(s, "serpent"), "apply", "copy academy")
    assert (legal(s)[0], "done" in legal(s)) == ("raise steppe", False)
    s = position(allies={0: ["sister_of_time"]}, books={0: (2, 1, 0, 0)})
    array = s.content.array([{"op": "spend_token", "n": 1, "then": [{"op": "transform", "n": 2, "dir": "any"}]}])
    effects.run(s, 0, array, effects.Source(ally=s.content.ally_index["sister_of_time"]), True)
    s.settle()
    assert "done" not in legal(s)


@pytest.mark.rule("FB-12.1", "FB-2.4")
def test_only_the_first_operation_of_a_choice_must_change_something() -> None:
    gain = {"op": "gain", "book": "steppe", "n": 1}
    s = run(position(), [gain, {"op": "transform", "n": 1, "dir": "any"}], chosen=True)
    assert "done" in legal(s)
