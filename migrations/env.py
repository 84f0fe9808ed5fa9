"""Alembic's entry: migrates over the connection that it is handed, inside that connection's transaction."""

from alembic import context

from bot.store.database.columns import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
context.run_migrations()
