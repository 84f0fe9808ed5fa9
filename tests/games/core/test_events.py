"""Events to and from JSON, upgrades of old versions, and the visibility of fields."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Any, NamedTuple, NewType

import pytest

import bot.tables.history.events  # noqa: F401 - its events are registered too
from games import registry
from games.core import Seat, UnknownEvent, events, to_json, view_event
from games.core.events import Stored, added_later, decode, encode, event, from_json, kind_of, list_kinds, upcast
from games.core.secret import UNKNOWN, Each, Hidden, Only, Public, is_whole, marks_of

Pip = NewType("Pip", int)


class Colour(Enum):
    RED = "red"


@dataclass(frozen=True, slots=True)
class Inner:
    number: int
    colour: Colour


@event("coretest.happened", 3)
class Happened:
    seat: Seat
    mine: Annotated[Pip | None, Only("seat")]
    dealt: Annotated[tuple[tuple[Pip, ...], ...], Each()]
    wall: Annotated[tuple[Pip, ...], Hidden()]
    open: Annotated[Pip, Public()]
    inner: Inner
    named: Mapping[str, int]
    pair: tuple[str, int]
    seats: frozenset[int]


@upcast("coretest.happened", 1)
def _one_to_two(body: dict[str, object]) -> dict[str, object]:
    return {**body, "named": {}}


@upcast("coretest.happened", 2)
def _two_to_three(body: dict[str, object]) -> dict[str, object]:
    return {**body, "pair": ["x", 1], "forgotten": True}


def test_every_older_version_of_an_event_has_its_upcast() -> None:
    assert all(registry.game(name) for name in registry.NAMES)  # loads the events of all games
    older = {(kind, old) for kind, (_, version) in events._KINDS.items() for old in range(1, version)}
    lacking = sorted(older - events._UPCASTS.keys())
    assert not lacking, f"stored tables with these events cannot be read; add @upcast(kind, version): {lacking}"


EVENT = Happened(
    Seat(1), Pip(4), ((Pip(1),), (Pip(2), Pip(3))), (Pip(7),), Pip(9), Inner(5, Colour.RED), {"a": 1}, ("x", 1),
    frozenset({2, 1}),
)  # fmt: skip


def test_an_event_is_read_back_from_json_unchanged() -> None:
    kind, version, body = encode(EVENT)
    assert (kind, version, kind_of(EVENT)) == ("coretest.happened", 3, "coretest.happened")
    assert decode(Stored(kind, version, json.loads(json.dumps(body)))) == EVENT
    assert body["seats"] == [1, 2]


def test_old_versions_are_upgraded_step_by_step_and_unknown_fields_dropped() -> None:
    body = encode(EVENT).body
    old = {name: value for name, value in body.items() if name not in ("named", "pair")}
    assert decode(Stored("coretest.happened", 1, old)) == Happened(
        EVENT.seat, EVENT.mine, EVENT.dealt, EVENT.wall, EVENT.open, EVENT.inner, {}, ("x", 1), EVENT.seats
    )


@pytest.mark.parametrize(("kind", "version"), [("coretest.never", 1), ("coretest.happened", 4)])
def test_events_of_a_newer_release_are_refused(kind: str, version: int) -> None:
    with pytest.raises(UnknownEvent, match="newer release"):
        decode(Stored(kind, version, {}))


def test_a_kind_is_registered_once() -> None:
    assert list_kinds("coretest") == {"coretest.happened": Happened}
    with pytest.raises(ValueError, match="two events"):
        event("coretest.happened", 1)(Inner)


def test_plain_values_pass_through() -> None:
    assert to_json((1, "a", None, True)) == [1, "a", None, True]
    assert from_json(dict[int, str], {"1": "a"}) == {1: "a"}
    assert from_json(int | None, None) is None


class _Pair(NamedTuple):
    number: int
    of: str | tuple[int, ...] = ""


@dataclass(frozen=True)
class _Note:
    pairs: tuple[_Pair, ...]
    until: int | None = added_later(None)


@pytest.mark.parametrize(
    ("note", "stored"),
    [
        (_Note((_Pair(1, "a"), _Pair(2, (3, 4)))), {"pairs": [[1, "a"], [2, [3, 4]]]}),
        (_Note((), until=5), {"pairs": [], "until": 5}),
    ],
)
def test_notes_are_read_by_their_types_and_written_as_they_were(note: _Note, stored: dict[str, Any]) -> None:
    assert to_json(note) == stored
    assert from_json(_Note, stored) == note
    assert from_json(_Note, {"pairs": [[1]], "newer": 0}) == _Note((_Pair(1),))


@pytest.mark.parametrize(
    "wrong", [{}, {"pairs": 5}, {"pairs": [[]]}, {"pairs": [[[]]]}, {"pairs": [], "until": "x"}, []]
)
def test_a_note_of_other_types_is_refused(wrong: Any) -> None:
    with pytest.raises((TypeError, ValueError, KeyError, AttributeError)):
        from_json(_Note, wrong)


def test_marks_are_read_from_the_fields() -> None:
    assert marks_of(Happened) == {"mine": Only("seat"), "dealt": Each(), "wall": Hidden(), "open": Public()}


def test_each_viewer_sees_their_own_pieces_and_nobody_sees_the_wall() -> None:
    own: Any
    other: Any
    crowd: Any
    own, other, crowd = view_event(EVENT, Seat(1)), view_event(EVENT, Seat(0)), view_event(EVENT, None)
    assert (own.mine, other.mine, crowd.mine) == (4, UNKNOWN, UNKNOWN)
    assert own.dealt == (UNKNOWN, (2, 3))
    assert crowd.dealt == (UNKNOWN, UNKNOWN)
    assert {own.wall, other.wall, crowd.wall} == {UNKNOWN}
    assert crowd.open == 9
    assert is_whole(EVENT)
    assert not is_whole(crowd)
    assert repr(UNKNOWN) == "UNKNOWN"
