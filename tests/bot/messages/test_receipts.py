"""Receipts, sheets and answers to *Why?* as layouts, and the same lines for people who chose words instead of
pictures."""

from itertools import product

from bot.messages.boards.board import find_ending
from bot.messages.boards.log import Page
from bot.messages.boards.receipts import MOST_RECEIPTS, make_page_message, make_score_message
from bot.messages.parts.table_words import words_of
from bot.ports import MOST_COMPONENTS, Accent, Fixture, Layout, Message, Text, in_plain
from bot.store import Preferences
from bot.store.people import preferences as stored_preferences
from bot.tally.changes.announcements import make_verdict_row
from bot.wording import ENGLISH, Words, word_receipt
from games.core import Receipt
from render.base.picture import Picture
from tests.bot.harness.players import play_until
from tests.bot.harness.room import BEAR, CHANNEL, Room
from tests.bot.harness.shelf import take_played_table

GAME = "duo-dominoes"


def layout_of(message: Message | None) -> Layout:
    assert message is not None and message.layout is not None
    return message.layout


def logs(room: Room) -> list[Message]:
    """The pages of the log."""
    return [message for message in room.at(CHANNEL) if message.name == "sheet.png" and not message.rows]


async def test_the_log_becomes_a_receipt_when_the_next_hand_begins_and_stays_one(room: Room) -> None:
    table = await room.start_table(GAME)
    assert [log.layout for log in logs(room)] == [None], "the log of a hand under way is plain text"
    await play_until(room, table, 1, BEAR)
    await room.settle()
    assert [log.layout for log in logs(room)] == [None], "until then the board shows the end"
    await room.say(table, "next", BEAR)
    await room.host.workers.settle(table)  # during a hand the log may wait for five seconds
    await room.settle()
    first, *later = logs(room)
    shown = layout_of(first)
    assert shown.accent is Accent.FINISHED and len(first.pictures) == 1
    played, line, picture, receipt = shown.parts
    assert isinstance(played, Text) and isinstance(receipt, Text)
    assert (line, picture) == (Fixture.LINE, Fixture.PICTURES)
    assert first.text == f"{played.text}\n{receipt.text}" and "> **" in receipt.text and "> **" not in played.text
    assert [page.layout for page in later] == [None] * len(later), "the next hand begins a page in plain text"
    sheet = await room.ask(room.services.replays.show_sheet, table, BEAR)
    assert layout_of(sheet.message).parts == (Fixture.PICTURES,)


async def test_a_house_that_changes_to_words_gets_a_plain_page_below_the_receipt(room: Room) -> None:
    table = await take_played_table(room, GAME)
    await room.say(table, "next", BEAR)
    await room.host.workers.settle(table)  # during a hand the log may wait for five seconds
    await room.settle()
    (receipt,) = (log for log in logs(room) if log.layout)
    await room.press(table, "lobby.house.set", BEAR, "text_only", "true")
    await room.close(table)
    await room.settle()
    assert [log for log in logs(room) if log.layout] == [receipt], "the receipt stays as it is"
    assert logs(room)[-1].layout is None
    final = next(message for message in room.at(CHANNEL) if message.name == "sheet.png" and message.rows)
    assert (final.layout, final.pictures) == (None, ()) and "Able + Charlie 12" in final.text


async def test_why_puts_a_separator_between_receipts_and_the_sum_of_the_hand(room: Room) -> None:
    table = await take_played_table(room, GAME)
    answer = await room.ask(room.services.explanations.explain, table, BEAR)
    shown = layout_of(answer.message)
    assert shown.accent is Accent.FINISHED and answer.message is not None and not answer.message.rows
    await room.write(stored_preferences.set_preferences, BEAR.user, Preferences(text_only=True), 0)
    other = await room.crash_and_restart()
    told = await other.ask(other.services.explanations.explain, table, BEAR)
    assert told.message is not None and (told.message.layout, told.message.text) == (None, answer.message.text)
    sheet = await other.ask(other.services.replays.show_sheet, table, BEAR)
    assert sheet.message is not None and (sheet.message.layout, sheet.message.pictures) == (None, ())
    assert sheet.message.text


async def test_why_tells_the_end_of_a_hand_of_stud_in_its_own_words(room: Room) -> None:
    table = await take_played_table(room, "bonedoneskis")
    played = await room.get(table)
    told = find_ending(played, words_of(played), played.seat_of(BEAR.user))
    answer = await room.ask(room.services.explanations.explain, table, BEAR)
    assert told is not None and told.why and answer.message is not None
    assert answer.message.text.startswith("\n".join(told.why))
    assert "Last one in" not in answer.message.text and "Showdown" not in answer.message.text


async def test_any_number_of_receipts_fits_between_the_moment_and_the_sum(room: Room) -> None:
    table = await room.get(await room.start_table(GAME))
    short = word_receipt(Receipt("hand_won", "DD-31", (), 3, "pips", (0,)), words_of(table))
    row = make_verdict_row(7, Words(ENGLISH))
    few = make_score_message([short] * 3, ["In all."])
    assert layout_of(few).parts.count(Fixture.LINE) == 3 and in_plain(few).text == few.text
    for count, rows in product((MOST_RECEIPTS, MOST_RECEIPTS + 1, MOST_RECEIPTS + 9), ((), (row,))):
        made = make_score_message([short] * count, ["In all."], ["Your move."], rows)
        assert made.text.startswith("Your move.\n") and made.text.endswith("\nIn all.")
        assert layout_of(made).size <= MOST_COMPONENTS and made.rows == rows


async def test_a_page_that_begins_with_the_end_of_its_hand_has_no_separator(room: Room) -> None:
    table = await room.get(await room.start_table(GAME))
    shown = make_page_message(table, Page(4, 6, ("The hand is over", "Paid"), True, 6, 0), Picture(b"", "end"))
    assert layout_of(shown).parts == (Fixture.PICTURES, Text("The hand is over\nPaid"))
