from __future__ import annotations

import re
from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from ludoteka.core.game import Game
from ludoteka.core.palette import PALETTE, colour
from ludoteka.core.svg import (
    NARROWER,
    Keyed,
    Panel,
    Svg,
    board_css,
    fit_text,
    hit,
    num,
    seat_defs,
    seat_sign,
    sheet,
    text_block,
    text_width,
    wrap_text,
)


def luminance(paint: str) -> float:
    digits = paint.lstrip("#")
    if len(digits) == 3:
        digits = "".join(c * 2 for c in digits)
    channels = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a: str, b: str) -> float:
    light, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_words_can_be_read_by_day_and_by_lamp() -> None:
    for theme in (0, 1):
        for ink in ("ink", "ink-2", "ink-3", "gold-ink", "no", "yes"):
            for ground in ("card", "paper"):
                assert contrast(PALETTE[ink][theme], PALETTE[ground][theme]) >= 4.5, (ink, ground, theme)
        for seat in range(1, 6):
            assert contrast(PALETTE[f"on-seat-{seat}"][theme], PALETTE[f"seat-{seat}"][theme]) >= 4.5, (seat, theme)


def test_a_colour_works_without_the_page() -> None:
    assert colour("gold") == "var(--gold,#f7b92c)"


@given(st.text(alphabet=st.characters(blacklist_categories=["Cc", "Cs"]), max_size=60), st.integers(30, 200))
def test_a_line_never_runs_over_its_width(text: str, width: int) -> None:
    line = ElementTree.fromstring(fit_text(0, 0, text, width, 14))
    shown = line.text or ""
    wide = text_width(shown, float(line.get("font-size", 0)))
    assert len(shown) <= 1 or float(line.get("textLength", wide)) <= width
    assert shown == text or line.findtext("title") == text
    assert wide <= NARROWER * width or len(shown) <= 1, "squeezed a little, never flattened"


def test_a_thing_to_click_carries_the_fields_of_the_action() -> None:
    thing = ElementTree.fromstring(hit('<circle r="3"/>', "E7 & forest", at="E7", what="temple", seat=0))
    assert (thing.get("data-at"), thing.get("data-what"), thing.get("data-seat")) == ("E7", "temple", "0")
    assert thing.get("aria-label") == "E7 & forest"


def test_numbers_are_short() -> None:
    assert [num(x) for x in (3, 3.04, 3.25, -0.5)] == ["3", "3", "3.2", "-0.5"]


def test_a_sheet_puts_panels_below_the_board_in_rows() -> None:
    board = Svg(100, 50, "", "<rect/>", "")
    panel = Panel("a", "Hand", Svg(60, 20, "", "", seat_sign(0, 5, 5, 10, "A")))
    whole = sheet(board, [panel, panel])
    assert (whole.width, whole.height) == (100, 50 + 2 * (12 + 46))
    ElementTree.fromstring(whole.document("dark"))


def test_all_seats_have_a_shape_of_their_own() -> None:
    assert [f'id="sig-{n}"' in seat_defs() for n in range(1, 7)] == [True] * 5 + [False]


def test_a_drawing_shows_itself_in_a_notebook(pebbles: Game) -> None:
    drawing = pebbles.draw(pebbles.new(seats=2).view(None), "ru")
    assert drawing._repr_svg_() == str(drawing)
    assert "Камешки" in str(drawing)


def test_the_stylesheet_never_overrules_the_size_that_makes_a_line_fit() -> None:
    line = ElementTree.fromstring(fit_text(0, 0, "a long line that has to shrink", 120, 14, cls="small"))
    assert float(line.get("font-size", 0)) < 14
    voices = [
        rule for rule in board_css().split("}") if re.search(r"\.(small|faint|label|on-me|on-key|inverse) ", rule)
    ]
    assert len(voices) == 6
    assert not any(re.search(r"font-size: (?!revert-layer)", rule) for rule in voices)


def test_drawings_need_no_style_attributes() -> None:
    # a page may forbid them; colours of a seat come through classes
    assert "style=" not in seat_defs() + seat_sign(2, 20, 20, 40, "B")
    assert 'class="on-me"' in seat_sign(2, 20, 20, 40, "B")


def test_the_width_of_a_line_is_not_guessed_too_small() -> None:
    # measured in a browser with DejaVu Sans, the widest font of the stack, at 100 px
    measured = (
        ("Какой регион следующий?", False, 1421),
        ("Which region is next?", False, 1074),
        ("10 tokens in hand", True, 1009),
        ("Драконовластные полурослики", True, 1842),
    )
    for line, bold, width in measured:
        assert width <= text_width(line, 100, bold) <= width * 1.12, line


def test_a_sign_can_take_the_colour_of_a_faction() -> None:
    assert seat_sign(1, 20, 20, 40, cls="f-green").startswith('<g class="f-green"><use href="#sig-2"')


def test_letters_on_the_colours_of_factions_can_be_read() -> None:
    grounds = re.findall(r"\.f-\w+ {[^}]*?(#\w+)\)?; --on-me: (#\w+)", board_css())
    assert len(grounds) == 10
    for ground, ink in grounds:
        assert contrast(ground, ink) >= 4.5, (ground, ink)


def test_parts_of_a_view_can_be_keys_of_caches() -> None:
    assert Keyed.of({"a": [1, 2]}) == Keyed.of({"a": [1, 2]})
    assert len({Keyed.of([1]), Keyed.of([1]), Keyed.of([2])}) == 2


def test_signs_of_goods_and_cults_can_be_seen_by_day_and_by_lamp() -> None:
    signs = [name for name in PALETTE if name.startswith(("r-", "c-"))]
    assert len(signs) >= 9
    for theme in (0, 1):
        for name in signs:
            assert contrast(PALETTE[name][theme], PALETTE["card-2"][theme]) >= 3, (name, theme)


@given(st.text(alphabet="abc абв", max_size=200), st.integers(40, 200))
def test_wrapped_lines_hold_every_word_and_fit(text: str, width: int) -> None:
    lines = wrap_text(text, width, 12)
    assert " ".join(lines).split() == text.split()
    assert all(text_width(line, 12) <= width or " " not in line for line in lines)


def test_a_block_of_text_says_where_it_ends() -> None:
    block, below = text_block(4, 20, "one two three", 60, 10, cls="small")
    assert block.count("<text") == len(wrap_text("one two three", 60, 10)) == 2
    assert below == 20 + 2 * 12.8


def test_a_black_sign_has_a_rim_that_is_seen_by_lamplight() -> None:
    assert 'stroke="var(--rim,var(--b-ink' in seat_defs()
    assert re.search(r"\.f-black {[^}]*--rim: var\(--e-black-l", board_css())
    assert contrast(PALETTE["e-black-l"][1], PALETTE["card"][1]) >= 3
