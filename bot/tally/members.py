"""Members of the book: guests, aliases, and guests who turn out to be Discord users."""

from __future__ import annotations

from bot.ports.requests import Request, Requester
from bot.ports.text import look
from bot.store import crews
from bot.store.crews import Crew
from bot.store.engine import Connection
from bot.tally.book import Book
from bot.tally.ledger import announce, changing, must_keep
from bot.tally.money_words import clean_words
from games.core.refused import Refused

MOST_ALIASES = 12
MOST_GUESTS = 1_000
"""The guests of a crew, unless the host has set another number."""


def free_name(book: Book, text: str, but: int | None = None) -> str:
    """`text` as a name that nobody in the book has. Raises Refused."""
    name = clean_words(text, "name", 32)
    if text.strip().startswith("<@") or name.isdecimal():
        raise Refused("TALLY", "name", name=name)
    for one in book.members.values():
        if one.id != but and look(name) in map(look, (one.name, *one.aliases)):
            raise Refused("TALLY", "taken", name=name, by=one.name)
    return name


def guest(connection: Connection, crew: Crew, request: Request, text: str, most: int = MOST_GUESTS) -> str:
    """Enter a guest without an account on Discord; returns the name. Raises Refused, also for more than `most`."""
    book = changing(connection, crew)
    refuse_too_many(book, 1, most)
    name = free_name(book, text)
    crews.add_member(connection, crew.id, name, request.at)
    announce(connection, crew, "guest", request, name=name)
    return name


def refuse_too_many(book: Book, new: int, most: int) -> None:
    """Raise Refused if the book has no room for this number of new guests."""
    if new and sum(one.user_id is None for one in book.members.values()) + new > most:
        raise Refused("QUOTA", "guests", most=most)


def is_person(connection: Connection, crew: Crew, request: Request, text: str, person: Requester) -> str:
    """Link a guest to a Discord user, who takes over the guest's entries; returns the user's name. Raises Refused."""
    book = changing(connection, crew)
    must_keep(book, request.requester)
    found = book.named(text)
    if found.user_id is not None:
        raise Refused("TALLY", "no_guest", name=found.name)
    own = book.of_user(person.user)
    if own is None:
        crews.change_member(connection, found.id, found.name, found.aliases, person.user)
        name = found.name
    else:
        crews.merge(connection, found.id, own.id)
        name = own.name
    announce(connection, crew, "known", request, guest=found.name, name=name)
    return name


def alias(connection: Connection, crew: Crew, request: Request, text: str, other: str) -> tuple[str, str]:
    """Give a member an alias, which papers may use too; returns name and alias. People may do so for themselves and for
    guests, the scorer for everyone. Raises Refused."""
    book = changing(connection, crew)
    found = book.named(text)
    if found.user_id is not None and found.user_id != request.user:
        must_keep(book, request.requester)
    if len(found.aliases) >= MOST_ALIASES:
        raise Refused("TALLY", "aliases", most=MOST_ALIASES)
    name = free_name(book, other)
    crews.change_member(connection, found.id, found.name, [*found.aliases, name], found.user_id)
    announce(connection, crew, "alias", request, name=found.name, alias=name)
    return found.name, name
