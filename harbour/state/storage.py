"""The storage of the server state. It is told of every change, and saves the change before anybody is notified."""

from dataclasses import dataclass
from typing import TypeAlias

from harbour.state.application import Interaction
from harbour.state.model import Channel, Emoji, Guild, Message, User


@dataclass(frozen=True, slots=True)
class CommandSet:
    """The commands of a guild, or the global ones."""

    guild_id: str | None


Kept: TypeAlias = User | Guild | Channel | Message | Emoji | Interaction | CommandSet
"""A part of the state that is saved as a whole: roles and members with their guild, files with their message."""


class Storage:
    """Storage that keeps nothing: the state is lost when the process ends. `WorldFile` keeps it in a file."""

    def note(self, thing: Kept) -> None:
        """Note that something was made, changed or deleted."""

    def commit(self) -> None:
        """Save everything noted, so that it survives the end of the process."""
