"""The board as a picture: the map once, then after every action what stands in the regions and what they would cost."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from ludoteka.core.cards import called
from ludoteka.core.palette import colour
from ludoteka.core.svg import Svg, hit, num, text_at, use
from ludoteka.core.text import Catalogue, game_catalogue
from ludoteka.games.small_world.geometry import Layout, Place, layout
from ludoteka.games.small_world.symbols import INK, LAND, defs, race_emblem
from ludoteka.games.small_world.words import name_of

FOLDER = Path(__file__).parent
MARKS = ("fortress", "lair", "hole", "hero", "dragon")
DIE = 3  # the most that the reinforcement die can bring


@lru_cache(maxsize=64)
def _static(plan: Layout, terrains: tuple[str, ...], lang: str) -> str:
    """Sea with lined coasts, then each region as a wash and an engraving, its symbols and its name."""
    words = game_catalogue(lang, FOLDER)
    size = f'width="{num(plan.width)}" height="{num(plan.height)}"'
    coast, sea = colour("b-coast"), colour("b-sea-2")
    land = "".join(place.outline for place in plan.places if not place.water)
    parts = [
        f'<rect {size} fill="{colour("b-sea")}"/><rect {size} fill="url(#sw-water)"/><defs>',
        "".join(f'<path id="{_id(plan, place)}" d="{place.outline}"/>' for place in plan.places) if plan.key else "",
        f'<path id="sw-{plan.key}land" d="{land}" stroke-linejoin="round"/></defs>',
    ]
    under = f'<use href="#sw-{plan.key}land" fill="none" stroke='
    parts += [f'{under}"{sea}" stroke-width="{w}" opacity="{o}"/>' for w, o in ((44, 0.4), (28, 0.5), (15, 0.7))]
    parts.append(f'{under}"{coast}" stroke-width="9"/>')
    for place, terrain in zip(plan.places, terrains, strict=True):
        if place.water:
            continue
        wash = colour(f"w-{terrain}") if terrain in LAND else colour("b-frame")
        parts.append(_outline(plan, place, f'fill="{wash}"'))
        engraving = f"url(#sw-{terrain})" if terrain in LAND else "none"
        parts.append(_outline(plan, place, f'fill="{engraving}" stroke="{coast}" stroke-width="5"'))
    parts.append(f'{under}"{colour("b-ink")}" stroke-width="1.8" opacity=".7"/>')
    for place in plan.places:
        parts += [_sign(sign, x, y) for sign, (x, y) in place.signs]
        x, y = place.label
        look = 'class="desk label region" font-size="15" font-weight="700" text-anchor="middle" opacity=".8"'
        parts.append(text_at(x, y + 5, words.name("at", place.name), look))
    return "".join(parts) + _track(plan)


def _id(plan: Layout, place: Place) -> str:
    return f"sw-{plan.key}{place.name}"


def _outline(plan: Layout, place: Place, look: str) -> str:
    return f'<use href="#{_id(plan, place)}" {look}/>' if plan.key else f'<path {look} d="{place.outline}"/>'


def _sign(sign: str, x: float, y: float) -> str:
    ground, ink = (("#6c6158", "#fffaf0") if sign == "mountain" else (colour("b-key"), "#3a3227"))  # fmt: skip
    rim = colour("b-key") if sign == "mountain" else colour("b-ink")
    disc = f'<circle cx="{num(x)}" cy="{num(y)}" r="15" fill="{ground}" stroke="{rim}" stroke-width="2"/>'
    return disc + use(f"sw-m-{sign}", x, y - (1 if sign == "mountain" else 0), 19, fill=ink)


def _track(plan: Layout) -> str:
    """The way of the round marker, a dot per round."""
    if not plan.track:
        return ""
    line = "M" + "L".join(f"{num(x)} {num(y)}" for x, y in plan.track)
    dots = "".join(f'<circle cx="{num(x)}" cy="{num(y)}" r="8"/>' for x, y in plan.track)
    look = f'stroke="{colour("b-sea-ink")}" stroke-width="2"'
    return f'<path d="{line}" fill="none" {look}/><g fill="{colour("b-sea")}" {look}>{dots}</g>'


def draw(view: Mapping[str, Any], lang: str) -> Svg:
    words = game_catalogue(lang, FOLDER)
    plan = layout(view)
    names = view["names"]
    pieces, hits = [], []
    for r, place in zip(view["regions"], plan.places, strict=True):
        race = r["race"]
        marks = ""
        if race is not None:
            marks = "".join([m + " " for m in MARKS if r[m]])
            people = (r["owner"], r["state"], race, r["tokens"], name_of(names, race, words))
            pieces.append(_counter(place.middle, people, marks, r["camps"]))
        else:
            people = None
            if r["tribe"]:
                pieces.append(_tribe(place.middle))
            if r["dragon"] or r["hero"] or r["fortress"] or r["camps"]:
                marks = "".join([m + " " for m in MARKS if r[m]])
                pieces.append(_marks(place.middle, marks, r["camps"]))
        holder = called(view, r["owner"]) if people else ""
        hits.append(_hit(plan, place, lang, r["terrain"], people, holder, marks, r["camps"], r["tribe"]))
    fresh = _fresh(view, plan)
    # pieces stand above the areas to click, so that rings never run over them, and let the clicks through
    above = "".join(pieces) + fresh + _tags(view, plan)
    live = f'{_round(view, plan)}<g class="broad">{"".join(hits)}</g><g pointer-events="none">{above}</g>'
    terrains = tuple([r["terrain"] for r in view["regions"]])
    return Svg(plan.width, plan.height, defs(), _static(plan, terrains, lang), live, _label(view, words))


def _label(view: Mapping[str, Any], words: Catalogue) -> str:
    turn = words.say("panel.round", n=min(view["round"], view["rounds"]), most=view["rounds"])
    return f"{words.say('game.title')}, {turn}"


def _number(n: int, x: float, y: float) -> str:
    """Large enough for a board as wide as a phone."""
    look = 'class="on-key number" font-size="26" font-weight="800" text-anchor="middle"'
    return text_at(x, y + 9, n, look)


@lru_cache(maxsize=20_000)
def _counter(middle: tuple[float, float], people: tuple[int, str, str, int, str], marks: str, camps: int) -> str:
    """A people in a region: emblem, seat shape in the corner, number of tokens; hatched when in decline."""
    seat, state, race, tokens, _ = people
    size = "host" if tokens > 9 else "many" if tokens > 1 else "one"
    body = f'<use href="#sw-{size}-{state}"/>'
    emblem = f'<use href="#{race_emblem(race)}" x="-22" y="-22" width="44" height="44" fill="var(--on-me)"/>'
    count = _number(tokens, 28, 27)
    shape = use(f"sig-{seat + 1}", -29, -29, 25)
    place = f'transform="translate({num(middle[0])} {num(middle[1])})"'
    whose = f'data-piece="{seat} {race}"'
    return f'<g class="piece s{seat + 1} {state}" {whose} {place}>{body}{emblem}{count}{shape}{_row(marks, camps)}</g>'


@lru_cache(maxsize=512)
def _tribe(middle: tuple[float, float]) -> str:
    return f'<use class="piece tribe" href="#sw-tribe" x="{num(middle[0])}" y="{num(middle[1])}"/>'


@lru_cache(maxsize=512)
def _marks(middle: tuple[float, float], marks: str, camps: int) -> str:
    return f'<g class="piece" transform="translate({num(middle[0])} {num(middle[1])})">{_row(marks, camps)}</g>'


def _row(marks: str, camps: int) -> str:
    """What a people has put beside its tokens, down the left side."""
    parts = []
    for i, mark in enumerate([*marks.split(), *(["camp"] if camps else [])]):
        x, y = ((-30, 32), (-38, -2), (-4, 38))[min(i, 2)]
        art = f'<use href="#sw-disc" x="{x}" y="{y}"/>' + use(f"sw-m-{mark}", x, y, 22, fill="#3a3227")
        if mark == "camp" and camps > 1:
            wide = f'<rect x="{x - 31}" y="{y - 17}" width="48" height="34" rx="17" fill="{colour("b-key")}" '
            art = f'{wide}stroke="{INK}" stroke-width="2"/>' + use("sw-m-camp", x - 16, y, 20, fill="#3a3227")
            art += _number(camps, x + 4, y)
        parts.append(f'<g class="mark-{mark}">{art}</g>')
    return "".join(parts)


@lru_cache(maxsize=20_000)
def _hit(
    plan: Layout, place: Place, lang: str, terrain: str,
    people: tuple[int, str, str, int, str] | None, holder: str, marks: str, camps: int, tribe: bool,
) -> str:  # fmt: skip
    words = game_catalogue(lang, FOLDER)
    args: dict[str, Any] = {"at": place.name, "terrain": terrain}
    if people is not None:
        seat, state, _, tokens, what = people
        holder = holder or words.say("panel.seat", seat=seat + 1)
        held = {"what": what, "state": state, "tokens": tokens, "holder": holder}
        label = words.say("draw.region_held", **args, **held)
    else:
        label = words.say("draw.region_tribe" if tribe else "draw.region", **args)
    more = [words.name("symbol", sign) for sign, _ in place.signs if sign != "mountain"]
    more += [words.name("what", mark) for mark in marks.split()]
    more += [f"{words.name('what', 'camp')} × {camps}"] if camps else []
    shape = f'<use href="#{_id(plan, place)}"/>' if plan.key else f'<path d="{place.outline}"/>'
    return hit(shape, ", ".join([label, *more]), at=place.name)


def _round(view: Mapping[str, Any], plan: Layout) -> str:
    n = min(view["round"], view["rounds"])
    if not plan.track:
        return ""
    x, y = plan.track[n - 1]
    disc = f'<circle cx="{num(x)}" cy="{num(y)}" r="19" fill="{colour("b-key")}" stroke="{INK}" stroke-width="2.5"/>'
    return disc + _number(n, x, y)


def _fresh(view: Mapping[str, Any], plan: Layout) -> str:
    """A pennant on every region taken this turn."""
    taken = view["this_turn"]["taken"]
    if not taken:
        return ""
    spots = _middles(plan)
    return "".join([_pennant(spots[name]) for name in taken])


@cache
def _middles(plan: Layout) -> dict[str, tuple[float, float]]:
    return {place.name: place.middle for place in plan.places}


@lru_cache(maxsize=512)
def _pennant(middle: tuple[float, float]) -> str:
    x, y = middle
    under = f'<path transform="translate({num(x + 22)} {num(y - 56)}) scale(1.4)" d="M5 1.5h2.5V3l13 4.5-13 5V23H5z" '
    return f'<g class="fresh">{under}fill="#fffaf0" stroke="{INK}" stroke-width="1.6" stroke-linejoin="round"/></g>'


def _tags(view: Mapping[str, Any], plan: Layout) -> str:
    """Prices of the regions in reach, for the one who decides; with a die where it could bring what is missing."""
    asked = view["asked"]
    if not asked or "costs" not in asked or view["seat"] != view["to_move"]:
        return ""
    hand = asked.get("ready", asked.get("hand", 0))
    spots = _middles(plan)
    held = {r["name"] for r in view["regions"] if r["race"] is not None or r["tribe"]}
    tags = []
    for at, need in asked["costs"].items():
        if need <= hand or (hand > 0 and need - hand <= DIE):
            tags.append(_tag(spots[at], plan.width, need, need > hand, at in held))
    return "".join(tags)


@lru_cache(maxsize=4096)
def _tag(middle: tuple[float, float], board: float, need: int, die: bool, above: bool) -> str:
    wide = (94 if die else 64) + (16 if need > 9 else 0)
    x = min(max(middle[0], wide / 2 + 2), board - wide / 2 - 2)
    y = max(21.0, middle[1] - (56 if above else 0))
    pill = f'<rect x="{-wide / 2}" y="-19" width="{wide}" height="38" rx="19"/>'
    art = f'<use class="ti" href="#i-token" x="{-wide / 2 + 9}" y="-11" width="22" height="22"/>'
    art += text_at(-wide / 2 + (54 if need > 9 else 46), 9, need, 'class="number" font-size="26"')
    art += f'<use class="ti" href="#i-die" x="{wide / 2 - 33}" y="-11" width="22" height="22"/>' if die else ""
    return f'<g class="tag" transform="translate({num(x)} {num(y)})">{pill}{art}</g>'
