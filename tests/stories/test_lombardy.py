"""Lombardy Bones through Discord alone: called scores, reneges, a last call, a restart, and hidden bones."""

import random
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bot.store.tables import events as stored_events
from bot.tables.aggregate.table import Table
from bot.tables.timing.deadlines import is_waiting_for_next_hand
from games.core.seats import Seat
from games.lombardy.game import GAME as lombardy
from games.pieces.dominoes import ALL, from_code
from tests.chance import SeededChance
from tests.left_out import LONGER, MORE_CASES
from tests.stories.dealt_evenings import (
    Rehearsal,
    assert_twins,
    check_messages,
    check_verified,
    control_action,
    control_id,
    controls,
    dominoes,
    dominoes_in,
    dominoes_named,
    eyes_of,
    play_watched,
    private_answer,
    public_text,
    record_evening,
    refused,
    say_accepted,
    switch_to_words,
)
from tests.stories.evening import Evening, evening
from tests.views import own_state, own_view

BEAR = "5-5 5-0 4-1 3-2 2-0 1-0 6-0"
BULL = "6-6 6-5 4-4 3-1 4-0 5-2 6-1"
WALLY = "5-4 6-4 6-2 4-2 3-0 2-1 5-1"
DEAL = dominoes(BEAR, BULL, WALLY)
"""The boneyard, from the top: 0-0 1-1 2-2 3-3 4-3 5-3 6-3."""
AT_ONCE = {"call_mode": "race", "race_grace_ms": "0"}
FRIENDS = ("Bear", "Bull", "Wally")


async def sheet(night: Evening) -> tuple[int, ...]:
    """The points of each seat."""
    return tuple((await night.now()).public_view.scores)


async def start_in_words(night: Evening) -> None:
    """Start a table without pictures at which every call counts at once."""
    await night.open("lombardy-bones", text_only="yes", **AT_ONCE)
    await switch_to_words(night)
    await night.start()


async def everyone_answers(night: Evening) -> None:
    """LB-5, LB-6, LB-20, LB-42: everybody names their highest double, except that Bull hides 6-6."""
    bear, bull, wally = night.people
    assert (await refused(night, bear, "play", bone="5-5")).startswith("LB-20: ")
    assert (await refused(night, bear, "answer", bone="6-6")).startswith("LB-6: ")
    assert (await refused(night, bull, "renege")).startswith("LB-42: nothing has been led yet")
    offered = await bull.autocomplete("move", "words", "answer double")
    assert [choice["name"] for choice in offered] == ["Own up to double six (6-6)", "Own up to double four (4-4)"]
    await say_accepted(night, bear, "answer", bone="double five")
    assert (await refused(night, bear, "answer", bone="none")).startswith("LB-5: ")
    await say_accepted(night, bull, "answer", bone="none")
    await say_accepted(night, wally, "answer", bone="none")


async def bear_scores_the_lead(night: Evening) -> None:
    """LB-35: Bear leads 5-5 and calls ten, once."""
    bear, _, _ = night.people
    assert "Bear leads 5-5" in public_text(night)
    await say_accepted(night, bear, "score", amount="10")
    assert (await refused(night, bear, "score", amount="10")).startswith("LB-35: ")
    assert await sheet(night) == (10, 0, 0)


async def bull_lays_and_calls_nothing(night: Evening) -> None:
    """LB-11, LB-12, LB-24, LB-34: Bull lays 6-5 and says that it scores nothing."""
    _, bull, _ = night.people
    assert (await refused(night, bull, "play", bone="5-4")).startswith("LB-24: ")
    assert (await refused(night, bull, "play", bone="6-5 C")).startswith("LB-11: end C is not open yet")
    assert (await refused(night, bull, "play", bone="4-4")).startswith("LB-12: ")
    await say_accepted(night, bull, "play", bone="65")
    assert (await refused(night, bull, "score", amount="0")).startswith("LB-34: ")
    await say_accepted(night, bull, "noscore")


async def wally_calls_the_renege(night: Evening) -> None:
    """Bull's hidden double is found and costs fifteen."""
    _, _, wally = night.people
    await say_accepted(night, wally, "renege")
    assert "calls renege, and it is one: Bull, with 6-6" in public_text(night)
    assert await sheet(night) == (0, -15, 0)
    assert (await private_answer(await wally.slash("why"))).words.startswith("**Renege** (LB-")


async def the_hand_is_dealt_again(night: Evening) -> None:
    """LB-46: the deal is repeated, Bull leads 6-6 and calls wrongly."""
    bear, bull, wally = night.people
    await say_accepted(night, bear, "next")
    assert own_view(await night.now()).deal == 2
    for person, double in ((wally, "no"), (bear, "55"), (bull, "six")):
        await say_accepted(night, person, "answer", bone=double)
    assert "Bull leads 6-6" in public_text(night)
    assert (await refused(night, wally, "renege")).startswith("LB-46: ")
    await say_accepted(night, bull, "score", amount="15")
    assert await sheet(night) == (0, -25, 0)


async def scores_are_called_with_the_bone(night: Evening) -> None:
    """A score may be said with the bone, and a wrong one costs."""
    bear, _, wally = night.people
    await say_accepted(night, wally, "play", bone="64 left")
    await say_accepted(night, wally, "score", amount="none")
    await say_accepted(night, bear, "play", bone="6:0 b 5")
    assert await sheet(night) == (-10, -25, 0)


