"""Start a server: uvicorn, one process or several, and the logs."""

from __future__ import annotations

import errno
import gc
import logging
import os
import socket
import sys
from collections.abc import Callable
from typing import Any

import structlog
import uvicorn
from litestar import Litestar
from sqlalchemy import select
from uvicorn.supervisors import Multiprocess

from ludoteka import games
from ludoteka.server.app import create_app
from ludoteka.server.cache import Cache
from ludoteka.server.connection import Connection, allow_files
from ludoteka.server.fit import installed
from ludoteka.server.hub import Hub
from ludoteka.server.parent import end_with_parent
from ludoteka.server.refused import Refused
from ludoteka.server.schema import tables
from ludoteka.server.settings import Settings
from ludoteka.server.store import Store

GRACE = 10
BACKLOG = 2048
COLLECT_AFTER = (10_000, 20, 20)
"""New objects before Python looks for cycles among them; most of ours die with their request without that."""
SECRETS = ("password", "secret", "token", "code", "cookie", "authorization", "email")


def worker_app() -> Litestar:
    """What each process runs; the settings come through the environment."""
    settings = Settings.load()
    set_up_logs(settings.log_level)
    if settings.workers > 1:
        end_with_parent()
    Connection.most = allow_files(settings.connections)
    app = create_app(settings)
    spare_the_collector()
    return app


def spare_the_collector() -> None:
    """What is loaded by now stays for good: Python need not look through it again and again for garbage."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)


def listen(settings: Settings) -> socket.socket:
    """The address of the server, taken before anything else is done: a ValueError says why it cannot be had."""
    if settings.workers > 1 and settings.sqlite_file is not None:
        raise ValueError("more than one process needs PostgreSQL: set LUDOTEKA_DATABASE")
    listener = socket.socket(socket.AF_INET6 if ":" in settings.host else socket.AF_INET)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((settings.host, settings.port))
        listener.listen(BACKLOG)
        listener.set_inheritable(True)
    except (OSError, OverflowError) as error:
        listener.close()
        if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
            raise ValueError(f"port {settings.port} is in use: is a server running already? Try --port") from error
        raise ValueError(f"cannot listen on {settings.host} port {settings.port}: {error}") from error
    return listener


def serve(settings: Settings, listener: socket.socket) -> None:
    """Run until a signal says stop."""
    os.environ.update(settings.environment())  # uvicorn's workers read it again
    set_up_logs(settings.log_level)
    config = uvicorn.Config(
        "ludoteka.server.run:worker_app",
        factory=True,
        backlog=BACKLOG,
        workers=settings.workers,
        loop="uvloop" if sys.platform != "win32" else "asyncio",
        http=Connection,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE,
    )
    if settings.workers > 1:
        Multiprocess(config, sockets=[listener]).run()
    else:
        uvicorn.Server(config).run([listener])


async def prepare(settings: Settings, tell: Callable[[int, int], None]) -> tuple[int, int]:
    """Before anybody comes: migrate the database and hold matches under way to the installed rules, where those have
    changed. `tell` hears how many of how many are done; how many there were, and how many do not fit."""
    store = Store(settings.url)
    try:
        await store.migrate()
        under_way = select(tables.c.id, tables.c.game, tables.c.rules, tables.c.status).where(
            tables.c.status.in_(("playing", "frozen"))
        )
        found = await store.rows(under_way)
        rules = {name: installed(games.load(name)) for name in {r["game"] for r in found} & set(games.names())}
        ids = [r["id"] for r in found if r["status"] == "frozen" or rules.get(r["game"]) != r["rules"]]
        cache, misfits = Cache(store, Hub(store), 1), 0
        for done, id in enumerate(ids, 1):
            try:
                misfits += (await cache.get(id)).misfit is not None
            except Refused:  # the game itself is not here
                misfits += 1
            tell(done, len(ids))
        return len(ids), misfits
    finally:
        await store.close()


def set_up_logs(level: str) -> None:
    """One line of JSON per event for machines, colours for a terminal; secrets never."""
    number = logging.getLevelNamesMapping()[level.upper()]
    look: Any = structlog.dev.ConsoleRenderer() if sys.stderr.isatty() else structlog.processors.JSONRenderer()
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            hide_secrets,
            structlog.processors.format_exc_info,
            look,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    logging.basicConfig(level=max(number, logging.WARNING), format="%(levelname)s %(name)s %(message)s", force=True)


def hide_secrets(_: Any, __: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
    for key in event:
        if any(word in key.lower() for word in SECRETS):
            event[key] = "***"
    return event


def lan_address() -> str:
    """This machine's address for others in the house; empty if there is no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing: it only asks which way out there is
            return str(probe.getsockname()[0])
        except OSError:
            return ""
