"""The inputs of a message: everything that it is made from. The message is made again only when they have changed."""

import hashlib
from typing import Final

from bot.messages.boards import reminders
from bot.messages.parts.alerts import number_alert
from bot.store import MessageKey, MessageKind
from bot.tables.aggregate import Table
from bot.tables.aggregate.offers import offer_of_seat, offers_of
from bot.tables.aggregate.turns import count_nudges_before_vote
from bot.tables.seats.handovers import list_open_votes
from games.core import Seat

_SIZE: Final = 12
"""Bytes of a hash."""


def hash_inputs(inputs: object) -> bytes:
    """Hash the inputs of a message. A restart does not change the hash."""
    return hashlib.blake2b(repr(inputs).encode(), digest_size=_SIZE).digest()


def inputs_of(table: Table, key: MessageKey) -> object:
    """Return the inputs of a message without its reader's preferences, to be hashed or compared with earlier ones."""
    match key.kind:
        case MessageKind.START:
            return table.start.came, table.start.began, table.is_lobby
        case MessageKind.CALL:
            return table.call_for_players.sequence, table.is_lobby
        case MessageKind.REMINDER if table.playing:
            if reminders.is_public(table, key.seat):
                return number_alert(table, key.seat)
            return table.is_present(key.seat), table.is_closed
        case MessageKind.OFFER if table.playing:
            return offer_of_seat(table, key.seat), table.seats, table.hand_open, table.shuffle.number, table.status
        case MessageKind.HAND if table.playing:
            return _list_own_inputs(table, key.seat)
        case MessageKind.BOARD if table.playing and table.kind.is_private:
            return _list_own_inputs(table, table.player)
        case MessageKind.BOARD | MessageKind.SHEET if table.playing:
            shown = (table.public_view, table.waiting.since_event, table.visibility.last_seen)
            return shown, _list_votes(table), _list_common_inputs(table)
        case _:
            return table.sequence


def _list_own_inputs(table: Table, seat: Seat) -> object:
    """The inputs of a player's own message, without anything that others do in secret."""
    since = table.waiting.since_event if seat in table.public_view.to_act else 0
    nudges = table.absences.nudged.get(seat, 0), count_nudges_before_vote(table, seat)
    own = table.visibility.last_own.get(seat), table.costs.by_seat.get(seat), nudges
    questions = _list_votes(table), offers_of(table), table.takeback.agreed
    return table.view(seat), own, since, table.visibility.last_seen, questions, _list_common_inputs(table)


def _list_votes(table: Table) -> object:
    return [(seat, count_nudges_before_vote(table, seat)) for seat in list_open_votes(table)], table.absences.votes


def _list_common_inputs(table: Table) -> object:
    takeback, rules = table.takeback, (table.row.options, table.settings)
    times = table.clock.kept_until, table.clock.extended_until, table.absences.banks
    return table.status, times, table.seats, rules, takeback.asked, takeback.number, table.closing
