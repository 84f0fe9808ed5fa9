"""The tables of the database as SQLAlchemy Core metadata.

Times are milliseconds since 1970 (UTC). Discord's ids are 64-bit integers. JSON is stored as text, so that both
databases hold the same bytes. `migrations/` makes these tables, and a test compares the two on both databases.
"""

from typing import Final

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    Table,
    Text,
    UniqueConstraint,
)

from bot.store.database.columns import make_key, make_reference
from bot.store.database.columns import metadata as metadata
from bot.store.database.json_text import Json as Json
from bot.store.database.json_text import JsonText, MendedJson, SharedJson
from bot.store.database.night_schema import night_answers as night_answers
from bot.store.database.night_schema import night_dates as night_dates
from bot.store.database.night_schema import nights as nights
from bot.store.database.plain_text import PlainText

HIGHEST: Final = (1 << 63) - 1
"""The highest number that a column of 64 bits can hold."""

crews = Table(
    "crews",
    metadata,
    make_key(),
    Column("guild_id", BigInteger, nullable=False),
    Column("name", PlainText, nullable=False),
    Column("settings", MendedJson("{}"), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("revision", BigInteger, nullable=False, server_default="0"),
    UniqueConstraint("guild_id", "name"),
)

members = Table(
    "members",
    metadata,
    make_key(),
    make_reference("crew_id", "crews.id"),
    Column("user_id", BigInteger, index=True),
    Column("name", PlainText, nullable=False),
    Column("aliases", MendedJson("[]"), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    UniqueConstraint("crew_id", "user_id"),
    UniqueConstraint("crew_id", "name"),
)

tables = Table(
    "tables",
    metadata,
    make_key(),
    make_reference("crew_id", "crews.id"),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("thread_id", BigInteger),
    Column("place_id", BigInteger, nullable=False),
    Column("host_id", BigInteger, index=True),
    Column("game", Text, nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("options", SharedJson, nullable=False),
    Column("pace", Text, nullable=False),
    Column("settings", SharedJson, nullable=False),
    Column("status", Text, nullable=False),
    Column("sequence", BigInteger, nullable=False),
    Column("deadline_at", BigInteger, index=True),
    Column("deadline_sequence", BigInteger),
    Column("created_at", BigInteger, nullable=False),
    Column("closed_at", BigInteger),
    Column("settled_sequence", BigInteger, nullable=False, server_default="0"),
)
Index("ix_tables_crew_id_status", tables.c.crew_id, tables.c.status)
# The migrations also make the partial index `uq_tables_place_id`: one open table in a channel or thread, even if two
# processes try to open one at the same moment. Declaring it here would load SQLAlchemy's whole PostgreSQL dialect.

seats = Table(
    "seats",
    metadata,
    make_reference("table_id", "tables.id", primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, index=True),
    Column("robot", Text),
    Column("name", PlainText, nullable=False),
    Column("stand_in", JsonText),
    Column("joined_at", BigInteger, nullable=False),
)

events = Table(
    "events",
    metadata,
    make_reference("table_id", "tables.id", primary_key=True, autoincrement=False),
    Column("sequence", BigInteger, primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("body", JsonText, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("cause", Text),
    Column("part", Integer, nullable=False),
    UniqueConstraint("table_id", "cause", "part"),
    sqlite_with_rowid=False,
)

causes = Table(
    "causes",
    metadata,
    make_reference("table_id", "tables.id", primary_key=True, autoincrement=False),
    Column("cause", Text, primary_key=True),
    Column("first", BigInteger, nullable=False),
    Column("last", BigInteger, nullable=False),
    Column("outcome", JsonText),
    Column("at", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

secrets = Table(
    "secrets",
    metadata,
    make_reference("table_id", "tables.id", primary_key=True, autoincrement=False),
    Column("hand", Integer, primary_key=True, autoincrement=False),
    Column("commitment", Text, nullable=False),
    Column("secret", Text, nullable=False),
    Column("salts", JsonText, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("revealed_at", BigInteger),
)

projections = Table(
    "projections",
    metadata,
    make_reference("table_id", "tables.id", primary_key=True, autoincrement=False),
    Column("what", Text, primary_key=True),
    Column("user_id", BigInteger, index=True),
    Column("channel_id", BigInteger),
    Column("message_id", BigInteger, index=True),
    Column("shown_sequence", BigInteger, nullable=False),
    Column("shown_digest", Text),
    Column("state", Text, nullable=False),
    Column("data", MendedJson("{}"), nullable=False),
    Column("sent_at", BigInteger),
    Column("updated_at", BigInteger, nullable=False),
)

outbox = Table(
    "outbox",
    metadata,
    make_key(),
    make_reference("table_id", "tables.id", nullable=True),
    Column("user_id", BigInteger, index=True),
    Column("kind", Text, nullable=False),
    Column("payload", JsonText, nullable=False),
    Column("nonce", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("next_at", BigInteger, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("error", Text),
    UniqueConstraint("nonce"),
)
Index("ix_outbox_state_next_at", outbox.c.state, outbox.c.next_at)

seasons = Table(
    "seasons",
    metadata,
    make_key(),
    make_reference("crew_id", "crews.id"),
    Column("number", Integer, nullable=False),
    Column("name", PlainText, nullable=False),
    Column("opened_at", BigInteger, nullable=False),
    Column("closed_at", BigInteger),
    UniqueConstraint("crew_id", "number"),
)

accounts = Table(
    "accounts",
    metadata,
    make_key(),
    make_reference("crew_id", "crews.id"),
    Column("key", Text, nullable=False),
    make_reference("member_id", "members.id", nullable=True, index=True),
    UniqueConstraint("crew_id", "key"),
)

transfers = Table(
    "transfers",
    metadata,
    make_key(),
    make_reference("crew_id", "crews.id"),
    make_reference("season_id", "seasons.id", nullable=True),
    make_reference("table_id", "tables.id", nullable=True),
    Column("hand", Integer),
    Column("game", Text),
    Column("rules_version", Integer),
    Column("source", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("reason", PlainText),
    Column("by_id", BigInteger, index=True),
    Column("reverses_id", BigInteger),
    Column("data", MendedJson("{}"), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("confirm_at", BigInteger),
    ForeignKeyConstraint(["reverses_id"], ["transfers.id"]),
    UniqueConstraint("crew_id", "source"),
    UniqueConstraint("reverses_id"),
)
Index("ix_transfers_crew_id_season_id", transfers.c.crew_id, transfers.c.season_id)
Index("ix_transfers_crew_id_at", transfers.c.crew_id, transfers.c.at)
Index("ix_transfers_state_confirm_at", transfers.c.state, transfers.c.confirm_at)

postings = Table(
    "postings",
    metadata,
    make_reference("transfer_id", "transfers.id", primary_key=True, autoincrement=False),
    Column("line", Integer, primary_key=True, autoincrement=False),
    make_reference("account_id", "accounts.id", index=True),
    Column("amount", BigInteger, nullable=False),
    Column("note", PlainText),
    sqlite_with_rowid=False,
)

# The balance of each account. Every posting updates it, so that no query has to add up years. The audit checks it.
balances = Table(
    "balances",
    metadata,
    make_reference("account_id", "accounts.id", primary_key=True, autoincrement=False),
    make_reference("season_id", "seasons.id", primary_key=True, autoincrement=False),
    Column("game", Text, primary_key=True),
    Column("amount", BigInteger, nullable=False),
    Column("entries", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

batches = Table(
    "batches",
    metadata,
    make_key(),
    make_reference("crew_id", "crews.id"),
    Column("kind", Text, nullable=False),
    Column("mark", Text, nullable=False),
    make_reference("new_season_id", "seasons.id", nullable=True),
    Column("by_id", BigInteger, index=True),
    Column("facts", MendedJson("{}"), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("counted_at", BigInteger),
)

payments = Table(
    "payments",
    metadata,
    make_key(),
    make_reference("crew_id", "crews.id"),
    make_reference("giver_id", "members.id", index=True),
    make_reference("taker_id", "members.id", index=True),
    Column("amount", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("by_id", BigInteger, index=True),
    Column("answered_by_id", BigInteger, index=True),
    Column("cause", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("answered_at", BigInteger),
    UniqueConstraint("crew_id", "cause"),
)

verdicts = Table(
    "verdicts",
    metadata,
    make_key(),
    make_reference("transfer_id", "transfers.id", index=True),
    Column("verdict", Text, nullable=False),
    Column("by_id", BigInteger, index=True),
    Column("reason", PlainText),
    Column("at", BigInteger, nullable=False),
)

house_options = Table(
    "house_options",
    metadata,
    make_reference("crew_id", "crews.id", primary_key=True, autoincrement=False),
    Column("game", Text, primary_key=True),
    Column("options", MendedJson("{}"), nullable=False),
    Column("by_id", BigInteger, index=True),
    Column("updated_at", BigInteger, nullable=False),
)

standing_orders = Table(
    "standing_orders",
    metadata,
    make_key(),
    make_reference("table_id", "tables.id"),
    Column("seat", Integer, nullable=False),
    Column("user_id", BigInteger, nullable=False, index=True),
    Column("hand", Integer, nullable=False),
    Column("order", MendedJson("null"), nullable=False),
    Column("created_at", BigInteger, nullable=False),
)
Index("ix_standing_orders_table_id_seat", standing_orders.c.table_id, standing_orders.c.seat)

preferences = Table(
    "preferences",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("choices", MendedJson("{}"), nullable=False),
    Column("updated_at", BigInteger, nullable=False),
)

memos = Table(
    "memos",
    metadata,
    Column("key", Text, primary_key=True),
    Column("value", MendedJson("null"), nullable=False),
    Column("updated_at", BigInteger, nullable=False),
    Column("due_at", BigInteger, index=True),
)

# The people whom a memo names in its key or value, and the people whom a table's settings name (`named_people`).
memo_people = Table(
    "memo_people",
    metadata,
    Column("key", Text, ForeignKey("memos.key", ondelete="CASCADE"), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, index=True),
    sqlite_with_rowid=False,
)

table_people = Table(
    "table_people",
    metadata,
    make_reference("table_id", "tables.id", primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, index=True),
    sqlite_with_rowid=False,
)

leases = Table(
    "leases",
    metadata,
    Column("part", Text, primary_key=True),
    Column("epoch", BigInteger, nullable=False),
    Column("holder", Text, nullable=False),
    Column("renewed_at", BigInteger, nullable=False),
)

owed_answers = Table(
    "owed_answers",
    metadata,
    Column("interaction", BigInteger, primary_key=True, autoincrement=False),
    Column("application", BigInteger, nullable=False),
    Column("token", Text, nullable=False),
    Column("user_id", BigInteger, nullable=False, index=True),
    Column("place", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("holder", Text, nullable=False),
)

daily_deals = Table(
    "daily_deals",
    metadata,
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("game", Text, nullable=False),
    Column("commitment", Text, nullable=False),
    Column("secret", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("opened_at", BigInteger),
)

daily_hands = Table(
    "daily_hands",
    metadata,
    make_reference("table_id", "tables.id", primary_key=True, autoincrement=False),
    Column("day", Integer, ForeignKey("daily_deals.day"), nullable=False),
    Column("user_id", BigInteger, index=True),
    Column("begun_at", BigInteger, nullable=False),
    Column("ended_at", BigInteger),
    Column("score", BigInteger),
    Column("squares", Text, nullable=False),
    Column("streak", Integer, nullable=False),
    UniqueConstraint("day", "user_id"),
)

daily_members = Table(
    "daily_members",
    metadata,
    make_reference("crew_id", "crews.id", primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, index=True),
    Column("name", PlainText, nullable=False),
    Column("joined_at", BigInteger, nullable=False),
)

# What crews keep to remember: finished hands, and links to messages.
keepsakes = Table(
    "keepsakes",
    metadata,
    make_key(),
    make_reference("crew_id", "crews.id"),
    Column("kind", Text, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("thread_id", BigInteger),
    make_reference("table_id", "tables.id", nullable=True),
    Column("hand", Integer),
    Column("game", Text),
    Column("message_id", BigInteger),
    Column("author_id", BigInteger, index=True),
    Column("keeper_id", BigInteger, nullable=False, index=True),
    Column("line", PlainText, nullable=False),
    Column("happened_at", BigInteger, nullable=False),
    Column("kept_at", BigInteger, nullable=False),
    UniqueConstraint("table_id", "hand", "keeper_id"),
    UniqueConstraint("message_id", "keeper_id"),
)
Index("ix_keepsakes_crew_id_happened_at", keepsakes.c.crew_id, keepsakes.c.happened_at)

# The people in a kept hand, and the author of a kept message.
keepsake_people = Table(
    "keepsake_people",
    metadata,
    make_reference("keepsake_id", "keepsakes.id", primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, index=True),
)
