"""The small print between turns: passing, the end of a round, the final count, and what is dealt at the start."""

from __future__ import annotations

import pytest

from ludoteka.core.game import Step
from ludoteka.games.terra_mystica import due, resources
from ludoteka.games.terra_mystica.board import board
from ludoteka.games.terra_mystica.hooks import points_for_bridges
from ludoteka.games.terra_mystica.maps import MAPS
from ludoteka.games.terra_mystica.phases import endgame, flow, steps, towns
from tests.games.terra_mystica.kit import PLENTY, do, fresh, give, put, setup, table, texts, through_chance

AT = {"witches": "G3 F5", "nomads": "F4 E6"}


# the map


@pytest.mark.rule("TM-7.4", "TM-3.1")
@pytest.mark.parametrize("name", sorted(MAPS))
def test_ships_go_as_many_river_hexes_as_the_level_says(name: str) -> None:
    b = board(name)
    rivers = {r: set(b._rivers(b._around(b.place[r]))) for r in b.rivers}
    for i, hex_name in enumerate(b.names):
        wet = set(b._rivers(b._around(b.place[hex_name])))
        for level, ships in enumerate(b.ships):
            shores = {n for r in (wet if level else ()) for n in b._around(b.place[b.rivers[r]])}
            assert set(b.hexes(ships[i])) == {n for n in shores if n in b.index} - {hex_name}
            wet = wet.union(*(rivers[b.rivers[r]] for r in wet)) if level else wet


@pytest.mark.rule("TM-3.1")
@pytest.mark.parametrize("name", sorted(MAPS))
def test_river_hexes_are_numbered_from_the_top_left(name: str) -> None:
    b = board(name)
    assert b.rivers == tuple(f"r{i}" for i in range(len(b.rivers)))
    assert list(b.spots) == sorted(b.spots)


@pytest.mark.rule("TM-18.4", "TM-3.1")
@pytest.mark.parametrize("name", sorted(MAPS))
def test_distances_are_steps_from_hex_to_hex(name: str) -> None:
    b = board(name)
    for a, start in enumerate(b.names):
        found, edge, far = {b.place[start]: 0}, [b.place[start]], 0
        while edge:
            far += 1
            edge = [
                c
                for cell in edge
                for c in b._cells_around(cell)
                if -1 <= c[0] <= 12 and -1 <= c[1] <= 14 and c not in found
            ]
            found |= dict.fromkeys(edge, far)
            edge = list(dict.fromkeys(edge))
        assert [b.steps[a][j] for j in range(len(b.names))] == [found[b.place[n]] for n in b.names]


# the end


@pytest.mark.rule("TM-18.7")
def test_leftovers_are_used_up() -> None:
    s = table("witches", "nomads", at=AT)
    me = give(s, bowls=(1, 5, 2), coins=4, workers=2, priests=1, vp=20)
    endgame.cash_in(s, 0)
    assert (me.bowl2, me.bowl3, me.coins, me.workers, me.priests) == (1, 0, 2, 0, 0)
    assert me.vp == 20 + (2 + 2 + 2 + 1 + 4) // 3


@pytest.mark.rule("TM-18.4")
def test_who_has_no_building_has_no_network() -> None:
    s = table("witches", "nomads", at={"witches": "G3"})
    assert endgame.value_of(s, s.sides[0], "network") == 1
    assert endgame.value_of(s, s.sides[1], "network") == 0


@pytest.mark.rule("TM-18.1", "TM-18.2")
def test_cults_are_counted_in_the_order_of_the_board() -> None:
    s = table("witches", "nomads", at=AT)
    give(s, cult=(1, 2, 3, 4))
    s.notes = []
    s.stack[:] = []
    endgame.push(s)
    s.settle()
    told = [note for note in s.notes if note[0] == 0 and note[1] == "VP"]
    assert [note[3] for note in told][:4] == ["FIRE", "WATER", "EARTH", "AIR"]


# towns


@pytest.mark.rule("TM-10.5", "TM-11.1")
def test_a_bridge_founds_a_town_from_either_end() -> None:
    for ends in ("E4=TP G1=SH", "E4=SH G1=TP"):
        s = table("witches", "nomads", at={"witches": ends})
        give(s, **PLENTY, dues={due.BRIDGES: 1})
        for name in ("E4", "G1"):
            beside = s.board.hexes(s.near[s.board.index[name]] & ~s.occupied)
            put(s, 0, beside[0])
        do(s, "bridge E4 G1")
        assert s.sides[0].owes(due.TOWNS) == 1


@pytest.mark.rule("TM-11.10")
def test_a_track_whose_top_is_taken_needs_no_key() -> None:
    s = table("witches", "nomads", at=AT)
    give(s, 1, cult=(0, 10, 0, 0))
    me = give(s, cult=(9, 9, 0, 0), keys=1)
    towns.all_cults(s, 0, me, 1)
    assert tuple(me.cult) == (10, 9, 1, 1)
    assert (me.keys, me.owes(due.LIFTS)) == (0, 0)


@pytest.mark.rule("TM-11.10")
def test_with_keys_for_all_nothing_waits_any_more() -> None:
    for waiting in (0b01, 0b10):
        s = table("witches", "nomads", at=AT)
        me = give(s, cult=(9, 9, 0, 0), keys=2, dues={due.LIFTS: waiting})
        towns.all_cults(s, 0, me, 1)
        assert tuple(me.cult) == (10, 10, 1, 1)
        assert me.owes(due.LIFTS) == 0
    me = give(s, cult=(0, 0, 9, 9), keys=1, dues={due.LIFTS: 0})
    towns.all_cults(s, 0, me, 2)
    assert tuple(me.cult) == (2, 2, 9, 9), "the player chooses between the two"
    assert me.owes(due.LIFTS) == 0b1100


