"""Events as a judge thinks of them, one after the other, with the table that they lead to."""

from games.pussers.events import Event
from games.pussers.evolve import apply
from games.pussers.state import Table


class Draft:
    """`events` so far and the `table` after them; the table handed in stays as it was."""

    def __init__(self, table: Table) -> None:
        self.table = table.copy()
        self.events: list[Event] = []

    def add(self, *events: Event) -> None:
        """These happen next."""
        for happened in events:
            apply(self.table, happened)
            self.events.append(happened)
