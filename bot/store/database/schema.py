"""The tables of the database as SQLAlchemy Core metadata.

Times are milliseconds since 1970 (UTC). Discord's ids are 64-bit integers. JSON is stored as text, so that both
databases hold the same bytes. `migrations/` makes these tables, and a test compares the two on both databases.
"""

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

from bot.store.database.columns import HIGHEST as HIGHEST, make_column, make_key, make_reference, metadata as metadata
from bot.store.database.json_text import Json as Json, JsonText, MendedJson, SharedJson
from bot.store.database.plain_text import PlainText

crews = Table(
    "crews",
    metadata,
    make_key(),
    make_column("guild_id"),
    make_column("name", PlainText),
    make_column("settings", MendedJson("{}")),
    make_column("created_at"),
    make_column("revision", server_default="0"),
    UniqueConstraint("guild_id", "name"),
)

members = Table(
    "members",
    metadata,
    make_key(),
    make_reference("crew_id", "crews.id"),
    Column("user_id", BigInteger, index=True),
    make_column("name", PlainText),
    make_column("aliases", MendedJson("[]")),
    make_column("created_at"),
    UniqueConstraint("crew_id", "user_id"),
    UniqueConstraint("crew_id", "name"),
)

tables = Table(
    "tables",
    metadata,
    make_key(),
    make_reference("crew_id", "crews.id"),
    make_column("guild_id"),
    make_column("channel_id"),
    Column("thread_id", BigInteger),
    make_column("place_id"),
    Column("host_id", BigInteger, index=True),
    make_column("game", Text),
    make_column("rules_version", Integer),
    make_column("options", SharedJson),
    make_column("pace", Text),
    make_column("settings", SharedJson),
    make_column("status", Text),
    make_column("sequence"),
    Column("deadline_at", BigInteger, index=True),
    Column("deadline_sequence", BigInteger),  # written by earlier builds, and read by none
    make_column("created_at"),
    Column("closed_at", BigInteger),
    make_column("settled_sequence", server_default="0"),
    Index("ix_tables_crew_id_status", "crew_id", "status"),
)
# The migrations also make the partial index `uq_tables_place_id`: one open table in a channel or thread, even if two
# processes try to open one at the same moment. Declaring it here would load SQLAlchemy's whole PostgreSQL dialect.

seats = Table(
    "seats",
    metadata,
    make_reference("table_id", "tables.id", primary_key=True),
    make_column("seat", Integer, primary_key=True),
    Column("user_id", BigInteger, index=True),
    Column("robot", Text),
    make_column("name", PlainText),
    Column("stand_in", JsonText),
    make_column("joined_at"),
)

events = Table(
    "events",
    metadata,
    make_reference("table_id", "tables.id", primary_key=True),
    make_column("sequence", primary_key=True),
    make_column("kind", Text),
    make_column("version", Integer),
    make_column("body", JsonText),
    make_column("at"),
    Column("cause", Text),
    make_column("part", Integer),
    UniqueConstraint("table_id", "cause", "part"),
    sqlite_with_rowid=False,
)

causes = Table(
    "causes",
    metadata,
    make_reference("table_id", "tables.id", primary_key=True),
    make_column("cause", Text, primary_key=True),
    make_column("first"),
    make_column("last"),
    Column("outcome", JsonText),
    make_column("at"),
    sqlite_with_rowid=False,
)

secrets = Table(
    "secrets",
    metadata,
    make_reference("table_id", "tables.id", primary_key=True),
    make_column("hand", Integer, primary_key=True),
    make_column("commitment", Text),
    make_column("secret", Text),
    make_column("salts", JsonText),
    make_column("created_at"),
    Column("revealed_at", BigInteger),
)

projections = Table(
    "projections",
    metadata,
    make_reference("table_id", "tables.id", primary_key=True),
    make_column("what", Text, primary_key=True),
    Column("user_id", BigInteger, index=True),
    Column("channel_id", BigInteger),
    Column("message_id", BigInteger, index=True),
    make_column("shown_sequence"),
    Column("shown_digest", Text),
    make_column("state", Text),
    make_column("data", MendedJson("{}")),
    Column("sent_at", BigInteger),
    make_column("updated_at"),
)

