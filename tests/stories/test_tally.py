"""The crew's books through Discord: what the scorer enters, a paper that comes in, and the books that go out."""

from pathlib import Path
from typing import Any

import pytest

from bot.store.books import postings
from bot.tally.books import audit
from harbour import Message, Permission, Person, Upload
from tests.left_out import LONGER
from tests.stories.evening import Evening, evening


def group_of(word: str) -> str:
    """The group of a command about the books: players', the scorer's or the admin's."""
    if word in ("adjust", "undo", "guests", "names", "import"):
        return "books"
    return "boneyard" if word == "settings" else "tally"


async def ask(night: Evening, person: Person, what: str, /, **options: Any) -> Message:
    """The private answer to a command of the tally."""
    answer = await person.slash(f"{group_of(what)} {what}", options=options)
    await night.settle(answer)
    message = await answer.message()
    assert message.ephemeral
    return message


def offer_to_all(night: Evening) -> None:
    """Offer the scorer's and the admin's commands to everybody, so that the bot itself has to refuse them."""
    for command in ("books", "boneyard"):
        night.harbour.give_command(command, night.harbour.guild)


def made(night: Evening, name: str = "tally") -> Any:
    """Make a channel with this name, in a server where everybody is offered the commands of the books."""
    offer_to_all(night)
    return night.harbour.state.add_channel(night.harbour.guild, name)


def scorer(night: Evening, person: Person) -> Any:
    """Give a person the scorer's role."""
    role = night.harbour.state.add_role(night.harbour.guild, "scorer", Permission(0))
    night.harbour.guild.members[person.id].roles.append(role.id)
    return role


def pressed(message: Message, label: str) -> str:
    """The custom id of a button by its label."""
    return next(str(button["custom_id"]) for button in message.buttons() if button["label"] == label)


async def sound(night: Evening) -> None:
    assert await night.store.read(postings.audit) == []
    assert await night.store.read(audit.list_differences) == []


async def guests_come_into_the_books(night: Evening) -> None:
    """Anyone may enter guests, and give them further names."""
    _, bull = night.people
    for name in ("Old Mate", "Ted"):
        await ask(night, bull, "guests", name=name)
    assert "also called Mate" in (await ask(night, bull, "names", player="Old Mate", name="Mate")).words


async def a_member_is_entered_before_their_first_hand(night: Evening, channel: Any) -> None:
    """The scorer enters them by name and person, once."""
    bear, bull = night.people
    assert "`/books guests` enters people" in (await ask(night, bear, "player", player="Ned")).words
    ned = night.harbour.add_user("Ned")
    assert "Only the scorer" in (await ask(night, bull, "guests", name="Ned", person=ned)).words
    assert (await ask(night, bear, "guests", name="Ned", person=ned)).words == "Ned is in the books."
    assert "entered a member of the server in the books: Ned." in channel.history()[-1].content
    twice = (await ask(night, bear, "guests", name="Neddy", person=ned)).words
    assert twice == "Ned is in the books already, as Ned; `/books names` gives them another name."
    assert (await ask(night, ned, "player")).words.startswith("**Ned**")


async def the_scorer_alone_makes_an_entry(night: Evening, channel: Any) -> None:
    """Words of money are refused; the entry is announced in the channel."""
    bear, bull = night.people
    moved = {"from": "mate", "to": "Ted", "amount": 12}
    assert "Only the scorer" in (await ask(night, bull, "adjust", reason="x", **moved)).words
    assert "money" in (await ask(night, bear, "adjust", reason="for 5€", **moved)).words
    assert "Entry #1" in (await ask(night, bear, "adjust", reason="the long night", **moved)).words
    said = channel.history()[-1].content
    assert said.startswith(f"{bear.mention} made an entry.")
    assert "Old Mate −12, Ted +12" in said


async def the_scorer_takes_it_back(night: Evening) -> None:
    """The correction has a reason."""
    bear, _ = night.people
    assert "Taken back" in (await ask(night, bear, "undo", entry="1", reason="it was 6")).words


async def a_guest_turns_out_to_be_bull(night: Evening) -> None:
    """Bull's sheet has the guest's name, and completions offer the other guest."""
    bear, bull = night.people
    await ask(night, bear, "guests", name="Ted", person=bull)
    assert (await ask(night, bull, "player")).words.startswith("**Ted**")
    names = await bear.autocomplete("tally player", "player", "ol")
    assert [name["value"] for name in names] == ["Old Mate"]


