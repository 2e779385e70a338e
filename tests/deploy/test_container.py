"""The steps of the container file, done without a container: what they leave serves, is healthy and plays."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludoteka.client import Client
from tests.server.conftest import wait

ROOT = Path(__file__).parents[2]
PORT = "8321"
FOLDERS = ("/opt/", "/var/lib/", "/src")
"""What the file names of the machine it makes."""


def steps() -> Iterator[tuple[str, str]]:
    text = re.sub(r"^#.*\n", "", (ROOT / "Dockerfile").read_text(), flags=re.M).replace("\\\n", " ")
    for line in filter(None, text.splitlines()):
        word, _, rest = line.partition(" ")
        yield word, rest


class Machine:
    """A folder that stands for the machine."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.here = root
        # no libraries from outside: those of this environment count as installed; a machine's own tools as called
        tools = root / "tools"
        tools.mkdir()
        (tools / "useradd").write_text('#!/bin/sh\necho "$@" >>"$0.called"\n')
        (tools / "useradd").chmod(0o755)
        path = os.pathsep.join([str(tools), str(Path(sys.executable).parent), os.environ["PATH"]])
        lent = {"PYTHONPATH": sysconfig.get_path("purelib"), "PIP_NO_INDEX": "1", "PIP_NO_BUILD_ISOLATION": "false"}
        self.env = os.environ | {"PATH": path, **lent}
        self.last: dict[str, str] = {}
        """What was said last of everything that is no step."""

    def inside(self, text: str) -> str:
        for folder in FOLDERS:
            text = re.sub(rf"(?<![\w.]){folder}", f"{self.root}{folder}", text)
        return text

    def do(self, word: str, rest: str) -> None:
        if word == "WORKDIR":
            self.here = Path(self.inside(rest))
            self.here.mkdir(parents=True)
        elif word == "COPY" and not rest.startswith("--from"):
            *names, to = rest.split()
            for name in names:
                self.copy(ROOT / name, self.here / to / ("" if to != "./" else name))
        elif word == "RUN":
            done = subprocess.run(["sh", "-euc", self.inside(rest)], cwd=self.here, env=self.env, capture_output=True)
            assert done.returncode == 0, done.stderr.decode()
        elif word == "ENV":
            for name, value in re.findall(r"(\w+)=(\S+)", rest):
                self.env[name] = self.inside(value).replace("$PATH", self.env["PATH"])
        else:
            self.last[word] = rest

    def copy(self, source: Path, to: Path) -> None:
        to.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, to, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, to)


@pytest.mark.skipif(sys.platform == "win32", reason="its steps are a shell's")
@pytest.mark.thorough
def test_the_steps_of_the_container_file_make_a_house_that_plays(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    for word, rest in steps():
        machine.do(word, rest)
    assert machine.last["USER"] == "ludoteka"
    assert "ludoteka" in (tmp_path / "tools" / "useradd.called").read_text().split()
    volume = Path(machine.inside(machine.last["VOLUME"]))
    assert Path(machine.env["LUDOTEKA_DATABASE"]).parent == volume, "what is to be kept is in the volume"
    assert machine.last["EXPOSE"] == PORT
    volume.mkdir(parents=True, exist_ok=True)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    del machine.env["PYTHONPATH"]
    (packages,) = (tmp_path / "opt" / "ludoteka").glob("lib/python*/site-packages")
    assert (packages / "ludoteka" / "cli").is_dir()
    (packages / "lent.pth").write_text(sysconfig.get_path("purelib"))
    quick = {"LUDOTEKA_PORT": port, "LUDOTEKA_BOT_WORKERS": "0", "LUDOTEKA_BOT_PAUSE": "0"}
    env = machine.env | quick | {"LUDOTEKA_LOG_LEVEL": "error"}
    check = json.loads(machine.last["HEALTHCHECK"].partition(" CMD ")[2].replace(PORT, port))
    server = subprocess.Popen(json.loads(machine.last["CMD"]), cwd=volume, env=env, stdout=subprocess.DEVNULL)

    def healthy() -> bool:
        assert server.poll() is None, "the server ended by itself"
        return subprocess.run(check, env=env, capture_output=True).returncode == 0

    try:
        wait(healthy)
        with Client(f"http://127.0.0.1:{port}") as client:
            client.become_guest("Ann")
            table = client.create("pebbles", 2)
            client.start(table, fill="random")
            assert client.play(table, lambda state: str(state["actions"][0]["text"]))["status"] == "finished"
    finally:
        server.terminate()
        server.wait(60)
    assert (volume / "ludoteka.db").stat().st_size
