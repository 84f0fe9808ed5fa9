"""No file names a registry or a path of one machine, none is unfinished or too long, and every link works."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from games import registry
from tests.architecture.tree import ROOT, texts

SELF = Path(__file__)
LONGEST = 450
RULES = ROOT / "docs" / "rules"

HOMES = ("work", "root", "Users", "home")
"""Folders at the root of a machine that might hold somebody's copy of the project."""
MACHINE = re.compile(rf"(?<![\w.~}}-])/(?:{'|'.join(HOMES)})/\w|~/\.\w+env\b")
REGISTRIES = [
    " ".join(parts).replace(" ", ".")
    for parts in (
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("npmjs", "org"),
        ("npmjs", "com"),
        ("docker", "io"),
        ("ghcr", "io"),
        ("quay", "io"),
        ("jsdelivr", "net"),
        ("unpkg", "com"),
        ("cdnjs", "cloudflare", "com"),
        ("fonts", "googleapis", "com"),
        ("fonts", "gstatic", "com"),
        ("proxy", "golang", "org"),
    )
]
REGISTRY = re.compile("|".join(map(re.escape, REGISTRIES)))
SIGNS = ("todo", "fixme", "xxx", "hack", "for now", "notimplemented", "no cover")
UNFINISHED = re.compile(
    r"\b(?:TODO|FIXME|XXX|HACK|for now|raise NotImplementedError)\b|pragma: no cover", re.IGNORECASE
)
SHIRKED = re.compile(
    r"pytest\.(?:mark\.)?(?:skip|skipif|xfail|importorskip)\b|unittest\.skip|\btime\.sleep\(|asyncio\.sleep\((?!0\))"
)


def find_lines(signs: Iterable[str], pattern: re.Pattern[str], *suffixes: str, below: Path = ROOT) -> list[str]:
    """`path:line: text` for each line that the pattern matches, except in rulebooks, which quote their sources.

    Each match has one of the `signs` in small letters. Looking for them first saves reading most files line by line.
    """
    return [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:100]}"
        for path, text in texts(*suffixes)
        if any(map(text.lower().__contains__, signs))
        if path != SELF and path.is_relative_to(below) and not path.is_relative_to(RULES)
        for number, line in enumerate(text.splitlines(), start=1)
        if pattern.search(line)
    ]


def test_no_path_of_one_machine() -> None:
    assert find_lines(("/work", "/root", "/users", "/home", "env"), MACHINE) == [], (
        "the project may lie anywhere: name no folder of one machine"
    )


def test_no_registry_is_named() -> None:
    assert find_lines(REGISTRIES, REGISTRY) == [], "packages come from the index that the machine has set: name none"


def test_nothing_is_left_for_later() -> None:
    """Translations are left out: "todo" is a Spanish word."""
    lines = find_lines(SIGNS, UNFINISHED, ".py", ".js", ".css", ".html", ".toml", ".md", ".yaml", "")
    left = [line for line in lines if not line.startswith("translations/")]
    assert not left, f"finish it, or leave it out: {left}"


def test_no_test_is_skipped_or_waits_by_the_clock() -> None:
    waiting = find_lines(("skip", "xfail", "sleep"), SHIRKED, ".py", below=ROOT / "tests")
    assert not waiting, f"wait for an event, and skip no test: {waiting}"


def test_a_machine_path_would_be_found() -> None:
    assert MACHINE.search(f"HOME=/{HOMES[0]}/eddie/")
    assert not MACHINE.search(f"/table/{HOMES[0]}/")


def test_lock_files_hold_hashes_and_no_addresses() -> None:
    locks = list((ROOT / "requirements").glob("*.lock"))
    assert {lock.stem for lock in locks} == {"play", "dev", "bench", "release"}
    for lock in locks:
        text = lock.read_text()
        assert not re.search(r"://|file:|^-|^\s+--(?!hash=)", text, re.MULTILINE), lock.name
        pins = re.findall(r"^[a-z0-9][\w.\[\]-]*==\S+ .*\\$", text, re.MULTILINE)
        assert pins
        assert len(pins) == len(re.findall(r"^[a-z0-9]", text, re.MULTILINE)), f"{lock.name}: a line without a pin"


