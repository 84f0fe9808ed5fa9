"""Results as used outside the game: entries of the tally, and feats for the records."""

from typing import Final, NamedTuple

from games.core.seats import Seat

Partners = tuple[tuple[Seat, ...], ...]
"""The sides of a game, as the seats that play and win together; () where everybody plays alone."""


def sides_of(partners: Partners, players: int) -> tuple[tuple[Seat, ...], ...]:
    """The sides at a table of `players`: the partners, or each seat alone."""
    return partners or tuple((Seat(seat),) for seat in range(players))


HANDS: Final = "hands"
"""The feat of having played a hand, in every game that counts hands; averages are taken over these hands."""


class Stakes(NamedTuple):
    """The rules for turning a game's results into entries of the tally."""

    by_points: bool = False
    """True if games end with points (`final_scores`). A table then chooses what the tally enters: a stake for the win,
    or each seat's points less the mean. In other games the tally enters `transfers`."""
    worth_option: str = ""
    """The house option that gives the worth of one unit of a transfer; "" where each unit counts as one."""
    typical_evening: float = 100
    """The amount that a player wins or loses in a typical evening, in the units of the tally and with the default house
    rules, as `python -m tests.bench evenings` measures it. Crews that weigh their games evenly divide by this."""


class Feat(NamedTuple):
    """An achievement of a seat that counts for a record."""

    kind: str
    """The record's wording key ("moons")."""
    seat: Seat
    amount: int = 1
    sort: str = ""
    """The title of the feat's receipt ("moon"), if profiles count the feats of each title separately."""


class WrongCall(NamedTuple):
    """A call that a seat should not have made."""

    seat: Seat
    cost: int
    """The amount that the call cost the seat, in the game's points."""


class Loss(NamedTuple):
    """A certain loss: by the rules alone, and with what the seat could know, it need not have been."""

    seat: Seat
    kind: str
    """The key of the sentence ("uncalled" for "losses/uncalled")."""
    cost: int = 0
    """The points that it cost; 0 where they cannot be counted."""
    piece: str = ""
    """The piece in a sentence ("5-3"), or the wording key of its name; "" for none."""
    of_a_win: bool = False
    """True for a win passed over, which is no loss if the seat won the hand all the same."""


class Record(NamedTuple):
    """A record that the feats of a game count for."""

    kind: str
    """The record's wording key ("moons")."""
    highest: bool = False
    """True if only the greatest single feat counts; otherwise feats are added up."""
    out_of: str = ""
    """The feat that counts every try ("hands"), if this record counts successful tries. The bot then also shows the
    share of tries that succeed, and streaks of success. The feat of a try comes with its success, or after it."""
    on_season_card: bool = False
    """True if the card of a season names the record's holder."""
