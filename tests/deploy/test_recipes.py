"""The container, the stack and the workflows are well-formed and name only what exists."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement

from scripts.release import addresses, problems, settle

ROOT = Path(__file__).parents[2]
TESTS = ROOT / ".github" / "workflows" / "test.yml"


def test_the_container_file_is_clean() -> None:
    hadolint = shutil.which("hadolint", path=str(Path(sys.executable).parent))
    if hadolint is None:
        pytest.skip("hadolint has no build for this system")
    command = [hadolint, "--failure-threshold", "warning", "Dockerfile"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_the_container_copies_what_there_is_and_what_the_ignore_list_lets_through() -> None:
    allowed = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", (ROOT / "Dockerfile").read_text(), flags=re.M)
    names = {name for line in copied for name in line.split()}
    assert names == allowed
    assert all((ROOT / name).exists() for name in names)


def test_the_stack_mounts_and_names_what_there_is() -> None:
    stack = yaml.safe_load((ROOT / "compose.yaml").read_text())
    assert set(stack["services"]) == {"server", "database", "proxy", "mail", "backup"}
    for service in stack["services"].values():
        for mount in service.get("volumes", ()):
            source = mount.partition(":")[0]
            assert (ROOT / source).is_file() if source.startswith("./") else source in stack["volumes"]
        assert set(service["networks"]) <= set(stack["networks"])
    from ludoteka.server.settings import Settings

    # push services have to be reached, and nobody but the proxy may come in
    assert any(not (stack["networks"][name] or {}).get("internal") for name in stack["services"]["server"]["networks"])
    assert [name for name, service in stack["services"].items() if "ports" in service] == ["proxy"]
    named = {name for name in stack["services"]["server"]["environment"] if name.startswith("LUDOTEKA_")}
    assert named <= set(Settings().environment())


@pytest.mark.parametrize("workflow", sorted((ROOT / ".github" / "workflows").glob("*.yml")), ids=lambda p: p.stem)
def test_workflows_call_targets_that_exist(workflow: Path) -> None:
    text = workflow.read_text()
    assert yaml.safe_load(text)["jobs"]
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), flags=re.M))
    called = set(re.findall(r"\bmake ([a-z-]+)", text))
    assert called <= targets, called - targets


LEANT_ON = {
    "uvicorn": ("ludoteka/server/connection.py", "from uvicorn.protocols.http.httptools_impl import"),
    "litestar": ("ludoteka/server/auth.py", "from litestar.middleware.csrf import CSRFMiddleware"),
    "open_spiel": ("ludoteka/envs/spiel.py", "OpenSpiel clones a state by"),
    "mypy": ("ludoteka/core/native.py", "from mypy_extensions import"),
}
"""What we know more of than its pages promise, and where."""


@pytest.mark.parametrize("name", LEANT_ON)
def test_what_we_know_the_inside_of_has_an_upper_bound_above_the_locked_version(name: str) -> None:
    file, said = LEANT_ON[name]
    assert said in (ROOT / file).read_text("utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    extras = project["project"]["optional-dependencies"]
    (wanted,) = [r for lines in extras.values() for r in map(Requirement, lines) if r.name == name]
    assert "<" in str(wanted.specifier)
    locked = re.search(rf"^{name.replace('_', '-')}==(\S+)", (ROOT / "requirements" / "dev.txt").read_text(), re.M)
    assert locked is not None
    assert locked[1] in wanted.specifier
    if name == "mypy":  # the native wheels are built by the same one
        installs = project["tool"]["cibuildwheel"]["before-build"]
        assert all(bound in installs for bound in str(wanted.specifier).split(","))


def imported(path: Path) -> Iterator[str]:
    """The modules that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def needed(path: Path, seen: set[Path]) -> set[str]:
    """The packages from outside that a test needs, also by way of what else it imports of ours."""
    if path in seen:
        return set()
    seen.add(path)
    found: set[str] = set()
    for name in imported(path):
        first, *inner = name.split(".")
        places = [ROOT.joinpath(first, *inner[:n]).with_suffix(".py") for n in range(len(inner) + 1)]
        if first in ("tests", "scripts", "examples", "benchmarks"):
            for place in filter(Path.is_file, places):
                found |= needed(place, seen)
        elif first not in sys.stdlib_module_names and first != "ludoteka":
            found.add(first)
    return found


def test_elsewhere_tests_find_what_they_import() -> None:
    """On macOS and Windows only a few packages are installed for the tests of rules and bots."""
    (job,) = [job for job in yaml.safe_load(TESTS.read_text())["jobs"].values() if "macos-latest" in str(job)]
    commands = [step["run"] for step in job["steps"] if "run" in step]
    (installs,) = [command for command in commands if "pip install" in command]
    (runs,) = [command for command in commands if "-m pytest" in command]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    brought = [re.split("[>=<]", line)[0] for line in project["dependencies"]]  # rich_click brings the two others
    there = {name.replace("-", "_") for name in (*installs.split(), *brought, "click", "rich")}
    folders = runs.partition("-m pytest ")[2].split()
    assert folders
    files = [ROOT / "tests" / "conftest.py", *(file for folder in folders for file in (ROOT / folder).rglob("*.py"))]
    assert {str(file): missing for file in files if (missing := needed(file, set()) - there)} == {}


def test_a_release_needs_its_version_everywhere() -> None:
    assert any("CHANGELOG" in problem for problem in problems("99.0.0"))
    assert any("MAJOR" in problem for problem in problems("1.0"))


def test_a_release_says_where_the_project_lives(tmp_path: Path) -> None:
    for name in ("pyproject.toml", "CITATION.cff"):
        shutil.copy(ROOT / name, tmp_path)
    home = "https://example.org/club/ludoteka"
    for address in ("https://example.org/elsewhere", home):  # the last one stands
        settle(tmp_path, address)
    project = tomllib.loads((tmp_path / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["urls"] == addresses(home)
    assert project["scripts"]
    assert yaml.safe_load((tmp_path / "CITATION.cff").read_text("utf-8"))["repository-code"] == home
