"""Private copies of a hand: each follows its table as long as its answer can be edited."""

from pathlib import Path

import pytest

from bot.cli.run import find_button
from harbour import Message, Person
from harbour.base.json_types import JsonValue
from tests.chance import SeededChance
from tests.left_out import LONGER
from tests.render import shown as scenes
from tests.stories.dealt_evenings import controls
from tests.stories.evening import Evening, evening


def copy_of(person: Person) -> Message:
    """The only private copy of a person's hand in the channel."""
    (shown,) = [message for message in person.ephemerals() if message.attachments]
    return shown


def list_verbs(message: Message) -> set[str]:
    return {does.partition(".")[0] for does, _, _ in controls(message)}


EPHEMERAL = 1 << 6
"""The flag of a message that only one person sees (Discord's number)."""


def edits(night: Evening) -> int:
    """The number of edits of private answers so far."""
    made = [request for request in night.harbour.requests if "/webhooks/" in request.path]
    return sum(request.method == "PATCH" and _is_private(request.answer) for request in made)


def _is_private(answer: JsonValue) -> bool:
    """True if a message is shown to one person alone. Others are edited through presses, too."""
    return not isinstance(answer, dict) or bool(int(str(answer.get("flags", 0))) & EPHEMERAL)


async def open_copy(night: Evening, person: Person) -> Message:
    await night.settle(await person.press(night.board(), find_button(night.board(), "hand.show")))
    return copy_of(person)


@pytest.mark.thorough(LONGER)
async def test_a_copy_follows_its_table_until_its_token_is_old_and_a_press_brings_the_hand_anew(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path, chance=SeededChance("old copies")) as night:
        await night.open("duo-dominoes")
        await night.start()
        (turn,) = (await night.now()).public_view.to_act
        first = night.people[turn]
        shown = await open_copy(night, first)
        assert "play" in list_verbs(shown)
        for _ in range(3):
            await night.move()
            await night.settle_copies()
        left, table = copy_of(first), await night.now()
        seat = table.seat_of(int(first.id))
        assert seat is not None
        assert left.id == shown.id
        assert left.attachments[0].description == scenes.draw_hand(table.view(seat), table.names).alt
        assert "play" not in list_verbs(left)
        await night.pass_time(16 * 60)
        before = edits(night)
        await night.move()
        await night.settle_copies()
        assert edits(night) == before, "nothing is edited into the void"
        await night.settle(await first.press(left, find_button(left, "why")))
        assert copy_of(first).id == shown.id
