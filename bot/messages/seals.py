"""The line that seals a hand, and the buttons that carry its digits (docs/fairness.md)."""

from collections.abc import Iterable
from typing import Final

from bot.messages.table_words import words_of
from bot.ports.ui import Button, Message
from bot.tables.aggregate.table import Table
from bot.wording import Words

VERIFY: Final = "fair.promise"
"""The prefix of the name of the button that checks a shuffle; the whole commitment follows it."""
COPY: Final = "fair.copy"
"""The prefix of the name of the button that shows the digits of a shuffle; a whole root follows it."""


def make_seal_message(table: Table) -> Message:
    """Make the line that seals a table's present shuffle. Nothing ever edits it, since it is the public evidence.

    It carries the commitment, and the root of the order that the hand is dealt from. Discord's id of this message
    decides which places of that order the pieces are taken from.
    """
    words, shuffle = words_of(table), table.shuffle
    row = (*make_verify_buttons(table, words), *make_copy_buttons([shuffle.root] if shuffle.root else [], words))
    return Message(words.say("fair/seal", number=shuffle.number), rows=(row,), table=table.id)


def make_verify_buttons(table: Table, words: Words) -> tuple[Button, ...]:
    """The button that carries the commitment of the present shuffle; none before there is one."""
    if table.shuffle.secret is None:
        return ()
    return (Button(f"{VERIFY}.{table.shuffle.known_secret.commitment}", words.label(VERIFY)),)


def make_copy_buttons(roots: Iterable[str], words: Words) -> tuple[Button, ...]:
    """The buttons that carry these roots."""
    return tuple(Button(f"{COPY}.{root}", words.label(COPY)) for root in roots)
