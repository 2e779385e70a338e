"""What everybody may look at before deciding: rounds, favor tiles, bonus cards with the order of play, town tiles."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from ludoteka.core.palette import colour
from ludoteka.core.svg import Keyed, Svg, fit_text, hit, hit_rect, num, seat_sign
from ludoteka.core.text import Catalogue, game_catalogue
from ludoteka.games.terra_mystica.symbols import BUILDING_ICON, CULT_ICON, GOODS, defs, goods_middle
from ludoteka.games.terra_mystica.tiles import Items, face, least_width

FOLDER = Path(__file__).parent
WIDTH, GAP = 432.0, 4.0
ACROSS = 6
TILE, CARD, TOWN = 38.0, 40.0, 40.0
FEW_CARDS = 4
"""With more cards on the table there is no room for the order of play beside them; nobody has played yet then."""
FREE = 'fill="none" stroke-width="1.5" stroke-dasharray="4 3"'
DEEDS: dict[str, Items] = {
    "spade": [("spade", "")],
    "town": [("key", "")],
    "big": [("castle", ""), ("dome", "")],
    **{kind: [(art, "")] for kind, art in BUILDING_ICON.items()},
}


def market(view: Mapping[str, Any], sides: list[str], lang: str) -> Svg:
    words = game_catalogue(lang, FOLDER)
    parts = [_rounds(Keyed.of((view["tiles"], view["round"], view["final"], view["rounds"])), lang)]
    parts.append(_block(84, _tiles("panel.favors", Keyed.of(view["favors"]), ACROSS, TILE, lang)))
    cards = view["cards"]
    parts.append(_block(184, _tiles("panel.cards", Keyed.of(cards), max(ACROSS, len(cards)), CARD, lang, coins=True)))
    if len(cards) <= FEW_CARDS:
        passed = [bool(s["passed"]) for s in view["sides"]]
        order = Keyed.of((view["order"], view["passing"], passed, view["turn"]["active"], sides))
        parts.append(_block(184, _order(order, len(cards), lang)))
    parts.append(_block(244, _tiles("panel.towns", Keyed.of(view["towns"]), len(view["towns"]), TOWN, lang)))
    return Svg(WIDTH, 302, defs(), "", "".join(parts), words.say("panel.market"))


def _block(y: float, drawn: str) -> str:
    return f'<g transform="translate(0 {num(y)})">{drawn}</g>'


@lru_cache(maxsize=256)
def _rounds(shown: Keyed, lang: str) -> str:
    tiles, now, final, rounds = shown.value
    words = game_catalogue(lang, FOLDER)
    w = (WIDTH - GAP * (ACROSS - 1)) / ACROSS
    parts = [
        fit_text(
            0,
            12,
            words.say("panel.rounds" if final else "panel.tiles"),
            200 if final else WIDTH,
            12.5,
            bold=True,
            cls="small",
        )
    ]
    parts += [_round(words, t, i + 1, now, i + 1 == rounds, i * (w + GAP), 18, w, 60) for i, t in enumerate(tiles)]
    if final:
        said = words.say("draw.final", what=final)
        parts.append(fit_text(WIDTH, 12, said, 220, 12.5, "end", cls="small"))
        parts.append(hit_rect(WIDTH - 220, 0, 220, 17, said, what=final, about=True))
    return "".join(parts)


def _round(
    words: Catalogue, tile: Mapping[str, Any], n: int, now: int, last: bool, x: float, y: float, w: float, h: float
) -> str:  # fmt: skip
    """Points for a deed, then what every so many steps on a cult bring at the end of the round."""
    state = "past" if n < now else "now" if n == now else "next"
    edge, wide = (colour("ink"), 2.4) if state == "now" else (colour("line"), 1.2)
    box = f'x="{num(x + 1.2)}" y="{num(y + 1.2)}" width="{num(w - 2.4)}" height="{num(h - 2.4)}" rx="7"'
    ground = colour("card-2") if state != "past" else "none"
    parts = [f'<rect {box} fill="{ground}" stroke="{edge}" stroke-width="{wide}"/>']
    middle = x + w / 2
    parts.append(fit_text(middle, y + 15, words.say("draw.round", n=n), w - 8, 12.5, "middle", bold=state == "now"))
    parts.append(goods_middle(middle, y + 29, [*DEEDS[tile["deed"]], ("vp", tile["vp"])], 12.5))
    if last:
        parts.append(fit_text(middle, y + 51, words.say("draw.no_bonus"), w - 6, 12, "middle", cls="small"))
    else:
        track = "priest" if tile["cult"] == "priests" else CULT_ICON[tile["cult"]]
        bonus: Items = [(GOODS[g], n if n > 1 else "") for g, n in tile["bonus"].items()]
        tip = f'd="M{num(middle - 3)} {num(y + 43)}l4 4-4 4" fill="none" stroke-width="1.8"'
        parts.append(goods_middle(middle - 17, y + 47, [(track, tile["per"])], 12))
        parts.append(f'<path {tip} stroke="{colour("ink-2")}"/>' + goods_middle(middle + 16, y + 47, bonus, 12))
    if state == "past":
        parts.append(f'<rect class="past" {box} fill="url(#tm-used)"/>')
    label = f"{words.say('draw.round', n=n)}: {words.name('what', tile['what'])}"
    area = hit_rect(x, y, w, h, label, what=tile["what"], radius=7, about=True)
    return f'<g class="round {state}">{"".join(parts)}{area}</g>'


@lru_cache(maxsize=1024)
def _tiles(key: str, shown: Keyed, across: int, high: float, lang: str, coins: bool = False) -> str:
    """A caption and tiles in rows: how many are left, or how many coins lie on a card."""
    words = game_catalogue(lang, FOLDER)
    w = (WIDTH - GAP * (across - 1)) / across
    parts = [fit_text(0, 9, words.say(key), WIDTH / 2, 12.5, bold=True, cls="small")]
    widths = [w] * len(shown.value)
    if across > ACROSS:  # too many for one width: who has more to say gets more
        widths = [least_width(name) for name in shown.value]
        spare = (WIDTH - GAP * (across - 1) - sum(widths)) / across
        widths = [least + spare for least in widths]
    for i, (name, n) in enumerate(shown.value.items()):
        x = sum(widths[i - i % across : i]) + i % across * GAP
        w, y = widths[i], 15 + i // across * (high + GAP)
        corner = (f"+{n}" if n else "") if coins else f"×{n}"
        said = words.name("what", name) + (f", {words.say('draw.coins_on', n=n)}" if coins and n else "")
        parts.append(face(name, words, x, y, w, high, corner, not coins and not n, label=said))
    return "".join(parts)


@lru_cache(maxsize=1024)
def _order(shown: Keyed, cards: int, lang: str) -> str:
    """The order of this round with an arrow at the active seat, and that of the next as far as known."""
    order, passing, passed, active, sides = shown.value
    words = game_catalogue(lang, FOLDER)
    left = max(cards, 2) * ((WIDTH - GAP * (ACROSS - 1)) / ACROSS + GAP) + 10
    named = cards < FEW_CARDS  # else the signs need the room of the words
    start = left + (96 if named else 14)
    parts = []
    for row, (key, seats) in enumerate((("draw.order", order), ("draw.next_order", passing))):
        y = 24.0 + row * 22
        if named:
            parts.append(fit_text(left, y + 4, words.say(key), 84, 12.5, cls="small"))
        if not seats:
            parts.append(fit_text(start - 6, y + 4, words.say("draw.nobody_passed"), WIDTH - start + 6, 12.5))
        for i, seat in enumerate(seats):
            x = start + i * 24
            if seat < 0:  # a place nobody has bid for yet
                parts.append(f'<circle cx="{num(x)}" cy="{num(y)}" r="8" {FREE} stroke="{colour("line-2")}"/>')
                continue
            parts.append(seat_sign(seat, x, y, 17, "", sides[seat]))
            if key == "draw.order" and seat == active:
                tip = f"M{num(x - 14)} {num(y - 4)}l4 4-4 4z"
                parts.append(f'<path class="active" d="{tip}" fill="{colour("ink")}"/>')
            if key == "draw.order" and passed[seat]:
                line = f"M{num(x - 9)} {num(y + 9)}L{num(x + 9)} {num(y - 9)}"
                parts.append(f'<path class="struck" d="{line}" stroke="{colour("ink")}" stroke-width="2.2"/>')
            area = f'<circle cx="{num(x)}" cy="{num(y)}" r="11"/>'
            parts.append(hit(area, words.player(seat), seat=seat, about=True))
    return "".join(parts)
