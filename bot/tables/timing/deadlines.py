"""The times at which a table does something by itself: silence becomes a move, a robot or a standing order moves, the
next hand is dealt, a player who is away is reminded, a robot stands in.

Deadlines depend only on the table, so they are the same after a restart and in another process. Waits are counted from
the time at which everybody last saw something new. They never depend on anyone's hand. House rules of a table may set
its waits for reminders, votes, stand-ins and next hands.
"""

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from enum import StrEnum
from typing import Final, NamedTuple

from msgspec import Struct

from bot.people.quiet_hours import QuietHours, add_waking_time
from bot.ports import DAY, HOUR, MINUTE
from bot.ports.times import SECOND, WEEK
from bot.store import Pace
from bot.tables.aggregate import Table, is_waiting_for_calls
from bot.tables.aggregate.offers import may_sit_down_now, offers_of
from bot.tables.aggregate.pacing import Pacing, Waits
from bot.tables.aggregate.turns import count_nudges_before_vote
from bot.tables.timing import tempo
from games.core import Seat, View, find_dealing_verb
from games.core.moves import AT_ONCE, Choice
from games.core.options import Option

LATEST = 2**53
"""The latest time of a deadline (milliseconds). The database has room for it."""
SILENCE: Final = {Pace.LIVE: 2 * MINUTE, Pace.CORRESPONDENCE: DAY}
"""Milliseconds without an answer after which a table between two hands is closed, once somebody has asked."""
LOBBY: Final = 14 * DAY
"""Milliseconds without any change after which a lobby is closed."""
BANK_SECONDS: Final = 30
"""Seconds that a bank gives a player whose time runs out on their turn, once in `BANK_EVERY` milliseconds."""
BANK_EVERY: Final = HOUR


class DeadlineKind(StrEnum):
    """The kinds of deadlines. The values are part of stored causes."""

    START = "start"
    """The time set for the start of the game comes."""
    LAPSE = "lapse"
    """Silence becomes a move of the game."""
    ORDER = "order"
    """A standing order moves for a seat, or the table moves for a player who has no choice."""
    ROBOT = "robot"
    """A robot moves for a seat."""
    NEXT = "next"
    """The next hand is dealt without being asked for."""
    NUDGE = "nudge"
    """A player is reminded."""
    STAND_IN = "stand_in"
    """A robot takes the seat of a player who is away."""
    CLOSE = "close"
    """A table is closed: somebody asked and nobody refused, it has no players, its game never began, its day is over,
    or its server was lost for too long."""
    SIT = "sit"
    """The first in the queue sits down on a free seat between two hands."""
    OFFER = "offer"
    """A free seat is no longer held for somebody from the queue."""


class Deadline(NamedTuple):
    """Something that happens at `at` (real milliseconds) unless the table moves on."""

    at: int
    kind: DeadlineKind
    seat: Seat | None = None


def find_extension(table: Table, find_quiet_hours: Callable[[int], QuietHours | None]) -> int | None:
    """The real time to which quiet hours put off the game's deadline in correspondence play; None if they do not.

    Each player who is publicly asked to act gets the whole time outside their quiet hours, even if they have moved
    already. Deadlines of less than an hour are not put off, since they are meant for people who are present. In games
    that judge moves a moment after they were sent (`JUDGES_LATER`), no deadline is put off, since their clock must not
    stop.
    """
    clock = table.clock
    if table.row.pace != Pace.CORRESPONDENCE or table.playing is None or clock.due is None or table.game.JUDGES_LATER:
        return None
    length = clock.due - clock.window_at - clock.window_stood
    if length < HOUR:
        return None
    asked = [seat for seat in table.public_view.to_act or table.people if table.is_present(seat)]
    users = [user for seat in asked if (user := table.occupant(seat).user_id) is not None]
    latest = max((add_waking_time(clock.window_at, length, find_quiet_hours(user)) for user in users), default=0)
    return latest if latest > clock.due else None


