"""Runs tests of rules in forks of this process: to see where they come by, and against a spoiled rule.

A spoiled function is put into a session that has collected the tests already: fork, exchange its code, run. What has
worked at import, or cannot be exchanged, is read anew from the spoiled text by a fork that has imported nothing yet.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import signal
import sys
import threading
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from importlib.machinery import SourceFileLoader
from inspect import CO_OPTIMIZED
from pathlib import Path
from tempfile import TemporaryFile
from time import process_time
from types import CodeType, FrameType, FunctionType
from typing import IO, Any, NamedTuple

import hypothesis  # noqa: F401 - once, before the forks, which all need it
import pytest

from scripts.spoil import ROOT, Mutant

os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # rules need none of those for pages and servers
QUIET = ["-q", "-x", "--tb=no", "--no-header", "-p", "no:cacheprovider"]
QUIET += ["-p", "pytest_timeout", "-o", "timeout=0", "-W", "ignore:Module already imported"]
MEMORY = 4 * 2**30
PATIENCE, TIMES = 3, 10
"""Seconds of the processor a test has at least, and how often its usual time."""


class Result(NamedTuple):
    killer: str
    """The test that noticed; empty for a survivor."""
    how: str


class Marked:
    """Leaves the tests of rules, in the order that is asked for; none may go on for ever."""

    def __init__(self, rank: Callable[[str], Any], seconds: dict[str, float], told: IO[str]) -> None:
        self.rank, self.seconds, self.told, self.failed = rank, seconds, told, False
        self.allow(20 * PATIENCE)

    def allow(self, seconds: float) -> None:
        """Then the system ends the process. The processor's time counts: a busy machine is no hang."""
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds)

    def tell(self, **what: Any) -> None:
        self.told.write(json.dumps(what) + "\n")
        self.told.flush()

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = sorted((i for i in items if i.get_closest_marker("rule")), key=lambda i: self.rank(i.nodeid))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.tell(test=item.nodeid)
        self.allow(PATIENCE + TIMES * self.seconds.get(item.nodeid, 0.0))
        return (yield)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed = True
            self.tell(failed=report.nodeid)


class Mapped(Marked):
    """Notes the lines of a game that each test comes by; those of the import under no name."""

    def __init__(self, told: IO[str], game: str) -> None:
        super().__init__(lambda id: 0, {}, told)
        self.root = str(ROOT / "ludoteka/games" / game) + os.sep
        self.missing: dict[CodeType, set[int]] = {}
        self.lines: dict[str, set[int]] = {}
        sys.settrace(self.enter)
        threading.settrace(self.enter)

    def enter(self, frame: FrameType, event: str, arg: object) -> Callable[..., Any] | None:
        code = frame.f_code
        missing = self.missing.get(code)
        if missing is None:
            inside = code.co_filename.startswith(self.root)
            missing = self.missing[code] = {n for _, _, n in code.co_lines() if n} if inside else set()
        if not missing:
            return None
        seen = self.lines.setdefault(code.co_filename, set())

        def line(frame: FrameType, event: str, arg: object) -> Callable[..., Any] | None:
            seen.add(frame.f_lineno)
            missing.discard(frame.f_lineno)
            return line if missing else None

        return line(frame, event, arg)

    def allow(self, seconds: float) -> None:
        pass

    def tell_lines(self, test: str, seconds: float) -> None:
        lines = {str(Path(name).relative_to(ROOT)): sorted(seen) for name, seen in self.lines.items()}
        self.tell(at=test, seconds=seconds, lines=lines)
        self.lines.clear()
        self.missing.clear()

    def pytest_collection_finish(self) -> None:
        self.tell_lines("", 0)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        begun = process_time()
        sys.settrace(self.enter)
        result = yield
        self.tell_lines(item.nodeid, process_time() - begun)
        return result


def map_of(game: str, file: Path) -> dict[str, Any]:
    """Test -> its seconds, and the lines of the game it comes by."""
    status, told = _in_fork(lambda out: pytest.main([*QUIET, str(file)], plugins=[Mapped(out, game)]))
    if status:
        raise SystemExit(f"\n{file.relative_to(ROOT)} fails already")
    return {row["at"]: {"seconds": row["seconds"], "lines": row["lines"]} for row in told if "at" in row}


Rank = Callable[[str], Any]


