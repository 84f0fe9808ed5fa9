"""The memory of a state: told of everything that changes, and asked to have it safe before anybody hears of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from harbour.state.application import Interaction
from harbour.state.model import Channel, Emoji, Guild, Message, User


@dataclass(frozen=True, slots=True)
class CommandSet:
    """The commands of a guild, or the global ones."""

    guild_id: str | None


Kept: TypeAlias = User | Guild | Channel | Message | Emoji | Interaction | CommandSet
"""A part of the state that is kept as a whole. Roles and members belong to their guild, files to their message."""


class Memory:
    """The memory of a state that ends with its process: it keeps nothing."""

    def note(self, thing: Kept) -> None:
        """Take down that something was made, changed or deleted."""

    def commit(self) -> None:
        """Make everything noted safe from the end of the process."""
