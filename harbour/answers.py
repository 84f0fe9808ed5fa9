"""What comes back to a person who did something: acknowledgement, message, modal, follow-ups."""

from __future__ import annotations

from harbour.bell import PATIENCE_S
from harbour.interactions import Callback, Interaction, Modal
from harbour.model import Message
from harbour.world import World


class NotAnswered(Exception):
    """Three seconds passed without an acknowledgement: "The application did not respond"."""


class Answer:
    """One interaction of a person's, to wait on. Every wait ends with `TimeoutError` after `timeout` seconds."""

    def __init__(self, world: World, interaction: Interaction) -> None:
        self._world = world
        self.interaction = interaction

    @property
    def id(self) -> str:
        """The interaction's snowflake, which carries the chosen or real millisecond."""
        return self.interaction.id

    @property
    def callback(self) -> Callback | None:
        """How the bot acknowledged, if it has."""
        return self.interaction.acknowledged

    @property
    def followups(self) -> list[Message]:
        """What the bot has sent after its first answer."""
        return list(self.interaction.followups)

    async def acknowledged(self, timeout: float = PATIENCE_S) -> Callback:
        """Waits for the acknowledgement. Raises `NotAnswered` when the three seconds are over."""
        interaction = self.interaction
        await self._world.bell.until(
            lambda: interaction.acknowledged is not None or interaction.failed, timeout, f"an answer to {self._what}"
        )
        if interaction.acknowledged is None:
            raise NotAnswered(f"the application did not respond to {self._what}")
        return interaction.acknowledged

    async def message(self, timeout: float = PATIENCE_S) -> Message:
        """The original answer once it stands: sent at once, or put in the place of "is thinking", or edited."""
        await self.acknowledged(timeout)
        interaction = self.interaction
        await self._world.bell.until(lambda: interaction.settled, timeout, f"the message that answers {self._what}")
        if interaction.original is None:
            raise NotAnswered(f"{self._what} was answered, but not by a message")
        return interaction.original

    async def modal(self, timeout: float = PATIENCE_S) -> Modal:
        """The form that the bot put before the person, once it came."""
        interaction = self.interaction
        return await self._world.bell.until(lambda: interaction.modal, timeout, f"a modal for {self._what}")

    async def followup(self, index: int = 0, timeout: float = PATIENCE_S) -> Message:
        """The follow-up of that index, once it came."""
        followups = self.interaction.followups
        await self._world.bell.until(lambda: len(followups) > index, timeout, f"follow-up {index} of {self._what}")
        return followups[index]

    @property
    def _what(self) -> str:
        interaction = self.interaction
        return f"{interaction.kind.name.lower()} {interaction.name} by {interaction.user.name}"
