from __future__ import annotations

import re
from copy import deepcopy
from typing import Any

import pytest

from ludoteka.core.action import args_of
from ludoteka.core.game import OVER, State
from ludoteka.core.svg import Panel
from ludoteka.games.fabled import GAME
from ludoteka.games.fabled import words as say
from ludoteka.games.fabled.explain import explain
from ludoteka.games.fabled.lands import Face, card, face_of, plan
from ludoteka.games.fabled.loader import load
from ludoteka.games.fabled.symbols import BOOKS, HIGH, PLACES, WIDE
from tests.drawing import check, clickable, positions, whole

LANGS = ("en", "ru")


def panel(view: dict[str, Any], id: str, lang: str = "en") -> Panel:
    return next(p for p in GAME.panels(view, lang) if p.id == id)


def first(seats: int, seed: int, holds: Any, **options: Any) -> State:
    """The first position of a random match whose view fulfils the condition."""
    for state in positions(GAME, seats, seed, every=1, **options):
        if holds(state.view(None)):
            return state
    raise AssertionError("there is no such position")


def all_faces() -> list[Face]:
    """Every land that turns up in a few matches, as printed."""
    found = {}
    for seed in range(4):
        for state in positions(GAME, 4, seed, every=5):
            view = state.view(None)
            shown = [*view["row"], *(land for pair in view["open"].values() for land in pair if land)]
            found |= {land["id"]: face_of(land) for land in shown}
    return list(found.values())


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(("seats", "options"), [
    (1, {}),
    (1, {"level": "beginner", "scenario": 0}),
    (2, {"scenario": 5}),
    (3, {"scenario": 4}),
    (3, {"mode": "comradeship"}),
    (4, {"mode": "rivalry", "spirit_tricks": True, "level": "high"}),
    (5, {"scenario": 3, "combine": 2}),
])  # fmt: skip
def test_any_position_can_be_read_and_clicked(seats: int, options: dict[str, Any], lang: str) -> None:
    for state in positions(GAME, seats, seed=seats, every=11, **options):
        check(GAME, state, lang, "fb-")


def test_every_place_has_a_drawing_of_its_own() -> None:
    content = load()
    assert set(content.place_id) <= set(PLACES)
    assert len(set(PLACES.values())) == len(PLACES)
    assert len(set(BOOKS.values())) == 4


def test_things_on_a_card_do_not_lie_on_each_other() -> None:
    faces = all_faces()
    assert len(faces) >= 30
    for face in faces:
        at = plan(face)
        cells, places = list(at.cells.values()), [spot for spots in at.places.values() for spot in spots]
        for x, y in cells + places:
            assert 10 <= x <= WIDE - 10, face.id
            assert 20 <= y <= HIGH - 40, face.id
        for spots in at.places.values():
            assert all(abs(a[0] - b[0]) >= 40 for i, a in enumerate(spots) for b in spots[i + 1 :])
        near = [(a, b) for i, a in enumerate(cells) for b in cells[i + 1 :] if abs(a[0] - b[0]) + abs(a[1] - b[1]) < 22]
        assert not near, face.id
        for cell, (x, y) in at.tokens.items():
            hidden = [1 for a, b in places if abs(a - x) < 34 and abs(b - y) < 34]
            assert not hidden, f"a token in {cell} would lie on a place"


def test_lands_that_are_joined_have_a_way_over_the_gap() -> None:
    for state in positions(GAME, 3, seed=2, every=29):
        view = state.view(None)
        board = GAME.draw(view, "en")
        joints = sum(land["joined"] for land in view["row"])
        assert board.static.count('class="joint"') == 3 * joints  # rim, ribbon, dots


def test_all_cells_lands_and_gaps_can_be_clicked() -> None:
    view = first(3, 1, lambda v: len(v["row"]) >= 4).view(None)
    there = clickable(GAME.draw(view, "en").live)["at"]
    cells = {cell["at"] for land in view["row"] for path in land["paths"] for cell in path["cells"]}
    assert there == cells | {land["id"] for land in view["row"]} | {f"g{i}" for i in range(len(view["row"]) + 1)}


def test_sages_are_told_apart_by_shape_and_counted() -> None:
    view = first(3, 7, lambda v: any(len(c["sages"]) > 1 for r in v["row"] for p in r["paths"] for c in p["cells"]))
    shown = view.view(None)
    live = GAME.draw(shown, "en").live
    figures = 0
    for land in shown["row"]:
        for path in land["paths"]:
            for cell in path["cells"]:
                figures += len({(s["side"], s["waits"], s["moving"]) for s in cell["sages"]})
    assert len(re.findall(r'href="#fb-sage-\d"', live)) == figures
    chests = re.findall(r'<g id="fb-sage-\d">(.*?)</g></g>', GAME.draw(shown, "en").defs)
    assert len(set(chests)) == 5


