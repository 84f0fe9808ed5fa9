"""The event with which each seat's turn last came. A standing order may last until the seat's next turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Self

from bot.tables.history.entries import Step
from games.core.game import AnyGame
from games.core.moves import Verb
from games.core.seats import Seat
from games.core.view import View


@dataclass(frozen=True, slots=True)
class Turns:
    """By seat, the event with which its turn last came. A wait for calls is not a turn."""

    came: Mapping[Seat, int] = field(default_factory=dict)

    def after(self, step: Step, game: AnyGame) -> Self:
        """Fold a step. It begins a turn if the table then waits for another seat, and not for calls."""
        if step.view is None or not step.changes_subject or lets_go(game, step.view) is not None:
            return self
        last = step.entries[-1].sequence
        return type(self)({**self.came, **dict.fromkeys(step.view.to_act, last)}) if step.view.to_act else self


def lets_go(game: AnyGame, crowd: View) -> Verb | None:
    """The verb by which a player makes no call, while the table waits for calls; None at other times."""
    return next((verb for verb in game.VERBS if crowd.phase in verb.lets_go), None)
