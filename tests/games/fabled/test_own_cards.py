"""Section 14: cards of an owner that do what none of ours does, each with the rule it follows."""

from __future__ import annotations

import pytest

from ludoteka.core.errors import BadOptions
from ludoteka.core.game import Asked
from ludoteka.games.fabled import GAME, board
from ludoteka.games.fabled.phases import lands, movement, spirits, tricks
from ludoteka.games.fabled.state import FabledState
from tests.games.fabled.kit import (
    asks,
    books,
    chapter_begins,
    do,
    hold_tricks,
    legal,
    new,
    position,
    roll,
    told,
    turn_of,
    visit,
    where,
)
from tests.games.fabled.test_content import laid_over
from tests.games.fabled.test_effects import run

BOOK = '{ op = "gain", book = "steppe", n = 1 }'
SUN = '{ op = "gain", book = "sun", n = 1 }'


def ally(id: str, terrain: str, ability: str, empowered: str = "", more: str = "") -> str:
    return laid_over(
        f'[[ally]]\nid = "{id}"\nterrain = "{terrain}"\n{more}'
        f"ability = {{ {ability} }}\nempowered = {{ {empowered or ability} }}\n"
    )


def event(id: str, deck: str, rest: str) -> str:
    return laid_over(f'[[event]]\nid = "{id}"\ndeck = "{deck}"\n{rest}\n')


@pytest.mark.rule("FB-14.2", "FB-10.3", "FB-10.6")
def test_the_empowered_text_may_act_at_another_moment() -> None:
    start, paid = f'trigger = "start_of_turn", effects = [{BOOK}]', f'trigger = "action_phase", effects = [{SUN}]'
    data = ally("midnight_owl", "forest", start, paid)
    plain = position(row="S01 F01", sages={0: "S01.1"}, allies={0: ["midnight_owl"]}, data=data)
    assert (books(turn_of(plain)), "use midnight_owl" in legal(plain)) == ([6, 1, 1, 0], False)
    grown = position(row="S01 F01", sages={0: "F01.1 F01.1"}, allies={0: ["midnight_owl"]}, data=data)
    assert (books(turn_of(grown)), "use midnight_owl" in legal(grown)) == ([5, 1, 1, 0], True)
    assert books(do(grown, "use midnight_owl")) == [5, 1, 1, 1]


@pytest.mark.rule("FB-14.2", "FB-4.7")
def test_a_further_action_may_be_of_the_same_kind() -> None:
    again = 'trigger = "action_phase", limit = 1, effects = [{ op = "extra_standard_action", different = false }]'
    data = ally("sister_of_time", "mountain", again)
    s = turn_of(position(row="S01", sages={0: "S01.1"}, allies={0: ["sister_of_time"]}, data=data))
    do(s, "act gather", "use sister_of_time", "act gather")
    assert (books(s), asks(s)) == ([7, 1, 1, 0], "Vortex")
    poor = position(allies={0: ["sister_of_time"]}, books={0: (0, 0, 0, 0)}, data=data)
    poor.open, poor.decks = (-1,) * 6, (0, 0, 0)
    assert "use sister_of_time" in legal(do(turn_of(poor), "act gather")), "gathering once more is possible"


@pytest.mark.rule("FB-14.2", "FB-10.5", "FB-4.6")
@pytest.mark.parametrize(("limit", "second"), [(1, 2), (2, 4), (0, 4)])
def test_additions_to_an_action_may_have_a_limit(limit: int, second: int) -> None:
    again = 'trigger = "action_phase", effects = [{ op = "extra_standard_action", different = false }]'
    more = 'trigger = "on_standard_action", action = "gather", effects = [{ op = "gain", book = "mountain", n = 2 }]'
    text = (
        f'[[ally]]\nid = "sister_of_time"\nterrain = "mountain"\nability = {{ {again} }}\nempowered = {{ {again} }}\n'
    )
    text += f'[[ally]]\nid = "thunder_bowl"\nterrain = "mountain"\nability = {{ {more}, limit = {limit} }}\n'
    text += f"empowered = {{ {more}, limit = {limit} }}\n"
    mine = ["sister_of_time", "thunder_bowl"]
    s = turn_of(position(row="S01", sages={0: "S01.1"}, allies={0: mine}, data=laid_over(text)))
    assert books(do(s, "act gather")) == [6, 3, 1, 0]
    assert books(do(s, "use sister_of_time", "act gather")) == [7, 1 + second, 1, 0]


