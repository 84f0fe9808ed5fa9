"""The messages that show a table: the board and every rack, compared with the stored table by their alt texts.

`wait_until_shown` serves stories with several processes (test_shared) and the killed bots of tests/races.
"""

import re
from collections.abc import Awaitable, Callable, Sequence

from bot.tables.aggregate import Table
from games.core import Seat
from harbour import Harbour, Message, Person
from tests.render import shown as scenes


def board_messages(harbour: Harbour) -> list[Message]:
    """The public messages with controls, apart from the final sheet, whose one button opens the next table, and from
    the lines that seal hands."""
    public = [message for message in harbour.channel.history() if message.only_for is None]
    others = re.compile(r"by:\d+:(table\.again|fair\.)")
    return [
        message
        for message in public
        if not all(others.match(str(control["custom_id"])) for control in message.controls())
    ]


def rack_messages(person: Person) -> list[Message]:
    """The messages of a person's DM that can be played from."""
    return [message for message in person.dm() if message.controls()]


def _alts(people: Sequence[Person], table: Table) -> list[str]:
    """The alt texts of the board and of each rack. To know them, the pictures are drawn."""
    return [
        board_alt(table),
        *(hand_alt(table, Seat(seat)) for seat in range(len(people))),
    ]


def _differing(harbour: Harbour, people: Sequence[Person], alts: Sequence[str]) -> list[str]:
    """Name the messages that do not have these alt texts."""
    named = [
        ("the board", board_messages(harbour)),
        *((f"the rack of {person.name}", rack_messages(person)) for person in people),
    ]
    return [
        name
        for (name, messages), alt in zip(named, alts, strict=True)
        if [attachment.description for message in messages for attachment in message.attachments] != [alt]
    ]


def board_alt(table: Table) -> str:
    """The alt text of the picture of a table: of the board or, once a hand is over, of what decided it."""
    ended = scenes.tell_outcome(table.public_view, table.names) is not None
    draw = scenes.draw_receipt if ended else scenes.draw_board
    return draw(table.public_view, table.names).alt


def hand_alt(table: Table, seat: Seat) -> str:
    """The alt text of the picture in a seat's own message, which shows the board and the hand."""
    if scenes.tell_outcome(table.public_view, table.names) is not None:
        return board_alt(table)
    return scenes.draw_board_and_hand(table.view(seat), table.names).alt


async def wait_until_shown(
    harbour: Harbour, people: Sequence[Person], stored: Callable[[], Awaitable[Table]], patience: float
) -> Table:
    """Wait until every message shows the stored table, and return that table.

    The table's clock may move it on meanwhile. Raises TimeoutError, naming the outdated messages, once the bot has
    sent nothing for `patience` seconds.
    """
    known, alts = -1, list[str]()
    while True:
        made = len(harbour.requests)
        table = await stored()
        if table.sequence != known:
            known, alts = table.sequence, _alts(people, table)
        outdated = _differing(harbour, people, alts)
        if not outdated:
            return table

        def shown_or_moved(alts: Sequence[str] = alts, made: int = made) -> bool:
            return not _differing(harbour, people, alts) or len(harbour.requests) > made

        await harbour.state.signal.wait_until(shown_or_moved, patience, f"what {', '.join(outdated)} should show")
