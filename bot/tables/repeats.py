"""Finished hands that are played on from a step of their replay, at a practice table with robots.

The table begins with the recorded events up to that step, so it shows to one seat all that the seat knew then. That is
possible only once the secret of the hand is open.
"""

from dataclasses import replace
from itertools import takewhile, zip_longest
from typing import Final, NamedTuple, Protocol, cast

from msgspec import Struct

from bot.ports import Request
from bot.store import Connection, Status
from bot.store.tables.settings import Repeat
from bot.tables.aggregate import Change, Table
from bot.tables.dailies import find_score
from bot.tables.facets.clocks import GameClock
from bot.tables.fairness.chance import ChanceSource
from bot.tables.history import events
from bot.tables.history.entries import Began, Entry, Step, find_outcome, is_recorded, read_entries, select_effective
from bot.tables.lobby import house_rules
from bot.tables.lobby.alone import PRESET, draft_practice, seat_alone
from bot.tables.lobby.opening import Draft, list_opening_events
from bot.tables.play.past_hands import PastHand
from games.core import AnyGame, Level, Options, Refused, Seat, restore
from games.core.chance import UNUSED_CHANCE, make_commitment

MOST_EVENTS: Final = 4_000
"""The most recorded events with which a table begins: seven hands of the game with the most. To fold and encode them
takes the event loop a quarter of a second."""


class Position(Struct, frozen=True):
    """A finished hand as it stood after one of its moves."""

    table: Table
    """The table that played the hand."""
    past: PastHand
    events: tuple[Entry, ...]
    """The events of the hand up to there, whole commits."""
    seat: Seat
    """The seat that plays on."""
    step: int

    @property
    def is_over(self) -> bool:
        """True if the hand is decided by then."""
        game = self.table.game
        return game.is_revealed(game.evolve(self.past.state, *(entry.event for entry in self.events)))


def find_position(table: Table, past: PastHand, last: int, seat: Seat, step: int) -> Position:
    """The position after event `last` of a hand and everything that followed from the same move."""
    shown, later, mover = past.events[: last + 1], past.events[last + 1 :], past.events[last]
    same = () if is_recorded(mover) else takewhile(lambda entry: entry.cause == mover.cause, later)
    return Position(table, past, (*shown, *same), seat, step)


class Recording(NamedTuple):
    """Everything that a table which plays on takes from the store."""

    earlier: tuple[object, ...]
    """The game's events before the hand."""
    began: Began
    """The beginning of the game."""
    at: int
    """The time of the position on the game's clock."""


def read_recording(connection: Connection, position: Position) -> Recording:
    """Read what came before a position. Raises Refused if that is too much."""
    table, hand = position.table, position.past.events
    entries = read_entries(connection, table.id, 0, hand[-1].sequence)
    earlier = [entry for entry in select_effective(entries) if entry.sequence < hand[0].sequence]
    if len(earlier) + len(position.events) > MOST_EVENTS:
        raise Refused("TABLE", "repeat_long", most=MOST_EVENTS)
    first, last = (earlier or hand)[0], position.events[-1]
    outcome = find_outcome(connection, table.id, first.cause or "")
    began = outcome if isinstance(outcome, Began) else Began(len(table.seats), first.at)
    clock = GameClock().after(Step(tuple(entry for entry in entries if entry.sequence <= last.sequence)))
    return Recording(tuple(entry.event for entry in earlier), began, clock.to_game_time(last.at))


def draft_repeat(position: Position, request: Request) -> Draft:
    """Draft the table, in no channel yet. It has the house rules of the hand, but nobody waits by the clock."""
    game, row = position.table.game, position.table.row
    unhurried = (preset.values for preset in game.PRESETS if preset.name == PRESET)
    limits = {name: value for values in unhurried for name, value in values.items() if value == 0}
    options = house_rules.as_json(restore(game.OPTIONS, {**row.options, **limits}))
    return replace(draft_practice(game, request, None), options=options)


def open_repeat(
    table: Table, request: Request, position: Position, recording: Recording, chance: ChanceSource
) -> Change | None:
    """Seat the person and the robots, and take up the hand; None if that was done already."""
    if table.sequence:
        return None
    game, began, past = table.game, recording.began, position.past
    played = [entry.event for entry in position.events]
    recorded = [*recording.earlier, *played]
    recorded[0] = _with_options(game, recorded[0], began, restore(game.OPTIONS, table.row.options))
    secret = chance.make_secret()
    first, last = (game.view(game.evolve(past.state, *shown), None) for shown in ((), [e.event for e in past.events]))
    begins_game = game.STAKES.by_points and not first.game_open
    scores = tuple(0 if begins_game else score for score in first.scores)
    then = tuple(after - before for after, before in zip_longest(last.scores, scores, fillvalue=0))
    seats = seat_alone(request, len(last.scores), Level.OLD_HAND, position.seat)
    before = len(recording.earlier)
    return Change(
        (
            *list_opening_events(seats),
            events.Slept(request.at - recording.at),
            *recorded[:before],
            events.CommittedTo(1, make_commitment(secret)),
            *recorded[before:],
            events.Started(len(seats)),
        ),
        seats=seats,
        status=Status.LIVE,
        settings=replace(table.settings, repeat=Repeat(position.step, scores, then)),
        secret=secret,
        outcome=Began(began.players, began.at),
    )


class _HasOptions(Protocol):
    @property
    def options(self) -> object: ...


def _with_options(game: AnyGame, first: object, began: Began, options: Options) -> object:
    """The first event of a game, with these options."""
    made = next(iter(game.begin(began.players, options, began.at, UNUSED_CHANCE)))
    return replace(first, options=cast(_HasOptions, made).options)  # type: ignore[type-var]


def find_results(table: Table) -> tuple[int, int] | None:
    """The score of the player's seat in the hand that it played on: then and now; None while that is played."""
    repeat = table.settings.repeat
    if repeat is None or not table.is_closed or table.hand_open:
        return None
    now = tuple(after - before for after, before in zip_longest(table.public_view.scores, repeat.scores, fillvalue=0))
    return find_score(table.game, repeat.then, table.player), find_score(table.game, now, table.player)
