"""Which table is meant by who does not say it: one that is over, or the one that waits for a word."""

from __future__ import annotations

from bot.ports.requests import Location, Requester
from bot.store import tables as stored_tables
from bot.store.store import Store
from bot.tables.service import TableService
from bot.tables.table import Table


async def over(store: Store, where: Location, who: Requester) -> int | None:
    """The table that was closed last in a channel, or in a DM the one where the person sat; None if there was none."""
    place, user = (where.channel, None) if where.guild else (None, who.user)
    found = await store.read(stored_tables.closed_last, place, user)
    return None if found is None else found.id


async def meant(store: Store, tables: TableService, who: Requester, verb: str = "") -> tuple[Table, ...]:
    """The tables of a person that words in a DM may be for: games under way that know the `verb`, and if just one of
    them waits for him, that one."""
    own = [await tables.get(one.id) for one in await store.read(stored_tables.of_person, who.user)]
    able = [table for table in own if table.playing and (not verb or verb in {one.name for one in table.game.VERBS})]
    asked = [table for table in able if verb and table.seat_of(who.user) in table.public_view.to_act]
    return tuple(asked if len(asked) == 1 else able)
