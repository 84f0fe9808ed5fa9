"""The stored spellings of message keys, and of the notes kept with a message."""

import pytest

from bot.store import MessageData, MessageKey, MessageKind
from bot.store.messages.message_data import Posting, ReplacedPosting
from bot.store.messages.message_keys import BOARD
from games.core import Seat

SPELLINGS = {
    "board": BOARD,
    "log": MessageKey(MessageKind.LOG),
    "sheet": MessageKey(MessageKind.SHEET),
    "start": MessageKey(MessageKind.START),
    "rack:0": MessageKey(MessageKind.HAND, Seat(0)),
    "note:11": MessageKey(MessageKind.REMINDER, Seat(11)),
}


@pytest.mark.parametrize("stored", SPELLINGS)
def test_keys_are_stored_as_they_always_were(stored: str) -> None:
    assert MessageKey.parse(stored) == SPELLINGS[stored]
    assert str(SPELLINGS[stored]) == stored


def test_a_message_of_the_whole_table_belongs_to_no_seat() -> None:
    assert MessageKey.parse("rack:3").seat == 3
    with pytest.raises(ValueError, match="board"):
        _ = BOARD.seat
    with pytest.raises(ValueError, match="banner"):
        MessageKey.parse("banner")


def test_the_notes_of_former_releases_are_read_and_written_as_they_were() -> None:
    stored = {
        "turn": 3,
        "old": [5, 6, 7],
        "from": 8,
        "hand": 9,
        "hidden": True,
        "pinged": 120,
        "mark": 121,
        "made": "00ff",
        "post": [5, 6, "d1", 4, 99, 12, None, True, {"from": 8}],
    }
    begun = Posting(5, 6, "d1", 4, 99, 12, None, True, {"from": 8})
    data = MessageData(3, ReplacedPosting(5, 6, 7), 8, 9, True, 120, 121, b"\x00\xff", begun)
    assert MessageData.from_json(stored) == data
    assert data.to_json() == stored


def test_notes_of_other_releases_survive() -> None:
    data = MessageData.from_json({"turn": 1, "way": "dm"})
    assert data == MessageData(postings=1, unknown={"way": "dm"})
    assert data.to_json() == {"turn": 1, "way": "dm"}


def test_nothing_is_stored_of_a_message_without_notes() -> None:
    assert MessageData().to_json() == {}
    assert MessageData.from_json({}) == MessageData()
