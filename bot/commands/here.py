"""Which table a command is about: the one of this channel or thread, or in a DM the one that the person plays at."""

from __future__ import annotations

from bot.edge.incoming import Call
from bot.tables.desk import Desk
from games.core.refused import Refused


async def table_here(desk: Desk, call: Call) -> int:
    """The table's number. Raises Refused where there is none."""
    table = await desk.table_at(call.where, call.who)
    if table is None:
        raise Refused("TABLE", "none_here")
    return table
