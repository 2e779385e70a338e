from __future__ import annotations

import re
from random import Random

import pytest

from ludoteka.core.action import args_of
from ludoteka.core.game import CHANCE, OVER, State
from ludoteka.core.svg import Panel
from ludoteka.games.terra_mystica import GAME
from ludoteka.games.terra_mystica.data import BUILDINGS, CULTS, TERRAIN_NAMES
from ludoteka.games.terra_mystica.draw import centres
from ludoteka.games.terra_mystica.maps import MAPS
from ludoteka.games.terra_mystica.printed import printed as printed_board
from ludoteka.games.terra_mystica.symbols import MOTIFS, PIECES
from ludoteka.games.terra_mystica.tiles import faces
from tests.drawing import check, clickable, positions, whole

PROMOS = {"town_promo": True, "card_promo": True, "tile_promo": True}


def panel(view: dict[str, object], id: str, lang: str = "en") -> Panel:
    return next(p for p in GAME.panels(view, lang) if p.id == id)


def played(seats: int = 4, seed: int = 1, until: str = "", **options: object) -> State:
    """Random matches up to the first position in which `until` holds for the view, as an expression on v."""
    for k in range(20):
        for state in positions(GAME, seats, seed + 100 * k, every=1, **options):
            if until and eval(until, {"v": state.view(None)}):
                return state
    raise AssertionError(until)


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize(("seats", "options"), [
    (2, {}),
    (3, {"map": "fjords", "choose": "auction"}),
    (4, {"map": "loon_lakes", "turn_order": "passing", "choose": "random"}),
    (5, {"map": "fire_ice", "manner": "site", **PROMOS}),
])  # fmt: skip
def test_any_position_can_be_read_and_clicked(seats: int, options: dict[str, object], lang: str) -> None:
    for state in positions(GAME, seats, seed=seats, every=23, **options):
        check(GAME, state, lang, "tm-")


def test_every_map_has_all_its_hexes() -> None:
    for name in MAPS:
        state = GAME.new(2, map=name)
        board = GAME.draw(state.view(None), "en")
        assert clickable(board.live)["at"] == set(centres(name))
        for x, y in centres(name).values():
            assert 30 < x < board.width - 30
            assert 30 < y < board.height - 30


def test_every_terrain_and_building_has_a_drawing_of_its_own() -> None:
    assert set(MOTIFS) == set(TERRAIN_NAMES)
    assert set(PIECES) == set(BUILDINGS)
    assert len({outline for outline, _ in PIECES.values()}) == len(PIECES)
    defs = GAME.draw(GAME.new(2).view(None), "en").defs
    motifs = re.findall(r'<g id="tm-m-(\w+)"[^>]*>(.*?)</g><g id="tm-t-', defs)
    assert len({art for _, art in motifs}) == len(TERRAIN_NAMES)


def test_land_that_was_changed_is_drawn_over_the_printed_one() -> None:
    state = played(seed=3, until="any(v['land'][h] != t for h, t in START.items())".replace("START", str(printed())))
    view = state.view(None)
    changed = [h for h, t in printed().items() if view["land"][h] != t]
    board = GAME.draw(view, "en")
    assert board.live.count('class="changed"') == len(changed)
    assert "changed" not in board.static


def printed() -> dict[str, str]:
    land = GAME.new(2).view(None)["land"]
    assert isinstance(land, dict)
    return land


def test_buildings_show_kind_and_owner_by_shape() -> None:
    view = played(seed=2, until="len(v['buildings']) > 12").view(None)
    live = GAME.draw(view, "en").live
    pieces = re.findall(r'<g class="piece ([\w-]+)"><use href="#tm-(\w+)".*?href="#sig-(\d)"', live)
    owners = sorted((kind, seat + 1) for seat, kind in view["buildings"].values())
    assert sorted((kind, int(sign)) for _, kind, sign in pieces) == owners
    assert {cls for cls, _, _ in pieces} <= {f"f-{side['colour']}" for side in view["sides"]}


