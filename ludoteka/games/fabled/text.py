"""The row in plain characters, for the terminal: a line per path, sages as circled numbers, spirits as ☯."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludoteka.core.ink import SEATS
from ludoteka.core.text import Catalogue, game_catalogue
from ludoteka.games.fabled import words as say
from ludoteka.games.fabled.lands import cells_of
from ludoteka.games.fabled.symbols import FOLDER

SIGNS = "①②③④⑤"
LEVELS = {"upper": "▔", "middle": "─", "lower": "▁"}
"""At which height a path enters a land and leaves it: lands join where these meet."""
INK = {sign: f"bold {ink}" for sign, ink in zip(SIGNS, SEATS, strict=True)}
INK |= {"☯": "bold white", r"@[^—|→┘\n①-⑤☯]+": "yellow"}


def text(view: Mapping[str, Any], lang: str) -> str:
    words = game_catalogue(lang, FOLDER)
    lines = [] if view["part"] == "chapters" else [words.say(f"part.{view['part']}", n=view["round"])]
    lines.append(time_line(view, words))
    if view["event"]:
        card = say.named(view["names"], view["event"]["id"], words)
        lines.append(f"{card}. {say.event(words, view['event']['text'])}")
    for land in view["row"]:
        lines.extend(land_lines(view, land, words))
    lines.append(f"{words.say('panel.open')}:")
    for terrain, cards in view["open"].items():
        deck = words.say("draw.deck", n=view["decks"][terrain])
        lines.append(f"  {words.name('terrain', terrain)} · {say.price_now(view, terrain, words)} · {deck}")
        for land in filter(None, cards):
            lines.extend("    " + line for line in land_lines(view, land, words))
    lines += place_lines(view, words)
    for seat in range(view["seats"]):
        lines.append(f"{SIGNS[seat]} {stock(view, seat, words)}")
        lines += [ally_line(view, ally, words) for ally in view["allies"][seat]]
    if view["spirits"]:
        spirits = view["spirits"]
        lines.append(f"☯ {stock(view, spirits['side'], words)}. {words.say('draw.tricks', n=spirits['tricks_held'])}.")
        lines.extend(f"   {say.told(words, entry)}" for entry in spirits["told"])
    return "\n".join(lines)


def time_line(view: Mapping[str, Any], words: Catalogue) -> str:
    """The time board: how long the match is, and what comes when."""
    time = view["time"]
    marks = {kind: ", ".join(map(str, time[kind])) or "–" for kind in ("events", "allies")}
    told = words.say("text.time" if time["end"] else "text.endless", n=time["at"], most=time["end"], **marks)
    more = []
    if spirits := view["spirits"]:
        at, terrain = time["escalation"], spirits["territory"]
        more = [words.say("draw.escalated")] if spirits["escalated"] else [words.say("draw.escalation_at", n=at)]
        more += [words.say("draw.territory", terrain=words.name("terrain", terrain))] if terrain else []
    return " ".join([told, *(f"{sentence}." for sentence in more)])


def place_lines(view: Mapping[str, Any], words: Catalogue) -> list[str]:
    """What each place does that can be seen in the row or on an open land."""
    lands = [*view["row"], *(land for cards in view["open"].values() for land in cards if land)]
    cells = [cell for land in lands for cell in cells_of(land)]
    seen = dict.fromkeys(place for cell in cells for place in (*cell["places"], *cell.get("tokens", ())))
    told = [f"  {say.named(view['names'], p, words)}: {say.effects(words, view['places'][p]['effects'])}" for p in seen]
    return [f"{words.say('panel.places')}:", *told] if told else []


def ally_line(view: Mapping[str, Any], ally: Mapping[str, Any], words: Catalogue) -> str:
    """An ally with what it does now."""
    does = ally["empowerment"] if ally["empowered"] else ally["ability"]
    mark = f" ({words.say('draw.empowered')})" if ally["empowered"] else ""
    return f"    {say.named(view['names'], ally['id'], words)}{mark}: {say.ability(words, does)}"


def land_lines(view: Mapping[str, Any], land: Mapping[str, Any], words: Catalogue) -> list[str]:
    lines, signs = [], f"{SIGNS[: view['seats']]}☯"
    for path in land["paths"]:
        cells = []
        for cell in path["cells"]:
            places = "/".join(say.named(view["names"], p, words) for p in (*cell["places"], *cell.get("tokens", ())))
            sages = "".join(signs[sage["side"]] for sage in cell.get("sages", ()))
            cells.append(f"{cell['no']}{'@' + places if places else ''}{sages}")
        dead = path["kind"] == "dead_end"
        joints = f"{''.join(LEVELS[e] for e in land['entries'])}→{LEVELS[land['exit']]}"
        head = f"{'┘':>10}" if dead else f"{land['id']:4} {joints:5}"
        lines.append(f"{head} {' — '.join(cells)}{'' if dead else ' →' if land.get('joined') else ' |'}")
    return lines


def stock(view: Mapping[str, Any], side: int, words: Catalogue) -> str:
    books = ", ".join(say.books(words, tier, n) for tier, n in view["books"][side].items() if n)
    return f"{books}; {words.say('draw.supply', n=view['sages'][side]['supply'])}"
