"""Memos about learning, one for each user: their progress in the lessons, and the guide pictures they were shown."""

from dataclasses import dataclass, field, replace
from typing import Final

from sqlalchemy import select

from bot.store.database import key_values
from bot.store.database.engine import Connection
from bot.store.database.schema import Json, events

_MEMO: Final = "lessons"
_HAND_OVER: Final = ("table.hand_over", "table.revealed")
"""The kinds of events that end a hand."""


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

    def as_json(self) -> dict[str, Json]:
        """The progress as JSON data."""
        return {"done": list(self.done), "reached": dict(self.reached), "last": self.last, "shown": list(self.shown)}


def read_progress(connection: Connection, user: int) -> Progress:
    """A user's progress."""
    kept = key_values.get(connection, _make_key(user))
    if not isinstance(kept, dict):
        return Progress()
    return Progress(tuple(kept["done"]), dict(kept["reached"]), str(kept["last"]), tuple(kept.get("shown", ())))


def note(connection: Connection, user: int, lesson: str, step: int, done: bool, at: int) -> None:
    """Note the step that a user has reached in a lesson. With `done`, note that they have finished the lesson."""
    before = read_progress(connection, user)
    reached = {path: kept for path, kept in before.reached.items() if path != lesson}
    finished = before.done
    if done:
        finished = finished if lesson in finished else (*finished, lesson)
    else:
        reached[lesson] = step
    after = replace(before, done=finished, reached=reached, last="" if done else lesson)
    if after != before:
        key_values.put(connection, _make_key(user), after.as_json(), at)


def note_shown(connection: Connection, user: int, page: str, at: int) -> bool:
    """Note that a user is shown the picture of a page. False if they were shown it before."""
    before = read_progress(connection, user)
    if page in before.shown:
        return False
    key_values.put(connection, _make_key(user), replace(before, shown=(*before.shown, page)).as_json(), at)
    return True


def is_untaught(connection: Connection) -> bool:
    """True if nobody has begun a lesson or finished a hand yet."""
    finished = select(events.c.sequence).where(events.c.kind.in_(_HAND_OVER)).limit(1)
    if connection.execute(finished).first() is not None:
        return False
    found = key_values.get_by_prefix(connection, f"{_MEMO}:").values()
    return not any(isinstance(kept, dict) and (kept["done"] or kept["reached"]) for kept in found)


def erase(connection: Connection, user: int) -> None:
    """Delete a user's progress."""
    key_values.drop(connection, _make_key(user))


def _make_key(user: int) -> str:
    return f"{_MEMO}:{user}"
