from __future__ import annotations

import json
import re
from itertools import product

import pytest

from ludoteka.core.game import CHANCE, OVER, State
from ludoteka.core.svg import Panel, Svg
from ludoteka.games.small_world import GAME
from ludoteka.games.small_world.banners import brief
from ludoteka.games.small_world.data import POWERS, RACES
from ludoteka.games.small_world.options import SmallWorldOptions
from ludoteka.games.small_world.panels import NARROW, _named
from ludoteka.games.small_world.position import place, start_on
from ludoteka.games.small_world.symbols import POWERS as POWER_ART
from ludoteka.games.small_world.symbols import RACES as RACE_ART
from ludoteka.games.small_world.words import combo_name
from tests.drawing import check, clickable, positions, whole

POSITION = {
    "turn": 1,
    "coins": [3, 8],
    "peoples": [
        {"seat": 0, "race": "trolls", "power": "fortified", "regions": {"Fa1": 2, "Fo1": 3}, "hand": 3},
        {"seat": 0, "race": "orcs", "state": "declined", "regions": {"H1": 1}},
        {"seat": 1, "race": "halflings", "power": "bivouacking", "regions": {"H2": 1, "M4": 1}, "hand": 2},
        {"seat": 1, "race": "ghouls", "power": "spirit", "state": "exempt", "regions": {"H4": 10}},
    ],
    "forts": ["Fa1"],
    "holes": ["H2"],
    "camps": {"M4": 3},
    "tribes": ["S3"],
    "column": [["giants", "stout", 2]],
}


def drawn(given: dict[str, object], seat: int | None = 0, lang: str = "en") -> tuple[Svg, list[Panel]]:
    state = place(2, SmallWorldOptions(), json.dumps(given))
    return GAME.draw(state.view(seat), lang), GAME.panels(state.view(seat), lang)


def conquering() -> State:
    """The trolls of the position at their conquests."""
    state = place(2, SmallWorldOptions(), json.dumps(POSITION | {"turn": 0}))
    while state.to_move() == CHANCE:
        state.apply(state.chance()[0][0])
    state.apply(GAME.parse("expand"))
    return state


def piece(board: Svg, emblem: str) -> str:
    """The group of the counter with this emblem."""
    found = [
        g for g in re.findall(r'<g class="piece.*?(?=<g class="piece|<use class="piece|$)', board.live) if emblem in g
    ]
    assert found, emblem
    return found[0]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("lang", ["en", "ru"])
def test_any_position_can_be_read_and_clicked(seats: int, lang: str) -> None:
    for state in positions(GAME, seats, seed=seats, every=9):
        check(GAME, state, lang, "sw-")


def test_the_end_can_be_drawn() -> None:
    *_, last = positions(GAME, 3, seed=5, every=1000)
    assert last.to_move() == OVER
    assert "tag" not in GAME.draw(last.view(0), "en").live


def test_every_region_can_be_clicked_and_has_its_outline() -> None:
    for seats in GAME.seats:
        view = GAME.new(seats).view(None)
        board = GAME.draw(view, "en")
        names = {r["name"] for r in view["regions"]}
        assert clickable(board.live)["at"] == names
        assert all(f'id="sw-{seats}-{name}"' in board.static for name in names)


def test_every_race_and_power_has_an_emblem_of_its_own() -> None:
    assert {race.id for race in RACES} <= RACE_ART.keys()
    assert {power.id for power in POWERS} <= POWER_ART.keys()
    assert len(set(RACE_ART.values())) == len(RACE_ART)
    assert len(set(POWER_ART.values())) == len(POWER_ART)


def test_peoples_in_decline_are_told_apart_without_colour() -> None:
    board, panels = drawn(POSITION)
    assert "sw-many-active" in piece(board, "sw-r-trolls")
    assert "sw-one-declined" in piece(board, "sw-r-orcs")
    assert "sw-host-exempt" in piece(board, "sw-r-ghouls")
    bodies = dict(re.findall(r'<g id="sw-one-(\w+)">(.*?)</g>', board.defs))
    assert "url(#sw-old)" not in bodies["active"]
    assert "url(#sw-old)" in bodies["declined"]
    assert "stroke-dasharray" in bodies["exempt"]
    assert "stroke-dasharray" not in bodies["declined"]
    seats = {p.id: p.svg.live for p in panels}
    assert seats["seat-0"].count("url(#sw-old)") == 1  # only the orcs
    assert "in decline" in seats["seat-0"]


def test_a_player_with_three_peoples_still_fits_the_card_of_a_seat() -> None:
    third = {"seat": 1, "race": "wizards", "state": "declined", "regions": {"M2": 1}}
    peoples = [*POSITION["peoples"], third]  # type: ignore[misc]
    peoples[2] = {**peoples[2], "power": "diplomat"}
    _, panels = drawn(POSITION | {"peoples": peoples, "ally": {"1": 0}, "camps": {}})
    card = next(p for p in panels if p.id == "seat-1").svg
    assert card.height <= 205  # `CARD` of people.js
    assert all(f"sw-r-{race}" in card.live for race in ("halflings", "ghouls", "wizards"))


