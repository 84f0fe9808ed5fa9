"""*Pass until my turn*: a button for a standing order, beside the button that lets a call go by.

Every player who may speak in a window has it, whatever pieces they hold.
"""

from collections.abc import Callable, Sequence
from typing import Final, Protocol

from bot.ports.patterns import Pattern
from bot.ports.ui import MOST_IN_ROW, MOST_ROWS, Button, Menu, Row
from bot.tables.aggregate.table import Table
from bot.tables.facets.seats import find_passing_verb
from bot.wording import Words
from games.core.game import AnyGame
from games.core.seats import Seat
from games.core.view import View

UNTIL: Final = Pattern("orders.until.{verb}")


class Orders(Protocol):
    """The standing orders of all seats."""

    def find_order_until_turn(self, table: Table, seat: Seat) -> str:
        """The verb of a seat's order that lasts until its own turn; "" if it has no such order."""

    def has_order(self, table: Table, seat: Seat) -> bool:
        """True if a seat has an order for the hand under way."""


def with_until_turn(
    game: AnyGame, crowd: View, rows: Sequence[Row], words: Words, most_rows: int = MOST_ROWS
) -> tuple[Row, ...]:
    """Add the button at the end of the row with the one that lets a call go by, if the rows have such a button. So it
    comes after the calls, which it gives away.

    If that row is full, the button gets a row of its own below, or else a place at the end of another row of buttons.
    """
    verb = find_passing_verb(game, crowd)
    passing = None if verb is None else _find_row(rows, lambda row: any(control.name == verb.name for control in row))
    if verb is None or passing is None:
        return tuple(rows)
    text = words.say("button_until_turn", verb=words.label(verb.name))
    button = Button(UNTIL.make(verb=verb.name), text[:80])
    row, new = rows[passing], [*rows]
    if _has_room(row):
        new[passing] = (*row, button)
    elif len(rows) < most_rows:
        new.insert(passing + 1, (button,))
    elif (other := _find_row(rows, _has_room)) is not None:
        new[other] = (*rows[other], button)
    return tuple(new)


def _find_row(rows: Sequence[Row], fits: Callable[[Row], bool]) -> int | None:
    return next((at for at, row in enumerate(rows) if fits(row)), None)


def _has_room(row: Row) -> bool:
    return len(row) < MOST_IN_ROW and not any(isinstance(control, Menu) for control in row)
