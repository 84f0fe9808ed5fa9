"""The weight of a game in the crew's unit: its setting, its effect on the books, and the audit."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from bot.services.books.setting_changes import suggest_weights
from bot.store import Store
from bot.store.books import crews, postings
from bot.tally.books import CrewSettings, apportionment, audit, crew_settings
from bot.tally.books.crew_settings import AN_EVENING, find_even_weight, parse_weights
from bot.wording import ENGLISH, Words, word_refusal
from games import registry
from tests.bench.evenings import LENGTHS
from tests.bot.harness.players import play_until
from tests.bot.harness.room import BEAR, BULL, GUILD, HERE, NED, WALLY, Room, message_of, settings
from tests.bot.tally.crew import KEEPER, TALLY, Crew
from tests.left_out import LONGER
from tests.refuses import refuses

TALLY_PAGE = Path(__file__).resolve().parents[3] / "docs" / "tally.md"
ADMIN = replace(BEAR, admin=True)
PEOPLE = (BEAR, BULL, WALLY, NED)
EVEN_WEIGHTS = parse_weights("even")
amounts = st.lists(st.integers(-5_000, 5_000), min_size=1, max_size=7).map(lambda some: (*some, -sum(some)))


@given(amounts, st.fractions(min_value=Fraction(1, 10_000), max_value=1_000, max_denominator=10_000))
def test_weighed_amounts_sum_to_zero_and_are_off_by_less_than_one(moved: tuple[int, ...], weight: Fraction) -> None:
    counted = apportionment.subtract_mean(moved, weight)
    assert sum(counted) == 0
    assert all(abs(own - weight * amount) < 1 for own, amount in zip(counted, moved, strict=True))


@pytest.mark.parametrize(
    ("words", "kept"),
    [
        ("bonedoneskis 1/100, duo 5", {"bonedoneskis": "1/100", "duo-dominoes": "5"}),
        ("Lombardy Bones 0.5", {"lombardy-bones": "1/2"}),
        ("pussers 1", {}),
        ("none", {}),
    ],
)
def test_weights_are_read_as_people_write_them(words: str, kept: dict[str, str]) -> None:
    assert parse_weights(words) == kept


@pytest.mark.parametrize(
    "words", ["", "5", "chess 5", "duo", "duo 0", "duo 1/0", "duo -1", "duo 1e9", "duo 1001", "duo 1/99999"]
)
def test_an_invalid_weight_is_refused_with_an_example(words: str) -> None:
    with refuses("TALLY/weights") as refused:
        parse_weights(words)
    assert "bonedoneskis 1/100" in word_refusal(refused.value, Words(ENGLISH))


@pytest.mark.parametrize(
    ("typed", "values"),
    [
        ("", [*(f"{name} {even}" for name, even in EVEN_WEIGHTS.items()), "even", "none"]),
        ("lom", [f"lombardy-bones {EVEN_WEIGHTS['lombardy-bones']}", "even", "none"]),
        ("duo-dominoes 3", ["duo-dominoes 3", "even", "none"]),
        ("duo 3, lom", [f"duo 3, lombardy-bones {EVEN_WEIGHTS['lombardy-bones']}", "even", "none"]),
    ],
)
def test_weights_are_suggested_as_they_are_understood(typed: str, values: list[str]) -> None:
    assert [value for _, value in suggest_weights(typed, Words(ENGLISH))] == values


@pytest.mark.parametrize("name", LENGTHS)
def test_the_document_gives_the_length_and_stakes_that_each_game_declares(name: str) -> None:
    """`python -m tests.bench evenings` measures both."""
    game, even = registry.game(name), CrewSettings(weights=parse_weights("even"))
    told = TALLY_PAGE.read_text(encoding="utf-8").partition("| Game | An evening |")[2]
    row = next(line for line in told.splitlines() if line.startswith(f"| {game.TITLE} |"))
    _, length, moves, weight, units = [cell.strip() for cell in row.strip("|").split("|")]
    assert length.split()[0] == str(LENGTHS[name].hands or LENGTHS[name].games)
    assert f"{game.STAKES.typical_evening:,g}" in moves
    expected = even.weight_of(name)
    assert (weight, units) == (str(expected), f"{float(expected * Fraction(game.STAKES.typical_evening)):g}")


@given(st.integers(1, 10**6))
def test_an_even_weight_is_within_a_factor_of_one_and_a_half(evening: int) -> None:
    weight = find_even_weight(evening)
    assert Fraction(2, 3) <= weight * evening / AN_EVENING <= Fraction(3, 2)


def test_older_releases_and_this_one_can_read_each_others_settings() -> None:
    assert crew_settings.read_settings({"tally": {"confirm": 5}}).weight_of("any") == 1
    plain = crew_settings.merge_settings({}, CrewSettings(confirm=5))
    assert "scale" not in plain, "an older release can read settings without weights"
    own = CrewSettings(weights={"duo-dominoes": "5"})
    assert crew_settings.read_settings(crew_settings.merge_settings(plain, own)) == own
    assert crew_settings.merge_settings(
        crew_settings.merge_settings({}, own), CrewSettings()
    ) == crew_settings.merge_settings({}, CrewSettings())


@pytest.mark.thorough(LONGER)
async def test_a_hand_counts_at_its_games_weight_and_older_entries_stay(store: Store) -> None:
    """The audit uses the weight with which an entry was made."""
    await store.write(crews.ensure, GUILD, 0)
    room = Room(store, settings())
    await room.start()
    table = await room.start_table("bonedoneskis", PEOPLE, 0)
    await play_until(room, table, 1, *PEOPLE)
    reply = message_of(await room.tally.change_settings({"weights": "bonedoneskis 1/100"}, room.request(ADMIN, HERE)))
    assert "Game weights: Bonedoneskis ×1/100" in reply.text
    await play_until(room, table, 2, *PEOPLE)
    crew = await room.read(crews.find_at_place, GUILD, (0,))
    assert crew is not None
    before, after = await room.read(postings.read, crew.id)
    seats = before.data["seats"]
    assert "weight" not in before.data
    assert tuple(apportionment.share_out(before.data["amounts"], seats)) == before.entries
    assert after.data["weight"] == "1/100"
    assert sum(abs(entry.amount) for entry in after.entries) < sum(map(abs, after.data["amounts"])) / 50
    assert await room.read(audit.list_differences) == []
    assert await room.read(postings.audit) == []


def test_an_amount_too_small_for_the_unit_is_entered_and_moves_nothing() -> None:
    lines = apportionment.make_lines_of({"amounts": (30, -30), "weight": "1/100", "seats": ((7,), (8,))})
    assert lines == [postings.Gain(7, 0), postings.Gain(8, 0)]


@pytest.mark.parametrize("kind", ["sqlite"])
async def test_new_crews_begin_with_even_weights_and_others_keep_theirs(store: Store) -> None:
    old = await store.write(crews.ensure, GUILD, 0)
    room = Room(store, settings())
    await room.start()
    kept = await room.tally.reports.find_crew(room.request(ADMIN))
    assert (kept.id, kept.settings) == (old.id, {})
    elsewhere = HERE._replace(guild=GUILD + 1)
    new = crew_settings.read_settings((await room.tally.reports.find_crew(room.request(ADMIN, elsewhere))).settings)
    assert new.weights == parse_weights("even")
    assert new == CrewSettings(weights=parse_weights("even"))
    await room.tally.change_settings({"group": "Stokers"}, room.request(ADMIN, HERE))
    aside = await room.tally.reports.find_crew(room.request(ADMIN))
    assert (aside.name, crew_settings.read_settings(aside.settings).weights) == ("Stokers", parse_weights("even"))
    await room.tally.change_settings({"weights": "none"}, room.request(ADMIN, elsewhere))
    there = await room.tally.reports.find_crew(room.request(ADMIN, elsewhere))
    assert crew_settings.read_settings(there.settings) == CrewSettings()


@pytest.mark.parametrize("given", ["clip / clips", "clip, clips"])
async def test_the_unit_is_singular_or_plural_by_its_amount(crew: Crew, given: str) -> None:
    await crew.tally.change_settings({"channel": TALLY}, crew.request())
    await crew.tally.change_settings({"unit": given}, crew.request())
    assert (await crew.announcements())[-1].text == "<@1> set “Unit” in the tally: 1 clip, 2 clips."


async def test_a_change_of_the_weights_is_announced_and_moves_nothing(crew: Crew) -> None:
    await crew.tally.change_settings({"channel": TALLY}, crew.request())
    await crew.enter_hand({"Bear": 4, "Bull": -4})
    before = await crew.balances()
    known = len(await crew.announcements())
    await crew.tally.change_settings({"weights": "duo 5, bonedoneskis 1/100"}, crew.request())
    (announcement,) = (await crew.announcements())[known:]
    assert announcement.text == "<@1> set “Game weights” in the tally: Duo Dominoes ×5, Bonedoneskis ×1/100."
    with refuses("weights"):
        await crew.tally.change_settings({"weights": "duo heavy"}, crew.request())
    with refuses("not_admin"):
        await crew.tally.change_settings({"weights": "none"}, crew.request(KEEPER))
    assert len(await crew.announcements()) == known + 1
    assert await crew.balances() == before
