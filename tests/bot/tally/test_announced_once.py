"""Announcements are posted once, even if Discord's answer was lost and it has forgotten the nonce."""

from __future__ import annotations

import asyncio

from render.base.picture import Picture
from tests.bot.tally.crew import ADMIN, TALLY, Crew


async def test_an_announcement_whose_answer_is_lost_is_found_again(crew: Crew) -> None:
    await crew.tally.set({"channel": TALLY}, crew.request(ADMIN))
    before = len(await crew.announcements(TALLY))
    crew.messenger.crash_after = 0
    posting = asyncio.create_task(crew.hand({"Bear": 4, "Bull": -4}, wait=60_000))
    await crew.messenger.hung.wait()
    posting.cancel()
    await asyncio.gather(posting, return_exceptions=True)
    crew.messenger.crash_after = None
    crew.messenger.forget_nonces()
    assert len(crew.messenger.at(TALLY)) == before + 1
    other = Crew(crew.store, crew.clock, crew.messenger)
    shown = await other.announcements(TALLY)
    assert len(shown) == before + 1
    crew.clock.forward(61_000)
    assert len(await other.announcements(TALLY)) == before + 1
    assert all(not message.rows for message in crew.messenger.at(TALLY))


async def test_a_season_whose_card_cannot_be_drawn_is_announced_in_words(crew: Crew) -> None:
    async def fail(of: int, season: int, now: int) -> Picture | None:
        raise KeyError("a game of a newer release")

    await crew.tally.set({"channel": TALLY}, crew.request(ADMIN))
    await crew.hand({"Bear": 4, "Bull": -4})
    crew.tally.dispatcher.illustrate = fail
    await crew.tally.rule_off("", crew.request(ADMIN))
    shown = await crew.announcements(TALLY)
    assert any("Season 1" in message.text and not message.pictures for message in shown)
