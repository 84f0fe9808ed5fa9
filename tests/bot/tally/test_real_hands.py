"""Hands from a real table in the crew's books: entered by one, confirmed by all who sat there."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.ports.ui import Button
from bot.services.real_hands import TOLD, RealHandService
from bot.store.books import postings
from bot.store.books.postings import StoredTransfer
from bot.store.store import Store
from bot.tally.real_receipts import CONTROL
from games import registry
from games.core.game import AnyGame
from games.core.moves import Unreadable
from games.core.refused import Refused
from tests.bot.tally.crew import ADMIN, HERE, KEEPER, Crew, who
from tests.bot.tally.test_ledger import settle_house, text

SEATS = "Bear, Bull, Wally, Ned"
GAME = """Bear out
Bull left 6-6 6-5 6-4
Ned left 5-5 5-4
Wally left 0-0"""


@pytest.fixture
async def crew(store: Store) -> Crew:
    made = Crew(store)
    await made.enter("Bear", "Bull", "Wally", "Ned")
    return made


async def entries(crew: Crew) -> list[StoredTransfer]:
    return await crew.store.read(postings.read, await crew.id(), states=postings.EVERY_STATE)


async def enter(crew: Crew, hands: str = GAME, game: str = "duo-dominoes", seats: str = SEATS, by: str = "Bear") -> str:
    reply = await crew.press(f"{TOLD}.{game}", who(by), HERE, seats, hands, "")
    return text(reply)


async def test_a_game_counts_once_everybody_who_sat_there_has_confirmed_it(crew: Crew) -> None:
    told = await enter(crew)
    assert "Duo Dominoes at the real table" in told
    assert "DD-30" in told
    (entry,) = await entries(crew)
    assert (entry.state, entry.confirm_at, entry.disputed) == ("pending", None, False)
    assert entry.data["amounts"] == [1, -1, 1, -1]
    for name in ("Bull", "Wally"):
        await crew.tally.confirm(str(entry.id), crew.request(who(name)))
        assert (await entries(crew))[0].state == "pending"
    await crew.tally.confirm(str(entry.id), crew.request(who("Ned")))
    assert (await entries(crew))[0].state == "posted"


async def test_a_game_that_cannot_score_real_hands_is_not_offered(crew: Crew) -> None:
    def game(name: str) -> AnyGame:
        known = registry.game(name)
        return replace(known, score_real=None) if name == "duo-dominoes" else known

    reply = await RealHandService(crew.store, crew.tally, game).show(crew.request(who("Bear")))
    assert reply.message is not None
    (row,) = reply.message.rows
    offered = [button.what for button in row if isinstance(button, Button)]
    assert offered == [f"{CONTROL}.{name}" for name in registry.NAMES if name != "duo-dominoes"]
    assert "Duo Dominoes" not in reply.message.text


async def test_it_is_announced_where_it_was_entered_with_its_receipt(crew: Crew) -> None:
    await enter(crew)
    (shown,) = await crew.announcements(HERE.channel)
    assert "at the real table" in shown.text
    assert "DD-30" in shown.text
    assert [control.what.rpartition(".")[0] for control in shown.rows[0]] == ["tally.confirm", "tally.dispute"]


async def test_what_was_refused_is_in_the_form_again(crew: Crew) -> None:
    with pytest.raises(Unreadable):
        await enter(crew, GAME + "\nBull left 9-9")
    form = (await crew.press(f"{CONTROL}.duo-dominoes", who("Bear"))).form
    assert form is not None
    assert [field.value for field in form.fields[:2]] == [SEATS, GAME + "\nBull left 9-9"]
    assert (await crew.press(f"{CONTROL}.bonedoneskis", who("Bear"))).form != form
    await enter(crew)
    empty = (await crew.press(f"{CONTROL}.duo-dominoes", who("Bear"))).form
    assert empty is not None
    assert [field.value for field in empty.fields] == ["", "", ""]


async def test_who_did_not_sit_there_must_be_the_scorer(crew: Crew) -> None:
    with pytest.raises(Refused, match="scorer"):
        await crew.press(
            f"{TOLD}.bonedoneskis", who("Ned"), HERE, "Bear, Bull", "Bear paid 1\nBull paid 1\nBear wins", ""
        )
    await settle_house(crew)
    await crew.press(f"{TOLD}.bonedoneskis", KEEPER, HERE, "Bear, Bull", "Bear paid 1\nBull paid 1\nBear wins", "")
    (entry,) = await entries(crew)
    assert entry.data["amounts"] == [100, -100]


@pytest.mark.parametrize(
    ("seats", "error"), [("Bear, Bull", "seats"), ("Bear, Bull, Bear, Ned", "seated_twice"), ("a, b, c, d", "nobody")]
)
async def test_everybody_who_sat_there_is_in_the_books_once(crew: Crew, seats: str, error: str) -> None:
    with pytest.raises(Refused, match=error):
        await enter(crew, seats=seats)
    assert await entries(crew) == []


async def test_no_hand_waits_for_somebody_who_has_crossed_the_bar(crew: Crew) -> None:
    await crew.tally.cross("Ned", False, crew.request(ADMIN))
    await enter(crew)
    (entry,) = await entries(crew)
    for name in ("Bull", "Wally"):
        await crew.tally.confirm(str(entry.id), crew.request(who(name)))
    assert (await entries(crew))[0].state == "posted"
    with pytest.raises(Refused, match="scorer"):
        await enter(crew, "Bear paid 1\nNed paid 1\nBear wins", "bonedoneskis", "Bear, Ned")


async def test_the_standings_say_for_whom_a_hand_waits(crew: Crew) -> None:
    await enter(crew)
    told = "1 entry from a real table waits to be confirmed by {}, or by the scorer (`/tally confirm`)."
    assert told.format("Bull, Ned and Wally") in (await crew.show()).text
    (entry,) = await entries(crew)
    await crew.tally.confirm(str(entry.id), crew.request(who("Ned")))
    assert told.format("Bull and Wally") in (await crew.show()).text
