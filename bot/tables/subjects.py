"""What a table is talking about: the names in what everybody saw last, for standing orders."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bot.tables.boards import words_of
from bot.tables.table import Table
from bot.wording import facts_of
from games.core.events import kind_of


def subject(table: Table) -> tuple[str, ...]:
    """Pieces by spoken name and code, and what was done with them, from the last public events; in lower case."""
    words = words_of(table)
    found: list[str] = []
    for seen in table.last_seen:
        found.append(kind_of(seen).partition(".")[2].replace("_", " "))
        found += _texts(list(facts_of(seen, words).values()))
    return tuple(text.lower() for text in found)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple | list):
        for one in value:
            yield from _texts(one)