async def bull_draws_and_passes(night: Evening) -> None:
    """LB-14, LB-22: Bull draws a bone that only Bull sees, and passes."""
    bear, bull, wally = night.people
    assert (await refused(night, bull, "play", bone="4-0")).startswith("LB-14: 4-0 fits at A and B; say which")
    await say_accepted(night, bull, "draw")
    assert (await refused(night, bull, "draw")).startswith("LB-22: ")
    assert "0-0" in (await private_answer(await bull.slash("hand show"))).words
    for other in (bear, wally):
        assert all(b"0-0" not in entry for entry in other.collect_seen())
    await say_accepted(night, bull, "knock")
    assert "Bull passes" in public_text(night)
    assert (await refused(night, bear, "play", bone="5-5")).startswith("LB-20: it is Wally's turn")


async def test_a_renege_is_called_and_the_hand_begins_again(tmp_path: Path) -> None:
    """LB-5, LB-6, LB-30 to LB-35, LB-40 to LB-46, LB-50, LB-51: all of it typed."""
    async with evening(tmp_path, names=FRIENDS, chance=SeededChance("typed", DEAL)) as night:
        await start_in_words(night)
        await everyone_answers(night)
        await bear_scores_the_lead(night)
        await bull_lays_and_calls_nothing(night)
        await wally_calls_the_renege(night)
        await the_hand_is_dealt_again(night)
        await scores_are_called_with_the_bone(night)
        await bull_draws_and_passes(night)


async def nobody_owns_up_to_double_six(night: Evening) -> None:
    """Bear leads 5-5, since 6-6 lies in the boneyard."""
    bear, bull, wally = night.people
    for person, double in ((bear, "5-5"), (bull, "none"), (wally, "none")):
        await say_accepted(night, person, "answer", bone=double)


async def wally_calls_a_renege_that_was_none(night: Evening) -> None:
    """LB-44, LB-45: it costs ten, and Wally may not ask again."""
    _, _, wally = night.people
    await say_accepted(night, wally, "renege")
    assert "Wally calls renege, and there is none: −10" in public_text(night)
    assert await sheet(night) == (0, 0, -10)
    assert (await refused(night, wally, "renege")).startswith("LB-45: ")


async def nobody_is_told_where_double_six_is(night: Evening) -> None:
    """It lies in the boneyard, and no message names it."""
    for person in night.people:
        assert all(b"6-6" not in entry for entry in person.collect_seen())


async def test_a_mistaken_renege_costs_ten_and_may_not_be_asked_again(tmp_path: Path) -> None:
    """LB-44, LB-45: 6-6 lies in the boneyard, and nobody is told so."""
    swap = {from_code("6-6"): from_code("0-0"), from_code("0-0"): from_code("6-6")}
    deal = tuple(swap.get(bone, bone) for bone in DEAL)
    async with evening(tmp_path, names=FRIENDS, chance=SeededChance("mistaken", deal)) as night:
        await start_in_words(night)
        await nobody_owns_up_to_double_six(night)
        await wally_calls_a_renege_that_was_none(night)
        await nobody_is_told_where_double_six_is(night)


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


async def two_robots_join_and_bull_chooses_a_thread(night: Evening) -> None:
    """Bull takes no direct messages."""
    bear, bull = night.people
    bull.close_dms()
    await night.open("lombardy-bones")
    lobby = night.board()
    for _ in range(2):
        await night.settle(await bear.press(lobby, control_id(lobby, "lobby.robot+")))
    await night.start()
    await night.ask_for_thread(bull)
    assert len(bull.threads()) == 1


async def the_bot_begins_again_in_the_middle_of_the_hand(night: Evening) -> None:
    """After a restart the messages show the same table, and no bone is lost."""
    await night.until(lambda table: len(own_view(table).steps) >= 8)
    await night.pass_time(30)
    await check_messages(night)
    before = own_view(await night.now())
    await night.restart()
    await check_messages(night)
    after = own_view(await night.now())
    assert after.steps[: len(before.steps)] == before.steps


async def the_hand_ends_with_a_last_call_and_the_count(night: Evening) -> None:
    """LB-6 is in the log, and the count agrees with the table."""
    table = await night.until(lambda table: is_waiting_for_next_hand(table))
    kinds = await night.events()
    for happened in ("led", "laid", "last_call", "counted"):
        assert f"lombardy.{happened}" in kinds
    assert "LB-6" in public_text(night)
    stored = await night.store.read(stored_events.read, night.table)
    counted = next(row for row in stored if row.kind == "lombardy.counted")
    assert counted.body["pips"] == list(own_view(table).ending.pips)


@pytest.mark.thorough(LONGER)
async def test_a_hand_with_robots_a_restart_a_closed_dm_and_the_clock_of_courtesy(tmp_path: Path) -> None:
    """With default house rules: a grace for delayed messages, a courtesy after each bone, a last call, the count."""
    async with evening(tmp_path, names=("Bear", "Bull"), chance=SeededChance("robots", predictable=True)) as night:
        bear, _ = night.people
        await two_robots_join_and_bull_chooses_a_thread(night)
        await the_bot_begins_again_in_the_middle_of_the_hand(night)
        await the_hand_ends_with_a_last_call_and_the_count(night)
        await check_verified(night, bear)


OPTIONS = {"call_mode": "race", "race_grace_ms": 0}


async def test_what_a_person_receives_does_not_depend_on_hidden_bones(tmp_path: Path) -> None:
    rehearsal = Rehearsal(lombardy, 3, OPTIONS)
    order = list(ALL)
    random.Random(11).shuffle(order)
    script, other = rehearsal.twins(order, 13, 2)
    asks = ["play", "answer", "score"]
    one = await record_evening(tmp_path / "one", "lombardy-bones", FRIENDS, AT_ONCE, order, script, asks)
    two = await record_evening(tmp_path / "two", "lombardy-bones", FRIENDS, AT_ONCE, other, script, asks)
    assert_twins(one, two, "Bear", "Wally")


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
