"""The panel of a player: coins, the peoples with their badges, and what they have besides."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from ludoteka.core.cards import deck
from ludoteka.core.palette import colour
from ludoteka.core.svg import Figure, Svg, fit_text, hit, num, seat_sign, tooltip, use, wrap_text
from ludoteka.core.text import Catalogue, game_catalogue
from ludoteka.games.small_world.symbols import INK, defs, power_emblem, race_emblem
from ludoteka.games.small_world.talents import hint, talent
from ludoteka.games.small_world.words import combo_name, name_of

FOLDER = Path(__file__).parent
WIDTH, TOP, ROW = 264.0, 42.0, 35.0
LINE, TOLD = 14.5, 12.0  # of the text that says what a people can do: from line to line, and its size
FEW = 6  # lines of it where two players have the column to themselves
People = tuple[str, str, str, str, int, int, int]


def banner(view: Mapping[str, Any], player: Mapping[str, Any], lang: str) -> Svg:
    words = game_catalogue(lang, FOLDER)
    seat = player["seat"]
    peoples = tuple([_key(view, p, words) for p in player["peoples"]])
    income = tuple((name_of(view["names"], origin, words), n) for origin, n in player["income"] if n)
    used = bool(view["this_turn"]["dragon_used"]) and seat == view["turn"] and not view["over"]
    owned = (player["holes_left"], player["camps_in_hand"], player["aside"], player["waiting"], used)
    room = ROW if len(view["players"]) > 2 else FEW * LINE
    active = next((p for p in player["peoples"] if p["active"]), None)
    told = _told(view, active["race"], active["power"], lang) if active else ("", "")
    height, body = _body(lang, seat, player["coins"], peoples, income, owned, player["ally"], told, room)
    return Svg(WIDTH, height, defs(), "", body, words.say("panel.seat", seat=seat + 1))


def _told(view: Mapping[str, Any], race: str, power: str, lang: str) -> tuple[str, str]:
    """What the active people can do, in full and in a few words."""
    cards = deck(__package__, lang)
    whole = " ".join(talent(view, what, cards) for what in (power, race))
    return whole, " · ".join(hint(view, what, cards) for what in (power, race))


def brief(player: Mapping[str, Any], lang: str) -> tuple[Figure, ...]:
    """Coins, regions, tokens on the board and, while there are some, in hand; what the last turn brought."""
    regions = tokens = hand = 0
    for people in player["peoples"]:
        regions += len(people["regions"])
        tokens += people["tokens"]
        hand += people["hand"]
    return _brief(player["coins"], regions, tokens, hand, sum(n for _, n in player.get("income", ())), lang)


@lru_cache(maxsize=1024)
def _brief(
    coins: int | None, regions: int, tokens: int, hand: int, income: int, lang: str
) -> tuple[Figure, ...]:  # fmt: skip
    words = game_catalogue(lang, FOLDER)
    money = words.say("panel.coins_hidden") if coins is None else words.say("panel.coins", n=coins)
    held = words.say("panel.on_board", n=regions, tokens=tokens)
    told = f"{held}; {words.say('panel.in_hand', n=hand)}" if hand else held
    last = (Figure("i-coin", f"+{income}", words.say("panel.income_plain", n=income)),) if income else ()
    return (
        Figure("i-coin", "?" if coins is None else str(coins), money, "coins"),
        Figure("i-land", str(regions), held),
        Figure("i-token", f"{tokens}+{hand}" if hand else str(tokens), told),
        *last,
    )


def _key(view: Mapping[str, Any], people: Mapping[str, Any], words: Catalogue) -> People:
    """All that the picture of a people depends on."""
    race, power = people["race"], people["power"]
    name = combo_name(view["names"], race, power, words) if power else name_of(view["names"], race, words)
    return people["state"], race, power or "", name, len(people["regions"]), people["tokens"], people["hand"]


@lru_cache(maxsize=4096)
def _body(
    lang: str, seat: int, coins: int | None, peoples: tuple[People, ...], income: tuple[tuple[str, int], ...],
    owned: tuple[int, int, int, int, bool], ally: int | None, told: tuple[str, str], room: float,
) -> tuple[float, str]:  # fmt: skip
    """All the room is there from the beginning, so that nothing moves: for a people, what it can do and one in decline;
    two of those need the room of the text."""
    words = game_catalogue(lang, FOLDER)
    hidden = coins is None
    full = TOP + 2 * ROW + room
    notes = _notes(words, owned)
    parts = [
        use("i-coin", WIDTH - 16, 20, 22, fill=colour("r-coin")),
        fit_text(WIDTH - 32, 28, "?" if hidden else str(coins), 70, 22, "end", bold=True),
        _below(words, income, notes),
    ]
    y = TOP
    for people in peoples:
        parts.append(_people(words, seat, people, y, ally if people[0] == "active" else None))
        y += ROW
        if people[0] == "active":
            block, high = _able(told, full - TOP - len(peoples) * ROW, y)
            parts.append(block)
            y += high
    if not any(state == "active" for state, *_ in peoples):
        parts.append(_nobody(words, y))
        y += ROW
    y = max(y, full)
    money = words.say("panel.coins_hidden") if hidden else words.say("panel.coins", n=coins)
    said = [
        words.say("panel.seat", seat=seat + 1),
        money,
        *([f"{words.say('panel.peace')}: {ally + 1}"] if ally is not None else []),
        *(_said(words, p) for p in peoples),
        *notes,
    ]
    area = f'<rect x="0" y="0" width="{num(WIDTH)}" height="{num(y)}" rx="8"/>'
    return y + 2, "".join(parts) + hit(area, ", ".join(said), seat=seat)


def _able(told: tuple[str, str], room: float, y: float) -> tuple[str, float]:
    """What a people can do, as fully as there is room for, and how high that is."""
    for text, size, step in ((told[0], TOLD, LINE), (told[1], TOLD, LINE), (told[1], 11.0, 11.5)):
        lines = wrap_text(text, WIDTH - 8, size)
        if len(lines) * step <= room:
            top = y + size + min(3.0, room - len(lines) * step)
            shown = [fit_text(4, top + i * step, line, WIDTH - 8, size, cls="small") for i, line in enumerate(lines)]
            return "".join(shown), len(lines) * step
    return "", 0.0


def _below(words: Catalogue, income: tuple[tuple[str, int], ...], notes: list[str]) -> str:
    """The income of the last turn by origin, and what the player has besides."""
    line = words.say("panel.no_income")
    if income:
        parts = ", ".join(f"{name.lower()} {n}" for name, n in income)
        key = "panel.income" if len(income) > 1 else "panel.income_plain"  # all of it came from regions
        line = words.say(key, n=sum(n for _, n in income), parts=parts)
    lines = [line, " · ".join(notes)] if notes else wrap_text(line, 186, 12)
    lines = [lines[0], " ".join(lines[1:])] if len(lines) > 1 else lines
    top = 25.0 if len(lines) == 1 else 17.0
    return "".join(fit_text(4, top + 15 * i, text, 188, 12, cls="small") for i, text in enumerate(lines))


def _people(words: Catalogue, seat: int, people: People, y: float, ally: int | None) -> str:
    state, race, power, name, regions, tokens, hand = people
    badge = use(power_emblem(power), 0, 0, 13, fill="#3a3227") if power else ""
    disc = f'<circle r="11" fill="{colour("b-key")}" stroke="{INK}" stroke-width="1.4"/>' if power else ""
    corner = f'<g transform="translate(36 {num(y + 25)})">{disc}{badge}</g>'
    parts = [f'<g class="s{seat + 1} {state}">{chip(race, state, 20, y + 16, 28)}{corner}</g>']
    if ally is not None:
        peace = use("sw-m-peace", WIDTH - 34, y + 25, 18, fill=colour("accent"))
        peace += seat_sign(ally, WIDTH - 14, y + 25, 18)
        said = tooltip(f"{words.say('panel.peace')}: {ally + 1}")
        parts.append(f'<g class="peace">{said}{peace}</g>')
    parts.append(fit_text(54, y + 13, name, WIDTH - 58, 14, bold=True, cls="" if state == "active" else "small"))
    grey, x = colour("ink-3"), 54.0
    for n, art in ((regions, "i-land"), (tokens, "i-token")):
        parts.append(use(art, x + 8, y + 25, 15, fill=grey) + fit_text(x + 20, y + 30, str(n), 24, 13))
        x += 44
    notes = (
        [] if state == "active" else [words.say("panel.exempt") if state == "exempt" else words.name("state", state)]
    )
    notes += [words.say("panel.hand", n=hand)] if hand else []
    line = " · ".join(notes)
    room = WIDTH - x - (48 if ally is not None else 4)
    parts.append(fit_text(x + 2, y + 30, line, room, 12.5, bold=state == "active", cls="small"))
    return "".join(parts)


def _said(words: Catalogue, people: People) -> str:
    state, _, _, name, regions, tokens, hand = people
    line = words.say("panel.on_board", n=regions, tokens=tokens)
    held = f"{name} ({words.name('state', state)}): {line}"
    return f"{held}, {words.say('panel.hand', n=hand)}" if hand else held


def _nobody(words: Catalogue, y: float) -> str:
    rim = f'fill="none" stroke="{colour("line-2")}" stroke-width="1.6" stroke-dasharray="5 4"'
    return f'<rect x="6" y="{num(y + 2)}" width="28" height="28" rx="6" {rim}/>' + fit_text(
        54, y + 21, words.say("panel.no_race"), WIDTH - 58, 13, cls="small"
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
