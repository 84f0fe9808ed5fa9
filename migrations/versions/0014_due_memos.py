"""The time at which a memo is due, with an index, so that nobody reads all plans to find those whose time has come."""

import json

import sqlalchemy as sa
from alembic import op
from sqlalchemy import BigInteger, Column

revision = "0014"
down_revision = "0013"

PREFIXES = ("digest:", "morning:", "away:", "memories:")


def upgrade() -> None:
    op.add_column("memos", Column("due_at", BigInteger))
    op.create_index("ix_memos_due_at", "memos", ["due_at"])
    own = " OR ".join(f"key LIKE '{prefix}%'" for prefix in PREFIXES)
    found = op.get_bind().execute(sa.text(f"SELECT key, value FROM memos WHERE {own} ORDER BY key")).all()
    for key, stored in found:
        if (due := find_due(stored)) is not None:
            op.get_bind().execute(sa.text("UPDATE memos SET due_at = :due WHERE key = :key"), {"due": due, "key": key})


def find_due(stored: object) -> int | None:
    """The time in a stored value: the value itself, its first part, or its "due"; None in one that is damaged."""
    try:
        value = json.loads(str(stored))
    except (ValueError, RecursionError):
        return None
    if isinstance(value, list) and value:
        value = value[0]
    if isinstance(value, dict):
        value = value.get("due")
    return value if type(value) is int and 0 <= value < 1 << 62 else None


def downgrade() -> None:
    op.drop_index("ix_memos_due_at", "memos")
    op.drop_column("memos", "due_at")
