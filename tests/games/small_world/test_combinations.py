"""Every one of the 280 combinations through conquest, attack on it, decline and scoring."""

from __future__ import annotations

import pytest

from ludoteka.core.bits import bits
from ludoteka.games.small_world.data import POWERS, RACES
from ludoteka.games.small_world.state import SLOTS
from tests.games.small_world.kit import Table, people


def expand(t: Table, attack: bool) -> set[str]:
    """Take every region that can be taken, those of the opponent first or not at all; which ones were."""
    before = set(t.held(t.s.turn))
    seat = t.s.turn
    while t.asked() == f"{seat} Conquest":
        texts = [str(a) for a in t.s.legal_actions()]
        wanted = [x for x in texts if x.startswith("conquer")]
        enemy = [x for x in wanted if t.at(x.split()[1])["owner"] not in (None, seat)]
        special = [x for x in texts if x.startswith(("bewitch", "dragon"))]
        if not attack:
            wanted, enemy, special = [x for x in wanted if x not in enemy], [], []
        if "throw" in texts and not t.s.die >= 0 and len(t.held(seat)) == 1:
            t.do("throw", "roll 1")
        else:
            t.do((["stop"] + wanted + special + enemy)[-1])
    return set(t.held(seat)) - before


@pytest.mark.parametrize("race", [r.id for r in RACES])
@pytest.mark.parametrize("power", [p.id for p in POWERS])
def test_combination(race: str, power: str) -> None:
    foe_race = "ratmen" if race != "ratmen" else "skeletons"
    foe_power = "commando" if power != "commando" else "mounted"
    board = [{"name": "Sea", "terrain": "water", "beside": "C0", "edge": True}]
    terrains = ("farmland", "forest", "hill", "swamp", "mountain")
    for i in range(12):
        region = {
            "name": f"C{i}",
            "terrain": terrains[i % 5],
            "beside": " ".join(f"C{j}" for j in (i + 1, i + 3) if j < 12),
        }
        symbols = [("mine", "magic", "cavern")[i % 3]]
        board.append({**region, "edge": i < 2 or i > 9, "tribe": i % 5 in (1, 3), "symbols": symbols})
    t = Table(people(1, f"{foe_power} {foe_race}", C11=8), column=[[race, power]], board=board, rounds=9, coins=[5, 5])
    kinds = {p.id: p.tokens for p in POWERS} | {r.id: r.tokens for r in RACES}

    # 1. it is taken and conquers
    t.do(f"take {race}")
    assert t.hand(0) == kinds[race] + kinds[power] + (4 if race == "amazons" else 0)
    taken = expand(t, attack=False)
    assert len(taken) >= 2
    t.end()
    mine = t.held(0)
    assert mine or race == "amazons"
    assert t.income(0)["regions"] == len(mine)
    assert t.s.coins[0] == 5 + sum(t.income(0).values())

    # 2. it is attacked
    tokens = sum(mine.values()) + t.hand(0) + t.s.aside[0]
    safe = {t.s.world.board.names[at] for at in bits(t.s.holes | t.s.heroes | t.s.dragons)}
    peace = t.s.ally[0] == 1
    t.do("expand")
    lost = expand(t, attack=True) & set(mine)
    assert not lost & safe
    assert not (peace and lost)
    t.end()
    now = t.held(0)
    assert set(now) == set(mine) - lost
    per_region = 0 if race == "elves" else 1
    assert sum(now.values()) + t.hand(0) + t.s.aside[0] == tokens - per_region * len(lost)

    # 3. it goes on, then declines
    t.do("expand")
    expand(t, attack=True)
    t.end()
    t.do("expand").end()
    held = t.held(0)
    coins = t.s.coins[0]
    t.do("decline")
    state = 2 if power == "spirit" else 1
    kept = t.held(0, state)
    assert set(kept) == set(held)
    assert all(n == (held[name] if race == "ghouls" else 1) for name, n in kept.items())
    assert not t.held(0)
    assert not (t.s.holes | t.s.heroes | t.s.dragons) & t.s.held[state]

    # 4. in decline it pays for its regions, and Dwarves for their mines
    mines = sum("mine" in t.at(name)["symbols"] for name in kept) if race == "dwarves" else 0
    assert t.s.coins[0] - coins == len(kept) + mines
    t.do("expand").end()
    if kept:
        t.do(f"take {t.s.world.races[t.s.col_race[0]].id}").end()
        assert t.income(0)["regions"] == len(t.held(0)) + len(t.held(0, state))
        assert t.s.race[0 * SLOTS + state] == t.s.world.race_index[race]
