"""Memos about learning, one for each user: their progress in the lessons, and the guide pictures they were shown.

A user's first hands of a game are found from the events of the tables at which they sit.
"""

from dataclasses import dataclass, field, replace
from typing import Final

from sqlalchemy import select

from bot.store.database import key_values
from bot.store.database.engine import Connection
from bot.store.database.queries import has_row
from bot.store.database.schema import events, seats, tables
from games.core.events import from_json, to_json

_MEMO: Final = "lessons"
_HAND_OVER: Final = ("table.hand_over", "table.revealed")
"""The kinds of events that end a hand."""
FIRST_HANDS: Final = 10
"""The hands of a game in which a player is new to it."""


@dataclass(frozen=True, slots=True)
class Progress:
    """The lessons that a user has finished or begun."""

    done: tuple[str, ...] = ()
    """The paths of finished lessons, in the order in which they were finished."""
    reached: dict[str, int] = field(default_factory=dict)
    """By path, the step (from 1) that the user has reached in a lesson under way."""
    last: str = ""
    """The path of the lesson that the user opened last; "" once they have finished it."""
    shown: tuple[str, ...] = ()
    """The paths of guide pages whose pictures the user was shown with a refusal."""


def read_progress(connection: Connection, user: int) -> Progress:
    """A user's progress."""
    kept = key_values.get(connection, _make_key(user))
    if not isinstance(kept, dict):
        return Progress()
    read: Progress = from_json(Progress, kept)
    return read


def note(connection: Connection, user: int, lesson: str, step: int | None, at: int) -> None:
    """Note the step that a user has reached in a lesson; None if they have finished it."""
    before = read_progress(connection, user)
    reached = {path: kept for path, kept in before.reached.items() if path != lesson}
    finished = before.done
    if step is None:
        finished = finished if lesson in finished else (*finished, lesson)
    else:
        reached[lesson] = step
    after = replace(before, done=finished, reached=reached, last="" if step is None else lesson)
    if after != before:
        key_values.put(connection, _make_key(user), to_json(after), at)


def note_shown(connection: Connection, user: int, page: str, at: int) -> bool:
    """Note that a user is shown the picture of a page. False if they were shown it before."""
    before = read_progress(connection, user)
    if page in before.shown:
        return False
    key_values.put(connection, _make_key(user), to_json(replace(before, shown=(*before.shown, page))), at)
    return True


def count_hands(connection: Connection, user: int, game: str) -> int:
    """Count the hands of a game of which a user has seen the end, at seats that are still theirs: at most
    `FIRST_HANDS`."""
    ends = (
        select(events.c.sequence)
        .join(seats, seats.c.table_id == events.c.table_id)
        .join(tables, tables.c.id == seats.c.table_id)
        .where(
            seats.c.user_id == user,
            tables.c.game == game,
            events.c.kind.in_(_HAND_OVER),
            events.c.at >= seats.c.joined_at,
        )
    )
    return len(connection.execute(ends.limit(FIRST_HANDS)).all())


def is_untaught(connection: Connection) -> bool:
    """True if nobody has begun a lesson or finished a hand yet."""
    if has_row(connection, select(events.c.sequence).where(events.c.kind.in_(_HAND_OVER))):
        return False
    found = key_values.get_by_prefix(connection, f"{_MEMO}:").values()
    return not any(isinstance(kept, dict) and (kept["done"] or kept["reached"]) for kept in found)


def erase(connection: Connection, user: int) -> None:
    """Delete a user's progress."""
    key_values.drop(connection, _make_key(user))


def _make_key(user: int) -> str:
    return f"{_MEMO}:{user}"
