"""Custom ids of controls: ``by:<table>:<name>:<sequence>``. They hold no state, because all state is in the store."""

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

MOST = 100
"""The most characters of a custom id (Discord's limit)."""

_SHAPE = re.compile(r"by:([0-9]{1,18}):([^\x00-\x1f]+):([0-9]{1,18})\Z")


class Control(NamedTuple):
    """A control of the bot: its table (0 for none), its name, and the last event that its message showed."""

    table: int
    name: str
    sequence: int

    def __str__(self) -> str:
        custom_id = f"by:{self.table}:{self.name}:{self.sequence}"
        if len(custom_id) > MOST or not _SHAPE.match(custom_id):
            raise ValueError(
                f"no custom id can be made of {self.name!r} at table {self.table}, sequence {self.sequence}"
            )
        return custom_id


def parse_custom_id(custom_id: str) -> Control | None:
    """Parse a custom id; None if it is not one of the bot's."""
    found = _SHAPE.match(custom_id) if len(custom_id) <= MOST else None
    return Control(int(found[1]), found[2], int(found[3])) if found else None


def list_components(components: Iterable[Any]) -> Iterator[Any]:
    """Yield all components of a message in Discord's JSON, with the nested ones, in order."""
    for part in components:
        yield part
        yield from list_components(part.get("components", ()))
        if part.get("accessory"):
            yield part["accessory"]
