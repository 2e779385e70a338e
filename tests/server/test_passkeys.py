"""Passkeys with a device made of a key and a counter: made, used, replayed, dropped."""

from __future__ import annotations

import hashlib
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

from tests.server.conftest import Person, Running

ORIGIN = "http://play.test"


def text(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def data(words: str) -> bytes:
    return urlsafe_b64decode(words + "=" * (-len(words) % 4))


class Device:
    """An authenticator: one key, which never leaves it."""

    def __init__(self, name: bytes = b"device") -> None:
        self.id = hashlib.sha256(name).digest()
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.count = 0
        self.verified = True
        self.user = b""

    def _state(self, site: str, attested: bytes = b"") -> bytes:
        self.count += 1
        flags = 0x01 | (0x04 if self.verified else 0) | (0x40 if attested else 0)
        return hashlib.sha256(site.encode()).digest() + bytes([flags]) + self.count.to_bytes(4) + attested

    def _said(self, kind: str, challenge: str, origin: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": origin, "crossOrigin": False}).encode()

    def make(self, options: dict[str, Any], origin: str = ORIGIN) -> dict[str, Any]:
        spot = self.key.public_key().public_numbers()
        key = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: spot.x.to_bytes(32), -3: spot.y.to_bytes(32)})
        attested = bytes(16) + len(self.id).to_bytes(2) + self.id + key
        state = self._state(options["rp"]["id"], attested)
        self.user = data(options["user"]["id"])
        response = {
            "clientDataJSON": text(self._said("webauthn.create", options["challenge"], origin)),
            "attestationObject": text(cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": state})),
        }
        return {"id": text(self.id), "rawId": text(self.id), "type": "public-key", "response": response}

    def answer(self, options: dict[str, Any], origin: str = ORIGIN) -> dict[str, Any]:
        state = self._state(options["rpId"])
        said = self._said("webauthn.get", options["challenge"], origin)
        signed = self.key.sign(state + hashlib.sha256(said).digest(), ec.ECDSA(SHA256()))
        response = {
            "clientDataJSON": text(said),
            "authenticatorData": text(state),
            "signature": text(signed),
            "userHandle": text(self.user),
        }
        return {"id": text(self.id), "rawId": text(self.id), "type": "public-key", "response": response}


def asks(person: Person, path: str) -> dict[str, Any]:
    found: dict[str, Any] = person.ok("POST", path + "/options")
    return found


def test_a_device_instead_of_a_password(club: Running) -> None:
    anna, device = club.member("Petra Passkey"), Device(club.url.encode())
    made = anna.ok(
        "POST", "/api/me/passkeys", {"credential": device.make(asks(anna, "/api/me/passkeys")), "label": "Phone"}
    )
    assert [p["label"] for p in made] == ["Phone"]
    known = asks(anna, "/api/me/passkeys")
    assert [c["id"] for c in known["excludeCredentials"]] == [text(device.id)], "a device is not asked twice"
    guest = club.person("Passing")
    table = guest.table()["table"]["id"]
    loud, also = club.member("Loud Lou"), club.member("Also Lou")
    anna.ok("PUT", f"/api/me/people/{also.id}/mute")
    for person in (loud, also):
        guest.ok("PUT", f"/api/me/people/{person.id}/mute")
    loud.ok("PUT", f"/api/me/people/{guest.id}/block")
    credential = device.answer(asks(guest, "/api/login/passkey"))
    assert guest.ok("POST", "/api/login/passkey", {"credential": credential})["name"] == "Petra Passkey"
    assert table in [t["id"] for t in guest.ok("GET", "/api/me/tables")], "what the guest began comes along"
    assert {p["name"] for p in guest.ok("GET", "/api/me/people")["muted"]} == {"Loud Lou", "Also Lou"}
    assert [p["id"] for p in loud.ok("GET", "/api/me/people")["blocked"]] == [anna.id], "a new name hides nobody"
    assert club.person().post("/api/login/passkey", json={"credential": credential}).status_code == 422, (
        "it counts once"
    )
    assert "Phone" in json.dumps(anna.ok("GET", "/api/me/export")["passkeys"])
    anna.ok("DELETE", f"/api/me/passkeys/{text(device.id)}", status=(204,))
    gone = club.person()
    refused = gone.post("/api/login/passkey", json={"credential": device.answer(asks(gone, "/api/login/passkey"))})
    assert (refused.status_code, refused.json()["id"]) == (401, "error.passkey")
    assert anna.delete(f"/api/me/passkeys/{text(device.id)}").status_code == 404


def test_what_is_no_passkey(club: Running) -> None:
    anna, other = club.member("Pablo"), club.member("Paco")
    mine, elsewhere = Device(b"1" + club.url.encode()), Device(b"2" + club.url.encode())
    path = "/api/me/passkeys"

    def refused(person: Person, credential: Any) -> bool:
        answer = person.post(path, json={"credential": credential})
        return (answer.status_code, answer.json()["id"]) == (422, "error.passkey")

    assert refused(anna, {}), "no answer at all"
    assert refused(anna, elsewhere.make(asks(anna, path), "http://evil.test")), "made for another site"
    assert refused(anna, mine.make(asks(other, path))), "an answer to somebody else's question"
    mine.verified = False
    assert refused(anna, mine.make(asks(anna, path))), "anybody who holds the device could use it"
    mine.verified = True
    anna.ok("POST", path, {"credential": mine.make(asks(anna, path))})
    stranger = club.person()
    fake = Device(b"1" + club.url.encode())
    fake.count = 50
    answer = stranger.post("/api/login/passkey", json={"credential": fake.answer(asks(stranger, "/api/login/passkey"))})
    assert answer.status_code == 401, "the right name with another key"
    mine.count = 0
    answer = stranger.post("/api/login/passkey", json={"credential": mine.answer(asks(stranger, "/api/login/passkey"))})
    assert answer.status_code == 401, "a copy of the device: its counter went back"
    guest = club.person("Pawn")
    assert guest.post(path + "/options").json()["id"] == "error.no_account"
