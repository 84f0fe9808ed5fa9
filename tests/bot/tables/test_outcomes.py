"""The stored spelling of the decisions that commits keep."""

import json

import pytest
from msgspec import to_builtins

from bot.store.database.schema import Json
from bot.tables.history.entries import Began, Moved, Outcome, find_level, read_outcome
from games.core import Level, Seat, UnknownEvent


@pytest.mark.parametrize(
    ("stored", "outcome"),
    [
        ('{"begin": 4, "at": 5000}', Began(4, 5_000)),
        ('{"seat": 2, "move": "play 6-4", "at": 7}', Moved(Seat(2), "play 6-4", 7)),
        ('{"seat": null, "move": "lapse", "at": 7, "drew": true}', Moved(None, "lapse", 7, True)),
        ('{"begin": 4, "at": 5000, "rules": "0f"}', Began(4, 5_000, "0f")),
        ('{"seat": 2, "move": "play 6-4", "at": 7, "rules": "0f"}', Moved(Seat(2), "play 6-4", 7, rules="0f")),
        ('{"seat": 0, "move": "pass", "at": 7, "level": "deckhand"}', Moved(Seat(0), "pass", 7, level="deckhand")),
        (
            '{"seat": 0, "move": "pass", "at": 7, "level": "shellback", "deals": 0}',
            Moved(Seat(0), "pass", 7, level="shellback", deals=0),
        ),
    ],
)
def test_an_outcome_is_read_as_it_is_written(stored: str, outcome: Outcome) -> None:
    assert read_outcome(json.loads(stored)) == outcome
    assert json.dumps(to_builtins(outcome)) == stored


@pytest.mark.parametrize(
    ("stored", "outcome"),
    [
        ({"seat": None, "begin": 4, "at": 5000, "drew": True}, Began(4, 5_000)),
        ({"seat": 2, "move": "pass", "at": 7, "drew": False}, Moved(Seat(2), "pass", 7)),
    ],
)
def test_an_outcome_of_an_older_release_is_read(stored: Json, outcome: Outcome) -> None:
    assert read_outcome(stored) == outcome


@pytest.mark.parametrize("stored", [None, {}, {"won": 3}, [1]])
def test_a_commit_without_a_decision_of_the_game_has_no_outcome(stored: Json) -> None:
    assert read_outcome(stored) is None


def test_a_seat_with_an_unknown_robot_is_an_error_and_not_an_old_hand() -> None:
    with pytest.raises(UnknownEvent, match="bosun"):
        find_level("bosun")
    assert [find_level(name) for name in (None, "house", "deckhand")] == [
        Level.OLD_HAND,
        Level.OLD_HAND,
        Level.DECKHAND,
    ]
