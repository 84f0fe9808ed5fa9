"""A newcomer asks for help: /help before any table, the guide page by page, a question in their own words."""

from pathlib import Path

from harbour import Message, Person
from tests.chance import SeededChance
from tests.stories.dealt_evenings import private_answer
from tests.stories.evening import Evening, evening

MOST_TEXT = 2_000


async def ask(night: Evening, person: Person, command: str, **options: str) -> Message:
    """Use a command; returns its private answer."""
    answer = await person.slash(command, options=options)
    await night.settle(answer)
    message = await private_answer(answer)
    assert len(message.content) <= MOST_TEXT
    return message


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
