"""`post: session`: a table's results enter the books once, in a single entry; the audit recomputes it from the
events."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from bot.ports import Request
from bot.store import Store, key_values
from bot.store.books import Gain, StoredTransfer, crews, postings
from bot.tally.books import TallyFilters, audit, stakes
from bot.tally.books.apportionment import Part, add_result, list_session_accounts, make_lines_of, sum_parts
from games import registry
from tests.bot.harness.players import play_until
from tests.bot.harness.room import BEAR, BULL, GUILD, HERE, Room, settings
from tests.chance import SeededChance
from tests.left_out import LONGER

ADMIN = replace(BEAR, admin=True)
PEOPLE = (BEAR, BULL)


async def books(room: Room) -> list[StoredTransfer]:
    crew = await room.read(crews.find_at_place, GUILD, (0,))
    assert crew is not None
    return await room.read(postings.read, crew.id, states=postings.EVERY_STATE)


@pytest.mark.thorough(LONGER)
@pytest.mark.parametrize("kind", ["sqlite"])
async def test_a_session_is_entered_once_when_the_table_is_closed(store: Store) -> None:
    room = Room(store, settings(confirm_after=0), chance=SeededChance("crowd 5"))
    await room.start()
    await room.tally.change_settings({"post": "session", "robots": "people"}, Request(ADMIN, HERE, room.stamp()))
    table = await room.start_table("bonedoneskis", PEOPLE, 2)
    assert (await room.get(table)).row.settings.house["post"] == "session"
    await play_until(room, table, 2, *PEOPLE)
    assert await books(room) == []
    hands = (await room.get(table)).shuffle.number - 1
    await room.ask(room.seats.close, table, BEAR)  # between hands its opener can close it alone
    await room.settle()
    (one,) = await books(room)
    assert (one.hand, one.reason, one.data["count"]) == (None, "session", hands)
    assert sum(entry.amount for entry in one.entries) == 0
    assert await room.read(audit.list_differences) == []
    assert await room.read(postings.audit) == []
    assert await room.read(key_values.get_by_prefix, "tally:session:") == {}
    shown = (await room.tally.reports.show_sheet(TallyFilters(), room.request(BEAR))).pictures[0].alt
    assert f"a whole session with {hands} results" in shown
    profile = (await room.tally.reports.show_player(TallyFilters(), room.request(BEAR))).text
    assert f"Hands {hands}" in profile
    assert "best hand" not in profile
    await room.stop()


@pytest.mark.parametrize("name", registry.NAMES)
def test_every_game_has_the_rule_and_older_tables_enter_each_hand(name: str) -> None:
    from bot.tables.lobby.house_rules import list_table_options

    (rule,) = [setting for setting in list_table_options(registry.game(name)) if setting.name == "post"]
    assert (rule.default, rule.values) == ("hand", ("hand", "session"))
    assert not stakes.is_by_session({})


def test_a_result_belongs_to_the_players_at_that_time() -> None:
    """The second seat passes from player 2 to player 3 during the session. In the end they share it."""
    parts = add_result([], 5, [[1], [2]], (4, -4))
    parts = add_result(parts, 9, [[1], [2]], (1, -1))
    parts = add_result(parts, 12, [[1], [3]], (6, -6))
    parts = add_result(parts, 20, [[1], [3, 2]], (5, -5))
    assert parts == [Part(5, [[1], [2]], (5, -5)), Part(12, [[1], [3]], (6, -6)), Part(20, [[1], [3, 2]], (5, -5))]
    assert sum_parts(parts) == (16, -16)
    assert list_session_accounts(parts) == [[1], [3, 2]]
    assert make_lines_of({"parts": parts}) == [Gain(1, 16), Gain(2, -8), Gain(3, -8)]


def test_an_even_session_is_entered_and_moves_nothing() -> None:
    parts = add_result(add_result([], 1, [[1], [2]], (4, -4)), 2, [[1], [2]], (-4, 4))
    assert make_lines_of({"parts": parts, "weight": "3"}) == [Gain(1, 0), Gain(2, 0)]


results = st.lists(
    st.tuples(st.lists(st.integers(-900, 900), min_size=3, max_size=3), st.permutations([1, 2, 3, 4])), min_size=1
)


@given(results, st.fractions(min_value=Fraction(1, 10_000), max_value=1_000, max_denominator=10_000))
def test_a_session_sums_to_zero_after_any_changes_of_seats(
    results: list[tuple[list[int], list[int]]], weight: Fraction
) -> None:
    parts: list[Part] = []
    for sequence, (amounts, accounts) in enumerate(results):
        parts = add_result(parts, sequence, [[account] for account in accounts], (*amounts, -sum(amounts)))
    lines = make_lines_of({"parts": parts, "weight": str(weight)})
    assert sum(line.amount for line in lines) == 0
    assert len({line.account for line in lines}) == len(lines)