@pytest.mark.rule("FB-14.2", "FB-11.2")
def test_the_parts_of_an_event_act_in_the_order_they_are_written() -> None:
    parts = f'[{{ effects = [{BOOK}] }}, {{ effects = [{{ op = "transform", n = 1, dir = "up" }}] }}]'
    data = event("boundary_fair", "crossroads", f"start_of_turn = {parts}")
    s = position(row="S01", sages={0: "S01.1"}, event="boundary_fair", books={0: (1, 0, 0, 0)}, data=data)
    assert asks(turn_of(s)) == "Transform", "with the book of the first part"


@pytest.mark.rule("FB-14.2", "FB-11.19", "FB-3.11")
def test_a_reward_for_any_land_added_in_turn_order() -> None:
    reward = '{ mod = "add_bonus_all", terrain = "any", effects = [{ op = "transform", n = 1, dir = "any" }] }'
    data = event("steppe_blaze", "steppe_fury", f"mods = [{reward}]")
    s = position(3, event="steppe_blaze", data=data)
    s.order = (1, 2, 0)
    turn_of(s, 1)
    do(s, next(text for text in legal(s) if text.startswith("add F")))
    roll(s)
    asked = []
    while asks(s) == "Transform":
        asked.append(s.to_move())
        do(s, "done")
    assert asked == [1, 2, 0]


@pytest.mark.rule("FB-14.2", "FB-9.66")
def test_a_place_of_the_first_ally_of_the_list_is_closed_to_comrades() -> None:
    text = f'[[place]]\nid = "camp"\nally = "feathergrass_herald"\neffects = [{SUN}]\n'
    text += '[[ally]]\nid = "feathergrass_herald"\nterrain = "steppe"\nplace_tokens = ["camp"]\n'
    text += f'ability = {{ trigger = "start_of_turn", effects = [{BOOK}] }}\n'
    text += f'empowered = {{ trigger = "start_of_turn", effects = [{BOOK}] }}\n'
    s = position(2, mode="comradeship", allies={1: ["feathergrass_herald"]}, data=laid_over(text))
    camp = s.content.place_index["camp"]
    assert [board.is_open_to(s, side, camp) for side in range(3)] == [False, True, True]


@pytest.mark.rule("FB-14.2", "FB-9.45")
def test_tricks_beyond_the_limit_of_a_phase_wait() -> None:
    s = position(1, row="S01", sages={0: "S01.1", 1: "S01.1"}, data=laid_over("[trial]\ntrick_chain_guard = 2\n"))
    hold_tricks(s, 5)
    tricks.begin(s)
    s.settle()
    played = 0
    while s.stack:
        do(s, next(text for text in legal(s) if text in ("trick taste_of_wisdom", "trick memory_of_stone")))
        played += 1
    assert (played, s.tricks_held()) == (2, 3)
    assert told(s)[-1] == "tricks_wait"


@pytest.mark.rule("FB-14.2", "FB-8.13")
def test_an_escalation_only_when_no_land_is_missing() -> None:
    """Where scenario 3 says nothing of missing lands."""
    text = '[[scenario]]\nid = 3\nevents = ["spirit_world"]\ntrial = true\nchapter_cap = 20\n'
    data = laid_over(text + "last_chapter_at_discards = { p2 = 5 }\nlong_wandering_extra = 2\n")
    for thrown, escalated in ((4, False), (5, True)):
        s = position(1, scenario=3, row="S01", sages={0: "S01.1", 1: "S01.1"}, chapter=9, data=data)
        s.discard = tuple(range(10, 10 + thrown))
        spirits.check_escalation(s)
        assert s.escalated is escalated


