"""Every rule of every rulebook is named by a test, and every rule that is cited is in a book."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from games import registry
from tests.architecture.rules import BOOKS, RULEBOOKS, Book, NotARule, sort_key
from tests.architecture.tree import game_packages, modules
from tests.fifth_game import FOLDER, NAME, registered

FIFTH = Book(NAME, "block", FOLDER)
EACH_BOOK = pytest.mark.parametrize("book", (*BOOKS, FIFTH), ids=lambda book: book.name)
ID = re.compile(r"[A-Z]{2,}-\d+[a-z]?")


def test_every_game_has_a_rulebook_and_every_rulebook_a_game() -> None:
    books = {path.stem for path in RULEBOOKS.glob("*.md")}
    assert books == set(registry.NAMES), "write docs/rules/<game>.md, or name the game in games/roster.py"


def test_every_package_of_a_game_is_registered() -> None:
    assert sorted(book.package for book in BOOKS) == game_packages(), "name the package in games/roster.py"


@EACH_BOOK
def test_every_rule_is_named_by_a_test(book: Book) -> None:
    named: set[str] = set()
    for module, whole_game in book.tests():
        named |= book.named(module.text, whole_game)
    untested = sorted(book.rules.keys() - named, key=sort_key)
    assert not untested, f"{book.path.name}: {len(untested)} rules that no test names: {' '.join(untested)}"


@EACH_BOOK
def test_every_rule_cited_is_in_the_book(book: Book) -> None:
    known = book.rules.keys() | book.rulings
    unknown = [
        f"{module.at(1).rpartition(':')[0]} cites {name}"
        for module in modules("bot", "games", "render", "harbour", "tests")
        if module.parts[:2] != ("tests", "architecture")
        for name in sorted(book.cited(module.text, book.package in module.parts) - known)
    ]
    assert not unknown, f"cite a rule that {book.path.name} has: {unknown}"


@EACH_BOOK
def test_every_verb_and_every_house_rule_names_a_rule(book: Book) -> None:
    with registered():
        game = registry.game(book.name)
    named = {f"the verb {verb.name}": verb.rule for verb in game.VERBS}
    named |= {f"the option {option.name}": option.rule for option in game.OPTIONS}
    strange = [f"{name} has {rule!r}" for name, rule in named.items() if rule not in book.rules.keys() | book.rulings]
    assert not strange, f"name a rule of {book.path.name}: {', '.join(strange)}"


@EACH_BOOK
def test_every_house_rule_and_each_of_its_values_is_in_the_book(book: Book) -> None:
    with registered():
        options = registry.game(book.name).OPTIONS
    text = book.path.read_text("utf-8")
    named = [(option.name, str(value)) for option in options for value in (option.name, *option.values)]
    missing = [f"{name}: {value}" for name, value in named if not re.search(rf"\b{re.escape(value)}\b", text)]
    assert not missing, f"write into the table of {book.path.name}: {', '.join(missing)}"


def list_citations() -> Iterator[tuple[Book, str, str]]:
    """Every string in a game's source that is a rule's id and nothing else, as (book, place, id)."""
    for book in BOOKS:
        for module in book.code():
            for node in module.nodes:
                if isinstance(node, ast.Constant) and isinstance(node.value, str) and ID.fullmatch(node.value):
                    yield book, module.at(node.lineno), node.value


def test_a_game_cites_its_own_book() -> None:
    strange = [
        f"{where}: {name} is not in docs/rules/{book.name}.md"
        for book, where, name in list_citations()
        if name not in book.rules and name not in book.rulings
    ]
    assert not strange, strange


@EACH_BOOK
def test_a_book_has_rules_with_ids_of_their_own(book: Book) -> None:
    assert book.rules, f'{book.path.name} has no rules: write "- **XY-1 Heading.** ..."'
    assert len(book.rules) == len(re.findall(r"^- \*\*", book.text, re.MULTILINE)), f"{book.path.name}: a repeated id"


def test_no_two_books_share_a_prefix() -> None:
    users = Counter(prefix for book in BOOKS for prefix in book.prefixes)
    assert [prefix for prefix, count in users.items() if count > 1] == [], "give each book prefixes of its own"


@pytest.mark.parametrize(("rule", "heading"), [("PB-9", "The other breezes"), ("R29", "Nighty-Night")])
def test_a_rule_is_read_with_its_heading(rule: str, heading: str) -> None:
    assert [book.rules[rule] for book in BOOKS if rule in book.rules] == [heading]


def write_book(folder: Path, text: str) -> Book:
    """Write a rulebook with this text."""
    (folder / "fan.md").write_text(text)
    return Book("fan", "fan", folder)


def test_a_new_book_brings_its_own_prefixes(tmp_path: Path) -> None:
    book = write_book(tmp_path, "# Fan\n\n- **FA-1 Seats.** Two.\n- **FA-2** Tiles.\n\n| Q-1 | Why? | So. |\n")
    assert book.rules == {"FA-1": "Seats", "FA-2": ""}
    assert book.rulings == {"Q-1"}
    assert book.named("def test_fa_1_two_sit(): ...  # Q-1, PB-3", whole_game=True) == {"FA-1", "Q-1"}


def test_an_item_without_an_id_is_refused_with_the_form_that_is_wanted(tmp_path: Path) -> None:
    with pytest.raises(NotARule, match=re.escape('write "- **XY-1 Heading.** ..."')):
        assert write_book(tmp_path, "# Fan\n\n- **FA1 Seats.** Two.\n").rules


def test_a_bare_number_counts_only_in_its_own_game() -> None:
    (stud,) = (book for book in BOOKS if "R1" in book.rules)
    assert stud.named("R12, test_r07_sells, R30, LB-40", whole_game=True) == {"R12", "R7"}
    assert stud.named("R1 is a bone: Jimmy Rick", whole_game=False) == set()
