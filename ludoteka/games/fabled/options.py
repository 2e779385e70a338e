"""What a table agrees on before the match."""

from __future__ import annotations

from dataclasses import dataclass

from ludoteka.core.content import BadContent
from ludoteka.core.errors import Reason, reason
from ludoteka.core.options import Options, content_option, option
from ludoteka.games.fabled.loader import EDITION, BadData, load, read_own


@dataclass(frozen=True)
class FabledOptions(Options):
    """The defaults are the usual game: scenario 1, and for one seat the Trial on the normal level."""

    scenario: int = option(1, 0, 1, 2, 3, 4, 5)
    mode: str = option("usual", "usual", "comradeship", "rivalry")
    """`usual`: two to five compete, one faces the spirits alone. The others: two to four and the spirits."""
    level: str = option("normal", "beginner", "normal", "high")
    events: str = option("spirit_world", "spirit_world", "crossroads")
    long_wandering: bool = option(False)
    combine: int = option(0, 0, 2, 4)
    """Scenario 3 together with this one (0: alone)."""
    harder: bool = option(False)
    cover: bool = option(False)
    spirit_tricks: bool = option(False)
    """Rivalry: the spirits get trick cards at the start of their turns."""
    easier: bool = option(False)
    """Comradeship: only the milder of the two additional tricks."""
    edition: int = option(EDITION, *range(1, EDITION + 1))
    """Of the values and rules that are ours (FB-14.5)."""
    data: str = content_option(read_own)
    """A text of the owner of a box, laid over ours."""

    def trial(self, seats: int) -> bool:
        return seats == 1 or self.mode != "usual"

    def problem(self, seats: int) -> Reason | None:
        try:
            content = load(self.edition, self.data)
        except (BadData, BadContent) as error:
            return error.reason
        scenario = content.scenarios.get(self.scenario)
        if scenario is None:
            return reason("error.scenario_removed", scenario=self.scenario)
        if self.combine and (self.scenario != 3 or self.combine not in scenario.get("combines_with", ())):
            return reason("error.combine", "FB-8.11")
        rules = content.rules_of(self.scenario, self.combine)
        picked = "event_cards" in rules
        trial = self.trial(seats)
        checks = (
            (self.mode != "usual" and not 2 <= seats <= 4, "error.together_seats", "FB-1.1"),
            (trial and not scenario["trial"], "error.not_in_trial", "FB-9.3"),
            (not trial and self.level != "normal", "error.level_needs_trial", "FB-9.9"),
            (trial and content.levels[self.level].scenario not in (-1, self.scenario), "error.beginner", "FB-9.51"),
            (self.combine and trial, "error.combine", "FB-8.11"),
            (self.long_wandering and "long_wandering_extra" not in scenario, "error.long_wandering", "FB-8.10"),
            (self.harder and "milestone_harder" not in scenario, "error.harder", "FB-8.24"),
            (self.cover and not picked, "error.cover", "FB-8.15"),
            (self.spirit_tricks and self.mode != "rivalry", "error.spirit_tricks", "FB-9.63"),
            (self.easier and self.mode != "comradeship", "error.easier", "FB-9.62"),
            (self.events != "spirit_world" and (picked or len(rules.get("events", ())) < 2), "error.events", "FB-8.2"),
        )
        for wrong, message, rule in checks:
            if wrong:
                return reason(message, rule, scenario=self.scenario, seats=seats, level=self.level)
        return None
