"""Votes on closing the season: who has one, and how they are counted."""

from contextlib import suppress

from sqlalchemy import update

from bot.ports import Requester
from bot.store import Connection
from bot.store.books import NewTransfer, crews, postings
from bot.store.books.postings import AWAY
from bot.store.database.schema import Json, transfers
from bot.store.tables import rows as stored_tables
from bot.tally.books.apportionment import share_out
from bot.tally.changes.seasons import find_electorate
from games.core import Refused
from tests.bot.tally.crew import DAY, HERE, USERS, Crew, person
from tests.bot.tally.test_ledger import buttons, set_up_tally, text
from tests.refuses import refuses


async def test_the_crew_rules_off_by_vote(crew: Crew) -> None:
    await set_up_tally(crew)
    await play_three_days(crew)
    reply = await crew.tally.rule_off(crew.request("Bear"), "Winter")
    assert text(reply) == "Your vote counts: 1 of 3 so far. Closing the season takes more than half."
    assert text(await crew.tally.rule_off(crew.request("Bear"), "Winter")) == text(reply)
    asked = (await crew.announcements())[-1]
    (button,) = buttons(asked)
    done = await crew.press(button, person("Bull"), HERE)
    assert text(done).startswith("With your vote, that's enough.")
    ending = (await crew.announcements())[-1]
    assert "the vote has passed: 2 of 3" in ending.text
    crew.clock.forward(DAY - 1)
    assert (await crew.announcements())[-1].text == ending.text
    crew.clock.forward(1)
    told = "The crew closed Season 1. The next season is Winter."
    brought = "-# Brought forward: Bear +12, Bull −6, Wally −6 (`/tally settle`)."
    assert (await crew.announcements())[-1].text == f"{told}\n{brought}"
    for late in (button, *buttons(ending)):
        with refuses("ruled_off"):
            await crew.press(late, person("Wally"), HERE)
    assert (await crew.book()).season.name == "Winter"


async def play_three_days(crew: Crew) -> None:
    """Let Bear, Bull and Wally play on three days, so that they have a vote."""
    for _ in range(3):
        await crew.enter_hand({"Bear": 4, "Bull": -2, "Wally": -2})
        crew.clock.forward(DAY)


async def test_a_regulars_no_leaves_the_end_of_the_season_to_the_scorer(crew: Crew) -> None:
    """Four fresh accounts once ended a season of three players: now one of these says No."""
    await set_up_tally(crew)
    await play_three_days(crew)
    await crew.write(play_afresh, await crew.id(), crew.clock.now)
    for user in FRESH:
        with suppress(Refused):
            await crew.tally.rule_off(crew.request(Requester(user, "Fresh")), "")
    ending = (await crew.announcements())[-1]
    (no,) = buttons(ending)
    with refuses("no_regular"):
        await crew.press(no, Requester(905, "Fresh"), HERE)
    assert text(await crew.press(no, person("Wally"), HERE)) == "Season 1 stays open, and only the scorer can close it."
    crew.clock.forward(DAY)
    told = await crew.announcements()
    assert told[-1].text == "<@13> says No: Season 1 stays open, and only the scorer can close it (`/tally season`)."
    with refuses("said_no"):
        await crew.tally.rule_off(crew.request(Requester(FRESH[0], "Fresh")), "")
    assert text(await crew.tally.rule_off(crew.request(), "")) == "Season 1 is closed."


async def test_a_vote_belongs_to_those_who_play_with_half_of_the_other_regulars(crew: Crew) -> None:
    for _ in range(3):
        await crew.enter_hand({"Bear": 4, "Bull": -2, "Wally": -2})
    await crew.enter_hand({"Ned": 4, "Bear": -4})
    with refuses("no_vote"):
        await crew.tally.rule_off(crew.request("Ned"), "")
    for _ in range(2):
        await crew.enter_hand({"Ned": 4, "Bear": -4})
    book = await crew.book()
    regulars, voters = await crew.read(find_electorate, book.crew)
    assert regulars == set(USERS.values()) and voters == regulars - {USERS["Ned"]}
    with refuses("no_vote"):
        await crew.tally.rule_off(crew.request("Ned"), "")


FRESH = (901, 902, 903, 904)


def play_afresh(connection: Connection, crew: int, at: int) -> None:
    """Enter three games of four accounts that nobody saw before today."""
    table = next(row.id for row in stored_tables.list_open(connection) if row.crew == crew)
    members = [crews.ensure_member(connection, crew, user, f"Fresh {user}", at).id for user in FRESH]
    seats = [[crews.open_account(connection, crew, member)] for member in members]
    for number in range(3):
        gains = share_out([3, -1, -1, -1], seats)
        postings.post(connection, NewTransfer(crew, f"fresh:{number}", gains, at, table=table, game="duo-dominoes",
                                              reason="game_won", data={"seats": seats}))  # fmt: skip


async def test_an_old_vote_is_forgotten(crew: Crew) -> None:
    await play_three_days(crew)
    await crew.tally.rule_off(crew.request("Bear"), "")
    crew.clock.forward(8 * DAY)
    assert "1 of 3" in text(await crew.tally.rule_off(crew.request("Bull"), ""))


async def test_those_for_whom_a_robot_plays_do_not_keep_a_season_open(crew: Crew) -> None:
    """Bull and Wally stay away; their robots play on, and their results are still theirs."""
    for _ in range(3):
        made = await crew.enter_hand({"Bear": 4, "Bull": -2, "Wally": -2})
        entry = await crew.entry(made)
        away = [account for seat in entry.data["seats"][1:] for account in seat]
        await crew.write(store_data, made, {**entry.data, AWAY: away})
        crew.clock.forward(DAY)
    assert "With your vote, that's enough" in text(await crew.tally.rule_off(crew.request("Bear"), ""))


def store_data(connection: Connection, entry: int, data: Json) -> None:
    connection.execute(update(transfers).where(transfers.c.id == entry).values(data=data))
