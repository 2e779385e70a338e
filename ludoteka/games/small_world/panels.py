"""What lies beside the board: the column of combinations, and one panel per player. And the board as text."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ludoteka.core.svg import Panel, Svg, fit_text, hit_rect, seat_defs, seat_sign
from ludoteka.core.text import Catalogue, game_catalogue
from ludoteka.games.small_world.words import combo_name, name_of

FOLDER = Path(__file__).parent
WIDTH, ROW = 260.0, 44.0


def panels(view: Mapping[str, Any], lang: str) -> list[Panel]:
    words = game_catalogue(lang, FOLDER)
    result = [Panel("column", words.say("panel.column"), _column(view, words))]
    for player in view["players"]:
        seat = player["seat"]
        lines = _lines(view, player, words)
        body = seat_sign(seat, 20, 22, 30, str(seat + 1))
        for i, line in enumerate(lines):
            body += fit_text(44, 18 + 18 * i, line, WIDTH - 50, 13, bold=i == 0)
        svg = Svg(WIDTH, max(ROW, 26 + 18 * len(lines)), seat_defs(), "", body)
        result.append(Panel(f"seat-{seat}", words.say("panel.seat", seat=seat + 1), svg, seat))
    return result


def _column(view: Mapping[str, Any], words: Catalogue) -> Svg:
    body = ""
    for i, combo in enumerate(view["column"]):
        y = i * ROW
        name = combo_name(view["names"], combo["race"], combo["power"], words)
        tokens = combo["race_tokens"] + combo["power_tokens"] + combo["extra_tokens"]
        small = (
            f"{tokens} · {words.say('panel.price', n=combo['price'])} · {words.say('panel.on_it', n=combo['coins'])}"
        )
        body += fit_text(8, y + 18, name, WIDTH - 16, 14, bold=True)
        body += fit_text(8, y + 34, small, WIDTH - 16, 12, cls="small")
        body += hit_rect(0, y, WIDTH, ROW - 2, f"{name}, {small}", what=combo["race"])
    return Svg(WIDTH, max(1, len(view["column"])) * ROW, seat_defs(), "", body)


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
