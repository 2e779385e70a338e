"""Spoil one rule at a time and see whether the tests of rules notice.

    python -m scripts.mutants tigris_euphrates --sample 20

One condition, number or order in the rules of a game is changed in a copy of the repository, and only the tests marked
with a rule are run. What they let pass is a survivor: a gap in the tests, or a change that changes nothing. Results are
kept in build/mutants, so that a run goes on where it stopped.
"""

from __future__ import annotations

import argparse
import ast
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from random import Random
from time import monotonic

from ludoteka.core.folder import is_rule

ROOT = Path(__file__).parent.parent
NO_RULES = {
    *("__init__", "art", "banners", "cards", "draw", "geometry", "laws", "listing", "mats", "panels", "plain"),
    *("position", "scenario", "shape", "symbols", "text", "view", "why", "words", "refusals", "refusal"),
    *("registers", "masks", "intentions", "table"),
}
"""Modules that show, write and explain, or hold the same thing twice; `ledger` and locales are left out, too."""
NUMBERS_KEPT = 64
"""Larger numbers are sizes of tables and guards, not rules."""
OTHER: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}


def variants(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """What may stand in the place of an expression, and what kind of change that is."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in OTHER:
        yield "condition", _with(node, "ops", [OTHER[type(node.ops[0])]()])
    if isinstance(node, ast.BoolOp | ast.BinOp) and type(node.op) in OTHER:
        yield "operator", _with(node, "op", OTHER[type(node.op)]())
    if isinstance(node, ast.BoolOp):
        for i in range(len(node.values)):
            rest = node.values[:i] + node.values[i + 1 :]
            yield "left out", _with(node, "values", rest) if len(rest) > 1 else rest[0]
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield "condition", node.operand
    if isinstance(node, ast.Constant) and type(node.value) is int and node.value <= NUMBERS_KEPT:
        yield "number", ast.Constant(node.value + 1)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("reversed", "sorted"):
        yield "order", ast.Call(ast.Name("list"), node.args[:1], [])


def _with(node: ast.expr, field: str, value: object) -> ast.expr:
    other = deepcopy(node)
    setattr(other, field, value)
    return other


class Mutant:
    def __init__(self, path: Path, node: ast.expr, kind: str, other: ast.expr, source: str) -> None:
        self.path, self.kind = path, kind
        lines = source.splitlines(keepends=True)
        starts = [0]
        for line in lines:
            starts.append(starts[-1] + len(line.encode()))
        start, end = starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset  # type: ignore[operator]
        raw = source.encode()
        self.text = (raw[:start] + f"({ast.unparse(other)})".encode() + raw[end:]).decode()
        self.name = f"{path.relative_to(ROOT)}:{node.lineno}: {kind}: {raw[start:end].decode()} -> {ast.unparse(other)}"


def mutants(game: str) -> list[Mutant]:
    found = []
    for path in sorted((ROOT / "ludoteka/games" / game).rglob("*.py")):
        if path.stem in NO_RULES or not is_rule(path) or "ledger" in path.parts:
            continue
        source = path.read_text("utf-8")
        tree = ast.parse(source)
        told = {id(sub) for node in ast.walk(tree) if _is_told(node) for sub in ast.walk(node)}
        for node in ast.walk(tree):
            if id(node) not in told and isinstance(node, ast.expr):
                found += [Mutant(path, node, kind, other, source) for kind, other in variants(node)]
    return found


def _is_told(node: ast.AST) -> bool:
    """Annotations, assertions, notes and refusals: not what happens."""
    if isinstance(node, ast.FunctionDef):
        return node.name in ("why_not", "question", "sample", "clone", "__repr__", "__reduce__")
    if isinstance(node, ast.Call):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        return name in ("note", "reason", "TypeVar", "option")
    return isinstance(node, ast.Assert | ast.AnnAssign | ast.JoinedStr | ast.Import | ast.ImportFrom | ast.Raise)


def run_tests(copy: Path, game: str, limit: float | None) -> bool:
    """Whether the tests of rules pass there. One that takes too long has noticed something."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-x",
        "-m",
        "rule",
        "-p",
        "no:cacheprovider",
        f"tests/games/{game}",
    ]
    try:
        done = subprocess.run(command, cwd=copy, capture_output=True, timeout=limit)
    except subprocess.TimeoutExpired:
        return False
    if done.returncode not in (0, 1, 2):
        raise SystemExit(done.stdout.decode() + done.stderr.decode())
    return done.returncode == 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("game")
    parser.add_argument("--sample", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="", help="only in files whose path contains this")
    args = parser.parse_args()
    kept = ROOT / "build/mutants" / f"{args.game}.json"
    kept.parent.mkdir(parents=True, exist_ok=True)
    known: dict[str, bool] = json.loads(kept.read_text("utf-8")) if kept.exists() else {}
    every = [m for m in mutants(args.game) if args.only in str(m.path.relative_to(ROOT))]
    sample = Random(args.seed).sample(every, min(args.sample, len(every)))
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for part in ("ludoteka", "tests", "scripts", "matches"):
            shutil.copytree(ROOT / part, copy / part, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
        shutil.copy(ROOT / "pyproject.toml", copy)
        begun = monotonic()
        if not run_tests(copy, args.game, None):
            raise SystemExit("the tests fail already")
        limit = 60 + 10 * (monotonic() - begun)
        for i, mutant in enumerate(sample, 1):
            if known.get(mutant.name, True):  # survivors get another chance: there may be better tests now
                place = copy / mutant.path.relative_to(ROOT)
                place.write_text(mutant.text, "utf-8")
                known[mutant.name] = run_tests(copy, args.game, limit)
                place.write_text(mutant.path.read_text("utf-8"), "utf-8")
                kept.write_text(json.dumps(known, indent=1, ensure_ascii=False), "utf-8")
            print(f"{i}/{len(sample)} {'SURVIVED' if known[mutant.name] else 'noticed'} {mutant.name}", flush=True)
    survivors = [m.name for m in sample if known[m.name]]
    print(f"\n{args.game}: {len(sample) - len(survivors)} of {len(sample)} noticed, of {len(every)} there are")
    print(*survivors, sep="\n")


if __name__ == "__main__":
    main()
