"""Messages follow their table: nonces, outdated states, and pages of the log."""

import pytest

from bot.delivery.edit_pacing import EditPacing
from bot.delivery.held_back import DeliveryFailures
from bot.delivery.message_rows import MessageRows
from bot.delivery.projector import MessageSync, compute_digests
from bot.messages.boards import log
from bot.messages.parts.desired_message import DesiredMessage
from bot.outbox.posting import nonce_of
from bot.ports import Button, DeliveryError, ErrorKind, Location, Message, Place
from bot.ports.messenger import MAY_WAIT
from bot.services.play import SLIP
from bot.store import MessageData, MessageKey, MessageKind, Projection, Store
from bot.store.messages import projections
from bot.store.messages.message_data import ReplacedPosting
from bot.store.messages.message_keys import LOG
from bot.store.tables import commits
from bot.tables.history.entries import decode_entries
from games.core import Seat
from render.base.picture import Picture
from tests.bot.harness.log_text import page_of, split_runs
from tests.bot.harness.memory_messenger import dm
from tests.bot.harness.players import play_until_turn, step
from tests.bot.harness.room import BEAR, CHANNEL, Room, settings
from tests.bot.harness.shelf import take_played_table
from tests.left_out import MORE_CASES, mark_thorough

GAME = "duo-dominoes"


class NoHandling(DeliveryFailures):
    """Does nothing about messages that failed."""

    def __init__(self) -> None:
        return

    async def handle(self, *_: object) -> bool:
        return False

    async def note_accepted(self, *_: object) -> None:
        return


REMINDER, THERE = MessageKey(MessageKind.REMINDER, Seat(0)), Place(CHANNEL, 1)


@pytest.fixture
def sync(room: Room) -> MessageSync:
    """The sync of messages, which does nothing about those that failed."""
    return MessageSync(MessageRows(room.store), room.messenger, room.clock, NoHandling(), EditPacing())


async def show(
    sync: MessageSync, table: int, message: Message, sequence: int = 1, key: MessageKey = REMINDER, alert: int = 0
) -> None:
    """Sync a message that is to show this in the channel."""

    async def source(_: MessageKey, row: Projection | None) -> DesiredMessage:
        return DesiredMessage(message, sequence, THERE, data=MessageData(alert=alert))

    await sync.sync_message(table, key, source)


def test_only_the_same_posting_has_the_same_nonce() -> None:
    assert nonce_of("7:board:1") == nonce_of("7:board:1")
    several = {nonce_of(f"{table}:{what}:{turn}") for table in (7, 8) for what in ("board", "log") for turn in (1, 2)}
    assert len(several) == 8
    assert all(len(text) <= 25 for text in several)


def test_a_digest_tells_contents_apart() -> None:
    first = compute_digests(Message("text", (Picture(b"png", "alt"),), sequence=3))
    assert first == compute_digests(Message("text", (Picture(b"png", "alt"),), sequence=3))
    assert first.content != compute_digests(Message("text", (Picture(b"png", "other"),), sequence=3)).content
    assert first.content != compute_digests(Message("text", (Picture(b"png", "alt"),), sequence=4)).content


async def test_an_unchanged_message_is_not_sent_again(room: Room) -> None:
    table = await room.start_table(GAME)
    calls = len(room.messenger.calls)
    room.host.workers.refresh(await room.get(table))
    await room.settle()
    assert len(room.messenger.calls) == calls


async def test_an_edit_sends_a_picture_only_if_another_stands_there(room: Room, sync: MessageSync) -> None:
    """Only an edit that succeeded tells which picture stands there."""
    table = await room.start_table(GAME)

    async def count_kept(text: str, png: bytes) -> int:
        before = room.messenger.kept_pictures
        await show(sync, table, Message(text, (Picture(png, "alt"),)))
        return room.messenger.kept_pictures - before

    assert [await count_kept(text, b"one") for text in ("a", "b", "c")] == [0, 1, 1]
    assert [await count_kept(text, b"two") for text in ("d", "e")] == [0, 1]

    def fail(what: str, _: Place, message: Message | None) -> None:
        raise RuntimeError("the line broke, perhaps after the edit")

    room.messenger.fail = fail
    with pytest.raises(RuntimeError):
        await count_kept("f", b"one")
    room.messenger.fail = lambda what, place, message: None
    assert [await count_kept(text, b"two") for text in ("g", "h")] == [0, 1]


async def test_others_overtake_edits_of_hands_alone(room: Room) -> None:
    """At a fleet's limit, hands whose readers pressed nothing lately make room. A new board waits for its log."""
    seen = set[tuple[str, bool, bool]]()
    room.messenger.fail = lambda what, place, message: seen.add((what, place.channel == CHANNEL, MAY_WAIT.get()))
    table = await room.start_table(GAME)
    await play_until_turn(room, table, BEAR)
    await step(room, table, BEAR)
    await room.settle()
    edits = {(on_board, may_wait) for what, on_board, may_wait in seen if what == "edit"}
    assert edits == {(True, False), (False, True)}
    assert not any(may_wait for what, _, may_wait in seen if what != "edit")


async def test_a_message_is_edited_back_after_an_edit_whose_answer_was_lost(room: Room, sync: MessageSync) -> None:
    """Discord took the edit, so the message no longer shows what its row last knew."""
    table = await room.start_table(GAME)

    async def lose_the_answer() -> None:
        raise RuntimeError("the line broke after the edit")

    await show(sync, table, Message("hidden"))
    await room.settle()
    room.messenger.meanwhile = lose_the_answer
    with pytest.raises(RuntimeError):
        await show(sync, table, Message("shown"))
    await show(sync, table, Message("hidden"))
    assert room.at(CHANNEL)[-1].text == "hidden"


