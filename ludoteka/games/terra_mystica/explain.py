"""The cards of the table: what a thing is, and what it means in this position for whoever looks."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from ludoteka.core.cards import Card, Deck, Lines, called, deck
from ludoteka.core.palette import colour
from ludoteka.core.svg import Svg
from ludoteka.games.terra_mystica.data import (
    BUILDINGS,
    CULT_POWER,
    CULTS,
    FAVORS,
    POWER_ACTIONS,
    SHORT_WAY,
    TERRAIN_NAMES,
    TERRAINS,
    TOWNS,
    WHEEL,
)
from ludoteka.games.terra_mystica.faction import Faction
from ludoteka.games.terra_mystica.factions import BY_NAME, FACTIONS
from ludoteka.games.terra_mystica.printed import printed
from ludoteka.games.terra_mystica.symbols import defs, hexagon
from ludoteka.games.terra_mystica.tiles import faces, picture

View = Mapping[str, Any]
STOCK = ("C", "W", "P")
FIXED = ("ice", "volcano")
ENOUGH = 3
"""Matches of the league that an average is worth saying of."""
POWER_OF = {"D": 1, "TP": 2, "TE": 2}


def explain(view: View, kind: str, thing: str, lang: str) -> Card | None:
    cards = deck(__package__, lang)
    if kind == "seat":
        return _seat(view, int(thing), cards)
    if kind == "at":
        return _hex(view, thing, cards)
    if thing in BY_NAME:
        return replace(faction_card(thing, cards, _taken(view, thing, cards)), places=_homes(view, thing))
    if thing in TERRAINS:
        return _terrain(view, thing, cards)
    if thing in cards:
        return replace(cards.card(thing, _now(view, thing, cards)), face=_face(thing))
    return None


def portrait(view: View, kind: str, thing: str, lang: str) -> Svg | None:
    """The board of a faction to choose from."""
    return printed(thing, lang) if kind == "what" and thing in BY_NAME else None


def _face(thing: str) -> Svg | None:
    if thing not in faces():
        return None
    return Svg(92, 50, defs(), "", picture(thing, 0, 0, 92, 50))


def goods(cards: Deck, amounts: Mapping[str, int]) -> str:
    """ "2 workers, 3 coins"."""
    parts = [f"{n} {cards.words.say(f'note.{g}', n=n)}" for g, n in amounts.items() if n]
    return ", ".join(parts) or "–"


def me(view: View) -> Mapping[str, Any] | None:
    """The side of whoever looks, once it has a faction."""
    side: Mapping[str, Any] | None = view["sides"][view["seat"]] if view["seat"] is not None else None
    return side if side and side["faction"] else None


# -- factions and seats


def faction_card(name: str, cards: Deck, now: Lines = ()) -> Card:
    """Ability and stronghold in one text, the hint for a first match as its note."""
    card = cards.card(name, now, kind=_home(FACTIONS[BY_NAME[name]], cards))
    great = f"{cards.name('SH')}: {cards.name(f'{name}.SH')}. {cards.text(f'{name}.SH')}"
    plan = f"{cards.words.say('card.plan')}: {cards.text(f'{name}.plan')}"
    return replace(card, text=f"{card.text}\n{great}", note=plan, face=_land(FACTIONS[BY_NAME[name]]))


def _land(folk: Faction) -> Svg:
    """The terrain it lives on."""
    art = f'<use href="#tm-t-{TERRAIN_NAMES[folk.home]}"/>'
    rim = f'fill="{colour("card-2")}" stroke="{colour("line-2")}" stroke-width="2" stroke-dasharray="5 4"'
    empty = f'<path d="{hexagon(30)}" {rim}/>'
    return Svg(60, 66, defs(), "", f'<g transform="translate(30 33)">{art if folk.home >= 0 else empty}</g>')


def _home(folk: Faction, cards: Deck) -> str:
    return cards.words.name("terrain", TERRAINS[folk.home] if folk.home >= 0 else "variable")


def _homes(view: View, name: str) -> tuple[str, ...]:
    """The hexes of its own terrain on this map, as long as nobody has built there."""
    home = FACTIONS[BY_NAME[name]].home
    free = (at for at in view["land"] if at not in view["buildings"])
    return tuple(at for at in free if home >= 0 and view["land"][at] == TERRAINS[home])


def _taken(view: View, name: str, cards: Deck) -> Lines:
    folk = FACTIONS[BY_NAME[name]]
    start = {"C": folk.coins, "W": folk.workers, "P": folk.priests}
    cults = ", ".join(f"{cards.words.name('what', c)} {n}" for c, n in zip(CULTS, folk.cults, strict=True) if n)
    lines = (
        cards.line("start", goods(cards, start)),
        cards.line("bowls", "/".join(map(str, folk.bowls))),
        cards.line("cults", cults or "–"),
        *_league(name, cards),
    )
    owner = [side["seat"] for side in view["sides"] if side["faction"] == name]
    return (*lines, cards.line("owner", called(view, owner[0]) or cards.words.player(owner[0]))) if owner else lines


@cache
def league() -> Mapping[str, Sequence[int]]:
    """Points that factions made in the league matches of this folder."""
    found: dict[str, list[int]] = {}
    for match in json.loads((Path(__file__).parent / "league.json").read_text("utf-8")):
        for seat in match:
            found.setdefault(seat["had"]["faction"][0], []).append(seat["score"])
    return found


def _league(name: str, cards: Deck) -> Lines:
    """How it fares, where there are enough matches to say so."""
    scores = league().get(name, ())
    if len(scores) < ENOUGH:
        return ()
    n = round(sum(scores) / len(scores))
    return (cards.line("league", cards.words.say("card.league", n=n, matches=len(scores))),)


def _seat(view: View, seat: int, cards: Deck) -> Card | None:
    if not 0 <= seat < view["seats"]:
        return None
    side = view["sides"][seat]
    if not side["faction"]:
        return cards.card("chair")
    now = [
        cards.line("points", side["vp"]),
        cards.line("stock", goods(cards, {g: side[g] for g in STOCK})),
        cards.line("bowls", "/".join(map(str, side["bowls"]))),
        cards.line("income", goods(cards, side["income"])),
    ]
    if side["ship_max"]:
        now.append(cards.line("ship", f"{side['ship']} / {side['ship_max']}"))
    if side["spade_cost"]:
        now.append(cards.line("spade", goods(cards, side["spade_cost"])))
    now.append(cards.line("keys", f"{side['keys']} · {side['bridges_left']}"))
    return replace(faction_card(side["faction"], cards, tuple(now)), note="")


# -- the map


def _hex(view: View, at: str, cards: Deck) -> Card | None:
    if at not in view["land"]:
        if at[:1] != "r" or not at[1:].isdecimal():
            return None
        side = me(view)
        ships = (cards.line("ship", side["ship"]),) if side else ()
        return cards.card("river", ships, f"{cards.name('river')} {at}")
    terrain, built = view["land"][at], view["buildings"].get(at)
    ground = cards.words.name("terrain", terrain)
    if built is None:
        card = _terrain(view, terrain, cards)
        return replace(card, name=f"{at}: {ground}", now=_free(view, at, terrain, cards))
    seat, kind = built
    name = view["sides"][seat]["faction"]
    value = POWER_OF.get(kind, FACTIONS[BY_NAME[name]].big_power)
    now = [cards.line("value", value), cards.line("terrain", ground)]
    if at in view["in_town"]:
        now.append(cards.line("in_town", cards.words.say("now.yes")))
    card = cards.card(kind, tuple(now), f"{cards.name(kind)}, {at}", cards.words.name("faction", name))
    return _great(card, name, cards) if kind == "SH" else card


def _great(card: Card, name: str, cards: Deck) -> Card:
    """A stronghold says what it does for its faction."""
    own = f"{name}.SH"
    return replace(card, text=f"{cards.name(own)}. {cards.text(own)}", rules=(*card.rules, *cards.rules(own)))


def _terrain(view: View, terrain: str, cards: Deck) -> Card:
    living = [f.name for f in FACTIONS if f.home >= 0 and TERRAINS[f.home] == terrain]
    folk = ", ".join(cards.words.name("faction", name) for name in living)
    name = cards.words.name("terrain", terrain)
    now = [cards.line("homes", folk)] if folk else []
    if (far := _spades(view, terrain)) is not None:
        now.append(cards.line("spades", far))
    return cards.card("fixed" if terrain in FIXED else "land", tuple(now), name[:1].upper() + name[1:])


def _spades(view: View, terrain: str) -> int | None:
    """How far the terrain is from the own one, for those who dig."""
    side = me(view)
    if not side or not side["spade_cost"] or terrain in FIXED:
        return None
    home = TERRAINS.index(side["start_terrain"] or side["home"] or "ice")
    return SHORT_WAY[home][TERRAINS.index(terrain)] if home < WHEEL else None


def _free(view: View, at: str, terrain: str, cards: Deck) -> Lines:
    card = list(_terrain(view, terrain, cards).now)
    found = view["digging"]
    if found and view["seat"] == view["to_move"]:
        near = cards.words.say("now.yes" if at in found["costs"] else "now.no")
        card.append(cards.line("in_reach", near))
    return tuple(card)


# -- what is chosen beside the map


def _now(view: View, thing: str, cards: Deck) -> Lines:
    if thing in BUILDINGS:
        return _building(view, thing, cards)
    if thing in CULTS:
        return _cult(view, thing, cards)
    if thing in view["actions"]:
        return _power(view, thing, cards)
    if thing in view["cards"]:
        return (cards.line("coins_on", view["cards"][thing]),)
    if thing in view["favors"]:
        return _favor(view, thing, cards)
    if thing in view["towns"]:
        most = next(t.count for t in TOWNS if t.name == thing)
        return (cards.line("left", f"{view['towns'][thing]} / {most}"), *_owners(view, thing, "towns", cards))
    rounds = [i + 1 for i, tile in enumerate(view["tiles"]) if tile["what"] == thing]
    if rounds:
        return (cards.line("round", rounds[0]), cards.line("round_now", max(1, view["round"])))
    return _track(view, thing, cards)


def _building(view: View, kind: str, cards: Deck) -> Lines:
    side = me(view)
    if side is None:
        return ()
    workers, coins = side["tracks"]["costs"][kind]
    return (
        cards.line("price", goods(cards, {"W": workers, "C": coins})),
        cards.line("stock", goods(cards, {"W": side["W"], "C": side["C"]})),
        cards.line("still", side["left"][kind]),
    )


def _cult(view: View, cult: str, cards: Deck) -> Lines:
    track = view["cults"][cult]
    lines = [
        (cards.words.name("faction", side["faction"]), str(level))
        for side, level in zip(view["sides"], track["markers"], strict=True)
        if level >= 0
    ]
    side = me(view)
    if side:
        at = side["cults"][CULTS.index(cult)]
        ahead = next(((n, p) for n, p in enumerate(CULT_POWER) if n > at and p), None)
        if ahead:
            lines.append(cards.line("next_power", cards.words.say("now.at_step", n=ahead[0], power=ahead[1])))
    return tuple(lines)


def _power(view: View, name: str, cards: Deck) -> Lines:
    used = cards.words.say("now.yes" if view["actions"][name]["used"] else "now.no")
    lines = [cards.line("used", used)]
    side = me(view)
    if side:
        cost = next(a.cost for a in POWER_ACTIONS if a.name == name) - FACTIONS[BY_NAME[side["faction"]]].power_discount
        lines.append(cards.line("ready", f"{side['bowls'][2]} / {cost}"))
        lines.append(cards.line("sacrifice", f"+{side['bowls'][1] // 2}"))
    return tuple(lines)


def _favor(view: View, name: str, cards: Deck) -> Lines:
    tile = next(f for f in FAVORS if f.name == name)
    lines = [cards.line("left", f"{view['favors'][name]} / {tile.count}"), *_owners(view, name, "favors", cards)]
    side = me(view)
    if side:
        at = side["cults"][tile.cult]
        lines.append((cards.words.name("what", CULTS[tile.cult]), f"{at} → {min(10, at + tile.steps)}"))
    return tuple(lines)


def _owners(view: View, name: str, where: str, cards: Deck) -> Lines:
    folk = [cards.words.name("faction", s["faction"]) for s in view["sides"] if s["faction"] and name in s[where]]
    return (cards.line("owner", ", ".join(folk)),) if folk else ()


def _track(view: View, thing: str, cards: Deck) -> Lines:
    side = me(view)
    if side is None:
        return ()
    if thing == "ship":
        return (cards.line("ship", f"{side['ship']} / {side['ship_max']}"),)
    if thing == "dig" and side["spade_cost"]:
        return (cards.line("spade", goods(cards, side["spade_cost"])),)
    if thing == "bowls":
        return (cards.line("bowls", "/".join(map(str, side["bowls"]))),)
    return ()
