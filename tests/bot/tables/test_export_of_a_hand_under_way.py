"""The export of a hand under way does not depend on secret moves."""

from dataclasses import fields
from typing import Any

import pytest

from bot.cli.export import list_seen
from bot.tables.history import events
from bot.tables.history.entries import Entry
from games import registry
from games.core import Seat
from games.core.events import list_kinds
from games.core.secret import Hidden, Only, marks_of


def _list_secret_kinds() -> list[Any]:
    """The kinds of events whose fields are all hidden from every seat, or from every seat but one."""
    groups = ("table", *(registry.game(name).EVENT_PREFIX for name in registry.NAMES))
    known: list[Any] = [kind for group in groups for kind in list_kinds(group).values()]
    hidden = (Only, Hidden)
    return [
        kind
        for kind in known
        if marks_of(kind) and all(isinstance(marks_of(kind).get(field.name), hidden) for field in fields(kind))
    ]


def _make_event(kind: Any, seat: Seat) -> Any:
    event = object.__new__(kind)
    for field in fields(kind):
        object.__setattr__(event, field.name, seat if field.name == "seat" else 1)
    return event


@pytest.mark.parametrize("kind", _list_secret_kinds(), ids=lambda kind: str(kind.__name__))
@pytest.mark.parametrize("viewer", [None, Seat(1)])
def test_secret_answers_of_others_leave_no_trace(kind: type, viewer: Seat | None) -> None:
    opening = [Entry(1, 5, "i:1", events.Opened()), Entry(2, 5, "i:1", events.CommittedTo(1, "00"))]
    secret = [
        Entry(3, 7, "order:7:2:2", _make_event(kind, Seat(2))),
        Entry(4, 8, "robot:7:3:2", _make_event(kind, Seat(2))),
    ]
    end = events.Paused()
    spoken = [*opening, *secret, Entry(5, 9, "i:2", end)]
    silent = [*opening, Entry(3, 9, "i:2", end)]
    assert list(list_seen(spoken, set(), viewer)) == list(list_seen(silent, set(), viewer))


def test_a_seat_reads_its_own_secrets_and_an_open_hand_is_whole() -> None:
    mine = Entry(2, 7, "i:1", events.Nudged(Seat(1), 1))
    found = [Entry(1, 5, "i:1", events.CommittedTo(1, "00")), mine]
    assert [row.event for row in list_seen(found, set(), Seat(1))][1:] == [mine.event]
    assert list(list_seen(found, {1}, None)) == found
