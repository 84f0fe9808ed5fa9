"""Twelve ways in which a scorer could book their own gain, by hand, file, real hand and vote: the crew reads of each in
one post in the tally's channel, which names who gains and who loses."""

import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.services.real_hands import FORM
from tests.bot.tally.crew import HERE, Crew, person
from tests.bot.tally.test_cheating_scorer import SCORER, invent, make_books, pack
from tests.bot.tally.test_moving import bring

Books = dict[str, Any]
"""A file of the books as they were, read as JSON."""
Cheat = Callable[[Crew, Books], Awaitable[None]]
BEAR = person("Bear", admin=True)
"""The scorer, who plays too and wants to gain."""


async def move_units(crew: Crew, books: Books) -> None:
    await crew.adjust(BEAR, "Bull", "Bear", 500, "an old debt")


async def take_back_a_loss(crew: Crew, books: Books) -> None:
    lost = await crew.enter_hand({"Bear": -9, "Bull": 9})
    await crew.tally.undo(crew.request(BEAR), str(lost), "miscounted")


async def strike_out_a_loss(crew: Crew, books: Books) -> None:
    lost = await crew.enter_hand({"Bear": -9, "Bull": 9}, wait=60_000)
    await crew.tally.undo(crew.request(BEAR), str(lost), "miscounted")


async def bring_paper(crew: Crew, books: Books) -> None:
    paper = "date,Bear,Bull\n2014-03-01,500,-500\n"
    await crew.check_paper(paper, by=BEAR)
    await crew.enter_paper(paper, by=BEAR)


async def end_the_season(crew: Crew, books: Books) -> None:
    await crew.tally.rule_off(crew.request(BEAR), "")


async def be_the_guest_who_won(crew: Crew, books: Books) -> None:
    await crew.tally.add_guest("Gus", None, crew.request(SCORER))
    await crew.adjust(SCORER, "Bull", "Gus", 500, "the old sheet")
    await crew.tally.add_guest("Gus", BEAR, crew.request(BEAR))


async def bring_invented_hands(crew: Crew, books: Books) -> None:
    await bring(crew, pack(invent(books, times=20)), HERE)


async def bring_a_payment(crew: Crew, books: Books) -> None:
    claim = json.loads(json.dumps(books["payments"][0]))
    books["payments"] = [[["elsewhere", 1], claim[2], claim[1], 5_000, *claim[4:]]]
    books["entries"] = []
    await bring(crew, pack(books), HERE)


async def enter_a_hand_against_a_guest(crew: Crew, books: Books) -> None:
    await crew.tally.add_guest("Gus", None, crew.request(SCORER))
    written = ("Bear, Gus", "Gus paid 1\nBear paid 1\nBear wins", "")
    await crew.press(FORM.make(game="bonedoneskis"), BEAR, HERE, *written)


async def enter_a_hand_that_was_not_played(crew: Crew, books: Books) -> None:
    written = ("Bear, Bull", "Bull paid 1\nBear paid 1\nBear wins", "")
    await crew.press(FORM.make(game="bonedoneskis"), BEAR, HERE, *written)


async def confirm_a_disputed_hand(crew: Crew, books: Books) -> None:
    won = await crew.enter_hand({"Bear": 9, "Bull": -9}, wait=60_000)
    await crew.dispute(person("Bull"), won, "there was no Moon")
    await crew.confirm(BEAR, won)


async def claim_a_payment(crew: Crew, books: Books) -> None:
    await crew.tally.paying.enter("Bear", "Bull", 500, False, crew.request(BEAR))


AS_BEFORE = {"Bear": 6, "Bull": -6}
WAYS: dict[Cheat, tuple[str, dict[str, int]]] = {
    move_units: ("an old debt. Bull −500, Bear +500", {"Bear": 506, "Bull": -506}),
    take_back_a_loss: ("takes back #2 (miscounted). Bear +9, Bull −9", AS_BEFORE),
    strike_out_a_loss: ("Bear ties up with 9. Bear −9, Bull +9", AS_BEFORE),
    bring_paper: ("That adds: Bear +500, Bull −500.", {"Bear": 506, "Bull": -506}),
    bring_invented_hands: ("That adds: Bear +120, Bull −120.", {"Bear": 126, "Bull": -126}),
    bring_a_payment: ("has to confirm (`/tally settle`): Bear +5000, Bull −5000.", AS_BEFORE),
    be_the_guest_who_won: ("is now Bear's.\nThat adds: Bear +500.", {"Bear": 506, "Bull": -506}),
    enter_a_hand_against_a_guest: ("Bear won as the last one in. Bear +4, Gus −4", AS_BEFORE),
    enter_a_hand_that_was_not_played: ("Bear won as the last one in. Bear +4, Bull −4", AS_BEFORE),
    confirm_a_disputed_hand: ("Bear ties up with 9. Bear +9, Bull −9", AS_BEFORE),
    claim_a_payment: ("<@11> says: Bear paid Bull 500 matches.", AS_BEFORE),
    end_the_season: ("<@11> closed Season 1.", AS_BEFORE),
}
"""By cheat: the words of the post that names who gains and who loses, and what counts then."""


@pytest.mark.parametrize("cheat", WAYS, ids=lambda cheat: cheat.__name__)
async def test_the_crew_reads_of_it_in_the_one_post_about_it(crew: Crew, cheat: Cheat) -> None:
    books = await make_books(crew)
    await cheat(crew, books)
    told, counts = WAYS[cheat]
    assert told in (await crew.announcements())[-1].text
    assert await crew.balances() == counts
    await crew.check_audit()
