"""Each part of a table folds its own events: `Table` itself keeps only its row, its seats and the game."""

from dataclasses import dataclass, fields

from bot.tables.aggregate.table import Table

OWN = {"row", "game", "seats", "sequence", "playing"}
"""The fields of `Table` that need not be facets."""


def loose(table: type) -> list[str]:
    """The fields of a table class that are neither in `OWN` nor a facet."""
    found = []
    for field in fields(table):
        facet = field.default_factory
        folds = (
            isinstance(facet, type) and facet.__module__.startswith("bot.tables.facets.") and hasattr(facet, "after")
        )
        if field.name not in OWN and not folds:
            found.append(field.name)
    return found


def test_every_part_of_a_table_is_a_facet() -> None:
    assert loose(Table) == []


def test_a_part_without_a_facet_is_found() -> None:
    @dataclass(frozen=True)
    class Planted(Table):
        closed_because: str = ""

    assert loose(Planted) == ["closed_because"]
