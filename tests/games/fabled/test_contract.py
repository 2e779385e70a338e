"""The contract over modes, scenarios and levels; the view; laws."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from ludoteka.core.bag import changed
from ludoteka.core.contract import check_catalogues, check_match
from ludoteka.games.fabled import GAME
from ludoteka.games.fabled.laws import LAWS
from tests.games.digests import FEW, configurations, fingerprint, name_of
from tests.games.fabled.kit import begun, do, legal, new, position, turn_of

# seats x modes x scenarios x levels; every one is also in the long run by hand (docs/games/fabled.md)
CONFIGURATIONS = [
    (1, {"scenario": 0, "level": "beginner"}),
    (1, {"scenario": 3, "level": "high", "long_wandering": True}),
    (2, {"scenario": 4, "cover": True}),
    (2, {"mode": "comradeship", "easier": True}),
    (3, {"scenario": 5, "harder": True}),
    (3, {"mode": "rivalry", "level": "high", "spirit_tricks": True, "events": "crossroads"}),
    (4, {"scenario": 3, "combine": 4}),
    (4, {"mode": "comradeship", "scenario": 0}),
    (5, {"scenario": 2}),
]


@pytest.mark.parametrize(("seats", "options"), CONFIGURATIONS, ids=[f"{n}-{o}" for n, o in CONFIGURATIONS])
def test_the_contract_holds(seats: int, options: dict[str, object]) -> None:
    check_catalogues(GAME)
    assert check_match(GAME, seats, options, seed=1, every=17) > 80


def every_configuration() -> list[tuple[int, dict[str, object]]]:
    found: list[tuple[int, dict[str, object]]] = []
    for seats in GAME.seats:
        for scenario in range(6):
            for mode in ("usual", "comradeship", "rivalry"):
                for level in ("beginner", "normal", "high"):
                    options: dict[str, object] = {"scenario": scenario, "mode": mode, "level": level}
                    if GAME.options(**options).problem(seats) is None:
                        found.append((seats, options))
    return found


def test_every_configuration_ends_and_keeps_the_laws() -> None:
    configurations = every_configuration()
    assert len(configurations) == 24 + 7 + 3 * 14
    for number, (seats, options) in enumerate(configurations):
        s = new(seats, **options)
        rng = Random(number)
        steps = 0
        while s.stack:
            s.apply(s.sample(rng))
            steps += 1
            if steps % 11 == 0:
                for law in LAWS:
                    law(s)
        assert steps < GAME.longest


def test_the_view_has_what_a_drawing_needs() -> None:
    s = turn_of(position(2, mode="rivalry", row="S06 G01", sages={0: "S06.1 G01.d2", 1: "G01.1", 2: "S06.2"}))
    view = s.view(0)
    land = view["row"][0]
    assert (land["id"], land["terrain"], land["exit"], land["joined"]) == ("S06", "steppe", "middle", False)
    assert land["entries"] == ["upper", "lower"]
    vortex = land["paths"][0]["cells"][1]
    assert vortex["places"] == ["stones_1", "wind"]
    assert vortex["sages"] == [{"side": 2, "waits": None, "moving": False}]
    assert view["row"][1]["paths"][1]["kind"] == "dead_end"
    assert view["sages"][0] == {"supply": 5, "row": 2}
    assert view["spirits"]["side"] == 2
    assert view["fate"] == 0
    assert view["question"]["phase"] == "ActionPhase"
    assert view["scores"] is None
    do(s, "done", "announce mountain", "move G01.d2", "visit stones_2") if "move G01.d2" in legal(s) else None


def test_nothing_is_hidden_so_another_world_is_the_same() -> None:
    s = begun(3)
    assert s.resample(0, Random(1)).snapshot() == s.snapshot()


def test_laws_notice_what_goes_wrong() -> None:
    def broken(law: int) -> None:
        with pytest.raises(AssertionError):
            LAWS[law](s)

    s = begun(1)
    s.row += (s.open[0],)
    broken(0)
    s = begun(1)
    s.books[2] = -1
    broken(1)
    s = begun(1)
    s.at[0] = 5
    broken(2)
    s = begun(1)
    s.allies = changed(s.allies, 0, (*s.allies[0], *s.allies[0]))
    broken(3)
    s = begun(1)
    s.event = 0
    s.event_deck |= 1
    broken(4)
    s = begun(1)
    s.trick_discard = 1
    broken(5)
    s = begun(1)
    s.joint = changed(s.joint, 0, 3)
    broken(6)


DIGESTS = {
    version: json.loads((Path(__file__).parent / f"digests_{name}.json").read_text("utf-8"))
    for version, name in enumerate(
        ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh"), 1
    )
}
OLD = [
    (version, seats, options)
    for version, known in DIGESTS.items()
    for seats, options in configurations(GAME)
    if name_of(seats, options) in known
]


@pytest.mark.parametrize(("version", "seats", "options"), OLD, ids=[f"{v}: {name_of(n, o)}" for v, n, o in OLD])
def test_matches_of_earlier_editions_go_on_as_they_began(version: int, seats: int, options: dict[str, object]) -> None:
    assert GAME.upgrade is not None
    old = GAME.upgrade(version, options)
    assert fingerprint(GAME, seats, old, FEW) == DIGESTS[version][name_of(seats, options)][str(FEW)]