def list_awaited_seats(table: Table) -> tuple[Seat, ...]:
    """The seats that the table waits for: they are publicly asked to act, and have a choice.

    If several seats are asked, those that have moved are left out, unless all have moved. The table waits for nobody
    before a move that the game makes by itself.
    """
    if table.playing is None or moves_by_itself(table):
        return ()
    asked = table.public_view.to_act
    unheard = tuple(seat for seat in asked if seat not in table.waiting.moved) if len(asked) > 1 else ()
    return tuple(seat for seat in unheard or asked if table.game.choices(table.view(seat)))


def is_waiting_for_next_hand(table: Table) -> bool:
    """True if the table waits for somebody to ask for the next hand."""
    deal = find_dealing_verb(table.game).name
    return any(choice.verb == deal for choice in table.game.choices(table.public_view))


def is_waiting_after_game(table: Table) -> bool:
    """True between two games of several hands, while a person is there who may want another."""
    return bool(table.people) and table.public_view.stage == "won" and is_waiting_for_next_hand(table)


def is_undealt(table: Table) -> bool:
    """True if the first hand is about to be dealt without being asked for."""
    return (
        table.is_live and table.playing is not None and table.public_view.hand == 0 and is_waiting_for_next_hand(table)
    )


class Company(Struct, frozen=True):
    """Facts about those who sit at a table, for its clocks, beside the table itself."""

    silent: Collection[Seat] = ()
    """The seats whose robot or orders have no move to make now."""
    ordered: Collection[Seat] = ()
    """The seats with standing orders."""
    find_quiet_hours: Callable[[int], QuietHours | None] = lambda user: None
    """Returns a user's quiet hours."""
    find_notice_wait: Callable[[int], int | None] = lambda user: None
    """Returns the wait that a user chose for turn notices."""


def list_deadlines(table: Table, waits: Waits, company: Company | None = None) -> Iterator[Deadline]:
    """All deadlines of a table as it is now. Without a `company`, as far as they follow from the table alone."""
    if table.lost:
        yield Deadline(table.clock.kept_until, DeadlineKind.CLOSE)
        return  # all other clocks stand still
    yield from _list_lobby(table)
    yield from _list_ends(table, pacing_of(table, waits))
    for offer in offers_of(table):
        if offer.lapses_at is not None:
            yield Deadline(offer.lapses_at, DeadlineKind.OFFER)
    if table.is_live and table.playing is not None:
        yield from _list_in_play(table, waits, company or Company())


def _list_lobby(table: Table) -> Iterator[Deadline]:
    """The end of a lobby: its start at a set time, or its close."""
    if table.is_lobby and table.start.at is not None:
        yield Deadline(table.start.at, DeadlineKind.START)
    elif table.is_lobby:
        unchanged_since = max(table.row.created_at, table.waiting.last_event_at)  # a crash may leave no events
        yield Deadline(unchanged_since + LOBBY, DeadlineKind.CLOSE)


def _list_ends(table: Table, pacing: Pacing) -> Iterator[Deadline]:
    """The times at which a game under way is closed."""
    if table.playing is None or table.is_closed:
        return
    ends_at = table.kind.ends_at(table.row)
    if ends_at is not None:
        yield Deadline(ends_at, DeadlineKind.CLOSE)
    if not table.is_live:
        return
    if (closing_at := find_closing_time(table)) is not None:
        yield Deadline(closing_at, DeadlineKind.CLOSE)
    if ends_at is None and (not table.people or table.leaves_all_out or table.kind.is_private):
        yield Deadline(table.waiting.last_move_at + pacing.close, DeadlineKind.CLOSE)


def _list_in_play(table: Table, waits: Waits, company: Company) -> Iterator[Deadline]:
    """The deadlines of a live game, except its end."""
    pacing, between_games = pacing_of(table, waits), is_waiting_after_game(table)
    if table.settings.queue and may_sit_down_now(table):
        yield Deadline(table.waiting.last_event_at, DeadlineKind.SIT)
    lapse = _find_lapse_time(table, pacing)
    if lapse is not None:
        yield Deadline(lapse, DeadlineKind.LAPSE)
    if is_waiting_for_next_hand(table) and not between_games and find_closing_time(table) is None:
        yield from _list_next_hand(table, table.public_view.hand, waits, pacing)
    for seat in (Seat(taken.seat) for taken in table.seats if taken.seat not in company.silent):
        if table.is_present(seat):
            yield from _list_automatic_answer(table, seat, seat in company.ordered, pacing)
        elif not between_games:
            yield Deadline(_find_robots_time(table, seat, pacing), DeadlineKind.ROBOT, seat)
    if not table.kind.is_private:  # there nobody else waits, so nobody is reminded
        for seat in list_awaited_seats(table):
            if table.is_present(seat):
                yield _find_reminder(table, pacing, seat, company)


