"""Phones that buzz: a message makes a sound only where the policy says so, counted over evenings and months."""

from datetime import UTC, datetime

import pytest

from bot.people.loudness import Loudness, Topic, find_morning, judge
from bot.ports import HOUR, MINUTE
from bot.store import Pace, Preferences
from bot.store.tables import rows as stored_tables
from bot.wording import ENGLISH, Words, word_label
from games.registry import NAMES, game as game_of
from tests.bot.harness.memory_messenger import dm
from tests.bot.harness.phones import CREW, MONTH, listen, play_by_correspondence, play_evening, stay_away
from tests.bot.harness.players import words_for
from tests.bot.harness.room import BEAR, BULL, NED, WALLY, Room
from tests.effort import rounds
from tests.left_out import LONGER, MORE_GAMES, mark_thorough

NIGHT = round(datetime(2026, 3, 2, 23, 30, tzinfo=UTC).timestamp() * 1000)
SLEEPER = Preferences(quiet_from=22 * 60, quiet_to=7 * 60)


@pytest.mark.parametrize(
    ("topic", "chosen", "pace", "verdict"),
    [
        (Topic.TURN, Preferences(), Pace.LIVE, Loudness.SILENT),
        (Topic.TURN, Preferences(), Pace.CORRESPONDENCE, Loudness.LOUD),
        (Topic.TURN, Preferences(notify="every"), Pace.LIVE, Loudness.LOUD),
        (Topic.TURN, Preferences(notify="daily"), Pace.CORRESPONDENCE, Loudness.SILENT),
        (Topic.REMINDER, Preferences(), Pace.LIVE, Loudness.LOUD),
        (Topic.REMINDER, Preferences(notify="20"), Pace.LIVE, Loudness.LOUD),
        (Topic.REMINDER, Preferences(notify="off"), Pace.LIVE, Loudness.SILENT),
        (Topic.QUESTION, Preferences(), Pace.CORRESPONDENCE, Loudness.LOUD),
        (Topic.OFFER, Preferences(), Pace.LIVE, Loudness.LOUD),
        (Topic.OFFER, Preferences(notify="off"), Pace.LIVE, Loudness.SILENT),
        (Topic.NIGHT, Preferences(notify="off"), Pace.LIVE, Loudness.LOUD),
        (Topic.TURN, SLEEPER, Pace.CORRESPONDENCE, Loudness.HELD),
        (Topic.REMINDER, SLEEPER, Pace.LIVE, Loudness.SILENT),
        (Topic.OFFER, SLEEPER, Pace.CORRESPONDENCE, Loudness.SILENT),
        (Topic.NIGHT, SLEEPER, Pace.LIVE, Loudness.SILENT),
    ],
)
def test_the_policy_judges_each_topic(topic: Topic, chosen: Preferences, pace: Pace, verdict: Loudness) -> None:
    assert judge(topic, chosen, NIGHT, pace) is verdict


def test_the_morning_is_the_end_of_quiet_hours() -> None:
    assert find_morning(SLEEPER, NIGHT) == NIGHT + 7 * HOUR + 30 * MINUTE
    assert find_morning(SLEEPER, NIGHT - 2 * HOUR) is None
    assert find_morning(Preferences(), NIGHT) is None


@pytest.mark.parametrize("game", mark_thorough(NAMES, MORE_GAMES, but=["duo-dominoes"]))
async def test_a_hand_makes_one_sound_in_its_channel(room: Room, game: str) -> None:
    hands, sounds = await play_evening(room, game, 1)
    assert sounds.channel == hands
    assert not sounds.direct, "nobody kept the table waiting"
    assert not sounds.pings


async def test_a_table_is_heard_when_it_opens_and_when_it_is_closed(room: Room) -> None:
    table = await room.start_table("lombardy-bones", (BEAR, BULL), 2)
    begin = len(room.messenger.loud)
    assert begin == 2, "the lobby, and the first hand"
    await room.close(table)
    await room.settle()
    assert listen(room, begin).channel == 1


@pytest.mark.parametrize("game", mark_thorough(["lombardy-bones", "duo-dominoes"], MORE_GAMES, but=["duo-dominoes"]))
async def test_a_turn_by_correspondence_makes_one_sound(room: Room, game: str) -> None:
    most = rounds(4, 9, 9)
    turns, sounds = await play_by_correspondence(room, game, most)
    assert turns == most
    assert sounds.count_for(BEAR) <= most
    assert sounds.count_for(BEAR) > 0


