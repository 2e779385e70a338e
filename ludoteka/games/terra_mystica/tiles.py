"""The faces of cards and tiles: what they pay and score, in goods and signs; used ones are struck through."""

from __future__ import annotations

from functools import cache

from ludoteka.core.palette import colour
from ludoteka.core.svg import fit_text, hit_rect, num, text_width
from ludoteka.core.text import Catalogue
from ludoteka.games.terra_mystica.data import (
    BUILDINGS,
    CARDS,
    CULTS,
    FAV5_TOWN_POWER,
    FAVORS,
    POWER_ACTIONS,
    TOWNS,
)
from ludoteka.games.terra_mystica.symbols import BUILDING_ICON, CULT_ICON, goods, goods_middle, goods_width

Items = list[tuple[str, int | str]]
SMALLEST = 10.0
"""Of signs on the tiles of a large market."""
NARROW = 56
"""So wide a tile has a smaller number in its corner."""
ANY_CULT: Items = [(CULT_ICON[c], "") for c in CULTS]
# the special actions: what they give, as signs
OWN: dict[str, Items] = {
    "ACTA": [(CULT_ICON[c], 2 if c == "FIRE" else "") for c in CULTS],
    "ACTC": [("burst", 2)],
    "ACTE": [("bridge", 1)],
    "ACTG": [("spade", 2)],
    "ACTN": [("spade", ""), ("house", "")],
    "ACTS": [("trade", 1)],
    "ACTW": [("house", 1)],
    "ACTH1": [("power", ""), ("land", "")],
    "ACTH2": [("burst", ""), ("land", "")],
    "FAV6": ANY_CULT,
    "BON1": [("spade", 1)],
    "BON2": ANY_CULT,
}  # fmt: skip


def _gains(thing: object) -> Items:
    """What a card or tile pays, in the order of the printed symbols."""
    names = (("coins", "coin"), ("workers", "worker"), ("priests", "priest"), ("power", "power"), ("ship", "ship"))
    return [(icon, n) for field, icon in names if (n := getattr(thing, field, 0))]


@cache
def faces() -> dict[str, tuple[Items, Items, bool]]:
    """Name -> upper line, lower line, whether the lower one is an action."""
    result: dict[str, tuple[Items, Items, bool]] = {}
    for card in CARDS:
        below: Items = []
        if any(card.per_building):
            kinds: Items = [(BUILDING_ICON[BUILDINGS[k]], "") for k, n in enumerate(card.per_building) if n]
            below = [("vp", max(card.per_building)), *kinds]
        elif card.per_ship:
            below = [("vp", card.per_ship), ("ship", "")]
        action = OWN.get(card.name, [])
        result[card.name] = (_gains(card), action or below, bool(action))
    for tile in FAVORS:
        top: Items = [(CULT_ICON[CULTS[tile.cult]], tile.steps)]
        bonus = _gains(tile)
        bonus += [("vp", tile.house_vp), ("trade", "")] if tile.house_vp else []
        bonus += [("vp", tile.dwelling_vp), ("house", "")] if tile.dwelling_vp else []
        result[tile.name] = (top, OWN.get(tile.name, bonus), tile.name in OWN)
    result["FAV5"] = (result["FAV5"][0], [("key", FAV5_TOWN_POWER)], False)
    result["FAV12"] = (result["FAV12"][0], [("vp", "2–4"), ("trade", "")], False)
    for town in TOWNS:
        more: Items = [(icon, town.cults) if k == 0 else (icon, "") for k, (icon, _) in enumerate(ANY_CULT)]
        head: Items = [("vp", town.vp), *([("key", town.keys)] if town.keys > 1 else [])]
        result[town.name] = (head, _gains(town) + (more if town.cults else []), False)
    for act in POWER_ACTIONS:
        spades: Items = [("spade", act.spades)] if act.spades else [("bridge", 1)] if act.bridges else []
        result[act.name] = (_gains(act) + spades, [("power", act.cost)], False)
    for name in ("ACTA", "ACTC", "ACTE", "ACTG", "ACTN", "ACTS", "ACTW", "ACTH1", "ACTH2"):
        result[name] = ([], OWN[name], True)
    return result


