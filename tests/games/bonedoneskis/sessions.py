"""Sessions of random players who may make every possible call."""

import random
from collections.abc import Iterator
from typing import Any

from games.bonedoneskis.choices import choices
from games.bonedoneskis.deadlines import deadline
from games.bonedoneskis.decide import begin, decide
from games.bonedoneskis.evolve import evolve, fold
from games.bonedoneskis.moves import Claim, Done, Next, TopUp
from games.bonedoneskis.options import OPTIONS
from games.bonedoneskis.project import view
from games.bonedoneskis.rulebook import list_triggers, may_call
from games.bonedoneskis.state import State
from games.core import Refused, Seat, SecretChance, settle
from games.core.moves import Lapse

HOUSES: tuple[dict[str, Any], ...] = (
    {},
    {"nighty_night": "reminders", "stale_fires": True, "duel_folded": True, "muck_losers": True},
    {
        "buy_in": 700,
        "duel_wrap": True,
        "eight_ball_turned": True,
        "extend_on_reveal": True,
        "duty_callers": "holder",
        "live_bring_in": True,
        "krabler_may_fold": True,
        "trade_nine": "both",
        "bring_in_reading": "wild_only",
        "uncapped_heads_up": False,
    },
)


class RandomTable:
    """A table of random players. For each move, `steps` yields the table before, the events, and the table after."""

    def __init__(self, seed: int, players: int, house: dict[str, Any]) -> None:
        self.luck = random.Random(seed)
        self.chance = SecretChance(seed.to_bytes(32, "big"), ("a",) * players, 0)
        options = settle(OPTIONS, {"max_seats": 8, **house})
        self.events: list[Any] = list(begin(players, options, 0, self.chance))
        self.table: State = fold(self.events)
        self.at = 0

    def steps(self, hands: int) -> Iterator[tuple[State, list[Any], State]]:
        moves = 0
        while self.table.phase != "over" and not (self.table.phase == "between" and self.table.hand >= hands):
            moves += 1
            assert moves < 400 * hands, "random players should have reached the end by now"
            self.at += 1000
            before = self.table
            seat, move = self._move()
            try:
                happened = list(decide(before, seat, move, self.at, self.chance).events)
            except Refused as refused:
                if refused.reason not in ("nothing_to_call", "claimed", "not_live"):
                    raise
                continue
            self.table = evolve(before, *happened)
            self.events += happened
            yield before, happened, self.table

    def _move(self) -> tuple[Seat | None, Any]:
        table, luck = self.table, self.luck
        due = deadline(table)
        if due is not None and (due <= self.at or luck.random() < 0.03):
            self.at = max(self.at, due)
            return None, Lapse()
        if table.phase == "between":
            if sum(1 for stack in table.stacks if stack) < 2:
                return Seat(table.stacks.index(min(table.stacks))), TopUp()
            return Seat(0), Next()
        seat = luck.choice(view(table, None).to_act)
        if table.phase == "calling":
            for trigger in list_triggers(table):
                caller = luck.choice(table.live_seats)
                if luck.random() < 0.6 and may_call(table, caller, trigger):
                    return caller, Claim(trigger.rule.name, trigger.cards[0])
            return seat, Done()
        listed = [choice for choice in choices(view(table, seat)) if choice.words != "fold" or luck.random() < 0.15]
        return seat, luck.choice(listed or list(choices(view(table, seat)))).move
