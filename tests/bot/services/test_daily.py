"""The hand of the day: one deal for everybody, played alone, and opened once the day is over everywhere."""

import asyncio
import random
import re
from datetime import UTC
from itertools import combinations
from zoneinfo import ZoneInfo

import pytest

from bot.cli.export import build_export
from bot.config import Misconfigured
from bot.messages.hands import daily as pages
from bot.messages.replays.replay_steps import Look
from bot.ports import DAY
from bot.services.practice import _begin as begin_hand
from bot.store import Status, Store
from bot.store.people import erasure
from bot.store.tables import days
from bot.tables.aggregate.days import find_day, find_end, find_last_moment, find_newest_day
from bot.tables.aggregate.offers import count_free_places
from bot.tables.dailies import ensure_deal
from bot.tables.lobby import alone
from games import registry
from games.core import Seat
from tests.bot.harness.dailies import (
    DUO,
    PACED,
    PUSSERS,
    STUD,
    begin,
    catch_refusal,
    find_first_difference,
    find_last_hand,
    join,
    moves_of,
    pass_day,
    play,
    posts,
    press,
    show,
    text_of,
    wait_for_day_of,
)
from tests.bot.harness.memory_messenger import dm
from tests.bot.harness.players import words_for
from tests.bot.harness.room import BEAR, BULL, WALLY, Room, in_dm, message_of, settings
from tests.bot.harness.shuffles import verify_with
from tests.bot.tables.test_second_verifier import export_paper, judge_by_both
from tests.chance import SeededChance
from tests.effort import PROFILE
from tests.left_out import LONGER, MORE_GAMES, mark_thorough


@pytest.mark.parametrize("game", mark_thorough(registry.NAMES, MORE_GAMES, but=["duo-dominoes"]))
async def test_everybody_is_dealt_the_same_and_robots_answer_the_same_moves_alike(store: Store, game: str) -> None:
    room = Room(store, PACED)
    await wait_for_day_of(room, game)
    ways = [(BEAR, None, 0), (BULL, None, 7_300), (WALLY, random.Random(1), 900)]
    played = []
    for who, luck, waits in ways if game != PUSSERS and PROFILE != "few" else ways[1:]:  # Pussers has hundreds of moves
        table = await begin(room, who)
        assert table.public_view.undealt or table.public_view.hand == 1
        await play(room, who, luck, waits)
        played.append(await moves_of(room, table.id))
    for one, other in combinations(played, 2):
        assert min(len(one), len(other)) > 5
        place = find_first_difference(one, other)
        assert place is None or 0 in (one[place][0], other[place][0]), (one[place], other[place])


async def test_robots_move_before_a_person_may_until_the_deal(store: Store) -> None:
    room = Room(store, PACED)
    day = await wait_for_day_of(room, PUSSERS)
    await room.daily.play(room.request(BEAR), day)
    table = await find_last_hand(room, BEAR)
    pluck = room.play.make_move(table, room.request(BEAR, in_dm(BEAR), about=table), "pluck", "")
    assert await catch_refusal(pluck) == "day_dealing"
    await room.settle()
    assert (await find_last_hand(room, BEAR)).public_view.to_act == (Seat(0),)


async def test_a_hand_is_begun_once_however_often_it_is_pressed(room: Room) -> None:
    day = await wait_for_day_of(room, DUO)
    replies = await asyncio.gather(*(room.daily.play(room.request(BEAR), day) for _ in range(3)))
    await room.settle()
    assert len((await room.read(days.export, BEAR.user))["hands"]) == 1
    assert sum("is in your DM" in text_of(reply) for reply in replies) == 3
    await play(room, BEAR)
    assert await catch_refusal(room.daily.play(room.request(BEAR), day)) == "day_played"
    assert await catch_refusal(room.daily.play(room.request(BULL), day - 1)) == "day_past"
    assert "You've played it." in text_of(await show(room, BEAR))


