"""The turning points of a finished hand: the steps that changed the chances of the sides most.

A side's chance is the share of guessed deals in which it wins. The deals are guessed from what everybody saw after each
move, so they tell nothing about pieces that stay hidden.
"""

from collections.abc import Awaitable, Callable, Sequence
from itertools import groupby, pairwise, takewhile
from typing import Final

from bot.messages.replays.replay import ReplayMessages
from bot.messages.replays.replay_steps import FoundStep, Look
from bot.messages.replays.turning_points import (
    Outlook,
    Pick,
    Side,
    StepOutlook,
    TurningPoint,
    find_margin,
    find_percentages,
    find_turning_points,
    pick_doubtful,
)
from bot.ports import cut
from bot.tables.aggregate import Table
from bot.wording import Words, word_log_line
from games.core import View, sides_of, view_event

MOST_STEPS: Final = 64
"""The most steps of a hand that are judged. In a longer hand, these are spread evenly."""

_LONGEST: Final = 200
"""The most characters of the lines of one move."""

Forecast = Callable[[str, Sequence[View], tuple[str, ...], Pick], Awaitable[list[Outlook] | None]]
"""Finds the outlook of each view, outside the event loop. Returns None if that takes too long."""


async def tell_how_it_went(replays: ReplayMessages, forecast: Forecast, table: Table, look: Look, words: Words) -> str:
    """Tell the turning points of a hand, with the numbers that their steps have in the reader's replay.

    Raises Refused for an unfinished hand, and for a seat whose view is still closed.
    """
    found, number = await replays.find_step(table, look), look.hand
    views = _list_views(table, found, words)
    sides = sides_of(table.game.PARTNERS, len(table.seats))
    outlooks = await forecast(
        table.game.NAME,
        [view for _, view in views],
        (str(table.id), str(number)),
        lambda quick: pick_doubtful(quick, sides),
    )
    if outlooks is None:
        return words.say("went/late")
    judged = [StepOutlook(step, outlook) for (step, _), outlook in zip(views, outlooks, strict=False) if outlook.shares]
    if not judged:
        return words.say("went/nothing", number=number)
    points = find_turning_points(judged, sides)
    deals = min(judged[0].outlook.deals, judged[-1].outlook.deals)  # those of the turning points are as many
    percentages = [find_percentages(outlook, sides) for outlook in judged]
    changes = {new.step: change for new, change in zip(judged[1:], pairwise(percentages), strict=True)}
    lines = [
        words.say(
            "went/title",
            number=number,
            deals=deals,
            margin=find_margin(deals),
            wins=words.say("went/wins"),
        ),
        words.say("went/began", shares=_describe_shares(judged[0], percentages[0], found, words)),
        *[_describe_turning_point(point, changes[point.step], found, words) for point in points],
        *([] if points else [words.say("went/steady")]),
        words.say("went/ended", shares=_describe_shares(judged[-1], percentages[-1], found, words)),
    ]
    return "\n".join(lines)


def _list_views(table: Table, found: FoundStep, words: Words) -> list[tuple[int, View]]:
    """List a step and a view for each move with a line in the public log: the first step with a line, and the public
    view after the whole move.

    A view between two events of a move would mislead: the turn may be with a player who cannot play, for example.
    """
    state = found.past.state
    views: list[tuple[int, View]] = []
    step_at = {place: step for step, place in enumerate(found.steps, 1)}
    for _, move in groupby(enumerate(found.hand), lambda numbered: numbered[1].cause or numbered[0]):
        places, entries = zip(*move, strict=True)
        state = table.game.evolve(state, *(entry.event for entry in entries))
        steps = [step_at[place] for place in places if place in step_at]
        first_step = next((step for step in steps if _read_line(found, step, words)), None)
        if first_step is not None:
            views.append((first_step, table.game.view(state, None)))
    stride = max(1, -(-len(views) // MOST_STEPS))
    return views[::-1][::stride][::-1]


def _describe_turning_point(
    point: TurningPoint, change: tuple[dict[Side, int], dict[Side, int]], found: FoundStep, words: Words
) -> str:
    before, after = (percentages[point.side] for percentages in change)
    name = found.name_players(words, found.find_entry(point.step)).name_side(point.side)
    line = _read_lines(found, point.step, words)
    return words.say("went/turn", step=point.step, line=line, name=name, before=before, after=after)


def _read_line(found: FoundStep, step: int, words: Words) -> str:
    """The first line of a step in the public log; "" for a step without one."""
    entry = found.find_entry(step)
    return word_log_line(view_event(entry.event, None), found.name_players(words, entry)).partition("\n")[0]


def _read_lines(found: FoundStep, step: int, words: Words) -> str:
    """The public log lines of a move from this step on, such as a call and the street that was dealt after it."""
    cause = found.find_entry(step).cause
    move = takewhile(lambda other: found.find_entry(other).cause == cause, range(step, len(found.steps) + 1))
    text = " · ".join(line for other in move if (line := _read_line(found, other, words)))
    return cut(text.replace(". · ", " · "), _LONGEST)


def _describe_shares(outlook: StepOutlook, percentages: dict[Side, int], found: FoundStep, words: Words) -> str:
    names_then = found.name_players(words, found.find_entry(outlook.step))
    by_side = [
        words.say("went/share", name=names_then.name_side(side), share=share) for side, share in percentages.items()
    ]
    return words.say("went/unit", shares=", ".join(by_side))
