"""The English variant: tiles only to get ahead or level."""

from __future__ import annotations

import pytest

from .kit import ENGLISH, after, asked, choices, points, refused_by

REVOLT = "H5=r H4=1k G4=r I4=r"  # the defender has three temples, an attacker on H6 one
WAR = "C5=r B5=1g D5=g F5=g G5=g H5=r I5=2g"  # 1 against 2


@pytest.mark.rule("TE-16.1")
def test_the_attacker_must_get_ahead() -> None:
    s = after(REVOLT, "L k H6", active=2, variants=ENGLISH, hands={"p2": "rrrr"})
    assert choices(s) == ["commit 0", "commit 3", "commit 4"], "more than the least is fine"
    assert refused_by(s, "commit 2") == ("why.english_attack", "TE-16.1")
    assert refused_by(s, "commit 5") == ("why.commit_too_many", "TE-4.3")
    s = after(WAR, "T k E5", variants=ENGLISH, hands={"p1": "kggg"})
    assert choices(s) == ["commit 0", "commit 2", "commit 3"]
    # already ahead he may add all the same
    s = after("H5=r H4=1k G6=r I6=r", "L k H6", active=2, variants=ENGLISH, hands={"p2": "rr"})
    assert s.view(None)["conflict"]["attack"] == 3
    assert choices(s) == ["commit 0", "commit 1", "commit 2"]
    s = after(REVOLT, "L k H6", active=2, hands={"p2": "rrrr"})
    assert len(choices(s)) == 5, "without the option any number"


@pytest.mark.rule("TE-16.2")
def test_the_defender_may_only_draw_level() -> None:
    s = after(WAR, "T k E5 ; s 3", variants=ENGLISH, hands={"p1": "kggg", "p2": "gggg"})
    assert choices(s) == ["commit 0", "commit 2"]
    assert refused_by(s, "commit 1") == ("why.english_defend", "TE-16.2")
    assert refused_by(s, "commit 3") == ("why.english_defend", "TE-16.2")
    s = after(WAR, "T k E5 ; s 3 ; p2> s 2", variants=ENGLISH, hands={"p1": "kggg", "p2": "gggg"})
    assert points(s, 2)[2] == 2, "level, so the defender wins"
    s = after(WAR, "T k E5 ; s 3", variants=ENGLISH, hands={"p1": "kggg", "p2": "g"})
    assert choices(s) == ["commit 0"], "too few to draw level"
    s = after(WAR, "T k E5 ; s 0", variants=ENGLISH, hands={"p1": "kggg", "p2": "gggg"})
    assert choices(s) == ["commit 0"], "ahead he adds none"


@pytest.mark.rule("TE-16.3")
def test_nobody_is_forced() -> None:
    hands = {"p1": "kggg", "p2": "gggg"}
    s = after(WAR, "T k E5 ; s 3 ; p2> s 0", variants=ENGLISH, hands=hands)
    assert points(s, 1)[2] == 3
    s = after(WAR, "T k E5 ; s 0 ; p2> s 0", variants=ENGLISH, hands=hands)
    assert asked(s) == "Turn p1"
    # the attacker compares with the board only, whatever the defender holds
    s = after(WAR, "T k E5", variants=ENGLISH, hands={"p1": "kgg", "p2": "gggggg"})
    assert choices(s) == ["commit 0", "commit 2"]