async def test_the_scorer_keeps_the_books(tmp_path: Path) -> None:
    async with evening(tmp_path, ("Bear", "Bull")) as night:
        bear, _ = night.people
        channel, role = made(night), scorer(night, bear)
        await ask(night, night.harbour.owner, "settings", channel=channel, scorer=role.id)
        await guests_come_into_the_books(night)
        await a_member_is_entered_before_their_first_hand(night, channel)
        await the_scorer_alone_makes_an_entry(night, channel)
        await the_scorer_takes_it_back(night)
        await a_guest_turns_out_to_be_bull(night)
        await sound(night)


PAPER = "date,entry,game,Bear,Bull,Old Mate\n1.3.2014,Moon,,50,-25,-25\n2.3.2014,,,-3,3,\n"


async def paper_with_a_wrong_sum_is_refused(night: Evening, owner: Person) -> None:
    """The answer names the line. Only the scorer may import."""
    bear, *_ = night.people
    bad = Upload("old.csv", PAPER.replace("-25,-25", "-25,-24").encode(), "text/csv")
    told = (await ask(night, owner, "import", file=bad)).words
    assert "line 2: its amounts add up to 1, not to 0" in told
    assert "Only the scorer" in (await ask(night, bear, "import", file=bad)).words
    for most, size in ((2, 2_100_000), (8, 8_100_000)):
        heavy = Upload("old.csv", b"," * size, "text/csv")
        assert f"the limit is {most} MB" in (await ask(night, owner, "import", file=heavy)).words


async def a_file_is_read_and_entered(night: Evening, owner: Person) -> None:
    """It is in the books only once it is confirmed."""
    bear, *_ = night.people
    good = Upload("old.csv", PAPER.encode(), "text/csv")
    dry = await ask(night, owner, "import", file=good, season="Paper years")
    assert "I understood 2 lines" in dry.words
    assert "The books here are still empty" in (await ask(night, bear, "show", season="all")).words
    answer = await owner.press(dry, pressed(dry, "Enter it"))
    await night.settle(answer)
    assert "**Bear** +47 (2 entries)" in (await ask(night, bear, "show", season="Paper years")).words


async def lines_are_pasted_and_entered(night: Evening, owner: Person) -> None:
    """A form takes them as a file does."""
    bear, *_ = night.people
    asked = await ask(night, owner, "import")
    pressing = await owner.press(asked, pressed(asked, "Paste lines"))
    modal = await pressing.modal()
    pasted = await owner.submit_modal(modal, {"lines": "date,Bear,Bull\n2015-01-01,4,-4\n"})
    await night.settle(pasted)
    shown = await owner.wait_for_message(lambda one: "I understood 1 line" in one.words)
    await night.settle(await owner.press(shown, pressed(shown, "Enter it")))
    assert "**Bear** +4 (1 entry)" in (await ask(night, bear, "show")).words


async def the_form_takes_a_file_as_well(night: Evening, owner: Person) -> None:
    """A form that is sent empty is refused with a sentence."""
    asked = await ask(night, owner, "import")
    modal = await (await owner.press(asked, pressed(asked, "Paste lines"))).modal()
    empty = await owner.submit_modal(modal)
    await night.settle(empty)
    refused = await owner.wait_for_message(lambda one: "There's nothing to enter" in one.words)
    assert "Enter it" not in refused.words
    file = Upload("old.csv", b"date,Bear,Bull\n2015-01-02,6,-6\n", "text/csv")
    given = await owner.submit_modal(modal, {"file": file})
    await night.settle(given)
    await owner.wait_for_message(lambda one: "I understood 1 line" in one.words and "+6" in one.words)


async def the_books_are_exported(night: Evening) -> None:
    """Anyone gets them as a file."""
    (file,) = (await ask(night, night.people[1], "export", format="csv")).attachments
    assert file.filename == "tally.csv"
    assert len(file.body.decode("utf-8-sig").splitlines()) == 8


@pytest.mark.thorough(LONGER)
async def test_old_paper_comes_in_and_the_books_go_out(tmp_path: Path) -> None:
    async with evening(tmp_path, ("Bear", "Bull")) as night:
        owner = night.harbour.owner
        offer_to_all(night)
        await paper_with_a_wrong_sum_is_refused(night, owner)
        await a_file_is_read_and_entered(night, owner)
        await lines_are_pasted_and_entered(night, owner)
        await the_form_takes_a_file_as_well(night, owner)
        await the_books_are_exported(night)
        await sound(night)