outbox = Table(
    "outbox",
    metadata,
    make_key(),
    make_reference("table_id", "tables.id", nullable=True),
    Column("user_id", BigInteger, index=True),
    make_column("kind", Text),
    make_column("payload", JsonText),
    make_column("nonce", Text),
    make_column("state", Text),
    make_column("attempts", Integer),
    make_column("next_at"),
    make_column("created_at"),
    Column("error", Text),
    UniqueConstraint("nonce"),
    Index("ix_outbox_state_next_at", "state", "next_at"),
)

seasons = Table(
    "seasons",
    metadata,
    make_key(),
    make_reference("crew_id", "crews.id"),
    make_column("number", Integer),
    make_column("name", PlainText),
    make_column("opened_at"),
    Column("closed_at", BigInteger),
    UniqueConstraint("crew_id", "number"),
)

accounts = Table(
    "accounts",
    metadata,
    make_key(),
    make_reference("crew_id", "crews.id"),
    make_column("key", Text),
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
    make_column("source", Text),
    make_column("state", Text),
    Column("reason", PlainText),
    Column("by_id", BigInteger, index=True),
    Column("reverses_id", BigInteger),
    make_column("data", MendedJson("{}")),
    make_column("at"),
    Column("confirm_at", BigInteger),
    ForeignKeyConstraint(["reverses_id"], ["transfers.id"]),
    UniqueConstraint("crew_id", "source"),
    UniqueConstraint("reverses_id"),
    Index("ix_transfers_crew_id_season_id", "crew_id", "season_id"),
    Index("ix_transfers_crew_id_at", "crew_id", "at"),
    Index("ix_transfers_state_confirm_at", "state", "confirm_at"),
)

postings = Table(
    "postings",
    metadata,
    make_reference("transfer_id", "transfers.id", primary_key=True),
    make_column("line", Integer, primary_key=True),
    make_reference("account_id", "accounts.id", index=True),
    make_column("amount"),
    Column("note", PlainText),
    sqlite_with_rowid=False,
)

payments = Table(
    "payments",
    metadata,
    make_key(),
    make_reference("crew_id", "crews.id"),
    make_reference("giver_id", "members.id", index=True),
    make_reference("taker_id", "members.id", index=True),
    make_column("amount"),
    make_column("kind", Text),
    make_column("state", Text),
    Column("by_id", BigInteger, index=True),
    Column("answered_by_id", BigInteger, index=True),
    make_column("cause", Text),
    make_column("at"),
    Column("answered_at", BigInteger),
    UniqueConstraint("crew_id", "cause"),
)

verdicts = Table(
    "verdicts",
    metadata,
    make_key(),
    make_reference("transfer_id", "transfers.id", index=True),
    make_column("verdict", Text),
    Column("by_id", BigInteger, index=True),
    Column("reason", PlainText),
    make_column("at"),
)

house_options = Table(
    "house_options",
    metadata,
    make_reference("crew_id", "crews.id", primary_key=True),
    make_column("game", Text, primary_key=True),
    make_column("options", MendedJson("{}")),
    Column("by_id", BigInteger, index=True),
    make_column("updated_at"),
)

standing_orders = Table(
    "standing_orders",
    metadata,
    make_key(),
    make_reference("table_id", "tables.id"),
    make_column("seat", Integer),
    make_column("user_id", index=True),
    make_column("hand", Integer),
    make_column("order", MendedJson("null")),
    make_column("created_at"),
    Index("ix_standing_orders_table_id_seat", "table_id", "seat"),
)

preferences = Table(
    "preferences",
    metadata,
    make_column("user_id", primary_key=True, autoincrement=False),
    make_column("choices", MendedJson("{}")),
    make_column("updated_at"),
)

memos = Table(
    "memos",
    metadata,
    make_column("key", Text, primary_key=True),
    make_column("value", MendedJson("null")),
    make_column("updated_at"),
    Column("due_at", BigInteger, index=True),
)

# The people whom a memo names in its key or value, and the people whom a table's settings name (`named_people`).
memo_people = Table(
    "memo_people",
    metadata,
    make_column("key", Text, ForeignKey("memos.key", ondelete="CASCADE"), primary_key=True),
    make_column("user_id", primary_key=True, index=True),
    sqlite_with_rowid=False,
)

