"""Indexes that find all rows about a person, and tables of the people whom memos and tables' settings name.

Without them, an erasure read all memos, the settings of all tables and all entries.
"""

import json
import re

import sqlalchemy as sa
from alembic import op
from sqlalchemy import ForeignKey, Text

from bot.store.database.columns import make_column, make_reference

revision = "0012"
down_revision = "0011"

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
        make_column("key", Text, ForeignKey("memos.key", ondelete="CASCADE"), primary_key=True),
        make_column("user_id", primary_key=True, index=True),
        sqlite_with_rowid=False,
    )
    table_people = op.create_table(
        "table_people",
        make_reference("table_id", "tables.id", primary_key=True),
        make_column("user_id", primary_key=True, index=True),
        sqlite_with_rowid=False,
    )
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
