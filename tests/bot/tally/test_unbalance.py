"""The books under random actions, some of them cut off by a crash: every sum stays zero and the audit finds nothing."""

from dataclasses import replace

import pytest
from sqlalchemy import Table, update

from bot.ports import Request, RequestId
from bot.store import Connection
from bot.store.books import crews, postings
from bot.store.database import schema
from bot.tally.books import NamedTransfer, load_book
from bot.tally.changes import ledger, members, seasons
from tests.bot.tally.crew import ADMIN, HERE, Crew, enter_hand


class Crash(Exception):
    """The program crashes here."""


def write_every_kind(connection: Connection, crew: crews.Crew) -> None:
    """Write some entries of every kind."""
    for number, wait in enumerate((0, 0, 60_000), 1):
        enter_hand(
            connection, crew.id, {"Bear": 12, "Bull": -6, "Wally": -6}, "pussers-bones", "tie_up", number, 1_000, wait
        )
    request = Request(ADMIN, HERE, RequestId(2_000, "i:x"))
    ledger.undo(connection, load_book(connection, crew), request, "1", "miscounted")
    seasons.rule_off(connection, load_book(connection, crew), request, "Second", seasons.Electorate())
    ledger.adjust(
        connection,
        load_book(connection, crew),
        replace(request, id=RequestId(3_000, "i:y")),
        NamedTransfer("Bear", "Bull", 4),
        "gift",
    )
    members.add_guest(connection, load_book(connection, crew), replace(request, id=RequestId(3_000, "i:z")), "Old Mate")
    ledger.dispute(connection, load_book(connection, crew), replace(request, id=RequestId(3_000, "i:w")), "3", "no")


async def test_a_broken_write_leaves_nothing_behind(crew: Crew) -> None:
    here = await crew.reports.find_crew(crew.request())

    def write_then_crash(connection: Connection) -> None:
        write_every_kind(connection, here)
        raise Crash

    with pytest.raises(Crash):
        await crew.write(write_then_crash)
    assert await crew.read(postings.read, here.id, states=("posted", "pending", "void")) == []
    assert await crew.announcements() == []
    assert [season.name for season in (await crew.book()).seasons] == [""]


@pytest.mark.parametrize(
    ("table", "values", "says"),
    [
        (schema.postings, {"amount": 5}, "sums to"),
        (schema.transfers, {"state": "void"}, "is not the opposite of transfer"),
    ],
    ids=["posting", "state"],
)
async def test_the_audit_finds_tampered_rows(crew: Crew, table: Table, values: dict[str, object], says: str) -> None:
    await crew.write(write_every_kind, await crew.reports.find_crew(crew.request()))
    await crew.check_audit()
    where = table.c.id == 1 if table is schema.transfers else table.c.account_id == 1
    await crew.write(lambda connection: connection.execute(update(table).where(where).values(values)))
    assert any(says in sentence for sentence in await crew.read(postings.audit))
