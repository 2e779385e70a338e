"""Push with real encryption against an endpoint on this machine, and what the browser needs for it."""

from __future__ import annotations

import base64
import json
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.hashes import SHA256

from ludoteka.server.push import code, point, raw
from tests.server.conftest import Running, running, wait
from tests.server.test_moves import two_at_a_table
from tests.server.test_notices import to_boris


@dataclass
class Browser:
    """A browser that subscribed: its keys, and what its push service was sent."""

    url: str = ""
    status: int = 201
    got: list[tuple[dict[str, str], bytes]] = field(default_factory=list)
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    auth: bytes = field(default_factory=lambda: os.urandom(16))

    def subscription(self) -> dict[str, Any]:
        keys = {"p256dh": code(point(self.key)), "auth": code(self.auth)}
        return {"endpoint": self.url, "expirationTime": None, "keys": keys}

    def read(self, n: int) -> dict[str, Any]:
        body = http_ece.decrypt(self.got[n][1], private_key=self.key, auth_secret=self.auth, version="aes128gcm")
        return json.loads(body)


@contextmanager
def push_service() -> Iterator[Browser]:
    found = Browser()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            found.got.append((dict(self.headers.items()), self.rfile.read(int(self.headers["content-length"]))))
            self.send_response(found.status)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        found.url = f"http://127.0.0.1:{server.server_port}/push/1"
        yield found
        server.shutdown()


@pytest.fixture
def browser() -> Iterator[Browser]:
    with push_service() as found:
        yield found


def signed_by(header: str, house_key: str) -> dict[str, Any]:
    """The claims of the signature, which the key of the house must have made."""
    scheme, _, rest = header.partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert (scheme, parts["k"]) == ("vapid", house_key)
    signed, _, signature = parts["t"].rpartition(".")
    r, s = raw(signature)[:32], raw(signature)[32:]
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), raw(house_key))
    der = utils.encode_dss_signature(int.from_bytes(r), int.from_bytes(s))
    public.verify(der, signed.encode(), ec.ECDSA(SHA256()))
    claims: dict[str, Any] = json.loads(raw(signed.split(".")[1]))
    return claims


def test_a_browser_hears_of_the_turn(database: str, browser: Browser) -> None:
    """Encrypted for that browser, signed by this house, once a turn, and forgotten when the browser is gone."""
    with running(database, hooks_to_private=True) as server:
        server.house.notices.delay = 0.0
        anna, boris, id = two_at_a_table(server)
        boris.ok("POST", "/api/me/push", browser.subscription())
        to_boris(anna, boris, id)
        wait(lambda: browser.got)
        headers, sealed = browser.got[0]
        assert browser.read(0) == {
            "title": "Pebbles: your turn",
            "body": "It is your turn at a Pebbles table.",
            "url": f"/t/{id}",
            "tag": id,
        }
        assert id.encode() not in sealed
        assert headers["content-encoding"] == "aes128gcm"
        assert int(headers["ttl"]) > 0
        claims = signed_by(headers["authorization"], boris.ok("GET", "/api/push")["key"])
        assert claims["aud"] == browser.url.removesuffix("/push/1")
        boris.ok("POST", "/api/me/notify/test")
        assert browser.read(1)["url"] == "/me"
        browser.status = 410
        boris.ok("POST", "/api/me/notify/test")
        assert boris.post("/api/me/notify/test").json()["id"] == "error.no_channel"


def test_who_wants_no_more_hears_no_more(lone: Running, browser: Browser) -> None:
    object.__setattr__(lone.house.settings, "hooks_to_private", True)
    anna, eve = lone.person("Anna"), lone.person("Eve")
    anna.ok("POST", "/api/me/push", browser.subscription())
    eve.ok("POST", "/api/me/push/gone", {"endpoint": browser.url})  # not hers to end
    anna.ok("POST", "/api/me/notify/test")
    assert len(browser.got) == 1
    eve.ok("POST", "/api/me/push", browser.subscription())  # she logs in where Anna was
    assert anna.post("/api/me/notify/test").status_code == 409
    eve.ok("POST", "/api/me/push/gone", {"endpoint": browser.url})
    assert eve.post("/api/me/notify/test").status_code == 409


def test_what_is_no_subscription_is_refused(lone: Running, browser: Browser) -> None:
    """An inner address, a point that lies on no curve, a secret that is too short."""
    anna = lone.person("Anna")
    assert anna.post("/api/me/push", json=browser.subscription()).json()["id"] == "error.hook_https"
    object.__setattr__(lone.house.settings, "hooks_to_private", True)
    for keys in (
        {"p256dh": base64.urlsafe_b64encode(b"\x04" + b"x" * 64).decode()},
        {"auth": "c2hvcnQ"},
        {"p256dh": "A"},
    ):
        wrong = browser.subscription()
        wrong["keys"] |= keys
        assert anna.post("/api/me/push", json=wrong).json()["id"] == "error.push_keys"


def test_the_key_of_the_house_lasts(lone: Running) -> None:
    from ludoteka.server.push import private_key

    assert point(private_key("one")) == point(private_key("one")) != point(private_key("another"))


def test_what_makes_a_page_installable(lone: Running) -> None:
    somebody = lone.person()
    manifest = somebody.get("/manifest.webmanifest").json()
    assert manifest["display"] == "standalone"
    for picture in manifest["icons"]:
        found = somebody.get(picture["src"])
        assert found.headers["content-type"] == "image/png"
        size = int.from_bytes(found.content[16:20])
        assert picture["sizes"] == f"{size}x{size}"
    worker = somebody.get("/sw.js")
    assert worker.headers["content-type"].startswith("text/javascript")
    assert worker.headers["cache-control"] == "no-cache"
    for kept in json.loads(worker.text.partition("KEPT = ")[2].partition(";")[0].replace("'", '"')):
        assert somebody.get(kept).status_code == 200
    assert "Нет связи" in somebody.get("/offline?lang=ru").text
    assert somebody.get("/icon/7.png").status_code == 404
