"""The people of moved books come in: each is found among those who are there, or added, a few in each transaction.

They come before the entries of their batch. Whoever finds the batch after a crash goes on with the next of them, since
the batch notes the account of each.
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
from bot.tally.ledger import hold
from bot.tally.members import note_chosen
from games.core.refused import Refused

MOST_PEOPLE: Final = 50
"""The most people of one transaction."""


def match_people(book: Book, members: Sequence[FileMember]) -> list[int | None]:
    """Find the member who each person of a file is: by the id on Discord, or else by a name that nobody else has."""
    found: list[int | None] = []
    users = {member.user_id: member for member in book.members.values() if member.user_id is not None}
    for one in members:
        member = users.get(one.user) if one.user is not None else None
        if member is None and one.name:
            member = _find_by_name(book, one)
        found.append(None if member is None or member.id in found else member.id)
    return found


def _find_by_name(book: Book, one: FileMember) -> Member | None:
    try:
        member = book.find_member(one.name)
    except Refused:
        return None
    if crews.is_former(member):  # nobody but the person who was erased takes that row back
        return None
    return None if member.user_id is not None and one.user is not None else member


class Arrival(NamedTuple):
    """A person of a file who comes into the books."""

    person: FileMember
    member: Member | None
    """The member who they are; None for a new one."""
    name: str
    """The name that a new one gets, and the number that it may have to get with it."""
    aliases: list[str]
    """The names that they get besides their own: those by which nobody else here is known."""


def list_arrivals(book: Book, batch: Batch, members: Sequence[FileMember], most: int) -> list[Arrival]:
    """List up to `most` of the next people of a batch, as they come into this book; none if all are there. `members`
    are all people of the file."""
    people: list[int | None] = batch.facts.get("people", [])
    done = len(batch.facts["accounts"])
    if done >= len(people):
        return []
    made = {book.owners.get(batch.facts["accounts"][place]) for place in range(done) if people[place] is None}
    before = replace(book, members={id: one for id, one in book.members.items() if id not in made})
    new = [one.name for one, known in zip(members, people, strict=True) if known is None and one.name]
    labels = dict(zip(new, label_people([*before.list_names(), *new])[-len(new) :], strict=True)) if new else {}
    users = {there.user_id: there.id for there in book.members.values() if there.user_id is not None}
    owner: dict[str, int] = {}
    for there in before.members.values():
        for name in (there.name, *there.aliases):
            owner.setdefault(look_of(name), there.id)
    arrivals = []
    step = slice(done, done + most)
    for one, known in zip(members[step], people[step], strict=True):
        if one.user is not None and one.user in users:  # they may have sat down meanwhile
            known = users[one.user]
        elif known is not None and _is_another(book, known, one):
            (known,) = match_people(before, [one])
        member = None if known is None else book.members[known]
        names = dict.fromkeys((*(() if member is None else member.aliases), one.name, *one.aliases))
        own = one.name if member is None else member.name
        aliases = [name for name in names if name not in ("", own) and owner.get(look_of(name), known) == known]
        arrivals.append(Arrival(one, member, labels.get(one.name, one.name), aliases))
    return arrivals


def _is_another(book: Book, known: int, one: FileMember) -> bool:
    """True if the member who a person was is gone, joined to somebody, or linked to another user by now."""
    member = book.members.get(known)
    return member is None or (member.user_id is not None and one.user is not None)


def add(connection: Connection, book: Book, batch: Batch, arrivals: Sequence[Arrival]) -> None:
    """Add these people to the book with which they were listed, and note their accounts with the batch. Raises
    `BookChanged`, or `Conflict` if another process has added them."""
    crew = hold(connection, book)
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
