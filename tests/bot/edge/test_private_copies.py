"""Private answers: each is deleted when the next of its kind comes. A hand is also deleted when its reader leaves.

When the table has moved on, a hand is made anew.
"""

from typing import Any

import aiohttp
import pytest

from bot.edge.private_copies import PrivateAnswer, PrivateCopies
from bot.edge.repeating import TOKEN_LASTS, Repeater
from games.core import Refused

TABLE, OTHER = 1, 2
BEAR, BULL = 11, 12


class Copies:
    """Private copies with a manual clock; lists the copies that were deleted and those that were made anew."""

    def __init__(self) -> None:
        self.at = 0.0
        self.made = 0
        self.deleted: list[str] = []
        self.updated: list[str] = []
        self.kept = PrivateCopies(Repeater(lambda: self.at, self.pass_time))

    async def pass_time(self, seconds: float) -> None:
        self.at += seconds

    def copy(self, name: str, message: int = 0, sequence: int = 0) -> PrivateAnswer:
        """Make an answer; with a `sequence`, it can be made anew."""
        self.made += 1

        async def delete() -> None:
            self.deleted.append(name)

        async def update() -> None:
            self.updated.append(name)

        return PrivateAnswer(message or self.made, delete, update if sequence else None, sequence)


async def test_the_copies_of_a_player_who_left_are_deleted() -> None:
    copies = Copies()
    copies.kept.keep("hand", TABLE, BEAR, copies.copy("one"))
    copies.kept.keep("hand", TABLE, BULL, copies.copy("Bull's"))
    copies.kept.keep("hand", OTHER, BEAR, copies.copy("elsewhere"))
    copies.kept.delete_hands_of_others(TABLE, (BEAR, BULL))
    copies.kept.delete_hands_of_others(TABLE, (BULL,))
    copies.kept.delete_hands_of_others(TABLE, (BULL,))
    await copies.kept.jobs.wait()
    assert copies.deleted == ["one"]


@pytest.mark.parametrize(("kind", "other"), [("hand", "words"), ("words", "hand")])
async def test_a_hand_that_is_hidden_elsewhere_or_a_text_whose_reader_moves_is_deleted(kind: Any, other: Any) -> None:
    copies = Copies()
    copies.kept.keep(kind, TABLE, BEAR, copies.copy("one"))
    copies.kept.keep(kind, TABLE, BULL, copies.copy("Bull's"))
    copies.kept.keep(kind, OTHER, BEAR, copies.copy("elsewhere"))
    copies.kept.keep(other, TABLE, BEAR, copies.copy("of another kind"))
    for _ in range(2):
        copies.kept.delete(kind, TABLE, BEAR)
    await copies.kept.jobs.wait()
    assert copies.deleted == ["one"]


async def test_a_new_copy_deletes_the_last_one_unless_it_is_the_same_message() -> None:
    copies = Copies()
    copies.kept.keep("hand", TABLE, BEAR, copies.copy("old"))
    copies.kept.keep("hand", TABLE, BEAR, copies.copy("new", 7))
    copies.kept.keep("hand", TABLE, BEAR, copies.copy("new, edited", 7))
    copies.kept.delete_hands_of_others(TABLE, ())
    await copies.kept.jobs.wait()
    assert copies.deleted == ["old", "new, edited"]


@pytest.mark.parametrize(("kind", "other"), [("words", "panel"), ("panel", "words")])
async def test_a_text_or_panel_replaces_the_last_one_in_its_channel_and_nothing_else(kind: Any, other: Any) -> None:
    copies = Copies()
    copies.kept.keep("hand", TABLE, BEAR, copies.copy("hand"))
    copies.kept.keep(other, 100, BEAR, copies.copy("of another kind"))
    copies.kept.keep(kind, 100, BEAR, copies.copy("too late"))
    copies.kept.keep(kind, 100, BULL, copies.copy("not Bear's"))
    copies.kept.keep(kind, 200, BEAR, copies.copy("elsewhere"))
    copies.kept.keep(kind, 100, BEAR, copies.copy("not your turn"))
    await copies.kept.jobs.wait()
    assert copies.deleted == ["too late"]


async def test_copies_that_discord_no_longer_deletes_are_forgotten() -> None:
    copies = Copies()
    copies.kept.keep("hand", TABLE, BEAR, copies.copy("old"))
    copies.at = TOKEN_LASTS
    copies.kept.keep("hand", TABLE, BEAR, copies.copy("new"))
    copies.kept.keep("hand", OTHER, BULL, copies.copy("new, too"))
    await copies.kept.jobs.wait()
    assert copies.deleted == []


@pytest.mark.parametrize("error", [OSError("the line is cut"), aiohttp.ServerDisconnectedError()])
async def test_a_copy_is_deleted_once_the_connection_is_back(error: Exception) -> None:
    copies = Copies()
    failures = [error] * 3

    async def stumble() -> None:
        if failures:
            raise failures.pop()
        copies.deleted.append("late")

    copies.kept.keep("hand", TABLE, BEAR, PrivateAnswer(1, stumble))
    copies.kept.delete_hands_of_others(TABLE, ())
    await copies.kept.jobs.wait()
    assert copies.deleted == ["late"]


