"""Which table a command is about: the one of this channel or thread, or in a DM the one that the person plays at."""

from __future__ import annotations

from bot.edge.interactions import InteractionRequest
from bot.services import table_lookup
from bot.services.desk import Desk
from games.core.refused import Refused


async def table_here(desk: Desk, call: InteractionRequest) -> int:
    """The table's number. Raises Refused where there is none."""
    table = await desk.table_at(call.where, call.who)
    if table is None:
        raise Refused("TABLE", "none_here" if call.where.guild else "none_yours")
    return table


async def table_looked_at(desk: Desk, call: InteractionRequest) -> int:
    """The table here, or the one that was closed here last: what is over can be asked about. Raises Refused."""
    found = await desk.table_at(call.where, call.who)
    if found is None:
        found = await table_lookup.over(desk.store, call.where, call.who)
    return await table_here(desk, call) if found is None else found


async def table_meant(desk: Desk, call: InteractionRequest, verb: str = "") -> int:
    """The table that words are for. In a DM of somebody with several games under way it is the only one that waits for
    him and knows the `verb`; else he is asked to say it where it belongs. Raises Refused."""
    found = () if call.where.guild else await table_lookup.meant(desk.store, desk.tables, call.who, verb)
    if len(found) > 1:
        raise Refused("TABLE", "which", places=tuple(f"{one.game.TITLE} in <#{one.place}>" for one in found))
    return found[0].id if found else await table_here(desk, call)
