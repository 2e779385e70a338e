"""Sections 1 and 2: before the first round."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from ludoteka.core.errors import BadOptions
from ludoteka.games.terra_mystica.data import CARDS, INTRO_DWELLINGS, LIMITS, ROUND_TILES, TERRAINS, TOWNS
from ludoteka.games.terra_mystica.factions import BOARDS, FACTIONS
from tests.games.terra_mystica.kit import GAME, do, fresh, texts, through_chance, why


def chosen(*factions: str, **options: object) -> object:
    """A match after the choice of these factions, first seat 0."""
    s = through_chance(fresh(len(factions), **options))
    for name in factions:
        do(s, f"choose {name}")
    return s


@pytest.mark.rule("TM-1.1", "TM-2.1")
def test_a_faction_brings_what_its_board_shows() -> None:
    s = do(through_chance(fresh(2)), "choose swarmlings", "choose acolytes")
    swarm, acolytes = s.sides
    assert (swarm.vp, swarm.coins, swarm.workers, swarm.priests) == (20, 20, 8, 0)
    assert (swarm.bowl1, swarm.bowl2, swarm.bowl3, swarm.cult) == (3, 9, 0, (1, 1, 1, 1))
    # Acolytes stand on 3 everywhere and got no power for it
    assert (acolytes.bowl1, acolytes.bowl2, acolytes.bowl3, acolytes.cult) == (6, 6, 0, (3, 3, 3, 3))


@pytest.mark.rule("TM-1.2")
def test_everybody_sees_everything() -> None:
    s = do(through_chance(fresh(2)), "choose witches", "choose nomads")
    seen = [s.view(seat) for seat in (0, 1, None)]
    for other in seen[1:]:
        assert {k: v for k, v in other.items() if k != "seat"} == {k: v for k, v in seen[0].items() if k != "seat"}


@pytest.mark.rule("TM-2.2")
def test_pieces_of_a_player() -> None:
    assert LIMITS == (8, 4, 3, 1, 1)
    s = do(through_chance(fresh(2)), "choose witches", "choose nomads")
    assert [side.priest_max for side in s.sides] == [7, 7]
    assert [side.bridges_left for side in s.sides] == [3, 3]


@pytest.mark.rule("TM-2.3")
def test_the_spade_tile_never_lies_in_the_last_two_rounds() -> None:
    s = fresh(2)
    for tile in ("SCORE2", "SCORE3", "SCORE4", "SCORE5"):
        assert "round SCORE1" in texts(s)
        do(s, f"round {tile}")
    assert texts(s) == {"round SCORE6", "round SCORE7", "round SCORE8"}
    do(s, "round SCORE6")
    assert texts(s) == {"round SCORE7", "round SCORE8"}


@pytest.mark.rule("TM-2.4")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_three_cards_more_than_players(seats: int) -> None:
    s = through_chance(fresh(seats))
    assert sum(coins == 0 for coins in s.cards) == seats + 3
    assert s.cards[9] == -1, "the promo card is not in"


@pytest.mark.rule("TM-2.5")
def test_any_seat_may_begin() -> None:
    s = fresh(3, final="none")
    while "first 0" not in texts(s):
        do(s, min(texts(s)))
    assert texts(s) == {"first 0", "first 1", "first 2"}
    assert do(s, "first 2").to_move() == 2
    assert do(s, "choose witches").to_move() == 0


@pytest.mark.rule("TM-2.6")
def test_two_factions_of_one_board_never_meet() -> None:
    s = do(through_chance(fresh(3)), "choose witches")
    assert "choose auren" not in texts(s)
    assert why(s, "choose auren").id == "why.faction_taken"
    assert why(s, "choose dragons").id == "why.not_in_match"
    do(s, "choose yetis")
    assert "settle green" not in texts(s)
    assert why(s, "settle green").id == "why.terrain_taken"
    do(s, "settle black")
    assert "choose alchemists" not in texts(s)
    assert why(s, "choose darklings").id == "why.faction_terrain"
    assert "choose icemaidens" not in texts(s)


@pytest.mark.rule("TM-2.6")
def test_the_base_game_has_fourteen_factions() -> None:
    s = through_chance(fresh(2, factions="base"))
    assert len(texts(s)) == 14
    assert why(s, "choose yetis").id == "why.not_in_match"


@pytest.mark.rule("TM-2.7")
def test_who_chooses_a_terrain_and_when() -> None:
    s = do(through_chance(fresh(4)), "choose acolytes")
    assert s.to_move() == 1, "volcano factions choose last"
    do(s, "choose shapeshifters", "settle red", "choose icemaidens", "settle gray", "favor FAV5", "choose witches")
    assert s.to_move() == 0
    assert texts(s) == {f"settle {t}" for t in ("yellow", "brown", "black", "blue")}
    do(s, "settle blue")
    assert s.to_move() == 0, "start dwellings begin"


@pytest.mark.rule("TM-2.8", "TM-19.1", "TM-19.5")
def test_the_order_of_start_dwellings() -> None:
    s = do(through_chance(fresh(3)), "choose chaosmagicians", "choose nomads", "choose witches")
    asked = []
    while "build" in {t.split()[0] for t in texts(s)}:
        asked.append(s.to_move())
        do(s, min(texts(s)))
    assert asked == [1, 2, 2, 1, 1, 0]
    assert [side.count(0) for side in s.sides] == [1, 3, 2]


@pytest.mark.rule("TM-2.9")
def test_start_dwellings_stand_on_home_terrain_and_earn_nothing() -> None:
    s = do(through_chance(fresh(2)), "choose witches", "choose yetis", "settle black")
    assert texts(s) == {f"build {s.board.names[i]}" for i in range(77) if s.board.land[4] >> i & 1}
    assert why(s, "build E8").id == "why.not_start_terrain"
    do(s, "build F4")
    do(s, "build E5")
    assert s.terrain_at(s.board.index["E5"]) == TERRAINS.index("ice")
    assert why(s, "build E5").id == "why.occupied"
    assert [side.vp for side in s.sides] == [20, 20]
    assert not s.offers


@pytest.mark.rule("TM-2.10")
def test_start_cards_from_the_last_seat_to_the_first() -> None:
    s = do(through_chance(fresh(2)), "choose witches", "choose nomads")
    do(s, "build F4", "build E8", "build F3", "build E9", "build I7")
    assert s.to_move() == 1
    ready = sorted(texts(s))
    do(s, ready[0])
    assert s.to_move() == 0
    assert why(s, ready[0]).id == "why.card_gone"
    do(s, ready[1])
    assert s.round == 1
    assert sorted(s.cards) == [-1] * (len(CARDS) - 3) + [1] * 3


@pytest.mark.rule("TM-2.11")
def test_random_boards() -> None:
    s = fresh(2, choose="random", final="none")
    while "draw yellow" not in texts(s):
        do(s, min(texts(s)))
    assert texts(s) == {f"draw {name}" for name in BOARDS}
    do(s, "draw ice", "draw green")
    assert texts(s) == {"choose icemaidens", "choose yetis"}
    do(s, "choose yetis")
    assert "settle green" not in texts(s), "the other board is green"
    do(s, "settle red")
    assert texts(s) == {"choose auren", "choose witches"}


@pytest.mark.rule("TM-2.12")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_introductory_game(seats: int) -> None:
    s = do(fresh(seats, choose="intro"), "first 1")
    names = [side.folk.name for side in s.sides]
    wanted = [name for name, _ in INTRO_DWELLINGS[seats]]
    assert names == [wanted[-1], *wanted[:-1]], "factions from the first player on"
    assert s.board.hexes(s.sides[1].built) == sorted(INTRO_DWELLINGS[seats][0][1], key=s.board.index.get)
    assert s.to_move() == 0, "the last seat takes a card first"
    assert [s.tiles[2], s.tiles[5]] == [0, 7]
    assert sum(coins >= 0 for coins in s.cards) == seats + 3
    for side in s.sides:
        assert not side.built & ~s.land[side.home]


INTRO = {
    2: ("Witches C3 F4; Nomads E8 F3 I7", "2 7 8 9"),
    3: ("Witches E9 F4; Nomads F3 G4 I7; Alchemists E5 G5", "2 7 9"),
    4: ("Witches E9 F4; Nomads D3 E8 I7; Halflings E6 F5; Mermaids D5 E4", "7 9"),
    5: ("Witches C3 E9; Nomads A5 D3 I7; Halflings E6 F5; Mermaids E4 H4; Giants D4 D7", "9"),
}


@pytest.mark.rule("TM-2.12")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_what_the_introductory_game_gives(seats: int) -> None:
    """Factions, dwellings, tiles and cards, written out once more."""
    s = do(fresh(seats, choose="intro"), "first 0")
    sides, cards = INTRO[seats]
    for seat, line in enumerate(sides.split("; ")):
        name, *hexes = line.split()
        side = s.sides[seat]
        assert side.folk.name == name.lower()
        assert s.board.hexes(side.built) == sorted(hexes)
        assert (side.vp, side.coins, side.own[1:]) == (20, side.folk.coins, (0, 0, 0, 0))
    assert [ROUND_TILES[i].name for i in s.tiles] == [f"SCORE{i}" for i in (5, 7, 1, 6, 4, 8)]
    gone = {f"BON{n}" for n in cards.split()} | {"BON10"}
    assert {c.name for i, c in enumerate(CARDS) if s.cards[i] < 0} == gone
    for seat in reversed(range(seats)):
        assert s.to_move() == seat
        do(s, min(texts(s)))
    assert (s.round, s.to_move(), s.final) == (1, 0, -1)


@pytest.mark.rule("TM-2.12")
def test_the_introductory_game_has_its_own_map() -> None:
    with pytest.raises(BadOptions):
        fresh(2, choose="intro", map="fjords")
    for promo in ("town_promo", "card_promo", "tile_promo"):
        with pytest.raises(BadOptions):
            fresh(2, choose="intro", **{promo: True})


@pytest.mark.rule("TM-2.13")
def test_given_factions() -> None:
    s = through_chance(fresh(2, choose="given", given="darklings+yetis"))
    assert [side.folk.name for side in s.sides] == ["darklings", "yetis"]
    assert s.to_move() == 1, "Yetis settle"
    for wrong in ("darklings", "darklings+alchemists", "darklings+orcs", ""):
        with pytest.raises(BadOptions):
            fresh(2, choose="given", given=wrong)
    with pytest.raises(BadOptions):
        fresh(2, given="darklings+yetis")


@pytest.mark.rule("TM-2.14")
def test_starting_points_of_2017() -> None:
    s = do(through_chance(fresh(2, start_vp="2017")), "choose fakirs", "choose darklings")
    assert [side.vp for side in s.sides] == [33, 15]
    assert Counter(f.vp_2017 for f in FACTIONS)[20] == 3


@pytest.mark.rule("TM-2.15", "TM-11.11")
def test_promos_are_options() -> None:
    plain, promo = fresh(2), fresh(2, town_promo=True, card_promo=True, tile_promo=True)
    assert sum(plain.towns) == 10
    assert sum(promo.towns) == 14 == sum(t.count for t in TOWNS)
    assert "round SCORE9" in texts(promo) - texts(plain)
    assert (plain.cards[9], promo.cards[9]) == (-1, 0)


@pytest.mark.rule("TM-2.16")
def test_the_extra_final_tile() -> None:
    seen = set()
    for seed in range(30):
        s, rng = fresh(2), Random(seed)
        while s.to_move() == -1:
            s.apply(s.sample(rng))
        seen.add(s.final)
    assert seen == {0, 1, 2, 3}
    assert through_chance(fresh(2, final="none")).final == -1
    assert through_chance(fresh(2, final="building-on-edge")).final == 2
    assert through_chance(fresh(2, factions="base")).final == -1, "the tiles belong to Fire & Ice"


def test_leniencies_must_be_known() -> None:
    with pytest.raises(BadOptions):
        GAME.new(2, manner="site", lenient="everything")
