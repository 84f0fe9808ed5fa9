"""A person's first refused Do Bone! is answered with the picture of a hand, later ones in words."""

import re
from pathlib import Path

import pytest

from bot.services.play import SLIP
from games.core import Seat
from harbour import Message, Person
from tests.chance import SeededChance
from tests.left_out import MORE_CASES
from tests.stories.dealt_evenings import control_id, private_answer
from tests.stories.evening import Evening, evening

REFUSED = re.compile(r"The hand has .*; it needs four pairs and a double-up")
PARTS = "pair: 3 × Two Rick\npair: 3 × Five Rick\npair: 3 × Seven Rick\npair: 3 × Eddie\ndouble-up: 2 × Nine Rick"


async def call_do_bone_in_vain(night: Evening, person: Person, message: Message | None = None) -> Message:
    """Press or type a Do Bone! without a winning hand; returns the private answer. Nobody else sees anything."""
    others = [other for other in night.people if other is not person]
    heard = [len(other.collect_seen()) for other in others]
    before = (await night.now()).state
    if message is None:
        answer = await person.slash("dobone")
    else:
        answer = await person.press(message, control_id(message, "dobone"))
    await night.settle(answer)
    told = await private_answer(answer, pressed=message is not None)
    assert REFUSED.match(told.content)
    assert (await night.now()).state == before
    assert [len(other.collect_seen()) for other in others] == heard
    return told


@pytest.mark.thorough(MORE_CASES)
async def test_the_first_refused_do_bone_shows_a_hand_with_its_parts_named(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=SeededChance("first refusal")) as night:
        await night.open("pussers-bones")
        await night.start()
        table = await night.until(lambda table: table.public_view.phase == "turn")
        (turn,) = table.public_view.to_act
        following = Seat((turn + 1) % 4)
        bear, bull = night.people[turn], night.people[following]
        await night.settle(await night.say(bear, "pluck"))
        await night.pass_time((SLIP + 1) / 1000)  # sooner, the press would be taken for a slip
        board = night.board()
        copy = await private_answer(await bear.press(board, control_id(board, "hand.show")), pressed=True)

        first = await call_do_bone_in_vain(night, bear, copy)
        assert first.content.endswith("\nHere's an example:")
        assert [picture.description for picture in first.attachments] == [PARTS]
        assert first.id != copy.id
        assert copy in bear.messages(night.harbour.channel), "the hand stays where it was"
        again = await call_do_bone_in_vain(night, bear, copy)
        assert not again.attachments
        assert "look like" not in again.content
        assert first in bear.messages(night.harbour.channel), "the picture stays too"
        assert not (await call_do_bone_in_vain(night, bear, night.rack(bear))).attachments

        await night.restart()
        assert not (await call_do_bone_in_vain(night, bear)).attachments, "a restart does not make anybody new"

        third = Seat((turn + 2) % 4)
        both = {following, third}
        await night.until(lambda table: table.public_view.phase == "calling" and both <= {*table.public_view.to_act})
        wally, board = night.people[third], night.board()
        copy = await private_answer(await wally.press(board, control_id(board, "hand.show")), pressed=True)
        below = await call_do_bone_in_vain(night, wally, copy)
        assert below in wally.messages(night.harbour.channel)
        let_go = night.find_press(wally, copy, "pass", "")
        assert let_go is not None
        await night.settle(await let_go())
        await night.settle_copies()
        assert below not in wally.messages(night.harbour.channel), "nor below a private copy"
        theirs = await call_do_bone_in_vain(night, bull, night.rack(bull))
        assert theirs.attachments[0].description == PARTS
        assert theirs.attachments[0].body == first.attachments[0].body, "the picture depends on nobody's bones"
        assert theirs in bull.dm()
        let_go = night.find_press(bull, night.rack(bull), "pass", "")
        assert let_go is not None
        await night.settle(await let_go())
        await night.settle_copies()
        assert theirs not in bull.dm(), "after a move, nothing stands below the hand"


@pytest.mark.thorough(MORE_CASES)
async def test_those_who_want_words_are_told_the_parts(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=SeededChance("first refusal")) as night:
        for person in night.people:
            await night.settle(await person.slash("me text", options={"value": "on"}))
        await night.open("pussers-bones")
        await night.start()
        table = await night.until(lambda table: table.public_view.phase == "turn")
        (turn,) = table.public_view.to_act
        bear = night.people[turn]
        await night.settle(await night.say(bear, "pluck"))
        told = await call_do_bone_in_vain(night, bear)
        assert not told.attachments
        assert told.content.endswith(f"\nHere's an example:\n{PARTS}")
        assert "look like" not in (await call_do_bone_in_vain(night, bear)).content
