"""Twin worlds over time: a secret changes no message, edit, time, custom id or answer of those who cannot know it.

Each story is played in two worlds. In some stories another player's rack or hole card differs; in others, someone
answers in secret earlier, later, differently or not at all. Bear, and a stranger who reads the channel, must not be
able to tell the two worlds apart.
"""

import json
import random
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from bot.ports import HOUR, Reply, Requester, reply_text
from bot.tables.aggregate import Table, Waits
from bot.tables.aggregate.offers import offers_of
from bot.tables.aggregate.pacing import CORRESPONDENCE, LIVE
from bot.tables.play import takebacks
from bot.tables.process_settings import ProcessSettings
from bot.tables.timing.deadlines import is_waiting_for_next_hand
from games.bonedoneskis.game import GAME as bonedoneskis
from games.core import Refused, Seat
from games.pieces.bones import FULL_SET
from games.pieces.cards import ALL
from games.pussers.game import GAME as pussers
from tests.bot.harness.other_orders import find_other_order, list_decisions
from tests.bot.harness.room import BEAR, BULL, NED, WALLY
from tests.bot.harness.shuffles import verify_with
from tests.bot.harness.twin_worlds import WHERE_DM, Seen, World, play, say_again, world
from tests.chance import Order, OrderedChance
from tests.databases import _migrated_sqlite
from tests.left_out import LONGER, MORE_CASES, mark_thorough
from tests.views import own_state, own_view

PEOPLE = (BEAR, BULL, WALLY, NED)
NEWCOMER = Requester(31, "Nan")
SETTINGS = ProcessSettings(Waits(live=LIVE, correspondence=CORRESPONDENCE))
Story = Callable[[World, int], Awaitable[None]]
Script = list[tuple[int, Requester, str]]


def _shuffled(pieces: Sequence[Any], seed: int) -> list[Any]:
    order = list(pieces)
    random.Random(seed).shuffle(order)
    return order


PIECES = {"pussers-bones": _shuffled(FULL_SET, 7), "bonedoneskis": _shuffled(ALL, 3)}


async def _play_story(
    folder: Path, game: str, order: Order, story: Story, robots: int = 0, adds: str = "lobby.robot+", **house: str
) -> tuple[dict[str, Seen], World, int]:
    """Play a story in a new world. Returns what each person saw, by name, the world and the table."""
    people = PEOPLE[: len(PEOPLE) - robots]
    pace = house.pop("pace", "live")
    async with world(folder, _migrated_sqlite(), SETTINGS, order) as here:
        table = await here.open(game, pace=pace)
        presses: list[tuple[Any, ...]] = [("lobby.house.set", BEAR, name, value) for name, value in house.items()]
        presses += [("lobby.join", who) for who in people[1:]] + [(adds, BEAR)] * robots
        for control, who, *values in presses:
            await here.settle()
            await here.press(table, control, who, *values)
        await here.settle()
        if not (await here.get(table)).playing:
            await here.press(table, "lobby.start", BEAR)
        await here.settle()
        await story(here, table)
        return {"Bear": here.seen_by(BEAR), "crowd": here.seen_by(None), "Bull": here.seen_by(BULL)}, here, table


async def _check_twins(tmp_path: Path, game: str, stories: tuple[Story, Story], **house: str) -> None:
    """Check that neither Bear nor the public can tell the two stories apart."""
    one, two = [
        (await _play_story(tmp_path / name, game, PIECES[game], story, 0, **house))[0]
        for name, story in zip(("one", "two"), stories, strict=True)
    ]
    _check_alike(one, two)


def _check_alike(one: dict[str, Seen], two: dict[str, Seen]) -> None:
    for name in ("crowd", "Bear"):
        assert one[name]["replies"] == two[name]["replies"], f"the answers that {name} gets differ"
        for channel, messages in one[name]["messages"].items():
            for here, there in zip(messages, two[name]["messages"][channel], strict=True):
                assert here == there, f"what {name} sees in channel {channel} differs"


# Someone answers in secret.


def _when_callable(thrower: Requester) -> Callable[[Table], bool]:
    """A condition: this person's discard can be called, and the log has some lines."""
    return lambda table: (
        table.public_view.phase == "calling"
        and len(own_view(table).discards) > 4
        and own_view(table).discards[-1].seat == table.seat_of(thrower.user)
    )


