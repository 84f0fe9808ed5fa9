"""The turning points of a finished hand: the steps that changed most, by the share of deals in which each side wins it.

The deals are guessed from what everybody saw at each step, so they tell nothing of a hand that stays hidden.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from bot.messages.replay import FoundStep, read_step
from bot.messages.table_words import words_of
from bot.ports.ui import MOST_TEXT
from bot.store.store import Store
from bot.tables.aggregate.table import Table
from bot.tables.fairness.chance import ChanceSource
from bot.tables.history.entries import Entry
from bot.wording import Words, log_line, say
from games.core.results import sides_of
from games.core.seats import Seat
from games.core.secret import view_event
from games.core.view import View

MOST_LOOKS: Final = 64
"""The most steps of a hand that are looked at. Of a longer hand, this many at even distances."""
_TURNS: Final = 3
"""The most turning points that are told."""
_SWING: Final = 0.15
"""The smallest change of a share that makes a step a turning point."""

Outlook = tuple[float, ...]
Forecast = Callable[[str, Sequence[View], tuple[str, ...]], Awaitable[list[Outlook] | None]]
"""Give the outlook of each view of a game, away from the event loop; None if that takes too long."""


class _Look(NamedTuple):
    """The outlook of a hand after a step."""

    step: int
    """The number of the step, from 1."""
    shares: Outlook
    """By seat."""


class _Turn(NamedTuple):
    """A change of a side's share from one look to the next."""

    step: int
    side: tuple[Seat, ...]
    before: float
    after: float

    @property
    def swing(self) -> float:
        """The size of the change."""
        return abs(self.after - self.before)


async def how_it_went(
    store: Store,
    chance: ChanceSource,
    forecast: Forecast,
    table: Table,
    number: int,
    seat: Seat | None,
    chosen: int | None = None,
) -> str:
    """Tell the turning points of hand `number`, with the numbers of the steps in this seat's replay.

    `chosen` is as in `find_step`. Raises Refused for a hand that is not over, or for a closed seat.
    """
    found = await read_step(store, chance, table, number, 1, seat, chosen)
    words = words_of(table)
    views = _views(table, found, words)
    outlooks = await forecast(table.game.NAME, [view for _, view in views], (str(table.id), str(number)))
    if outlooks is None:
        return say("went/late")
    looks = [_Look(step, shares) for (step, _), shares in zip(views, outlooks, strict=False) if shares]
    if not looks:
        return say("went/nothing", number=number)
    sides = sides_of(table.game.PARTNERS, len(table.seats))
    turns = _turns(looks, sides)
    told = [
        say("went/title", number=number),
        say("went/began", shares=_shares(looks[0], sides, found, words)),
        *[_told(turn, found, words) for turn in turns],
        *([] if turns else [say("went/steady")]),
        say("went/ended", shares=_shares(looks[-1], sides, found, words)),
    ]
    return "\n".join(told)[:MOST_TEXT]


def _views(table: Table, found: FoundStep, words: Words) -> list[tuple[int, View]]:
    """The steps of a hand that have a line for everybody, each with the crowd's view after it."""
    state = table.game.fold([entry.event for entry in found.before])
    views: list[tuple[int, View]] = []
    done = 0
    for step, place in enumerate(found.steps, 1):
        state = table.game.evolve(state, *(entry.event for entry in found.hand[done : place + 1]))
        done = place + 1
        view = table.game.view(state, None)
        if _line(found, step, words):
            views.append((step, view))
    apart = max(1, -(-len(views) // MOST_LOOKS))
    return views[::-1][::apart][::-1]


def _turns(looks: Sequence[_Look], sides: Sequence[tuple[Seat, ...]]) -> list[_Turn]:
    """The steps that turned the hand most, in the order of play."""
    turns = [
        max(
            (_Turn(new.step, side, old.shares[side[0]], new.shares[side[0]]) for side in sides),
            key=lambda turn: turn.swing,
        )
        for old, new in pairwise(looks)
    ]
    most = sorted((turn for turn in turns if turn.swing >= _SWING), key=lambda turn: -turn.swing)
    return sorted(most[:_TURNS])


def _told(turn: _Turn, found: FoundStep, words: Words) -> str:
    name = found.name_players(words, _entry(found, turn.step)).side(turn.side)
    return say(
        "went/turn", step=turn.step, line=_line(found, turn.step, words), name=name,
        before=_percent(turn.before), after=_percent(turn.after),
    )  # fmt: skip


def _line(found: FoundStep, step: int, words: Words) -> str:
    """The words that everybody was told of a step; may be empty."""
    entry = _entry(found, step)
    return log_line(view_event(entry.event, None), found.name_players(words, entry)).partition("\n")[0]


def _entry(found: FoundStep, step: int) -> Entry:
    return found.hand[found.steps[step - 1]]


def _shares(look: _Look, sides: Sequence[tuple[Seat, ...]], found: FoundStep, words: Words) -> str:
    then = found.name_players(words, _entry(found, look.step))
    by_side = [say("went/share", name=then.side(side), share=_percent(look.shares[side[0]])) for side in sides]
    return say("went/unit", shares=", ".join(by_side))


def _percent(share: float) -> int:
    return round(100 * share)
