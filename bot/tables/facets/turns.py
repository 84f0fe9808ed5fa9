"""The event with which each seat's turn last came, and since which it is waited for. A standing order may last until
the seat's next turn."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Self

from bot.tables.history.entries import Step
from games.core.game import AnyGame
from games.core.moves import Verb
from games.core.seats import Seat
from games.core.view import View


@dataclass(frozen=True, slots=True)
class Turns:
    """The turns of seats, by the event with which each last came. A wait for calls is not a turn."""

    came: Mapping[Seat, int] = field(default_factory=dict)
    waited: Mapping[Seat, int] = field(default_factory=dict)
    """By seat, the event since which the table has waited for it, whatever others did. After a move of its own, a seat
    is waited for anew as soon as the subject (see `Waiting`) changes."""
    moved: frozenset[Seat] = frozenset()
    """The seats in `waited` that have moved since."""

    def after(self, step: Step, game: AnyGame) -> Self:
        """Fold a step. It begins a turn if the table then waits for another seat, and not for calls."""
        if step.view is None:
            return self
        if find_passing_verb(game, step.view) is not None:
            return replace(self, waited={}, moved=frozenset())
        moved = self.moved | {seat for seat, _ in step.movers}
        if not step.changes_subject:
            return replace(self, moved=moved)
        asked, last = step.view.to_act, step.entries[-1].sequence
        waited = {seat: last if seat in moved else self.waited.get(seat, last) for seat in asked}
        return replace(self, came={**self.came, **dict.fromkeys(asked, last)}, waited=waited, moved=frozenset())


def find_passing_verb(game: AnyGame, crowd: View) -> Verb | None:
    """The verb by which a player makes no call, while the table waits for calls; None at other times."""
    return next((verb for verb in game.VERBS if crowd.phase in verb.lets_go), None)
