"""What comes back to a person who did something: acknowledgement, message, modal, follow-ups."""

from __future__ import annotations

from harbour.signal import DEFAULT_TIMEOUT_S
from harbour.state.application import CallbackType, Interaction, Modal
from harbour.state.model import Message
from harbour.state.server_state import ServerState


class NoResponse(Exception):
    """Three seconds passed without an acknowledgement: "The application did not respond"."""


class InteractionResponse:
    """One interaction of a person's, to wait on. Every wait ends with `TimeoutError` after `timeout` seconds."""

    def __init__(self, state: ServerState, interaction: Interaction) -> None:
        self._state = state
        self.interaction = interaction

    @property
    def id(self) -> str:
        """The interaction's snowflake, which carries the chosen or real millisecond."""
        return self.interaction.id

    @property
    def callback(self) -> CallbackType | None:
        """How the bot acknowledged, if it has."""
        return self.interaction.acknowledged

    @property
    def followups(self) -> list[Message]:
        """What the bot has sent after its first answer."""
        return list(self.interaction.followups)

    async def acknowledged(self, timeout: float = DEFAULT_TIMEOUT_S) -> CallbackType:
        """Waits for the acknowledgement. Raises `NoResponse` when the three seconds are over."""
        interaction = self.interaction
        await self._state.signal.wait_until(
            lambda: interaction.acknowledged is not None or interaction.failed, timeout, f"an answer to {self._what}"
        )
        if interaction.acknowledged is None:
            raise NoResponse(f"the application did not respond to {self._what}")
        return interaction.acknowledged

    async def message(self, timeout: float = DEFAULT_TIMEOUT_S) -> Message:
        """The original answer once it stands: sent at once, or put in the place of "is thinking", or edited."""
        await self.acknowledged(timeout)
        interaction = self.interaction
        await self._state.signal.wait_until(
            lambda: interaction.settled, timeout, f"the message that answers {self._what}"
        )
        if interaction.original is None:
            raise NoResponse(f"{self._what} was answered, but not by a message")
        return interaction.original

    async def modal(self, timeout: float = DEFAULT_TIMEOUT_S) -> Modal:
        """The form that the bot put before the person, once it came."""
        interaction = self.interaction
        return await self._state.signal.wait_until(lambda: interaction.modal, timeout, f"a modal for {self._what}")

    async def followup(self, index: int = 0, timeout: float = DEFAULT_TIMEOUT_S) -> Message:
        """The follow-up of that index, once it came."""
        followups = self.interaction.followups
        await self._state.signal.wait_until(
            lambda: len(followups) > index, timeout, f"follow-up {index} of {self._what}"
        )
        return followups[index]

    @property
    def _what(self) -> str:
        interaction = self.interaction
        return f"{interaction.kind.name.lower()} {interaction.name} by {interaction.user.name}"
