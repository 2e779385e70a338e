"""What lies beside the row: the time board with the event, open lands, players, allies on offer, the spirits."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ludoteka.core.cards import called
from ludoteka.core.palette import colour
from ludoteka.core.svg import Keyed, Panel, Svg, fit_text, hit_rect, num, text_block, tooltip, use
from ludoteka.core.text import Catalogue, game_catalogue
from ludoteka.games.fabled import words as say
from ludoteka.games.fabled.cards import allies_svg, brief, offer_svg, seat_svg, spirits_svg, told_svg
from ludoteka.games.fabled.lands import Face, card, face_of
from ludoteka.games.fabled.symbols import FOLDER, HIGH, TERRAINS, WIDE, book, defs

WIDTH = 340.0
SCALE = 0.47
ALLIES = 180.0  # what the spirits below leave to them, so that neither is drawn too small to read
TOLD = 400.0  # a column of its own for the turn of the spirits, whatever it is
SIGNS = (("events", "scroll"), ("allies", "people"))


def panels(view: Mapping[str, Any], lang: str) -> list[Panel]:
    words = game_catalogue(lang, FOLDER)
    found = [Panel("time", words.say("panel.time"), _time(view, lang), place="act")]
    if view["question"] and view["question"]["offered"]:
        found.append(Panel("offer", words.say("panel.offer"), offer_svg(view, lang), now=True, place="offer"))
    for seat in range(view["seats"]):
        title, figures = words.say("panel.seat", seat=seat + 1), brief(view, seat, lang)
        found.append(Panel(f"seat-{seat}", title, seat_svg(view, seat, lang), seat, brief=figures))
    first = view["seat"] or 0
    for seat in [(first + i) % view["seats"] for i in range(view["seats"])]:  # the own ones come first
        if view["allies"][seat]:
            svg = allies_svg(view, seat, lang)
            room = ALLIES if view["spirits"] else 0.0  # from the first one on: the spirits stay where they are
            found.append(Panel(f"allies-{seat}", words.say("panel.allies"), svg, seat, room=room))
    if view["spirits"]:
        found.append(Panel("spirits", words.say("panel.spirits"), spirits_svg(view, lang), place="others"))
        found.append(Panel("told", words.say("panel.told"), told_svg(view, lang), place="others", room=TOLD))
    found.append(Panel("open", words.say("panel.open"), _open(view, lang)))
    return found


# -- open lands


def _open(view: Mapping[str, Any], lang: str) -> Svg:
    """Two open lands of each terrain, below them the deck and what a land costs the one who decides."""
    words = game_catalogue(lang, FOLDER)
    payer = view["to_move"] if view["to_move"] >= 0 else 0
    step, parts = WIDTH / 3, []
    high = HIGH * SCALE + 6
    for i, terrain in enumerate(TERRAINS):
        for k, land in enumerate(view["open"][terrain]):
            x, y = i * step + (step - WIDE * SCALE) / 2, 4 + k * high
            parts.append(_small(face_of(land) if land else None, x, y, lang))
        y = 4 + 2 * high
        parts.append(_price(words.lang, i, terrain, view["surcharge"][payer][terrain], view["decks"][terrain], y))
    y = 4 + 2 * high + 44
    parts.append(_piles(lang, len(view["discard"]), view["last_at_discards"], y))
    return Svg(WIDTH, y + 18, defs(), "", "".join(parts), words.say("panel.open"))


@lru_cache(maxsize=1024)
def _small(face: Face | None, x: float, y: float, lang: str) -> str:
    if face is None:
        rim = f'fill="none" stroke="{colour("line-2")}" stroke-width="1.5" stroke-dasharray="5 4"'
        size = f'width="{num(WIDE * SCALE)}" height="{num(HIGH * SCALE)}"'
        return f'<rect x="{num(x)}" y="{num(y)}" {size} rx="8" {rim}/>'
    words = game_catalogue(lang, FOLDER)
    art = f'<g transform="translate({num(x)} {num(y)}) scale({SCALE})">{card(face, lang, small=True)}</g>'
    places = [words.name("what", p) for path in face.paths for _, here in path for p in here]
    label = ", ".join([words.say("draw.land", at=face.id, terrain=face.terrain), *places])
    return art + hit_rect(x, y, WIDE * SCALE, HIGH * SCALE, label, what=face.id, radius=8)


@lru_cache(maxsize=1024)
def _price(lang: str, column: int, terrain: str, surcharge: int, deck: int, y: float) -> str:
    words = game_catalogue(lang, FOLDER)
    step = WIDTH / 3
    x = column * step
    parts = [fit_text(x + 22, y + 17, "1", 12, 15, "end", bold=True), book(terrain, x + 35, y + 11, 22)]
    if surcharge:
        parts.append(fit_text(x + 72, y + 17, f"+{surcharge}", 26, 15, "end", bold=True))
        parts.append(book("steppe", x + 85, y + 11, 22))
    parts.append(fit_text(x + step / 2, y + 36, words.say("draw.deck", n=deck), step - 6, 12, "middle", cls="small"))
    return "".join(parts)


@lru_cache(maxsize=256)
def _piles(lang: str, discard: int, last: int, y: float) -> str:
    words = game_catalogue(lang, FOLDER)
    text = words.say("draw.discard_of", n=discard, most=last) if last else words.say("draw.discard", n=discard)
    sign = use("i-land", 12, y + 8, 16, fill=colour("ink-3"))
    return sign + fit_text(26, y + 13, text, WIDTH - 30, 12.5, cls="small")


# -- time


def _time(view: Mapping[str, Any], lang: str) -> Svg:
    words = game_catalogue(lang, FOLDER)
    event = view["event"]
    back = say.named(view["names"], view["next_back"], words) if view["next_back"] else ""
    card_name = say.named(view["names"], event["id"], words) if event else ""
    shown = (view["time"], view["part"], view["round"], event, view["event_deck"], view["announced"])
    height, body = _board(Keyed.of(shown), card_name, back, _result(view, words), lang)
    return Svg(WIDTH, height, defs(), "", body, words.say("panel.time"))


@lru_cache(maxsize=1024)
def _board(shown: Keyed, card_name: str, back: str, result: tuple[str, ...], lang: str) -> tuple[float, str]:
    """The chapters in a row with what they bring, then the event in words."""
    time, part, round_, event, deck, announced = shown.value
    words = game_catalogue(lang, FOLDER)
    parts = [fit_text(2, 15, words.say(f"part.{part}", n=round_), 160, 15, bold=True)]
    if announced:
        said = ", ".join(words.name("terrain", t) for t in announced)
        parts.append(use("i-steps", 172, 10, 16, fill=colour("accent")))
        parts.append(fit_text(184, 15, said, WIDTH - 188, 13, bold=True))
    parts += _chapters(time, words)
    parts.append(hit_rect(0, 24, WIDTH, 56, words.say(f"part.{part}", n=round_), what="chapter", about=True))
    y = 88.0
    if card_name:
        parts.append(use("i-scroll", 11, y + 5, 17, fill=colour("ink-2")))
        parts.append(fit_text(26, y + 10, card_name, WIDTH - 30, 14, bold=True))
        top, told = y - 6, say.event(words, event["text"])
        block, y = text_block(26, y + 27, told, WIDTH - 30, 12.5, cls="small")
        area = hit_rect(0, top, WIDTH, y - top - 6, f"{card_name}. {told}", what=event["id"], about=True)
        parts.append(block + area)
    elif deck or time["events"]:
        parts.append(fit_text(2, y + 10, words.say("draw.no_event"), WIDTH - 4, 12.5, cls="small"))
        y += 22
    if back:
        parts.append(fit_text(2, y + 8, words.say("draw.next_back", what=back), WIDTH - 4, 12.5, cls="small"))
        y += 18
    if result:
        y += 8
        for line in result:
            block, y = text_block(2, y + 8, line, WIDTH - 4, 14, bold=True)
            parts.append(block)
    return y + 4, "".join(parts)


def _chapters(time: Mapping[str, Any], words: Catalogue) -> list[str]:
    """A box per chapter: past ones struck through, the present with a thick rim; signs of what it brings."""
    last = time["end"] or time["divisions"]
    parts = []
    for n in range(1, last + 1):
        signs = [art for key, art in SIGNS if n in time[key]]
        signs += ["burst"] if n in time["milestones"].values() or n == time["escalation"] else []
        signs += ["crown"] if n == time["end"] else []
        state = "past" if n < time["at"] else "now" if n == time["at"] else "next"
        brings = ", ".join(words.say(f"draw.sign_{art}") for art in signs)
        title = words.say("draw.chapter", n=n) + (f": {brings}" if brings else "")
        body = _chapter(n, state, signs[:2], WIDTH / last)
        parts.append(f'<g class="chapter {state}">{tooltip(title)}{body}</g>')
    return parts


def _chapter(n: int, state: str, signs: list[str], step: float) -> str:
    x = (n - 1) * step
    edge, wide = (colour("ink"), 2.4) if state == "now" else (colour("line"), 1.2)
    ground = "none" if state == "past" else colour("card-2")
    box = f'x="{num(x + 1.5)}" y="26" width="{num(step - 3)}" height="52" rx="6"'
    parts = [f'<rect {box} fill="{ground}" stroke="{edge}" stroke-width="{wide}"/>']
    voice = "small" if state == "past" else ""
    parts.append(fit_text(x + step / 2, 43, str(n), step - 4, 13, "middle", bold=state == "now", cls=voice))
    tint = colour("ink-3" if state == "past" else "accent")
    single = len(signs) < 2
    for k, art in enumerate(signs):
        y = 61 if single else 55 + 14 * k
        parts.append(use(f"i-{art}", x + step / 2, y, min(17.0, step - 8) if single else 13, fill=tint))
    if state == "past":
        line = f"M{num(x + 4)} 74L{num(x + step - 4)} 30"
        parts.append(f'<path class="struck" d="{line}" stroke="{colour("line-2")}" stroke-width="1.6"/>')
    return "".join(parts)


def _result(view: Mapping[str, Any], words: Catalogue) -> tuple[str, ...]:
    """Who has won, by name where names are known."""
    result = view["result"]
    if not result:
        return ()
    if result["spirits_win"]:
        return (words.say("tell.spirits_win"),)
    names = [called(view, seat) or words.say("panel.seat", seat=seat + 1) for seat in result["winners"]]
    rating = (words.say(f"rating.{result['rating']}"),) if result["rating"] >= 0 else ()
    return (*(words.say("draw.winner", who=name) for name in names), *rating)