@pytest.mark.rule("TM-11.10")
def test_the_key_lifts_the_marker_that_is_chosen() -> None:
    s = table("witches", "nomads", at=AT)
    give(s, cult=(9, 9, 0, 0), keys=1, dues={due.LIFTS: 0b11})
    assert {"step FIRE", "step WATER"} <= texts(s)
    assert "step EARTH" not in texts(s)
    do(s, "step WATER")
    me = s.sides[0]
    assert tuple(me.cult) == (9, 10, 0, 0)
    assert (me.keys, me.owes(due.LIFTS)) == (0, 0b01)


@pytest.mark.rule("TM-11.10")
def test_a_step_that_is_due_stays_when_a_key_lifts_a_marker() -> None:
    s = table("witches", "nomads", at=AT)
    give(s, cult=(9, 0, 0, 0), keys=1, dues={due.LIFTS: 0b1, due.STEPS: 1})
    do(s, "step FIRE")
    me = s.sides[0]
    assert (me.cult[0], me.owes(due.STEPS), me.owes(due.LIFTS)) == (10, 1, 0)
    do(s, "step AIR")
    assert s.sides[0].owes(due.STEPS) == 0


@pytest.mark.rule("TM-9.6")
def test_a_direction_chosen_in_the_own_turn_does_not_bind_others() -> None:
    s = table("witches", "nomads", at=AT)
    s.work = s.work._replace(track=2)
    out: list[object] = []
    steps.legal_step(s, s.sides[1], out)  # type: ignore[arg-type]
    assert len(out) == 4
    out = []
    steps.legal_step(s, s.sides[0], out)  # type: ignore[arg-type]
    assert [str(a) for a in out] == ["step EARTH"]


# points for passing


@pytest.mark.rule("TM-19.16")
def test_engineers_score_bridges_of_their_own_between_two_buildings_of_their_own() -> None:
    s = table("engineers", "nomads", at={"engineers": "E4=SH G1", "nomads": "A1"})
    e4, g1, a1 = (s.board.index[n] for n in ("E4", "G1", "A1"))
    for bridges, points in (
        ((), 0),
        (((0, e4, g1),), 3),
        (((1, e4, g1),), 0),
        (((0, e4, a1),), 0),
        (((0, a1, e4),), 0),
        (((0, e4, g1), (0, g1, e4)), 6),
    ):
        s.bridges = bridges
        assert points_for_bridges(s, 0) == points


@pytest.mark.rule("TM-13.2")
def test_the_first_card_of_the_box_counts_like_any_other() -> None:
    s = table("witches", "nomads", at=AT)
    give(s, card="BON1")
    do(s, "pass BON2")
    assert s.cards[0] == 0, "it is to be had again"
    assert s.sides[0].vp == 20


@pytest.mark.rule("TM-4.3")
def test_the_order_of_play_stays_without_the_option() -> None:
    for option, order in ((False, (0, 1, 2)), (True, (1, 2, 0))):
        s = table("witches", "nomads", "halflings", at=AT, turn_order="passing" if option else "clockwise")
        do(s, "pass BON2")
        assert tuple(s.order) == order


# incomes


@pytest.mark.rule("TM-14.3", "TM-5.7")
def test_spades_of_a_cult_that_no_hex_can_take_are_lost() -> None:
    s = table("witches", "nomads", at=AT)
    give(s, dues={due.SPADES: 1})
    flow.settle_forced(s, 0)
    assert s.sides[0].owes(due.SPADES) == 1
    s.occupied = s.board.full
    me = give(s, reach=-1)
    flow.settle_forced(s, 0)
    assert me.owes(due.SPADES) == 0


@pytest.mark.rule("TM-9.5")
def test_priests_come_up_to_the_limit() -> None:
    for have, limit, came in ((0, 7, 3), (4, 7, 3), (5, 7, 2), (7, 7, 0), (7, 6, 0)):
        s = table("witches", "nomads", at=AT)
        me = give(s, priests=have, priest_max=limit)
        resources.priests(s, 0, 3, "income")
        assert me.priests == have + came


# set-up


@pytest.mark.rule("TM-2.3")
def test_six_tiles_are_dealt() -> None:
    assert len(through_chance(fresh(3)).tiles) == 6


@pytest.mark.rule("TM-2.8")
def test_nobody_is_asked_for_dwellings_in_the_introductory_match() -> None:
    s = through_chance(fresh(3, choose="intro"))
    asked: set[str] = set()
    while not s.round:
        asked |= {text.split()[0] for text in texts(s)}
        through_chance(do(s, str(s.legal_actions()[0])))
    assert "build" not in asked


@pytest.mark.rule("TM-4.1", "TM-14.1")
def test_before_the_first_round_no_tile_pays() -> None:
    s = table("witches", "nomads", at=AT, tiles=("SCORE3", "SCORE4", "SCORE1", "SCORE6", "SCORE2", "SCORE5"), round=0)
    for seat in (0, 1):
        give(s, seat, cult=(10, 10, 10, 10), coins=0, workers=0, priests=0, bowls=(12, 0, 0))
    s.notes = []
    s.stack[:] = [Step(setup.BEGIN)]
    s.settle()
    assert s.round == 1
    assert {note[3] for note in s.notes} <= {"income", "card"}
