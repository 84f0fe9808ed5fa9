"""Parts of the schema: the metadata of all tables, and the columns that many tables have."""

from typing import Any

from sqlalchemy import BigInteger, Column, ForeignKey, Integer, MetaData

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def make_key() -> Column[int]:
    """A column `id`, for which the database chooses the next number."""
    return Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True)


def make_reference(column: str, target: str, nullable: bool = False, **options: Any) -> Column[int]:
    """A column that holds the key of another table's row."""
    return Column(column, BigInteger, ForeignKey(target), nullable=nullable, **options)