table_people = Table(
    "table_people",
    metadata,
    make_reference("table_id", "tables.id", primary_key=True),
    make_column("user_id", primary_key=True, index=True),
    sqlite_with_rowid=False,
)

leases = Table(
    "leases",
    metadata,
    make_column("part", Text, primary_key=True),
    make_column("epoch"),
    make_column("holder", Text),
    make_column("renewed_at"),  # written by earlier builds, and read by none
)

owed_answers = Table(
    "owed_answers",
    metadata,
    make_column("interaction", primary_key=True, autoincrement=False),
    make_column("application"),
    make_column("token", Text),
    make_column("user_id", index=True),
    make_column("place"),
    make_column("at"),
    make_column("holder", Text),
)

daily_deals = Table(
    "daily_deals",
    metadata,
    make_column("day", Integer, primary_key=True, autoincrement=False),
    make_column("game", Text),
    make_column("commitment", Text),
    make_column("secret", Text),
    make_column("created_at"),
    Column("opened_at", BigInteger),
)

daily_hands = Table(
    "daily_hands",
    metadata,
    make_reference("table_id", "tables.id", primary_key=True),
    make_column("day", Integer, ForeignKey("daily_deals.day")),
    Column("user_id", BigInteger, index=True),
    make_column("begun_at"),
    Column("ended_at", BigInteger),
    Column("score", BigInteger),
    make_column("squares", Text),
    make_column("streak", Integer),
    UniqueConstraint("day", "user_id"),
)

daily_members = Table(
    "daily_members",
    metadata,
    make_reference("crew_id", "crews.id", primary_key=True),
    make_column("user_id", primary_key=True, index=True),
    make_column("name", PlainText),
    make_column("joined_at"),
)

nights = Table(
    "nights",
    metadata,
    make_key(),
    make_column("guild_id", index=True),
    make_column("channel_id"),
    Column("planner_id", BigInteger, index=True),
    make_column("game", Text),
    make_column("preset", Text),
    make_column("robots", Text),
    make_column("zone", Text),
    make_column("first", Text),
    make_column("weekly", Integer),
    make_column("status", Text),
    make_column("created_at"),
    make_column("language", Text, server_default="en"),
)

night_dates = Table(
    "night_dates",
    metadata,
    make_reference("night_id", "nights.id", primary_key=True),
    make_column("week", Integer, primary_key=True),
    make_column("at"),
    make_column("state", Text),
    make_column("step", Text),
    Column("due_at", BigInteger, index=True),
    make_reference("table_id", "tables.id", nullable=True, index=True),
    Column("message_id", BigInteger),
    Column("event_id", BigInteger),
    make_column("revision", Integer),
    Column("stale_at", BigInteger, index=True),
    Column("begun", MendedJson("null")),
)

night_answers = Table(
    "night_answers",
    metadata,
    make_column("night_id", primary_key=True),
    make_column("week", Integer, primary_key=True),
    make_column("user_id", primary_key=True, index=True),
    make_column("name", PlainText),
    make_column("answer", Text),
    make_column("at"),
    make_column("standing", Integer, server_default="0"),
    ForeignKeyConstraint(["night_id", "week"], ["night_dates.night_id", "night_dates.week"]),
)

keepsakes = Table(
    "keepsakes",
    metadata,
    make_key(),
    make_reference("crew_id", "crews.id"),
    make_column("kind", Text),
    make_column("channel_id"),
    Column("thread_id", BigInteger),
    make_reference("table_id", "tables.id", nullable=True),
    Column("hand", Integer),
    Column("game", Text),
    Column("message_id", BigInteger),
    Column("author_id", BigInteger, index=True),
    make_column("keeper_id", index=True),
    make_column("line", PlainText),
    make_column("happened_at"),
    make_column("kept_at"),
    UniqueConstraint("table_id", "hand", "keeper_id"),
    UniqueConstraint("message_id", "keeper_id"),
    Index("ix_keepsakes_crew_id_happened_at", "crew_id", "happened_at"),
)

# The people in a kept hand, and the author of a kept message.
keepsake_people = Table(
    "keepsake_people",
    metadata,
    make_reference("keepsake_id", "keepsakes.id", primary_key=True),
    make_column("user_id", primary_key=True, index=True),
)
