"""The kinds of tables: all that one kind of table does differently from another, as named policies.

Code outside the features of a kind asks a policy, and never which kind a table is of.
"""

from collections.abc import Callable, Mapping
from enum import Enum, auto
from typing import Final

from msgspec import Struct

from bot.store import StoredTable
from bot.tables.aggregate.days import find_end, find_last_moment


class Wish(Enum):
    """Something that people ask of a table, and that a kind of table may refuse."""

    AGAIN = auto()
    """Another table after this one."""
    AWAY = auto()
    """A robot or another person in somebody's seat."""
    CLOSE = auto()
    """The end of the table, before its game is over."""
    HIDE = auto()
    """A hand that its player does not want to see."""
    HINT = auto()
    """The move that a robot would make."""
    LEAVE = auto()
    """Getting up in the middle of the game."""
    MAKE_ROOM = auto()
    """The end of a table in a DM, because its player opens another there."""
    LOOK = auto()
    """More of a finished hand than its player saw: other seats, a check of its deal, how it went."""
    SHARE = auto()
    """A step of a finished hand, shown to everybody."""
    UNDO = auto()
    """A move taken back."""
    WHY = auto()
    """The lines of the last score."""


def _never(row: StoredTable) -> None:
    """No time."""


class Kind(Struct, frozen=True):
    """A kind of table."""

    name: str
    """The name that rows of tables store. It also ends keys of sentences, such as "help/more_daily"."""
    is_private: bool = False
    """True if one person plays with robots in their DM. Then the board is the player's own message, with
    their hand, and nobody else can come, be waited for, or be told anything."""
    posts_to_books: bool = False
    """True if hands count in the books of a crew, and people are called as there."""
    follows_moves_alone: bool = False
    """True if the same moves always lead to the same hand, whenever they are made. Robots then move at once, their luck
    counts moves and nothing else, and the table answers for nobody."""
    ends_after_hand: bool = False
    """True if the table closes after one hand."""
    ends_at: Callable[[StoredTable], int | None] = _never
    """Returns the time (milliseconds) at which a game under way ends; None if it may go on for ever."""
    opens_at: Callable[[StoredTable], int | None] = _never
    """Returns the time from which secrets may be opened, if others play the same deal until then. None if they are
    opened by the table itself: after each hand or at the end, as its house rules say."""
    refusals: Mapping[Wish, str] = {}
    """The wishes that are always refused, each with the reason."""
    refusals_while_shut: Mapping[Wish, str] = {}
    """The wishes that are refused while others play the same deal, each with the reason."""


CREW: Final = Kind("crew", posts_to_books=True, refusals={Wish.HINT: "practice_hint"})
"""A table of a crew, in a channel or thread of a server."""
_IN_DM: Final = {Wish.HIDE: "practice_hide", Wish.SHARE: "practice_share"}
PRACTICE: Final = Kind(
    "practice", is_private=True, refusals={**_IN_DM, Wish.AGAIN: "practice_again", Wish.LEAVE: "leave_practice"}
)
"""A practice table, in its player's DM."""


DAILY: Final = Kind(
    "daily",
    is_private=True,
    follows_moves_alone=True,
    ends_after_hand=True,
    ends_at=lambda row: None if row.day is None else find_last_moment(row.day),
    opens_at=lambda row: None if row.day is None else find_end(row.day),
    refusals={
        **_IN_DM,
        Wish.AGAIN: "day_again",
        Wish.AWAY: "day_alone",
        Wish.CLOSE: "day_leave",
        Wish.HINT: "day_hint",
        Wish.LEAVE: "day_leave",
        Wish.MAKE_ROOM: "day_under_way",
        Wish.UNDO: "day_undo",
    },
    refusals_while_shut={Wish.LOOK: "day_shut", Wish.WHY: "day_why"},
)
"""The hand of a day, in its player's DM."""

KINDS: Final = {kind.name: kind for kind in (CREW, PRACTICE, DAILY)}


def find_kind(row: StoredTable) -> Kind:
    """The kind of a table. Rows of older releases do not name it: only tables in a DM have no server, and only those of
    a hand of the day have a day."""
    if row.settings.kind:
        return KINDS[row.settings.kind]
    return CREW if row.guild else PRACTICE if row.day is None else DAILY
