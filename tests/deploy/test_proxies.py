"""The files for nginx and Caddy, run by them: TLS, HTTP/2, streams that pass at once, no figures for strangers."""

from __future__ import annotations

import asyncio
import os
import re
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from ludoteka.server import doctor
from scripts.debian import program
from scripts.stack import free_port
from tests.certificate import certificate
from tests.server.conftest import Running, known_deals, running, wait

__all__ = ["known_deals"]

DEPLOY = Path(__file__).parents[2] / "deploy"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(str(tmp_path_factory.mktemp("proxied") / "proxied.db")) as started:
        yield started


@contextmanager
def run(*command: str, env: dict[str, str] | None = None, answers: str) -> Iterator[None]:
    """The proxy while it runs; it is there when it answers, whoever signed its certificate."""

    def is_there() -> bool:
        assert process.poll() is None, "the proxy ended by itself"
        try:
            return httpx.get(answers, verify=False, timeout=5).status_code == 200
        except httpx.HTTPError:
            return False

    process = subprocess.Popen(
        command, env=os.environ | (env or {}), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        wait(is_there)
        yield
    finally:
        process.terminate()
        process.wait(30)


def look_through(url: str, trusted: ssl.SSLContext, server: Running) -> None:
    """What a browser and a curious stranger get through a proxy."""
    with httpx.Client(base_url=url, http2=True, verify=trusted, timeout=30) as client:
        home = client.get("/")
        assert home.status_code == 200
        assert home.http_version == "HTTP/2"
        assert client.get("/metrics").status_code == 403
        client.get("/api/me")
        csrf = {"x-csrftoken": client.cookies["csrftoken"]}
        client.post("/api/guest", json={"name": "Ann"}, headers=csrf).raise_for_status()
        made = client.post("/api/tables", json={"game": "pebbles", "seats": 2}, headers=csrf)
        made.raise_for_status()
        table = made.json()["table"]["id"]
        with client.stream("GET", f"/api/tables/{table}/events") as stream:
            # a proxy that buffers would hold this first event back until the stream ends, which it does not
            first = next(line for line in stream.iter_lines() if line.startswith("data:"))
        assert table in first


def test_nginx(server: Running, tmp_path: Path) -> None:
    nginx = program("nginx", packages=("nginx-light",))
    if not nginx:
        pytest.skip("no nginx found: apt-get install nginx-light")
    tmp_path.chmod(0o755)
    pem = certificate(tmp_path)
    plain, secure = free_port(), free_port()
    site = (DEPLOY / "nginx.conf").read_text("utf-8")
    assert "play.example.org" in site
    for old, new in (
        ("listen [::]:80;", ""),
        ("listen [::]:443 ssl http2;", ""),
        ("listen 80;", f"listen 127.0.0.1:{plain};"),
        ("listen 443 ", f"listen 127.0.0.1:{secure} "),
        ("/etc/letsencrypt/live/play.example.org/fullchain.pem", str(pem)),
        ("/etc/letsencrypt/live/play.example.org/privkey.pem", str(pem)),
        ("play.example.org", "localhost"),
        ("http://127.0.0.1:8321", server.url),
    ):
        assert old in site
        site = site.replace(old, new)
    places = "".join(
        f"{kind}_temp_path {tmp_path}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (tmp_path / "nginx.conf").write_text(
        f"daemon off; pid {tmp_path}/pid; error_log {tmp_path}/error.log;\nevents {{}}\n"
        f"http {{ access_log off; {places} {site} }}\n"
    )
    url = f"https://localhost:{secure}"
    with run(nginx, "-p", str(tmp_path), "-c", str(tmp_path / "nginx.conf"), answers=url + "/health"):
        look_through(url, ssl.create_default_context(cafile=str(pem)), server)
        moved = httpx.get(f"http://localhost:{plain}/learn", headers={"host": "localhost"})
        assert (moved.status_code, moved.headers["location"]) == (301, "https://localhost/learn")


def test_caddy(server: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    caddy = program("caddy")
    if not caddy:
        pytest.skip("no caddy found: apt-get install caddy")
    port = free_port()
    wrapped = f"{{\n skip_install_trust\n admin off\n auto_https disable_redirects\n}}\nimport {DEPLOY / 'Caddyfile'}\n"
    (tmp_path / "Caddyfile").write_text(wrapped)
    env = {
        "LUDOTEKA_SITE": f"localhost:{port}",
        "LUDOTEKA_UPSTREAM": re.sub("^http://", "", server.url),
        "XDG_DATA_HOME": str(tmp_path),
        "XDG_CONFIG_HOME": str(tmp_path),
    }
    url = f"https://localhost:{port}"
    command = (caddy, "run", "--config", str(tmp_path / "Caddyfile"), "--adapter", "caddyfile")
    with run(*command, env=env, answers=url + "/health"):
        authority = next(tmp_path.rglob("pki/authorities/local/root.crt"))
        look_through(url, ssl.create_default_context(cafile=str(authority)), server)
        monkeypatch.setenv("SSL_CERT_FILE", str(authority))
        found = asyncio.run(doctor.running(replace(server.house.settings, public_url=url)))
        assert {finding.what: finding.verdict for finding in found} == dict.fromkeys(
            ("address", "HTTP/2", "clock"), "well"
        )
