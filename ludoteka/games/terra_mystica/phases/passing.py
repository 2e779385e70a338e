"""Passing: points of card and tiles, and the next card."""

from __future__ import annotations

from typing import Final

from ludoteka.core.action import Action
from ludoteka.core.bag import changed
from ludoteka.core.errors import Reason
from ludoteka.games.terra_mystica import resources as gain
from ludoteka.games.terra_mystica.actions import PASS, PASS_LAST, Pass
from ludoteka.games.terra_mystica.data import CARDS, FAV12, FAV12_VP, ROUNDS, TP
from ludoteka.games.terra_mystica.phases.clock import end_turn
from ludoteka.games.terra_mystica.refusal import reason
from ludoteka.games.terra_mystica.side import MutableSide, Side
from ludoteka.games.terra_mystica.state import TerraState

CARD_INDEX: Final = {c.name: i for i, c in enumerate(CARDS)}


def legal_pass(s: TerraState, me: Side, out: list[Action]) -> None:
    if s.round == ROUNDS:
        out.append(PASS_LAST)
    else:
        out += [PASS[i] for i, coins in enumerate(s.cards) if coins >= 0]


def why_no_pass(s: TerraState, seat: int, me: Side, a: Pass) -> Reason | None:
    if s.round == ROUNDS:
        return None if a == PASS_LAST else reason("why.last_round", "TM-13.4")
    if a == PASS_LAST:
        return reason("why.take_card", "TM-13.3")
    if a.what not in CARD_INDEX:
        return reason("why.no_such_thing", "TM-13.3", what=a.what)
    card = CARD_INDEX[a.what]
    if s.cards[card] >= 0:
        return None
    return reason("why.card_own" if me.card == card else "why.card_gone", "TM-13.3")


def pass_points(me: Side, card: int) -> int:
    """What a bonus card scores now [TM-13.2]."""
    if card < 0:
        return 0
    c = CARDS[card]
    return sum(vp * me.count(kind) for kind, vp in enumerate(c.per_building) if vp) + c.per_ship * me.ship


def do_pass(s: TerraState, seat: int, me: MutableSide, a: Pass) -> None:
    if not s.passing:
        s.start = seat
    s.passing = (*s.passing, seat)
    if me.card >= 0:
        gain.vp(s, seat, pass_points(me, me.card), CARDS[me.card].name)
    if me.favors >> FAV12 & 1:
        gain.vp(s, seat, FAV12_VP[me.count(TP)], "FAV12")
    hook = me.folk.on_pass
    if hook is not None:
        gain.vp(s, seat, hook(s, seat), "faction")
    me.passed = True
    me.reach = -1
    if a.what == "none":
        give_card_back(s, me)
    else:
        old = me.card
        take_card(s, seat, me, CARD_INDEX[a.what])
        if old >= 0:
            s.cards = changed(s.cards, old, 0)
    if s.rules.strict_chaos:
        s.acts = 0
    if not s.acts:
        end_turn(s)  # who is next follows from the old order
    if s.rules.by_passing:
        s.order = (*(x for x in s.order if x != seat), seat)


def take_card(s: TerraState, seat: int, me: MutableSide, card: int) -> None:
    gain.coins(s, seat, s.cards[card], "card")
    s.cards = changed(s.cards, card, -1)
    me.card = card
    me.reach = -1


def give_card_back(s: TerraState, me: MutableSide) -> None:
    if me.card >= 0:
        s.cards = changed(s.cards, me.card, 0)
        me.card = -1
        me.reach = -1
