"""The last move of each player, by which a second tap is known."""

from typing import Final, NamedTuple

from bot.ports.last_used import LastUsed
from bot.ports.requests import Request
from games.core.refused import Refused

TWICE: Final = 2_500
"""Milliseconds after a move in which the same words from the same player are taken for a double tap."""
SLIP: Final = 500
"""Milliseconds after a move in which nobody can have read the buttons that it brought."""
MOST_SAID: Final = 1_000
"""The number of moves that are remembered."""


class LastWord(NamedTuple):
    """A move as its player said it, and when."""

    verb: str
    words: str
    at: int


class DoubleTaps:
    """Remembers each player's last move that counted."""

    def __init__(self) -> None:
        self._said: LastUsed[tuple[int, int], LastWord] = LastUsed(MOST_SAID)

    def note(self, table: int, request: Request, verb: str, words: str) -> None:
        """Remember a move that counted."""
        self._said.put((table, request.user), LastWord(verb, words, request.at))

    def is_repeated(self, table: int, request: Request, verb: str, words: str) -> bool:
        """True if the requester has just made the same move, and it counted."""
        last = self._said.find((table, request.user))
        return last is not None and last[:2] == (verb, words) and 0 <= request.at - last.at <= TWICE

    def refuse_slip(self, table: int, request: Request, verb: str = "") -> None:
        """Refuse a press that cannot be undone, if a move of the requester has only just changed the buttons.

        A `verb` that was the last move itself is no slip: it says the same as before.
        """
        last = self._said.find((table, request.user))
        if last is not None and last.verb != verb and 0 <= request.at - last.at <= SLIP:
            raise Refused("TABLE", "slipped")

    def refuse_slip_after(self, table: int, request: Request, verbs: tuple[str, ...], shown_at: int) -> None:
        """Refuse a press that costs something, if the requester's last move was by one of these verbs, and its buttons
        have only just come up: at `shown_at`, or with the move itself if that was later."""
        last = self._said.find((table, request.user))
        if last is not None and last.verb in verbs and last.at <= request.at <= max(last.at, shown_at) + SLIP:
            raise Refused("TABLE", "slipped")
