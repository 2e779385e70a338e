"""Which rule has which tests. `make rules` prints the rules without one and fails if there are any."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

from ludoteka import games
from ludoteka.core.rules import read_rules

TESTS = Path(__file__).parent.parent / "tests" / "games"


def rules_with_tests(game: str) -> dict[str, list[str]]:
    """Number of a rule -> the tests marked with it."""
    found: dict[str, list[str]] = {}
    for path in sorted((TESTS / game).rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                for id in _marks(node):
                    found.setdefault(id, []).append(f"{path.stem}::{node.name}")
    return found


def _marks(node: ast.FunctionDef | ast.ClassDef) -> list[str]:
    ids = []
    for mark in node.decorator_list:
        if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Attribute) and mark.func.attr == "rule":
            ids += [arg.value for arg in mark.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
    return ids


def main() -> int:
    without = 0
    ours = [name for name in games.names() if games.load(name).package.startswith("ludoteka.games.")]
    for name in ours:  # guests have tests of their own
        rules = read_rules(games.load(name).folder)
        tested = rules_with_tests(name)
        missing = [rule for id, rule in rules.items() if id not in tested]
        tests = sum(len(tests) for tests in tested.values())
        print(f"{name}: {len(rules)} rules, {tests} tests of them, {len(missing)} without")
        for rule in missing:
            print(f"  {rule.id} {rule.text[:100]}")
        without += len(missing)
    return 1 if without else 0


if __name__ == "__main__":
    sys.exit(main())
