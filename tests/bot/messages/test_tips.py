"""Tips between two hands, for those who want them."""

from itertools import pairwise

import pytest

from bot.library.library import Library
from bot.library.rulebooks import Rulebooks
from bot.messages.boards.log_reader import LogReader
from bot.messages.hands.own_messages import OwnMessages, choose_tip
from bot.ports import DAY
from bot.tables.process_settings import GUIDES, RULEBOOKS
from bot.wording import Language
from games.core import Seat
from games.registry import NAMES
from tests.bot.harness.room import BEAR, Room
from tests.bot.harness.shelf import take_played_table


async def test_the_tip_of_the_evening_stands_in_the_message_of_those_who_want_it(room: Room) -> None:
    table = await room.get(await take_played_table(room, "duo-dominoes"))
    own_messages = OwnMessages(
        room.pictures,
        room.people,
        room.settings.waits,
        room.orders,
        LogReader(room.store),
        lambda game, _: (f"Mind {game}.",),
    )
    tip = "A tip: Mind duo-dominoes."
    assert tip not in (await own_messages.make_message(table, Seat(0))).text
    await room.people.choose(BEAR.user, "tips", "on", room.clock.now)
    assert tip in (await own_messages.make_message(table, Seat(0))).text


@pytest.mark.parametrize("most", [2, 6, 7, 11, 14])
def test_no_two_evenings_in_a_row_and_no_two_weeks_in_a_row_have_the_same_tip(most: int) -> None:
    tips = [str(number) for number in range(most)]
    told = [choose_tip(tips, day * DAY) for day in range(60)]
    assert all(first != second for first, second in pairwise(told))
    assert all(first != second for first, second in zip(told, told[7:], strict=False))


def test_the_tips_of_a_game_are_the_points_of_its_page_without_rules() -> None:
    library = Library(GUIDES, books=Rulebooks(RULEBOOKS))
    tips = library.list_tips("pussers-bones")
    assert len(tips) == 13 and tips[0].startswith("**Decide early.**") and tips[0].endswith("Then stick to it.")
    assert not [tip for tip in tips if "PB-" in tip]
    lacking = [game for game in NAMES if not library.list_tips(game)]
    assert not lacking, f"add to docs/guide a page with points that answers the question “tips”: {lacking}"
    assert library.list_tips("nothing") == ()
    translated = library.read_in(Language("pt-BR"))
    assert translated.list_tips("lombardy-bones") != library.list_tips("lombardy-bones")
