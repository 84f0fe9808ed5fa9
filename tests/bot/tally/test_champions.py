"""The wall of champions."""

import pytest

from bot.services.books.season_pages import show_champions
from bot.store import Connection
from bot.store.books import Gain, NewTransfer, Scope, crews, postings
from bot.tally.books import TallyFilters, find_biggest_hand
from tests.bot.tally.crew import DAY, Crew
from tests.left_out import LONGER


@pytest.mark.thorough(LONGER)
async def test_the_wall_has_every_seasons_winner_and_wooden_spoon(crew: Crew) -> None:
    empty = await show_champions(crew.reports, TallyFilters(), crew.request("Bear"))
    assert empty.text.startswith("**Champions** (in ")
    assert "No season has ended with a winner" in empty.text
    assert "·  " not in empty.text, "a wall without seasons has no dates"
    for number in range(20):
        winner, loser = ("Bear", "Bull") if number % 3 else ("Bull", "Wally")
        await crew.enter_hand({winner: number + 3, loser: -number - 2, "Ned": -1})
        crew.clock.forward(DAY)
        await crew.tally.rule_off(crew.request(), "")
    wall = await show_champions(crew.reports, TallyFilters(), crew.request("Bear"))
    alt = wall.pictures[0].alt
    assert "Season 20 · wooden spoon: Bull −21" in alt and "Bear, 13 seasons" in alt
    assert "Season 1: Bull, +3. Wooden spoon: Wally, −2" in wall.text
    for number in range(1, 21):
        assert alt.count(f"Season {number} · wooden spoon") + wall.text.count(f"Season {number}: ") == 1
    assert "Biggest hand" in alt
    before = await show_champions(crew.reports, TallyFilters(), crew.request("Bear"))
    await crew.tally.paying.enter("Bull", "Bear", 9, False, crew.request())
    assert (await show_champions(crew.reports, TallyFilters(), crew.request("Bear"))).text == before.text


async def test_the_biggest_hand_of_a_person_stands_below_any_number_of_a_robots(crew: Crew) -> None:
    await crew.enter_hand({"Bear": 6, "Bull": -6})
    book = await crew.book()
    (bear,) = (account for account, owner in book.owners.items() if book.name(owner) == "Bear")

    def enter(connection: Connection) -> None:
        robot = crews.open_account(connection, book.id, None)
        for hand in range(100, 112):
            entries = [Gain(robot, 50), Gain(bear, -50)]
            postings.post(connection, NewTransfer(book.id, f"won:{hand}", entries, 5, game="pussers-bones",
                                                  reason="tie_up", hand=hand))  # fmt: skip

    await crew.write(enter)
    found = await crew.read(find_biggest_hand, await crew.book(), Scope(book.id))
    assert found is not None
    assert (tuple(map(book.name, found.owners)), found.amount) == (("Bear",), 6)
