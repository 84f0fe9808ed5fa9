"""Members in the books: guests, aliases, and guests who turn out to be Discord users."""

import contextlib
import re
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from bot.ports.requests import Request, Requester
from bot.ports.text import is_alike, label_person, look_of
from bot.store.books import crews, crossed, joins, payments, revisions
from bot.store.books.crews import Crew, Member
from bot.store.database import key_values
from bot.store.database.engine import Connection
from bot.store.database.errors import Conflict, RowDamaged
from bot.tally.book import Book, Owner
from bot.tally.ledger import announce, is_scorer, lock_books, lock_for_scorer, must_be_scorer
from bot.tally.money_words import clean_words, find_money
from games.core.refused import Refused

_CHOSEN = "tally:named:"
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
    name = clean_words(text, "name", 32)
    if text.strip().startswith("<@") or name.isdecimal():
        raise Refused("TALLY", "name", name=name)
    for member in book.members.values():
        if member.id != own and look_of(name) in map(look_of, (member.name, *member.aliases)):
            reason = "namesake" if look_of(name) == look_of(member.name) else "taken"
            raise Refused("TALLY", reason, name=name, by=member.name)
    return name


def add_guest(connection: Connection, book: Book, request: Request, text: str, most: int = MOST_GUESTS) -> str:
    """Add a guest, who has no account on Discord, to the books, and return the name.

    Raises Refused, also if the crew would have more than `most` guests, or if too many guests have no entry yet.
    """
    crew = lock_books(connection, book)
    refuse_too_many(book, 1, most)
    if not is_scorer(book.settings, request.requester):
        _refuse_idle_guests(connection, crew, book, request)
    name = clean_name(book, text)
    entered = crews.add_member(connection, crew.id, name, request.at, taken=book.list_names())
    key_values.put(connection, _key_of_adder(crew, entered.id), request.user, request.at)
    announce(connection, crew, "guest", request, name=name)
    return name


def _refuse_idle_guests(connection: Connection, crew: Crew, book: Book, request: Request) -> None:
    """Raise Refused if too many guests of the crew, or too many whom the requester added, have no entry yet."""
    owners = set(book.owners.values())
    idle = [member.id for member in book.members.values() if _is_idle(book, member, owners)]
    entered_by = [key_values.get(connection, _key_of_adder(crew, guest)) for guest in idle[-MOST_IDLE:]]
    if entered_by.count(request.user) >= MOST_IDLE_OF_PERSON:
        raise Refused("TALLY", "own_idle_guests", most=MOST_IDLE_OF_PERSON)
    if len(idle) >= MOST_IDLE:
        raise Refused("TALLY", "idle_guests", most=MOST_IDLE)


ADDED_BY = "guest:"


def _key_of_adder(crew: Crew, guest: int) -> str:
    """The key of the note that says which user added a guest."""
    return f"{ADDED_BY}{crew.id}:{guest}"


def _is_idle(book: Book, member: Member, owners: Collection[Owner]) -> bool:
    """True for a guest who has no entry in the books. `owners` are the owners of all accounts in the book."""
    return member.user_id is None and member.id not in owners and member.id not in book.crossed


def remove_guest(connection: Connection, book: Book, request: Request, text: str) -> str:
    """Remove a guest who has no entry, and return the name. Raises Refused for anybody but the scorer."""
    crew = lock_for_scorer(connection, book, request)
    found = book.find_member(text)
    if found.user_id is not None:
        raise Refused("TALLY", "no_guest", name=found.name)
    if found.id in book.crossed:
        raise Refused("TALLY", "crossed", name=found.name)
    if not _is_idle(book, found, book.owners.values()) or payments.has_member(connection, found.id):
        raise Refused("TALLY", "guest_in_use", name=found.name)
    crews.drop_member(connection, crew.id, found.id)
    key_values.drop(connection, _key_of_adder(crew, found.id))
    announce(connection, crew, "guest_out", request, name=found.name)
    return found.name


def set_crossed(connection: Connection, book: Book, request: Request, text: str, has_crossed: bool) -> str:
    """Note that a member has crossed the bar, or that they have not, and return their name.

    Raises Refused for anybody but the scorer, and for a former member, who has no name.
    """
    crew = lock_for_scorer(connection, book, request)
    found = book.find_member(text)
    if crews.is_former(found):
        raise Refused("TALLY", "former", name=found.name)
    if (found.id in book.crossed) is has_crossed:
        return found.name
    if has_crossed:
        crossed.note(connection, crew.id, found.id, request.at)
    else:
        crossed.forget(connection, crew.id, found.id)
    announce(connection, crew, "crossed" if has_crossed else "not_crossed", request, name=found.name)
    return found.name


def refuse_too_many(book: Book, new: int, most: int) -> None:
    """Raise Refused if the books have no room for this number of new guests."""
    if new and sum(member.user_id is None for member in book.members.values()) + new > most:
        raise Refused("QUOTA", "guests", most=most)


