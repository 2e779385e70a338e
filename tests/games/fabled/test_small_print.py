"""The small print of players' rules: both sides of each limit, the first card of each list, every seat."""

from __future__ import annotations

import pytest

from ludoteka.core.bag import changed
from ludoteka.games.fabled import effects, scoring
from ludoteka.games.fabled.effects import Source
from ludoteka.games.fabled.phases import abilities, books, chapters, lands, steps, visits
from ludoteka.games.fabled.state import EPILOGUE
from ludoteka.games.fabled.vocab import BIT
from tests.games.fabled.kit import (
    Books,
    asks,
    chapter_begins,
    do,
    epilogue_begins,
    legal,
    new,
    position,
    put,
    row,
    turn_of,
    where,
)
from tests.games.fabled.kit import books as of
from tests.games.fabled.proofs import altered_text
from tests.games.fabled.test_effects import run

GAIN = {"op": "gain", "book": "steppe", "n": 1}


@pytest.mark.rule("FB-1.3", "FB-15.1")
def test_who_has_left_wins_only_if_nobody_stayed() -> None:
    s = position(3, books={0: (0, 0, 0, 3), 1: (0, 0, 0, 2), 2: (0, 0, 0, 2)})
    for left, winners in ((0, [0]), (1, [1, 2]), (2, [0]), (3, [2]), (5, [1]), (7, [0])):
        s.left = left
        assert scoring.winners(s) == winners
    trial = position(2, mode="comradeship", books={0: (0, 0, 0, 9), 1: (0, 0, 0, 9), 2: (0, 0, 0, 1)})
    trial.left = 1
    assert (scoring.winners(trial), trial.fewest(), s.fewest()) == ([1], 1, 2)  # the spirits are opponents enough


@pytest.mark.rule("FB-1.3", "FB-8.6")
def test_points_of_knowledge_belong_to_scenario_2() -> None:
    assert scoring.knowledge(position(books={0: (9, 9, 9, 9)}), 0) == 0


@pytest.mark.rule("FB-1.5", "FB-1.6")
@pytest.mark.parametrize(
    ("seats", "mode", "sides"), [(2, "usual", 2), (5, "usual", 5), (1, "usual", 2), (3, "rivalry", 4)]
)
def test_every_side_has_books_and_nobody_else(seats: int, mode: str, sides: int) -> None:
    s = new(seats, mode=mode)
    assert (len(s.books), s.setting.sides) == (4 * sides, sides)
    assert all(sum(of(s, side)) >= 6 for side in range(sides))


@pytest.mark.rule("FB-1.7", "FB-1.16")
def test_cards_under_the_deck_come_last_and_in_their_order() -> None:
    s = position(row="S01", sages={0: "S01.1"}, chapter=2)
    s.ally_deck, s.ally_bottom = 0, (5, 3, 8, 1)
    chapter_begins(s)
    shown = []
    while asks(s) == "Offering":
        shown.append(legal(s))
        do(s, legal(s)[0])
    ids = [a.id for a in s.content.allies]
    assert shown == [[f"offer {ids[i]}"] for i in (5, 3, 8)]
    assert legal(s) == [f"keep {ids[i]}" for i in (5, 3, 8)]
    do(s, f"keep {ids[3]}")
    assert sorted(legal(s)) == sorted(f"offer {ids[i]}" for i in (1, 5, 8)), "shuffled together again"


@pytest.mark.rule("FB-1.7", "FB-8.4")
def test_cards_passed_over_go_back_even_if_none_was_left_to_choose() -> None:
    s = position(1, scenario=0, row="S01", sages={0: "S01.1", 1: "S01.1"}, chapter=2)
    forest = s.content.ally_index["moss_elder"]
    s.ally_deck, s.ally_bottom = 1 << forest, ()
    chapter_begins(s)
    do(s, "offer moss_elder")
    assert (s.allies, s.ally_deck) == (((),), 1 << forest)


@pytest.mark.rule("FB-1.7")
def test_the_first_card_of_the_list_is_offered_like_any_other() -> None:
    s = new(2)
    while asks(s) != "Offering":
        do(s, legal(s)[0])
    do(s, "offer feathergrass_herald", "offer moss_elder", "offer ice_hermit")
    assert legal(s) == ["keep feathergrass_herald", "keep moss_elder", "keep ice_hermit"]


@pytest.mark.rule("FB-10.19")
def test_only_the_sister_of_time_has_tokens() -> None:
    assert {a.id: a.tokens for a in position().content.allies if a.tokens} == {"sister_of_time": 3}


