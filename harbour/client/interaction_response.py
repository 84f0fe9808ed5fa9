"""The bot's response to a person's action: acknowledgement, message, form and follow-ups."""

from harbour.base.signal import DEFAULT_TIMEOUT_S
from harbour.state.application import CallbackType, Interaction, Modal
from harbour.state.model import Message
from harbour.state.server_state import ServerState


class NoResponse(Exception):
    """The bot did not acknowledge in time ("The application did not respond"), or its response is not a message."""


class InteractionResponse:
    """The bot's response to one interaction. Every method waits, and raises `TimeoutError` after `timeout` seconds.

    A message may take twice as long: it waits for the acknowledgement, then for the answer.
    """

    def __init__(self, state: ServerState, interaction: Interaction) -> None:
        self._state = state
        self.interaction = interaction

    @property
    def id(self) -> str:
        """The interaction's snowflake, stamped with the time of the action or with a time that a test chose."""
        return self.interaction.id

    async def wait_for_acknowledgement(self, timeout: float = DEFAULT_TIMEOUT_S) -> CallbackType:
        """Wait for the acknowledgement. Raises `NoResponse` once the bot's three seconds are over."""
        interaction = self.interaction
        await self._state.signal.wait_until(
            lambda: interaction.acknowledged is not None or interaction.failed,
            timeout,
            f"a response to {self._description}",
        )
        if interaction.acknowledged is None:
            raise NoResponse(f"The application did not respond to {self._description}")
        return interaction.acknowledged

    async def message(self, timeout: float = DEFAULT_TIMEOUT_S) -> Message:
        """Wait until the original response is complete.

        Raises `NoResponse` if the bot does not acknowledge in time, or if the response is not a message.
        """
        await self.wait_for_acknowledgement(timeout)
        interaction = self.interaction
        await self._state.signal.wait_until(
            lambda: interaction.settled, timeout, f"the message in response to {self._description}"
        )
        if interaction.original is None:
            raise NoResponse(f"The response to {self._description} is not a message")
        return interaction.original

    async def modal(self) -> Modal:
        """Wait for the form that the bot shows."""
        interaction = self.interaction
        return await self._state.signal.wait_until(
            lambda: interaction.modal, DEFAULT_TIMEOUT_S, f"a form for {self._description}"
        )

    async def followup(self) -> Message:
        """Wait for the first follow-up."""
        followups = self.interaction.followups
        await self._state.signal.wait_until(lambda: followups, DEFAULT_TIMEOUT_S, f"a follow-up to {self._description}")
        return followups[0]

    @property
    def _description(self) -> str:
        interaction = self.interaction
        return f"{interaction.kind.name.lower()} {interaction.name} by {interaction.user.name}"
