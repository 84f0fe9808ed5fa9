"""A user's progress in the lessons: one memo for each user."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from bot.store import key_values
from bot.store.engine import Connection
from bot.store.schema import Json

__all__ = ["Progress", "erase", "note", "progress"]

_MEMO: Final = "lessons"


@dataclass(frozen=True, slots=True)
class Progress:
    """The lessons that a user has finished, and those under way."""

    done: tuple[str, ...] = ()
    """The paths of finished lessons, in the order in which they were finished."""
    reached: dict[str, int] = field(default_factory=dict)
    """The step, from 1, that each lesson under way has reached."""
    last: str = ""
    """The lesson under way that was looked at last; empty for none."""

    def as_json(self) -> dict[str, Json]:
        """The progress as JSON data."""
        return {"done": list(self.done), "reached": dict(self.reached), "last": self.last}


def progress(connection: Connection, user: int) -> Progress:
    """A user's progress."""
    kept = key_values.get(connection, _key(user))
    if not isinstance(kept, dict):
        return Progress()
    return Progress(tuple(kept["done"]), dict(kept["reached"]), str(kept["last"]))


def note(connection: Connection, user: int, lesson: str, step: int, done: bool, at: int) -> None:
    """Note the step of a lesson that a user has come to, or that they have finished it."""
    before = progress(connection, user)
    reached = {path: kept for path, kept in before.reached.items() if path != lesson}
    finished = before.done
    if done:
        finished = finished if lesson in finished else (*finished, lesson)
    else:
        reached[lesson] = step
    after = Progress(finished, reached, "" if done else lesson)
    if after != before:
        key_values.put(connection, _key(user), after.as_json(), at)


def erase(connection: Connection, user: int) -> None:
    """Forget a user's progress."""
    key_values.drop(connection, _key(user))


def _key(user: int) -> str:
    return f"{_MEMO}:{user}"
