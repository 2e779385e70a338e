"""The cards of the table: cells with what lies there, tiles, leaders, points, monuments and players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ludoteka.core.cards import Card, Deck, Lines, called, deck
from ludoteka.core.svg import Svg, use
from ludoteka.games.tigris_euphrates.art import defs
from ludoteka.games.tigris_euphrates.board import BIT, BOARDS
from ludoteka.games.tigris_euphrates.data import LEADERS, MONUMENT_COLOURS, MONUMENTS, POINTS, TILES

View = Mapping[str, Any]


def explain(view: View, kind: str, thing: str, lang: str) -> Card | None:
    cards = deck(__package__, lang)
    if kind == "seat":
        return _seat(view, int(thing), cards)
    if kind == "at":
        return _cell(view, thing, cards) if thing in BIT else None
    if thing in MONUMENTS:
        return _monument(view, thing, cards)
    if thing not in cards:
        return None
    return replace(cards.card(thing, _now(view, thing, cards)), face=None if thing in LEADERS else _face(thing))


def _face(thing: str) -> Svg:
    return Svg(60, 60, defs(), "", use(f"te-{thing}", 30, 30, 56))


def _now(view: View, what: str, cards: Deck) -> Lines:
    seat = view["seat"]
    mine = view["players"][seat] if seat is not None else None
    if what in TILES:
        on_board = cards.line("on_board", len(view["tiles"][what]))
        return (on_board, cards.line("in_hand", mine["hand"][what])) if mine and mine["hand"] else (on_board,)
    if what in LEADERS and mine:
        at = view["leaders"][seat][what]
        return (cards.line("stands", at or cards.words.say("panel.reserve")), *_kingdom(view, at, cards))
    if what in POINTS and mine and mine["points"]:
        return (cards.line("yours", mine["points"][what]), cards.line("weakest", min(mine["points"].values())))
    if what == "treasure":
        return (cards.line("left", view["treasures_left"]),)
    if what in view["buildings"]:
        return (cards.line("stands", view["buildings"][what] or cards.words.say("panel.free")),)
    return ()


def _kingdom(view: View, at: str, cards: Deck) -> Lines:
    """What a kingdom holds, by colour."""
    realm = set(next((realm for realm in view["kingdoms"] if at in realm), ()))
    if not realm:
        return ()
    tiles = [(what, len(realm & set(cells))) for what, cells in view["tiles"].items()]
    return (cards.line("kingdom", ", ".join(f"{n} {cards.words.say(f'note.{w}', n=n)}" for w, n in tiles if n) or "–"),)


def _monument(view: View, what: str, cards: Deck) -> Card:
    name = cards.words.say("draw.monument", what=what)
    at = view["monuments"][what]
    place = at if at not in ("", "-") else cards.words.say("panel.free" if not at else "panel.reserve")
    now = (_chiefs(view, what, cards) if not at else ()) or (cards.line("stands", place),)
    card = cards.card("monument", now, name[:1].upper() + name[1:])
    return replace(card, face=_face(what))


def _chiefs(view: View, what: str, cards: Deck) -> Lines:
    """The own leaders that such a monument would pay for, and where they stand."""
    if view["seat"] is None:
        return ()
    leaders = [LEADERS[colour] for colour in MONUMENT_COLOURS[MONUMENTS.index(what)]]
    stand = view["leaders"][view["seat"]]
    said = ", ".join(f"{cards.name(leader).lower()} {stand[leader] or '–'}" for leader in leaders)
    return (cards.line("chiefs", said),)


def _cell(view: View, at: str, cards: Deck) -> Card:
    thing, whose = _on(view, at, cards)
    now = list(_kingdom(view, at, cards))
    now += [(cards.name("treasure"), cards.words.say("now.here"))] if at in view["treasures"] else []
    now += [(cards.name(b), cards.words.say("now.here")) for b, cell in view["buildings"].items() if cell == at]
    if thing in MONUMENTS:
        card = _monument(view, thing, cards)
        return Card(f"{card.name}, {at}", card.text, card.kind, tuple(now), card.rules)
    return cards.card(thing, tuple(now), f"{cards.name(thing)}, {at}", whose)


def _on(view: View, at: str, cards: Deck) -> tuple[str, str]:
    """What lies or stands on a cell, and whose it is."""
    for seat, leaders in enumerate(view["leaders"]):
        for what, cell in leaders.items():
            if cell == at:
                return what, cards.words.name("dynasty", view["players"][seat]["dynasty"])
    if at in view["dead"]:
        return "catastrophe", ""
    if at in view["wonder_cells"]:
        return "wonder", ""
    for what, cells in view["monument_cells"].items():
        if at in cells:
            return what, ""
    if at in view["down"]:
        return "down", ""
    for what, cells in view["tiles"].items():
        if at in cells:
            return what, ""
    return ("river" if BOARDS[view["board"]].river & BIT[at] else "land"), ""


def _seat(view: View, seat: int, cards: Deck) -> Card | None:
    if not 0 <= seat < view["seats"]:
        return None
    player, words = view["players"][seat], cards.words
    now = [cards.line("in_hand", player["hand_size"]), cards.line("catastrophes", player["catastrophes"])]
    now += [(cards.name(what), at or words.say("panel.reserve")) for what, at in view["leaders"][seat].items()]
    if player["points"]:
        now += [(cards.name(what), str(n)) for what, n in player.get("final", player["points"]).items()]
    who, dynasty = called(view, seat), words.name("dynasty", player["dynasty"])
    name = f"{who}: {dynasty}" if who else words.say("panel.seat", seat=seat + 1, name=dynasty)
    return cards.card("screen", tuple(now), name)
