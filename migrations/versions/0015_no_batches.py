"""Batches go: a paper is entered, moved and taken back in one transaction. Those under way end here, and the crew is
told. An erasure is one transaction too, and finds the nights of a table by index."""

import hashlib
import json

import sqlalchemy as sa
from alembic import op
from sqlalchemy import BigInteger, Column, Text

from bot.store.database.columns import make_column, make_key, make_reference

revision = "0015"
down_revision = "0014"

HIDDEN = "number < -1000000"


ENDED = {"enter": "paper_ended", "move": "paper_ended", "take_back": "undo_ended"}
"""By kind of batch, the key of the sentence that tells its end."""


def upgrade() -> None:
    """End each batch: its rows count if it did, and go if it did not. Its paper can then be entered again."""
    tell_ended()
    for table in ("transfers", "payments"):
        for ending, final in STATES[table]:
            counted = f"SELECT 'staged:' || id || '{ending}' FROM batches WHERE counted_at IS NOT NULL"
            op.execute(f"UPDATE {table} SET state = '{final}' WHERE state IN ({counted})")
    op.execute("DELETE FROM postings WHERE transfer_id IN (SELECT id FROM transfers WHERE state LIKE 'staged:%')")
    op.execute("DELETE FROM transfers WHERE state LIKE 'staged:%'")
    op.execute("DELETE FROM payments WHERE state LIKE 'staged:%'")
    uncounted = "SELECT new_season_id FROM batches WHERE counted_at IS NULL AND new_season_id IS NOT NULL"
    hidden = f"({HIDDEN} OR id IN ({uncounted}))"
    op.execute(
        f"UPDATE batches SET new_season_id = NULL WHERE new_season_id IN (SELECT id FROM seasons WHERE {hidden})"
    )
    op.execute(f"DELETE FROM seasons WHERE {hidden}")
    op.execute("DELETE FROM memos WHERE key LIKE 'batch:%'")
    op.drop_table("batches")
    op.create_index("ix_night_dates_table_id", "night_dates", ["table_id"])


def tell_ended() -> None:
    """Announce the end of each batch that did not count, and delete the feats that it brought."""
    connection = op.get_bind()
    query = "SELECT id, crew_id, kind, mark, facts, at FROM batches WHERE counted_at IS NULL ORDER BY id"
    for number, crew, kind, mark, facts, at in connection.execute(sa.text(query)).all():
        told = {"crew": crew, "key": ENDED[kind], "by": 0, "channel": find_channel(facts),
                "facts": {"paper": mark}}  # fmt: skip
        nonce = hashlib.sha256(f"batch:{number}:{at}".encode()).hexdigest()[:24]
        connection.execute(sa.text(OUTBOX), {"payload": json.dumps(told), "nonce": nonce, "at": at})
        if kind == "move":
            feats = {"key": f"tally:feats:{crew}:{mark}:%"}
            connection.execute(sa.text("DELETE FROM memos WHERE key LIKE :key"), feats)


def find_channel(facts: str) -> int:
    """The channel in which a batch was begun; 0 if its facts are damaged."""
    try:
        return int(json.loads(facts)["channel"])
    except (ValueError, LookupError, TypeError, RecursionError):
        return 0


OUTBOX = (
    "INSERT INTO outbox (kind, payload, nonce, state, attempts, next_at, created_at)"
    " VALUES ('tally', :payload, :nonce, 'waiting', 0, 0, :at)"
)
STATES = {
    "transfers": (("", "posted"), ("\\:apart", "apart")),
    "payments": tuple((f"\\:{state}", state) for state in ("waits", "counts", "void")),
}


def downgrade() -> None:
    op.drop_index("ix_night_dates_table_id", "night_dates")
    op.create_table(
        "batches",
        make_key(),
        make_reference("crew_id", "crews.id"),
        make_column("kind", Text),
        make_column("mark", Text),
        make_reference("new_season_id", "seasons.id", nullable=True),
        Column("by_id", BigInteger, index=True),
        make_column("facts", Text),
        make_column("at"),
        Column("counted_at", BigInteger),
    )
