"""Events as a judge thinks of them, one after the other, with the table that they lead to."""

from games.pussers.events import Event
from games.pussers.evolve import apply
from games.pussers.state import Table


class Draft:
    """`events` so far and the `table` after them: a table that nobody else holds, for it is written on."""

    __slots__ = ("events", "table")

    def __init__(self, table: Table) -> None:
        self.table = table
        self.events: list[Event] = []

    def add(self, happened: Event) -> None:
        """This happens next."""
        apply(self.table, happened)
        self.events.append(happened)
