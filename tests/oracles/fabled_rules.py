"""A second engine of Fabled, written from the booklet, the facts and RULES.md without reading the first one.

Here is the table: what lies where, what is possible, what things cost. The course of play is in `fabled_effects`
(what effects ask), `fabled_walk` (steps and visits), `fabled_spirits` and `fabled_flow`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Any

from tests.oracles.fabled_cards import (
    ALLIES,
    EDITIONS,
    EVENTS,
    LANDS,
    PLACES,
    SCENARIOS,
    TERRAINS,
    TIERS,
    TRIAL,
    TRICKS,
    Record,
    cells_of,
    is_dead_end,
    joined,
    land_of,
    number,
    printed_places,
    terrain,
)

Question = tuple[int, set[str], bool]
"""Who is asked, what may be answered, and whether the question may be left out: then the answer is empty."""
Flow = Generator[Question, str, None]
Verdict = Generator[Question, str, bool]
Answer = Generator[Question, str, str]

DEFAULTS: Record = {"scenario": 1, "mode": "usual", "level": "normal", "events": "spirit_world", "combine": 0}
DEFAULTS |= {"long_wandering": False, "harder": False, "cover": False, "spirit_tricks": False, "easier": False}
DEFAULTS |= {"edition": max(EDITIONS)}


@dataclass(eq=False)
class Sage:
    side: int
    no: int
    at: str = ""
    """A cell; nothing: in the supply."""
    waits: str = ""
    """The place whose visit is still to come."""
    visited: list[tuple[str, str]] = field(default_factory=list)
    """Land and place, in this turn."""


class Table:
    """Everything that lies on the table."""

    def __init__(self, players: int, without: frozenset[str] = frozenset(), **options: Any) -> None:
        """`without`: lands and allies that are left in the box."""
        self.o = o = DEFAULTS | options
        self.players = players
        self.content = EDITIONS[o["edition"]]
        trial = self.content["trial"]
        self.memo: list[str] = (trial["priorities_alone"] if players == 1 else []) or trial["priorities"]
        self.trial = players == 1 or o["mode"] != "usual"
        self.comrades, self.rivals = o["mode"] == "comradeship", o["mode"] == "rivalry"
        self.spirits = players if self.trial else -1
        self.sides = players + self.trial
        self.layout = next(x for x in self.content["time_board"]["layout"] if x["players"] == self.sides)
        scenarios = SCENARIOS[o["edition"]]
        self.scenario: Record = scenarios[o["scenario"]]
        self.special: Record = scenarios[o["combine"]] if o["combine"] else self.scenario
        self.level: Record = trial["levels"][o["level"]] if self.trial else {}
        ahead = self.level.get("head_start", {})
        self.head_start = 0 if self.rivals else int(ahead.get(f"p{players}", 0))
        self.forest_start = int(self.level.get("forest_start", 0)) if players == 1 else 0
        self.order: list[int] = []
        self.part, self.chapter, self.turn = "setup", 0, -1
        self.books: list[Counter[str]] = [Counter() for _ in range(self.sides)]
        self.row: list[str] = []
        self.discard: list[str] = []
        self.decks = {t: {x for x in LANDS if terrain(x) == t} - without for t in TERRAINS}
        self.open: dict[str, list[str]] = {t: [] for t in TERRAINS}
        """Farther from the deck first."""
        self.sages = [Sage(side, i) for side in range(self.sides) for i in range(self.sages_of(side))]
        self.allies: list[list[str]] = [[] for _ in range(players)]
        self.ally_deck = {a for a in ALLIES if not self.is_taken_out(a)} - without
        self.ally_bottom: list[str] = []
        self.tokens = {a: r.get("tokens", 0) for a, r in ALLIES.items()}
        self.place_tokens: dict[str, str] = {}
        """Place token: the cell where it lies."""
        self.event = ""
        self.past_events: list[str] = []
        self.event_deck = self.events()
        self.back = ""
        self.fate = -1
        self.territory = ""
        self.revealed: list[str] = []
        self.escalated = False
        self.joint = [0] * players
        self.joint_left: int = TRIAL["joint_tokens"] if self.trial else 0
        self.trick_piles: list[set[str]] = [self.tricks_of_the_deck()] if self.trial else []
        """Cards nobody has seen since they were shuffled together: those of the deck and those the spirits hold."""
        self.held: list[int] = []
        """The piles the held tricks came from, in the order received."""
        self.trick_discard: set[str] = set()
        self.trick = ""
        self.last_discards = self.discards_of_the_end()
        self.forgotten_in_chapter = 0
        self.out: list[int] = []
        self.start_turn()

    # --- set-up ------------------------------------------------------------------------------------------------------

    def sages_of(self, side: int) -> int:
        return int(
            TRIAL["spirit_volkhvs"] if side == self.spirits else self.content["setup"]["volkhvs"][f"p{self.sides}"]
        )

    def is_taken_out(self, ally: str) -> bool:
        if self.special.get("remove_ally") == ally:
            return True
        return not self.trial and self.scenario.get("remove_allies_of") == ALLIES[ally]["terrain"]

    def events(self) -> set[str]:
        named = self.special.get("event_cards")
        if named:
            return set(named)
        decks = self.scenario["events"]
        deck = self.o["events"] if len(decks) > 1 else next(iter(decks), "")
        return {e for e, r in EVENTS.items() if r["deck"] == deck}

    def tricks_of_the_deck(self) -> set[str]:
        def is_in(r: Record) -> bool:
            return not r.get("comradeship") or (self.comrades and (r.get("milder", False) or not self.o["easier"]))

        return {t for t, r in TRICKS[self.o["edition"]].items() if is_in(r)}

    def discards_of_the_end(self) -> int:
        by_sides = self.scenario.get("last_chapter_at_discards")
        if not by_sides:
            return 0
        return int(
            by_sides[f"p{self.sides}"] + (self.scenario["long_wandering_extra"] if self.o["long_wandering"] else 0)
        )

    def milestone(self) -> int:
        by_sides = self.special.get("milestone_harder" if self.o["harder"] else "milestone")
        return int(by_sides[f"p{self.sides}"]) if by_sides else 0

    def is_past_milestone(self) -> bool:
        return 0 < self.milestone() <= self.chapter

    def escalation(self) -> int:
        return int(TRIAL["escalation_solo" if self.players == 1 else "escalation_together"])

    def start_turn(self) -> None:
        """Counters begin anew with every turn."""
        self.uses: Counter[str] = Counter()
        self.pass_bonuses: Counter[int] = Counter()
        self.paid_sages: list[Sage] = []
        self.taken: list[str] = []
        self.oblivion_took = 0
        self.announced: set[str] = set()
        self.moving: list[Sage] = []
        for sage in self.sages:
            sage.visited = []

    # --- who and where -----------------------------------------------------------------------------------------------

    def clockwise(self, first: int) -> list[int]:
        """All sides in turn order, from this one on."""
        i = self.order.index(first)
        return self.order[i:] + self.order[:i]

    def in_turn_order(self) -> list[int]:
        return [side for side in self.order if side != self.spirits]

    def place_in_row(self, sage: Sage) -> tuple[int, int, bool]:
        return self.row.index(land_of(sage.at)), number(sage.at), is_dead_end(sage.at)

    def in_row(self, side: int) -> list[Sage]:
        """From left to right, at equal numbers the normal path first."""
        return sorted((x for x in self.sages if x.side == side and x.at), key=self.place_in_row)

    def supply(self, side: int) -> list[Sage]:
        return [x for x in self.sages if x.side == side and not x.at]

    def on_land(self, land: str) -> list[Sage]:
        return [x for x in self.sages if x.at and land_of(x.at) == land]

    def lands_with(self, side: int) -> list[str]:
        return [land for land in self.row if any(x.side == side for x in self.on_land(land))]

    def right_of(self, land: str) -> str:
        i = self.row.index(land) + 1
        return self.row[i] if i < len(self.row) else ""

    def linked(self, cell: str) -> list[str]:
        return printed_places(cell, self.o["edition"]) + [p for p, at in self.place_tokens.items() if at == cell]

    def is_open_to(self, side: int, place: str) -> bool:
        """Places of an ally are closed to comrades of its owner."""
        ally = PLACES[place].get("ally")
        return not ally or not self.comrades or side == self.spirits or ally in self.allies[side]

    def open_places(self, side: int, cell: str) -> list[str]:
        places = self.linked(cell)
        if self.mods(side, "first_place_only"):
            places = places[:1]
        return [p for p in places if self.is_open_to(side, p)]

    def kinds_in_row(self) -> set[str]:
        return {p for land in self.row for cell in cells_of(land) for p in self.linked(cell)}

    # --- allies, events ----------------------------------------------------------------------------------------------

    def is_empowered(self, seat: int, ally: str) -> bool:
        kind = ALLIES[ally]["terrain"]
        there = [x for x in self.sages if x.side == seat and x.at and terrain(land_of(x.at)) == kind]
        return bool(len(there) >= self.content["ally_rules"]["empowered_min_volkhvs"])

    def text(self, seat: int, ally: str) -> Record:
        record: Record = ALLIES[ally]["empowered" if self.is_empowered(seat, ally) else "ability"]
        return record

    def mods(self, side: int, kind: str) -> list[Record]:
        """Lasting changes that hold for a side: its allies' and the event's; for the spirits none."""
        if side == self.spirits or self.part == "epilogue":
            return []
        found = list(EVENTS[self.event].get("mods", ())) if self.event else []
        for ally in self.allies[side]:
            found += self.text(side, ally).get("mods", ())
        if self.part == "prologue" and kind != "alt_cost":
            return []
        return [m for m in found if m["mod"] == kind]

    def holds(self, seat: int, condition: Record | None) -> bool:
        if not condition:
            return True
        if "fewest" in condition:
            tier = condition["fewest"]
            return all(self.books[seat][tier] <= books[tier] for books in self.books)
        if "poorest" in condition:
            if self.o["easier"] and seat == self.spirits and self.content["trial"]["together"]["easier_spares"]:
                return False
            mine = self.worth(self.books[seat]) + (condition.get("comrades", 0) if self.comrades else 0)
            return all(mine <= self.worth(books) for side, books in enumerate(self.books) if side != seat)
        return bool(self.count(seat, condition["count"]) >= condition["min"])

    def worth(self, books: Counter[str]) -> int:
        """In steppe books: what conversions upwards would ask for."""
        return books["steppe"] + 2 * books["mountain"] + 4 * books["forest"] + 8 * books["sun"]

    def count(self, side: int, what: str) -> int:
        if what.startswith("revealed_"):
            return sum(ALLIES[a]["terrain"] == what.removeprefix("revealed_") for a in self.revealed)
        most = range(self.players)
        match what:
            case "own_volkhvs":
                return len(self.in_row(side))
            case "own_lands":
                return len(self.lands_with(side))
            case "own_in_steppe":
                return sum(terrain(land_of(x.at)) == "steppe" for x in self.in_row(side))
            case "opponents_moved":
                return len({x.side for x in self.moving} - {side})
            case "your_allies":
                return max(len(self.allies[p]) for p in most)
            case "your_volkhvs":
                return max(len(self.in_row(p)) for p in most)
            case "your_lands":
                return max(len(self.lands_with(p)) for p in most)
            case "human_players":
                return self.players
        raise AssertionError(what)

    def counted(self, side: int, op: Record) -> int:
        n = self.count(side, op["per"]) // int(op.get("each", 1))
        return min(n, int(op["max"])) if op["max"] else n

    # --- lands -------------------------------------------------------------------------------------------------------

    def surcharge(self, side: int, kind: str) -> int:
        rules = self.content["land_rules"]
        if self.part == "prologue" or (side != self.spirits and rules["mercy_no_surcharge"] and not self.in_row(side)):
            return 0
        same = sum(terrain(land) == kind for land in self.row) * rules["surcharge_per_same_terrain"]
        changes = sum(m["delta"] for m in self.mods(side, "surcharge") if m["terrain"] in ("any", kind))
        return max(0, int(same + changes))

    def prices(self, side: int, kind: str, books: Counter[str]) -> list[tuple[str, int]]:
        """What can be paid for a land of this terrain beside the surcharge."""
        usual = self.content["land_rules"]["price"][kind]
        ways = [usual] + [m for m in self.mods(side, "alt_cost") if m["terrain"] == kind]
        extra = Counter(steppe=self.surcharge(side, kind))
        prices = [(str(w["book"]), int(w["n"])) for w in ways]
        return [(book, n) for book, n in prices if books >= Counter({book: n}) + extra]

    def sages_needed(self, kind: str) -> int:
        return int(self.content["land_rules"]["volkhvs_placed"][kind])

    def addable(self, side: int, books: Counter[str]) -> list[str]:
        return [
            land
            for kind in TERRAINS
            if len(self.supply(side)) >= self.sages_needed(kind) and self.prices(side, kind, books)
            for land in self.open[kind]
        ]

    def fits(self, row: list[str], land: str, i: int) -> bool:
        """The three conditions under which the spirits add a land at a position."""
        if i == len(row) or all(x.side == self.spirits for x in self.on_land(row[i])):
            return False
        if not joined(land, row[i]):
            return False
        if i == 0 or not any(x.side == self.spirits for x in self.on_land(row[i - 1])):
            return True
        return not joined(row[i - 1], row[i]) or joined(row[i - 1], land)

    def forget(self, land: str) -> None:
        self.row.remove(land)
        self.discard.append(land)
        self.forgotten_in_chapter += 1
        self.place_tokens = {p: at for p, at in self.place_tokens.items() if land_of(at) != land}

    # --- tricks ------------------------------------------------------------------------------------------------------

    def trick_deck(self) -> int:
        """How many cards of the last pile still lie in the deck."""
        return len(self.trick_piles[-1]) - self.held.count(len(self.trick_piles) - 1)

    def gain_trick(self, n: int = 1) -> None:
        for _ in range(n):
            if not self.trick_deck():
                if not self.trick_discard:
                    return
                self.trick_piles.append(self.trick_discard)
                self.trick_discard = set()
            self.held.append(len(self.trick_piles) - 1)

    # --- books -------------------------------------------------------------------------------------------------------

    def conversions(self, books: Counter[str], upwards: bool = False) -> list[tuple[str, str]]:
        up = [("raise", t) for t in TIERS[:3] if books[t] >= self.content["transformation"]["up_rate"]]
        return up if upwards else up + [("lower", t) for t in TIERS[1:] if books[t]]

    def convert(self, books: Counter[str], way: str, tier: str) -> None:
        i = TIERS.index(tier)
        if way == "raise":
            books[tier] -= self.content["transformation"]["up_rate"]
            books[TIERS[i + 1]] += 1
        else:
            books[tier] -= 1
            books[TIERS[i - 1]] += self.content["transformation"]["down_rate"]
