"""`boneyard doctor --channel` at the harbour: each trial passes or says what to do, and nothing is left behind."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.cli.doctor import run_doctor
from bot.cli.exit_status import ExitStatus
from bot.cli.run import make_harbour_settings
from bot.config import Settings
from harbour import Harbour, Message, Permission
from harbour.state.model import Thread
from harbour.state.permissions import BOT_DEFAULT
from tests.admin import forbid, set_role_permissions
from tests.harbour.description import load_description
from tests.injected_faults import Fault, inject_fault
from tests.left_out import MORE_CASES

TRIALS = ["picture", "edit", "history", "layout", "thread", "event", "direct message", "cleanup"]
TOPICS = (*TRIALS, "channel")
PATIENCE = 30.0


@pytest.fixture
async def harbour() -> AsyncIterator[Harbour]:
    """A harbour whose bot may do everything that is tried."""
    async with Harbour(bot_permissions=BOT_DEFAULT | Permission.CREATE_EVENTS) as harbour:
        yield harbour
        assert harbour.failures == []
        assert harbour.unsupported == []
        assert load_description().differences(harbour.requests) == []


async def run(
    harbour: Harbour, capsys: pytest.CaptureFixture[str], folder: Path, channel: str = "", user: str = ""
) -> tuple[int, dict[str, str]]:
    """Try everything out; returns the exit status, and what is said of each trial by topic."""
    settings = make_harbour_settings(Settings(database_url=f"sqlite:///{folder / 'none.db'}"), harbour)
    status = await run_doctor(settings, int(channel or harbour.channel.id), int(user) if user else None)
    lines = [line.split(maxsplit=1) for line in capsys.readouterr().out.splitlines()]
    told = {topic: (grade, text) for grade, (topic, _, text) in ((one, two.partition(": ")) for one, two in lines)}
    return status, {topic: text if grade != "ok" else "ok" for topic, (grade, text) in told.items() if topic in TOPICS}


def list_left(harbour: Harbour) -> list[object]:
    """Everything of the bot's that is still at the harbour, except archived threads."""
    messages = [message for channel in harbour.state.channels.values() for message in channel.history()]
    return [*messages, *(thread for thread in list_threads(harbour) if not thread.archived), *harbour.guild.scheduled]


def list_threads(harbour: Harbour) -> list[Thread]:
    return [channel.thread for channel in harbour.state.channels.values() if channel.thread is not None]


def list_posts(harbour: Harbour) -> list[dict[str, Any]]:
    """The messages that were posted, as Discord returned them."""
    return [
        request.answer
        for request in harbour.requests
        if request.method == "POST" and request.path.endswith("/messages") and isinstance(request.answer, dict)
    ]


