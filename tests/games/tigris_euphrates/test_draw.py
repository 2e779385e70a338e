"""The drawing and the panels, from the view alone."""

from __future__ import annotations

import re
from random import Random
from xml.etree import ElementTree

import pytest

from ludoteka.core.intentions import Planner
from ludoteka.core.palette import PALETTE
from ludoteka.core.svg import sheet
from ludoteka.games.tigris_euphrates import GAME
from ludoteka.games.tigris_euphrates.board import BIT
from ludoteka.games.tigris_euphrates.data import COLOURS, LEADERS, MONUMENTS, POINTS, TILES
from ludoteka.games.tigris_euphrates.explain import explain
from ludoteka.games.tigris_euphrates.state import TigrisState

from .kit import after, asked, random_match

FULL = (
    "G3=r I6=r J6=r M6=r B8=r F11=r G10=r E3=b D3=b E2=b I9=b H3=g L7=g G4=k G5=k^ E4=k K7=k K6=k M4=k F2=1b J7=1k "
    "A8=1r F4=2k G2=2g M5=2r F9=2b H7=3r N6=3k B9=3g K4=x P3=4k"
)


def full_table() -> object:
    hands = {"p1": "rrbgkk", "p2": "bbrgkk"}
    return after(
        FULL, players=4, variants=("buildings", "wonder"), hands=hands, monuments="rg=C9", wonder="K9", lawful=False
    )


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("seat", [0, 3, None])
def test_everything_on_the_table_is_drawn(lang: str, seat: int | None) -> None:
    view = full_table().view(seat)  # type: ignore[attr-defined]
    svg = GAME.draw(view, lang)
    text = str(sheet(svg, GAME.panels(view, lang)))
    ElementTree.fromstring(text)
    assert set(re.findall(r'data-at="([^"]*)"', svg.live)) == set(BIT)
    for what in ("temple", "farm", "market", "settlement", "catastrophe", "treasure", "palace", "red-green", "wonder"):
        assert f'href="#te-{what}"' in svg.live, what
    for what in ("priest-lion", "king-bow", "priest-pot", "king-bull"):
        assert f'href="#te-{what}"' in svg.live
    used = set(re.findall(r'href="#([^"]*)"', text))
    assert used <= set(re.findall(r'id="([^"]*)"', text)), "every symbol is defined"


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_labels_speak_the_language(lang: str) -> None:
    live = GAME.draw(full_table().view(0), lang).live  # type: ignore[attr-defined]
    labels = dict(re.findall(r'data-at="([^"]*)"[^>]*aria-label="([^"]*)"', live))
    assert labels["F3"] == {"en": "F3, temple, treasure", "ru": "F3, храм, сокровище"}[lang]
    assert labels["F4"] == {"en": "F4, king, Bow", "ru": "F4, царь, Лук"}[lang]
    assert labels["E1"] == {"en": "E1, river", "ru": "E1, река"}[lang]
    assert labels["A1"] == {"en": "A1, land", "ru": "A1, суша"}[lang]
    assert labels["C9"] == {"en": "C9, red-green monument", "ru": "C9, красно-зелёный монумент"}[lang]
    assert labels["G5"] == {"en": "G5, settlement, palace", "ru": "G5, поселение, дворец"}[lang]


def test_kingdoms_are_told_apart() -> None:
    none, one, two = (GAME.draw(after(p).view(None), "en").live for p in ("", "F4=1k", "F4=1k M5=2r"))
    assert 'class="realms"' not in none
    count = [
        re.search(r'<g class="realms".*?</g></g>', live) or re.search(r'<g class="realms".*', live)
        for live in (one, two)
    ]
    assert count[0] is not None
    assert count[1] is not None
    assert one.count('stroke-width="7"') == 1
    assert two.count('stroke-width="7"') == 2


def test_panels_hold_what_can_be_named() -> None:
    view = full_table().view(0)  # type: ignore[attr-defined]
    panels = {panel.id: panel for panel in GAME.panels(view, "en")}
    assert set(panels) == {"hand", "screen", "kingdoms", "supply", "seat-0", "seat-1", "seat-2", "seat-3"}
    named = set(re.findall(r'class="hit" data-what="([^"]*)"', "".join(panel.svg.live for panel in panels.values())))
    assert named == {*TILES, *LEADERS, *POINTS, *MONUMENTS}
    assert panels["hand"].private
    assert panels["screen"].private
    assert panels["hand"].svg.live.count('data-what="temple"') == 2
    spectator = {panel.id for panel in GAME.panels(full_table().view(None), "en")}  # type: ignore[attr-defined]
    assert "hand" not in spectator


