"""Hands no longer stand in private threads: those that do are blanked by the outbox, and notes about threads go."""

import hashlib
import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Let each hand in a thread be blanked, and forget the place, so that the hand is posted anew elsewhere."""
    connection = op.get_bind()
    op.execute("DELETE FROM outbox WHERE kind = 'closed_dms' AND state = 'waiting'")
    rows = sa.table(
        "projections",
        *(sa.column(name) for name in ("table_id", "what", "channel_id", "message_id", "updated_at", "data")),
    )
    guilds = {row.id: row.guild_id for row in connection.execute(sa.text("SELECT id, guild_id FROM tables"))}
    found = sa.select(rows).where(rows.c.data.like('%"thread"%'))
    for row in connection.execute(found).all():
        try:
            data = json.loads(row.data)
        except (TypeError, ValueError, RecursionError):  # a damaged row stays as it is
            continue
        if not isinstance(data, dict):
            continue
        thread = data.pop("thread", None)
        data.pop("chosen", None)
        values: dict[str, object] = {"data": json.dumps(data)}
        if thread and thread == row.channel_id and row.message_id is not None:
            guild = guilds.get(row.table_id, 0)
            _blank(connection, row, {"guild": guild, "place": [thread, guild], "message": row.message_id})
            values |= {"channel_id": None, "message_id": None}
        own = (rows.c.table_id == row.table_id) & (rows.c.what == row.what)
        connection.execute(rows.update().where(own).values(**values))


def _blank(connection: sa.Connection, row: sa.Row[Any], payload: dict[str, object]) -> None:
    """Write the order to blank a hand."""
    nonce = hashlib.sha256(f"old_thread:{row.message_id}".encode()).hexdigest()[:25]
    connection.execute(
        sa.text(
            "INSERT INTO outbox (kind, payload, nonce, state, attempts, next_at, created_at)"
            " VALUES ('old_thread', :payload, :nonce, 'waiting', 0, :at, :at)"
        ),
        {"payload": json.dumps(payload), "nonce": nonce, "at": row.updated_at},
    )


def downgrade() -> None:
    """Nothing to do: the release before sends a hand to a DM or to the button, as to a player without a thread."""
