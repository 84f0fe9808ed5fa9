"""The events that came after a schema: whoever goes back to an older release is told which tables must wait there."""

from typing import Final

from sqlalchemy import and_, or_, select

from bot.store.database.engine import Connection
from bot.store.database.schema import events, tables
from bot.store.tables.rows import IS_OPEN

SINCE: Final = {
    "0003": (
        *("table.drawn/1", "table.hand_over/1", "table.rooted/1", "table.salts_closed/1", "table.sealed/1"),
        "table.secrets_opened/1",
    ),
    "0004": (
        *("table.called/1", "table.close_agreed/1", "table.close_asked/1", "table.close_refused/1"),
        *("table.house_agreed/1", "table.offer_ended/1", "table.queued/1", "table.seat_accepted/1"),
        *("table.seat_agreed/1", "table.seat_offered/1", "table.unqueued/1"),
    ),
    "0006": ("table.last_hand/1", "table.last_hand_dropped/1", "table.server_found/1", "table.server_lost/1"),
    "0007": ("table.bank_used/1", "table.prepared/1", "table.rooted/2", "table.salts_closed/2"),
    "0009": ("*.sat_down/1", "*.mumbled/1"),
    "0017": ("table.stirred/1",),
}
"""By schema, the kinds of events, each with its version, that no release with an older schema is sure to know.

A star stands for a game."""


def list_waiting(connection: Connection, schema: str) -> list[int]:
    """List the open tables that a release with an older schema leaves to a newer one."""
    newer = (kind.split("/") for since, kinds in SINCE.items() if since > schema for kind in kinds)
    matches = [
        and_(events.c.kind.endswith(kind.removeprefix("*")), events.c.version == int(version))
        for kind, version in newer
    ]
    if not matches:
        return []
    query = select(events.c.table_id).join(tables).where(IS_OPEN, or_(*matches)).distinct()
    return sorted(connection.scalars(query))
