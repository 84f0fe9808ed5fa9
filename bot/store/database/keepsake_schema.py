"""The tables of what crews keep to remember: finished hands, and links to messages."""

from sqlalchemy import BigInteger, Column, Index, Integer, Table, Text, UniqueConstraint

from bot.store.database.columns import key, metadata, reference
from bot.store.database.plain_text import PlainText

keepsakes = Table(
    "keepsakes",
    metadata,
    key(),
    reference("crew_id", "crews.id"),
    Column("kind", Text, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("thread_id", BigInteger),
    reference("table_id", "tables.id", nullable=True),
    Column("hand", Integer),
    Column("game", Text),
    Column("message_id", BigInteger),
    Column("author_id", BigInteger),
    Column("keeper_id", BigInteger, nullable=False),
    Column("line", PlainText, nullable=False),
    Column("happened_at", BigInteger, nullable=False),
    Column("kept_at", BigInteger, nullable=False),
    UniqueConstraint("table_id", "hand", "keeper_id"),
    UniqueConstraint("message_id", "keeper_id"),
)
Index("ix_keepsakes_crew_id_happened_at", keepsakes.c.crew_id, keepsakes.c.happened_at)
Index("ix_keepsakes_keeper_id", keepsakes.c.keeper_id)
Index("ix_keepsakes_author_id", keepsakes.c.author_id)

# The people in a kept hand, and the author of a kept message.
keepsake_people = Table(
    "keepsake_people",
    metadata,
    reference("keepsake_id", "keepsakes.id", primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
)
Index("ix_keepsake_people_user_id", keepsake_people.c.user_id)
