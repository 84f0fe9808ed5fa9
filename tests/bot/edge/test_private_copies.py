"""Private copies of a hand are deleted once their reader does not sit at the table any more."""

from __future__ import annotations

import aiohttp
import pytest

from bot.edge.private_copies import LASTS, MOST, Delete, PrivateCopies
from bot.edge.repeating import Repeater

TABLE, OTHER = 1, 2
BEAR, BULL = 11, 12


class Copies:
    """Copies with a clock to turn, and a list of what was deleted."""

    def __init__(self) -> None:
        self.at = 0.0
        self.deleted: list[str] = []
        self.kept = PrivateCopies(Repeater(lambda: self.at, self.pass_time))

    async def pass_time(self, seconds: float) -> None:
        self.at += seconds

    def copy(self, name: str) -> Delete:
        async def delete() -> None:
            self.deleted.append(name)

        return delete


async def test_the_copies_of_whoever_left_are_deleted() -> None:
    copies = Copies()
    copies.kept.keep(TABLE, BEAR, copies.copy("one"))
    copies.kept.keep(TABLE, BEAR, copies.copy("two"))
    copies.kept.keep(TABLE, BULL, copies.copy("Bull's"))
    copies.kept.keep(OTHER, BEAR, copies.copy("elsewhere"))
    copies.kept.take_back(TABLE, (BEAR, BULL))
    copies.kept.take_back(TABLE, (BULL,))
    copies.kept.take_back(TABLE, (BULL,))
    await copies.kept.settled()
    assert copies.deleted == ["one", "two"]


async def test_copies_that_discord_does_not_delete_any_more_are_forgotten() -> None:
    copies = Copies()
    copies.kept.keep(TABLE, BEAR, copies.copy("old"))
    copies.at = LASTS
    copies.kept.keep(OTHER, BULL, copies.copy("new"))
    copies.kept.take_back(TABLE, ())
    await copies.kept.settled()
    assert copies.deleted == []


async def test_only_the_last_copies_are_kept() -> None:
    copies = Copies()
    for number in range(MOST + 3):
        copies.kept.keep(TABLE, BEAR, copies.copy(str(number)))
    copies.kept.take_back(TABLE, ())
    await copies.kept.settled()
    assert copies.deleted == [str(number) for number in range(3, MOST + 3)]


@pytest.mark.parametrize("error", [OSError("the line is cut"), aiohttp.ServerDisconnectedError()])
async def test_a_copy_is_deleted_once_the_line_is_back(error: Exception) -> None:
    copies = Copies()
    failures = [error] * 3

    async def stumble() -> None:
        if failures:
            raise failures.pop()
        copies.deleted.append("late")

    copies.kept.keep(TABLE, BEAR, stumble)
    copies.kept.take_back(TABLE, ())
    await copies.kept.settled()
    assert copies.deleted == ["late"]


async def test_a_copy_that_cannot_be_deleted_stops_nothing() -> None:
    copies = Copies()

    async def fail() -> None:
        raise OSError("the line is cut")

    copies.kept.keep(TABLE, BEAR, fail)
    copies.kept.keep(TABLE, BEAR, copies.copy("next"))
    copies.kept.take_back(TABLE, ())
    await copies.kept.settled()
    assert copies.deleted == ["next"]