@pytest.mark.thorough(LONGER)
async def test_a_month_away_from_six_tables_makes_few_sounds(room: Room) -> None:
    sounds = await stay_away(room, (*NAMES, "bonedoneskis", "duo-dominoes"), MONTH)
    assert 6 <= sounds.count_for(BEAR) <= 24
    away = [message for _, message in room.messenger.loud if message.text.startswith("Robots are playing for you")]
    assert len(away) == 2
    assert away[-1].text.count("<#") == 6


@pytest.mark.thorough(LONGER)
async def test_a_robot_stands_in_on_the_third_day_though_a_clock_ends_each_turn(room: Room) -> None:
    """A bet by correspondence lasts a day, so no single turn lasts until a robot stands in."""
    sounds = await stay_away(room, ("bonedoneskis",), 3 * 24)
    (table,) = await room.read(stored_tables.list_open)
    present = await room.get(table.id)
    seat = present.seat_of(BEAR.user)
    assert seat is not None and not present.is_present(seat)
    assert sounds.count_for(BEAR) <= 4


async def test_a_call_window_is_nobodys_turn(room: Room) -> None:
    """PB-47: the table listens to everybody, whatever they hold, and asks nobody by name."""
    for who in CREW:
        await room.me.change(room.request(who), "notify", "every turn")
    number, begin = await room.start_table("pussers-bones", CREW, 0), 0
    while (table := await room.get(number)).public_view.phase != "calling":
        begin = len(room.messenger.loud)
        who = next(who for who in CREW if table.seat_of(who.user) == table.public_view.to_act[0])
        await room.say(number, words_for(table, who) or "", who)
        await room.settle()
    assert begin
    assert not listen(room, begin).direct


async def test_quiet_hours_hold_back_a_turn_until_the_morning(room: Room) -> None:
    """Two tables begin to wait in the night: there is no sound then, and one message in the morning."""
    now = datetime.fromtimestamp(room.clock.now / 1000, UTC)
    for who in CREW:
        hours = f"{(now.hour - 1) % 24}:00-{(now.hour + 7) % 24}:00"
        await room.me.change(room.request(who), "quiet", hours)
    tables = [
        await room.get(await room.start_table("duo-dominoes", CREW, 0, pace="correspondence", thread=True))
        for _ in range(2)
    ]
    seats = [table.occupant(table.public_view.to_act[0]) for table in tables]
    waiting = {seat.user_id for seat in seats if seat.user_id is not None}
    assert not listen(room).direct
    room.forward(8 * HOUR)
    await room.parts.digests.tick()
    await room.settle()
    sounds = listen(room)
    assert set(sounds.direct) == waiting
    assert set(sounds.direct.values()) == {1}
    (message,) = [message for place, message in room.messenger.loud if place == dm(min(waiting)).channel]
    assert message.text.startswith("Your quiet hours are over.")


@pytest.mark.parametrize("game", mark_thorough(NAMES, MORE_GAMES, but=["duo-dominoes"]))
async def test_no_loud_message_shows_a_piece_in_its_first_line(room: Room, game: str) -> None:
    """A lock screen shows the first line to everybody who sees the phone."""
    for who in CREW:
        await room.me.change(room.request(who), "notify", "every turn")
    await play_evening(room, game, 1)
    pieces = game_of(game).PIECES
    words = Words(ENGLISH, game)
    named = [word_label(pieces.code(piece), words) for piece in pieces.every]
    for _, message in room.messenger.loud:
        first = message.text.partition("\n")[0]
        assert not [name for name in named if name in first], first


async def test_a_robot_in_a_seat_is_not_told_that_it_is_their_turn(room: Room) -> None:
    table = await room.get(await room.start_table("duo-dominoes", CREW, 0))
    seat = table.public_view.to_act[0]
    who = next(who for who in CREW if table.seat_of(who.user) == seat)
    room.forward(3 * MINUTE)
    for _ in range(4):
        await room.settle()
    (hand,) = room.dm(who)
    assert "A robot is playing your seat" in hand.text
    assert "our turn" not in hand.text
    assert "started waiting" not in hand.text


async def test_a_question_by_correspondence_is_heard_once(room: Room) -> None:
    table = await room.start_table("duo-dominoes", CREW, 0, pace="correspondence")
    begin = len(room.messenger.loud)
    await room.ask(room.seats.close, table, BEAR)
    await room.settle()
    heard = listen(room, begin)
    assert all(heard.direct[who.user] == 1 for who in (BULL, WALLY, NED))
    assert not heard.direct[BEAR.user]
