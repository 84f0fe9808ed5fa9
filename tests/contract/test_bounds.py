"""Numbers of any size in every option and every verb: a game refuses them with a sentence, or keeps them in bounds."""

import random
from collections.abc import Iterable, Iterator
from copy import copy
from functools import cache
from typing import Any, TypeVar

import pytest
from hypothesis import example, given, settings, strategies as st

from bot.tables.lobby.house_rules import list_table_options
from games import registry
from games.core import AnyOption, Chance, Refused, Seat, Unreadable, restore, settle
from games.core.events import encode
from games.registry import game as game_of
from tests.contract.driver import Session, tables
from tests.effort import rounds

T = TypeVar("T")
MOST = 2**63 - 1
GAMES = registry.NAMES
CORNERS = (0, 1, -1, 2**31, 2**53, 2**53 + 1, MOST, 2**63, -(2**63) - 1, 10**16, 10**59, -(10**59), 10**5_000)
NUMBERS = st.integers() | st.sampled_from(CORNERS)
WRITTEN = st.integers().map(str) | st.sampled_from(
    ("0", "-0", "--5", "-", "9" * 60, "-" + "9" * 60, "9" * 5_000, "0" * 5_000, "1_000", "1,000", "1,00", "1e400",
     "nan", "inf", "0x10", "²", "٣" * 60, "１２", "3.1", "0.1", "99.99", "1.-1", "9" * 60 + ".1", "1." + "9" * 60)
)  # fmt: skip
BEFORE = ("", "stack ", "3-", "6-4 ", "6-4 A ", "r", "all ", "rounds:")
"""Text that may come before a number."""


def list_numeric_options() -> list[AnyOption]:
    """Every numeric option: those of the games, and those of their tables."""
    found = [option for name in GAMES for option in (*game_of(name).OPTIONS, *list_table_options(game_of(name)))]
    return list(dict.fromkeys(option for option in found if type(option.default) is int))


def test_every_numeric_option_declares_and_shows_both_bounds() -> None:
    for option in list_numeric_options():
        numbers = [value for value in option.values if isinstance(value, int)]
        if not option.values:
            assert option.least is not None
            assert option.most is not None
            numbers = [option.least, option.most]
            told = [option.to_spoken(number) if option.hundredths else f"{number:,}" for number in numbers]
            assert option.allowed == " to ".join(map(str, told))
        assert isinstance(option.default, int)
        assert 0 <= min(numbers) <= option.default <= max(numbers) <= 10**9, option.name


@settings(max_examples=rounds(100, 1_000, 10_000))
@given(option=st.sampled_from(list_numeric_options()), value=NUMBERS | WRITTEN)
@example(option=list_numeric_options()[0], value="9" * 60)
def test_a_numeric_option_takes_numbers_within_its_bounds_and_refuses_others(
    option: AnyOption, value: int | str
) -> None:
    refused = read = None
    try:
        read = option.read(value)
    except Refused as raised:
        refused = raised
    if refused is not None:
        assert refused.facts["allowed"] == option.allowed
        assert len(str(refused.facts["given"])) <= 40
    else:
        assert read in option.values if option.values else option.least <= read <= option.most  # type: ignore[operator]


@cache
def positions(name: str) -> tuple[Session, ...]:
    """Copies of a game's sessions, taken at different points while robots play."""
    game, found = game_of(name), []
    for number, (players, options) in enumerate(tables(game)[:3]):
        session = Session(game, players, options, 11 + number)
        found.append(copy(session))
        for moves, _ in enumerate(session.steps("deckhands", 140), 1):
            if moves in (3, 17, 60, 140):
                found.append(copy(session))
    return tuple(found)


def numbers_in(value: Any) -> Iterator[int]:
    if isinstance(value, dict):
        for part in value.values():
            yield from numbers_in(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from numbers_in(part)
    elif isinstance(value, int):
        yield value


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data(), words=WRITTEN, before=st.sampled_from(BEFORE))
def test_a_word_with_any_number_is_unreadable_or_refused_or_stays_small(
    name: str, data: st.DataObject, words: str, before: str
) -> None:
    session = data.draw(st.sampled_from(positions(name)))
    game = session.game
    for verb in game.VERBS:
        for seat in session.seats:
            try:
                move = game.read(session.view(seat), verb.name, before + words)
                happened = game.decide(session.state, seat, move, session.at, session.chance).events
            except (Refused, Unreadable):
                continue
            for event in happened:
                assert all(abs(number) <= MOST for number in numbers_in(encode(event).body))


class Sparing:
    """Chance that runs out after 100,000 numbers. The failure names the option that made a game draw so many."""

    def __init__(self, chance: Chance, option: AnyOption) -> None:
        self._chance = chance
        self._option = option
        self._left = 100_000

    def below(self, n: int) -> int:
        self._left -= 1
        assert self._left, (
            f"a stored table may have any number as {self._option.name}: "
            f"where the game counts up to it, stop at {self._option.most}"
        )
        return self._chance.below(n)

    def shuffle(self, items: Iterable[T]) -> tuple[T, ...]:
        return self._chance.shuffle(items)


@pytest.mark.parametrize("name", GAMES)
def test_a_stored_table_beyond_todays_bounds_still_folds_and_plays(name: str) -> None:
    game = game_of(name)
    players, usual = tables(game)[0]
    for option in game.OPTIONS:
        if type(option.default) is not int or option.values or option.name in ("max_seats", "boneyard_reserve"):
            continue
        odd = {**usual, option.name: 10**16}
        with pytest.raises(Refused):
            settle(game.OPTIONS, odd)
        session = Session(game, players, restore(game.OPTIONS, odd), 5)
        session.chance = Sparing(session.chance, option)
        for step in session.steps("robots", 12):
            assert step.events
        assert session.view(Seat(0)) is not None


def test_the_largest_bets_of_pussers_bones_fit_the_books() -> None:
    """Every value is at its maximum."""
    game = game_of("pussers-bones")
    dearest = {
        option.name: option.most for option in game.OPTIONS if type(option.default) is int and option.most is not None
    }
    options = settle(game.OPTIONS, dearest, {"cents_per_point": 1_000, "enforcement": "faithful"})
    moved = []
    for seed in range(6):
        session = Session(game, 4, options, random.Random(seed).randrange(10**6))
        for step in session.steps("random", 260):
            moved += [amount for transfer in game.transfers(step.events) for amount in transfer.amounts]
    assert any(moved)
    assert max(map(abs, moved)) * 1_000 < 10**15
