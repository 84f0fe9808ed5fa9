"""Each part of a table folds its own events: `Table` itself keeps only its row, its seats and the game."""

from dataclasses import fields

from bot.tables.aggregate import Table

OWN = {"row", "game", "seats", "sequence", "playing"}
"""The fields of `Table` that need not be facets."""


def test_every_part_of_a_table_is_a_facet() -> None:
    facets = {field.name: field.default for field in fields(Table) if field.name not in OWN}
    loose = [name for name, facet in facets.items() if not hasattr(facet, "after")]
    assert not loose, f"give each of these an `after` of its own, in bot/tables/facets: {loose}"
