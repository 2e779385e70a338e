"""Find assertions that cannot fail: python -m scripts.vacuous tests/games/pebbles tests/core

By reading: an assertion of a constant, of a tuple, of a thing compared with itself; a test that claims nothing. By
running the tests that are named: an assertion that no test comes by, a loop around one that is never entered, and
`all` or `any` in an assertion that was only ever given nothing.
"""

from __future__ import annotations

import ast
import builtins
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
CLAIMS = {"raises", "expect", "fail", "warns"}
"""Calls that fail if something is not so; so does every helper with an assertion of its own."""
Function = ast.FunctionDef | ast.AsyncFunctionDef


def sources(paths: Iterable[str]) -> Iterator[Path]:
    for path in paths:
        found = Path(path)
        yield from sorted(found.rglob("*.py")) if found.is_dir() else [found]


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def called(node: ast.AST) -> Iterator[str]:
    """The names that are called or handed on somewhere inside."""
    for sub in ast.walk(node):
        if isinstance(sub, ast.Name | ast.Attribute):
            yield sub.id if isinstance(sub, ast.Name) else sub.attr


def claiming(paths: Iterable[Path]) -> set[str]:
    """Names of functions that claim something themselves or call one that does."""
    bodies: dict[str, set[str]] = {}
    found = set(CLAIMS)
    for path in paths:
        for node in ast.walk(tree(path)):
            if isinstance(node, Function | ast.ClassDef):
                bodies.setdefault(node.name, set()).update(called(node))
                if any(isinstance(sub, ast.Assert | ast.Raise) for sub in ast.walk(node)):
                    found.add(node.name)
    size = 0
    while size != len(found):
        size = len(found)
        found |= {name for name, calls in bodies.items() if calls & found}
    return found


def empty_claim(test: ast.expr) -> bool:
    """Whether an expression is true whatever happens."""
    if isinstance(test, ast.Constant | ast.Tuple | ast.Lambda | ast.JoinedStr):
        return not isinstance(test, ast.Constant) or bool(test.value)
    if isinstance(test, ast.Compare) and len(test.ops) == 1:
        calls = any(isinstance(sub, ast.Call) for sub in ast.walk(test))
        return not calls and ast.dump(test.left) == ast.dump(test.comparators[0])
    return False


def read(paths: list[Path], helpers: Iterable[Path]) -> Iterator[str]:
    known = claiming([*helpers, *paths])
    for path in paths:
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Assert) and empty_claim(node.test):
                yield f"{path}:{node.lineno}: cannot fail"
            if isinstance(node, Function) and node.name.startswith("test_"):
                own = any(isinstance(sub, ast.Assert | ast.Raise) for sub in ast.walk(node))
                if not own and not set(called(node)) & known:
                    yield f"{path}:{node.lineno}: {node.name} claims nothing"


class Watch:
    """Notes which lines of test files are reached, and what `all` and `any` were given there."""

    def __init__(self, files: Iterable[Path]) -> None:
        self.files = {str(path.resolve()) for path in files}
        self.seen: dict[str, set[int]] = {name: set() for name in self.files}
        self.given: dict[tuple[str, int], int] = {}

    def enter(self, frame: FrameType, event: str, arg: object) -> Callable[..., Any] | None:
        if frame.f_code.co_filename not in self.files:
            return None
        seen = self.seen[frame.f_code.co_filename]

        def line(frame: FrameType, event: str, arg: object) -> Callable[..., Any]:
            seen.add(frame.f_lineno)
            return line

        return line(frame, event, arg)

    def counting(self, usual: Callable[[Iterable[Any]], bool]) -> Callable[[Iterable[Any]], bool]:
        def counted(items: Iterable[Any]) -> bool:
            frame = sys._getframe(1)
            where = frame.f_code.co_filename, frame.f_lineno
            if where[0] not in self.files:
                return usual(items)
            self.given.setdefault(where, 0)

            def through() -> Iterator[Any]:
                for item in items:
                    self.given[where] += 1
                    yield item

            return usual(through())

        return counted

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self) -> Iterator[None]:
        every, some = builtins.all, builtins.any
        builtins.all, builtins.any = self.counting(every), self.counting(some)  # type: ignore[assignment]
        sys.settrace(self.enter)
        try:
            return (yield)
        finally:
            sys.settrace(None)
            builtins.all, builtins.any = every, some

    def told(self) -> Iterator[str]:
        for name in sorted(self.files):
            seen = self.seen[name]
            for node in ast.walk(tree(Path(name))):
                lines = range(getattr(node, "lineno", 0), (getattr(node, "end_lineno", 0) or 0) + 1)
                if isinstance(node, ast.Assert) and seen.isdisjoint(lines):
                    yield f"{name}:{node.lineno}: nobody comes by"
                if isinstance(node, ast.For) and node.lineno in seen and node.body[0].lineno not in seen:
                    yield f"{name}:{node.lineno}: a loop that is never entered"
        yield from (f"{name}:{at}: all or any of nothing" for (name, at), n in sorted(self.given.items()) if not n)


def main(paths: list[str]) -> int:
    files = list(sources(paths))
    found = list(read(files, sources(["tests", "ludoteka/core"])))
    watch = Watch(files)
    tests = [str(path) for path in files if path.name.startswith("test_")]
    status = pytest.main(["-q", "-p", "no:xdist", "-p", "no:cacheprovider", "-o", "timeout=0", *tests], plugins=[watch])
    found += watch.told()
    print("\n".join(found) or "every assertion can fail")
    return 1 if found or status else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