async def test_a_copy_that_cannot_be_deleted_stops_nothing() -> None:
    copies = Copies()

    async def fail() -> None:
        raise OSError("the line is cut")

    copies.kept.keep("hand", TABLE, BEAR, PrivateAnswer(1, fail))
    copies.kept.keep("hand", TABLE, BULL, copies.copy("next"))
    copies.kept.delete_hands_of_others(TABLE, ())
    await copies.kept.jobs.wait()
    assert copies.deleted == ["next"]


async def test_hands_of_an_earlier_moment_are_made_anew_at_each_moment() -> None:
    copies = Copies()
    copies.kept.keep("hand", TABLE, BEAR, copies.copy("Bear's", sequence=5))
    copies.kept.keep("hand", TABLE, BULL, copies.copy("Bull's, which stays as it is"))
    copies.kept.keep("hand", OTHER, BULL, copies.copy("elsewhere", sequence=5))
    for moment in (5, 6, 6, 7):
        copies.kept.expire_controls(TABLE, moment)
        await copies.kept.jobs.wait()
    assert copies.updated == ["Bear's", "Bear's"]
    copies.kept.keep("hand", TABLE, BEAR, copies.copy("the next", sequence=8))
    copies.kept.expire_controls(TABLE, 8)
    await copies.kept.jobs.wait()
    assert (copies.updated, copies.deleted) == (["Bear's", "Bear's"], ["Bear's"])


async def test_moments_that_follow_each_other_are_one_update() -> None:
    copies = Copies()
    copies.kept.keep("hand", TABLE, BEAR, copies.copy("Bear's", sequence=5))
    for moment in (6, 7, 8):
        copies.kept.expire_controls(TABLE, moment)
    await copies.kept.jobs.wait()
    assert copies.updated == ["Bear's"]


async def test_a_hand_that_is_pressed_is_left_to_the_reply() -> None:
    copies = Copies()
    copies.kept.keep("hand", TABLE, BEAR, copies.copy("before", 7, sequence=5))
    with copies.kept.keep_controls(7):
        copies.kept.expire_controls(TABLE, 6)
        copies.kept.keep("hand", TABLE, BEAR, copies.copy("after the move", 7, sequence=6))
    with copies.kept.keep_controls(7):
        copies.kept.expire_controls(TABLE, 7)
    await copies.kept.jobs.wait()
    assert copies.updated == ["after the move"], "the reply to the second press was no hand"


async def test_a_reply_outdated_when_it_arrives_is_made_anew_too() -> None:
    copies = Copies()
    copies.kept.keep("hand", TABLE, BEAR, copies.copy("before", 7, sequence=5))
    with copies.kept.keep_controls(7):
        copies.kept.expire_controls(TABLE, 6)
        copies.kept.expire_controls(TABLE, 9)
        copies.kept.keep("hand", TABLE, BEAR, copies.copy("of moment 6", 7, sequence=6))
    await copies.kept.jobs.wait()
    assert copies.updated == ["of moment 6"]


async def test_a_late_update_is_followed_by_one_of_the_newer_hand() -> None:
    copies = Copies()

    async def be_overtaken() -> None:
        copies.kept.keep("hand", TABLE, BEAR, copies.copy("newer", 7, sequence=6))

    async def delete() -> None:
        raise AssertionError("the message is the same")

    copies.kept.keep("hand", TABLE, BEAR, PrivateAnswer(7, delete, be_overtaken, 5))
    copies.kept.expire_controls(TABLE, 6)
    await copies.kept.jobs.wait()
    assert copies.updated == ["newer"]


async def test_nothing_is_edited_once_the_token_is_old() -> None:
    copies = Copies()
    copies.kept.keep("hand", TABLE, BEAR, copies.copy("old", sequence=5))
    copies.at = TOKEN_LASTS
    copies.kept.expire_controls(TABLE, 6)
    await copies.kept.jobs.wait()
    assert copies.updated == []


async def test_a_hand_that_cannot_be_made_is_given_up() -> None:
    copies, tried = Copies(), list[int]()

    async def fail() -> None:
        tried.append(1)
        raise ValueError("the table is gone")

    copies.kept.keep("hand", TABLE, BEAR, PrivateAnswer(7, fail, fail, 5))
    for moment in (6, 7):
        copies.kept.expire_controls(TABLE, moment)
        await copies.kept.jobs.wait()
    assert tried == [1]


async def test_a_hand_kept_after_its_reader_left_is_deleted_when_it_would_be_made_anew() -> None:
    copies = Copies()

    async def refuse() -> None:
        raise Refused("TABLE", "not_seated")

    late = copies.copy("late", sequence=5)._replace(update=refuse)
    copies.kept.keep("hand", TABLE, BEAR, late)
    copies.kept.expire_controls(TABLE, 6)
    await copies.kept.jobs.wait()
    assert (copies.updated, copies.deleted) == ([], ["late"])
