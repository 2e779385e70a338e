"""All that stands against a wish, and nothing that does not."""

from __future__ import annotations

from ludoteka.core.wish import wish
from ludoteka.games.terra_mystica import GAME


def test_a_first_dwelling_is_refused_for_its_terrain_alone() -> None:
    s = GAME.new(2)
    while s.question() != "StartDwelling":
        s.apply(s.legal_actions()[0])
    view = s.view(s.to_move())
    home = next(view["land"][a.at] for a in s.legal_actions() if hasattr(a, "at"))
    elsewhere = next(at for at, terrain in view["land"].items() if terrain != home)
    found = wish(GAME, s, {"at": elsewhere})
    assert found is not None
    assert [c.why.rule for c in found.conditions if c.why is not None] == ["TM-2.9"]
