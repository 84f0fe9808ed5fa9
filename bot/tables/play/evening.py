"""An evening at a table: its finished hands and their results, the worst call, and the longest silence.

All that follows from public facts, so everybody may see it. The choices of one person, each with what they could see
before it, are for that person alone.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, zip_longest
from typing import Final, NamedTuple

from msgspec import Struct

from bot.store import Connection
from bot.tables.aggregate import Table
from bot.tables.facets.clocks import measure_stop
from bot.tables.history import events
from bot.tables.history.entries import Entry, Moved, find_outcome, is_of_game, read_entries, select_effective
from bot.tables.play.past_hands import PastHands
from bot.tables.play.robots import is_robot_move
from games.core import AnyGame, Refused, Seat, Unreadable, View, seat_of, sides_of
from games.core.results import Loss, Partners, WrongCall
from games.core.secret import is_unnoticed

LEAST_SILENCE: Final = 20_000
"""The shortest wait, in milliseconds, that is worth mentioning."""


class PlayedHand(NamedTuple):
    """A finished hand."""

    number: int
    """The number of its shuffle, by which it is replayed."""
    view: View
    """The public view at its end."""
    amounts: tuple[int, ...]
    """The change of each seat's score."""
    begins_game: bool
    """True if this hand began with all scores at zero."""
    ended: Entry
    """The event with which it ended."""


class WorstCall(NamedTuple):
    """The wrong call that cost most."""

    hand: int
    """The number of the hand, as people count them."""
    call: WrongCall
    entry: Entry


class Silence(NamedTuple):
    """The longest time for which the table waited for one person."""

    hand: int
    """As in `WorstCall`."""
    seat: Seat
    wait: int
    """In milliseconds, without pauses and outages."""
    entry: Entry
    """The move that ended it."""


class HandLoss(NamedTuple):
    """A certain loss in a finished hand."""

    hand: int
    """As in `WorstCall`."""
    loss: Loss
    entry: Entry
    """The event that settled it."""


class TurningHand(NamedTuple):
    """The hand after which the winner was ahead for good."""

    hand: PlayedHand
    winner: tuple[Seat, ...]
    """The winning side."""


class Evening(Struct, frozen=True):
    """Everything that the summary of an evening shows."""

    hands: tuple[PlayedHand, ...]
    worst: WorstCall | None
    silence: Silence | None
    handovers: tuple[Entry, ...]
    """The events by which seats changed hands."""
    losses: tuple[HandLoss, ...]
    """The losses of all seats, without hands in which a robot moved for the seat. Each is for its own seat alone."""

    def list_losses(self, seat: Seat) -> list[HandLoss]:
        """List the losses of whoever has this seat now."""
        came = max((entry.sequence for entry in self.handovers if seat_of(entry.event) == seat), default=0)
        return [found for found in self.losses if found.loss.seat == seat and found.entry.sequence > came]

    def find_turning_hand(self, partners: Partners) -> TurningHand | None:
        """Find the hand that decided the last finished game. Where each hand counts by itself, the session is the game.
        None if there is no finished game, or nobody is ahead at its end."""
        starts = [place for place, hand in enumerate(self.hands) if hand.begins_game]
        games = [self.hands[start:end] for start, end in zip(starts, [*starts[1:], len(self.hands)], strict=True)]
        ended = [game for game in games if not game[-1].view.game_open]
        if not ended:
            return None
        sides = sides_of(partners, len(self.hands[0].amounts))
        sums, leaders = [0] * len(sides), []
        for hand in ended[-1]:
            sums = [total + hand.amounts[side[0]] for total, side in zip(sums, sides, strict=True)]
            ahead = [side for total, side in zip(sums, sides, strict=True) if total == max(sums)]
            leaders.append(ahead[0] if len(ahead) == 1 else None)
        winner = leaders[-1]
        if winner is None:
            return None
        before = [place for place, leader in enumerate(leaders) if leader != winner]
        return TurningHand(ended[-1][before[-1] + 1 if before else 0], winner)


def read_evening(connection: Connection, table: Table) -> Evening:
    """Read the evening of a table from its events."""
    found = read_entries(connection, table.id, until=table.sequence)
    counted = frozenset(entry.sequence for entry in select_effective(found))
    repeat = table.settings.repeat
    reading = EveningReading(table.game, counted, () if repeat is None else repeat.scores)
    for _, commit in groupby(found, lambda entry: entry.cause or entry.sequence):
        reading.add(tuple(commit))
    # A seat that was taken later won and lost nothing in earlier hands.
    seats = len(table.seats)
    hands = (hand._replace(amounts=(*hand.amounts, *[0] * (seats - len(hand.amounts)))) for hand in reading.hands)
    handovers = tuple(entry for entry in found if isinstance(entry.event, events.Substituted))
    return Evening(tuple(hands), reading.worst, reading.silence, handovers, tuple(reading.losses))


