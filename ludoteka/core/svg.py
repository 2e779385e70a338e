"""The drawing kit: a picture is a static layer, made once per board, and a live layer, made after every action.

Drawings carry classes (see board.css) and `data-at`, `data-what`, `data-seat` equal to the fields of actions, so that
one page can make any game clickable. Colours come from `palette.colour`, seats also have a shape each.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from html import escape
from marshal import dumps
from math import floor
from pathlib import Path
from typing import Any, Literal

from ludoteka.core.contest import Contest
from ludoteka.core.icons import ICONS
from ludoteka.core.palette import PALETTE, colour

PLAIN_FORM = 0
"""The form of `marshal` without references between equal parts: what is equal looks equal."""
BOARD_CSS = Path(__file__).parent / "board.css"

# the shape of a seat is its identity: circle, square, triangle, diamond, hexagon, on 40 x 40
SEAT_SHAPES = (
    '<circle cx="20" cy="20" r="17"/>',
    '<path d="M5 5h30v30H5z" stroke-linejoin="round"/>',
    '<path d="M20 3l18 33H2z" stroke-linejoin="round"/>',
    '<path d="M20 1.5L38.5 20 20 38.5 1.5 20z" stroke-linejoin="round"/>',
    '<path d="M20 2l16 9v18l-16 9-16-9V11z" stroke-linejoin="round"/>',
)
_LETTER_Y = (27, 27.5, 31, 27, 27)


@dataclass(frozen=True, slots=True)
class Svg:
    """A drawing in layers. The page takes `defs` and `static` once and `live` after every action."""

    width: float
    height: float
    defs: str
    static: str
    live: str
    label: str = ""
    """What it shows, for those who cannot see it."""

    def document(self, theme: str = "light") -> str:
        """A file of its own, with the styles inside."""
        body = f"<defs>{self.defs}</defs>{self.static}{self.live}"
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="b" width="{num(self.width)}" height="{num(self.height)}" '
            f'viewBox="0 0 {num(self.width)} {num(self.height)}" role="img" aria-label="{markup(self.label)}">'
            f"<style>{_tokens(theme)}{board_css()}</style>{body}</svg>\n"
        )

    def __str__(self) -> str:
        return self.document()

    def _repr_svg_(self) -> str:
        return self.document()


Place = Literal["", "hand", "mine", "act", "choose", "offer", "others"]


@dataclass(frozen=True, slots=True)
class Figure:
    """A number that matters, with its sign: `Figure("i-coin", "14", "14 coins")`. The symbol is in the drawing."""

    symbol: str
    text: str
    label: str
    """In words, for those who cannot see the sign."""
    kind: str = ""
    """As notes call it, if its gains and losses are noted: a plan then shows what it would become."""
    secret: bool = False
    """Only the viewer sees this."""


@dataclass(frozen=True, slots=True)
class Panel:
    """A drawing beside the board: a hand, a track, the things of one seat."""

    id: str
    title: str
    svg: Svg
    seat: int | None = None
    private: bool = False
    """Only the viewer sees this."""
    now: bool = False
    """It is what is going on right now, a fight or a roll: the page shows it beside the question."""
    brief: tuple[Figure, ...] = ()
    """The few figures of a seat that must show even where there is no room for the drawing; the first one leads."""
    tint: str = ""
    """The class that gives a seat its colour in this match, where it is not the seat's own."""
    emblem: str = ""
    """A symbol inside the shape of the seat."""
    plays: str = ""
    """What the seat plays, if that has a name: a faction, a people, a dynasty."""
    place: Place = ""
    """Where the page keeps it: "hand" what one plays from, "mine" by the seats, "act" by the question, "choose" what is
    chosen for the whole match, "offer" what a phone shows with the question, "others" what a side has that is no
    seat; else shared."""
    bare: bool = False
    """It says itself what it is: the page gives it no heading."""
    room: float = 0.0
    """The height it is given, for a text that may be longer and scrolls; 0: as high as the drawing."""
    contest: Contest | None = None
    """A fight in words and numbers, which the page shows with the question instead of the drawing."""

    def sign(self, x: float, y: float, size: float) -> str:
        """The shape of the seat as it stands for it in this match."""
        assert self.seat is not None
        mark = use(f"sig-{self.seat + 1}", x, y, size)
        if self.emblem:
            low = self.seat == 2  # a triangle is widest at its foot
            inner = use(self.emblem, x, y + size * 0.1 * low, size * (0.46 if low else 0.55))
            mark += f'<g style="fill:var(--on-me)">{inner}</g>'
        return f'<g class="{self.tint or f"s{self.seat + 1}"}">{mark}</g>'


