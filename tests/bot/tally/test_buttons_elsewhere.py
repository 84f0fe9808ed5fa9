"""Tally buttons outside their group's channel: a button acts on the books that it names, in any channel."""

from __future__ import annotations

import asyncio

import pytest

from bot.ports.requests import Location
from bot.store.books import crews, postings, reports
from bot.store.books.postings import Gain, NewTransfer
from bot.store.books.reports import Scope
from bot.store.database.engine import Connection
from games.core.refused import Refused
from tests.bot.tally.crew import ADMIN, DAY, GUILD, HERE, TALLY, USERS, Crew, enter_hand, person

STOKERS = Location(GUILD, 555)
ELSEWHERE = Location(GUILD, TALLY)
ABROAD = Location(GUILD + 1, TALLY)


async def make_stokers(crew: Crew) -> crews.Crew:
    """Make a group that announces its tally in another channel than its own."""
    await crew.tally.change_settings({"group": "Stokers", "channel": TALLY}, crew.request(ADMIN, STOKERS))
    return await crew.reports.find_crew(crew.request(ADMIN, STOKERS))


def _enter_hand(connection: Connection, group: crews.Crew, at: int, wait: int) -> int:
    names = ("Bear", "Bull", "Wally")
    members = [crews.ensure_member(connection, group.id, USERS[name], name, at) for name in names]
    accounts = [postings.open_account(connection, group.id, f"m:{member.id}", member.id) for member in members]
    amounts = (12, -6, -6)
    lines = [Gain(account, amount) for account, amount in zip(accounts, amounts, strict=True)]
    data = {"rule": "HOUSE", "amounts": list(amounts), "seats": [[account] for account in accounts]}
    return postings.post(
        connection,
        NewTransfer(
            group.id,
            f"test:{wait}",
            lines,
            at,
            state=postings.PENDING if wait else postings.POSTED,
            confirm_at=at + wait or None,
            data=data,
        ),
    )


async def vote(crew: Crew) -> tuple[crews.Crew, str]:
    """Let Bear vote to rule off a group's season; returns the group and the custom id of the announcement's button."""
    group = await make_stokers(crew)
    for day in range(1, 4):
        amounts = {"Bear": 12, "Bull": -6, "Wally": -6}
        await crew.store.write(enter_hand, group.id, amounts, "duo-dominoes", "game_won", day, crew.clock.now, 0)
        crew.clock.forward(DAY)
    await crew.tally.rule_off("Winter", crew.request(person("Bear"), STOKERS))
    (button,) = [button.name for message in await crew.announcements() for row in message.rows for button in row]
    return group, button


async def press(crew: Crew, button: str, name: str, where: Location) -> str:
    """Press a button and return the answer. Fails if there is none."""
    reply = await asyncio.wait_for(crew.press(button, person(name), where), 30)
    assert reply.message is not None
    return reply.message.text


async def test_a_vote_counts_where_its_announcement_stands(crew: Crew) -> None:
    group, button = await vote(crew)
    with pytest.raises(Refused, match="TALLY/no_vote"):
        await press(crew, button, "Ned", ELSEWHERE)
    assert await press(crew, button, "Bull", ELSEWHERE) == "Season 1 is closed."
    assert [season.name for season in await crew.store.read(crews.list_seasons, group.id)] == ["", "Winter"]
    assert len(await crew.store.read(crews.list_seasons, await crew.id())) == 1
    with pytest.raises(Refused, match="TALLY/ruled_off"):
        await press(crew, button, "Wally", ELSEWHERE)
    await crew.check_audit()


async def test_a_vote_of_a_dissolved_group_is_refused_in_words(crew: Crew) -> None:
    group, button = await vote(crew)
    await crew.tally.change_settings({"group": "none"}, crew.request(ADMIN, STOKERS))
    for where in (STOKERS, ELSEWHERE, HERE):
        with pytest.raises(Refused, match="TALLY/dissolved"):
            await press(crew, button, "Bull", where)
    assert len(await crew.store.read(crews.list_seasons, group.id)) == 1
    assert await crew.store.read(reports.sum_by_account, Scope(group.id))
    await crew.tally.add_guest("Old Mate", None, crew.request(person("Bear")))  # the writer still works


@pytest.mark.parametrize("season", ["99", "9" * 15, "9" * 60])
async def test_a_vote_about_an_unknown_season_is_refused(crew: Crew, season: str) -> None:
    _, button = await vote(crew)
    with pytest.raises(Refused):
        await press(crew, f"tally.ruleoff.{season}", "Bull", HERE)
    with pytest.raises(Refused, match="TALLY/no_sheet"):
        await press(crew, button, "Bull", ABROAD)
    await crew.tally.add_guest("Old Mate", None, crew.request(person("Bear")))


async def test_a_hand_is_confirmed_and_disputed_where_it_is_announced(crew: Crew) -> None:
    group = await make_stokers(crew)
    number = await crew.store.write(_enter_hand, group, crew.clock.now, 60_000)
    for where in (ABROAD, Location(0, 5)):
        with pytest.raises(Refused, match="TALLY/entry"):
            await press(crew, f"tally.confirm.{number}", "Bull", where)
    assert "2 players have not yet" in await press(crew, f"tally.confirm.{number}", "Bull", ELSEWHERE)
    with pytest.raises(Refused, match="TALLY/not_scorer"):
        await press(crew, f"tally.dispute.{number}", "Ned", ELSEWHERE)
    assert str(number) in await press(crew, f"tally.dispute.{number}", "Wally", ELSEWHERE)
    assert (await crew.entry(number)).is_disputed


async def test_one_person_cannot_fill_a_channel_with_disputes_of_a_hand(crew: Crew) -> None:
    """Otherwise every press of *It is wrong* would be announced, up to forty in a minute."""
    group = await make_stokers(crew)
    number = await crew.store.write(_enter_hand, group, crew.clock.now, 60_000)
    for _ in range(3):
        assert str(number) in await press(crew, f"tally.dispute.{number}", "Wally", ELSEWHERE)
    for reason in ("no Moon", "no Sun", "no stars", "no Moon"):
        await crew.tally.dispute(str(number), reason, crew.request(person("Wally")), group)
    await press(crew, f"tally.dispute.{number}", "Bull", ELSEWHERE)
    told = [
        announcement.text for announcement in await crew.announcements() if "disputes an entry" in announcement.text
    ]
    assert [("<@12>" in text, "no Moon" in text) for text in told] == [(False, False), (False, True), (True, False)]
