"""Sample rows for tests."""

from typing import Any

from sqlalchemy import update

from bot.store import (
    Connection,
    MessageData,
    MessageKey,
    MessageKind,
    NewMessage,
    Projection,
    Status,
    Store,
    StoredSeat,
    StoredSettings,
    key_values,
)
from bot.store.books import (
    Gain,
    Keepsake,
    KeptKind,
    NewTransfer,
    Payment,
    TransferVerdict,
    crews,
    houses,
    keepsakes,
    payments,
    postings,
)
from bot.store.database import schema
from bot.store.messages import outbox, projections
from bot.store.people import preferences, standing_orders
from bot.store.people.digests import DigestKind
from bot.store.people.standing_orders import StoredOrder
from bot.store.processes import lease_rows, owed_answers
from bot.store.processes.owed_answers import OwedAnswer
from bot.store.processes.shards import WHOLE
from bot.store.tables import days, nights, rows
from bot.store.tables.commits import Commit, NewEvent
from bot.store.tables.days import Deal
from bot.store.tables.nights import IN, NewPlan
from bot.store.tables.rows import NewTable
from games.core import Seat

GUILD, CHANNEL = 2**62 + 1, 2**61 + 7
BEAR, BULL = 2**60 + 11, 2**60 + 12
AT = 1_790_000_000_000


def make_commit(table: int, expected: int, cause: str | None = None, events: int = 1, **more: Any) -> Commit:
    """Make a commit with this many events."""
    facts = [NewEvent("Said", 1, {"word": "Yes!", "part": part}) for part in range(events)]
    return Commit(table, expected, facts, at=AT + expected, cause=cause, **more)


def open_tables(connection: Connection, count: int) -> list[int]:
    """Open tables in a new crew; returns their ids."""
    crew = crews.ensure(connection, GUILD, AT)
    new = [
        NewTable(crew.id, GUILD, CHANNEL + place, "duo", 1, {"to": 50}, AT, status=Status.LIVE)
        for place in range(count)
    ]
    return [rows.create(connection, table).id for table in new]


async def open_table(store: Store) -> int:
    """Open a table; returns its id."""
    return (await store.write(open_tables, 1))[0]


def set_row(connection: Connection, table: int, /, **columns: object) -> None:
    """Set columns of a table's row, as its commits have done."""
    if "status" in columns:
        columns |= {"closed_at": AT if columns["status"] == Status.CLOSED else None}
    connection.execute(update(schema.tables).where(schema.tables.c.id == table).values(columns))


async def fill(store: Store) -> int:
    """Write rows into every table of the database; returns the id of the game table that has events."""
    table = await store.write(_fill_rows)
    await store.commit(make_commit(table, 0, "i:1", events=3, deadline=AT + 5_000, outcome={"said": "“Ja” \u0000 🦴"}))
    return table


def _fill_rows(connection: Connection) -> int:
    table = open_tables(connection, 2)[0]
    crew = crews.ensure(connection, GUILD, AT)
    bear = crews.ensure_member(connection, crew.id, BEAR, "Bear", AT)
    bull = crews.ensure_member(connection, crew.id, BULL, "Bull", AT)
    crews.change_member(connection, bear._replace(aliases=["Old Bear"]))
    houses.put(connection, crew.id, "duo", {"live": {"to": 61}}, BEAR, AT)
    seats = [StoredSeat(0, "Bear", AT, BEAR, stand_in={"robot": "able"}), StoredSeat(1, "able", AT, robot="able")]
    rows.put_seats(connection, table, seats)
    lease_rows.claim(connection, WHOLE)
    owed_answers.note(connection, OwedAnswer(2**60 + 1, 2**60 + 2, "token", BEAR, CHANNEL, AT), "all:1")
    rows.add_secret(connection, rows.Secret(table, 1, "c0ffee", "5ec2e7", {}, AT, None))
    rows.put_salts(connection, table, 1, {"0": "pepper"})
    key, notes = MessageKey(MessageKind.HAND, Seat(0)), MessageData(unknown={"way": "dm"})
    projections.put(connection, Projection(table, key, 2, AT, BEAR, 5, 6, "d16e57", data=notes))
    outbox.add(connection, NewMessage("receipt", {"text": "Bear 412 ms"}, "n1", AT, table, BEAR))
    standing_orders.add_order(connection, StoredOrder(0, table, 0, BEAR, 1, {"pass": True}, AT))
    preferences.set_preferences(connection, BEAR, preferences.Preferences(big=True, timezone="Australia/Perth"), AT)
    plan = NewPlan(GUILD, CHANNEL, BEAR, "duo", "", "", "Europe/Berlin", "2026-12-24T20:00", True, AT, "es-419")
    night = nights.add(connection, plan)
    nights.add_date(connection, (night, 0), AT + 7_200_000, "remind", AT + 3_600_000)
    nights.change(connection, (night, 0), message=8)
    nights.put_answer(connection, (night, 0), nights.NightAnswer(BEAR, "Bear", IN, AT, True))
    days.ensure_deal(connection, Deal(20_718, "duo", "c0ffee", "5ec2e7", AT, None))
    days.begin(connection, table, 20_718, BEAR, AT)
    days.join(connection, crew.id, BEAR, "Bear", AT)
    kept = Keepsake(0, crew.id, KeptKind.HAND, CHANNEL, None, table, 1, "duo", None, None, BEAR, "What a hand", AT, AT)
    keepsakes.keep(connection, kept, (BEAR, BULL))
    key_values.put(connection, "commands", {"hash": "abc"}, AT)
    key_values.put(connection, f"vote:{crew.id}", {"by": BEAR, "yes": [str(BULL)]}, AT)
    key_values.put(connection, DigestKind.AWAY.key_of(BEAR), [AT, 2], AT, AT)
    rows.change(connection, table, settings=StoredSettings(outsiders={1: BEAR, 2: BULL}))
    first, second = (crews.open_account(connection, crew.id, member.id) for member in (bear, bull))
    season = crews.find_open_season(connection, crew.id).id
    entries = [Gain(first, 6, "Bear ties up"), Gain(second, -6, "beats Bearings")]
    posted = postings.post(
        connection,
        NewTransfer(crew.id, "t:1:h:1", entries, AT, season, table, "duo", "game_won", BEAR, data={"by": [BEAR]}),
    )
    postings.reverse(connection, posted, AT + 1, "Old Bear miscounted", BULL)
    payments.add(
        connection,
        Payment(0, crew.id, bull.id, bear.id, 6, payments.PAID, payments.WAITS, BEAR, None, "i:2", AT, None),
    )
    postings.judge(connection, posted, TransferVerdict("dispute", BEAR, "Bear says no", AT + 1))
    return table
