"""A table in memory: its row, its seats, and the fold of its events."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any

from bot.store.events import StoredEvent
from bot.store.tables import Secret, StoredSeat, StoredTable
from bot.tables import events
from games.core.events import Stored, decode
from games.core.game import AnyGame
from games.core.seats import Seat
from games.core.secret import Public, marks, unnoticed

Subject = tuple[int, str, tuple[Seat, ...]]


@dataclass(frozen=True, slots=True)
class Entry:
    """An event in its place: sequence, stamp (milliseconds) and the cause that it shares with others."""

    sequence: int
    at: int
    cause: str | None
    event: Any


def entries(stored: Iterable[StoredEvent]) -> list[Entry]:
    """Stored events decoded. Raises UnknownEvent for those of a newer release."""
    return [Entry(one.sequence, one.at, one.cause, decode(Stored(one.kind, one.version, one.body))) for one in stored]


def is_of_game(event: Any) -> bool:
    """Whether an event is the game's own."""
    return type(event).__module__ != events.__name__


def effective(all_entries: Sequence[Entry]) -> list[Entry]:
    """The game's events that still count: those not undone."""
    kept: list[Entry] = []
    for entry in all_entries:
        if isinstance(entry.event, events.Undone):
            back_to = entry.event.back_to
            kept = [one for one in kept if one.sequence <= back_to]
        elif is_of_game(entry.event):
            kept.append(entry)
    return kept


def _last_seen(new: Sequence[Entry]) -> tuple[Any, ...]:
    """The events of the last move among `new` that hide nothing from anybody."""
    told = [one for one in new if is_of_game(one.event) and hides_nothing(one.event)]
    return tuple(one.event for one in told if one.cause == told[-1].cause)


def hides_nothing(event: object) -> bool:
    """Whether everybody saw the event whole."""
    kind: type = type(event)
    return all(isinstance(mark, Public) for mark in marks(kind).values())


