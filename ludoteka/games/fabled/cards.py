"""Players and cards beside the row: books, sages and allies of a seat, allies on offer, the spirits and their turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from ludoteka.core.palette import colour
from ludoteka.core.svg import Figure, Keyed, fit_text, hit, hit_rect, num, text_at, text_block, use
from ludoteka.core.text import Catalogue
from ludoteka.games.fabled import words as say
from ludoteka.games.fabled.lands import medallion
from ludoteka.games.fabled.symbols import BOOKS, INK, TERRAINS

NARROW = 300.0
BROAD = 390.0  # cards with text
LEADING = ("sun", *TERRAINS)
TEXT = 12.5
TOLD = 15  # sentences that a page lets appear one after the other (board.css)


View = Mapping[str, Any]
Drawn = tuple[float, str]
"""How high it is, and the drawing."""


# -- a seat


def seat_card(view: View, seat: int, words: Catalogue) -> Drawn:
    joint = view["joint"][seat] if view["joint"] else 0
    out = bool(view["result"]) and seat in view["result"]["out"]
    shown = (view["books"][seat], view["sages"][seat], view["fate"] == seat, joint, out)
    return 98, _head(seat, Keyed.of(shown), view["to_move"] == seat, words)


def brief(view: View, seat: int, words: Catalogue) -> tuple[Figure, ...]:
    """The books, the sun first because it decides, and the sages in the row and in the supply."""
    books, row, supply = view["books"][seat], view["sages"][seat]["row"], view["sages"][seat]["supply"]
    shelf = [Figure(f"fb-b-{tier}", str(books[tier]), say.books(words, tier, books[tier]), tier) for tier in LEADING]
    told = f"{words.say('draw.in_row', n=row)}, {words.say('draw.supply', n=supply)}"
    return (*shelf, Figure("i-sage", f"{row}+{supply}", told))


def allies(view: View, seat: int, words: Catalogue) -> Drawn:
    asked = view["to_move"] == seat
    mine = [Keyed.of((ally, say.named(view["names"], ally["id"], words))) for ally in view["allies"][seat]]
    height, cards = _stacked([_ally(shown, asked, words) for shown in mine])
    return height + 2, cards


def _stacked(cards: Sequence[Drawn]) -> Drawn:
    """Cards with texts, one below the other."""
    parts, y = [], 0.0
    for height, card in cards:
        parts.append(f'<g class="texts" transform="translate(0 {num(y)})">{card}</g>')
        y += height
    return y, "".join(parts)


@lru_cache(maxsize=4096)
def _head(seat: int, shown: Keyed, asked: bool, words: Catalogue) -> str:
    books, sages, fate, joint, out = shown.value
    parts = [_sages(sages, f"fb-sage-{seat + 1}", f"s{seat + 1}", 4, words)]
    parts.append(_shelf(books, 52, asked, words))
    marks = ("draw.fate", fate), ("draw.joint_short", joint), ("draw.out", out)
    notes = [words.say(key, n=n) for key, n in marks if n]
    parts.append(fit_text(NARROW - 4, 17, " · ".join(notes), NARROW - 130, 12.5, "end", bold=True))
    said = [words.say("panel.seat", seat=seat + 1), *(say.books(words, t, n) for t, n in books.items())]
    said += [words.say("draw.supply", n=sages["supply"]), words.say("draw.in_row", n=sages["row"]), *notes]
    area = f'<rect x="0" y="0" width="{num(NARROW)}" height="44" rx="8"/>'
    return "".join(parts) + hit(area, ", ".join(said), seat=seat)


def _sages(sages: Mapping[str, int], art: str, cls: str, x: float, words: Catalogue) -> str:
    """How many stand in the row and how many wait in the supply."""
    figure = f'<g class="{cls}" transform="translate({num(x + 14)} 38) scale(.8)"><use href="#{art}"/></g>'
    row = fit_text(x + 32, 19, words.say("draw.in_row", n=sages["row"]), 92, 13, bold=True)
    return figure + row + fit_text(x + 32, 36, words.say("draw.supply", n=sages["supply"]), 200, 12.5, cls="small")


def _shelf(books: Mapping[str, int], y: float, asked: bool, words: Catalogue) -> str:
    """The four kinds of books, the sun last because it decides."""
    step = NARROW / len(BOOKS)
    parts = []
    for i, tier in enumerate(BOOKS):
        x = i * step
        parts.append(use(f"fb-b-{tier}", x + 20, y + 22, 34))
        parts.append(fit_text(x + 41, y + 29, str(books[tier]), step - 42, 20, bold=True))
        parts.append(hit_rect(x + 1, y, step - 2, 44, say.books(words, tier, books[tier]), what=tier, about=not asked))
    return "".join(parts)


@lru_cache(maxsize=2048)
def _ally(shown: Keyed, asked: bool, words: Catalogue) -> Drawn:
    """An ally: both texts, the one that acts now in full ink; tokens on the card; whether it was used this turn."""
    ally, name = shown.value
    used = bool(ally["limit"]) and ally["uses"] >= ally["limit"]
    parts = [_title(ally["terrain"], name)]
    marks = ("draw.empowered", ally["empowered"]), ("draw.tokens", ally["tokens"]), ("draw.used", used)
    notes = [words.say(key, n=n) for key, n in marks if n]
    y = 34.0
    if notes:
        parts.append(fit_text(46, y, " · ".join(notes), BROAD - 50, TEXT, bold=True))
        y += 16
    texts = say.both_texts(words, ally["ability"], ally["empowerment"])
    acting = texts[ally["empowered"]]
    for text in texts:
        block, y = text_block(46, y, text, BROAD - 50, TEXT, cls="" if text == acting else "faint")
        parts.append(block)
    if used:
        parts.append(f'<path class="struck" d="M6 40L38 8" stroke="{colour("ink-2")}" stroke-width="2.6"/>')
    height = max(y - 4, 50.0)
    hits = hit_rect(0, 1, BROAD, height - 2, ". ".join([name, *notes, acting]), what=ally["id"], about=not asked)
    held = [t["what"] for t in ally["place_tokens"] if t["at"] is None]
    for i, place in enumerate(held):
        x = 26.0 + i * 48
        parts.append(f'<g transform="translate({num(x)} {num(height + 30)})">{medallion(place, 0, 0, token=True)}</g>')
        arch = f'<use href="#fb-arch" x="{num(x)}" y="{num(height + 30)}"/>'
        hits += hit(arch, words.name("what", place), what=place, about=not asked)
    return height + (56 if held else 0), f'<g class="ally{" used" if used else ""}">{"".join(parts)}{hits}</g>'


def _title(terrain: str, name: str) -> str:
    line = f'<path d="M0 0h{num(BROAD)}" stroke="{colour("line")}"/>'
    return line + _emblem(terrain, 22, 24) + fit_text(46, 18, name, BROAD - 50, 14, bold=True)


def _emblem(terrain: str, x: float, y: float) -> str:
    ground = f'<rect x="{num(x - 17)}" y="{num(y - 17)}" width="34" height="34" rx="9" fill="{colour(f"k-{terrain}")}" '
    art = f'<path transform="translate({num(x - 12)} {num(y - 12)}) scale(1.2)" d="{BOOKS[terrain]}" fill="#fffaf0"/>'
    return f'{ground}stroke="{INK}" stroke-width="1.3"/>{art}'


# -- cards in the middle


def offer(view: View, words: Catalogue) -> Drawn:
    """Allies to choose from."""
    offered = [Keyed.of((r, say.named(view["names"], r["id"], words))) for r in view["question"]["offered"]]
    height, cards = _stacked([_offered(shown, words) for shown in offered])
    return max(height, 20.0), cards


@lru_cache(maxsize=512)
def _offered(shown: Keyed, words: Catalogue) -> Drawn:
    record, name = shown.value
    first, second = say.both_texts(words, record["ability"], record["empowered"])
    block, y = text_block(46, 34, first, BROAD - 50, TEXT)
    more, y = text_block(46, y, second, BROAD - 50, TEXT, cls="small")
    height = max(y - 2, 52.0)
    area = hit_rect(0, 1, BROAD, height - 2, f"{name}. {first} {second}", what=record["id"])
    return height, _title(record["terrain"], name) + block + more + area


# -- the spirits


def spirits(view: View, words: Catalogue) -> Drawn:
    theirs = view["spirits"]
    shown = (theirs, view["books"][theirs["side"]], view["sages"][theirs["side"]], view["time"]["escalation"])
    trick = say.named(view["names"], theirs["trick"], words) if theirs["trick"] else ""
    suns = [books["sun"] for books in view["books"]] if view["mode"] == "comradeship" else []
    return _spirits(Keyed.of(shown), tuple(suns), trick, words)


@lru_cache(maxsize=1024)
def _spirits(shown: Keyed, suns: tuple[int, ...], trick: str, words: Catalogue) -> Drawn:
    """`suns`: the sun books of all sides, where comrades count them together."""
    spirits, books, sages, escalation = shown.value
    parts = [_sages(sages, "fb-spirit", "spirit", 2, words), _shelf(books, 48, False, words)]
    if spirits["territory"]:  # beside the figure: every line less lets the whole column be drawn larger
        line = words.say("draw.territory", terrain=spirits["territory"])
        parts.append(use(f"fb-b-{spirits['territory']}", 150, 12, 24))
        parts.append(fit_text(168, 17, line, BROAD - 172, 14, bold=True))
    parts.append(fit_text(134, 40, words.say("draw.revealed"), BROAD - 262, TEXT, cls="small"))
    for i, terrain in enumerate(TERRAINS):
        x, n = BROAD - 114.0 + i * 42, sum(r["terrain"] == terrain for r in spirits["revealed"])
        parts.append(f'<g transform="translate({num(x)} 35) scale(.62)">{_emblem(terrain, 0, 0)}</g>')
        parts.append(fit_text(x + 14, 40, str(n), 18, 14, bold=True))
    joint = words.say("draw.joint", n=spirits["joint_tokens"]) if spirits["joint_tokens"] else ""
    ahead = words.say("draw.escalation_at", n=escalation) if escalation else ""
    pairs = (
        (words.say("draw.tricks", n=spirits["tricks_held"]), words.say("draw.trick_deck", n=spirits["trick_deck"])),
        (joint, words.say("draw.escalated") if spirits["escalated"] else ahead),
    )
    y = 90.0
    for left, right in pairs:
        y += 20
        parts.append(fit_text(4, y, f"{left[:1].upper()}{left[1:]}", BROAD * 0.63 - 8, 13))
        parts.append(fit_text(BROAD * 0.63, y, right, BROAD * 0.37 - 4, 13))
    rows = [words.say("draw.trick_now", what=trick)] if trick else []
    if suns:
        rows.append(words.say("draw.together", n=sum(suns[:-1]), theirs=suns[-1], seats=len(suns) - 1))
    rows += [say.told(words, spirits[key]) for key in ("head_start", "forest_start") if key in spirits]
    for row in rows:
        y += 20
        parts.append(fit_text(4, y, f"{row[:1].upper()}{row[1:]}", BROAD - 8, 13))
    return y + 10, "".join(parts)


@lru_cache(maxsize=1024)
def told(shown: Keyed, words: Catalogue) -> Drawn:
    """The last turn of the spirits, a sentence per step with its reason."""
    lines: list[str] = []
    y = 16.0
    if not shown.value:
        lines.append(fit_text(4, y, words.say("draw.not_told"), BROAD - 8, TEXT, cls="small"))
    for i, entry in enumerate(shown.value):
        parts: list[str] = []
        sentence = say.told(words, entry)
        step, _, rest = sentence.partition(". ")
        numbered = step.isdecimal()
        if numbered:  # the steps of the procedure stand out, what follows from them is set in
            parts.append(f'<circle cx="10" cy="{num(y - 4)}" r="9" fill="{colour("ink-2")}"/>')
            look = 'font-size="12" font-weight="700" text-anchor="middle" class="inverse"'
            parts.append(text_at(10, y + 0.5, step, look))
        else:
            parts.append(f'<circle cx="10" cy="{num(y - 4)}" r="3" fill="{colour("ink-3")}"/>')
        block, y = text_block(26, y, rest if numbered else sentence, BROAD - 30, TEXT, cls="" if numbered else "small")
        parts.append(block)
        lines.append(f'<g class="told t{min(i, TOLD)}">{"".join(parts)}</g>')
        y += 5
    return max(y - 8, 20.0), "".join(lines)
