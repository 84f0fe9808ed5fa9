"""Notes of requests that Discord refuses."""

from bot.ports import MINUTE, RefusedRequest
from bot.store import Store
from bot.store.messages import refusals
from bot.store.messages.refusals import LISTED_FOR
from tests.bot.store.sample import AT


async def test_a_refusal_counts_from_its_own_trouble(store: Store) -> None:
    """A note that is listed no more says nothing about a later trouble."""
    asked, later = RefusedRequest("thread", 7, 5, asked=True), AT + MINUTE
    over = later + LISTED_FOR
    since = [(await store.write(refusals.note, asked, "busy: 503", at)).since for at in (AT, later)]
    assert since == [AT, AT]
    assert await store.read(refusals.list_refused, over) == []
    assert (await store.write(refusals.note, asked, "busy: 503", over)).since == over
    assert [refusal.since for refusal in await store.read(refusals.list_refused, over)] == [over]