@pytest.mark.thorough(LONGER)
async def test_the_result_of_the_day_stands_last_with_a_card_to_copy_and_a_place_once_the_day_is_over(
    room: Room,
) -> None:
    day = await wait_for_day_of(room, DUO)
    for who, luck in ((BEAR, None), (BULL, random.Random(3))):
        await begin(room, who)
        await play(room, who, luck)
    table = await find_last_hand(room, BEAR)
    end = room.dm(BEAR)[-1]
    *_, result, verdict = end.text.strip().splitlines()
    assert result.startswith("**Hand of the day: ") and re.search(
        r"[🟩🟨⬛] \((ahead of|level with|behind) 1 rival\)", result
    )
    assert "score" in verdict
    assert {f"daily.share.{day}", "daily.show"} <= {control.name for row in end.rows for control in row}
    card = text_of(await press(room, f"daily.share.{day}", BEAR, table.id))
    assert "```\nDuo Dominoes, hand of " in card and "*" not in card and re.search("[🟩🟨⬛]", card)
    assert await catch_refusal(press(room, f"daily.share.{day}", WALLY)) == "day_none"
    assert "You were number" not in text_of(await show(room, BEAR)), "places stay closed until the day is over"
    await pass_day(room, day)
    for who in (BEAR, BULL):
        assert re.search("You were number [12] of the 2", text_of(await show(room, who)))


async def test_an_erased_player_has_had_their_attempt_and_leaves_no_mark_once_the_day_is_open(room: Room) -> None:
    day = await wait_for_day_of(room, DUO)
    table = (await begin(room, BEAR)).id
    await play(room, BEAR)
    await room.write(erasure.erase, BEAR.user)
    read = len(room.dm(BEAR))
    for instead in (False, True):
        assert await catch_refusal(room.daily.play(room.request(BEAR), day, instead)) == "day_played"
    assert len(room.dm(BEAR)) == read, "nobody is greeted at a hand that they cannot play"
    page = message_of(await show(room, BEAR))
    assert "You've had your go" in page.text
    assert not [control for row in page.rows for control in row if control.name.startswith("daily.play")]
    shut = await room.read(days.find_hand_at, table)
    assert shut is not None and shut.user is not None and shut.user < 0
    assert (await room.read(days.export, BEAR.user))["hands"] == []
    await pass_day(room, day)
    opened = await room.read(days.find_hand_at, table)
    assert opened is not None and opened.user is None


async def test_nobody_begins_a_hand_whose_secret_was_opened_while_they_pressed(room: Room) -> None:
    day = await wait_for_day_of(room, DUO)
    await room.write(ensure_deal, day, bytes(32), 1)
    draft = alone.draft_day(registry.game(DUO), dm(BEAR.user).channel, room.request(BEAR), day)
    await room.write(days.open_secret, day, room.clock.now)
    assert await catch_refusal(room.write(begin_hand, draft, room.settings.limits, day)) == "day_past"
    assert await room.read(days.find_hand, BEAR.user, day) is None


async def test_nobody_sits_down_at_a_hand_of_the_day(room: Room) -> None:
    await wait_for_day_of(room, STUD)
    assert count_free_places(await begin(room, BEAR)) == 0


async def test_the_deal_of_a_day_is_made_once_whoever_asks(store: Store) -> None:
    one, other = (
        Room(store, settings(), chance=SeededChance("one")),
        Room(store, settings(), chance=SeededChance("other")),
    )
    await one.tick()
    newest = find_newest_day(one.clock.now)
    before = [await store.read(days.find_deal, day) for day in (newest, newest + 1)]
    assert None not in before, "tomorrow's deal is committed to today"
    await other.tick()
    again = await store.write(ensure_deal, newest, b"x" * 32, 1)
    assert [await store.read(days.find_deal, day) for day in (newest, newest + 1)] == before and again == before[0]


async def test_one_attempt_without_help(room: Room) -> None:
    await wait_for_day_of(room, DUO)
    table, services = await begin(room, BEAR), room.services
    here = room.request(BEAR, in_dm(BEAR))
    (board,) = [message for message in room.at(table.place) if message.rows]
    controls = {control.name for row in board.rows for control in row}
    assert not controls & {"hint", "why", "practice.close"} and pages.LEAVE in controls
    assert await catch_refusal(services.practice.give_hint(table, here)) == "day_hint"
    assert await catch_refusal(services.explanations.explain(table, here)) == "day_why"
    assert await catch_refusal(services.seats.ask_to_take_back(table, here)) == "day_undo"
    assert await catch_refusal(services.fairness.salt(table, here, "pepper")) == "dealt"
    assert await catch_refusal(verify_with(services)(table, here, 1)) == "day_shut"
    assert await catch_refusal(services.seats.step_away(table, here)) == "day_alone"
    assert await catch_refusal(services.seats.substitute(table, here, BEAR.user, None)) == "day_alone"
    assert await catch_refusal(services.seats.close(table, here)) == "day_leave"
    assert await catch_refusal(services.seats.ask_to_leave(table, here)) == "day_leave"
    assert await catch_refusal(services.practice.begin(here, DUO)) == "day_under_way"


