"""Section 14: cards of an owner that do what none of ours does, each with the rule it follows."""

from __future__ import annotations

import pytest

from ludoteka.games.fabled import board
from ludoteka.games.fabled.phases import spirits, tricks
from tests.games.fabled.kit import (
    asks,
    books,
    chapter_begins,
    do,
    hold_tricks,
    legal,
    position,
    roll,
    told,
    turn_of,
    visit,
    where,
)
from tests.games.fabled.test_content import laid_over

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
