"""A second engine of Terra Mystica: what can be answered in a turn, in the words of the first one."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.oracles.terra_mystica_rules import Player, Table
from tests.oracles.terra_mystica_tables import (
    CULTS,
    JUMP_POINTS,
    ORDER_SPACES,
    PIECES,
    POWER_ACTIONS,
    SHIFTS,
    SHIP_PRICE,
    VOLCANIC,
    WHEEL,
)

UPGRADES = {"TP": "D", "TE": "TP", "SH": "TP", "SA": "TE"}
OWN_ACTIONS = {
    "auren": "ACTA",
    "chaosmagicians": "ACTC",
    "giants": "ACTG",
    "nomads": "ACTN",
    "swarmlings": "ACTS",
    "witches": "ACTW",
}


@dataclass
class Scope:
    """What belongs to one action."""

    spades: int = 0
    bought: int = 0
    may_buy: bool = False
    transforms: int = 0
    away: int = 0
    """Transforms that did not end on home terrain."""
    sites: set[str] = field(default_factory=set)
    jumped: str = ""
    target: str = ""
    """What a special action still has to be pointed at: "sand", "ride" or "house"."""


class Answers(Table):
    scope = Scope()
    left = 0
    """Actions of this turn that are still to come."""
    burned = False
    """Power was sacrificed and is to be used at once, for what bowl III could not pay before."""
    before = 0

    def at_once(self, p: Player) -> set[str]:
        """Payments and choices that nothing may come between."""
        if p.due["lose"]:
            return {f"sacrifice {c}" for c in CULTS if p.cult[c] >= p.due["lose"]}
        if p.due["shed"]:
            return {f"shed {n + 1}" for n in range(3) if p.bowls[n]}
        return set()

    def unlocks(self, p: Player) -> set[str]:
        closed = [t for t in WHEEL if t not in p.opened]
        return {f"unlock {t}" for t in closed if p.have["C"] >= self.unlock_price(p, t)} | {"unlock priest"}

    def unlock_price(self, p: Player, terrain: str) -> int:
        *_, coins, somebodys = SHIFTS[self.options.get("variable", "rulebook")]
        return somebodys if self.is_somebodys_home(terrain, p) else coins

    def open(self, p: Player) -> bool:
        """Is anything still to be settled that the action brought?"""
        due = p.due["favors"] or p.due["towns"] or p.due["bridges"] or p.due["free bridges"] or p.steps
        return bool(
            due or self.scope.spades or self.scope.target or p.due["lifts"] or p.due["home"] or p.due["priests"]
        )

    def answers(self, p: Player) -> set[str]:
        if self.burned and "sacrifice" in self.options:
            more = {"burn"} if self.may_burn(p) else set()
            return more | {use for use, price in self.uses(p).items() if self.before < price <= p.bowls[2]}
        if self.open(p):
            return self.dues(p) | self.exchanges(p) | (self.site_builds(p) if not self.scope.spades else set())
        found = self.exchanges(p) | self.site_builds(p)
        if self.left:
            return found | self.actions(p)
        return found | {"done"}

    def exchanges(self, p: Player) -> set[str]:
        found = set()
        three = p.bowls[2]
        supply = p.faction == "riverwalkers" and len(p.opened) < len(WHEEL)
        if three >= 5 and (p.have["P"] < p.limit() or supply):
            found.add("convert PW-P")
        if three >= 3:
            found.add("convert PW-W")
        if three:
            found.add("convert PW-C")
        if p.have["P"]:
            found |= {"convert P-W", "convert P-C"}
        if p.have["W"]:
            found.add("convert W-C")
        if p.faction == "alchemists":
            found |= {"convert C-VP"} if p.have["C"] >= 2 else set()
            found |= {"convert VP-C"} if p.vp else set()
        if p.due["ordination"] and p.have["W"] and p.have["P"] < p.limit():
            found.add("convert W-P")
        if self.may_burn(p):
            found.add("burn")
        return found | {f"connect {river}" for river in self.connections(p)}

    def may_burn(self, p: Player) -> bool:
        if self.options.get("sacrifice") != "used":
            return p.bowls[1] >= 2
        return any(p.bowls[2] < price <= p.bowls[2] + p.bowls[1] // 2 for price in self.uses(p).values())

    def uses(self, p: Player) -> dict[str, int]:
        """What power could be spent on now, however much there is."""
        bowls, p.bowls = p.bowls, [0, 0, 1000]
        sacrifice = self.options.pop("sacrifice")
        found = self.answers(p)
        p.bowls = bowls
        self.options["sacrifice"] = sacrifice
        prices = {f"act {name}": self.power_price(p, name) for name in POWER_ACTIONS}
        prices |= {"convert PW-P": 5, "convert PW-W": 3, "convert PW-C": 1}
        prices["act ACTH1"] = SHIFTS[self.options.get("variable", "rulebook")][0]
        return {answer: price for answer, price in prices.items() if answer in found}

    def dues(self, p: Player) -> set[str]:
        found = set()
        if p.due["favors"]:
            found |= {f"favor {name}" for name in self.favor_choices(p)}
        if p.due["towns"]:
            found |= {f"town {name}" for name, left in self.towns.items() if left}
        if p.due["bridges"] or p.due["free bridges"]:
            found |= {f"bridge {a} {b}" for a, b in self.free_spots(p)}
            if p.due["free bridges"]:
                found.add("discard bridge")
        if p.due["priests"]:
            found |= self.unlocks(p)
        if p.due["home"]:
            found |= {f"settle {t}" for t in WHEEL if not self.is_somebodys_home(t)}
        if p.steps:
            found |= {f"step {c}" for c in self.tracks(p)}
        if p.due["lifts"]:
            found |= {f"step {c}" for c in self.waiting(p)}
        if self.scope.spades:
            found |= self.digging(p)
        if self.scope.target == "sand":
            found |= {f"transform {h} {p.home}" for h in self.sand(p)}
        elif self.scope.target == "ride":
            found |= {f"build {h}" for h in self.rides(p)}
        elif self.scope.target == "house":
            found |= {f"upgrade {h} TP" for h in self.own(p, "D")}
        return found

    def waiting(self, p: Player) -> list[str]:
        """Tracks that a key would lift to the top."""
        return [c for c in CULTS if c in p.stopped and p.cult[c] == 9 and self.top_is_free(c)]

    def tracks(self, p: Player) -> list[str]:
        """Where a free step may go: where it moves the marker, if there is such a track."""
        if p.steps and p.steps[0] in CULTS:
            return p.steps[:1]
        return [c for c in CULTS if self.can_rise(p, c)] or list(CULTS)

    def digging(self, p: Player) -> set[str]:
        s = self.scope
        found = self.transforms(p)
        if s.may_buy and not s.transforms:
            found |= self.digs(p)
        if not s.bought or not found:
            found.add("discard spade")
        return found

    def digs(self, p: Player) -> set[str]:
        found = set()
        for n in range(1, 4):
            price = self.spade_price(p, n)
            if self.scope.spades + n > 3 or not price or not p.can_pay(price):
                continue
            p.pay(price)
            self.scope.spades += n
            self.scope.bought += n
            if self.transforms(p):
                found.add(f"dig {n}")
            self.scope.spades -= n
            self.scope.bought -= n
            p.have.update(price)
        return found

    def spade_price(self, p: Player, n: int) -> dict[str, int]:
        if not p.board.spade:
            return {}
        return {"P" if p.faction == "darklings" else "W": n * p.board.spade[p.dig]}

    def transforms(self, p: Player) -> set[str]:
        """With the spades at hand: bought ones all go to one hex, of free ones one hex at most ends away from home."""
        s, found = self.scope, set()
        for name in self.land:
            fits = {t for t, n in self.ends(p, name).items() if (n == s.spades if s.bought else n <= s.spades)}
            topped = s.bought and s.bought < s.spades and self.options.get("top_up") == "home"
            if topped or s.away:
                fits &= {p.home}
            if fits and self.comes_to(p, name, {}):
                found |= {f"transform {name} {terrain}" for terrain in fits}
        return found

    def comes_to(self, p: Player, name: str, price: dict[str, int]) -> bool:
        """In reach, if need be by a tunnel or carpet that can be paid besides the price."""
        if self.reaches(p, name) or self.scope.jumped == name:
            return p.can_pay(price)
        if self.scope.jumped or not self.jumps(p, name):
            return False
        whole = dict(price)
        for what, n in self.jump_price(p).items():
            whole[what] = whole.get(what, 0) + n
        return p.can_pay(whole)

    def pay_jump(self, p: Player, name: str) -> None:
        if not self.reaches(p, name) and self.scope.jumped != name:
            p.pay(self.jump_price(p))
            p.vp += JUMP_POINTS
            self.scope.jumped = name

    def can_build(self, p: Player, name: str) -> bool:
        price = dict(zip("WC", p.board.d, strict=True))
        free = name not in self.built and self.settles(p, name) and self.count(p, "D") < PIECES["D"]
        return free and self.comes_to(p, name, price)

    def site_builds(self, p: Player) -> set[str]:
        return {f"build {h}" for h in self.scope.sites if self.can_build(p, h)}

    def sand(self, p: Player) -> list[str]:
        near = {h for own in self.own(p) for h in self.ground.touching(own)}
        return [h for h in near if h not in self.built and self.land[h] in WHEEL and self.land[h] != p.home]

    def rides(self, p: Player) -> list[str]:
        if self.count(p, "D") == PIECES["D"]:
            return []
        return [h for h, terrain in self.land.items() if terrain == "green" and h not in self.built]

    # the eight actions
    def actions(self, p: Player) -> set[str]:
        scope, self.scope = self.scope, Scope()
        found = self.digs(p) | self.volcanoes(p) | self.upgrades(p) | self.advances(p) | self.sendings(p)
        found |= self.special(p) | {f"build {h}" for h in self.land if self.can_build(p, h)}
        self.scope = scope
        if self.round == 6:
            return found | {"pass none"}
        return found | {f"pass {card}" for card in self.cards if card not in self.held()}

    def volcano_price(self, p: Player, name: str) -> int:
        return (3 if p.faction == "acolytes" else 1) + self.is_somebodys_home(self.land[name])

    def volcanoes(self, p: Player) -> set[str]:
        if p.faction not in VOLCANIC:
            return set()
        most = max(p.cult.values()) if p.faction == "acolytes" else sum(p.bowls)
        return {
            f"transform {h} volcano"
            for h, terrain in self.land.items()
            if terrain in WHEEL and h not in self.built and self.reaches(p, h) and self.volcano_price(p, h) <= most
        }

    def upgrade_price(self, p: Player, name: str, kind: str) -> dict[str, int]:
        workers, coins = {"TP": p.board.tp, "TE": p.board.te, "SH": p.board.sh, "SA": p.board.sa}[kind]
        if kind == "TP" and all(self.built.get(h, (p.seat,))[0] == p.seat for h in self.direct(name)):
            coins *= 2
        return {"W": workers, "C": coins}

    def upgrades(self, p: Player) -> set[str]:
        return {
            f"upgrade {h} {kind}"
            for kind, old in UPGRADES.items()
            if self.count(p, kind) < PIECES[kind]
            for h in self.own(p, old)
            if p.can_pay(self.upgrade_price(p, h, kind))
        }

    def dig_advance(self, p: Player) -> dict[str, int]:
        return {"W": p.board.dig[0], "C": p.board.dig[1], "P": 1}

    def advances(self, p: Player) -> set[str]:
        found = set()
        if p.ship < p.board.ship[1] and p.can_pay(SHIP_PRICE):
            found.add("advance ship")
        if p.dig + 1 < len(p.board.spade) and p.can_pay(self.dig_advance(p)):
            found.add("advance dig")
        return found

    def sendings(self, p: Player) -> set[str]:
        if not p.have["P"]:
            return set()
        free = {(c, n) for c in CULTS for n, who in zip(ORDER_SPACES, self.orders[c], strict=True) if who < 0}
        return {f"send {c} {n}" for c, n in free | {(c, 1) for c in CULTS}}

    def power_price(self, p: Player, name: str) -> int:
        return POWER_ACTIONS[name] - (p.faction == "yetis")

    def special(self, p: Player) -> set[str]:
        found, digs = set(), p.faction != "riverwalkers"
        stronghold = self.count(p, "SH")
        for name in POWER_ACTIONS:
            fits = digs if name in ("ACT5", "ACT6") else bool(self.free_spots(p)) if name == "ACT1" else True
            again = p.faction == "yetis" and stronghold
            if fits and (again or name not in self.taken) and p.bowls[2] >= self.power_price(p, name):
                found.add(name)
        if (p.card == "BON1" and digs) or p.card == "BON2":
            found.add(p.card)
        if "FAV6" in p.favors:
            found.add("FAV6")
        if stronghold and p.faction in OWN_ACTIONS:
            found.add(OWN_ACTIONS[p.faction])
        targets = {"ACTN": self.sand(p), "ACTW": self.rides(p), "ACTS": self.own(p, "D")}
        if self.count(p, "TP") == PIECES["TP"]:
            targets["ACTS"] = []
        found -= {name for name, there in targets.items() if not there}
        found -= p.used
        if p.faction == "engineers" and p.have["W"] >= 2 and self.free_spots(p):
            found.add("ACTE")
        if p.faction == "shapeshifters" and stronghold:
            found |= self.shifting(p)
        return {f"act {name}" for name in found}

    def shifting(self, p: Player) -> set[str]:
        variant = self.options.get("variable", "rulebook")
        price = SHIFTS[variant][0]
        most = {"v2": len(self.players), "v3": len(self.players) - 1}.get(variant, 1000)
        if p.shifts >= most or not any(not self.is_somebodys_home(t) for t in WHEEL):
            return set()
        ways = {"ACTH1": p.bowls[2], "ACTH2": sum(p.bowls)}
        return {name for name, there in ways.items() if there >= price}