async def test_leaving_counts_as_the_attempt(room: Room) -> None:
    day = await wait_for_day_of(room, DUO)
    await join(room, BEAR)
    table = await begin(room, BEAR)
    assert "Leaving counts as your attempt" in text_of(await press(room, pages.LEAVE, BEAR, table.id, in_dm(BEAR)))
    assert (await find_last_hand(room, BEAR)).status == Status.LIVE
    await press(room, pages.LEAVE_NOW, BEAR, table.id, in_dm(BEAR))
    hand = await room.read(days.find_hand_at, table.id)
    assert hand is not None and hand.ended_at is not None and not hand.is_finished
    assert await catch_refusal(room.daily.play(room.request(BEAR), day)) == "day_played"
    await join(room, BULL)
    assert "Bear left it." in text_of(await show(room, BULL)) and posts(room) == []


@pytest.mark.thorough(LONGER)
async def test_everything_opens_when_the_day_is_over_everywhere_and_not_before(room: Room) -> None:
    day = await wait_for_day_of(room, DUO)
    table = await begin(room, BEAR)
    assert (await play(room, BEAR)).shuffle.last_finished == 1
    here, other = room.request(BEAR, in_dm(BEAR)), Look(1, chosen=2)

    async def replay(look: Look) -> str:
        here.about = await find_last_hand(room, BEAR)
        return text_of(await room.services.replays.show(here.about, here, look))

    async def replay_all() -> str:
        return "\n".join([await replay(Look(1, step)) for step in range(1, 28)])

    async def list_exported_moves() -> object:
        return (await room.me.export(here))["moves"]

    shut_replay = await replay_all()
    assert "until the day is over everywhere" in shut_replay and "“" not in shut_replay, "robots give no reasons"
    assert await catch_refusal(replay(other)) == "day_shut"
    went = room.services.replays.show_turning_points(await find_last_hand(room, BEAR), here, Look(1))
    assert await catch_refusal(went) == "day_shut", "it would teach a second account to play the hand"
    assert await catch_refusal(verify_with(room.services)(await find_last_hand(room, BEAR), here, 1)) == "day_shut"
    assert await catch_refusal(room.services.explanations.explain(await find_last_hand(room, BEAR), here)) == "day_why"
    assert await list_exported_moves() == []
    with pytest.raises(Misconfigured):
        await room.read(build_export, table.id, None)
    deal = await room.read(days.find_deal, day)
    assert deal is not None and deal.secret not in text_of(await room.daily.show_commitments(here))
    assert deal.commitment in text_of(await room.daily.show_commitments(here))
    await pass_day(room, day)
    assert deal.secret in text_of(await room.daily.show_commitments(here))
    assert "“" in await replay_all() and await replay(other)
    assert text_of(await room.services.replays.show_turning_points(await find_last_hand(room, BEAR), here, Look(1)))
    verdict = await room.fairness.check(await find_last_hand(room, BEAR))
    assert verdict.kept and verdict.same and verdict.decisions and not verdict.foreign and verdict.stage == "opened"
    assert await list_exported_moves()
    assert (await room.read(build_export, table.id, None))["shuffles"][0]["secret"] == deal.secret
    assert text_of(await room.daily.look_back(here))


@pytest.mark.parametrize("game", mark_thorough(registry.NAMES, MORE_GAMES, but=["duo-dominoes"]))
async def test_a_hand_of_every_game_checks_from_its_days_secret(room: Room, game: str) -> None:
    day = await wait_for_day_of(room, game)
    table = await begin(room, BEAR)
    for _ in range(30):
        words = words_for(await find_last_hand(room, BEAR), BEAR)
        if words is not None and (await find_last_hand(room, BEAR)).status == Status.LIVE:
            verb, _, rest = words.partition(" ")
            await room.play.make_move(await find_last_hand(room, BEAR), room.request(BEAR, in_dm(BEAR)), verb, rest)
        room.forward(3_100)
        await room.settle()
    if (await find_last_hand(room, BEAR)).status != Status.CLOSED:
        await press(room, pages.LEAVE_NOW, BEAR, table.id, in_dm(BEAR))
    await pass_day(room, day)
    verdict = await room.fairness.check(await find_last_hand(room, BEAR), 1)
    assert verdict.kept and verdict.same and verdict.decisions > 5
    assert judge_by_both(await export_paper(room, table.id)), "docs/verify.py deals the same hand again"