def test_spirits_look_different_from_sages() -> None:
    state = first(1, 3, lambda v: v["sages"][1]["row"] > 0)
    live = GAME.draw(state.view(0), "en").live
    assert re.search(r'class="piece spirit"[^>]*><use href="#fb-spirit"', live)
    assert "fb-sage-2" not in live


def test_places_of_the_vortex_in_question_can_be_clicked_and_no_others() -> None:
    state = first(2, 1, lambda v: v["question"] and v["question"]["phase"] == "Vortex")
    view = state.view(0)
    named = {str(args_of(a)["what"]) for a in state.legal_actions() if "what" in args_of(a)}
    there = clickable(GAME.draw(view, "en").live)["what"]
    cell = next(
        c for r in view["row"] for p in r["paths"] for c in p["cells"] if c["at"] == view["question"]["at"]
    )  # fmt: skip
    assert there == {*cell["places"], *cell["tokens"]}
    assert named <= there


def test_a_token_of_an_ally_has_a_dashed_rim() -> None:
    view = deepcopy(first(2, 1, lambda v: len(v["row"]) > 2).view(None))  # views share what is printed
    vortex = next(c for r in view["row"] for p in r["paths"] for c in p["cells"] if c["places"])
    assert "fb-token" not in GAME.draw(view, "en").live
    vortex["tokens"] = ["sky_tent"]
    board = GAME.draw(view, "en")
    assert '"#fb-token"' in board.live
    assert "Tent of the Sky" in board.live
    assert "stroke-dasharray" in re.findall(r'<g id="fb-token">(.*?)</g>', board.defs)[0]


def test_open_lands_are_cards_to_click_with_their_price() -> None:
    state = first(3, 2, lambda v: any(v["surcharge"][v["to_move"]].values()) if v["to_move"] >= 0 else False)
    view = state.view(None)
    shown = panel(view, "open").svg.live
    assert clickable(shown)["what"] == {land["id"] for pair in view["open"].values() for land in pair if land}
    for n in view["surcharge"][view["to_move"]].values():
        assert not n or f">+{n}</text>" in shown


def test_allies_show_both_texts_and_what_is_used_is_struck_through() -> None:
    state = first(2, 3, lambda v: any(a["limit"] and a["uses"] >= a["limit"] for mine in v["allies"] for a in mine))
    view = state.view(None)
    for lang in LANGS:
        words = GAME.catalogue(lang)
        for seat, mine in enumerate(view["allies"]):
            live = panel(view, f"allies-{seat}", lang).svg.live if mine else ""
            read = " ".join(re.findall(r">([^<>]+)</text>", live))
            for ally in mine:
                assert say.ability(words, ally["ability"]) in read
                assert say.ability(words, ally["empowerment"]) in read
            used = sum(bool(a["limit"]) and a["uses"] >= a["limit"] for a in mine)
            assert live.count('class="ally used"') == live.count('class="struck"') == used


def test_books_can_be_clicked_on_the_own_board_only() -> None:
    state = first(3, 1, lambda v: v["question"] and v["question"]["phase"] == "Transform")
    view = state.view(None)
    for seat in range(3):
        what = clickable(panel(view, f"seat-{seat}").svg.live)["what"]
        assert (set(BOOKS) <= what) == (seat == view["to_move"])


def test_the_turn_of_the_spirits_is_told_step_by_step() -> None:
    state = first(1, 2, lambda v: len(v["spirits"]["told"]) >= 4)
    view = state.view(0)
    for lang in LANGS:
        words = GAME.catalogue(lang)
        shown = panel(view, "told", lang).svg.live
        read = " ".join(re.findall(r">([^<>]+)</text>", shown))
        for entry in view["spirits"]["told"]:
            sentence = say.told(words, entry)
            step, _, rest = sentence.partition(". ")
            assert (rest if step.isdecimal() else sentence) in read
    begun = panel(first(1, 2, lambda v: not v["spirits"]["told"]).view(0), "told")
    assert "have not had a turn" in begun.svg.live
    assert begun.room == panel(view, "told").room > 0  # its place is the same whatever it tells


def test_the_time_board_tells_past_present_and_future_apart() -> None:
    view = first(3, 1, lambda v: v["round"] == 4).view(None)
    live = panel(view, "time").svg.live
    states = re.findall(r'class="chapter (\w+)"', live)
    assert states == ["past"] * 3 + ["now"] + ["next"] * (view["time"]["end"] - 4)
    assert live.count('class="struck"') == 3


def test_the_outcome_is_said() -> None:
    *_, last = positions(GAME, 1, seed=5, every=1000)
    assert last.to_move() == OVER
    view = last.view(0)
    text = panel(view, "time").svg.live
    words = GAME.catalogue("en")
    spirits = view["result"]["spirits_win"]
    assert (words.say("tell.spirits_win") if spirits else words.say("draw.winner", who="Seat 1")) in text


