"""One screen on a phone: a player's own message shows board and hand, and is edited through their own last press."""

from pathlib import Path

import pytest

from harbour import Message, Person
from tests.injected_faults import Fault, inject_fault
from tests.left_out import LONGER, MORE_CASES
from tests.stories.evening import Evening, evening

BY_PRESS = r"/webhooks/\d+/[^/]+/messages/@original"


def edits(night: Evening, message: Message, since: int) -> tuple[int, int]:
    """The edits of a message since a request: with the bot's own token, and with that of a press."""
    made = [request for request in night.harbour.requests[since:] if request.method == "PATCH"]
    own = [request for request in made if request.path.endswith(f"/messages/{message.id}")]
    pressed = [
        request
        for request in made
        if request.path.startswith("/webhooks/")
        and isinstance(request.answer, dict)
        and request.answer.get("id") == str(message.id)
    ]
    return len(own), len(pressed)


async def move_in_dm(night: Evening) -> tuple[Person, Message]:
    """Start Duo Dominoes and let somebody move in their DM; returns that person and their message."""
    await night.open("duo-dominoes", auto_pass="false")
    await night.start()
    await night.settle()
    table = await night.now()
    (seat,) = table.public_view.to_act
    mover = night.people[seat]
    post = night.rack(mover)
    thought = table.game.choices(table.view(seat))[0]
    verb, _, argument = thought.words.partition(" ")
    press = night.find_press(mover, post, verb, argument)
    assert press is not None
    await night.settle(await press())
    return mover, post


async def test_a_message_is_edited_through_the_press_of_its_reader(tmp_path: Path) -> None:
    async with evening(tmp_path) as night:
        mover, post = await move_in_dm(night)
        assert night.rack(mover).id == post.id
        since = len(night.harbour.requests)
        await night.move()
        assert edits(night, post, since) == (0, 1)
        assert "Ends" in (night.rack(mover).attachments[0].description or ""), "it shows the board, too"


@pytest.mark.thorough(MORE_CASES)
async def test_where_discord_no_longer_takes_a_press_the_bot_edits(tmp_path: Path) -> None:
    async with evening(tmp_path) as night:
        _, post = await move_in_dm(night)
        since = len(night.harbour.requests)
        inject_fault(night.harbour, Fault("PATCH", BY_PRESS, status=404, code=10015, times=20))
        await night.move()
        assert edits(night, post, since) == (1, 0), "the bot edits the message itself"


@pytest.mark.thorough(LONGER)
async def test_after_a_restart_the_bot_edits_until_there_is_another_press(tmp_path: Path) -> None:
    async with evening(tmp_path) as night:
        _, post = await move_in_dm(night)
        await night.restart()
        since = len(night.harbour.requests)
        await night.move()
        assert edits(night, post, since) == (1, 0)


@pytest.mark.thorough(MORE_CASES)
async def test_my_hand_in_the_channel_leads_to_the_message_in_the_dm(tmp_path: Path) -> None:
    async with evening(tmp_path) as night:
        mover, post = await move_in_dm(night)
        board = night.board()
        shown = await mover.press(board, next(str(c["custom_id"]) for c in board.buttons() if ":hand.show:" in str(c)))
        await night.settle(shown)
        told = await shown.followup()
        assert f"/@me/{post.channel_id}/{post.id}" in str(told.components)
