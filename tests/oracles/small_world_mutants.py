"""How sharp is the comparison? Each line spoils one rule of the second engine, and the lock-step must notice.

python -m tests.oracles.small_world_mutants [MATCHES=120]
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

FOLDER = Path(__file__).parent
MODULES = ("small_world_rules", "small_world_flow", "small_world_scenes", "small_world")

MUTANTS: list[tuple[str, str, str]] = [
    ("Elves in decline lose nothing", 'v.is_("elves") and how', 'v.race == "elves" and how'),
    ("a bewitched Elf is kept", ' and how != "bewitch" else 1', " else 1"),
    (
        "a Giants' discount for each mountain",
        "(bool(self.adj[at] & peaks) or linked)",
        "(len(self.adj[at] & peaks) or linked)",
    ),
    ("no Giants' discount through caverns", "(bool(self.adj[at] & peaks) or linked)", "bool(self.adj[at] & peaks)"),
    ("Tritons' discount on water", "at in self.coast", "(at in self.coast or at in self.water)"),
    ("Mounted on hills only", 'in ("hill", "farmland")', 'in ("hill",)'),
    ("the lake's shore is a border", "self.adj[i] & self.water & edge", "self.adj[i] & self.water"),
    ("Halflings enter at the border", 'set(self.all) if p.is_("halflings") else', "set(self.border) if False else"),
    ("a hole in every region", "self.holes_left[p.seat] -= 1", "self.holes_left[p.seat] -= 0"),
    ("peace binds Ghouls in decline", 'v.state == p.state == "active"', 'v.state == "active"'),
    ("peace covers a race in decline", 'v.state == p.state == "active"', 'p.state == "active"'),
    ("the dragon flies twice", 'p.has("dragon_master") and not self.dragon_used', 'p.has("dragon_master")'),
    (
        "the dragon stays",
        "self.dragon, self.dragon_used = at, True",
        "self.dragon, self.dragon_used = self.dragon or at, True",
    ),
    ("Sorcerers take a race in decline", 'v.state != "active" or v.seat == p.seat or', "v.seat == p.seat or"),
    ("encampments do not stop Sorcerers", "v.on[at] == 1 and not self.camps[at] and", "v.on[at] == 1 and"),
    ("Sorcerers once a turn", "or v.seat in self.bewitched", "or self.bewitched"),
    ("Sorcerers from an empty tray", ' or not self.tray["sorcerers"]', ""),
    ("Sorcerers with an empty hand", 'self.o["substitute_empty_handed"] and p.on', "p.on"),
    ("Ghouls keep their hand", 'p.race != "ghouls" or self.o["hand_at_decline"] == "tray"', 'p.race != "ghouls"'),
    ("Ghouls turn over like others", 'if p.race != "ghouls":', "if True:"),
    ("a Spirit race drives the older one out", "if older and not spirit:", "if older:"),
    (
        "a Spirit badge is lost",
        "            self.discards.add(p.power)\n        else:\n            self.declined",
        "        else:\n            self.declined",
    ),
    (
        "fortresses stay where nobody is",
        "for marks in (self.forts, self.holes, self.heroes)",
        "for marks in (self.holes, self.heroes)",
    ),
    ("encampments are lost", "self.camp_hand[p.seat] += self.camps.pop(at, 0)", "self.camps.pop(at, 0)"),
    ("fortresses of the older race stay", "self.forts -= set(p.on)", "pass"),
    ("mines pay while active only", 'if p.race == "dwarves":', 'if p.is_("dwarves"):'),
    ("all fortresses pay", "len(self.forts & set(p.on))", "len(self.forts)"),
    ("Wealthy once per race", '"player": [s for s in self.rich if s == p.seat]', '"player": []'),
    ("tribes count as empty", "filled = at in self.tribes or", "filled ="),
    ("Ghouls' booty counts", 'if p.state == "active":\n            if filled', "if True:\n            if filled"),
    ("Skeletons round up", "min(len(self.taken) // 2,", "min((len(self.taken) + 1) // 2,"),
    ("Skeletons beyond the box", 'min(len(self.taken) // 2, self.tray["skeletons"])', "len(self.taken) // 2"),
    ("three Amazons aside", "max(0, total - 4), min(4, total)", "max(0, total - 3), min(3, total)"),
    ("seven fortresses", "len(self.forts) < 6 and sites", "len(self.forts) < 7 and sites"),
    ("an attempt with four missing", "costs[at] - p.hand <= 3", "costs[at] - p.hand <= 4"),
    ("Berserk attempts", 'return found | ({"throw"} if costs else set())', 'found |= {"throw"} if costs else set()'),
    ("a failed attempt is no attack", 'elif self.o["failed_attempt_attacks"]:', "elif False:"),
    ("a banner comes back on top", "self.returned.append(p.race)", "self.returned.insert(0, p.race)"),
    ("coins on a combination are lost", "self.coins[seat] += coins - i", "self.coins[seat] -= i"),
    ("peace for ever", "        self.ally[seat] = None\n        self.new_turn()", "        self.new_turn()"),
    ("tokens return against the clock", "(seat + k) % self.n for k", "(seat - k) % self.n for k"),
    ("own immunity is broken", ' and self.o["own_immunity_broken"]', ""),
    ("an own race in decline does not count", ' and not self.o["own_decline_counts"]', ""),
    ("ties by regions", 'if self.o["last_tie"] == "regions":', "if True:"),
    ("lairs while active only", '(p.race == "trolls")', '(p.is_("trolls"))'),
    (
        "encampments stop the dragon",
        "for at in costs if at not in self.water}",
        "for at in costs if not self.camps[at]}",
    ),
    ("regions are left at any time", '(first or self.o["abandon"] == "between")', "True"),
    ("a region just taken may be left", "for i in old & set(p.on) if i > last", "for i in p.on if i > last"),
    ("the die is never taken up", 'if self.die and self.die["seat"] != self.turn:', "if False:"),
]
"""What is wrong, the text that is right, the text that is not."""


def sources(old: str, new: str) -> dict[str, str]:
    texts = {name: (FOLDER / f"{name}.py").read_text("utf-8") for name in MODULES}
    holding = [name for name, text in texts.items() if old in text]
    assert len(holding) == 1, f"{old!r} stands in {holding}"
    assert texts[holding[0]].count(old) == 1, f"{old!r} stands more than once"
    return texts | {holding[0]: texts[holding[0]].replace(old, new)}


def load(texts: dict[str, str]) -> Any:
    """The spoiled second engine, in the place of the right one."""
    for name in MODULES:
        module = ModuleType(f"tests.oracles.{name}")
        sys.modules[module.__name__] = module
        exec(compile(texts[name], name, "exec"), module.__dict__)
    return sys.modules["tests.oracles.small_world"]


def noticed(old: str, new: str, matches: int) -> int:
    """After how many matches the change is noticed; 0: it is not."""
    kept = {name: import_module(f"tests.oracles.{name}") for name in MODULES}
    try:
        engine = load(sources(old, new))
        for seed in range(matches):
            try:
                engine.play(seed * 7)
            except (AssertionError, LookupError, ValueError, ArithmeticError):
                return seed + 1
        return 0
    finally:
        sys.modules.update({f"tests.oracles.{name}": module for name, module in kept.items()})


def main() -> int:
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else 120
    missed = 0
    for name, old, new in MUTANTS:
        after = noticed(old, new, matches)
        missed += not after
        print(f"{name}: noticed after {after}" if after else f"{name}: MISSED in {matches} matches", flush=True)
    print(f"{len(MUTANTS) - missed} of {len(MUTANTS)} noticed")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
