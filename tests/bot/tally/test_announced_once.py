"""Announcements are posted once, even if Discord's answer was lost and Discord has forgotten the nonce."""

import asyncio

import pytest
from sqlalchemy import func, select, text, update

from bot.ports import HOUR, DeliveryError, ErrorKind, Message, Place
from bot.store.database.schema import postings, transfers
from render.base.picture import Picture
from tests.bot.harness.memory_messenger import dm
from tests.bot.harness.room import message_of
from tests.bot.tally.crew import ADMIN, CHANNEL, GUILD, TALLY, Crew
from tests.left_out import MORE_CASES, mark_thorough


async def test_an_announcement_whose_answer_is_lost_is_found_again(crew: Crew) -> None:
    await crew.tally.change_settings({"channel": TALLY}, crew.request())
    before = len(await crew.announcements(TALLY))
    crew.messenger.crash_after = 0
    posting = asyncio.create_task(crew.enter_hand({"Bear": 4, "Bull": -4}, wait=60_000))
    await crew.messenger.hung.wait()
    posting.cancel()
    await asyncio.gather(posting, return_exceptions=True)
    await crew.outbox.lanes.stop()
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
    async def fail(crew: int, season: int, now: int) -> Picture | None:
        raise KeyError("a game of a newer release")

    await crew.tally.change_settings({"channel": TALLY}, crew.request())
    await crew.enter_hand({"Bear": 4, "Bull": -4})
    crew.announcer.illustrate = fail
    await crew.tally.rule_off(crew.request(), "")
    shown = await crew.announcements(TALLY)
    assert any("Season 1" in message.text and not message.pictures for message in shown)


def refuse(crew: Crew, channel: int, kind: ErrorKind) -> None:
    """Let Discord take nothing in a channel."""

    def fail(what: str, place: Place, message: Message | None) -> None:
        if place.channel == channel:
            raise DeliveryError(kind, "the reason")

    crew.messenger.fail = fail


@pytest.mark.parametrize(
    "kind", mark_thorough([ErrorKind.NOWHERE, ErrorKind.FORBIDDEN], MORE_CASES, but=[ErrorKind.FORBIDDEN])
)
async def test_what_the_tallys_channel_does_not_take_is_announced_where_it_was_made(
    crew: Crew, kind: ErrorKind
) -> None:
    """The first such announcement says so. The server's owner gets one letter then, and one when it works again."""
    crew.messenger.owners[GUILD] = 900
    await crew.tally.change_settings({"channel": TALLY}, crew.request())
    await crew.announcements(TALLY)
    refuse(crew, TALLY, kind)
    for amount in (1, 2):
        await crew.adjust(ADMIN, "Bear", "Bull", amount, "a mistake")
        await crew.announcements(TALLY)
    texts = [message.text for message in crew.messenger.at(CHANNEL) if "a mistake" in message.text]
    assert ["won't let me post" in text for text in texts] == [True, False]
    (letter,) = crew.messenger.at(dm(900).channel)
    assert "can't announce" in letter.text
    shown = message_of(await crew.tally.change_settings({}, crew.request()))
    assert f"<#{TALLY}> (won't let me post" in shown.text
    refuse(crew, 0, kind)
    await crew.adjust(ADMIN, "Bear", "Bull", 3, "another mistake")
    assert "another mistake" in (await crew.announcements(TALLY))[-1].text
    assert crew.messenger.at(dm(900).channel)[-1].text.endswith("again.")


async def test_an_announcement_that_no_place_takes_waits_for_the_slow_clock(crew: Crew) -> None:
    await crew.tally.change_settings({"channel": CHANNEL}, crew.request())
    await crew.announcements(CHANNEL)
    refuse(crew, CHANNEL, ErrorKind.FORBIDDEN)
    before = len(crew.messenger.at(CHANNEL))
    await crew.adjust(ADMIN, "Bear", "Bull", 1, "a mistake")
    for _ in range(3):
        crew.clock.forward(4 * HOUR)
        assert len(await crew.announcements(CHANNEL)) == before
    refuse(crew, 0, ErrorKind.FORBIDDEN)
    crew.clock.forward(4 * HOUR)
    assert len(await crew.announcements(CHANNEL)) == before + 1


async def test_a_damaged_hand_stays_pending_and_the_others_count(crew: Crew) -> None:
    if crew.store.engine.dialect.name != "sqlite":  # PostgreSQL holds no such row
        return
    for _ in range(3):
        await crew.enter_hand({"Bear": 4, "Bull": -4}, wait=60_000)
    states = select(transfers.c.state, transfers.c.confirm_at.is_(None)).order_by(transfers.c.id)
    first = select(func.min(transfers.c.id)).scalar_subquery()
    damage = update(postings).where(postings.c.transfer_id == first, postings.c.line == 0).values(amount=text("'torn'"))
    await crew.write(lambda connection: connection.execute(damage))
    crew.clock.forward(61_000)
    await crew.tally.look()
    found = await crew.read(lambda connection: [tuple(row) for row in connection.execute(states)])
    assert found == [("pending", True), ("posted", False), ("posted", False)]