def test_towns_and_bridges_are_seen() -> None:
    view = played(seed=4, until="len(v['buildings']) > 8").view(None)
    towned = {at: seat for at, (seat, _) in list(view["buildings"].items())[:3]}
    view |= {"in_town": towned, "bridges": [[0, "F4", "G3"]], "links": {"r3": 1}}
    live = GAME.draw(view, "en").live
    assert live.count('class="town"') == 3
    assert live.count('class="bridge ') == 1
    assert live.count('class="link ') == 1
    assert live.count("in a town") == 3


def test_used_actions_are_struck_through() -> None:
    view = played(seed=1, until="sum(a['used'] for a in v['actions'].values()) == 1").view(None)
    actions = panel(view, "actions").svg.live
    used = next(name for name, act in view["actions"].items() if act["used"])
    groups = re.findall(r'<g class="tile( used)?">(.*?)data-what="(\w+)"', actions)
    assert [name for mark, _, name in groups if mark] == [used]
    for mark, art, _ in groups:
        assert ('class="struck"' in art) == bool(mark)
        assert ("url(#tm-used)" in art) == bool(mark)


def test_all_tiles_have_a_face_and_can_be_clicked() -> None:
    state = played(seed=5, until="v['round'] == 1", **PROMOS)
    view = state.view(None)
    tiles = {*view["cards"], *view["favors"], *view["towns"]}
    assert clickable(panel(view, "market").svg.live)["what"] == tiles
    assert clickable(panel(view, "actions").svg.live)["what"] == set(view["actions"])
    assert tiles | set(view["actions"]) <= set(faces())
    assert clickable(panel(view, "cults").svg.live)["what"] == set(CULTS)
    looks = [str(face) for name, face in faces().items() if name.startswith(("BON", "FAV", "TW", "ACT"))]
    assert len(set(looks)) == len(looks), "two tiles look the same"


def test_rounds_tell_past_present_and_future_apart() -> None:
    live = panel(played(seed=1, until="v['round'] == 3").view(None), "market").svg.live
    assert re.findall(r'class="round (\w+)"', live) == ["past", "past", "now", "next", "next", "next"]
    assert live.count('class="past"') == 2  # hatched


def test_the_order_of_play_stands_beside_the_cards() -> None:
    view = played(seed=1, until="v['round'] == 3 and len(v['passing']) == 1 and v['asked'] == 'Turn'").view(None)
    live = panel(view, "market").svg.live
    assert len(re.findall(r'href="#sig-\d"', live)) == len(view["order"]) + len(view["passing"])
    assert live.count('class="active"') == 1
    assert live.count('class="struck" d="M') - live.count('class="tile used"') == sum(
        bool(s["passed"]) for s in view["sides"]
    )


@pytest.mark.parametrize("seats", [3, 5])
def test_the_order_has_room_while_cards_are_chosen(seats: int) -> None:
    """Every seat stands inside the picture, and no word is cut, with four cards left beside it."""
    view = played(seats, seed=1, until="len(v['cards']) == 4").view(None)
    for lang in ("en", "ru"):
        market = panel(view, "market", lang).svg
        signs = re.findall(r'<use[^>]*href="#sig-\d"[^>]*>', market.live)
        ends = [float(re.search(r' x="([\d.]+)"', sign)[1]) for sign in signs]  # type: ignore[index]
        assert len(ends) == seats
        assert max(ends) + 17 <= market.width
        assert "…" not in market.live


def test_an_arc_leads_to_whoever_may_take_power() -> None:
    view = played(seed=1, until="v['offers'] and v['last'].split()[0] in ('build', 'upgrade')").view(None)
    assert GAME.draw(view, "en").live.count('class="offer"') == len(view["offers"])
    assert 'class="offer"' not in GAME.draw({**view, "offers": []}, "en").live


def test_offered_power_is_what_the_bowls_can_take() -> None:
    until = "any(o['n'] > o['got'] for o in v['offers']) and v['last'].split()[0] in ('build', 'upgrade')"
    view = played(seed=1, until=until).view(None)
    nominal = {**view, "offers": [{**o, "n": 9} for o in view["offers"]]}
    more = {**view, "offers": [{**o, "got": 9} for o in view["offers"]]}
    assert GAME.draw(view, "en").live == GAME.draw(nominal, "en").live != GAME.draw(more, "en").live


