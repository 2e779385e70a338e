"""Scenario, combination, level, mode and number of seats become one setting at the start of a match."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

from ludoteka.games.fabled.content import Content, books
from ludoteka.games.fabled.loader import load
from ludoteka.games.fabled.options import FabledOptions
from ludoteka.games.fabled.parts import Deed, Layout, Level
from ludoteka.games.fabled.vocab import TERRAINS, TIERS


class Knowledge(NamedTuple):
    """Scenario 2: points for having most books of each tier, and for each sun book."""

    tiers: tuple[int, ...]
    most: int
    tied: int
    of_zero: int
    per_sun: int


class Setting:
    """What the options of a match come to. Rules ask this, never the options. Made once; states share it."""

    def __init__(self, content: Content, seats: int, options: FabledOptions) -> None:
        rules = content.rules_of(options.scenario, options.combine)
        trial = options.trial(seats)
        self.made_of = content, seats, options
        self.content = content
        self.sides = seats + trial
        self.mode = options.mode
        self._course(content, rules, seats, options)
        self._rules(content, rules)
        self._cards(content, rules, options, trial)
        self._spirits(content, rules, seats, options)
        self.start_books = self._start_books(content, rules, seats, options.easier)

    def __reduce__(self) -> tuple[Any, ...]:
        return _resolved, self.made_of

    def _course(self, content: Content, rules: dict[str, Any], seats: int, options: FabledOptions) -> None:
        counted = f"p{max(2, self.sides)}"
        self.layout: Layout = content.layouts[max(2, self.sides)]
        extra = content.extra_steppe
        self.extra_steppe: list[int] = extra.get("p1" if seats == 1 and "p1" in extra else counted, [])
        ends = rules.get("last_chapter_at_discards", {}).get(counted, 0)
        self.last_discards: int = ends + (rules["long_wandering_extra"] if options.long_wandering else 0)
        """Scenario 3: with so many lands in the discard the chapter is the last one; else 0."""
        self.last_chapter: int = rules["chapter_cap"] if ends else self.layout.end
        self.forgets_from: int = content.raw.tables["oblivion"]["each_chapter_from"].get(counted, 0)
        """From this chapter on every chapter takes a land, if one is empty; 0: never (FB-4.15)."""
        self.due_from: int = rules.get("lands_due_from", {}).get(counted, 0)
        """From this chapter on one land more each chapter is due in the discard; 0: never (FB-8.33)."""
        self.milestone: int = rules.get("milestone_harder" if options.harder else "milestone", {}).get(counted, 0)
        """The chapter from which the milestone of scenario 4 or 5 acts, or 0."""
        tokens = ("milestone_a", self.layout.milestone_a), ("milestone_b", self.layout.milestone_b)
        self.milestones = [(chapter, content.array(rules[key])) for key, chapter in tokens if key in rules]
        """Scenario 0: chapters and what they bring."""

    def _rules(self, content: Content, rules: dict[str, Any]) -> None:
        self.income: int = rules.get("start_of_turn_steppe", 0)
        self.income_later: int = rules.get("start_of_turn_steppe_after_milestone", 0)
        self.paid: tuple[Deed, ...] = content.paid(rules)
        """The paid actions that stand in for the standard ones in scenario 4, or none."""
        self.claimed = content.mask(rules.get("no_pass_no_replace", []))
        """Scenario 5: the places that may be neither passed nor replaced (FB-8.26)."""
        self.storm: dict[str, int] = rules.get("storm", {})
        """Scenario 5: what a sage blown home brings, books or conversions."""
        self.winds: bool = rules.get("winds_claim_books", False)
        """Scenario 5: the epilogue takes something for every steppe book, so that books can hurt."""
        self.knowledge: Knowledge | None = None
        if "knowledge_tiers" in rules:
            keys = ("knowledge_majority", "knowledge_majority_tied", "knowledge_majority_of_zero", "knowledge_per_sun")
            tiers = tuple(TIERS.index(t) for t in rules["knowledge_tiers"])
            self.knowledge = Knowledge(tiers, *(rules[key] for key in keys))

    def _cards(self, content: Content, rules: dict[str, Any], options: FabledOptions, trial: bool) -> None:
        self.cover = options.cover
        self.ally_deck = (1 << len(content.allies)) - 1
        if not trial and "remove_allies_of" in rules:
            self.ally_deck &= ~content.ally_mask[TERRAINS.index(rules["remove_allies_of"])]
        if "remove_ally" in rules:
            self.ally_deck &= ~(1 << content.ally_index[rules["remove_ally"]])
        skipped = rules.get("trial_skip_allies_of") if trial else None
        self.skipped: int = content.ally_mask[TERRAINS.index(skipped)] if skipped else 0
        """Scenario 0 in the Trial passes over these allies (FB-8.4)."""
        if "event_cards" in rules:
            self.event_deck = sum(1 << content.event_index[e] for e in set(rules["event_cards"]))
        else:
            decks = rules.get("events", [])
            deck = options.events if options.events in decks else "".join(decks[:1])
            self.event_deck = sum(1 << i for i, e in enumerate(content.events) if e.deck == deck)
        together = options.mode == "comradeship"
        self.tricks = sum(
            1 << i
            for i, t in enumerate(content.tricks)
            if trial and (not t.comradeship or (together and (t.milder or not options.easier)))
        )
        """Without the comradeship cards, with both, or with the milder one (FB-9.6, FB-9.62)."""

    def _spirits(self, content: Content, rules: dict[str, Any], seats: int, options: FabledOptions) -> None:
        trial = content.trial
        self.level: Level = content.levels[options.level]
        self.escalation = trial.escalation_solo if seats == 1 else trial.escalation_together
        """The division of the escalation token (FB-9.2, FB-9.60)."""
        self.escalation_missing: int = rules.get("escalation_needs_missing_at_most", 0)
        armed = options.mode == "comradeship" or options.spirit_tricks
        self.tricks_each_turn = trial.tricks_each_turn.get(f"p{seats}", 0) if armed else 0
        """Comradeship, and rivalry where agreed (FB-9.63)."""
        self.rank: list[int] = content.rank_alone if seats == 1 else content.rank
        """By place: which the spirits like best (FB-9.31)."""
        united = seats == 1 or options.mode == "comradeship"
        self.head_start = self.level.head_start.get(f"p{seats}", 0) if united else 0
        """What is added to the spirits' sun books when they are counted (FB-9.70)."""
        self.forest_start = self.level.forest_start if seats == 1 else 0
        """What is added to their forest books, which break ties."""
        starts = (("head_start", "", self.head_start), ("forest_start", "_in_ties", self.forest_start))
        self.starts_told: dict[str, tuple[str, int]] = {
            name: (f"tell.{'spirits' if n > 0 else 'players'}_ahead{tail}", abs(n)) for name, tail, n in starts if n
        }
        """The messages of both and their numbers."""
        self.spares = options.easier and trial.easier_spares
        """Cards that help the poorest do nothing for the spirits (FB-9.64)."""

    def _start_books(self, content: Content, rules: dict[str, Any], seats: int, easier: bool) -> list[int]:
        """Four numbers per side; the extra books of players come when the turn order is known (FB-1.6)."""
        mine = content.start_books
        more = books(rules.get("extra_start_books", {}))
        if easier:
            more = [a + b for a, b in zip(more, content.trial.easier_books, strict=True)]
        found = [a + b for a, b in zip(mine, more, strict=True)] * seats
        if seats == 1:
            found.extend(content.trial.spirit_start)
        elif self.sides > seats:
            found.extend([mine[0] + (self.extra_steppe or [0])[-1], *mine[1:]])
        return found


def resolve(seats: int, options: FabledOptions) -> Setting:
    return _resolved(load(options.edition, options.data), seats, replace(options, data=""))


@lru_cache(maxsize=1024)
def _resolved(content: Content, seats: int, options: FabledOptions) -> Setting:
    return Setting(content, seats, options)
