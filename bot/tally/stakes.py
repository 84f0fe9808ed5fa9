"""What a game's events put into the books, by a convention that sums to zero (docs/tally.md).

Pussers Bones posts its payments and Bonedoneskis what a hand brought, as the games themselves say. The domino games
score points; a table's house chooses between a stake for the win and points less the mean.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from bot.store.postings import Entry
from games.core.events import kind_of
from games.core.game import AnyGame
from games.core.options import Option
from games.core.receipt import Transfer

STAKE: Final = "stake"
POINTS: Final = "points"

OPTIONS: Final = (
    Option("tally", STAKE, "HOUSE", "What a won game of dominoes puts into the tally", (STAKE, POINTS)),
    Option("stake", 1, "HOUSE", "What each loser gives each winner of a game of dominoes", least=1, most=1_000),
)
"""House rules of a table, for games that score points."""

FINAL_SCORES: Final[dict[str, Callable[[Any], tuple[int, ...]]]] = {
    "duo.game_won": lambda won: tuple(won.score) * 2,
    "lombardy.game_over": lambda over: tuple(over.sheet),
}
"""The events that end a game of points, by kind, and each seat's points then (partners have those of their duo)."""


def transfers(game: AnyGame, events: Iterable[Any], house: Mapping[str, Any]) -> tuple[Transfer, ...]:
    """What `events`, those of one move, put into the books of a table with these house rules, a row a seat."""
    happened = tuple(events)
    if not any(kind.startswith(f"{game.EVENTS}.") for kind in FINAL_SCORES):
        return _times(int(house.get("cents_per_point", 1)), game.transfers(happened))  # PB-4
    if house.get("tally") != POINTS:
        return _times(int(house.get("stake", 1)), game.transfers(happened))
    rules = [one.rule for one in game.transfers(happened)]
    ended = [FINAL_SCORES[kind_of(one)](one) for one in happened if kind_of(one) in FINAL_SCORES]
    posted = [(less_the_mean(points), rule) for points, rule in zip(ended, rules, strict=True)]
    return tuple(Transfer(amounts, rule, "game_points") for amounts, rule in posted if any(amounts))


def _times(worth: int, moved: tuple[Transfer, ...]) -> tuple[Transfer, ...]:
    """What moves when each unit of a game is worth so much; nothing does when it is worth nothing."""
    if worth == 1:
        return moved
    return tuple(replace(one, amounts=tuple(worth * amount for amount in one.amounts)) for one in moved if worth)


def less_the_mean(points: Sequence[int]) -> tuple[int, ...]:
    """Each one's points less the mean of all, in whole units that sum to zero.

    Each difference is cut towards zero. What is then missing goes, one by one, to those whose difference lost most by
    the cut; among equals to who has more points if units are given, to who has fewer if they are taken; then by seat.
    """
    count, total = len(points), sum(points)
    exact = [count * own - total for own in points]
    cut = [abs(part) // count * (1 if part > 0 else -1) for part in exact]
    missing = -sum(cut)
    sign = 1 if missing > 0 else -1
    lost = [sign * (part - count * whole) for part, whole in zip(exact, cut, strict=True)]
    order = sorted(range(count), key=lambda seat: (-lost[seat], -sign * points[seat], seat))
    for seat in order[: abs(missing)]:
        cut[seat] += sign
    return tuple(cut)


def share_out(amounts: Sequence[int], seats: Sequence[Sequence[int]]) -> list[Entry]:
    """The entries of a hand: `amounts` by seat, and by seat the accounts that share it (one or two).

    Of two, the first has half, cut towards zero, and the second the rest. Nothing is entered for an amount of zero.
    """
    lines = []
    for amount, accounts in zip(amounts, seats, strict=True):
        half = abs(amount) // 2 * (1 if amount > 0 else -1)
        parts = [amount] if len(accounts) == 1 else [half, amount - half]
        lines += [Entry(account, part) for account, part in zip(accounts, parts, strict=True) if part]
    return lines
