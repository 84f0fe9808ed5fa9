"""Notes on the people whom memos and the settings of tables name. The notes help to find all rows about a person."""

import json
import re
from collections.abc import Collection
from typing import Final

from sqlalchemy import Table, delete, insert, select

from bot.store.database.engine import Connection
from bot.store.database.json_text import Json
from bot.store.database.schema import HIGHEST, memo_people, table_people

_ID: Final = re.compile(r"(?<!\d)\d{15,19}(?!\d)")
"""A Discord id in a text. Times and sums have fewer digits."""


def find_ids(value: Json) -> set[int]:
    """The numbers in a JSON value, at any depth, that may be ids of people."""
    return {found for found in map(int, _ID.findall(json.dumps(value, ensure_ascii=False))) if found <= HIGHEST}


def note_memo(connection: Connection, key: str, value: Json) -> None:
    """Note the people whom a memo names. Each number in its key counts as a person."""
    parts = {int(part) for part in key.split(":") if part.isascii() and part.isdigit() and len(part) < 20}
    people = {part for part in parts if part <= HIGHEST} | find_ids(value)
    _note(connection, memo_people, "key", key, people)


def note_table(connection: Connection, table: int, people: Collection[int]) -> None:
    """Note the people whom the settings of a table name."""
    _note(connection, table_people, "table_id", table, set(people))


def _note(connection: Connection, people_table: Table, column: str, key: Json, people: set[int]) -> None:
    own = people_table.c[column] == key
    known = set(connection.scalars(select(people_table.c.user_id).where(own)))
    if no_longer_named := known - people:
        connection.execute(delete(people_table).where(own, people_table.c.user_id.in_(no_longer_named)))
    if new := people - known:
        connection.execute(insert(people_table), [{column: key, "user_id": user} for user in sorted(new)])
