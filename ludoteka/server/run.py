"""Start a server: uvicorn, one process or several, and the logs."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import sys
from typing import Any

import structlog
import uvicorn
from litestar import Litestar
from uvicorn.supervisors import Multiprocess

from ludoteka.server.app import create_app
from ludoteka.server.settings import Settings
from ludoteka.server.store import Store

GRACE = 10
SECRETS = ("password", "secret", "token", "code", "cookie", "authorization", "email")


def worker_app() -> Litestar:
    """What each process runs; the settings come through the environment."""
    settings = Settings.load()
    set_up_logs(settings.log_level)
    return create_app(settings)


def serve(settings: Settings) -> None:
    """Run until a signal says stop. More than one process needs PostgreSQL."""
    if settings.workers > 1 and settings.sqlite_file is not None:
        raise ValueError("more than one process needs PostgreSQL: set LUDOTEKA_DATABASE")
    settings = settings.with_secret()
    os.environ.update(settings.environment())  # uvicorn's workers read it again
    set_up_logs(settings.log_level)
    asyncio.run(migrate(settings))
    config = uvicorn.Config(
        "ludoteka.server.run:worker_app",
        factory=True,
        host=settings.host,
        port=settings.port,
        workers=settings.workers,
        loop="uvloop" if sys.platform != "win32" else "asyncio",
        http="httptools",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE,
    )
    if settings.workers > 1:
        Multiprocess(config, sockets=[config.bind_socket()]).run()
    else:
        uvicorn.Server(config).run()


async def migrate(settings: Settings) -> None:
    store = Store(settings.url)
    await store.migrate()
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
