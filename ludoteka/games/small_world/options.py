"""The options of a match. Where the texts leave a choice the option says which; the defaults are our reading."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ludoteka.core.errors import Reason
from ludoteka.core.options import Options, content_option, option
from ludoteka.games.small_world.custom import PACKED, PACKED_1, problem_with, read_text
from ludoteka.games.small_world.talents import about


@dataclass(frozen=True)
class SmallWorldOptions(Options):
    coins: str = option("hidden", "hidden", "open")
    abandon: str = option("first", "first", "between")
    substitute_empty_handed: bool = option(False)
    failed_attempt_attacks: bool = option(True)
    decline_attack_counts: bool = option(True)
    own_immunity_broken: bool = option(False)
    own_driven_out: str = option("ready", "ready", "end")
    flat_coins_off_board: bool = option(True)
    first_turn_coins: str = option("player", "player", "race", "game")
    first_turn_coins_shared: bool = option(False)
    hand_at_decline: str = option("tray", "tray", "keep")
    combo_first: bool = option(True)
    pay_with_combo_coins: bool = option(False)
    own_decline_counts: bool = option(True)
    given_up_counts: bool = option(True)
    stop_after_roll: bool = option(True)
    substitute_after_roll: bool = option(False)
    last_tie: str = option("shared", "shared", "regions")
    custom: str = content_option(read_text, about)

    def problem(self, seats: int) -> Reason | None:
        return problem_with(self.custom) if self.custom else None


def upgrade(version: int, options: dict[str, Any]) -> dict[str, Any]:
    """A match of version 1 goes on as it began: Sorcerers replaced tokens with an empty hand, race and power shared the
    coins for a first turn, and files were read less strictly."""
    if version < 2:
        options.setdefault("substitute_empty_handed", True)
        custom = str(options.get("custom", ""))
        if custom:
            options.setdefault("first_turn_coins_shared", True)
        if custom.startswith(PACKED):
            options["custom"] = PACKED_1 + custom.removeprefix(PACKED)
    return options
