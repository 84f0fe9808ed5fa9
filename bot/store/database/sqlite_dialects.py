"""SQLite dialects for readers and for the writer, whose transactions begin as soon as SQLAlchemy begins them.

By itself, the driver sends BEGIN late, and only before writes. Then the reads of a transaction would not share a
snapshot, and a transaction that reads first could find the database changed when it begins to write. An event listener
of SQLAlchemy could also send BEGIN, but listeners slow down every statement.
"""

from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.engine.interfaces import PoolProxiedConnection


class ReadingDialect(SQLiteDialect_pysqlite):
    """The dialect for readers. All reads of a transaction share one snapshot."""

    supports_statement_cache = True

    _begin = "BEGIN"

    def do_begin(self, dbapi_connection: PoolProxiedConnection) -> None:
        """Begin a transaction."""
        cursor = dbapi_connection.cursor()
        try:
            cursor.execute(self._begin)
        finally:
            cursor.close()


class WritingDialect(ReadingDialect):
    """The dialect for the writer. A transaction waits until no other connection writes, and then lets none write."""

    supports_statement_cache = True
    _begin = "BEGIN IMMEDIATE"
