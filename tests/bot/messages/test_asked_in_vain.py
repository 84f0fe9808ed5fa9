"""Nobody is asked to press a button that their message doesn't have."""

from types import SimpleNamespace
from typing import Any

import pytest

from bot.ports import Button
from bot.wording import ENGLISH, Words
from bot.wording.event_text import find_moment_key
from games import registry
from games.core import Seat
from tests.bot.harness.players import words_for
from tests.bot.harness.room import BEAR, BULL, NED, WALLY, Room
from tests.effort import rounds
from tests.left_out import MORE_GAMES, mark_thorough

EVERYBODY = (BEAR, BULL, WALLY, NED)
NAMED = ("Done", "Pass")
"""The buttons that end an answer, as headlines name them."""


@pytest.mark.parametrize("game", mark_thorough(registry.NAMES, MORE_GAMES, but=["pussers-bones"]))
async def test_a_headline_names_only_buttons_that_its_reader_has(room: Room, game: str) -> None:
    """PB-40, LB-52, SM-1: who threw the bone, laid the last one or has folded is not asked."""
    table = await room.start_table(game, EVERYBODY, 0)
    others = 0
    for _ in range(rounds(60, 250, 250)):
        present = await room.get(table)
        if not present.hand_open and present.shuffle.last_finished:
            break
        for seat, person in enumerate(EVERYBODY):
            message = room.dm(person)[-1]
            headline = next(line for line in reversed(message.text.splitlines()) if line.startswith("**"))
            labels = [control.label for row in message.rows for control in row if isinstance(control, Button)]
            assert all(name in labels for name in NAMED if name in headline.split("·")[0].strip("* ").split()), headline
            others += Seat(seat) not in present.public_view.to_act
        mover = next((who for who in EVERYBODY if words_for(present, who)), None)
        if mover is None:
            room.forward(9_000)
        else:
            folds = game == "bonedoneskis" and mover is NED and present.public_view.phase == "betting"
            await room.say(table, "fold" if folds else words_for(present, mover) or "", mover)
        await room.settle()
    assert others


def test_whoever_may_call_in_a_race_is_asked_although_the_table_waits_for_another() -> None:
    """PB-46"""
    view: Any = SimpleNamespace(phase="calling", stage="race", to_act=(Seat(1),))
    assert find_moment_key(view, Words(ENGLISH, "pussers-bones"), Seat(2)) == "phase/calling"
