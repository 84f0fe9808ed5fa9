"""A request that Discord refuses, as it is noted for a checkup."""

from typing import NamedTuple


class RefusedRequest(NamedTuple):
    """A refused request that is no message with a row of its own."""

    what: str
    user: int | None = None
    """The person who asked for it; None if it is for everybody."""
    guild: int = 0
    asked: bool = False
    """True if the next try is made when the person asks again, and not by the slow clock."""

    @property
    def nonce(self) -> str:
        """The name of its row."""
        return f"refused:{self.what}:{self.guild}:{self.user or 0}"
