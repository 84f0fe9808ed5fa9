"""Indexes that find all rows about a person, and tables of the people whom memos and tables' settings name.

Without them, an erasure read all memos, the settings of all tables and all entries.
"""

import json
import re

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

INDEXES = (
    ("tables", "host_id"),
    ("transfers", "by_id"),
    ("payments", "by_id"),
    ("payments", "answered_by_id"),
    ("batches", "by_id"),
    ("verdicts", "by_id"),
    ("house_options", "by_id"),
    ("nights", "planner_id"),
    ("owed_answers", "user_id"),
)
ID = re.compile(r"(?<!\d)\d{15,19}(?!\d)")
MOST = (1 << 63) - 1
AT_ONCE = 1000


def upgrade() -> None:
    for table, column in INDEXES:
        op.create_index(f"ix_{table}_{column}", table, [column])
    memo_people = op.create_table(
        "memo_people",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.ForeignKeyConstraint(["key"], ["memos.key"], name=op.f("fk_memo_people_key_memos"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("key", "user_id", name=op.f("pk_memo_people")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_memo_people_user_id", "memo_people", ["user_id"])
    table_people = op.create_table(
        "table_people",
        sa.Column("table_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_table_people_table_id_tables")),
        sa.PrimaryKeyConstraint("table_id", "user_id", name=op.f("pk_table_people")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_table_people_user_id", "table_people", ["user_id"])
    fill(memo_people, "key", "SELECT key, value FROM memos ORDER BY key")
    fill(table_people, "table_id", "SELECT id, settings FROM tables ORDER BY id")


def fill(people: sa.Table, column: str, query: str) -> None:
    """Note the people of each row that a query finds."""
    noted: list[dict[str, object]] = []
    for key, stored in op.get_bind().execute(sa.text(query)).all():
        noted += [{column: key, "user_id": user} for user in find_users(key, stored)]
    for start in range(0, len(noted), AT_ONCE):
        op.bulk_insert(people, noted[start : start + AT_ONCE])


def find_users(key: object, stored: object) -> list[int]:
    """The ids in a key and in a stored JSON value; none in one that is damaged."""
    try:
        text = json.dumps(json.loads(str(stored)), ensure_ascii=False)
    except (ValueError, RecursionError):
        text = ""
    parts = [part for part in key.split(":") if part.isascii() and part.isdigit()] if isinstance(key, str) else []
    return sorted({found for found in map(int, (*ID.findall(text), *parts)) if found <= MOST})


def downgrade() -> None:
    op.drop_table("table_people")
    op.drop_table("memo_people")
    for table, column in INDEXES:
        op.drop_index(f"ix_{table}_{column}", table)
