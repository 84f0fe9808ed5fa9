"""Joins two members of a crew who are one person. A note about the row that disappears lets people undo that."""

from collections.abc import Collection
from typing import Final, NamedTuple

from sqlalchemy import ColumnElement, Table, select, update

from bot.ports.text import label_person
from bot.store.books import crews, member_notes, payments
from bot.store.books.crews import Member
from bot.store.books.member_notes import MemberNote
from bot.store.database import key_values
from bot.store.database.engine import Connection
from bot.store.database.schema import accounts, members, memo_people, payments as payment_rows

QUESTIONS: Final = "tally:join:"
"""The prefix of the keys of questions whether two rows are one person, by the row that would go. A question is due once
the silence of an old account counts as its consent."""

SHOWN: Final = "tally:join_shown:"
"""The prefix of the keys of notes about the messages that ask such a question, by the row that would go."""
BY_DM: Final = ":dm"
"""The end of such a key if the question was asked by a DM, too."""


class JoinNote(NamedTuple):
    """The note about a row that was joined to another."""

    key: str
    into: int
    """The member who now has the entries of the row."""
    name: str
    aliases: list[str]
    kept_name: str
    """The name that `into` had before."""
    accounts: list[int]
    given: list[int]
    """The payments that the row had made."""
    taken: list[int]
    """The payments that the row had received."""
    user: int | None = None
    """The Discord user who the row was, if any."""


def _make_prefix(crew: int) -> str:
    return f"tally:joined:{crew}:"


def join(connection: Connection, gone: Member, kept: Member, name: str, at: int) -> None:
    """Join the row `gone` to the row `kept`, which gets its accounts, payments and names, and is called `name` from now
    on. Store a note of all that. A former member has no names, and leaves no note."""

    def list_ids(table: Table, column: ColumnElement[int]) -> list[int]:
        return list(connection.scalars(select(table.c.id).where(column == gone.id).order_by(table.c.id)))

    names = [*kept.aliases, kept.name]
    if not crews.is_former(gone):
        names += [gone.name, *gone.aliases]
        note = JoinNote(
            "",
            kept.id,
            gone.name,
            gone.aliases,
            kept.name,
            list_ids(accounts, accounts.c.member_id),
            list_ids(payment_rows, payment_rows.c.giver_id),
            list_ids(payment_rows, payment_rows.c.taker_id),
            gone.user_id,
        )
        numbers = [int(joined.key.rpartition(":")[2]) for joined in list_joined(connection, gone.crew)]
        key_values.put(connection, f"{_make_prefix(gone.crew)}{max(numbers, default=0) + 1}", note._asdict(), at)
    connection.execute(update(accounts).where(accounts.c.member_id == gone.id).values(member_id=kept.id))
    payments.move(connection, gone.id, kept.id)
    if member_notes.get(connection, MemberNote.CROSSED, gone.crew, gone.id):
        member_notes.put(connection, MemberNote.CROSSED, gone.crew, kept.id, at)
    crews.drop_member(connection, gone.crew, gone.id)
    aliases = dict.fromkeys(alias for alias in names if alias != name)
    crews.change_member(connection, kept._replace(name=name, aliases=list(aliases)))


def list_joined(connection: Connection, crew: int) -> list[JoinNote]:
    """The notes about the joined rows of a crew that can be parted again, the oldest first."""
    prefix = _make_prefix(crew)
    found = key_values.get_numbered(connection, prefix, dict)
    return [JoinNote(**{**note, "key": f"{prefix}{number}"}) for number, note in sorted(found.items())]


def part(connection: Connection, joined: JoinNote, kept: Member, at: int, taken: Collection[str]) -> tuple[Member, str]:
    """Part a joined row from `kept` again, with the accounts and payments that it brought along.

    `taken` are the names of all members. Return the parted row, and the new name of `kept`.
    """
    names = {joined.name, *joined.aliases}
    others = [other for other in taken if other != kept.name]
    name = label_person(joined.kept_name, others) if kept.name in names else kept.name
    aliases = [alias for alias in kept.aliases if alias not in (*names, joined.kept_name, name)]
    crews.change_member(connection, kept._replace(name=name, aliases=aliases))
    others.append(name)
    is_back = joined.user and crews.find_member(connection, kept.crew, joined.user) is not None
    user = None if is_back else joined.user or None
    made = crews.add_member(connection, kept.crew, joined.name, at, user, others)._replace(aliases=joined.aliases)
    crews.change_member(connection, made)
    brought = accounts.c.id.in_(joined.accounts) & (accounts.c.member_id == kept.id)
    connection.execute(update(accounts).where(brought).values(member_id=made.id))
    for side, numbers in ((payment_rows.c.giver_id, joined.given), (payment_rows.c.taker_id, joined.taken)):
        moved = payment_rows.c.id.in_(numbers) & (side == kept.id)
        connection.execute(update(payment_rows).where(moved).values({side: made.id}))
    key_values.drop(connection, joined.key)
    return made, name


def forget(connection: Connection, crew: int, member: int) -> None:
    """Drop the notes about rows that were joined to an erased member, because those notes hold names. Nobody takes the
    member for another person any more, unless the scorer asks again."""
    for key in (f"{QUESTIONS}{member}", f"{SHOWN}{member}", f"{SHOWN}{member}{BY_DM}"):
        key_values.drop(connection, key)
    for joined in list_joined(connection, crew):
        if joined.into == member:
            key_values.drop(connection, joined.key)


def list_of_account(connection: Connection, user: int) -> list[JoinNote]:
    """The notes about joined rows that were a user's."""
    named = select(memo_people.c.key).where(memo_people.c.user_id == user)
    keys = [key for key in connection.scalars(named) if key.startswith("tally:joined:")]
    crews_joined = sorted({int(key.split(":")[2]) for key in keys})
    return [joined for crew in crews_joined for joined in list_joined(connection, crew) if joined.user == user]


def forget_account(connection: Connection, user: int) -> None:
    """Drop the notes about joined rows that were a user's, and take the names that these brought along."""
    for joined in list_of_account(connection, user):
        kept = connection.execute(select(members).where(members.c.id == joined.into)).first()
        if kept is not None:
            aliases = [alias for alias in kept.aliases if alias not in (joined.name, *joined.aliases)]
            crews.change_member(connection, Member(*kept)._replace(aliases=aliases))
            key_values.drop(connection, joined.key)