class Collected:
    """A session that only collects; each mutant of a function is then asked in a fork of it."""

    def __init__(self, ask: Callable[[Collected], None]) -> None:
        self.ask = ask

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.items = [item for item in session.items if item.get_closest_marker("rule")]
        self.functions: dict[tuple[str, str, int], list[FunctionType]] = defaultdict(list)
        for thing in gc.get_objects():
            if isinstance(thing, FunctionType):
                self.functions[thing.__code__.co_filename, *_name(thing.__code__)].append(thing)
        gc.freeze()  # forks share what is there
        self.ask(self)
        return True

    def run(self, mutant: Mutant, files: list[Path], rank: Rank, seconds: dict[str, float]) -> Result:
        def run(out: IO[str]) -> int:
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            marked = Marked(rank, seconds, out)
            items = [item for item in self.items if item.path in files]
            marked.pytest_collection_modifyitems(items)
            self._exchange(mutant)
            items[0].config.pluginmanager.register(marked)
            for item, after in zip(items, [*items[1:], None], strict=True):
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
                if marked.failed:
                    return 1
            return 0

        return _result(mutant, run)

    def _exchange(self, mutant: Mutant) -> None:
        path = str(mutant.path)
        if not any(name[0] == path for name in self.functions):
            return _read_instead(mutant.path, mutant.text)
        spoiled = functions_at(path, mutant.text, mutant.number)
        live = [(code, function) for code in spoiled for function in self.functions[path, *_name(code)]]
        assert live, f"no function to spoil for {mutant.name}"
        for code, function in live:
            function.__code__ = code
        return None


def collect(files: Iterable[Path], ask: Callable[[Collected], None]) -> None:
    """Imports and collects the tests in this very process, which is then of no use for `run_afresh`."""
    pytest.main([*QUIET, "-q", "-s", *map(str, files)], plugins=[Collected(ask)])


def can_exchange(mutant: Mutant) -> bool:
    """A function takes another code if it closes over the same names."""
    texts = mutant.path.read_text("utf-8"), mutant.text
    before, after = ([c.co_freevars for c in functions_at(str(mutant.path), t, mutant.number)[:1]] for t in texts)
    return before == after != []


def functions_at(path: str, text: str, line: int) -> list[CodeType]:
    """The functions that the line is in, outermost first: they begin where they began before it was spoiled."""

    def inside(code: CodeType) -> Iterator[CodeType]:
        for inner in code.co_consts:
            if isinstance(inner, CodeType) and inner.co_firstlineno <= line <= _end(inner):
                if inner.co_flags & CO_OPTIMIZED:  # unlike the body of a class
                    yield inner
                yield from inside(inner)

    return list(inside(compile(text, path, "exec", dont_inherit=True)))


def _end(code: CodeType) -> int:
    own = max(n for _, _, n in code.co_lines() if n)
    return max([own, *(_end(inner) for inner in code.co_consts if isinstance(inner, CodeType))])


def _name(code: CodeType) -> tuple[str, int]:
    return code.co_qualname, code.co_firstlineno


def run_afresh(mutant: Mutant, files: list[Path], rank: Rank, seconds: dict[str, float]) -> Result:
    def run(out: IO[str]) -> int:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        _read_instead(mutant.path, mutant.text)
        return pytest.main([*QUIET, *map(str, files)], plugins=[Marked(rank, seconds, out)])

    return _result(mutant, run)


def _result(mutant: Mutant, run: Callable[[IO[str]], int]) -> Result:
    status, told = _in_fork(run)
    last = next((row["test"] for row in reversed(told) if "test" in row), "import")
    if os.WIFSIGNALED(status):
        return Result(last, f"no end of {last.split('::')[-1]}")
    code = os.waitstatus_to_exitcode(status)
    if code == 0:
        return Result("", f"{sum('test' in row for row in told)} tests")
    if code not in (1, 2):
        raise SystemExit(f"pytest ends with {code} for {mutant.name}")
    failed = next((row["failed"] for row in told if "failed" in row), "import")
    return Result(failed, failed.split("::")[-1])


def _read_instead(path: Path, text: str) -> None:
    """Whoever imports that file gets this text."""
    assert not any(getattr(m, "__file__", None) == str(path) for m in sys.modules.values()), f"{path} is imported"
    usual = SourceFileLoader.get_code

    def get_code(self: SourceFileLoader, name: str) -> CodeType | None:
        if Path(self.path) == path:
            return compile(text, self.path, "exec", dont_inherit=True)
        return usual(self, name)

    SourceFileLoader.get_code = get_code  # type: ignore[method-assign]


def _in_fork(run: Callable[[IO[str]], int]) -> tuple[int, list[dict[str, Any]]]:
    """What a fork of this process ended with, and what it told."""
    with TemporaryFile("w+", encoding="utf-8") as out:
        pid = os.fork()
        if pid == 0:
            nothing = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nothing, 1)
            os.dup2(nothing, 2)
            signal.signal(signal.SIGVTALRM, signal.SIG_DFL)
            try:
                os._exit(int(run(out)))
            finally:
                os._exit(pytest.ExitCode.INTERNAL_ERROR)  # never on into what the parent does
        _, status = os.waitpid(pid, 0)
        out.seek(0)
        return status, [json.loads(line) for line in out]
