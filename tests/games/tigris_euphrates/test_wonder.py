"""The wonder of the world."""

from __future__ import annotations

import pytest

from .kit import WONDER, after, asked, choices, kingdoms, leaders, points, refused_by, tile_at, treasures

CROSS = "H5=g G5=g H4=g H6=g"


@pytest.mark.rule("TE-15.1")
def test_when_it_is_offered() -> None:
    s = after(CROSS, "T g I5", variants=WONDER)
    assert choices(s) == ["wonder H5", "decline"], "as an arm"
    assert choices(after("G5=g H4=g H6=g I5=g", "T g H5", variants=WONDER)) == ["wonder H5", "decline"], "as centre"
    assert asked(after(CROSS, "T g I5")) == "Turn p1", "not without the option"
    s = after(CROSS, "T g I5 ; o -", variants=WONDER)
    assert asked(s) == "Turn p1"
    # two crosses share the tile
    s = after("H5=g G5=g H4=g H6=g J5=g K5=g J4=g J6=g", "T g I5", variants=WONDER)
    assert choices(s) == ["wonder H5", "wonder J5", "decline"]
    s = after("F5=r E4=r G4=r", "T r F4 ; o F4", variants=WONDER)
    assert tile_at(s, "F3") == "#", "a temple with a treasure may be part of it"
    # one wonder only
    s = after(CROSS, "T g I5", variants=WONDER, wonder="L5")
    assert asked(s) == "Turn p1"
    s = after(CROSS + " H3=g G4=g", "T g I5 ; o H5", variants=WONDER)
    assert s.view(None)["wonder"] == "H5"


@pytest.mark.rule("TE-15.1")
def test_refusals() -> None:
    s = after("H5=g G5=g H4=g H6=g I4=g", "T g I5", variants=WONDER)
    assert refused_by(s, "wonder G5") == ("why.no_cross", "TE-15.1")
    s = after("H5=g G5=g H4=g", "T g G4", variants=WONDER, wonder="L5")
    assert refused_by(s, "wonder H5") == ("why.wonder_built", "TE-15.1")


@pytest.mark.rule("TE-15.2")
def test_what_it_does() -> None:
    s = after("H5=r G5=r H4=r H6=r G4=2g J5=1b J4=r", "T r I5 ; o H5", variants=WONDER)
    assert (leaders(s, 1), leaders(s, 2)) == ({"b": "J5"}, {}), "stranded leaders return"
    assert s.spent[0] == 5
    assert all(tile_at(s, at) == "#" for at in ("H5", "G5", "H4", "H6", "I5"))
    assert kingdoms(s) == {frozenset({"H5", "G5", "H4", "H6", "I5", "J5", "J4"})}
    assert refused_by(s, "catastrophe H5") == ("why.catastrophe_monument", "TE-9.2")
    s = after("F5=r E4=r G4=r", "T r F4 ; o F4", variants=WONDER)
    assert "F3" in treasures(s)
    assert len(treasures(s)) == 10
    # a blank in every count
    s = after(CROSS + " J5=g", "T g I5 ; b - ; o H5 ; T g K5", variants=("wonder", "buildings"))
    assert asked(s) == "Turn p2"


@pytest.mark.rule("TE-15.3")
def test_monument_or_wonder() -> None:
    pieces = CROSS + " I4=g"
    s = after(pieces, "T g I5", variants=WONDER)
    assert [c for c in choices(s) if c.startswith("wonder")] == ["wonder H5"]
    assert "monument red-green H4" in choices(s)
    s = after(pieces, "T g I5 ; m - ; o H5", variants=WONDER)
    assert s.view(None)["wonder"] == "H5"
    assert asked(s) == "Turn p1"
    s = after(pieces, "T g I5 ; m rg H4", variants=WONDER)
    assert asked(s) == "Turn p1"
    assert s.view(None)["wonder"] == ""


@pytest.mark.rule("TE-15.4")
def test_its_income() -> None:
    pieces = CROSS + " K5=r L5=1k J5=k"
    s = after(pieces, "T g I5 ; o H5 ; E", variants=WONDER)
    assert asked(s) == "WonderIncome p1"
    assert choices(s) == ["claim amulet", "claim crop", "claim goods", "claim brick"]
    assert refused_by(s, "pass") == ("why.claim_first", "TE-15.4")
    s = after(pieces, "T g I5 ; o H5 ; E ; q b", variants=WONDER)
    assert points(s, 1) == (0, 1, 1, 0)
    assert asked(s) == "Turn p2"
    assert s.view(1)["claimed"] == {"seat": 0, "what": "crop"}, "all see the colour"
    # other leaders get nothing; another player's king nothing on this turn
    s = after(pieces.replace("1k", "1r"), "T g I5 ; o H5 ; E", variants=WONDER)
    assert asked(s) == "Turn p2"
    s = after(pieces.replace("1k", "2k"), "T g I5 ; o H5 ; E", variants=WONDER)
    assert asked(s) == "Turn p2"
    s = after(pieces.replace("1k", "2k"), "T g I5 ; o H5 ; E ; p2> E", variants=WONDER)
    assert asked(s) == "WonderIncome p2"
    # a king of another kingdom gets nothing
    s = after(pieces.replace(" J5=k", ""), "T g I5 ; o H5 ; E", variants=WONDER)
    assert asked(s) == "Turn p2"
    # besides a black monument
    s = after(
        "K5=r L5=1k J5=k L6=# M6=# L7=# M7=#", "E ; q r", variants=WONDER, wonder="H5", monuments="rk=L6", lawful=False
    )
    assert points(s, 1) == (1, 0, 0, 1)


@pytest.mark.rule("TE-15.6")
def test_it_is_no_monument() -> None:
    gone = "rb=- gk=- bk=- bg=- rg=- rk=-"
    s = after(CROSS, "T g I5", variants=WONDER, monuments=gone)
    assert choices(s) == ["wonder H5", "decline"]
    s = after("K5=r L5=1g J5=k", "E", variants=WONDER, wonder="H5")
    assert asked(s) == "Turn p2", "no colour of its own"
