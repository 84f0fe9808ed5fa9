"""Private copies of a hand: each loses its controls for moves, by one request, once the table has moved on."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.cli.run import find_button
from bot.wording import ENGLISH, Words
from harbour import Message, Person
from harbour.base.json_types import JsonValue
from tests.chance import SeededChance
from tests.left_out import MORE_CASES
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


async def wait_for_changes(night: Evening) -> None:
    await night.settle()
    assert night.app.router is not None
    await night.app.router.responder.copies.wait_until_settled()


async def test_copies_of_a_past_turn_lose_their_moves_and_a_press_brings_the_hand_back(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=SeededChance("old copies")) as night:
        await night.open("duo-dominoes")
        await night.start()
        table = await night.now()
        (turn,) = table.public_view.to_act
        first = night.people[turn]
        shown = await open_copy(night, first)
        assert "play" in list_verbs(shown)
        picture = shown.attachments
        before = edits(night)
        for _ in range(6):
            await night.move()
        await wait_for_changes(night)
        left = copy_of(first)
        assert left.id == shown.id
        assert left.attachments == picture, "the picture stays"
        assert list_verbs(left) == {"hand"}
        assert left.content == Words(ENGLISH).say("rack/copy_over")
        assert edits(night) == before + 1, "one request, however many moves follow"
        await night.settle(await first.press(left, find_button(left, "hand.show")))
        assert copy_of(first).id == shown.id, "the hand comes back in its place"
        assert len(list_verbs(copy_of(first))) > 1


@pytest.mark.thorough(MORE_CASES)
async def test_a_copy_that_is_played_from_keeps_its_controls(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=SeededChance("old copies")) as night:
        await night.open("duo-dominoes")
        await night.start()
        (turn,) = (await night.now()).public_view.to_act
        person = night.people[turn]
        shown = await open_copy(night, person)
        does = next(does for does, _, _ in controls(shown) if does.startswith("play."))
        before = edits(night)
        await night.settle(await person.press(shown, find_button(shown, does)))
        await wait_for_changes(night)
        assert edits(night) == before + 1, "one edit: the reply to the press"
        assert len(list_verbs(copy_of(person))) > 1


@pytest.mark.thorough(MORE_CASES)
async def test_copies_from_before_a_restart_are_left_alone(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=SeededChance("old copies")) as night:
        await night.open("duo-dominoes")
        await night.start()
        (turn,) = (await night.now()).public_view.to_act
        shown = await open_copy(night, night.people[turn])
        does = next(does for does, _, _ in controls(shown) if does.startswith("play."))
        await night.restart()
        before = edits(night)
        for _ in range(3):
            await night.move()
        await wait_for_changes(night)
        assert edits(night) == before
        assert "play" in list_verbs(shown)
        answer = await night.people[turn].press(shown, find_button(shown, does))
        await night.settle(answer)
        assert copy_of(night.people[turn]).id == shown.id, "an old control brings the present hand"
