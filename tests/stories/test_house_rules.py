"""A crew's own house rules: saved in a lobby, used by new tables, overruled at one of them, and forgotten."""

from __future__ import annotations

from pathlib import Path

from harbour import InteractionResponse, Message, Person
from tests.chance import SeededChance
from tests.stories.dealt_evenings import control_id, public_text
from tests.stories.evening import Evening, evening

DUO = "duo-dominoes"


async def open_lobby(night: Evening) -> Message:
    """Let Bear open a table; returns the lobby."""
    await night.settle(await night.people[0].slash("table open", options={"game": DUO}))
    return night.board()


async def close_table(night: Evening) -> None:
    await night.settle(await night.people[0].slash("table close"))


async def open_own_rules(night: Evening, person: Person, lobby: Message) -> Message:
    """Open the crew's own house rules from the lobby's menus; returns the private message."""
    offered = any(":lobby.house.preset" in str(known["custom_id"]) for known in lobby.buttons())
    shown = await night.more(person) if offered else lobby
    menus = await (await person.press(shown, control_id(shown, "lobby.house"))).message()
    answer = await person.press(menus, control_id(menus, "lobby.ours"))
    await night.settle(answer)
    message = await answer.message()
    assert message.ephemeral
    return message


async def press_own_rules(night: Evening, person: Person, lobby: Message, what: str) -> InteractionResponse:
    """Press a button below the crew's own house rules."""
    message = await open_own_rules(night, person, lobby)
    answer = await person.press(message, control_id(message, what))
    await night.settle(answer)
    return answer


async def test_a_crew_keeps_its_house_rules_once_and_for_all(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=SeededChance("ours")) as night:
        bear, admin = night.people[0], night.harbour.owner
        lobby = await open_lobby(night)
        assert "no house rules of its own" in (await open_own_rules(night, bear, lobby)).content
        await night.settle(await bear.slash("table house", options={"rule": "game points", "value": "20"}))
        refused = await (await press_own_rules(night, bear, lobby, "lobby.ours.keep")).followup()
        assert refused.ephemeral
        assert refused.content == "Only the scorer, or an admin of the server, may do that."
        assert "our house rules" not in public_text(night)

        kept = await (await press_own_rules(night, admin, lobby, "lobby.ours.keep")).message()
        assert "own house rules for Duo Dominoes, live**: Points to win: 20" in kept.content
        assert f"<@{admin.id}> set our house rules for Duo Dominoes, live" in public_text(night)
        await close_table(night)
        await night.restart()

        lobby = await open_lobby(night)
        assert "House rules: Points to win: 20" in lobby.words
        await night.settle(await bear.slash("table house", options={"rule": "game points", "value": "30"}))
        assert "House rules: Points to win: 30" in night.board().words
        await close_table(night)

        lobby = await open_lobby(night)
        assert "House rules: Points to win: 20" in lobby.words
        forgotten = await (await press_own_rules(night, admin, lobby, "lobby.ours.forget")).message()
        assert "no house rules of its own" in forgotten.content
        assert f"<@{admin.id}> took back our house rules for Duo Dominoes, live" in public_text(night)
        assert "House rules: Points to win: 20" in night.board().words
        await close_table(night)
        assert "House rules: as in the rulebook." in (await open_lobby(night)).words
