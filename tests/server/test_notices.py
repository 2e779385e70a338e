"""Mail, webhooks, quiet hours, and the guard against internal addresses."""

from __future__ import annotations

import asyncio
import re
import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
from sqlalchemy import select, update

from ludoteka.server import notices, schema
from ludoteka.server.guard import BadAddress, HookFailed, check_url, post_json
from ludoteka.server.notices import Hook, Notify, after_quiet, hook_body
from tests.server.conftest import Person, Running, running, wait
from tests.server.test_moves import two_at_a_table


@pytest.mark.parametrize(
    "url",
    [
        "https://127.0.0.1/x",
        "https://localhost/x",
        "https://10.1.2.3/",
        "https://192.168.0.1/",
        "https://169.254.169.254/latest/meta-data",
        "https://[::1]/",
        "https://[::ffff:127.0.0.1]/",
        "https://[fd00::1]/",
        "https://[fec0::1]/",
        "https://[::127.0.0.1]/",
        "https://[::7f00:1]/",
        "https://[64:ff9b::7f00:1]/",
        "https://[64:ff9b:1::7f00:1]/",
        "https://[2002:7f00:1::]/",
        "https://0.0.0.0/",
        "https://2130706433/",
        "https://224.0.0.1/",
        "http://93.184.216.34/",
        "https://93.184.216.34:22/",
        "https://user:word@93.184.216.34/",
        "ftp://93.184.216.34/",
        "https:///x",
        "https://93.184.216.34:99999/",
        "https://no-such-host.invalid/",
    ],
)
def test_addresses_that_may_not_be_called(url: str) -> None:
    with pytest.raises(BadAddress):
        asyncio.run(check_url(url))
    with pytest.raises(BadAddress):
        asyncio.run(post_json(url, {}))


def test_a_public_address_may_be_called() -> None:
    asyncio.run(check_url("https://93.184.216.34/hook"))


def test_a_name_that_changes_its_mind_gains_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """First a public address, then an internal one: the connection itself checks again."""
    answers = iter(["93.184.216.34", "127.0.0.1"])

    async def fickle(self: Any, host: str, port: int, **_: Any) -> list[Any]:
        return [(2, 1, 6, "", (next(answers), port))]

    monkeypatch.setattr("asyncio.base_events.BaseEventLoop.getaddrinfo", fickle)
    with pytest.raises(BadAddress):
        asyncio.run(post_json("https://fickle.example/x", {}))