class EveningReading(Struct):
    """A reading of an evening, which takes in one commit after the other."""

    game: AnyGame
    counted: frozenset[int]
    """The sequences of the game's events that were not undone."""
    scores: tuple[int, ...] = ()
    """The score of each seat before the first hand, at a table that plays a hand on; () for none."""
    hands: list[PlayedHand] = []
    worst: WorstCall | None = None
    silence: Silence | None = None
    losses: list[HandLoss] = []
    _of_hand: list[tuple[Loss, Entry]] = []
    """The losses of the hand under way."""
    _played_by_robot: set[Seat] = set()
    """The seats for which a robot moved in the hand under way."""
    _state: object = None
    _open: bool = False
    """True while a hand is under way."""
    _number: int = 0
    """The number of the latest shuffle."""
    _since: int = 0
    """The time since which the table has waited."""

    def add(self, commit: Sequence[Entry]) -> None:
        """Add the entries of a commit."""
        moves = tuple(entry for entry in commit if entry.sequence in self.counted)
        if moves:
            self._add_moves(moves)
        elif any(is_of_game(entry.event) for entry in commit):
            self._since = commit[-1].at
        self._since += sum(measure_stop(entry.event) for entry in commit)
        for entry in commit:
            if isinstance(entry.event, events.CommittedTo):
                self._number = entry.event.number

    def _add_moves(self, moves: Sequence[Entry]) -> None:
        if self._open:
            self._look_for_silence(moves)
        changed = [entry.event for entry in moves]
        before = self._state
        self._state = self.game.fold(changed) if self._state is None else self.game.evolve(self._state, *changed)
        if any(not is_unnoticed(event) for event in changed):
            self._since = moves[-1].at
        open_before, self._open = self._open, not self.game.is_revealed(self._state)
        ends_hand = open_before and not self._open
        self._look_for_calls(moves)
        self._look_for_losses(before, moves)
        if ends_hand:
            self._end_hand(moves[-1])

    def _look_for_silence(self, moves: Sequence[Entry]) -> None:
        """Keep the wait before a person's move if it is the longest so far and the table waited for them alone."""
        first = moves[0]
        wait, seat = first.at - self._since, seat_of(first.event)
        least = LEAST_SILENCE if self.silence is None else self.silence.wait + 1
        if wait < least or seat is None or is_unnoticed(first.event) or is_robot_move(first):
            return
        view = self.game.view(self._state, None)
        if view.to_act == (seat,):
            self.silence = Silence(view.hand, seat, wait, first)

    def _look_for_calls(self, moves: Iterable[Entry]) -> None:
        """Keep the wrong call that cost most so far."""
        for entry in moves:
            call = self.game.find_wrong_call(entry.event)
            if call is not None and call.cost > (0 if self.worst is None else self.worst.call.cost):
                self.worst = WorstCall(self.game.view(self._state, None).hand, call, entry)

    def _look_for_losses(self, before: object, moves: Sequence[Entry]) -> None:
        if before is not None:
            for entry in moves:
                found = self.game.find_losses(before, entry.event, self._state)
                self._of_hand += [(loss, entry) for loss in found]
        if is_robot_move(moves[0]) and (seat := seat_of(moves[0].event)) is not None:
            self._played_by_robot.add(seat)

    def _keep_losses(self, hand: PlayedHand) -> None:
        for loss, entry in self._of_hand:
            won = loss.of_a_win and hand.amounts[loss.seat] > 0
            if not won and loss.seat not in self._played_by_robot:
                self.losses.append(HandLoss(hand.view.hand, loss, entry))
        self._of_hand.clear()
        self._played_by_robot.clear()

    def _end_hand(self, ended: Entry) -> None:
        view = self.game.view(self._state, None)
        last = self.hands[-1].view if self.hands else None
        begins_game = last is None or (self.game.STAKES.by_points and not last.game_open)
        before = self.scores if last is None else () if begins_game else last.scores
        amounts = tuple(new - old for new, old in zip_longest(view.scores, before, fillvalue=0))
        self.hands.append(PlayedHand(self._number, view, amounts, begins_game, ended))
        self._keep_losses(self.hands[-1])


MOST_CHOICES: Final = 120
"""The most choices of an evening that are judged: the latest ones."""


class OwnChoice(NamedTuple):
    """A move that a person made."""

    hand: PlayedHand
    entry: Entry
    """The event with which the move began."""
    view: View
    """The seat's own view before the move."""
    move: object
    place: int
    """The number of the move among the seat's own in this hand, which depends on nothing hidden."""


def list_own_choices(
    connection: Connection, table: Table, past: PastHands, hands: Sequence[PlayedHand], seat: Seat
) -> list[OwnChoice]:
    """List the moves of a seat's present player in these hands, the latest hand last; no moves that were the only one
    open, as most passes are."""
    found = [choice for hand in hands for choice in _list_in_hand(connection, table, past, hand, seat)]
    return found[-MOST_CHOICES:]


def _list_in_hand(
    connection: Connection, table: Table, past: PastHands, played: PlayedHand, seat: Seat
) -> Iterator[OwnChoice]:
    hand = past.read(connection, table, played.number)
    if hand is None or any(
        seat_of(handover.event) == seat and handover.sequence > hand.events[0].sequence for handover in hand.handovers
    ):
        return
    state, place = hand.state, 0
    for cause, commit in groupby(hand.events, lambda entry: entry.cause or ""):
        entries = tuple(commit)
        outcome = find_outcome(connection, table.id, cause) if is_of_game(entries[0].event) else None
        if isinstance(outcome, Moved) and outcome.seat == seat and not is_robot_move(entries[0]):
            view = table.game.view(state, seat)
            verb, _, rest = outcome.words.partition(" ")
            open_to_me = [choice for choice in table.game.choices(view) if not choice.late]
            try:
                if len(open_to_me) > 1:
                    yield OwnChoice(played, entries[0], view, table.game.read(view, verb, rest), place)
            except (Refused, Unreadable):
                pass  # a move of an older release, which this one reads no more
            place += 1
        state = table.game.evolve(state, *(entry.event for entry in entries))
