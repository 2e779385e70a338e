"""What lies beside the board: the turn, the column of combinations, the players, the supply. And the board as text."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from ludoteka.core.cards import deck
from ludoteka.core.ink import of_seats
from ludoteka.core.palette import colour
from ludoteka.core.svg import Keyed, Panel, Svg, fit_text, hit_rect, num, seat_sign, text_width, use, wrap_text
from ludoteka.core.text import Catalogue, game_catalogue
from ludoteka.games.small_world.banners import banner, brief, chip
from ludoteka.games.small_world.geometry import layout
from ludoteka.games.small_world.symbols import INK as LINE
from ludoteka.games.small_world.symbols import defs, power_emblem, race_emblem
from ludoteka.games.small_world.talents import hint
from ludoteka.games.small_world.words import combo_name, name_of

FOLDER = Path(__file__).parent
WIDTH = 320.0
BROAD = 1.15  # a board so much wider than high has room below it instead of beside
GAP = 14.0
NARROW = 256.0  # of the combinations: as wide as their place, so that the text keeps its size
SHORT = 10.0
"""The least size: a word that does not fit at it is broken."""
TOLD = 47.0
"""Where the first line stands that says what the two can do."""
VOWELS = "aeiouyаеёиоуыэюя"


def panels(view: Mapping[str, Any], lang: str) -> list[Panel]:
    words = game_catalogue(lang, FOLDER)
    n = min(view["round"], view["rounds"])
    result = [Panel("turn", words.say("panel.round", n=n, most=view["rounds"]), _turn(view, words), place="act")]
    for player in view["players"]:
        seat = player["seat"]
        title, drawn = words.say("panel.seat", seat=seat + 1), banner(view, player, lang)
        result.append(
            Panel(f"seat-{seat}", title, drawn, seat, brief=brief(player, lang), plays=_plays(view, player, words))
        )
    result.append(Panel("column", words.say("panel.column"), _column(view, words), place="mine"))
    result.append(Panel("supply", words.say("panel.supply"), _supply(view, words), place="mine"))
    return result


def _plays(view: Mapping[str, Any], player: Mapping[str, Any], words: Catalogue) -> str:
    """The active people of a player."""
    active = next((p for p in player["peoples"] if p["active"]), None)
    return combo_name(view["names"], active["race"], active["power"], words) if active else ""


def _turn(view: Mapping[str, Any], words: Catalogue) -> Svg:
    """Rounds as a bar, then whose turn it is, what the people has in hand, and the die."""
    asked = view["asked"] or {}
    people = asked.get("people")
    title = words.say("panel.turn")
    body = _rounds(min(view["round"], view["rounds"]), view["rounds"])
    if view["over"]:
        return Svg(WIDTH, 20, defs(), "", body, title)
    body += seat_sign(view["turn"], 18, 42, 30)
    if people is not None:
        hand = asked["hand"]
        body += _hand(people["seat"], people["race"], people["state"], hand)
        body += fit_text(42, 47, words.say("panel.in_hand", n=hand), 100, 14, bold=True)
    y = 78.0
    if "need" in asked:
        line = words.say("panel.needs", at=asked["at"], need=asked["need"], hand=asked.get("hand", 0))
        body += use("i-die", 18, y, 22, fill=colour("ink-2")) + fit_text(42, y + 5, line, 270, 13, bold=True)
        y += 28
    elif view["die"] is not None:
        n = view["die"]["n"]
        body += use(f"sw-die-{n}", 18, y, 26, "piece") + seat_sign(view["die"]["seat"], 46, y, 18)
        body += fit_text(60, y + 5, words.say("panel.roll", n=n), 94, 13)
        body += _taken(view, words, 160, y)
        y += 28
    elif view["this_turn"]["taken"]:
        body += _taken(view, words, 8, y)
        y += 28
    return Svg(WIDTH, y - 14, defs(), "", body, title)


def _taken(view: Mapping[str, Any], words: Catalogue, x: float, y: float) -> str:
    n = len(view["this_turn"]["taken"])
    line = fit_text(x + 34, y + 5, words.say("panel.fresh", n=n), WIDTH - x - 40, 13)
    return use("sw-m-fresh", x + 12, y, 20, fill=colour("ink-2")) + line


@lru_cache(maxsize=64)
def _rounds(n: int, most: int) -> str:
    step = WIDTH / most
    bars = []
    for i in range(1, most + 1):
        paint = colour("accent") if i < n else colour("ink") if i == n else colour("line")
        high = 12 if i == n else 7
        shape = (
            f'x="{num((i - 1) * step + 2)}" y="{num(10 - high / 2)}" width="{num(step - 4)}" height="{high}" rx="3.5"'
        )
        bars.append(f'<rect {shape} fill="{paint}"/>')
    return "".join(bars)


@lru_cache(maxsize=2048)
def _hand(seat: int, race: str, state: str, n: int) -> str:
    """The tokens in hand, overlapping where they are many."""
    if not n:
        return ""
    step = min(24.0, 138.0 / max(1, n - 1))
    tokens = "".join(chip(race, state, WIDTH - 18 - i * step, 42, 30) for i in reversed(range(n)))
    return f'<g class="s{seat + 1} {state}">{tokens}</g>'


def _column(view: Mapping[str, Any], words: Catalogue) -> Svg:
    """The combinations from the cheapest on, each with what it can do."""
    plan = layout(view)
    columns = 2 if plan.width > BROAD * plan.height else 1
    offered = Keyed.of({name: view.get(name, "") for name in ("column", "names", "custom")})
    height, body = _combos(offered, columns, words.lang)
    return Svg(columns * (NARROW + GAP) - GAP, height, defs(), "", body, words.say("panel.column"))


@lru_cache(maxsize=512)
def _combos(offered: Keyed, columns: int, lang: str) -> tuple[float, str]:
    """How high they are together, and they."""
    view, words, cards = offered.value, game_catalogue(lang, FOLDER), deck(__package__, lang)
    rows, bottom = [], [0.0, 0.0]
    half = -(-len(view["column"]) // columns)
    for i, combo in enumerate(view["column"]):
        race, power = combo["race"], combo["power"]
        tokens = combo["power_tokens"] + combo["race_tokens"] + combo["extra_tokens"]
        name = combo_name(view["names"], race, power, words)
        hints = " · ".join(hint(view, what, cards) for what in (power, race))
        height, body = _combo(words.lang, combo["price"], race, power, name, hints, tokens, combo["coins"])
        x, y = i // half * (NARROW + GAP), bottom[i // half]
        rows.append(f'<g class="texts" transform="translate({num(x)} {num(y)})">{body}</g>')
        bottom[i // half] += height
    if columns == 2:  # a phone puts them below each other
        rows = [*rows[:half], '<g class="second">', *rows[half:], "</g>"]
    return max(*bottom, 20), "".join(rows)


@lru_cache(maxsize=4096)
def _combo(
    lang: str, price: int, race: str, power: str, name: str, hints: str, tokens: int, coins: int
) -> tuple[float, str]:  # fmt: skip
    """Badge and banner, the name, tokens and price; below them what the two can do."""
    words = game_catalogue(lang, FOLDER)
    coin, key = colour("r-coin"), colour("b-key")
    parts = [f'<path d="M0 0h{num(NARROW)}" stroke="{colour("line")}"/>' if price else ""]
    disc = f'<circle cx="19" cy="19" r="12" fill="{key}" stroke="{LINE}" stroke-width="1.4"/>'
    parts.append(disc + use(power_emblem(power), 19, 19, 16, fill="#3a3227"))
    box = f'<rect x="34" y="7" width="24" height="24" rx="5" fill="{key}" stroke="{LINE}" stroke-width="1.4"/>'
    parts.append(box + use(race_emblem(race), 46, 19, 18, fill="#3a3227"))
    parts.append(_named(name, NARROW - 64 - 6))
    parts.append(
        use("i-token", 92, 28, 15, fill=colour("ink-2")) + fit_text(82, 33, str(tokens), 18, 14, "end", bold=True)
    )
    x, shown = NARROW - (33.0 if coins else 10.0), f"−{price}" if price else "0"
    parts.append(use("i-coin", x - 7, 28, 15, fill=coin) + fit_text(x - 17, 33, shown, 20, 14, "end", bold=True))
    if coins:
        parts.append(fit_text(NARROW - 8, 33, f"+{coins}", 22, 13, "end", bold=True))
    lines = wrap_text(hints, NARROW - 16, 12.5)
    block = "".join(fit_text(8, TOLD + 14.5 * i, line, NARROW - 16, 12.5, cls="small") for i, line in enumerate(lines))
    height = TOLD + 10 + 14.5 * max(len(lines) - 1, 1)  # room for two, so that the others keep their places
    said = [name, words.say("panel.tokens", n=tokens), words.say("panel.price", n=price), hints]
    said += [words.say("panel.on_it", n=coins)] if coins else []
    area = hit_rect(2, 2, NARROW - 4, height - 6, ", ".join(said), what=race)
    return height, "".join(parts) + block + area


def _named(name: str, room: float) -> str:
    """In one line, smaller if need be; a name that is too long even so breaks, and so does a word."""
    for large in (14.0, 13.0, 12.0, 11.0):
        if text_width(name, large, bold=True) <= room:
            return fit_text(64, 17, name, room, large, bold=True)
    lines = wrap_text(" ".join(_broken(word, room) for word in name.split()), room, SHORT, bold=True)
    return "".join(fit_text(64, 11 + i * 9.5, line, room, SHORT, bold=True) for i, line in enumerate(lines[:3]))


def _broken(word: str, room: float) -> str:
    """A word that does not fit a line, in two parts: after a vowel, as late as it may be."""
    if text_width(word, SHORT, bold=True) <= room:
        return word
    ends = range(len(word) - 3, 2, -1)
    cut = [i for i in ends if word[i - 1] in VOWELS and text_width(f"{word[:i]}-", SHORT, bold=True) <= room]
    return f"{word[: cut[0]]}- {word[cut[0] :]}" if cut else word


def _supply(view: Mapping[str, Any], words: Catalogue) -> Svg:
    """Tokens of every race in the tray; then fortresses, and how many banners and badges are still to come."""
    stacks = view["stacks"]
    rest = (view["fortresses_left"], stacks["banners"], stacks["badges"])
    tray = tuple([(race, name_of(view["names"], race, words), n) for race, n in view["tray"].items()])
    height, body = _tray(words.lang, tray, rest)
    return Svg(WIDTH, height, defs(), "", body, words.say("panel.supply"))


@lru_cache(maxsize=1024)
def _tray(lang: str, tray: tuple[tuple[str, str, int], ...], rest: tuple[int, int, int]) -> tuple[float, str]:
    words = game_catalogue(lang, FOLDER)
    parts = [fit_text(2, 14, words.say("panel.tray"), WIDTH - 4, 15, cls="small")]
    wide, step = 7, WIDTH / 7
    for i, (race, name, n) in enumerate(tray):
        x, y = i % wide * step + 1, 34.0 + i // wide * 26
        emblem = use(race_emblem(race), x + 10, y, 19, fill=colour("ink-2"))
        count = fit_text(x + 21, y + 6, str(n), 24, 16, bold=True)
        parts.append(emblem + count + hit_rect(x - 1, y - 12, step - 2, 25, f"{name}: {n}", what=race, about=True))
    y = 36.0 + (len(tray) + wide - 1) // wide * 26
    keys = (("fortresses", "sw-m-fortress"), ("banners", "i-token"), ("badges", "sw-p-heroic"))
    for i, ((key, art), n) in enumerate(zip(keys, rest, strict=True)):
        x, label = i * WIDTH / 3, words.say(f"panel.{key}")
        parts.append(
            use(art, x + 14, y, 20, fill=colour("ink-2")) + fit_text(x + 30, y + 5.5, str(n), 40, 17, bold=True)
        )
        parts.append(fit_text(x + 4, y + 24, label, WIDTH / 3 - 6, 15, cls="small"))
        parts.append(hit_rect(x, y - 14, WIDTH / 3 - 4, 42, f"{label}: {n}", what=key, about=True))
    return y + 32, "".join(parts)


def _lines(view: Mapping[str, Any], player: Mapping[str, Any], words: Catalogue) -> list[str]:
    """A player in a few lines: coins, then each people with what it holds."""
    coins = player["coins"]
    lines = [words.say("panel.coins_hidden") if coins is None else words.say("panel.coins", n=coins)]
    for people in player["peoples"]:
        race, power = people["race"], people["power"]
        name = combo_name(view["names"], race, power, words) if power else name_of(view["names"], race, words)
        where = words.say("panel.on_board", n=len(people["regions"]), tokens=people["tokens"])
        hand = f", {words.say('panel.hand', n=people['hand'])}" if people["hand"] else ""
        lines.append(f"{name} ({words.name('state', people['state'])}): {where}{hand}")
    if player["aside"]:
        lines.append(words.say("panel.aside", n=player["aside"]))
    if player["camps_in_hand"]:
        lines.append(words.say("panel.camps", n=player["camps_in_hand"]))
    if player["ally"] is not None:
        lines.append(words.say("panel.ally", player=player["ally"] + 1))
    if not any(people["active"] for people in player["peoples"]):
        lines.append(words.say("panel.no_race"))
    return lines


INK = of_seats(r"(?:Player|Игрок) {n}\b") | {r"\((?:in decline|в упадке)": "dim", r"(?m)^\s+\S+\d\b": "bold"}
"""The players' names in their colours."""


