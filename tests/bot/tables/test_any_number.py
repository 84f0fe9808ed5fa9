"""Numbers of any size in custom ids, commands, times and settings: refused with a sentence, never reported as a bug."""

from datetime import UTC
from itertools import product

from hypothesis import example, given, strategies as st

from bot.acts import register
from bot.edge.discord_commands import Kind
from bot.messages.replays.replay_steps import Look
from bot.people.quiet_hours import add_waking_time
from bot.ports import HOUR
from bot.store import Preferences
from bot.store.people import preferences
from bot.tables.aggregate.pacing import CORRESPONDENCE
from bot.tally.books import crew_settings
from bot.wording import ENGLISH, Words, word_refusal
from bot.wording.times.moments import parse_start_time
from games.core import Refused
from tests.bot.harness.room import BEAR, Room
from tests.bot.harness.shuffles import verify_with
from tests.refuses import refuses

LONG = ("9" * 60, "9" * 90, "-1", "0", "x", "", "1.5", "²")
PRESSES = ("vote.{}", "replay.{}.1.open", "replay.1.{}.open", "tally.confirm.{}")
TIMES = ("{}d", "in {}h", "{}m {}d", "{}:00", "{}am", "9999-12-31 {}:00", "{}-01-01 8pm", "{}")
NUMBERS = st.integers() | st.sampled_from([2**53, 2**63, -(2**63) - 1, 10**60])


async def test_a_press_with_any_number_is_refused_with_a_sentence(room: Room) -> None:
    table = await room.start_table("duo-dominoes")
    for press, number in product(PRESSES, LONG):
        with refuses() as refused:
            await room.press(table, press.format(number), BEAR)
        assert len(word_refusal(refused.value, Words(ENGLISH))) < 200


async def test_a_hand_of_any_number_is_refused_with_a_sentence(room: Room) -> None:
    table = await room.start_table("duo-dominoes")
    for number in (0, -1, 2**53, 2**63, 10**60):
        with refuses("no_shuffle"):
            await room.ask(verify_with(room.services), table, BEAR, number)
        with refuses("no_replay"):
            await room.ask(room.services.replays.show, table, BEAR, Look(number, 1))
        with refuses("no_replay"):
            await room.ask(room.services.replays.show, table, BEAR, Look(1, number))


async def test_quiet_hours_are_hours_of_a_day(room: Room) -> None:
    for hours in ("9" * 60 + "-7", "22-" + "9" * 5_000, "25-7", "5:-5-7", "1_0-7", "7-5:60", "-1-7"):
        with refuses() as refused:
            await room.me.change(room.request(BEAR), "quiet", hours)
        assert refused.value.reason == "preference_value/quiet"


async def test_nobody_keeps_a_table_waiting_for_years_by_quiet_hours(room: Room) -> None:
    """A day needs some waking hours; otherwise the others could not vote for a robot for years."""
    for hours in ("0:01-0:00", "7-6", "6-22:01"):
        with refuses("preference_value"):
            await room.me.change(room.request(BEAR), "quiet", hours)
    await room.me.change(room.request(BEAR), "quiet", "6-22")
    older = Preferences(quiet_from=1, quiet_to=0)
    await room.write(preferences.set_preferences, BEAR.user, older, 0)
    room.people.forget(BEAR.user)
    await room.people.get(BEAR.user)
    until = add_waking_time(0, CORRESPONDENCE.stand_in, room.people.find_quiet_hours(BEAR.user))
    assert until <= 3 * CORRESPONDENCE.stand_in + 16 * HOUR


def test_every_numeric_option_of_a_command_has_bounds() -> None:
    numbers = [(row, option) for row in register().rows for option in row.options if option.kind is Kind.NUMBER]
    assert numbers
    for row, option in numbers:
        made = option.make_payload(row.command)
        assert 0 <= made["min_value"] < made["max_value"] <= 1_000_000


@given(NUMBERS, st.sampled_from(TIMES))
@example(99_999, " ".join(["{}d"] * 12))
@example(99_999, " ".join(["{}d"] * 400))
def test_a_time_with_any_number_is_within_a_month_or_refused(number: int, words: str) -> None:
    now = 1_700_000_000_000
    found = refused = None
    try:
        found = parse_start_time(words.format(*[number] * words.count("{}")), now, UTC)
    except Refused as raised:
        refused = raised
    assert refused is not None or now < (found or 0) <= now + 30 * 86_400_000


@given(NUMBERS | st.sampled_from(["9" * 60, "9" * 5_000, "--5", "x", ""]))
def test_a_crew_sets_numbers_within_bounds_or_is_refused(value: int | str) -> None:
    def parse_channel(value: object) -> int:
        return crew_settings.parse_id(value)

    for read, most in ((crew_settings.parse_minutes, crew_settings.MOST_MINUTES), (parse_channel, 2**63 - 1)):
        found = refused = None
        try:
            found = read(value)
        except Refused as raised:
            refused = raised
        assert refused is not None or 0 <= (found or 0) <= most
