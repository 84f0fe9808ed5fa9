"""The message of a date in its channel: the time, the plan and the answers."""

from collections.abc import Sequence
from typing import Final

from bot.nights.night import DateState, NightStep, time_of, words_of_plan
from bot.ports.ui import Button, Message, Row
from bot.store.tables.nights import IN, MAYBE, OUT, Date, NightAnswer, Plan
from bot.tables.history.outcomes import find_level
from bot.tables.play.robots import choose_level
from bot.wording import Words
from games.core.game import AnyGame

NIGHT: Final = "night."
"""The prefix of the controls of game nights, which belong to no table."""
ANSWERS: Final = (IN, MAYBE, OUT)
WEEKLY: Final = "weekly"
"""The control of a standing answer. Only weekly nights have it."""
MOST_NAMED: Final = 12
"""The most names that a message lists for one answer."""


def format_time(at: int) -> str:
    """Format a time for Discord, which shows day and time in each reader's zone and the distance from now."""
    return f"<t:{at // 1000}:F> (<t:{at // 1000}:R>)"


def make_announcement(
    plan: Plan,
    date: Date,
    answers: Sequence[NightAnswer],
    unanswered: Sequence[str],
    game: AnyGame | None,
    place: int | None,
) -> Message:
    """Make the message of a date. `unanswered` names the regulars who have not answered; `place` is the channel or
    thread of its table. `game` is None if this release does not have it."""
    words = words_of_plan(plan)
    head = words.say("night/head_weekly" if plan.weekly else "night/head", title=game.TITLE if game else plan.game)
    planner = words.say("night/somebody") if plan.planner is None else f"<@{plan.planner}>"
    about = filter(None, (words.say("night/planned_by", by=planner), describe_rules(plan, game, words)))
    lines = [head, format_time(date.at), " ".join(about)]
    planned_for = time_of(plan, date.week)
    if date.state == DateState.PLANNED and planned_for != date.at:
        lines.append(words.say("night/moved", when=format_time(planned_for)))
    lines += [
        _describe_answer(answers, answer, words)
        for answer in ANSWERS
        if date.state == DateState.PLANNED or answer == IN
    ]
    rows: tuple[Row, ...] = ()
    if date.state == DateState.PLANNED:
        lines.append(_name_people("night/unanswered", unanswered, words))
        row = (
            Button(
                f"{NIGHT}{answer}.{plan.id}.{date.week}",
                words.label(f"night.{answer}"),
                "success" if answer == IN else "secondary",
            )
            for answer in ((*ANSWERS, WEEKLY) if plan.weekly else ANSWERS)
        )
        rows = (tuple(row),)
        weekly = words.say("night/promise_weekly") if plan.weekly else ""
        reminded = date.step != NightStep.OPEN  # a date that is less than an hour ahead gets no reminder
        reminder = words.say("night/promise_reminder") if reminded else ""
        lines.append(" ".join(filter(None, (words.say("night/promise"), weekly, reminder))))
    else:
        last = date.state == DateState.SKIPPED and plan.over
        key = "night/state/skipped_last" if last else f"night/state/{date.state}"
        lines.append(words.say(key, place=f"<#{place or plan.channel}>"))
    return Message("\n".join(filter(None, lines)), rows=rows)


def describe_rules(plan: Plan, game: AnyGame | None, words: Words) -> str:
    """Word the preset of a plan and its robots, at the level at which they will play; "" if the plan names neither."""
    preset = words.say("night/preset", preset=plan.preset) if plan.preset else ""
    level = choose_level(game, find_level(plan.robots)) if plan.robots and game else plan.robots
    robots = words.say(f"night/robots/{level}") if level else ""
    return " ".join(filter(None, (preset, robots)))


def _describe_answer(answers: Sequence[NightAnswer], answer: str, words: Words) -> str:
    """The line with the people who gave this answer; "" if there are none."""
    return _name_people(f"night/said/{answer}", [given.name for given in answers if given.answer == answer], words)


def _name_people(key: str, names: Sequence[str], words: Words) -> str:
    """The line that counts and names people; "" if there are none."""
    if not names:
        return ""
    others = len(names) - MOST_NAMED
    tail = (words.say("night/others", count=others),) if others > 0 else ()
    return words.say(key, count=len(names), names=(*names[:MOST_NAMED], *tail))
