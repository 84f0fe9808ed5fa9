"""Members in the books: guests, names and aliases."""

import contextlib
import re
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from bot.ports import Reply, Request, Requester, fold_name, is_alike, label_person
from bot.store import Conflict, Connection, RowDamaged
from bot.store.books import Crew, Member, MemberNote, Scope, crews, member_notes, payments, reports, revisions
from bot.tally.books import Book, Owner
from bot.tally.books.money_words import clean_person
from bot.tally.changes.ledger import announce, is_scorer, lock_books, lock_for_scorer, must_be_scorer
from games.core import Refused

MOST_ALIASES = 12
MOST_NOTED = 6
"""Once a user has this many aliases, a new name on Discord is no longer added to them automatically."""
MOST_GUESTS = 1_000
"""The most guests of a crew, unless the bot's own settings name another number."""
MOST_IDLE = 25
"""Once this many guests have no entry yet, only the scorer may add more."""
MOST_IDLE_OF_PERSON = 10
"""The most guests without an entry that one person may add; the scorer has no such limit."""
MOST_ALIASES_OF_GUEST = 3
"""Once a guest has this many aliases, only the scorer may give more."""


def clean_name(book: Book, text: str, own: int | None = None) -> str:
    """Clean a new name. Raises Refused if it cannot be a name, or if a member has it already, except the member
    `own`."""
    name = clean_person(text)
    if text.strip().startswith("<@") or re.fullmatch(r"#\d+", fold_name(text)):  # these mean a member
        raise Refused("TALLY", "name", name=name)
    for member in book.members.values():
        if member.id != own and any(is_alike(name, known) for known in (member.name, *member.aliases)):
            reason = "namesake" if is_alike(name, member.name) else "taken"
            raise Refused("TALLY", reason, name=name, by=member.name)
    return name


def add_guest(connection: Connection, book: Book, request: Request, text: str, most: int = MOST_GUESTS) -> Reply:
    """Add a guest, who has no account on Discord, to the books.

    Raises Refused, also if the crew would have more than `most` guests, or if too many guests have no entry yet.
    """
    crew = lock_books(connection, book)
    refuse_too_many(book, 1, most)
    if not is_scorer(book.settings, request.requester):
        _refuse_idle_guests(connection, crew, book, request)
    name = clean_name(book, text)
    entered = crews.add_member(connection, crew.id, name, request.at, taken=book.list_names())
    member_notes.put(connection, MemberNote.ADDED_BY, crew.id, entered.id, request.at, request.user)
    announce(connection, crew, "guest", request, name=name)
    return request.answer("tally/is_guest", name=name)


def _refuse_idle_guests(connection: Connection, crew: Crew, book: Book, request: Request) -> None:
    """Raise Refused if too many guests of the crew, or too many whom the requester added, have no entry yet."""
    owners = set(book.owners.values())
    idle = [member.id for member in book.members.values() if _is_idle(book, member, owners)]
    entered_by = [member_notes.get(connection, MemberNote.ADDED_BY, crew.id, guest) for guest in idle[-MOST_IDLE:]]
    if entered_by.count(request.user) >= MOST_IDLE_OF_PERSON:
        raise Refused("TALLY", "own_idle_guests", most=MOST_IDLE_OF_PERSON)
    if len(idle) >= MOST_IDLE:
        raise Refused("TALLY", "idle_guests", most=MOST_IDLE)


def _is_idle(book: Book, member: Member, owners: Collection[Owner]) -> bool:
    """True for a guest who has no entry in the books. `owners` are the owners of all accounts in the book."""
    return member.user_id is None and member.id not in owners and member.id not in book.crossed


def remove_guest(connection: Connection, book: Book, request: Request, text: str) -> Reply:
    """Remove a guest who has no entry. Raises Refused for anybody but the scorer."""
    crew = lock_for_scorer(connection, book, request)
    found = book.find_member(text)
    if found.user_id is not None:
        raise Refused("TALLY", "no_guest", name=found.name)
    if found.id in book.crossed:
        raise Refused("TALLY", "crossed", name=found.name)
    if not _is_idle(book, found, book.owners.values()) or payments.has_member(connection, found.id):
        raise Refused("TALLY", "guest_in_use", name=found.name)
    crews.drop_member(connection, crew.id, found.id)
    announce(connection, crew, "guest_out", request, name=found.name)
    return request.answer("tally/is_out", name=found.name)


