"""The answer of *Why?* before anything is scored: the moment, from what the reader sees."""

from __future__ import annotations

import pytest

from bot.messages import controls
from bot.messages.help import explain_moment
from bot.ports.ui import Button
from bot.wording import Words, knows
from games.core import registry
from games.core.moves import Choice
from tests.bot.harness.players import play_until, until_turn
from tests.bot.harness.room import BEAR, BULL, WALLY, Room


async def test_before_a_score_why_tells_the_moment(room: Room) -> None:
    table = await room.started("duo-dominoes", (BEAR, BULL), 2)
    present = await until_turn(room, table, BEAR, BULL)
    reply = await room.ask(room.services.answers.why, table, BEAR)
    assert reply.message is not None
    text = reply.message.text
    assert "**Play**: Lay a tile" in text
    assert "Your partner sits opposite" in text
    assert "Nothing has been scored yet" in text
    other = explain_moment(present, present.seat_of(BULL.user))
    assert "The table waits for " in other
    assert "You have no seat here" in explain_moment(present, present.seat_of(WALLY.user))


async def test_after_a_score_why_tells_the_moment_first_to_whoever_is_waited_for(room: Room) -> None:
    table = await room.started("duo-dominoes", (BEAR, BULL), 2)
    await play_until(room, table, 1, BEAR, BULL)
    await until_turn(room, table, BEAR, BULL)
    asked = await room.ask(room.services.answers.why, table, BEAR)
    assert asked.message is not None
    moment, _, score = asked.message.text.partition("The last score:")
    assert "**Play**: Lay a tile" in moment and "Blocked" in score
    waiting = await room.ask(room.services.answers.why, table, BULL)
    assert waiting.message is not None and "**Play**" not in waiting.message.text


@pytest.mark.parametrize("name", registry.NAMES)
def test_every_game_has_its_words_for_newcomers(name: str) -> None:
    assert knows("words", name)
    assert all(verb.plain for verb in registry.game(name).VERBS)


def test_a_button_that_gives_up_is_neither_first_nor_bright() -> None:
    class Lombardy:
        VERBS = registry.game("lombardy-bones").VERBS

        @staticmethod
        def choices(view: object) -> tuple[Choice, ...]:
            return (Choice("k", "knock"), Choice("d", "draw"))

    class Seen:
        seat = 0

    (row,) = controls.rows(Lombardy, Seen, Words("lombardy-bones"))  # type: ignore[arg-type]
    made = [one for one in row if isinstance(one, Button)]
    assert [(one.what, one.style) for one in made] == [("draw", "primary"), ("knock", "secondary")]


def test_none_is_not_bright_beside_pieces() -> None:
    class Lombardy:
        VERBS = registry.game("lombardy-bones").VERBS

        def __init__(self, *some: str) -> None:
            self.some = some

        def choices(self, view: object) -> tuple[Choice, ...]:
            return tuple(Choice(one, f"answer {one}") for one in self.some)

    class Seen:
        seat = 0

    def styles(*some: str) -> list[str]:
        made = controls.rows(Lombardy(*some), Seen, Words("lombardy-bones"))  # type: ignore[arg-type]
        return [one.style for row in made for one in row if isinstance(one, Button)]

    assert styles("5-5", "3-3", "none") == ["primary", "primary", "secondary"]
    assert styles("none") == ["primary"]
