"""PostgreSQL databases at the newest schema, which the tests of this process use one after the other.

PostgreSQL takes longer to create a database than most tests take to use it. So a database is emptied after a test, and
the next test takes it. A database whose schema the test has changed is removed.
"""

from typing import Final

from tests import postgres

_END_SESSIONS: Final = """
SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid()
"""
_SCHEMA: Final = """
SELECT md5(string_agg(part, ' ' ORDER BY part)) FROM (
  SELECT 'c' || oid || relname FROM pg_class WHERE relnamespace = 'public'::regnamespace
  UNION ALL SELECT 'a' || attrelid || '.' || attnum || '.' || xmin FROM pg_attribute
    WHERE attrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)
  UNION ALL SELECT 'd' || oid || '.' || xmin FROM pg_attrdef
  UNION ALL SELECT 'k' || oid || '.' || xmin FROM pg_constraint
  UNION ALL SELECT 't' || oid || '.' || xmin FROM pg_trigger
  UNION ALL SELECT 'p' || oid || '.' || xmin FROM pg_proc WHERE pronamespace = 'public'::regnamespace
  UNION ALL SELECT 'n' || oid || nspname FROM pg_namespace WHERE nspname NOT LIKE 'pg_t%'
  UNION ALL SELECT 's' || setdatabase || setrole FROM pg_db_role_setting
  UNION ALL SELECT 'v' || version_num FROM alembic_version
) AS parts (part)
"""
"""Everything that a test can change in a database besides rows, by the transactions that wrote it last."""
_TABLES: Final = """
SELECT oid::regclass::text FROM pg_class
WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> 'alembic_version'
"""
_EMPTY: Final = """
SET session_replication_role = replica;
{deletions};
SELECT setval(seqrelid::regclass, seqstart, false) FROM pg_sequence;
"""


class SpareDatabases:
    """Databases of a server that no test uses now."""

    def __init__(self, server: postgres.Server, template: str) -> None:
        self._server = server
        self._template = template
        self._schemas: dict[str, str] = {}
        self._spare: list[str] = []

    def take(self) -> str:
        """Return the URL of a database without rows."""
        if self._spare:
            return self._spare.pop()
        url = self._server.create(self._template)
        self._schemas[url] = postgres.run_elsewhere(_read_schema(url))
        return url

    def give_back(self, url: str) -> None:
        """End all sessions of a database that was taken, and empty it for the next test or remove it."""
        if postgres.run_elsewhere(_empty(url, self._schemas[url])):
            self._spare.append(url)
        else:
            self._server.drop(url)


async def _read_schema(url: str) -> str:
    import asyncpg

    connection = await asyncpg.connect(url)
    try:
        return str(await connection.fetchval(_SCHEMA))
    finally:
        await connection.close()


async def _empty(url: str, schema: str) -> bool:
    """Delete all rows; False if the database no longer has this schema."""
    import asyncpg

    connection = await asyncpg.connect(url)
    try:
        await connection.execute(_END_SESSIONS)
        if await connection.fetchval(_SCHEMA) != schema:
            return False
        tables = [str(row[0]) for row in await connection.fetch(_TABLES)]
        await connection.execute(_EMPTY.format(deletions="; ".join(f"DELETE FROM {table}" for table in tables)))
        return True
    except asyncpg.UndefinedTableError:
        return False
    finally:
        await connection.close()
