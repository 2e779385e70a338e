"""The cards of the table: a stone, a pebble, a player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludoteka.core.cards import Card, called, deck
from ludoteka.games.pebbles.actions import COLOURS


def explain(view: Mapping[str, Any], kind: str, thing: str, lang: str) -> Card | None:
    cards = deck(__package__, lang)
    words = cards.words
    if kind == "seat" and 0 <= int(thing) < len(view["points"]):
        seat = int(thing)
        now = (cards.line("points", view["points"][seat]), cards.line("hand", view["hand_sizes"][seat]))
        return cards.card("player", now, called(view, seat) or words.say("panel.seat", seat=seat + 1))
    if kind == "at" and thing in view["ring"]:
        lies = view["ring"][thing]
        return cards.card("stone", (), f"{cards.name('stone')} {thing}", words.name("what", lies or "nothing"))
    if kind == "what" and thing in COLOURS:
        on_ring = sum(lies == thing for lies in view["ring"].values())
        now = (cards.line("on_ring", on_ring), cards.line("yours", (view["hand"] or {}).get(thing, 0)))
        return cards.card("pebble", now, kind=words.name("what", thing))
    return None
