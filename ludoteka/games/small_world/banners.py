"""The panel of a player: coins, the peoples with their badges, and what they have besides."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from ludoteka.core.palette import colour
from ludoteka.core.svg import Svg, fit_text, hit, num, seat_sign, text_width, use
from ludoteka.core.text import Catalogue, game_catalogue
from ludoteka.games.small_world.symbols import INK, defs, power_emblem, race_emblem
from ludoteka.games.small_world.words import combo_name, name_of

FOLDER = Path(__file__).parent
WIDTH = 264.0
People = tuple[str, str, str, str, int, int, int]


def banner(view: Mapping[str, Any], player: Mapping[str, Any], lang: str) -> Svg:
    words = game_catalogue(lang, FOLDER)
    seat = player["seat"]
    peoples = tuple([_key(view, p, words) for p in player["peoples"]])
    income = tuple((name_of(view["names"], origin, words), n) for origin, n in player["income"] if n)
    used = bool(view["this_turn"]["dragon_used"]) and seat == view["turn"] and not view["over"]
    owned = (player["holes_left"], player["camps_in_hand"], player["aside"], player["waiting"], used)
    height, body = _body(lang, seat, player["coins"], peoples, income, owned, player["ally"])
    return Svg(WIDTH, height, defs(), "", body, words.say("panel.seat", seat=seat + 1))


def _key(view: Mapping[str, Any], people: Mapping[str, Any], words: Catalogue) -> People:
    """All that the picture of a people depends on."""
    race, power = people["race"], people["power"]
    name = combo_name(view["names"], race, power, words) if power else name_of(view["names"], race, words)
    return people["state"], race, power or "", name, len(people["regions"]), people["tokens"], people["hand"]


@lru_cache(maxsize=4096)
def _body(
    lang: str, seat: int, coins: int | None, peoples: tuple[People, ...], income: tuple[tuple[str, int], ...],
    owned: tuple[int, int, int, int, bool], ally: int | None,
) -> tuple[float, str]:  # fmt: skip
    words = game_catalogue(lang, FOLDER)
    hidden = coins is None
    parts = [
        seat_sign(seat, 20, 22, 32, str(seat + 1)),
        use("i-coin", WIDTH - 16, 22, 22, fill=colour("r-coin")),
        fit_text(WIDTH - 32, 30, "?" if hidden else str(coins), 70, 22, "end", bold=True),
        _income(words, income),
    ]
    y = 46.0
    for people in peoples:
        parts.append(_people(words, seat, people, y))
        y += 46
    if not any(state == "active" for state, *_ in peoples):
        parts.append(_nobody(words, y))
        y += 46
    notes = _notes(words, owned)
    if ally is not None:
        parts.append(f'<g class="peace">{use("sw-m-peace", 20, y + 9, 18, fill=colour("accent"))}')
        parts.append(fit_text(36, y + 14, words.say("panel.peace"), 60, 13))
        parts.append(seat_sign(ally, 46 + text_width(words.say("panel.peace"), 13), y + 9, 18, str(ally + 1)) + "</g>")
        y += 24
    for note in notes:
        parts.append(fit_text(12, y + 13, note, WIDTH - 20, 13, cls="small"))
        y += 20
    money = words.say("panel.coins_hidden") if hidden else words.say("panel.coins", n=coins)
    said = [words.say("panel.seat", seat=seat + 1), money, *(_said(words, p) for p in peoples), *notes]
    area = f'<rect x="0" y="0" width="{num(WIDTH)}" height="{num(y)}" rx="8"/>'
    return y + 2, "".join(parts) + hit(area, ", ".join(said), seat=seat)


def _income(words: Catalogue, income: tuple[tuple[str, int], ...]) -> str:
    if not income:
        return fit_text(44, 27, words.say("panel.no_income"), 140, 12, cls="small")
    parts = ", ".join(f"{name.lower()} {n}" for name, n in income)
    line = words.say("panel.income", n=sum(n for _, n in income), parts=parts)
    half = _break(line, 150)
    top = 27.0 if len(half) == 1 else 19.0
    return "".join(fit_text(44, top + 15 * i, text, 152, 12, cls="small") for i, text in enumerate(half))


def _break(line: str, width: float) -> list[str]:
    """One line, or two of which the first is full."""
    if text_width(line, 12) <= width:
        return [line]
    words = line.split(" ")
    first = [words.pop(0)]
    while words and text_width(" ".join([*first, words[0]]), 12) <= width:
        first.append(words.pop(0))
    return [" ".join(first), " ".join(words)]


def _people(words: Catalogue, seat: int, people: People, y: float) -> str:
    state, race, power, name, regions, tokens, hand = people
    badge = use(power_emblem(power), 0, 0, 13, fill="#3a3227") if power else ""
    disc = f'<circle r="11" fill="{colour("b-key")}" stroke="{INK}" stroke-width="1.4"/>' if power else ""
    corner = f'<g transform="translate(38 {num(y + 30)})">{disc}{badge}</g>'
    parts = [f'<g class="s{seat + 1} {state}">{chip(race, state, 22, y + 18, 32)}{corner}</g>']
    parts.append(fit_text(58, y + 15, name, WIDTH - 62, 14, bold=True, cls="" if state == "active" else "small"))
    grey, x = colour("ink-3"), 58.0
    for n, art in ((regions, "i-land"), (tokens, "i-token")):
        parts.append(use(art, x + 8, y + 29, 15, fill=grey) + fit_text(x + 20, y + 34, str(n), 24, 13))
        x += 44
    notes = (
        [] if state == "active" else [words.say("panel.exempt") if state == "exempt" else words.name("state", state)]
    )
    notes += [words.say("panel.hand", n=hand)] if hand else []
    line = " · ".join(notes)
    parts.append(fit_text(x + 2, y + 34, line, WIDTH - x - 4, 12.5, bold=state == "active", cls="small"))
    return "".join(parts)


def _said(words: Catalogue, people: People) -> str:
    state, _, _, name, regions, tokens, hand = people
    line = words.say("panel.on_board", n=regions, tokens=tokens)
    held = f"{name} ({words.name('state', state)}): {line}"
    return f"{held}, {words.say('panel.hand', n=hand)}" if hand else held


def _nobody(words: Catalogue, y: float) -> str:
    rim = f'fill="none" stroke="{colour("line-2")}" stroke-width="1.6" stroke-dasharray="5 4"'
    return f'<rect x="6" y="{num(y + 2)}" width="32" height="32" rx="7" {rim}/>' + fit_text(
        58, y + 24, words.say("panel.no_race"), WIDTH - 62, 13, cls="small"
    )


def chip(race: str, state: str, x: float, y: float, size: float) -> str:
    """A counter without its number: coloured by the class around it, hatched when in decline."""
    half = size / 2
    rect = (
        f'<rect x="{num(x - half)}" y="{num(y - half)}" width="{num(size)}" height="{num(size)}" rx="{num(size / 5)}"'
    )
    body = f'{rect} fill="var(--me)" stroke="{INK}" stroke-width="1.5"/>'
    if state != "active":
        body += f'{rect} fill="#8a8278" opacity=".5"/>{rect} fill="url(#sw-old)"/>'
    if state == "exempt":
        body += f'{rect} fill="none" stroke="#fffaf0" stroke-width="2" stroke-dasharray="4 4"/>'
    return body + use(race_emblem(race), x, y, size * 0.74, fill="var(--on-me)")


def _notes(words: Catalogue, owned: tuple[int, int, int, int, bool]) -> list[str]:
    holes, camps, aside, waiting, flown = owned
    counts = (("panel.holes", holes), ("panel.camps", camps), ("panel.aside", aside), ("panel.waiting", waiting))
    notes = [words.say(key, n=n) for key, n in counts if n]
    return notes + ([words.say("panel.dragon_used")] if flown else [])
