"""The small print of movement, visits and paid actions."""

from __future__ import annotations

import pytest

from ludoteka.games.fabled import board, effects
from ludoteka.games.fabled.parts import Condition
from ludoteka.games.fabled.phases import movement
from tests.games.fabled.kit import asks, books, do, give_ally, legal, position, put, turn_of, visit, where
from tests.games.fabled.proofs import altered_text
from tests.games.fabled.test_content import laid_over
from tests.games.fabled.test_effects import run


@pytest.mark.rule("FB-5.5")
@pytest.mark.parametrize(
    ("allies", "event", "asked"),
    [
        ([], "", False), (["moss_elder"], "", False), (["path_maiden"], "", True), (["ice_hermit"], "", True),
        (["spring_spirit"], "", True), (["watchful_crane"], "", True), ([], "fork_in_the_road", True),
        ([], "hidden_trails", False),
    ],
)  # fmt: skip
def test_what_makes_the_order_of_moves_matter(allies: list[str], event: str, asked: bool) -> None:
    s = position(row="G01 S02 S05", sages={0: "S02.1 S05.1"}, allies={0: allies}, event=event)
    do(turn_of(s), "done", "announce steppe")
    assert (asks(s) == "Moving") is asked


@pytest.mark.rule("FB-5.5")
def test_plain_steps_are_never_asked_for() -> None:
    s = position(row="F08 F05 S01", sages={0: "F08.1 F05.1", 1: "S01.1"}, allies={0: ["ice_hermit"]})
    do(turn_of(s, 1), "done", "announce forest")
    assert where(s) == ["F08.2", "F05.2"], "one step each on plain cells"
    assert asks(s) != "Moving"


@pytest.mark.rule("FB-5.5", "FB-5.17")
def test_who_moves_first_where_nobody_is_asked() -> None:
    """From left to right; of those on one cell the one with fewer visits."""
    s = position(row="S06 S01", sages={0: "S01.1 S06.1"})
    left = s.own(0)[1]
    s.visited = (left << 16 | s.content.land_index["S06"] << 8 | s.content.place_index["wind"],)
    s.stack = []
    movement.announce(s, 0, 1)
    s.settle()
    assert where(s) == ["S01.1", "S06.2"], "the left one has entered its vortex, whatever it has visited"
    same = position(row="S02", sages={0: "S02.1"})
    fresh = put(same, 0, "S02.1")
    same.visited = (same.own(0)[0] << 16 | 5 << 8,)
    movement.announce(same, 0, 1)
    same.settle()
    assert same.at[fresh] == same.content.cell_index["S02.2"]


@pytest.mark.rule("FB-5.13")
def test_the_others_allies_act_clockwise_after_a_move() -> None:
    s = position(
        3, row="G01 S01", sages={1: "G01.1", 2: "G01.1", 0: "G01.d1"}, allies={1: ["peak_eagle"], 2: ["peak_eagle"]}
    )
    s.content = altered_text(
        s,
        s.content.ally_index["peak_eagle"],
        limit=0,
        effects=s.content.array([{"op": "gain", "book": "steppe", "n": 1}]),
    )
    s.order = (0, 1, 2)
    s.notes = []
    do(turn_of(s), "done", "announce mountain")
    while asks(s) == "Vortex":
        do(s, "pass")
    assert [who for who, _, _, why in s.notes if why == "peak_eagle"] == [1, 2]


@pytest.mark.rule("FB-12.7", "FB-6.3")
def test_who_has_gone_home_gets_no_more_steps() -> None:
    s = run(position(row="S01", sages={0: "S01.3"}), [{"op": "steps", "n": 3, "cap": 0, "among": "row"}])
    do(s, "step S01.3")
    assert (where(s), s.stack, s.leaving) == ([], [], -1)
    other = position(row="S01", sages={0: "S01.1"})
    op = {"op": "steps", "n": 1, "cap": 1, "among": "leftmost"}
    assert not effects.can_run(other, 1, other.content.array([op])), "nobody else's sage"


@pytest.mark.rule("FB-7.9", "FB-9.66")
def test_what_a_serpent_cannot_copy() -> None:
    s = position(2, mode="comradeship", row="G10 F01", sages={0: "G10.d3"}, allies={1: ["sky_wanderer"]})
    s.token_at = (s.content.cell_index["F01.2"], -1)
    s.books[:8] = [0] * 8
    names = [s.content.place_id[p] for p in effects.copyable(s, 0)]
    assert set(names) == {"roots", "gates", "stones_1"}, "nor what could not be applied"
    s.books[0] = s.books[4] = 1
    assert "sky_tent" not in [s.content.place_id[p] for p in effects.copyable(s, 0)], "it belongs to a comrade"
    assert "sky_tent" in [s.content.place_id[p] for p in effects.copyable(s, 1)]


@pytest.mark.rule("FB-10.27")
def test_a_sky_token_needs_a_vortex_with_one_place() -> None:
    for lands, usable in (("S06", False), ("S06 S01", True)):
        s = position(row=lands, sages={0: "S06.1"}, allies={0: ["sky_wanderer"]})
        assert ("use sky_wanderer" in legal(turn_of(s))) is usable