def test_the_kingdoms_are_told_with_their_leaders_and_tiles() -> None:
    """Tiles of a colour nobody leads are shown, too; a kingdom without a leader is none."""
    s = after("C5=r B5=1g D5=g E5=g D6=k C6=2r H5=r K9=b K10=r K11=2k")
    panel = next(p for p in GAME.panels(s.view(0), "en") if p.id == "kingdoms")
    assert [row.groups() for row in re.finditer(r'data-at="(\w+)"[^>]*aria-label="([^"]*)"', panel.svg.live)] == [
        ("B5", "Kingdom at B5: priest, trader"),
        ("K11", "Kingdom at K11: king"),
    ]
    first, second = panel.svg.live.split('data-at="B5"')
    assert re.findall(r">(\d+)</text>", first) == ["1", "2", "1"], "temples, markets, settlements"
    assert re.findall(r">(\d+)</text>", second) == ["1", "1", "0"], "temples, farms, and no settlement for the king"
    empty = next(p for p in GAME.panels(after("C5=r").view(None), "ru") if p.id == "kingdoms")
    assert "На поле пока нет лидеров." in empty.svg.live


def test_a_conflict_is_shown() -> None:
    s = after("C5=r B5=1g D5=g F5=g G5=g H5=r I5=2g", "T k E5 ; s 2", hands={"p1": "kgg", "p2": "grr"})
    assert asked(s) == "Defend p2"
    view = s.view(1)
    live = GAME.draw(view, "en").live
    assert 'href="#te-union"' in live
    assert live.count('class="tag"') == 2
    panel = GAME.panels(view, "en")[0]
    assert panel.id == "conflict"
    assert "War of the traders" in panel.title
    assert panel.now, "it stands beside the question"
    for words in (
        "1 on the board + 2 added",
        ">3<",
        ">2 + ?<",
        "A tie is enough for you: 1 more.",
        "attacks: Lion",
    ):
        assert words in panel.svg.live
    assert live.count('class="support s1"') == 1
    assert live.count('class="support s2"') == 2
    assert "Война торговцев" in GAME.panels(view, "ru")[0].title


def test_a_conflict_calls_players_by_their_names_and_speaks_to_the_viewer() -> None:
    s = after("C5=r B5=1g D5=g F5=g G5=g H5=r I5=2g", "T k E5 ; s 2", hands={"p1": "kgg", "p2": "ggr"})
    told = {}
    for seat in (0, 1, None):
        fight = GAME.panels({**s.view(seat), "called": ["Ann", "Boris"]}, "en")[0].contest
        assert fight is not None
        assert [(side.seat, side.strength, side.open) for side in fight.sides] == [(0, 3, False), (1, 2, True)]
        told[seat] = (fight.held, fight.need, [hope for hope, _ in fight.outcomes], fight.outcomes[0][1])
    assert told[1] == (
        2,
        "A tie is enough for you: 1 more.",
        ["yes", "no"],
        "Win: Ann’s trader leaves with 1 tile, you get 2 green points.",
    )
    assert told[0][:3] == (0, "Boris needs 1 more to win.", ["yes", "no"])
    assert told[0][3].startswith("Win: Boris’s trader leaves with 2 tiles, you get 3 green points.")
    assert told[None][:3] == (0, "Boris needs 1 more to win.", ["", ""])
    assert told[None][3].startswith("If Ann wins: 3 green points")


def test_who_cannot_win_a_conflict_is_told_so() -> None:
    s = after("C5=r B5=1g D5=g F5=g G5=g H5=r I5=2g", "T k E5 ; s 2", hands={"p1": "kgg", "p2": "kkk"})
    needs = {seat: GAME.panels(s.view(seat), "en")[0].contest for seat in (0, 1)}
    assert needs[1] is not None
    assert needs[1].need == "1 short and 0 in hand: this cannot be won."
    assert needs[0] is not None
    assert "0 in hand" not in needs[0].need, "a hand is nobody else's business"


