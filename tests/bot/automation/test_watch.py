"""The figures by which an absent host sees that people are served, and the finding for each of them."""

from collections.abc import Callable

import pytest

from bot.outbox.outbox import write_letter
from bot.ports import MINUTE, DeliveryError, ErrorKind, Grade, Message, Place
from bot.services.checkup import LATE, SILENT, Figures, check_service
from bot.wording import HOST
from tests.bot.harness.room import BEAR, Room
from tests.effort import rounds
from tests.left_out import MORE_CASES, mark_thorough


def refuse(kind: ErrorKind) -> Callable[[str, Place, Message | None], None]:
    """Return a `fail` for the messenger: Discord refuses each new message for this reason."""

    def fail(what: str, place: Place, message: Message | None) -> None:
        if what == "send":
            raise DeliveryError(kind)

    return fail


async def write(room: Room) -> None:
    """Write a letter to Bear."""
    await room.write(write_letter, BEAR.user, "The last backup is old.", "backup", room.clock())


@pytest.mark.parametrize(
    "kind", mark_thorough([ErrorKind.BLOCKED, ErrorKind.BAD_REQUEST], MORE_CASES, but=[ErrorKind.BLOCKED])
)
async def test_a_message_that_waits_for_its_next_try_counts_as_late(room: Room, kind: ErrorKind) -> None:
    """The message counts even between two tries, when it is not due. The slow clock makes longer and longer pauses."""
    room.messenger.fail = refuse(kind)
    await write(room)
    pause = rounds(2, 1, 1)
    for _ in range(16 // pause):
        await room.tick()
        room.forward(pause * MINUTE)
    figures = await room.parts.watch.take_figures()
    assert 15 * 60 <= figures.undelivered <= 16 * 60
    assert not await room.parts.watch.are_all_delivered()

    room.messenger.fail = lambda what, place, message: None
    room.forward(16 * MINUTE)
    await room.tick()
    assert (await room.parts.watch.take_figures()).undelivered == 0


async def test_a_message_to_closed_dms_does_not_count_as_late(room: Room) -> None:
    """The doctor has its own line for closed DMs. An alert for them would never end."""
    room.messenger.fail = refuse(ErrorKind.DMS_CLOSED)
    await write(room)
    for _ in range(16):
        await room.tick()
        room.forward(MINUTE)
    await room.tick()
    assert await room.parts.watch.are_all_delivered()


def test_each_figure_has_its_finding() -> None:
    ill = check_service(Figures(unanswered=SILENT, stuck=2, undelivered=LATE, backup=None), False, HOST)
    assert [(finding.topic, finding.grade) for finding in ill] == [
        ("Discord", Grade.FAULT), ("tables", Grade.FAULT), ("messages", Grade.NOTE),
    ]  # fmt: skip
    (well,) = check_service(Figures(unanswered=SILENT - 1, stuck=0, undelivered=LATE - 1, backup=None), False, HOST)
    assert (well.topic, well.grade) == ("service", Grade.WELL)
