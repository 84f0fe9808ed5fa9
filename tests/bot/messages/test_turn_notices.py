"""Turn notices as each person chose them, the deadline of a turn by correspondence, and the daily digest."""

import asyncio

import pytest

from bot.automation.digests import find_digest_time
from bot.people.preferences import OFF, read_notify, wait_of
from bot.ports import HOUR, Requester
from bot.ports.times import SECOND
from bot.store import Preferences, key_values
from bot.store.people import erasure
from bot.store.people.digests import DigestKind
from bot.tables.aggregate import Table
from tests.bot.harness.memory_messenger import dm
from tests.bot.harness.players import start_and_move_once
from tests.bot.harness.room import BEAR, BULL, NED, WALLY, Room, message_of
from tests.refuses import refuses

GAME = "duo-dominoes"
PEOPLE = {who.user: who for who in (BEAR, BULL, WALLY, NED)}


async def start_table(room: Room, notify: str, pace: str = "live") -> tuple[Table, Requester]:
    """Start a table of four people who all chose these notices. Returns it and the person that it waits for."""
    for who in PEOPLE.values():
        await room.me.change(room.request(who), "notify", notify)
    table = await room.get(await room.start_table(GAME, tuple(PEOPLE.values()), 0, pace=pace))
    user = table.occupant(table.public_view.to_act[0]).user_id
    assert user is not None
    return table, PEOPLE[user]


def count_posts(room: Room, who: Requester) -> int:
    """Count the messages that were posted in a person's DM. Each of them notifies the person."""
    return room.messenger.calls.count(("send", dm(who.user).channel))


def hand(room: Room, who: Requester) -> str:
    return room.dm(who)[-1].text


async def pass_time(room: Room, milliseconds: int) -> None:
    room.forward(milliseconds)
    await room.settle()


@pytest.mark.parametrize(
    ("words", "notify"),
    [("usual", "usual"), ("Off", "off"), ("every turn", "every"), ("after 20s", "20"), ("2 min", "120")],
)
def test_a_choice_of_notices_is_read(words: str, notify: str) -> None:
    assert read_notify(words) == notify


@pytest.mark.parametrize("words", ["", "9", "25h", "after tea", "-20", "99999h"])
def test_other_words_are_refused(words: str) -> None:
    with pytest.raises(ValueError):
        read_notify(words)


def test_only_a_taste_in_seconds_is_a_wait() -> None:
    assert (wait_of("20"), wait_of(OFF)) == (20 * SECOND, None)


async def test_the_command_confirms_the_choice(room: Room) -> None:
    for words, answer in (
        ("after 90s", "once a table has waited 90 seconds for you"),
        ("off", "no direct messages about your turns"),
    ):
        reply = message_of(await room.me.change(room.request(BEAR), "notify", words))
        assert answer in reply.text
    with refuses("preference_value"):
        await room.me.change(room.request(BEAR), "notify", "sometimes")


async def test_by_default_the_notice_of_a_live_turn_is_its_first_reminder(room: Room) -> None:
    _, who = await start_table(room, "usual")
    before = count_posts(room, who)
    await pass_time(room, 29 * SECOND)
    assert count_posts(room, who) == before
    await pass_time(room, SECOND)
    assert count_posts(room, who) == before + 1


async def test_a_notice_after_a_chosen_wait_replaces_the_first_reminder(room: Room) -> None:
    _, who = await start_table(room, "after 20s")
    before = count_posts(room, who)
    await pass_time(room, 20 * SECOND)
    assert count_posts(room, who) == before + 1
    assert "The table started waiting for you" in hand(room, who)
    await pass_time(room, 25 * SECOND)
    assert count_posts(room, who) == before + 1
    await pass_time(room, 45 * SECOND)
    assert count_posts(room, who) == before + 1, "the later reminders tell the others what they may do"


async def test_every_turn_may_send_a_notice(room: Room) -> None:
    for person in PEOPLE.values():
        await room.me.change(room.request(person), "notify", "every turn")
    number, _, following = await start_and_move_once(room)
    before = count_posts(room, following)
    await room.settle()
    assert count_posts(room, following) == before + 1
    assert (await room.get(number)).absences.nudged == {}


async def test_people_who_turned_notices_off_get_none(room: Room) -> None:
    table, who = await start_table(room, "off")
    before = count_posts(room, who)
    await pass_time(room, 45 * SECOND)
    assert count_posts(room, who) == before
    (nudged,) = (await room.get(table.id)).absences.nudged.values()
    assert nudged == 1
    assert not any(message.loud for message in room.dm(who))


async def test_a_turn_by_correspondence_shows_its_deadline(room: Room) -> None:
    table, who = await start_table(room, "usual", "correspondence")
    at = table.waiting.view_changed_at + 48 * HOUR
    assert f"<t:{at // 1000}:f>" in hand(room, who)
    others = [person for person in PEOPLE.values() if person != who]
    assert all("started waiting" not in hand(room, other) for other in others)


def test_a_digest_comes_at_six_in_the_evening_outside_quiet_hours() -> None:
    monday = 1_700_476_200_000  # 20 November 2023, 10:30 UTC
    assert find_digest_time(monday, Preferences()) == monday + 7 * HOUR + HOUR // 2
    assert find_digest_time(monday, Preferences(timezone="Australia/Hobart")) == monday + 20 * HOUR + HOUR // 2
    assert find_digest_time(monday, Preferences(quiet_from=17 * 60, quiet_to=20 * 60)) == monday + 9 * HOUR + HOUR // 2


async def test_a_digest_a_day_tells_of_the_tables_that_wait(room: Room) -> None:
    table, who = await start_table(room, "daily", "correspondence")
    other = Room(room.store, room.settings, room.messenger, room.clock, chance=room.chance)
    at = await room.read(key_values.get, DigestKind.DAILY.key_of(who.user))
    room.forward(at - room.clock.now)
    await asyncio.gather(room.parts.digests.tick(), other.parts.digests.tick())
    await room.settle()
    found = [message for user in PEOPLE for message in room.at(dm(user).channel)]
    (digest,) = [message for message in found if "These tables" in message.text]
    assert digest in room.dm(who)
    assert digest.text.startswith(
        "These tables are waiting for you. Press **My hand** there to see your moves:\n"
        "Duo Dominoes in <#100>: waiting since"
    )
    assert not any(message.loud for message in found if message != digest), "the racks are posted again without a sound"
    await room.me.change(room.request(who), "notify", "usual")
    assert await room.read(key_values.get, DigestKind.DAILY.key_of(who.user)) is None
    assert (await room.get(table.id)).status == "live"


async def test_a_digest_of_an_erased_person_is_forgotten(room: Room) -> None:
    await room.me.change(room.request(NED), "notify", "daily")
    await room.write(erasure.erase, NED.user)
    assert await room.read(key_values.get_by_prefix, DigestKind.DAILY) == {}
