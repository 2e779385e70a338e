"""A second engine of Terra Mystica, naive and slow: the table, and what an effect does to it.

Written from the rulebooks alone; it shares nothing with the first engine but the letters of the maps.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.oracles.terra_mystica_ground import ground
from tests.oracles.terra_mystica_tables import (
    BRIDGES,
    CARDS,
    CULTS,
    FACTIONS,
    FAV12_POINTS,
    FAVOR_INCOME,
    FAVORS,
    ICY,
    ORDER_SPACES,
    PIECES,
    POWER_AT,
    PRIESTS,
    ROUNDS,
    START_POINTS,
    TOWN_POWER,
    TOWNS,
    VOLCANIC,
    WHEEL,
    Faction,
)

CHANCE = -1


def wheel_way(a: str, b: str) -> int:
    steps = abs(WHEEL.index(a) - WHEEL.index(b))
    return min(steps, len(WHEEL) - steps)


class Player:
    """What lies in front of somebody. Anything that waits for an answer is in `due`."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.faction = ""
        self.home = ""
        """The terrain dwellings stand on; ice and volcano count."""
        self.start = ""
        self.opened: set[str] = set()
        self.have = Counter[str]()
        self.vp = START_POINTS
        self.bowls = [0, 0, 0]
        self.cult = dict.fromkeys(CULTS, 0)
        self.sent = self.keys = self.ship = self.dig = self.bridges = self.carpet = self.shifts = 0
        self.favors: set[str] = set()
        self.towns: list[str] = []
        self.card = ""
        self.used: set[str] = set()
        self.passed = False
        self.gone = False
        """Has left the match for good."""
        self.due = Counter[str]()
        self.steps: list[str] = []
        """Free steps on cults: on any, on the "same" as the one before, or on this one."""
        self.stopped: set[str] = set()
        """Tracks on which a missing key stopped the marker in this turn."""

    @property
    def board(self) -> Faction:
        return FACTIONS[self.faction]

    def limit(self) -> int:
        """How many priests may lie in the own stock."""
        supply = len(self.opened) if self.faction == "riverwalkers" else PRIESTS
        return supply - self.sent

    def gain(self, what: str, n: int) -> None:
        if what == "PW":
            self.power(n)
        elif what == "P" and self.faction == "riverwalkers":
            self.due["priests"] += n
        elif what == "P":
            self.have["P"] = min(self.have["P"] + n, self.limit())
        else:
            self.have[what] += n

    def power(self, n: int) -> None:
        one, two, _ = self.bowls
        first = min(n, one)
        second = min(n - first, two + first)
        self.bowls[0] -= first
        self.bowls[1] += first - second
        self.bowls[2] += second

    def capacity(self) -> int:
        return 2 * self.bowls[0] + self.bowls[1]

    def spend_power(self, n: int) -> None:
        self.bowls[2] -= n
        self.bowls[0] += n

    def can_pay(self, price: dict[str, int]) -> bool:
        return all(self.have[what] >= n for what, n in price.items())

    def pay(self, price: dict[str, int]) -> None:
        assert self.can_pay(price)
        self.have.subtract(price)