class Keyed(bytes):
    """A part of a view under which a cache can keep its picture: `_mat(Keyed.of(view["sides"][0]), lang)`.

    It is its own key: the plain values of the view packed one after the other, a sixth of the time that words take."""

    value: Any

    @classmethod
    def of(cls, value: Any) -> Keyed:
        keyed = cls(dumps(value, PLAIN_FORM))
        keyed.value = value
        return keyed


class Markup(str):
    """Markup that our own code has written. Every other string is text: `markup` escapes it."""

    __slots__ = ()


def markup(text: str) -> Markup:
    """The one place where text becomes markup. Whatever people have named or said goes through here."""
    return text if isinstance(text, Markup) else Markup(escape(text))


def text_at(x: float, y: float, text: str | int, look: str = "") -> Markup:
    """A line of text with its baseline at x, y."""
    return Markup(f'<text x="{num(x)}" y="{num(y)}" {look}>{markup(str(text))}</text>')


def tooltip(text: str) -> Markup:
    """What a part of a drawing says when one points at it."""
    return Markup(f"<title>{markup(text)}</title>")


@cache
def board_css() -> str:
    """The stylesheet on one line, without its comments, which hold angle brackets that a drawing may not."""
    return " ".join(re.sub(r"/\*.*?\*/", "", BOARD_CSS.read_text("utf-8"), flags=re.S).split())


@cache
def _tokens(theme: str) -> str:
    column = 1 if theme == "dark" else 0
    return ".b{" + "".join(f"--{name}:{paints[column]};" for name, paints in PALETTE.items()) + "}"


def num(x: float) -> str:
    """A short number."""
    text = f"{x:.1f}"
    return text[:-2] if text.endswith(".0") else text


def symbol(id: str, body: str, size: float = 24) -> str:
    return f'<symbol id="{id}" viewBox="0 0 {num(size)} {num(size)}">{body}</symbol>'


def icon_defs(*names: str) -> str:
    return "".join(symbol(f"i-{name}", ICONS[name]) for name in names)


def seat_defs() -> str:
    """A symbol `sig-1` … `sig-5` per seat; the colour comes from the class `s1` … `s5` of what uses it."""
    rim = f"var(--rim,{colour('b-ink')})"
    return "".join(
        symbol(f"sig-{i + 1}", f'<g fill="var(--me)" stroke="{rim}" stroke-width="1.5">{shape}</g>', 40)
        for i, shape in enumerate(SEAT_SHAPES)
    )


def use(id: str, x: float, y: float, size: float, cls: str = "", fill: str = "") -> str:
    """A square symbol with its middle at x, y."""
    half = size / 2
    extra = (f' class="{cls}"' if cls else "") + (f' fill="{fill}"' if fill else "")
    side = num(size)
    return f'<use href="#{id}" x="{num(x - half)}" y="{num(y - half)}" width="{side}" height="{side}"{extra}/>'


def seat_sign(seat: int, x: float, y: float, size: float, letter: str = "", cls: str = "") -> str:
    """The shape of a seat in its colour, or that of the class given, with a letter or number in it."""
    mark = use(f"sig-{seat + 1}", x, y, size)
    if letter:
        k = size / 40
        top = y - size / 2 + _LETTER_Y[seat] * k
        mark += text_at(
            x, top, letter, f'class="on-me" font-size="{num(20 * k)}" font-weight="700" text-anchor="middle"'
        )
    return f'<g class="{cls or f"s{seat + 1}"}">{mark}</g>'


def hit(
    shape: str, said: str, at: str = "", what: str = "", seat: int | None = None, about: bool = False
) -> str:  # fmt: skip
    """A transparent shape to click: `hit('<circle cx=…/>', "E7, forest", at="E7")`. Belongs on top of the drawing.
    `about`: nobody ever chooses it, it only tells what it is."""
    head, _, rest = shape.partition(" ")
    data = (f' data-at="{markup(at)}"' if at else "") + (f' data-what="{markup(what)}"' if what else "")
    data += f' data-seat="{seat}"' if seat is not None else ""
    kind = "hit about" if about else "hit"
    return f'{head} class="{kind}"{data} tabindex="-1" role="button" aria-label="{markup(said)}" {rest}'


def hit_rect(
    x: float, y: float, w: float, h: float, said: str, at: str = "", what: str = "", radius: float = 6,
    about: bool = False,
) -> str:  # fmt: skip
    shape = f'<rect x="{num(x)}" y="{num(y)}" width="{num(w)}" height="{num(h)}" rx="{num(radius)}"/>'
    return hit(shape, said, at, what, about=about)