def test_a_name_with_one_inner_address_is_refused(lone: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Public and loopback at once, or loopback under an honest name: both are refused when the hook is set."""
    real = asyncio.base_events.BaseEventLoop.getaddrinfo

    async def resolved(self: Any, host: str, port: int, **more: Any) -> Any:
        known = {"mixed.example": ["93.184.216.34", "127.0.0.1"], "honest.example": ["127.0.0.1"]}
        if host in known:
            return [(2, 1, 6, "", (address, port)) for address in known[host]]
        return await real(self, host, port, **more)

    monkeypatch.setattr("asyncio.base_events.BaseEventLoop.getaddrinfo", resolved)
    monkeypatch.setattr("uvloop.Loop.getaddrinfo", resolved, raising=False)
    anna = lone.person("Anna")
    for host in ("mixed.example", "honest.example"):
        with pytest.raises(BadAddress, match="not a public address"):
            asyncio.run(check_url(f"https://{host}/hook"))
        answer = anna.put("/api/me/notify", json={"hook": {"kind": "json", "url": f"https://{host}/hook"}})
        assert (answer.status_code, answer.json()["id"]) == (422, "error.hook_inside")


def test_a_redirect_is_not_followed() -> None:
    """A receiver that sends us on to an inner address gets one request, and the inner one none."""
    asked: list[str] = []

    class Sly(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked.append(self.path)
            self.rfile.read(int(self.headers["content-length"]))
            self.send_response(307)
            self.send_header("location", "/inner")
            self.end_headers()

        do_GET = do_POST  # noqa: N815

        def log_message(self, *_: Any) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Sly) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with pytest.raises(HookFailed):
            asyncio.run(post_json(f"http://127.0.0.1:{server.server_port}/hook", {}, private=True))
        server.shutdown()
    assert asked == ["/hook"]


def moment(hour: int, minute: int = 0) -> float:
    return datetime(2026, 3, 10, hour, minute, tzinfo=UTC).timestamp()


def test_quiet_hours() -> None:
    night = Notify(quiet_from="22:00", quiet_to="08:00", zone="Europe/Moscow")  # UTC+3
    assert after_quiet(night, moment(12)) == moment(12)
    assert after_quiet(night, moment(20)) == moment(5) + 86400  # 23:00 there: until 8:00 tomorrow
    assert after_quiet(night, moment(2)) == moment(5)
    noon = Notify(quiet_from="12:00", quiet_to="13:00")
    assert after_quiet(noon, moment(12, 30)) == moment(13)
    assert after_quiet(Notify(), moment(3)) == moment(3)


def test_bodies_of_hooks() -> None:
    url = "https://93.184.216.34/"
    assert hook_body(Hook("discord", url), "hi")["content"] == "hi"
    assert hook_body(Hook("slack", url), "hi") == {"text": "hi"}
    assert hook_body(Hook("telegram", url, "42"), "hi") == {"chat_id": "42", "text": "hi"}


@pytest.fixture
def receiver() -> Iterator[tuple[str, list[bytes]]]:
    """A webhook on this machine that writes down what it gets, and fails the first time."""
    got: list[bytes] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            got.append(self.rfile.read(int(self.headers["content-length"])))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/hook", got
        server.shutdown()


def to_boris(anna: Person, boris: Person, id: str) -> None:
    """Let Anna play until Boris is asked."""
    for _ in range(40):
        if boris.see(id)["state"]["actions"]:
            return
        anna.move(id)


def test_a_hook_hears_of_the_turn(database: str, receiver: tuple[str, list[bytes]]) -> None:
    url, got = receiver
    with running(database, hooks_to_private=True, public_url="http://play.test") as server:
        server.house.notices.delay = 0.0
        anna, boris, id = two_at_a_table(server)
        boris.ok("PUT", "/api/me/notify", {"hook": {"kind": "slack", "url": url}})
        to_boris(anna, boris, id)
        wait(lambda: got)
        assert id.encode() in got[0]
        time.sleep(0.4)
        assert len(got) == 1  # once per turn
    with running(database) as server:
        someone = server.person("Someone")
        refused = someone.put("/api/me/notify", json={"hook": {"kind": "slack", "url": url}})
        assert (refused.status_code, refused.json()["id"]) == (422, "error.hook_https")
        assert someone.put("/api/me/notify", json={"zone": "Atlantis"}).status_code == 422


def will_be_called(lone: Running, url: str) -> tuple[Person, str]:
    """Somebody whose turn it is, and whom a hook tells so when the notice is due."""
    lone.house.notices.delay = 3600.0
    object.__setattr__(lone.house.settings, "hooks_to_private", True)
    anna, boris, id = two_at_a_table(lone)
    boris.ok("PUT", "/api/me/notify", {"hook": {"kind": "json", "url": url}})
    to_boris(anna, boris, id)
    return boris, id


def test_quiet_people_and_those_who_were_quicker_hear_nothing(lone: Running, receiver: tuple[str, list[bytes]]) -> None:
    url, got = receiver
    boris, id = will_be_called(lone, url)
    store = lone.house.store

    def waiting() -> int:
        return len(asyncio.run_coroutine_threadsafe(store.rows(select(schema.notices)), lone.loop).result())

    wait(lambda: waiting() == 1)
    boris.move(id)  # before the message was due
    asyncio.run_coroutine_threadsafe(store.execute(update(schema.notices).values(due=0.0)), lone.loop).result()
    wait(lambda: waiting() == 0)
    assert got == []


def test_who_is_banned_is_not_called_to_a_closed_door(lone: Running, receiver: tuple[str, list[bytes]]) -> None:
    url, got = receiver
    boris, _ = will_be_called(lone, url)
    store, notices = lone.house.store, schema.notices
    wait(lambda: lone.run(store.rows(select(notices))))
    out = update(schema.users).where(schema.users.c.id == boris.id).values(banned_until=time.time() + 3600)
    lone.run(store.execute(out))
    lone.run(store.execute(update(notices).values(due=0.0)))
    wait(lambda: not lone.run(store.rows(select(notices))))
    assert got == []


def test_mail_only_to_a_proved_address(database: str) -> None:
    box: list[EmailMessage] = []
    with running(database, smtp_host="mail.test", smtp_from="table@ludoteka.test") as server:
        server.house.notices.send_mail = box.append
        server.house.notices.delay = 0.0
        anna, boris, id = two_at_a_table(server)
        boris.ok("PUT", "/api/me/notify", {"mail": True})
        asked = boris.ok("POST", "/api/me/email", {"email": "boris@ludoteka.test"})
        assert (asked["email"], asked["email_asked"]) == (None, "boris@ludoteka.test")
        code = re.search(r"\d{8}", box[0].get_content())
        assert code
        to_boris(anna, boris, id)
        time.sleep(0.4)
        assert len(box) == 1  # the address is not proved: no notice
        assert boris.post("/api/me/email/proof", json={"code": "00000000"}).status_code == 422
        assert boris.ok("POST", "/api/me/email/proof", {"code": code[0]})["email"] == "boris@ludoteka.test"
        boris.move(id)
        to_boris(anna, boris, id)
        wait(lambda: len(box) == 2)
        assert "/t/" not in box[1].get_content()  # nobody said what links begin with
        assert boris.post("/api/me/email", json={"email": "not an address"}).status_code == 422


def test_no_mail_server(lone: Running) -> None:
    anna = lone.person("Anna")
    answer = anna.post("/api/me/email", json={"email": "anna@ludoteka.test"})
    assert (answer.status_code, answer.json()["id"]) == (409, "error.no_mail")


def test_vacation_stops_a_correspondence_clock(server: Running) -> None:
    anna, boris, id = two_at_a_table(server, clock={"kind": "correspondence", "seconds": 86400})
    before = anna.see(id)["table"]["deadline"]
    anna.ok("POST", "/api/me/away", {"days": 10})
    after = anna.see(id)["table"]["deadline"]
    assert after == pytest.approx(before + 10 * 86400, abs=60)
    assert anna.ok("GET", "/api/me")["away_days"] == 20
    assert anna.post("/api/me/away", json={"days": 25}).status_code == 422
    anna.move(id)
    to_boris(anna, boris, id)
    boris.move(id)


def test_a_new_password_ends_the_other_sessions(lone: Running) -> None:
    anna, phone = lone.person("Anna"), lone.person()
    anna.ok("POST", "/api/register", {"name": "Anna", "password": "correct horse"})
    phone.ok("POST", "/api/login", {"name": "Anna", "password": "correct horse"})
    assert anna.post("/api/me/password", json={"old": "wrong", "new": "battery staple"}).status_code == 401
    anna.ok("POST", "/api/me/password", {"old": "correct horse", "new": "battery staple"})
    assert phone.ok("GET", "/api/me")["id"] is None
    assert anna.ok("GET", "/api/me")["id"] == anna.id
    phone.ok("POST", "/api/login", {"name": "Anna", "password": "battery staple"})


def test_a_slow_hook_delays_no_clock_and_no_other_notice(lone: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Boris' webhook never answers. His clock runs out all the same, and Clara hears of her turn."""
    object.__setattr__(lone.house.settings, "hooks_to_private", True)
    lone.house.notices.delay = 0.0
    called: list[str] = []

    async def post(url: str, *_: Any) -> None:
        called.append(url)
        if "slow" in url:
            await asyncio.Event().wait()

    monkeypatch.setattr(notices, "post_json", post)
    anna, boris, id = two_at_a_table(lone, clock={"kind": "live", "seconds": 2, "increment": 0})
    boris.ok("PUT", "/api/me/notify", {"hook": {"kind": "json", "url": "http://127.0.0.1/slow"}})
    to_boris(anna, boris, id)
    wait(lambda: called == ["http://127.0.0.1/slow"])
    dora, clara, other = two_at_a_table(lone)
    clara.ok("PUT", "/api/me/notify", {"hook": {"kind": "json", "url": "http://127.0.0.1/quick"}})
    to_boris(dora, clara, other)
    wait(lambda: anna.see(id)["table"]["seats"][1]["gone"] == "timeout")
    wait(lambda: "http://127.0.0.1/quick" in called)
