"""The bot as a process of its own, killed in the middle of a hand at every kind of moment, and started again.

No accepted move is lost, none is played twice, and every board and rack is right in the end.
"""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.cli.run import find_button
from games import registry
from tests.injected_faults import Fault, inject_fault
from tests.left_out import LONGER, mark_thorough
from tests.races.bot_process import PATIENCE
from tests.races.victim import (
    EVENINGS,
    FIRST,
    Victim,
    move,
    open_victim,
    sit_down,
    speak,
    take_seats,
    wait_for_requests,
    wait_until_not_thinking,
)
from tests.stories.table_messages import board_messages, rack_messages


@pytest.fixture
async def victim(tmp_path: Path) -> AsyncIterator[Victim]:
    """A running bot, at a harbour that waits for acknowledgements as long as this test does."""
    async with open_victim(tmp_path) as made:
        yield made


def test_every_game_of_the_registry_has_an_evening() -> None:
    missing = set(registry.NAMES) ^ set(EVENINGS)
    assert not missing, f"EVENINGS needs an entry for each game, with a check of its pieces: {sorted(missing)}"


@pytest.mark.parametrize("game", mark_thorough(sorted(registry.NAMES), LONGER))
async def test_kills_in_the_middle_of_a_hand_lose_and_double_no_move(victim: Victim, game: str) -> None:
    await sit_down(victim, game)
    causes: list[str] = []
    for requests in EVENINGS[game].kills:
        before = await victim.causes()
        made = len(victim.harbour.requests)
        answer = await speak(victim)
        cause = f"i:{answer.id}"
        causes.append(cause)
        await wait_for_requests(victim.harbour, made + requests)
        errors = await victim.kill()
        assert "Traceback" not in errors
        accepted = cause in await victim.causes()
        await victim.start()
        table = await victim.wait_until_shown()
        await wait_until_not_thinking(victim, answer)
        after = await victim.causes()
        assert after == ([*before, cause] if accepted else before)
        assert EVENINGS[game].has_all_pieces(table.state)
        await move(victim)
    assert await victim.stop() == [0]
    assert len(set(causes)) == len(causes)


@pytest.mark.thorough(LONGER)
@pytest.mark.parametrize("where", ["board", "racks"])
async def test_a_post_is_found_although_its_response_was_lost_and_its_nonce_expired(victim: Victim, where: str) -> None:
    """Discord has the post, the row was not written, and the bot starts again after Discord has forgotten the nonce."""
    harbour = victim.harbour
    if where == "board":
        await sit_down(victim, FIRST)
        path = rf"/channels/{harbour.channel.id}/messages"
        lost = inject_fault(
            harbour, Fault("POST", path, after_effect=True, hold=True, times=2)
        )  # twice, since the log may be posted too
        await victim.people[0].slash("table show")
        await harbour.state.signal.wait_until(lambda: len(board_messages(harbour)) == 2, PATIENCE, "the second board")
    else:
        lobby = await take_seats(victim, FIRST)
        dms = "|".join(person.dm_channel.id for person in victim.people)
        lost = inject_fault(
            harbour,
            Fault("POST", rf"/channels/({dms})/messages", after_effect=True, hold=True, times=len(victim.people)),
        )
        await victim.people[0].press(lobby, find_button(lobby, "lobby.start"))
        dealt = lambda: all(rack_messages(person) for person in victim.people)  # noqa: E731
        await harbour.state.signal.wait_until(dealt, PATIENCE, "every rack")
    await victim.kill()
    lost.release()
    harbour.clock.advance(401)
    await victim.start()
    await victim.wait_until_shown()
    await move(victim)


@pytest.mark.thorough(LONGER)
async def test_a_command_while_the_bot_is_down_leaves_no_trace(victim: Victim) -> None:
    """Discord drops the command and tells the player; the player repeats it after the next start."""
    await sit_down(victim, FIRST)
    before = await victim.causes()
    await victim.kill()
    answer = await speak(victim)
    await victim.start()
    await victim.wait_until_shown()
    assert await victim.causes() == before
    await move(victim)
    after = await victim.causes()
    assert after[:-1] == before
    assert after[-1] != f"i:{answer.id}"
