"""Rate limits per minute, for a person and for a server, timed by Discord's timestamps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from bot.ports.requests import Request
from bot.tables.aggregate.limits import Limits
from games.core.refused import Refused

MINUTE: Final = 60_000

_DRAWN: Final = frozenset(
    {("hand", "show"), ("hand", "sort"), ("replay",), ("rules",), ("sheet",), ("tally", "chart"), ("tally", "sheet")}
    | {
        ("tally", word)
        for word in ("show", "player", "records", "settle", "head-to-head", "card", "partners", "export")
    }
    | {("Tally",), ("Head to head",), ("mydata", "export"), ("learn",)}
)
"""Commands whose answer may have a picture, or costs as much work as a picture."""
_DRAWN_BY_CONTROL: Final = ("guide", "hand", "learn", "replay", "rules", "sheet", "tally.page")
_PASTED: Final = "tally.pasted"
"""The form for pasting or uploading a CSV."""
_READ_ONLY: Final = ("tally.page", "tally.paste", _PASTED, "tally.paper.leave")
"""Controls of the tally that change nothing in the books."""
_OPENS: Final = frozenset({("table", "open"), ("practice",)})
"""Commands that open a table."""
_OPENS_BY_CONTROL: Final = ("practice.begin.", "practice.new.", "table.again")
_CHANGES: Final = frozenset(("table", word) for word in ("join", "leave", "pause", "resume", "salt", "house"))
_CHANGES_BY_CONTROL: Final = (
    *(f"lobby.{word}" for word in ("join", "leave", "swap", "robot+", "robot-", "deckhand+", "shellback+")),
    *("lobby.house.set", "lobby.house.preset", "queue", "salt.give", "table.pause", "table.resume"),
)
"""Controls that, like the commands of `_CHANGES`, change a table without a move and could be repeated endlessly."""
_ANNOUNCED: Final = frozenset(
    ("tally", word) for word in ("adjust", "undo", "confirm", "dispute", "rule-off", "guest", "alias", "set")
) | {("night", word) for word in ("plan", "skip", "cancel")}
"""Commands that are announced to everybody."""
OWN_ANNOUNCEMENTS: Final = "own_announcements"


class Quotas:
    """Counts the requests of the present minute. The counts start again at 0 with each minute."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._minute = 0
        self._taken: Counter[tuple[str, int]] = Counter()
        """The number of requests, by kind and person."""
        self._announced: Counter[int] = Counter()
        """The announcements by server."""

    def take(self, request: Request, path: tuple[str, ...], control: str, files: int, shared: bool) -> None:
        """Count a request by its command (`path`) or `control`. Raises Refused("QUOTA", ...) if it exceeds a limit.

        A request that exceeds the person's limit does not count for their server.
        """
        minute = request.at // MINUTE
        if minute > self._minute:
            self._minute = minute
            self._taken.clear()
            self._announced.clear()
        for kind, most in self._quotas(path, control, files, shared):
            self._taken[kind, request.user] += 1
            if self._taken[kind, request.user] > most:
                raise Refused("QUOTA", kind, most=most)
            if kind == OWN_ANNOUNCEMENTS:
                self._announce(request.location.guild or request.user)

    def take_typing(self, request: Request) -> None:
        """Count an autocomplete request of any command. Raises Refused if it exceeds the limit."""
        self.take(request, (), "", 0, False)

    def _announce(self, server: int) -> None:
        """Count an announcement in a server."""
        self._announced[server] += 1
        if self._announced[server] > self._limits.announcements:
            raise Refused("QUOTA", "announcements", most=self._limits.announcements)

    def _quotas(self, path: tuple[str, ...], control: str, files: int, shared: bool) -> Iterator[tuple[str, int]]:
        """Yield the personal limits that a request counts for, as (kind, maximum)."""
        yield "requests", self._limits.requests
        if path in _DRAWN or _is_one(control, _DRAWN_BY_CONTROL):
            yield "pictures", self._limits.pictures
        if path in _OPENS or control.startswith(_OPENS_BY_CONTROL):
            yield "openings", self._limits.openings
        if path in _CHANGES or _is_one(control, _CHANGES_BY_CONTROL):
            yield "changes", self._limits.changes
        if files or control == _PASTED:
            yield "uploads", self._limits.uploads
        entered = control.startswith("tally.") and not _is_one(control, _READ_ONLY)
        if path in _ANNOUNCED or shared or entered or control.endswith(".share"):
            yield OWN_ANNOUNCEMENTS, self._limits.own_announcements


def _is_one(control: str, groups: tuple[str, ...]) -> bool:
    """True if a control has one of these names, or belongs to a group with one of them."""
    return any(control == group or control.startswith(f"{group}.") for group in groups)