@pytest.mark.rule("FB-14.2", "FB-5.8")
def test_a_place_on_the_first_cell_of_a_land() -> None:
    """Nobody walks by: a vortex is entered there, too, also by crossing."""
    land = '[[land]]\nid = "S01"\nterrain = "steppe"\nentries = ["lower"]\nexit = "upper"\n'
    land += 'paths = [{ kind = "normal", cells = 2, vortices = [{ cell = 1, places = ["wind"] }] }]\n'
    data = laid_over(land)
    s = position(row="S03 S01", sages={0: "S03.4"}, data=data)
    do(turn_of(s), "done")
    assert (where(s), legal(s)) == (["S01.1"], ["visit wind", "pass"])
    do(s, "pass")
    assert where(s) == ["S01.2"], "the second step goes on"
    across = position(row="S02 S01", sages={0: "S02.3"}, allies={0: ["path_maiden"]}, data=data)
    do(turn_of(across), "done", "cross")
    assert (where(across), legal(across)) == (["S01.1"], ["visit wind", "pass"])
    do(across, "pass")
    assert where(across) == ["S01.2"]
    copied = position(row="S01 G10", sages={0: "G10.d3"}, data=data)
    assert "copy wind" in legal(do(visit(copied, "serpent"), "apply"))


@pytest.mark.rule("FB-14.2", "FB-1.12")
def test_without_milestones_of_its_own_a_scenario_has_none() -> None:
    text = "[[scenario]]\nid = 0\nevents = []\ntrial = true\n"
    s = position(2, scenario=0, row="S01", sages={0: "S01.1"}, data=laid_over(text))
    for _ in range(1, 8):
        chapter_begins(s)
        s.stack = []
    assert [books(s, seat) for seat in range(2)] == [[5, 1, 1, 0]] * 2


LAND = '[[land]]\nid = "{id}"\nterrain = "{terrain}"\nentries = ["upper"]\nexit = "upper"\npaths = [{path}]\n'


@pytest.mark.rule("FB-14.3", "FB-3.1")
@pytest.mark.parametrize(
    ("cells", "places", "fits"),
    [(1, [], True), (9, ["wind"], True), (2, ["wind", "roots"], True), (0, [], False), (10, ["wind"], False),
     (2, ["wind", "roots", "tavern"], False)],
)  # fmt: skip
def test_how_long_a_path_is_and_how_many_places_a_vortex_has(cells: int, places: list[str], fits: bool) -> None:
    vortices = f"[{{ cell = {cells}, places = {places} }}]" if places else "[]"
    path = f'{{ kind = "normal", cells = {cells}, vortices = {vortices} }}'
    data = laid_over(LAND.format(id="S01", terrain="steppe", path=path))
    if fits:
        assert len(new(2, data=data).content.paths[0][0]) == cells
    else:
        with pytest.raises(BadOptions):
            new(2, data=data)


@pytest.mark.rule("FB-14.3")
def test_a_record_is_a_table() -> None:
    with pytest.raises(BadOptions) as caught:
        new(2, data=laid_over("place = [3]\n"))
    assert caught.value.reason.id == "shape.tables"


@pytest.mark.rule("FB-14.2", "FB-5.4")
def test_the_announcers_sages_may_stand_still_too() -> None:
    s = position(data=laid_over("[movement]\nown_steps = 0\n"))
    assert [movement.steps_of(s, 0, mover, 1) for mover in range(2)] == [0, 1]


@pytest.mark.rule("FB-14.2", "FB-4.5")
def test_the_first_ally_of_the_list_may_act_in_the_action_phase() -> None:
    data = ally("feathergrass_herald", "steppe", f'trigger = "action_phase", limit = 1, effects = [{SUN}]')
    s = turn_of(position(row="S01", sages={0: "S01.1"}, allies={0: ["feathergrass_herald"]}, data=data))
    do(s, "act gather")
    assert legal(s) == ["use feathergrass_herald", "done"]
    assert books(do(s, "use feathergrass_herald")) == [6, 1, 1, 1]


