"""The cards of the table: what a thing is, and what it means in this position for whoever looks."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from statistics import fmean

from ludoteka.core.cards import Card, Deck, Lines, called, deck
from ludoteka.core.palette import colour
from ludoteka.core.svg import Svg
from ludoteka.games.terra_mystica.data import (
    CULTS,
    SHORT_WAY,
    TERRAIN_NAMES,
    TERRAINS,
    WHEEL,
)
from ludoteka.games.terra_mystica.explain_now import View, goods, me, now_of
from ludoteka.games.terra_mystica.faction import Faction
from ludoteka.games.terra_mystica.factions import BY_NAME, FACTIONS
from ludoteka.games.terra_mystica.printed import printed
from ludoteka.games.terra_mystica.symbols import defs, hexagon
from ludoteka.games.terra_mystica.tiles import faces, picture
from ludoteka.games.terra_mystica.view import shown_side

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
        card = replace(cards.card(thing, now_of(view, thing, cards)), face=_face(thing))
        side = me(view)
        return _great(card, side["faction"], cards) if thing == "SH" and side else card
    return None


def portrait(view: View, kind: str, thing: str, lang: str) -> Svg | None:
    """The board of a faction to choose from."""
    return printed(thing, lang) if kind == "what" and thing in BY_NAME else None


def _face(thing: str) -> Svg | None:
    if thing not in faces():
        return None
    return Svg(92, 50, defs(), "", picture(thing, 0, 0, 92, 50))


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
        *_neighbours(view, folk, cards),
        *_league(name, cards),
    )
    owner = [side["seat"] for side in view["sides"] if side["faction"] == name]
    return (*lines, cards.line("owner", called(view, owner[0]) or cards.words.player(owner[0]))) if owner else lines


def _neighbours(view: View, folk: Faction, cards: Deck) -> Lines:
    """How many spades lie between its land and that of each faction chosen so far; at 1 both want the same hexes."""
    if not 0 <= folk.home < WHEEL:
        return ()
    others = [FACTIONS[BY_NAME[s["faction"]]] for s in view["sides"] if s["faction"] and s["faction"] != folk.name]
    far = sorted((SHORT_WAY[folk.home][f.home], f.name) for f in others if 0 <= f.home < WHEEL)
    said = ", ".join(f"{cards.words.name('faction', name)} {n}" for n, name in far)
    return (cards.line("neighbours", said),) if said else ()


@cache
def league() -> Mapping[str, Sequence[tuple[int, float]]]:
    """Points that factions made in the league matches of this folder, and their shares of the victory."""
    found: dict[str, list[tuple[int, float]]] = {}
    for match in json.loads((Path(__file__).parent / "league.json").read_text("utf-8")):
        for seat in match:
            found.setdefault(seat["had"]["faction"][0], []).append((seat["score"], seat["share"]))
    return found


def _league(name: str, cards: Deck) -> Lines:
    """How it fares, where there are enough matches to say so."""
    played = league().get(name, ())
    if len(played) < ENOUGH:
        return ()
    n, won = (fmean(figures) for figures in zip(*played, strict=True))
    said = cards.words.say("card.league", n=round(n), won=round(100 * won), matches=len(played))
    return (cards.line("league", said),)


def _seat(view: View, seat: int, cards: Deck) -> Card | None:
    if not 0 <= seat < view["seats"]:
        return None
    side = shown_side(view, seat)
    if not side["faction"]:
        return cards.card("chair")
    now = [
        cards.line("points", side["vp"]),
        cards.line("stock", goods(cards, {g: side[g] for g in STOCK})),
        cards.line("bowls", "/".join(map(str, side["bowls"]))),
    ]
    now += [cards.line("income", goods(cards, side["income"]))] if side["income"] else []
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