def _list_automatic_answer(table: Table, seat: Seat, ordered: bool, pacing: Pacing) -> Iterator[Deadline]:
    """The time at which the table moves for a person who is there: as they ordered, or because they have no choice.

    A move that everybody sees, such as a knock, comes a moment after the change before it.
    """
    if find_only_answer(table, seat) is not None:
        pause = 0 if is_waiting_for_calls(table) else _find_own_pause(table, pacing)
    elif ordered:
        pause = tempo.find_order_pause(table, seat, pacing)
    else:
        return
    yield Deadline(table.waiting.view_changed_at + pause, DeadlineKind.ORDER, seat)


def moves_by_itself(table: Table) -> bool:
    """True if the game makes the next move by itself, such as the pass of a player who cannot play."""
    return table.playing is not None and table.game.deadline(table.state) == AT_ONCE


def _find_lapse_time(table: Table, pacing: Pacing) -> int | None:
    """The time at which silence becomes a move. The game's own moves come at once where no time counts."""
    if not moves_by_itself(table):
        return table.clock.to_real_time(table.game.deadline(table.started_game.state))
    if table.kind.follows_moves_alone:
        return table.row.created_at
    return table.waiting.view_changed_at + _find_own_pause(table, pacing)


def _find_own_pause(table: Table, pacing: Pacing) -> int:
    """The pause before a move that the table makes for whoever has no choice."""
    passes = any(is_about_to_pass(table, seat) for seat in table.public_view.to_act)
    return tempo.find_lapse_pause(table, pacing, passes)


def _find_robots_time(table: Table, seat: Seat, pacing: Pacing) -> int:
    """The time of a robot's move. Where a hand follows from the moves alone, robots move at once and before any clock
    runs out."""
    if table.kind.follows_moves_alone:
        return table.row.created_at
    return table.waiting.view_changed_at + tempo.find_pause(table, seat, pacing)


def find_only_answer(table: Table, seat: Seat) -> Choice[object] | None:
    """The only move of somebody who plays alone with robots; None if they have a choice.

    In a call window it is the move that makes no call. In their turn it is a draw or a pass. The table then moves for
    them and does not ask. No other player learns anything from the pauses, since robots ignore them. While somebody
    waits for a seat, the table asks every time.
    """
    if table.playing is None or not _is_with_robots(table) or not _is_asked(table, seat):
        return None
    view = table.view(seat)
    candidates = [choice for choice in table.game.choices(view) if not choice.late]
    verbs = _list_passes(table, view)
    if not verbs:
        if view.interruptible or table.shuffle.prepared:
            return None
        candidates = [choice for choice in candidates if not choice.typed]
        verbs = {verb.name for verb in table.game.VERBS if verb.draws or (verb.gives_up and not verb.final)}
    return candidates[0] if len(candidates) == 1 and candidates[0].verb in verbs else None


def is_about_to_pass(table: Table, seat: Seat) -> bool:
    """True while the table is about to pass for somebody alone with robots, who can do nothing else in their turn."""
    only = find_only_answer(table, seat)
    return only is not None and any(verb.gives_up for verb in table.game.VERBS if verb.name == only.verb)


def _is_asked(table: Table, seat: Seat) -> bool:
    """True if the game waits for a person at a seat, who has not answered yet."""
    if not table.is_present(seat) or seat not in table.public_view.to_act or seat in table.waiting.moved:
        return False
    return not table.view(seat).has_spoken


def _list_passes(table: Table, view: View) -> set[str]:
    """The verbs that make no call in the present window; empty outside call windows."""
    return {verb.name for verb in table.game.VERBS if view.phase in verb.declines_in}


