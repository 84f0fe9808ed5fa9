"""The steps of finished hands: the events that a step shows, the moves behind them, and the view of its reader."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

from msgspec import Struct, field

from bot.messages.parts.table_words import words_of
from bot.store import Connection
from bot.tables.aggregate import Table
from bot.tables.fairness.chance import ChanceSource
from bot.tables.history import events
from bot.tables.history.entries import Entry
from bot.tables.play import robots
from bot.tables.play.past_hands import PastHand, PastHands
from bot.tables.seats.handover_notes import FormerOccupant, list_former_occupants
from bot.wording import Words, word_log_line
from games.core import Seat, seat_of, view_event
from games.core.secret import is_unnoticed


class Look(NamedTuple):
    """A look at a step of a finished hand."""

    hand: int
    """The number of the hand."""
    step: int = 1
    """The number of the step, from 1. If there is no such step, the nearest one is shown."""
    own: Seat | None = None
    """The viewer's own seat; None if they have none, or if everybody is the viewer."""
    chosen: int | None = None
    """The seat whose view the viewer chose, from 1; 0 for the public view; None for their own seat."""
    public: bool = False
    """True if `step` counts the steps of the public replay, which has none for a seat's secret moves."""

    @property
    def seat(self) -> Seat | None:
        """The seat whose view is wanted; None for the public view."""
        if self.chosen is None:
            return self.own
        return Seat(self.chosen - 1) if self.chosen else None


class StepMove(NamedTuple):
    """A move behind a step."""

    first_entry: Entry
    """The event with which the move began."""
    text: str
    """The move as text; "" if the viewer may not know it, or if nobody made it."""
    remembered: robots.RememberedMove | None
    """The robot's move; None if no robot made it, or if robots may not tell yet."""


class FoundStep(NamedTuple):
    """A step of a finished hand, and everything that is needed to show it."""

    look: Look
    past: PastHand
    steps: list[int]
    """The indexes in `hand` of the events that have a step."""
    lined: list[int]
    """The numbers of the steps for which the log has a line."""
    public_step: int
    """The number of this step in the public replay."""
    step: int
    """The number of the step to show, from 1."""
    until: tuple[int, int]
    """The indexes in `hand` of the last event that shows on the board, and of the last in the shown seat's bones."""
    moves: tuple[StepMove, ...]
    """The moves behind the step."""
    tells_reasons: bool
    """True if robots may give their reasons.

    Reasons betray the robots' hands, so the secret must be open, unless the viewer was the only person at the table and
    looks from their own seat. That exception does not hold for the hand of the day, since others play the same hand.
    """
    seat: Seat | None
    """The seat whose view is shown; None for the public view.

    Until the secret opens, a player who took the seat after the deal gets the public view, not the former player's.
    """
    former_occupants: tuple[FormerOccupant, ...]
    """The former occupants of the table's seats, the latest first."""

    @property
    def hand(self) -> tuple[Entry, ...]:
        """The game's events from the deal on."""
        return self.past.events

    def find_entry(self, step: int) -> Entry:
        """Find the event that a step shows."""
        return self.hand[self.steps[step - 1]]

    def locate(self, step: int) -> dict[str, Any]:
        """The facts of a control that leads to a step in the same view."""
        return {"hand": self.look.hand, "step": step, "chosen": self.look.chosen}

    @property
    def is_open(self) -> bool:
        """True if the secret is open."""
        return self.past.is_open

    @property
    def is_view_closed(self) -> bool:
        """True if the chosen seat's view stays closed until the secret opens. The public view is then shown instead."""
        return bool(self.look.chosen) and self.seat is None

    def name_players(self, words: Words, entry: Entry) -> Words:
        """Return the wording for an event, with the names of the players who had the seats then."""
        return name_players(words, self.former_occupants, entry)


def name_players(words: Words, former: Sequence[FormerOccupant], entry: Entry) -> Words:
    """Return the wording for an event, with the names of the players who had the seats then. `former` are all who have
    left a seat, the latest first."""
    names = list(words.names)
    for left in former:
        if left.had_seat_at(entry):
            kind = {True: "robot", False: "person", None: "somebody"}[left.robot]
            names[left.seat] = left.name or words.say(f"replay/then/{kind}", seat=left.seat + 1)
    return replace(words, names=tuple(names))


def find_step(
    connection: Connection, table: Table, look: Look, hands: PastHands, chance: ChanceSource
) -> FoundStep | None:
    """Find the step of a look, or the nearest step. None if the hand is not over."""
    past = hands.read(connection, table, look.hand)
    if past is None:
        return None
    words, former = words_of(table), list_former_occupants(table, past.handovers)
    seat = look.seat
    if not past.is_open and (seat != look.own or seat in _list_changed_since_deal(past)):
        seat = None
    tells = past.is_open or (seat is not None and not table.is_shut and _is_only_person(table, seat, former))
    public_listed = _recall_steps(past, None, words)
    listed = public_listed if past.is_open or seat is None else _recall_steps(past, seat, words, tells)
    steps, public_places = ([listed_step.place for listed_step in replay] for replay in (listed, public_listed))
    step = look.step
    if look.public:
        step = 1 + bisect_left(steps, public_places[max(1, min(step, len(public_places))) - 1])
    step = max(1, min(step, len(steps)))
    shown = listed[step - 1]
    public_step = max(1, bisect_right(public_places, shown.place))
    until = (_find_end(past, public_listed, public_step), _find_end(past, listed, step))

    def read_move(place: int) -> StepMove:
        began = past.events[place]
        may_know = past.is_open or (seat is not None and seat_of(began.event) == seat)
        text = robots.find_move_text(connection, table, began) if may_know else ""
        remembered = robots.find_move(connection, table, past, began, chance) if tells else None
        return StepMove(began, text, remembered)

    moves = tuple(read_move(place) for place in shown.moves)
    lined = [number for number, listed_step in enumerate(listed, 1) if listed_step.lined]
    return FoundStep(look, past, steps, lined, public_step, step, until, moves, tells, seat, former)