def text(view: Mapping[str, Any], lang: str) -> str:
    """The whole table in plain characters."""
    words = game_catalogue(lang, FOLDER)
    lines = [words.say("panel.round", n=min(view["round"], view["rounds"]), most=view["rounds"])]
    for region in view["regions"]:
        ground = ", ".join(
            [words.name("terrain", t) for t in region["terrains"]]
            + [words.name("symbol", m) for m in region["symbols"]]
        )
        stands = []
        if region["owner"] is not None:
            name = name_of(view["names"], region["race"], words)
            seat = words.say("panel.seat", seat=region["owner"] + 1)
            stands.append(f"{region['tokens']} × {name} ({words.name('state', region['state'])}, {seat})")
        marks = [key for key in ("tribe", "fortress", "lair", "hole", "hero", "dragon") if region[key]]
        stands += [words.name("what", mark) for mark in marks] + [words.name("what", "camp")] * region["camps"]
        lines.append(f"{region['name']:>4}  {ground:<28} {', '.join(stands) or '·'}")
    for combo in view["column"]:
        name = combo_name(view["names"], combo["race"], combo["power"], words)
        on_it = f", {words.say('panel.on_it', n=combo['coins'])}" if combo["coins"] else ""
        lines.append(f"{name}: {words.say('panel.price', n=combo['price'])}{on_it}")
    for player in view["players"]:
        seat = words.say("panel.seat", seat=player["seat"] + 1)
        lines.append(f"{seat}: " + "; ".join(_lines(view, player, words)))
    return "\n".join(lines)
