"""The log of a hand: frequent moves stand in runs, and a finished hand shows only what counted."""

import pytest

from bot.messages.boards.log import MOST_IN_A_RUN, LogLine, LogLines, make_page
from games.registry import NAMES
from tests.bot.harness.players import step
from tests.bot.harness.room import BEAR, BULL, CHANNEL, NED, WALLY, Room
from tests.bot.harness.shelf import take_played_table
from tests.left_out import MORE_GAMES, mark_thorough


def line(sequence: int, text: str, short: str | None = None, ends: bool = False) -> LogLine:
    return LogLine(sequence, text, False, ends, short)


def lines_of(*lines: LogLine, length: int = 1_700) -> tuple[str, ...]:
    return make_page(LogLines(0, lines[-1].sequence, lines), length).lines


def test_moves_stand_in_runs_between_the_lines_that_count() -> None:
    told = lines_of(
        line(1, "**Hand 1**"), line(2, "Bear passes", "Bear passes"), line(3, "Bull plucks", ""),
        line(4, "Bull lays 6-6", "Bull 6-6"), line(5, "Yes! Bear"), line(6, "Bull passes", "Bull passes"),
    )  # fmt: skip
    assert told == ("**Hand 1**", "-# Bear passes · Bull 6-6", "Yes! Bear", "-# Bull passes")


def test_a_long_run_has_several_lines() -> None:
    many = [line(number, f"Bear {number}", f"Bear {number}") for number in range(1, 2 * MOST_IN_A_RUN + 2)]
    assert [text.count("·") + 1 for text in lines_of(*many)] == [MOST_IN_A_RUN, MOST_IN_A_RUN, 1]


def test_a_hand_that_is_over_leaves_its_runs_out() -> None:
    hand = (line(1, "**Hand 1**"), line(2, "Bear passes", "Bear passes"), line(3, "Bull scores 15"))
    assert lines_of(*hand, line(4, "It is over", ends=True)) == ("**Hand 1**", "Bull scores 15", "It is over")


def test_a_page_is_full_by_its_runs() -> None:
    """A run takes only the room of its short words, so a page holds many moves."""
    moves = tuple(line(number, "Bear throws out Nine Stick (S9)", "Bear S9") for number in range(1, 101))
    made = make_page(LogLines(0, 100, moves), 200)
    assert made.full
    assert 15 < made.until < 25
    assert len("\n".join(made.lines)) <= 250


@pytest.mark.parametrize("game", mark_thorough(NAMES, MORE_GAMES, but=["duo-dominoes", "bonedoneskis"]))
async def test_the_log_of_a_hand_is_short(room: Room, game: str) -> None:
    await take_played_table(room, game, (BEAR, BULL), 2)
    log = [message.text for message in room.at(CHANNEL) if not message.rows]
    told = [text for text in "\n".join(log).split("\n") if not text.startswith("> ")]
    assert len(told) <= 40


async def test_a_pause_names_the_person_who_asked_for_it(room: Room) -> None:
    table = await room.start_table("duo-dominoes", (BEAR, BULL, WALLY, NED), 0)
    await step(room, table, BEAR, BULL, WALLY, NED)
    await room.ask(room.seats.pause, table, BULL)
    await room.settle()
    assert any("Bull pauses the table." in message.text for message in room.at(CHANNEL))
