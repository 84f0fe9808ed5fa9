"""Marks, by which two copies of the bot notice each other: emojis of the application, which every copy can read.

Two copies have one token and different databases; a fleet has one database. The name of a mark holds a random word,
which the copy's database knows, and the time at which the copy last gave it this name. Of two copies, the one whose
emoji is older serves.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from typing import Final, NamedTuple

import discord

from bot.ports import MINUTE

DEAD_AFTER: Final = 5 * MINUTE
"""Milliseconds without a new name after which a mark is dead: its machine died, sleeps, or was stopped."""
_NAME = re.compile(r"Boneyard_([0-9a-f]{8})_([0-9a-f]{8})(_ended)?")


class Mark(NamedTuple):
    """A mark as Discord shows it."""

    emoji: discord.Emoji
    word: str
    at: int
    """The time (milliseconds) at which it got its name."""
    ended: bool
    """True if its copy has noticed another and stopped."""

    @property
    def id(self) -> int:
        """The emoji's id; the older of two emojis has the smaller one."""
        return self.emoji.id

    def is_live(self, now: int) -> bool:
        """True if its copy serves."""
        return not self.ended and abs(now - self.at) < DEAD_AFTER


class Sight(NamedTuple):
    """All marks of an application, as a copy sees them that knows its own words."""

    own: Sequence[Mark]
    others: Sequence[Mark]
    now: int

    @property
    def shown(self) -> Mark | None:
        """The oldest live mark of this copy."""
        return next((mark for mark in self.own if mark.is_live(self.now)), None)

    @property
    def kept(self) -> Mark | None:
        """The mark of this copy that gets the next name."""
        return self.shown or next(iter(self.own), None)

    @property
    def rival(self) -> Mark | None:
        """The live mark of a copy to which this one has to yield; None if there is none."""
        older = (mark for mark in self.others if self.shown is None or mark.id < self.shown.id)
        return next((mark for mark in older if mark.is_live(self.now)), None)


def name_mark(word: str, now: int, ended: bool = False) -> str:
    """Name a mark."""
    return f"Boneyard_{word}_{now // 1000:08x}{'_ended' if ended else ''}"


def list_marks(emojis: Iterable[discord.Emoji]) -> list[Mark]:
    """List the marks among the application's emojis, the oldest first."""
    named = ((emoji, _NAME.fullmatch(emoji.name)) for emoji in sorted(emojis, key=lambda emoji: emoji.id))
    return [Mark(emoji, name[1], int(name[2], 16) * 1000, bool(name[3])) for emoji, name in named if name]


def judge(marks: Sequence[Mark], words: Collection[str], now: int) -> Sight:
    """Tell the copy's own marks, which have `words`, from those of others."""
    own = [mark for mark in marks if mark.word in words]
    return Sight(own, [mark for mark in marks if mark.word not in words], now)