@pytest.mark.rule("FB-10.19", "FB-4.7")
def test_the_last_token_of_the_sister_and_nothing_else_to_do() -> None:
    for left, usable in ((1, True), (0, False)):
        s = position(row="S01", sages={0: "S01.1"}, allies={0: ["sister_of_time"]})
        sister = s.content.ally_index["sister_of_time"]
        s.tokens = tuple(left if i == sister else n for i, n in enumerate(s.tokens))
        do(turn_of(s), "act gather")
        assert (asks(s) == "ActionPhase") is usable
    poor = position(allies={0: ["sister_of_time"]}, books={0: (0, 0, 0, 0)})
    poor.open, poor.decks = (-1,) * 6, (0, 0, 0)
    do(turn_of(poor), "act gather")
    assert not poor.stack, "no other kind of action would change anything"


@pytest.mark.rule("FB-1.10", "FB-1.11")
def test_the_prologue_is_played_seat_by_seat() -> None:
    s = new(2)
    turns = []
    while s.part != 2:
        if asks(s) == "Taking":
            turns.append((s.turn, s.to_move()))
        do(s, legal(s)[0])
    assert turns == [(0, 0), (1, 1)]
    trial = new(1)
    while asks(trial) != "Revealing":
        do(trial, legal(trial)[0])
    assert trial.turn == trial.spirits


@pytest.mark.rule("FB-9.16")
def test_no_escalation_without_spirits() -> None:
    s = position(3, row="S01", sages={0: "S01.1"}, chapter=0)
    for _ in range(12):
        chapter_begins(s)
        assert "Escalate" not in [repr(f[0]) for f in s.stack]
        s.stack = []
    assert (s.chapter, s.escalated) == (12, False)


@pytest.mark.rule("FB-8.15")
def test_the_next_back_is_seen_after_each_event() -> None:
    s = position(2, scenario=4, row="S01", sages={0: "S01.1"}, chapter=1)
    chapter_begins(s)
    do(s, "reveal all_paths_open")
    assert sorted((str(a), n) for a, n in s.chance()) == [("back crossroads", 2), ("back spirit_world", 2)]


@pytest.mark.rule("FB-2.2", "FB-12.4")
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    ("have", "up", "any_way"),
    [
        ((1, 0, 0, 0), False, False), ((2, 0, 0, 0), True, True),
        ((0, 1, 0, 0), False, True), ((0, 2, 0, 0), True, True),
        ((0, 0, 1, 0), False, True), ((0, 0, 2, 0), True, True),
        ((0, 0, 0, 1), False, True), ((0, 0, 0, 2), False, True), ((1, 1, 1, 0), False, True),
    ],
)  # fmt: skip
def test_when_a_conversion_can_be_made(seat: int, have: Books, up: bool, any_way: bool) -> None:
    s = position(books={seat: have, 1 - seat: (0, 0, 0, 0)})
    assert (books.can_convert(s, seat, True), books.can_convert(s, seat, False)) == (up, any_way)
    assert not books.can_convert(s, 1 - seat, False)


@pytest.mark.rule("FB-2.5", "FB-12.6")
def test_a_book_is_raised_once() -> None:
    op = {"op": "upgrade", "books": 3, "tiers": 1, "distinct": False}
    s = run(position(books={0: (1, 1, 0, 0)}), [op])
    assert legal(s) == ["upgrade steppe", "upgrade mountain"]
    do(s, "upgrade steppe")
    assert (of(s), legal(s)) == ([0, 2, 0, 0], ["upgrade mountain", "done"])
    do(s, "upgrade mountain")
    assert (of(s), s.stack) == ([0, 1, 1, 0], []), "what was raised is not raised again"


@pytest.mark.rule("FB-2.4", "FB-12.3", "FB-12.12")
def test_what_was_chosen_must_change_something() -> None:
    pay = {"op": "pay", "book": "steppe", "n": 1, "then": [{"op": "transform", "n": 1, "dir": "any"}]}
    s = do(run(position(), [pay]), "pay steppe 1")
    assert (asks(s), "done" in legal(s)) == ("Transform", False)
    never = {"op": "upgrade", "books": 1, "tiers": 3, "distinct": False, "from": ["mountain"]}
    s = run(position(), [{"op": "choose", "options": [[never], [{"op": "transform", "n": 1, "dir": "any"}]]}])
    assert (asks(s), "done" in legal(s)) == ("Transform", False)


