"""A table in memory: its row, its seats, its game, and the facets that fold its events. Changes that are proposed to it
or committed, and the people who may act there."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import NamedTuple, Self

from bot.ports import Requester, format_timestamp
from bot.store import Connection, Json, Status, StoredSeat, StoredSettings, StoredTable
from bot.store.tables import rows as stored_tables
from bot.tables.aggregate.kinds import Kind, Wish, find_kind
from bot.tables.aggregate.pacing import Waits
from bot.tables.facets.clocks import GameClock, Waiting
from bot.tables.facets.costs import Costs
from bot.tables.facets.lobby import CallForPlayers, Consent, Start
from bot.tables.facets.questions import Closing, Takeback
from bot.tables.facets.seats import Absences, Occupants, Turns
from bot.tables.facets.shuffle import Shuffle
from bot.tables.facets.visibility import Visibility
from bot.tables.history import events
from bot.tables.history.entries import Entry, Outcome, Step, is_of_game, select_effective
from games.core import AnyGame, Options, Refused, Seat, View
from games.core.game import find_most_seats


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
    clock: GameClock = GameClock()
    waiting: Waiting = Waiting()
    visibility: Visibility = Visibility()
    absences: Absences = Absences()
    occupants: Occupants = Occupants()
    takeback: Takeback = Takeback()
    start: Start = Start()
    call_for_players: CallForPlayers = CallForPlayers()
    shuffle: Shuffle = Shuffle()
    costs: Costs = Costs()
    turns: Turns = Turns()
    closing: Closing = Closing()
    consent: Consent = Consent()

    # Folding.

    def after(self, new: Sequence[Entry], playing: Playing | None = None) -> Self:
        """The table after further entries. `playing` is the game after them, if the caller has it already.

        The entries must not undo earlier ones; use `refold` for that. The events of earlier hands, with which a hand
        that is played on begins, are a step of their own.
        """
        if not new:
            return self
        first = next((place for place, entry in enumerate(new) if isinstance(entry.event, events.CommittedTo)), -1) + 1
        if all(any(is_of_game(entry.event) for entry in part) for part in (new[:first], new[first:])):
            return self.after(new[:first]).after(new[first:], playing)
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
    def settings(self) -> StoredSettings:
        """The house rules of the table itself, and its notes."""
        return self.row.settings

    @property
    def kind(self) -> Kind:
        """The kind of the table."""
        return find_kind(self.row)

    @property
    def is_shut(self) -> bool:
        """True while others may still play the same deal, whose secret is not open. Then the bot explains nothing here
        that this player has not seen."""
        secret = self.shuffle.secret
        return self.kind.opens_at(self.row) is not None and (secret is None or secret.revealed_at is None)

    @property
    def most_seats(self) -> int:
        """The most people for whom its house rules have a seat."""
        return find_most_seats(self.game, self.row.options)

    @property
    def is_lobby(self) -> bool:
        """True before its game has begun."""
        return self.status == Status.LOBBY

    @property
    def is_live(self) -> bool:
        """True while its clocks run."""
        return self.status == Status.LIVE

    @property
    def is_paused(self) -> bool:
        """True while its clocks stand still."""
        return self.status == Status.PAUSED

    @property
    def is_closed(self) -> bool:
        """True once it is over."""
        return self.status == Status.CLOSED

    @property
    def lost(self) -> bool:
        """True while an open table waits for the bot to be back in its server."""
        return self.clock.lost_at is not None and not self.is_closed

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
    def is_set_up(self) -> bool:
        """True if the hand was set up and not shuffled: prepared for a beginner, or played on from a replay."""
        return self.shuffle.prepared or self.row.settings.repeat is not None

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
    def users(self) -> tuple[int, ...]:
        """The users who have a seat, also those for whom a robot stands in."""
        return tuple(taken.user_id for taken in self.seats if taken.user_id is not None)

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats that people play themselves."""
        return tuple(Seat(taken.seat) for taken in self.seats if _plays(taken))

    @property
    def player(self) -> Seat:
        """The seat of the one person at a table in a DM."""
        return next((Seat(taken.seat) for taken in self.seats if taken.user_id is not None), Seat(0))

    @property
    def leaves_all_out(self) -> bool:
        """True if people are there, and the next hand would deal none of them in."""
        return bool(self.people) and self.playing is not None and {*self.people} <= {*self.playing.view.out}

    def seat_of(self, user: int) -> Seat | None:
        """The seat of a user, or None."""
        return next((Seat(taken.seat) for taken in self.seats if taken.user_id == user), None)

    def occupant(self, seat: Seat) -> StoredSeat:
        """The person or robot who has the seat."""
        for taken in self.seats:  # half the time of a generator
            if taken.seat == seat:
                return taken
        raise ValueError(f"no seat {seat}")

    def is_present(self, seat: Seat) -> bool:
        """True if a person plays the seat, without a stand-in."""
        return _plays(self.occupant(seat))

    def with_stand_in(self, seat: Seat, stand_in: dict[str, Json] | None) -> tuple[StoredSeat, ...]:
        """The table's seats, with this stand-in at `seat`. None removes the stand-in."""
        return tuple(replace(taken, stand_in=stand_in) if taken.seat == seat else taken for taken in self.seats)