async def test_a_row_is_written_only_if_delivery_needs_it(room: Room, sync: MessageSync) -> None:
    """While its content stays the same, only a page of the log or a message with a new alert gets a new row.

    After an edit, a row that was not written no longer tells what the message shows.
    """
    table = await room.start_table(GAME)

    async def sync_row(key: MessageKey, text: str, sequence: int, alert: int = 0) -> tuple[int, int]:
        await show(sync, table, Message(text), sequence, key, alert)
        kept = await room.read(projections.find, table, key)
        assert kept is not None
        return kept.shown_sequence, kept.data.alert

    assert await sync_row(REMINDER, "a", 101) == (101, 0)
    assert await sync_row(REMINDER, "a", 102) == (101, 0)
    assert await sync_row(REMINDER, "a", 103, 7) == (103, 7)
    assert await sync_row(REMINDER, "b", 104, 7) == (103, 7)
    assert await sync_row(REMINDER, "c", 105, 8) == (105, 8)
    assert await sync_row(LOG, "a", 101) == (101, 0)
    assert await sync_row(LOG, "a", 102) == (102, 0)


@pytest.mark.parametrize(
    ("what", "hand_age"),
    mark_thorough([("edit", 1_000_000), ("send", -1), ("delete", -1)], MORE_CASES, but=[("send", -1)]),
)
async def test_a_hand_hidden_while_its_message_is_on_the_way_is_hidden(store: Store, what: str, hand_age: int) -> None:
    """A message older than `hand_age` is posted anew, and the old one is deleted."""
    room = Room(store, settings(hand_age=hand_age))
    table, there = await room.start_table(GAME), dm(BEAR.user)
    pressed: list[str] = []

    async def hide() -> None:
        room.forward(SLIP + 1)  # sooner, the press would be taken for a slip
        await room.press(table, "hand.hide", BEAR, where=Location(0, there.channel))

    def watch(request: str, place: Place, message: Message | None) -> None:
        if request == what and place.channel == there.channel and not pressed:
            pressed.append(request)
            room.messenger.meanwhile = hide

    room.messenger.fail = watch
    await play_until_turn(room, table, BEAR)
    await step(room, table, BEAR)
    assert pressed
    row = await room.read(projections.find, table, MessageKey(MessageKind.HAND, Seat(0)))
    assert row is not None
    assert row.data.hidden
    (hand,) = [message for message in room.at(there.channel) if message.rows]
    assert "hand.show" in {control.name for line in hand.rows for control in line if isinstance(control, Button)}


async def test_an_unforeseen_failure_is_tried_again(room: Room) -> None:
    table = await room.start_table(GAME)
    failures: list[str] = []

    def fail(what: str, place: Place, message: Message | None) -> None:
        if what == "edit" and not failures:
            failures.append(what)
            raise RuntimeError("a bug somewhere")

    room.messenger.fail = fail
    present = await play_until_turn(room, table, BEAR)
    await step(room, table, BEAR)
    assert failures == ["edit"]
    present = await play_until_turn(room, table, BEAR)
    await step(room, table, BEAR)
    present = await room.get(table)
    assert any(
        posted.pictures and posted.pictures[0].alt == f"board {present.view(None)!r}" for posted in room.at(CHANNEL)
    )


async def test_pages_of_the_log_follow_each_other_without_a_gap(room: Room) -> None:
    table = await take_played_table(room, GAME, hands=2)
    present = await room.get(table)
    found = decode_entries(await room.read(commits.read, table))
    told = log.append_lines(present, log.LogLines(0, 0, ()), 0, found)
    after, whole = 0, 0
    for _ in range(100):
        page = log.make_page(log.append_lines(present, told, after, []), 300)
        assert page.after == after
        on_page = [line for line in told.lines if after < line.sequence <= page.until]
        assert split_runs("\n".join(page.lines)) == page_of(on_page, 300)
        assert sum(len(line) + 1 for line in page.lines) <= 300 or len(page.lines) == 1
        after, whole = page.until, whole + sum(bool(line.text) for line in on_page)
        if not page.full:
            break
    assert after == found[-1].sequence
    assert whole == sum(bool(text) for _, text in log.lines_of(present, found))


async def test_an_earlier_posting_that_stands_is_not_forgotten_when_its_message_is_posted_again(
    room: Room, sync: MessageSync
) -> None:
    """At first Discord refuses to delete the earlier posting, and later it does delete it."""
    table = await room.start_table(GAME)
    earlier = ReplacedPosting(CHANNEL, 1, await room.messenger.send(THERE, Message("earlier"), "earlier"))
    row = Projection(table, REMINDER, 1, room.clock.now, channel=CHANNEL, data=MessageData(replaced=earlier))
    await sync.rows.put(row)

    def fail(what: str, _: Place, message: Message | None) -> None:
        if what == "delete":
            raise DeliveryError(ErrorKind.BUSY, "502")

    room.messenger.fail = fail
    await show(sync, table, Message("now"))
    room.messenger.fail = lambda what, place, message: None
    await show(sync, table, Message("now"))
    texts = [message.text for message in room.at(CHANNEL)]
    assert texts.count("now") == 1 and "earlier" not in texts