@pytest.mark.rule("FB-12.2", "FB-12.4", "FB-12.7")
@pytest.mark.parametrize("word", ["gain_per", "transform_per", "steps_per"])
def test_a_count_of_nothing_makes_an_effect_impossible(word: str) -> None:
    rest = {"gain_per": {"book": "steppe"}, "transform_per": {"dir": "up"}, "steps_per": {"among": "row"}}[word]
    for moved, possible in ((0, False), (1 << 7, True)):  # the first sage of the other player
        s = position(row="S13", sages={0: "S13.1", 1: "S13.1"})
        s.moving = moved
        array = s.content.array([{"op": word, "per": "opponents_moved", "max": 0, **rest}])
        assert effects.can_run(s, 0, array) is possible


@pytest.mark.rule("FB-3.4", "FB-3.9", "FB-3.10")
def test_a_terrain_without_open_cards_cannot_be_added() -> None:
    s = position(row="S01", sages={0: "S01.1"}, books={0: (9, 9, 9, 0)})
    s.open = (-1, -1, *s.open[2:])
    found = [text[4] for text in legal(turn_of(s)) if text.startswith("add ")]
    assert sorted(set(found)) == ["F", "G"]
    first = position(row="S02", sages={0: "S02.1"})
    assert "add S01" in legal(turn_of(first)), "the first card of all is a card"


@pytest.mark.rule("FB-5.14", "FB-5.7")
def test_the_first_cell_of_all_can_be_walked_to() -> None:
    s = position(row="S09 S01", sages={0: "S09.3"})
    steps.walk(s, s.own(0)[0], 1)
    assert where(s) == ["S01.1"]


@pytest.mark.rule("FB-4.10")
def test_place_tokens_return_from_the_first_cell_too() -> None:
    s = position(row="S01 S02", sages={0: "S02.1"}, allies={0: ["sky_wanderer"]})
    s.token_at = (0, s.content.cell_index["S02.2"])
    assert effects.copyable(s, 0)[-2:] == [s.content.place_index[x] for x in ("sky_tent", "sky_pier")]
    lands.forget(s, 0)
    assert s.token_at == (-1, s.content.cell_index["S02.2"])


@pytest.mark.rule("FB-4.6", "FB-4.3")
def test_additions_belong_to_their_own_action() -> None:
    s = position(row="G01 S01", sages={0: "S01.1"}, allies={0: ["thunder_bowl"]}, books={0: (8, 0, 0, 0)})
    do(turn_of(s), "act gather")
    assert asks(s) == "Announcing"
    s = position(row="G01 S01", sages={0: "S01.1"}, allies={0: ["thunder_bowl"]}, books={0: (8, 1, 0, 0)})
    do(turn_of(s), "act transform", "raise steppe")
    assert "done" in legal(s), "one must be made, the others may"
    s.content = altered_text(s, s.content.ally_index["thunder_bowl"], action="gather")
    s.stack = []
    do(turn_of(s), "act gather", "lower mountain")
    assert of(s) == [9, 1, 0, 0], "the conversion of the ally goes either way"


@pytest.mark.rule("FB-4.2")
def test_after_the_action_the_first_edition_asks_no_more_either() -> None:
    s = turn_of(position(edition=1, row="G01 S01", sages={0: "S01.1"}))
    assert asks(do(s, "act gather")) == "Announcing"


@pytest.mark.rule("FB-4.13")
def test_no_ally_acts_in_the_epilogue() -> None:
    s = position(row="S01", sages={0: "S01.1"}, allies={0: ["midnight_owl"]})
    s.part = EPILOGUE
    abilities.moment(s, 0, BIT["start_of_turn"])
    assert not s.stack


@pytest.mark.rule("FB-10.4")
def test_all_allies_of_a_moment_act() -> None:
    mine = ["steppe_fire_runner", "midnight_owl"]
    s = position(row="S01 S02 S03", sages={0: "S01.1 S02.1 S03.1"}, allies={0: mine}, books={0: (0, 0, 0, 0)})
    assert of(turn_of(s)) == [3, 0, 0, 0]  # two of the empowered Runner, one of the Owl
    both = position(row="G01 S13", sages={0: "G01.1", 1: "S13.1"}, allies={0: ["moss_elder", "path_maiden"]})
    for name in ("moss_elder", "path_maiden"):
        pay = both.content.array([{"op": "pay", "book": "steppe", "n": 1, "then": [{**GAIN, "book": "sun"}]}])
        texts = {"bit": BIT["start_of_turn"], "mods": {}, "effects": pay}
        both.content = altered_text(both, both.content.ally_index[name], **texts)
    assert legal(turn_of(both)) == ["use moss_elder", "use path_maiden", "skip"]
    assert legal(do(both, "use path_maiden")) == ["use moss_elder", "skip"]
    assert of(do(both, "use moss_elder")) == [3, 1, 1, 2]


