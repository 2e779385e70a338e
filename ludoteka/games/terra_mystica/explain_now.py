"""The numbers of a position on the cards of what lies beside the map: buildings, cults, actions, tiles, tracks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludoteka.core.cards import Deck, Lines
from ludoteka.games.terra_mystica.data import BUILDINGS, CARDS, CULT_POWER, CULTS, FAVORS, POWER_ACTIONS, TOWNS
from ludoteka.games.terra_mystica.factions import BY_NAME, FACTIONS
from ludoteka.games.terra_mystica.income import GOODS, sources
from ludoteka.games.terra_mystica.view import shown_side

View = Mapping[str, Any]
GREAT = ("SH", "SA")
PAYS_FOR = {"FAV10": ("TP", 3), "FAV11": ("D", 2)}
"""Favor tiles that pay points for a building."""


def goods(cards: Deck, amounts: Mapping[str, int]) -> str:
    """ "2 workers, 3 coins"."""
    parts = [f"{n} {cards.words.say(f'note.{g}', n=n)}" for g, n in amounts.items() if n]
    return ", ".join(parts) or "–"


def me(view: View) -> Mapping[str, Any] | None:
    """The side of whoever looks, once it has a faction."""
    side = shown_side(view, view["seat"]) if view["seat"] is not None else None
    return side if side and side["faction"] else None


def now_of(view: View, thing: str, cards: Deck) -> Lines:
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
    price = {"W": workers, "C": coins}
    return (
        cards.line("price", goods(cards, price)),
        cards.line("stock", goods(cards, {g: side[g] for g in price})),
        *_short(side, {g: n - side[g] for g, n in price.items()}, cards),
        cards.line("still", side["left"][kind]),
        *_scored(view, "big" if kind in GREAT else kind, cards),
    )


def _short(side: View, missing: Mapping[str, int], cards: Deck) -> Lines:
    """What it takes that is not there, and whether the next income brings it."""
    lacks = {g: n for g, n in missing.items() if n > 0}
    if not lacks:
        return ()
    short, comes = cards.line("short", goods(cards, lacks)), {g: side["income"].get(g, 0) for g in lacks}
    return (short, cards.line("comes", goods(cards, comes))) if side["income"] else (short,)


def _scored(view: View, deed: str, cards: Deck) -> Lines:
    """The rounds, now and later, whose tiles pay points for it."""
    words = cards.words
    paid = [
        words.say("now.in_round", n=n, points=tile["vp"])
        for n, tile in enumerate(view["tiles"], 1)
        if tile["deed"] == deed and n >= view["round"]
    ]
    return (cards.line("scored", ", ".join(paid)),) if paid else ()


def _cult(view: View, cult: str, cards: Deck) -> Lines:
    """Who stands where, the viewer and what is next for them first."""
    track, side = view["cults"][cult], me(view)
    order = sorted(range(view["seats"]), key=lambda seat: seat != view["seat"])
    lines = [
        (cards.words.name("faction", view["sides"][seat]["faction"]), str(track["markers"][seat]))
        for seat in order
        if track["markers"][seat] >= 0
    ]
    if side:
        at = side["cults"][CULTS.index(cult)]
        ahead = next(((n, p) for n, p in enumerate(CULT_POWER) if n > at and p), None)
        if ahead:
            lines.insert(1, cards.line("next_power", cards.words.say("now.at_step", n=ahead[0], power=ahead[1])))
    return tuple(lines)


def _power(view: View, name: str, cards: Deck) -> Lines:
    lines = [cards.line("used", cards.words.say("now.yes"))] if view["actions"][name]["used"] else []
    side = me(view)
    if side:
        cost = next(a.cost for a in POWER_ACTIONS if a.name == name) - FACTIONS[BY_NAME[side["faction"]]].power_discount
        lines.append(cards.line("ready", f"{side['bowls'][2]} / {cost}"))
        spare = side["bowls"][1] // 2
        lines.append(cards.line("sacrifice", f"+{spare}"))
        lines += _short(side, {"PW": cost - side["bowls"][2] - spare}, cards)
    return tuple(lines)


def _favor(view: View, name: str, cards: Deck) -> Lines:
    tile = next(f for f in FAVORS if f.name == name)
    lines = [cards.line("left", f"{view['favors'][name]} / {tile.count}"), *_owners(view, name, "favors", cards)]
    side = me(view)
    if side:
        at = side["cults"][tile.cult]
        lines.append((cards.words.name("what", CULTS[tile.cult]), f"{at} → {min(10, at + tile.steps)}"))
        if name in PAYS_FOR and name not in side["favors"]:
            kind, each = PAYS_FOR[name]
            left = side["left"][kind]
            lines.append(cards.line(f"more_{kind}", cards.words.say("now.worth", n=left, points=left * each)))
    lines.append(cards.line("take", cards.words.say("now.take_favor")))
    return tuple(lines)


def _owners(view: View, name: str, where: str, cards: Deck) -> Lines:
    folk = [cards.words.name("faction", s["faction"]) for s in view["sides"] if s["faction"] and name in s[where]]
    return (cards.line("owner", ", ".join(folk)),) if folk else ()


def _income(side: View, cards: Deck) -> Lines:
    """Each source with what it pays, then what the cults would add at the end of this round."""
    favors = [tile for tile in FAVORS if tile.name in side["favors"]]
    card = next((c for c in CARDS if c.name == side["card"]), None)
    found = sources(FACTIONS[BY_NAME[side["faction"]]], side["on_map"].values(), favors, card)
    lines = []
    for name, paid in found.items():
        whole = f"income.{name if name in BUILDINGS else 'BON'}"
        label = cards.name(name) if name[:3] == "FAV" else cards.words.say(whole)
        lines.append((label[:1].upper() + label[1:], goods(cards, dict(zip(GOODS, paid, strict=True)))))
    lines.append(cards.line("in_all", goods(cards, side["income"])))
    return (*lines, cards.line("cults_add", goods(cards, side["cult_income"]))) if side["cult_income"] else tuple(lines)


def _track(view: View, thing: str, cards: Deck) -> Lines:
    side = me(view)
    if side is None:
        return ()
    if thing == "ship":
        return (cards.line("ship", f"{side['ship']} / {side['ship_max']}"),)
    if thing == "dig" and side["spade_cost"]:
        return (cards.line("spade", goods(cards, side["spade_cost"])),)
    if thing == "income":
        return _income(side, cards) if side["income"] else ()
    if thing == "bowls":
        return (cards.line("bowls", "/".join(map(str, side["bowls"]))),)
    return ()
