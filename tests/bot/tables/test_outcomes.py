"""The stored spelling of the decisions that commits keep."""

import json

import pytest

from bot.store.database.schema import Json
from bot.tables.history.entries import Began, Moved, Outcome, Thinking, find_level, read_outcome, write_outcome
from games.core import Level, Seat, UnknownEvent


@pytest.mark.parametrize(
    ("stored", "outcome"),
    [
        ('{"seat": null, "begin": 4, "at": 5000, "drew": true}', Began(4, 5_000)),
        ('{"seat": 2, "move": "play 6-4", "at": 7, "drew": false}', Moved(Seat(2), "play 6-4", 7, False)),
        ('{"seat": null, "move": "lapse", "at": 7, "drew": true}', Moved(None, "lapse", 7, True)),
        ('{"seat": null, "begin": 4, "at": 5000, "drew": true, "rules": "0f"}', Began(4, 5_000, "0f")),
        (
            '{"seat": 2, "move": "play 6-4", "at": 7, "drew": false, "rules": "0f"}',
            Moved(Seat(2), "play 6-4", 7, False, rules="0f"),
        ),
        (
            '{"seat": 0, "move": "pass", "at": 7, "drew": false, "level": "deckhand"}',
            Moved(Seat(0), "pass", 7, False, Thinking(Level.DECKHAND)),
        ),
        (
            '{"seat": 0, "move": "pass", "at": 7, "drew": false, "level": "shellback", "deals": 0}',
            Moved(Seat(0), "pass", 7, False, Thinking(Level.SHELLBACK, 0)),
        ),
    ],
)
def test_an_outcome_is_read_and_written_as_it_always_was(stored: str, outcome: Outcome) -> None:
    assert read_outcome(json.loads(stored)) == outcome
    assert json.dumps(write_outcome(outcome)) == stored


@pytest.mark.parametrize("stored", [None, {}, {"won": 3}, [1]])
def test_a_commit_without_a_decision_of_the_game_has_no_outcome(stored: Json) -> None:
    assert read_outcome(stored) is None
    assert write_outcome(None) is None


def test_a_seat_with_an_unknown_robot_is_an_error_and_not_an_old_hand() -> None:
    with pytest.raises(UnknownEvent, match="bosun"):
        find_level("bosun")
    assert [find_level(name) for name in (None, "house", "deckhand")] == [
        Level.OLD_HAND,
        Level.OLD_HAND,
        Level.DECKHAND,
    ]


def test_a_level_of_a_newer_release_is_an_error_and_not_an_old_hand() -> None:
    """A replay that thought again at another level would give reasons that the robot never had."""
    stored = {"seat": 1, "move": "pass", "at": 5, "level": "bosun"}
    with pytest.raises(UnknownEvent, match="bosun"):
        read_outcome(stored)