@dataclass(slots=True)
class Table:
    """A table as it stands after event `sequence`; `state` is the game's, None in the lobby.

    Game time is real time less `offset`: what pauses and outages took. `subject` is what the table is publicly
    about (hand, phase, whom it waits for), `subject_from` the event and `subject_at` the real time it came with.
    `told` counts the events that others than one seat learnt of, and `panel` is that count when the subject came: what
    custom ids may bear, since the number of an event tells how much has happened in secret.
    `crowd` is what everybody sees and `crowd_at` since when; `moved_at` is the last move of the game;
    `last_seen` what the last events were that everybody saw whole.
    `number` counts shuffles; `secret` is the present one's. `undo` is what is being asked (a move ends it), `agreed`
    who agreed.
    `nudged` counts reminders since the subject changed, `reminded` are the seats that ever were reminded;
    `votes` are those to let a robot play for a seat;
    `spoken` are the seats that something was heard of since, `unseen` those since the crowd's view changed.
    `own_last` is each seat's last event of the hand; `acted` the last of each that everybody saw whole, in order.
    `window_at` is the real time with which the public deadline came, `window_stood` how long the clock has stood before
    it; `kept_until` is until when it stands there for those who slept (real milliseconds), None if it need not.
    `start_at` is when the game is to start by itself (real milliseconds), `start_came` the event when that time came.
    """

    row: StoredTable
    game: AnyGame
    seats: tuple[StoredSeat, ...]
    secret: Secret | None = None
    state: Any = None
    sequence: int = 0
    last_at: int = 0
    offset: int = 0
    paused_at: int | None = None
    number: int = 0
    subject: Subject | None = None
    subject_from: int = 0
    subject_at: int = 0
    told: int = 0
    panel: int = 0
    crowd: Any = None
    crowd_at: int = 0
    moved_at: int = 0
    last_seen: tuple[Any, ...] = ()
    undo: events.UndoAsked | None = None
    agreed: tuple[Seat, ...] = ()
    refusals: dict[Seat, tuple[int, int]] = field(default_factory=dict)
    nudged: dict[Seat, int] = field(default_factory=dict)
    reminded: frozenset[Seat] = frozenset()
    votes: dict[Seat, tuple[Seat, ...]] = field(default_factory=dict)
    spoken: frozenset[Seat] = frozenset()
    unseen: frozenset[Seat] = frozenset()
    own_last: dict[Seat, Any] = field(default_factory=dict)
    acted: dict[Seat, Any] = field(default_factory=dict)
    window_at: int = 0
    window_stood: int = 0
    kept_until: int | None = None
    start_at: int | None = None
    start_came: Entry | None = None

    @property
    def id(self) -> int:
        """The table's number in the store and in custom ids."""
        return self.row.id

    @property
    def place(self) -> int:
        """The channel or thread that the table is in."""
        return self.row.thread or self.row.channel

    @property
    def status(self) -> str:
        """ "lobby", "live", "paused" or "closed"."""
        return self.row.status

    @property
    def playing(self) -> bool:
        """Whether a game is under way or was played."""
        return self.state is not None

    def view(self, seat: Seat | None) -> Any:
        """The game as `seat`, or the crowd, may see it. Only for a table with a game under way."""
        return self.game.view(self.state, seat)

    def seat_of(self, user: int) -> Seat | None:
        """Where a person sits."""
        return next((Seat(one.seat) for one in self.seats if one.user_id == user), None)

    def occupant(self, seat: Seat) -> StoredSeat:
        """Who has the seat."""
        return next(one for one in self.seats if one.seat == seat)

    def present(self, seat: Seat) -> bool:
        """Whether a person plays the seat himself."""
        one = self.occupant(seat)
        return one.user_id is not None and one.stand_in is None

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats that people play themselves."""
        return tuple(Seat(one.seat) for one in self.seats if self.present(Seat(one.seat)))

    @property
    def shown_at(self) -> int:
        """When everybody last saw something new; what one seat does in secret does not count."""
        return self.crowd_at if self.playing else self.last_at

    @property
    def names(self) -> tuple[str, ...]:
        """The name of each seat."""
        return tuple(one.name for one in self.seats)

    @property
    def hand_open(self) -> bool:
        """Whether a hand is under way, so that its shuffle is fixed and its secret closed."""
        return self.state is not None and not self.game.revealed(self.state)

    @property
    def finished(self) -> int:
        """The last hand that is over, by its shuffle; 0 if there is none."""
        return self.number if self.playing and not self.hand_open and self.view(None).over else max(0, self.number - 1)

    def game_time(self, at: int) -> int:
        """Real milliseconds as the game's clock has them."""
        return at - self.offset

    def real_time(self, at: int | None) -> int | None:
        """The game's milliseconds as real ones."""
        if self.kept_until is not None and at == self.crowd.deadline:
            return self.kept_until
        return None if at is None else at + self.offset

    def stood(self, at: int) -> int:
        """How long the game's clock has stood by `at` (real milliseconds), just short of a deadline that is kept for
        those who slept; the deadline itself comes at `kept_until`."""
        if self.kept_until is None:
            return 0
        due = int(self.crowd.deadline) + self.offset
        return max(0, min(at - due + 1, self.kept_until - due))

    def fork(self) -> Table:
        """A copy to try events on; the original stays as it is."""
        return replace(
            self,
            refusals=dict(self.refusals),
            nudged=dict(self.nudged),
            votes=dict(self.votes),
            own_last=dict(self.own_last),
            acted=dict(self.acted),
        )

    def advance(self, new: Sequence[Entry]) -> None:
        """Apply events that follow the present sequence; an undone stretch needs `rebuild` instead."""
        self.state = self._evolved([one.event for one in new if is_of_game(one.event)])
        self._note(new)

    def rebuild(self, all_entries: Sequence[Entry]) -> None:
        """Fold a table from its first event on; undone stretches are left out. The hand under way is gone through
        move by move, so that it is known since when everybody has seen what is to be seen."""
        counted = {one.sequence for one in effective(all_entries)}
        commitments = [one.sequence for one in all_entries if isinstance(one.event, events.CommittedTo)]
        start = commitments[-1] if commitments else 0
        groups = [[one for one in all_entries if one.sequence <= start]]
        groups += [list(group) for _, group in groupby(all_entries[len(groups[0]) :], key=lambda one: one.cause)]
        for group in groups:
            self.state = self._evolved([one.event for one in group if one.sequence in counted])
            self._note(group)

    def _note(self, new: Sequence[Entry]) -> None:
        for entry in new:
            if not is_of_game(entry.event):
                self._apply(entry)
            elif not unnoticed(entry.event):
                self.undo = None
            self.told += not unnoticed(entry.event)
            self.sequence, self.last_at = entry.sequence, max(self.last_at, entry.at)
        self._look(new)

    def _evolved(self, new: list[Any]) -> Any:
        if not new:
            return self.state
        return self.game.fold(new) if self.state is None else self.game.evolve(self.state, *new)

    def _look(self, new: Sequence[Entry]) -> None:
        """Note what the table is about now."""
        if self.state is None or not new:
            return
        crowd = self.view(None)
        if self.crowd is None or crowd.deadline != self.crowd.deadline:
            self.window_at, self.window_stood = new[-1].at, 0
        movers = (getattr(one.event, "seat", None) for one in new if is_of_game(one.event))
        heard = frozenset(Seat(seat) for seat in movers if isinstance(seat, int))
        self.unseen |= heard
        if crowd != self.crowd:
            self.crowd, self.crowd_at, self.unseen = crowd, new[-1].at, frozenset()
        if any(is_of_game(one.event) for one in new):
            self.moved_at = max(one.at for one in new)
        self.last_seen = _last_seen(new) or self.last_seen
        if self.subject is not None and self.subject[0] != crowd.hand:
            self.own_last, self.acted = {}, {}
        for one in new:
            if is_of_game(one.event) and isinstance(mover := getattr(one.event, "seat", None), int):
                self.own_last[Seat(mover)] = one.event
                if hides_nothing(one.event):
                    self.acted.pop(Seat(mover), None)
                    self.acted[Seat(mover)] = one.event
        subject = (crowd.hand, crowd.phase, crowd.to_act)
        if subject != self.subject:
            self.subject, self.subject_from, self.panel = subject, new[-1].sequence, self.told
            self.subject_at = new[-1].at
            self.nudged, self.votes, self.spoken = {}, {}, frozenset()
        else:
            self.spoken |= heard

    def _apply(self, entry: Entry) -> None:
        match entry.event:
            case events.CommittedTo(number=number):
                self.number = number
            case events.StartSet(at=at):
                self.start_at = at
            case events.StartCame():
                self.start_at, self.start_came = None, entry
            case events.Paused():
                self.paused_at = entry.at
            case events.Resumed(stood=stood) | events.GivenBack(away=stood):
                self.offset += stood
                self.crowd_at += stood
                self.moved_at += stood
                self.window_at += stood
                self.paused_at = None
            case events.Slept(stood=stood):
                self.offset += stood
                self.window_stood += stood
            case events.UndoAsked() as asked:
                self.undo, self.agreed = asked, (asked.seat,)
            case events.UndoAgreed(seat=seat):
                self.agreed = (*self.agreed, seat)
            case events.UndoRefused() if self.undo is not None:
                count = self.refusals.get(self.undo.seat, (0, 0))[0] + 1
                self.refusals[self.undo.seat] = (count, entry.at)
                self.undo = None
            case events.Undone():
                self.undo = None
            case events.Nudged(seat=seat, times=times):
                self.nudged[seat] = times
                self.reminded |= {seat}
            case events.Voted(by=by, seat=seat):
                self.votes[seat] = (*self.votes.get(seat, ()), by)
            case events.StoodIn(seat=seat) | events.Returned(seat=seat) | events.Substituted(seat=seat):
                self.nudged.pop(seat, None)
                self.votes.pop(seat, None)

    def with_seat(self, seat: Seat, **values: Any) -> tuple[StoredSeat, ...]:
        """The seats with one of them changed."""
        return tuple(replace(one, **values) if one.seat == seat else one for one in self.seats)
