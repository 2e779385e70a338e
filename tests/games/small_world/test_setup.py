"""Boards, box, column of combinations, coins."""

from __future__ import annotations

import pytest

from ludoteka.core.bits import bits
from ludoteka.core.game import CHANCE
from ludoteka.core.match import Match
from ludoteka.games.small_world import GAME
from ludoteka.games.small_world.board import printed_board
from ludoteka.games.small_world.custom import PACKED, PACKED_1
from ludoteka.games.small_world.data import POWERS, RACES
from ludoteka.games.small_world.options import upgrade
from ludoteka.games.small_world.state import SmallWorld
from tests.games.small_world.kit import Table, people


@pytest.mark.rule("SW-1.1")
@pytest.mark.parametrize(("seats", "regions", "rounds"), [(2, 23, 10), (3, 30, 10), (4, 39, 9), (5, 48, 8)])
def test_each_number_of_players_has_its_board(seats: int, regions: int, rounds: int) -> None:
    s = GAME.new(seats)
    assert isinstance(s, SmallWorld)
    assert (s.world.board.size, s.rounds) == (regions, rounds)
    assert s.world.board.water.bit_count() == 3
    assert s.world.board.seas.bit_count() == 2


@pytest.mark.rule("SW-1.1")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_boards_are_sound(seats: int) -> None:
    """Each symbol is equally frequent, no water is beside water, all is connected, both neighbours name each other."""
    board = printed_board(seats)
    assert len({mask.bit_count() for mask in board.symbol.values()}) == 1
    for at in bits(board.water):
        assert not board.beside[at] & board.water
    for at, region in enumerate(board.regions):
        assert region["beside"].split() == board.names_of(board.beside[at])
    seen, fresh = 0, 1
    while fresh:
        seen |= fresh
        fresh = sum({1 << j for at in bits(fresh) for j in bits(board.beside[at])}) & ~seen
    assert seen == board.all
    assert not board.tribes & (board.water | board.mountains)


@pytest.mark.rule("SW-1.1")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_polygons_share_an_edge_exactly_where_regions_are_neighbours(seats: int) -> None:
    board = printed_board(seats)
    edges: dict[frozenset[str], list[int]] = {}
    for at, region in enumerate(board.regions):
        points = region["polygon"].split()
        for a, b in zip(points, points[1:] + points[:1], strict=True):
            edges.setdefault(frozenset((a, b)), []).append(at)
    shared = {frozenset(pair) for pair in edges.values() if len(pair) == 2}
    assert shared == {frozenset((i, j)) for i in range(board.size) for j in bits(board.beside[i])}


@pytest.mark.rule("SW-1.2")
@pytest.mark.parametrize(("seats", "tribes", "mountains"), [(2, 9, 4), (3, 10, 7), (4, 14, 8), (5, 18, 9)])
def test_lost_tribes_and_mountains(seats: int, tribes: int, mountains: int) -> None:
    s = GAME.new(seats)
    assert isinstance(s, SmallWorld)
    assert s.tribes.bit_count() == tribes
    assert s.world.board.mountains.bit_count() == mountains
    assert all(s.defence[at] == 1 for at in bits(s.tribes | s.world.board.mountains))


@pytest.mark.rule("SW-1.3")
def test_everybody_starts_with_five_coins() -> None:
    s = GAME.new(5)
    assert isinstance(s, SmallWorld)
    assert s.coins == [5] * 5


def lay_out(match: Match, *combos: str) -> None:
    for combo in combos:
        power, race = combo.split()
        match.play(CHANCE, f"banner {race}")
        match.play(CHANCE, f"badge {power}")


SIX = ("hill orcs", "stout trolls", "flying elves", "merchant skeletons", "wealthy ratmen", "swamp humans")


@pytest.fixture
def opening() -> Match:
    match = Match(GAME, 3)
    lay_out(match, *SIX)
    return match


@pytest.mark.rule("SW-1.4", "SW-1.8")
def test_a_combination_costs_a_coin_on_each_above_it(opening: Match) -> None:
    s = opening.state
    assert isinstance(s, SmallWorld)
    assert s.to_move() == 0
    assert [str(a) for a in s.legal_actions()] == [f"take {combo.split()[1]}" for combo in SIX]
    opening.play(0, "take skeletons")
    lay_out(opening, "commando giants")
    assert s.coins[0] == 2
    column = s.view(None)["column"]
    assert [(c["power"], c["race"], c["coins"]) for c in column] == [
        ("hill", "orcs", 1),
        ("stout", "trolls", 1),
        ("flying", "elves", 1),
        ("wealthy", "ratmen", 0),
        ("swamp", "humans", 0),
        ("commando", "giants", 0),
    ]


