"""Alembic's entry: the caller hands over its connection."""

from alembic import context

from ludoteka.server.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
context.run_migrations()
