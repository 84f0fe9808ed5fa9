"""*Pass until my turn*: a button for a standing order, beside the button that lets a call go by.

Every player who may speak in a window has it, whatever pieces they hold.
"""

from collections.abc import Sequence
from typing import Final, Protocol

from bot.ports.ui import MOST_IN_ROW, MOST_ROWS, Button, Row
from bot.tables.aggregate.table import Table
from bot.tables.facets.seats import find_passing_verb
from bot.wording import Words
from games.core.game import AnyGame
from games.core.seats import Seat
from games.core.view import View

UNTIL: Final = "orders.until"


class Orders(Protocol):
    """The standing orders of all seats."""

    def find_order_until_turn(self, table: Table, seat: Seat) -> str:
        """The verb of a seat's order that lasts until its own turn; "" if it has no such order."""

    def has_order(self, table: Table, seat: Seat) -> bool:
        """True if a seat has an order for the hand under way."""


def with_until_turn(
    game: AnyGame, crowd: View, rows: Sequence[Row], words: Words, most_rows: int = MOST_ROWS
) -> tuple[Row, ...]:
    """Add the button beside the one that lets a call go by, if the rows have such a button and enough room."""
    verb = find_passing_verb(game, crowd)
    if verb is None:
        return tuple(rows)
    new_rows: list[Row] = []
    for row in rows:
        place = next((at for at, control in enumerate(row) if control.name == verb.name), None)
        if place is None:
            new_rows.append(row)
            continue
        text = words.say("button_until_turn", verb=words.label(verb.name))
        button = Button(f"{UNTIL}.{verb.name}", text[:80])
        if len(row) < MOST_IN_ROW:
            at = place if crowd.reopened_by is not None else place + 1  # first in a reopened window, where most pass
            new_rows.append((*row[:at], button, *row[at:]))
        else:
            new_rows += [row, (button,)] if len(rows) < most_rows else [row]
    return tuple(new_rows)
