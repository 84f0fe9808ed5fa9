"""The store: a reader and a writer on one engine, opened and closed together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Concatenate, ParamSpec, TypeVar

from msgspec import Struct
from sqlalchemy.exc import SQLAlchemyError

from bot.store.availability import Availability
from bot.store.connections import Connections, open_reader
from bot.store.database import engine as engines, migrate
from bot.store.database.engine import Address, Connection, Engine
from bot.store.tables.commits import Commit, Committed
from bot.store.writer import Writer

P = ParamSpec("P")
T = TypeVar("T")


class Store(Struct, frozen=True):
    """A store: `async with await Store.open(url) as store:`, then e.g. `await store.read(events.read, 7, after=41)`."""

    engine: Engine
    writer: Writer
    reader: Connections
    availability: Availability

    @classmethod
    async def open(cls, url: Address, begin: bool = True) -> Store:
        """Open the database at `url`, and migrate an old schema. A missing database is made only with `begin`.

        Raises `StoreUnavailable` and `SchemaTooNew`; without `begin`, also `NoDatabase` for a missing database.
        """
        await migrate.upgrade(url, begin)
        engine = engines.open_engine(url)
        try:
            await engines.check(engine)
        except BaseException:
            await engine.dispose()
            raise
        return cls.on(engine)

    @classmethod
    def on(cls, engine: Engine) -> Store:
        """Make a store on an open engine. Its `close` closes the engine too. Call this inside the event loop."""
        writer = Writer(engine)
        writer.start()
        return cls(engine, writer, open_reader(engine), Availability())

    async def close(self) -> None:
        """Commit everything that waits, and close the database."""
        try:
            await self.writer.stop()
        finally:
            await self.reader.close()
            await self.engine.dispose()

    async def __aenter__(self) -> Store:
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()

    async def read(self, function: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call `function(connection, ...)` on one snapshot and return its result. Raises `StoreUnavailable`."""
        with self.availability.watch("read"):
            try:
                return await self.reader.run(lambda connection: function(connection, *args, **kwargs))
            except (SQLAlchemyError, OSError) as error:
                raise engines.make_unavailable(self.engine.url, error) from error

    async def write(self, function: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call `function(connection, ...)`, commit, and return its result; see `Writer.write`."""
        with self.availability.watch("write"):
            return await self.writer.write(function, *args, **kwargs)

    async def commit(self, commit: Commit) -> Committed:
        """Write one commit; see `Writer.commit`."""
        with self.availability.watch("write"):
            return await self.writer.commit(commit)
