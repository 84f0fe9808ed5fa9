"""The entries that each game makes in the books, and the players who share them."""

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, strategies as st

from bot.tables.lobby.house_rules import list_table_options
from bot.tally.books import apportionment, stakes
from bot.tally.books.apportionment import subtract_mean
from bot.tally.books.stakes import make_transfers
from games import registry
from games.core import Seat
from games.core.events import list_kinds

GAMES = {name: registry.game(name) for name in registry.NAMES}
points = st.lists(st.integers(-500, 500), min_size=2, max_size=8)


@given(points)
def test_points_less_the_mean_sum_to_zero_and_are_off_by_less_than_one(won: list[int]) -> None:
    posted = subtract_mean(won)
    mean = sum(won) / len(won)
    assert sum(posted) == 0
    assert all(abs(own - (points - mean)) <= 1 for own, points in zip(posted, won, strict=True))


@given(points, st.randoms())
def test_a_player_with_more_points_never_gets_less(won: list[int], random: Any) -> None:
    posted = subtract_mean(won)
    ranked = sorted(zip(won, posted, strict=True))
    assert all(low[1] <= high[1] for low, high in pairwise(ranked) if low[0] < high[0])


@given(st.integers(0, 300), st.integers(0, 300))
def test_partners_are_posted_alike(x: int, y: int) -> None:
    first, second, third, fourth = subtract_mean((x, y, x, y))
    assert (first, second) == (third, fourth)


@pytest.mark.parametrize(
    ("won", "posted"),
    [
        ((100, 50, 55), (31, -18, -13)),
        ((10, 5, 5, 3), (4, -1, 0, -3)),
        ((0, 0, 7), (-2, -2, 4)),
        ((53, 40, 53, 40), (6, -6, 6, -6)),
        ((1, 2), (0, 0)),
    ],
)
def test_the_remainder_is_shared_by_the_documented_rule(won: tuple[int, ...], posted: tuple[int, ...]) -> None:
    assert subtract_mean(won) == posted


def duo_won() -> Any:
    return list_kinds("duo")["duo.game_won"](winners=(Seat(1), Seat(3)), score=(31, 52), match=False)


def lombardy_over() -> Any:
    return list_kinds("lombardy")["lombardy.game_over"](winners=(Seat(2),), sheet=(150, 200, 310))


def test_a_game_of_dominoes_posts_a_stake_or_its_points() -> None:
    duo, lombardy = GAMES["duo-dominoes"], GAMES["lombardy-bones"]
    (stake,) = make_transfers(duo, [duo_won()], {"stake": 5})
    assert (stake.amounts, stake.reason) == ((-5, 5, -5, 5), "game_won")
    (one,) = make_transfers(lombardy, [lombardy_over()], {})
    assert one.amounts == (-1, -1, 2)
    (points,) = make_transfers(lombardy, [lombardy_over()], {"tally": "points"})
    assert (points.amounts, points.reason, points.rule) == ((-70, -20, 90), "game_points", "LB-72")
    (points,) = make_transfers(duo, [duo_won()], {"tally": "points", "stake": 5})
    assert points.amounts == (-10, 10, -10, 10)


def test_a_game_that_ends_level_posts_nothing_by_points() -> None:
    level = list_kinds("lombardy")["lombardy.game_over"](winners=(Seat(0), Seat(1)), sheet=(300, 300))
    assert make_transfers(GAMES["lombardy-bones"], [level], {"tally": "points"}) == ()


def test_pussers_bones_posts_its_payments_and_ignores_the_setting_for_dominoes() -> None:
    paid = list_kinds("pussers")["pussers.paid"](
        seat=Seat(0), reason="tie_up", rule="PB-68", a_bit=6, amounts=(18, -6, -6, -6)
    )
    (posted,) = make_transfers(GAMES["pussers-bones"], [paid], {"tally": "points", "stake": 9})
    assert (posted.amounts, posted.reason) == ((18, -6, -6, -6), "tie_up")


def test_pb_4_a_point_of_pussers_is_worth_what_the_house_says() -> None:
    paid = list_kinds("pussers")["pussers.paid"](
        seat=Seat(0), reason="tie_up", rule="PB-68", a_bit=6, amounts=(18, -6, -6, -6)
    )
    (posted,) = make_transfers(GAMES["pussers-bones"], [paid], {"cents_per_point": 5})
    assert (posted.amounts, posted.rule) == ((90, -30, -30, -30), "PB-68")
    assert make_transfers(GAMES["pussers-bones"], [paid], {"cents_per_point": 0}) == ()


def test_bonedoneskis_posts_what_a_hand_brought_in_chips() -> None:
    ended = list_kinds("bonedoneskis")["bonedoneskis.hand_ended"](
        how="last", seat=Seat(1), hands=(), lines=(), pots=(), net=(-5, 12, -7)
    )
    (posted,) = make_transfers(GAMES["bonedoneskis"], [ended], {"tally": "points"})
    assert posted.amounts == (-5, 12, -7)


@pytest.mark.parametrize("name", registry.NAMES)
def test_every_game_has_its_convention(name: str) -> None:
    game = GAMES[name]
    assert make_transfers(game, [], {}) == ()
    offered = {option.name for option in stakes.list_options(game)}
    assert offered == ({"tally", "stake"} if game.STAKES.by_points else set())
    assert offered <= {option.name for option in list_table_options(game)}


@given(st.lists(st.integers(-60, 60), min_size=1, max_size=6), st.data())
def test_shares_keep_every_unit(values: list[int], data: st.DataObject) -> None:
    amounts = [*values, -sum(values)]
    seats = data.draw(
        st.lists(st.lists(st.integers(1, 9), min_size=1, max_size=2), min_size=len(amounts), max_size=len(amounts))
    )
    lines = apportionment.share_out(amounts, seats)
    assert sum(line.amount for line in lines) == 0
    assert all(line.amount for line in lines)
    assert {line.account for line in lines} <= {account for seat in seats for account in seat}


def test_half_a_unit_goes_to_the_player_who_ended_the_hand() -> None:
    lines = apportionment.share_out((7, -7), ([1, 2], [3]))
    assert [(line.account, line.amount) for line in lines] == [(1, 3), (2, 4), (3, -7)]
    assert [(line.account, line.amount) for line in apportionment.share_out((-1, 1), ([1, 2], [3]))] == [
        (2, -1),
        (3, 1),
    ]
