"""A table in memory: its row, its seats, its game, and the facets that fold its events."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Self

from bot.store.database.schema import Json
from bot.store.tables.rows import Status, StoredSeat, StoredTable
from bot.tables.facets.clocks import Banks, GameClock, Loss, Waiting
from bot.tables.facets.costs import Costs
from bot.tables.facets.lobby import CallForPlayers, Consent, Start
from bot.tables.facets.questions import Closing, Takeback
from bot.tables.facets.seats import Absences, Occupants, Turns
from bot.tables.facets.shuffle import Shuffle
from bot.tables.facets.visibility import Visibility
from bot.tables.history import events
from bot.tables.history.entries import Entry, Step, is_of_game, select_effective
from games.core.game import AnyGame
from games.core.refused import Refused
from games.core.seats import Seat
from games.core.view import View


@dataclass(frozen=True, slots=True)
class Playing:
    """A game that is under way or finished."""

    state: object
    """The game's state, with all its secrets."""
    view: View
    """The state as everybody sees it."""
    _seen: dict[Seat, View] = field(default_factory=dict, compare=False, repr=False)
    """Views by seat. They are kept because one move needs the same view several times (hand, buttons, orders)."""

    def view_for(self, game: AnyGame, seat: Seat) -> View:
        """The state as a seat may see it."""
        if seat not in self._seen:
            self._seen[seat] = game.view(self.state, seat)
        return self._seen[seat]

    @classmethod
    def of(cls, game: AnyGame, state: object) -> Self:
        """Make a game from its state."""
        return cls(state, game.view(state, None))


