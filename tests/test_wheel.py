"""What people install is what the repository holds, and it serves a match."""

from __future__ import annotations

import os
import shutil
import socket
import stat
import subprocess
import sys
import sysconfig
from pathlib import Path
from zipfile import ZipFile

import httpx
import pytest

from ludoteka.client import Client
from tests.server.conftest import wait

ROOT = Path(__file__).parent.parent


def tracked(*folders: str) -> list[str]:
    if shutil.which("git") is None:
        pytest.skip("no git")
    listed = subprocess.run(["git", "ls-files", "-z", *folders], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("not a checkout")
    return [name for name in listed.stdout.split("\0") if (ROOT / name).is_file()]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    for name in tracked("ludoteka", "pyproject.toml", "setup.py", "README.md", "LICENSE"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", "dist", "."]
    built = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    (wheel,) = (folder / "dist").glob("*.whl")
    return wheel


def test_a_wheel_is_pure_and_has_every_file_of_the_package(wheel: Path) -> None:
    assert wheel.name.endswith("-py3-none-any.whl")
    inside = set(ZipFile(wheel).namelist())
    assert [name for name in tracked("ludoteka") if name not in inside] == []


@pytest.mark.skipif(sys.platform == "win32", reason="the script is for Debian")
@pytest.mark.thorough
def test_the_install_script_puts_everything_in_place_and_the_server_plays(wheel: Path, tmp_path: Path) -> None:
    # no libraries from outside: those of this environment are lent to the new one
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    env = os.environ | {"PATH": path, "ROOT": str(tmp_path), "PIP_NO_DEPS": "1", "PIP_NO_INDEX": "1"}
    for _ in range(2):  # a second run updates and keeps the settings
        done = subprocess.run(
            ["sh", str(ROOT / "deploy" / "install.sh"), str(wheel)], env=env, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        settings = tmp_path / "etc" / "ludoteka.env"
        text = settings.read_text()
        secret = next(line for line in text.splitlines() if line.startswith("LUDOTEKA_SECRET="))
        env["SECRET"] = env.get("SECRET", secret)
        assert secret == env["SECRET"]
        assert len(secret) > 60
        assert stat.S_IMODE(settings.stat().st_mode) == 0o600
    units = sorted(path.name for path in (tmp_path / "etc" / "systemd" / "system").iterdir())
    assert units == ["ludoteka-backup.service", "ludoteka-backup.timer", "ludoteka.service"]
    assert "LimitNOFILE" in (tmp_path / "etc" / "systemd" / "system" / "ludoteka.service").read_text()
    home = tmp_path / "opt" / "ludoteka"
    (packages,) = home.glob("lib/python*/site-packages")
    (packages / "lent.pth").write_text(sysconfig.get_path("purelib"))
    with settings.open("a") as more:
        more.write(f"LUDOTEKA_SMTP_FROM=The house <a@b.cc>\nLUDOTEKA_DATABASE={tmp_path / 'wheel.db'}\n")
    plays(home / "bin" / "ludoteka", tmp_path)
    doctor = [tmp_path / "usr" / "local" / "bin" / "ludoteka", "admin", "doctor"]
    looked = subprocess.run(doctor, capture_output=True, text=True, encoding="utf-8")
    assert looked.returncode == 0, looked.stdout + looked.stderr
    assert "secret is set" in looked.stdout
    assert "database answers" in looked.stdout


def plays(program: Path, folder: Path) -> None:
    """`ludoteka serve` of that installation plays a match of a guest and a bot to its end."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [program, "serve", "--no-browser", "--port", str(port), "--database", str(folder / "wheel.db")]
    env = os.environ | {"LUDOTEKA_BOT_WORKERS": "0", "LUDOTEKA_BOT_PAUSE": "0", "LUDOTEKA_LOG_LEVEL": "error"}
    server = subprocess.Popen(command, cwd=folder, env=env, stdout=subprocess.DEVNULL)
    url = f"http://127.0.0.1:{port}"

    def answers() -> bool:
        assert server.poll() is None, "the server ended by itself"
        try:
            return httpx.get(url + "/health", timeout=5).status_code == 200
        except httpx.HTTPError:
            return False

    try:
        wait(answers)
        with Client(url) as client:
            client.become_guest("Ann")
            table = client.create("pebbles", 2)
            client.start(table, fill="random")
            assert client.play(table, lambda state: str(state["actions"][0]["text"]))["status"] == "finished"
    finally:
        server.terminate()
        server.wait(60)
