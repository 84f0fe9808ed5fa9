"""Lombardy Bones through Discord alone: called scores, reneges, a last call, a restart, and hidden bones."""

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bot.tables.aggregate.table import Table
from bot.tables.timing.deadlines import is_waiting_for_next_hand
from games.core.seats import Seat
from games.lombardy.game import GAME as lombardy
from games.pieces.dominoes import from_code
from tests.chance import SeededChance
from tests.left_out import MORE_CASES
from tests.stories.dealt_evenings import (
    Rehearsal,
    assert_twins,
    control_action,
    controls,
    dominoes,
    dominoes_in,
    dominoes_named,
    eyes_of,
    play_watched,
    record_evening,
    switch_to_words,
)
from tests.stories.evening import Evening, evening
from tests.views import own_state, own_view

BEAR = "5-5 5-0 4-1 3-2 2-0 1-0 6-0"
BULL = "6-6 6-5 4-4 3-1 4-0 5-2 6-1"
WALLY = "5-4 6-4 6-2 4-2 3-0 2-1 5-1"
AT_ONCE = {"call_mode": "race", "race_grace_ms": "0"}
FRIENDS = ("Bear", "Bull", "Wally")


async def start_in_words(night: Evening) -> None:
    """Start a table without pictures at which every call counts at once."""
    await night.open("lombardy-bones", text_only="yes", **AT_ONCE)
    await switch_to_words(night)
    await night.start()


def row(night: Evening, seat: int, verbs: tuple[str, ...]) -> list[tuple[str, str, str]]:
    """The controls of a rack for these verbs."""
    return [
        control
        for control in controls(night.rack(night.people[seat]))
        if control[0].split(".")[0].split("=")[0] in verbs
    ]


@dataclass
class Seen:
    """The controls that people were offered in a hand."""

    rows: set[str] = field(default_factory=set)
    """The different rows of score buttons of the players whose turn it was to call."""
    totals: set[int] = field(default_factory=set)
    """The totals of the layout when a score could be called."""
    renege: set[bool] = field(default_factory=set)
    """True if the board had the button *Renege*."""

    def look(self, night: Evening, table: Table) -> None:
        """Note the controls of the table now, and check that the board offers no amount."""
        crowd = own_view(table)
        if crowd.to_score is not None:
            self.totals.add(own_state(table).line.sum_ends())
            self.rows.add(str(row(night, crowd.to_score, ("score", "noscore"))))
            public = [control for control, _, _ in controls(night.board()) if control.startswith(("score", "noscore"))]
            assert public == ["noscore"]
        if crowd.phase in ("play", "last_call"):
            self.renege.add(
                any(control_action(str(button["custom_id"])) == "renege" for button in night.board().buttons())
            )


async def everything_offered_in_a_hand(night: Evening) -> Seen:
    """Play a hand; returns its controls, after a check that nobody was shown a hidden bone."""
    guest, seen = night.harbour.add_user("Guest"), Seen()
    async for table in play_watched(
        night, eyes_of(night, guest, dominoes_in, dominoes_named), is_waiting_for_next_hand
    ):
        seen.look(night, table)
    assert own_view(await night.now()).ending is not None
    return seen


@pytest.mark.thorough(MORE_CASES)
async def test_the_buttons_for_scores_and_reneges_are_always_the_same(
    tmp_path: Path,
) -> None:
    """LB-36, LB-93: after every bone the same buttons are in the same places and colours, *Renege* among them."""
    async with evening(tmp_path, names=FRIENDS, chance=SeededChance("23", sealed=False)) as night:
        await start_in_words(night)
        seen = await everything_offered_in_a_hand(night)
        assert len(seen.totals) > 5
        assert len(seen.renege) == 1
        (shown,) = seen.rows
        assert [f"score.{number}" in shown for number in range(5, 40, 5)] == [True] * 7


OPTIONS = {"call_mode": "race", "race_grace_ms": 0}


@pytest.mark.thorough(MORE_CASES)
async def test_nothing_reveals_whether_somebody_held_a_double_back(tmp_path: Path) -> None:
    """LB-40, LB-42: with the same moves, the others see the same, whether 6-6 is in Wally's hand or in the boneyard."""
    held = list(dominoes(BEAR.replace("5-5", "5-3"), BULL.replace("6-6", "5-5"), WALLY.replace("5-1", "6-6")))
    asleep = list(held)
    one, other = held.index(from_code("6-6")), held.index(from_code("5-1"))
    asleep[one], asleep[other] = held[other], held[one]
    rehearsal = Rehearsal(lombardy, 3, OPTIONS)
    begun: list[tuple[int, str]] = [(0, "next"), (0, "answer none"), (1, "answer 5-5"), (2, "answer none")]
    begun += [(1, "score 10")]
    begun += [(2, "play 5-4 A"), (2, "noscore"), (0, "play 5-0 B"), (0, "noscore"), (1, "play 6-5 C")]
    for order, guilty in ((held, (Seat(2),)), (asleep, ())):
        _, states = rehearsal.play(order, len(begun), begun)
        assert states[-1].held_back == guilty
    one_evening = await record_evening(tmp_path / "one", "lombardy-bones", FRIENDS, AT_ONCE, held, begun)
    other_evening = await record_evening(tmp_path / "two", "lombardy-bones", FRIENDS, AT_ONCE, asleep, begun)
    assert_twins(one_evening, other_evening, "Bear", "Wally")
    assert one_evening["Bull"] == other_evening["Bull"]
