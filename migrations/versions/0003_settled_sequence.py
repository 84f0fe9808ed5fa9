"""A mark on each table: the last event that all of its messages show.

Closed tables whose messages are up to date get it here. All others are looked at once, after the next start.
"""

from alembic import op

from bot.store.database.columns import make_column

revision = "0003"
down_revision = "0002"

_MARK_CLOSED = """
UPDATE tables SET settled_sequence = sequence WHERE status = 'closed' AND NOT EXISTS (
    SELECT 1 FROM projections AS p WHERE p.table_id = tables.id AND p.state = 'live'
    AND (p.shown_sequence < tables.sequence OR p.message_id IS NULL)
)
"""


def upgrade() -> None:
    op.add_column("tables", make_column("settled_sequence", server_default="0"))
    op.execute(_MARK_CLOSED)


def downgrade() -> None:
    op.drop_column("tables", "settled_sequence")
