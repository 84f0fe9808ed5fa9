"""The facets of seats: their turns, their absent players, and who came to play them."""

from collections.abc import Mapping
from typing import Final, NamedTuple, Self

from msgspec import Struct
from msgspec.structs import replace

from bot.tables.history import events
from bot.tables.history.entries import Step, is_of_game
from games.core import AnyGame, Seat, View, seat_of
from games.core.moves import Verb


class Turns(Struct, frozen=True):
    """The turns of seats. A wait for calls is not a turn. A standing order may last until the seat's next turn."""

    came: Mapping[Seat, int] = {}
    """By seat, the event with which its last turn began."""
    waited: Mapping[Seat, int] = {}
    """By seat, the event since which the table has waited for this seat. Moves of other seats do not change it. After
    the seat itself has moved, its wait begins again with the next change of the subject (see `Waiting`)."""
    moved: frozenset[Seat] = frozenset()
    """The seats in `waited` that have moved since."""

    def after(self, step: Step, game: AnyGame) -> Self:
        """Fold a step. A turn begins if the table then waits for other seats than before, and not for calls."""
        if step.view is None:
            return self
        if find_passing_verb(game, step.view) is not None:
            return replace(self, waited={}, moved=frozenset())
        moved = self.moved | {seat for seat, _ in step.movers}
        if not step.changes_subject:
            return replace(self, moved=moved)
        asked, sequence = step.view.to_act, step.entries[-1].sequence
        waited = {seat: sequence if seat in moved else self.waited.get(seat, sequence) for seat in asked}
        return replace(self, came={**self.came, **dict.fromkeys(asked, sequence)}, waited=waited, moved=frozenset())


def find_passing_verb(game: AnyGame, public_view: View) -> Verb | None:
    """The verb with which a player makes no call, while the table waits for calls; None at other times."""
    return next((verb for verb in game.VERBS if public_view.phase in verb.declines_in), None)


NOBODYS: Final = ("lapse:", "idle:")
"""The beginnings of the causes of moves that a table made because a player was silent."""


class Unanswered(NamedTuple):
    """The reminders to a player since their last move, in all turns."""

    since: int
    """The time (milliseconds) of the first."""
    times: int


class Absences(Struct, frozen=True):
    """Reminders, votes, signs of life and used banks of time by seat. Reminders, votes and signs of life are emptied
    when the table waits for something else."""

    nudged: Mapping[Seat, int] = {}
    """By seat, the number of its reminders."""
    votes: Mapping[Seat, tuple[Seat, ...]] = {}
    """By seat, the seats that voted to let a robot play for it."""
    reminded: frozenset[Seat] = frozenset()
    """The seats that were ever reminded. Their reminders in the channel may need an update."""
    stirred: frozenset[Seat] = frozenset()
    """The seats whose players have pressed something in their turn."""
    unanswered: Mapping[Seat, Unanswered] = {}
    """By seat, its reminders since its player last moved, a robot took it or somebody came to it."""
    banks: Mapping[Seat, int] = {}
    """By seat, the time (milliseconds) at which its player last used their bank: once an hour, a player whose time runs
    out on their turn gets a little more. A seat's new player has a bank of their own."""

    def after(self, step: Step) -> Self:
        nudged, votes, reminded, stirred = dict(self.nudged), dict(self.votes), self.reminded, self.stirred
        unanswered, banks = dict(self.unanswered), dict(self.banks)
        for entry in step.entries:
            mover = seat_of(entry.event) if is_of_game(entry.event) else None
            if mover is not None and not (entry.cause or "").startswith(NOBODYS):
                unanswered.pop(mover, None)
            match entry.event:
                case events.Nudged(seat=seat, times=times):
                    nudged[seat] = times
                    reminded |= {seat}
                    since, earlier = unanswered.get(seat, (entry.at, 0))
                    unanswered[seat] = Unanswered(since, earlier + 1)
                case events.BankUsed(seat=seat):
                    banks[seat] = entry.at
                case events.Stirred(seat=seat):
                    stirred |= {seat}
                case events.Voted(by=by, seat=seat):
                    votes[seat] = (*votes.get(seat, ()), by)
                case events.StoodIn(seat=seat) | events.Returned(seat=seat) | events.Substituted(seat=seat):
                    nudged.pop(seat, None)
                    votes.pop(seat, None)
                    unanswered.pop(seat, None)
                    if isinstance(entry.event, events.Substituted):
                        banks.pop(seat, None)
        if step.changes_subject:
            nudged, votes, stirred = {}, {}, frozenset()
        return type(self)(nudged, votes, reminded, stirred, unanswered, banks)


class Occupants(Struct, frozen=True):
    """The seats that were offered, and the seats that changed hands."""

    offered: frozenset[Seat] = frozenset()
    """The seats that were ever offered to somebody."""
    handed: frozenset[Seat] = frozenset()
    """The seats that ever changed hands."""
    refused: frozenset[Seat] = frozenset()
    """The robots' seats whose partner has refused a newcomer."""
    missed: Mapping[Seat, int] = {}
    """By seat, the number of the last hand whose beginning its player missed. Players who were there from the first
    hand on are left out."""
    shuffle: int = 0
    """The number of the present shuffle."""
    last_finished: int = 0
    """The number of the last hand that is over."""

    def missed_last(self, seat: Seat) -> bool:
        """True if a seat's player wasn't there when the last hand that is over began."""
        return self.missed.get(seat, -1) >= self.last_finished

    def after(self, step: Step) -> Self:
        occupants = self
        for entry in step.entries:
            match entry.event:
                case events.CommittedTo(number=number):
                    occupants = replace(occupants, shuffle=number)
                case events.HandOver(number=number) | events.Revealed(number=number):
                    occupants = replace(occupants, last_finished=number)
                case events.Started():
                    occupants = replace(occupants, missed={})
                case events.SeatOffered(seat=seat):
                    occupants = replace(occupants, offered=occupants.offered | {seat})
                case events.OfferEnded(seat=seat, why="refused"):
                    occupants = replace(occupants, refused=occupants.refused | {seat})
                case events.Substituted(seat=seat, how=how):
                    missed_hand = occupants.last_finished if how.endswith(events.NEXT) else occupants.shuffle
                    occupants = replace(
                        occupants, handed=occupants.handed | {seat}, missed={**occupants.missed, seat: missed_hand}
                    )
                case events.Seated(seat=seat):
                    occupants = replace(occupants, missed={**occupants.missed, seat: occupants.last_finished})
        return occupants
