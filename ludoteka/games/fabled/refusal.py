"""What refusals claim: each message makes one kind of claim, which a test proves in random positions."""

from __future__ import annotations

from typing import Any

from ludoteka.core.errors import Claims, Kind, Reason

KINDS = {
    Kind.SHORT: "books_missing sages_missing surcharge_missing paid_land_missing",
    Kind.FIRST: "must_change",
    Kind.NOT_ASKED: "only_up no_pass must_announce replaced",
    Kind.NOT_THIS_TURN: "one_terrain_only",
    Kind.NEVER: "no_higher_tier no_lower_tier no_copy_of_copy no_such_terrain no_such_action no_standard_actions "
    "not_with_steppe",
    Kind.REACH: "place_not_linked",
    Kind.TERRAIN: "tier_not_offered wrong_terrain not_single_vortex not_announced",
    Kind.USED: "already_visited sage_waits step_bought has_moved action_taken same_action once_a_turn",
    Kind.LIMIT: "too_high only_first_place sage_had_steps limit_reached",
    Kind.NEEDS: "effect_impossible cannot_apply kind_not_in_row place_closed land_not_in_row "
    "no_such_gap token_not_on_card not_your_ally no_sage_there sage_not_among not_this_moment condition_fails "
    "ability_impossible terrain_not_in_row nobody_waits land_not_open nothing_changes not_offered",
    Kind.FORM: "other_tier no_such_choice same_position not_the_price",
}
"""What each message claims."""
reason = Claims(KINDS)


def short(id: str, rule: str, need: int, have: int, **args: Any) -> Reason:
    """Too little of something: `n` more are needed."""
    return reason(id, rule, need=need, have=have, n=need - have, **args)
