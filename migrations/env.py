"""Alembic's entry: migrates over the connection that it is handed, inside that connection's transaction."""

from alembic import context

connection = context.config.attributes["connection"]
context.configure(connection=connection, render_as_batch=True)
context.run_migrations()