def has_answered(table: Table, seat: Seat) -> bool:
    """True if a seat has given its answer to what the game asks, and waits for the others."""
    view = table.view(seat)
    asked = seat in table.public_view.to_act
    return (asked and view.has_spoken) or not _list_passes(table, view).isdisjoint(view.spoken)


def has_nothing_to_call(table: Table, seat: Seat) -> bool:
    """True in a call window in which somebody who plays alone with robots can make no call. The table answers for them,
    so their messages ask nothing. False once they have taken an answer back: then the table waits for the next one."""
    if table.playing is None or not table.is_present(seat) or not _is_with_robots(table):
        return False
    view = table.view(seat)
    passes = _list_passes(table, view)
    if not passes or seat not in table.public_view.to_act or (seat in table.waiting.moved and not view.has_spoken):
        return False
    spoken = [words.partition(" ")[0] for words in view.spoken]
    open_now = [choice.verb for choice in table.game.choices(view) if not choice.late]
    return passes.issuperset((*spoken, *open_now))


def _is_with_robots(table: Table) -> bool:
    """True if robots play all seats but one, and nobody waits for a seat. False where a hand follows from the moves
    alone: there the player is asked in every window."""
    settings = table.settings
    return len(table.users) == 1 and not table.kind.follows_moves_alone and not (settings.queue or settings.offers)


def find_seat_with_bank(table: Table, at: int) -> Seat | None:
    """The seat that the table waits for, if its player still has a bank of time for this turn; otherwise None.

    A bank is used only in turns in which nobody else may speak, so no call window becomes longer. The answer depends on
    public facts alone.
    """
    if table.playing is None or table.row.pace != Pace.LIVE or table.kind.is_private:
        return None
    view = table.public_view
    if view.deadline is None or view.interruptible or len(view.to_act) != 1 or not table.is_present(view.to_act[0]):
        return None
    (seat,) = view.to_act
    used = table.absences.banks.get(seat)
    return seat if used is None or used + BANK_EVERY <= at else None


def find_closing_time(table: Table) -> int | None:
    """The time at which the table is closed because somebody asked; None if it stays open.

    It is closed at once when all who are present agree. If closing breaks off no hand or game, silence counts as a yes
    after `SILENCE`, so that a table whose players have gone to bed is closed.
    """
    closing = table.closing
    if closing.asked is None or table.playing is None:
        return None
    if all(seat in closing.agreed for seat in table.people):
        return table.waiting.last_event_at
    broken_off = table.hand_open or table.public_view.game_open
    return None if broken_off else closing.asked_at + SILENCE[table.row.pace]


def find_next_deadline(table: Table, waits: Waits) -> int | None:
    """The time of the earliest deadline, or None. The table's row keeps it, so that any process knows when to look at
    the table."""
    found = min((deadline.at for deadline in list_deadlines(table, waits)), default=None)
    return None if found is None else min(found, LATEST)


def _list_next_hand(table: Table, hand: int, waits: Waits, pacing: Pacing) -> Iterator[Deadline]:
    if hand == 0:
        yield Deadline(table.waiting.since, DeadlineKind.NEXT)
    elif not table.people:
        if waits.robots_go_on:
            yield Deadline(table.waiting.since + pacing.robot, DeadlineKind.NEXT)
    elif pacing.between_hands is not None and not (table.kind.is_private or table.leaves_all_out):
        yield Deadline(table.waiting.since + pacing.between_hands, DeadlineKind.NEXT)


def _find_reminder(table: Table, pacing: Pacing, seat: Seat, company: Company) -> Deadline:
    times = table.absences.nudged.get(seat, 0)
    if times >= len(pacing.nudges):
        at = _find_end_of_wait(table, pacing.stand_in, seat, company.find_quiet_hours)
        return Deadline(at, DeadlineKind.STAND_IN, seat)
    user = table.occupant(seat).user_id
    wanted = company.find_notice_wait(user) if user is not None and not times else None
    # The first reminder is private, so its reader may choose when it comes, but no later than the second.
    wait = pacing.nudges[times] if wanted is None else min(wanted, pacing.nudges[1])
    at = _find_end_of_wait(table, wait, seat, company.find_quiet_hours)
    kind = DeadlineKind.STAND_IN if _is_gone(table, pacing, seat, at) else DeadlineKind.NUDGE
    return Deadline(at, kind, seat)