def _plays(taken: StoredSeat) -> bool:
    return taken.user_id is not None and taken.stand_in is None


RowWriter = Callable[[Connection], object]
"""A function that writes rows in the transaction of a commit."""


@dataclass(frozen=True, slots=True)
class Change:
    """Everything that a decision would write in one commit. A field that is None changes nothing."""

    events: Sequence[object]
    """The events, in order."""
    state: object = None
    """The game's state after the events, if the decision has computed it."""
    seats: tuple[StoredSeat, ...] | None = None
    status: Status | None = None
    options: Options | None = None
    """The house rules of the game."""
    settings: StoredSettings | None = None
    """The house rules of the table itself, and its notes."""
    salts: Mapping[str, str] | None = None
    """The salts of the present shuffle, by seat number."""
    next_shuffle: int | None = None
    """The number of the shuffle whose commitment is to be added after the events, with a new secret."""
    secret: bytes = field(default=b"", repr=False)
    """The secret of the shuffle whose commitment is among the events; b"" if there is none."""
    outcome: Outcome | None = None
    """The game's decision, to store with the cause."""
    write_also: tuple[RowWriter, ...] = ()
    """Functions that write further rows in the same transaction, in order."""

    def with_change(self, row: StoredTable) -> StoredTable:
        """The table's row with the changed options, settings and status."""
        return replace(
            row,
            options=row.options if self.options is None else dict(self.options),
            settings=self.settings or row.settings,
            status=self.status or row.status,
        )


@dataclass(frozen=True, slots=True)
class Proposal:
    """A commit before it is written: the table before and after it, and the change with everything that follows."""

    before: Table
    after: Table
    change: Change
    entries: tuple[Entry, ...]
    at: int
    waits: Waits
    secret: bytes = field(default=b"", repr=False)
    """The secret of the shuffle to which the change commits; b"" if it commits to none."""

    @property
    def closes(self) -> bool:
        """True if the table closes."""
        return any(isinstance(entry.event, events.Closed) for entry in self.entries)

    @property
    def events(self) -> list[object]:
        """The new events, in order."""
        return [entry.event for entry in self.entries]


RowPlanner = Callable[[Proposal], RowWriter | None]
"""A function that returns the writer of some rows of a commit; None if they do not change."""


def plan_settings(proposal: Proposal) -> RowWriter | None:
    """The writer of the options and settings of the table's row; None if they stay."""
    change, table = proposal.change, proposal.after.id
    if change.options is None and change.settings is None:
        return None
    return lambda connection: stored_tables.change(connection, table, change.options, change.settings)


class AppliedChange(NamedTuple):
    """The table after a change, and the new entries; () if no change was made here."""

    table: Table
    entries: tuple[Entry, ...] = ()
    repeated: bool = False
    """True if the cause was known already, so that nothing changed."""

    @property
    def ends_hand(self) -> bool:
        """True if the change ended a hand or the table."""
        ends = events.HandOver | events.Revealed | events.Closed
        return any(isinstance(entry.event, ends) for entry in self.entries)


Decision = Callable[[Table], Change | None]
"""A function that looks at a table and returns a change, or None to change nothing. Raises Refused."""


def must_sit(table: Table, user: int) -> Seat:
    """The seat of a user. Raises Refused("TABLE", "not_seated")."""
    seat = table.seat_of(user)
    if seat is None:
        raise Refused("TABLE", "not_seated")
    return seat


def must_not_be_closed(table: Table) -> None:
    """Raise Refused("TABLE", "closed") if the table is closed."""
    if table.is_closed:
        raise Refused("TABLE", "closed")


def must_allow(table: Table, wish: Wish) -> None:
    """Raise Refused if tables of this kind refuse a wish, always or while others play the same deal."""
    reason = table.kind.refusals.get(wish)
    if reason is not None:
        raise Refused("TABLE", reason)
    reason, opens_at = table.kind.refusals_while_shut.get(wish), table.kind.opens_at(table.row)
    if reason is not None and opens_at is not None and table.is_shut:
        raise Refused("TABLE", reason, when=format_timestamp(opens_at))


def must_run(table: Table, requester: Requester) -> None:
    """Raise Refused unless the requester sits here, opened the table, or manages its channel or the server."""
    if not may_run(table, requester):
        raise Refused("TABLE", "not_seated")


def may_run(table: Table, requester: Requester) -> bool:
    """True if the requester sits here, opened the table, or manages its channel or the server."""
    return table.seat_of(requester.user) is not None or may_host(table, requester)


def must_host(table: Table, requester: Requester) -> None:
    """Raise Refused unless the requester opened the table, or manages its channel or the server."""
    if not may_host(table, requester):
        raise Refused("TABLE", "not_host")


def may_host(table: Table, requester: Requester) -> bool:
    """True if the requester opened the table, or manages its channel or the server.

    A host who was removed by the others' vote has no say any more.
    """
    opened = table.row.host == requester.user and requester.user not in table.settings.removed
    return opened or requester.admin or requester.moderator
