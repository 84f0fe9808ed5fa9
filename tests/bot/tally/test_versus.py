"""Two people compared, as opponents and as partners, and the biggest hand when games are for a stake."""

from bot.services.books.season_pages import show_card
from bot.tally.books import TallyFilters
from tests.bot.tally.crew import Crew

DUO = "duo-dominoes"


async def test_partners_and_opponents_are_told_apart(crew: Crew) -> None:
    for amounts in ((40, 40), (40, -40), (-40, -40), (40, 40)):
        first, second = amounts
        rest = (-40, 40) if first != second else (-first, -first)
        names = {"Bear": first, "Bull": second, "Wally": rest[0], "Ned": rest[1]}
        await crew.enter_hand(names, DUO, "game_won")
    await crew.enter_hand({"Bear": 6, "Bull": 6, "Wally": -12})
    found = await crew.reports.compare_players(TallyFilters(), crew.request("Bear"), "Bull")
    lines = found.text.splitlines()[1:]
    assert lines[0].startswith("Duo Dominoes: 1 entry together; Bear came out ahead in 1, Bull in 0.")
    assert lines[1] == (
        "Duo Dominoes, as partners: 3 entries together; they gained in 2 and lost in 1. Bear +40, Bull +40."
    )
    assert lines[2].startswith("Pussers Bones: 1 entry together; Bear came out ahead in 0, Bull in 0.")


async def test_a_game_for_a_stake_is_no_biggest_hand(crew: Crew) -> None:
    await crew.enter_hand({"Bear": 40, "Wally": 40, "Bull": -40, "Ned": -40}, DUO, "game_won")
    await crew.enter_hand({"Bear": 12, "Bull": -12})
    records = await crew.reports.show_records(TallyFilters(), crew.request("Bear"))
    assert "Biggest hand: Bear +12" in records.text
    await crew.enter_hand({"Bear": -31, "Bull": 31}, DUO, "game_points")
    records = await crew.reports.show_records(TallyFilters(), crew.request("Bear"))
    assert "Biggest hand: Bull +31" in records.text
    assert "best hand +12" not in (await show_card(crew.reports, TallyFilters(), crew.request("Bear"))).text
