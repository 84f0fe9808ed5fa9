"""The people of moved books come in: each is found among the members, or added, a few in each transaction.

They come before the entries of their batch. The batch notes the account of each person who has come in. So after a
crash, the next process goes on with the next person.
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
    """The member who they are; None for a new one."""
    name: str
    """The name that a new member gets. It ends with a number if it was taken."""
    aliases: list[str]
    """Their other names, without those by which another member is known."""


def list_arrivals(book: Book, batch: Batch, members: Sequence[FileMember], most: int) -> list[Arrival]:
    """List up to `most` of the next people of a batch, as they come into this book. None are left once all are there.

    `members` are all people of the file.
    """
    people: list[int | None] = batch.facts.get("people", [])
    done = len(batch.facts["accounts"])
    if done >= len(people):
        return []
    made = {book.owners.get(batch.facts["accounts"][place]) for place in range(done) if people[place] is None}
    before = replace(book, members={id: one for id, one in book.members.items() if id not in made})
    new = [one.name for one, known in zip(members, people, strict=True) if known is None and one.name]
    labels = dict(zip(new, label_people([*before.list_names(), *new])[-len(new) :], strict=True)) if new else {}
    owner: dict[str, int] = {}
    for known in before.members.values():
        for name in (known.name, *known.aliases):
            owner.setdefault(look_of(name), known.id)
    arrivals = []
    step = slice(done, done + most)
    for person, matched in zip(members[step], people[step], strict=True):
        member = _find_present(book, before, person, matched)
        number = None if member is None else member.id
        names = dict.fromkeys((*(() if member is None else member.aliases), person.name, *person.aliases))
        own = person.name if member is None else member.name
        aliases = [name for name in names if name not in ("", own) and owner.get(look_of(name), number) == number]
        arrivals.append(Arrival(person, member, labels.get(person.name, person.name), aliases))
    return arrivals


def _find_present(book: Book, before: Book, person: FileMember, matched: int | None) -> Member | None:
    """Find the member who is this person of a file now; None for a new one.

    A user who is in the books is that member. Otherwise it is the member to whom the person was `matched`. If that
    member is gone, or is another user by now, the person is matched again, among the members `before` the move.
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
    """Add people to the book with which they were listed, and note their accounts in the batch.

    Raises `BookChanged`, or `Conflict` if another process has added them.
    """
    crew = lock_books(connection, book)
    there = batches.find(connection, batch.id)
    if there is None or there.facts["accounts"] != batch.facts["accounts"]:
        raise Conflict(f"the people of batch {batch.id} are there already")
    rows = [(one.name, one.aliases, one.person.user, one.person.at) for one in arrivals if one.member is None]
    new = iter(crews.add_members(connection, crew.id, rows, batch.at, book.list_names()))
    made = []
    for one in arrivals:
        member = one.member or next(new)
        user = member.user_id or one.person.user
        if one.member is None and one.person.chosen:
            note_chosen(connection, member, batch.at)
        elif one.member is not None and (one.aliases != member.aliases or user != member.user_id):
            crews.change_member(connection, member.id, member.name, one.aliases, user)
        if one.person.crossed and one.person.name:
            crossed.note(connection, crew.id, member.id, batch.at)
        made.append(member.id)
    accounts = crews.open_accounts(connection, crew.id, made)
    people, done = batch.facts["people"], len(batch.facts["accounts"])
    found = [None if one.member is None else one.member.id for one in arrivals]
    facts = {
        **batch.facts,
        "people": [*people[:done], *found, *people[done + len(found) :]],
        "accounts": [*batch.facts["accounts"], *accounts],
    }
    batches.replace_facts(connection, batch.id, facts)
