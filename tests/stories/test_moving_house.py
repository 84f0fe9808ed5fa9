"""A scorer's year through Discord: a paper with short years, a guest who turns out to be somebody, a hand from a real
table, and the move of all this to another server."""

from pathlib import Path

import pytest

from harbour import Message, Person, Upload
from tests.left_out import LONGER
from tests.stories.evening import Evening, evening
from tests.stories.test_tally import ask, offer_to_all, pressed, sound

PAPER = "date,entry,Bear,Bull,Old Mate\n14-03-01,Moon,50,-25,-25\n14-03-02,,-3,3,\n"
HANDS = """Bear paid 1.50
Bull paid 12.50
Bear wins

Bear paid 2.50
Bull paid 2.50
Bull wins
"""


async def press(night: Evening, person: Person, message: Message, label: str) -> None:
    await night.settle(await person.press(message, pressed(message, label)))


async def a_paper_with_short_years_is_asked_about(night: Evening) -> None:
    owner, (bear, _) = night.harbour.owner, night.people
    file = Upload("old.csv", PAPER.encode(), "text/csv")
    shown = await ask(night, owner, "import", file=file, season="The old days")
    assert [str(one["label"]) for one in shown.buttons()] == ["Cancel"]
    menu = next(str(one["custom_id"]) for one in shown.controls() if "tally.paper.order" in str(one["custom_id"]))
    answer = await owner.select(shown, menu, ["year"])
    await night.settle(answer)
    shown = await answer.message()
    assert "“14-03-01” is 1 Mar 2014" in shown.words
    await press(night, owner, shown, "Enter it")
    assert "**Bear** +47 (2 entries)" in (await ask(night, bear, "show", season="The old days")).words


async def old_mate_is_bull_by_his_own_word_and_parted_again(night: Evening) -> None:
    """Guests of the paper become members of the server; one of them presses the button of the scorer's question."""
    owner, (bear, bull) = night.harbour.owner, night.people
    for person in (bear, bull):
        assert person.name in (await ask(night, owner, "guests", name=person.name, person=person)).words
    await night.settle(await owner.slash("books join", options={"player": "Old Mate", "other": "Bull"}))
    question = night.harbour.channel.history()[-1]
    await press(night, bull, question, "One person")
    assert "**Bull** −47" in (await ask(night, bull, "show", season="all")).words
    parted = await owner.slash("books part", options={"player": "Old Mate"})
    await night.settle(parted)
    told = (await ask(night, bull, "show", season="all")).words
    assert "**Bull** −22" in told and "**Old Mate** −25" in told


async def a_hand_of_a_real_table_is_written_and_confirmed(night: Evening) -> None:
    bear, bull = night.people
    page = await ask(night, bear, "hand")
    answer = await bear.press(page, pressed(page, "Bonedoneskis"))
    await night.settle(answer)
    page = await answer.message()
    modal = await (await bear.press(page, pressed(page, "Write"))).modal()
    given = await bear.submit_modal(modal, {"seats": "Bear, Bull", "hands": HANDS})
    await night.settle(given)
    entered = (await bear.wait_for_message(lambda posted: "It counts once everybody" in posted.words)).words
    assert "at the real table" in entered and "2 hands. Bear +40, Bull −40" in entered
    history = night.harbour.channel.history()
    (waiting,) = [posted for posted in history if "at the real table" in posted.words and posted.buttons()]
    await press(night, bull, waiting, "It's right")


@pytest.mark.thorough(LONGER)
async def test_the_books_of_a_crew_move_to_another_server(tmp_path: Path) -> None:
    async with evening(tmp_path, ("Bear", "Bull")) as night:
        offer_to_all(night)
        await a_paper_with_short_years_is_asked_about(night)
        await old_mate_is_bull_by_his_own_word_and_parted_again(night)
        await a_hand_of_a_real_table_is_written_and_confirmed(night)
        harbour, owner = night.harbour, night.harbour.owner
        pages = [(await ask(night, owner, what, season="all")).words for what in ("show", "sheet", "records")]
        (file,) = (await ask(night, owner, "export", format="books")).attachments
        state = harbour.state
        granted = next(role.permissions for role in harbour.guild.roles.values() if role.managed)
        there = state.add_guild("Elsewhere", state.users[owner.id], granted)
        channel = state.add_channel(there, "table")
        described = harbour.gateway.describe_guild(there)
        del described["unavailable"]
        state.publish("GUILD_CREATE", described, guild_id=there.id, only=[harbour.bot])
        owner.channel = channel
        shown = await ask(night, owner, "import", file=Upload(file.filename, file.body, "application/gzip"))
        assert "3 new entries" in shown.words
        await press(night, owner, shown, "Enter it")
        moved = [(await ask(night, owner, what, season="all")).words for what in ("show", "sheet", "records")]
        assert moved == pages
        await sound(night)