def link_person(connection: Connection, book: Book, request: Request, text: str, person: Requester) -> tuple[str, str]:
    """Link a guest to a Discord user, who takes over the guest's entries.

    If nobody has the name `text`, add the user under it. If a former member has it, ask the user whether they are that
    member; `restore_member` is their answer. Return the user's name and what was done: "is_guest" (added), "is_known"
    (linked to a user in the books), "is_linked" (linked to a user who is new there) or "is_asked". Raises Refused.
    """
    crew = lock_for_scorer(connection, book, request)
    try:
        found = book.find_member(text)
    except Refused as refused:
        if refused.reason != "nobody":
            raise
        return _enter_person(connection, crew, request, book, text, person), "is_guest"
    if found.user_id is not None:
        raise Refused("TALLY", "no_guest", name=found.name)
    if crews.is_former(found):
        key_values.put(
            connection, _key_of_claim(crew, found.id), {"user": person.user, "name": person.name}, request.at
        )
        announce(connection, crew, "claim", request, person=f"<@{person.user}>", name=found.name, member=found.id)
        return person.name, "is_asked"
    how = "is_linked" if book.find_by_user(person.user) is None else "is_known"
    return _join(connection, crew, request, book, found, person), how


def restore_member(connection: Connection, book: Book, request: Request, former: int) -> str:
    """Give a former member's entries back to the person who was erased, and return their name.

    The scorer has named this person before (`link_person`). Now the person confirms it. Raises Refused.
    """
    crew = lock_books(connection, book)
    found = book.members.get(former)
    if found is None or not crews.is_former(found):
        raise Refused("TALLY", "page_old")
    named = key_values.get(connection, _key_of_claim(crew, former))
    if named is None or named["user"] != request.user:
        raise Refused("TALLY", "not_asked", name=found.name)
    key_values.drop(connection, _key_of_claim(crew, former))
    return _join(connection, crew, request, book, found, request.requester)


def _key_of_claim(crew: Crew, former: int) -> str:
    """The key of the note that the scorer takes somebody for a former member."""
    return f"tally:claim:{crew.id}:{former}"


def _join(connection: Connection, crew: Crew, request: Request, book: Book, found: Member, person: Requester) -> str:
    """Merge a member without a user into a person's own row of the books, which is added if it is missing. Return the
    person's name."""
    key_values.drop(connection, _key_of_adder(crew, found.id))
    known = book.find_by_user(person.user)
    own = known or crews.add_member(connection, crew.id, person.name, request.at, person.user, book.list_names())
    if crews.is_former(found):
        crews.merge(connection, found.id, own.id, names=False)
        name = own.name
    else:
        joins.join(connection, found, own, request.at)
        name = _take_guest_name(connection, found, own)
        if known is None:
            name = found.name
            others = dict.fromkeys(alias for alias in (*found.aliases, person.name) if alias != name)
            crews.change_member(connection, own.id, name, list(others), person.user)
            announce(connection, crew, "linked", request, name=name, person=f"<@{person.user}>")
            return name
    announce(connection, crew, "known", request, guest=found.name, name=name)
    return name


def _take_guest_name(connection: Connection, guest: Member, own: Member) -> str:
    """Give a user the guest's name, if theirs has a number only because the guest had that name first. Return their
    name."""
    if not re.fullmatch(rf"{re.escape(guest.name)} \(\d+\)", own.name):
        return own.name
    aliases = dict.fromkeys([*own.aliases, own.name, *guest.aliases])
    crews.change_member(connection, own.id, guest.name, list(aliases), own.user_id)
    return guest.name


class NewName(NamedTuple):
    """A name of a member that the books may take over from Discord."""

    user: int
    member: Member
    """The member before the change."""
    name: str
    aliases: list[str]


class Labels(NamedTuple):
    """The names by which a crew calls users, and the names that are new to the books."""

    names: dict[int, str]
    new: list[NewName]
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
    new: list[NewName] = []
    for user, name in {**seated, **arriving}.items():
        found = own.get(user)
        if found is None:
            labels[user] = label_person(name, taken)
            taken.append(labels[user])
            continue
        is_former_name = user not in arriving and name in found.aliases
        is_free = _may_be_called(found, name, members) and not any(is_alike(name, other) for other in labels.values())
        labels[user] = found.name
        if name == found.name or is_former_name or not is_free:
            continue
        if not _is_chosen(connection, found):
            labels[user] = name
            taken.append(name)
            new.append(NewName(user, found, name, _keep_former(found, name)))
        elif name not in found.aliases and len(found.aliases) < MOST_NOTED:
            new.append(NewName(user, found, found.name, [*found.aliases, name]))
    return Labels(labels, new, revision)


