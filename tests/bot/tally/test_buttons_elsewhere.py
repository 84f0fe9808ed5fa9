"""Tally buttons outside their group's channel: a button acts on the books that it names, in any channel."""

import asyncio

import pytest

from bot.ports import Location
from bot.store.books import Scope, crews, reports
from bot.tally.changes import ledger
from tests.bot.harness.room import message_of
from tests.bot.tally.crew import ADMIN, DAY, GUILD, HERE, TALLY, Crew, enter_hand, person
from tests.left_out import MORE_CASES, mark_thorough
from tests.refuses import refuses

STOKERS = Location(GUILD, 555)
ELSEWHERE = Location(GUILD, TALLY)
ABROAD = Location(GUILD + 1, TALLY)


async def make_stokers(crew: Crew) -> crews.Crew:
    """Make a group that announces its tally in another channel than its own."""
    await crew.tally.change_settings({"group": "Stokers", "channel": TALLY}, crew.request(ADMIN, STOKERS))
    return await crew.reports.find_crew(crew.request(ADMIN, STOKERS))


async def enter_for(crew: Crew, group: crews.Crew, hand: int = 1, wait: int = 0) -> int:
    """Enter a hand of the group, which counts after `wait` milliseconds; returns its number."""
    amounts = {"Bear": 12, "Bull": -6, "Wally": -6}
    return await crew.write(enter_hand, group.id, amounts, "duo-dominoes", "game_won", hand, crew.clock.now, wait)


async def vote(crew: Crew) -> tuple[crews.Crew, str]:
    """Let Bear vote to rule off a group's season; returns the group and the custom id of the announcement's button."""
    group = await make_stokers(crew)
    for day in range(1, 4):
        await enter_for(crew, group, day)
        crew.clock.forward(DAY)
    await crew.tally.rule_off(crew.request(person("Bear"), STOKERS), "Winter")
    (button,) = [button.name for message in await crew.announcements() for row in message.rows for button in row]
    return group, button


async def press(crew: Crew, button: str, name: str, where: Location) -> str:
    """Press a button and return the answer. Fails if there is none."""
    reply = message_of(await asyncio.wait_for(crew.press(button, person(name), where), 30))
    return reply.text


async def test_a_vote_counts_where_its_announcement_stands(crew: Crew) -> None:
    group, button = await vote(crew)
    with refuses("TALLY/no_vote"):
        await press(crew, button, "Ned", ELSEWHERE)
    assert "With your vote, that's enough" in await press(crew, button, "Bull", ELSEWHERE)
    crew.clock.forward(DAY)
    await crew.tally.look()
    assert [season.name for season in await crew.read(crews.list_seasons, group.id)] == ["", "Winter"]
    assert len(await crew.read(crews.list_seasons, await crew.id())) == 1
    with refuses("TALLY/ruled_off"):
        await press(crew, button, "Wally", ELSEWHERE)
    await crew.check_audit()


async def test_a_vote_of_a_dissolved_group_is_refused_in_words(crew: Crew) -> None:
    group, button = await vote(crew)
    await crew.tally.change_settings({"group": "none"}, crew.request(ADMIN, STOKERS))
    for where in (STOKERS, ELSEWHERE, HERE):
        with refuses("TALLY/dissolved"):
            await press(crew, button, "Bull", where)
    assert len(await crew.read(crews.list_seasons, group.id)) == 1
    assert await crew.read(reports.sum_by_account, Scope(group.id))
    await crew.tally.add_guest("Old Mate", None, crew.request("Bear"))  # the writer still works


@pytest.mark.parametrize("season", mark_thorough(["99", "9" * 15, "9" * 60], MORE_CASES, but=["9" * 60]))
async def test_a_vote_about_an_unknown_season_is_refused(crew: Crew, season: str) -> None:
    _, button = await vote(crew)
    with refuses():
        await press(crew, f"tally.ruleoff.{season}", "Bull", HERE)
    with refuses("TALLY/no_sheet"):
        await press(crew, button, "Bull", ABROAD)
    await crew.tally.add_guest("Old Mate", None, crew.request("Bear"))


async def test_a_hand_is_confirmed_and_disputed_where_it_is_announced(crew: Crew) -> None:
    group = await make_stokers(crew)
    number = await enter_for(crew, group, wait=60_000)
    for where in (ABROAD, Location(0, 5)):
        with refuses("TALLY/entry"):
            await press(crew, f"tally.confirm.{number}", "Bull", where)
    assert "2 players still have to agree" in await press(crew, f"tally.confirm.{number}", "Bull", ELSEWHERE)
    with refuses("TALLY/not_scorer"):
        await press(crew, f"tally.dispute.{number}", "Ned", ELSEWHERE)
    assert str(number) in await press(crew, f"tally.dispute.{number}", "Wally", ELSEWHERE)
    assert (await crew.entry(number)).is_disputed


async def test_one_person_cannot_fill_a_channel_with_disputes_of_a_hand(crew: Crew) -> None:
    """Otherwise every press of *It is wrong* would be announced, up to forty in a minute."""
    group = await make_stokers(crew)
    number = await enter_for(crew, group, wait=60_000)
    for _ in range(3):
        assert str(number) in await press(crew, f"tally.dispute.{number}", "Wally", ELSEWHERE)
    for reason in ("no Moon", "no Sun", "no stars", "no Moon"):
        await crew.tally.changes.make_in(group, crew.request("Wally"), ledger.dispute, str(number), reason)
    await press(crew, f"tally.dispute.{number}", "Bull", ELSEWHERE)
    told = [
        announcement.text for announcement in await crew.announcements() if "disputes an entry" in announcement.text
    ]
    assert [("<@12>" in text, "no Moon" in text) for text in told] == [(False, False), (False, True), (True, False)]