def test_a_monument_to_choose_names_the_own_leaders_it_would_pay_for() -> None:
    s = after("C5=r B5=1g D5=1b H5=r I5=2g", hands={"p1": "kgg"})
    cards = {what: explain(s.view(0), "what", what, "en") for what in MONUMENTS}
    told = {what: card.now for what, card in cards.items() if card is not None}
    assert told["blue-green"] == (("Your leaders", "farmer D5, trader B5"),)
    assert told["red-black"] == (("Your leaders", "priest –, king –"),)


def test_an_attack_does_not_tell_by_its_haste_what_the_hand_lacks() -> None:
    """With nothing to add the only answer is asked for all the same: given in one move it would show the hand."""
    for hand in ("kgg", "rgg"):
        s = after("C5=r B5=2b", hands={"p1": hand})
        plan = Planner(GAME, s).plan({"what": "farmer", "at": "D5"}, 1).found[0]
        assert [str(a) for a in plan.actions] == ["leader farmer D5"]
        assert plan.after.to_move() == 0, "how many is still open"


def test_what_is_at_stake_is_what_happens() -> None:
    """Whatever a conflict is said to bring is what it brings."""
    rng, seen = Random(2), set()
    for seed in range(6):
        s = GAME.new(3, buildings=True)
        rng.seed(seed)
        while s.stack:
            action, fight, colour = s.sample(rng), s.view(None)["conflict"], 0
            assert isinstance(s, TigrisState)
            if fight is not None and fight["added"] is not None:
                colour = COLOURS.index(fight["colour"])
                won = fight["attack"] + fight["added"] > fight["defence"] + action.n  # type: ignore[attr-defined]
                winner, loser = (fight["attacker"], fight["defender"])[:: 1 if won else -1]
                points, tiles = s.points[winner * 4 + colour], s.tiles[colour].bit_count()
            s.apply(action)
            if fight is not None and fight["added"] is not None:
                lost = len(fight["at_stake"][won])
                assert s.points[winner * 4 + colour] == points + 1 + lost
                assert s.tiles[colour].bit_count() == tiles - lost
                assert s.view(None)["leaders"][loser][fight["what"]] == ""
                seen.add((fight["kind"], won, lost > 0))
    assert {("war", True, True), ("war", False, True), ("revolt", True, False)} <= seen


def test_a_moving_leader_shows_its_way() -> None:
    s = after("F5=r E5=1k H5=r", "T r H6")
    assert GAME.ways is not None
    assert GAME.ways(s, GAME.parse("move king G5")) == [["E5", "G5"]]
    assert GAME.ways(s, GAME.parse("tile temple A1")) == []


def test_the_end_lifts_the_screens() -> None:
    s = random_match(2, 1)
    for lang in ("en", "ru"):
        for seat in (0, 1, None):
            panels = {panel.id: panel for panel in GAME.panels(s.view(seat), lang)}
            assert panels["seat-0"].svg.live.count("te-amulet") == 1
            assert panels["seat-1"].svg.live.count("te-brick") == 1


def test_colours_come_from_the_palette() -> None:
    view = full_table().view(0)  # type: ignore[attr-defined]
    svg = GAME.draw(view, "en")
    used = set(re.findall(r"var\(--([a-z0-9-]+),", svg.defs + svg.static + svg.live))
    assert used - {"rim"} <= set(PALETTE)  # the rim of a seat's sign comes with its class, like --me
    assert {"e-red", "e-blue", "e-green", "e-black", "e-land", "e-river", "e-treasure", "e-realm"} <= used


@pytest.mark.parametrize("board", ["standard", "advanced", "land"])
def test_plain_text(board: str) -> None:
    s = after("H5=r I5=1k H4=k H3=x", board=board, lawful=board != "land", hands={"p1": "rbb"})
    assert GAME.text is not None
    lines = GAME.text(s.view(0), "en").splitlines()
    assert lines[0].split() == list("ABCDEFGHIJKLMNOP")
    assert lines[5].split()[8:10] == ["r", "1K"]
    assert lines[4].split()[8] == "k"
    mine = next(line for line in lines if line.startswith("Seat 1"))
    assert "3 tiles" in mine
    assert "r bb" in mine
    assert "тайла" in GAME.text(s.view(0), "ru")
    assert "~" in "".join(lines) or board == "land"