def _is_gone(table: Table, pacing: Pacing, seat: Seat, at: int) -> bool:
    """True if a player will have left reminders unanswered for so long, at the time `at`, that a robot stands in,
    though the game's own clock has ended each of their turns before that. Only by correspondence, where such clocks are
    long."""
    unanswered = table.absences.unanswered.get(seat)
    if unanswered is None or table.row.pace != Pace.CORRESPONDENCE:
        return False
    return at - unanswered.since >= pacing.stand_in - pacing.nudges[0]


def find_vote_times(
    table: Table, pacing: Pacing, seat: Seat, find_quiet_hours: Callable[[int], QuietHours | None]
) -> tuple[int, int]:
    """The time from which the others may vote for a robot in a seat, and the time at which a robot takes it without a
    vote."""
    wait = pacing.nudges[count_nudges_before_vote(table, seat) - 1]
    return _find_end_of_wait(table, wait, seat, find_quiet_hours), _find_end_of_wait(
        table, pacing.stand_in, seat, find_quiet_hours
    )


def _find_end_of_wait(
    table: Table, length: int, seat: Seat, find_quiet_hours: Callable[[int], QuietHours | None]
) -> int:
    """The time at which the table will have waited `length` for a seat. In correspondence play, its player's quiet
    hours do not count."""
    user = table.occupant(seat).user_id
    hours = find_quiet_hours(user) if user is not None and table.row.pace == Pace.CORRESPONDENCE else None
    return add_waking_time(table.waiting.view_changed_at, length, hours)


USUAL: Final = "usual"
"""The value of a house rule that stands for the usual wait at the table's pace."""
NEVER: Final = "never"
_SPANS: Final = {
    "20s": 20 * SECOND,
    "45s": 45 * SECOND,
    "2m": 2 * MINUTE,
    "5m": 5 * MINUTE,
    "15m": 15 * MINUTE,
    "1h": HOUR,
    "4h": 4 * HOUR,
    "8h": 8 * HOUR,
    "24h": DAY,
    "48h": 48 * HOUR,
    "7d": WEEK,
}
_VALUES: Final = (USUAL, *_SPANS)

REMINDED: Final = Option(
    "reminded_after", USUAL, "HOUSE", "When a player who keeps the table waiting is first reminded", _VALUES
)
VOTE: Final = Option(
    "vote_after", USUAL, "HOUSE", "When the others may vote for a robot to play for a player who is away", _VALUES
)
STAND_IN: Final = Option(
    "stand_in_after", USUAL, "HOUSE", "When a robot plays for an absent player, without a vote", _VALUES
)
NEXT_HAND: Final = Option("next_hand_after", USUAL, "HOUSE", "When the next hand is dealt by itself", (*_VALUES, NEVER))
OPTIONS: Final = (REMINDED, VOTE, STAND_IN, NEXT_HAND)
"""The house rules for these waits, the same for every game. By default, the waits are those of the pace."""


def pacing_of(table: Table, waits: Waits) -> Pacing:
    """The waits of a table, by its pace and its house rules. They are kept in order: nobody can be voted on before
    their first reminder, or replaced by a robot before a vote is possible."""
    usual = waits.times_of(table.row.pace)
    reminded, voted, replaced, following = (option.value_in(table.settings.house) for option in OPTIONS)
    if {reminded, voted, replaced, following} == {USUAL}:
        return usual
    first, second, vote = usual.nudges
    first, vote = _SPANS.get(reminded, first), _SPANS.get(voted, vote)
    stand_in = _SPANS.get(replaced, usual.stand_in)
    if voted == USUAL:
        vote = min(vote, stand_in)
    first = min(first, vote)
    if (first, vote) != (usual.nudges[0], usual.nudges[2]):
        second = vote if voted != USUAL else (first + vote) // 2
    between = usual.between_hands if following == USUAL else _SPANS.get(following)
    return replace(usual, nudges=(first, second, vote), stand_in=max(vote, stand_in), between_hands=between)
