"""The arrival of the people of moved books. Each person is matched with a member, or added as a new one."""

from collections.abc import Sequence

from bot.ports import list_looks
from bot.store import Connection
from bot.store.books import Member, MemberNote, crews, member_notes
from bot.tally.books import Book
from bot.tally.papers.books_file import FileMember
from games.core import Refused


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
        member = book.find_named(person.name)
    except Refused:
        return None
    if crews.is_former(member):  # only the person who was erased can come back as this member
        return None
    return None if member.user_id is not None and person.user is not None else member


def add_people(
    connection: Connection, book: Book, people: Sequence[FileMember], matched: Sequence[int | None], at: int
) -> list[int]:
    """Add the people of a file to the book with whose members they were matched, and return their members in order.

    A new member's name gets a number if it is taken. Nobody gets an alias by which another member is known.
    """
    owners: dict[str, int] = {}
    for present in book.members.values():
        for name in (present.name, *present.aliases):
            for look in list_looks(name):
                owners.setdefault(look, present.id)

    def list_aliases(own: str, member: int | None, *names: str) -> list[str]:
        free = (name for name in names if all(owners.get(look, member) == member for look in list_looks(name)))
        return [name for name in dict.fromkeys(free) if name not in ("", own)]

    pairs = [(person, None if id is None else book.members[id]) for person, id in zip(people, matched, strict=True)]
    rows = [
        (person.name, list_aliases(person.name, None, *person.aliases), person.user, person.at)
        for person, known in pairs
        if not known
    ]
    new = iter(crews.add_members(connection, book.id, rows, at, book.list_names()))
    ids = []
    for person, known in pairs:
        member = known or next(new)
        if known is None and person.chosen:
            member_notes.put(connection, MemberNote.CHOSEN, book.id, member.id, at)
        elif known is not None:
            aliases = list_aliases(known.name, known.id, *known.aliases, person.name, *person.aliases)
            user = known.user_id or person.user
            if aliases != known.aliases or user != known.user_id:
                crews.change_member(connection, known._replace(aliases=aliases, user_id=user))
        if person.crossed and person.name:
            member_notes.put(connection, MemberNote.CROSSED, book.id, member.id, at)
        ids.append(member.id)
    return ids
