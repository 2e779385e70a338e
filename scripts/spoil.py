"""What `make mutants` may change in the rules of a game: one condition, number, order or effect at a time."""

from __future__ import annotations

import ast
import hashlib
import tomllib
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path

from ludoteka.core.folder import is_rule

ROOT = Path(__file__).parent.parent
EQUIVALENT = ROOT / "tests/mutants/equivalent.toml"
NO_RULES = {
    *("__init__", "art", "banners", "cards", "draw", "geometry", "mats", "panels", "plain", "symbols", "view", "ways"),
    *("elsewhere", "intentions", "needs", "plays", "refusal", "refusals", "talents", "text", "told", "words"),
    *("laws", "listing", "placing", "position", "scenario", "shape", "worlds", "writing"),
    *("phases/table", "registers"),  # the moments of a written position; the twin of `masks` in a native build
}
"""Modules that show, explain, write and read, or hold the same thing twice; drawings and `ledger` are left out, too."""
DRAWS = "import ludoteka.core.svg", "from ludoteka.core.svg import"
TOLD_BY = {"question", "shown", "view", "full_view", "from_view", "snapshot", "clone"}
TOLD_BY |= {"effective", "way", "resample", "sample", "nth_bit", "_nth", "__repr__", "__reduce__", "__str__"}
"""Functions that tell, copy or draw lots instead of deciding; so do those whose names begin with `why_`."""
TOLD_TO = {"note", "notes.append", "reason", "tell", "TypeVar"}
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
PLAIN = ast.Name | ast.Attribute | ast.Call | ast.NamedExpr | ast.Subscript
"""Conditions without an operator of their own."""
Node = ast.expr | ast.stmt


class Mutant:
    """A rule spoiled in one place. `key` names it without a line number, so that it outlives changes elsewhere."""

    def __init__(self, path: Path, node: Node, around: ast.stmt, kind: str, other: str, source: str) -> None:
        self.path, self.kind = path, kind
        self.lines = _lines(node) if hasattr(around, "body") or isinstance(around, ast.Match) else _lines(around)
        if isinstance(around, ast.FunctionDef | ast.ClassDef):  # a default: worked out by the whole head
            self.lines = range(around.lineno, around.body[0].lineno)
        starts = [0]
        for line in source.splitlines(keepends=True):
            starts.append(starts[-1] + len(line.encode()))
        start = starts[node.lineno - 1] + node.col_offset
        end = starts[_lines(node)[-1] - 1] + (node.end_col_offset or 0)
        raw = source.encode()
        self.text = (raw[:start] + other.encode() + raw[end:]).decode()
        self.file = str(path.relative_to(ROOT))
        self.line = source.splitlines()[node.lineno - 1].strip()
        self.change = f"{' '.join(raw[start:end].decode().split())} -> {other}"
        self.number = node.lineno

    @property
    def key(self) -> str:
        return f"{self.file}: {self.line}: {self.change}"

    @property
    def name(self) -> str:
        return f"{self.file}:{self.number}: {self.kind}: {self.change}"

    def rank(self, seed: int) -> str:
        """Where it stands in the draw: a sample stays nearly the same when the rules change a little."""
        return hashlib.sha256(f"{seed} {self.key}".encode()).hexdigest()


def rule_files(game: str) -> list[Path]:
    found = sorted((ROOT / "ludoteka/games" / game).rglob("*.py"))
    named = [p for p in found if not NO_RULES & {p.stem, f"{p.parent.name}/{p.stem}"} and "ledger" not in p.parts]
    return [p for p in named if is_rule(p) and not any(line in p.read_text("utf-8") for line in DRAWS)]


def mutants(game: str) -> list[Mutant]:
    """Everything that may be spoiled; of changes that read alike all but the first have a number."""
    found, alike = [], Counter[str]()
    for path in rule_files(game):
        source = path.read_text("utf-8")
        tree = ast.parse(source)
        around = {id(sub): node for node in ast.walk(tree) if isinstance(node, ast.stmt) for sub in ast.walk(node)}
        for node, kind, other in _changes(tree):
            mutant = Mutant(path, node, around[id(node)], kind, other, source)
            alike[key := mutant.key] += 1
            mutant.change += f" ({alike[key]})" if alike[key] > 1 else ""
            found.append(mutant)
    return found


def equivalent() -> dict[str, str]:
    """Key of a mutant -> why it changes nothing."""
    rows = tomllib.loads(EQUIVALENT.read_text("utf-8")).get("mutant", [])
    return {f"{row['file']}: {row['line']}: {row['change']}": row["why"] for row in rows}


def _lines(node: Node) -> range:
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)


def _changes(tree: ast.AST) -> Iterator[tuple[Node, str, str]]:
    told = {id(sub) for node in ast.walk(tree) for part in _told(node) for sub in ast.walk(part)}
    conditions = {id(test) for node in ast.walk(tree) for test in _conditions(node)}
    for node in ast.walk(tree):
        if id(node) in told:
            continue
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            yield node, "left out", "pass"
        if isinstance(node, ast.AugAssign) and type(node.op) in OTHER:
            yield node, "operator", ast.unparse(_with(node, "op", OTHER[type(node.op)]()))
        if id(node) in conditions and isinstance(node, PLAIN):
            yield node, "condition", f"(not ({ast.unparse(node)}))"
        if isinstance(node, ast.expr):
            for kind, other in _variants(node):
                yield node, kind, f"({ast.unparse(other)})"


def _variants(node: ast.expr) -> Iterator[tuple[str, ast.AST]]:
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
    if isinstance(node, ast.Constant) and type(node.value) is bool:
        yield "condition", ast.Constant(not node.value)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("reversed", "sorted"):
        yield "order", ast.Call(ast.Name("list"), node.args[:1], [])


def _conditions(node: ast.AST) -> list[ast.expr]:
    if isinstance(node, ast.If | ast.IfExp | ast.While):
        return [node.test]
    if isinstance(node, ast.comprehension):
        return node.ifs
    return [node.guard] if isinstance(node, ast.match_case) and node.guard else []


def tells(name: str) -> bool:
    return name in TOLD_BY or name.lstrip("_").startswith("why_")


def _told(node: ast.AST) -> list[ast.AST]:
    """Annotations, assertions, notes and refusals: not what happens."""
    if isinstance(node, ast.AnnAssign):
        return [node.annotation]
    if isinstance(node, ast.keyword):
        return [node.value] if node.arg == "strict" else []  # zip's, a check and no rule
    if isinstance(node, ast.arg):
        return [node.annotation] if node.annotation else []
    if isinstance(node, ast.FunctionDef):
        returns: list[ast.AST] = [node.returns] if node.returns else []
        return [node] if tells(node.name) else [*node.decorator_list, *returns]
    if isinstance(node, ast.ClassDef):
        return list(node.decorator_list)
    if isinstance(node, ast.Call):
        name = ast.unparse(node.func)
        return [node] if any(name == told or name.endswith(f".{told}") for told in TOLD_TO) else []
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        return _told(node.value) and [node]
    if isinstance(node, ast.If) and not node.orelse:
        return [node.test] if all(isinstance(line, ast.Expr) and _told(line) for line in node.body) else []
    return [node] if isinstance(node, ast.Assert | ast.JoinedStr | ast.Import | ast.ImportFrom | ast.Raise) else []


def _with(node: ast.AST, field: str, value: object) -> ast.AST:
    other = deepcopy(node)
    setattr(other, field, value)
    return other
