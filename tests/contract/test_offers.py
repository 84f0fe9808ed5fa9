"""What a seat is offered is accepted at that moment, unless a rule has it offered all the same."""

import pytest

from games import registry
from games.core import Refused
from tests.contract.driver import Session, draw_table, tables
from tests.effort import rounds

OFFERED_ALL_THE_SAME = {
    "pussers-bones": {
        ("dobone", "PB-45"): "an earlier stamp may still arrive while a race is settled (PB-47)",
        ("yes", "PB-45"): "the same",
        ("pass", "PB-45"): "the same",
        ("setout", "PB-47"): "the same button stands there always, so that it reminds nobody (PB-83)",
        ("setout", "PB-83"): "the same",
    },
    "duo-dominoes": {},
    "lombardy-bones": {
        ("draw", "LB-21"): "passing and drawing are there whatever a player holds (LB-93)",
        ("knock", "LB-21"): "the same",
        ("knock", "LB-23"): "the same",
        ("draw", "LB-20"): "the same move again, while it is put in order, is one move (LB-80)",
        ("knock", "LB-20"): "the same",
        ("play", "LB-20"): "the same",
        ("renege", "LB-45"): "the button always stands there, so that it reminds nobody of a new renege (LB-93)",
    },
    "bonedoneskis": {("claim", "SM-1"): "every power can be claimed, whoever has it, so that no button tells"},
}


@pytest.mark.parametrize("name", registry.NAMES)
def test_every_move_on_offer_is_accepted(name: str) -> None:
    """Buttons whose press is refused stand there disabled. Moves that a deadline would forestall are not tried."""
    game = registry.game(name)
    refusals = set()
    drawn = [draw_table(game, number) for number in range(rounds(1, 6, 40))]
    for number, (players, options) in enumerate([*tables(game), *drawn]):
        session = Session(game, players, options, number + 1)
        for _ in session.steps("random" if number % 2 else "robots", rounds(30, 60, 60)):
            due = game.deadline(session.state)
            if due is not None and due <= session.at + 1:
                continue
            for seat in session.seats:
                for choice in game.choices(session.view(seat)):
                    if choice.late:
                        continue
                    try:
                        game.decide(session.state, seat, choice.move, session.at + 1, session.chance)
                    except Refused as refused:
                        refusals.add((choice.verb, refused.rule))
    assert refusals <= OFFERED_ALL_THE_SAME[name].keys()
