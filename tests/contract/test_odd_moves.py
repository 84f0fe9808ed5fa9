"""Any object passed as a move is played or refused, whatever its fields hold; nothing but `Refused` is raised."""

import inspect
from contextlib import suppress
from dataclasses import fields, replace
from functools import cache
from importlib import import_module
from typing import Any, get_args

import pytest
from hypothesis import given, strategies as st

from games.core import Refused, Seat
from games.core.moves import Lapse, Malformed, is_well_formed, replace_malformed
from games.core.seats import FIRST
from games.duo.moves import Play
from games.pieces.dominoes import Domino
from games.registry import game as game_of
from tests.contract.driver import Session
from tests.contract.test_contract import TABLES, session
from tests.effort import THOROUGH
from tests.fifth_game import NAMES as GAMES
from tests.refuses import refuses

BIGGEST = [(name, max(number for other, number in TABLES if other == name)) for name in GAMES]
"""One table of each game for the usual run, since the fields of a move do not depend on house rules."""
MOVES = 40
"""The number of moves by robots, in which every phase of a hand occurs."""

odd = st.one_of(
    st.none(), st.booleans(), st.integers(), st.integers(-2, 80), st.floats(), st.text(max_size=3),
    st.binary(max_size=2), st.just([]), st.just({}), st.just(()), st.just({1}), st.builds(object), st.just(int),
)  # fmt: skip


def kinds(name: str) -> tuple[type, ...]:
    """The kinds of moves of a game, except a lapse."""
    package = inspect.getmodule(game_of(name).view).__name__.rpartition(".")[0]  # type: ignore[union-attr]
    found = import_module(f"{package}.moves")
    return tuple(kind for kind in get_args(found.Move) if kind is not Lapse)


@cache
def states(name: str, number: int) -> tuple[Session, tuple[Any, ...]]:
    """A session played by robots, and all its states."""
    table = session(name, number)
    return table, (table.state, *(step.after for step in table.steps("robots", MOVES)))


@pytest.mark.parametrize(("name", "number"), TABLES if THOROUGH else BIGGEST)
@given(data=st.data())
def test_a_move_of_wrong_types_is_refused(name: str, number: int, data: st.DataObject) -> None:
    table, met = states(name, number)
    kind = data.draw(st.sampled_from(kinds(name)))
    move = kind(*(data.draw(odd) for _ in fields(kind)))
    seat = Seat(data.draw(st.integers(0, table.players - 1)))
    with suppress(Refused):
        table.game.decide(data.draw(st.sampled_from(met)), seat, move, table.at, table.chance)
        assert is_well_formed(move)


@cache
def offered(name: str, number: int) -> tuple[tuple[Any, Seat, Any], ...]:
    """Every choice of every seat in `states`, as (state, seat, move)."""
    table, met = states(name, number)
    return tuple(
        (state, seat, choice.move)
        for state in met
        for seat in table.seats
        for choice in table.game.choices(table.game.view(state, seat))
    )


@pytest.mark.parametrize(("name", "number"), TABLES if THOROUGH else BIGGEST)
@given(data=st.data())
def test_a_good_move_with_one_odd_field_is_judged_or_refused(name: str, number: int, data: st.DataObject) -> None:
    table, _ = states(name, number)
    with_fields = [found for found in offered(name, number) if fields(found[2])]
    state, seat, move = data.draw(st.sampled_from(with_fields))
    changed = data.draw(st.sampled_from([field.name for field in fields(move)]))
    wrong = replace(move, **{changed: data.draw(odd)})
    with suppress(Refused):
        table.game.decide(state, seat, wrong, table.at, table.chance)
        assert is_well_formed(wrong)


@pytest.mark.parametrize("name", GAMES)
@given(move=odd)
def test_an_object_that_is_not_a_move_is_refused(name: str, move: object) -> None:
    table = session(name, 0)
    with refuses():
        table.game.decide(table.state, FIRST, move, table.at, table.chance)


@pytest.mark.parametrize(("name", "number"), TABLES if THOROUGH else BIGGEST)
@given(data=st.data())
def test_a_good_move_without_a_seat_is_refused(name: str, number: int, data: st.DataObject) -> None:
    table, _ = states(name, number)
    state, seat, move = data.draw(st.sampled_from(offered(name, number)))
    wrong = data.draw(st.one_of(odd, st.sampled_from([float(seat), bool(seat), str(seat), -1, table.players])))
    if type(wrong) is not int or not 0 <= wrong < table.players:
        with refuses():
            table.game.decide(state, wrong, move, table.at, table.chance)  # type: ignore[arg-type]


def test_a_move_whose_fields_were_never_set_is_not_well_formed() -> None:
    assert not is_well_formed(object.__new__(Play))
    assert is_well_formed(Play(Domino(0), "A"))
    assert not is_well_formed(Play(Domino(0), []))  # type: ignore[arg-type]


def test_only_a_malformed_move_is_replaced() -> None:
    move = Play(Domino(0), "A")
    assert replace_malformed(move) is move
    assert replace_malformed(Play(Domino(0), 1)) == Malformed()  # type: ignore[arg-type]
