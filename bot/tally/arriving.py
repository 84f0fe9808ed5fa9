"""The arrival of the people of moved books. Each person is matched with a member, or added as a new one.

Each transaction adds a few people. All come before the entries of their batch. The batch notes the account of each
person who has come in. So after a crash, the next process goes on with the next person.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from bot.ports.text import label_people, look_of
from bot.store.books import batches, crews, crossed
from bot.store.books.batches import Batch
from bot.store.books.crews import Member
from bot.store.database.engine import Connection
from bot.store.database.errors import Conflict
from bot.tally.book import Book
from bot.tally.books_file import FileMember
from bot.tally.ledger import lock_books
from bot.tally.members import note_chosen
from games.core.refused import Refused

MOST_PEOPLE: Final = 50
"""The most people of one transaction."""


def match_people(book: Book, members: Sequence[FileMember]) -> list[int | None]:
    """For each person of a file, find the member: by their id on Discord, or else by a name that only one member has.
    The value is None for a new person."""
    found: list[int | None] = []
    for person in members:
        member = book.find_by_user(person.user) if person.user is not None else None
        if member is None and person.name:
            member = _find_by_name(book, person)
        found.append(None if member is None or member.id in found else member.id)
    return found


def _find_by_name(book: Book, person: FileMember) -> Member | None:
    try:
        member = book.find_member(person.name)
    except Refused:
        return None
    if crews.is_former(member):  # only the person who was erased can come back as this member
        return None
    return None if member.user_id is not None and person.user is not None else member


class Arrival(NamedTuple):
    """A person of a file who comes into the books."""

    person: FileMember
    member: Member | None
    """The member of the books who is this person; None for a new member."""
    name: str
    """The name that a new member gets. It ends with a number if it was taken."""
    aliases: list[str]
    """Their other names, without those by which another member is known."""


def list_arrivals(book: Book, batch: Batch, members: Sequence[FileMember], most: int) -> list[Arrival]:
    """List up to `most` of the next people of a batch, as they come into this book. Return [] once all have come.

    `members` are all people of the file.
    """
    people: list[int | None] = batch.facts.get("people", [])
    done = len(batch.facts["accounts"])
    if done >= len(people):
        return []
    added = {book.owners.get(batch.facts["accounts"][place]) for place in range(done) if people[place] is None}
    before = replace(book, members={number: member for number, member in book.members.items() if number not in added})
    new = [person.name for person, matched in zip(members, people, strict=True) if matched is None and person.name]
    labels = dict(zip(new, label_people([*before.list_names(), *new])[-len(new) :], strict=True)) if new else {}
    owners: dict[str, int] = {}
    for known in before.members.values():
        for name in (known.name, *known.aliases):
            owners.setdefault(look_of(name), known.id)
    arrivals = []
    step = slice(done, done + most)
    for person, matched in zip(members[step], people[step], strict=True):
        member = _find_present(book, before, person, matched)
        number = None if member is None else member.id
        names = dict.fromkeys((*(() if member is None else member.aliases), person.name, *person.aliases))
        own = person.name if member is None else member.name
        aliases = [name for name in names if name not in ("", own) and owners.get(look_of(name), number) == number]
        arrivals.append(Arrival(person, member, labels.get(person.name, person.name), aliases))
    return arrivals


def _find_present(book: Book, before: Book, person: FileMember, matched: int | None) -> Member | None:
    """Find the member who is this person of a file by now; None for a new member.

    If the person's user is in the books, it is that member. Otherwise it is the member to whom the person was
    `matched`. If that member is gone, or is another user by now, the person is matched again, among the members
    `before` the move.
    """
    user = None if person.user is None else book.find_by_user(person.user)
    if user is not None or matched is None:
        return user
    member = book.members.get(matched)
    if member is not None and (member.user_id is None or person.user is None):
        return member
    (again,) = match_people(before, [person])
    return None if again is None else book.members[again]


def add(connection: Connection, book: Book, batch: Batch, arrivals: Sequence[Arrival]) -> None:
    """Add `arrivals` to the book for which they were listed, and note their accounts in the batch.

    Raises `BookChanged`, or `Conflict` if another process has added them.
    """
    crew = lock_books(connection, book)
    stored = batches.find(connection, batch.id)
    if stored is None or stored.facts["accounts"] != batch.facts["accounts"]:
        raise Conflict(f"the people of batch {batch.id} are there already")
    rows = [
        (arrival.name, arrival.aliases, arrival.person.user, arrival.person.at)
        for arrival in arrivals
        if arrival.member is None
    ]
    new = iter(crews.add_members(connection, crew.id, rows, batch.at, book.list_names()))
    ids = []
    for arrival in arrivals:
        member = arrival.member or next(new)
        user = member.user_id or arrival.person.user
        if arrival.member is None and arrival.person.chosen:
            note_chosen(connection, member, batch.at)
        elif arrival.member is not None and (arrival.aliases != member.aliases or user != member.user_id):
            crews.change_member(connection, member.id, member.name, arrival.aliases, user)
        if arrival.person.crossed and arrival.person.name:
            crossed.note(connection, crew.id, member.id, batch.at)
        ids.append(member.id)
    accounts = crews.open_accounts(connection, crew.id, ids)
    people, done = batch.facts["people"], len(batch.facts["accounts"])
    found = [None if arrival.member is None else arrival.member.id for arrival in arrivals]
    facts = {
        **batch.facts,
        "people": [*people[:done], *found, *people[done + len(found) :]],
        "accounts": [*batch.facts["accounts"], *accounts],
    }
    batches.replace_facts(connection, batch.id, facts)
