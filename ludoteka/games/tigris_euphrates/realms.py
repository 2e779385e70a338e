"""The kingdoms as a table beside the board: who leads them, and how many tiles of each colour they hold."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ludoteka.core.palette import colour
from ludoteka.core.svg import Keyed, Panel, Svg, fit_text, hit_rect, use
from ludoteka.core.text import Catalogue, game_catalogue
from ludoteka.games.tigris_euphrates.art import defs
from ludoteka.games.tigris_euphrates.data import LEADERS, TILES
from ludoteka.games.tigris_euphrates.draw import FOLDER

WIDE, ROW, ROOM = 340, 44, 200
COLUMN = 62
SHOWN = ("kingdoms", "leaders", "tiles", "treasures")


def kingdoms(view: Mapping[str, Any], lang: str) -> Panel:
    dynasties = [player["dynasty"] for player in view["players"]]
    return _panel(Keyed.of([*(view[name] for name in SHOWN), dynasties]), lang)


@lru_cache(maxsize=512)
def _panel(shown: Keyed, lang: str) -> Panel:
    (realms, leaders, tiles, treasures, dynasties), words = shown.value, game_catalogue(lang, FOLDER)
    stand = {at: (what, dynasties[seat]) for seat, own in enumerate(leaders) for what, at in own.items() if at}
    parts: list[str] = []
    for realm in realms:
        cells = set(realm)
        chiefs: dict[str, list[tuple[str, str]]] = {}
        for at, (what, dynasty) in stand.items():
            if at in cells:
                chiefs.setdefault(what, []).append((dynasty, at))
        held = [len(cells.intersection(tiles[what])) for what in TILES]
        parts.append(_row(ROW * len(parts), chiefs, held, len(cells.intersection(treasures)), words))
    if not parts:
        parts.append(fit_text(6, 26, words.say("panel.no_kingdom"), WIDE - 12, 15, cls="small"))
    title = words.say("panel.kingdoms")
    svg = Svg(WIDE, max(ROW * len(parts), ROW), defs(), "", "".join(parts), title)
    return Panel("kingdoms", title, svg, place="mine", room=ROOM)


def _row(y: int, chiefs: Mapping[str, list[tuple[str, str]]], held: list[int], treasures: int, words: Catalogue) -> str:
    """One kingdom: a colour without a leader shows its tiles alone, one that is fought about both leaders."""
    first = min(at for own in chiefs.values() for _, at in own)
    parts, said = [fit_text(4, y + 28, first, 40, 16, bold=True)], []
    for i, (leader, tile) in enumerate(zip(LEADERS, TILES, strict=True)):
        x, n = 46 + i * COLUMN, held[i]
        if leader in chiefs:
            left, size = (17, 34) if len(chiefs[leader]) == 1 else (8, 22)
            for k, (dynasty, _) in enumerate(chiefs[leader]):
                parts.append(use(f"te-{leader}-{dynasty}", x + left + 19 * k, y + 22, size))
            said.append(words.name("what", leader))
        elif n:
            parts.append(f'<g opacity=".55">{use(f"te-{tile}", x + 17, y + 22, 24)}</g>')
        if n or leader in chiefs:
            parts.append(fit_text(x + 38, y + 28, str(n), 24, 17, bold=leader in chiefs))
    if treasures:
        parts.append(use("te-treasure", WIDE - 34, y + 22, 24))
        parts.append(fit_text(WIDE - 19, y + 28, str(treasures), 18, 15))
    if y:
        parts.append(f'<path d="M4 {y}H{WIDE - 4}" stroke="{colour("line")}"/>')
    label = words.say("panel.kingdom", at=first, who=", ".join(said))
    return "".join(parts) + hit_rect(0, y + 1, WIDE, ROW - 2, label, at=first, about=True)
