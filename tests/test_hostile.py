"""Text becomes markup in one place: no word, whoever wrote it, is ever markup in a drawing."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from ludoteka import games
from ludoteka.core import text
from ludoteka.core.svg import Markup, markup, sheet, text_at, tooltip
from tests.drawing import positions

HOSTILE = """<hostile a="b">'&"""
PACKAGE = Path(games.__file__).parent.parent


@pytest.fixture
def hostile_words(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A language in which every name and every sentence is an attack."""
    load = text.load_catalogue

    def bad(lang: str, *folders: Path) -> text.Catalogue:
        if lang != "xx":
            return load(lang, *folders)
        messages = {key: HOSTILE + message for key, message in load("en", *folders).messages.items()}
        return text.Catalogue("xx", messages)

    monkeypatch.setattr(text, "load_catalogue", bad)
    yield "xx"
    text.offering.cache_clear()
    text.catalogue_in.cache_clear()


CUSTOM = f"""
[race]
id = "gnomes"
tokens = 5
borrows = "giants"
name.en = '''{HOSTILE}'''
name.ru = '''{HOSTILE}'''

[power]
id = "sly"
tokens = 4
name.en = '''{HOSTILE}'''
name.ru = '''{HOSTILE}'''
"""


def options_of(name: str) -> list[dict[str, Any]]:
    if name != "small_world":
        return [{}]
    from ludoteka.games.small_world.custom import pack

    return [{}, {"custom": pack(CUSTOM)}]


@pytest.mark.parametrize("name", games.names())
def test_no_name_is_markup_in_a_drawing(name: str, hostile_words: str) -> None:
    game, found = games.load(name), 0
    seats = game.seats[-1]
    for options in options_of(name):
        for state in positions(game, seats, 3, every=40, most=400, **options):
            view = state.view(state.to_move() if state.to_move() >= 0 else None)
            for named in view.get("names", {}).values():
                named[hostile_words] = HOSTILE
            picture = sheet(game.draw(view, hostile_words), game.panels(view, hostile_words)).document()
            tree = ElementTree.fromstring(picture)  # it can be read at all
            assert not [e for e in tree.iter() if e.tag.endswith("hostile")]
            found += HOSTILE in ElementTree.tostring(tree, "unicode", "text") or "&lt;hostile" in picture
    assert found, "the attack never came near a drawing: the test is blind"


def test_only_the_kit_writes_text_into_markup() -> None:
    """Elements that show text and attributes that hold it are made in core/svg.py and nowhere else."""
    marks = re.compile(r"<text\b|<title\b|<tspan\b|<desc\b|aria-label=|\bdata-(at|what|seat)=")
    for path in sorted(p for layer in ("games", "bots", "server") for p in (PACKAGE / layer).rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        documents = {id(n.body[0].value) for n in ast.walk(tree) if _has_docstring(n)}  # type: ignore[attr-defined]
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documents:
                assert not marks.search(node.value), f"{path.name}:{node.lineno} makes text itself: {node.value!r}"


def _has_docstring(node: ast.AST) -> bool:
    kinds = ast.Module | ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
    return isinstance(node, kinds) and bool(node.body) and isinstance(node.body[0], ast.Expr)


def test_markup_has_a_type_of_its_own() -> None:
    assert markup("<b>") == "&lt;b&gt;"
    assert markup(Markup("<b/>")) == "<b/>"
    assert text_at(1, 2, HOSTILE) == f'<text x="1" y="2" >{markup(HOSTILE)}</text>'
    assert tooltip(HOSTILE) == f"<title>{markup(HOSTILE)}</title>"