def face(
    name: str, words: Catalogue, x: float, y: float, w: float, h: float,
    corner: str = "", used: bool = False, click: bool = True, label: str = "",
) -> str:  # fmt: skip
    """A tile with its two lines; `corner` is a number in the upper right: copies left, coins on it."""
    said = (
        [label or words.name("what", name)] + ([words.say("draw.used")] if used else []) + ([corner] if corner else [])
    )
    area = hit_rect(x, y, w, h, ", ".join(said), what=name, about=not click)
    return f'<g class="tile{" used" if used else ""}">{picture(name, x, y, w, h, corner, used)}{area}</g>'


def picture(name: str, x: float, y: float, w: float, h: float, corner: str = "", used: bool = False) -> str:
    """The tile alone."""
    upper, lower, action = faces()[name]
    ground = "none" if used else colour("card-2")
    rim = f'stroke="{colour("line-2" if used else "line")}" stroke-width="1.2"' + (
        ' stroke-dasharray="4 3"' if used else ""
    )
    box = f'x="{num(x + 0.6)}" y="{num(y + 0.6)}" width="{num(w - 1.2)}" height="{num(h - 1.2)}" rx="7"'
    parts = [f'<rect {box} fill="{ground}" {rim}/>']
    middle = x + w / 2
    if upper and lower:
        most, at = (12.5, 0.25) if action else (13.5, 0.3)  # the frame of an action touches neither figures nor rim
        size = _fitting(upper, most, w - (24 if corner else 4))
        parts.append(goods_middle(middle - (9 if corner else 0), y + h * at, upper, size))
        parts.append(_lower(middle, y + h * 0.7, lower, action, w, h * 0.23))
    elif upper or lower:
        parts.append(_lower(middle, y + h / 2, upper or lower, action, w, h * 0.4))
    if corner:
        edge, size = (6, 12.5) if w > NARROW else (3, 11.5)
        parts.append(fit_text(x + w - edge, y + 15, corner, 34, size, "end", bold=True))
    if used:
        line = f"M{num(x + 5)} {num(y + h - 5)}L{num(x + w - 5)} {num(y + 5)}"
        parts.append(f'<rect {box} fill="url(#tm-used)"/>')
        parts.append(f'<path class="struck" d="{line}" stroke="{colour("ink-2")}" stroke-width="2.4"/>')
    return "".join(parts)


def least_width(name: str) -> float:
    """How narrow a tile with a corner may be."""
    upper, lower, action = faces()[name]
    return max(goods_width(lower, SMALLEST) + (14 if action else 5), goods_width(upper, SMALLEST) + 24)


def _fitting(items: Items, size: float, room: float) -> float:
    """The size of goods in so much room."""
    while goods_width(items, size) > room and size > SMALLEST:
        size -= 0.5
    return size


def _lower(x: float, y: float, items: Items, action: bool, room: float, most: float) -> str:
    """The second line; an action stands in an eight-cornered frame, `most` from its middle to its edge."""
    size = _fitting(items, 12, room - (12 if action else 4))
    row = goods_middle(x, y, items, size)
    if not action:
        return row
    w, h, cut = min(goods_width(items, size) / 2 + 9, room / 2 - 2.5), min(size * 0.85, most), 5.0
    frame = (
        f"M{num(x - w + cut)} {num(y - h)}H{num(x + w - cut)}L{num(x + w)} {num(y - h + cut)}V{num(y + h - cut)}"
        f"L{num(x + w - cut)} {num(y + h)}H{num(x - w + cut)}L{num(x - w)} {num(y + h - cut)}V{num(y - h + cut)}z"
    )
    return f'<path d="{frame}" fill="{colour("card")}" stroke="{colour("accent")}" stroke-width="1.6"/>{row}'


def line_of(label: str, items: Items, x: float, y: float, width: float, size: float = 13) -> str:
    """A word and then goods in a row."""
    room = max(40.0, width - goods_width(items, size) - 12)
    text = fit_text(x, y + size * 0.36, label, room, 12.5, cls="small")
    return text + goods(x + min(room, text_width(label, 12.5)) + 8, y, items, size)[0]
