"""The contract, the laws and the view, for every number of seats and every option."""

from __future__ import annotations

from random import Random

import pytest

from ludoteka.core.bag import changed
from ludoteka.core.contract import check_catalogues, check_match
from ludoteka.core.game import OVER
from ludoteka.core.match import Match
from ludoteka.games.terra_mystica.factions import FACTIONS
from tests.games.terra_mystica.kit import GAME, fresh, give, table

CONFIGURATIONS = list(GAME.configurations())


def test_both_languages_are_complete() -> None:
    check_catalogues(GAME)


@pytest.mark.parametrize(("seats", "options"), CONFIGURATIONS, ids=lambda x: str(x).replace(" ", ""))
def test_contract(seats: int, options: dict[str, object]) -> None:
    assert check_match(GAME, seats, options, seed=1, every=40) > 60


@pytest.mark.parametrize("faction", [f.name for f in FACTIONS])
def test_random_play_with_every_faction(faction: str) -> None:
    """Each faction, in both manners; the laws hold after every action."""
    rng = Random(faction)
    for options in ({}, {"manner": "site", "variable": "v5", "town_promo": True}):
        match = Match(GAME, 3, options)
        chosen = False
        while match.state.to_move() != OVER:
            action = GAME.parse(f"choose {faction}")
            if not chosen and action in match.state.legal_actions():
                chosen = True
            else:
                action = match.state.sample(rng)
            match.push(action)
            for law in GAME.laws:
                law(match.state)
        assert chosen
        assert len(match.actions) < GAME.longest


def test_laws_can_fail() -> None:
    """Each law notices the fault it is for."""
    faults = {
        "priests_are_seven": lambda s: setattr(s.sides[0], "sent", 1),
        "nothing_is_owed": lambda s: setattr(s.sides[0], "coins", -1),
        "power_tokens_only_leave_by_rule": lambda s: setattr(s.sides[0], "bowl1", 13),
        "buildings_are_limited": lambda s: setattr(s.sides[0], "own", changed(s.sides[0].own, 3, 0b11)),
        "every_hex_has_one_terrain": lambda s: setattr(s, "land", changed(s.land, 0, 0)),
        "buildings_stand_on_their_own_terrain": lambda s: setattr(s.sides[0], "lands", 1),
        "cards_are_players_plus_three": lambda s: setattr(s, "cards", changed(s.cards, 0, -1)),
        "favors_are_twenty_eight": lambda s: setattr(s, "favors", changed(s.favors, 0, 2)),
        "town_tiles_are_conserved": lambda s: setattr(s, "towns", changed(s.towns, 0, 3)),
        "one_marker_on_top": lambda s: [setattr(side, "cult", (10, 0, 0, 0)) for side in s.sides],
        "bridges_are_three_each": lambda s: setattr(s.sides[0], "bridges_left", 2),
        "cached_reach_is_true": lambda s: setattr(s.sides[0], "reach", 1),
        "the_first_dwellings_never_leave": lambda s: setattr(s.sides[0], "built", 0),
        "factions_differ": lambda s: setattr(s.sides[1], "faction", s.sides[0].faction),
        "tracks_end": lambda s: setattr(s.sides[0], "ship", 9),
        "questions_fit": lambda s: setattr(s, "passing", (0, 0)),
    }
    assert set(faults) == {law.__name__ for law in GAME.laws}
    for law in GAME.laws:
        s = table("witches", "nomads", at={"witches": "F4", "nomads": "A5"})
        law(s)
        faults[law.__name__](s)
        with pytest.raises(AssertionError):
            law(s)


def test_a_clone_is_independent() -> None:
    s = table("witches", "nomads", at={"witches": "F4", "nomads": "A5"})
    before = s.snapshot()
    copy = s.clone()
    give(copy, coins=99, cult=(5, 5, 5, 5))
    copy.towns = changed(copy.towns, 0, 0)
    assert s.snapshot() == before


def test_the_view_tells_what_a_drawing_needs() -> None:
    s = table("witches", "nomads", at={"witches": "F4=TP E7", "nomads": "A5"})
    give(s, card="BON4", favor="FAV9", cult=(4, 0, 0, 0))
    view = s.view(None)
    assert view["buildings"] == {"F4": [0, "TP"], "E7": [0, "D"], "A5": [1, "D"]}
    assert view["land"]["E7"] == "green"
    me = view["sides"][0]
    assert me["income"] == {"C": 5, "W": 2, "P": 0, "PW": 4}
    assert me["on_map"] == {"D": 1, "TP": 1, "TE": 0, "SH": 0, "SA": 0}
    assert view["cults"]["FIRE"]["markers"] == [4, 1]
    assert view["actions"]["ACT6"] == {"cost": 6, "used": False}
    assert view["tiles"][0]["what"] == "SCORE3"
    assert view["turn"]["active"] == 0


def test_notes_tell_gains_when_somebody_listens() -> None:
    s = fresh(2)
    assert s.notes is None
    t = table("witches", "nomads", at={"witches": "F4", "nomads": "A5"})
    give(t, bowls=(0, 0, 4))
    t.notes = []
    t.apply(GAME.parse("act ACT4"))
    assert t.notes == [(0, "PW", -4, "ACT4"), (0, "C", 7, "ACT4")]