async def _ask_all_as_bear(here: World, table: int) -> None:
    """Make every request that Bear can make from this seat."""
    await here.record(BEAR, lambda: here.ask(here.seats.show_again, table, BEAR))
    await here.record(BEAR, lambda: here.ask(here.services.explanations.explain, table, BEAR))
    await here.record(BEAR, lambda: here.ask(here.seats.ask_to_take_back, table, BEAR))
    await here.record(BEAR, lambda: here.ask(here.services.hand.show, table, BEAR, where=WHERE_DM))
    await here.record(BEAR, lambda: here.ask(here.services.orders.show, table, BEAR))
    await here.record(BEAR, lambda: here.ask(verify_with(here.services), table, BEAR))
    await here.record(BEAR, lambda: here.ask(here.services.replays.show, table, BEAR))
    await here.record(BEAR, lambda: here.ask(here.services.replays.show_sheet, table, BEAR))
    await here.record(BEAR, lambda: _export_bear(here))


async def _export_bear(here: World) -> Reply:
    """Bear's export without the ids of messages, which depend on other people's messages in these tests."""
    found = await here.me.export(here.request(BEAR))
    return reply_text(json.dumps({name: value for name, value in found.items() if name != "messages"}))


def _window_story(
    thrower: Requester, answers: Sequence[tuple[int, Requester, str]], lasting: int, step: int = 1_000
) -> Story:
    """Play until a window opens, give these answers at their times after that, then make all of Bear's requests."""

    async def story(here: World, table: int) -> None:
        await play(here, table, PEOPLE, _when_callable(thrower))
        opened = here.clock.now
        for after, who, words in answers:
            await here.pass_time(opened + after - here.clock.now, step)
            await here.say(table, words, who)
            await here.settle()
        await here.pass_time(opened + lasting - here.clock.now, step)
        present = await here.get(table)
        assert present.public_view.phase == "calling"
        await _ask_all_as_bear(here, table)
        await here.pass_time(step, step)

    return story


@pytest.mark.thorough(LONGER)
@pytest.mark.parametrize("answers", [
    [(HOUR, BULL, "pass")],
    [(HOUR, BULL, "pass"), (11 * HOUR, WALLY, "pass")],
])  # fmt: skip
async def test_nobody_learns_who_has_answered_where_everyone_decides(tmp_path: Path, answers: Any) -> None:
    """PB-47: no edit, reminder, vote, custom id or refused take-back shows whom the bot is waiting for."""
    stories = (_window_story(BEAR, [], 40 * HOUR, HOUR), _window_story(BEAR, answers, 40 * HOUR, HOUR))
    await _check_twins(tmp_path, "pussers-bones", stories, pace="correspondence")


@pytest.mark.thorough(MORE_CASES)
async def test_a_live_table_does_not_show_who_has_answered(tmp_path: Path) -> None:
    stories = (
        _window_story(BEAR, [], 170_000, 5_000),
        _window_story(BEAR, [(5_000, NED, "pass"), (50_000, BULL, "pass")], 170_000, 5_000),
    )
    await _check_twins(tmp_path, "pussers-bones", stories, call_mode="everyone-decides", decide_timeout_s="0")


@pytest.mark.thorough(MORE_CASES)
async def test_every_courtesy_looks_the_same_and_is_equally_long(tmp_path: Path) -> None:
    """PB-47: it does not matter who calls, or whether anyone does."""

    def story(answers: Sequence[tuple[int, Requester, str]]) -> Story:
        during = _window_story(BEAR, answers, 6_000)

        async def play_story(here: World, table: int) -> None:
            await during(here, table)
            await here.pass_time(20_000)

        return play_story

    stories = (story([]), story([(1_000, BULL, "pass"), (2_000, WALLY, "pass"), (4_000, NED, "pass")]))
    await _check_twins(tmp_path, "pussers-bones", stories, call_mode="courtesy")


@pytest.mark.thorough(MORE_CASES)
async def test_a_wrong_secret_call_shows_only_when_it_is_settled(tmp_path: Path) -> None:
    """PB-81, PB-82: until the window closes, a mistaken call looks like a pass or like silence."""
    stories = (
        _window_story(BEAR, [(1_000, BULL, "pass")], 6_000),
        _window_story(BEAR, [(3_000, BULL, "yes"), (4_000, WALLY, "dobone")], 6_000),
    )
    await _check_twins(tmp_path, "pussers-bones", stories, call_mode="courtesy", enforcement="faithful")


