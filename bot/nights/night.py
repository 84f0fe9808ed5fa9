"""The dates of a game night: their times, their steps, and the end of each.

The nights of a server that has removed the bot wait a week for the bot to be back, like the tables there.
"""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Final

from bot.outbox.outbox import write_letter
from bot.people.quiet_hours import QuietHours, add_waking_time, find_zone
from bot.ports import DAY, HOUR, DeliveryError, Place, RefusedRequest
from bot.store import Connection
from bot.store.tables import nights
from bot.store.tables.nights import Date, NewPlan, Plan
from bot.tables.play import pauses
from bot.wording import Words, choose_language
from games.core import AnyGame

REMINDED_BEFORE: Final = HOUR
"""The people who are in are reminded this long before the time of a date."""
ANNOUNCED_BEFORE: Final = 6 * DAY
"""Each later date of a weekly night is announced this long before its time."""
OPENED_WITHIN: Final = 2 * HOUR
"""If the bot was away at the time of a date, it opens the table up to this much later."""
CALENDAR_LENGTH: Final = 3 * HOUR
"""The length of a night in a server's calendar."""
KEPT_AFTER_END: Final = 30 * DAY
"""A date that is over is kept this long."""
UNWANTED: Final = 4
"""After this many dates in a row to which nobody came, a weekly night ends by itself."""


class DateState(StrEnum):
    """The states of a date. The values are stored."""

    PLANNED = "planned"
    OPEN = "open"
    """Its table was opened."""
    SKIPPED = "skipped"
    CANCELLED = "cancelled"
    GONE = "gone"
    """Its channel was deleted."""
    MISSED = "missed"
    """The bot was away at its time, and for `OPENED_WITHIN` milliseconds more."""
    NOBODY = "nobody"
    """Nobody was in."""
    REFUSED = "refused"
    """The table could not be opened."""


class NightStep(StrEnum):
    """The steps that a date takes by itself. The values are stored."""

    ANNOUNCE = "announce"
    REMIND = "remind"
    OPEN = "open"
    LOST = "lost"
    """Its server has removed the bot. When this step is due, the bot has been away for a week."""
    DONE = ""


def find_game(game: Callable[[str], AnyGame], plan: Plan) -> AnyGame | None:
    """The game of a night; None if this release does not have it."""
    try:
        return game(plan.game)
    except KeyError:
        return None


def title_of(game: Callable[[str], AnyGame], plan: Plan) -> str:
    """The title of a night's game, or its stored name if this release does not have the game."""
    found = find_game(game, plan)
    return plan.game if found is None else found.TITLE


def place_of(date: Date) -> Place:
    """The channel of a date."""
    return Place(date.plan.channel, date.plan.guild)


def words_of_plan(plan: Plan) -> Words:
    """The wording of what a whole channel reads about a plan: in the language of its crew, or else in the one in which
    it was planned."""
    spoken = choose_language(plan.crew_language, plan.language)
    return Words(spoken, channels=(spoken,))


def format_first_time(at: int, zone: str) -> str:
    """Turn a time (milliseconds) into the local day and time that a plan stores for its first date."""
    return datetime.fromtimestamp(at / 1000, find_zone(zone) or UTC).replace(tzinfo=None, fold=0).isoformat("T")


def time_of(plan: NewPlan, week: int) -> int:
    """The time of a date in milliseconds. On the clocks of the plan's zone, it is the same time every week.

    If the clocks show that time twice, the first one counts, unless it had passed when the night was planned.
    """
    local = datetime.fromisoformat(plan.first) + timedelta(weeks=week)
    zoned = local.replace(tzinfo=find_zone(plan.zone) or UTC)
    first, second = (round(zoned.replace(fold=fold).timestamp() * 1000) for fold in (0, 1))
    return second if first <= plan.created_at < second else first


def find_next_week(plan: NewPlan, week: int, now: int) -> int:
    """The first week after `week` whose date is later than `now`."""
    following = week + 1
    while time_of(plan, following) <= now:
        following += 1
    return following


def find_announcement_time(at: int, now: int, week: int) -> int:
    """The time at which a date is announced. The first date of a night is announced at once, a later one some days
    ahead."""
    return max(now, at - ANNOUNCED_BEFORE) if week else now


def find_step_after_announcement(at: int, now: int) -> tuple[NightStep, int]:
    """The step after the announcement, and its time. A date that is less than an hour ahead gets no reminder."""
    remind_at = at - REMINDED_BEFORE
    return (NightStep.REMIND, remind_at) if remind_at > now else (NightStep.OPEN, at)


