"""Twin tables differ only in hidden pieces: people who cannot know those get the same messages and pauses at both."""

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from bot.messages.boards import log
from bot.messages.boards.board import make_board
from bot.messages.inputs import inputs_of
from bot.store import MessageKey, MessageKind
from bot.store.messages.message_keys import BOARD
from bot.store.tables import commits
from bot.tables.aggregate import Table
from bot.tables.aggregate.pacing import LIVE
from bot.tables.history.entries import Entry, decode_entries, is_of_game
from bot.tables.timing import deadlines
from bot.tables.timing.tempo import Tempo
from games import registry
from games.core import Seat
from tests.bot.harness.players import step_or_wait
from tests.bot.harness.room import BEAR, BULL, NED, WALLY, Room, settings
from tests.contract.twins import twin
from tests.effort import rounds
from tests.left_out import MORE_GAMES, mark_thorough

PEOPLE = (BEAR, BULL, WALLY, NED)
LIVELY = settings(live=LIVE)


def _swap_tiles(event: Any) -> Any:
    """Exchange a plain tile of seat 1 and one of seat 2 in a deal."""
    holdings = [list(held) for held in event.holdings]
    one = next(tile for tile in holdings[1] if tile not in (0, 2, 5, 9, 14, 20, 27))
    other = next(tile for tile in holdings[2] if tile not in (0, 2, 5, 9, 14, 20, 27))
    holdings[1][holdings[1].index(one)], holdings[2][holdings[2].index(other)] = other, one
    return replace(event, holdings=tuple(tuple(sorted(held)) for held in holdings))


async def _make_twins(room: Room, game: str) -> tuple[Table, Table, list[Entry], list[Entry]]:
    table = await room.start_table(game, PEOPLE, 0)
    present = await room.get(table)
    found = decode_entries(await room.read(commits.read, table))
    changed = [replace(row, event=_swap_tiles(row.event)) if hasattr(row.event, "holdings") else row for row in found]
    real, twin = present.refold(found), present.refold(changed)
    return real, twin, found, changed


@pytest.mark.parametrize("game", ["duo-dominoes", "lombardy-bones"])
async def test_others_see_the_same_with_any_hands_of_two_players(room: Room, game: str) -> None:
    real, twin, found, changed = await _make_twins(room, game)
    assert real.view(Seat(1)) != twin.view(Seat(1))
    assert await make_board(room.pictures, real) == await make_board(room.pictures, twin)
    assert inputs_of(real, BOARD) == inputs_of(twin, BOARD)
    own_messages = room.host.workers.presenter.own
    for seat in (Seat(0), Seat(3)):
        assert await own_messages.make_message(real, seat) == await own_messages.make_message(twin, seat)
        hand = MessageKey(MessageKind.HAND, seat)
        assert inputs_of(real, hand) == inputs_of(twin, hand)
    assert [text for _, text in log.lines_of(real, found)] == [text for _, text in log.lines_of(twin, changed)]


@pytest.mark.parametrize("game", ["duo-dominoes", "lombardy-bones"])
async def test_no_pause_depends_on_a_hand(room: Room, game: str) -> None:
    real, twin, _, _ = await _make_twins(room, game)
    robots = tuple(replace(seat, user_id=None, robot="house") for seat in real.seats)
    mixed = (*real.seats[:2], *robots[2:])
    for chosen, tempo in product((real.seats, robots, mixed), Tempo):
        row = replace(real.row, settings=real.row.settings.with_house_rule("tempo", tempo))
        one, other = replace(real, row=row, seats=chosen), replace(twin, row=row, seats=chosen)
        coming = list(deadlines.list_deadlines(one, LIVELY.waits))
        assert coming == list(deadlines.list_deadlines(other, LIVELY.waits))
        assert coming


HOUSES = {"pussers-bones": {"enforcement": "faithful"}, "bonedoneskis": {"nighty_night": "reminders"}}
"""By game: the house rules under which a player's own pieces decide most about what they may do out of turn."""


@pytest.mark.parametrize("seed", ["crowd 2"])  # Bear does not begin here with 6-6, which everybody would know
@pytest.mark.parametrize("game", mark_thorough(registry.NAMES, MORE_GAMES, but=["duo-dominoes", "bonedoneskis"]))
async def test_no_pause_tells_what_the_only_person_holds(room: Room, game: str) -> None:
    """PB-83: the person may set out a forgotten bone out of turn, but only if they hold one. No pause may tell that.

    The same holds for two people, and for robots alone. There is one exception: if a person among robots can only
    pass, the pass is made early for them. The pass itself tells everybody as much (DD-23, LB-23).
    """
    number = await room.start_table(game, house=HOUSES.get(game, {}))
    real = [await room.get(number)]
    room.tables.listeners.append(lambda committed: real.append(committed.table))
    most = rounds(30, 60, 60)
    while len(real) < most and (await room.get(number)).hand_open:
        await step_or_wait(room, number, BEAR)
    found = decode_entries(await room.read(commits.read, number))
    luck = random.Random(7)
    alone = real[0].seats
    two = (alone[0], replace(alone[1], user_id=BULL.user), *alone[2:])
    none = (replace(alone[0], user_id=None), *alone[1:])
    for present in real[:most]:
        other = present.refold(_with_other_pieces(found[: present.sequence], luck))
        assert present.public_view == other.public_view
        for seats in (alone, two, none):
            here, there = replace(present, seats=seats), replace(other, seats=seats)
            answers = {getattr(deadlines.find_only_answer(table, Seat(0)), "verb", None) for table in (here, there)}
            if len(answers) > 1:
                assert seats is alone and present.public_view.to_act == (Seat(0),)
                assert answers <= {None, "knock"}
                continue
            assert list(deadlines.list_deadlines(here, LIVELY.waits)) == list(
                deadlines.list_deadlines(there, LIVELY.waits)
            )


def _with_other_pieces(found: Sequence[Entry], luck: random.Random) -> list[Entry]:
    """The same entries with other pieces in place of all those that the public has not seen."""
    changed = iter(twin([row.event for row in found if is_of_game(row.event)], None, luck))
    return [replace(row, event=next(changed)) if is_of_game(row.event) else row for row in found]
