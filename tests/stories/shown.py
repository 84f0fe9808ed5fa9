"""The messages of a table as people should see them: the board and every rack, compared by their alt texts.

Stories with several processes (test_shared) and the bots that are killed in tests/races wait with `right` until all is
shown.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from bot.tables.table import Table
from games.core.seats import Seat
from harbour import Harbour, Message, Person
from render import scenes


def boards(harbour: Harbour) -> list[Message]:
    """The public messages with controls."""
    return [one for one in harbour.channel.history() if one.only_for is None and one.controls()]


def racks(person: Person) -> list[Message]:
    """The messages of a person's DM that can be played from."""
    return [one for one in person.dm() if one.controls()]


def wrong(harbour: Harbour, people: Sequence[Person], table: Table) -> list[str]:
    """Name the messages that do not show this table: the one board, and one rack for each of `people`, in the order
    of their seats."""
    board = "the board", boards(harbour), scenes.board(table.public_view, table.names).alt
    hands = [
        (f"the rack of {person.name}", racks(person), scenes.hand(table.view(Seat(seat)), table.names).alt)
        for seat, person in enumerate(people)
    ]
    return [
        name
        for name, messages, alt in (board, *hands)
        if [one.description for message in messages for one in message.attachments] != [alt]
    ]


async def right(
    harbour: Harbour, people: Sequence[Person], stored: Callable[[], Awaitable[Table]], patience: float
) -> Table:
    """Wait until everything shows the table as it is stored, which its own clock may move on meanwhile; gives that
    table. `TimeoutError` naming what is wrong when nothing comes any more for `patience` seconds."""
    while True:
        made = len(harbour.requests)
        table = await stored()
        amiss = wrong(harbour, people, table)
        if not amiss:
            return table

        def told(table: Table = table, made: int = made) -> bool:
            return not wrong(harbour, people, table) or len(harbour.requests) > made

        await harbour.state.signal.wait_until(told, patience, f"what {', '.join(amiss)} should show")
