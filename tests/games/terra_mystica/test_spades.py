"""The spades that the map shows on hexes in reach are those it takes."""

from __future__ import annotations

from random import Random

from ludoteka.core.action import parse, verbs
from ludoteka.games.terra_mystica import GAME


def test_what_the_map_says_can_be_dug() -> None:
    known, checked = verbs(GAME.verbs), 0
    for seed in range(3):
        s, rng = GAME.new(3), Random(seed)
        while s.stack:
            view = s.view(s.to_move())
            found, seat = view["digging"], s.to_move()
            legal = {str(a) for a in s.legal_actions()} if found else set()
            for at, n in found.get("costs", {}).items():
                if 0 < n <= found["most"] and f"dig {n}" in legal and not view["turn"]["spades"]:
                    dug = s.clone()
                    dug.apply(parse(known, f"dig {n}"))
                    home = view["sides"][seat]["home"]
                    assert f"transform {at} {home}" in {str(a) for a in dug.legal_actions()}, (at, n)
                    checked += 1
            s.apply(s.sample(rng))
    assert checked > 30


def test_only_the_one_who_digs_sees_the_tags() -> None:
    s, rng = GAME.new(2), Random(1)
    while not s.view(0)["digging"].get("costs"):
        s.apply(s.sample(rng))
        assert s.stack, "nobody ever digs"
    mover = s.to_move()
    n = len(s.view(mover)["digging"]["costs"])
    assert GAME.draw(s.view(mover), "en").live.count('<g class="tag') == n
    assert '<g class="tag' not in GAME.draw(s.view(1 - mover), "en").live