def test_play_installs_what_dev_tests() -> None:
    def versions(name: str) -> dict[str, str]:
        text = (ROOT / "requirements" / f"{name}.lock").read_text()
        return dict(re.findall(r"^([a-z0-9][\w.-]*)==(\S+)", text, re.MULTILINE))

    play, dev = versions("play"), versions("dev")
    assert {name: dev.get(name) for name in play} == play


def test_no_file_is_too_long() -> None:
    long = {
        str(path.relative_to(ROOT)): lines
        for path, text in texts(".py", ".js", ".css", ".html")
        if (lines := text.count("\n")) > LONGEST
    }
    assert long == {}, f"files have at most {LONGEST} lines: split these by concept"


def test_each_game_has_vectors_beside_its_rulebook() -> None:
    books = {path.name for path in RULES.glob("*.vectors.yaml")}
    wanted = {f"{game}.vectors.yaml" for game in registry.NAMES}
    assert books >= wanted, f"write in docs/rules: {', '.join(sorted(wanted - books))}"
    assert books <= wanted, f"register the game of docs/rules/{sorted(books - wanted)[0]}"
    more = {path.name for path in (ROOT / "tests" / "vectors").glob("*.yaml")}
    strange = {name for name in more if f"{name.partition('.')[0]}.vectors.yaml" not in wanted or name in wanted}
    assert strange == set(), "name these GAME.SOMETHING.vectors.yaml; a rulebook's own vectors stand in docs/rules"


def links() -> Iterator[tuple[Path, int, str]]:
    """Each relative link and picture of each document."""
    for path, text in texts(".md"):
        fenced = False
        for number, line in enumerate(text.splitlines(), start=1):
            fenced ^= line.lstrip().startswith("```")
            if not fenced:
                targets = re.findall(r"\]\(([^)\s]+)[^)]*\)|(?:src|href)=\"([^\"]+)\"", re.sub(r"`[^`]*`", "", line))
                for target in (markdown or html for markdown, html in targets):
                    if not re.match(r"[a-z]+:|//", target):
                        yield path, number, target


def headings(path: Path) -> set[str]:
    """The anchors of a document's headings."""
    text = re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    titles = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-") for title in titles}


def test_every_relative_link_leads_somewhere() -> None:
    broken = []
    for path, number, target in links():
        name, _, anchor = target.partition("#")
        goal = (path.parent / name) if name else path
        if not goal.exists() or (anchor and goal.suffix == ".md" and anchor not in headings(goal)):
            broken.append(f"{path.relative_to(ROOT)}:{number}: {target}")
    assert not broken, f"these links lead nowhere: {broken}"


def test_the_documents_can_be_published_as_they_are() -> None:
    """A generator of static sites sees the folder alone: its index leads to every page, and no link leaves it."""
    docs = ROOT / "docs"
    led: dict[Path, set[Path]] = {}
    for path, _, target in links():
        led.setdefault(path, set()).add(
            (path.parent / target.partition("#")[0]).resolve() if target[0] != "#" else path
        )
    leaving = [
        path for path, goals in led.items() if path.is_relative_to(docs) for goal in goals if docs not in goal.parents
    ]
    assert leaving == []
    reached, waiting = set[Path](), [docs / "index.md"]
    while waiting:
        page = waiting.pop()
        if page not in reached and page.suffix == ".md":
            reached.add(page)
            waiting += led.get(page, set())
    assert [path for path in docs.rglob("*.md") if path not in reached] == []


def test_every_document_is_linked_from_another() -> None:
    named = {(path.parent / target.partition("#")[0]).resolve() for path, _, target in links()}
    lonely = [path.name for path in (ROOT / "docs").glob("*.md") if path.resolve() not in named]
    assert lonely == [], "link these from another document"
