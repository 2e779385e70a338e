"""An older database comes to the tables of this release, and a start loads only what it needs."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from typing import Any

from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from ludoteka.server.migrate import alembic_config, known_revisions, newest_revision, revision
from ludoteka.server.schema import metadata
from ludoteka.server.settings import Settings
from ludoteka.server.store import Store

DEAR = ("alembic", "webauthn", "email_validator", "asyncpg", "numpy")


def test_the_steps_lead_to_the_tables_that_the_program_speaks_of(database: str) -> None:
    def differences(connection: Connection) -> list[Any]:
        assert revision(connection) == newest_revision()
        return list(compare_metadata(MigrationContext.configure(connection), metadata))

    async def look() -> list[Any]:
        store = Store(Settings(database=database).url)
        try:
            await store.migrate()
            async with store.read() as connection:
                return await connection.run_sync(differences)
        finally:
            await store.close()

    assert asyncio.run(look()) == []


def test_steps_are_known_by_the_names_of_their_files() -> None:
    steps = ScriptDirectory.from_config(alembic_config()).walk_revisions()
    assert [step.revision for step in steps][::-1] == known_revisions()


def test_a_start_does_not_wait_for_what_few_need() -> None:
    ask = f"import ludoteka.server.run, sys; print(*(name for name in {DEAR} if name in sys.modules))"
    said = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True)
    assert said.stdout.split() == []
