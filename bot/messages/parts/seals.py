"""The line that seals a hand, and the buttons that carry its digits (docs/fairness.md)."""

from collections.abc import Iterable
from typing import Final

from bot.messages.parts.table_words import words_of
from bot.ports import Buttons, Message, Pattern, make_button, with_buttons
from bot.tables.aggregate import Table
from bot.wording import Words

VERIFY: Final = Pattern("fair.promise.{digits}")
"""The button that checks a shuffle. It carries the whole commitment."""
COPY: Final = Pattern("fair.copy.{digits}")
"""The button that shows the digits of a shuffle. It carries a whole root."""


def make_seal_message(table: Table) -> Message:
    """Make the line that seals a table's present shuffle. Nothing ever edits it, since it is the public evidence.

    It carries the commitment, and the root of the order that the hand is dealt from. Discord's id of this message
    decides which places of that order the pieces are taken from.
    """
    words, shuffle = words_of(table), table.shuffle
    copy = make_copy_buttons([shuffle.root] if shuffle.root else [], words)
    text = words.say("fair/seal", number=shuffle.number)
    return with_buttons(text, *make_verify_buttons(table, words), *copy, table=table.id)


def make_verify_buttons(table: Table, words: Words) -> Buttons:
    """The button that carries the commitment of the present shuffle; none before there is one."""
    if table.shuffle.secret is None:
        return ()
    return (make_button(VERIFY, words, digits=table.shuffle.known_secret.commitment),)


def make_copy_buttons(roots: Iterable[str], words: Words) -> Buttons:
    """The buttons that carry these roots."""
    return tuple(make_button(COPY, words, digits=root) for root in roots)
