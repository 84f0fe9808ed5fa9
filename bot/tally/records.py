"""Records: who leads in the feats that games declare, and in runs of good tries."""

from typing import Final, NamedTuple

from bot.tally.achievements import Feats
from bot.tally.book import Owner
from games import registry
from games.core.results import Record

RUN: Final = "run"
"""The kind of the leaderboard of runs. A run is a number of good tries in a row."""


class Best(NamedTuple):
    """A record: the highest figure, and the members who hold it."""

    game: str
    """The first game of the registry that declares this record, and whose words describe it."""
    kind: str
    most: int
    holders: tuple[Owner, ...]


def list_best(found: dict[str, Feats], game: str | None) -> list[Best]:
    """List the best of each record, of one game or of all games, in the order in which games declare the records."""
    found_best = []
    for kind, (first_game, _) in list_records(game).items():
        figures = rank(found, game, kind)
        if figures:
            most = figures[0][1]
            found_best.append(
                Best(first_game, kind, most, tuple(sorted(owner for owner, amount in figures if amount == most)))
            )
    return found_best


def list_records(game: str | None) -> dict[str, tuple[str, Record]]:
    """Map each kind of record to the first game that declares it and the record itself, for one game or all games."""
    found: dict[str, tuple[str, Record]] = {}
    for name in registry.NAMES:
        if game in (None, name):
            for record in registry.game(name).RECORDS:
                found.setdefault(record.kind, (name, record))
    return found


def rank(found: dict[str, Feats], game: str | None, kind: str) -> list[tuple[Owner, int]]:
    """List everybody's figure in a record or in `RUN`, the highest first.

    A member's figures in several games are added up. In `RUN`, and in a record of the greatest single feat, only the
    greatest figure counts."""
    figures: dict[Owner, int] = {}
    for name, feats in found.items():
        if game not in (None, name):
            continue
        if kind == RUN:
            for runs in feats.runs.values():
                for owner, run in runs.items():
                    figures[owner] = max(figures.get(owner, 0), run)
        for record in registry.game(name).RECORDS:
            for owner in feats.counts.get(kind, {}) if record.kind == kind else ():
                before, amount = figures.get(owner, 0), feats.amount(record, owner)
                figures[owner] = max(before, amount) if record.highest else before + amount
    return sorted(
        ((owner, amount) for owner, amount in figures.items() if amount), key=lambda figure: (-figure[1], figure[0])
    )