async def test_all_is_well_and_nothing_is_left(
    harbour: Harbour, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    bear = harbour.add_user("Bear")
    status, told = await run(harbour, capsys, tmp_path, user=bear.id)
    assert told == dict.fromkeys(TRIALS, "ok")
    assert status == ExitStatus.OK
    assert list_left(harbour) == list_threads(harbour) == []
    picture, layout, thread, dm = list_posts(harbour)
    assert picture["attachments"] and layout["flags"] & 1 << 15
    assert picture["channel_id"] == layout["channel_id"] == harbour.channel.id != thread["channel_id"]
    assert dm["channel_id"] == bear.dm_channel.id


@pytest.mark.parametrize(
    ("lacking", "remedies"),
    [
        (
            Permission.ATTACH_FILES,
            {
                "picture": "Allow Send Messages and Attach Files",
                "edit": "there's no message to work with",
                "history": "there's no message to work with",
                "layout": "Allow Send Messages and Attach Files",
            },
        ),
        (
            Permission.READ_MESSAGE_HISTORY,
            {"history": "Allow Read Message History"},
        ),
        (
            Permission.SEND_MESSAGES_IN_THREADS,
            {"thread": "Send Messages in Threads"},
        ),
        (Permission.CREATE_EVENTS, {"event": "Allow Create Events for the bot's role"}),
    ],
)
async def test_a_missing_permission_is_named_and_nothing_is_left(
    lacking: Permission, remedies: dict[str, str], harbour: Harbour, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (own,) = (role for role in harbour.guild.roles.values() if role.managed)
    set_role_permissions(harbour, harbour.guild, own, own.permissions & ~lacking)
    forbid(harbour, harbour.bot, lacking)
    status, told = await run(harbour, capsys, tmp_path)
    assert status == ExitStatus.FAILED
    assert {topic for topic in TRIALS if told[topic] != "ok"} == set(remedies)
    for topic, remedy in remedies.items():
        assert remedy in told[topic]
    assert list_left(harbour) == list_threads(harbour) == []


async def test_closed_direct_messages_are_told_and_nothing_is_left(
    harbour: Harbour, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    harbour.owner.accept_dms(False)
    status, told = await run(harbour, capsys, tmp_path)
    assert status == ExitStatus.FAILED
    assert {topic for topic in TRIALS if told[topic] != "ok"} == {"direct message"}
    assert told["direct message"].startswith(
        f"the bot can't send the user {harbour.owner.id} a direct message (403 50007"
    )
    assert list_left(harbour) == list_threads(harbour) == []


async def test_a_thread_that_the_bot_may_not_delete_is_empty_archived_and_named(
    harbour: Harbour, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    forbid(harbour, harbour.bot, Permission.MANAGE_THREADS)
    status, told = await run(harbour, capsys, tmp_path)
    assert status == ExitStatus.OK
    (thread,) = (channel for channel in harbour.state.channels.values() if channel.thread is not None)
    assert thread.id in told["cleanup"]
    assert told["cleanup"].startswith("the thread https://discord.com/channels/")
    assert list_left(harbour) == []


@pytest.mark.thorough(MORE_CASES)
async def test_nothing_is_left_where_an_answer_was_lost(
    harbour: Harbour, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Discord opens the thread and schedules the event, but both answers are lost, so they are asked for again."""
    for path in (r"/channels/\d+/threads", r"/guilds/\d+/scheduled-events"):
        inject_fault(harbour, Fault("POST", path, cut=True, after_effect=True))
    status, told = await run(harbour, capsys, tmp_path)
    assert (status, told) == (ExitStatus.OK, dict.fromkeys(TRIALS, "ok"))
    assert sum(request.method == "POST" and request.path.endswith("/threads") for request in harbour.requests) == 2
    assert list_left(harbour) == list_threads(harbour) == []


class Notice(Message):
    """Discord's notice that the bot has begun a thread."""

    thread = ""

    def to_json(self) -> dict[str, Any]:
        """The notice as Discord gives it to a client."""
        return {**super().to_json(), "type": 18, "message_reference": {"type": 0, "channel_id": self.thread}}


async def test_an_interrupted_test_deletes_what_it_made(
    harbour: Harbour, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """The host presses Ctrl-C while Discord's answer about the thread is on its way."""

    def find_thread() -> str | None:
        return next((number for number, channel in harbour.state.channels.items() if channel.thread), None)

    held = inject_fault(harbour, Fault("POST", r"/channels/\d+/threads", hold=True, after_effect=True))
    testing = asyncio.create_task(run(harbour, capsys, tmp_path))
    thread = await harbour.state.signal.wait_until(find_thread, PATIENCE, "a thread")
    notice = Notice(harbour.state.snowflakes.make(), harbour.channel.id, harbour.bot)
    notice.thread = thread
    harbour.channel.messages[notice.id] = notice
    os.kill(os.getpid(), signal.SIGINT)
    held.release()
    status, told = await testing
    assert status == ExitStatus.INTERRUPTED
    assert "event" not in told
    assert told["cleanup"] == "ok"
    assert list_left(harbour) == list_threads(harbour) == []


@pytest.mark.parametrize("reads", [True, False])
async def test_a_message_whose_answer_never_came_is_found_and_deleted_or_named(
    reads: bool, harbour: Harbour, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """The test is broken off at once, as Ctrl-C does on Windows."""
    if not reads:
        forbid(harbour, harbour.bot, Permission.READ_MESSAGE_HISTORY)
    inject_fault(harbour, Fault("POST", r"/channels/\d+/messages", hold=True, after_effect=True))
    testing = asyncio.create_task(run(harbour, capsys, tmp_path))
    await harbour.state.signal.wait_until(harbour.channel.history, PATIENCE, "a message")
    testing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await testing
    last = capsys.readouterr().out.splitlines()[-1].split(maxsplit=1)
    link = f"https://discord.com/channels/{harbour.guild.id}/{harbour.channel.id}"
    named = ["FAIL", f"cleanup: the bot couldn't delete everything. Delete by hand: {link}."]
    assert last == (["ok", "cleanup: all the test messages are deleted"] if reads else named)
    assert (list_left(harbour) == []) == reads


async def test_a_channel_that_the_bot_does_not_see_is_told(
    harbour: Harbour, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    status, told = await run(harbour, capsys, tmp_path, channel="1234")
    assert status == ExitStatus.FAILED
    assert told["channel"].startswith("the bot can't see the channel 1234. Check the ID")
