"""The tables of game nights: plans, their dates, and people's answers."""

from sqlalchemy import BigInteger, Column, ForeignKeyConstraint, Integer, Table, Text

from bot.store.database.columns import make_key, make_reference, metadata
from bot.store.database.json_text import MendedJson
from bot.store.database.plain_text import PlainText

nights = Table(
    "nights",
    metadata,
    make_key(),
    Column("guild_id", BigInteger, nullable=False, index=True),
    Column("channel_id", BigInteger, nullable=False),
    Column("planner_id", BigInteger, index=True),
    Column("game", Text, nullable=False),
    Column("preset", Text, nullable=False),
    Column("robots", Text, nullable=False),
    Column("zone", Text, nullable=False),
    Column("first", Text, nullable=False),
    Column("weekly", Integer, nullable=False),
    Column("status", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
)

night_dates = Table(
    "night_dates",
    metadata,
    make_reference("night_id", "nights.id", primary_key=True, autoincrement=False),
    Column("week", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("state", Text, nullable=False),
    Column("step", Text, nullable=False),
    Column("due_at", BigInteger, index=True),
    make_reference("table_id", "tables.id", nullable=True),
    Column("message_id", BigInteger),
    Column("event_id", BigInteger),
    Column("revision", Integer, nullable=False),
    Column("stale_at", BigInteger, index=True),
    Column("begun", MendedJson("null")),
)

night_answers = Table(
    "night_answers",
    metadata,
    Column("night_id", BigInteger, primary_key=True, autoincrement=False),
    Column("week", Integer, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, index=True),
    Column("name", PlainText, nullable=False),
    Column("answer", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("standing", Integer, nullable=False, server_default="0"),
    ForeignKeyConstraint(["night_id", "week"], ["night_dates.night_id", "night_dates.week"]),
)
