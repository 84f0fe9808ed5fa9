"""Votes on closing the season: who has one, and how they are counted."""

import pytest
from sqlalchemy import update

from bot.ports.requests import Requester
from bot.store.books import crews, postings
from bot.store.books.postings import AWAY, NewTransfer
from bot.store.database.engine import Connection
from bot.store.database.schema import Json, transfers
from bot.store.tables import rows as stored_tables
from bot.tally.apportionment import share_out
from games.core.refused import Refused
from tests.bot.tally.crew import DAY, HERE, Crew, person
from tests.bot.tally.test_ledger import buttons, set_up_tally, text
from tests.databases import on_both_databases


@on_both_databases
async def test_the_crew_rules_off_by_vote(crew: Crew) -> None:
    await set_up_tally(crew)
    await play_three_days(crew)
    reply = await crew.tally.rule_off("Winter", crew.request(person("Bear")))
    assert text(reply) == "Your vote counts: 1 of 3 so far; more than half are needed."
    assert text(await crew.tally.rule_off("Winter", crew.request(person("Bear")))) == text(reply)
    asked = (await crew.announcements())[-1]
    (button,) = buttons(asked)
    done = await crew.press(button, person("Bull"), HERE)
    assert text(done) == "Season 1 is closed."
    told = "The crew closed Season 1. The next season is Winter."
    brought = "-# Brought forward: Bear +12, Bull −6, Wally −6 (`/tally settle`)."
    assert (await crew.announcements())[-1].text == f"{told}\n{brought}"
    with pytest.raises(Refused, match="ruled_off"):
        await crew.press(button, person("Wally"), HERE)
    assert (await crew.book()).season.name == "Winter"


async def play_three_days(crew: Crew) -> None:
    """Let Bear, Bull and Wally play on three days, so that they have a vote."""
    for _ in range(3):
        await crew.enter_hand({"Bear": 4, "Bull": -2, "Wally": -2})
        crew.clock.forward(DAY)


async def test_only_regulars_have_a_vote(crew: Crew) -> None:
    """Four fresh accounts once ended a season of three players."""
    await play_three_days(crew)
    await crew.store.write(play_afresh, await crew.id(), crew.clock.now)
    for user in FRESH:
        with pytest.raises(Refused, match="no_vote"):
            await crew.tally.rule_off("", crew.request(Requester(user, "Fresh")))
    assert "1 of 3" in text(await crew.tally.rule_off("", crew.request(person("Bull"))))
    crew.clock.forward(91 * DAY)
    with pytest.raises(Refused, match="no_vote"):
        await crew.tally.rule_off("", crew.request(person("Bull")))


async def test_a_vote_is_announced_also_when_an_earlier_voter_has_lost_theirs(crew: Crew) -> None:
    await set_up_tally(crew)
    for _ in range(3):
        await crew.enter_hand({"Bear": 4, "Bull": -4})
        crew.clock.forward(DAY)
    crew.clock.forward(77 * DAY)
    for _ in range(3):
        await crew.enter_hand({"Bull": 4, "Wally": -2, "Ned": -2})
        crew.clock.forward(DAY)
    crew.clock.forward(3 * DAY)
    assert "1 of 4" in text(await crew.tally.rule_off("", crew.request(person("Bear"))))
    before = len(await crew.announcements())
    crew.clock.forward(6 * DAY)
    assert "1 of 3" in text(await crew.tally.rule_off("", crew.request(person("Bull"))))
    assert "1 of 3" in (await crew.announcements())[before].text


FRESH = (901, 902, 903, 904)


def play_afresh(connection: Connection, crew: int, at: int) -> None:
    """Enter three games of four accounts that nobody saw before today."""
    table = next(row.id for row in stored_tables.list_open(connection) if row.crew == crew)
    members = [crews.ensure_member(connection, crew, user, f"Fresh {user}", at).id for user in FRESH]
    seats = [[postings.open_account(connection, crew, f"m:{member}", member)] for member in members]
    for number in range(3):
        gains = share_out([3, -1, -1, -1], seats)
        postings.post(connection, NewTransfer(crew, f"fresh:{number}", gains, at, table=table, game="duo-dominoes",
                                              reason="game_won", data={"seats": seats}))  # fmt: skip


async def test_an_old_vote_is_forgotten(crew: Crew) -> None:
    await play_three_days(crew)
    await crew.tally.rule_off("", crew.request(person("Bear")))
    crew.clock.forward(8 * DAY)
    assert "1 of 3" in text(await crew.tally.rule_off("", crew.request(person("Bull"))))


async def test_those_for_whom_a_robot_plays_do_not_keep_a_season_open(crew: Crew) -> None:
    """Bull and Wally stay away; their robots play on, and their results are still theirs."""
    for _ in range(3):
        made = await crew.enter_hand({"Bear": 4, "Bull": -2, "Wally": -2})
        entry = await crew.entry(made)
        away = [account for seat in entry.data["seats"][1:] for account in seat]
        await crew.store.write(store_data, made, {**entry.data, AWAY: away})
        crew.clock.forward(DAY)
    assert text(await crew.tally.rule_off("", crew.request(person("Bear")))) == "Season 1 is closed."


def store_data(connection: Connection, entry: int, data: Json) -> None:
    connection.execute(update(transfers).where(transfers.c.id == entry).values(data=data))
