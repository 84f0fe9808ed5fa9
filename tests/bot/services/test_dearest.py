"""*Your dearest moves*, on the last page of an evening: certain losses and dear moves, for their player alone."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from bot.messages.parts.table_words import words_of
from bot.messages.replays.dearest import MOST_TOLD, list_losses, make_dearest_message
from bot.ports.ui import Button
from bot.tables.history.entries import Entry
from bot.tables.play.evening import HandLoss
from bot.wording import ENGLISH, Words, word_facts
from games import registry
from games.core.appraisal import Appraisal, MadeMove
from games.core.results import Loss
from games.core.seats import Seat
from tests.bot.harness.dailies import catch_refusal
from tests.bot.harness.players import play_until
from tests.bot.harness.room import BEAR, BULL, WALLY, Room
from tests.contract.test_dear_positions import TOLD, appraise
from tests.left_out import LONGER

LOMBARDY = "lombardy-bones"


async def play_evening(room: Room, hands: int) -> int:
    """Let Bear and Bull play this many hands with two robots, and close the table; returns its id."""
    table = await room.start_table(LOMBARDY, (BEAR, BULL), 2)
    for hand in range(1, hands + 1):
        await play_until(room, table, hand, BEAR, BULL)
    await room.close(table)
    await room.settle()
    return table


@pytest.mark.thorough(LONGER)
async def test_dear_moves_are_told_one_a_hand_with_their_steps(room: Room) -> None:
    """The judges see the seat's own view, and the button leads to the replay's step of the move."""
    seen: list[MadeMove] = []

    async def judge(name: str, choices: Sequence[MadeMove]) -> list[Appraisal[object] | None]:
        seen.extend(choices)
        return [Appraisal(move, 3 + place, "scores_later", {"by": 9}) for place, (_, move, _) in enumerate(choices)]

    table = await play_evening(room, 4)
    closed = await room.get(table)
    words = replace(words_of(closed), language=ENGLISH)
    message = await make_dearest_message(room.services.replays.messages, judge, closed, Seat(1), words)
    assert {view.seat for view, _, _ in seen} == {1}
    lines = [line for line in message.text.splitlines() if "at least" in line]
    assert len(lines) == MOST_TOLD
    assert all(line.endswith("; you score 9 points more later.") for line in lines)
    assert len({line.split(":")[0] for line in lines}) == MOST_TOLD
    buttons = [control for row in message.rows for control in row if isinstance(control, Button)]
    assert len(buttons) == MOST_TOLD
    replay = await room.press(table, buttons[0].name, BULL)
    assert replay.message is not None and "step" in replay.message.text


async def test_only_a_player_of_the_table_may_ask(room: Room) -> None:
    table = await play_evening(room, 1)
    assert await catch_refusal(room.press(table, "dearest", WALLY)) == "not_seated"
    assert registry.game(LOMBARDY).appraise is not None


def test_the_losses_are_summed_by_kind_with_the_dearest() -> None:
    words = Words(ENGLISH, LOMBARDY, ("Bear", "Bull"))
    entry = Entry(1, 0, None, None)
    missed = [Loss(Seat(0), "uncalled", 5, "6-4"), Loss(Seat(0), "uncalled", 10, "5-3")]
    losses = [HandLoss(hand, loss, entry) for hand, loss in zip((2, 4), missed, strict=True)]
    assert list_losses(losses, words) == ["You left 15 points uncalled; the dearest: 10 at 5-3, in hand 4."]


@pytest.mark.parametrize("name", TOLD)
def test_each_cause_has_a_sentence(name: str) -> None:
    words = Words(ENGLISH, name, ("Bear", "Bull", "Wally", "Bluey"))
    found = [appraise(name, position) for position in TOLD[name]]
    told = {words.say(f"dearest/{of.cause}", **word_facts(of.facts, words)) for of in found if of.cause}
    assert told
    assert not any("/" in sentence for sentence in told)