def test_a_faction_board_shows_stock_tracks_and_income() -> None:
    view = played(seed=6, until="v['round'] == 2 and v['asked'] == 'Turn'", choose="given",
                  given="witches+nomads+engineers+giants").view(None)  # fmt: skip
    for seat, side in enumerate(view["sides"]):
        live, card = panel(view, f"mat-{seat}").svg.live, panel(view, f"seat-{seat}").svg
        for kind in BUILDINGS:
            assert live.count(f'"#tm-{kind}"') == side["left"][kind]
            assert live.count(f'"#tm-{kind}-gone"') == side["on_map"][kind]
        for i, n in enumerate(side["bowls"]):
            assert f">{('I', 'II', 'III')[i]} · {n}</text>" in live
        figures = [f.text for f in panel(view, f"seat-{seat}").brief]
        assert figures == [str(side[key]) for key in ("vp", "C", "W", "P")] + ["/".join(map(str, side["bowls"]))]
        for tile in (side["card"], *side["favors"]):
            assert f'data-what="{tile}"' in card.live
        assert card.height <= 44  # a line in the card of the player
        asked = seat == view["to_move"]
        assert ({"ship", *BUILDINGS} <= clickable(live)["what"]) == asked


def test_what_is_chosen_on_the_own_board_can_be_clicked() -> None:
    """Terrains, buildings, tracks, tiles: everything an action calls `what` that lies on the table."""
    state, rng, seen = GAME.new(3, choose="random"), Random(4), set()
    while state.to_move() != OVER:
        if state.to_move() == CHANCE:
            state.apply(rng.choice(state.chance())[0])
            continue
        actions = state.legal_actions()
        if rng.random() < 0.5:
            view = state.view(None)
            there = clickable(whole(GAME.draw(view, "en"), GAME.panels(view, "en")))["what"]
            for action in actions:
                verb = type(action).__name__
                if verb in ("Upgrade", "Transform", "Advance", "Send", "Act", "Favor", "Town", "Step", "Settle"):
                    seen.add(verb)
                    assert str(args_of(action)["what"]) in there, action
        state.apply(rng.choice(actions))
    assert {"Upgrade", "Transform", "Advance", "Send", "Act"} <= seen


def test_factions_can_be_clicked_while_they_are_chosen() -> None:
    state = GAME.new(3)
    while state.to_move() == CHANCE:
        state.apply(state.chance()[0][0])
    view = state.view(0)
    factions = {str(a).split()[1] for a in state.legal_actions()}
    assert factions <= clickable(panel(view, "factions").svg.live)["what"]
    state.apply(state.legal_actions()[0])
    assert panel(state.view(0), "factions").svg.live.count('class="struck"') == 1


def test_priests_stand_in_their_orders_and_markers_on_their_steps() -> None:
    view = played(seed=2, until="sum(o >= 0 for c in v['cults'].values() for o in c['orders']) > 1").view(None)
    live = panel(view, "cults").svg.live
    sent = sum(seat >= 0 for track in view["cults"].values() for seat in track["orders"])
    assert live.count('href="#i-priest"') == sent
    markers = sum(level >= 0 for track in view["cults"].values() for level in track["markers"])
    assert len(re.findall(r'href="#sig-\d"', live)) == markers


def test_the_map_is_drawn_once() -> None:
    first, *_, last = (GAME.draw(s.view(0), "en") for s in positions(GAME, 4, seed=2, every=60))
    assert first.static is last.static
    assert first.defs is last.defs
    assert len(last.live) < 40_000


def test_the_own_board_comes_first_and_the_last_move_is_marked() -> None:
    state = played(seed=6, until="v['last'].startswith('build')", choose="random")
    view = state.view(2)
    assert [p.id for p in GAME.panels(view, "en") if p.id.startswith("mat")] == ["mat-2", "mat-3", "mat-0", "mat-1"]
    assert GAME.draw(view, "en").live.count('class="last-move"') == 1


def test_the_printed_board_of_a_faction_has_its_own_prices() -> None:
    """Behind the first number, which is another one: workers and coins for a dwelling."""
    for name, price in (("swarmlings", ["2", "3"]), ("giants", ["1", "2"])):
        assert re.findall(r">(\d+)<", str(printed_board(name, "en")))[1:3] == price
