"""What lies beside the board: the turn, the column of combinations, the players, the supply. And the board as text."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from ludoteka.core.palette import colour
from ludoteka.core.svg import Panel, Svg, fit_text, hit_rect, num, seat_sign, tooltip, use
from ludoteka.core.text import Catalogue, game_catalogue
from ludoteka.games.small_world.banners import banner, brief, chip
from ludoteka.games.small_world.symbols import INK, defs, power_emblem, race_emblem
from ludoteka.games.small_world.words import combo_name, name_of

FOLDER = Path(__file__).parent
WIDTH, ROW = 320.0, 76.0


def panels(view: Mapping[str, Any], lang: str) -> list[Panel]:
    words = game_catalogue(lang, FOLDER)
    n = min(view["round"], view["rounds"])
    result = [Panel("turn", words.say("panel.round", n=n, most=view["rounds"]), _turn(view, words), place="act")]
    for player in view["players"]:
        seat = player["seat"]
        title, drawn = words.say("panel.seat", seat=seat + 1), banner(view, player, lang)
        result.append(Panel(f"seat-{seat}", title, drawn, seat, brief=brief(player, words)))
    result.append(Panel("column", words.say("panel.column"), _column(view, words)))
    result.append(Panel("supply", words.say("panel.supply"), _supply(view, words)))
    return result


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
    rows = []
    for i, combo in enumerate(view["column"]):
        race, power = combo["race"], combo["power"]
        names = (name_of(view["names"], power, words), name_of(view["names"], race, words))
        whole = combo_name(view["names"], race, power, words)
        tokens = (combo["power_tokens"], combo["race_tokens"], combo["extra_tokens"])
        rows.append(_combo(words.lang, i, combo["price"], race, power, names, whole, tokens, combo["coins"]))
    height = max(1, len(rows)) * ROW
    return Svg(WIDTH, height, defs(), "", "".join(rows), words.say("panel.column"))


@lru_cache(maxsize=4096)
def _combo(
    lang: str, row: int, price: int, race: str, power: str, names: tuple[str, str], whole: str,
    tokens: tuple[int, int, int], coins: int,
) -> str:  # fmt: skip
    """Badge above, banner below, each with what it does; price on the left, tokens and coins on the right."""
    words = game_catalogue(lang, FOLDER)
    y = row * ROW
    coin, key = colour("r-coin"), colour("b-key")
    parts = [f'<path d="M0 {num(y)}h{num(WIDTH)}" stroke="{colour("line")}"/>' if row else ""]
    parts.append(fit_text(13, y + 34, str(price), 22, 18, "middle", bold=True))
    parts.append(use("i-coin", 13, y + 50, 17, fill=coin))
    disc = f'<circle cx="47" cy="{num(y + 21)}" r="15" fill="{key}" stroke="{INK}" stroke-width="1.5"/>'
    parts.append(disc + use(power_emblem(power), 47, y + 21, 20, fill="#3a3227"))
    box = (
        f'<rect x="32" y="{num(y + 41)}" width="30" height="30" rx="6" fill="{key}" stroke="{INK}" stroke-width="1.5"/>'
    )
    parts.append(box + use(race_emblem(race), 47, y + 56, 22, fill="#3a3227"))
    for k, (id, name) in enumerate(zip((power, race), names, strict=True)):
        line = y + 17 + 35 * k
        parts.append(fit_text(72, line, name, 168, 14, bold=True))
        parts.append(fit_text(72, line + 16, words.messages.get(f"hint.{id}", ""), WIDTH - 74, 12, cls="small"))
    total = sum(tokens)
    parts.append(fit_text(WIDTH - 26, y + 20, str(total), 40, 17, "end", bold=True))
    parts.append(use("i-token", WIDTH - 13, y + 14, 18, fill=colour("ink-2")))
    said = [whole, words.say("panel.tokens", n=total), words.say("panel.price", n=price)]
    if coins:
        parts.append(fit_text(WIDTH - 26, y + 53, f"+{coins}", 40, 15, "end", bold=True))
        parts.append(use("i-coin", WIDTH - 13, y + 48, 18, fill=coin))
        said.append(words.say("panel.on_it", n=coins))
    parts.append(hit_rect(0, y + 1, WIDTH, ROW - 2, ", ".join(said), what=race))
    return "".join(parts)


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
    parts = [fit_text(2, 14, words.say("panel.tray"), WIDTH - 4, 12.5, cls="small")]
    wide, step = 5, WIDTH / 5
    for i, (race, name, n) in enumerate(tray):
        x, y = i % wide * step + 4, 38.0 + i // wide * 32
        emblem = use(race_emblem(race), x + 12, y, 22, fill=colour("ink-2"))
        count = fit_text(x + 28, y + 5.5, str(n), 30, 15, bold=True)
        parts.append(f"<g>{tooltip(f'{name}: {n}')}{emblem}{count}</g>")
    y = 38.0 + (len(tray) + wide - 1) // wide * 32
    keys = (("panel.fortresses", "sw-m-fortress"), ("panel.banners", "i-token"), ("panel.badges", "sw-p-heroic"))
    for i, ((key, art), n) in enumerate(zip(keys, rest, strict=True)):
        x = i * WIDTH / 3
        parts.append(
            use(art, x + 14, y, 20, fill=colour("ink-2")) + fit_text(x + 30, y + 5.5, str(n), 40, 15, bold=True)
        )
        parts.append(fit_text(x + 4, y + 24, words.say(key), WIDTH / 3 - 8, 12, cls="small"))
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
        lines.append(f"{combo['price']}: {name} ({words.say('panel.on_it', n=combo['coins'])})")
    for player in view["players"]:
        seat = words.say("panel.seat", seat=player["seat"] + 1)
        lines.append(f"{seat}: " + "; ".join(_lines(view, player, words)))
    return "\n".join(lines)