def test_owners_are_told_apart_by_shape() -> None:
    board, _ = drawn(POSITION)
    assert "#sig-1" in piece(board, "sw-r-trolls")
    assert "#sig-2" in piece(board, "sw-r-halflings")


def test_pieces_beside_the_tokens_are_drawn() -> None:
    board, _ = drawn(POSITION)
    trolls = piece(board, "sw-r-trolls")
    assert "mark-lair" in trolls
    assert "mark-fortress" in trolls
    assert "mark-hole" in piece(board, "sw-r-halflings")
    assert re.search(r'mark-camp">.*?>3</text>', board.live)
    assert 'href="#sw-tribe"' in board.live
    assert "sw-host-exempt" in board.live  # ten tokens need room for two digits
    assert re.search(r'aria-label="[^"]*fortress[^"]*" href="#sw-2-Fa1"', board.live)


def test_prices_are_shown_only_to_the_one_who_decides() -> None:
    state = conquering()
    view = state.view(0)
    assert view["asked"]["costs"]
    assert GAME.draw(view, "en").live.count('class="tag"') > 0
    assert 'class="tag"' not in GAME.draw(state.view(1), "en").live
    assert 'class="tag"' not in GAME.draw(state.view(None), "en").live


def test_combinations_can_be_clicked_and_say_what_they_do() -> None:
    for state in positions(GAME, 3, seed=1, every=60):
        view = state.view(None)
        for lang in ("en", "ru"):
            column = next(p for p in GAME.panels(view, lang) if p.id == "column").svg.live
            assert clickable(column)["what"] == {combo["race"] for combo in view["column"]}
    words = {lang: GAME.catalogue(lang) for lang in ("en", "ru")}
    for thing in (*RACES, *POWERS):
        assert all(f"hint.{thing.id}" in catalogue for catalogue in words.values()), thing.id


def test_coins_of_others_are_a_question_mark() -> None:
    state = place(2, SmallWorldOptions(), json.dumps(POSITION))
    mine, other = (next(p for p in GAME.panels(state.view(0), "en") if p.id == f"seat-{s}").svg.live for s in (0, 1))
    assert ">3</text>" in mine
    assert ">?</text>" in other


def test_a_board_without_a_picture_becomes_cells() -> None:
    regions = [
        {"name": "A1", "terrain": "hill", "beside": "B1", "edge": True},
        {"name": "B1", "terrain": "mountain", "beside": "A1 C1", "symbols": "mine"},
        {"name": "C1", "terrain": "water", "beside": "B1"},
    ]
    from ludoteka.games.small_world.board import make_board

    board = GAME.draw(start_on(make_board(regions), 2).view(None), "ru")
    assert clickable(board.live)["at"] == {"A1", "B1", "C1"}
    assert "sw-m-mine" in board.static


def test_the_map_is_drawn_once() -> None:
    first, *_, last = (GAME.draw(s.view(0), "en") for s in positions(GAME, 4, seed=2, every=50))
    assert first.static is last.static
    assert first.defs is last.defs
    assert len(last.live) < 30_000


def test_a_hand_is_seen_on_the_turn_panel() -> None:
    state = conquering()
    view = state.view(0)
    shown = whole(GAME.draw(view, "en"), [p for p in GAME.panels(view, "en") if p.id == "turn"])
    assert shown.count("#sw-r-trolls") == view["asked"]["hand"] + len(view["players"][0]["peoples"][0]["regions"])


def test_the_card_of_a_seat_tells_tokens_on_the_board_from_those_in_hand() -> None:
    told = brief({"coins": 3, "peoples": [{"regions": ["M1"], "tokens": 4, "hand": 6}]}, "en")
    assert [figure.text for figure in told] == ["3", "1", "4+6"]
    assert told[2].label.endswith("In hand: 6")
    told = brief({"coins": None, "peoples": [{"regions": ["M1"], "tokens": 4, "hand": 0}]}, "en")
    assert [figure.text for figure in told] == ["?", "1", "4"]


def test_a_name_that_is_too_long_breaks_and_is_never_cut() -> None:
    for name in ("Драконовластные полурослики", "Dragon Master Halflings"):
        shown = _named(name, 83)
        assert "…" not in shown
        words = " ".join(re.findall(r">([^<]+)<", shown)).replace("- ", "")
        assert words == name


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_no_name_of_a_combination_reaches_what_the_two_can_do(lang: str) -> None:
    """Below it stand tokens and price, in letters of 14."""
    world = GAME.new(2).world  # type: ignore[attr-defined]
    for race, power in product(world.races, world.powers):
        name = combo_name({}, race.id, power.id, GAME.catalogue(lang))
        shown = _named(name, NARROW - 70)
        assert "…" not in shown
        assert max(float(y) for y in re.findall(r' y="([-\d.]+)"', shown)) <= 33 - 0.75 * 14, name
