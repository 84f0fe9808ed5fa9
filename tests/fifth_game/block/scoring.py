"""Points, receipts, transfers between the seats, and records (BL-30 to BL-40)."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from games.core import Receipt, Record, Seat
from games.core.receipt import ReceiptLine, Transfer
from games.core.results import Feat
from games.pieces.dominoes import PIPS, pips_of
from tests.fifth_game.block.events import Event, GameWon, HandEnded

RECORDS: Final = (Record("blocks"), Record("best_hand", highest=True))
FEAT_EVENTS: Final = ("block.hand_ended",)
RULES: Final = {"out": "BL-30", "blocked": "BL-31", "level": "BL-32"}


def score(holdings: Sequence[int]) -> tuple[Seat | None, int]:
    """The seat with the fewest pips and its points; None and 0 if several seats tie (BL-30 to BL-32)."""
    weights = [pips_of(held) for held in holdings]
    fewest = min(weights)
    if weights.count(fewest) > 1:
        return None, 0
    return Seat(weights.index(fewest)), sum(weight - fewest for weight in weights)


def receipts(events: Iterable[Event]) -> tuple[Receipt, ...]:
    """A receipt for each hand that ended, with the pips by which each hand is heavier than the lightest."""
    return tuple(_receipt(event) for event in events if isinstance(event, HandEnded))


def _receipt(ended: HandEnded) -> Receipt:
    rule = RULES[ended.how]
    weights = [sum(PIPS[bone] for bone in held) for held in ended.holdings]
    lines = tuple(
        ReceiptLine(
            "held", rule, 0 if ended.winner is None else weight - min(weights), facts=(("seat", seat), ("pips", weight))
        )
        for seat, weight in enumerate(weights)
    )
    return Receipt(ended.how, rule, lines, ended.points)


def final_scores(event: Event) -> tuple[int, ...] | None:
    """Each seat's points if this event won the game, otherwise None (BL-40)."""
    return event.scores if isinstance(event, GameWon) else None


def transfers(events: Iterable[Event]) -> tuple[Transfer, ...]:
    """For each game won, a transfer of one from each loser to the winner (BL-40)."""
    return tuple(_pay(event) for event in events if isinstance(event, GameWon))


def _pay(won: GameWon) -> Transfer:
    players = len(won.scores)
    return Transfer(tuple(players - 1 if seat == won.winner else -1 for seat in range(players)), "BL-40", "game_won")


def feats(events: Iterable[Event]) -> Iterator[tuple[Feat, ...]]:
    """The feats of each event of a session, in order. Callers may leave out events that are not in `FEAT_EVENTS`."""
    return map(_list_feats, events)


def _list_feats(event: Event) -> tuple[Feat, ...]:
    if not isinstance(event, HandEnded) or event.winner is None:
        return ()
    best = Feat("best_hand", event.winner, event.points)
    return (Feat("blocks", event.winner), best) if event.how == "blocked" else (best,)