def text_width(text: str, size: float, bold: bool = False) -> float:
    """About how wide a line is; as in the widest of the usual fonts, so what fits here fits on the page."""
    units = sum([_UNITS.get(c, 0.9 if c.isupper() else 0.65) for c in text])
    return units * size * (1.12 if bold else 1.0)


# hundredths of the font size -> the characters that wide
_WIDTHS = {
    32: "'IJijl ,./:;f·|",
    42: "!()-[]tr",
    52: '"*–?cszгзсэ',
    60: "FLPkvxyРвктухчья",
    64: "0123456789ESTYabdeghnopqu«»ГЕЁЗТУабеёийлнопр",
    70: "ABCKRVXZАБВСХЧЬЭЯдц",
    76: "HNUИЙКЛНПмъ",
    82: "&DGOQДОЦыw",
    86: "#+<=>×−→Ъфю",
    90: "MМФЫж",
    98: "%шщWm—…",
    108: "№ЖШЩЮ",
}
_UNITS = {c: width / 100 for width, chars in _WIDTHS.items() for c in chars}


NARROWER = 1.12
"""How much longer than its room a line may be to be squeezed into it instead of cut off."""


@lru_cache(4096, typed=True)  # text and markup of the same characters are not the same
def fit_text(
    x: float, y: float, text: str, width: float, size: float, anchor: str = "start", bold: bool = False, cls: str = ""
) -> str:
    """A line that never runs over its width: it shrinks to 10 units, is set a little narrower, and only then ends in an
    ellipsis (whole text as title)."""
    wide = text_width(text, size, bold)
    shown, squeezed = text, ""
    if wide > width:
        size = max(min(size, 10.0), floor(10 * size * width / wide) / 10)  # rounding up would run over
        if width < text_width(text, size, bold) <= NARROWER * width:
            squeezed = f' textLength="{num(width)}" lengthAdjust="spacingAndGlyphs"'
        while not squeezed and len(shown) > 1 and text_width(shown, size, bold) > width:
            shown = shown.rstrip("…")[:-1].rstrip() + "…"
    look = f'font-size="{num(size)}" text-anchor="{anchor}"' + (' font-weight="700"' if bold else "")
    title = tooltip(text) if shown != text else ""
    extra = (f' class="{cls}"' if cls else "") + squeezed
    return f'<text x="{num(x)}" y="{num(y)}" {look}{extra}>{markup(shown)}{title}</text>'


def wrap_text(text: str, width: float, size: float, bold: bool = False) -> list[str]:
    """A text as lines that fit the width; a single word that is too long stays whole, for `fit_text` to shrink."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size, bold) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def text_block(
    x: float, y: float, text: str, width: float, size: float, bold: bool = False, cls: str = ""
) -> tuple[str, float]:  # fmt: skip
    """Lines of text, the first with its baseline at y; and the baseline of the next one."""
    lines = wrap_text(text, width, size, bold)
    step = size * 1.28
    rows = [fit_text(x, y + i * step, line, width, size, bold=bold, cls=cls) for i, line in enumerate(lines)]
    return "".join(rows), y + len(lines) * step


def sheet(board: Svg, panels: list[Panel], width: float = 0) -> Svg:
    """Board and panels on one page, for files, notebooks and the docs."""
    width = width or board.width
    x, y, row = 0.0, board.height + 12, 0.0
    parts = [f"<g>{board.static}{board.live}</g>"]
    defs = [board.defs]
    for panel in panels:
        w, h = panel.svg.width, panel.svg.height + 26
        if x and x + w > width:
            x, y, row = 0.0, y + row + 12, 0.0
        own = panel.seat is not None and not panel.private
        sign = panel.sign(11, 11, 20) if own else ""
        title = sign + fit_text(26 if own else 2, 16, panel.title, w - (24 if own else 0), 14, bold=True)
        inner = f'<g transform="translate(0 26)">{panel.svg.static}{panel.svg.live}</g>'
        parts.append(f'<g transform="translate({num(x)} {num(y)})">{title}{inner}</g>')
        if panel.svg.defs not in defs:
            defs.append(panel.svg.defs)
        x, row = x + w + 12, max(row, h)
    ground = f'<rect width="{num(width)}" height="{num(y + row)}" fill="{colour("paper")}"/>'
    return Svg(width, y + row, "".join(defs), ground, "".join(parts), board.label)
