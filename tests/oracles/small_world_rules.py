"""A second engine of Small World, written from the rulebook, naive and slow. It shares the printed maps with the first
one and nothing else: races and powers are known by name, sets are sets, and the flow of a match is one generator that
yields every question as (who is asked, what may be answered, what is seen of it).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Generator, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import ludoteka

MAPS = json.loads((Path(ludoteka.__file__).parent / "games" / "small_world" / "maps.json").read_text("utf-8"))
BANNER = {
    "amazons": 6, "dwarves": 3, "elves": 6, "ghouls": 5, "giants": 6, "halflings": 6, "humans": 5, "orcs": 5,
    "ratmen": 8, "skeletons": 6, "sorcerers": 5, "tritons": 6, "trolls": 5, "wizards": 5,
}  # fmt: skip
BOX = {
    "amazons": 15, "dwarves": 8, "elves": 11, "ghouls": 10, "giants": 11, "halflings": 11, "humans": 10, "orcs": 10,
    "ratmen": 13, "skeletons": 20, "sorcerers": 18, "tritons": 11, "trolls": 10, "wizards": 10,
}  # fmt: skip
BADGE = {
    "alchemist": 4, "berserk": 4, "bivouacking": 5, "commando": 4, "diplomat": 5, "dragon_master": 5, "flying": 5,
    "forest": 4, "fortified": 3, "heroic": 5, "hill": 4, "merchant": 2, "mounted": 5, "pillaging": 5, "seafaring": 5,
    "spirit": 5, "stout": 4, "swamp": 4, "underworld": 5, "wealthy": 4,
}  # fmt: skip
FACES = (0, 0, 0, 1, 2, 3)
EXTRA = {"amazons": 4}
READINGS: dict[str, list[Any]] = {
    "coins": ["hidden", "open"],
    "abandon": ["first", "between"],
    "substitute_empty_handed": [False, True],
    "failed_attempt_attacks": [True, False],
    "decline_attack_counts": [True, False],
    "own_immunity_broken": [False, True],
    "own_driven_out": ["ready", "end"],
    "flat_coins_off_board": [True, False],
    "first_turn_coins": ["player", "race", "game"],
    "first_turn_coins_shared": [False, True],  # about player-made races only: here it changes nothing
    "hand_at_decline": ["tray", "keep"],
    "combo_first": [True, False],
    "pay_with_combo_coins": [False, True],
    "own_decline_counts": [True, False],
    "given_up_counts": [True, False],
    "stop_after_roll": [True, False],
    "substitute_after_roll": [False, True],
    "last_tie": ["shared", "regions"],
}
"""Where the texts leave a choice; the first is ours."""
CHANCE, OVER = -1, -2

Question = tuple[int, set[str], dict[str, Any]]
Flow = Generator[Question, str, None]


@dataclass(eq=False)
class People:
    """One race of one player: active, declined, or exempt (a Spirit race in decline)."""

    seat: int
    race: str
    power: str | None
    state: str = "active"
    on: dict[int, int] = field(default_factory=dict)  # region -> tokens
    hand: int = 0

    def is_(self, race: str) -> bool:
        """Whether the ability of this banner is in force."""
        return self.state == "active" and self.race == race

    def has(self, power: str) -> bool:
        return self.state == "active" and self.power == power


class Table:
    """Everything on the table, and what happens there."""

    def __init__(self, seats: int, options: dict[str, Any], board: int | None = None) -> None:
        self.n, self.board = seats, board or seats
        self.o = {name: choices[0] for name, choices in READINGS.items()} | options
        regions = MAPS[str(self.board)]["regions"]
        self.name = [r["name"] for r in regions]
        self.id = {name: i for i, name in enumerate(self.name)}
        self.terrain = [r["terrain"] for r in regions]
        self.symbols = [sorted(r.get("symbols", [])) for r in regions]
        self.adj = [{self.id[x] for x in r["beside"].split()} for r in regions]
        self.all = set(range(len(regions)))
        self.water = {i for i in self.all if self.terrain[i] == "water"}
        self.mountains = {i for i in self.all if self.terrain[i] == "mountain"}
        self.cavern = {i for i in self.all if "cavern" in self.symbols[i]}
        edge = {i for i in self.all if regions[i].get("edge")}
        self.border = edge | {i for i in self.all - self.water if self.adj[i] & self.water & edge}
        self.coast = {i for i in self.all - self.water if self.adj[i] & self.water}
        self.tribes = {i for i in self.all if regions[i].get("tribe")}
        self.rounds: int = MAPS[str(self.board)]["rounds"]

        self.forts: set[int] = set()
        self.holes: set[int] = set()
        self.heroes: set[int] = set()
        self.camps: Counter[int] = Counter()
        self.dragon: int | None = None
        self.tray = dict(BOX)
        self.unseen, self.returned = set(BANNER), list[str]()  # banners nobody has seen; those under the stack
        self.badges, self.discards = set(BADGE), set[str]()
        self.column: list[tuple[str, str, int]] = []  # race, power, coins; top first
        self.coins = [5] * seats
        self.active: list[People | None] = [None] * seats
        self.declined: list[People | None] = [None] * seats
        self.exempt: list[People | None] = [None] * seats
        self.aside, self.waiting, self.camp_hand = [0] * seats, [0] * seats, [0] * seats
        self.holes_left = [0] * seats
        self.ally: list[int | None] = [None] * seats
        self.income: list[dict[str, int]] = [{} for _ in range(seats)]
        self.rich: list[int] = []  # who had the seven coins
        self.round, self.turn, self.over = 1, 0, False
        self.die: dict[str, int] | None = None
        self.new_turn()

    def new_turn(self) -> None:
        self.fresh = self.dragon_used = False
        self.taken, self.attacked, self.bewitched = set[int](), set[int](), set[int]()

    # --- small questions ---------------------------------------------------------------------------------------------

    def peoples(self, seat: int | None = None) -> list[People]:
        seats = range(self.n) if seat is None else [seat]
        return [p for s in seats for p in (self.active[s], self.declined[s], self.exempt[s]) if p]

    def owner(self, at: int) -> People | None:
        found = [p for p in self.peoples() if at in p.on]
        assert len(found) <= 1
        return found[0] if found else None

    def defence(self, at: int) -> int:
        p = self.owner(at)
        marks = sum(at in some for some in (self.tribes, self.mountains, self.forts))
        return marks + self.camps[at] + (p.on[at] + (p.race == "trolls") if p else 0)

    def immune(self, at: int) -> bool:
        return at in self.holes or at in self.heroes or at == self.dragon

    def neighbours(self, p: People) -> set[int]:
        near = set[int]().union(*(self.adj[i] for i in p.on))
        if p.has("underworld") and self.cavern & set(p.on):
            near |= self.cavern
        return near

    def reach(self, p: People) -> set[int]:
        if p.has("flying"):
            found = set(self.all)
        elif not p.on:
            found = set(self.all) if p.is_("halflings") else set(self.border)
        else:
            found = self.neighbours(p)
        return found - set(p.on) - (set() if p.has("seafaring") else self.water)

    def barred(self, p: People, at: int) -> bool:
        """Immunity and peace."""
        v = self.owner(at)
        if self.immune(at) and not (v and v.seat == p.seat and self.o["own_immunity_broken"]):
            return True
        both_active = v is not None and v.state == p.state == "active"
        return v is not None and both_active and v.seat != p.seat and self.ally[v.seat] == p.seat

    def targets(self, p: People) -> set[int]:
        return {at for at in self.reach(p) if not self.barred(p, at)}

    def own_old(self, p: People, v: People | None) -> bool:
        """Whether the victim is the conqueror's own race in decline in the reading where that counts for nothing."""
        return v is not None and v.seat == p.seat and v.state != "active" and not self.o["own_decline_counts"]

    def cost(self, p: People, at: int) -> int:
        c = 2 + self.defence(at)
        v = self.owner(at)
        if v is not None and self.own_old(p, v):
            c -= v.on[at]
        peaks = set(p.on) & self.mountains
        linked = p.has("underworld") and at in self.cavern and bool(peaks & self.cavern)
        c -= p.is_("giants") and (bool(self.adj[at] & peaks) or linked)
        c -= p.is_("tritons") and at in self.coast
        c -= p.has("commando")
        c -= p.has("mounted") and self.terrain[at] in ("hill", "farmland")
        c -= p.has("underworld") and at in self.cavern
        return max(1, c)

    def witchable(self, p: People) -> set[int]:
        if not p.is_("sorcerers") or not self.tray["sorcerers"]:
            return set()
        if not p.hand and not (self.o["substitute_empty_handed"] and p.on):
            return set()
        near = self.all - self.water if p.has("flying") else self.neighbours(p)
        found = set()
        for at in near if p.has("seafaring") else near - self.water:
            v = self.owner(at)
            if v is None or v.state != "active" or v.seat == p.seat or v.seat in self.bewitched:
                continue
            if v.on[at] == 1 and not self.camps[at] and not self.barred(p, at):
                found.add(at)
        return found

    # --- things that happen ------------------------------------------------------------------------------------------

    def clear(self, p: People, at: int) -> None:
        """Markers of a region that p no longer holds."""
        self.camp_hand[p.seat] += self.camps.pop(at, 0)
        for marks in (self.forts, self.holes, self.heroes):
            marks.discard(at)
        if self.dragon == at:
            self.dragon = None

    def leave(self, p: People, at: int) -> None:
        p.hand += p.on.pop(at)
        self.clear(p, at)

    def retire(self, p: People) -> None:
        """A race in decline leaves the game; its banner goes under the stack."""
        self.tray[p.race] += p.hand + sum(p.on.values())
        self.forts -= set(p.on)
        self.returned.append(p.race)
        if p.state == "exempt":
            assert p.power
            self.exempt[p.seat] = None
            self.discards.add(p.power)
        else:
            self.declined[p.seat] = None

    def strike_at(self, p: People, at: int) -> None:
        v = self.owner(at)
        if v and v.state == "active" and v.seat != p.seat and (p.state == "active" or self.o["decline_attack_counts"]):
            self.attacked.add(v.seat)

    def seize(self, p: People, at: int, tokens: int, how: str = "conquer") -> None:
        self.strike_at(p, at)
        v = self.owner(at)
        filled = at in self.tribes or (v is not None and not self.own_old(p, v))
        self.tribes.discard(at)
        if v:
            self.drive_out(p, v, at, 0 if v.is_("elves") and how != "bewitch" else 1)
        if how == "bewitch":
            assert v
            self.tray["sorcerers"] -= 1
            self.bewitched.add(v.seat)
        else:
            p.hand -= tokens
        p.on[at] = tokens
        if p.state == "active":
            if filled:
                self.taken.add(at)
            if self.holes_left[p.seat]:
                self.holes.add(at)
                self.holes_left[p.seat] -= 1
        if how == "dragon":
            self.dragon, self.dragon_used = at, True

    def drive_out(self, p: People, v: People, at: int, lost: int) -> None:
        stood = v.on.pop(at)
        self.tray[v.race] += lost
        if v.seat == p.seat and v.state == "active" and self.o["own_driven_out"] == "end":
            self.waiting[v.seat] += stood - lost
        else:
            v.hand += stood - lost
        self.clear(v, at)
        if v.state != "active" and not v.on and not v.hand:
            self.retire(v)

    def decline(self, seat: int) -> None:
        p = self.active[seat]
        assert p
        assert p.power
        spirit, older = p.power == "spirit", self.declined[seat]
        if older and not spirit:
            self.retire(older)
        for at in p.on:
            self.camps.pop(at, 0)
            self.holes.discard(at)
            self.heroes.discard(at)
            if self.dragon == at:
                self.dragon = None
        self.camp_hand[seat] = self.holes_left[seat] = 0
        gone, self.aside[seat] = self.aside[seat], 0
        if p.race != "ghouls" or self.o["hand_at_decline"] == "tray":
            gone, p.hand = gone + p.hand, 0
        if p.race != "ghouls":
            gone += sum(p.on.values()) - len(p.on)
            p.on = dict.fromkeys(p.on, 1)
        self.tray[p.race] += gone
        self.active[seat] = None
        if spirit:
            assert self.exempt[seat] is None
            p.state, self.exempt[seat] = "exempt", p
        else:
            self.discards.add(p.power)
            p.state, p.power, self.declined[seat] = "declined", None, p
        if not p.on and not p.hand:
            self.retire(p)

    def score(self, seat: int) -> None:
        got: Counter[str] = Counter()
        for p in self.peoples(seat):
            got["regions"] += len(p.on)
            if p.race == "dwarves":
                got["dwarves"] += sum("mine" in self.symbols[i] for i in p.on)
        p_ = self.active[seat]
        if p_:
            self.bonus(p_, got)
        self.coins[seat] += got.total()
        self.income[seat] = {k: n for k, n in got.items() if n}

    def bonus(self, p: People, got: Counter[str]) -> None:
        booty = len(self.taken if self.o["given_up_counts"] else self.taken & set(p.on))
        ground = Counter(self.terrain[i] for i in p.on)
        rule = self.o["first_turn_coins"]
        had = {"race": [], "player": [s for s in self.rich if s == p.seat], "game": self.rich}[rule]
        if p.power == "wealthy" and self.fresh:
            got["wealthy"] += 0 if had else 7
            self.rich.append(p.seat)
        worth = {
            "humans": ground["farmland"],
            "wizards": sum("magic" in self.symbols[i] for i in p.on),
            "orcs": booty,
            "forest": ground["forest"],
            "hill": ground["hill"],
            "swamp": ground["swamp"],
            "merchant": len(p.on),
            "pillaging": booty,
            "fortified": len(self.forts & set(p.on)),
            "alchemist": 2 if p.on or self.o["flat_coins_off_board"] else 0,
        }
        for origin in (p.race, p.power):
            got[str(origin)] += worth.get(str(origin), 0)

    def scores(self) -> list[tuple[int, ...]]:
        result: list[tuple[int, ...]] = []
        for s in range(self.n):
            row = [self.coins[s], sum(sum(p.on.values()) for p in self.peoples(s))]
            if self.o["last_tie"] == "regions":
                row.append(sum(len(p.on) for p in self.peoples(s)))
            result.append(tuple(row))
        return result

    def names(self, some: Iterable[int]) -> list[str]:
        return [self.name[i] for i in sorted(some)]
