"""Parts of the schema: the metadata of all tables, and the columns that many tables have.

The migrations use them too, so a column is made as it was in every release.
"""

from typing import Any, Final

from sqlalchemy import BigInteger, Column, ForeignKey, Integer, MetaData
from sqlalchemy.schema import SchemaItem

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

HIGHEST: Final = (1 << 63) - 1
"""The highest number that a column of 64 bits can hold."""


def make_key() -> Column[int]:
    """A column `id`, for which the database chooses the next number."""
    return Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True)


def make_column(name: str, kind: Any = BigInteger, *parts: SchemaItem, **options: Any) -> Column[Any]:
    """A column that has a value in every row: a number of 64 bits, such as an id or a time, or of another kind."""
    return Column(name, kind, *parts, nullable=False, **options)


def make_reference(column: str, target: str, nullable: bool = False, **options: Any) -> Column[int]:
    """A column that holds the key of another table's row."""
    return Column(column, BigInteger, ForeignKey(target), nullable=nullable, **options)