@pytest.mark.thorough(MORE_CASES)
@pytest.mark.parametrize("queued", mark_thorough([False, True], MORE_CASES, but=[False]))
async def test_the_number_of_an_offer_does_not_count_secret_answers(tmp_path: Path, queued: bool) -> None:
    """The buttons below an offer carry its number, which everybody can read. An offer to the queue has them too."""

    def story(answers: bool) -> Story:
        async def play_story(here: World, table: int) -> None:
            await play(here, table, PEOPLE, _when_callable(BEAR))
            await here.pass_time(10_000, 5_000)
            if queued:
                await here.press(table, "lobby.join", NEWCOMER)
            if answers:
                await here.say(table, "pass", BULL)
                await here.settle()
            new = None if queued else NEWCOMER
            await here.record(BEAR, lambda: here.ask(here.seats.substitute, table, BEAR, BEAR.user, new))
            present = await here.get(table)
            assert present.public_view.phase == "calling"
            assert [offer.user for offer in offers_of(present)] == [NEWCOMER.user]

        return play_story

    stories = (story(False), story(True))
    await _check_twins(tmp_path, "pussers-bones", stories, call_mode="everyone-decides", decide_timeout_s="0")


@pytest.mark.thorough(MORE_CASES)
async def test_a_standing_order_looks_like_an_answer_in_person(tmp_path: Path) -> None:
    """A player has standing orders in one world, and answers in person at another time in the other."""

    async def by_order(here: World, table: int) -> None:
        await play(here, table, PEOPLE, _is_bears_late_turn)
        await here.record(BULL, lambda: here.ask(here.services.orders.give, table, BULL, "pass unless Jimmy Rick"))
        await _go_on(here, table, False)

    async def in_person(here: World, table: int) -> None:
        await play(here, table, PEOPLE, _is_bears_late_turn)
        await _go_on(here, table, True)

    async def _go_on(here: World, table: int, bull_speaks: bool) -> None:
        await play(here, table, (BEAR, WALLY, NED), _when_callable(BEAR))
        opened = here.clock.now
        for who in (NED, BULL, WALLY):
            await here.pass_time(10_000)
            if who is not BULL or bull_speaks:
                await here.say(table, "pass", who)
        await here.settle()
        assert (await here.get(table)).public_view.phase == "turn"
        assert here.clock.now == opened + 30_000
        await here.pass_time(10_000)

    await _check_twins(tmp_path, "pussers-bones", (by_order, in_person), pace="correspondence")


def _is_bears_late_turn(table: Table) -> bool:
    return bool(
        table.public_view.phase == "turn"
        and len(own_view(table).discards) > 4
        and table.public_view.to_act == (table.seat_of(BEAR.user),)
    )


# Someone claims a power in secret.


def _claim_story(stamped: Sequence[tuple[int, Requester, str]]) -> Story:
    """Play Bonedoneskis to a round of calls, make these calls, then all of Bear's requests before the round closes."""

    async def story(here: World, table: int) -> None:
        await play(here, table, PEOPLE, _may_claim)
        opened = here.clock.now
        for after, who, words in stamped:
            await here.pass_time(opened + after - here.clock.now)
            await here.say(table, words, who)
            await here.settle()
        await here.pass_time(opened + 9_000 - here.clock.now)
        assert (await here.get(table)).public_view.phase == "calling"
        await _ask_all_as_bear(here, table)

    return story


def _may_claim(table: Table) -> bool:
    return table.public_view.phase == "calling" and _claim(table, BULL) is not None


def _claim(table: Table, who: Requester) -> str | None:
    """A call that the rules allow this player now, or None."""
    seat = table.seat_of(who.user)
    for name in own_view(table, seat).callable:
        move = bonedoneskis.read(own_view(table, seat), "claim", name)
        try:
            bonedoneskis.decide(
                own_state(table), seat, move, table.clock.to_game_time(table.waiting.last_event_at), OrderedChance(ALL)
            )
        except Refused:
            continue
        return f"claim {name}"
    return None


