"""The names of people at a table, and the language of most: each person has the name from the books of the crew, and no
two names are alike.

Names are looked up whenever somebody sits down, waits or is offered a seat, and at the end of each hand. So a name that
has changed in the books changes at the table too.
"""

from collections.abc import Mapping
from dataclasses import replace

from bot.ports.text import label_people
from bot.store import Connection, StoredSeat, StoredSettings
from bot.store.books import Member
from bot.tables.aggregate import Change, Table
from bot.tally.changes.members import label_users, note_names
from bot.tally.changes.speech import find_spoken


def concerns_names(change: Change) -> bool:
    """True if a change may bring in names, or ends a hand."""
    return change.seats is not None or change.settings is not None or change.next_shuffle is not None


def name_people(connection: Connection, table: Table, change: Change) -> Change:
    """The change, with the names that people have at the table. The names of newcomers are noted in the books."""
    seats = table.seats if change.seats is None else change.seats
    seated = _list_people(table.seats, table.settings)
    given = _list_people(seats, change.settings or table.settings)
    labels, revision = given, 0
    new: list[Member] = []
    if table.kind.posts_to_books:
        staying = {user: name for user, name in given.items() if user in seated}
        arriving = {user: name for user, name in given.items() if user not in seated}
        labels, found, revision = label_users(connection, table.row.crew, staying, arriving)
        sitting = {seat.user_id for seat in seats}
        new = [member for member in found if member.user_id in sitting]
    called = (seat if seat.user_id is None else replace(seat, name=labels[seat.user_id]) for seat in seats)
    named = label_seats(tuple(called))
    settings = None if change.settings is None else _with_labels(change.settings, labels)
    changed = replace(change, seats=change.seats if named == seats else named, settings=settings)
    if not new:
        return changed

    def write_names(connection: Connection) -> None:
        note_names(connection, table.row.crew, new, revision)

    return replace(changed, write_also=(write_names, *changed.write_also))


def speak_with_seated(connection: Connection, table: Table, change: Change, at: int) -> Change:
    """The change that starts a game, with the language of most people who are seated."""
    if not table.kind.posts_to_books:
        return change
    opener = table.settings.language
    language, learn = find_spoken(connection, table.row.crew, table.users, opener, table.place, at)
    if language != opener:
        change = replace(change, settings=replace(change.settings or table.settings, language=language))
    return change if learn is None else replace(change, write_also=(learn, *change.write_also))


def label_seats(seats: tuple[StoredSeat, ...]) -> tuple[StoredSeat, ...]:
    """Make the names of seats differ. Of two similar names, that of a robot or of the later arrival gets a number."""
    order = sorted(seats, key=lambda seat: (seat.is_robot, seat.joined_at, seat.seat))
    labels = {seat.seat: name for seat, name in zip(order, label_people([seat.name for seat in order]), strict=True)}
    return tuple(replace(seat, name=labels[seat.seat]) for seat in seats)


def _list_people(seats: tuple[StoredSeat, ...], settings: StoredSettings) -> dict[int, str]:
    """The names of all who sit here, wait for a seat or are offered one, by user."""
    offered = ((offer.user, offer.name) for offer in settings.offers)
    sitting = ((seat.user_id, seat.name) for seat in sorted(seats, key=lambda seat: seat.joined_at))
    named = (*offered, *settings.queue, *sitting)
    return {user: name for user, name in named if user is not None}


def _with_labels(settings: StoredSettings, labels: Mapping[int, str]) -> StoredSettings:
    offers = tuple(
        offer if offer.user is None else replace(offer, name=labels[offer.user]) for offer in settings.offers
    )
    queue = tuple(waiter._replace(name=labels[waiter.user]) for waiter in settings.queue)
    return replace(settings, offers=offers, queue=queue)