def test_allies_on_offer_can_be_clicked() -> None:
    state = first(2, 1, lambda v: v["question"] and v["question"]["phase"] == "Keeping")
    view = state.view(None)
    offered = {str(args_of(a)["what"]) for a in state.legal_actions()}
    assert clickable(panel(view, "offer").svg.live)["what"] == offered


def test_cards_are_drawn_once() -> None:
    boards = [GAME.draw(s.view(0), "en") for s in positions(GAME, 3, seed=2, every=3)]
    assert len({id(b.static) for b in boards}) < len(boards) / 2
    assert len({id(b.defs) for b in boards}) == 1
    assert max(len(b.live) for b in boards) < 40_000
    face = all_faces()[0]
    assert card(face, "en") is card(face, "en")


def test_everything_shown_to_click_has_a_label_in_the_language() -> None:
    view = first(1, 3, lambda v: len(v["row"]) > 2).view(0)
    english, russian = (whole(GAME.draw(view, lang), GAME.panels(view, lang)) for lang in LANGS)
    assert not re.search(r'aria-label="[^"]*[а-яё]', english)
    assert re.search(r'aria-label="[^"]*[а-яё]', russian)


def test_a_sage_that_moved_looks_as_before_but_for_its_place() -> None:
    view = first(2, 3, lambda v: v["sages"][0]["row"] > 0).view(None)
    figures = re.findall(
        r'<g class="piece s1" data-spot="([^"]*)" transform="[^"]*">(.*?)</g>', GAME.draw(view, "en").live
    )
    assert figures
    assert all(" x=" not in art.split("<text")[0].split("<g")[0] for _, art in figures)
    cells = {c["at"] for r in view["row"] for p in r["paths"] for c in p["cells"] if c["sages"]}
    assert {spot.split()[0] for spot, _ in figures} <= cells


def test_a_seat_fits_the_card_of_a_player_and_its_allies_do_not() -> None:
    view = first(3, 1, lambda v: v["round"] == 2).view(1)
    panels = {p.id: p for p in GAME.panels(view, "en")}
    assert [id for id in panels if id.startswith("allies")] == ["allies-1", "allies-2", "allies-0"]
    for seat in range(3):
        card, allies = panels[f"seat-{seat}"], panels[f"allies-{seat}"]
        assert card.seat == allies.seat == seat
        assert card.svg.width <= 380
        assert card.svg.height <= 150
        assert allies.svg.width > 380  # the page puts it below the board


def test_a_land_in_hand_shows_in_every_gap_which_neighbours_it_would_be_joined_to() -> None:
    state = first(2, 4, lambda v: len(v["row"]) > 3 and v["question"]["phase"] == "Inserting")
    view = state.view(None)
    hand = next(x for two in view["open"].values() for x in two if x and x["id"] == view["question"]["land"])
    halves = sum(land["exit"] in hand["entries"] for land in view["row"])
    halves += sum(hand["exit"] in land["entries"] for land in view["row"])
    shown = re.search(r'<g class="ways"><path d="([^"]*)"', GAME.draw(view, "en").live)
    assert shown
    assert shown.group(1).count("M") == halves


def test_the_cell_in_question_has_a_ring() -> None:
    view = first(2, 7, lambda v: v["question"] and v["question"]["phase"] == "Crossing").view(None)
    assert GAME.draw(view, "en").live.count('class="asked"') == 1
    view["question"]["at"] = None
    assert 'class="asked"' not in GAME.draw(view, "en").live


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_names_of_terrains_can_be_read_on_their_cards(lang: str) -> None:
    for terrain in ("steppe", "mountain", "forest"):
        face = next(face for face in all_faces() if face.terrain == terrain)
        sizes = re.findall(r'font-size="([\d.]+)"[^>]*>\w+</text>', card(face, lang)[-900:])
        assert min(float(size) for size in sizes) >= 17


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_allies_and_spirits_of_comrades_stand_below_each_other(lang: str) -> None:
    """Both, with their headings and at the smallest scale, fit the shelf of a desk with two seats: 375 high."""
    for state in positions(GAME, 2, 3, every=40, mode="comradeship"):
        shown = [p for p in GAME.panels(state.view(0), lang) if p.id in ("allies-0", "spirits")]
        if len(shown) == 2 and not state.view(0)["spirits"]["trick"]:
            assert sum(p.room or p.svg.height for p in shown) * 0.8 + 2 * 38 + 8 <= 375


def test_the_card_of_an_own_ally_does_not_say_whose_it_is() -> None:
    view = first(2, 2, lambda v: all(v["allies"])).view(0)
    mine, theirs = (explain(view, "what", view["allies"][seat][0]["id"], "en") for seat in (0, 1))
    assert mine
    assert theirs
    assert "Owner" not in dict(mine.now)
    assert "Owner" in dict(theirs.now)