@pytest.mark.thorough(LONGER)
async def test_a_claim_is_secret_until_the_round_of_calls_closes(tmp_path: Path) -> None:
    """SM-1: passing is public, calling is not, and the number in a custom id does not reveal it either."""
    found: list[str] = []

    async def look(here: World, table: int) -> None:
        await play(here, table, PEOPLE, _may_claim)
        found.append(str(_claim(await here.get(table), BULL)))

    await _play_story(tmp_path / "look", "bonedoneskis", PIECES["bonedoneskis"], look, call_window_s="20")
    stories = (
        _claim_story([(4_000, BULL, "done"), (5_000, NED, "done")]),
        _claim_story([(2_000, BULL, found[0]), (4_000, BULL, "done"), (5_000, NED, "done")]),
    )
    await _check_twins(tmp_path, "bonedoneskis", stories, call_window_s="20")


# Others hold different pieces.


MOVES = {"pussers-bones": 30, "bonedoneskis": 16}


async def _play_both_orders(tmp_path: Path, game: str, **house: str) -> tuple[dict[str, Seen], dict[str, Seen]]:
    """Play a story with one order, and with another that Bear cannot tell from it. Returns what was seen in each."""
    order, script = PIECES[game], Script()
    found: list[Any] = []

    async def first(here: World, table: int) -> None:
        begun = (await here.get(table)).sequence
        count = MOVES[game]
        while len(script) < count and not (script and is_waiting_for_next_hand(await here.get(table))):
            script.extend(await play(here, table, PEOPLE, _after(here)))
        await _ask_all_as_bear(here, table)
        present = await here.get(table)
        assert present.sequence > begun + count // 2
        found.extend((present.game, present.row.options, await here.read(lambda reader: list_decisions(reader, table))))

    async def again(here: World, table: int) -> None:
        await say_again(here, table, script)
        await _ask_all_as_bear(here, table)

    one, _, _ = await _play_story(tmp_path / "one", game, order, first, 0, **house)
    other = find_other_order(found[0], found[1], order, found[2])
    two, _, _ = await _play_story(tmp_path / "two", game, other, again, 0, **house)
    return one, two


def _after(here: World) -> Callable[[Table], bool]:
    """A condition: someone has moved since this call."""
    spoken = here.spoken
    return lambda table: here.spoken > spoken


@pytest.mark.parametrize(("game", "house"), mark_thorough([
    ("pussers-bones", {"call_mode": "courtesy"}),
    ("pussers-bones", {}),
    ("pussers-bones", {"pace": "correspondence"}),
    ("pussers-bones", {"call_mode": "race", "enforcement": "faithful"}),
    ("bonedoneskis", {}),
    ("bonedoneskis", {"pace": "correspondence"}),
], MORE_CASES, but=[("pussers-bones", {"call_mode": "courtesy"})]))  # fmt: skip
async def test_other_players_pieces_change_nothing_that_a_person_sees(
    tmp_path: Path, game: str, house: dict[str, str]
) -> None:
    one, two = await _play_both_orders(tmp_path, game, **house)
    _check_alike(one, two)


# Leaks are found.


def _leak_by_number(patch: pytest.MonkeyPatch) -> None:
    for module in ("boards.board", "hands.own_messages"):
        patch.setattr(f"bot.messages.{module}.find_press_sequence", lambda table, made: table.sequence)
    patch.setattr("bot.messages.presenter.inputs_of", lambda table, *_: table.sequence)


def _leak_by_undo(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(takebacks, "is_unnoticed", lambda event: False)


@pytest.mark.thorough(MORE_CASES)
@pytest.mark.parametrize("leak", mark_thorough([_leak_by_number, _leak_by_undo], MORE_CASES, but=[_leak_by_number]))
async def test_the_comparison_finds_a_table_that_shows_who_has_answered(tmp_path: Path, leak: Any) -> None:
    stories = (
        _window_story(BEAR, [], 40_000, 5_000),
        _window_story(BEAR, [(10_000, BULL, "pass")], 40_000, 5_000),
    )
    with pytest.MonkeyPatch.context() as patch:
        leak(patch)
        with pytest.raises(AssertionError):
            await _check_twins(tmp_path, "pussers-bones", stories, call_mode="everyone-decides", decide_timeout_s="0")


@pytest.mark.thorough(LONGER)
async def test_the_comparison_finds_a_view_with_another_seats_bone(tmp_path: Path) -> None:
    usual = pussers.view

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "bot.messages.boards.board.write_headline",
            lambda table, *more, **options: str(
                usual(table.state, Seat(1)).rack + usual(table.state, Seat(2)).rack + usual(table.state, Seat(3)).rack
            ),
        )
        one, two = await _play_both_orders(tmp_path, "pussers-bones", call_mode="courtesy")
    assert one["crowd"] != two["crowd"]
