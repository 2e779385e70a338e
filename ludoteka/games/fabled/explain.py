"""The cards of the table: lands, cells, places, allies, books, events and players, with what is our reconstruction."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from ludoteka.core.cards import Card, Deck, Lines, called, deck
from ludoteka.core.svg import Svg
from ludoteka.games.fabled import words as say
from ludoteka.games.fabled.lands import card as drawn
from ludoteka.games.fabled.lands import face_of
from ludoteka.games.fabled.symbols import BOOKS, HIGH, WIDE, defs

View = Mapping[str, Any]
FACE = 0.48  # of a land card


def explain(view: View, kind: str, thing: str, lang: str) -> Card | None:
    cards = deck(__package__, lang)
    if kind == "seat":
        return _seat(view, int(thing), cards)
    for land in _lands(view):
        if land["id"] == thing:
            return _land(view, land, cards)
    if kind == "at":
        return _spot(view, thing, cards)
    if thing in BOOKS:
        return cards.card(thing, _books(view, thing, cards))
    if thing in view["places"]:
        return place_card(view, thing, cards)
    return _ally(view, thing, cards) or _other(view, thing, cards)


def origin(cards: Deck, record: Mapping[str, Any]) -> str:
    """Whether the box says so or it is our reconstruction."""
    said = cards.words.say(f"source.{record.get('source', 'reconstructed')}")
    return f"{said[:1].upper()}{said[1:]}."


# -- lands


def _lands(view: View) -> Iterator[Mapping[str, Any]]:
    yield from view["row"]
    for pair in view["open"].values():
        yield from (land for land in pair if land)


def _land(view: View, land: Mapping[str, Any], cards: Deck) -> Card:
    terrain, words = land["terrain"], cards.words
    here = [p for path in land["paths"] for cell in path["cells"] for p in cell["places"]]
    now = [cards.line("places", ", ".join(say.named(view["names"], p, cards.words) for p in here) or "–")]
    now.append(cards.line("cells", " + ".join(str(len(path["cells"])) for path in land["paths"])))
    if land not in view["row"]:
        payer = view["seat"] if view["seat"] is not None else max(0, view["to_move"])
        now.append(cards.line("price", say.price(words, terrain, 1, view["surcharge"][payer][terrain])))
    name = f"{cards.name(f'land.{terrain}')} {land['id']}"
    card = cards.card(f"land.{terrain}", tuple(now), name)
    art = f'<g transform="scale({FACE})">{drawn(face_of(land), words.lang, small=True)}</g>'
    return replace(card, note=origin(cards, {}), face=Svg(WIDE * FACE, HIGH * FACE, defs(), "", art))


def _spot(view: View, at: str, cards: Deck) -> Card | None:
    """A cell, a vortex, or a place between two lands."""
    for land in view["row"]:
        for path in land["paths"]:
            for cell in path["cells"]:
                if cell["at"] == at:
                    return _cell(view, cell, cards)
    gap = int(at[1:]) if at[:1] == "g" and at[1:].isdecimal() else len(view["row"]) + 1
    return cards.card("gap", kind=cards.words.say("now.position", n=gap + 1)) if gap <= len(view["row"]) else None


def _cell(view: View, cell: Mapping[str, Any], cards: Deck) -> Card:
    places = [*cell["places"], *cell["tokens"]]
    now = [
        (say.named(view["names"], p, cards.words), say.effects(cards.words, view["places"][p]["effects"]))
        for p in places
    ]
    sides = [sage["side"] for sage in cell["sages"]]
    now += [
        (_side(view, side, cards), cards.words.say("note.sages", n=sides.count(side))) for side in sorted(set(sides))
    ]
    at = cards.words.name("at", cell["at"])
    name = f"{cards.name('vortex')}, {at}" if places else f"{at[:1].upper()}{at[1:]}"
    return cards.card("vortex" if places else "cell", tuple(now), name)


def _side(view: View, side: int, cards: Deck) -> str:
    if view["spirits"] and side == view["spirits"]["side"]:
        return cards.name("spirits")
    return cards.words.say("panel.seat", seat=side + 1)


def place_card(view: View, place: str, cards: Deck) -> Card:
    record = view["places"][place]
    text = say.effects(cards.words, record["effects"])
    count = sum(
        place in (*c["places"], *c["tokens"]) for land in view["row"] for p in land["paths"] for c in p["cells"]
    )
    now = (cards.line("in_row", count),)
    card = cards.card("place", now, say.named(view["names"], place, cards.words))
    return replace(card, text=f"{text[:1].upper()}{text[1:]}.\n{card.text}", note=origin(cards, record))


# -- allies, books, events


def _ally(view: View, id: str, cards: Deck) -> Card | None:
    """An ally of a player, or one on offer."""
    for seat, mine in enumerate(view["allies"]):
        for ally in mine:
            if ally["id"] == id:
                now = [] if seat == view["seat"] else [cards.line("owner", _side(view, seat, cards))]
                now.append(cards.line("empowered", cards.words.say("now.yes" if ally["empowered"] else "now.no")))
                if ally["limit"]:
                    now.append(cards.line("uses", f"{ally['uses']} / {ally['limit']}"))
                now += [cards.line("tokens", ally["tokens"])] if ally["tokens"] else []
                return ally_card(view, ally, ally["empowerment"], cards, tuple(now))
    offered = view["question"]["offered"] if view["question"] else ()
    for record in offered:
        if record["id"] == id:
            terrain = cards.words.name("terrain", record["terrain"])
            count = sum(land["terrain"] == record["terrain"] for land in view["row"])
            return ally_card(
                view, record, record["empowered"], cards, ((terrain, cards.words.say("draw.in_row", n=count)),)
            )
    return None


def ally_card(view: View, ally: Mapping[str, Any], empowered: Any, cards: Deck, now: Lines) -> Card:
    words = cards.words
    more = f"{words.say('draw.empowered_text')}: {say.ability(words, empowered)}"
    card = cards.card(
        "ally", now, say.named(view["names"], ally["id"], cards.words), words.name("terrain", ally["terrain"])
    )
    return replace(card, text=f"{say.ability(words, ally['ability'])}\n{more}", note=origin(cards, ally))


def _books(view: View, tier: str, cards: Deck) -> Lines:
    return tuple((_side(view, side, cards), str(books[tier])) for side, books in enumerate(view["books"]))


def _other(view: View, thing: str, cards: Deck) -> Card | None:
    event = view["event"]
    if event and event["id"] == thing:
        card = cards.card("event", (), say.named(view["names"], thing, cards.words))
        return replace(card, text=say.event(cards.words, event["text"]), note=origin(cards, event))
    if thing == "chapter":
        time = view["time"]
        last = time["end"] or time["divisions"]
        return cards.card("chapter", (cards.line("round", f"{time['at']} / {last}"),))
    if thing == "spirits" and view["spirits"]:
        return cards.card(
            "spirits", tuple((cards.name(t), str(n)) for t, n in view["books"][view["spirits"]["side"]].items())
        )
    return None


def _seat(view: View, seat: int, cards: Deck) -> Card | None:
    if not 0 <= seat < view["seats"]:
        return None
    sages = view["sages"][seat]
    now = [(cards.name(tier), str(n)) for tier, n in view["books"][seat].items()]
    now.append(cards.line("in_row", sages["row"]))
    now.append(cards.line("supply", sages["supply"]))
    mine = ", ".join(say.named(view["names"], ally["id"], cards.words) for ally in view["allies"][seat])
    now += [cards.line("allies", mine)] if mine else []
    return cards.card("player", tuple(now), called(view, seat) or cards.words.say("panel.seat", seat=seat + 1))
