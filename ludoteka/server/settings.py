"""How a server is set up: defaults for one person at home, the environment for a host."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from tempfile import mkstemp
from typing import Any

PREFIX = "LUDOTEKA_"
HOME = Path("~/.local/share/ludoteka")
NAME_ONCE = os.rename if os.name == "nt" else os.link
"""Gives a finished file a name that must be free. Windows renames over nothing, and not all its disks know links."""


@dataclass(frozen=True)
class Settings:
    """Every field can be given as `LUDOTEKA_<FIELD>`; the command line wins over the environment."""

    database: str = ""
    """A SQLAlchemy URL, `postgresql://…` or the path of a SQLite file."""
    secret: str = field(default="", repr=False)
    """Signs cookies. Without one a random secret is kept beside the SQLite file."""
    host: str = "127.0.0.1"
    port: int = 8321
    workers: int = 1
    log_level: str = "info"
    public_url: str = ""
    """What links in mails and invitations begin with."""
    secure_cookies: bool = False
    """Cookies over https only; on when `public_url` is https."""
    cached_mb: float = 128.0
    """How much memory tables may take; those that do not fit are replayed when asked for."""
    bot_workers: int = -1
    """Bots that think long at the same time, each in a process; one more is there for quick ones. -1: as many as there
    are cores to spare; 0 thinks in threads of the server."""
    bot_seconds: float = 20.0
    """A bot that thinks so long is stuck: it is ended and thinks again with less time."""
    bot_pause: float = 0.4
    """Bots wait a little, so that people can follow."""
    bot_tables: int = 6
    """Tables of bots only that one person may have running; four times as many from one address."""
    analysis_seconds: float = 60.0
    """What looking through one finished match may cost; 0 offers no analysis."""
    executor: str = ""
    """`dask:tcp://host:8786` thinks on a cluster instead."""
    connections: int = 4000
    """At most so many connections at once in each process; an open page holds one."""
    limits: bool = True
    """Rate limits; off only in tests of other things."""
    sweep_seconds: float = 2.0
    """How often clocks, bots left alone and notices are looked after."""
    smtp_host: str = ""
    """`smtps://` before it speaks TLS from the first byte, else STARTTLS (`smtp_tls`) comes after the greeting."""
    smtp_port: int = 0
    """0 is the usual one: 465 with `smtps://`, else 587."""
    smtp_user: str = ""
    smtp_password: str = field(default="", repr=False)
    smtp_from: str = ""
    smtp_tls: bool = True
    hooks_to_private: bool = False
    """Let webhooks reach internal addresses: for a test or a closed network."""
    metrics: bool = True

    @classmethod
    def load(cls, given: Mapping[str, Any] | None = None, environ: Mapping[str, str] = os.environ) -> Settings:
        """From what was given, then the environment, then the defaults."""
        values: dict[str, Any] = {}
        for f in fields(cls):
            word = environ.get(PREFIX + f.name.upper())
            if word is not None:
                values[f.name] = _read(word, f.default)
        values |= {name: value for name, value in (given or {}).items() if value is not None}
        return cls(**values)

    def environment(self) -> dict[str, str]:
        """The same settings for a child process."""
        return {PREFIX + f.name.upper(): str(getattr(self, f.name)) for f in fields(self)}

    @property
    def url(self) -> str:
        """The database as SQLAlchemy's asynchronous engines want it."""
        given = self.database or str(HOME.expanduser() / "ludoteka.db")
        if given.startswith(("postgresql://", "postgres://")):
            return "postgresql+asyncpg://" + given.split("://", 1)[1]
        if "://" in given:
            return given
        return f"sqlite+aiosqlite:///{Path(given).expanduser().absolute()}"

    @property
    def over_https(self) -> bool:
        """Whether cookies may only travel over https."""
        return self.secure_cookies or self.public_url.startswith("https:")

    @property
    def sqlite_file(self) -> Path | None:
        return Path(self.url.split(":///", 1)[1]) if self.url.startswith("sqlite") else None

    @property
    def secret_file(self) -> Path | None:
        """Where the secret is kept if none is given."""
        file = self.sqlite_file
        return file.with_name(file.name + ".secret") if file is not None else None

    def kept_secret(self) -> str:
        """The secret of this house as it is, given or kept; empty if there is none yet."""
        if self.secret or self.secret_file is None or not self.secret_file.exists():
            return self.secret
        kept = self.secret_file.read_text().strip()
        if not kept:
            raise ValueError(f"{self.secret_file} is empty: restore it from a backup, or delete it and all log in anew")
        return kept

    def keep_secret(self, secret: str) -> None:
        """Beside the database, for this user's eyes only; whole or not at all, and never over another one."""
        assert self.secret_file is not None
        self.secret_file.parent.mkdir(parents=True, exist_ok=True)
        handle, part = mkstemp(dir=self.secret_file.parent)  # made 0600
        try:
            with os.fdopen(handle, "w") as file:
                file.write(secret)
                file.flush()
                os.fsync(file.fileno())
            with suppress(FileExistsError):
                NAME_ONCE(part, self.secret_file)
        finally:
            Path(part).unlink(missing_ok=True)

    def with_secret(self) -> Settings:
        """The settings with a secret that is still there after a restart."""
        if not self.kept_secret():
            if self.secret_file is None:
                raise ValueError("LUDOTEKA_SECRET must be set when the database is not a SQLite file")
            self.keep_secret(secrets.token_hex(32))
        return replace(self, secret=self.kept_secret())


def _read(word: str, default: Any) -> Any:
    if isinstance(default, bool):
        return word.lower() in ("1", "true", "yes", "on")
    return type(default)(word)
