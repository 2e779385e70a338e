"""A drawing as a picture for mails, which show no SVG.

The renderer knows no custom properties. So they are worked out here as a browser would: tokens of the theme, colours
that classes such as `s2` hand down, also into the symbols that a `<use>` below them shows.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from copy import deepcopy
from functools import cache
from xml.etree import ElementTree

import resvg_py

from ludoteka.core.palette import PALETTE
from ludoteka.core.svg import Svg

WIDTH = 900
SPACE = "{http://www.w3.org/2000/svg}"
_VAR = re.compile(r"var\(\s*(--[\w-]+)\s*(?:,((?:[^()]|\([^()]*\))*))?\)")
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_AT = re.compile(r"@[^{]+\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")
_NAME = re.compile(r"[\w-]+")

Values = Mapping[str, str]


def png(drawing: Svg, width: int = WIDTH) -> bytes:
    ElementTree.register_namespace("", SPACE[1:-1])
    root = ElementTree.fromstring(drawing.document("light"))
    style = root.find(f"{SPACE}style")
    sheet = _AT.sub("", re.sub(r"/\*.*?\*/", "", (style.text or "") if style is not None else "", flags=re.S))
    painter = _Painter(root, sheet)
    painter.paint(root, {})
    if style is not None:
        style.text = painter.sheet
    whole = ElementTree.tostring(root, "unicode")
    return bytes(resvg_py.svg_to_bytes(svg_string=whole, width=width, background=PALETTE["paper"][0]))


def resolved(text: str, values: Values) -> str:
    """Every `var(…)` replaced by its value, or by what stands beside it for that case."""
    for _ in range(4):  # a value may name another one
        text, n = _VAR.subn(lambda m: values.get(m[1]) or (m[2] or "").strip() or "none", text)
        if not n:
            break
    return text


@cache
def _read(sheet: str) -> tuple[dict[str, dict[str, str]], dict[str, str], str]:
    """By class the properties it hands down; by class the styles that depend on such; the rest of the sheet."""
    given: dict[str, dict[str, str]] = {}
    painted: dict[str, str] = {}
    rest = [".phone{display:none}"]
    for selectors, body in _RULE.findall(sheet):
        own = dict(re.findall(r"(--[\w-]+)\s*:\s*([^;]+)", body))
        for selector in selectors.split(","):
            last = selector.strip().rpartition(".")[2]
            if not _NAME.fullmatch(last) or ":" in selector:
                continue
            if own:
                given.setdefault(last, {}).update(own)
            elif "var(--me" in body or "var(--on-me" in body or "var(--rim" in body:
                painted[last] = body.strip()
        if not own and ":" not in selectors:
            rest.append(f"{selectors}{{{body}}}")
    return given, painted, "".join(rest)


class _Painter:
    def __init__(self, root: ElementTree.Element, sheet: str) -> None:
        self.given, self.painted, rest = _read(sheet)
        self.tokens = self.given.get("b", {})
        self.sheet = resolved(rest, self.tokens)
        self.shapes = {element.get("id", ""): deepcopy(element) for element in root.iter() if element.get("id")}
        self.known: dict[tuple[str, tuple[tuple[str, str], ...]], str] = {}
        self.defs = root.find(f"{SPACE}defs")

    def paint(self, element: ElementTree.Element, handed: Values) -> None:
        values = dict(handed)
        classes = element.get("class", "").split()
        for name in classes:
            if name != "b":
                values |= self.given.get(name, {})
        values |= dict(re.findall(r"(--[\w-]+)\s*:\s*([^;]+)", element.get("style", "")))
        every = {**self.tokens, **values}
        for name, text in list(element.items()):
            if "var(" in text:
                element.set(name, resolved(text, every))
        styles = [self.painted[name] for name in classes if name in self.painted]
        if styles:
            element.set("style", resolved(";".join([*styles, element.get("style", "")]), every))
        if element.tag == f"{SPACE}use" and values:
            self._show(element, values)
        for child in list(element):
            self.paint(child, values)

    def _show(self, use: ElementTree.Element, values: Values) -> None:
        """A copy of the shape with the colours of the place that shows it."""
        name = use.get("href", "").removeprefix("#")
        shape = self.shapes.get(name)
        if shape is None or self.defs is None:
            return
        key = name, tuple(sorted(values.items()))
        if key not in self.known:
            self.known[key] = f"{name}-{len(self.known)}"
            copy = deepcopy(shape)
            copy.set("id", self.known[key])
            self.paint(copy, values)
            self.defs.append(copy)
        use.set("href", "#" + self.known[key])
