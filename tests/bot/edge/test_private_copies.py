"""A private answer is deleted when the next of its kind comes, and a hand when its reader leaves the table."""

from __future__ import annotations

import aiohttp
import pytest

from bot.edge.private_copies import LASTS, Answer, PrivateCopies
from bot.edge.repeating import Repeater

TABLE, OTHER = 1, 2
BEAR, BULL = 11, 12


class Copies:
    """Copies with a clock to turn, and a list of what was deleted."""

    def __init__(self) -> None:
        self.at = 0.0
        self.made = 0
        self.deleted: list[str] = []
        self.kept = PrivateCopies(Repeater(lambda: self.at, self.pass_time))

    async def pass_time(self, seconds: float) -> None:
        self.at += seconds

    def copy(self, name: str, message: int = 0) -> Answer:
        self.made += 1

        async def delete() -> None:
            self.deleted.append(name)

        return Answer(message or self.made, delete)


async def test_the_copies_of_whoever_left_are_deleted() -> None:
    copies = Copies()
    copies.kept.keep(TABLE, BEAR, copies.copy("one"))
    copies.kept.keep(TABLE, BULL, copies.copy("Bull's"))
    copies.kept.keep(OTHER, BEAR, copies.copy("elsewhere"))
    copies.kept.take_back(TABLE, (BEAR, BULL))
    copies.kept.take_back(TABLE, (BULL,))
    copies.kept.take_back(TABLE, (BULL,))
    await copies.kept.settled()
    assert copies.deleted == ["one"]


async def test_a_copy_is_deleted_when_its_hand_is_hidden_elsewhere() -> None:
    copies = Copies()
    copies.kept.keep(TABLE, BEAR, copies.copy("one"))
    copies.kept.keep(TABLE, BULL, copies.copy("Bull's"))
    copies.kept.keep(OTHER, BEAR, copies.copy("another hand"))
    for _ in range(2):
        copies.kept.hide(TABLE, BEAR)
    await copies.kept.settled()
    assert copies.deleted == ["one"]


async def test_a_new_copy_deletes_the_last_one_unless_it_is_the_same_message() -> None:
    copies = Copies()
    copies.kept.keep(TABLE, BEAR, copies.copy("old"))
    copies.kept.keep(TABLE, BEAR, copies.copy("new", 7))
    copies.kept.keep(TABLE, BEAR, copies.copy("new, edited", 7))
    copies.kept.take_back(TABLE, ())
    await copies.kept.settled()
    assert copies.deleted == ["old", "new, edited"]


async def test_words_replace_the_last_words_in_their_channel_and_no_hand() -> None:
    copies = Copies()
    copies.kept.keep(TABLE, BEAR, copies.copy("hand"))
    copies.kept.said(100, BEAR, copies.copy("too late"))
    copies.kept.said(100, BULL, copies.copy("not Bear's"))
    copies.kept.said(200, BEAR, copies.copy("elsewhere"))
    copies.kept.said(100, BEAR, copies.copy("not your turn"))
    await copies.kept.settled()
    assert copies.deleted == ["too late"]


async def test_words_go_when_their_reader_moves() -> None:
    copies = Copies()
    copies.kept.keep(TABLE, BEAR, copies.copy("hand"))
    copies.kept.said(100, BEAR, copies.copy("what your buttons do"))
    copies.kept.said(100, BULL, copies.copy("not Bear's"))
    for _ in range(2):
        copies.kept.move_on(100, BEAR)
    await copies.kept.settled()
    assert copies.deleted == ["what your buttons do"]


async def test_copies_that_discord_does_not_delete_any_more_are_forgotten() -> None:
    copies = Copies()
    copies.kept.keep(TABLE, BEAR, copies.copy("old"))
    copies.at = LASTS
    copies.kept.keep(TABLE, BEAR, copies.copy("new"))
    copies.kept.keep(OTHER, BULL, copies.copy("new, too"))
    await copies.kept.settled()
    assert copies.deleted == []


@pytest.mark.parametrize("error", [OSError("the line is cut"), aiohttp.ServerDisconnectedError()])
async def test_a_copy_is_deleted_once_the_line_is_back(error: Exception) -> None:
    copies = Copies()
    failures = [error] * 3

    async def stumble() -> None:
        if failures:
            raise failures.pop()
        copies.deleted.append("late")

    copies.kept.keep(TABLE, BEAR, Answer(1, stumble))
    copies.kept.take_back(TABLE, ())
    await copies.kept.settled()
    assert copies.deleted == ["late"]


async def test_a_copy_that_cannot_be_deleted_stops_nothing() -> None:
    copies = Copies()

    async def fail() -> None:
        raise OSError("the line is cut")

    copies.kept.keep(TABLE, BEAR, Answer(1, fail))
    copies.kept.keep(TABLE, BULL, copies.copy("next"))
    copies.kept.take_back(TABLE, ())
    await copies.kept.settled()
    assert copies.deleted == ["next"]
