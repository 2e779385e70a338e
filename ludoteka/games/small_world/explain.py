"""The cards of the table: regions with their price, combinations and players with what their peoples can do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ludoteka.core.cards import Card, Deck, Lines, called, deck
from ludoteka.core.palette import colour
from ludoteka.core.svg import Figure, Svg, use
from ludoteka.core.text import Catalogue
from ludoteka.games.small_world.data import BASE_COST
from ludoteka.games.small_world.symbols import INK, defs, power_emblem, race_emblem
from ludoteka.games.small_world.talents import hint, talent
from ludoteka.games.small_world.words import combo_name, name_of, region_name

View = Mapping[str, Any]
GUARDS = ("tribe", "fortress", "lair", "hole", "hero", "dragon")
MADE = ("SW-9.1",)
SUPPLY = {"fortresses": "fortresses_left", "banners": "banners", "badges": "badges"}


def explain(view: View, kind: str, thing: str, lang: str) -> Card | None:
    cards = deck(__package__, lang)
    if kind == "seat":
        return _seat(view, int(thing), cards)
    if kind == "at":
        found = next((r for r in view["regions"] if r["name"] == thing), None)
        return _region(view, found, cards) if found else None
    for combo in view["column"]:
        if combo["race"] == thing:
            return _combo(view, combo, cards)
    if thing in SUPPLY:
        left = view["fortresses_left"] if thing == "fortresses" else view["stacks"][thing]
        return cards.card(thing, (cards.line("left", left),))
    if thing in view["tray"]:
        return people_card(view, thing, "", cards, (cards.line("tray", view["tray"][thing]),))
    return None


def people_card(view: View, race: str, power: str, cards: Deck, now: Lines = ()) -> Card:
    """A race with its power: both texts."""
    texts = [
        f"{name_of(view['names'], what, cards.words)}: {talent(view, what, cards)}" for what in (power, race) if what
    ]
    name = combo_name(view["names"], race, power, cards.words) if power else name_of(view["names"], race, cards.words)
    rules = tuple(rule for what in (race, power) if what for rule in (cards.rules(what) if what in cards else MADE))
    kind = cards.words.say("kind.combination" if power else "kind.race")
    return Card(
        name, "\n".join(texts) if power else talent(view, race, cards), kind, now, rules, face=_face(race, power)
    )


def _face(race: str, power: str) -> Svg:
    """Badge and banner side by side."""
    parts = [use(race_emblem(race), 66 if power else 46, 25, 40, fill=colour("ink-2"))]
    if power:
        parts.append(f'<circle cx="24" cy="25" r="21" fill="{colour("b-key")}" stroke="{INK}" stroke-width="1.5"/>')
        parts.append(use(power_emblem(power), 24, 25, 30, fill="#3a3227"))
    return Svg(92, 50, defs(), "", "".join(parts))


def _combo(view: View, combo: Mapping[str, Any], cards: Deck) -> Card:
    tokens = combo["race_tokens"] + combo["power_tokens"] + combo["extra_tokens"]
    now = (
        cards.line("tokens", f"{combo['power_tokens']} + {combo['race_tokens'] + combo['extra_tokens']} = {tokens}"),
        cards.line("price", cards.words.say("panel.coins", n=combo["price"])),
        cards.line("on_it", cards.words.say("panel.coins", n=combo["coins"])),
    )
    brief = " · ".join(hint(view, what, cards) for what in (combo["power"], combo["race"]))
    return replace(
        people_card(view, combo["race"], combo["power"], cards, now),
        brief=brief,
        figures=_figures(combo, tokens, cards),
    )


def _figures(combo: Mapping[str, Any], tokens: int, cards: Deck) -> tuple[Figure, ...]:
    """Tokens, price, and the coins that lie on it."""
    say, price, coins = cards.words.say, combo["price"], combo["coins"]
    figures = [
        Figure("i-token", str(tokens), say("panel.tokens", n=tokens)),
        Figure("i-coin", f"−{price}" if price else "0", say("panel.price", n=price)),
    ]
    figures += [Figure("i-coin", f"+{coins}", say("panel.on_it", n=coins))] if coins else []
    return tuple(figures)


# -- the board


def _region(view: View, region: Mapping[str, Any], cards: Deck) -> Card:
    words, race = cards.words, region["race"]
    terrain = region["terrain"]
    name = region_name(region["name"], terrain, words)
    kinds = [words.name("symbol", s) for s in region["symbols"]]
    text = cards.text("water" if terrain == "water" else "region")
    more = [f"{cards.name(g)}: {cards.text(g)}" for g in GUARDS if region[g]]
    more += [cards.text("mountain")] if region["mountain"] else []
    now = list(_price(view, region, cards))
    if race is not None:
        folk = name_of(view["names"], race, words)
        active = region["state"] == "active"
        kinds.append(folk if active else f"{folk}, {words.name('state', region['state'])}")
        now.insert(0, cards.line("holds", words.say("panel.tokens", n=region["tokens"])))
        now.insert(0, cards.line("owner", _who(view, region["owner"], words)))
    card = cards.card("water" if terrain == "water" else "region", tuple(now), name[:1].upper() + name[1:])
    return replace(card, text="\n".join([text, *more]), kind=" · ".join(kinds))


def _price(view: View, region: Mapping[str, Any], cards: Deck) -> Lines:
    """What a conquest takes: for the one who is asked with his discounts, else without."""
    asked = view["asked"] or {}
    words = cards.words
    if view["seat"] == view["to_move"] and region["name"] in asked.get("costs", {}):
        need = asked["costs"][region["name"]]
        hand = words.say("panel.hand", n=asked.get("ready", asked.get("hand", 0)))
        return (cards.line("takes_you", f"{words.say('panel.tokens', n=need)} · {hand}"),)
    if region["terrain"] == "water":
        return ()
    return (cards.line("takes", words.say("panel.tokens", n=BASE_COST + region["defence"])),)


# -- players


def _who(view: View, seat: int, words: Catalogue) -> str:
    return called(view, seat) or words.say("panel.seat", seat=seat + 1)


def _seat(view: View, seat: int, cards: Deck) -> Card | None:
    if not 0 <= seat < len(view["players"]):
        return None
    player, words = view["players"][seat], cards.words
    active = next((p for p in player["peoples"] if p["active"]), None)
    coins = words.say("panel.coins_hidden") if player["coins"] is None else words.say("panel.coins", n=player["coins"])
    now = [cards.line("coins", coins)]
    for people in player["peoples"]:
        name = name_of(view["names"], people["race"], words)
        held = words.say("panel.on_board", n=len(people["regions"]), tokens=people["tokens"])
        now.append((f"{name}, {words.name('state', people['state'])}", held))
    if player["income"]:
        now.append(cards.line("income", sum(n for _, n in player["income"])))
    who = _who(view, seat, words)
    if active is None:
        return replace(cards.card("nobody", tuple(now)), name=who)
    card = people_card(view, active["race"], active["power"] or "", cards, tuple(now))
    return replace(card, kind=who)