@pytest.mark.rule("SW-1.6")
def test_tokens_are_banner_plus_badge(opening: Match) -> None:
    opening.play(0, "take skeletons")
    s = opening.state
    assert isinstance(s, SmallWorld)
    assert s.hand[0] == 2 + 6
    assert s.tray[s.world.race_index["skeletons"]] == 20 - 8


@pytest.mark.rule("SW-1.6")
def test_the_box_serves_every_combination() -> None:
    numbers = {"amazons": 6, "dwarves": 3, "elves": 6, "ghouls": 5, "giants": 6, "halflings": 6, "humans": 5, "orcs": 5}
    numbers |= {"ratmen": 8, "skeletons": 6, "sorcerers": 5, "tritons": 6, "trolls": 5, "wizards": 5}
    assert {race.id: race.tokens for race in RACES} == numbers
    assert sum(race.box for race in RACES) == 168
    most = max(power.tokens for power in POWERS)
    assert most == 5
    for race in RACES:
        extra = 4 if race.id == "amazons" else 0
        assert race.box >= race.tokens + most + extra


@pytest.mark.rule("SW-1.7")
def test_coins_on_a_combination_are_taken_with_it() -> None:
    t = Table(coins=[5, 5], column=[["orcs", "hill", 3], ["trolls", "stout", 2]])
    t.do("take trolls")
    assert t.s.coins == [5 - 1 + 2, 5]
    assert t.s.col_coins[0] == 4


@pytest.mark.rule("SW-1.5")
def test_coins_on_a_combination_do_not_help_to_pay() -> None:
    column = [["orcs", "hill"], ["trolls", "stout", 9]]
    t = Table(coins=[0, 5], column=column)
    assert t.legal() == {"take orcs"}
    assert t.why("take trolls") == "why.coins_missing"
    assert t.last.args == {"what": "trolls", "need": 1, "have": 0, "n": 1}
    t = Table(coins=[0, 5], column=column, options={"pay_with_combo_coins": True})
    assert t.legal() == {"take orcs", "take trolls"}
    assert t.do("take trolls").s.coins[0] == 8


@pytest.mark.rule("SW-1.9")
def test_seats_play_in_order_and_rounds_follow() -> None:
    t = Table(people(0, "hill orcs", Fa1=2), people(1, "stout elves", M4=2), people(2, "flying giants", S2=2), seats=3)
    for n in range(7):
        assert (t.s.turn, t.s.round) == (n % 3, 1 + n // 3)
        t.do("expand", "stop")
        while t.asked().endswith("LateDecline"):
            t.do("done")


@pytest.mark.rule("SW-1.10")
def test_benefits_of_race_and_power_add_up() -> None:
    """Merchant Humans: region, race and power pay for the same farmland."""
    t = Table(people(0, "merchant humans", Fa1=2), people(1, "stout elves", M4=2))
    t.do("expand", "stop")
    assert t.income(0) == {"regions": 1, "humans": 1, "merchant": 1}


@pytest.mark.rule("SW-1.11")
def test_totals_are_hidden_and_shown_at_the_end() -> None:
    t = Table(people(0, "hill orcs", Fa1=2), people(1, "stout elves", M4=2), rounds=1, coins=[3, 8])
    assert [p["coins"] for p in t.s.view(0)["players"]] == [3, None]
    assert [p["coins"] for p in t.s.view(None)["players"]] == [None, None]
    assert t.s.view(None)["scores"] is None
    t.do("expand", "stop", "expand", "stop", "done")
    assert t.asked() == "over"
    assert [p["coins"] for p in t.s.view(None)["players"]] == [4, 9]
    assert t.s.view(None)["scores"] == [[4, 2], [9, 2]]


@pytest.mark.rule("SW-1.11")
def test_open_coins_are_an_option() -> None:
    t = Table(coins=[3, 8], options={"coins": "open"})
    assert [p["coins"] for p in t.s.view(None)["players"]] == [3, 8]


@pytest.mark.rule("SW-6.15", "SW-9.8")
def test_a_match_of_version_1_goes_on_as_it_began() -> None:
    assert upgrade(2, {}) == {}
    assert upgrade(1, {}) == {"substitute_empty_handed": True}
    own = upgrade(1, {"custom": PACKED + "x"})
    assert own == {"substitute_empty_handed": True, "first_turn_coins_shared": True, "custom": PACKED_1 + "x"}