@pytest.mark.thorough(LONGER)
async def test_whoever_began_in_time_may_finish_and_the_secret_waits_for_them(room: Room) -> None:
    day = await wait_for_day_of(room, DUO)
    await begin(room, BULL)
    await play(room, BULL)
    room.forward(find_end(day) - 3_660_000 - room.clock.now)
    await room.people.choose(BEAR.user, "timezone", "Pacific/Niue", room.clock.now)  # at UTC-11
    table = await begin(room, BEAR)
    assert table.row.day == day
    room.forward(2 * 3_600_000)
    await room.tick()
    shut = await room.read(days.find_deal, day)
    assert shut is not None and shut.opened_at is None
    await play(room, BEAR)
    await room.tick()
    opened = await room.read(days.find_deal, day)
    assert opened is not None and opened.opened_at is not None


async def test_a_hand_that_nobody_plays_on_ends_and_holds_up_no_day(store: Store) -> None:
    room = Room(store, settings())
    day = await wait_for_day_of(room, DUO)
    table = await begin(room, BEAR)
    room.forward(find_last_moment(day) - room.clock.now)
    late = room.play.make_move(table, room.request(BEAR, in_dm(BEAR), about=table), "pass", "")
    assert await catch_refusal(late) == "day_over"
    await room.seats.pause(table, room.request(BEAR, in_dm(BEAR), about=table))
    for _ in range(2):
        await room.tick()
    assert (await find_last_hand(room, BEAR)).status == Status.CLOSED, "a pause does not put off the end"
    opened = await store.read(days.find_deal, day)
    assert opened is not None and opened.opened_at is not None


async def test_a_restart_in_the_middle_changes_nothing(room: Room) -> None:
    await wait_for_day_of(room, DUO)
    await begin(room, BULL)
    table = await play(room, BULL)
    whole = await moves_of(room, table.id)
    mine_id = (await begin(room, BEAR)).id
    verb, _, rest = (words_for(await find_last_hand(room, BEAR), BEAR) or "").partition(" ")
    await room.play.make_move(await find_last_hand(room, BEAR), room.request(BEAR, in_dm(BEAR)), verb, rest)
    room.forward(3_600_000)
    later = await room.crash_and_restart()
    await play(later, BEAR)
    assert await moves_of(later, mine_id) == whole


async def test_a_table_that_a_crash_left_empty_is_dealt_at_the_next_press(room: Room) -> None:
    day = await wait_for_day_of(room, DUO)
    await room.write(ensure_deal, day, bytes(32), 1)
    draft = alone.draft_day(registry.game(DUO), dm(BEAR.user).channel, room.request(BEAR), day)
    await room.write(begin_hand, draft, room.settings.limits, day)
    assert "is in your DM" in text_of(await room.daily.play(room.request(BEAR), day))
    await room.settle()
    assert (await find_last_hand(room, BEAR)).status == Status.LIVE


async def test_a_practice_table_is_closed_only_if_asked(room: Room) -> None:
    day = await wait_for_day_of(room, DUO)
    await room.practice.begin(room.request(BEAR), DUO)
    await room.settle()
    reply = await room.daily.play(room.request(BEAR), day)
    assert reply.message is not None and reply.message.rows[0][0].name == pages.PLAY.make(way="instead", day=day)
    assert (await press(room, pages.PLAY.make(way="instead", day=day), BEAR)).in_place
    assert (await find_last_hand(room, BEAR)).row.day == day


async def test_an_open_hand_of_yesterday_does_not_hide_that_of_today(room: Room) -> None:
    await wait_for_day_of(room, DUO)
    yesterday = await begin(room, BEAR)
    room.forward(DAY - room.clock.now % DAY)
    page = message_of(await show(room, BEAR))
    [today] = [one.name for row in page.rows for one in row if one.name.startswith("daily.play.")]
    asked = (await press(room, today, BEAR)).message
    assert asked is not None and "You're still playing the hand of" in asked.text
    assert (await find_last_hand(room, BEAR)).id == yesterday.id
    await press(room, asked.rows[0][0].name, BEAR)
    assert (await room.get(yesterday.id)).status == Status.CLOSED
    assert (await find_last_hand(room, BEAR)).row.day == find_day(room.clock.now, UTC)
    left = await room.read(days.find_hand_at, yesterday.id)
    assert left is not None and left.ended_at is not None and left.score is None


def test_everybody_has_the_day_of_their_own_time_zone() -> None:
    noon = 1_700_000_000_000 // DAY * DAY + DAY // 2
    assert find_day(noon, ZoneInfo("Etc/GMT-14")) == find_newest_day(noon) == find_day(noon, UTC) + 1
    assert find_end(find_day(noon, ZoneInfo("Etc/GMT+12"))) > noon >= find_end(find_day(noon, UTC) - 1)