def list_public_steps(past: PastHand, words: Words) -> list[tuple[int, int]]:
    """The steps that the public replay of a hand has before its secret opens. Each step has the index of the event that
    it shows, and that of the last event on its board."""
    shut = replace(past, secret=replace(past.secret, revealed_at=None))
    steps = _list_steps(shut, None, words)
    return [(step.place, _find_end(shut, steps, number)) for number, step in enumerate(steps, 1)]


def has_learnt(event: object, seat: Seat | None) -> bool:
    """True if a seat (None: the public) learnt of an event. Otherwise the seat's replay has no step for it."""
    return not is_unnoticed(event) or (seat is not None and seat_of(event) == seat)


def _is_only_person(table: Table, own: Seat, former: Sequence[FormerOccupant]) -> bool:
    """True if nobody but the player at seat `own` has a seat or has had one since the game began."""
    others = (taken for taken in table.seats if taken.seat != own)
    return all(taken.is_robot for taken in others) and all(left.robot for left in former)


def _list_changed_since_deal(past: PastHand) -> frozenset[Seat]:
    """The seats that got a new occupant after the deal. A change in the same commit as the deal does not count."""
    dealt = max(entry.sequence for entry in past.raw if entry.cause == past.events[0].cause)
    return frozenset(
        entry.event.seat
        for entry in past.handovers
        if isinstance(entry.event, events.Substituted) and entry.sequence > dealt
    )


class _ReplayStep(NamedTuple):
    """A step, by the indexes of events in the hand."""

    place: int
    """The event that is shown."""
    moves: tuple[int, ...]
    """The events with which the moves behind the step began."""
    lined: bool
    """True if the log has a line for the event."""


def _list_steps(past: PastHand, seat: Seat | None, words: Words, tells: bool = False) -> tuple[_ReplayStep, ...]:
    """The steps of a hand as a seat (None: everybody) learnt of it. `tells` as `FoundStep.tells_reasons`."""
    listing = _Listing(past.events, seat, past.is_open, tells, words)
    for place in range(len(past.events)):
        listing.add(place)
    return tuple(listing.steps)


_recall_steps = lru_cache(maxsize=32)(_list_steps)
"""`_list_steps` with a memory, since stepping through a hand needs the same list at every press."""


class _Listing(Struct):
    """Lists the steps of a hand. Each event with a log line is a step. Between two of these, all moves without a line,
    such as answers, are one step.

    Some moves are judged only after a moment (LB-80). Such a move is shown with the line that comes of it.

    An unnoticed move is one that only its own seat learns of. Until the secret opens, other seats have no step for it.
    If robots may give their reasons, it is shown with its line, if that comes by the end of the next commit of which
    everybody saw something.
    """

    hand: Sequence[Entry]
    seat: Seat | None
    is_open: bool
    tells_reasons: bool
    words: Words
    steps: list[_ReplayStep] = field(default_factory=list)
    _untold: dict[Seat, int] = field(default_factory=dict)
    """By seat, its last move of which the viewer did not learn."""
    _noticed: bool = False
    """True if everybody saw something of the present commit."""

    def add(self, place: int) -> None:
        """Add the event at this place of the hand."""
        entry = self.hand[place]
        mover, begins_move = seat_of(entry.event), place == 0 or self.hand[place - 1].cause != entry.cause
        if begins_move and self._noticed:
            self._untold, self._noticed = {}, False
        self._noticed = self._noticed or not is_unnoticed(entry.event)
        if not (self.is_open or has_learnt(entry.event, self.seat)):
            if self.tells_reasons and begins_move and mover is not None:
                self._untold[mover] = place
            return
        unsaid = self.steps.pop().moves if self.steps and not self.steps[-1].lined else ()
        if word_log_line(view_event(entry.event, self.seat), self.words):
            self._add_line(place, unsaid, mover, begins_move)
        else:
            self._add_unsaid((*unsaid, place) if begins_move and mover is not None else unsaid)

    def _add_line(self, place: int, unsaid: tuple[int, ...], mover: Seat | None, begins_move: bool) -> None:
        """Add a step with a line. The move behind it is the one that its player made before without a line, if any."""
        judged: int | None = None
        if not begins_move and mover is not None:
            own = (earlier for earlier in reversed(unsaid) if seat_of(self.hand[earlier].event) == mover)
            judged = next(own, None)
            if judged is None:
                judged = self._untold.pop(mover, None)
        self._add_unsaid(tuple(earlier for earlier in unsaid if earlier != judged))
        self.steps.append(_ReplayStep(place, (place if judged is None else judged,), True))

    def _add_unsaid(self, unsaid: tuple[int, ...]) -> None:
        """Add a step for moves without a line, if there are any."""
        if unsaid:
            self.steps.append(_ReplayStep(unsaid[-1], unsaid, False))


def _find_end(past: PastHand, steps: Sequence[_ReplayStep], step: int) -> int:
    """The index of the last event before the next step. Events without a step are shown with the step before."""
    place, following = steps[step - 1].place, steps[step:]
    return max(place, following[0].moves[0] - 1) if following else len(past.events) - 1
