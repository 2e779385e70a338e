"""What lies beside the map: rounds, power actions, cults, cards, favor and town tiles, and the faction boards."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from ludoteka.core.palette import colour
from ludoteka.core.svg import Keyed, Panel, Svg, fit_text, num, tooltip
from ludoteka.core.text import Catalogue, game_catalogue
from ludoteka.games.terra_mystica.cults import cults
from ludoteka.games.terra_mystica.mats import brief, card, mat, title
from ludoteka.games.terra_mystica.order import factions, turn
from ludoteka.games.terra_mystica.symbols import BUILDING_ICON, CULT_ICON, GOODS, colours, defs, goods_middle
from ludoteka.games.terra_mystica.tiles import Items, face

FOLDER = Path(__file__).parent
WIDTH = 340.0
CHOOSING = ("FactionChoice", "BoardSide", "Auction", "Winner", "ChoiceWord")
"""Questions about factions."""
DEEDS: dict[str, Items] = {
    "spade": [("spade", "")],
    "town": [("key", "")],
    "big": [("castle", ""), ("dome", "")],
    **{kind: [(art, "")] for kind, art in BUILDING_ICON.items()},
}


def panels(view: Mapping[str, Any], lang: str) -> list[Panel]:
    words = game_catalogue(lang, FOLDER)
    sides = colours(view)
    result = [
        Panel("cults", words.say("panel.cults"), cults(view, sides, lang)),
        Panel("tiles", words.say("panel.tiles"), _rounds(view, lang)),
    ]
    if view["asked"] in CHOOSING:
        result.insert(0, Panel("factions", words.say("panel.factions"), factions(view, lang)))
    for seat in range(view["seats"]):
        side = view["sides"][seat]
        drawn, figures = card(view, seat, lang), brief(side, words)
        result.append(Panel(f"seat-{seat}", title(side, words), drawn, seat, brief=figures, tint=sides[seat]))
    for seat in _from(view["seat"], view["seats"]):
        side = view["sides"][seat]
        if side["faction"]:
            result.append(Panel(f"mat-{seat}", title(side, words), mat(view, seat, sides[seat], lang), seat))
    if view["cards"]:
        result.append(Panel("cards", words.say("panel.cards"), _grid("panel.cards", view["cards"], "coin", lang)))
    result.append(Panel("favors", words.say("panel.favors"), _grid("panel.favors", view["favors"], "left", lang)))
    result.append(Panel("towns", words.say("panel.towns"), _grid("panel.towns", view["towns"], "left", lang)))
    result.append(Panel("turn", words.say("panel.turn"), turn(view, sides, lang)))
    result.append(Panel("actions", words.say("panel.actions"), _actions(view, lang), place="act"))
    return result


def _from(viewer: int | None, seats: int) -> list[int]:
    """The seats from the viewer on: the own board comes first."""
    first = viewer or 0
    return [(first + i) % seats for i in range(seats)]


def _rounds(view: Mapping[str, Any], lang: str) -> Svg:
    height, body = _round_tiles(Keyed.of((view["tiles"], view["round"], view["final"], view["rounds"])), lang)
    return Svg(WIDTH, height, defs(), "", body, game_catalogue(lang, FOLDER).say("panel.tiles"))


@lru_cache(maxsize=256)
def _round_tiles(shown: Keyed, lang: str) -> tuple[float, str]:
    tiles, now, final, rounds = shown.value
    words = game_catalogue(lang, FOLDER)
    w, h = (WIDTH - 10) / 3, 72.0
    parts = []
    for i, tile in enumerate(tiles):
        x, y = i % 3 * (w + 5), i // 3 * (h + 5)
        parts.append(_round(words, tile, i + 1, now, i + 1 == rounds, x, y, w, h))
    y = (max(1, len(tiles)) + 2) // 3 * (h + 5.0)
    if final:
        parts.append(fit_text(2, y + 13, words.say("draw.final", what=final), WIDTH - 4, 12.5, cls="small"))
        y += 20
    return y, "".join(parts)


def _round(
    words: Catalogue, tile: Mapping[str, Any], n: int, now: int, last: bool, x: float, y: float, w: float, h: float
) -> str:  # fmt: skip
    """Points for a deed, then what every so many steps on a cult bring at the end of the round."""
    state = "past" if n < now else "now" if n == now else "next"
    edge, wide = (colour("ink"), 2.4) if state == "now" else (colour("line"), 1.2)
    box = f'x="{num(x + 1.2)}" y="{num(y + 1.2)}" width="{num(w - 2.4)}" height="{num(h - 2.4)}" rx="8"'
    ground = colour("card-2") if state != "past" else "none"
    parts = [f'<rect {box} fill="{ground}" stroke="{edge}" stroke-width="{wide}"/>']
    parts.append(fit_text(x + w / 2, y + 17, words.say("draw.round", n=n), w - 10, 12.5, "middle", bold=state == "now"))
    parts.append(goods_middle(x + w / 2, y + 34, [*DEEDS[tile["deed"]], ("vp", tile["vp"])], 14))
    if last:
        parts.append(fit_text(x + w / 2, y + 60, words.say("draw.no_bonus"), w - 8, 11.5, "middle", cls="small"))
    else:
        track = "priest" if tile["cult"] == "priests" else CULT_ICON[tile["cult"]]
        bonus: Items = [(GOODS[g], n if n > 1 else "") for g, n in tile["bonus"].items()]
        left = goods_middle(x + w / 2 - 22, y + 56, [(track, tile["per"])], 12)
        tip = f'd="M{num(x + w / 2 - 5)} {num(y + 52)}l4 4-4 4" fill="none" stroke-width="1.8"'
        arrow = f'<path {tip} stroke="{colour("ink-2")}"/>'
        parts.append(left + arrow + goods_middle(x + w / 2 + 20, y + 56, bonus, 12))
    if state == "past":
        parts.append(f'<rect class="past" {box} fill="url(#tm-used)"/>')
    label = f"{words.say('draw.round', n=n)}: {words.name('what', tile['what'])}"
    return f'<g class="round {state}">{tooltip(label)}{"".join(parts)}</g>'


def _actions(view: Mapping[str, Any], lang: str) -> Svg:
    body = _power(Keyed.of(view["actions"]), lang)
    return Svg(WIDTH, 115, defs(), "", body, game_catalogue(lang, FOLDER).say("panel.actions"))


@lru_cache(maxsize=256)
def _power(shown: Keyed, lang: str) -> str:
    words = game_catalogue(lang, FOLDER)
    w = (WIDTH - 10) / 3
    return "".join(
        face(name, words, i % 3 * (w + 5), i // 3 * 58, w, 54, used=act["used"])
        for i, (name, act) in enumerate(shown.value.items())
    )


def _grid(key: str, tiles: Mapping[str, int], counts: str, lang: str) -> Svg:
    height, body = _faces(Keyed.of(tiles), counts, lang)
    return Svg(WIDTH, height, defs(), "", body, game_catalogue(lang, FOLDER).say(key))


@lru_cache(maxsize=1024)
def _faces(shown: Keyed, counts: str, lang: str) -> tuple[float, str]:
    """Tiles four in a row: how many are left, or how many coins lie on a card."""
    words = game_catalogue(lang, FOLDER)
    w, h = (WIDTH - 12) / 4, 50.0
    parts = []
    for i, (name, n) in enumerate(shown.value.items()):
        x, y = i % 4 * (w + 4), i // 4 * (h + 5)
        gone = counts == "left" and not n
        corner = (f"+{n}" if n else "") if counts == "coin" else f"×{n}"
        said = words.name("what", name)
        if counts == "coin" and n:
            said += f", {words.say('draw.coins_on', n=n)}"
        parts.append(face(name, words, x, y, w, h, corner, gone, label=said))
    return (len(shown.value) + 3) // 4 * (h + 5.0), "".join(parts)
