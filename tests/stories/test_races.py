"""Races: calls that arrive in the wrong order are decided by Discord's timestamps."""

from pathlib import Path

import pytest

from tests.chance import SeededChance
from tests.left_out import LONGER
from tests.stories.evening import Evening, evening
from tests.views import own_view


async def after_a_discard(night: Evening) -> int:
    """Start a table of a preset with races, and play until a bone is thrown; returns the seat that threw it."""
    await night.open("pussers-bones", preset="gunplot")
    await night.start()
    table = await night.until(lambda table: table.public_view.phase == "calling")
    thrown = own_view(table).discards[own_view(table).latest]
    return int(thrown.seat)


@pytest.mark.thorough(LONGER)
async def test_the_earlier_of_two_calls_5_ms_apart_counts_even_if_it_arrives_last(tmp_path: Path) -> None:
    """PB-46, PB-47: the later call arrives first; both are accepted, and their timestamps decide."""
    async with evening(tmp_path, chance=SeededChance("race")) as night:
        thrower = await after_a_discard(night)
        table = await night.now()
        at = night.harbour.clock.now() + 200
        early, late = [night.people[seat] for seat in range(4) if seat != thrower][:2]
        await night.settle(await late.press(night.board(), control(night, "yes"), at_ms=at + 5))
        await night.settle(await early.press(night.board(), control(night, "yes"), at_ms=at))
        settled = await night.until_settled(table.sequence)
        order = [night.people[call["seat"]].name for call in settled["calls"]]
        assert order == [early.name, late.name]
        gaps = [call["after_ms"] for call in settled["calls"]]
        assert gaps[1] - gaps[0] == 5
        receipt = next(
            message for message in reversed(night.harbour.channel.history()) if f"{gaps[0]} ms" in message.text
        )
        assert receipt.only_for is None


@pytest.mark.thorough(LONGER)
async def test_a_call_made_before_the_next_pluck_counts_even_if_it_arrives_after_it(tmp_path: Path) -> None:
    """PB-45, PB-47: the grace allows for delayed messages."""
    async with evening(tmp_path, chance=SeededChance("race")) as night:
        thrower = await after_a_discard(night)
        table = await night.now()
        following = night.people[(thrower + 1) % 4]
        caller = night.people[(thrower + 2) % 4]
        said, plucked = night.harbour.clock.now() + 300, night.harbour.clock.now() + 400
        board = night.board()
        yes = control(night, "yes")
        await night.settle(await following.slash("move", options={"words": "pluck"}, at_ms=plucked))
        in_time = await caller.press(board, yes, at_ms=said, stale=True)
        await night.settle(in_time)
        assert in_time.followups == []
        too_late = await night.people[(thrower + 3) % 4].press(board, yes, at_ms=plucked + 1, stale=True)
        await night.settle(too_late)
        assert (await too_late.followup()).content.endswith("\n-# PB-45")
        settled = await night.until_settled(table.sequence)
        assert [night.people[call["seat"]].name for call in settled["calls"]] == [caller.name]


def control(night: Evening, what: str) -> str:
    """The custom id of a button on the board."""
    found = [str(button["custom_id"]) for button in night.board().buttons()]
    return next(custom_id for custom_id in found if f":{what}:" in custom_id)
