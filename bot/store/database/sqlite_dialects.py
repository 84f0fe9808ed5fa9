"""SQLite for the connections of readers and of the writer: each transaction begins as soon as SQLAlchemy says so.

The driver by itself sends BEGIN late, and only before writes. The reads of a transaction would not share a snapshot,
and a transaction that reads first could find the database changed when it starts to write. An SQLAlchemy event listener
could send BEGIN as well, but an engine with a listener looks for listeners several times in each statement.
"""

from __future__ import annotations

from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.engine.interfaces import PoolProxiedConnection

__all__ = ["Reading", "Writing"]


class Reading(SQLiteDialect_pysqlite):
    """The dialect for readers: all reads of a transaction share one snapshot."""

    supports_statement_cache = True

    def do_begin(self, dbapi_connection: PoolProxiedConnection) -> None:
        """Begin a transaction that reads."""
        _execute(dbapi_connection, "BEGIN")


class Writing(SQLiteDialect_pysqlite):
    """The dialect for the writer: nobody else writes from the beginning of a transaction to its end."""

    supports_statement_cache = True

    def do_begin(self, dbapi_connection: PoolProxiedConnection) -> None:
        """Begin a transaction that may write, as soon as no other transaction writes."""
        _execute(dbapi_connection, "BEGIN IMMEDIATE")


def _execute(dbapi_connection: PoolProxiedConnection, statement: str) -> None:
    cursor = dbapi_connection.cursor()
    try:
        cursor.execute(statement)
    finally:
        cursor.close()
