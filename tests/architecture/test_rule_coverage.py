"""Every rule of every rulebook is named by a test, and nobody cites a rule that no book has."""

from collections.abc import Iterator

import pytest

from games.core import registry
from tests.architecture.rules import BOOKS, Book, sort_key
from tests.architecture.tree import modules
from tests.fifth_game import FOLDER, NAME, registered

NAMED = {book.name: book for book in BOOKS}
with registered():
    ALL = (*BOOKS, Book(NAME, FOLDER))


@pytest.fixture(autouse=True, scope="module")
def fifth_game() -> Iterator[None]:
    """Block dominoes, registered like a game of ours."""
    with registered():
        yield


@pytest.mark.parametrize("book", ALL, ids=lambda book: book.name)
def test_every_game_has_a_rulebook_with_rules(book: Book) -> None:
    assert book.path.exists(), f"write the rulebook of {book.name}: docs/rules/{book.name}.md"
    assert book.rules, f"{book.path.name} has no rule: a rule is a line such as “- **XY-1 Title.** Its text”"
    cited = {verb.rule for verb in registry.cover(book.name).VERBS}
    cited |= {option.rule for option in registry.game(book.name).OPTIONS}
    assert cited <= book.rules.keys() | book.rulings, f"verbs and options of {book.name} cite rules of its book"


@pytest.mark.parametrize("book", ALL, ids=lambda book: book.name)
def test_every_rule_is_named_by_a_test(book: Book) -> None:
    named: set[str] = set()
    for module, whole_game in book.tests():
        named |= book.named(module.text, whole_game)
    untested = sorted(book.rules.keys() - named, key=sort_key)
    assert not untested, f"{book.path.name}: {len(untested)} rules that no test names: {' '.join(untested)}"


@pytest.mark.parametrize("book", ALL, ids=lambda book: book.name)
def test_every_rule_cited_is_in_the_book(book: Book) -> None:
    known = book.rules.keys() | book.rulings
    unknown = [
        f"{module.at(1).rpartition(':')[0]} cites {name}"
        for module in modules("bot", "games", "render", "harbour", "tests")
        if module.parts[:2] != ("tests", "architecture")
        for name in sorted(book.cited(module.text, book.package in module.parts) - known)
    ]
    assert unknown == []


@pytest.mark.parametrize(
    ("name", "rules", "some"),
    [
        ("pussers-bones", 78, {"PB-1": "Players", "PB-6": "", "PB-94": ""}),
        ("lombardy-bones", 62, {"LB-1": "Players"}),
        ("duo-dominoes", 21, {"DD-12": "", "DD-20": "Two ends"}),
        ("bonedoneskis", 74, {"BD-1": "Seats", "R1": "No Copies", "R29": "Nighty-Night", "HE-4": "No Copies"}),
    ],
)
def test_the_books_are_read_whole(name: str, rules: int, some: dict[str, str]) -> None:
    book = NAMED[name]
    assert len(book.rules) == rules
    assert {rule: book.rules[rule] for rule in some} == some


@pytest.mark.parametrize(
    ("text", "whole_game", "named"),
    [
        ("def test_pb_45_is_late(): ...", True, {"PB-45"}),
        ("# PB-40 and PB-41", False, {"PB-40", "PB-41"}),
        ("LB-40", True, set()),
        ("xpb_45", True, set()),
    ],
)
def test_names_of_tests_count(text: str, whole_game: bool, named: set[str]) -> None:
    assert NAMED["pussers-bones"].named(text, whole_game) == named


def test_a_bare_number_counts_only_in_its_own_game() -> None:
    stud = NAMED["bonedoneskis"]
    assert stud.named("R12, test_r07_sells, R30", whole_game=True) == {"R12", "R7"}
    assert stud.named("R1 is a bone: Jimmy Rick", whole_game=False) == set()
