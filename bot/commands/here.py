"""Which table a command is about: the one of this channel or thread, or in a DM the one that the person plays at."""

from __future__ import annotations

from bot.edge.incoming import Call
from bot.store import tables as stored_tables
from bot.tables.desk import Desk
from bot.tables.table import Table
from games.core.refused import Refused


async def table_here(desk: Desk, call: Call) -> int:
    """The table's number. Raises Refused where there is none."""
    table = await desk.table_at(call.where, call.who)
    if table is None:
        raise Refused("TABLE", "none_here" if call.where.guild else "none_yours")
    return table


async def table_looked_at(desk: Desk, call: Call) -> int:
    """The table here, or the one that was closed here last: what is over can be asked about. Raises Refused."""
    open_yet = await desk.table_at(call.where, call.who)
    if open_yet is not None:
        return open_yet
    place, user = (call.where.channel, None) if call.where.guild else (None, call.who.user)
    closed = await desk.store.read(stored_tables.closed_last, place, user)
    return closed.id if closed is not None else await table_here(desk, call)


async def table_meant(desk: Desk, call: Call, verb: str = "") -> int:
    """The table that words are for. In a DM of somebody with several games under way it is the only one that waits for
    him and knows the `verb`; else he is asked to say it where it belongs. Raises Refused."""
    if call.where.guild:
        return await table_here(desk, call)
    own = [await desk.tables.get(one.id) for one in await desk.store.read(stored_tables.of_person, call.who.user)]
    able = [table for table in own if table.playing and (not verb or verb in {one.name for one in table.game.VERBS})]
    asked = [table for table in able if verb and table.seat_of(call.who.user) in table.crowd.to_act]
    for found in (able, asked):
        if len(found) == 1:
            return found[0].id
    if able:
        raise Refused("TABLE", "which", places=tuple(map(_place, able)))
    return await table_here(desk, call)


def _place(table: Table) -> str:
    return f"{table.game.TITLE} in <#{table.place}>"
