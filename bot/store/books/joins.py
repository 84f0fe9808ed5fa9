"""Joining two members of a crew who are one person. A note about the row that goes lets the join be undone."""

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import ColumnElement, Table, select, update

from bot.store.books import crews
from bot.store.books.crews import Member
from bot.store.database import key_values
from bot.store.database.engine import Connection
from bot.store.database.schema import accounts, payments


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


def _make_prefix(crew: int) -> str:
    return f"tally:joined:{crew}:"


def join(connection: Connection, gone: Member, kept: Member, at: int) -> None:
    """Join the row `gone` to the row `kept`, which gets its accounts, payments and names. Store a note of all that."""

    def list_ids(table: Table, column: ColumnElement[int]) -> list[int]:
        return list(connection.execute(select(table.c.id).where(column == gone.id).order_by(table.c.id)).scalars())

    note = {
        "into": kept.id,
        "name": gone.name,
        "aliases": gone.aliases,
        "kept_name": kept.name,
        "accounts": list_ids(accounts, accounts.c.member_id),
        "given": list_ids(payments, payments.c.giver_id),
        "taken": list_ids(payments, payments.c.taker_id),
    }
    numbers = [int(joined.key.rpartition(":")[2]) for joined in list_joined(connection, gone.crew)]
    key_values.put(connection, f"{_make_prefix(gone.crew)}{max(numbers, default=0) + 1}", note, at)
    crews.merge(connection, gone.id, kept.id)


def list_joined(connection: Connection, crew: int) -> list[JoinNote]:
    """The notes about the joined rows of a crew that can be parted again."""
    found = key_values.get_by_prefix(connection, _make_prefix(crew), dict)
    return [JoinNote(key, **note) for key, note in sorted(found.items())]


def part(
    connection: Connection, joined: JoinNote, kept: Member, at: int, taken: Collection[str] | None = None
) -> tuple[Member, str]:
    """Part a joined row from `kept` again, with the accounts and payments that it brought along.

    `taken` are the names of all members, as for `crews.add_members`. Return the parted row, and the new name of `kept`.
    """
    names = {joined.name, *joined.aliases}
    name = joined.kept_name if kept.name in names else kept.name
    aliases = [alias for alias in kept.aliases if alias not in (*names, name)]
    crews.change_member(connection, kept.id, name, aliases, kept.user_id)
    others = None if taken is None else [name, *(other for other in taken if other != kept.name)]
    made = crews.add_member(connection, kept.crew, joined.name, at, taken=others)
    crews.change_member(connection, made.id, made.name, joined.aliases, None)
    brought = accounts.c.id.in_(joined.accounts) & (accounts.c.member_id == kept.id)
    connection.execute(update(accounts).where(brought).values(member_id=made.id))
    for side, numbers in ((payments.c.giver_id, joined.given), (payments.c.taker_id, joined.taken)):
        moved = payments.c.id.in_(numbers) & (side == kept.id)
        connection.execute(update(payments).where(moved).values({side: made.id}))
    key_values.drop(connection, joined.key)
    return made._replace(aliases=joined.aliases), name


def forget(connection: Connection, crew: int, member: int) -> None:
    """Drop the notes about rows that were joined to an erased member, because those notes hold names."""
    for joined in list_joined(connection, crew):
        if joined.into == member:
            key_values.drop(connection, joined.key)
