"""Bonedoneskis through Discord alone: powers called and missed, chips, eight seats, and hidden cards."""

from pathlib import Path

import pytest

from bot.tables.timing.deadlines import is_waiting_for_next_hand
from tests.chance import SeededChance
from tests.games.bonedoneskis.hand import deck_of
from tests.left_out import MORE_CASES
from tests.stories.dealt_evenings import (
    controls,
    say_accepted,
    switch_to_words,
)
from tests.stories.evening import Evening, complete_move, evening
from tests.views import own_view


async def start_in_words(night: Evening) -> None:
    """Start a table without pictures."""
    await night.open("bonedoneskis", text_only="yes")
    await switch_to_words(night)
    await night.start()


async def say_the_quiet_word(night: Evening) -> None:
    """Let the next player call no power, or check or call the bet."""
    table = await night.now()
    seat = own_view(table).to_act[0]
    words = {choice.verb for choice in table.game.choices(table.view(seat))}
    await say_accepted(night, night.people[seat], next(verb for verb in ("done", "check", "call") if verb in words))


async def controls_in_rounds_of_calls(night: Evening) -> dict[str, set[str]]:
    """Play a hand without calling powers; collect by place the controls and completions offered in rounds of calls."""
    offered: dict[str, set[str]] = {"boards": set(), "racks": set(), "completions": set()}
    for _ in range(60):
        table = await night.now()
        if is_waiting_for_next_hand(table):
            break
        crowd = own_view(table)
        if crowd.phase == "calling" and len(crowd.to_act) == len(crowd.live_seats):
            offered["boards"].add(str(controls(night.board())))
            for person in (night.people[seat] for seat in crowd.live_seats):
                offered["racks"].add(str(controls(night.rack(person))))
                offered["completions"].add(str(await complete_move(person, "claim")))
        await say_the_quiet_word(night)
    assert own_view(await night.now()).street >= 5
    return offered


@pytest.mark.thorough(MORE_CASES)
async def test_no_button_reveals_an_uncalled_power(tmp_path: Path) -> None:
    """R29, SM-1: in every round of calls everybody has the same controls, whatever their cards."""
    rows = ("Ah Ac 3s 4h 8s 7s", "Kh 9c 5h Jh Tc 4s", "Td 8h 9s 9d Qh 6d", "Jd 6c 7c Kc 5c 3c")
    async with evening(tmp_path, chance=SeededChance("asleep", deck_of(rows, {}))) as night:
        await start_in_words(night)
        offered = await controls_in_rounds_of_calls(night)
        assert [len(ways) for ways in offered.values()] == [1, 1, 1]
        assert "Queen of Hearts (R17)" in offered["racks"].pop()
