"""A newcomer asks for help: /help before any table, the guide page by page, a question in their own words."""

from __future__ import annotations

from pathlib import Path

import pytest

from games import registry
from harbour import Message, Person
from tests.chance import SeededChance
from tests.left_out import MORE_CASES
from tests.stories.dealt_evenings import control_id, private_answer
from tests.stories.evening import Evening, evening

MOST_TEXT = 2_000


async def ask(night: Evening, person: Person, command: str, **options: str) -> Message:
    """Use a command; returns its private answer."""
    answer = await person.slash(command, options=options)
    await night.settle(answer)
    message = await private_answer(answer)
    assert len(message.content) <= MOST_TEXT
    return message


async def turn_page(night: Evening, person: Person, page: Message, what: str) -> Message:
    """Press a button of a private page; returns the page that replaces it."""
    answer = await person.press(page, control_id(page, what))
    await night.settle(answer)
    message = await answer.message()
    assert message.ephemeral
    assert len(message.content) <= MOST_TEXT
    return message


async def choose_entry(night: Evening, person: Person, page: Message, menu: str, value: str) -> Message:
    """Choose an entry of a menu; returns the page that replaces the menu's page."""
    answer = await person.select(page, control_id(page, menu), [value])
    await night.settle(answer)
    return await answer.message()


async def test_a_newcomer_asks_before_any_table_is_open(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=SeededChance("guide")) as night:
        bear = night.people[0]
        help_ = await ask(night, bear, "help")
        titles = [registry.cover(name).TITLE for name in registry.NAMES]
        assert all(f"**{title}**" in help_.words for title in titles)
        assert all(word in help_.words for word in ("/table open", "/tally", "/rules", "Start"))
        page = await turn_page(night, bear, help_, "guide.game.pussers-bones")
        assert "Pussers Bones · guide" in page.words
        assert "four pairs and a double-up" in page.words
        assert "Two Rick" in str(page.attachments[0].description)
        page = await turn_page(night, bear, page, "guide.open.pussers-bones/getting-started")
        assert "**Getting started**" in page.words
        assert not page.attachments
        page = await choose_entry(night, bear, page, "guide.sections", "pussers-bones/hands-that-win")
        assert "Thirteen" not in page.words
        assert "Moon: one of each major" in str(page.attachments[0].description)
        page = await choose_entry(night, bear, page, "guide.more", "pussers-bones/PB-66")
        assert "**PB-66 The minimum: 50 and a double**" in page.words

        which = await ask(night, bear, "rules")
        assert [button["label"] for button in which.buttons()] == titles
        wild = await ask(night, bear, "rules", about="wild sevens")
        assert "**7s** are wild while face up" in wild.content
        nothing = await ask(night, bear, "rules", about="xyzzy")
        assert "I found nothing about “xyzzy”" in nothing.content


async def test_a_question_is_completed_and_answered_with_words_rule_example_and_picture(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=SeededChance("guide")) as night:
        bear = night.people[0]
        offered = await bear.autocomplete("rules", "about", "pung")
        assert {"name": "pair · Pussers Bones · word", "value": "pussers-bones/=pair"}.items() <= offered[0].items()
        pair = await ask(night, bear, "rules", about=offered[0]["value"])
        assert "Three alike, **never two**" in pair.content
        assert "Elsewhere: pung" in pair.content
        assert "**PB-51 Four pairs and a double-up**" in pair.content
        assert pair.attachments[0].description == "3 × Five Stick"
        rule = await ask(night, bear, "rules", about="dd-32")
        assert "Duo Dominoes · rulebook" in rule.content
        assert "**Example.** Blocked." in rule.content
        await night.settle(await bear.slash("me text", options={"value": "on"}))
        pair = await ask(night, bear, "rules", about="pussers-bones/=pair")
        assert not pair.attachments
        assert "3 × Five Stick" in pair.content


@pytest.mark.thorough(MORE_CASES)
async def test_help_and_rules_at_a_table(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=SeededChance("guide")) as night:
        bear, bull = night.people[0], night.people[1]
        guest = night.harbour.add_user("Guest")
        await night.open("duo-dominoes")
        more = await night.more(bear)
        assert more.ephemeral
        guide = await private_answer(await bear.press(more, control_id(more, "rules")), pressed=False)
        assert "Duo Dominoes · guide" in guide.content
        assert "**In short**" in guide.content
        page = await turn_page(night, bear, guide, "guide.open.duo-dominoes/getting-started")
        assert "Swap seats" in page.content
        assert "**Start**" in (await ask(night, bear, "help")).content
        await night.start()

        table = await night.now()
        (turn,) = table.public_view.to_act
        at_turn, other = night.people[turn], next(person for person in night.people if person is not night.people[turn])
        mine = await ask(night, at_turn, "help")
        assert "Your turn" in mine.content
        assert "Your buttons: **Your tiles**" in mine.content
        theirs = await ask(night, other, "help")
        assert f"{at_turn.name} to lay" in theirs.content
        assert "There is nothing for you to do" in theirs.content
        assert "You have no seat here" in (await ask(night, guest, "help")).content
        rules = await private_answer(await other.press(theirs, control_id(theirs, "rules")), pressed=False)
        assert "Duo Dominoes · guide" in rules.content
        board = night.board()
        assert (
            "Duo Dominoes"
            in (await private_answer(await bull.press(board, control_id(board, "rules")), pressed=True)).content
        )
        assert "Duo Dominoes" in (await ask(night, bull, "rules")).content
