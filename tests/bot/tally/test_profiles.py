"""Profiles, leaderboards and partners, computed from feats."""

from bot.store.books import Crew, Member
from bot.store.books.reports import AtTables
from bot.tally.books import Book, CrewSettings, Feats, achievements, profiles
from bot.tally.books.achievements import RUN, EventPlace, FeatCount, find_longest
from bot.tally.books.file_fields import DatedFeat
from bot.wording import ENGLISH, Language, Words
from games import registry
from games.core import Record
from tests.refuses import refuses

GAME = "pussers-bones"


def book(*names: str) -> Book:
    """A book with these members, numbered from 1."""
    members = {number: Member(number, 1, number, name, [], 0) for number, name in enumerate(names, 1)}
    return Book(Crew(1, 1, "", {}, 0), CrewSettings(), members, {}, {}, (), Words(ENGLISH))


def totals(kind: str, *amounts: int) -> dict[str, Feats]:
    """The members' figures for one kind of feat."""
    found = Feats()
    found.counts.update({(kind, owner): FeatCount(amount, amount) for owner, amount in enumerate(amounts, 1)})
    return {GAME: found}


def test_everybody_in_tenth_place_is_named_and_so_is_the_requester() -> None:
    crew = book(*(f"P{number}" for number in range(1, 15)))
    found = totals("tie_ups", 50, 50, 40, 30, 20, 19, 18, 17, 16, 9, 9, 9, 2, 1)
    lines = profiles.list_leaders(crew, found, GAME, "Tie-ups", 14, "all")
    assert lines[0].startswith("**Tie-ups** · all")
    places = [int(line.split(".")[0]) for line in lines[1:13]]
    assert places == [1, 1, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10]
    assert lines[13:] == ["-# 14. You: 1"]
    assert len(profiles.list_leaders(crew, found, GAME, "tie_ups", 1, "all")) == 13


def test_a_leaderboard_is_cut_if_many_share_a_place() -> None:
    crew = book(*(f"P{number}" for number in range(60)))
    lines = profiles.list_leaders(crew, totals("moons", *[1] * 60), None, "moons", 60, "all")
    assert len(lines) == 1 + profiles.MOST_LEADERS + 1


def test_an_unknown_achievement_is_refused_with_a_list_of_the_known_ones() -> None:
    with refuses("TALLY/feat"):
        profiles.find_kind("luck", None, Words(ENGLISH))
    assert profiles.find_kind("longest winning RUN", None, Words(ENGLISH)) == RUN
    assert profiles.find_kind("tie-ups", GAME, Words(ENGLISH)) == "tie_ups"
    assert set(profiles.list_kinds(None, Words(ENGLISH))) >= {
        record.kind for name in registry.NAMES for record in registry.game(name).RECORDS
    }


def test_a_profile_shows_feats_tries_and_the_mean_of_a_hand() -> None:
    feats = Feats()
    feats.counts.update({("hands", 1): FeatCount(40, 1), ("tie_ups", 1): FeatCount(12, 1, run=3)})
    feats.counts["tie_ups", 1].sorts.update({"minors": 9, "moon": 3})
    (line,) = profiles.list_feats(GAME, feats, 1, AtTables(GAME, -52, 57), Words(ENGLISH))
    assert line == (
        "-# Hands 40 · −1.3 a hand · best hand +57 · Tie-ups 12 of 40 (30%), longest run 3 (Minors 9, Moon 3)"
    )
    assert profiles.list_feats(GAME, feats, 2, None, Words(ENGLISH)) == []
    (line,) = profiles.list_feats(GAME, feats, 1, AtTables(GAME, -52, 57), Words(Language("pt-BR")))
    assert "−1,3 por mão" in line


def done(sequence: int, kind: str, *seats: int) -> list[tuple[DatedFeat, int]]:
    """A feat of these seats. Members 1, 2, 3 ... own the seats in order."""
    return [(DatedFeat(sequence, sequence, kind, seat, 1, ""), seat + 1) for seat in seats]


WON = Record("games_won", out_of="games")


def test_a_try_succeeds_if_its_feat_came_with_it_or_before_it() -> None:
    counted = [*done(1, "games_won", 0), *done(2, "games", 0, 1), *done(3, "games", 0, 1)]
    assert [(try_.owner, try_.good) for try_ in achievements._list_tries(WON, counted)] == [
        (1, True), (2, False), (1, False), (2, False)]  # fmt: skip


def test_the_game_names_the_partners_and_robots_do_not_count() -> None:
    game, feats = registry.game("duo-dominoes"), Feats()
    won = [*done(1, "games_won", 0, 2), *done(1, "games", 0, 1, 2, 3)]
    lost = [*done(2, "games_won", 1), *done(2, "games", 0, 1, 2)]
    achievements._add_pairs(feats, game, achievements._list_tries(WON, [*won, *lost]))
    assert {owners: sorted(tries) for owners, tries in feats.pairs.items()} == {(1, 3): [False, True], (2, 4): [False]}
    lines = profiles.list_partners(book("Bear", "Bull", "Wally", "Ned"), {game.NAME: feats}, None, "all")
    assert lines[1:] == ["1. **Bear and Wally** 1 of 2 won (50%)", "2. **Bull and Ned** 0 of 1 won (0%)"]
    assert profiles.describe_usual_partner(book("Bear", "Bull", "Wally"), {game.NAME: feats}, 3) == [
        "Most often with Bear: 1 of 2 won."
    ]
    alone = Feats()
    achievements._add_pairs(alone, registry.game(GAME), achievements._list_tries(WON, won))
    assert not alone.pairs


def test_every_failed_try_ends_a_run() -> None:
    tries = [(True, EventPlace(1, 5)), (True, EventPlace(2, 7)), (False, EventPlace(2, 9)), (True, EventPlace(3, 1))]
    assert find_longest(iter(tries)) == (2, EventPlace(2, 7))
    assert find_longest(iter([])) == (0, None)
