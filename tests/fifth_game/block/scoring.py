"""Points, receipts, and the transfers between the two seats (BL-30 to BL-40)."""

from collections.abc import Iterable, Sequence

from games.core.receipt import Line, Receipt, Transfer
from games.core.seats import Seat
from games.pieces.dominoes import PIPS, value
from tests.fifth_game.block.events import Event, GameWon, HandEnded

RULES = {"out": "BL-30", "blocked": "BL-31", "level": "BL-32"}


def score(holdings: Sequence[int]) -> tuple[Seat | None, int]:
    """The seat with fewer pips and the difference; None and 0 when the hands are level (BL-30 to BL-32)."""
    first, second = value(holdings[0]), value(holdings[1])
    if first == second:
        return None, 0
    return (Seat(0), second - first) if first < second else (Seat(1), first - second)


def receipts(events: Iterable[Event]) -> tuple[Receipt, ...]:
    """A receipt for each hand that ended, with the pips of both hands and their difference."""
    return tuple(_receipt(event) for event in events if isinstance(event, HandEnded))


def _receipt(ended: HandEnded) -> Receipt:
    rule = RULES[ended.how]
    weights = [sum(PIPS[bone] for bone in held) for held in ended.holdings]
    heavier = weights.index(max(weights))
    lines = tuple(
        Line("held", rule, weight if seat == heavier else -weight, facts=(("seat", seat),))
        for seat, weight in enumerate(weights)
    )
    return Receipt(ended.how, rule, lines, ended.points)


def final_scores(event: Event) -> tuple[int, ...] | None:
    """Each seat's points if this event won the game, otherwise None (BL-40)."""
    return event.scores if isinstance(event, GameWon) else None


def transfers(events: Iterable[Event]) -> tuple[Transfer, ...]:
    """For each game won, a transfer of one from the loser to the winner (BL-40)."""
    return tuple(
        Transfer((1, -1) if event.winner == 0 else (-1, 1), "BL-40", "game_won")
        for event in events
        if isinstance(event, GameWon)
    )
