"""The tables of this release, and how an older database comes to them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, inspect, text

if TYPE_CHECKING:
    from alembic.config import Config

FOLDER = Path(__file__).parent / "migrations"


class NewerDatabase(ValueError):
    """A newer release has been here: this one would not understand what it finds."""


def known_revisions() -> list[str]:
    """The steps of this release in their order: each file is called by its number."""
    return sorted(file.name.partition("_")[0] for file in (FOLDER / "versions").glob("[0-9]*_*.py"))


def newest_revision() -> str:
    """Where the tables of this release stand."""
    return known_revisions()[-1]


def revision(connection: Connection) -> str | None:
    """Where these tables stand, if there are any."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return found


def upgrade(connection: Connection, to: str = "head") -> None:
    """Bring the tables up to date, or to an earlier step; most starts find them so."""
    now, known = revision(connection), known_revisions()
    if now == known[-1]:
        return
    if now is not None and now not in known:
        raise NewerDatabase(
            f"this database belongs to a newer release of Ludoteka (its tables are at {now}, this release knows "
            f"{known[-1]}): update Ludoteka, or restore a backup into another database"
        )
    from alembic import command  # slow to load

    config = alembic_config()
    config.attributes["connection"] = connection
    command.upgrade(config, to)


def alembic_config() -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    return config
