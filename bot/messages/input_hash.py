"""Input hashes: while everything that a message is made from stays equal, the message need not be made again."""

from __future__ import annotations

import hashlib
from typing import Final

from bot.messages import reminders
from bot.messages.alerts import alert_number
from bot.store.message_keys import MessageKey, MessageKind
from bot.store.people import Preferences
from bot.tables.seats import open_votes
from bot.tables.table import Table

_SIZE: Final = 12
"""Bytes of a hash."""


def input_hash(table: Table, key: MessageKey, preferences: Preferences | None = None) -> bytes:
    """The hash of a message's inputs and of its reader's preferences; the same after a restart."""
    inputs = repr((_inputs(table, key), preferences))
    return hashlib.blake2b(inputs.encode(), digest_size=_SIZE).digest()


def _inputs(table: Table, key: MessageKey) -> object:
    match key.kind:
        case MessageKind.START:
            return table.start_came, table.status == "lobby"
        case MessageKind.REMINDER if table.playing:
            return alert_number(table, key.seat) if reminders.is_public(table, key.seat) else None
        case MessageKind.HAND if table.playing:
            return _hand_inputs(table, key), _common_inputs(table)
        case MessageKind.BOARD | MessageKind.SHEET if table.playing:
            shown = (table.crowd, table.subject_from, table.last_seen, open_votes(table))
            return shown, _common_inputs(table)
        case _:
            return table.sequence


def _hand_inputs(table: Table, key: MessageKey) -> object:
    seat = key.seat
    since = table.subject_from if seat in table.crowd.to_act else 0
    return table.view(seat), table.own_last.get(seat), since, table.nudged.get(seat, 0)


def _common_inputs(table: Table) -> object:
    return table.status, table.kept_until, table.seats, table.row.options, table.row.settings, table.undo
