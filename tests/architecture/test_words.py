"""Plain English: docstrings begin with a noun or an imperative, a person is "they", texts name existing things."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT, Module, modules, texts

RIDDLE = re.compile(r"\s*(?:Whe(?:n|re|ther)|Wh(?:at|ich|om?|ose)|How)(?:ever)?\b", re.IGNORECASE)
GENDERED = re.compile(r"\b(?:he|him|his|himself|she|her|hers|herself)\b", re.IGNORECASE)
ID_OF_A_RULE = re.compile(r"\bHE-\d+|\bHE\b|(?<![A-Za-z])he_\d+")
RULEBOOKS = ("docs/rules/", "docs/rules-index.md")
"""Not checked for existing names: the rulebooks name their sources, and the index repeats their headings."""
SELF = "tests/architecture/test_words.py"
PATH = re.compile(r"`((?:bot|docs|games|harbour|migrations|render|requirements|tests|\.ci)/[\w./-]*)(?::\d+)?`")
NAME = re.compile(r"`((?:bot|games|migrations|render|tests)(?:\.\w+)+)(?:\(\))?`")
VAGUE = {"one", "it", "each"}
PARTICIPLES = frozenset(
    {
        *("begun", "bought", "broken", "brought", "built", "came", "caught", "chosen", "dealt", "done", "drawn", "fed"),
        *("forbidden", "found", "given", "gone", "heard", "held", "hidden", "kept", "known", "laid", "left", "lost"),
        *("made", "meant", "met", "owed", "paid", "said", "sat", "seen", "sent", "shown", "sold", "spent", "spoken"),
        *("stood", "taken", "thought", "thrown", "told", "won", "written"),
    }
)
ENDINGS = re.compile(r"[a-z]{2,}(?:ed|ing)")
NO_PARTICIPLES = frozenset(
    {"bring", "embed", "feed", "heading", "king", "mapping", "need", "ping", "ring", "seed", "speed", "string", "thing"}
)
PARTICLES = frozenset(
    {
        *("as", "at", "away", "back", "before", "by", "down", "for", "from", "in", "of", "off", "on", "out", "since"),
        *("somewhere", "to", "until", "up"),
    }
)
ROOMS = ("bot", "games", "harbour", "migrations", "render", "tests")
PLAIN_PRONOUNS = (*ROOMS, "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/")


def docstrings(module: Module) -> Iterator[tuple[int, str]]:
    """Each docstring with its line: of modules, classes and functions, and those below constants and attributes."""
    for node in ast.walk(module.syntax):
        if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        for line in node.body:
            if (
                isinstance(line, ast.Expr)
                and isinstance(line.value, ast.Constant)
                and isinstance(line.value.value, str)
            ):
                yield line.lineno, line.value.value


def riddles(module: Module) -> Iterator[str]:
    """Each docstring beginning with a question word instead of a noun or an imperative, with its place."""
    for number, text in docstrings(module):
        if RIDDLE.match(text):
            yield f"{module.at(number)}: {text.strip().splitlines()[0][:80]}"


def vague(module: Module) -> Iterator[str]:
    """Each loop whose variable has a vague name, with its place."""
    for node in ast.walk(module.syntax):
        if isinstance(node, ast.For | ast.AsyncFor | ast.comprehension):
            names = {name.id for name in ast.walk(node.target) if isinstance(name, ast.Name)}
            yield from (f"{module.at(node.target.lineno)}: {name}" for name in sorted(names & VAGUE))


def participles(module: Module) -> Iterator[str]:
    """Each public function whose name is a participle, alone or with a particle ("held_back"), with its place."""
    for node in ast.walk(module.syntax):
        body = node.body if isinstance(node, ast.Module | ast.ClassDef) else []
        for function in body:
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef) and not _is_property(function):
                first, *rest = function.name.split("_")
                if _is_participle(first) and PARTICLES.issuperset(rest):
                    yield f"{module.at(function.lineno)}: {function.name}"


def _is_property(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return any("property" in ast.unparse(decorator) for decorator in function.decorator_list)


def _is_participle(word: str) -> bool:
    return word in PARTICIPLES or (word not in NO_PARTICIPLES and ENDINGS.fullmatch(word) is not None)


def gendered(name: str, text: str) -> Iterator[str]:
    """Each line with a gendered pronoun, also inside a name, with its place. Ids of rules (HE-4) do not count."""
    for number, line in enumerate(text.splitlines(), start=1):
        if GENDERED.search(ID_OF_A_RULE.sub("", line).replace("_", " ")):
            yield f"{name}:{number}: {line.strip()[:80]}"


def missing(name: str, text: str, root: Path = ROOT) -> Iterator[str]:
    """Each file, folder, module or name in a module that a document mentions and that does not exist."""
    for number, line in enumerate(text.splitlines(), start=1):
        for path in PATH.findall(line):
            if not (root / path).exists():
                yield f"{name}:{number}: {path}"
        for dotted in NAME.findall(line):
            if not _exists(root, dotted.split(".")):
                yield f"{name}:{number}: {dotted}"


def _exists(root: Path, parts: list[str]) -> bool:
    for length in range(len(parts), 0, -1):
        place = root.joinpath(*parts[:length])
        source = place.with_suffix(".py") if place.with_suffix(".py").exists() else place / "__init__.py"
        if source.exists() or place.is_dir():
            rest = parts[length : length + 1]
            return not rest or (source.exists() and re.search(rf"\b{rest[0]}\b", source.read_text()) is not None)
    return False


@pytest.mark.parametrize("place", ROOMS)
def test_no_docstring_begins_with_a_question_word(place: str) -> None:
    assert [line for module in modules(place) for line in riddles(module)] == []


@pytest.mark.parametrize("place", ROOMS)
def test_a_loop_names_what_it_goes_over(place: str) -> None:
    assert [line for module in modules(place) for line in vague(module)] == []


@pytest.mark.parametrize("place", [place for place in ROOMS if place != "tests"])
def test_a_function_is_named_by_what_it_does(place: str) -> None:
    assert [line for module in modules(place) for line in participles(module)] == []


@pytest.mark.parametrize("place", PLAIN_PRONOUNS)
def test_a_person_is_they(place: str) -> None:
    found = [
        line
        for path, text in texts(".py", ".js", ".html", ".md")
        if (name := str(path.relative_to(ROOT))).startswith(place) and name != SELF
        for line in gendered(name, text)
    ]
    assert found == []


def test_documents_and_code_name_what_exists() -> None:
    named = [(str(path.relative_to(ROOT)), text) for path, text in texts(".md", ".py")]
    unread = (*RULEBOOKS, SELF)
    assert [line for name, text in named if not name.startswith(unread) for line in missing(name, text)] == []


def test_a_riddle_is_found(tmp_path: Path) -> None:
    path = tmp_path / "room.py"
    path.write_text('"""Rooms."""\n\n\ndef size() -> int:\n    """How large it is."""\n    return 1\n')
    assert list(riddles(Module(tmp_path, path))) == ["room.py:5: How large it is."]


def test_a_riddle_below_a_constant_and_an_attribute_is_found(tmp_path: Path) -> None:
    path = tmp_path / "room.py"
    path.write_text(
        'DOOR = "blue"\n"""Whatever opens."""\n\n\nclass Room:\n    size: int\n    """How large it is."""\n'
    )
    found = ["room.py:2: Whatever opens.", "room.py:7: How large it is."]
    assert sorted(riddles(Module(tmp_path, path))) == found


def test_a_vague_loop_is_found(tmp_path: Path) -> None:
    path = tmp_path / "room.py"
    path.write_text("for one in rooms:\n    doors = [size for _, (each, size) in one.doors]\n")
    assert list(vague(Module(tmp_path, path))) == ["room.py:1: one", "room.py:2: each"]


def test_a_function_named_by_a_participle_is_found(tmp_path: Path) -> None:
    path = tmp_path / "room.py"
    path.write_text(
        "def told(): ...\ndef held_back(): ...\ndef mark_told(): ...\ndef _told(): ...\ndef shown_places(): ...\n"
        "class Room:\n    def opening(self): ...\n    def ring(self): ...\n    @property\n    def closed(self): ...\n"
    )
    found = ["room.py:1: told", "room.py:2: held_back", "room.py:7: opening"]
    assert list(participles(Module(tmp_path, path))) == found


def test_a_pronoun_is_found() -> None:
    assert list(gendered("a.md", "HE-4 stands.\nHe lays his bone.\nThe others\nwhat_she_holds\n")) == [
        "a.md:2: He lays his bone.",
        "a.md:4: what_she_holds",
    ]


def test_a_name_of_nothing_is_found() -> None:
    text = "`bot/app.py` and `bot/nowhere.py`, `bot.app.build`, `bot.app.destroy`, `games.registry`\n"
    assert list(missing("a.md", text)) == ["a.md:1: bot/nowhere.py", "a.md:1: bot.app.destroy"]
