"""Spoil one rule at a time and see whether the tests of rules notice.

    python -m scripts.mutants tigris_euphrates --sample 100

Only tests marked with a rule are asked, no recorded match. Each mutant lives in a fork of this process that has the
spoiled function in place of the right one, or reads the whole file anew if the import comes by the changed line; tests
that come by it are run first, and the first failure ends it, as does a test that takes ten times as long as usual. What
all let pass is a survivor: a gap in the tests, or a change that changes nothing; those are listed in
tests/mutants/equivalent.toml with the reason and are not drawn.

Results and the map of which test comes by which line are kept in build/mutants: a run goes on where it stopped, and
what has not changed since is not asked again.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections import Counter
from pathlib import Path
from time import monotonic
from typing import Any

from scripts.mutant_tests import Collected, Result, can_exchange, collect, map_of, run_afresh
from scripts.spoil import ROOT, Mutant, equivalent, mutants

KEPT = ROOT / "build/mutants"
TARGET = 0.95
RECORDED = {"test_ledger", "test_matches", "test_peer_cases", "test_recorded", "test_rows"}
"""Tests that play recorded matches: they would notice nearly everything and explain nothing."""


def draw(game: str, n: int, seed: int, only: str) -> tuple[list[Mutant], list[Mutant], int]:
    """A sample, those passed over because they change nothing, and how many there are."""
    found, same = mutants(game), equivalent()
    gone = {key for key in same if key.startswith(f"ludoteka/games/{game}/")} - {m.key for m in found}
    if gone:
        raise SystemExit("\n".join(["these lines of equivalent.toml name no change any more:", *sorted(gone)]))
    every = sorted((m for m in found if only in m.name), key=lambda m: m.rank(seed))
    sample, passed = [], []
    for mutant in every:
        if len(sample) == n:
            break
        (passed if mutant.key in same else sample).append(mutant)
    return sample, passed, len(every)


class Tests:
    """The tests of a game's rules, and which of them come by which line."""

    def __init__(self, game: str) -> None:
        folder = ROOT / "tests/games" / game
        self.files = [
            path
            for path in sorted(folder.rglob("test_*.py"))
            if "mark.rule" in path.read_text("utf-8") and path.stem not in RECORDED
        ]
        help_files = [p for p in sorted(folder.rglob("*.py")) if not p.stem.startswith("test_")]
        rules = sorted((ROOT / "ludoteka/games" / game).rglob("*.py")) + sorted((ROOT / "ludoteka/core").glob("*.py"))
        self.state = {str(p): _digest(p, *help_files, *rules) for p in self.files}
        self.kept = KEPT / f"{game}.map.json"
        known: dict[str, Any] = json.loads(self.kept.read_text("utf-8")) if self.kept.exists() else {}
        for n, path in enumerate(self.files, 1):
            if known.get(str(path), {}).get("state") != self.state[str(path)]:
                print(f"\rwhich test comes by which line: {n}/{len(self.files)}", end="", flush=True)
                known[str(path)] = {"state": self.state[str(path)], "tests": map_of(game, path)}
                self.kept.parent.mkdir(parents=True, exist_ok=True)
                self.kept.write_text(json.dumps(known), "utf-8")
        self.by_file = {path: known[str(path)]["tests"] for path in self.files}
        self.seconds = {id: test["seconds"] for tests in self.by_file.values() for id, test in tests.items()}

    def of(self, mutant: Mutant) -> tuple[list[Path], set[str]]:
        """Files with a test that the mutant can concern, and the tests that come by the line; a file's tests share what
        they have once reckoned out, hence whole files."""
        files, near = [], set()
        for path, tests in self.by_file.items():
            hit = {id for id, test in tests.items() if set(mutant.lines) & set(test["lines"].get(mutant.file, ()))}
            if hit:
                files.append(path)
                near |= hit
        return files, near - {""}

    def works_at_import(self, mutant: Mutant) -> bool:
        imports = (tests.get("", {"lines": {}})["lines"].get(mutant.file, ()) for tests in self.by_file.values())
        return any(set(mutant.lines) & set(lines) for lines in imports)

    def ask(self, mutant: Mutant, killer: str, quick: Counter[str], session: Collected | None) -> Result:
        files, near = self.of(mutant)
        if not files:
            return Result("", "no test comes there")

        def rank(id: str) -> tuple[bool, bool, int, float]:
            return id != killer, id not in near, -quick[id], self.seconds.get(id, 0)

        return (session.run if session else run_afresh)(mutant, files, rank, self.seconds)


def _digest(*paths: Path) -> str:
    found = hashlib.sha256()
    for path in paths:
        found.update(path.read_bytes())
    return found.hexdigest()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("game")
    parser.add_argument("--sample", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="", help="only those whose line of the report contains this")
    parser.add_argument("--survivors", action="store_true", help="only those that survived the last time")
    parser.add_argument("--afresh", action="store_true", help="read the whole file anew for each of them")
    args = parser.parse_args()
    sample, passed, there_are = draw(args.game, args.sample, args.seed, args.only)
    tests = Tests(args.game)
    state = hashlib.sha256("".join(tests.state.values()).encode()).hexdigest()
    kept = KEPT / f"{args.game}.json"
    known: dict[str, dict[str, str]] = json.loads(kept.read_text("utf-8")) if kept.exists() else {}
    quick: Counter[str] = Counter()
    asked = []
    for mutant in sample:
        last = known.get(mutant.key, {})
        if last.get("state") == state or (args.survivors and last.get("killer")):
            quick[last["killer"]] += 1
        else:
            asked.append(mutant)

    def ask(some: list[Mutant], session: Collected | None = None) -> None:
        for n, mutant in enumerate(some, 1):
            begun = monotonic()
            result = tests.ask(mutant, known.get(mutant.key, {}).get("killer", ""), quick, session)
            last = known[mutant.key] = {"state": state, "killer": result.killer, "how": result.how}
            kept.write_text(json.dumps(known, indent=1, ensure_ascii=False), "utf-8")
            print(f"\r{n}/{len(some)} {_told(last)} {monotonic() - begun:.1f} s {mutant.name}", flush=True)
            quick[result.killer] += 1

    whole = [m for m in asked if args.afresh or tests.works_at_import(m) or not can_exchange(m)]
    ask(whole)
    if functions := [m for m in asked if m not in whole]:
        collect(tests.files, lambda session: ask(functions, session))
    survivors = [m for m in sample if not known[m.key]["killer"]]
    killed = len(sample) - len(survivors)
    print(f"\n{args.game}: {killed} of {len(sample)} noticed, of {there_are} there are (seed {args.seed});", end=" ")
    print(f"{len(passed)} that change nothing were passed over")
    for mutant in survivors:
        print(f"  {mutant.name}  [{known[mutant.key]['how']}]\n    {mutant.line}")
    return 0 if killed >= TARGET * len(sample) else 1


def _told(last: dict[str, str]) -> str:
    return f"noticed ({last['how']})" if last["killer"] else f"SURVIVED ({last['how']})"


if __name__ == "__main__":
    sys.exit(main())
