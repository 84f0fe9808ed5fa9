"""SQLite dialects for readers and for the writer. They send BEGIN as soon as SQLAlchemy begins a transaction.

The driver alone would send BEGIN late, and only before writes. Then the reads of a transaction would not share a
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
    """The dialect for the writer. A transaction begins once no other connection writes, and until it ends, none can."""

    supports_statement_cache = True
    _begin = "BEGIN IMMEDIATE"
