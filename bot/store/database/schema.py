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

from bot.store.database.columns import key, reference
from bot.store.database.columns import metadata as metadata
from bot.store.database.json_text import Json as Json
from bot.store.database.json_text import JsonText, MendedJson, SharedJson
from bot.store.database.keepsake_schema import keepsake_people as keepsake_people
from bot.store.database.keepsake_schema import keepsakes as keepsakes
from bot.store.database.night_schema import night_answers as night_answers
from bot.store.database.night_schema import night_dates as night_dates
from bot.store.database.night_schema import nights as nights
from bot.store.database.plain_text import PlainText

crews = Table(
    "crews",
    metadata,
    key(),
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
    key(),
    reference("crew_id", "crews.id"),
    Column("user_id", BigInteger),
    Column("name", PlainText, nullable=False),
    Column("aliases", MendedJson("[]"), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    UniqueConstraint("crew_id", "user_id"),
    UniqueConstraint("crew_id", "name"),
)
Index("ix_members_user_id", members.c.user_id)

tables = Table(
    "tables",
    metadata,
    key(),
    reference("crew_id", "crews.id"),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("thread_id", BigInteger),
    Column("place_id", BigInteger, nullable=False),
    Column("host_id", BigInteger),
    Column("game", Text, nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("options", SharedJson, nullable=False),
    Column("pace", Text, nullable=False),
    Column("settings", SharedJson, nullable=False),
    Column("status", Text, nullable=False),
    Column("sequence", BigInteger, nullable=False),
    Column("deadline_at", BigInteger),
    Column("deadline_sequence", BigInteger),
    Column("created_at", BigInteger, nullable=False),
    Column("closed_at", BigInteger),
    Column("settled_sequence", BigInteger, nullable=False, server_default="0"),
)
Index("ix_tables_crew_id_status", tables.c.crew_id, tables.c.status)
Index("ix_tables_deadline_at", tables.c.deadline_at)
Index("ix_tables_host_id", tables.c.host_id)
# The migrations also make the partial index `uq_tables_place_id`: one open table in a channel or thread, even if two
# processes open one at the same moment. Declaring it here would load SQLAlchemy's whole PostgreSQL dialect.

seats = Table(
    "seats",
    metadata,
    reference("table_id", "tables.id", primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger),
    Column("robot", Text),
    Column("name", PlainText, nullable=False),
    Column("stand_in", JsonText),
    Column("joined_at", BigInteger, nullable=False),
)
Index("ix_seats_user_id", seats.c.user_id)

events = Table(
    "events",
    metadata,
    reference("table_id", "tables.id", primary_key=True, autoincrement=False),
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
    reference("table_id", "tables.id", primary_key=True, autoincrement=False),
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
    reference("table_id", "tables.id", primary_key=True, autoincrement=False),
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
    reference("table_id", "tables.id", primary_key=True, autoincrement=False),
    Column("what", Text, primary_key=True),
    Column("user_id", BigInteger),
    Column("channel_id", BigInteger),
    Column("message_id", BigInteger),
    Column("shown_sequence", BigInteger, nullable=False),
    Column("shown_digest", Text),
    Column("state", Text, nullable=False),
    Column("data", MendedJson("{}"), nullable=False),
    Column("sent_at", BigInteger),
    Column("updated_at", BigInteger, nullable=False),
)
Index("ix_projections_user_id", projections.c.user_id)
Index("ix_projections_message_id", projections.c.message_id)

outbox = Table(
    "outbox",
    metadata,
    key(),
    reference("table_id", "tables.id", nullable=True),
    Column("user_id", BigInteger),
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
Index("ix_outbox_user_id", outbox.c.user_id)

seasons = Table(
    "seasons",
    metadata,
    key(),
    reference("crew_id", "crews.id"),
    Column("number", Integer, nullable=False),
    Column("name", PlainText, nullable=False),
    Column("opened_at", BigInteger, nullable=False),
    Column("closed_at", BigInteger),
    UniqueConstraint("crew_id", "number"),
)

accounts = Table(
    "accounts",
    metadata,
    key(),
    reference("crew_id", "crews.id"),
    Column("key", Text, nullable=False),
    reference("member_id", "members.id", nullable=True),
    UniqueConstraint("crew_id", "key"),
)
Index("ix_accounts_member_id", accounts.c.member_id)

transfers = Table(
    "transfers",
    metadata,
    key(),
    reference("crew_id", "crews.id"),
    reference("season_id", "seasons.id", nullable=True),
    reference("table_id", "tables.id", nullable=True),
    Column("hand", Integer),
    Column("game", Text),
    Column("rules_version", Integer),
    Column("source", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("reason", PlainText),
    Column("by_id", BigInteger),
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
Index("ix_transfers_by_id", transfers.c.by_id)

postings = Table(
    "postings",
    metadata,
    reference("transfer_id", "transfers.id", primary_key=True, autoincrement=False),
    Column("line", Integer, primary_key=True, autoincrement=False),
    reference("account_id", "accounts.id"),
    Column("amount", BigInteger, nullable=False),
    Column("note", PlainText),
    sqlite_with_rowid=False,
)
Index("ix_postings_account_id", postings.c.account_id)

# The balance of each account, updated with every posting, so that no query has to add up years. The audit checks it.
balances = Table(
    "balances",
    metadata,
    reference("account_id", "accounts.id", primary_key=True, autoincrement=False),
    reference("season_id", "seasons.id", primary_key=True, autoincrement=False),
    Column("game", Text, primary_key=True),
    Column("amount", BigInteger, nullable=False),
    Column("entries", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

batches = Table(
    "batches",
    metadata,
    key(),
    reference("crew_id", "crews.id"),
    Column("kind", Text, nullable=False),
    Column("mark", Text, nullable=False),
    reference("new_season_id", "seasons.id", nullable=True),
    Column("by_id", BigInteger),
    Column("facts", MendedJson("{}"), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("counted_at", BigInteger),
)
Index("ix_batches_by_id", batches.c.by_id)

payments = Table(
    "payments",
    metadata,
    key(),
    reference("crew_id", "crews.id"),
    reference("giver_id", "members.id"),
    reference("taker_id", "members.id"),
    Column("amount", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("by_id", BigInteger),
    Column("answered_by_id", BigInteger),
    Column("cause", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("answered_at", BigInteger),
    UniqueConstraint("crew_id", "cause"),
)
Index("ix_payments_giver_id", payments.c.giver_id)
Index("ix_payments_taker_id", payments.c.taker_id)
Index("ix_payments_by_id", payments.c.by_id)
Index("ix_payments_answered_by_id", payments.c.answered_by_id)

verdicts = Table(
    "verdicts",
    metadata,
    key(),
    reference("transfer_id", "transfers.id"),
    Column("verdict", Text, nullable=False),
    Column("by_id", BigInteger),
    Column("reason", PlainText),
    Column("at", BigInteger, nullable=False),
)
Index("ix_verdicts_transfer_id", verdicts.c.transfer_id)
Index("ix_verdicts_by_id", verdicts.c.by_id)

house_options = Table(
    "house_options",
    metadata,
    reference("crew_id", "crews.id", primary_key=True, autoincrement=False),
    Column("game", Text, primary_key=True),
    Column("options", MendedJson("{}"), nullable=False),
    Column("by_id", BigInteger),
    Column("updated_at", BigInteger, nullable=False),
)
Index("ix_house_options_by_id", house_options.c.by_id)

standing_orders = Table(
    "standing_orders",
    metadata,
    key(),
    reference("table_id", "tables.id"),
    Column("seat", Integer, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("hand", Integer, nullable=False),
    Column("order", MendedJson("null"), nullable=False),
    Column("created_at", BigInteger, nullable=False),
)
Index("ix_standing_orders_table_id_seat", standing_orders.c.table_id, standing_orders.c.seat)
Index("ix_standing_orders_user_id", standing_orders.c.user_id)

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
    Column("due_at", BigInteger),
)
Index("ix_memos_due_at", memos.c.due_at)

# The people whom a memo's key or value names, and those whom a table's settings name, to find the rows about a person.
memo_people = Table(
    "memo_people",
    metadata,
    Column("key", Text, ForeignKey("memos.key", ondelete="CASCADE"), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    sqlite_with_rowid=False,
)
Index("ix_memo_people_user_id", memo_people.c.user_id)

table_people = Table(
    "table_people",
    metadata,
    reference("table_id", "tables.id", primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    sqlite_with_rowid=False,
)
Index("ix_table_people_user_id", table_people.c.user_id)

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
    Column("user_id", BigInteger, nullable=False),
    Column("place", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("holder", Text, nullable=False),
)
Index("ix_owed_answers_user_id", owed_answers.c.user_id)

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
    reference("table_id", "tables.id", primary_key=True, autoincrement=False),
    Column("day", Integer, ForeignKey("daily_deals.day"), nullable=False),
    Column("user_id", BigInteger),
    Column("begun_at", BigInteger, nullable=False),
    Column("ended_at", BigInteger),
    Column("score", BigInteger),
    Column("squares", Text, nullable=False),
    Column("streak", Integer, nullable=False),
    UniqueConstraint("day", "user_id"),
)
Index("ix_daily_hands_user_id", daily_hands.c.user_id)

daily_members = Table(
    "daily_members",
    metadata,
    reference("crew_id", "crews.id", primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", PlainText, nullable=False),
    Column("joined_at", BigInteger, nullable=False),
)
Index("ix_daily_members_user_id", daily_members.c.user_id)