def set_crossed(connection: Connection, book: Book, request: Request, text: str, has_crossed: bool) -> Reply:
    """Note that a member has crossed the bar, or that they have not.

    Raises Refused for anybody but the scorer, and for a former member, who has no name.
    """
    crew = lock_for_scorer(connection, book, request)
    found = book.find_member(text)
    if crews.is_former(found):
        raise Refused("TALLY", "former", name=found.name)
    key = "crossed" if has_crossed else "not_crossed"
    if (found.id in book.crossed) is not has_crossed:
        if has_crossed:
            member_notes.put(connection, MemberNote.CROSSED, crew.id, found.id, request.at)
        else:
            member_notes.drop(connection, MemberNote.CROSSED, crew.id, found.id)
        announce(connection, crew, key, request, name=found.name)
    return request.answer(f"tally/is_{key}", name=found.name)


def refuse_too_many(book: Book, new: int, most: int) -> None:
    """Raise Refused if the books have no room for this number of new guests."""
    if new and sum(member.user_id is None for member in book.members.values()) + new > most:
        raise Refused("QUOTA", "guests", most=most)


def sum_results(connection: Connection, book: Book, member: int) -> int:
    """The sum of a member's results over all seasons."""
    own = frozenset(account for account, owner in book.owners.items() if owner == member)
    return sum(found.amount for found in reports.sum_by_account(connection, Scope(book.id, accounts=own)))


class Labels(NamedTuple):
    """The names by which a crew calls users, and the names that are new to the books."""

    names: dict[int, str]
    new: list[Member]
    """The members with these names and their aliases."""
    revision: int
    """The revision of the books that were read."""


def label_users(connection: Connection, crew: int, seated: Mapping[int, str], arriving: Mapping[int, str]) -> Labels:
    """Find the names by which a crew calls the users at a table, given by their names on Discord. This reads all
    members of the crew.

    A member is called as in the books. If they are `arriving` under a new name, the books take that name, and keep the
    old one as an alias. If the scorer has chosen their name, the new one becomes the alias. Nothing changes for
    somebody who is `seated` and whose name on Discord is one of their aliases. A user who is not in the books gets a
    name that is unlike all names there.
    """
    revision, members = revisions.read(connection, crew), crews.list_members(connection, crew)
    own = {member.user_id: member for member in members if member.user_id is not None}
    taken = [member.name for member in members]
    labels: dict[int, str] = {}
    new: list[Member] = []
    for user, name in {**seated, **arriving}.items():
        found = own.get(user)
        if found is None:
            labels[user] = label_person(name, taken)
            taken.append(labels[user])
            continue
        is_former_name = user not in arriving and name in found.aliases
        others = (known for member in members if member.id != found.id for known in (member.name, *member.aliases))
        is_free = not any(is_alike(name, other) for other in (*others, *labels.values()))
        labels[user] = found.name
        if name == found.name or is_former_name or not is_free:
            continue
        if not member_notes.get(connection, MemberNote.CHOSEN, crew, found.id):
            labels[user] = name
            taken.append(name)
            new.append(found._replace(name=name, aliases=_keep_former(found, name)))
        elif name not in found.aliases and len(found.aliases) < MOST_NOTED:
            new.append(found._replace(aliases=[*found.aliases, name]))
    return Labels(labels, new, revision)


def _keep_former(found: Member, name: str) -> list[str]:
    """The aliases of a member who gets a new name. Their present name is added, unless it looks like the new one or
    they have many aliases."""
    others = [alias for alias in found.aliases if not is_alike(alias, name)]
    if len(others) < MOST_NOTED and not is_alike(found.name, name):
        others.append(found.name)
    return others


def note_names(connection: Connection, crew: int, new: Sequence[Member], revision: int) -> None:
    """Store names that `label_users` found in this `revision` of the books.

    If the books have changed since, nothing is stored: the names are found again at the end of a hand. A name that is
    stored for another member is left out.
    """
    if new and revisions.lock(connection, crew) == revision:
        for member in new:
            with contextlib.suppress(Conflict):
                crews.change_member(connection, member)


