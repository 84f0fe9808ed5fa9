"""The boards that stand in their player's DM: the lines and buttons of each kind of table that has such a board."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from bot.messages.boards.board import make_replay_buttons
from bot.messages.hands import daily, practice
from bot.messages.parts.controls import CANCEL
from bot.ports import Button, Buttons, make_button
from bot.tables.aggregate import Table, Wish
from bot.tables.aggregate.kinds import DAILY, PRACTICE
from bot.wording import Words


class OwnBoard(NamedTuple):
    """The parts of a board in a DM that differ from kind to kind."""

    describe: Callable[[Table, Words], str]
    """Returns the line that says what is at stake, or how the table ended."""
    end: str
    """The button that ends the table."""
    make_next_buttons: Callable[[Table, Words], Buttons]
    """Makes the buttons that lead on from a closed table."""
    tell_result: Callable[[Table, Words], str]
    """Returns the result that counts for more than the hand's verdict; "" if there is none."""


OWN_BOARDS: Final = {
    PRACTICE.name: OwnBoard(
        practice.describe_stakes,
        practice.CLOSE,
        lambda table, words: (*practice.make_again_buttons(table, words), make_button(daily.SHOW, words)),
        practice.tell_result,
    ),
    DAILY.name: OwnBoard(daily.describe_table, daily.LEAVE, daily.make_page_buttons, daily.tell_result),
}
"""By the name of its kind, what is special about a board in a DM."""


def list_buttons(table: Table, sort: Sequence[Button], words: Words, ordered: bool) -> Buttons:
    """The buttons besides the moves, at most five.

    The button before the last cancels a standing order that holds (`ordered`). Without one it is *Rules* during a hand
    and *Replay* after it. A prepared hand has no *Hint*, since it already shows what to do.
    """
    rules = (make_button("rules", words),)
    last = rules if table.hand_open else make_replay_buttons(table, words) or rules
    if ordered:
        last = (make_button(CANCEL, words),)
    hinted = gives_hints(table) and not table.shuffle.prepared
    hint = (make_button(practice.HINT, words, "success"),) if hinted else ()
    explains = Wish.WHY not in table.kind.refusals_while_shut
    why = (make_button("why", words),) if explains else ()
    return (*hint, *sort, *why, *last, make_button(OWN_BOARDS[table.kind.name].end, words))


def gives_hints(table: Table) -> bool:
    """True during a hand at a table where a player may ask for a hint."""
    return table.hand_open and Wish.HINT not in table.kind.refusals
