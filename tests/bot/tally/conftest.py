"""A crew and its books.

`make test` runs only the tests marked `on_both_databases` on PostgreSQL: they show that it takes each kind of entry.
`.ci/run` runs all tests on both engines.
"""

import re
from collections.abc import AsyncIterator, Callable, Iterator

import pytest
import pytest_asyncio
from sqlalchemy import Connection, Engine, event

from bot.store import Store
from tests.bot.tally.crew import Crew
from tests.databases import KINDS
from tests.left_out import POSTGRESQL, mark_thorough


@pytest.fixture(params=mark_thorough(KINDS, POSTGRESQL, but=["sqlite"]))
def kind(request: pytest.FixtureRequest) -> str:
    """The database engine of the test: "sqlite" or "postgresql"."""
    return str(request.param)


CHANGES = re.compile(r"(?:INSERT INTO|UPDATE|DELETE FROM) (?:members|accounts|seasons)\b")
RAISES = re.compile(r"INSERT INTO crews\b|UPDATE crews SET revision\b")


@pytest.fixture
def revisions() -> Iterator[None]:
    """Check that every transaction that changes a crew's books raises their revision."""
    forgotten = list[set[str]]()

    def note(connection: Connection, _: object, statement: str, *rest: object) -> None:
        if CHANGES.match(statement) or RAISES.match(statement):
            connection.info.setdefault("books", set()).add(statement)

    def judge(connection: Connection) -> None:
        changes = connection.info.pop("books", set())
        if changes and not any(map(RAISES.match, changes)):
            forgotten.append(changes)

    def forget(connection: Connection) -> None:
        connection.info.pop("books", None)

    listeners: dict[str, Callable[..., None]] = {"before_cursor_execute": note, "commit": judge, "rollback": forget}
    for name, hear in listeners.items():
        event.listen(Engine, name, hear)
    yield
    for name, hear in listeners.items():
        event.remove(Engine, name, hear)
    assert forgotten == []


@pytest_asyncio.fixture
async def crew(store: Store, revisions: None) -> AsyncIterator[Crew]:
    """A server's crew: Bear, Bull and Wally are in the books, Ned is not yet."""
    made = Crew(store)
    await made.add_people("Bear", "Bull", "Wally")
    yield made
