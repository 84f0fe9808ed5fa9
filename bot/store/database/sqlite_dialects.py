"""SQLite dialects for readers and for the writer, whose transactions begin as soon as SQLAlchemy begins them.

The driver by itself sends BEGIN late, and only before writes. Then the reads of a transaction would not share a
snapshot, and a transaction that reads first could find the database changed when it begins to write. An SQLAlchemy
event listener could also send BEGIN, but listeners slow down every statement.
"""

from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.engine.interfaces import PoolProxiedConnection


class ReadingDialect(SQLiteDialect_pysqlite):
    """The dialect for readers. All reads of a transaction share one snapshot."""

    supports_statement_cache = True

    def do_begin(self, dbapi_connection: PoolProxiedConnection) -> None:
        """Begin a transaction that only reads."""
        _execute(dbapi_connection, "BEGIN")


class WritingDialect(SQLiteDialect_pysqlite):
    """The dialect for the writer. During a transaction, no other connection writes."""

    supports_statement_cache = True

    def do_begin(self, dbapi_connection: PoolProxiedConnection) -> None:
        """Begin a transaction that may write, after any other such transaction has ended."""
        _execute(dbapi_connection, "BEGIN IMMEDIATE")


def _execute(dbapi_connection: PoolProxiedConnection, statement: str) -> None:
    cursor = dbapi_connection.cursor()
    try:
        cursor.execute(statement)
    finally:
        cursor.close()
