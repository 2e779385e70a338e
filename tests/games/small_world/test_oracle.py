"""A second opinion: prices, reach and coins worked out by name from what a spectator sees, in the plainest way there
is, and compared with the rules through whole matches of eager random play."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from ludoteka.core.action import Action
from ludoteka.games.small_world import GAME
from ludoteka.games.small_world.board import printed_board
from ludoteka.games.small_world.phases.conquest import CONQUEST
from ludoteka.games.small_world.state import SLOTS, SmallWorld


class Oracle:
    """Knows races and powers by name and the board by its names."""

    def __init__(self, seats: int) -> None:
        board = printed_board(seats)
        self.beside = {name: set(board.names_of(board.beside[i])) for i, name in enumerate(board.names)}
        self.sources = {r["name"]: r for r in board.regions}

    def coast(self, name: str) -> bool:
        return self.sources[name]["terrain"] != "water" and any(
            self.sources[other]["terrain"] == "water" for other in self.beside[name]
        )

    def border(self, name: str) -> bool:
        region = self.sources[name]
        seas = [o for o in self.beside[name] if self.sources[o]["terrain"] == "water" and self.sources[o].get("edge")]
        return bool(region.get("edge") or (region["terrain"] != "water" and seas))

    def near(self, mine: set[str], power: str | None, race: str, active: bool, name: str) -> bool:
        """Within reach by the map."""
        power = power if active else None
        race = race if active else "ghouls"
        water = self.sources[name]["terrain"] == "water"
        if name in mine or (water and power != "seafaring"):
            return False
        if power == "flying":
            return True
        if not mine:
            return race == "halflings" or self.border(name)
        return bool(self.beside[name] & mine) or self.by_cavern(mine, power, name)

    def by_cavern(self, mine: set[str], power: str | None, name: str) -> bool:
        cavern = {n for n, r in self.sources.items() if "cavern" in r.get("symbols", ())}
        return power == "underworld" and name in cavern and bool(mine & cavern)

    def price(self, region: dict[str, Any], mine: set[str], power: str | None, race: str, active: bool) -> int:
        name, terrain = region["name"], region["terrain"]
        n = 2 + region["tokens"] + region["camps"]
        n += sum(bool(region[key]) for key in ("tribe", "fortress", "mountain"))
        n += region["race"] == "trolls"
        if active:
            n -= power == "commando"
            n -= power == "mounted" and terrain in ("hill", "farmland")
            n -= power == "underworld" and "cavern" in region["symbols"]
            n -= race == "tritons" and self.coast(name)
            peaks = {m for m in mine if self.sources[m]["terrain"] == "mountain"}
            n -= race == "giants" and bool(self.beside[name] & peaks or self.by_cavern(peaks, power, name))
        return max(1, n)

    def coins(self, view: dict[str, Any], seat: int, conquests: int, fresh: bool, declined_now: bool) -> dict[str, int]:
        held = [r for r in view["regions"] if r["owner"] == seat]
        mine = [r for r in held if r["state"] == "active"]
        peoples = view["players"][seat]["peoples"]
        paid = {"regions": len(held)}
        for people in peoples:
            if people["race"] == "dwarves":
                ours = [r for r in held if r["state"] == people["state"]]
                paid["dwarves"] = sum("mine" in r["symbols"] for r in ours)
        active = next((p for p in peoples if p["active"]), None)
        if active is None or declined_now:
            return paid
        race, power = active["race"], active["power"]
        per_terrain = {"forest": "forest", "hill": "hill", "swamp": "swamp", "humans": "farmland"}
        for name in (race, power):
            if name in per_terrain:
                paid[name] = sum(r["terrain"] == per_terrain[name] for r in mine)
        if race == "wizards":
            paid[race] = sum("magic" in r["symbols"] for r in mine)
        if race == "orcs":
            paid[race] = conquests
        if power == "pillaging":
            paid[power] = conquests
        if power == "merchant":
            paid[power] = len(mine)
        if power == "alchemist":
            paid[power] = 2
        if power == "fortified":
            paid[power] = sum(r["fortress"] for r in mine)
        if power == "wealthy":
            paid[power] = 7 if fresh else 0
        return paid


def eager(legal: list[Action], rng: Random) -> Action:
    good = [a for a in legal if type(a).__name__ in ("Conquer", "Dragon", "Bewitch", "Throw", "Expand", "Attempt")]
    return rng.choice(good) if good and rng.random() < 0.85 else rng.choice(legal)


def check_conquest(s: SmallWorld, oracle: Oracle, view: dict[str, Any]) -> None:
    """Every region: is it offered, and at the right price?"""
    asked = view["asked"]
    seat, state = asked["people"]["seat"], asked["people"]["state"]
    mine = {r["name"] for r in view["regions"] if r["owner"] == seat and r["state"] == state}
    people = next(p for p in view["players"][seat]["peoples"] if p["state"] == state)
    active = state == "active"
    roll = asked["roll"] or 0
    offered = {str(a).split()[1] for a in s.legal_actions() if str(a).startswith("conquer ")}
    for region in view["regions"]:
        name = region["name"]
        reach = oracle.near(mine, people["power"], people["race"], active, name)
        immune = region["hole"] or region["hero"] or region["dragon"]
        owner = region["owner"]
        peace = owner is not None and region["state"] == "active" and view["players"][owner]["ally"] == seat and active
        price = max(1, oracle.price(region, mine, people["power"], people["race"], active) - roll)
        wanted = reach and not immune and not peace and asked["hand"] > 0 and price <= asked["hand"]
        assert (name in offered) == wanted, (name, price, asked)
        if name in asked["costs"]:
            assert asked["costs"][name] == price


@pytest.mark.parametrize("seed", range(16))
def test_whole_matches_agree_with_the_oracle(seed: int) -> None:
    seats = 2 + seed % 4
    rng = Random(f"oracle {seed}")
    s = GAME.new(seats)
    assert isinstance(s, SmallWorld)
    oracle = Oracle(seats)
    conquests, wealthy, turns = 0, set[int](), 0
    while s.stack:
        f = s.stack[-1]
        turn, paid, fresh = s.turn, s.income[s.turn], s.fresh
        view = s.view(None)
        if f[0] is CONQUEST:
            check_conquest(s, oracle, view)
        action = s.sample(rng) if s.to_move() < 0 else eager(s.legal_actions(), rng)
        verb, _, rest = str(action).partition(" ")
        if verb in ("expand", "take", "decline") and str(f[0]) in ("Choice", "TakeCombo"):
            conquests = 0
        before = {r["name"]: r for r in view["regions"]}
        target = s.world.board.names[f[3]] if str(f[0]) == "LastRoll" else rest
        s.apply(action)
        if verb in ("conquer", "dragon", "bewitch", "roll") and target in before:
            was = before[target]
            new = was["owner"] != turn or was["state"] != "active"
            if new and s.owner[s.world.board.index[target]] == turn * SLOTS:
                conquests += was["owner"] is not None or was["tribe"]
        if s.income[turn] is not paid:
            turns += 1
            declined = verb == "decline"
            wanted = oracle.coins(
                s.view(None), turn, conquests, (fresh or verb == "take") and turn not in wealthy, declined
            )
            got: dict[str, int] = {}
            for origin, n in s.income[turn]:
                got[origin] = got.get(origin, 0) + n
            assert {k: n for k, n in got.items() if n} == {k: n for k, n in wanted.items() if n}
            if got.get("wealthy"):
                wealthy.add(turn)
    assert turns == s.rounds * seats
