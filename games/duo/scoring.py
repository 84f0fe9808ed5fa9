"""Points of a hand, receipts, and transfers of a won game (DD-30 to DD-41)."""

from collections.abc import Iterable, Sequence

from games.core.receipt import Receipt, ReceiptLine, Transfer
from games.core.seats import Seat, find_next_seat
from games.duo.events import Event, GameWon, HandEnded
from games.duo.state import State, duo_of
from games.pieces.dominoes import PIPS, pips_of


def score_out(holdings: Sequence[int], seat: Seat, all_others: bool) -> tuple[int, int]:
    """The winning duo and its points after `seat` laid its last tile (DD-30): the pips of its adversaries, or of
    everybody if `all_others`."""
    duo = duo_of(seat)
    return duo, sum([pips_of(held) for other, held in enumerate(holdings) if all_others or other % 2 != duo])


def score_block(holdings: Sequence[int], blocker: Seat) -> tuple[int, int]:
    """The winning duo and its points in a blocked hand: the duo with the smaller sum wins the other duo's sum (DD-32).
    If the sums are equal, the blocker's duo loses (DD-33)."""
    x = pips_of(holdings[0]) + pips_of(holdings[2])
    y = pips_of(holdings[1]) + pips_of(holdings[3])
    duo = 1 - duo_of(blocker) if x == y else int(y < x)
    return duo, x if duo else y


def find_next_starter(state: State) -> Seat:
    """The starter of the next hand of a game (DD-11)."""
    ended = state.ended
    if ended is None or state.house.next_starter != "winner":
        return find_next_seat(state.starter, 4)
    return ended.last if duo_of(ended.last) == ended.duo else find_next_seat(ended.last, 4)


def receipts(events: Iterable[Event]) -> tuple[Receipt, ...]:
    """Receipts for the points of each hand among the events, with a line for each seat that still held tiles.

    Tiles that score are counted in points, the others in pips; the points add up to the total.
    """
    return tuple(_make_receipt(event) for event in events if isinstance(event, HandEnded))


def _make_receipt(ended: HandEnded) -> Receipt:
    went_out = ended.how == "out"
    weights = [sum(PIPS[tile] for tile in held) for held in ended.holdings]
    paying = [seat for seat in range(4) if duo_of(Seat(seat)) != ended.duo]
    if went_out and sum(weights[seat] for seat in paying) != ended.points:  # `out_counts`
        paying = list(range(4))
    tied = not went_out and weights[0] + weights[2] == weights[1] + weights[3]
    rule = "DD-30" if went_out else "DD-33" if tied else "DD-32"
    lines = tuple(
        ReceiptLine("held", rule, weight, facts=(("seat", seat),))
        if seat in paying
        else ReceiptLine("held_own", rule, weight, "pips", (("seat", seat),))
        for seat, weight in enumerate(weights)
        if ended.holdings[seat]
    )
    won = tuple(seat for seat in range(4) if duo_of(Seat(seat)) == ended.duo)
    return Receipt("blocked_level" if tied else ended.how, rule, lines, ended.points, seats=won)


def final_scores(event: Event) -> tuple[int, ...] | None:
    """For each seat, the points of its duo, if this event won a game (DD-40); otherwise None."""
    return event.score * 2 if isinstance(event, GameWon) else None


def transfers(events: Iterable[Event]) -> tuple[Transfer, ...]:
    """Transfers of a won game: one from each loser, one to each winner (DD-40)."""
    return tuple(
        Transfer((-1, 1, -1, 1) if event.duo else (1, -1, 1, -1), "DD-40", "game_won")
        for event in events
        if isinstance(event, GameWon)
    )
