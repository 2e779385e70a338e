"""The cards of the table: lands, cells, places, allies, books, events and players, with what is our reconstruction."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ludoteka.core.cards import Card, Deck, Lines, called, deck
from ludoteka.core.svg import Svg
from ludoteka.games.fabled import words as say
from ludoteka.games.fabled.lands import card as drawn
from ludoteka.games.fabled.lands import cells_of, face_of
from ludoteka.games.fabled.symbols import BOOKS, HIGH, WIDE, defs

View = Mapping[str, Any]
FACE = 0.48  # of a land card


def explain(view: View, kind: str, thing: str, lang: str) -> Card | None:
    cards = deck(__package__, lang)
    if kind == "seat":
        return _seat(view, int(thing), cards)
    lying = [land for pair in view["open"].values() for land in pair if land]
    for land in (*view["row"], *lying):
        if land["id"] == thing:
            return _land(view, land, cards)
    if kind == "at":
        return _spot(view, thing, cards)
    if thing in BOOKS:
        return cards.card(thing, tuple((_side(view, i, cards), str(n[thing])) for i, n in enumerate(view["books"])))
    if thing in view["places"]:
        return place_card(view, thing, cards)
    return _ally(view, thing, cards) or _other(view, thing, cards)


def origin(cards: Deck, record: Mapping[str, Any]) -> str:
    """Whether the box says so or it is our reconstruction."""
    said = cards.words.say(f"source.{record.get('source', 'reconstructed')}")
    return f"{said[:1].upper()}{said[1:]}."


def _name(view: View, id: str, cards: Deck) -> str:
    return say.named(view["names"], id, cards.words)


def _side(view: View, side: int, cards: Deck) -> str:
    spirits = view["spirits"] and side == view["spirits"]["side"]
    return cards.name("spirits") if spirits else cards.words.say("panel.seat", seat=side + 1)


# -- lands


def _land(view: View, land: Mapping[str, Any], cards: Deck) -> Card:
    terrain, words = land["terrain"], cards.words
    here = ", ".join(_name(view, p, cards) for cell in cells_of(land) for p in cell["places"])
    now = [cards.line("places", here or "–")]
    now.append(cards.line("cells", " + ".join(str(len(path["cells"])) for path in land["paths"])))
    if land not in view["row"]:
        now.append(cards.line("price", say.price_now(view, terrain, words)))
    card = cards.card(f"land.{terrain}", tuple(now), f"{cards.name(f'land.{terrain}')} {land['id']}")
    art = f'<g transform="scale({FACE})">{drawn(face_of(land), words.lang, small=True)}</g>'
    return replace(card, note=origin(cards, {}), face=Svg(WIDE * FACE, HIGH * FACE, defs(), "", art))


def _spot(view: View, at: str, cards: Deck) -> Card | None:
    """A cell, a vortex, or a place between two lands."""
    for cell in [cell for land in view["row"] for cell in cells_of(land)]:
        if cell["at"] == at:
            return _cell(view, cell, cards)
    gap = int(at[1:]) if at[:1] == "g" and at[1:].isdecimal() else len(view["row"]) + 1
    return cards.card("gap", kind=cards.words.say("now.position", n=gap + 1)) if gap <= len(view["row"]) else None


def _cell(view: View, cell: Mapping[str, Any], cards: Deck) -> Card:
    words, places = cards.words, [*cell["places"], *cell["tokens"]]
    now = [(_name(view, p, cards), say.effects(words, view["places"][p]["effects"])) for p in places]
    sides = [sage["side"] for sage in cell["sages"]]
    now += [(_side(view, side, cards), words.say("note.sages", n=sides.count(side))) for side in sorted(set(sides))]
    at = words.name("at", cell["at"])
    name = f"{cards.name('vortex')}, {at}" if places else f"{at[:1].upper()}{at[1:]}"
    return cards.card("vortex" if places else "cell", tuple(now), name)


def place_card(view: View, place: str, cards: Deck) -> Card:
    record = view["places"][place]
    text = say.effects(cards.words, record["effects"])
    count = sum(place in (*c["places"], *c["tokens"]) for land in view["row"] for c in cells_of(land))
    card = cards.card("place", (cards.line("in_row", count),), _name(view, place, cards))
    return replace(card, text=f"{text[:1].upper()}{text[1:]}.\n{card.text}", note=origin(cards, record))


# -- allies, books, events


def _ally(view: View, id: str, cards: Deck) -> Card | None:
    """An ally of a player, or one on offer."""
    words = cards.words
    for seat, ally in [(seat, ally) for seat, mine in enumerate(view["allies"]) for ally in mine]:
        if ally["id"] == id:
            now = [] if seat == view["seat"] else [cards.line("owner", _side(view, seat, cards))]
            now.append(cards.line("empowered", words.say("now.yes" if ally["empowered"] else "now.no")))
            now += [cards.line("uses", f"{ally['uses']} / {ally['limit']}")] if ally["limit"] else []
            now += [cards.line("tokens", ally["tokens"])] if ally["tokens"] else []
            return ally_card(view, ally, ally["empowerment"], cards, tuple(now))
    for record in view["question"]["offered"] if view["question"] else ():
        if record["id"] == id:
            count = sum(land["terrain"] == record["terrain"] for land in view["row"])
            here = words.name("terrain", record["terrain"]), words.say("draw.in_row", n=count)
            return ally_card(view, record, record["empowered"], cards, (here,))
    return None


def ally_card(view: View, ally: Mapping[str, Any], empowered: Any, cards: Deck, now: Lines) -> Card:
    words = cards.words
    card = cards.card("ally", now, _name(view, ally["id"], cards), words.name("terrain", ally["terrain"]))
    return replace(card, text="\n".join(say.both_texts(words, ally["ability"], empowered)), note=origin(cards, ally))


def _other(view: View, thing: str, cards: Deck) -> Card | None:
    event = view["event"]
    if event and event["id"] == thing:
        card = cards.card("event", (), _name(view, thing, cards))
        return replace(card, text=say.event(cards.words, event["text"]), note=origin(cards, event))
    if thing == "chapter":
        time = view["time"]
        return cards.card("chapter", (cards.line("round", f"{time['at']} / {time['end'] or time['divisions']}"),))
    if thing == "spirits" and view["spirits"]:
        return cards.card("spirits", tuple(_books(view, view["spirits"]["side"], cards)))
    return None


def _books(view: View, side: int, cards: Deck) -> list[tuple[str, str]]:
    return [(cards.name(tier), str(n)) for tier, n in view["books"][side].items()]


def _seat(view: View, seat: int, cards: Deck) -> Card | None:
    if not 0 <= seat < view["seats"]:
        return None
    sages = view["sages"][seat]
    now = [*_books(view, seat, cards), cards.line("in_row", sages["row"]), cards.line("supply", sages["supply"])]
    mine = ", ".join(_name(view, ally["id"], cards) for ally in view["allies"][seat])
    now += [cards.line("allies", mine)] if mine else []
    return cards.card("player", tuple(now), called(view, seat) or cards.words.say("panel.seat", seat=seat + 1))