def _keep_former(found: Member, name: str) -> list[str]:
    """The aliases of a member who gets a new name. Their present name is added, unless it looks like the new one or
    they have many aliases."""
    others = [alias for alias in found.aliases if look_of(alias) != look_of(name)]
    if len(others) < MOST_NOTED and look_of(found.name) != look_of(name):
        others.append(found.name)
    return others


def note_names(connection: Connection, crew: int, new: Sequence[NewName], revision: int) -> None:
    """Store names that `label_users` found in this `revision` of the books.

    If the books have changed since, nothing is stored: the names are found again at the end of a hand. A name that is
    stored for another member is left out.
    """
    if new and revisions.lock(connection, crew) == revision:
        for name in new:
            with contextlib.suppress(Conflict):
                crews.change_member(connection, name.member.id, name.name, name.aliases, name.user)


def _may_be_called(found: Member, name: str, members: Sequence[Member]) -> bool:
    """True if the books may have this name, and it is unlike the names of all other members."""
    if name.isdecimal() or find_money(name):
        return False
    others = (known for member in members if member.id != found.id for known in (member.name, *member.aliases))
    return not any(is_alike(name, known) for known in others)


def _is_chosen(connection: Connection, member: Member) -> bool:
    """True if the scorer has chosen a member's name."""
    return key_values.get(connection, _key_of_choice(member)) is not None


def _key_of_choice(member: Member) -> str:
    return f"{_CHOSEN}{member.crew}:{member.id}"


def list_chosen(connection: Connection, crew: int) -> set[int]:
    """The members of a crew whose name the scorer has chosen."""
    keys = key_values.list_keys(connection, f"{_CHOSEN}{crew}:")
    return {int(key.rpartition(":")[2]) for key in keys}


def note_chosen(connection: Connection, member: Member, at: int) -> None:
    """Note that the scorer has chosen a member's name."""
    key_values.put(connection, _key_of_choice(member), True, at)


def rename(connection: Connection, book: Book, request: Request, text: str, new: str, follow: bool) -> tuple[str, str]:
    """Set a member's name in the books; the former name becomes an alias. Return the former and the present name.

    With `follow`, the name follows Discord's again from the next time that the member sits down. Raises Refused for
    anybody but the scorer.
    """
    crew = lock_for_scorer(connection, book, request)
    found = book.find_member(text)
    if follow:
        key_values.drop(connection, _key_of_choice(found))
        return found.name, found.name
    name = clean_name(book, new, found.id)
    aliases = dict.fromkeys(alias for alias in (*found.aliases, found.name) if alias != name)
    if len(aliases) > MOST_ALIASES:
        raise Refused("TALLY", "aliases", most=MOST_ALIASES)
    crews.change_member(connection, found.id, name, list(aliases), found.user_id)
    if found.user_id is not None:
        note_chosen(connection, found, request.at)
    announce(connection, crew, "renamed", request, name=found.name, new=name)
    return found.name, name


def _enter_person(
    connection: Connection, crew: Crew, request: Request, book: Book, text: str, person: Requester
) -> str:
    """Add a Discord user who is not in the books yet. Return their name in the books. Raises Refused."""
    own = book.find_by_user(person.user)
    if own is not None:
        raise Refused("TALLY", "known", person=person.name, name=own.name)
    name = clean_name(book, text)
    crews.add_member(connection, crew.id, name, request.at, person.user, book.list_names())
    announce(connection, crew, "entered", request, name=name)
    return name


def add_alias(connection: Connection, book: Book, request: Request, text: str, other: str) -> tuple[str, str]:
    """Give a member an alias, which papers may use too. Return name and alias. Raises Refused.

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
    crews.change_member(connection, found.id, found.name, [*found.aliases, name], found.user_id)
    noted = crews.find_member_by_id(connection, crew.id, found.id)
    if noted is None or name not in noted.aliases:
        raise RowDamaged(f"the aliases of member {found.id} are damaged, and stay as they are")
    announce(connection, crew, "alias", request, name=found.name, alias=name)
    return found.name, name


def remove_alias(connection: Connection, book: Book, request: Request, text: str, other: str) -> tuple[str, str]:
    """Remove an alias of a member. Return name and alias. Raises Refused.

    People may remove their own aliases. The scorer may remove everybody's."""
    crew = lock_books(connection, book)
    found = book.find_member(text)
    if found.user_id is None or found.user_id != request.user:
        must_be_scorer(book, request.requester)
    known = next((spelling for spelling in found.aliases if look_of(spelling) == look_of(other.strip())), None)
    if known is None and look_of(found.name) == look_of(other.strip()):
        raise Refused("TALLY", "own_name", name=found.name)
    if known is None:
        raise Refused("TALLY", "no_alias", name=found.name, given=other[:60])
    remaining = [spelling for spelling in found.aliases if spelling != known]
    crews.change_member(connection, found.id, found.name, remaining, found.user_id)
    announce(connection, crew, "alias_gone", request, name=found.name, alias=known)
    return found.name, known