@pytest.mark.rule("FB-14.2", "FB-11.1")
def test_the_last_event_of_the_list_holds_only_once_it_is_turned_up() -> None:
    data = event("eye_of_the_hurricane", "steppe_fury", 'mods = [{ mod = "dead_end_exit" }]')
    for name, holds in (("", False), ("eye_of_the_hurricane", True)):
        assert board.has_mod(position(event=name, data=data), 0, "dead_end_exit") is holds


@pytest.mark.rule("FB-14.2", "FB-5.9", "FB-11.11")
@pytest.mark.parametrize(("limit", "gained"), [(1, 1), (2, 2), (0, 3)])
def test_a_reward_for_passing_may_have_any_limit_or_none(limit: int, gained: int) -> None:
    reward = f'{{ mod = "pass_bonus", limit = {limit}, effects = [{BOOK}] }}'
    data = event("fork_in_the_road", "crossroads", f"mods = [{reward}]")
    s = position(row="S01", sages={0: "S01.1 S01.1 S01.1"}, event="fork_in_the_road", data=data)
    do(turn_of(s), "done", "pass", "pass", "pass")
    assert books(s)[0] == 5 + gained


@pytest.mark.rule("FB-14.2", "FB-3.6")
def test_more_sages_than_paths_share_the_last_one() -> None:
    s = position(data=laid_over("[land_rules.volkhvs_placed]\nsteppe = 2\nmountain = 3\n"), books={0: (9, 9, 9, 0)})
    lands.place_sages(s, 0, s.content.land_index["S01"])
    lands.place_sages(s, 0, s.content.land_index["G01"])
    assert where(s) == ["S01.1", "S01.1", "G01.1", "G01.d1", "G01.d1"]


@pytest.mark.rule("FB-14.2", "FB-10.31")
def test_who_acts_at_double_vortices_only() -> None:
    data = ally("fox_matchmaker", "forest", f'trigger = "on_visit_double", effects = [{SUN}]')
    for land, cell, sun in (("S01", "S01.2", 0), ("S06", "S06.2", 1)):
        s = position(row=land, sages={0: cell}, allies={0: ["fox_matchmaker"]}, data=data)
        assert books(do(visit(s, "wind"), "apply"))[3] == sun


@pytest.mark.rule("FB-14.2", "FB-10.31")
def test_a_second_place_needs_a_visit() -> None:
    path = '{ kind = "normal", cells = 2, vortices = [{ cell = 2, places = ["wind", "roots"] }] }'
    text = LAND.format(id="F10", terrain="forest", path=path)
    text += '[[ally]]\nid = "fox_matchmaker"\nterrain = "forest"\n'
    for name in ("ability", "empowered"):
        text += f'{name} = {{ trigger = "action_phase", effects = [{{ op = "second_place" }}] }}\n'
    s = position(row="F10", sages={0: "F10.2"}, allies={0: ["fox_matchmaker"]}, data=laid_over(text))
    assert "use fox_matchmaker" not in legal(turn_of(s))


@pytest.mark.rule("FB-14.2", "FB-9.9", "FB-8.11")
def test_what_levels_and_scenarios_of_ones_own_change() -> None:
    levels = laid_over("[trial.levels.normal]\nscenario = 0\n")
    assert new(2, scenario=1, data=levels).spirits < 0, "a level binds the Trial only"
    with pytest.raises(BadOptions):
        new(1, scenario=1, data=levels)
    combined = laid_over('[[scenario]]\nid = 1\nevents = ["spirit_world"]\ntrial = true\ncombines_with = [2]\n')
    with pytest.raises(BadOptions):
        new(2, scenario=1, combine=2, data=combined)


@pytest.mark.rule("FB-2.5", "FB-14.5")
def test_the_first_edition_asks_for_no_book_that_is_not_there() -> None:
    op = {"op": "upgrade", "books": 2, "tiers": 1, "distinct": True}
    s = run(position(edition=1, books={0: (1, 0, 0, 0)}), [op])
    do(s, *legal(s))
    assert (books(s), s.stack) == ([0, 1, 0, 0], [])


