"""The storage of the server state. It is told of every change, and saves the change before anybody is notified."""

from typing import Final, Literal, TypeAlias

from harbour.state.application import Interaction
from harbour.state.model import Channel, Emoji, Guild, Message, User

COMMANDS: Final = "commands"
"""All commands of the application."""

Kept: TypeAlias = User | Guild | Channel | Message | Emoji | Interaction | Literal["commands"]
"""A part of the state that is saved as a whole: roles and members with their guild, files with their message."""


class Storage:
    """Storage that keeps nothing: the state is lost when the process ends. `WorldFile` keeps it in a file."""

    def note(self, thing: Kept) -> None:
        """Note that something was made, changed or deleted."""

    def commit(self) -> None:
        """Save everything noted, so that it survives the end of the process."""
