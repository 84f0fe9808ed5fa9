"""A mark on each table: the last event that all of its messages show.

Closed tables whose messages are up to date get it here. All others are looked at once, after the next start.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_MARK_CLOSED = """
UPDATE tables SET settled_sequence = sequence WHERE status = 'closed' AND NOT EXISTS (
    SELECT 1 FROM projections AS p WHERE p.table_id = tables.id AND p.state = 'live'
    AND (p.shown_sequence < tables.sequence OR p.message_id IS NULL)
)
"""


def upgrade() -> None:
    op.add_column("tables", sa.Column("settled_sequence", sa.BigInteger(), nullable=False, server_default="0"))
    op.execute(_MARK_CLOSED)


def downgrade() -> None:
    op.drop_column("tables", "settled_sequence")