@pytest.mark.rule("FB-1.8")
def test_whoever_sees_the_table_may_play_on_from_it() -> None:
    s = turn_of(position(row="S01 G01", sages={0: "S01.1", 1: "G01.d2"}, books={0: (3, 1, 0, 2)}))
    again = GAME.place(2, s.options, s.position())
    assert isinstance(again, FabledState)
    assert (legal(again), books(again), where(again), where(again, 1)) == (
        legal(s),
        [3, 1, 0, 2],
        ["S01.1"],
        ["G01.d2"],
    )


@pytest.mark.rule("FB-14.2", "FB-8.2")
def test_the_first_deck_of_a_scenario_where_the_option_names_another() -> None:
    text = '[[scenario]]\nid = 1\nevents = ["steppe_fury", "crossroads"]\ntrial = true\n'
    s = new(2, data=laid_over(text))
    assert {s.content.events[i].deck for i in range(18) if s.event_deck >> i & 1} == {"steppe_fury"}


@pytest.mark.rule("FB-14.3")
def test_a_table_is_not_replaced_by_a_number() -> None:
    with pytest.raises(BadOptions) as caught:
        new(2, data=laid_over("[setup]\nvolkhvs = 3\n"))
    assert caught.value.reason.id == "shape.table"


@pytest.mark.rule("FB-14.2", "FB-4.2")
def test_an_action_may_add_a_land_and_do_something_else() -> None:
    data = laid_over(f'[[standard_action]]\nid = "add_land"\neffects = [{{ op = "add_land" }}, {SUN}]\n')
    s = turn_of(position(data=data))
    assert "act add_land" in legal(s)
    do(s, "act add_land", next(text for text in legal(do(s.clone(), "act add_land")) if text.startswith("add S")))
    roll(s)
    assert books(s)[3] == 1


def chosen(options: str, mine: tuple[int, int, int, int], edition: int) -> list[int]:
    """The books of spirits whose trick is a choice between these."""
    text = f'[[trick]]\nid = "memory_of_stone"\neffects = [{{ op = "choose", options = {options} }}]\nhigh = []\n'
    s = position(1, edition=edition, books={1: mine}, data=laid_over(text))
    hold_tricks(s, 1)
    s.stack.append(Asked(tricks.PLAYING, -1))
    return books(do(s, "trick memory_of_stone"), 1)


@pytest.mark.rule("FB-9.29", "FB-12.12")
def test_spirits_choose_nothing_only_if_there_is_nothing_else() -> None:
    assert chosen(f"[[], [{BOOK}]]", (0, 1, 0, 0), 7) == [1, 1, 0, 0]
    assert chosen(f"[[], [{BOOK}]]", (0, 1, 0, 0), 6) == [0, 1, 0, 0], "before the seventh edition"
    convert = '{ op = "transform", n = 1, dir = "up" }'
    assert chosen(f"[[], [{BOOK}], [{convert}]]", (5, 0, 0, 0), 7) == [3, 1, 0, 0], "a conversion first of all"


@pytest.mark.rule("FB-4.6", "FB-10.5")
def test_what_the_first_ally_of_all_adds_to_an_action_is_counted_as_its_use() -> None:
    first = new(2).content.allies[0].id
    gain = '[{ op = "gain", book = "sun", n = 1 }]'
    deed = f'{{ trigger = "on_standard_action", action = "gather", limit = 1, effects = {gain} }}'
    own = laid_over(f'[[ally]]\nid = "{first}"\nterrain = "steppe"\nability = {deed}\nempowered = {deed}\n')
    s = turn_of(position(2, row="S01", sages={0: "S01.1"}, allies={0: [first]}, data=own))
    suns = books(s)[3]
    do(s, "act gather")
    assert (books(s)[3] - suns, s.uses[0]) == (1, 1)