class Table:
    """The board and everybody at it."""

    def __init__(self, seats: int, **options: Any) -> None:
        self.options = options
        self.ground = ground(options.get("map", "original"))
        self.players = [Player(seat) for seat in range(seats)]
        self.land = dict(self.ground.printed)
        self.built: dict[str, tuple[int, str]] = {}
        self.bridges: list[tuple[int, str, str]] = []
        self.in_town: set[str] = set()
        self.links: set[str] = set()
        """River hexes the Mermaids have joined a town over."""
        self.orders: dict[str, list[int]] = {cult: [-1] * len(ORDER_SPACES) for cult in CULTS}
        self.taken: set[str] = set()
        self.tiles: list[str] = []
        self.cards: dict[str, int] = {}
        self.final = ""
        self.favors = {name: pieces for name, (pieces, _, _) in FAVORS.items()}
        promo = ("TW6", "TW7", "TW8")
        self.towns = {name: t[0] for name, t in TOWNS.items() if options.get("town_promo") or name not in promo}
        self.order: list[int] = []
        self.seating = list(range(seats))
        self.passing: list[int] = []
        self.round = 0
        self.acting = False
        """The action phase runs: only then BON4 ships and a tile pays for spades."""

    # who stands where
    def own(self, p: Player, *kinds: str) -> list[str]:
        return [h for h, (seat, kind) in self.built.items() if seat == p.seat and (not kinds or kind in kinds)]

    def count(self, p: Player, kind: str) -> int:
        return len(self.own(p, kind))

    def direct(self, name: str) -> set[str]:
        """Land directly adjacent: by an edge or a bridge of anybody."""
        found = set(self.ground.touching(name))
        for _, a, b in self.bridges:
            if name in (a, b):
                found.add(b if name == a else a)
        return found

    def joined(self, p: Player, name: str) -> set[str]:
        """Own buildings that belong together with this one in a town."""
        found = self.direct(name)
        if p.faction == "mermaids":
            for river in self.links:
                if name in self.ground.beside[river]:
                    found |= set(self.ground.touching(river))
        return {h for h in found if h != name and self.built.get(h, (-1,))[0] == p.seat}

    def group(self, p: Player, name: str) -> set[str]:
        found, edge = {name}, [name]
        while edge:
            new = self.joined(p, edge.pop()) - found
            found |= new
            edge += new
        return found

    def power_of(self, p: Player, kind: str) -> int:
        if kind in ("SH", "SA"):
            return 4 if p.faction == "yetis" else 3
        return 1 if kind == "D" else 2

    def is_somebodys_home(self, terrain: str, but: Player | None = None) -> bool:
        return any(
            q is not but and q.home == terrain and q.faction not in (*ICY, *VOLCANIC, "riverwalkers")
            for q in self.players
        )

    # reach
    def ship_level(self, p: Player) -> int:
        more = self.acting and p.card == "BON4" and p.board.ship[1] > 0
        return p.ship + more

    def reaches(self, p: Player, name: str) -> bool:
        """Without a tunnel or carpet."""
        level, own = self.ship_level(p), self.own(p)
        by_ship = any(self.ground.sailing(h, name) <= level for h in own)
        if p.faction == "riverwalkers":
            touch = self.options.get("river_reach") == "touch" and any(h in own for h in self.direct(name))
            return self.ground.by_river(name) and (by_ship or touch)
        return by_ship or any(h in own for h in self.direct(name))

    def jump_price(self, p: Player) -> dict[str, int]:
        if p.faction == "fakirs":
            return {"P": 1}
        return {"W": 1 if self.count(p, "SH") else 2}

    def jump_range(self, p: Player) -> int:
        if p.faction == "fakirs":
            return 1 + self.count(p, "SH") + p.carpet
        return 1 if p.faction == "dwarves" else 0

    def jumps(self, p: Player, name: str) -> bool:
        far = self.jump_range(p)
        return far > 0 and any(self.ground.distance(h, name) <= far + 1 for h in self.own(p))

    # land
    def ends(self, p: Player, name: str) -> dict[str, int]:
        """What spades can make of a hex, and how many each takes."""
        here = self.land[name]
        if name in self.built or here not in WHEEL:
            return {}
        if p.faction == "giants":
            return {"red": 2} if here != "red" else {}
        found = {t: wheel_way(here, t) for t in WHEEL if t != here}
        if p.faction in ICY:
            found.pop(p.start, None)
            found["ice"] = max(1, wheel_way(here, p.start))
        return found

    def settles(self, p: Player, name: str) -> bool:
        """May a dwelling of this player stand on such land?"""
        if p.faction == "riverwalkers":
            return self.land[name] in p.opened and self.ground.by_river(name)
        return self.land[name] == p.home

    # gains
    def score(self, p: Player, deed: str, times: int = 1) -> None:
        if self.acting:
            what, points, *_ = ROUNDS[self.tiles[self.round - 1]]
            if deed in what.split():
                p.vp += points * times

    def top_is_free(self, cult: str) -> bool:
        return all(q.cult[cult] < 10 for q in self.players)

    def can_rise(self, p: Player, cult: str) -> bool:
        return p.cult[cult] < 9 or (p.cult[cult] == 9 and p.keys > 0 and self.top_is_free(cult))

    def climb(self, p: Player, cult: str, n: int) -> None:
        for _ in range(n):
            if p.cult[cult] == 9 and self.top_is_free(cult) and not p.keys:
                p.stopped.add(cult)
            if not self.can_rise(p, cult):
                return
            p.cult[cult] += 1
            p.keys -= p.cult[cult] == 10
            p.power(POWER_AT.get(p.cult[cult], 0))

    def spades(self, p: Player, n: int) -> int:
        """Spades come in; how many of them can be dug with."""
        if p.faction == "riverwalkers":
            return 0
        if p.faction in VOLCANIC:
            self.score(p, "spade", n)
            if p.faction == "acolytes":
                p.steps += [""] * n
            else:
                p.bowls[0] += n
            return 0
        if p.faction == "halflings":
            p.vp += n
        if p.faction == "alchemists" and self.count(p, "SH"):
            p.power(2 * n)
        return n

    def ship_step(self, p: Player) -> None:
        first, most = p.board.ship
        if p.ship < most:
            p.ship += 1
            p.vp += p.ship + 1 - first

    # buildings and towns
    def raise_building(self, p: Player, name: str, kind: str) -> None:
        self.built[name] = (p.seat, kind)
        self.score(p, kind)
        if kind == "TP" and "FAV10" in p.favors:
            p.vp += 3
        if kind == "D" and "FAV11" in p.favors:
            p.vp += 2
        self.look_for_town(p, name)

    def is_town(self, p: Player, names: set[str]) -> bool:
        kinds = [self.built[h][1] for h in names]
        needed = TOWN_POWER - ("FAV5" in p.favors)
        return len(kinds) + kinds.count("SA") >= 4 and sum(self.power_of(p, k) for k in kinds) >= needed

    def tiles_for_towns(self) -> int:
        return sum(self.towns.values()) - sum(q.due["towns"] for q in self.players)

    def look_for_town(self, p: Player, name: str) -> None:
        group = self.group(p, name)
        if group & self.in_town:
            self.in_town |= group
        elif self.is_town(p, group) and self.tiles_for_towns():
            self.in_town |= group
            p.due["towns"] += 1

    def look_everywhere(self, p: Player) -> None:
        for name in self.own(p):
            if name not in self.in_town:
                self.look_for_town(p, name)

    def connections(self, p: Player) -> list[str]:
        """River hexes that Mermaids may skip for a town now."""
        if p.faction != "mermaids" or not self.tiles_for_towns():
            return []
        found = []
        for river in self.ground.rivers:
            bank = [h for h in self.ground.touching(river) if self.built.get(h, (-1,))[0] == p.seat]
            whole = set().union(*(self.group(p, h) for h in bank)) if bank else set()
            if whole and not whole & self.in_town and self.is_town(p, whole):
                found.append(river)
        return found

    def free_spots(self, p: Player) -> list[tuple[str, str]]:
        if p.bridges == BRIDGES:
            return []
        there = {(a, b) for _, a, b in self.bridges}
        own = self.own(p)
        return [(a, b) for a, b in self.ground.spots if (a, b) not in there and (a in own or b in own)]

    def take_favor(self, p: Player, name: str) -> None:
        self.favors[name] -= 1
        p.favors.add(name)
        _, cult, steps = FAVORS[name]
        self.climb(p, cult, steps)
        if name == "FAV5":
            self.look_everywhere(p)

    def favor_choices(self, p: Player) -> list[str]:
        return [name for name, left in self.favors.items() if left and name not in p.favors]

    # income and passing
    def held(self) -> set[str]:
        return {p.card for p in self.players}

    def income(self, p: Player) -> Counter[str]:
        b, found = p.board, Counter[str]()
        found["W"] += b.d_workers[self.count(p, "D")]
        found["C"] += b.tp_coins[self.count(p, "TP")]
        found["PW"] += b.tp_power[self.count(p, "TP")] + b.te_power[self.count(p, "TE")]
        found["P"] += b.te_priests[self.count(p, "TE")] + b.sa_priests * self.count(p, "SA")
        found[b.sh_income[0]] += b.sh_income[1] * self.count(p, "SH")
        for tile in p.favors:
            found.update(FAVOR_INCOME.get(tile, {}))
        found.update(CARDS.get(p.card, {}))
        return found

    def pass_points(self, p: Player) -> int:
        d, tp, te, sh, sa = (self.count(p, kind) for kind in PIECES)
        worth = {"BON6": 4 * (sh + sa), "BON7": 2 * tp, "BON9": d, "BON10": 3 * p.ship}
        points = worth.get(p.card, 0)
        if "FAV12" in p.favors:
            points += FAV12_POINTS[tp]
        if sh and p.faction == "engineers":
            own = self.own(p)
            points += 3 * sum(seat == p.seat and a in own and b in own for seat, a, b in self.bridges)
        if sh and p.faction == "icemaidens":
            points += 3 * te
        return points