@pytest.mark.rule("FB-10.31")
def test_the_fox_offers_only_what_can_be_applied() -> None:
    for lands, asked in (("S13", False), ("S13 S01", True)):  # gates need two lands
        s = position(row=lands, sages={0: "S13.3"}, allies={0: ["fox_matchmaker"]})
        do(visit(s, "academy"), "apply", "raise steppe")
        while asks(s) == "Transform":
            do(s, "done")
        assert (legal(s) == ["use fox_matchmaker", "skip"] if s.stack else False) is asked
    for owner, asked in ((0, True), (1, False)):
        s = position(2, mode="comradeship", row="S01", sages={0: "S01.2"}, allies={owner: ["sky_wanderer"]})
        give_ally(s, 0, "fox_matchmaker")
        s.token_at = (s.content.cell_index["S01.2"], -1)
        do(visit(s, "wind"), "apply")
        assert bool(s.stack) is asked


@pytest.mark.rule("FB-11.16")
def test_dust_haze_hides_the_second_place_from_players_only() -> None:
    s = position(1, row="S06 S01", sages={0: "S06.1", 1: "S06.1"}, event="dust_haze")
    cell, single = s.content.cell_index["S06.2"], s.content.cell_index["S01.2"]
    wind, stones = s.content.place_index["wind"], s.content.place_index["stones_1"]
    assert board.choices_at(s, s.own(0)[0], cell) == [stones]
    assert board.choices_at(s, s.own(1)[0], cell) == [stones, wind]
    assert board.choices_at(s, s.own(0)[0], single) == [wind]


@pytest.mark.rule("FB-11.3", "FB-12.15")
def test_no_event_changes_nothing_and_the_first_one_does() -> None:
    for event, open_way in (("", False), ("all_paths_open", True)):
        s = position(row="S01 S05", sages={0: "S01.3"}, event=event)
        assert board.has_mod(s, 0, "all_connected") is open_way
        assert (board.beyond(s, 0, s.content.cell_index["S01.3"]) >= 0) is open_way
    assert not board.has_mod(position(), 0, "first_place_only"), "nor does the last one"
    for name in ("surcharge", "add_bonus_all", "own_steps", "may_skip_announce"):
        assert not board.has_mod(position(), 0, name)


@pytest.mark.rule("FB-3.5")
def test_mercy_is_a_number_of_the_file() -> None:
    for text, extra in (("", 0), ("[land_rules]\nmercy_no_surcharge = false\n", 1)):
        s = position(row="S01", sages={1: "S01.1"}, data=laid_over(text) if text else "")
        assert board.surcharge(s, 0, 0) == extra


@pytest.mark.rule("FB-10.32", "FB-3.3")
def test_prices_that_are_alike_are_offered_once() -> None:
    s = position(allies={0: ["moss_elder"]}, event="", books={0: (9, 9, 9, 0)})
    assert board.prices(s, 0, 2) == [(2, 1), (1, 2)]
    twice = position(allies={0: ["moss_elder", "moss_elder"]}, books={0: (9, 9, 9, 0)})
    assert board.prices(twice, 0, 2) == [(2, 1), (1, 2)]
    assert board.prices(s, 0, 0) == [(0, 1)]
    assert board.prices(s, 0, 1) == [(1, 1)]


@pytest.mark.rule("FB-12.16", "FB-9.64")
def test_what_books_are_worth_and_whom_an_easier_trial_spares() -> None:
    s = position(4, books={0: (1, 1, 1, 1), 1: (0, 0, 0, 2), 2: (7, 0, 0, 0), 3: (9, 9, 9, 9)})
    assert [board.worth(s, seat) for seat in range(4)] == [15, 16, 7, 135]
    easy = position(2, mode="comradeship", easier=True, books=dict.fromkeys(range(3), (1, 0, 0, 0)))
    poorest = Condition(poorest=True)
    assert [board.holds(easy, side, poorest) for side in range(3)] == [True, True, False]


@pytest.mark.rule("FB-8.18", "FB-6.1")
def test_a_bought_step_is_visited_at_once() -> None:
    s = position(2, scenario=4, row="S01 G01", sages={0: "S01.1 G01.1"})
    do(turn_of(s), "act steps", "step S01.1", "visit wind")
    assert asks(s) == "AtPlace"
    do(s, "apply")
    assert asks(s) == "ActionPhase"


@pytest.mark.rule("FB-8.18", "FB-8.19")
@pytest.mark.parametrize("seat", [0, 1])
def test_what_is_bought_is_paid_from_the_own_prairie_books(seat: int) -> None:
    for prairie in (0, 1):
        mine = (prairie, 9, 9, 9)
        s = position(
            2, scenario=4, row="S13 G01", sages={0: "S13.1", 1: "S13.1"}, books={seat: mine, 1 - seat: (9, 9, 9, 9)}
        )
        turn_of(s, seat)  # with the income of one book
        for left in reversed(range(prairie + 1)):
            do(s, "act transform")
            assert "done" not in legal(s), "what was bought must change something, the second time, too"
            do(s, "raise mountain")
            assert books(s, seat)[0] == left
        assert asks(s) == "Announcing", "nothing can be bought without a book"
