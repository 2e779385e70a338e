"""Mail through a real SMTP server on this machine: encrypted, with a password, and what is refused."""

from __future__ import annotations

import re
import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any, cast

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword

from tests.certificate import certificate
from tests.server.conftest import running, wait
from tests.server.test_moves import two_at_a_table
from tests.server.test_notices import to_boris

USER, WORD = "table", "open sesame"


class Box:
    """Keeps what it is sent, and how it came."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.encrypted: list[bool] = []
        self.known: list[bool] = []

    async def handle_DATA(self, server: SMTP, session: Any, envelope: Any) -> str:  # noqa: N802
        self.mails.append(cast(EmailMessage, message_from_bytes(envelope.content, policy=policy.default)))
        self.encrypted.append(server.transport.get_extra_info("ssl_object") is not None)
        self.known.append(bool(session.authenticated))
        return "250 OK"


def authenticate(server: Any, session: Any, envelope: Any, mechanism: str, data: Any) -> AuthResult:
    good = isinstance(data, LoginPassword) and (data.login, data.password) == (USER.encode(), WORD.encode())
    return AuthResult(success=good, handled=False)


@contextmanager
def mail_server(box: Box, pem: Path | None, implicit: bool = False) -> Iterator[int]:
    """Its port. With a certificate it insists on TLS and a password, as real ones do."""
    more: dict[str, Any] = {}
    if pem is not None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(pem)
        more = {"tls_context": context, "require_starttls": True, "auth_required": True, "authenticator": authenticate}
        if implicit:  # aiosmtpd knows only its own STARTTLS as TLS, so it is told not to wait for that
            more = {"ssl_context": context, "auth_require_tls": False, "authenticator": authenticate}
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    controller = Controller(box, hostname="127.0.0.1", port=port, **more)
    controller.start()
    try:
        yield port
    finally:
        controller.stop()


def test_a_proof_and_a_turn_by_encrypted_mail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    box, pem = Box(), certificate(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(pem))
    with mail_server(box, pem) as port:
        values = {"smtp_host": "localhost", "smtp_port": port, "smtp_user": USER, "smtp_password": WORD}
        with running(
            str(tmp_path / "mail.db"),
            smtp_from="Ludoteka <table@ludoteka.test>",
            public_url="http://play.test/",
            **values,
        ) as server:
            server.house.notices.delay = 0.0
            anna, boris, id = two_at_a_table(server)
            boris.ok("PATCH", "/api/me", {"lang": "ru"})
            boris.ok("PUT", "/api/me/notify", {"mail": True})
            boris.ok("POST", "/api/me/email", {"email": "boris@ludoteka.test"})
            code = re.search(r"\d{8}", box.mails[0].get_content())
            assert code
            boris.ok("POST", "/api/me/email/proof", {"code": code[0]})
            to_boris(anna, boris, id)
            wait(lambda: len(box.mails) == 2)
    assert box.encrypted == [True, True]
    turn = box.mails[1]
    assert (turn["To"], turn["From"]) == ("boris@ludoteka.test", "Ludoteka <table@ludoteka.test>")
    assert turn["Subject"] == "Камешки: ваш ход"
    assert turn["Auto-Submitted"] == "auto-generated"
    assert f"http://play.test/t/{id}" in turn.get_body(("plain",)).get_content()
    assert turn["Date"].datetime.tzinfo is not None
    assert turn["Message-ID"].endswith("@ludoteka.test>")
    assert re.search("[а-я]", turn.get_body(("plain",)).get_content())  # in the reader's language


def test_a_plain_server_without_a_password(tmp_path: Path) -> None:
    box = Box()
    with mail_server(box, None) as port:
        values = {"smtp_host": "127.0.0.1", "smtp_port": port, "smtp_tls": False, "smtp_from": "t@ludoteka.test"}
        with running(str(tmp_path / "mail.db"), **values) as server:
            server.person("Anna").ok("POST", "/api/me/email", {"email": "anna@ludoteka.test"})
    assert [m["To"] for m in box.mails] == ["anna@ludoteka.test"]


def test_tls_from_the_first_byte(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    box, pem = Box(), certificate(tmp_path)
    values: dict[str, Any] = {"smtp_user": USER, "smtp_password": WORD, "smtp_from": "t@ludoteka.test"}
    with mail_server(box, pem, implicit=True) as port:
        for trusted, status in ((False, 502), (True, 200)):
            if trusted:
                monkeypatch.setenv("SSL_CERT_FILE", str(pem))
            file = str(tmp_path / f"{trusted}.db")
            with running(file, smtp_host="smtps://localhost", smtp_port=port, **values) as server:
                answer = server.person("Anna").post("/api/me/email", json={"email": "anna@ludoteka.test"})
                assert answer.status_code // 100 == status // 100, answer.text
    assert [m["To"] for m in box.mails] == ["anna@ludoteka.test"]
    assert (box.encrypted, box.known) == ([True], [True])


@pytest.mark.parametrize("fault", ["wrong password", "unknown certificate", "nobody there"])
def test_mail_that_cannot_be_sent_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str) -> None:
    box, pem = Box(), certificate(tmp_path)
    if fault != "unknown certificate":
        monkeypatch.setenv("SSL_CERT_FILE", str(pem))
    with mail_server(box, pem) as port:
        values: dict[str, Any] = {"smtp_host": "localhost", "smtp_port": port if fault != "nobody there" else 9}
        word = "guess" if fault == "wrong password" else WORD
        with running(str(tmp_path / "mail.db"), smtp_user=USER, smtp_password=word, **values) as server:
            anna = server.person("Anna")
            answer = anna.post("/api/me/email", json={"email": "anna@ludoteka.test"})
            assert (answer.status_code, answer.json()["id"]) == (502, "error.mail_failed")
            assert anna.ok("GET", "/api/me")["email"] is None  # nothing was changed
            assert server.house.faults == 0
    assert box.mails == []