@dataclass(frozen=True, slots=True)
class Table:
    """A table after event `sequence`. Its facets change only by folding events."""

    row: StoredTable
    game: AnyGame
    seats: tuple[StoredSeat, ...]
    sequence: int = 0
    playing: Playing | None = None
    """The game; None in the lobby."""
    clock: GameClock = field(default_factory=GameClock)
    waiting: Waiting = field(default_factory=Waiting)
    visibility: Visibility = field(default_factory=Visibility)
    absences: Absences = field(default_factory=Absences)
    occupants: Occupants = field(default_factory=Occupants)
    takeback: Takeback = field(default_factory=Takeback)
    start: Start = field(default_factory=Start)
    call_for_players: CallForPlayers = field(default_factory=CallForPlayers)
    shuffle: Shuffle = field(default_factory=Shuffle)
    costs: Costs = field(default_factory=Costs)
    turns: Turns = field(default_factory=Turns)
    closing: Closing = field(default_factory=Closing)
    consent: Consent = field(default_factory=Consent)
    loss: Loss = field(default_factory=Loss)
    banks: Banks = field(default_factory=Banks)

    # Folding.

    def after(self, new: Sequence[Entry], playing: Playing | None = None) -> Self:
        """The table after further entries. `playing` is the game after them, if the caller has it already.

        The entries must not undo earlier ones; use `refold` for that.
        """
        if not new:
            return self
        if playing is None:
            playing = self.evolve([entry.event for entry in new if is_of_game(entry.event)])
        return self._fold(tuple(new), playing)

    def evolve(self, game_events: Sequence[object]) -> Playing | None:
        """The game after these further events. Without events, it is the present game, or None in the lobby."""
        if not game_events:
            return self.playing
        if self.playing is None:
            return Playing.of(self.game, self.game.fold(game_events))
        return Playing.of(self.game, self.game.evolve(self.playing.state, *game_events))

    def refold(self, all_entries: Sequence[Entry]) -> Self:
        """The table folded again from all of its entries, without the game's events that were undone.

        The hand under way is folded commit by commit, to find the time at which everybody last saw something new.
        """
        counted = {entry.sequence for entry in select_effective(all_entries)}
        commitments = [entry.sequence for entry in all_entries if isinstance(entry.event, events.CommittedTo)]
        hand_begins = commitments[-1] if commitments else 0
        old = [entry for entry in all_entries if entry.sequence <= hand_begins]
        steps = [old] if old else []
        steps += [list(commit) for _, commit in groupby(all_entries[len(old) :], key=lambda entry: entry.cause)]
        table = type(self)(self.row, self.game, self.seats)
        for step in steps:
            playing = table.evolve([entry.event for entry in step if entry.sequence in counted])
            table = table._fold(tuple(step), playing)
        return replace(table, shuffle=table.shuffle.with_secret(self.shuffle.secret))

    def _fold(self, new: tuple[Entry, ...], playing: Playing | None) -> Self:
        step = Step(new, None if self.playing is None else self.playing.view, None if playing is None else playing.view)
        return replace(
            self,
            sequence=new[-1].sequence,
            playing=playing,
            clock=self.clock.after(step),
            waiting=self.waiting.after(step),
            visibility=self.visibility.after(step),
            absences=self.absences.after(step),
            occupants=self.occupants.after(step),
            takeback=self.takeback.after(step),
            start=self.start.after(step),
            call_for_players=self.call_for_players.after(step),
            shuffle=self.shuffle.after(step),
            costs=self.costs.after(step, self.game),
            turns=self.turns.after(step, self.game),
            closing=self.closing.after(step),
            consent=self.consent.after(step),
            loss=self.loss.after(step),
            banks=self.banks.after(step),
        )

    # The row.

    @property
    def id(self) -> int:
        """The table's id in the store and in custom ids."""
        return self.row.id

    @property
    def place(self) -> int:
        """The channel or thread of the table."""
        return self.row.thread or self.row.channel

    @property
    def alone(self) -> bool:
        """True for a table where one person plays with robots in their DM, and nothing counts in any books."""
        return self.row.alone

    @property
    def practice(self) -> bool:
        """True for a practice table."""
        return self.row.practice

    @property
    def day(self) -> int | None:
        """The number of the day whose hand is played here; None at any other table."""
        return self.row.day

    @property
    def day_shut(self) -> bool:
        """True at a hand of the day until the day is over and its secret is open. Others may still play the same hand,
        so the bot explains nothing here that this player has not seen."""
        secret = self.shuffle.secret
        return self.day is not None and (secret is None or secret.revealed_at is None)

    @property
    def lost(self) -> bool:
        """True while an open table waits for the bot to be back in its server."""
        return self.loss.since is not None and self.status != Status.CLOSED

    @property
    def status(self) -> Status:
        """The stage of the table's life."""
        return self.row.status

    # The game.

    @property
    def started_game(self) -> Playing:
        """The game. Raises Refused("TABLE", "not_started") in the lobby."""
        if self.playing is None:
            raise Refused("TABLE", "not_started")
        return self.playing

    @property
    def state(self) -> object:
        """The game's state. Raises Refused("TABLE", "not_started") in the lobby."""
        return self.started_game.state

    @property
    def public_view(self) -> View:
        """The game as everybody sees it. Raises Refused("TABLE", "not_started") in the lobby."""
        return self.started_game.view

    def view(self, seat: Seat | None) -> View:
        """The game as a seat, or (None) everybody, may see it. Raises Refused("TABLE", "not_started") in the lobby."""
        return self.public_view if seat is None else self.started_game.view_for(self.game, seat)

    @property
    def counter(self) -> int:
        """The number of events so far, without the proof events of shuffles."""
        return self.sequence - self.shuffle.proofs

    @property
    def hand_open(self) -> bool:
        """True if a hand is under way."""
        return self.playing is not None and not self.game.is_revealed(self.playing.state)

    @property
    def shown_at(self) -> int:
        """The time (milliseconds) at which everybody last saw something new. Secret moves do not count."""
        return self.waiting.last_event_at if self.playing is None else self.waiting.view_changed_at

    # The seats.

    @property
    def names(self) -> tuple[str, ...]:
        """The name of each seat."""
        return tuple(taken.name for taken in self.seats)

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats that people play themselves."""
        return tuple(Seat(taken.seat) for taken in self.seats if _plays(taken))

    def seat_of(self, user: int) -> Seat | None:
        """The seat of a user, or None."""
        return next((Seat(taken.seat) for taken in self.seats if taken.user_id == user), None)

    def occupant(self, seat: Seat) -> StoredSeat:
        """The person or robot who has the seat."""
        return next(taken for taken in self.seats if taken.seat == seat)

    def is_present(self, seat: Seat) -> bool:
        """True if a person plays the seat, without a stand-in."""
        return _plays(self.occupant(seat))

    def with_stand_in(self, seat: Seat, stand_in: dict[str, Json] | None) -> tuple[StoredSeat, ...]:
        """The table's seats, with this stand-in at `seat`. None removes the stand-in."""
        return tuple(replace(taken, stand_in=stand_in) if taken.seat == seat else taken for taken in self.seats)


def _plays(taken: StoredSeat) -> bool:
    return taken.user_id is not None and taken.stand_in is None
