"""What every drawing of a game has to keep, for the tests of all games."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any
from xml.etree import ElementTree

from ludoteka.core.action import args_of
from ludoteka.core.game import CHANCE, OVER, Game, State
from ludoteka.core.svg import Panel, Svg, text_width

NS = "{http://www.w3.org/2000/svg}"


def positions(game: Game, seats: int, seed: int, every: int, most: int = 4000, **options: Any) -> Iterator[State]:
    """Positions of a random match, one in `every`, and the last."""
    rng = Random(seed)
    state = game.new(seats, **options)
    for step in range(most):
        if state.to_move() == OVER:
            break
        if state.to_move() == CHANCE:
            outcomes = state.chance()
            action = rng.choices([a for a, _ in outcomes], [w for _, w in outcomes])[0]
        else:
            if step % every == 0:
                yield state
            action = rng.choice(state.legal_actions())
        state.apply(action)
    yield state


def whole(board: Svg, panels: list[Panel]) -> str:
    """Board and panels one after the other, as the page has them."""
    return "".join(svg.static + svg.live for svg in (board, *(p.svg for p in panels)))


def check(game: Game, state: State, lang: str, prefix: str) -> None:
    """All that holds for any position: it can be read, clicked and put into one page."""
    view = state.view(state.to_move() if state.to_move() >= 0 else None)
    board, panels = game.draw(view, lang), game.panels(view, lang)
    for svg in (board, *(p.svg for p in panels)):
        assert svg.defs == board.defs, "one set of definitions for the whole table"
        assert svg.label
        _fits(svg)
    shown = whole(board, panels)
    assert "style=" not in shown, "looks come from classes"
    _ids(board, shown, prefix)
    assert {f"seat-{seat}" for seat in range(state.seats)} <= {p.id for p in panels}
    assert len({p.id for p in panels}) == len(panels)
    for tag in re.findall(r'<[^>]*class="hit"[^>]*>', shown):
        assert re.search(r'aria-label="[^"]+"', tag), tag
    if state.to_move() >= 0:
        named = clickable(shown)
        for action in state.legal_actions():
            for field, value in args_of(action).items():
                if field in ("at", "to", "seat"):
                    assert str(value) in named["seat" if field == "seat" else "at"], f"{action} is not to be found"


def clickable(shown: str) -> dict[str, set[str]]:
    """The values that can be clicked: at, what, seat."""
    return {key: set(re.findall(f'class="hit"[^>]*data-{key}="([^"]*)"', shown)) for key in ("at", "what", "seat")}


def _ids(board: Svg, shown: str, prefix: str) -> None:
    ids = re.findall(r'id="([^"]+)"', board.defs + shown)
    assert len(ids) == len(set(ids)), "an id occurs twice"
    strange = [i for i in ids if not i.startswith((prefix, "i-", "sig-"))]
    assert not strange, "ids begin with the sign of the game"
    wanted = set(re.findall(r'(?:href="#|url\(#)([^")]+)', board.defs + shown))
    assert wanted <= set(ids), f"drawn nowhere: {sorted(wanted - set(ids))}"


def _fits(svg: Svg) -> None:
    """Every line of text lies within the drawing."""
    root = ElementTree.fromstring(svg.document())
    for node in root:
        if node.tag not in (NS + "defs", NS + "style"):
            _walk(node, 0.0, 0.0, 1.0, svg)


def _walk(node: ElementTree.Element, dx: float, dy: float, scale: float, svg: Svg) -> None:
    for kind, values in re.findall(r"(translate|scale)\(([^)]*)\)", node.get("transform", "")):
        numbers = [float(v) for v in values.replace(",", " ").split()]
        if kind == "scale":
            scale *= numbers[0]
        else:
            dx, dy = dx + scale * numbers[0], dy + scale * (numbers[1] if len(numbers) > 1 else 0)
    if node.tag == NS + "text" and node.text:
        size = float(node.get("font-size", 12)) * scale
        wide = text_width(node.text, size, node.get("font-weight", "400") >= "700")
        x, y = dx + scale * float(node.get("x", 0)), dy + scale * float(node.get("y", 0))
        x -= {"middle": wide / 2, "end": wide}.get(_anchor(node), 0.0)
        assert x >= -1, f"{node.text!r} begins left of the drawing"
        assert x + wide <= svg.width + 1, f"{node.text!r} runs over the right edge"
        assert size * 0.5 <= y <= svg.height + 1, f"{node.text!r} is cut off above or below"
    for child in node:
        _walk(child, dx, dy, scale, svg)


def _anchor(node: ElementTree.Element) -> str:
    centred = {"axis", "cnt", "coord"} & set(node.get("class", "").split())
    return node.get("text-anchor", "middle" if centred else "start")
