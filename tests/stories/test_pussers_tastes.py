"""Pussers Bones by a table's own taste: a nickname for a bone, one tap to break the wall, a covered hand."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bot.tables.aggregate.table import Table
from harbour import Message, Person
from tests.chance import SeededChance
from tests.left_out import LONGER
from tests.stories.dealt_evenings import public_text
from tests.stories.evening import Evening, evening

TASTES = {"nicknames": "R1=Snoopy", "mistaken_calls": "on", "call_mode": "everyone-decides"}


def labelled(message: Message, label: str) -> str:
    """The custom id of the button with this label."""
    return next(str(control["custom_id"]) for control in message.buttons() if control.get("label") == label)


async def press(night: Evening, person: Person, label: str) -> None:
    """Press a button of a person's own hand."""
    rack = night.rack(person)
    await night.settle(await person.press(rack, labelled(rack, label)))


def in_phase(phase: str) -> Callable[[Table], bool]:
    """True for a table in this phase of its game."""
    return lambda table: table.public_view.phase == phase


@pytest.mark.thorough(LONGER)
async def test_an_evening_with_a_nickname_a_covered_hand_and_a_wrong_do_bone(tmp_path: Path) -> None:
    """PB-91, PB-14, PB-82"""
    async with evening(tmp_path, chance=SeededChance("tastes", sealed=False)) as night:
        bear, bull, wally, normie = night.people
        await night.open("pussers-bones", **TASTES)
        assert "Nicknames of bones: Snoopy (Jimmy Rick)" in night.board().words
        await night.settle(await bear.slash("me spoiler", options={"value": "on"}))
        await night.start()
        await night.until(in_phase("breaking"))
        assert "Normie turns up Snoopy (Jimmy Rick) for Eddie" in public_text(night)
        await press(night, wally, "Anywhere")
        assert "The wall is broken at 18, which is in Normie's wall." in public_text(night)
        racks = [night.rack(person).attachments[0] for person in night.people]
        assert [rack.filename for rack in racks] == ["SPOILER_rack.png", "rack.png", "rack.png", "rack.png"]
        assert "Snoopy (Jimmy Rick)" in str(racks[2].description)

        await night.until(in_phase("calling"))
        await press(night, bull, "Pass until my turn")
        assert "**Pass** is said for you until your own turn comes" in night.rack(bull).words
        await press(night, bear, "Pass")
        await press(night, normie, "Pass")
        await night.pass_time(5)
        assert (await night.now()).public_view.to_act == (3,), "Bull has passed without a press"

        await night.until(in_phase("calling"))
        await press(night, bear, "Do Bone!")
        await press(night, wally, "Pass")
        await night.pass_time(5)
        assert "Shit Tie Up! Bear called Do Bone! without a hand" in public_text(night)
        assert "Bear pays 50 to each of Bull, Wally and Normie: −150 on the sheet" in night.rack(bear).words
        why = await bear.slash("why")
        await night.settle(why)
        told = (await why.message()).words
        assert "= **−150 on the sheet** for Bear" in told
        assert "150 a bit" not in told
        assert "(PB-82)" in night.rack(bear).words
        assert not any("cost you" in night.rack(person).words for person in (bull, wally, normie))
