"""The container, the stack and the workflows are well-formed and name only what exists."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

from scripts.release import addresses, problems, settle

ROOT = Path(__file__).parents[2]


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


def test_a_release_needs_its_version_everywhere() -> None:
    assert any("CHANGELOG" in problem for problem in problems("99.0.0"))
    assert any("MAJOR" in problem for problem in problems("1.0"))


def test_a_release_says_where_the_project_lives(tmp_path: Path) -> None:
    for name in ("pyproject.toml", "CITATION.cff"):
        shutil.copy(ROOT / name, tmp_path)
    home = "https://example.org/club/ludoteka"
    settle(tmp_path, home)
    project = tomllib.loads((tmp_path / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["urls"] == addresses(home)
    assert project["scripts"]
    assert yaml.safe_load((tmp_path / "CITATION.cff").read_text("utf-8"))["repository-code"] == home
