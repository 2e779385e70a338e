"""What refusals claim, and those about prices, which every part of the turn needs."""

from __future__ import annotations

from functools import cache

from ludoteka.core.errors import Claims, Kind, Reason
from ludoteka.games.terra_mystica.side import Side

KINDS = {
    Kind.SHORT: "short_w short_c short_p short_wc short_wp short_cp short_wcp short_pw short_tokens short_vp "
    "burn_short spades_needed cult_low",
    Kind.LATER: "spades_first act_first open_spades open_favor open_town open_bridge open_step "
    "open_terrain open_priest open_rest",
    Kind.NOT_THIS_TURN: "acted home_first not_on_this_site card_own cult_phase must_use jump_used",
    Kind.NOT_YOUR_TURN: "answer_first",
    Kind.NOT_ASKED: "no_spades no_bridge_due no_favor_due no_town_due no_step_due no_price no_token_due no_priest_due",
    Kind.NEVER: "no_such_hex no_such_thing not_riverside untransformable only_home buys_no_spades forbidden_action "
    "no_spot no_track river_town_only no_conversion not_your_action last_round opens_no_terrain not_in_match not_dealt",
    Kind.REACH: "out_of_reach unreachable beyond_jump no_land sand_beside",
    Kind.TERRAIN: "wrong_terrain not_changed_here locked_terrain already_terrain not_start_terrain",
    Kind.OCCUPIED: "occupied spot_taken order_full top_taken terrain_taken card_gone place_taken "
    "faction_taken faction_terrain",
    Kind.USED: "used terrain_open favor_owned offer_late",
    Kind.LIMIT: "building_limit one_stands shift_limit no_bridges favor_gone town_gone track_end at_top priest_limit",
    Kind.NEEDS: "spend_now open_price not_your_building wrong_building no_stronghold not_held no_target no_bridge_spot "
    "bridge_needs_building key_missing bowl_empty no_offer nothing_open no_river_town no_ordination "
    "sacrifice_unneeded lower_high must_bid",
    Kind.FORM: "all_spades too_many_spades no_spade_named spot_reversed same_track take_card sand_home bid_low "
    "bid_high",
}
"""What each message claims."""
reason = Claims(KINDS)


@cache
def used(what: str, rule: str) -> Reason:
    """Kept: every list of a round asks for it again."""
    return reason("why.used", rule, what=what)


def short(me: Side, w: int, c: int, p: int, rule: str) -> Reason | None:
    """Workers, coins and priests that are missing."""
    missing = {"w": w - me.workers, "c": c - me.coins, "p": p - me.priests}
    lacks = {k: n for k, n in missing.items() if n > 0}
    return reason("why.short_" + "".join(lacks), rule, **lacks) if lacks else None


def short_power(me: Side, n: int, rule: str) -> Reason | None:
    return reason("why.short_pw", rule, n=n - me.bowl3, have=me.bowl3) if me.bowl3 < n else None


def short_tokens(me: Side, n: int, rule: str) -> Reason | None:
    return reason("why.short_tokens", rule, n=n - me.tokens()) if me.tokens() < n else None