def find_notice_time(now: int, until: int, quiet: QuietHours | None, urgent: bool) -> int | None:
    """Find the first time from `now`, and before `until`, that is outside a person's quiet hours.

    If there is none, return `now` for an `urgent` notice. Return None for any other notice, which is then left out.
    """
    awake = add_waking_time(now, 0, quiet)
    if awake < until:
        return awake
    return now if urgent else None


def move(connection: Connection, date: Date, at: int, now: int) -> None:
    """Move a date to another time. The date's message tells of the move, and the answers stay."""
    step, due_at = _find_step(date, at, now)
    event = None if date.event is None else -abs(date.event)
    nights.change(connection, date.key, outdated_at=now, at=at, step=step.value, due_at=due_at, event=event)


def _find_step(date: Date, at: int, now: int) -> tuple[NightStep, int]:
    """The next step of a date that is to take place at `at`, and its time."""
    if date.message is None and date.begun is None and at > now:
        return NightStep.ANNOUNCE, find_announcement_time(at, now, date.week)
    return find_step_after_announcement(at, now)


def name_request(what: str, date: Date) -> RefusedRequest:
    """Name a request about a date that Discord refused."""
    return RefusedRequest(f"{what} of night {date.plan.id}.{date.week}", guild=date.plan.guild)


def tell_planner(connection: Connection, date: Date, key: str, now: int, trouble: DeliveryError | None = None) -> None:
    """Write the planner of a night a letter about a date, at most one with this key for each date. `trouble` is what
    Discord refuses."""
    plan, words = date.plan, words_of_plan(date.plan)
    if plan.planner is not None:
        reason, detail = ("", "") if trouble is None else (words.say(f"refused/{trouble.kind}"), trouble.detail)
        text = words.say(key, place=f"<#{plan.channel}>", reason=reason, detail=detail)
        write_letter(connection, plan.planner, text, f"{key}:{plan.id}:{date.week}", now)


def put_off(connection: Connection, expected: Date, until: int) -> None:
    """Put off the step of a date, because it could not be taken. Do nothing if the date was ended or moved
    meanwhile."""
    date = nights.find_date(connection, expected.key)
    if date is not None and (date.step, date.at) == (expected.step, expected.at):
        nights.change(connection, expected.key, due_at=until)


def end(connection: Connection, date: Date, state: DateState, now: int) -> None:
    """End a date in a state, unless it is over. Add the next date of a weekly night, unless the night is over."""
    present = nights.find_date(connection, date.key)
    if present is None or not present.step:
        return
    plan, done = date.plan, NightStep.DONE.value
    nights.change(connection, date.key, outdated_at=now, state=state.value, step=done, due_at=None)
    final = not plan.weekly or plan.over or state in (DateState.CANCELLED, DateState.GONE)
    states = nights.list_last_states(connection, plan.id, UNWANTED)
    if final or (len(states) == UNWANTED and set(states) == {DateState.NOBODY.value}):
        nights.set_over(connection, plan.id)
    else:
        following = find_next_week(plan, date.week, max(now, date.at))
        add_date(connection, plan.id, plan, following, now)
        nights.carry_standing_answers(connection, date, following)
    nights.prune(connection, now - KEPT_AFTER_END)


def add_date(connection: Connection, night: int, plan: NewPlan, week: int, now: int) -> Date:
    """Add a date to the plan `plan`, which is stored as `night`."""
    at = time_of(plan, week)
    nights.add_date(connection, (night, week), at, NightStep.ANNOUNCE.value, find_announcement_time(at, now, week))
    added = nights.find_date(connection, (night, week))
    assert added is not None
    return added


def end_without_place(connection: Connection, found: Iterable[Date], now: int) -> None:
    """End nights whose channel or server was deleted, or whose server the bot has left."""
    for date in found:
        end(connection, date, DateState.GONE, now)


def pause_lost(connection: Connection, guild: int, now: int) -> None:
    """Let the nights of a server that removed the bot wait, and write to those who planned them."""
    until = now + pauses.KEPT_FOR
    for date in nights.list_of_guild(connection, guild):
        if date.step != NightStep.LOST:
            nights.change(connection, date.key, step=NightStep.LOST.value, due_at=until, stale_at=None)
            if date.plan.planner is not None:
                text = words_of_plan(date.plan).say("night/kept", until=f"<t:{until // 1000}:F>")
                write_letter(connection, date.plan.planner, text, f"nights lost:{guild}:{until}", now)


def resume_lost(connection: Connection, guild: int, now: int) -> None:
    """Let the nights of a server that wait go on, and show each date as it is now. No reminder comes twice."""
    for date in nights.list_of_guild(connection, guild):
        if date.step == NightStep.LOST:
            step, due_at = _find_step(date, date.at, now)
            nights.change(connection, date.key, outdated_at=now, step=step.value, due_at=due_at)
