"""The costs of mistakes are kept for their player until the next deal."""

from bot.tables.facets.costs import Costs
from bot.tables.history.events import CommittedTo, Substituted
from games.lombardy.events import Called
from games.registry import game
from tests.bot.tables.facets.steps import BEAR, BULL, PublicView, step

LOMBARDY = game("lombardy-bones")
WRONG = Called(BEAR, 12, False, -10, False)


def committed(number: int) -> CommittedTo:
    return CommittedTo(number, "0" * 64)


def test_every_wrong_call_is_kept_for_its_caller() -> None:
    costs = Costs()
    for _ in range(70):
        costs = costs.after(step(WRONG, before=PublicView(), view=PublicView()), LOMBARDY)
    costs = costs.after(step(Called(BULL, 15, True, 15, False), before=PublicView(), view=PublicView()), LOMBARDY)
    assert [line.amount for line in costs.by_seat[BEAR]] == [-10] * 70
    assert BULL not in costs.by_seat


def test_costs_outlast_the_next_commitment_and_end_with_the_deal() -> None:
    costs = Costs().after(step(committed(1)), LOMBARDY)
    costs = costs.after(step(WRONG, before=PublicView(), view=PublicView()), LOMBARDY)
    costs = costs.after(step(committed(2), before=PublicView(), view=PublicView()), LOMBARDY)
    assert BEAR in costs.by_seat
    assert costs.after(step(before=PublicView(hand=1), view=PublicView(hand=2)), LOMBARDY).by_seat == {}


def test_folding_the_whole_past_keeps_only_the_last_hand() -> None:
    past = (committed(1), WRONG, committed(2), WRONG, WRONG, committed(3))
    costs = Costs()
    for event in past:
        costs = costs.after(step(event), LOMBARDY)
    assert len(costs.by_seat[BEAR]) == 2
    assert costs.after(step(committed(4)), LOMBARDY).by_seat == {}


def test_a_new_player_is_not_told_the_former_players_costs() -> None:
    costs = Costs().after(step(WRONG, before=PublicView(), view=PublicView()), LOMBARDY)
    assert costs.after(step(Substituted(BEAR, False), before=PublicView(), view=PublicView()), LOMBARDY).by_seat == {}
