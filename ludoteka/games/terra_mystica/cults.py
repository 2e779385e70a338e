"""The four cult tracks: the steps with their power, everybody's marker, the priests in the orders."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from ludoteka.core.palette import colour
from ludoteka.core.svg import Keyed, Svg, fit_text, hit_rect, num, use
from ludoteka.core.text import Catalogue, game_catalogue
from ludoteka.games.terra_mystica.data import CULT_POWER, CULT_TOP, CULTS, ORDER_SPACES
from ludoteka.games.terra_mystica.symbols import CULT_ICON, INK, defs, icon

FOLDER = Path(__file__).parent
WIDTH, STEP, TOP = 340.0, 19.0, 44.0
TRACK = 82.0
HEIGHT = TOP + 11 * STEP + 34


def cults(view: Any, sides: list[str], lang: str) -> Svg:
    words = game_catalogue(lang, FOLDER)
    folk = [words.name("faction", s["faction"]) if s["faction"] else "" for s in view["sides"]]
    live = _live(Keyed.of((view["cults"], sides, folk)), lang)
    return Svg(WIDTH, HEIGHT, defs(), _static(lang), live, words.say("panel.cults"))


@lru_cache(maxsize=8)
def _static(lang: str) -> str:
    words = game_catalogue(lang, FOLDER)
    parts = []
    for k, cult in enumerate(CULTS):
        x = 1 + k * (TRACK + 3.6)
        paint = colour(f"c-{cult.lower()}")
        box = f'<rect x="{num(x)}" y="1" width="{num(TRACK)}" height="{num(HEIGHT - 2)}" rx="9"'
        parts.append(f'{box} fill="{paint}" opacity=".13"/>{box} fill="none" stroke="{paint}" opacity=".55"/>')
        parts.append(icon(CULT_ICON[cult], x + 14, 17, 18))
        parts.append(fit_text(x + 26, 22, words.name("what", cult), TRACK - 33, 13, bold=True))
        for level in range(CULT_TOP + 1):
            y = TOP + (CULT_TOP - level) * STEP
            power = CULT_POWER[level]
            if power:
                shade = f'x="{num(x + 4)}" y="{num(y - 9)}" width="{num(TRACK - 8)}" height="18" rx="4"'
                parts.append(f'<rect {shade} fill="{paint}" opacity=".26"/>')
                parts.append(fit_text(x + TRACK - 21, y + 4, str(power), 12, 11.5, "end", bold=True))
                parts.append(icon("power", x + TRACK - 13, y, 12))
            parts.append(fit_text(x + 13, y + 4, str(level), 18, 11.5, "middle", bold=bool(power), cls="small"))
    return "".join(parts)


@lru_cache(maxsize=1024)
def _live(shown: Keyed, lang: str) -> str:
    tracks, sides, folk = shown.value
    words = game_catalogue(lang, FOLDER)
    parts, hits = [], []
    for k, cult in enumerate(CULTS):
        x = 1 + k * (TRACK + 3.6)
        on: dict[int, int] = {}
        said = [words.name("what", cult)]
        for seat, level in enumerate(tracks[cult]["markers"]):
            if level < 0:
                continue
            place = on[level] = on.get(level, -1) + 1
            y = TOP + (CULT_TOP - level) * STEP
            parts.append(f'<g class="{sides[seat]}">{use(f"sig-{seat + 1}", x + 30 + place * 12, y, 15)}</g>')
            said.append(f"{folk[seat]} {level}")
        if tracks[cult]["top"] < 0:
            parts.append(icon("key", x + 30, TOP, 13))
        parts += _orders(tracks[cult]["orders"], sides, x)
        hits.append(hit_rect(x, 1, TRACK, HEIGHT - 2, _said(said, tracks[cult]["orders"], words), what=cult, radius=9))
    return "".join(parts + hits)


def _said(said: list[str], orders: list[int], words: Catalogue) -> str:
    free = ", ".join(str(n) for n, seat in zip(ORDER_SPACES, orders, strict=True) if seat < 0)
    return ", ".join(said) + (f"; {words.say('draw.order_free', places=free)}" if free else "")


def _orders(orders: list[int], sides: list[str], x: float) -> list[str]:
    """The spaces for priests: free ones show their steps, the others who sits there."""
    y = TOP + 11 * STEP + 12
    parts = []
    for i, (steps, seat) in enumerate(zip(ORDER_SPACES, orders, strict=True)):
        cx = x + 12 + i * 19.4
        disc = f'<circle cx="{num(cx)}" cy="{num(y)}" r="8.8" '
        if seat < 0:
            parts.append(f'{disc}fill="{colour("card")}" stroke="{colour("line-2")}" stroke-dasharray="2.5 2"/>')
            parts.append(fit_text(cx, y + 4, str(steps), 14, 11.5, "middle", bold=True))
        else:
            body = f'{disc}fill="var(--me)" stroke="{INK}" stroke-width="1.3"/>'
            parts.append(f'<g class="{sides[seat]}">{body}{use("i-priest", cx, y - 0.5, 13, fill="var(--on-me)")}</g>')
    return parts