@pytest.mark.rule("FB-12.1")
def test_the_log_names_who_brought_a_book() -> None:
    s = position()
    assert effects.cause_of(s, Source(ally=0)) == "feathergrass_herald"
    assert effects.cause_of(s, Source(place=0)) == "wind"
    assert effects.cause_of(s, Source()) == "effect"


@pytest.mark.rule("FB-8.30", "FB-8.31")
def test_a_single_book_of_any_tier_is_claimed_in_turn_order() -> None:
    for tier in (1, 2, 3):
        mine = [1, 0, 0, 0]
        mine[tier] = 1
        s = position(2, scenario=5, books={0: (0, 0, 0, 0), 1: tuple(mine)})  # type: ignore[dict-item]
        epilogue_begins(s)
        assert of(s, 1) == [0, 0, 0, 0]
    s = position(3, scenario=5, books=dict.fromkeys(range(3), (1, 1, 1, 0)))
    s.order = (1, 2, 0)
    epilogue_begins(s)
    asked = []
    while asks(s) == "Winds":
        asked.append(s.to_move())
        do(s, legal(s)[0])
    assert asked == [1, 2, 0]


@pytest.mark.rule("FB-4.15")
def test_a_chapter_in_which_a_land_went_takes_no_other() -> None:
    for before, left in ((0, "S01 S02"), (1, "S01")):
        s = position(4, row="S01 S02", sages={0: "S01.1"})
        s.discard = (30,)
        s.stack.append(chapters.EndFrame(chapters.CHAPTER_END, None, before))
        s.settle()
        assert row(s) == left


@pytest.mark.rule("FB-5.17")
def test_whose_visits_are_counted() -> None:
    s = position(row="S06", sages={0: "S06.2"})
    put(s, 0, "S06.2")
    one, two = s.own(0)[:2]
    for visitor, fresh in ((one, two), (two, one)):
        s.visited = (visitor << 16 | s.content.land_index["S06"] << 8 | s.content.place_index["wind"],)
        assert steps.freshest(s, [one, two]) == fresh


@pytest.mark.rule("FB-6.2")
def test_which_of_the_waiting_sages_goes() -> None:
    cells = {"S01.2": "wind", "S06.2": "wind", "S08.2": "gates", "G02.2": "stones_1", "F09.2": "library"}
    s = position(row="S06 S01 F09 S08 G02", sages={0: " ".join([*cells, "S06.2"])})
    own = s.own(0)
    for sage, place in zip(own, [*cells.values(), "stones_1"], strict=False):
        s.wait = changed(s.wait, sage, s.content.place_index[place])
    s.stack.append(visits.VisitsFrame(visits.VISITS, None, 0))
    s.settle()
    offered = ["S01.2 wind", "S06.2 wind", "S06.2 stones_1", "S08.2 gates", "G02.2 stones_1", "F09.2 library"]
    assert legal(s) == [f"enter {text}" for text in offered]
    for text, sage in (("S06.2 wind", 1), ("S06.2 stones_1", 5), ("G02.2 stones_1", 3)):
        world = do(s.clone(), f"enter {text}")
        assert [g for g in own[:6] if world.wait[g] < 0] == [own[sage]]


@pytest.mark.rule("FB-3.1")
def test_every_cell_belongs_to_one_path() -> None:
    content = position().content
    walked = [content.cell_name[cell] for paths in content.paths for path in paths for cell in path]
    assert walked == content.cell_name
    assert [name for name in walked if name.startswith("G01.")] == [
        f"G01.{n}" for n in ("1", "2", "3", "d1", "d2", "d3")
    ]


@pytest.mark.rule("FB-1.6", "FB-14.5")
def test_who_plays_alone_starts_with_one_book_more_since_the_second_edition() -> None:
    for edition, prairie in ((1, 5), (2, 6), (3, 6), (4, 6), (5, 6)):
        s = new(1, edition=edition)
        assert of(s) == [prairie, 1, 1, 0]


@pytest.mark.rule("FB-10.27")
def test_only_the_sky_wanderer_is_paid_for_visits() -> None:
    content = position().content
    assert {a.id: a.toll for a in content.allies if a.toll[1]} == {"sky_wanderer": (0, 1)}


@pytest.mark.rule("FB-8.4")
def test_which_allies_the_trial_of_scenario_0_passes_over() -> None:
    for name, offered in (("gorge_keeper", True), ("sky_wanderer", False), ("spring_spirit", False)):
        s = position(1, scenario=0, row="S01", sages={0: "S01.1", 1: "S01.1"}, chapter=2)
        chapter_begins(s)
        do(s, f"offer {name}")
        assert bool(s.stack[-1].offered) is offered  # type: ignore[attr-defined]