def rename(connection: Connection, book: Book, request: Request, text: str, new: str, follow: bool) -> Reply:
    """Set a member's name in the books; the former name becomes an alias.

    With `follow`, the name follows Discord's again from the next time that the member sits down. Raises Refused for
    anybody but the scorer.
    """
    crew = lock_for_scorer(connection, book, request)
    found = book.find_member(text)
    if follow:
        member_notes.drop(connection, MemberNote.CHOSEN, crew.id, found.id)
        return request.answer("tally/follows", name=found.name, new=found.name)
    name = clean_name(book, new, found.id)
    aliases = dict.fromkeys(alias for alias in (*found.aliases, found.name) if alias != name)
    if len(aliases) > MOST_ALIASES:
        raise Refused("TALLY", "aliases", most=MOST_ALIASES)
    crews.change_member(connection, found._replace(name=name, aliases=list(aliases)))
    if found.user_id is not None:
        member_notes.put(connection, MemberNote.CHOSEN, crew.id, found.id, request.at)
    announce(connection, crew, "renamed", request, name=found.name, new=name)
    return request.answer("tally/is_renamed", name=found.name, new=name)


def enter_person(connection: Connection, book: Book, request: Request, text: str, person: Requester) -> Reply:
    """Add a Discord user who is not in the books yet. Raises Refused."""
    crew, own = book.crew, book.find_by_user(person.user)
    if own is not None:
        raise Refused("TALLY", "known", person=person.name, name=own.name)
    name = clean_name(book, text)
    entered = crews.add_member(connection, crew.id, name, request.at, person.user, book.list_names())
    member_notes.put(connection, MemberNote.VOUCHED, crew.id, entered.id, request.at)
    announce(connection, crew, "entered", request, name=name)
    return request.answer("tally/is_guest", name=name)


def add_alias(connection: Connection, book: Book, request: Request, text: str, other: str) -> Reply:
    """Give a member an alias, which papers may use too. Raises Refused.

    People may give aliases to themselves and to guests. The scorer may give them to everyone."""
    crew = lock_books(connection, book)
    found = book.find_member(text)
    if found.user_id is not None and found.user_id != request.user:
        must_be_scorer(book, request.requester)
    if len(found.aliases) >= MOST_ALIASES:
        raise Refused("TALLY", "aliases", most=MOST_ALIASES)
    is_guest = found.user_id is None
    if is_guest and len(found.aliases) >= MOST_ALIASES_OF_GUEST and not is_scorer(book.settings, request.requester):
        raise Refused("TALLY", "guest_aliases", name=found.name, most=MOST_ALIASES_OF_GUEST)
    name = clean_name(book, other)
    crews.change_member(connection, found._replace(aliases=[*found.aliases, name]))
    noted = crews.find_member_by_id(connection, crew.id, found.id)
    if noted is None or name not in noted.aliases:
        raise RowDamaged(f"the aliases of member {found.id} are damaged, and stay as they are")
    announce(connection, crew, "alias", request, name=found.name, alias=name)
    return request.answer("tally/is_alias", name=found.name, alias=name)


def remove_alias(connection: Connection, book: Book, request: Request, text: str, other: str) -> Reply:
    """Remove an alias of a member. Raises Refused.

    People may remove their own aliases. The scorer may remove everybody's."""
    crew = lock_books(connection, book)
    found = book.find_member(text)
    if found.user_id is None or found.user_id != request.user:
        must_be_scorer(book, request.requester)
    known = next((spelling for spelling in found.aliases if is_alike(spelling, other)), None)
    if known is None and is_alike(found.name, other):
        raise Refused("TALLY", "own_name", name=found.name)
    if known is None:
        raise Refused("TALLY", "no_alias", name=found.name, given=other[:60])
    remaining = [spelling for spelling in found.aliases if spelling != known]
    crews.change_member(connection, found._replace(aliases=remaining))
    announce(connection, crew, "alias_gone", request, name=found.name, alias=known)
    return request.answer("tally/is_no_alias", name=found.name, alias=known)
